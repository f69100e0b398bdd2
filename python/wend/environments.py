"""Table of the Gymnasium environments."""

from __future__ import annotations

from typing import Any

_MOVES = ("forward", "left", "right")
_LOOKS = ("up", "down")
_POSE = ("gps", "compass")

# Name of an environment -> task, actions in Habitat's order, observations besides images, and
# settings of generated episodes. `drives` are fractions of max speed and max turn rate (to the left),
# as in RescueBench's seven moves. On a viewpoint graph the
# actions after STOP are indices of neighbours.
_VLN = {"actions": ("stop", *_MOVES), "senses": (*_POSE, "altitude", "instruction"),
        "generate": {"count": 5}}
_GRAPH = {"actions": ("stop", *_MOVES, *_LOOKS), "generate": {"count": 5}, "graph": True,
          "senses": (*_POSE, "altitude", "instruction")}
_LINES = {"file": "episodes.jsonl"}

TASKS: dict[str, dict[str, Any]] = {
    "PointNav": {"task": "pointnav", "actions": ("stop", *_MOVES),
                 "senses": (*_POSE, "pointgoal_with_gps_compass"), "generate": {"count": 50}},
    "MultiON": {"task": "multion", "actions": ("found", *_MOVES),
                "senses": (*_POSE, "multiobjectgoal"), "generate": {"count": 50}},
    "ObjectNav": {"task": "objectnav", "actions": ("stop", *_MOVES, *_LOOKS),
                  "senses": ("objectgoal",), "generate": {"starts": 1}},
    "PASTURE": {"task": "pasture", "actions": ("stop", *_MOVES, *_LOOKS),
                "senses": ("instruction",), "generate": {"splits": ["appearance"], "starts": 1}},
    "R2R": {"task": "r2r", **_GRAPH},
    "RxR": {"task": "rxr", **_GRAPH, **_LINES},
    "R2R-CE": {"task": "r2r-ce", **_VLN},
    "RxR-CE": {"task": "rxr-ce", **_VLN, **_LINES},
    "IR2R": {"task": "ir2r", **_GRAPH},
    "IR2R-CE": {"task": "ir2r-ce", **_VLN},
    "Rescue": {"task": "rescue",
               "actions": ("stop", *_MOVES, *_LOOKS, "door", "pick", "put", "back", "ahead_left",
                           "ahead_right", "crouch", "stand", "jump"),
               "drives": {"back": (-1.0, 0.0), "ahead_left": (0.5, 0.5), "ahead_right": (0.5, -0.5)},
               "senses": (*_POSE, "altitude", "instruction", "reference", "carries", "seconds_left"),
               "generate": {"count": 5}, "file": "episodes.jsonl", "scenes": ("room:0",)},
}


def register() -> None:
    """Registers wend/PointNav-v0 and the others with Gymnasium."""
    from gymnasium.envs import registration

    for kind in TASKS:
        name = f"wend/{kind}-v0"
        if name not in registration.registry:
            registration.register(name, entry_point="wend.gym:WendEnv",
                                  vector_entry_point="wend.gym:WendVectorEnv",
                                  kwargs={"kind": kind})
