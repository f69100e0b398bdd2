"""What the package promises. Run by tools/check-python; needs numpy, and Gymnasium for some."""

import json
import os
import signal
import subprocess
import tempfile
import unittest
import warnings

import numpy as np
import wend

try:
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    import wend.gym
except ImportError:
    gymnasium = None


class Wanderer:
    """Turns and walks at random, seeded by the run; stops near the goal."""

    def reset(self, seed):
        self.random = np.random.default_rng(seed)

    def act(self, seen):
        near = seen["pointgoal_with_gps_compass"][0] < 0.3
        return 0 if near else int(self.random.integers(1, 4))


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        warnings.simplefilter("ignore", UserWarning)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def episodes(self, count=2):
        return wend.generate_episodes("pointnav", ["apartment:1"], self.path("e.json"), count=count)


class Scenes(Folder):
    def test_the_same_seed_gives_the_same_bytes_as_the_command(self):
        scene = wend.Scene.generate(5, kind="apartment")
        scene.save(self.path("python.wscene"))
        subprocess.run(["wend", "scene", "generate", "--kind", "apartment", "--seed", "5", "-o",
                        self.path("command.wscene")], check=True, capture_output=True)
        with open(self.path("python.wscene"), "rb") as a, open(self.path("command.wscene"), "rb") as b:
            self.assertEqual(a.read(), b.read())

    def test_a_scene_says_what_is_in_it(self):
        scene = wend.Scene.open("apartment:1")
        self.assertEqual(len(scene.hash), 16)
        self.assertTrue(any(room["type"] == "kitchen" for room in scene.rooms))
        names = {o["name"] for o in scene.objects}
        self.assertEqual(len(names), len(scene.objects))
        self.assertEqual(scene.check(), [])

    def test_pictures_have_their_shapes_and_agree(self):
        scene = wend.Scene.generate(1, kind="apartment", bake=False)
        feet = scene.navmesh().random_point(3)
        seen = scene.render((feet[0], feet[1] + 1.25, feet[2]), 0.4, width=80, height=60)
        smooth = scene.render((feet[0], feet[1] + 1.25, feet[2]), 0.4, width=80, height=60, bilinear=True)
        self.assertTrue((smooth["depth"] == seen["depth"]).all())
        self.assertFalse((smooth["rgb"] == seen["rgb"]).all())
        with self.assertWarnsRegex(FutureWarning, "smooth is now bilinear"):
            old = scene.render((feet[0], feet[1] + 1.25, feet[2]), 0.4, width=80, height=60, smooth=True)
        self.assertTrue((old["rgb"] == smooth["rgb"]).all())
        self.assertEqual(seen["rgb"].shape, (60, 80, 3))
        self.assertEqual(seen["depth"].shape, (60, 80))
        self.assertTrue((seen["depth"] > 0).all())
        self.assertTrue(((seen["object"] == 0) == (seen["semantic"] == 0)).all())

    def test_an_error_is_the_cores_sentence(self):
        with self.assertRaisesRegex(wend.Error, "nowhere.glb.*check the path") as caught:
            wend.Scene.open("nowhere.glb")
        self.assertEqual(caught.exception.status, "not found")
        with self.assertRaises(ValueError):
            wend.Scene.generate(1, kind="apartment", bake=False).render((0, 1), 0)

    def test_paths_over_stairs_add_up_to_their_distances(self):
        mesh = wend.Scene.generate(7, kind="house", bake=False).navmesh()
        climbs = 0
        for i in range(300):
            a, b = mesh.random_point(2 * i, island=0), mesh.random_point(2 * i + 1, island=0)
            climbs += abs(a[1] - b[1]) > 1
            for kind in "exact", "habitat":
                points = np.array(mesh.path(a, b, geodesic=kind), dtype=float)
                length = np.linalg.norm(np.diff(points, axis=0), axis=1).sum()
                self.assertAlmostEqual(mesh.distance(a, b, geodesic=kind), length, places=4)
        self.assertGreater(climbs, 30)

    def test_a_navmesh_walks(self):
        mesh = wend.Scene.generate(1, kind="apartment", bake=False).navmesh(radius=0.2)
        a, b = mesh.random_point(1, island=0), mesh.random_point(2, island=0)
        corners = np.array(mesh.path(a, b))
        length = np.linalg.norm(np.diff(corners, axis=0), axis=1).sum()
        self.assertAlmostEqual(mesh.distance(a, b), length, places=3)
        self.assertAlmostEqual(mesh.distance(a, b), mesh.distance(b, a), places=4)
        corners = np.array(mesh.path(a, b, geodesic="habitat"))
        length = np.linalg.norm(np.diff(corners, axis=0), axis=1).sum()
        self.assertAlmostEqual(mesh.distance(a, b, geodesic="habitat"), length, places=3)
        with self.assertRaisesRegex(ValueError, "'exact' and 'habitat'"):
            mesh.distance(a, b, geodesic="euclidean")
        self.assertIsNone(mesh.snap((1e4, 0, 0)))
        mesh.save(self.path("a.navmesh"))
        self.assertAlmostEqual(wend.NavMesh.load(self.path("a.navmesh")).area, mesh.area, places=6)


class Paths(unittest.TestCase):
    def test_a_path_is_its_own_best_match(self):
        path = np.cumsum(np.random.default_rng(1).normal(size=(30, 3)), axis=0)
        self.assertEqual(wend.ndtw(path, path), 1.0)
        self.assertEqual(wend.sdtw(path, path), 1.0)
        self.assertLess(wend.ndtw(path[::-1], path), 1.0)

    def test_ndtw_is_its_formula(self):
        p, q = [[0, 0, 0], [1, 0, 0]], [[0, 0, 0], [2, 0, 0]]
        self.assertAlmostEqual(wend.ndtw(p, q), float(np.exp(-1 / (2 * 3))))

    def test_odd_paths_have_defined_scores_or_errors(self):
        scores = wend.path_scores(np.zeros((0, 3)), np.zeros((2, 3)))
        self.assertEqual(scores["SR"], 0)
        with self.assertRaises(ValueError):
            wend.ndtw([1, 2, 3], [[0, 0, 0]])
        with self.assertRaises(wend.Error):
            wend.path_scores([[0, 0, 0]], [[0, 0, 0]], benchmark="r3r")


class Scores(Folder):
    """A building of three viewpoints in a row, 2 m apart."""

    def setUp(self):
        super().setUp()
        os.mkdir(self.path("graphs"))
        nodes = [{"image_id": "abc"[i], "pose": [1, 0, 0, 2 * i, 0, 1, 0, 0, 0, 0, 1, 1.5, 0, 0, 0, 1],
                  "included": True, "visible": [True] * 3, "height": 1.5,
                  "unobstructed": [abs(i - j) == 1 for j in range(3)]} for i in range(3)]
        self.write("graphs/row_connectivity.json", nodes)
        self.write("r2r.json", [{"path_id": 1, "scan": "row", "path": ["a", "b", "c"], "heading": 0,
                                 "distance": 4, "instructions": ["Go.", "Walk."]}])

    def write(self, name, value):
        with open(self.path(name), "w", encoding="utf-8") as file:
            json.dump(value, file)

    def score(self, predictions, **settings):
        self.write("results.json", predictions)
        return wend.score("r2r", results=self.path("results.json"), annotations=self.path("r2r.json"),
                          connectivity=self.path("graphs"), **settings)

    def test_a_file_of_predictions_scores_as_the_command_says(self):
        scores = self.score([{"instr_id": "1_0", "trajectory": [["a"], ["b"], ["c"]]},
                             {"instr_id": "1_1", "trajectory": [["a"], ["b"]]}])
        printed = subprocess.run(
            ["wend", "score", "r2r", "--results", self.path("results.json"), "--annotations",
             self.path("r2r.json"), "--connectivity", self.path("graphs"), "--json"],
            capture_output=True, text=True, check=True)
        self.assertEqual(scores, json.loads(printed.stdout))
        self.assertEqual((scores["n"], scores["tl"], scores["ne"]), (2, 3, 1))

    def test_what_is_wrong_is_counted_and_warned_of(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            scores = self.score([{"instr_id": "1_0", "trajectory": [["a"], ["z"]]}], resamples=0)
        self.assertEqual(scores["problems"], {"missing": 1, "unknown_viewpoint": 1})
        self.assertIn("viewpoint z", " ".join(str(w.message) for w in caught))

    def test_what_is_missing_is_named(self):
        with self.assertRaisesRegex(wend.Error, "needs annotations"):
            wend.score("r2r", results="x.json", connectivity=self.path("graphs"))
        with self.assertRaisesRegex(wend.Error, "r3r"):
            wend.score("r3r", results="x.json")
        with self.assertRaisesRegex(ValueError, "geodesic"):
            wend.score("r2r-ce", results="x.json", distance="walking")
        with self.assertRaisesRegex(wend.Error, "navmeshes"):
            wend.score("r2r-ce", results="x.json", annotations="a.json", distance="geodesic")


class Maps(Folder):
    def test_a_map_knows_free_floor_ahead_of_a_wall(self):
        known = wend.Map(cell=0.1)
        seen = {"depth": np.full((64, 64, 1), 2.0, np.float32), "gps": [0, 0], "compass": [0.0],
                "hfov": 90.0, "eye_height": 1.0}
        known.integrate(seen)
        grid = known.grid
        self.assertEqual(set(np.unique(grid["state"])), {0, 1, 2})
        known.spread(0, 0)
        self.assertLess(known.distance(0, -1.5), 2.5)
        self.assertEqual(known.distance(0, 30), float("inf"))
        known.reset()
        self.assertEqual(known.frontiers(), [])


    def test_a_way_is_followed_and_goals_are_recognised(self):
        sights = []
        path = wend.generate_episodes("multion", "apartment:5002", self.path("m.json"), goals=3, count=3)

        def act(seen):
            sights.extend(wend.find_cylinders(seen))
            return "left"

        wend.evaluate(act, "multion", episodes=path, out=self.path("m.wlog"), name="looker", max_steps=12)
        self.assertTrue(sights)  # some goal is in view from a start
        self.assertTrue(all(0 <= thing["color"] < 8 and thing["ahead"] > 0 for thing in sights))
        known = wend.Map(cell=0.1)
        known.integrate({"depth": np.full((64, 64, 1), 3.0, np.float32), "gps": [0, 0], "compass": [0.0]})
        known.spread(0, 0)
        pose = {"gps": [0, 0], "compass": [0.0]}
        self.assertEqual(known.steer(pose, 0, -2), "forward")
        turned = {"gps": [1, 0], "compass": [np.pi / 2]}  # a metre ahead of the start, looking left
        np.testing.assert_allclose(known.at(turned, ahead=2, right=0.5), (-2, -1.5), atol=1e-6)
        self.assertEqual(known.steer(pose | {"compass": [1.0]}, 0, -2), "right")
        self.assertEqual(known.steer(pose | {"compass": [-1.0]}, 0, -2), "left")


class Runs(Folder):
    def test_a_python_agent_gives_the_same_log_for_any_number_of_threads_and_resumes(self):
        episodes = self.episodes(6)
        logs = []
        for threads in (1, 3):
            out = self.path(f"{threads}.wlog")
            wend.evaluate(Wanderer, "pointnav", episodes=episodes, out=out, threads=threads,
                          max_steps=20, uses_images=False)
            with open(out, "rb") as file:
                logs.append(file.read())
        self.assertEqual(logs[0], logs[1])
        with open(self.path("cut.wlog"), "wb") as file:
            file.write(logs[0][:len(logs[0]) // 2])
        again = wend.evaluate(Wanderer, "pointnav", episodes=episodes, out=self.path("cut.wlog"),
                              max_steps=20, uses_images=False)
        self.assertEqual(again["n"], 6)
        with open(self.path("cut.wlog"), "rb") as file:
            self.assertEqual(file.read(), logs[0])

    def test_the_command_reads_the_log(self):
        out = self.path("a.wlog")
        mine = wend.evaluate(lambda seen: 0, "pointnav", episodes=self.episodes(), out=out,
                             name="stopper")
        self.assertEqual(mine["agent"], "stopper")
        printed = subprocess.run(["wend", "metrics", out], capture_output=True, text=True, check=True)
        self.assertIn("pointnav by stopper: 2 episodes", printed.stdout)

    def test_an_agent_that_fails_is_named_with_the_episode(self):
        def broken(seen):
            raise RuntimeError("no idea")

        for act, words in ((broken, "RuntimeError: no idea"), (lambda seen: 1.5, "float"),
                           (lambda seen: 99, "99"), (lambda seen: "ahead", "'ahead'"),
                           (lambda seen: (1, 2), "tuple"), (lambda seen: (9e9, 0, 1), "velocity"), (lambda seen: float("nan"), "float"),
                           (lambda seen: None, "NoneType")):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                result = wend.evaluate(act, "pointnav", episodes=self.episodes(1), name="x",
                                       out=self.path(f"{words[:5]}{act.__name__}.wlog"))
            self.assertEqual((result["n"], result["n_failed"], result["n_agent_errors"]), (1, 0, 1))
            self.assertTrue(any(words in str(w.message) and "episode 0 in apartment:1" in str(w.message)
                                for w in caught), words)
            if act is broken:
                line = broken.__code__.co_firstlineno + 1
                self.assertIn(f"(test_wend.py, line {line})", str(caught[0].message))
            os.remove(self.path(f"{words[:5]}{act.__name__}.wlog"))

    def test_observations_are_what_habitat_calls_them(self):
        seen = {}
        wend.evaluate(lambda o: seen.update(o) or 0, "pointnav", episodes=self.episodes(1),
                      out=self.path("a.wlog"), name="looker")
        self.assertEqual(seen["rgb"].shape, (256, 256, 3))
        self.assertEqual(seen["depth"].dtype, np.float32)
        self.assertNotIn("semantic", seen)

    def test_a_split_is_a_file_of_a_folder_or_wends_own(self):
        for name in ("3_ON/val/val.json.gz", "R2R_val_unseen.json", "rxr_train_guide.jsonl.gz"):
            os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
            with open(self.path(name), "w", encoding="utf-8"):
                pass
        self.assertEqual(wend.find_split(self.path("3_ON"), "val"), self.path("3_ON/val/val.json.gz"))
        self.assertEqual(wend.find_split(self.path(""), "val_unseen"), self.path("R2R_val_unseen.json"))
        self.assertEqual(wend.find_split(self.path(""), "train"), self.path("rxr_train_guide.jsonl.gz"))
        with self.assertRaisesRegex(ValueError, "no episodes of the split 'test'.*R2R_val_unseen"):
            wend.find_split(self.path(""), "test")
        self.episodes(2)
        os.rename(self.path("e.json"), self.path("points_mine.json"))
        settings = {"out": self.path("a.wlog"), "name": "x", "uses_images": False, "max_steps": 3}
        result = wend.evaluate(lambda seen: 0, "pointnav", episodes=self.path(""), split="mine", **settings)
        self.assertEqual(result["n"], 2)
        settings["out"] = self.path("b.wlog")
        result = wend.evaluate(lambda seen: 0, "pointnav", split="test", limit=3, **settings)
        self.assertEqual(result["episodes"][0]["scene_id"], "apartment:5000")
        with self.assertRaisesRegex(ValueError, "'tst'.*did you mean 'test'"):
            wend.evaluate(lambda seen: 0, "pointnav", split="tst", **settings)
        with self.assertRaisesRegex(wend.Error, "did you mean 'pointnav'"):
            wend.evaluate(lambda seen: 0, "pointnaw", split="test", **settings)
        with self.assertRaisesRegex(TypeError, "episodes"):
            wend.evaluate(lambda seen: 0, "pointnav", **settings)

    def test_an_agent_may_name_its_actions_and_go_along_ways(self):
        path = wend.generate_episodes("r2r", "apartment:5", self.path("r2r.json"), count=1)
        places = []

        def act(seen):
            places.append(seen["viewpoint"])
            if seen["step"] == 1:
                self.assertEqual(places[1], self.wanted)
                return "stop"
            self.wanted = seen["neighbours"][-1]["viewpoint"]
            return "go", len(seen["neighbours"]) - 1

        result = wend.evaluate(act, "r2r", episodes=path, out=self.path("r.wlog"), uses_images=False)
        self.assertEqual((result["n"], result["n_failed"], len(places)), (3, 0, 6))

    def test_whoever_presses_ctrl_c_goes_on_later(self):
        before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in background
        self.addCleanup(signal.signal, signal.SIGINT, before)
        episodes, out, seen_ids = self.episodes(5), self.path("c.wlog"), []

        class Impatient:
            def reset(self, seed):
                seen_ids.append(seed)
                if len(seen_ids) == 3:
                    os.kill(os.getpid(), signal.SIGINT)

            def act(self, seen):
                return "stop"

        settings = {"episodes": episodes, "out": out, "uses_images": False}
        with self.assertRaises(KeyboardInterrupt):
            wend.evaluate(Impatient, "pointnav", **settings)
        self.assertLess(wend.metrics(out)["n"], 5)
        self.assertFalse(wend.metrics(out)["complete"])
        result = wend.evaluate(Impatient, "pointnav", **settings)
        self.assertEqual((result["n"], result["n_failed"], result["complete"]), (5, 0, True))
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)

    def test_a_wrong_setting_is_told_the_right_one(self):
        with self.assertRaisesRegex(TypeError, "'max_step' .did you mean 'max_steps'"):
            wend.evaluate(lambda seen: 0, "pointnav", episodes="e.json", out="x.wlog", max_step=3)
        with self.assertRaisesRegex(TypeError, "'cont' .did you mean 'count'"):
            wend.generate_episodes("pointnav", "apartment:1", self.path("x.json"), cont=3)
        if gymnasium:
            with self.assertRaisesRegex(TypeError, "'widht' .did you mean 'width'"):
                gymnasium.make("wend/PointNav-v0", widht=64)

    def test_what_is_no_scene_says_how_one_is_named(self):
        for wrong, right in (("house:x", "house:7"), ("apartment", "apartment:7"), ("house12", "house:12"),
                             ("hose:3", "did you mean 'house'")):
            with self.assertRaisesRegex(wend.Error, right):
                wend.Scene.open(wrong)
        path = self.episodes(1)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("apartment:1", "mp3d/17DRP5sb8fy/17DRP5sb8fy.glb"))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            with self.assertRaisesRegex(wend.Error, "no episode was played.*--scenes DIR"):
                wend.run("pointnav", "random", path, self.path("m.wlog"))
        self.assertIn("--scenes DIR", str(caught[0].message))
        with self.assertRaisesRegex(wend.Error, "file of another task"):
            wend.run("multion", "random", path, self.path("n.wlog"))

    def test_an_old_cache_is_made_again(self):
        episodes, cache = self.episodes(1), self.path("cache")
        os.mkdir(cache)
        settings = {"cache": cache, "max_steps": 5}
        first = wend.run("pointnav", "random", episodes, self.path("1.wlog"), **settings)
        for name in os.listdir(cache):
            with open(os.path.join(cache, name), "r+b") as file:
                file.write(b"of another time")
        again = wend.run("pointnav", "random", episodes, self.path("2.wlog"), **settings)
        self.assertEqual(first["episodes"], again["episodes"])

    def test_an_agent_on_tour_is_told_so_and_watches_where_it_is_led(self):
        path = wend.generate_episodes("r2r", "apartment:5", self.path("r2r.json"), count=2, instructions=1)
        told, led = [], []

        class Tourist:
            def reset(self, seed, tour):
                told.append(tour)

            def act(self, seen):
                return "stop"

            def watch(self, seen, action):
                led.append((action, seen["gps"].copy()))

        wend.evaluate(Tourist, "ir2r-ce", episodes=path, out=self.path("t.wlog"), uses_images=False)
        self.assertEqual([(t["continues"], t["number"], t["count"]) for t in told],
                         [(False, 0, 2), (True, 1, 2)])
        self.assertIn("forward", {action for action, _ in led})

    def test_wrong_names_are_told_the_right_ones(self):
        with self.assertRaisesRegex(ValueError, "pointnav"):
            wend.generate_episodes("pointnaw", ["apartment:1"], self.path("x.json"))
        with self.assertRaisesRegex(wend.Error, "pointnaw"):
            wend.run("pointnaw", "random", self.episodes(), self.path("a.wlog"))


@unittest.skipIf(gymnasium is None, "gymnasium is not installed")
class Gym(Folder):
    def make(self, kind="PointNav", **settings):
        settings = {"scenes": ["apartment:1"], "count": 4, "width": 32, "height": 32} | settings
        env = gymnasium.make(f"wend/{kind}-v0", **settings)
        self.addCleanup(env.close)
        return env

    def test_every_environment_passes_gymnasiums_checker(self):
        for kind in wend.gym.TASKS:
            with self.subTest(kind):
                env = gymnasium.make(f"wend/{kind}-v0", width=32, height=32, render_mode="rgb_array")
                self.addCleanup(env.close)
                check_env(env.unwrapped)

    def test_an_episode_ends_with_its_metrics(self):
        env = self.make()
        env.reset(seed=1)
        _, _, terminated, truncated, info = env.step(0)
        self.assertTrue(terminated and not truncated)
        self.assertEqual(info["metrics"]["steps"], 1)
        with self.assertRaises(gymnasium.error.ResetNeeded):
            env.unwrapped.step(0)

    def test_a_time_out_is_truncated(self):
        env = self.make(max_steps=3)
        env.reset(options={"episode": 2})
        ends = [env.step(2)[2:4] for _ in range(3)]
        self.assertEqual(ends, [(False, False), (False, False), (False, True)])

    def test_many_at_once_see_what_each_alone_sees(self):
        many = gymnasium.make_vec("wend/PointNav-v0", num_envs=4, scenes=["apartment:1"], count=4,
                                  width=32, height=32, vectorization_mode="vector_entry_point")
        self.addCleanup(many.close)
        seen, info = many.reset()
        self.assertEqual(list(info["episode_index"]), [0, 1, 2, 3])
        alone = self.make()
        first, _ = alone.reset(options={"episode": 2})
        np.testing.assert_array_equal(seen["rgb"][2], first["rgb"])
        actions = np.array([1, 2, 3, 1])
        for _ in range(5):
            seen, reward, *_ = many.step(actions)
            first, one, *_ = alone.step(3)
        np.testing.assert_array_equal(seen["depth"][2], first["depth"])
        self.assertEqual(reward[2], np.float32(one))
        self.assertFalse(np.shares_memory(seen["rgb"], many.unwrapped.core.arrays["rgb"]))

    def test_the_next_step_begins_the_next_episode(self):
        many = gymnasium.make_vec("wend/PointNav-v0", num_envs=2, scenes=["apartment:1"], count=4,
                                  sensors=(), vectorization_mode="vector_entry_point")
        self.addCleanup(many.close)
        many.reset()
        _, _, terminated, _, info = many.step(np.array([0, 2]))
        self.assertEqual(list(terminated), [True, False])
        self.assertIn("spl", info["metrics"][0])
        _, reward, terminated, _, info = many.step(np.array([0, 2]))
        self.assertEqual((info["episode_index"][0], reward[0], terminated[0]), (2, 0, False))

    def test_the_reward_may_be_that_of_exploration(self):
        env = self.make(reward="new-cells:cell=100")
        env.reset(options={"episode": 0})
        self.assertAlmostEqual(env.step(2)[1], -0.01, places=6)
        with self.assertRaisesRegex(Exception, "there is no reward 'gold'"):
            self.make(reward="gold")

    def test_multion_gives_the_goal_and_its_metrics(self):
        env = self.make("MultiON", goals=2)
        seen, _ = env.reset(seed=4)
        self.assertTrue(0 <= seen["multiobjectgoal"][0] < 8)
        *_, terminated, truncated, info = env.step(0)  # FOUND, far from anything
        self.assertTrue(terminated and not truncated)
        self.assertEqual(info["metrics"]["success"], 0)

    def test_objects_and_descriptions_are_given_without_a_pose(self):
        env = gymnasium.make("wend/ObjectNav-v0", scenes="apartment:1", sensors=())
        self.addCleanup(env.close)
        seen, _ = env.reset(seed=1)
        self.assertEqual(set(seen), {"objectgoal"})  # CoW has neither GPS nor compass
        self.assertGreater(seen["objectgoal"][0], 0)
        told = gymnasium.make("wend/PASTURE-v0", scenes="apartment:1", sensors=(), splits=["spatial"])
        self.addCleanup(told.close)
        seen, _ = told.reset(seed=1)
        self.assertRegex(seen["instruction"], " (near|on|in|under) ")
        *_, terminated, truncated, info = told.step(0)
        self.assertTrue(terminated and not truncated)
        self.assertIn("spl", info["metrics"])

    def rescue(self, **settings):
        env = gymnasium.make("wend/Rescue-v0", count=2, sensors=(), **settings)
        self.addCleanup(env.close)
        env.reset(options={"episode": 0})
        return env

    def test_a_rescuer_drives_as_rescuebench_says(self):
        env = self.rescue()
        names = env.unwrapped.action_names
        start = env.step(names.index("STOP"))[0]
        ahead = env.step(names.index("MOVE_FORWARD"))[0]
        step = np.linalg.norm(ahead["gps"] - start["gps"])
        self.assertAlmostEqual(step, 0.994 * 0.2, places=3)  # a metre a second, 0.2 s
        turned = env.step(names.index("AHEAD_LEFT"))[0]
        self.assertAlmostEqual(turned["compass"][0] - ahead["compass"][0], np.radians(41 * 0.2),
                               places=3)
        self.assertAlmostEqual(ahead["seconds_left"][0] - turned["seconds_left"][0], 0.2, places=4)
        smooth = self.rescue(continuous=True)
        first = smooth.step(np.array([0, 0], np.float32))[0]
        back = smooth.step(np.array([-1, 0], np.float32))[0]
        self.assertAlmostEqual(back["gps"][0] - first["gps"][0], -step, places=3)
        self.assertEqual(back["carries"][0], 0)
        self.assertEqual(back["reference"].shape, (192, 256, 3))
        self.assertGreater(back["reference"].std(), 0)
        for wrong in (1, np.array([np.nan, 0]), np.array([1.0])):
            with self.assertRaisesRegex(ValueError, "two finite numbers"):
                smooth.unwrapped.step(wrong)
        with self.assertRaisesRegex(ValueError, "no continuous actions"):
            self.make(continuous=True)

    def test_hands_are_the_agents_own_where_it_asks(self):
        env = self.rescue(native=True)
        *_, terminated, truncated, info = env.step(env.unwrapped.action_names.index("PUT"))
        self.assertEqual(info.get("metrics", {}).get("tcr", 0), 0)

    def test_a_rescue_that_runs_out_of_time_is_truncated(self):
        env = self.rescue(max_steps=2)
        self.assertEqual([env.step(0)[2:4] for _ in range(2)], [(False, False), (False, True)])

    def test_a_picture_shows_the_view_and_the_plan(self):
        env = self.make(width=64, height=48, render_mode="rgb_array")
        env.reset(options={"episode": 1})
        before = env.render()
        self.assertEqual(before.shape, (448, 448 * 64 // 48 + 448, 3))
        for _ in range(4):
            seen, *_ = env.step(1)
        after = env.render()
        middles = (np.arange(48) * 448 + 224) // 48
        np.testing.assert_array_equal(after[middles, 4], seen["rgb"][:, 0])
        self.assertTrue((before[:, -448:] != after[:, -448:]).any())  # the walk has grown
        blind = self.make(sensors=(), render_mode="rgb_array")
        blind.reset(seed=1)
        self.assertEqual(blind.render().shape, (448, 448, 3))

    def test_on_a_graph_one_goes_along_ways(self):
        env = gymnasium.make("wend/R2R-v0", scenes="apartment:5", count=1, sensors=())
        self.addCleanup(env.close)
        seen, _ = env.reset(options={"episode": 0})
        count = seen["neighbour_count"][0]
        self.assertGreater(len(seen["instruction"]), 20)
        self.assertGreater(count, 0)
        self.assertEqual(env.unwrapped.action_names[:2], ["STOP", "GO_0"])
        far = seen["neighbours"][count - 1, 2]  # metres of the last way
        there = env.step(int(count))[0]
        level = np.linalg.norm(there["gps"] - seen["gps"])
        self.assertAlmostEqual(float(np.hypot(level, there["altitude"][0])), float(far), places=2)
        env.reset(options={"episode": 0})
        again = env.step(int(count + count))[0] if 2 * count <= 16 else there  # starts over
        np.testing.assert_array_equal(again["gps"], there["gps"])
        *_, terminated, truncated, info = env.step(0)
        self.assertTrue(terminated and not truncated)
        self.assertIn("ndtw", info["metrics"])

    def test_a_tour_goes_on_where_the_last_episode_left_the_body(self):
        settings = {"scenes": "apartment:5", "count": 2, "sensors": (), "instructions": 1}
        env = gymnasium.make("wend/IR2R-CE-v0", **settings)
        self.addCleanup(env.close)
        seen, info = env.reset()
        self.assertEqual((info["tour"]["number"], info["tour"]["count"]), (0, 2))
        np.testing.assert_allclose(seen["gps"], 0, atol=1e-4)
        env.step(0)
        seen, info = env.reset()  # the next of the tour; gps counts from the tour's start
        self.assertEqual(info["tour"]["number"], 1)
        self.assertGreater(np.linalg.norm(seen["gps"]), 0.5)
        many = gymnasium.make_vec("wend/IR2R-CE-v0", num_envs=1, **settings,
                                  vectorization_mode="vector_entry_point")
        self.addCleanup(many.close)
        many.reset()
        many.step(np.array([0]))
        together, *_ = many.step(np.array([0]))
        np.testing.assert_array_equal(together["gps"][0], seen["gps"])

    def test_a_panorama_has_36_views_and_the_one_ahead_is_among_them(self):
        settings = {"scenes": "apartment:5", "count": 1, "width": 32, "height": 24, "sensors": ("rgb",)}
        env = gymnasium.make("wend/R2R-v0", panorama=True, render_mode="rgb_array", **settings)
        ahead = gymnasium.make("wend/R2R-v0", low_level=True, **settings)
        self.addCleanup(env.close)
        self.addCleanup(ahead.close)
        every, _ = env.reset(options={"episode": 0})
        one, _ = ahead.reset(options={"episode": 0})
        self.assertEqual(every["rgb"].shape, (36, 24, 32, 3))
        self.assertTrue(any((view == one["rgb"]).all() for view in every["rgb"][12:24]))
        self.assertEqual(env.render().shape[0], 448)
        self.assertEqual(ahead.unwrapped.action_names[1], "MOVE_FORWARD")
        with self.assertRaisesRegex(wend.Error, "viewpoint graphs"):
            self.make(panorama=True)

    def test_a_graph_without_a_scene_says_that_there_are_no_pictures(self):
        path = wend.generate_episodes("r2r", "apartment:5", self.path("r2r.json"), count=1)
        with open(path, encoding="utf-8") as file:
            records = json.load(file)
        for record in records:
            del record["scene_id"]
        with open(path, "w", encoding="utf-8") as file:
            json.dump(records, file)
        env = gymnasium.make("wend/R2R-v0", episodes=path)
        self.addCleanup(env.close)
        with self.assertRaisesRegex(wend.Error, "sensors=\\(\\)"):
            env.reset()
        blind = gymnasium.make("wend/R2R-v0", episodes=path, sensors=())
        self.addCleanup(blind.close)
        self.assertGreater(blind.reset()[0]["neighbour_count"][0], 0)

    def test_words_are_given_to_one_and_to_many(self):
        settings = {"scenes": ["room:0"], "count": 2, "sensors": ()}
        env = gymnasium.make("wend/Rescue-v0", **settings)
        self.addCleanup(env.close)
        seen, _ = env.reset(options={"episode": 1})
        self.assertGreater(len(seen["instruction"]), 10)
        many = gymnasium.make_vec("wend/Rescue-v0", num_envs=2, **settings,
                                  vectorization_mode="vector_entry_point")
        self.addCleanup(many.close)
        together, _ = many.reset()
        self.assertEqual(together["instruction"][1], seen["instruction"])

    def test_wrong_actions_are_named(self):
        env = self.make()
        env.reset(seed=1)
        for wrong in (7, -1, 1.5, float("nan")):
            with self.assertRaisesRegex((ValueError, AssertionError), "action"):
                env.unwrapped.step(wrong)
        many = gymnasium.make_vec("wend/PointNav-v0", num_envs=2, scenes=["apartment:1"], count=2,
                                  sensors=(), vectorization_mode="vector_entry_point")
        self.addCleanup(many.close)
        many.reset()
        for wrong in (np.array([0, 9]), np.array([0.5, 1]), np.array([1])):
            with self.assertRaisesRegex(ValueError, "action"):
                many.step(wrong)


if __name__ == "__main__":
    unittest.main()
