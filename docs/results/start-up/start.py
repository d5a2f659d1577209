#!/usr/bin/env python3
"""Starts servers in turn, N times, and prints medians (least to most).

  start.py N COMMAND...       first line and first answer, processor time until then, time of the
                              stop, processor time of all
  start.py --10k N COMMAND... first answer, processor time until then; then 10,000 requests of 8
                              kept connections by ab: their time, the server's processor time for
                              them and since the start, P99, longest; processor time since the
                              start after 30,000 more

Times in ms. A first round does not count. Each command is one argument, and must print the URL.
"""

import re
import resource
import signal
import socket
import statistics
import subprocess
import sys
import time

ASK = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
TICK_MS = 10


def main():
    arguments = sys.argv[1:]
    measure = start
    if arguments[0] == "--10k":
        arguments = arguments[1:]
        measure = ten_thousand
    rounds, commands = int(arguments[0]), [command.split() for command in arguments[1:]]
    results = [[] for _ in commands]
    for number in range(rounds + 1):
        for command, measured in zip(commands, results):
            figures = measure(command)
            if number > 0:
                measured.append(figures)
    for command, measured in zip(commands, results):
        print("  ".join(map(summary, zip(*measured))), " ".join(command)[-110:])


def summary(values):
    return f"{statistics.median(values):5.0f} ({min(values):.0f} to {max(values):.0f})"


def answered(command):
    """Starts a server, and returns it, its port, and when its first line and answer were here."""
    begun = time.monotonic()
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    port = int(re.search(rb":(\d+)/", server.stdout.readline())[1])
    line = time.monotonic()
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(ASK)
        while connection.recv(65536):
            pass
    return server, port, 1000 * (line - begun), 1000 * (time.monotonic() - begun)


def processor_ms(pid):
    with open(f"/proc/{pid}/stat") as stat:
        return TICK_MS * sum(map(int, stat.read().rsplit(")", 1)[1].split()[11:13]))


def stop(server):
    server.send_signal(signal.SIGTERM)
    server.wait()
    server.stdout.close()


def start(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    server, _, line, answer = answered(command)
    used = processor_ms(server.pid)
    stopping = time.monotonic()
    stop(server)
    took = 1000 * (time.monotonic() - stopping)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    whole = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return line, answer, used, took, 1000 * whole


def ten_thousand(command):
    server, port, _, answer = answered(command)
    first = processor_ms(server.pid)
    begun = time.monotonic()
    said = ask(port, 10_000)
    took = 1000 * (time.monotonic() - begun)
    then = processor_ms(server.pid)
    ask(port, 30_000)
    last = processor_ms(server.pid)
    stop(server)
    p99, longest = (int(re.search(rf"{part}%\s+(\d+)", said)[1]) for part in (99, 100))
    return answer, first, took, then - first, then, p99, longest, last


def ask(port, requests):
    command = ["ab", "-q", "-k", "-n", str(requests), "-c", "8", f"http://127.0.0.1:{port}/"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    main()
