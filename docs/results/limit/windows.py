#!/usr/bin/env python3
"""Servers against the kernel's limit, in short windows: windows.py [options] NAME=COMMAND...

All servers run at once on one processor, and wrk drives one of them at a time from another one, for a
second. A round has each load in random order, and in it each server in random order. So what the
machine does for longer than some seconds (a neighbour, the clock of the processor) is the same for the
servers of a load and round, of which a ratio is taken. Before, each server has each load until its
processor time for a request has stopped falling.

The first server is the limit that the others are a multiple of; a second one with the same command
shows what the noise does. In COMMAND {port} is the port to listen at, {root} the folder of the files
1k.bin and 100k.bin, and {run} a folder of its own.

windows.py --read FILE prints the tables again, windows.py --markdown FILE those of docs/performance.md.
"""

import argparse
import glob
import http.client
import json
import math
import os
import random
import re
import shlex
import signal
import socket
import statistics
import subprocess
import sys
import time

LOADS = {
    "64 kept, 1 KiB": ["-c64", "/1k.bin"],
    "500 kept, 1 KiB": ["-c500", "/1k.bin"],
    "a new one each, 1 KiB": ["-c100", "-H", "Connection: close", "/1k.bin"],
    "64 kept, 100 KiB": ["-c64", "/100k.bin"],
}
# Of the project, one for each load: the most that a request may cost as a multiple of the limit.
TARGETS = {
    "event-loop": [1.03, 1.12, 1.15, 1.02],
    "threadpool": [1.08, 1.18, 1.28, 1.06],
    "adaptive-pool": [1.08, 1.18, 1.28, 1.06],
    "virtual-threads": [1.22, 1.28, 1.42, 1.05],
}
MOST_WARM_UP_SECONDS = 30
CALM_WINDOWS = 3
RESAMPLES = 4000


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--seconds", type=int, default=1, help="of each window")
    parser.add_argument("--root", help="the folder of the files")
    parser.add_argument("--out", help="gets the windows as JSON")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--loads", default="", help="only those whose names contain this")
    parser.add_argument("--read", metavar="FILE", help="print the tables of earlier windows")
    parser.add_argument("--markdown", metavar="FILE", help="print those that docs/performance.md has")
    parser.add_argument("servers", nargs="*", metavar="NAME=COMMAND")
    return parser.parse_args()


class Server:
    def __init__(self, name, command, args):
        self.name = name
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        run = os.path.join(args.out + ".run", name)
        os.makedirs(run, exist_ok=True)
        line = command.replace("{port}", str(self.port)).replace("{root}", args.root).replace("{run}", run)
        self.process = subprocess.Popen(
            ["taskset", "-c", "0"] + shlex.split(line), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)

    def await_ready(self, root):
        """Until it listens; then both files must be answered whole."""
        for _ in range(400):
            if self.process.poll() is not None:
                raise SystemExit(f"{self.name} has exited with {self.process.returncode}")
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                break
            except OSError:
                time.sleep(0.05)
        for name in ("1k.bin", "100k.bin"):
            client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
            client.request("GET", "/" + name)
            with open(os.path.join(root, name), "rb") as file:
                if client.getresponse().read() != file.read():
                    raise SystemExit(f"{self.name} answers wrongly for {name}")
            client.close()

    def processor_seconds(self):
        """On the processor, to the nanosecond, by all processes of its session, with threads that have ended."""
        total = 0
        for stat in glob.glob("/proc/[0-9]*/stat"):
            try:
                with open(stat) as file:
                    if int(file.read().rsplit(")", 1)[1].split()[3]) == self.process.pid:
                        clock = ~int(stat.split("/")[2]) << 3 | 2  # clock_getcpuclockid(3)
                        total += time.clock_gettime(clock)
            except OSError:
                pass  # it has ended meanwhile
        return total

    def measure(self, load, seconds):
        *options, path = LOADS[load]
        before = self.processor_seconds()
        out = subprocess.run(
            ["taskset", "-c", "1", "wrk", "-t1", f"-d{seconds}s", "--latency", *options,
             f"http://127.0.0.1:{self.port}{path}"], capture_output=True, text=True, check=True).stdout
        cpu = self.processor_seconds() - before
        requests, spent = re.search(r"(\d+) requests in ([\d.]+)s", out).groups()
        value, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)\b", out).groups()
        return {
            "server": self.name, "load": load, "requests": int(requests),
            "perSecond": round(int(requests) / float(spent)),
            "cpuMicros": round(cpu / int(requests) * 1e6, 4),
            "p99Millis": float(value) * {"us": 1e-3, "ms": 1, "s": 1e3}[unit],
            "errors": [line.strip() for line in out.splitlines() if "Non-2xx" in line or "Socket errors" in line],
        }

    def warm_up(self, load):
        """Until no window of the last few was cheaper than those before by more than 2 %."""
        costs = []
        while len(costs) < MOST_WARM_UP_SECONDS:
            costs.append(self.measure(load, 1)["cpuMicros"])
            if len(costs) > 2 * CALM_WINDOWS and min(costs[-CALM_WINDOWS:]) > 0.98 * min(costs[:-CALM_WINDOWS]):
                return
        print(f"{self.name}, {load}: did not settle in {MOST_WARM_UP_SECONDS} s", file=sys.stderr)

    def stop(self):
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(10)


def measure(args):
    servers = [Server(*each.split("=", 1), args) for each in args.servers]
    shuffled = random.Random(args.seed)
    windows = []
    try:
        for server in servers:
            server.await_ready(args.root)
        for load in LOADS:
            for server in servers:
                server.warm_up(load)
        begun = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        for number in range(1, args.rounds + 1):
            for load in shuffled.sample(list(LOADS), len(LOADS)):
                for server in shuffled.sample(servers, len(servers)):
                    windows.append({"round": number, **server.measure(load, args.seconds)})
    finally:
        for server in servers:
            server.stop()
    data = {"begun": begun, "rounds": args.rounds, "seconds": args.seconds, "seed": args.seed,
            "servers": [server.name for server in servers], "windows": windows}
    with open(args.out, "w") as file:
        heading = json.dumps({**data, "windows": None})
        file.write(heading[:-len("null}")] + "[\n" + ",\n".join(map(json.dumps, windows)) + "\n]}\n")
    return data


def of(data, server, load, key):
    return [window[key] for window in data["windows"] if window["server"] == server and window["load"] == load]


def interval(numbers):
    """Of their median, 95 %, by the bootstrap over rounds."""
    chance = random.Random(1)
    medians = sorted(statistics.median(chance.choices(numbers, k=len(numbers))) for _ in range(RESAMPLES))
    return medians[int(0.025 * RESAMPLES)], medians[int(0.975 * RESAMPLES)]


def ratio(data, server, load):
    limit = data["servers"][0]
    logs = [math.log(mine / its) for mine, its in
            zip(of(data, server, load, "cpuMicros"), of(data, limit, load, "cpuMicros"))]
    return [math.exp(each) for each in (statistics.median(logs), *interval(logs))]


def ratio_cell(data, server, load):
    return "{:.2f} ({:.2f} to {:.2f})".format(*ratio(data, server, load))


def target_cell(data, server, load):
    target = TARGETS[server][list(LOADS).index(load)]
    _, least, most = (round(each, 2) for each in ratio(data, server, load))
    met = "yes" if most <= target else "**no**" if least > target else "cannot be told"
    return f"{target:.2f}: {met}"


def table(servers, title, cell):
    print(f"| {title} | " + " | ".join(LOADS) + " |")
    print("|---|" + "--:|" * len(LOADS))
    for server in servers:
        print(f"| {server} | " + " | ".join(cell(server, load) for load in LOADS) + " |")
    print()


def markdown(data):
    table(data["servers"][1:], "connections, file", lambda *its: ratio_cell(data, *its))
    print("The targets of the project, and whether the interval meets them:\n")
    judged = [server for server in data["servers"] if server in TARGETS]
    table(judged, "target", lambda *its: target_cell(data, *its))


def load_windows(name):
    with open(name) as file:
        return json.load(file)


def main():
    args = arguments()
    if args.markdown:
        return markdown(load_windows(args.markdown))
    for load in [load for load in LOADS if args.loads not in load]:
        del LOADS[load]
    data = load_windows(args.read) if args.read else measure(args)
    servers = data["servers"]
    table(servers, "× the limit's processor time", lambda *its: ratio_cell(data, *its))
    table(servers, "µs of processor time, median (least to most)", lambda *its: "{:.2f} ({:.2f} to {:.2f})".format(
        statistics.median(all_ := of(data, *its, "cpuMicros")), min(all_), max(all_)))
    table(servers, "P99 ms, median (most)", lambda *its: "{:.1f} ({:.1f})".format(
        statistics.median(all_ := of(data, *its, "p99Millis")), max(all_)))
    table(servers, "answers/s, median", lambda *its: "{:,.0f}".format(statistics.median(of(data, *its, "perSecond"))))
    for window in data["windows"]:
        if window["errors"]:
            print(window["round"], window["server"], window["load"], *window["errors"])


if __name__ == "__main__":
    main()
