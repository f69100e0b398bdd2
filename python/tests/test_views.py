"""Perception of viewpoints in Python: words, detections and features of the 36 views."""

import base64
import json
import os
import struct

import numpy as np
import wend
from test_wend import Folder, gymnasium


class Views(Folder):
    """A building of three viewpoints in a row; view 15 of each shows a door."""

    def setUp(self):
        super().setUp()
        for folder in ("graphs", "captions"):
            os.mkdir(self.path(folder))
        nodes = [{"image_id": "abc"[i], "pose": [1, 0, 0, 2 * i, 0, 1, 0, 0, 0, 0, 1, 1.5, 0, 0, 0, 1],
                  "included": True, "visible": [True] * 3, "height": 1.5,
                  "unobstructed": [abs(i - j) == 1 for j in range(3)]} for i in range(3)]
        self.write("graphs/row_connectivity.json", nodes)
        self.write("r2r.json", [{"path_id": 1, "scan": "row", "path": ["a", "b", "c"], "heading": 0,
                                 "distance": 4, "instructions": ["Go."]}])
        views = [[1] + ([[0, 64, 48, 320, 480, 75, 0]] if i == 15 else []) for i in range(36)]
        self.write("captions/row.json", {"scan": "row", "classes": ["door"],
                                         "captions": ["a red door", "a room with a bed"],
                                         "viewpoints": {name: views for name in "abc"}})
        with open(self.path("features.tsv"), "w", encoding="utf-8") as file:
            for i, name in enumerate("abc"):
                row = struct.pack("<72f", *[i + k / 8 for k in range(72)])
                file.write("\t".join(["row", name, "640", "480", "60", base64.b64encode(row).decode()]) + "\n")

    def write(self, name, value):
        with open(self.path(name), "w", encoding="utf-8") as file:
            json.dump(value, file)

    def check(self, views):
        self.assertEqual(len(views), 36)
        self.assertEqual(views[0]["words"], ["a", "room", "with", "a", "bed"])
        self.assertEqual(views[0]["detections"], [])
        door = views[15]["detections"][0]
        self.assertEqual((door["class"], door["words"]), ("door", ["a", "red", "door"]))
        self.assertAlmostEqual(door["confidence"], 0.75, 5)
        np.testing.assert_allclose(door["box"], [0.1, 0.1, 0.5, 1], atol=1e-4)
        self.assertNotIn("feature", views[0])

    def test_agents_observe_the_views_of_their_viewpoint(self):
        seen = []

        def agent(observation):
            seen.append(observation)
            return "stop"

        settings = {"episodes": self.path("r2r.json"), "connectivity": self.path("graphs"), "uses_images": False}
        wend.evaluate(agent, "r2r", out=self.path("a.wlog"), observations=self.path("captions"), **settings)
        self.check(seen[-1]["views"])
        wend.evaluate(agent, "r2r", out=self.path("b.wlog"), observations=self.path("features.tsv"), **settings)
        views = seen[-1]["views"]
        self.assertEqual(views[3]["words"], [])
        np.testing.assert_allclose(views[3]["feature"], [0.75, 0.875])
        self.assertEqual(views[3]["feature"].dtype, np.float32)
        wend.evaluate(agent, "r2r", out=self.path("c.wlog"), **settings)
        self.assertNotIn("views", seen[-1])

    def test_what_is_wrong_with_the_views_is_named(self):
        with open(self.path("cut.tsv"), "w", encoding="utf-8") as file:
            file.write("row\ta\t640\t480\t60\tAAAA\n")
        with self.assertRaisesRegex(wend.Error, "cut.tsv: line 1: viewpoint row/a"):
            wend.evaluate(lambda _: "stop", "r2r", out=self.path("d.wlog"), episodes=self.path("r2r.json"),
                          connectivity=self.path("graphs"), observations=self.path("cut.tsv"), uses_images=False)

    def test_environments_give_the_views_as_info(self):
        if gymnasium is None:
            self.skipTest("Gymnasium is not installed")
        settings = {"episodes": self.path("r2r.json"), "connectivity": self.path("graphs"), "sensors": ()}
        env = gymnasium.make("wend/R2R-v0", observations=self.path("captions"), **settings)
        self.check(env.reset()[1]["views"])
        self.check(env.step(1)[4]["views"])
        env.close()
        many = gymnasium.make_vec("wend/R2R-v0", num_envs=2, vectorization_mode="vector_entry_point",
                                  observations=self.path("features.tsv"), **settings)
        views = many.reset()[1]["views"]
        np.testing.assert_allclose(views[1][35]["feature"], [8.75, 8.875])
        many.close()
        env = gymnasium.make("wend/R2R-v0", **settings)
        self.assertNotIn("views", env.reset()[1])
        env.close()
