#!/usr/bin/env python3
"""What a reactor or acceptor does for a request: threads.py [options] NAME=COMMAND...

Drives a server by wrk until it is warm, then in windows, and divides the processor time of the
reactors (or the acceptor) and of all threads by the requests. A thread can be busy on one processor
only, so a server with one reactor cannot use more of them than

    (processor time of all threads) / (processor time of that thread)

of one request: the utilization law (Denning and Buzen, "The Operational Analysis of Queueing Network
Models", ACM Computing Surveys 10(3), 1978).

With --reactor-share F each reactor or acceptor gets at most the share F of a processor (root, cgroup v1). A reactor
with a quarter of a processor, beside workers that have three quarters, is what a whole one is beside
three processors: so a machine can be tried that is not there.

In COMMAND {port} is the port to listen at. A row is the median of all windows of all JVMs, with
their least and most.
"""

import argparse
import collections
import glob
import os
import re
import shlex
import socket
import statistics
import subprocess
import time

# Of which a server has a fixed number. The kernel knows the first 15 characters of a thread's name.
ALONE = ("tailgate-reacto", "tailgate-accept")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--server-cpus", default="0")
    parser.add_argument("--load-cpus", default="1")
    parser.add_argument("--jvms", type=int, default=3)
    parser.add_argument("--windows", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=3, help="of each window")
    parser.add_argument("--warmup", type=int, default=8, help="seconds for each load")
    parser.add_argument("--path", default="/1k.bin")
    parser.add_argument("--loads", default="64 kept,500 kept,a new one each")
    parser.add_argument("--reactor-share", type=float, default=0)
    parser.add_argument("servers", nargs="+", metavar="NAME=COMMAND")
    return parser.parse_args()


LOADS = [
    ("64 kept", ["-c64"]),
    ("500 kept", ["-c500"]),
    ("a new one each", ["-c100", "-H", "Connection: close"]),
]


def port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def await_port(process, its):
    for _ in range(400):
        if process.poll() is not None:
            raise SystemExit(f"a server has exited with {process.returncode}")
        try:
            socket.create_connection(("127.0.0.1", its)).close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit("a server does not listen")


def nanos_by_thread(pid):
    """On the processor, by whether it is alone, and thread. A thread that ends is not in the next reading."""
    found = {}
    for folder in glob.glob(f"/proc/{pid}/task/*"):
        try:
            with open(folder + "/comm") as file:
                name = file.read().strip()
            with open(folder + "/schedstat") as file:
                nanos = int(file.read().split()[0])
        except OSError:
            continue
        found[(name in ALONE, os.path.basename(folder))] = nanos
    return found


class Shares:
    """Control groups, one for each reactor or acceptor of a server."""

    ROOT = "/sys/fs/cgroup/cpu/more-cores"
    PERIOD_MICROS = 10_000

    def __init__(self, pid, share):
        self.groups = []
        if share == 0:
            return
        for folder in glob.glob(f"/proc/{pid}/task/*"):
            try:
                with open(folder + "/comm") as file:
                    if not file.read().startswith(ALONE):
                        continue
            except FileNotFoundError:  # the thread has ended
                continue
            thread = os.path.basename(folder)
            group = f"{self.ROOT}-{thread}"
            os.mkdir(group)
            self.groups.append(group)
            for name, value in [("cpu.cfs_period_us", self.PERIOD_MICROS),
                                ("cpu.cfs_quota_us", int(self.PERIOD_MICROS * share)),
                                ("tasks", thread)]:
                with open(f"{group}/{name}", "w") as file:
                    file.write(str(value))

    def remove(self):
        """Once their threads have ended."""
        for group in self.groups:
            os.rmdir(group)


def drive(args, url, options, seconds):
    out = subprocess.run(
        ["taskset", "-c", args.load_cpus, "wrk", "-t1", *options, f"-d{seconds}s", url],
        capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in out:
        raise SystemExit(out)
    return int(re.search(r"(\d+) requests in", out).group(1))


def windows(args, command):
    """Of one JVM: by load, a list of (microseconds of those alone and of the others, requests/s)."""
    its = port()
    process = subprocess.Popen(
        ["taskset", "-c", args.server_cpus] + shlex.split(command.replace("{port}", str(its))),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{its}{args.path}"
    found = {}
    shares = None
    try:
        await_port(process, its)
        drive(args, url, LOADS[0][1], args.warmup)
        shares = Shares(process.pid, args.reactor_share)
        for load, options in LOADS:
            if load not in args.loads.split(","):
                continue
            drive(args, url, options, args.warmup)
            for _ in range(args.windows):
                before = nanos_by_thread(process.pid)
                requests = drive(args, url, options, args.seconds)
                micros = collections.Counter()
                for key, nanos in nanos_by_thread(process.pid).items():
                    micros[key[0]] += (nanos - before.get(key, 0)) / 1e3 / requests
                found.setdefault(load, []).append((micros, requests / args.seconds))
    finally:
        process.terminate()
        process.wait()
        if shares is not None:
            shares.remove()
    return found


def cell(values, digits):
    return f"{statistics.median(values):.{digits}f} ({min(values):.{digits}f} to {max(values):.{digits}f})"


def main():
    args = arguments()
    servers = [each.split("=", 1) for each in args.servers]
    found = collections.defaultdict(list)
    for _ in range(args.jvms):
        for name, command in servers:
            for load, its in windows(args, command).items():
                found[(load, name)] += its
    print("| load | server | req/s | reactors or acceptor, µs a request | all threads, µs | their ratio |")
    print("|---|---|--:|--:|--:|--:|")
    for load, _ in LOADS:
        for name, _ in servers:
            its = found.get((load, name))
            if its:
                print(f"| {load} | {name} | {statistics.median(rate for _, rate in its):,.0f} | "
                      + cell([micros[True] for micros, _ in its], 2) + " | "
                      + cell([sum(micros.values()) for micros, _ in its], 2) + " | "
                      + cell([sum(micros.values()) / micros[True] for micros, _ in its], 1) + " |")


main()
