#!/usr/bin/env python3
"""What sharing a server costs, from rounds of SharingBenchmark: ratios.py ROUNDS.json.xz

The file is a list of rounds: which version it is of, and what JMH wrote ("-rf json"). Prints the time
of a response for each number of threads, with a server each and with one for all, and the ratio of
the two within a round: medians, least and most.
"""

import json
import lzma
import statistics
import sys


def cell(values, digits):
    return f"{statistics.median(values):.{digits}f} ({min(values):.{digits}f} to {max(values):.{digits}f})"


versions = {}
with lzma.open(sys.argv[1], "rt") as file:
    for each in json.load(file):
        scores = {(result["threads"], result["params"]["share"]): result["primaryMetric"]["score"]
                  for result in each["results"]}
        versions.setdefault(each["version"], []).append(scores)
print("| version | threads | a server each, ns | one server, ns | one / each |")
print("|---|--:|--:|--:|--:|")
for version, rounds in versions.items():
    for threads in sorted({threads for threads, _ in rounds[0]}):
        own = [each[(threads, "NOTHING")] for each in rounds]
        shared = [each[(threads, "SERVER")] for each in rounds]
        print(f"| {version} | {threads} | {cell(own, 0)} | {cell(shared, 0)} | "
              f"{cell([b / a for a, b in zip(own, shared)], 2)} |")
