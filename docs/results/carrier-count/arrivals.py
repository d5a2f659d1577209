#!/usr/bin/env python3
"""Asks at random times, RATE times a second on average (Poisson), for SECONDS: arrivals.py URL RATE SECONDS SEED.

A request takes a kept connection that is free, or opens one. Nobody waits for another, and nobody longer than 10 s. The
first two seconds are not counted. Prints how many were answered, and percentiles of the time from when a request was due
to the end of its answer, in ms; and the P99 of how late they were sent.
"""
import asyncio
import math
import random
import sys
import time
from urllib.parse import urlsplit

PATIENCE_SECONDS = 10
NOT_COUNTED_SECONDS = 2
url, rate, seconds, seed = urlsplit(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
request = f"GET {url.path} HTTP/1.1\r\nHost: {url.netloc}\r\n\r\n".encode()
free, late = [], []


async def answer():
    reader, writer = free.pop() if free else await asyncio.open_connection(url.hostname, url.port)
    writer.write(request)
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    assert head.startswith(b"http/1.1 200 "), head
    length = head.index(b"content-length:") + len(b"content-length:")
    await reader.readexactly(int(head[length:head.index(b"\r\n", length)]))
    free.append((reader, writer))


async def took(due):
    late.append((time.monotonic() - due) * 1000)
    try:
        await asyncio.wait_for(answer(), PATIENCE_SECONDS)
    except (TimeoutError, OSError, EOFError):
        return math.inf
    return (time.monotonic() - due) * 1000


async def all_of_them():
    dice = random.Random(seed)
    begin = due = time.monotonic() + 0.1
    asked = []
    while (due := due + dice.expovariate(rate)) < begin + seconds:
        await asyncio.sleep(max(0, due - time.monotonic()))
        task = asyncio.create_task(took(due))
        if due >= begin + NOT_COUNTED_SECONDS:
            asked.append(task)
    return sorted(await asyncio.gather(*asked))


def at(times, part):
    return times[min(len(times) - 1, int(len(times) * part))]


times = asyncio.run(all_of_them())
answered = sum(t < math.inf for t in times)
print(f"answered {answered} of {len(times)} p50 {at(times, 0.5):.2f} p90 {at(times, 0.9):.2f} p99 {at(times, 0.99):.2f}"
      f" p99.9 {at(times, 0.999):.1f} max {times[-1]:.1f} late p99 {at(sorted(late), 0.99):.2f}")
