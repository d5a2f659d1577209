#!/usr/bin/env python3
"""How many waiting connections fit into a container, with a thread for each and without. Needs Python 3.8,
version 1 of control groups, and root.

  fill.py CHECKOUT JAVA [--memory MIB] [--pids N] [--connections N] [--rounds N] [--java OPTION]... [STAGE...]

Starts the stage's jar in a control group that may have so much memory (512 MiB), so many threads (--pids; no limit),
or both. Then one client after the other connects, asks for a small file and keeps its connection, until there are
--connections (10,000), one of them gets no 200 within ten seconds, or the server is gone. Afterwards the first hundred
ask once more. A line for each server says how many have had an answer, what ended it, how many of the first hundred
still had one, and the most memory that the group has had, the kernel's for it included. Servers take turns.
"""

import argparse
import os
import pathlib
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time

STAGES = ["thread-per-request", "virtual-threads", "event-loop"]
GROUPS = pathlib.Path("/sys/fs/cgroup")
REQUEST = b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
PATIENCE = 10  # seconds
START = 30  # seconds
AGAIN = 100
MIB = 1 << 20


class Group:
    """Control groups of one server, one for each limit."""

    def __init__(self, memory, pids):
        self.memory = GROUPS / "memory" / "tailgate-fill"
        self.pids = GROUPS / "pids" / "tailgate-fill"
        self.memory.mkdir()
        self.pids.mkdir()
        (self.memory / "memory.limit_in_bytes").write_text(str(memory * MIB))
        if pids:
            (self.pids / "pids.max").write_text(str(pids))

    def join(self):
        """In the process that becomes the server."""
        for folder in (self.memory, self.pids):
            (folder / "cgroup.procs").write_text(str(os.getpid()))

    def most_mib(self):
        return int((self.memory / "memory.max_usage_in_bytes").read_text()) / MIB

    def kills(self):
        """How many processes of it the kernel has killed for its memory."""
        for line in (self.memory / "memory.oom_control").read_text().splitlines():
            if line.startswith("oom_kill "):
                return int(line.split()[1])
        return 0

    def remove(self):
        for folder in (self.memory, self.pids):
            for attempt in range(50):
                try:
                    folder.rmdir()
                    break
                except OSError:  # the kernel still counts what has ended
                    time.sleep(0.1)
            else:
                raise SystemExit(f"{folder} cannot be removed")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


def ask(connection):
    """The status of an answer, or why there is none."""
    try:
        connection.sendall(REQUEST)
        answer = connection.recv(4096)
        return answer[9:12].decode() if answer else "closed"
    except socket.timeout:
        return f"nothing for {PATIENCE} s"
    except OSError as e:
        return e.strerror


def connect(port):
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def await_start(port, server):
    deadline = time.monotonic() + START
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with connect(port) as one:
                if ask(one) == "200":
                    return
        except OSError:
            pass
        time.sleep(0.1)
    raise SystemExit("the server does not start")


def fill(port, server, most):
    """The connections that have had an answer, and why there are no more."""
    connections = []
    while len(connections) < most:
        try:
            one = connect(port)
        except OSError as e:
            return connections, f"no connection: {e}"
        answer = ask(one)
        if answer != "200":
            one.close()
            return connections, answer
        connections.append(one)
    return connections, "all"


def measure(options, stage):
    group = Group(options.memory, options.pids)
    port = free_port()
    jar = pathlib.Path(options.checkout) / stage / "target" / f"{stage}.jar"
    root = pathlib.Path(options.checkout) / "www"
    command = [options.java_binary, *options.java, "-jar", str(jar), "--port", str(port), "--root", str(root)]
    command += ["--idle-timeout", "10m"]
    if stage != "event-loop":
        command += ["--dispatch", "connection"]
    log = tempfile.TemporaryFile()
    server = subprocess.Popen(
        command, preexec_fn=group.join, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log
    )
    try:
        await_start(port, server)
        connections, end = fill(port, server, options.connections)
        again = sum(ask(one) == "200" for one in connections[:AGAIN])
        for one in connections:
            one.close()
        time.sleep(0.5)
        gone = server.poll()
        if gone is not None and gone < 0:
            name = signal.Signals(-gone).name
            end += f"; the server has ended by {name}, the kernel has killed {group.kills()} for memory"
        elif gone is not None:
            end += f"; the server has ended with {gone}"
        print(
            f"{stage:20} {len(connections):6,} answered; {end}; again {again} of {min(AGAIN, len(connections))}; "
            f"{group.most_mib():.0f} MiB",
            flush=True,
        )
    finally:
        if server.poll() is None:
            server.terminate()
            try:
                server.wait(30)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
        if options.verbose:
            log.seek(0)
            print(log.read(4_000).decode(errors="replace"), file=sys.stderr)
        log.close()
        group.remove()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout")
    parser.add_argument("java_binary", metavar="JAVA")
    parser.add_argument("stages", nargs="*", metavar="STAGE", default=STAGES)
    parser.add_argument("--memory", type=int, default=512, metavar="MIB")
    parser.add_argument("--pids", type=int, default=0, metavar="N")
    parser.add_argument("--connections", type=int, default=10_000, metavar="N")
    parser.add_argument("--rounds", type=int, default=1, metavar="N")
    parser.add_argument("--java", action="append", default=[], metavar="OPTION")
    parser.add_argument("--verbose", action="store_true", help="print what the servers say first")
    options = parser.parse_intermixed_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    for turn in range(options.rounds):
        stages = options.stages or STAGES
        first = turn % len(stages)
        for stage in stages[first:] + stages[:first]:
            measure(options, stage)


main()
