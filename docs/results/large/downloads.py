#!/usr/bin/env python3
"""How fast a file of 1 GiB is sent, and what it costs the server.

  downloads.py [--rounds N] NAME=COMMAND...      {port} and {root} in a COMMAND are filled in

All servers run at once, on one processor; curl takes the file from one after the other, in another
order in each round, on another processor, to /dev/null. Two rounds come before those that count.
"sendfile" is this script itself: a blocking socket and as few calls of sendfile as the kernel needs,
which parses nothing. Prints GB/s and the server's processor time in ms for each GiB: medians, with
the least and the most. Needs Linux, curl and taskset.
"""

import argparse
import os
import pathlib
import random
import shlex
import signal
import socket
import statistics
import subprocess
import tempfile
import time

FIRST_PORT, SIZE, NAME = 18400, 1 << 30, "1g.bin"
TICK = 1 / os.sysconf("SC_CLK_TCK")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("servers", nargs="+")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as root:
        os.chmod(root, 0o755)  # nginx reads it as another user
        block = os.urandom(1 << 20)
        with open(f"{root}/{NAME}", "wb") as file:
            for _ in range(SIZE // len(block)):
                file.write(block)
        servers = {"sendfile": sendfile_server(FIRST_PORT, f"{root}/{NAME}")}
        try:
            for number, server in enumerate(options.servers, 1):
                name, _, command = server.partition("=")
                servers[name] = started(command, FIRST_PORT + number, root)
            measure(servers, options.rounds)
        finally:
            for pid, _ in servers.values():
                os.kill(pid, signal.SIGTERM)


def sendfile_server(port, path):
    listening = socket.create_server(("127.0.0.1", port))
    pid = os.fork()
    if pid:
        listening.close()
        return pid, port
    os.sched_setaffinity(0, {0})
    while True:
        client, _ = listening.accept()
        with client, open(path, "rb") as file:
            client.recv(65536)
            client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % SIZE)
            at = 0
            while at < SIZE:
                at += os.sendfile(client.fileno(), file.fileno(), at, SIZE - at)


def started(command, port, root):
    words = [word.format(port=port, root=root) for word in shlex.split(command)]
    server = subprocess.Popen(["taskset", "-c", "0", *words], stdout=subprocess.DEVNULL)
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return server.pid, port
        except ConnectionError:
            time.sleep(0.1)


def family(pid):
    pids = [pid]
    for children in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text().split():
            pids += family(int(child))
    return pids


def processor_seconds(pid):
    ticks = 0
    for each in family(pid):
        fields = pathlib.Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks * TICK


def measure(servers, rounds):
    found = {name: ([], []) for name in servers}
    for number in range(-2, rounds):
        for name in random.sample(list(servers), len(servers)):
            pid, port = servers[name]
            before = processor_seconds(pid)
            out = subprocess.run(
                ["taskset", "-c", "1", "curl", "-s", "-o", "/dev/null", "-w",
                 "%{http_code} %{size_download} %{speed_download}", f"http://127.0.0.1:{port}/{NAME}"],
                capture_output=True, text=True, check=True).stdout.split()
            time.sleep(0.05)
            if out[0] != "200" or int(out[1]) != SIZE:
                raise SystemExit(f"{name}: {out}")
            if number >= 0:
                found[name][0].append(float(out[2]) / 1e9)
                found[name][1].append((processor_seconds(pid) - before) * 1000)
    print("| server | GB/s | ms of a processor for 1 GiB |\n|---|--:|--:|")
    for name, (speed, cost) in found.items():
        print(f"| {name} | {shown(speed, '.2f')} | {shown(cost, '.0f')} |")


def shown(values, form):
    return f"{statistics.median(values):{form}} ({min(values):{form}} to {max(values):{form}})"


main()
