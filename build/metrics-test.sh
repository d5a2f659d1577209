#!/usr/bin/env bash
#
# Has Prometheus's own promtool check what each stage answers at /metrics: that it can be read, and
# that names, types and help are as they should be. With the java that is named, or that of the PATH;
# the jars have been built. Needs curl and perl, and where there is no promtool, Debian's apt-get.

set -euo pipefail
cd "$(dirname "$0")/.."

readonly JAVA=${1:-java}
readonly STAGES='singlethreaded thread-per-request threadpool
  adaptive-pool virtual-threads event-loop'

work=$(mktemp -d)
promtool=''
server='' # its process id while there is one

clean_up() {
  if [ -n "$server" ]; then kill -KILL "$server" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap clean_up EXIT

fail() {
  echo "FAILED: $1" >&2
  exit 1
}

main() {
  find_promtool
  "$promtool" --version 2>&1 | head -n 1
  refuses 'what is no metric' '}'
  refuses 'a metric without help' $'# TYPE a_total counter\na_total 1'
  local stage
  for stage in $STAGES; do passes "$stage"; done
  passes event-loop 2
}

# The program alone; the package would also start a service.
find_promtool() {
  if promtool=$(type -P promtool); then return; fi
  cd "$work"
  if ! apt-get download -qq prometheus; then
    apt-get update -qq
    apt-get download -qq prometheus || fail 'cannot download promtool'
  fi
  dpkg -x prometheus_*.deb prometheus
  cd "$OLDPWD"
  promtool=$work/prometheus/usr/bin/promtool
}

# A check that passes everything proves nothing.
refuses() {
  if "$promtool" check metrics <<<"$2" >"$work/check.log" 2>&1; then fail "promtool passes $1"; fi
}

# Stage $1, with $2 processes.
passes() {
  local stage=$1 processes=${2:-1} log=$work/$1-${2:-1}.log metrics=$work/$1.txt at admin counted
  perl build/listen.pl 127.0.0.1 0 128 any "$JAVA" -jar "$stage/target/$stage.jar" --port 0 \
    --processes "$processes" --access-log "$work/$stage.access" >"$log" 2>&1 &
  server=$!
  at=$(said "$log" 's/^Tailgate .* at //p')
  admin=$(said "$log" 's/^  admin  *//p')
  curl -sS -m 10 "$at" "${at}none" >/dev/null
  curl -sS -m 10 -o /dev/null -H 'no field: but a blank' "$at"
  for _ in {1..50}; do # a process is shown once its first figures are there
    curl -fsS -m 10 "${admin}metrics" >"$metrics"
    if [ "$processes" = "$(grep -c '^process_start_time_seconds' "$metrics")" ]; then break; fi
    sleep 0.1
  done
  kill -TERM "$server"
  wait "$server"
  server=''
  counted=$(sed -n 's/^tailgate_requests_total{code="4xx".*} //p' "$metrics" | awk '{ n += $1 } END { print n }')
  [ "$counted" = 2 ] || fail "$stage has counted $counted"
  [ "$processes" = "$(grep -c '^process_start_time_seconds' "$metrics")" ] || fail 'a process is missing'
  "$promtool" check metrics <"$metrics" || fail "promtool refuses the metrics of $stage"
  echo "$stage: $(grep -c '^# TYPE' "$metrics") metrics"
}

# Waits until the log has such a line.
said() {
  local deadline=$((SECONDS + 30)) found=''
  until found=$(sed -n "$2" "$1") && [ -n "$found" ]; do
    if ! kill -0 "$server" 2>/dev/null || [ $SECONDS -ge $deadline ]; then
      cat "$1" >&2
      fail "no server"
    fi
    sleep 0.1
  done
  echo "$found"
}

main
