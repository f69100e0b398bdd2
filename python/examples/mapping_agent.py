"""A mapping agent for MultiON in Python: maps, detects goals, explores frontiers and declares FOUND.

Map, frontiers, routes and the cylinder detector are those of the C core; the decisions are made here, as in the
built-in agent `mapper`. For comparison: `wend run multion --agent mapper` on the same episodes.
"""
import math

import wend


class Mapper:
    def reset(self, seed):
        self.map = wend.Map(cell=0.1)
        self.goals = {}  # colour -> x, z, and whether the detection was sure
        self.turns = 12  # remaining turns of the look-around

    def look(self, seen):
        """Stores detected cylinders; an unsure detection does not replace a sure one."""
        for found in wend.find_cylinders(seen):
            if found["sure"] or not self.goals.get(found["color"], (0, 0, False))[2]:
                self.goals[found["color"]] = (*self.map.at(seen, found["ahead"], found["right"]), found["sure"])

    def explore(self, seen):
        """Goes to a near and long frontier."""
        edges = [(self.map.distance(at_x, at_z) - 0.05 * cells, at_x, at_z) for at_x, at_z, cells in self.map.frontiers()]
        edges = [edge for edge in edges if edge[0] < math.inf]
        if edges:
            return self.map.steer(seen, *min(edges)[1:])
        self.map.reset()  # no frontier is left: starts over with a new map
        self.turns = 12
        return "left"

    def act(self, seen):
        x, z = self.map.position(seen)
        if seen["collided"]:  # marks the obstacle, which depth did not show
            self.map.mark(*self.map.at(seen, ahead=0.3), 0.05, 2)
        self.map.integrate(seen)
        self.look(seen)
        self.map.spread(x, z, radius=0.2, comfort=0.35)
        wanted = int(seen["multiobjectgoal"][0])
        if wanted in self.goals:
            goal_x, goal_z, sure = self.goals[wanted]
            if math.hypot(goal_x - x, goal_z - z) < 1.2:  # FOUND counts within 1.5 m
                if sure:
                    return "found"
                del self.goals[wanted]  # not confirmed from near
            else:
                return self.map.steer(seen, goal_x, goal_z)
        if self.turns:
            self.turns -= 1
            return "left"
        return self.explore(seen)


if __name__ == "__main__":
    wend.generate_episodes("multion", "apartment:5001..5002", "goals.json.gz", goals=3, count=3)
    result = wend.evaluate(Mapper, "multion", episodes="goals.json.gz", out="mapper.wlog", threads=2,
                           max_steps=800)
    print({name: round(value["mean"], 3) for name, value in result["metrics"].items()})
