"""A random agent in ten lines: MultiON with three goals, and its table."""
import random

import wend

wend.generate_episodes("multion", ["apartment:1"], "episodes.json.gz", goals=3, count=4)
moves = [wend.ACTIONS.index(name) for name in ("forward", "forward", "left", "right")]
result = wend.evaluate(lambda seen: random.choice(moves), "multion", episodes="episodes.json.gz",
                       out="random.wlog", name="random-walk", uses_images=False, max_steps=200)
for name, value in result["metrics"].items():
    print(f"{name:16} {value['mean']:8.3f}   {value['low']:.3f} to {value['high']:.3f}")
