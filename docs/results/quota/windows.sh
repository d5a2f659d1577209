#!/usr/bin/env bash
#
# The tail of a server that may use as much as one processor of all (a quota of a control group, as
# containers have it), beside the same server without a quota that is told of one processor. Nothing
# is pinned: the load generator takes what the server leaves. Needs root, wrk and version 1 of
# control groups. Prints P99 and requests a second of windows of two seconds, after three windows
# that do not count, and how often the kernel has stopped the group, of how many periods of 100 ms.
#
#   windows.sh CHECKOUT NAME=JAVA...      with the jars of the checkout; CARRIERS="1 2" in the environment
#                                         is for virtual-threads alone: numbers of carriers, with the quota

set -euo pipefail

readonly PORT=18096 GROUP=/sys/fs/cgroup/cpu/tailgate-quota WINDOWS=6
readonly STAGES='virtual-threads event-loop'
checkout=$1
shift
server=''

clean_up() {
  if [ -n "$server" ]; then
    kill "$server" || true
    wait "$server" || true
  fi
  if [ -d "$GROUP" ]; then rmdir "$GROUP"; fi
}
trap clean_up EXIT

# Replaces a subshell by the server.
serve() {
  local java=$1 stage=$2 by=$3 carriers=${4:-} options=(-XX:+UseG1GC)
  if [ -n "$carriers" ]; then options+=("-Djdk.virtualThreadScheduler.parallelism=$carriers"); fi
  if [ "$by" = quota ]; then
    echo "$BASHPID" >"$GROUP/tasks"
  else
    options+=(-XX:ActiveProcessorCount=1)
  fi
  exec "$java" "${options[@]}" -jar "$checkout/$stage/target/$stage.jar" --port $PORT --root "$checkout/www" \
    >/dev/null 2>&1
}

# One window, with so many clients.
window() {
  wrk -t1 -c"$1" -d2 --latency "http://127.0.0.1:$PORT/robots.txt" |
    awk '/ 99%/ { p99 = $2 } /Requests\/sec/ { rate = $2 } END { printf "  %s (%d k)", p99, rate / 1000 }'
}

measure() {
  local by=$3 clients i
  if [ "$by" = quota ]; then
    mkdir "$GROUP"
    echo 100000 >"$GROUP/cpu.cfs_period_us"
    echo 100000 >"$GROUP/cpu.cfs_quota_us"
  fi
  (serve "$@") &
  server=$!
  until curl -sf -o /dev/null "http://127.0.0.1:$PORT/robots.txt"; do sleep 0.2; done
  for clients in 64 500; do
    for ((i = 0; i < 3; i++)); do window $clients >/dev/null; done
    printf '  %3d clients:' $clients
    for ((i = 0; i < WINDOWS; i++)); do window $clients; done
    echo
  done
  if [ "$by" = quota ]; then echo "  $(tr '\n' ' ' <"$GROUP/cpu.stat")"; fi
  echo "  threads: $(cat /proc/"$server"/task/*/comm | grep -cE '^(ForkJoinPool|VirtualThread-u|tailgate-reacto)') that read"
  kill "$server"
  wait "$server" || true
  server=''
  if [ "$by" = quota ]; then sleep 0.5 && rmdir "$GROUP"; fi
}

date -u
for pair in "$@"; do
  if [ -n "${CARRIERS:-}" ]; then
    for carriers in $CARRIERS; do
      echo "Java ${pair%%=*}, virtual-threads, limit: quota, carriers: $carriers"
      measure "${pair#*=}" virtual-threads quota "$carriers"
    done
    continue
  fi
  for stage in $STAGES; do
    for by in none quota; do
      echo "Java ${pair%%=*}, $stage, limit: $by"
      measure "${pair#*=}" "$stage" "$by"
    done
  done
done
date -u
