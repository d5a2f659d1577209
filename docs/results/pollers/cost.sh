#!/usr/bin/env bash
# What the numbers of read pollers and of carriers cost those who are there, on two processors; see README.md.
#
#   cost.sh CHECKOUT FOLDER ROUNDS "POLLERS CARRIERS"...
#
# CHECKOUT is built. FOLDER has small.txt (6 bytes) and k100.bin (100 KiB). Server and clients share two processors, and the
# clients go first. Needs curl, wrk, and the right to use chrt. JAVA_HOME: of Java 22 or later.
set -u
checkout=$1; root=$2; rounds=$3; shift 3
port=18080
url=http://127.0.0.1:$port
out=$(mktemp)
ticks() { awk '{print $14 + $15}' "/proc/$pid/stat"; }
ask() { # KIND CONNECTIONS FILE [FIELD]
  local before; before=$(ticks)
  chrt -f 1 taskset -c 0,1 wrk -t1 "-c$2" -d5 --latency ${4:+-H "$4"} "$url/$3" > "$out"
  awk -v n="$1, $arm, round $round:" -v t=$(($(ticks) - before)) \
    '/50%/{a=$2} /99%/{b=$2} /Latency  /{m=$4} /requests in/{r=$1} /Requests.sec/{s=$2}
     END {printf "%s p50 %s p99 %s max %s requests/s %d, %.2f us of processor time for a request\n", n, a, b, m, s, t * 10000 / r}' "$out"
}
for round in $(seq "$rounds"); do
  for pair in "$@"; do
    arm="${pair% *} pollers, ${pair#* } carriers"
    TAILGATE_JAVA_OPTS="-XX:+UseG1GC -Djdk.virtualThreadScheduler.parallelism=${pair#* } -Djdk.readPollers=${pair% *}" \
      taskset -c 0,1 "$checkout/tailgate" serve virtual-threads --root "$root" --port $port > /dev/null 2>&1 & server=$!
    for _ in $(seq 100); do curl -s -o /dev/null $url/small.txt && break; sleep 0.1; done
    pid=$(ss -Hltnp "sport = :$port" | sed 's/.*pid=\([0-9]*\).*/\1/')
    chrt -f 1 taskset -c 0,1 wrk -t1 -c64 -d5 $url/small.txt > /dev/null
    ask "8 clients of a small file" 8 small.txt
    ask "64 clients of a small file" 64 small.txt
    ask "500 clients of a small file" 500 small.txt
    ask "64 clients of 100 KiB" 64 k100.bin
    ask "64 clients with a connection for each request" 64 small.txt "Connection: close"
    kill $server; wait $server
  done
done 2> /dev/null
rm "$out"
