"""Scores R2R predictions (the last two lines); the lines before generate annotations and predictions in an apartment."""
import json
from pathlib import Path

import wend

wend.generate_episodes("r2r", ["apartment:5"], "r2r.json", count=3)
paths = json.loads(Path("r2r.json").read_text(encoding="utf-8"))
predictions = [{"instr_id": f"{path['path_id']}_{i}", "trajectory": [[v, 0, 0] for v in path["path"][:-i or None]]}
         for path in paths for i in range(3)]
Path("results.json").write_text(json.dumps(predictions), encoding="utf-8")

# Files in the formats of the challenge.
scores = wend.score("r2r", results="results.json", annotations="r2r.json", connectivity="r2r.json.connectivity")
print({name: round(scores[name], 3) for name in ("n", "sr", "spl", "ndtw", "sdtw", "cls")})
