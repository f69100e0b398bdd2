#!/usr/bin/env python3
"""A network link between two namespaces that delays every packet, and can be cut.

    delay_link.py A ADDRESS B ADDRESS MILLISECONDS

Creates a TUN device in each namespace and copies packets between them, each MILLISECONDS late. (netem does the same in
kernels that have it; TUN is in nearly all.) Prints "up" when the link works. SIGUSR1 cuts the link: packets are dropped
from then on.
"""
import collections
import ctypes
import fcntl
import os
import select
import signal
import struct
import subprocess
import sys
import time

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
CLONE_NEWNET = 0x40000000
libc = ctypes.CDLL(None, use_errno=True)


def open_device(namespace, address):
    descriptor = os.open(f"/var/run/netns/{namespace}", os.O_RDONLY)
    if libc.setns(descriptor, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), f"cannot enter namespace {namespace}")
    os.close(descriptor)
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH", b"wend0", IFF_TUN | IFF_NO_PI))
    subprocess.run(["ip", "addr", "add", address, "dev", "wend0"], check=True)
    subprocess.run(["ip", "link", "set", "wend0", "up"], check=True)
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    return device


def main():
    a, a_address, b, b_address, milliseconds = sys.argv[1:]
    delay = float(milliseconds) / 1000
    devices = [open_device(a, a_address), open_device(b, b_address)]
    other = {devices[0]: devices[1], devices[1]: devices[0]}
    waiting = collections.deque()  # (time, device, packet): the delay is the same for all, so in order of time
    cut = []
    signal.signal(signal.SIGUSR1, lambda *_: cut.append(True))
    print("up", flush=True)
    while True:
        pause = max(0, waiting[0][0] - time.monotonic()) if waiting else None
        ready, _, _ = select.select(devices, [], [], pause)
        for device in ready:
            packet = os.read(device, 65536)
            if not cut:
                waiting.append((time.monotonic() + delay, other[device], packet))
        while waiting and waiting[0][0] <= time.monotonic():
            _, device, packet = waiting.popleft()
            try:
                os.write(device, packet)
            except OSError:
                pass  # a full queue drops packets; TCP repeats them


main()
