#!/usr/bin/env bash
# How long new connections wait beside a full load of kept ones; see README.md.
#
#   newcomers.sh CHECKOUT FOLDER ROUNDS one|two [PEERS JAVA21]
#
# CHECKOUT is built, FOLDER has small.txt (6 bytes). "one": the server has processor 0, the clients processor 1. "two": all
# have both, and the clients go first (chrt). PEERS is a command that serves a folder: PEERS NAME PORT FOLDER; JAVA21 is
# the folder of a Java 21. Needs wrk, python3, and the right to use chrt.
set -u
checkout=$1; root=$2; rounds=$3; place=$4; peers=${5:-}; java21=${6:-}
here=$(dirname "$0")
port=18080
url=http://127.0.0.1:$port/small.txt
case $place in
  one) servers=0; clients=1; users=64 ;;
  two) servers=0,1; clients=0,1; users=128 ;;
esac
measure() { # WORK NAME COMMAND...
  work=$1; name=$2; shift 2
  taskset -c "$servers" "$@" > /dev/null 2>&1 & server=$!
  for _ in $(seq 100); do curl -s -o /dev/null $url && break; sleep 0.1; done
  load=$(mktemp)
  chrt -f 1 taskset -c "$clients" wrk -t1 "-c$users" -d20 --latency $url > "$load" & wrk=$!
  sleep 5
  new=$(chrt -f 2 taskset -c "$clients" python3 "$here/newcomers.py" $url 120 50)
  wait $wrk
  echo "$place $work round $round, $name: newcomers $new; load $(awk \
    '/50%/{a=$2} /99%/{b=$2} /Latency  /{m=$4} /Requests.sec/{printf "p50 %s p99 %s max %s requests/s %d", a, b, m, $2}' "$load")"
  rm "$load"
  kill $server; wait $server
}
stage() { # WORK NAME OPTIONS STAGE ARGUMENT...
  local work=$1 name=$2 options=$3; shift 3
  local computing=()
  [[ $work == computing ]] && computing=(--simulate-cpu 100us)
  TAILGATE_JAVA_OPTS="-XX:+UseG1GC $options" \
    measure "$work" "$name" "$checkout/tailgate" serve "$@" --root "$root" --port $port "${computing[@]}"
}
carriers=-Djdk.virtualThreadScheduler.parallelism
for round in $(seq "$rounds"); do
  for work in computing files; do
    for n in 2 3 4; do
      stage $work "virtual-threads, $n carriers" "$carriers=$n" virtual-threads
    done
    stage $work "virtual-threads by request" "$carriers=2" virtual-threads --dispatch request --acceptors 1
    [[ -n $java21 ]] && JAVA_HOME=$java21 stage $work "virtual-threads, Java 21" "" virtual-threads
    for model in event-loop threadpool thread-per-request; do stage $work $model "" $model; done
  done
  if [[ -n $peers ]]; then
    for peer in helidon jetty-vt tomcat; do measure files $peer "$peers" $peer $port "$root"; done
  fi
done 2> /dev/null
