"""Which Gymnasium environments there are."""

from __future__ import annotations

from typing import Any

_MOVES = ("forward", "left", "right")

# Environment's name -> task of wend, its actions in Habitat's order, what the goal is; and where
# they differ from the usual ones, the file that is generated and the scenes.
TASKS: dict[str, dict[str, Any]] = {
    "PointNav": {"task": "pointnav", "actions": ("stop", *_MOVES), "goal": "pointgoal"},
    "Rescue": {"task": "rescue", "goal": "instruction", "file": "episodes.jsonl",
               "scenes": ("room:0",), "actions": ("stop", *_MOVES, "up", "down", "door", "pick", "put")},
    "MultiON": {"task": "multion", "actions": ("found", *_MOVES), "goal": "multiobjectgoal"},
}


def register() -> None:
    """Tells Gymnasium the names: wend/PointNav-v0 and so on."""
    from gymnasium.envs import registration

    for kind in TASKS:
        name = f"wend/{kind}-v0"
        if name not in registration.registry:
            registration.register(name, entry_point="wend.gym:WendEnv",
                                  vector_entry_point="wend.gym:WendVectorEnv",
                                  kwargs={"kind": kind})
