"""MultiON's mapping agent in Python: it maps what it sees, remembers goals it recognises, explores, and says FOUND.

Map, frontiers, routes and the eye for cylinders are those of the C core; what to do with them is decided here, as in
wend's own agent `mapper`. `wend run multion --agent mapper` plays the same episodes, for comparison.
"""
import math

import wend


class Mapper:
    def reset(self, seed):
        self.map = wend.Map(cell=0.1)
        self.goals = {}  # colour -> x, z, and whether it was seen whole
        self.turns = 12  # it begins by looking all around

    def look(self, seen):
        """What is recognised is remembered where it stands; a sure sight is not given up for a doubtful one."""
        for thing in wend.find_cylinders(seen):
            if thing["sure"] or not self.goals.get(thing["color"], (0, 0, False))[2]:
                self.goals[thing["color"]] = (*self.map.at(seen, thing["ahead"], thing["right"]), thing["sure"])

    def explore(self, seen):
        """To the edge of what is known that is near and long."""
        edges = [(self.map.distance(at_x, at_z) - 0.05 * cells, at_x, at_z) for at_x, at_z, cells in self.map.frontiers()]
        edges = [edge for edge in edges if edge[0] < math.inf]
        if edges:
            return self.map.steer(seen, *min(edges)[1:])
        self.map.reset()  # all is known, or something wrong is: it looks again
        self.turns = 12
        return "left"

    def act(self, seen):
        x, z = self.map.position(seen)
        if seen["collided"]:  # what was bumped into is there, whatever the picture said
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
                del self.goals[wanted]  # from near it is none
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
