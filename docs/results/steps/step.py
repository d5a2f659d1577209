"""Steps in load: step.py PORT CONNECTIONS STEPS PAUSE_SECONDS WARM_UP_SECONDS

Opens kept connections, warms the server up with four of them at a time, and then sends a request on each of them at
once, again and again with a pause between. Prints, for each step, when the first byte was sent (nanoseconds since 1970)
and how many milliseconds it took until the last request was sent and until the last answer was there.
"""

import socket
import sys
import threading
import time

REQUEST = b"GET /1k.bin HTTP/1.1\r\nHost: localhost\r\n\r\n"


def receive(connection):
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(65536)
    head, body = data.split(b"\r\n\r\n", 1)
    fields = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")]
    missing = int(fields[0].split(b":")[1]) - len(body)
    while missing > 0:
        missing -= len(connection.recv(65536))


def warm_up(connections, seconds):
    end = time.time() + seconds
    while time.time() < end:
        for connection in connections:
            connection.sendall(REQUEST)
            receive(connection)


def main():
    port, count, steps = (int(argument) for argument in sys.argv[1:4])
    pause, warm = (float(argument) for argument in sys.argv[4:6])
    connections = [socket.create_connection(("127.0.0.1", port)) for _ in range(count)]
    for connection in connections:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    threads = [threading.Thread(target=warm_up, args=(connections[i::4], warm)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for step in range(steps):
        begun = time.time_ns()
        for connection in connections:
            connection.sendall(REQUEST)
        sent = time.time_ns()
        for connection in connections:
            receive(connection)
        answered = time.time_ns()
        print(step + 1, begun, (sent - begun) / 1e6, (answered - begun) / 1e6, flush=True)
        if step + 1 < steps:
            time.sleep(pause)


main()
