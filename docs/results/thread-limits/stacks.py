#!/usr/bin/env python3
"""Where the memory of a platform thread is: its stack, or elsewhere in the process. Needs Python 3.8 and Linux.

  stacks.py CHECKOUT JAVA [--connections N] [--java OPTION]...

Starts thread-per-request on processor 0, with G1 and a heap of 256 MiB, opens eight connections and closes them again.
Then it opens N (1,000) that have one answer each, and prints how much resident memory each of them has added, in
mappings of the size of a stack (1 MiB, or that of -Xss) and in all others, as /proc/PID/smaps has it.
"""

import argparse
import pathlib
import re
import socket
import subprocess
import time

PORT = 18097
REQUEST = b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
GUARDS = 100  # KiB, at most; the kernel counts them as a mapping of its own
HEAD = re.compile(r"^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+\s*(.*)$")


def answered():
    one = socket.create_connection(("127.0.0.1", PORT), timeout=10)
    one.sendall(REQUEST)
    if not one.recv(4096).startswith(b"HTTP/1.1 200 "):
        raise SystemExit("no 200")
    return one


def stack_kib(java_options):
    sizes = [re.fullmatch(r"-Xss(\d+)k", option) for option in java_options]
    return next((int(size.group(1)) for size in sizes if size), 1_024)


def resident(pid, stack):
    """KiB in stacks, and in all other mappings."""
    stacks = others = size = 0
    name = ""
    for line in pathlib.Path(f"/proc/{pid}/smaps").read_text().splitlines():
        head = HEAD.match(line)
        if head:
            name = head.group(1)
        elif line.startswith("Size:"):
            size = int(line.split()[1])
        elif line.startswith("Rss:"):
            kib = int(line.split()[1])
            if not name and stack - GUARDS <= size <= stack + 16:
                stacks += kib
            else:
                others += kib
    return stacks, others


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout")
    parser.add_argument("java_binary", metavar="JAVA")
    parser.add_argument("--connections", type=int, default=1_000, metavar="N")
    parser.add_argument("--java", action="append", default=[], metavar="OPTION")
    options = parser.parse_args()
    checkout = pathlib.Path(options.checkout)
    jar = checkout / "thread-per-request" / "target" / "thread-per-request.jar"
    command = ["taskset", "-c", "0", options.java_binary, "-XX:+UseG1GC", "-Xmx256m", *options.java]
    command += ["-jar", str(jar), "--port", str(PORT), "--root", str(checkout / "www"), "--idle-timeout", "10m"]
    command += ["--no-metrics"]
    stack = stack_kib(options.java)
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        time.sleep(3)
        for one in [answered() for _ in range(8)]:
            one.close()
        time.sleep(1)
        before = resident(server.pid, stack)
        connections = [answered() for _ in range(options.connections)]
        time.sleep(1)
        after = resident(server.pid, stack)
        stacks, others = ((now - then) / len(connections) for now, then in zip(after, before))
        name = " ".join(options.java) or "default"
        print(f"{name:32} {len(connections):6,}: {stacks:.1f} KiB in stacks, {others:.1f} elsewhere")
    finally:
        server.kill()
        server.wait()


main()
