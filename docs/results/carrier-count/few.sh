#!/usr/bin/env bash
# How many carriers: what few requests that compute do to the others, and what it costs a full load; see README.md.
#
#   few.sh CHECKOUT FOLDER JAR ROUNDS PLACE CARRIERS...
#
# CHECKOUT is built. FOLDER has small.txt (6 bytes) and k100.bin (100 KiB). JAR has example.OneInAHundred. PLACE one: the server
# has processor 0, the clients have processor 1. PLACE two: all have both, and the clients go first. CARRIERS: numbers, or a
# stage to compare with. Needs curl, python3, wrk, and the right to use chrt. JAVA_HOME: of Java 22 or later.
set -u
checkout=$1; root=$2; jar=$3; rounds=$4; place=$5; shift 5
case $place in
  one) servers=0; clients=1; scale=1 ;;
  two) servers=0,1; clients=0,1; scale=2 ;;
esac
port=18080
url=http://127.0.0.1:$port
out=$(mktemp -d)
arrivals=$(dirname "$0")/arrivals.py
ticks() { awk '{print $14 + $15}' "/proc/$pid/stat"; }
ask() { chrt -f 1 taskset -c "$clients" "$@"; }
start() { # ARGUMENT...
  local stage=virtual-threads options=
  case $arm in
    [0-9]*) options="-Djdk.virtualThreadScheduler.parallelism=$arm -Djdk.readPollers=1" ;;
    *) stage=$arm ;;
  esac
  TAILGATE_JAVA_OPTS="-XX:+UseG1GC $options" taskset -c "$servers" "$checkout/tailgate" serve "$stage" "$@" --port $port \
    > /dev/null 2>&1 & server=$!
  for _ in $(seq 100); do curl -s -o /dev/null $url/ && break; sleep 0.1; done
  pid=$(ss -Hltnp "sport = :$port" | sed 's/.*pid=\([0-9]*\).*/\1/')
}
stop() { kill $server; wait $server; }
full() { # KIND CONNECTIONS FILE [FIELD]
  local before; before=$(ticks)
  ask wrk -t1 "-c$2" -d4 --latency ${4:+-H "$4"} "$url/$3" > "$out/load"
  awk -v n="$place, $arm, round $round: $1" -v t=$(($(ticks) - before)) \
    '/50%/{a=$2} /99%/{b=$2} /Latency  /{m=$4} /requests in/{r=$1} /Requests.sec/{s=$2}
     END {printf "%s p50 %s p99 %s max %s requests/s %d, %.2f us of processor time for a request\n", n, a, b, m, s, t * 10000 / r}' \
    "$out/load"
}
few() { # SLOW_PER_SECOND
  local others
  ask python3 "$arrivals" $url/compute $(($1 * scale)) 14 $((round + 100)) > "$out/slow" & slow=$!
  others=$(ask python3 "$arrivals" $url/fast $((600 * scale)) 14 "$round")
  wait $slow
  echo "$place, $arm, round $round: $(($1 * scale)) a second compute, the others $others; they $(cat "$out/slow")"
}
for round in $(seq "$rounds"); do
  for arm in $(shuf -e "$@"); do
    start --root "$root"
    ask wrk -t1 -c64 -d5 $url/small.txt > /dev/null
    full "64 clients of a small file" 64 small.txt
    full "500 clients of a small file" 500 small.txt
    full "64 clients of 100 KiB" 64 k100.bin
    full "64 clients with a connection for each request" 64 small.txt "Connection: close"
    stop
    start --root "$root" --handler-jar "$jar" --handler example.OneInAHundred
    ask wrk -t1 -c64 -d4 $url/fast > /dev/null
    few 6
    few 12
    stop
  done
done 2> /dev/null
rm -r "$out"
