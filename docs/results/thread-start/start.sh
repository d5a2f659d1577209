#!/usr/bin/env bash
# What a new connection costs where each has a new thread of the kernel, here and at a server of twenty lines; see README.md.
#
#   start.sh CHECKOUT FOLDER ROUNDS
#
# CHECKOUT is built. FOLDER has small.txt (6 bytes). The servers have processor 0, the clients have processor 1. Needs curl, wrk,
# and the right to use chrt. JAVA_HOME: of Java 21 or later.
set -u
checkout=$1; root=$2; rounds=$3
naive=$(dirname "$0")/Naive.java
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
port=18080
url=http://127.0.0.1:$port
out=$(mktemp -d)
ticks() { awk '{print $14, $15}' "/proc/$pid/stat"; }
drive() { # NAME
  for _ in $(seq 100); do curl -s -o /dev/null $url/small.txt && break; sleep 0.1; done
  pid=$(ss -Hltnp "sport = :$port" | sed 's/.*pid=\([0-9]*\).*/\1/')
  for window in 1 2 3; do
    before=$(ticks)
    chrt -f 1 taskset -c 1 wrk -t1 -c64 -d4 --latency -H "Connection: close" $url/small.txt > "$out/load"
    awk -v n="$1, round $round, window $window:" -v before="$before" -v after="$(ticks)" \
      '/50%/{a=$2} /99%/{b=$2} /requests in/{r=$1} /Requests.sec/{s=$2}
       END {split(before, x, " "); split(after, y, " ")
            printf "%s p50 %s p99 %s requests/s %d, us of processor time for a request: user %.1f system %.1f all %.1f\n",
              n, a, b, s, (y[1]-x[1])*1e4/r, (y[2]-x[2])*1e4/r, (y[1]+y[2]-x[1]-x[2])*1e4/r}' "$out/load"
  done
  kill $server; wait $server
}
"$javac" -d "$out" "$naive"
taskset -c 0 "$java" -XX:+UseG1GC -cp "$out" Naive start
for round in $(seq "$rounds"); do
  taskset -c 0 "$java" -XX:+UseG1GC -cp "$out" Naive serve $port > /dev/null & server=$!
  drive "twenty lines"
  for stage in thread-per-request virtual-threads threadpool; do
    TAILGATE_JAVA_OPTS=-XX:+UseG1GC taskset -c 0 "$checkout/tailgate" serve $stage --root "$root" --port $port > /dev/null & server=$!
    drive $stage
  done
done 2> /dev/null
rm -r "$out"
