#!/usr/bin/env python3
"""Runs the command-line tests: tests/cli/*.txt hold `$ command` lines and what they must print.

Each file runs in a folder of its own, its commands one after the other, with `wend` on the PATH.
After the output (stdout and stderr together) a line `[N]` gives the exit status when it is not 0.
An expected line may end in ` (re)`: then it is a regular expression. A first line
`needs: procthor/materials.json` skips the file where that real data is not there ($WEND_DATA, else
../shared/data). $WEND_SOURCE is the root of the sources. `--update` writes what was printed into the
files; read the diff before committing.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

here = Path(__file__).resolve().parent
root = here.parent.parent
TIMEOUT = 600  # seconds a command may take


def split(text):
    """[(prefix lines, command, expected lines)]; comments and blank lines between are prefixes."""
    blocks, prefix = [], []
    for line in text.splitlines():
        if line.startswith("$ "):
            blocks.append((prefix, line[2:], []))
            prefix = []
        elif blocks and line and not line.startswith("#"):
            blocks[-1][2].append(line)
        else:
            prefix.append(line)
    return blocks, prefix


def matches(expected, actual):
    if len(expected) != len(actual):
        return False
    return all(re.fullmatch(e[:-5], a) if e.endswith(" (re)") else e == a
               for e, a in zip(expected, actual))


def run_command(command, folder, env):
    """The lines it printed, and its exit status as the last one when it is not 0."""
    try:
        done = subprocess.run(["bash", "-c", command], cwd=folder, env=env, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return [f"did not end within {TIMEOUT} s"]
    lines = [line for line in done.stdout.decode(errors="replace").splitlines() if line]
    return lines + [f"[{done.returncode}]"] if done.returncode else lines


def run_file(path, wend, data, update):
    """The differences found, as lines to print; none: passed."""
    blocks, tail = split(path.read_text())
    said, written = [], []
    with tempfile.TemporaryDirectory(prefix="wend-cli-") as folder:
        os.symlink(wend, Path(folder) / "wend")
        env = dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}", WEND_DATA=str(data),
                   WEND_SOURCE=str(root), LC_ALL="C.UTF-8", HOME=folder, XDG_CACHE_HOME=f"{folder}/.cache")
        for prefix, command, expected in blocks:
            actual = run_command(command, folder, env)
            good = matches(expected, actual)
            written += prefix + [f"$ {command}"] + (expected if good else actual)
            if not good and not update:
                said += [f"FAIL {path.name}: $ {command}"]
                said += [f"    - {line}" for line in expected] + [f"    + {line}" for line in actual]
    if update:
        path.write_text("\n".join(written + tail).rstrip("\n") + "\n")
    return said


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--wend", default="build/release/wend")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    data = Path(os.environ.get("WEND_DATA") or root.parent / "shared/data").resolve()
    counts = [0, 0, 0]
    pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())  # each file has a folder of its own
    started = []
    for path in sorted(here.glob("*.txt")):
        if arguments.names and not any(n in path.name for n in arguments.names):
            continue
        needs = re.match(r"needs: (.*)", path.read_text())
        if needs and not (data / needs.group(1)).exists():
            counts[2] += 1
            print(f"skip {path.name}: no {needs.group(1)}")
            continue
        started.append((path, pool.submit(run_file, path, Path(arguments.wend).resolve(), data, arguments.update)))
    for path, running in started:
        said = running.result()
        counts[1 if said else 0] += 1
        print("\n".join(said) if said else f"ok   {path.name}", flush=True)
    print(f"{counts[0]} passed, {counts[1]} failed, {counts[2]} skipped")
    return 1 if counts[1] else 0


sys.exit(main())
