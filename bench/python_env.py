"""What Python costs: the vector environment beside the C batch it is, and Gymnasium's own.

    python bench/python_env.py [--envs 64] [--rounds 5]

Interleaved in one run, so that a busy machine is as unkind to all of them. Steps per second of one
processor, by processor time of all processes, median and best of the rounds.
"""
import argparse
import resource
import statistics
import tempfile
import time

import gymnasium
import numpy as np
import wend
import wend.gym


def cpu():
    mine, theirs = (resource.getrusage(w) for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return mine.ru_utime + mine.ru_stime + theirs.ru_utime + theirs.ru_stime


def rate(work, steps):
    wall, start = time.perf_counter(), cpu()
    work()
    return steps / (cpu() - start + 1e-9), steps / (time.perf_counter() - wall)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        episodes = wend.generate_episodes("pointnav", ["apartment:1", "apartment:2"],
                                          folder + "/e.json", count=options.envs)
        settings = {"episodes": episodes, "width": 128, "height": 128, "cache": folder}
        many = wend.gym.WendVectorEnv("PointNav", options.envs, **settings)
        many.reset()
        random = np.random.default_rng(1)
        actions = random.integers(2, 4, options.envs)
        kinds = np.ascontiguousarray(many.core.actions.parse(actions, options.envs, None)[0])
        n, steps = options.envs, options.steps * options.envs

        def step_python():
            for _ in range(options.steps):
                many.step(actions)

        ways = {"C batch": lambda: many.core.batch.repeat(kinds, options.steps),
                "wend vector environment": step_python}
        rates = {name: [] for name in ways}
        for _ in range(options.rounds):
            for name, work in ways.items():
                rates[name].append(rate(work, steps)[0])
        print(f"{n} environments, RGB-D 128 x 128, steps per second and processor")
        for name, values in rates.items():
            print(f"  {name:28} median {statistics.median(values):8.0f}   best {max(values):8.0f}")
        shares = [b / a for a, b in zip(rates["C batch"], rates["wend vector environment"])]
        print(f"  vector environment / C batch median {statistics.median(shares):.3f}")

        async_steps = max(options.steps // 6, 3)
        peer = gymnasium.vector.AsyncVectorEnv(
            [lambda: gymnasium.make("wend/PointNav-v0", **settings)] * min(n, 8))
        peer.reset()

        def step_peer():
            for _ in range(async_steps):
                peer.step(actions[: peer.num_envs])

        walls = [(rate(step_peer, async_steps * peer.num_envs)[1], rate(step_python, steps)[1])
                 for _ in range(options.rounds)]
        print(f"  AsyncVectorEnv of {peer.num_envs}, by the clock   "
              f"median {statistics.median(a for a, _ in walls):.0f}; the vector environment beside "
              f"it {statistics.median(b for _, b in walls):.0f}: "
              f"{statistics.median(b / a for a, b in walls):.1f} times")
        peer.close()
        many.close()


if __name__ == "__main__":
    main()
