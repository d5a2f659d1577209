#!/usr/bin/env bash
#
# Replaces two servers behind HAProxy, one after the other, under load: no request may fail. With the
# configuration of docs/haproxy. Needs haproxy, python3, curl and the jar of threadpool:
# build/haproxy-test.sh [JAVA].

set -euo pipefail
cd "$(dirname "$0")/.."

java=${1:-java}
delay=2s # longer than HAProxy takes to notice
# shellcheck source=build/testing.sh
source build/testing.sh
needs haproxy-test haproxy python3 curl
work=$(mktemp -d)
declare -A port process

clean_up() {
  local one
  for one in "${process[@]}"; do kill -KILL "$one" 2>/dev/null || true; done
  wait 2>/dev/null || true # else the shell says that they were killed
  rm -rf "$work"
}
trap clean_up EXIT

# Six free ports, all of them open at the same time so that they differ.
read -r 'port[site]' 'port[status]' 'port[a]' 'port[b]' 'port[admin-a]' 'port[admin-b]' < <(python3 -c '
import socket
made = [socket.create_server(("127.0.0.1", 0)) for i in range(6)]
print(*[one.getsockname()[1] for one in made])')

start() {
  "$java" -Xmx64m -jar threadpool/target/threadpool.jar --root www --port "${port[$1]}" \
    --admin-port "${port[admin-$1]}" --drain-delay "$delay" >>"$work/$1.log" 2>&1 &
  process[$1]=$!
}

# What HAProxy thinks of the server $1.
is() {
  [ "$(curl -s "http://127.0.0.1:${port[status]}/;csv" |
    awk -F, -v server="$1" '$1 == "tailgate" && $2 == server { print $18 }')" = "$2" ]
}

replace() {
  local code=0
  kill -TERM "${process[$1]}"
  await is "$1" DOWN # else UP could be what HAProxy thinks of the old one
  wait "${process[$1]}" || code=$?
  if [ $code != 0 ]; then fail "server $1 has ended with exit code $code"; fi
  start "$1"
  await is "$1" UP
}

# Requests that are due at fixed times, on 10 connections that are kept and on 10 new ones at a time.
cat >"$work/load.py" <<'END'
import os, socket, sys, threading, time
port, stop = int(sys.argv[1]), sys.argv[2]
clients, interval = 20, 0.1
begin, lock, took, failures = time.monotonic(), threading.Lock(), [], []

def connect():
    one = socket.create_connection(('127.0.0.1', port), 30)
    return one, one.makefile('rb')

def ask(one, answer):
    one.sendall(b'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    status, length, closes = answer.readline(), 0, False
    if not status.startswith(b'HTTP/1.1 200 '):
        raise OSError('answer: %r' % status)
    for line in iter(answer.readline, b'\r\n'):
        name, _, value = line.lower().partition(b':')
        if not value: raise OSError('head is cut')
        if name == b'content-length': length = int(value)
        if name == b'connection' and value.strip() == b'close': closes = True
    if len(answer.read(length)) < length: raise OSError('body is cut')
    return not closes

def run(number):
    due, kept = begin + interval * number / clients, None
    while not os.path.exists(stop):
        due += interval
        time.sleep(max(0, due - time.monotonic()))
        try:
            used = kept or connect()
            kept = used if ask(*used) and number % 2 else None
            if not kept: used[0].close()
            with lock: took.append(time.monotonic() - due)
        except OSError as failure:
            kept = None
            with lock: failures.append(str(failure))

threads = [threading.Thread(target=run, args=(i,)) for i in range(clients)]
for one in threads: one.start()
for one in threads: one.join()
took.sort()
print('%d answered, %d failed, P99.9 %.0f ms, longest %.0f ms' %
      (len(took), len(failures), took[len(took) * 999 // 1000] * 1e3, took[-1] * 1e3), *set(failures))
sys.exit(1 if failures else 0)
END

sed "s/:8000/:${port[site]}/; s/:8001/:${port[status]}/; s/:8010/:${port[a]}/; s/:8020/:${port[b]}/
  s/port 9010/port ${port[admin-a]}/; s/port 9020/port ${port[admin-b]}/" \
  docs/haproxy/haproxy.cfg >"$work/haproxy.cfg"
haproxy -c -f "$work/haproxy.cfg" >"$work/check.log" 2>&1 || fail 'the configuration is not valid'
if grep -q WARNING "$work/check.log"; then fail 'HAProxy warns about the configuration'; fi

start a
start b
haproxy -db -f "$work/haproxy.cfg" >"$work/haproxy.log" 2>&1 &
process[haproxy]=$!
await is a UP
await is b UP
python3 "$work/load.py" "${port[site]}" "$work/stop" >"$work/load.log" 2>&1 &
load=$!
sleep 1
replace a
replace b
sleep 1
touch "$work/stop"
wait "$load" || fail 'requests have failed'
echo "haproxy-test: two servers replaced, $(cat "$work/load.log")"
