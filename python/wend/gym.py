"""Gymnasium environments: one, and many at once. Both are the C batch.

    gymnasium.make("wend/MultiON-v0", scenes=["house:1"], goals=3)
    gymnasium.make_vec("wend/PointNav-v0", num_envs=64, scenes=["house:1..16"])
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Iterable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from . import ACTIONS, _core, generate_episodes
from .environments import TASKS

_HABITAT_NAMES = {"stop": "STOP", "forward": "MOVE_FORWARD", "left": "TURN_LEFT",
                  "right": "TURN_RIGHT", "up": "LOOK_UP", "down": "LOOK_DOWN", "found": "FOUND"}


def expand_scenes(scenes: str | Iterable[str]) -> list[str]:
    """'house:1..3' stands for house:1, house:2 and house:3, as on the command line."""
    names = [scenes] if isinstance(scenes, str) else list(scenes)
    found: list[str] = []
    for name in names:
        match = re.fullmatch(r"(.*[:#])(\d+)\.\.(\d+)", name)
        if match:
            first, last = int(match[2]), int(match[3])
            found += [f"{match[1]}{i}" for i in range(first, last + 1)]
        else:
            found.append(name)
    return found


class Words(spaces.Text):
    """Any text, in any script."""

    def __init__(self, max_length: int = 8192) -> None:
        super().__init__(max_length, min_length=0)

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and len(x) <= self.max_length


class _Core:
    """What both environments share: a batch, the arrays it fills, the spaces they have."""

    def __init__(
        self, kind: str, seats: int, *, episodes: str | os.PathLike[str] | None = None,
        scenes: str | Iterable[str] | None = None, count: int = 50, width: int = 128,
        height: int = 128, sensors: Iterable[str] = ("rgb", "depth"), rules: str = "paper",
        seed: int = 0, threads: int = 0, max_steps: int = 0, cache: str | None = None,
        scene_folder: str | None = None, **settings: Any,
    ) -> None:
        if kind not in TASKS:
            raise ValueError(f"there is no environment '{kind}'; there are {', '.join(TASKS)}")
        self.row = TASKS[kind]
        self.folder: tempfile.TemporaryDirectory[str] | None = None
        if episodes is None:
            self.folder = tempfile.TemporaryDirectory(prefix="wend-")
            episodes = generate_episodes(
                self.row["task"],
                expand_scenes(scenes or self.row.get("scenes", ("apartment:0",))),
                os.path.join(self.folder.name, self.row.get("file", "episodes.json")), count=count, seed=seed, **settings)
        elif settings:
            raise TypeError(f"{', '.join(settings)}: for generated episodes only")
        self.sensors = tuple(sensors)
        known = ("rgb", "depth", "semantic")
        for name in self.sensors:
            if name not in known:
                raise ValueError(f"there is no sensor '{name}'; there are {', '.join(known)}")
        self.batch = _core.Batch(
            self.row["task"], os.fspath(episodes), scenes=scene_folder, cache=cache, rules=rules,
            seed=seed, seats=seats, threads=threads, max_steps=max_steps, width=width,
            height=height, sighted=bool(self.sensors))
        self.seats = seats
        self._make_arrays()
        self.action_space = spaces.Discrete(len(self.row["actions"]))
        self.action_names = [_HABITAT_NAMES.get(a, a.upper()) for a in self.row["actions"]]
        self._kinds = np.array([ACTIONS.index(a) for a in self.row["actions"]], np.int32)

    def _make_arrays(self) -> None:
        width, height = self.batch.size
        n, turn = self.seats, np.float32(np.pi)
        arrays: dict[str, np.ndarray] = {}
        single: dict[str, spaces.Space] = {}
        if "rgb" in self.sensors:
            arrays["rgb"] = np.zeros((n, height, width, 3), np.uint8)
            single["rgb"] = spaces.Box(0, 255, (height, width, 3), np.uint8)
        if "depth" in self.sensors:
            arrays["depth"] = np.zeros((n, height, width, 1), np.float32)
            single["depth"] = spaces.Box(0, np.inf, (height, width, 1), np.float32)
        if "semantic" in self.sensors:
            arrays["semantic"] = np.zeros((n, height, width, 1), np.uint16)
            single["semantic"] = spaces.Box(0, 65535, (height, width, 1), np.uint16)
        arrays["gps"] = np.zeros((n, 2), np.float32)
        single["gps"] = spaces.Box(-np.inf, np.inf, (2,), np.float32)
        arrays["compass"] = np.zeros((n, 1), np.float32)
        single["compass"] = spaces.Box(-turn, turn, (1,), np.float32)
        if self.row["goal"] == "pointgoal":
            arrays["pointgoal_with_gps_compass"] = np.zeros((n, 2), np.float32)
            single["pointgoal_with_gps_compass"] = spaces.Box(-np.inf, np.inf, (2,), np.float32)
        if self.row["goal"] == "multiobjectgoal":
            arrays["multiobjectgoal"] = np.zeros((n, 1), np.int32)
            single["multiobjectgoal"] = spaces.Box(0, 255, (1,), np.int32)
        if self.row["goal"] == "instruction":
            single["instruction"] = Words()
        self.arrays = arrays
        self.single_space = spaces.Dict(single)
        self.reward = np.zeros(n, np.float32)
        self.done = np.zeros(n, np.uint8)
        self.episode = np.zeros(n, np.int32)
        self.batch.bind(
            rgb=arrays.get("rgb"), depth=arrays.get("depth"), category=arrays.get("semantic"),
            gps=arrays["gps"], compass=arrays["compass"],
            pointgoal=arrays.get("pointgoal_with_gps_compass"),
            goal=arrays.get("multiobjectgoal"), reward=self.reward, done=self.done,
            episode=self.episode)

    def instructions(self) -> tuple[str, ...] | None:
        """What each seat was told to do; None where the task has no words."""
        if self.row["goal"] != "instruction":
            return None
        return tuple(self.batch.goal(seat)["instruction"] or "" for seat in range(self.seats))

    def episode_of(self, seed: int) -> int:
        """Which episode a seed means: the same everywhere."""
        digest = hashlib.sha256(str(seed).encode()).digest()
        return int.from_bytes(digest[:8], "little") % self.batch.episodes

    def step(self, actions: np.ndarray) -> None:
        self.batch.step(np.ascontiguousarray(self._kinds[actions]))

    def declares(self, action: int) -> bool:
        """Whether the action says that something is reached: an end then is no time-out."""
        return self.row["actions"][action] in ("stop", "found")

    def close(self) -> None:
        if self.folder:
            self.folder.cleanup()


class WendEnv(gymnasium.Env):
    """One body in one place at a time. Observation keys are Habitat's names."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 10}

    def __init__(self, kind: str, render_mode: str | None = None, **settings: Any) -> None:
        settings.setdefault("threads", 1)
        self.core = _Core(kind, 1, **settings)
        self.render_mode = render_mode
        self.action_space = self.core.action_space
        self.observation_space = self.core.single_space
        self.action_names = self.core.action_names
        self._next = 0
        self._over = True

    def _observation(self) -> dict[str, Any]:
        seen: dict[str, Any] = {k: v[0].copy() for k, v in self.core.arrays.items()}
        words = self.core.instructions()
        return seen | {"instruction": words[0]} if words else seen

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The next episode of the file; with a seed the one it means; `options={"episode": k}`."""
        super().reset(seed=seed)
        if options and "episode" in options:
            self._next = int(options["episode"])
        elif seed is not None:
            self._next = self.core.episode_of(seed)
        episode = self._next
        self.core.batch.begin(0, episode)
        self._next = (episode + 1) % self.core.batch.episodes
        self._over = False
        return self._observation(), {"episode": episode}

    def step(
        self, action: int
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self._over:
            raise gymnasium.error.ResetNeeded("the episode is over: call reset() first")
        if not self.action_space.contains(action):
            raise ValueError(f"action {action!r}; actions are 0 to {self.action_space.n - 1}: "
                             f"{', '.join(self.action_names)}")
        self.core.step(np.array([int(action)]))
        done = bool(self.core.done[0])
        said = self.core.declares(int(action))
        info: dict[str, Any] = {"episode": int(self.core.episode[0])}
        if done:
            self._over = True
            info["metrics"] = self.core.batch.metrics(0)
        return self._observation(), float(self.core.reward[0]), done and said, done and not said, info

    def render(self) -> np.ndarray | None:
        """The view, and beside it the way walked so far, seen from above."""
        if self.render_mode != "rgb_array" or "rgb" not in self.core.arrays:
            return None
        view = self.core.arrays["rgb"][0]
        return np.concatenate([view, _draw_walk(self.core.batch.walk(0), view.shape[0])], axis=1)

    def close(self) -> None:
        self.core.close()


def _draw_walk(walk: list[tuple[float, float, float, float]], side: int) -> np.ndarray:
    picture = np.full((side, side, 3), 245, np.uint8)
    places = np.array(walk)[:, [0, 2]]
    middle = (places.min(0) + places.max(0)) / 2
    reach = max(float(np.ptp(places, axis=0).max()), 4.0) * 1.2
    dots = ((places - middle) / reach + 0.5) * (side - 1)
    for i in range(len(dots) - 1):
        steps = np.linspace(dots[i], dots[i + 1], 12)
        xs, ys = np.clip(np.rint(steps).astype(int), 0, side - 1).T
        picture[ys, xs] = (70, 110, 170)
    x, y = np.clip(np.rint(dots[-1]).astype(int), 1, side - 2)
    picture[y - 1:y + 2, x - 1:x + 2] = (200, 60, 40)
    return picture


class WendVectorEnv(VectorEnv):
    """Many at once: one call steps all of them on all threads, without Python's lock.

    Observations are the batch's own arrays, filled anew by each step; `copy=True` gives copies.
    After an episode's last step the next call begins the seat's next episode (next-step autoreset).
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": ["rgb_array"]}

    def __init__(self, kind: str, num_envs: int = 1, copy: bool = False,
                 render_mode: str | None = None, **settings: Any) -> None:
        self.core = _Core(kind, num_envs, **settings)
        self.num_envs = num_envs
        self.copy = copy
        self.render_mode = render_mode
        self.single_observation_space = self.core.single_space
        self.single_action_space = self.core.action_space
        self.observation_space = gymnasium.vector.utils.batch_space(self.core.single_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.core.action_space, num_envs)
        self._asked = np.zeros(num_envs, np.int64)
        self._declares = np.array([self.core.declares(a) for a in range(self.core.action_space.n)])

    def _observation(self) -> dict[str, Any]:
        arrays: dict[str, Any] = self.core.arrays
        seen = {k: v.copy() for k, v in arrays.items()} if self.copy else dict(arrays)
        words = self.core.instructions()
        return seen | {"instruction": words} if words else seen

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Seat i begins episode i; with a seed the episode that seed + i means."""
        self.core.batch.reset()
        if seed is not None:
            seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else seed
            for seat, its in enumerate(seeds):
                if its is not None:
                    self.core.batch.begin(seat, self.core.episode_of(its))
        return self._observation(), {"episode": self.core.episode.copy()}

    def step(
        self, actions: np.ndarray
    ) -> tuple[dict[str, Any], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or not np.issubdtype(actions.dtype, np.integer):
            raise ValueError(f"actions are {self.num_envs} whole numbers; "
                             f"these have shape {actions.shape} and type {actions.dtype}")
        if actions.size and (actions.min() < 0 or actions.max() >= len(self._declares)):
            raise ValueError(f"an action of {actions.min()} to {actions.max()}; "
                             f"actions are 0 to {len(self._declares) - 1}")
        self.core.step(actions)
        done = self.core.done.astype(bool)
        said = self._declares[actions]
        info: dict[str, Any] = {"episode": self.core.episode.copy()}
        if done.any():
            metrics: list[Any] = [None] * self.num_envs
            for seat in np.flatnonzero(done):
                metrics[seat] = self.core.batch.metrics(int(seat))
            info["metrics"] = np.array(metrics, dtype=object)
            info["_metrics"] = done
        return self._observation(), self.core.reward.copy(), done & said, done & ~said, info

    def render(self) -> tuple[np.ndarray, ...] | None:
        if self.render_mode != "rgb_array" or "rgb" not in self.core.arrays:
            return None
        return tuple(self.core.arrays["rgb"].copy())

    def close_extras(self, **kwargs: Any) -> None:
        self.core.close()
