#!/usr/bin/env python3
"""What the memory of a server grows by with each 2,000 idle connections: steps.py JAR [REQUESTS [STEPS]].

The server answers REQUESTS (20,000), each on a connection of its own, before the first step, so that
what is compiled for them is not counted. Its collector is Epsilon, which never collects: else the
steps use what was freed, and is still resident, and the figure is anything. So garbage counts.
There are 5 STEPS; more than 9 need more descriptors than a process may have on some machines.
Prints KiB of resident memory for each connection, step by step, and what its JVM says of native
memory apart from the heap; then the processor time of ten idle seconds, with all of these
connections; how many of them get a second answer; and how long a SIGTERM takes while their clients
keep them open.
"""

import os
import re
import resource
import socket
import subprocess
import sys
import time

PORT, STEP, QUIET = 18094, 2_000, 10
ASK = b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"

if len(sys.argv) < 2 or not os.path.isfile(sys.argv[1]):
    raise SystemExit(__doc__)
jar, warm_up, steps = sys.argv[1], *map(int, (sys.argv[2:] + ["20000", "5"][len(sys.argv) - 2:]))
resource.setrlimit(resource.RLIMIT_NOFILE, (20_000, 20_000))
server = subprocess.Popen(
    ["java", "-XX:NativeMemoryTracking=summary", "-XX:+UnlockExperimentalVMOptions",
     "-XX:+UseEpsilonGC", "-Xmx4g", "-jar", jar, "--port", str(PORT), "--admin-port",
     "0", "--max-connections", str(STEP * steps + 100), "--idle-timeout", "10m"],
    stdout=subprocess.DEVNULL)


def native(*what):
    return subprocess.run(["jcmd", str(server.pid), "VM.native_memory", *what],
                          capture_output=True, text=True, check=True).stdout


def resident_kib():
    with open(f"/proc/{server.pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1))


def processor_seconds():
    with open(f"/proc/{server.pid}/stat") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def answered(count):
    connections = []
    for _ in range(count):
        connections.append(socket.create_connection(("127.0.0.1", PORT)))
        connections[-1].sendall(ASK)
        connections[-1].recv(4096)
    return connections


try:
    while True:
        try:
            socket.create_connection(("127.0.0.1", PORT)).close()
            break
        except ConnectionError:
            time.sleep(0.1)
    for _ in range(warm_up // STEP):
        for connection in answered(STEP):
            connection.close()
    time.sleep(5)
    native("baseline")
    time.sleep(1)
    resident, kept = [resident_kib()], []
    print(f"{jar}, after {warm_up:,} requests, {resident[0] // 1024} MiB", flush=True)
    for _ in range(steps):
        kept += answered(STEP)
        time.sleep(3)
        resident.append(resident_kib())
        print(f"  {(resident[-1] - resident[-2]) / STEP:.2f}", end="", flush=True)
    print(f"; {(resident[-1] - resident[0]) / STEP / steps:.2f} KiB for each of all")
    grown = re.findall(r"-\s+(.+?) \(reserved=.*committed=\d+KB ([+-]\d+KB)", native("summary.diff"))
    print("  native memory: " + ", ".join(f"{part} {by}" for part, by in grown))
    time.sleep(2)
    used = processor_seconds()
    time.sleep(QUIET)
    print(f"  idle: {(processor_seconds() - used) / QUIET:.3f} of a processor", flush=True)
    again = 0
    for connection in kept:
        connection.sendall(ASK)
        again += connection.recv(4096).startswith(b"HTTP/1.1 200")
    print(f"  again: {again:,} of {len(kept):,} answered", flush=True)
    begun = time.monotonic()
    server.terminate()
    code = server.wait(60)
    print(f"  SIGTERM: exit code {code} after {time.monotonic() - begun:.2f} s", flush=True)
finally:
    server.kill()
    server.wait()
