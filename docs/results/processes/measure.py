"""The memory of 1 and of 4 processes, and how the kernel spreads kept connections over 4.

From a checkout: python3 docs/results/processes/measure.py PORT JAVA [OPTION...] -jar JAR
"""

import json, os, re, socket, subprocess, sys, tempfile, threading, time, urllib.request

port, command = int(sys.argv[1]), sys.argv[2:]

def processes(pid):
    with open(f'/proc/{pid}/task/{pid}/children') as first:
        children = set(first.read().split())
    for task in os.listdir(f'/proc/{pid}/task'):
        with open(f'/proc/{pid}/task/{task}/children') as more:
            children.update(more.read().split())
    return [pid] + [each for child in sorted(children) for each in processes(int(child))]

def memory(when, pid):
    """RSS counts what processes share once for each, PSS once in all."""
    sizes = []
    for each in processes(pid):
        with open(f'/proc/{each}/smaps_rollup') as rollup:
            found = dict(re.findall(r'^(Rss|Pss): +(\d+)', rollup.read(), re.M))
        sizes.append((int(found['Rss']) >> 10, int(found['Pss']) >> 10))
    print(f'  {when}: RSS {[rss for rss, pss in sizes]} MiB, PSS {[pss for rss, pss in sizes]} MiB;',
          f'sums {sum(rss for rss, pss in sizes)}, {sum(pss for rss, pss in sizes)}', flush=True)

def stats():
    return json.load(urllib.request.urlopen(f'http://127.0.0.1:{port + 1000}/stats'))

def connect():
    connection = socket.create_connection(('127.0.0.1', port))
    return connection, connection.makefile('rb')

def ask(connection, answer):
    connection.sendall(b'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    assert b' 200 ' in answer.readline()
    length = 0
    for line in iter(answer.readline, b'\r\n'):
        if line.lower().startswith(b'content-length:'):
            length = int(line.split(b':')[1])
    answer.read(length)

def load():
    client = connect()
    for i in range(2500):
        ask(*client)

def spread(pause):
    clients = []
    for i in range(400):
        clients.append(connect())
        if pause:
            ask(*clients[-1])
            time.sleep(pause)
    for client in clients:
        ask(*client)
    time.sleep(1.5)
    found = [each['openConnections'] for each in stats()['processes']]
    for connection, answer in clients:
        answer.close()
        connection.close()
    time.sleep(1)
    return found

for count in 1, 4:
    listening = ['perl', 'build/listen.pl', '127.0.0.1', str(port), '4096', 'any']
    options = ['--port', str(port), '--processes', str(count), '--idle-timeout', '5m']
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(listening + command + options, stdout=log, stderr=log)
        try:
            for i in range(300):
                try:
                    stats()
                    break
                except OSError:
                    time.sleep(0.1)
            time.sleep(2)
            print('processes:', count, '(the first in the lists is the supervisor)' if count > 1 else '')
            memory('idle', server.pid)
            threads = [threading.Thread(target=load) for i in range(8)]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
            memory('after 20,000 requests on 8 connections', server.pid)
            if count > 1:
                for i in range(3):
                    print('  400 kept connections, opened 50 a second:', spread(0.02), flush=True)
                    print('  400 kept connections, opened at once:', spread(0), flush=True)
        finally:
            server.terminate()
            server.wait()
