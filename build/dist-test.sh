#!/usr/bin/env bash
#
# Unpacks the archive of ./tailgate dist in a folder of its own, and uses it as its README says, where
# there is no Maven, no git and no JDK: only the Java $1, a java binary. Makes the archive first.

set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=build/testing.sh
source build/testing.sh

work=$(mktemp -d)
server='' # its process id while there is one
trap 'if [ -n "$server" ]; then kill -KILL "$server" 2>/dev/null || true; fi; rm -rf "$work"' EXIT

main() {
  local archive
  java_home=${1%/bin/java}
  archive=$(./tailgate dist)
  unzip -q "$archive" -d "$work"
  root=$(echo "$work"/tailgate-*)
  leave_tools
  explains_itself
  serves
  races
  measures
  completes
  echo "dist-test: the archive of $(du -m "$archive" | cut -f 1) MB runs with nothing but a Java"
}

# A folder of all usual tools but those that a build would need.
leave_tools() {
  local tool
  mkdir "$work/bin"
  for tool in /usr/bin/* /bin/*; do
    case ${tool##*/} in
      mvn* | git* | java* | jar | jps | jcmd) ;;
      *) ln -sf "$tool" "$work/bin/" ;;
    esac
  done
}

# Replaces this shell by a command of the archive, in an empty folder.
tailgate() {
  mkdir -p "$work/elsewhere"
  cd "$work/elsewhere" || exit
  exec env PATH="$work/bin" JAVA_HOME="$java_home" "$root/tailgate" "$@"
}

explains_itself() {
  # All of the output is read: a reader that ends early would end the program with a signal.
  tailgate version | grep '^Tailgate .*([0-9a-f]' >/dev/null || fail 'version without a commit'
  tailgate compare --list | grep '^ *burst ' >/dev/null || fail 'no experiments'
  if (tailgate check) 2>"$work/check.log" || ! grep -q 'needs a checkout' "$work/check.log"; then fail 'check'; fi
  if find "$root" -name '*.java' | grep -v '/docs/examples/'; then fail 'sources in the archive'; fi
  for file in man/man1/tailgate.1 sbom/lab.cdx.json sbom/event-loop.cdx.json LICENSE README.md; do
    [ -s "$root/$file" ] || fail "no $file"
  done
}

serves() {
  local url
  tailgate serve event-loop --port 0 >"$work/serve.log" 2>&1 &
  server=$!
  await grep -q ' at http' "$work/serve.log"
  url=$(grep -o 'http://127.0.0.1:[0-9]*/' "$work/serve.log" | head -1)
  curl -s "$url" | cmp - www/index.html || fail 'the first page'
  # On a busy machine the figures are in doubt (3), and all is answered nevertheless.
  (tailgate load "$url" --rate 100/s --duration 2s) >"$work/load.log" 2>&1 || [ $? = 3 ] || fail 'load'
  grep -q '^ *200 answered' "$work/load.log" || fail 'a load without all its answers'
  grep -q '^ *P99' "$work/load.log" || fail 'a load without a P99'
  kill -TERM "$server"
  wait "$server" || fail 'the end of a server'
  server=''
}

races() {
  local port
  port=$(python3 -c 'import socket; print(socket.create_server(("127.0.0.1", 0)).getsockname()[1])')
  tailgate race --no-open --port "$port" >"$work/race.log" 2>&1 &
  server=$!
  await curl -sf -o /dev/null "http://127.0.0.1:$port/"
  kill -TERM "$server"
  wait "$server" || true
  server=''
}

# What is measured does not matter here.
measures() {
  (tailgate choose --quick --on-busy ignore --cpus shared --stages virtual-threads --simulate-io 20ms \
    --out "$work/choose") >"$work/choose.log" 2>&1 || true # the machine may be too busy to recommend anything
  grep -q virtual-threads "$work/choose/report.md" || fail 'choose'
  (tailgate report "$work/choose" --out "$work/report") >"$work/report.log" 2>&1 || fail 'report'
}

completes() {
  local words
  # shellcheck disable=SC2016 # the inner bash expands it
  words=$(bash -c '
    source "$1/completion/tailgate.sh"
    shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _tailgate tailgate "${!#}"
    echo "${COMPREPLY[*]}"' test "$root" tailgate serve threadpool --keep)
  [ "$words" = --keep-alive ] || fail "completion of --keep: $words"
}

main "$@"
