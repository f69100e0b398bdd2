"""Environments under the wrappers people use: Gymnasium's and Stable-Baselines3's. Run by
tools/check-python."""

import pickle
import unittest
import warnings

import numpy as np
import wend
from test_wend import Folder

try:
    import gymnasium
    import wend.gym
except ImportError:
    gymnasium = None
try:
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import VecMonitor
    from wend.sb3 import WendVecEnv
except ImportError:
    Monitor = None
try:
    import torch
except ImportError:
    torch = None

SMALL = {"scenes": ["apartment:1"], "count": 4, "width": 32, "height": 32, "max_steps": 6}


@unittest.skipIf(gymnasium is None, "gymnasium is not installed")
class Wrappers(Folder):
    def make(self, kind="PointNav", **settings):
        env = gymnasium.make(f"wend/{kind}-v0", **(SMALL | settings))
        self.addCleanup(env.close)
        return env

    def make_vec(self, num_envs=3, mode="vector_entry_point", kind="PointNav", **settings):
        envs = gymnasium.make_vec(f"wend/{kind}-v0", num_envs=num_envs, vectorization_mode=mode,
                                  **(SMALL | settings))
        self.addCleanup(envs.close)
        return envs

    def test_statistics_of_episodes_are_recorded(self):
        env = gymnasium.wrappers.RecordEpisodeStatistics(self.make())
        env.reset(seed=1)
        *_, info = env.step(0)
        self.assertEqual(info["episode"]["l"], 1)
        self.assertIsInstance(info["episode_index"], int)
        envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(self.make_vec())
        envs.reset()
        *_, info = envs.step(np.zeros(3, np.int64))
        self.assertEqual(list(info["episode"]["l"]), [1, 1, 1])
        self.assertEqual(list(info["episode_index"]), [0, 1, 2])

    def test_one_number_in_any_form_is_an_action(self):
        env = self.make()
        for action in (2, np.int64(2), np.array(2), np.array([2]), np.array([[2]])):
            env.reset(seed=0)
            env.unwrapped.step(action)
        envs = self.make_vec()
        envs.reset()
        envs.step(np.array([[1], [2], [3]]))
        for wrong in (1.5, np.array([1, 2]), "left", None, 99, np.array([np.nan])):
            with self.assertRaises(ValueError, msg=repr(wrong)):
                env.unwrapped.step(wrong)

    def test_observations_are_copies_unless_they_are_not_wanted(self):
        envs = self.make_vec()
        first, _ = envs.reset()
        before = first["rgb"].copy()
        second, *_ = envs.step(np.full(3, 2))
        np.testing.assert_array_equal(first["rgb"], before)
        self.assertFalse(np.shares_memory(first["rgb"], second["rgb"]))
        reused = self.make_vec(copy=False)
        one, _ = reused.reset()
        two, *_ = reused.step(np.full(3, 2))
        self.assertTrue(np.shares_memory(one["rgb"], two["rgb"]))
        reused.close()
        del reused
        self.assertEqual(one["rgb"].sum(), two["rgb"].sum())  # the memory is the arrays' own

    def test_texts_pass_through_asynchronous_environments(self):
        settings = {"kind": "R2R", "scenes": ["apartment:5"], "count": 2, "sensors": ()}
        for shared in (True, False):
            envs = self.make_vec(2, "async", vector_kwargs={"shared_memory": shared}, **settings)
            together, _ = envs.reset(seed=3)
            alone, _ = self.make(**settings).reset(seed=3)
            self.assertEqual(together["instruction"][0], alone["instruction"])
            self.assertIn(" ", alone["instruction"])
            first = together["instruction"]
            others = [envs.reset(seed=seed)[0]["instruction"] for seed in range(8)]
            self.assertGreater(len(set(others)), 1)
            self.assertEqual(together["instruction"], first)
            envs.close()

    def test_texts_of_any_script_are_in_their_space(self):
        space = wend.gym.Words()
        for text in ("", "left, then right", "बाईं ओर मुड़ें", "కుడివైపు", "\U0001f600"):
            self.assertIn(text, space)
            flat = gymnasium.spaces.flatten(space, text)
            self.assertEqual(gymnasium.spaces.unflatten(space, flat), text)
        self.assertEqual(space, pickle.loads(pickle.dumps(space)))
        self.assertIn(space.sample(), space)

    @unittest.skipIf(torch is None, "torch is not installed")
    def test_torch_takes_arrays_without_a_warning(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for array in self.make().reset()[0].values():
                if isinstance(array, np.ndarray) and array.dtype != np.uint16:
                    torch.from_numpy(array)

    @unittest.skipIf(Monitor is None, "stable-baselines3 is not installed")
    def test_monitors_of_stable_baselines_work(self):
        env = Monitor(self.make())
        env.reset()
        *_, info = env.step(0)
        self.assertEqual(info["episode"]["l"], 1)
        envs = VecMonitor(WendVecEnv("PointNav", 2, **SMALL))
        envs.reset()
        *_, infos = envs.step(np.zeros(2, np.int64))
        self.assertEqual([info["episode"]["l"] for info in infos], [1, 1])


class Pickles(Folder):
    def test_scenes_are_pickled_by_reference(self):
        for scene in (wend.Scene.open("apartment:1"),
                      wend.Scene.generate(3, kind="room", furnish=False)):
            data = pickle.dumps(scene)
            self.assertLess(len(data), 1000)
            again = pickle.loads(data)
            self.assertEqual((type(again), again.hash), (wend.Scene, scene.hash))
        path = self.path("s.wscene")
        scene.save(path)
        opened = wend.Scene.open(path)
        self.assertEqual(pickle.loads(pickle.dumps(opened)).hash, opened.hash)


if __name__ == "__main__":
    unittest.main()
