"""wend: embodied navigation on the CPU.

    import wend
    scene = wend.Scene.generate(seed=7)
    rgb = scene.render((0, 1.25, 0), heading=0.5)["rgb"]
    wend.evaluate(my_agent, "multion", episodes="episodes.json.gz", out="run.wlog")

The package wraps the C core: results are identical to those of the `wend` command.
"""

from __future__ import annotations

import contextlib
import difflib
import functools
import inspect
import json
import math
import os
import re
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, agent_code, environments
from ._core import Error, NavMesh

__version__: str = _core.version
__all__ = [
    "ACTIONS", "CATEGORIES", "Error", "Map", "NavMesh", "SPLITS", "Scene", "agents", "cls", "evaluate",
    "find_cylinders", "find_split",
    "generate_episodes", "metrics", "ndtw", "oracles", "path_scores", "run", "score", "sdtw", "tasks",
]

Position = Sequence[float] | NDArray[np.floating]

ACTIONS: list[str] = _core.actions()
"""Names of the actions; an action's number is its index."""

CATEGORIES: list[str] = _core.categories()
"""Names of the categories in semantic images; 0 is none."""


def _renamed(**new_names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Accepts former keyword names for one release, with a FutureWarning: _renamed(old="new")."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*given: Any, **settings: Any) -> Any:
            for old in new_names.keys() & settings.keys():
                warnings.warn(f"{old} is now {new_names[old]}; the old name works for one release",
                              FutureWarning, stacklevel=2)
                settings[new_names[old]] = settings.pop(old)
            return function(*given, **settings)

        return call

    return decorate


class Observation(dict[str, Any]):
    """A dict of sensor values. Former keys work for one release, with a FutureWarning."""

    _RENAMED = {"ways": "neighbours", "way_count": "neighbour_count"}

    def __missing__(self, key: str) -> Any:
        new = self._RENAMED.get(key)
        if new is None or new not in self:
            raise KeyError(key)
        warnings.warn(f"observation['{key}'] is now observation['{new}']; the old name works for one "
                      "release", FutureWarning, stacklevel=2)
        return self[new]


def _scene_again(kind: type, recipe: tuple[str, tuple[Any, ...], dict[str, Any] | None]) -> Any:
    """Unpickles a scene: creates it again from its reference."""
    method, given, words = recipe
    return getattr(kind, method)(*given, **(words or {}))


class Scene(_core.Scene):
    """An immutable scene, created by `Scene.generate` or `Scene.open`."""

    @_renamed(depth_max="max_depth", smooth="bilinear")
    def render(
        self,
        eye: Position,
        heading: float = 0.0,
        tilt: float = 0.0,
        *,
        width: int = 256,
        height: int = 256,
        hfov: float = 90.0,
        max_depth: float = 100.0,
        textured: bool = True,
        bilinear: bool = False,
        sensors: Iterable[str] = ("rgb", "depth", "semantic", "object"),
    ) -> dict[str, NDArray[Any]]:
        """Renders the view of a camera at `eye` (metres), with heading and tilt in radians; heading 0
        looks along -z.

        `rgb` is uint8 (height, width, 3), `depth` float32 metres (height, width), `semantic`
        uint16 categories, `object` uint32 object ids. `bilinear` filters textures bilinearly;
        the default is the nearest texel.
        """
        shapes = {
            "rgb": ((height, width, 3), np.uint8),
            "depth": ((height, width), np.float32),
            "semantic": ((height, width), np.uint16),
            "object": ((height, width), np.uint32),
        }
        wanted = list(sensors)
        for name in wanted:
            if name not in shapes:
                raise ValueError(f"there is no sensor '{name}'; there are {', '.join(shapes)}")
        images = {name: np.empty(*shapes[name]) for name in wanted}
        self._render_into(
            eye, heading, tilt, width=width, height=height, hfov=hfov, max_depth=max_depth,
            textured=textured, bilinear=bilinear, rgb=images.get("rgb"), depth=images.get("depth"),
            category=images.get("semantic"), object=images.get("object"),
        )
        return images

    def navmesh(self, **body: Any) -> NavMesh:
        """Builds the navmesh of an agent: radius, height, max_climb, max_slope, cell_size, open_doors."""
        return NavMesh.build(self, **body)

    def __repr__(self) -> str:
        return f"<wend.Scene {self.name}: {len(self.rooms)} rooms, {self.triangles} triangles>"


class Map(_core.Map):
    """Metric map of an agent, built from depth and pose only.

    The frame is wend's with the origin at the agent's start: x to its right, -z ahead.
    """

    def integrate(self, seen: dict[str, Any], labels: NDArray[np.uint8] | None = None) -> None:
        """Integrates the depth image of an observation at the pose of its gps and compass."""
        depth = np.ascontiguousarray(seen["depth"], np.float32)
        height, width = depth.shape[:2]
        x, z = self.position(seen)
        self._integrate(depth.reshape(height, width), width, height, float(seen.get("hfov", 90.0)),
                        (x, 0.0, z), float(seen["compass"][0]), 0.0,
                        float(seen.get("eye_height", 1.25)), labels)

    @staticmethod
    def position(seen: dict[str, Any]) -> tuple[float, float]:
        """x and z of an observation."""
        return float(seen["gps"][1]), -float(seen["gps"][0])

    @classmethod
    def place(cls, seen: dict[str, Any]) -> tuple[float, float]:
        """The former name of `position`; works for one release."""
        warnings.warn("Map.place is now Map.position", FutureWarning, stacklevel=2)
        return cls.position(seen)

    def way(self, x: float, z: float) -> list[tuple[float, float]]:
        """The former name of `path`; works for one release."""
        warnings.warn("Map.way is now Map.path", FutureWarning, stacklevel=2)
        corners: list[tuple[float, float]] = self.path(x, z)
        return corners

    @classmethod
    def at(cls, seen: dict[str, Any], ahead: float, right: float = 0.0) -> tuple[float, float]:
        """x and z of the point `ahead` and `right` metres from the pose of an observation."""
        x, z = cls.position(seen)
        turned = float(seen["compass"][0])
        return (x - ahead * math.sin(turned) + right * math.cos(turned),
                z - ahead * math.cos(turned) - right * math.sin(turned))

    def steer(self, seen: dict[str, Any], x: float, z: float, within: float = 0.28) -> str:
        """The next action on the path to x, z, or to the nearest reachable point. `spread` must have
        been called with the position of the observation. Heading errors below `within` radians
        are not corrected."""
        here_x, here_z = self.position(seen)
        path = self.path(x, z)
        if len(path) < 2:
            near = self.nearest(x, z, 50.0)
            path = self.path(*near) if near else []
        ahead = [p for p in path[1:] if math.dist(p, (here_x, here_z)) > 0.2]  # corners not yet reached
        to_x, to_z = ahead[0] if ahead else path[-1] if len(path) > 1 else (x, z)
        turn = math.atan2(here_x - to_x, here_z - to_z) - float(seen["compass"][0])
        turn = math.remainder(turn, 2 * math.pi)
        return "forward" if abs(turn) <= within else "left" if turn > 0 else "right"

    @property
    def grid(self) -> dict[str, Any]:
        """Copies of the layers `state` (0 unknown, 1 free, 2 occupied), `label` and `relevance`,
        as [z][x], with x and z of the grid's corner and the side of a cell."""
        x, z, cell, width, height, *layers = self._grid()
        names = ("state", "label", "relevance")
        arrays = {name: np.frombuffer(layer, np.uint8).reshape(height, width).copy()
                  for name, layer in zip(names, layers)}
        return {"x": x, "z": z, "cell": cell, **arrays}


def find_cylinders(seen: dict[str, Any], tall: float = 0.75) -> list[dict[str, Any]]:
    """Detects MultiON's cylinders from RGB and depth. `color` is the index that `multiobjectgoal`
    uses, `ahead` and `right` are metres from the agent, `sure` is true if the whole cylinder is
    visible. `tall` is the height in metres: 0.75 in the paper, 1.5 in the released code."""
    rgb = np.ascontiguousarray(seen["rgb"], np.uint8)
    height, width = rgb.shape[:2]
    depth = np.ascontiguousarray(seen["depth"], np.float32).reshape(height, width)
    return _core.find_cylinders(rgb, depth, width, height, float(seen.get("hfov", 90.0)),
                                float(seen.get("eye_height", 1.25)), float(tall))


def _meant(word: str, names: Iterable[str]) -> str:
    """" (did you mean 'X'?)" for a similar name, else ""."""
    near = difflib.get_close_matches(word, list(names), 1)
    return f" (did you mean '{near[0]}'?)" if near else ""


def _settings_of(function: Callable[..., Any]) -> list[str]:
    parameters = inspect.signature(function).parameters.values()
    return [p.name for p in parameters if p.kind is inspect.Parameter.KEYWORD_ONLY]


def _check_settings(what: str, known: list[str], settings: Iterable[str]) -> None:
    """Raises TypeError for unknown settings, with the list of known ones."""
    for name in settings:
        if name not in known:
            raise TypeError(f"{what}: there is no setting '{name}'{_meant(name, known)}; there are "
                            f"{', '.join(known)}")


# ---- names ----------------------------------------------------------------------------------------


def tasks() -> dict[str, str]:
    """Summaries of the tasks, by name."""
    return dict(_core.tasks())


def _for_task(rows: list[tuple[str, str, str | None]], task: str | None) -> dict[str, str]:
    if task is not None:
        _core.require_task(task)
    wanted = None if task is None else task.partition(":")[0]
    return {name: summary for name, summary, plays in rows
            if wanted is None or plays is None or wanted in plays.split()}


def agents(task: str | None = None) -> dict[str, str]:
    """Summaries of the built-in agents, by name; with a task, those that support it."""
    return _for_task(_core.agents(), task)


def oracles(task: str | None = None) -> dict[str, str]:
    """Summaries of the oracles, which use ground truth; with a task, those that support it."""
    return _for_task(_core.oracles(), task)


# ---- paths ----------------------------------------------------------------------------------------


def _positions(path: ArrayLike) -> NDArray[np.float64]:
    array = np.ascontiguousarray(path, dtype=np.float64)
    if array.size == 0:
        return np.zeros((0, 3))
    if array.ndim != 2 or array.shape[1] not in (2, 3):
        raise ValueError(f"a path is an array of (n, 3) or (n, 2); this one is {array.shape}")
    if array.shape[1] == 2:
        array = np.column_stack([array, np.zeros(len(array))])
    return np.ascontiguousarray(array)


def path_scores(
    path: ArrayLike,
    reference: ArrayLike,
    *,
    shortest: float | None = None,
    stopped: bool = True,
    benchmark: str = "r2r",
    rules: str = "paper",
) -> dict[str, float]:
    """Every metric of a path against its reference: TL, NE, SR, OS, SPL, DTW, nDTW, SDTW, CLS, PC.

    Distances are Euclidean. `shortest` is the geodesic distance from start to goal; default: the
    length of the reference. Without STOP (`stopped=False`) SR, SPL and SDTW are 0. Repeated points
    are merged, except under the official rules of r2r, r4r, rxr and ir2r. Coordinates must be
    finite. docs/metrics.md lists the degenerate cases.
    """
    if shortest is not None and not shortest >= 0:
        raise ValueError(f"shortest is {shortest}; it must be >= 0")
    return _core.path_scores(
        _positions(path), _positions(reference), shortest=-1.0 if shortest is None else shortest,
        stopped=stopped, benchmark=benchmark, rules=rules,
    )


def ndtw(path: ArrayLike, reference: ArrayLike, *, benchmark: str = "r2r", rules: str = "paper") -> float:
    """Normalised dynamic time warping, in (0, 1]; 1 for the reference itself."""
    return path_scores(path, reference, benchmark=benchmark, rules=rules)["nDTW"]


def sdtw(path: ArrayLike, reference: ArrayLike, *, benchmark: str = "r2r", rules: str = "paper") -> float:
    """nDTW if the path ends within 3 m of the goal, else 0."""
    return path_scores(path, reference, benchmark=benchmark, rules=rules)["SDTW"]


def cls(path: ArrayLike, reference: ArrayLike, *, benchmark: str = "r2r", rules: str = "paper") -> float:
    """Coverage weighted by length score."""
    return path_scores(path, reference, benchmark=benchmark, rules=rules)["CLS"]


# ---- episodes, runs, metrics ----------------------------------------------------------------------


def expand_scenes(scenes: str | Iterable[str]) -> list[str]:
    """Expands ranges: 'house:1..3' is house:1, house:2 and house:3, as on the command line."""
    names = [scenes] if isinstance(scenes, str) else [str(name) for name in scenes]
    found: list[str] = []
    for name in names:
        match = re.fullmatch(r"(.*[:#])(\d+)\.\.(\d+)", name)
        if match:
            found += [f"{match[1]}{i}" for i in range(int(match[2]), int(match[3]) + 1)]
        else:
            found.append(name)
    return found


def _generators() -> dict[str, Callable[..., None]]:
    makers = {name[9:]: getattr(_core, name) for name in dir(_core) if name.startswith("generate_")}
    makers |= {"r2r-ce": makers["r2r"], "rxr-ce": makers["rxr"], "ir2r": makers["r2r"],
               "ir2r-ce": makers["r2r"]}
    return makers | {"objectnav": functools.partial(_core.generate_pasture, splits=["robothor"])}


@_renamed(min_leg="min_distance", max_leg="max_distance")
def generate_episodes(
    task: str, scenes: str | Iterable[str], out: str | os.PathLike[str], **settings: Any
) -> str:
    """Generates episodes of a task in the given scenes; returns the path of the file.

    Settings are those of `wend episodes generate TASK`: `count`, `seed`, `goals`, `level`, …
    """
    makers = _generators()
    if task not in makers:
        raise ValueError(f"episodes of '{task}' cannot be generated{_meant(task, makers)}; choose one of "
                         f"{', '.join(sorted(makers))}")
    path = os.fspath(out)
    _check_settings(f"episodes of {task}", _settings_of(makers[task]), settings)
    makers[task](expand_scenes(scenes), path, **settings)
    return path


def _take_native(task: str, settings: dict[str, Any]) -> str:
    """Replaces the former setting `native=True` by the task option "rescue:native"."""
    if not settings.pop("native", False):
        return task
    task += ",native" if ":" in task else ":native"
    warnings.warn(f"native=True is now part of the task: {task!r}", DeprecationWarning, stacklevel=3)
    return task


def _run(*given: Any, **settings: Any) -> dict[str, Any]:
    """Calls the run of the core; errors name settings as in Python."""
    try:
        return _core.run(*given, **settings)
    except Error as problem:
        words = str(problem).replace("--overwrite", "overwrite=True")
        if "agent_hash" in words:
            words += "; agent_hash covers the agent's code, attributes and weights"
        if words == str(problem):
            raise
        other = Error(words)
        other.status = problem.status
        raise other from None


def run(
    task: str, agent: str, episodes: str | os.PathLike[str], out: str | os.PathLike[str],
    **settings: Any,
) -> dict[str, Any]:
    """`wend run`: runs a built-in agent on all episodes and writes a log; returns `metrics(out)`."""
    task = _take_native(task, settings)
    _check_settings("run", _settings_of(_core.run), settings)
    summary = _run(task, agent, os.fspath(episodes), os.fspath(out), **settings)
    return metrics(out) | {"resumed": summary["resumed"], "played": summary["played"]}


def metrics(log: str | os.PathLike[str]) -> dict[str, Any]:
    """`wend metrics`: means with intervals, and the metrics of every episode, computed from a log."""
    return _core.log_metrics(os.fspath(log))


def score(
    benchmark: str,
    *,
    results: str | os.PathLike[str],
    annotations: str | os.PathLike[str] | None = None,
    connectivity: str | os.PathLike[str] | None = None,
    gt: str | os.PathLike[str] | None = None,
    tours: str | os.PathLike[str] | None = None,
    rooms: str | os.PathLike[str] | None = None,
    navmeshes: str | os.PathLike[str] | None = None,
    split: str | None = None,
    positions: str = "poses",
    rules: str = "official",
    distance: str = "euclidean",
    per_episode: bool = False,
    resamples: int = 1000,
    seed: int = 1,
) -> dict[str, Any]:
    """`wend score`: scores predictions of other programs, in the submission formats of the challenges.

    `benchmark` is one of r2r, r4r, rxr, ir2r, r2r-ce, rxr-ce, ir2r-ce, multion, rescue,
    objectnav, robothor, pasture. The result has the means by name (`scores["sr"]`,
    `scores["ndtw"]`), 95 % intervals as `intervals` and `intervals_by_scene` (None with fewer than
    two scenes), groups as `by_language` or `by_level`, the rows as `episodes` (and `tours`) with
    `per_episode`, and `problems`; each problem is also issued as a warning.
    """
    if distance not in ("euclidean", "geodesic"):
        raise ValueError(f"distance is 'euclidean' or 'geodesic', not {distance!r}")
    files = {"results": results, "annotations": annotations, "connectivity": connectivity,
             "gt": gt, "tours": tours, "rooms": rooms, "navmeshes": navmeshes}
    text, problems = _core.score(
        benchmark, **{name: path if path is None else os.fspath(path) for name, path in files.items()},
        split=split, positions=positions, rules=rules, geodesic=distance == "geodesic",
        per_episode=per_episode, resamples=resamples, seed=seed)
    for sentence in problems:
        warnings.warn(sentence, stacklevel=2)
    return json.loads(text)


class _Images:
    """Arrays of an observation: new ones in each step or, with `copy=False`, reused ones."""

    def __init__(self, copy: bool) -> None:
        self.copy = copy
        self.arrays: dict[str, NDArray[Any]] = {}

    def take(self, name: str, memory: Any, kind: Any, shape: tuple[int, ...]) -> NDArray[Any]:
        given = np.frombuffer(memory, kind).reshape(shape)
        if self.copy:
            return given.copy()
        array = self.arrays.get(name)
        if array is None or array.shape != shape:
            array = self.arrays[name] = np.empty(shape, kind)
        array[...] = given
        return array


def _views(views: list[dict[str, Any]], features: bytes | None) -> list[dict[str, Any]]:
    """The 36 views of a viewpoint: words, detections and, where there are any, feature vectors."""
    if features is not None:
        rows = np.frombuffer(features, np.float16).reshape(36, -1).astype(np.float32)
        for view, row in zip(views, rows):
            view["feature"] = row
    return views


def _observe(images: _Images, raw: dict[str, Any]) -> dict[str, Any]:
    """Converts the core's observation, whose memory is valid during this call only."""
    size = (raw["height"], raw["width"])
    seen = Observation({name: raw[name] for name in ("step", "collided", "hfov", "eye_height")})
    if raw["viewpoint"] is not None:
        size = (36, *size)
        seen |= {name: raw[name] for name in ("viewpoint", "view", "neighbours")}
        if raw["views"] is not None:
            seen["views"] = _views(*raw["views"])
    kinds = {"rgb": (np.uint8, (*size, 3)), "depth": (np.float32, (*size, 1)),
             "semantic": (np.uint16, (*size, 1))}
    for name, (kind, shape) in kinds.items():
        if raw[name] is not None:
            seen[name] = images.take(name, raw[name], kind, shape)
    if raw["gps"][0] == raw["gps"][0]:
        seen["gps"] = np.array(raw["gps"], np.float32)
        seen["compass"] = np.array([raw["compass"]], np.float32)
    if raw["pointgoal"][0] == raw["pointgoal"][0]:
        seen["pointgoal_with_gps_compass"] = np.array(raw["pointgoal"], np.float32)
    if raw["objectgoal"]:
        seen["objectgoal"] = raw["objectgoal"]
    if raw["goal"] >= 0:
        seen["multiobjectgoal"] = np.array([raw["goal"]], np.int64)
        seen["goal_number"], seen["goal_count"] = raw["goal_number"], raw["goal_count"]
    if raw["instruction"] is not None:
        seen["instruction"], seen["language"] = raw["instruction"], raw["language"]
    if raw["reference"] is not None:
        size = (raw["reference_height"], raw["reference_width"], 3)
        seen["reference"] = images.take("reference", raw["reference"], np.uint8, size)
        seen["carries"], seen["seconds_left"] = raw["carries"], raw["seconds_left"]
    return seen


SPLITS: dict[str, int] = {"train": 0, "val": 4000, "test": 5000}
"""First seed of the generated scenes of each split; built-in agents are tuned on seeds below 5000."""


def find_split(folder: str | os.PathLike[str], split: str) -> str:
    """Finds the file of a split in a dataset folder: val/val.json.gz, val.json.gz, R2R_val.json,
    rxr_val_guide.jsonl.gz, …"""
    endings = "|".join(re.escape(e) for e in (".json", ".json.gz", ".jsonl", ".jsonl.gz"))
    right = re.compile(rf"(?:.*_)?{re.escape(split)}(?:_guide)?(?:{endings})")
    found, others = [], set()
    for where in (os.fspath(folder), os.path.join(folder, split)):
        names = sorted(os.listdir(where)) if os.path.isdir(where) else []
        found += [os.path.join(where, name) for name in names if right.fullmatch(name)]
        others |= set(names)
    if len(found) == 1:
        return found[0]
    if found:
        raise ValueError(f"{', '.join(found)}: more than one file of the split '{split}'; give one as "
                         "`episodes`")
    raise ValueError(f"{os.fspath(folder)}: no episodes of the split '{split}'{_meant(split, others)}; "
                     f"there are {', '.join(sorted(others)) or 'no files'}")


def _episodes_of(task: str, split: str, out: str) -> str:
    """Episodes in generated scenes; written next to the log by the first call."""
    if split not in SPLITS:
        raise ValueError(f"there is no split '{split}'{_meant(split, SPLITS)}; generated scenes have "
                         f"{', '.join(SPLITS)}; for others give a folder or a file as `episodes`")
    rows = [row for row in environments.TASKS.values() if row["task"] == task.partition(":")[0]]
    if not rows:
        _core.require_task(task)
        raise ValueError(f"{task}: has no generated episodes; give a file as `episodes`")
    kind = rows[0].get("scenes", ("apartment:0",))[0].partition(":")[0]
    path = f"{out}.{split}{os.path.splitext(rows[0].get('file', 'episodes.json'))[1]}"
    if not os.path.exists(path):
        first = SPLITS[split]
        settings = rows[0]["generate"] | ({"count": 5} if "count" in rows[0]["generate"] else {})
        generate_episodes(task.partition(":")[0], f"{kind}:{first}..{first + 9}", path, seed=first,
                          **settings)
    return path


def _agent_makers(agent: Any, first: Any, copy: bool) -> Callable[[], tuple[Any, ...]]:
    """Returns a factory of the agents of the workers; `first` is used for the first one."""
    ready = [first]

    def make() -> tuple[Any, ...]:
        player = ready.pop() if ready else agent() if isinstance(agent, type) else agent
        act = getattr(player, "act", player)
        if not callable(act):
            raise TypeError("an agent is a callable, or has a method act(observation)")
        reset = getattr(player, "reset", None)
        wanted = 0 if reset is None else len(inspect.signature(reset).parameters)

        def begin(seed: int, tour: dict[str, Any]) -> None:
            if reset is not None:
                reset(*(seed, tour)[:wanted])

        look = functools.partial(_observe, _Images(copy))
        return begin, act, look, getattr(player, "watch", None)

    return make


def _tasks_of(agent: Any) -> str | None:
    """The tasks that an agent declares in `tasks`, separated by spaces; None: all."""
    names = getattr(agent, "tasks", None)
    if names is None or callable(names):
        return None
    return names if isinstance(names, str) else " ".join(names)


@_renamed(sighted="uses_images")
def evaluate(
    agent: Any,
    task: str,
    *,
    out: str | os.PathLike[str],
    episodes: str | os.PathLike[str] | None = None,
    split: str | None = None,
    name: str | None = None,
    uses_images: bool = True,
    on_error: str = "score",
    copy: bool = True,
    **settings: Any,
) -> dict[str, Any]:
    """Runs an agent written in Python on all episodes and writes the log `out`. Returns
    `metrics(out)` and the number of episodes that were `resumed` from the log and `played` now.

    `agent` is a callable that takes an observation and returns an action, or an object with
    `act(observation)` and optionally `reset(seed)`. A class is instantiated once per worker, so
    that each thread has its own state. In tours, `reset(seed, tour)` receives whether the episode
    `continues` a tour and its `number` of `count`, and `watch(observation, action)` receives the
    steps in which the oracle guides the agent to the next start. `tasks = ("multion",)` on the
    agent lists the tasks it supports; others are refused.

    An exception of the agent, or an illegal action, ends the episode with score 0
    (`n_agent_errors`). `on_error="raise"` raises the first exception instead, and its episode
    is not logged.

    The log has the format of `wend run`. The same call resumes an interrupted evaluation. A log of
    other code, weights or settings is refused; `overwrite=True` starts over. The agent is identified
    by a hash of the code it can reach and of its attributes; `__wend_hash__`, a value or a method of
    the agent, replaces the attributes in that hash.

    Observations are copies that the agent may keep; with `copy=False` the same arrays are reused in
    every step.

    `episodes` is a file, or a dataset folder in which `split` selects the file. Without `episodes`,
    the split (`train`, `val` or `test`) is generated: episodes in ten scenes that no other split
    has, written next to the log. Other settings are those of `wend run`: `seed`, `limit`,
    `max_steps`, `rules`, `scenes` (a folder), `cache`, `connectivity`, `tours`, `observations`,
    `snap`, `skip_bad`, `overwrite`, `retry_failed`.
    """
    if on_error not in ("score", "raise"):
        raise ValueError(f"on_error is 'score' or 'raise', not {on_error!r}")
    if episodes is None:
        if split is None:
            raise TypeError("evaluate needs `episodes`, a file, or `split`: train, val or test")
        episodes = _episodes_of(task, split, os.fspath(out))
    elif split is not None:
        episodes = find_split(episodes, split)
    task = _take_native(task, settings)
    _check_settings("evaluate", _settings_of(_core.run), settings)
    several = isinstance(agent, type)
    threads = settings.pop("threads", 1)
    if not several and threads != 1:
        raise ValueError("give the agent's class, or a factory type, to use more than one thread: "
                         "one object cannot play several episodes at once")
    first = agent() if several else agent
    begun = agent_code.digest_agent(agent)
    code = agent_code.hash_agent(begun, first if several else None)
    label = name or getattr(agent, "__name__", type(agent).__name__)
    for folder in ("connectivity", "tours", "observations", "scenes", "cache"):
        if settings.get(folder) is not None:
            settings[folder] = os.fspath(settings[folder])
    try:
        summary = _run(
            task, label, os.fspath(episodes), os.fspath(out), threads=threads, uses_images=uses_images,
            maker=_agent_makers(agent, first, copy), watches=hasattr(agent, "watch"),
            agent_hash=code, agent_tasks=_tasks_of(agent), raises=on_error == "raise", **settings)
    finally:
        agent_code.leave_agent(agent, begun)
    return metrics(out) | {"resumed": summary["resumed"], "played": summary["played"]}


with contextlib.suppress(ImportError):  # Gymnasium is optional
    environments.register()
