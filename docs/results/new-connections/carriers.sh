#!/usr/bin/env bash
# What the number of carriers of virtual threads does on one processor; see README.md, "One processor".
#
#   carriers.sh CHECKOUT FOLDER ROUNDS CARRIERS...
#
# CARRIERS are a number, or "request" for two and --dispatch request. CHECKOUT is built. FOLDER has small.txt (6 bytes), k100.bin (100 KiB) and big.bin (1 GiB: truncate -s 1G). Needs two
# processors, curl, python3, wrk, and the right to use chrt. A line has its kind first, then the number of carriers.
set -u
checkout=$1; root=$2; rounds=$3; shift 3
here=$(dirname "$0")
port=18080
url=http://127.0.0.1:$port
start() { # CARRIERS OPTION...
  local number=$1 dispatch=connection
  [[ $1 == request ]] && number=2 dispatch=request
  TAILGATE_JAVA_OPTS="-XX:+UseG1GC -Djdk.virtualThreadScheduler.parallelism=$number" \
    taskset -c 0 "$checkout/tailgate" serve virtual-threads --dispatch $dispatch --root "$root" --port $port "${@:2}" \
    > /dev/null 2>&1 &
  server=$!
  for _ in $(seq 100); do curl -s -o /dev/null $url/small.txt && break; sleep 0.1; done
  pid=$(ss -Hltnp "sport = :$port" | sed 's/.*pid=\([0-9]*\).*/\1/')
}
stop() { kill $server; wait $server; }
ticks() { awk '{print $14 + $15}' "/proc/$pid/stat"; }
ask() { chrt -f 1 taskset -c 1 wrk -t1 "-c$1" "-d$2" --latency "$url/$3"; }
timed() { # KIND CONNECTIONS SECONDS FILE
  before=$(ticks)
  ask "$2" "$3" "$4" | awk -v n="$1 $carriers round $round:" \
    '/50%/{a=$2} /99%/{b=$2} /Latency  /{m=$4} /Requests.sec/{printf "%s p50 %s p99 %s max %s requests/s %d", n, a, b, m, $2}'
  echo " ticks $(($(ticks) - before))"
}
beside() { # KIND: newcomers, then a download, beside 64 users who ask without a pause
  ask 64 16 small.txt > /dev/null & load=$!
  sleep 4
  echo "newcomers-$1 $carriers round $round: $(chrt -f 2 taskset -c 1 python3 "$here/newcomers.py" $url/small.txt 120 50)"
  echo "download-$1 $carriers round $round: $(chrt -f 2 taskset -c 1 curl -s -o /dev/null -m 4 -w '%{speed_download}' $url/big.bin) bytes/s"
  wait $load
}
for round in $(seq "$rounds"); do
  for carriers in "$@"; do
    start "$carriers"
    for _ in 1 2 3; do ask 64 2 small.txt > /dev/null; done
    timed small-64 64 3 small.txt
    ask 500 2 small.txt > /dev/null
    timed small-500 500 3 small.txt
    ask 8 2 k100.bin > /dev/null
    timed k100-8 8 3 k100.bin
    timed k100-64 64 3 k100.bin
    beside files
    before=$(ticks)
    taskset -c 1 curl -s -o /dev/null -o /dev/null "$url/big.bin?[1-8]"
    echo "alone $carriers round $round: $(( ($(ticks) - before) * 10 / 8 )) ms of processor time a GiB"
    loops=()
    for _ in 1 2 3 4; do
      taskset -c 1 bash -c "while curl -s -o /dev/null $url/big.bin; do :; done" & loops+=($!)
    done
    sleep 0.5
    timed beside-downloads 8 3 small.txt
    for p in "${loops[@]}"; do pkill -P "$p"; kill "$p"; wait "$p"; done
    stop
    start "$carriers" --simulate-cpu 100us
    beside computing
    timed computing-64 64 4 small.txt
    stop
  done
done 2> /dev/null
