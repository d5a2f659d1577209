#!/usr/bin/env python3
"""What an option costs a server that is warm: paired.py [options] NAME=COMMAND NAME=COMMAND...

Starts all commands at once on one processor, warms each up, then drives them by wrk from another
processor, in turn and in the opposite turn. Only one is driven at a time; the others idle. What the
machine does to all of them in those seconds (a neighbour, the clock of the processor) is therefore
the same for the two that are compared, and no compiler is at work any more.

In COMMAND {port} is the port to listen at and {name} the NAME. The first one is what the others are
compared with. Prints processor seconds of the server for 100,000 requests: each window's, their
median, and the median of the ratios within the rounds.
"""

import argparse
import glob
import re
import shlex
import socket
import statistics
import subprocess
import time


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seconds", type=int, default=2, help="of each window")
    parser.add_argument("--warmup", type=int, default=10, help="seconds for each server")
    parser.add_argument("--path", default="/1k.bin")
    parser.add_argument("servers", nargs="+", metavar="NAME=COMMAND")
    return parser.parse_args()


class Server:
    def __init__(self, name, command):
        self.name = name
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        line = command.replace("{port}", str(self.port)).replace("{name}", name)
        self.process = subprocess.Popen(
            ["taskset", "-c", "0"] + shlex.split(line),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.costs = []
        self.rates = []

    def await_port(self):
        for _ in range(400):
            if self.process.poll() is not None:
                raise SystemExit(f"{self.name} has exited with {self.process.returncode}")
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit(f"{self.name} does not listen")

    def processor_seconds(self):
        """On the processor, to the nanosecond, by all threads that are alive."""
        total = 0
        for path in glob.glob(f"/proc/{self.process.pid}/task/*/schedstat"):
            try:
                with open(path) as file:
                    total += int(file.read().split()[0])
            except OSError:
                pass  # that thread has ended meanwhile
        return total / 1e9

    def drive(self, args, seconds):
        out = subprocess.run(
            ["taskset", "-c", "1", "wrk", "-t1", f"-c{args.connections}", f"-d{seconds}s",
             f"http://127.0.0.1:{self.port}{args.path}"],
            capture_output=True, text=True, check=True).stdout
        if "Non-2xx" in out or "Socket errors" in out:
            print(f"{self.name}: {out}")
        requests, spent = re.search(r"(\d+) requests in ([\d.]+)s", out).groups()
        return int(requests), float(spent)

    def measure(self, args):
        before = self.processor_seconds()
        requests, seconds = self.drive(args, args.seconds)
        self.costs.append((self.processor_seconds() - before) / requests * 100_000)
        self.rates.append(requests / seconds)


def main():
    args = arguments()
    servers = [Server(*each.split("=", 1)) for each in args.servers]
    try:
        for server in servers:
            server.await_port()
        for server in servers:
            server.drive(args, args.warmup)
        for number in range(args.rounds):
            for server in servers if number % 2 == 0 else servers[::-1]:
                server.measure(args)
    finally:
        for server in servers:
            server.process.terminate()
        for server in servers:
            server.process.wait()
    base = servers[0].costs
    print("| server | CPU s per 100k | against the first | req/s | windows |")
    print("|---|--:|--:|--:|---|")
    for server in servers:
        ratio = statistics.median(mine / its for mine, its in zip(server.costs, base))
        windows = " ".join(f"{cost:.3f}" for cost in server.costs)
        print(f"| {server.name} | {statistics.median(server.costs):.3f} | {ratio * 100 - 100:+.1f} % "
              f"| {statistics.median(server.rates):,.0f} | {windows} |")


main()
