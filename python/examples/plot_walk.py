"""A scene, a picture and a walk, in the manner of a notebook; writes plan.svg, view.npy, walk.npy."""
# %% a scene and its plan
import numpy as np
import wend

scene = wend.Scene.generate(seed=7, kind="apartment")
print(scene, "with", ", ".join(room["name"] for room in scene.rooms))
scene.draw("plan.svg", pixels_per_metre=40)

# %% the shortest way between two places, and its length
mesh = scene.navmesh()
start, goal = mesh.random_point(1, island=0), mesh.random_point(2, island=0)
walk = np.array(mesh.path(start, goal))
print(f"{mesh.distance(start, goal):.2f} m by {len(walk)} corners")
np.save("walk.npy", walk)

# %% what is seen at its start, along the first leg
ahead = walk[1] - walk[0]
heading = np.arctan2(-ahead[0], -ahead[2])
seen = scene.render(walk[0] + [0, 1.25, 0], heading, width=320, height=240)
np.save("view.npy", seen["rgb"])
names, counts = np.unique(seen["semantic"], return_counts=True)
for category in names[np.argsort(-counts)][:5]:
    print(" ", wend.CATEGORIES[category])

# %% how well another walk follows it
wobbly = walk + np.random.default_rng(1).normal(0, 0.3, walk.shape)
print("nDTW", round(wend.ndtw(wobbly, walk), 3))
