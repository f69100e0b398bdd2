"""Scoring a file of R2R predictions takes two lines, the last; those before make such files, of a generated apartment."""
import json
from pathlib import Path

import wend

wend.generate_episodes("r2r", ["apartment:5"], "r2r.json", count=3)
paths = json.loads(Path("r2r.json").read_text(encoding="utf-8"))
walks = [{"instr_id": f"{path['path_id']}_{i}", "trajectory": [[v, 0, 0] for v in path["path"][:-i or None]]}
         for path in paths for i in range(3)]
Path("results.json").write_text(json.dumps(walks), encoding="utf-8")

# Now there are files such as a challenge's server takes.
scores = wend.score("r2r", results="results.json", annotations="r2r.json", connectivity="r2r.json.connectivity")
print({name: round(scores[name], 3) for name in ("n", "sr", "spl", "ndtw", "sdtw", "cls")})
