"""Every row of the table of degenerate cases in docs/metrics.md, through the package."""

import json
import math
import os
import re
import tempfile
import unittest
import warnings

import numpy as np
import wend

PAGE = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "metrics.md")


def table():
    with open(PAGE, encoding="utf-8") as page:
        for line in page:
            cells = [cell.strip().strip("`").strip() for cell in line.strip().strip("|").split("|")]
            if len(cells) == 6 and cells[0] in KINDS:
                yield cells


def options_of(text):
    return dict(word.split("=") for word in text.split())


def points(text):
    if text == "none":
        return np.zeros((0, 3))
    return np.array([[float(x) for x in point.split(",")] for point in text.split(";")])


class Degenerate(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        warnings.simplefilter("ignore", UserWarning)

    def write(self, name, value):
        path = os.path.join(self.folder.name, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(value if isinstance(value, str) else json.dumps(value))
        return path

    def path(self, what, reference, options):
        return wend.path_scores(
            points(what), points(reference), stopped=options.get("stop") != "no",
            shortest=float(options["shortest"]) if "shortest" in options else None,
            benchmark=options.get("benchmark", "r2r"), rules=options.get("rules", "paper"))

    def graph(self, what, reference, options):
        nodes = [{"image_id": "abcd"[i], "pose": [1, 0, 0, 2 * i, 0, 1, 0, 0, 0, 0, 1, 1.5, 0, 0, 0, 1],
                  "included": True, "visible": [True] * 4, "height": 1.5,
                  "unobstructed": [abs(i - j) == 1 and 3 not in (i, j) for j in range(4)]} for i in range(4)]
        self.write("graphs/row_connectivity.json", nodes)
        asked = self.write("asked.json", [{"path_id": 1, "scan": "row", "path": reference.split(),
                                           "heading": 0, "distance": 0, "instructions": ["Go.", "Go."]}])
        trajectory = lambda text: [[name, 0, 0] for name in text.split() if text != "none"]
        given = [{"instr_id": "1_0", "trajectory": trajectory(reference)}]
        if what != "missing":
            given.append({"instr_id": "1_1", "trajectory": trajectory(what)})
        scores = wend.score("r2r", annotations=asked, results=self.write("given.json", given), per_episode=True,
                            connectivity=os.path.join(self.folder.name, "graphs"), resamples=0, **options)
        return scores["episodes"][1]

    def tour(self, what, reference, options):
        def records(text):
            return {"0": [dict(position=place.tolist(), phase="agent", episode_id=str(i))
                          for i, part in enumerate(text.split("/")) for place in points(part)]}
        return wend.score("ir2r-ce", gt=self.write("gt.json", records(reference)),
                          results=self.write("agent.json", records(what)), resamples=0, **options)

    def multion(self, what, reference, options):
        legs, finds, length = what.split("/")
        line = {"episode_id": "1", "legs": [float(x) for x in legs.split()], "path_length": float(length),
                "finds": [dict(zip(("path_length", "distance"), map(float, find.split("@"))))
                          for find in finds.split()]}
        return wend.score("multion", results=self.write("lines.jsonl", line), resamples=0, **options)

    def episodes(self, what, reference, options):
        rows = {}
        for i, word in enumerate(what.split()):
            numbers, _, scene = word.partition("@")
            success, spl = map(float, numbers.split("/"))
            rows[str(i)] = {"success": success, "spl": spl} | ({"scene_id": scene} if scene else {})
        scores = wend.score("objectnav", results=self.write("stats.json", rows), **options)
        flat = dict(scores)
        for name in ("success", "spl"):
            for key, prefix in (("intervals", ""), ("intervals_by_scene", "scene_")):
                ends = (scores[key] or {}).get(name) or (None, None)
                flat[f"{name}_{prefix}low"], flat[f"{name}_{prefix}high"] = ends
        return flat

    def test_every_row_of_the_page_has_its_value(self):
        count = 0
        for kind, case, what, reference, options, value in table():
            count += 1
            with self.subTest(f"{kind}: {case}: {what} against {reference} {options}"):
                call = getattr(self, kind)
                if value == "error":
                    with self.assertRaises(Exception) as caught:
                        call(what, reference, options_of(options))
                    self.assertNotIsInstance(caught.exception, (KeyError, AttributeError, TypeError))
                    continue
                found = call(what, reference, options_of(options))
                for name, expected in options_of(value).items():
                    self.assertIn(name, found)
                    if expected == "null":
                        self.assertIsNone(found[name], name)
                    elif expected == "inf":
                        self.assertTrue(math.isinf(found[name]), name)
                    else:
                        self.assertAlmostEqual(found[name], float(expected), 9, name)
        self.assertGreater(count, 50)

    def test_what_is_not_finite_is_named(self):
        with self.assertRaisesRegex(ValueError, "point 1 of the path"):
            wend.ndtw([[0, 0, 0], [float("nan"), 0, 0]], [[0, 0, 0]])
        with self.assertRaisesRegex(ValueError, "point 0 of the reference"):
            wend.sdtw([[0, 0, 0]], [[0, float("inf"), 0]])

    def test_a_repeated_point_is_the_same_in_score_and_ndtw(self):
        walk, reference = [[0, 0, 0], [1, 0, 1], [1, 0, 1], [2, 0, 0]], [[0, 0, 0], [1, 0, 0], [2, 0, 0]]
        episode = {"episode_id": "1", "scene_id": "a.glb", "start_position": [0, 0, 0], "start_rotation": [0, 0, 0, 1],
                   "goals": [{"position": [2, 0, 0]}], "instruction": {"instruction_text": "Go."},
                   "reference_path": reference}
        steps = [{"position": p, "heading": 0, "stop": i == 3} for i, p in enumerate(walk)]
        scores = wend.score("r2r-ce", annotations=self.write("ep.json", {"episodes": [episode]}),
                            results=self.write("ce.json", {"1": steps}))
        self.assertEqual(scores["ndtw"], wend.ndtw(walk, reference, benchmark="r2r-ce", rules="official"))
        self.assertEqual(scores["ndtw"], wend.ndtw(walk, reference))


KINDS = ("path", "graph", "tour", "multion", "episodes")

if __name__ == "__main__":
    unittest.main()
