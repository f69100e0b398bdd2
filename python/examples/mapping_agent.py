"""A mapping agent in Python: it maps what it sees, walks to frontiers, and goes to a point goal.

The map, frontiers and routes are those of the C core (wend.Map); the policy is forty lines.
"""
import math

import wend

STOP, FORWARD, LEFT, RIGHT = (wend.ACTIONS.index(n) for n in ("stop", "forward", "left", "right"))


class Mapper:
    """Plans over its own map to the goal, through unknown cells where it has to."""

    def reset(self, seed):
        self.map = wend.Map(cell=0.1)
        self.last = None

    def act(self, seen):
        far, bearing = seen["pointgoal_with_gps_compass"]
        if far < 0.2:
            return STOP
        x, z = self.map.place(seen)
        heading = float(seen["compass"][0])
        if seen["collided"]:  # what was bumped into is there, whatever the picture said
            self.map.mark(x - 0.3 * math.sin(heading), z - 0.3 * math.cos(heading), 0.05, 2)
        self.map.integrate(seen)
        goal_x = x - far * math.sin(heading + bearing)
        goal_z = z - far * math.cos(heading + bearing)
        self.map.spread(x, z, radius=0.2, comfort=0.35, unknown=1.5)
        way = self.map.way(goal_x, goal_z)
        if len(way) < 2:
            near = self.map.nearest(goal_x, goal_z, 50.0)
            way = self.map.way(*near) if near else []
        target = way[1] if len(way) > 1 else (goal_x, goal_z)
        turn = math.remainder(math.atan2(-(target[0] - x), -(target[1] - z)) - heading, 2 * math.pi)
        if abs(turn) > math.radians(16):
            return LEFT if turn > 0 else RIGHT
        return FORWARD


if __name__ == "__main__":
    wend.generate_episodes("pointnav", ["apartment:1", "apartment:2"], "points.json", count=4)
    result = wend.evaluate(Mapper, "pointnav", episodes="points.json", out="mapper.wlog", threads=2)
    print({name: round(value["mean"], 3) for name, value in result["metrics"].items()})
