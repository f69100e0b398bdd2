"""Gymnasium environments, single and vectorized. Both use the C batch.

    gymnasium.make("wend/MultiON-v0", scenes=["house:1"], goals=3)
    gymnasium.make_vec("wend/PointNav-v0", num_envs=64, scenes=["house:1..16"])
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import string
import sys
import tempfile
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import shared_memory
except ImportError as problem:
    raise ImportError("wend.gym needs Gymnasium 1.0 or newer: pip install 'gymnasium>=1.0'") from problem

from . import (
    ACTIONS, CATEGORIES, Observation, _check_settings, _core, _generators, _renamed, _settings_of,
    _views, generate_episodes,
)
from .environments import TASKS

_HABITAT_NAMES = {"stop": "STOP", "forward": "MOVE_FORWARD", "left": "TURN_LEFT",
                  "right": "TURN_RIGHT", "up": "LOOK_UP", "down": "LOOK_DOWN", "found": "FOUND"}

_TURN = float(np.float32(np.pi))

# Name of an observation -> its name in the core, shape, dtype, min and max.
_SENSES: dict[str, tuple[str, tuple[int, ...], Any, float, float]] = {
    "gps": ("gps", (2,), np.float32, -np.inf, np.inf),
    "compass": ("compass", (1,), np.float32, -_TURN, _TURN),
    "altitude": ("altitude", (1,), np.float32, -np.inf, np.inf),
    "pointgoal_with_gps_compass": ("pointgoal", (2,), np.float32, -np.inf, np.inf),
    "objectgoal": ("goal_category", (1,), np.uint16, 0, len(CATEGORIES) - 1),
    "multiobjectgoal": ("goal", (1,), np.int32, 0, 255),
    "reference": ("reference", (_core.rescue["image_height"], _core.rescue["image_width"], 3),
                  np.uint8, 0, 255),
    "carries": ("carries", (1,), np.uint8, 0, 1),
    "seconds_left": ("seconds_left", (1,), np.float32, -np.inf, np.inf),
}


class _Characters:
    """All Unicode characters by code point, without a list of a million items."""

    def __len__(self) -> int:
        return sys.maxunicode + 1

    def __getitem__(self, number: int) -> str:
        return chr(number)

    def __contains__(self, character: object) -> bool:
        return isinstance(character, str) and len(character) == 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Characters)

    def __hash__(self) -> int:
        return hash(_Characters)


class Words(spaces.Text):
    """Texts in any script; the index of a character is its code point. Samples consist of letters,
    digits and spaces."""

    def __init__(self, max_length: int = 8192) -> None:
        super().__init__(max_length, min_length=0, charset=string.ascii_letters + string.digits + " ")
        self._everything = _Characters()

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and len(x) <= self.max_length

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        length = int(self.np_random.integers(self.min_length, self.max_length + 1))
        return "".join(self.np_random.choice(self._char_list, size=length))

    @property
    def character_set(self) -> Any:
        return self._everything

    @property
    def character_list(self) -> Any:
        return self._everything

    def character_index(self, char: str) -> np.int32:
        return np.int32(ord(char))

    def __repr__(self) -> str:
        return f"Words({self.max_length})"


class _SharedTexts(Sequence[str]):
    """Current texts in the shared memory of `AsyncVectorEnv`; a copy is a tuple. Gymnasium itself
    reads texts only once, when the memory is created."""

    def __init__(self, memory: Any, num_envs: int, max_length: int) -> None:
        self._rows = np.frombuffer(memory.get_obj(), np.int32).reshape(num_envs, max_length + 1)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, env: Any) -> Any:
        if isinstance(env, slice):
            return tuple(self)[env]
        row = self._rows[env]
        return "".join(map(chr, row[1:1 + row[0]]))

    def __deepcopy__(self, memo: Any) -> tuple[str, ...]:
        return tuple(self)

    def __eq__(self, other: object) -> bool:
        return tuple(self) == other

    __hash__ = None  # type: ignore[assignment]


@shared_memory.create_shared_memory.register(Words)
def _make_shared_texts(space: Words, n: int = 1, ctx: Any = multiprocessing) -> Any:
    return ctx.Array("i", n * (space.max_length + 1))


@shared_memory.write_to_shared_memory.register(Words)
def _write_shared_text(space: Words, index: int, value: str, memory: Any) -> None:
    row = np.frombuffer(memory.get_obj(), np.int32).reshape(-1, space.max_length + 1)[index]
    row[0] = len(value)
    row[1:1 + len(value)] = [ord(character) for character in value]


@shared_memory.read_from_shared_memory.register(Words)
def _read_shared_texts(space: Words, memory: Any, n: int = 1) -> _SharedTexts:
    return _SharedTexts(memory, n, space.max_length)


class _Actions:
    """Converts the actions of an environment to the core's action kinds and velocities."""

    def __init__(self, row: dict[str, Any], continuous: bool, neighbours: int) -> None:
        self.names = [_HABITAT_NAMES.get(a, a.upper()) for a in row["actions"]]
        self.neighbours = neighbours
        if neighbours:
            self.names = ["STOP", *(f"GO_{i}" for i in range(neighbours))]
        shares = row.get("drives", {})
        self.continuous = continuous
        self.space: spaces.Space[Any] = spaces.Discrete(len(self.names))
        if continuous:
            if not shares:
                raise ValueError(f"continuous: {row['task']} has no continuous actions, only discrete ones")
            self.space = spaces.Box(-1, 1, (2,), np.float32)
        high = np.array([_core.rescue["speed"], _core.rescue["turn_rate"]])
        self._max, self._period = high, _core.rescue["period"]
        kinds = ["velocity" if a in shares else a for a in row["actions"]]
        self._kinds = np.array([ACTIONS.index(kind) for kind in kinds], np.int32)
        self._drives = np.array([[*(high * shares.get(a, (0, 0))), self._period]
                                 for a in row["actions"]], np.float32) if shares else None

    def parse(
        self, actions: Any, num_envs: int, neighbour_count: np.ndarray | None
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """Kinds and velocities of the given actions, one per environment."""
        given = np.asarray(actions)
        wide = 2 if self.continuous else 1
        if given.size == num_envs * wide and given.ndim <= 3:  # (n, 1), and one item in any shape
            given = given.reshape((num_envs, wide) if self.continuous else (num_envs,))
        if self.continuous:
            if given.shape != (num_envs, 2) or not np.isfinite(given.astype(float)).all():
                raise ValueError(f"an action is two finite numbers of -1 to 1, speed and turn, for "
                                 f"each of {num_envs}; this one is {actions!r}")
            drives = np.full((num_envs, 3), self._period, np.float32)
            drives[:, :2] = np.clip(given, -1, 1) * self._max
            return np.full(num_envs, ACTIONS.index("velocity"), np.int32), drives
        if given.shape != (num_envs,) or not np.issubdtype(given.dtype, np.integer):
            raise ValueError(f"an action is a whole number, one for each of {num_envs}; this one is "
                             f"{actions!r} of type {given.dtype}")
        wrong = given[(given < 0) | (given >= len(self.names))]
        if wrong.size:
            raise ValueError(f"action {wrong[0]}; actions are 0 to {len(self.names) - 1}: "
                             f"{', '.join(self.names)}")
        if self.neighbours and neighbour_count is not None:
            # Indices past the last neighbour wrap around, so that every action is legal.
            moves = (given > 0) & (neighbour_count > 0)
            drives = np.zeros((num_envs, 3), np.float32)
            drives[:, 0] = np.where(moves, (given - 1) % np.maximum(neighbour_count, 1), 0)
            kinds = np.where(moves, ACTIONS.index("go"), ACTIONS.index("stop"))
            return kinds.astype(np.int32), drives
        return self._kinds[given], None if self._drives is None else self._drives[given]


class _Core:
    """Shared by both environments: a batch, the arrays it fills, the spaces."""

    @_renamed(max_ways="max_neighbours")
    def __init__(
        self, kind: str, num_envs: int, *, episodes: str | os.PathLike[str] | None = None,
        scenes: str | Iterable[str] | None = None, width: int = 128, height: int = 128,
        sensors: Iterable[str] = ("rgb", "depth"), rules: str = "paper", seed: int = 0,
        threads: int = 0, max_steps: int = 0, cache: str | None = None,
        scene_folder: str | None = None, native: bool = False, continuous: bool = False,
        options: str = "", connectivity: str | os.PathLike[str] | None = None, max_neighbours: int = 16,
        low_level: bool = False, panorama: bool = False,
        tours: str | os.PathLike[str] | None = None, reward: str | None = None,
        observations: str | os.PathLike[str] | None = None, **settings: Any,
    ) -> None:
        if kind not in TASKS:
            raise ValueError(f"there is no environment '{kind}'; there are {', '.join(TASKS)}")
        self.row = TASKS[kind]
        self.max_neighbours = max_neighbours if self.row.get("graph") else 0
        self.actions = _Actions(self.row, continuous, 0 if low_level else self.max_neighbours)
        self.views = (36,) if panorama else ()
        self.sensors = tuple(sensors)
        known = ("rgb", "depth", "semantic")
        for name in self.sensors:
            if name not in known:
                raise ValueError(f"there is no sensor '{name}'; there are {', '.join(known)}")
        if episodes is not None and (settings or scenes):
            raise TypeError(f"{', '.join([*settings, *(['scenes'] if scenes else [])])}: for "
                            "generated episodes only; without `episodes` they are made")
        self.folder: tempfile.TemporaryDirectory[str] | None = None
        try:
            if episodes is None:
                episodes = self._generate(kind, scenes, seed, settings)
            if native:
                options += ",native" if options else "native"
            self.batch = _core.Batch(
                self.row["task"] + (f":{options}" if options else ""), os.fspath(episodes),
                scenes=scene_folder, cache=cache, rules=rules, seed=seed, num_envs=num_envs,
                threads=threads, max_steps=max_steps, width=width, height=height,
                uses_images=bool(self.sensors), panorama=panorama,
                graphs=None if connectivity is None else os.fspath(connectivity),
                tours=None if tours is None else os.fspath(tours), reward=reward,
                observations=None if observations is None else os.fspath(observations))
        except BaseException:
            self.close()
            raise
        self.num_envs = num_envs
        self.has_views = observations is not None
        self._make_arrays()

    def _generate(
        self, kind: str, scenes: str | Iterable[str] | None, seed: int, settings: dict[str, Any]
    ) -> str:
        """Generates episodes into a folder that is deleted when the environment is closed."""
        known = _settings_of(_Core.__init__) + _settings_of(_generators()[self.row["task"]])
        _check_settings(f"wend/{kind}-v0", known, settings)
        self.folder = tempfile.TemporaryDirectory(prefix="wend-")
        return generate_episodes(
            self.row["task"], scenes or self.row.get("scenes", ("apartment:0",)),
            os.path.join(self.folder.name, self.row.get("file", "episodes.json")), seed=seed,
            **(self.row["generate"] | settings))

    def _make_arrays(self) -> None:
        width, height = self.batch.size
        size = (*self.views, height, width)
        pictures = {"rgb": ("rgb", (*size, 3), np.uint8, 0, 255),
                    "depth": ("depth", (*size, 1), np.float32, 0, np.inf),
                    "semantic": ("category", (*size, 1), np.uint16, 0, 65535)}
        senses = {name: pictures[name] for name in self.sensors}
        senses |= {name: _SENSES[name] for name in self.row["senses"] if name in _SENSES}
        if self.max_neighbours:
            senses["neighbours"] = ("neighbours", (self.max_neighbours, 4), np.float32, -np.inf, np.inf)
            senses["neighbour_count"] = ("neighbour_count", (1,), np.int32, 0, self.max_neighbours)
        self.arrays: dict[str, np.ndarray] = {}
        single: dict[str, spaces.Space[Any]] = {}
        bound: dict[str, np.ndarray] = {}
        for name, (core_name, shape, kind, low, high) in senses.items():
            bound[core_name] = self.arrays[name] = np.zeros((self.num_envs, *shape), kind)
            single[name] = spaces.Box(kind(low), kind(high), shape, kind)
        self.words: list[str] | None = None
        if "instruction" in self.row["senses"]:
            single["instruction"] = Words()
            self.words = [""] * self.num_envs
        self.single_space = spaces.Dict(single)
        self.reward = np.zeros(self.num_envs, np.float32)
        self.done = np.zeros(self.num_envs, np.uint8)
        self.timed_out = np.zeros(self.num_envs, np.uint8)
        self.episode = np.zeros(self.num_envs, np.int32)
        self.batch.bind(**bound, reward=self.reward, done=self.done, timed_out=self.timed_out,
                        episode=self.episode, max_neighbours=self.max_neighbours)

    def instructions(self) -> tuple[str, ...] | None:
        """The instruction of each environment; None where the task has none."""
        if self.words is None:
            return None
        self.batch.instructions(self.words)
        return tuple(self.words)

    def views_of(self, env: int) -> list[dict[str, Any]] | None:
        """The perception of the 36 views of an environment's viewpoint."""
        seen = self.batch.views(env) if self.has_views else None
        return None if seen is None else _views(*seen)

    def episode_of(self, seed: int) -> int:
        """The index of the episode that a seed selects; the same on every machine."""
        digest = hashlib.sha256(str(seed).encode()).digest()
        return int.from_bytes(digest[:8], "little") % self.batch.episodes

    def step(self, actions: Any) -> None:
        neighbours = self.arrays["neighbour_count"][:, 0] if self.max_neighbours else None
        self.batch.step(*self.actions.parse(actions, self.num_envs, neighbours))

    def image(self, env: int) -> np.ndarray:
        """The image, next to it the floor plan with the trajectory so far and the goals."""
        plan = np.empty((_RENDER_SIDE, _RENDER_SIDE, 3), np.uint8)
        self.batch.picture(env, _RENDER_SIDE, plan)
        if "rgb" not in self.arrays:
            return plan
        view = self.arrays["rgb"][env]
        if self.views:
            view = np.concatenate(view[12:24:3], axis=1)  # four of the level views
        height, width = view.shape[:2]
        wide = round(_RENDER_SIDE * width / height)
        rows = np.arange(_RENDER_SIDE) * height // _RENDER_SIDE
        columns = np.arange(wide) * width // wide
        return np.concatenate([view[rows][:, columns], plan], axis=1)

    def close(self) -> None:
        if self.folder:
            self.folder.cleanup()


_RENDER_SIDE = 448


class WendEnv(gymnasium.Env):
    """One environment. Observation keys are Habitat's names."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 10}

    def __init__(self, kind: str, render_mode: str | None = None, **settings: Any) -> None:
        settings.setdefault("threads", 1)
        self.core = _Core(kind, 1, **settings)
        self.render_mode = render_mode
        self.action_space = self.core.actions.space
        self.observation_space = self.core.single_space
        self.action_names = self.core.actions.names
        self._next = 0
        self._over = True

    def _observation(self) -> dict[str, Any]:
        seen: dict[str, Any] = {k: v[0].copy() for k, v in self.core.arrays.items()}
        words = self.core.instructions()
        return Observation(seen | {"instruction": words[0]} if words else seen)

    def _info(self, episode: int) -> dict[str, Any]:
        views = self.core.views_of(0)
        return {"episode_index": episode} | ({"views": views} if views else {})

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts the next episode of the file, the one that `seed` selects, or `options={"episode": k}`."""
        super().reset(seed=seed)
        if options and "episode" in options:
            self._next = int(options["episode"])
        elif seed is not None:
            self._next = self.core.episode_of(seed)
        episode = self._next
        self.core.batch.begin(0, episode)
        self._next = (episode + 1) % self.core.batch.episodes
        self._over = False
        tour = self.core.batch.tour(0)
        return self._observation(), self._info(episode) | ({"tour": tour} if tour else {})

    def step(
        self, action: int
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self._over:
            raise gymnasium.error.ResetNeeded("the episode is over: call reset() first")
        self.core.step(action)
        done, late = bool(self.core.done[0]), bool(self.core.timed_out[0])
        info = self._info(int(self.core.episode[0]))
        if done:
            self._over = True
            info["metrics"] = self.core.batch.metrics(0)
        return self._observation(), float(self.core.reward[0]), done and not late, late, info

    def render(self) -> np.ndarray | None:
        """The image, next to it the floor plan with the trajectory so far and the goals."""
        return self.core.image(0) if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        self.core.close()


class WendVectorEnv(VectorEnv):
    """A batch of environments: one call steps all of them on all threads, without the GIL.

    Observations are copies; `copy=False` returns the batch's own arrays, which each step
    overwrites. After the last step of an episode, the next call starts
    the environment's next episode (next-step autoreset).
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": ["rgb_array"]}

    def __init__(self, kind: str, num_envs: int = 1, copy: bool = True,
                 render_mode: str | None = None, **settings: Any) -> None:
        self.core = _Core(kind, num_envs, **settings)
        self.num_envs = num_envs
        self.copy = copy
        self.render_mode = render_mode
        self.single_observation_space = self.core.single_space
        self.single_action_space = self.core.actions.space
        self.action_names = self.core.actions.names
        self.observation_space = gymnasium.vector.utils.batch_space(self.core.single_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.core.actions.space, num_envs)

    def _observation(self) -> dict[str, Any]:
        arrays: dict[str, Any] = self.core.arrays
        seen = {k: v.copy() for k, v in arrays.items()} if self.copy else dict(arrays)
        words = self.core.instructions()
        return Observation(seen | {"instruction": words} if words else seen)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"episode_index": self.core.episode.copy(),
                                "_episode_index": np.ones(self.num_envs, bool)}
        if self.core.has_views:
            info["views"] = np.empty(self.num_envs, object)
            for env in range(self.num_envs):
                info["views"][env] = self.core.views_of(env)
            info["_views"] = np.ones(self.num_envs, bool)
        return info

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Environment i begins episode i; with a seed, the episode selected by seed + i."""
        self.core.batch.reset()
        if seed is not None:
            seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else seed
            for env, its in enumerate(seeds):
                if its is not None:
                    self.core.batch.begin(env, self.core.episode_of(its))
        return self._observation(), self._info()

    def step(
        self, actions: np.ndarray
    ) -> tuple[dict[str, Any], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        self.core.step(actions)
        done, late = self.core.done.astype(bool), self.core.timed_out.astype(bool)
        info = self._info()
        if done.any():
            metrics: list[Any] = [None] * self.num_envs
            for env in np.flatnonzero(done):
                metrics[env] = self.core.batch.metrics(int(env))
            info["metrics"] = np.array(metrics, dtype=object)
            info["_metrics"] = done
        return self._observation(), self.core.reward.copy(), done & ~late, late, info

    def render(self) -> tuple[np.ndarray, ...] | None:
        """For each environment the image, next to it the floor plan."""
        if self.render_mode != "rgb_array":
            return None
        return tuple(self.core.image(env) for env in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        self.core.close()
