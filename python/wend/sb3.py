"""Stable-Baselines3's vector environment over the C batch.

    from wend.sb3 import WendVecEnv
    envs = WendVecEnv("PointNav", 32, scenes="apartment:0..7", sensors=("depth",))
    stable_baselines3.PPO("MultiInputPolicy", envs).learn(100_000)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as problem:
    raise ImportError("wend.sb3 needs Stable-Baselines3: pip install stable-baselines3") from problem

from .gym import _Core


class WendVecEnv(VecEnv):
    """Vectorized environment. As Stable-Baselines3 requires, the last step of an episode returns the
    first observation of the next one; the last observation is in `info["terminal_observation"]`."""

    def __init__(self, kind: str, num_envs: int, **settings: Any) -> None:
        self.core = _Core(kind, num_envs, **settings)
        if self.core.words is not None:
            raise ValueError(f"{kind} has instructions, and Stable-Baselines3 takes no texts")
        self.render_mode = "rgb_array"
        super().__init__(num_envs, self.core.single_space, self.core.actions.space)

    def _seen(self) -> dict[str, np.ndarray]:
        return {name: array.copy() for name, array in self.core.arrays.items()}

    def reset(self) -> dict[str, np.ndarray]:
        self.core.batch.reset()
        return self._seen()

    def step_async(self, actions: np.ndarray) -> None:
        self.core.step(actions)

    def step_wait(self) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, list[dict[str, Any]]]:
        reward, done = self.core.reward.copy(), self.core.done.astype(bool)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for env in np.flatnonzero(done):
            infos[env] = {
                "terminal_observation": {n: a[env].copy() for n, a in self.core.arrays.items()},
                "TimeLimit.truncated": bool(self.core.timed_out[env]),
                "metrics": self.core.batch.metrics(int(env)),
            }
            self.core.batch.begin(int(env))
        return self._seen(), reward, done, infos

    def get_images(self) -> Sequence[np.ndarray | None]:
        return [self.core.image(env) for env in range(self.num_envs)]

    def close(self) -> None:
        self.core.close()

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"{attr_name}: the num_envs of a batch have no attributes of their own")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        raise AttributeError(f"{method_name}: the num_envs of a batch have no methods of their own")
