#!/usr/bin/env bash
#
# Eleven workloads of which the best model is known, and whether "choose" finds it. Needs built jars
# and a quiet machine. Usage:
#
#   build/reference-workloads.sh FOLDER [NAME...] [-- OPTIONS OF CHOOSE]
#
# FOLDER gets a folder for each workload (all of them, or those that are named) and a line for each in
# summary.md. A recommendation is right if its model is one of those that arithmetic allows, and its
# capacity at least 90 % of the highest one of the same run. If the generator ended its climb (">"),
# its capacity is not known, and the model decides.

set -euo pipefail
cd "$(dirname "$0")/.."

# name | models that can be the best, and why no other can | options
#
# A core answers some 10,000 requests a second of a handler that waits. One thread, or one reactor
# on its core, answers 1 / (the time of a request): with 1 ms of waiting no more than 1,000.
readonly POOLS='threadpool virtual-threads thread-per-request adaptive-pool'
readonly ANY="$POOLS event-loop"
readonly WORKLOADS="
files       | $ANY   | --slo p99=50ms
wait-1ms    | $POOLS | --slo p99=50ms --simulate-io 1ms
wait-10ms   | $POOLS | --slo p99=50ms --simulate-io 10ms
wait-100ms  | $POOLS | --slo p99=250ms --simulate-io 100ms
exponential | $POOLS | --slo p99=150ms --simulate-io exp:20ms
compute-1ms | $ANY   | --slo p99=50ms --simulate-cpu 1ms
compute-5ms | $ANY   | --slo p99=100ms --simulate-cpu 5ms
mixed       | $POOLS | --slo p99=50ms --simulate-io 5ms --simulate-cpu 500us
four-behind | $POOLS | --slo p99=50ms --handler-jar target/example.jar --handler example.FourConnections
large       | $ANY   | --slo p99=50ms --file-size 1MiB
new         | $ANY   | --slo p99=50ms --connections new
"

main() {
  if [ $# = 0 ]; then
    sed -n '3,12s/^# \{0,1\}//p' "$0" >&2
    exit 2
  fi
  local folder=$1 names=() name models options chosen
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    names+=("$1")
    shift
  done
  if [ $# -gt 0 ]; then shift; fi
  build_example
  mkdir -p "$folder"
  if [ ! -e "$folder/summary.md" ]; then
    printf '| workload | recommended | its capacity | highest | of it | right | after |\n' >"$folder/summary.md"
    printf '|---|---|--:|--:|--:|---|--:|\n' >>"$folder/summary.md"
  fi
  while IFS='|' read -r name models options; do
    name=${name//[[:space:]]/}
    if [ -z "$name" ]; then continue; fi
    if [ ${#names[@]} -gt 0 ] && [[ " ${names[*]} " != *" $name "* ]]; then continue; fi
    read -ra chosen <<<"$options"
    SECONDS=0
    ./tailgate choose "${chosen[@]}" "$@" --out "$folder/$name" </dev/null || true
    summary "$name" "$models" "$folder/$name/report.json" "$SECONDS" | tee -a "$folder/summary.md"
  done <<<"$WORKLOADS"
}

build_example() {
  mkdir -p target/example
  local javac
  javac=$(find /usr/lib/jvm/*/bin/javac | sort -V | tail -n 1)
  "$javac" --release 21 -cp threadpool/target/threadpool.jar -d target/example \
    docs/examples/FourConnections.java
  "${javac%javac}jar" --create --file target/example.jar -C target/example .
}

# A line of the table: name, models that can be the best, report, seconds.
summary() {
  python3 - "$@" <<'END'
import json
import sys

name, models, report, seconds = sys.argv[1:]
try:
    result = json.load(open(report))
except OSError:
    print(f"| {name} | no report | | | | no | {seconds} s |")
    sys.exit()
able = [one for one in result["candidates"] if one["overload"] and one["capacity"] > 0]
pick = next((one for one in able if one["name"] == result["recommended"]), None)
if not pick:
    print(f"| {name} | nothing | | | | no | {seconds} s |")
    sys.exit()
best = max(one["capacity"] for one in result["candidates"]) # also of a size that was not recommended
share = pick["capacity"] / best
ended = pick["atLeast"]
right = (ended or share >= 0.9) and pick["stage"] in models.split()
mark = "> " if ended else ""
known = "not known" if ended else f"{100 * share:.0f} %"
print(
    f"| {name} | {pick['name']} | {mark}{pick['capacity']:,.0f}/s | {best:,.0f}/s"
    f" | {known} | {'yes' if right else 'no'} | {seconds} s |"
)
END
}

main "$@"
