#!/usr/bin/env python3
"""With a cache against without one, of windows that limit/windows.py made: pairs.py FILE

Medians of the ratios within the rounds, and their 95 % intervals.
"""

import importlib.util
import math
import pathlib
import statistics
import sys

LIMIT = pathlib.Path(__file__).resolve().parent.parent / "limit" / "windows.py"
WITHOUT = ", no cache"


def main():
    windows = module(LIMIT)
    data = windows.load_windows(sys.argv[1])
    loads = list(dict.fromkeys(window["load"] for window in data["windows"]))
    for key, title in (
        ("perSecond", "answers/s, × without a cache"),
        ("p99Millis", "P99, × without a cache"),
        ("cpuMicros", "processor time, × without a cache"),
    ):
        print(f"| {title} | " + " | ".join(loads) + " |")
        print("|---|" + "--:|" * len(loads))
        for server in data["servers"]:
            if server + WITHOUT in data["servers"]:
                cells = (cell(windows, data, server, server + WITHOUT, load, key) for load in loads)
                print(f"| {server} | " + " | ".join(cells) + " |")
        for one, other in (
            ("threadpool (again)", "threadpool"),
            ("event-loop, no cache", "event-loop, no cache (before)"),
        ):
            if one in data["servers"] and other in data["servers"]:
                cells = (cell(windows, data, one, other, load, key) for load in loads)
                print(f"| {one} against {other} | " + " | ".join(cells) + " |")
        print()


def cell(windows, data, one, other, load, key):
    logs = [
        math.log(mine / its)
        for mine, its in zip(windows.of(data, one, load, key), windows.of(data, other, load, key))
    ]
    middle, least, most = (math.exp(n) for n in (statistics.median(logs), *windows.interval(logs)))
    return f"{middle:.2f} ({least:.2f} to {most:.2f})"


def module(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


if __name__ == "__main__":
    main()
