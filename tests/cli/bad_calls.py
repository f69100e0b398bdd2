"""Calls every command of wend in wrong ways: each must exit 2 with a sentence, print nothing else, and not crash.

Commands and options are those of `wend --help`, so that a new one is tried without being listed here.
"""
import json
import re
import subprocess

NUMBERS = ["nan", "inf", "1e99", "9" * 40, "3x", "0x10", " 3", "-99999999999", "--", "1e400", "+", "1 2"]


def run(*words):
    return subprocess.run(["wend", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)


def commands():
    lines = re.findall(r"^  (\S+(?: \S+)*?)  +\S", run("--help").stdout, re.M)
    return [line.split() for line in lines]


def options(command):
    """[(name, takes a value, is a number)] from the command's help."""
    found, shown = [], run(*command, "--help")
    if shown.returncode != 0 or not shown.stdout:
        print(command, "has no help")
    for line in shown.stdout.splitlines():
        match = re.match(r"  (-\S+)( \S+)? ", line)
        if match:
            found.append((match[1], bool(match[2]), bool(re.search(r"\[[-+0-9.e]+\]$", line))))
    return found


class Calls:
    def __init__(self):
        self.count = self.wrong = 0

    def refused(self, *words, says=""):
        done = run(*words)
        self.count += 1
        lines = done.stderr.splitlines()
        fine = done.returncode == 2 and lines and lines[0].startswith("wend") and says in done.stderr
        if "--json" in words:
            fine = fine and "error" in json.loads(done.stdout)
        elif done.stdout:
            fine = False
        if not fine:
            self.wrong += 1
            print(f"wend {' '.join(map(repr, words))}: status {done.returncode}\n{done.stdout}{done.stderr}")


calls, turn, numbers = Calls(), 0, 0
for command in commands():
    calls.refused(*command, "--no-such-option", says="unknown option '--no-such-option'")
    calls.refused(*command, "--hepl", says="did you mean '--help'")
    found = options(command)
    for name, takes_value, is_number in found:
        if name == "--json":
            calls.refused(*command, "--json", "--no-such-option")
        if not takes_value:
            calls.refused(*command, f"{name}=1", says="takes no value")
            continue
        turn += 1
        if turn % 2:
            calls.refused(*command, name, says="needs a value")
        else:
            calls.refused(*command, f"{name}=", says="must be in [" if is_number else "must not be empty")
        if is_number:
            numbers += 1
            calls.refused(*command, f"{name}={NUMBERS[turn % len(NUMBERS)]}", says=f"{name} must be in [")
for words in ([], ["--no-such"], ["no-such"], ["help", "no-such"], ["help", "run", "no-such"], ["scene"], ["scene", "no-such"], [""],
              ["episodes"], ["version", "x"], ["--version", "x"], ["--help", "--help"], ["scene", "x" * 5000], ["-x"], ["--"]):
    calls.refused(*words) if words else None
print("at least 400 calls refused" if calls.count >= 400 and numbers >= 80 else f"only {calls.count} calls, {numbers} of numbers")
print(f"{calls.wrong} were not refused as they must be")
