"""Trains Stable-Baselines3's PPO on point goals from depth, in a few minutes on a CPU.

    pip install stable-baselines3        # and torch, see pytorch.org
    python ppo_pointgoal.py              # writes learning.png; --steps N for shorter or longer

Trains in eight large rooms and evaluates in two unseen ones with `wend.evaluate`, whose log `wend metrics` and
`wend report` read.
"""
import argparse
import time

import matplotlib
import numpy as np
import torch
import wend
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from wend.sb3 import WendVecEnv

SIDE = 24  # width and height of the depth images
ACTIONS = ("stop", "forward", "left", "right")


class Features(BaseFeaturesExtractor):
    """Goal distance at two scales, its direction, and the inverse of the smallest depth of each image column."""

    def __init__(self, space):
        super().__init__(space, features_dim=4 + SIDE)

    def forward(self, seen):
        far, bearing = seen["pointgoal_with_gps_compass"].unbind(1)
        goal = torch.stack([far.clamp(max=4) / 4, (far / 0.2).clamp(max=2), bearing.cos(), bearing.sin()], 1)
        nearest = seen["depth"][:, SIDE // 4:3 * SIDE // 4, :, 0].amin(1)  # without floor and ceiling
        return torch.cat([goal, 1 / (1 + nearest)], 1)


class Recorder(BaseCallback):
    """Records the metrics of the training episodes."""

    def __init__(self):
        super().__init__()
        self.steps, self.success, self.spl = [], [], []

    def _on_step(self):
        for info in self.locals["infos"]:
            if "metrics" in info:
                self.steps.append(self.num_timesteps)
                self.success.append(info["metrics"]["success"])
                self.spl.append(info["metrics"]["spl"])
        return True

    def _on_rollout_end(self):
        print(f"{self.num_timesteps:8} steps: success {np.mean(self.success[-200:] or [0]):.2f}", flush=True)


class Learned:
    """The policy as an agent for wend.evaluate."""

    def __init__(self, policy):
        self.policy = policy

    def act(self, seen):
        action, _ = self.policy.predict({"depth": shrink(seen["depth"]),
                                         "pointgoal_with_gps_compass": seen["pointgoal_with_gps_compass"],
                                         "gps": seen["gps"], "compass": seen["compass"]}, deterministic=True)
        return ACTIONS[int(action)]


def shrink(depth):
    """Resizes a depth image to the training size, by nearest pixels."""
    at = (np.arange(SIDE) + 0.5) * depth.shape[0] / SIDE
    return depth[at.astype(int)][:, at.astype(int)]


def draw(recorder, path):
    matplotlib.use("Agg")
    from matplotlib import pyplot

    window = max(len(recorder.steps) // 50, 1)
    smooth = lambda values: np.convolve(values, np.ones(window) / window, "valid")
    steps = np.array(recorder.steps)[window - 1:] / 1000
    figure, axes = pyplot.subplots(figsize=(6, 3.6), layout="constrained")
    axes.plot(steps, smooth(recorder.success), label="success")
    axes.plot(steps, smooth(recorder.spl), label="SPL")
    axes.set(xlabel="thousand steps", ylabel=f"mean of {window} training episodes", ylim=(0, 1),
             title="PPO on point goals, eight rooms")
    axes.legend(loc="lower right")
    figure.savefig(path, dpi=120)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--steps", type=int, default=100_000)
    options.add_argument("--envs", type=int, default=32)
    options = options.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)  # the network is too small for several threads
    envs = WendVecEnv("PointNav", options.envs, scenes="room:0..7", count=200, max_distance=8,
                    min_ratio=1, max_steps=150, sensors=("depth",), width=SIDE, height=SIDE)
    model = PPO("MultiInputPolicy", envs, n_steps=64, batch_size=512, n_epochs=5, gamma=0.98,
                learning_rate=lambda left: 1e-3 * left, ent_coef=0.005, seed=1, policy_kwargs={"features_extractor_class": Features,
                "net_arch": [64, 64]})
    recorder, began = Recorder(), time.time()
    model.learn(options.steps, callback=recorder)
    seconds = time.time() - began
    tenth = max(len(recorder.success) // 10, 1)
    print(f"{model.num_timesteps} steps in {seconds:.0f} s; success in training "
          f"{np.mean(recorder.success[:tenth]):.2f} at first, {np.mean(recorder.success[-tenth:]):.2f} at last")
    draw(recorder, "learning.png")
    wend.generate_episodes("pointnav", "room:5000..5001", "unseen.json", count=25, seed=5, max_distance=8,
                           min_ratio=1)
    result = wend.evaluate(Learned(model), "pointnav", episodes="unseen.json", out="unseen.wlog", name="ppo",
                           max_steps=150)
    print("unseen rooms:", {name: round(result["metrics"][name]["mean"], 3) for name in ("success", "spl")})


if __name__ == "__main__":
    main()
