"""PyTorch's side of `wend bench train`: reads the name of a case, runs it, prints its processor seconds.

    peer_torch.py contiguous|channels_last eager|compile fp32|bf16

The bench sets the allocator by the environment (MALLOC_… or LD_PRELOAD) before it starts this process.
"""
import sys
import time

import torch
from torch import nn

LAYOUT, MODE, PRECISION = sys.argv[1:4]
FORMAT = torch.channels_last if LAYOUT == "channels_last" else torch.contiguous_format
STEPS, ENVS = 16, 4  # of the minibatch
torch.set_num_threads(1)
torch.set_flush_denormal(True)
torch.manual_seed(1)


def autocast():
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=PRECISION == "bf16")


class NoMap(nn.Module):
    """MultiON's no-map network at the paper's sizes."""

    def __init__(self):
        super().__init__()
        self.eye = nn.Sequential(nn.Conv2d(4, 32, 8, 4), nn.ReLU(), nn.Conv2d(32, 64, 4, 2), nn.ReLU(),
                                 nn.Conv2d(64, 32, 3, 1), nn.Flatten(), nn.Linear(25088, 512), nn.ReLU())
        self.goal, self.action = nn.Embedding(256, 32), nn.Embedding(5, 32)
        self.memory = nn.GRU(576, 512)
        self.actor, self.critic = nn.Linear(512, 4), nn.Linear(512, 1)

    def forward(self, rgb, depth, goal, action):
        x = torch.cat([rgb.permute(0, 3, 1, 2).float() / 255, depth], 1).contiguous(memory_format=FORMAT)
        x = torch.cat([self.eye(x), self.goal(goal), self.action(action)], 1)
        h, _ = self.memory(x.view(STEPS, -1, 576))
        h = h.reshape(-1, 512)
        return self.actor(h), self.critic(h)


def inputs(rows):
    return (torch.randint(0, 256, (rows, 256, 256, 3), dtype=torch.uint8), torch.rand(rows, 1, 256, 256),
            torch.randint(0, 8, (rows,)), torch.randint(0, 5, (rows,)))


net = NoMap().to(memory_format=FORMAT)
run = torch.compile(net) if MODE == "compile" else net
rows = inputs(STEPS * ENVS)
gru, gru_h = nn.GRU(576, 512), torch.rand(1, 16, 512)
gru_x = torch.rand(1, 16, 576, requires_grad=True)  # as in a network, where layers precede it


def learn():
    net.zero_grad()  # drops the gradients: the backward pass writes instead of adding
    with autocast():
        logits, values = run(*rows)
    torch.autograd.backward([logits, values], [torch.ones_like(logits), torch.ones_like(values)])


def look():
    with torch.no_grad(), autocast():
        run(*rows)


def gru_step():
    with torch.no_grad(), autocast():
        for _ in range(20):
            gru(gru_x, gru_h)


def gru_learn():
    for _ in range(10):  # gradients accumulate
        with autocast():
            y, _ = gru(gru_x, gru_h)
        y.backward(torch.ones_like(y))


cases = {"learn": learn, "look": look, "gru_step": gru_step, "gru_learn": gru_learn}
for line in sys.stdin:
    start = time.process_time()
    cases[line.strip()]()
    print(time.process_time() - start, flush=True)
