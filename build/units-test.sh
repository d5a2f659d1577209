#!/usr/bin/env bash
#
# Tests docs/systemd without a running systemd: the units are valid, and a server that is started as
# they start it serves, says that it is ready, and can be replaced. Needs systemd's tools, python3,
# curl and the jar of threadpool: build/units-test.sh [JAVA].

set -euo pipefail
cd "$(dirname "$0")/.."

java=${1:-java}
jar=$PWD/threadpool/target/threadpool.jar
# shellcheck source=build/testing.sh
source build/testing.sh
needs units-test systemd-analyze systemd-socket-activate systemd-notify python3 curl
work=$(mktemp -d)
processes=()

clean_up() {
  local process
  for process in ${processes[@]+"${processes[@]}"} $(cat "$work"/main 2>/dev/null); do
    kill -KILL "$process" 2>/dev/null || true
  done
  rm -rf "$work"
}
trap clean_up EXIT

# --- the units; only the paths are those of this machine

mkdir "$work/units"
cp docs/systemd/tailgate.socket "$work/units/"
sed "s#/usr/bin/java#$(type -P true)#" docs/systemd/tailgate.service >"$work/units/tailgate.service"
systemd-analyze verify "$work"/units/* 2>"$work/verify.log" || fail 'the units are not valid'
if [ -s "$work/verify.log" ]; then fail 'systemd warns about the units'; fi

# --- what they start

# Stands in for systemd: writes what it is told, and the number of the main process to a file.
cat >"$work/systemd.py" <<'END'
import os, socket, sys
folder = sys.argv[1]
told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
told.bind(folder + '/notify')
while True:
    data, fds, *_ = socket.recv_fds(told, 4096, 4)
    for fd in fds: os.close(fd) # systemd-notify waits for that
    for line in data.decode().split('\n'):
        if line.startswith('MAINPID='):
            open(folder + '/main.new', 'w').write(line[8:])
            os.rename(folder + '/main.new', folder + '/main')
        print(line, flush=True)
END
python3 "$work/systemd.py" "$work" >"$work/told.log" 2>&1 &
processes+=($!)
disown
await test -S "$work/notify"

port=$(python3 -c 'import socket; print(socket.create_server(("127.0.0.1", 0)).getsockname()[1])')
export TAILGATE_RUN_DIR=$work/run
systemd-socket-activate --inetd -l "127.0.0.1:$port" -E "NOTIFY_SOCKET=$work/notify" \
  -E TAILGATE_RUN_DIR "$java" -jar "$jar" --root www --access-log - >"$work/server.log" 2>&1 &
processes+=($!)
disown

page() {
  curl -s -f --max-time 30 -o "$work/page" "http://127.0.0.1:$port/" && cmp -s "$work/page" www/index.html
}

await page # the first connection starts the server
await test -s "$work/main"
first=$(cat "$work/main")
grep -qx 'READY=1' "$work/told.log" || fail 'it did not say that it is ready'
"$java" -cp "$jar" tailgate.restart.RestartCommand "$first" >"$work/restart.log" 2>&1 ||
  fail 'the reload has failed'
page || fail 'the successor does not serve'
second=$(cat "$work/main")
if [ "$first" = "$second" ]; then fail 'the main process is still the first one'; fi
await page
kill -TERM "$second"
gone() { ! kill -0 "$second"; }
await gone
echo "units-test: valid; process $first was replaced by $second"
