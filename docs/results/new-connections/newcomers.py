#!/usr/bin/env python3
"""Opens a connection every INTERVAL ms, COUNT times, and asks once on each: newcomers.py URL COUNT INTERVAL.

Nobody waits for the one before it, and nobody longer than 5 s. One that is refused or cut off counts as not answered. Prints how many had an answer by then, and percentiles of
the time from when a connection was due to the end of its answer, in ms.
"""
import asyncio
import math
import re
import sys
import time
from urllib.parse import urlsplit

PATIENCE_SECONDS = 5
url, count, interval = urlsplit(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]) / 1000
request = f"GET {url.path} HTTP/1.1\r\nHost: {url.netloc}\r\nConnection: close\r\n\r\n".encode()


async def answer():
    reader, writer = await asyncio.open_connection(url.hostname, url.port)
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 "), head
    await reader.readexactly(int(re.search(rb"content-length: *(\d+)", head.lower())[1]))
    writer.close()


async def took(due):
    await asyncio.sleep(due - time.monotonic())
    try:
        await asyncio.wait_for(answer(), PATIENCE_SECONDS)
    except (TimeoutError, OSError, EOFError):
        return math.inf
    return (time.monotonic() - due) * 1000


async def all_of_them():
    begin = time.monotonic() + interval
    return sorted(await asyncio.gather(*(took(begin + n * interval) for n in range(count))))


times = asyncio.run(all_of_them())
answered = sum(t < math.inf for t in times)
p50, p90, p99 = (times[min(count - 1, int(count * part))] for part in (0.5, 0.9, 0.99))
print(f"answered {answered} of {count} p50 {p50:.1f} p90 {p90:.1f} p99 {p99:.1f} max {times[-1]:.1f}")
