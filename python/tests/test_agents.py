"""Agents in Python: their errors are results, their code decides whether a log is resumed, and
Ctrl-C, threads and forks have a defined end. Run by tools/check-python."""

import array
import collections
import ctypes
import datetime
import decimal
import importlib
import io
import itertools
import locale
import math
import operator
import os
import re
import signal
import subprocess
import sys
import threading
import time
import traceback
import types
import unittest
import warnings

import numpy as np
import wend
from test_wend import Folder
from wend import _core, agent_code


class Stopper:
    def act(self, seen):
        return "stop"


class Agents(Folder):
    def play(self, agent, out="a.wlog", count=4, task="pointnav", **settings):
        """Into a log of that name; None: into a new one."""
        self.logs = getattr(self, "logs", 0) + 1
        out = out or f"{self.logs}.wlog"
        settings.setdefault("uses_images", False)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return wend.evaluate(agent, task, episodes=self.episodes(count), out=self.path(out),
                                 **settings)


class Errors(Agents):
    def test_an_agent_gains_nothing_by_raising(self):
        calls = []

        class Coward:
            """Stops in every other episode and raises in the others."""

            def reset(self, seed):
                calls.append(seed)

            def act(self, seen):
                if len(calls) % 2:
                    raise ValueError("nein, \u00fcberhaupt nicht")
                return 0

        result = self.play(Coward)
        self.assertEqual((result["n"], result["n_failed"], result["n_agent_errors"]), (4, 0, 2))
        for row in result["episodes"][::2]:
            self.assertIn("act raised ValueError: nein, \u00fcberhaupt nicht (test_agents.py, line ",
                          row["agent_error"])
            self.assertEqual((row["success"], row["spl"], row["soft_spl"]), (0, 0, 0))
            self.assertGreater(row["distance_to_goal"], 0)
        self.assertNotIn("agent_error", result["episodes"][1])

    def test_every_kind_of_error_counts(self):
        class Reset(Stopper):
            def reset(self, seed):
                raise KeyError("x")

        class Exits(Stopper):
            def act(self, seen):
                sys.exit(3)

        class Hungry(Stopper):
            def act(self, seen):
                raise MemoryError

        for agent in (Reset, Exits, Hungry, lambda seen: None, lambda seen: 10**30,
                      lambda seen: np.array([1, 2]), lambda seen: "pick", lambda seen: ("go", 0),
                      lambda seen: (float("nan"), 0, 1), lambda seen: np.float32(1)):
            result = self.play(agent, count=1, name="x", out=None)
            self.assertEqual((result["n"], result["n_failed"], result["n_agent_errors"]), (1, 0, 1))

    def test_an_exception_is_raised_where_it_is_wanted(self):
        def broken(seen):
            raise KeyError("here")

        names = []
        try:
            self.play(broken, on_error="raise")
        except LookupError as error:
            self.assertEqual(str(error), "'here'")
            names = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
        self.assertEqual(names[-1:], ["broken"])
        with self.assertRaisesRegex(ValueError, "on_error"):
            self.play(broken, on_error="ignore")

    def test_numbers_of_numpy_are_actions(self):
        for action in (np.int64(0), np.array(0), np.array([0]), np.array([[0]], np.uint8), False):
            result = self.play(lambda seen, a=action: a, count=1, name="x", out=None)
            self.assertEqual(result["n_agent_errors"], 0, repr(action))

    def test_an_agent_plays_the_tasks_it_says(self):
        class Finder(Stopper):
            tasks = ("multion", "objectnav")

        with self.assertRaisesRegex(wend.Error, "'Finder' plays multion, objectnav, not pointnav"):
            self.play(Finder)
        with self.assertRaisesRegex(wend.Error, "agents for pointnav: "):
            wend.run("pointnav", "rescuer", self.episodes(), self.path("r.wlog"))
        self.assertIn("goal", wend.agents("pointnav"))
        self.assertNotIn("goal", wend.agents("multion"))
        self.assertEqual(list(wend.oracles("rescue")), ["shortest-path", "expert"])


SCORES = {"success", "spl", "soft_spl", "progress", "ppl", "ndtw", "sdtw", "cls", "oracle_success", "tcr",
          "ts", "ts_official", "s1", "s2", "s3", "s4", "similarity", "effectiveness"}


class Tasks(Agents):
    def test_in_every_task_an_error_scores_0_and_never_stopping_is_no_success(self):
        for task, settings in {
            "pointnav": {}, "multion": {}, "objectnav": {"starts": 1},
            "pasture": {"splits": ["appearance"], "starts": 1}, "r2r": {}, "rxr": {}, "ir2r": {},
            "r2r-ce": {}, "rxr-ce": {}, "ir2r-ce": {}, "rescue": {},
        }.items():
            scene = "room:0" if task == "rescue" else "apartment:5"
            ending = ".jsonl" if task in ("rxr", "rxr-ce", "rescue") else ".json"
            if "starts" not in settings:
                settings["count"] = 2
            path = wend.generate_episodes(task, scene, self.path(task + ending), **settings)

            def raises(seen):
                if seen["step"] == 2:
                    raise RuntimeError("on purpose")
                return "left"

            def forever(seen):
                return "left"

            for rules in ("paper", "official"):
                result = wend.evaluate(raises, task, episodes=path, out=self.path(f"{task}{rules}.wlog"),
                                       uses_images=False, limit=2, rules=rules)
                self.assertEqual((result["n"], result["n_agent_errors"]), (2, 2), task)
                for name, mean in result["metrics"].items():
                    if name in SCORES:
                        self.assertEqual(mean["mean"], 0, (task, name))
                    elif name == "steps":
                        self.assertEqual(mean["mean"], 2)
                if "tours" in result:
                    self.assertEqual(result["t_ndtw"]["mean"], 0)
                if task in ("r2r", "rxr", "ir2r", "rescue"):
                    continue
                result = wend.evaluate(forever, task, episodes=path, uses_images=False, limit=2, max_steps=4,
                                       out=self.path(f"never{task}{rules}.wlog"), rules=rules)
                self.assertEqual(result["metrics"]["success"]["mean"], 0, task)
                self.assertEqual(result["n_agent_errors"], 0)


class Observations(Agents):
    def look(self, **settings):
        kept = []

        def act(seen):
            kept.append(seen)
            return "left" if seen["step"] < 3 else "stop"

        self.play(act, count=1, uses_images=True, out=None, **settings)
        return kept

    def test_kept_pictures_do_not_change_and_are_the_agents_own(self):
        kept = self.look()
        self.assertEqual(len({seen["rgb"].tobytes() for seen in kept}), len(kept))
        for seen in kept:
            self.assertTrue(seen["rgb"].flags.owndata or seen["rgb"].base.flags.owndata)
            self.assertTrue(seen["rgb"].flags.writeable and seen["depth"].flags.writeable)

    def test_without_copies_the_same_arrays_are_filled(self):
        kept = self.look(copy=False)
        self.assertTrue(all(seen["rgb"] is kept[0]["rgb"] for seen in kept))
        np.testing.assert_array_equal(kept[0]["rgb"], self.look()[-1]["rgb"])


class Code(Agents):
    def module(self, text, name="agent_under_test"):
        """Writes a module and imports it anew."""
        folder = self.path("modules")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, f"{name}.py"), "w", encoding="utf-8") as file:
            file.write(text)
        if folder not in sys.path:
            sys.path.insert(0, folder)
            self.addCleanup(sys.path.remove, folder)
        importlib.invalidate_caches()
        sys.modules.pop(name, None)
        sys.dont_write_bytecode = True
        return importlib.import_module(name)

    def hash(self, agent):
        begun = agent_code.digest_agent(agent)
        return agent_code.hash_agent(begun, agent() if isinstance(agent, type) else None)

    def test_the_hash_is_of_everything_the_agent_reaches(self):
        text = ("LIMIT = 3\ndef helper(x):\n    return x + 1\ndef unused():\n    return 1\n"
                "class Base:\n    step = 1\nclass Agent(Base):\n    def __init__(self):\n"
                "        self.gain = 0.5\n    def act(self, seen):\n"
                "        return helper(0) if seen['step'] < LIMIT else 0\n")
        first = self.hash(self.module(text).Agent)
        self.assertEqual(self.hash(self.module(text).Agent), first)
        self.assertEqual(self.hash(self.module("# a comment\n\n" + text).Agent), first)
        self.assertEqual(self.hash(self.module(text.replace("return 1\n", "return 2\n")).Agent), first)
        for old, new in (("x + 1", "x + 2"), ("LIMIT = 3", "LIMIT = 4"), ("step = 1", "step = 2"),
                         ("gain = 0.5", "gain = 0.6"), ("else 0", "else 1")):
            self.assertNotEqual(self.hash(self.module(text.replace(old, new)).Agent), first, old)

    def test_the_state_of_an_object_counts_and_playing_does_not(self):
        class Weights:
            def __init__(self, gain, array):
                self.gain, self.array, self.count = gain, array, 0

            def act(self, seen):
                self.count += 1
                return 0

        one, other = Weights(0.5, np.ones(3)), Weights(0.5, np.full(3, 2.0))
        self.assertNotEqual(self.hash(one), self.hash(other))
        self.assertEqual(self.hash(Weights(0.5, np.ones(3))), self.hash(one))
        self.play(one)
        self.assertEqual(self.play(one)["resumed"], 4)
        one.gain = 0.9
        with self.assertRaisesRegex(wend.Error, "overwrite"):
            self.play(one)

    def test_attributes_of_any_type_count(self):
        class Holds:
            def __init__(self, held):
                self.held = held

            def act(self, seen):
                return 0

        point = collections.namedtuple("point", "x")
        for make in (lambda n: collections.deque([n]), lambda n: bytearray([n]), lambda n: array.array("i", [n]),
                     decimal.Decimal, lambda n: datetime.date(2000, 1, n), lambda n: re.compile("a" * n), range,
                     slice, lambda n: memoryview(bytes([n])), lambda n: types.MappingProxyType({"a": n}),
                     operator.itemgetter, itertools.count, lambda n: io.StringIO("a" * n), ctypes.c_int,
                     lambda n: (i for i in [n]), lambda n: (math.sin, math.cos)[n - 1], point, lambda n: collections.Counter("a" * n),
                     lambda n: np.ma.array([1, 2], mask=[n == 1, n == 2]), lambda n: np.float32(n),
                     lambda n: type("Named", (str,), {"n": n})("a"), lambda n: type("Rows", (list,), {"n": n})([1])):
            one, other = make(1), make(2)
            self.assertEqual(self.hash(Holds(one)), self.hash(Holds(one)), one)
            self.assertNotEqual(self.hash(Holds(one)), self.hash(Holds(other)), one)

    def test_the_code_of_agents_that_extend_builtin_types_counts(self):
        for base in ("dict", "list", "tuple", "str", "int", "float", "set", "collections.deque", "collections.OrderedDict"):
            text = f"import collections\nclass Agent({base}):\n    def act(self, seen):\n        return 'left'\n"
            first = self.hash(self.module(text).Agent())
            self.assertEqual(self.hash(self.module(text).Agent()), first, base)
            self.assertNotEqual(self.hash(self.module(text.replace("left", "right")).Agent()), first, base)

    def test_an_agent_may_say_its_hash(self):
        class Said:
            def __init__(self, noise):
                self.noise = noise

            def __wend_hash__(self):
                return "v1"

            def act(self, seen):
                return 0

        self.assertEqual(self.hash(Said(1)), self.hash(Said(2)))

    def test_edited_agents_do_not_get_the_old_results(self):
        text = "class Agent:\n    def act(self, seen):\n        return 'stop'\n"
        first = self.play(self.module(text).Agent)
        self.assertEqual((first["resumed"], first["played"]), (0, 4))
        again = self.play(self.module(text).Agent)
        self.assertEqual((again["resumed"], again["played"]), (4, 0))
        with open(self.path("a.wlog"), "rb") as file:
            before = file.read()
        edited = self.module(text.replace("'stop'", "0 if seen['step'] else 2")).Agent
        with self.assertRaisesRegex(wend.Error, "agent_hash.*overwrite=True.*code"):
            self.play(edited)
        with open(self.path("a.wlog"), "rb") as file:
            self.assertEqual(file.read(), before)
        other = self.play(edited, overwrite=True)
        self.assertEqual((other["resumed"], other["played"]), (0, 4))
        self.assertEqual(other["metrics"]["steps"]["mean"], 2)


class Interrupts(Agents):
    def setUp(self):
        super().setUp()
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def test_the_handler_is_restored_after_nested_runs(self):
        outer = self

        class Nested:
            def act(self, seen):
                if seen["step"] == 0:
                    outer.play(Stopper, out=None, count=4)
                return 0

        self.play(Nested)
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)
        with self.assertRaises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(5)

    def test_overlapping_runs_all_end_and_the_handler_is_restored(self):
        ends = []

        class Slow:
            def act(self, seen):
                time.sleep(0.01)
                return "left"

        def run(i):
            try:
                self.play(Slow, out=f"{i}.wlog", max_steps=400)
            except KeyboardInterrupt:
                ends.append(i)

        episodes = self.episodes(4)
        self.episodes = lambda count: episodes
        threads = [threading.Thread(target=run, args=(i,)) for i in range(3)]
        for thread in threads:
            thread.start()
            time.sleep(0.2)
        with self.assertRaises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(30)
        for thread in threads:
            thread.join(60)
        self.assertEqual(sorted(ends), [0, 1, 2])
        with self.assertRaises(KeyboardInterrupt):  # no recursion, no hang
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(5)
        self.assertEqual(self.play(Stopper, out="last.wlog")["n"], 4)

    def test_a_second_ctrl_c_ends_agents_in_endless_loops_on_other_threads(self):
        script = (
            "import os, signal, sys, threading, time, warnings, wend\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "class Endless:\n"
            "    def act(self, seen):\n"
            "        while True: time.sleep(0.001)\n"
            "def press():\n"
            "    for _ in range(4):\n"
            "        time.sleep(1); os.kill(os.getpid(), signal.SIGINT)\n"
            "threading.Thread(target=press, daemon=True).start()\n"
            "try:\n"
            f"    wend.evaluate(Endless, 'pointnav', episodes={self.episodes(4)!r},\n"
            f"                  out={self.path('e.wlog')!r}, threads=3, uses_images=False)\n"
            "except KeyboardInterrupt:\n"
            "    print('interrupted'); sys.stdout.flush(); os._exit(0)\n")
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
        self.assertEqual((done.stdout, done.returncode), ("interrupted\n", 0), done.stderr)


class Processes(Agents):
    def batch(self, **settings):
        return _core.Batch("pointnav", self.episodes(), num_envs=2, threads=2, uses_images=False, **settings)

    def test_one_batch_used_by_several_threads_is_refused(self):
        batch = self.batch()
        batch.reset()
        refused, errors = [], []

        def step():
            for _ in range(200):
                try:
                    batch.repeat(np.full(2, 2, np.int32), 20)
                except RuntimeError as error:
                    refused.append(str(error))
                except BaseException as error:
                    errors.append(error)

        threads = [threading.Thread(target=step) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(errors, [])
        self.assertTrue(refused)
        self.assertIn("another thread", refused[0])
        batch.step(np.full(2, 2, np.int32))

    def test_a_forked_child_is_told_and_does_not_hang(self):
        batch = self.batch()
        batch.reset()
        child = os.fork()
        if child == 0:
            try:
                batch.step(np.full(2, 2, np.int32))
                os._exit(1)
            except (ValueError, wend.Error) as error:
                del batch
                os._exit(0 if "forked child" in str(error) else 2)
            finally:
                os._exit(3)
        deadline = time.time() + 60
        ended, status = 0, 0
        while not ended and time.time() < deadline:
            ended, status = os.waitpid(child, os.WNOHANG)
            time.sleep(0.05)
        if not ended:
            os.kill(child, signal.SIGKILL)
        self.assertEqual((ended, os.waitstatus_to_exitcode(status)), (child, 0))
        batch.step(np.full(2, 2, np.int32))

    def test_illegal_actions_of_a_batch_are_refused_before_anything_moves(self):
        batch = self.batch()
        batch.reset()
        before = batch.walk(0), batch.walk(1)
        for kind in (wend.ACTIONS.index("pick"), wend.ACTIONS.index("velocity"), 99, -1):
            with self.assertRaises((ValueError, wend.Error)):
                batch.step(np.array([2, kind], np.int32))
        self.assertEqual((batch.walk(0), batch.walk(1)), before)

    def test_a_log_is_the_same_in_a_locale_with_a_decimal_comma(self):
        done = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", self.path("de_DE.UTF-8")],
                              capture_output=True)
        if done.returncode:
            self.skipTest("localedef makes no de_DE here (package locales)")
        script = ("import locale, sys, wend\n"
                  "if sys.argv[2] != 'C':\n"
                  "    locale.setlocale(locale.LC_ALL, sys.argv[2])\n"
                  "    assert locale.localeconv()['decimal_point'] == ','\n"
                  "class A:\n    def act(self, seen): return 'left' if seen['step'] < 3 else 'stop'\n"
                  f"wend.evaluate(A, 'pointnav', episodes={self.episodes()!r}, out=sys.argv[1],\n"
                  "              threads=2, uses_images=False)\n")
        logs = []
        for name in ("C", "de_DE.UTF-8"):
            out = self.path(f"{name}.wlog")
            subprocess.run([sys.executable, "-c", script, out, name], check=True,
                           env=os.environ | {"LOCPATH": self.folder.name})
            with open(out, "rb") as file:
                logs.append(file.read())
        self.assertEqual(logs[0], logs[1])
        self.assertEqual(locale.localeconv()["decimal_point"], ".")


if __name__ == "__main__":
    unittest.main()
