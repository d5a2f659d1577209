#!/usr/bin/env python3
"""The tables of this folder and of docs/performance.md: ratios.py [load.json]

For each load and server the median over the rounds, with the least and the most: processor seconds
for 100,000 requests as a multiple of the limit's in the same round, answers a second, P99.
"""

import json
import os
import statistics
import sys

LIMIT = "raw-limit-epoll"
HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    with open(sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "load.json")) as file:
        data = json.load(file)
    tests = list(data["summary"])
    names = sorted(data["commands"], key=lambda name: median(ratios(data, tests[0], name)))
    print("| × the limit's CPU | " + " | ".join(tests) + " |")
    print("|---|" + "--:|" * len(tests))
    for name in names:
        cells = [spread(ratios(data, test, name), "{:.2f}") for test in tests]
        print(f"| {name} | " + " | ".join(cells) + " |")
    for title, key, form in [("CPU s per 100k", "cpu_per_100k", "{:.2f}"), ("req/s", "rps", "{:,.0f}"),
                             ("P99 ms", "p99", "{:.1f}"), ("RSS MiB", "rss", "{:.0f}")]:
        print(f"\n| {title} | " + " | ".join(tests) + " |")
        print("|---|" + "--:|" * len(tests))
        for name in names:
            cells = [spread(values(data, test, name, key), form) for test in tests]
            print(f"| {name} | " + " | ".join(cells) + " |")


def values(data, test, name, key):
    return [round_[name][test][key] for round_ in data["rounds"] if test in round_.get(name, {})]


def ratios(data, test, name):
    return [round_[name][test]["cpu_per_100k"] / round_[LIMIT][test]["cpu_per_100k"]
            for round_ in data["rounds"]
            if test in round_.get(name, {}) and test in round_.get(LIMIT, {})]


def median(numbers):
    return statistics.median(numbers) if numbers else float("inf")


def spread(numbers, form):
    if not numbers:
        return "–"
    return f"{form.format(median(numbers))} ({form.format(min(numbers))} to {form.format(max(numbers))})"


if __name__ == "__main__":
    main()
