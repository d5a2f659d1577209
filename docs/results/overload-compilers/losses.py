#!/usr/bin/env python3
"""For each run of an archive of `compare overload`: what was lost at 0.9 times the capacity, and how long the
JIT compilers of the server were on the processor in each half second of that step, by compilers.tsv.gz.

    losses.py ARCHIVE...
"""
import bisect
import gzip
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
WINDOW = 0.1  # seconds, of the timeline
STEP = 2.0
HALF = 0.5


def samples():
    """The times and the compilers' seconds of each server, since its start."""
    servers = {}
    with gzip.open(os.path.join(HERE, "compilers.tsv.gz"), "rt") as lines:
        next(lines)
        for line in lines:
            process, time, compilers, _ = line.split("\t")
            times, seconds = servers.setdefault(process, ([], []))
            times.append(float(time))
            seconds.append(float(compilers))
    return list(servers.values())


def begin(result):
    """Where the step at 0.9 begins: after the recovery and a pause, the first window that is busy and stays so."""
    latency = result["measured"]["latency"]
    arrivals = [answered + failed for answered, failed in zip(latency["count"], latency["failed"])]
    busy = 0.35 * result["capacity"] * 5 * WINDOW
    i = 100
    while sum(arrivals[i:i + 5]) < busy:
        i += 1
    return result["measured"]["startEpochMillis"] / 1e3 + i * WINDOW


def at(server, time):
    times, seconds = server
    return seconds[min(bisect.bisect_left(times, time), len(times) - 1)]


def main():
    servers = samples()
    print("| archive | block | lost | compilers, s, in each half second of the step |")
    print("|---|--:|--:|---|")
    for archive in sys.argv[1:]:
        with gzip.open(archive, "rt") as lines:
            for line in lines:
                result = json.loads(line)
                result = result.get("result", result)
                if "capacity" not in result:
                    continue
                start = begin(result)
                server = next(s for s in servers if s[0][0] < start < s[0][-1])
                step = next(s for s in result["steps"] if s["load"] == 0.9)
                halves = [at(server, start + (k + 1) * HALF) - at(server, start + k * HALF)
                          for k in range(int(STEP / HALF))]
                print("| %s | %d%s | %d of %d | %s |" % (
                    os.path.basename(archive).split(".")[0], result["run"]["block"],
                    " (A/A)" if result["run"]["twin"] else "", step["arrivals"] - step["inTime"],
                    step["arrivals"], ", ".join("%.2f" % h for h in halves)))


main()
