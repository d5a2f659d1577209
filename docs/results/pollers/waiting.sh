#!/usr/bin/env bash
# How long new connections, and handlers that sleep, wait beside a full load; see README.md.
#
#   waiting.sh CHECKOUT FOLDER ROUNDS JAVA21 JAR first|java21|pollers
#
# CHECKOUT is built, FOLDER is any, JAVA21 is the folder of a Java 21, JAR has trial.Waits (README.md). Needs two processors, curl,
# python3, wrk, and the right to use chrt. On place "one" the server has processor 0 and the clients have processor 1; on "two"
# all have both, and the clients go first.
set -u
checkout=$1; root=$2; rounds=$3; java21=$4; jar=$5; arms=$6
newcomers=$(dirname "$0")/../new-connections/newcomers.py
port=18080
url=http://127.0.0.1:$port
out=$(mktemp -d)
latencies() {
  awk '/50%/{a=$2} /99%/{b=$2} /Latency  /{m=$4} /Requests.sec/{printf "p50 %s p99 %s max %s requests/s %d", a, b, m, $2}' "$1"
}
place() { # NAME
  place=$1
  case $place in
    one) servers=0; clients=1; users=64 ;;
    two) servers=0,1; clients=0,1; users=128 ;;
  esac
}
ask() { chrt -f "$1" taskset -c "$clients" "${@:2}"; }
arm() { # NAME JAVA_HOME OPTIONS STAGE ARGUMENT...
  local name=$1 java=$2 options=$3; shift 3
  JAVA_HOME=$java TAILGATE_JAVA_OPTS="-XX:+UseG1GC $options" taskset -c "$servers" "$checkout/tailgate" serve "$@" \
    --root "$root" --port $port --handler-jar "$jar" --handler trial.Waits > /dev/null 2>&1 & server=$!
  for _ in $(seq 100); do curl -s -o /dev/null $url/x && break; sleep 0.1; done
  ask 1 wrk -t1 -c8 -d3 $url/wait > /dev/null
  ask 1 wrk -t1 "-c$users" -d22 --latency "$url/$path" > "$out/load" & load=$!
  sleep 4
  ask 2 wrk -t1 -c8 -d16 --timeout 10s --latency $url/wait > "$out/kept" & kept=$!
  sleep 1
  new=$(ask 2 python3 "$newcomers" $url/wait 80 50)
  plain=$(ask 2 python3 "$newcomers" $url/x 80 50)
  wait $kept
  wait $load
  echo "$place round $round, $path, $name: new ones that sleep $new; new ones that do not $plain;" \
    "kept ones that sleep $(latencies "$out/kept"); load $(latencies "$out/load")"
  kill $server; wait $server
}
carriers=-Djdk.virtualThreadScheduler.parallelism
request=(virtual-threads --dispatch request --acceptors 1)
home=${JAVA_HOME:-}
for round in $(seq "$rounds"); do
  path=work
  case $arms in
    first)
      for there in two one; do
        place $there
        arm "by connection" "$home" "" virtual-threads
        arm "by request" "$home" "" "${request[@]}"
        arm "Java 21, by connection" "$java21" "" virtual-threads
        arm "Java 21, by request" "$java21" "" "${request[@]}"
        arm threadpool "$home" "" threadpool
        arm thread-per-request "$home" "" thread-per-request
      done ;;
    java21)
      for there in two one; do
        place $there
        case $there in one) numbers="1 2 3 4" ;; two) numbers="2 3 4 6" ;; esac
        for n in $numbers; do arm "Java 21, $n carriers" "$java21" "$carriers=$n" virtual-threads; done
        arm "Java 21, by request, 4 carriers" "$java21" "$carriers=4" "${request[@]}"
      done ;;
    pollers)
      place two
      for path in work x; do
        for pair in "2 4" "1 4" "1 3" "1 2" "1 6"; do
          arm "${pair% *} pollers, ${pair#* } carriers" "$home" "-Djdk.readPollers=${pair% *} $carriers=${pair#* }" virtual-threads
        done
      done ;;
  esac
done 2> /dev/null
rm -r "$out"
