"""A scene, a shortest path and an image, as notebook cells; writes plan.svg, view.npy, path.npy."""
# %% a scene and its floor plan
import numpy as np
import wend

scene = wend.Scene.generate(seed=7, kind="apartment")
print(scene, "with", ", ".join(room["name"] for room in scene.rooms))
scene.draw("plan.svg", pixels_per_metre=40)

# %% the shortest path between two random points, and its length
mesh = scene.navmesh()
start, goal = mesh.random_point(1, island=0), mesh.random_point(2, island=0)
path = np.array(mesh.path(start, goal))
print(f"{mesh.distance(start, goal):.2f} m, {len(path)} corners")
np.save("path.npy", path)

# %% the view from the start along the path
ahead = path[1] - path[0]
heading = np.arctan2(-ahead[0], -ahead[2])
view = scene.render(path[0] + [0, 1.25, 0], heading, width=320, height=240)
np.save("view.npy", view["rgb"])
names, counts = np.unique(view["semantic"], return_counts=True)
for category in names[np.argsort(-counts)][:5]:
    print(" ", wend.CATEGORIES[category])

# %% nDTW of a noisy copy of the path
noisy = path + np.random.default_rng(1).normal(0, 0.3, path.shape)
print("nDTW", round(wend.ndtw(noisy, path), 3))
