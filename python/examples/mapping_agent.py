"""A mapping agent in Python: it maps the depth it sees and plans to a point goal over what it knows.

The map and its routes are those of the C core (wend.Map), as in wend's own agent `mapper`.
"""
import math

import wend


class Mapper:
    """Goes through cells it does not know where it has to; what it bumps into is there."""

    def reset(self, seed):
        self.map = wend.Map(cell=0.1)

    def act(self, seen):
        far, bearing = seen["pointgoal_with_gps_compass"]
        if far < 0.2:
            return "stop"
        x, z = self.map.place(seen)
        heading = float(seen["compass"][0])
        if seen["collided"]:
            self.map.mark(x - 0.3 * math.sin(heading), z - 0.3 * math.cos(heading), 0.05, 2)
        self.map.integrate(seen)
        self.map.spread(x, z, radius=0.2, comfort=0.35, unknown=1.5)
        ahead = heading + bearing
        return self.map.steer(seen, x - far * math.sin(ahead), z - far * math.cos(ahead))


if __name__ == "__main__":
    wend.generate_episodes("pointnav", "apartment:1..2", "points.json", count=4)
    result = wend.evaluate(Mapper, "pointnav", episodes="points.json", out="mapper.wlog", threads=2)
    print({name: round(value["mean"], 3) for name, value in result["metrics"].items()})
