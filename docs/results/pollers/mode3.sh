#!/usr/bin/env bash
# How long new connections wait with each jdk.pollerMode of Java 27, beside 128 clients whose requests compute; see README.md.
#
#   mode3.sh CHECKOUT JAVA27 JAR ROUNDS
#
# CHECKOUT is built, JAVA27 is the java of a Java 27, JAR has trial.Waits (README.md). Needs two processors, python3 and wrk.
set -u
checkout=$1; java=$2; jar=$3; rounds=$4
newcomers=$(dirname "$0")/../new-connections/newcomers.py
out=$(mktemp -d)
arm() { # NAME OPTIONS...
  local name=$1 server url load; shift
  "$java" "$@" -jar "$checkout/virtual-threads/target/virtual-threads.jar" --port 0 --no-admin --max-connections 1000 \
    --handler-jar "$jar" --handler trial.Waits > "$out/server" 2>&1 & server=$!
  until grep -q workers "$out/server"; do sleep 0.1; done
  url=$(grep -o 'http://127.0.0.1:[0-9]*' "$out/server" | head -1)
  wrk -t1 -c128 -d16 --latency "$url/work" > "$out/load" & load=$!
  sleep 5
  echo "round $round, $name: new connections $(python3 "$newcomers" "$url/x" 60 100)"
  wait $load
  kill $server; wait $server
}
carriers=-Djdk.virtualThreadScheduler.parallelism
for round in $(seq "$rounds"); do
  arm "mode 2, 3 carriers, 1 poller"
  arm "mode 3, 3 carriers" -Djdk.pollerMode=3
  arm "mode 3, 2 carriers" -Djdk.pollerMode=3 $carriers=2
  arm "mode 3, 4 carriers" -Djdk.pollerMode=3 $carriers=4
  arm "mode 3, 8 carriers" -Djdk.pollerMode=3 $carriers=8
  arm "mode 1, 3 carriers" -Djdk.pollerMode=1
done
