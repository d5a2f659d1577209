#!/usr/bin/env bash
# What turns of virtual threads do; see README.md, "Threads that wait have no turns".
#
#   turns.sh FOLDER ROUNDS CHECKOUT...
#
# FOLDER has small.txt (6 bytes), k100.bin (100 KiB) and big.bin (1 GiB: truncate -s 1G). Each CHECKOUT is
# built and becomes a server in each round. Needs two processors, curl, wrk, and the right to use chrt.
set -u
root=$1; rounds=$2; shift 2
port=18080
url=http://127.0.0.1:$port
start() {
  TAILGATE_JAVA_OPTS="-XX:+UseG1GC" taskset -c 0 "$1/tailgate" serve virtual-threads --root "$root" --port $port > /dev/null 2>&1 &
  server=$!
  for _ in $(seq 100); do curl -s -o /dev/null $url/small.txt && break; sleep 0.1; done
}
ticks() { # of the process that has the port
  pid=$(ss -Hltnp "sport = :$port" | sed 's/.*pid=\([0-9]*\).*/\1/')
  awk '{print $14 + $15}' "/proc/$pid/stat"
}
downloads() { # COUNT: curl, again and again, until killed
  for _ in $(seq "$1"); do
    taskset -c 1 bash -c "while curl -s -o /dev/null $url/big.bin; do :; done" &
    loops+=($!)
  done
}
stop() {
  for p in "${loops[@]}"; do pkill -P "$p"; kill "$p"; wait "$p"; done 2> /dev/null
  loops=()
}
ask() { chrt -f 1 taskset -c 1 wrk -t1 "-c$1" "-d$2" --latency "$url/$3"; }
loops=()
for round in $(seq "$rounds"); do
  for dir in "$@"; do
    name=$(basename "$dir")
    start "$dir"
    ask 8 4 small.txt > /dev/null
    for _ in 1 2 3 4 5 6 7 8; do taskset -c 1 curl -s -o /dev/null $url/big.bin; done
    for n in 0 2 4 8; do
      downloads $n
      sleep 0.5
      before=$(ticks)
      ask 8 5 small.txt | awk -v n="beside $name round $round downloads $n:" \
        '/50%/{a=$2} /99%/{b=$2} /Latency  /{m=$4} /Requests.sec/{printf "%s p50 %s p99 %s max %s requests/s %d", n, a, b, m, $2}'
      echo " ticks $(($(ticks) - before))"
      stop
      sleep 0.5
    done
    for n in 1 4; do
      before=$(ticks)
      for _ in $(seq $n); do
        taskset -c 1 curl -s -o /dev/null -o /dev/null "$url/big.bin?[1-$((16 / n))]" &
        loops+=($!)
      done
      wait "${loops[@]}"; loops=()
      echo "alone $name round $round downloads $n: $(( ($(ticks) - before) * 10 / 16 )) ms of processor time a GiB"
    done
    for c in 8 64; do
      ask $c 3 k100.bin > /dev/null
      ask $c 5 k100.bin | awk -v n="100 KiB $name round $round connections $c:" \
        '/50%/{a=$2} /99%/{b=$2} /Requests.sec/{printf "%s p50 %s p99 %s requests/s %d\n", n, a, b, $2}'
    done
    kill $server; wait $server
  done
done 2> /dev/null
