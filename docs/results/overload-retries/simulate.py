#!/usr/bin/env python3
"""Who is answered at twice the capacity, if every second client asks twice more at once?

A queue in order that is overloaded all the time: who has waited longer than the limit when a worker takes it is refused.
Arrivals are random (Poisson). No dependencies; takes some seconds.
"""
import heapq
import random
from collections import deque

SERVICE = 0.010  # seconds, mean
LIMIT = 0.010
TRIES = 3
TIME = 20
SEEDS = range(5)


def shares(seed, exponential, workers):
    """The answered share of those who ask again, and of those who leave."""
    rnd = random.Random(seed)
    events, number, at = [], 0, 0.0
    while at < TIME:
        at += rnd.expovariate(2 * workers / SERVICE)
        heapq.heappush(events, (at, number, "arrives", (number % 2 == 0, 1)))
        number += 1
    queue, busy = deque(), 0
    ended = {kind: [0, 0] for kind in (True, False)}  # answered, refused for good
    while events:
        now, _, what, (again, tries) = heapq.heappop(events)
        if what == "arrives":
            queue.append((now, again, tries))
        else:
            busy -= 1
            ended[again][0] += 1
        while busy < workers and queue:
            since, again, tries = queue.popleft()
            number += 1
            if now - since <= LIMIT:
                busy += 1
                time = rnd.expovariate(1 / SERVICE) if exponential else SERVICE
                heapq.heappush(events, (now + time, number, "is answered", (again, tries)))
            elif again and tries < TRIES:
                heapq.heappush(events, (now + 1e-4, number, "arrives", (again, tries + 1)))
            else:
                ended[again][1] += 1
    return [ended[kind][0] / sum(ended[kind]) for kind in (True, False)]


for exponential in (False, True):
    for workers in (2, 8):
        runs = [shares(seed, exponential, workers) for seed in SEEDS]
        again, leave = (sum(column) / len(runs) for column in zip(*runs))
        print(
            f"{'exponential' if exponential else 'all alike':11} {workers} workers:"
            f" of those who ask again {100 * again:.0f} %, of those who leave {100 * leave:.0f} %,"
            f" {again / leave:.2f} times"
        )
