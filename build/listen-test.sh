#!/usr/bin/env bash
#
# Tests build/listen.pl and build/listen.py: which socket the command finds on descriptor 0. Needs
# perl and python3, and IPv6 for the cases with it.

set -euo pipefail

folder=$(cd "$(dirname "$0")" && pwd)
perl=$(type -P perl)
python=$(type -P python3)
count=0

# What the command sees on descriptor 0: the address, whether it listens, and what it takes.
readonly LOOK='
import os, socket, stat, sys
if not stat.S_ISSOCK(os.fstat(0).st_mode): sys.exit("no socket")
s = socket.socket(fileno=0)
dual = s.family == socket.AF_INET6 and not s.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY)
print(s.getsockname()[0], "dual" if dual else "single", "port", s.getsockname()[1] > 0,
    "listens", s.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN),
    "reuse", s.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR), "args", sys.argv[1:])'

# "$1... -> $expected", for both helpers.
check() {
  local expected=$1 helper out
  shift
  for helper in "$perl $folder/listen.pl" "$python -S -E $folder/listen.py"; do
    # shellcheck disable=SC2086 # two words
    out=$($helper "$@" "$python" -c "$LOOK" 'two words' '' 2>&1 </dev/null) || true
    count=$((count + 1))
    if [ "$out" != "$expected" ]; then
      echo "FAILED: $helper $*: \"$out\", not \"$expected\"" >&2
      exit 1
    fi
  done
}

readonly REST="port True listens 1 reuse 1 args ['two words', '']"
check "127.0.0.1 single $REST" 127.0.0.1 0 16 any
check "127.0.0.1 single $REST" localhost 0 16 any
check "0.0.0.0 single $REST" 0.0.0.0 0 16 ipv4
if [ -n "$(cat /proc/net/if_inet6 2>/dev/null)" ]; then
  check ":: dual $REST" 0.0.0.0 0 16 any
  check ":: dual $REST" :: 0 16 any
  check "::1 single $REST" '[::1]' 0 16 any
else
  check "0.0.0.0 single $REST" 0.0.0.0 0 16 any
fi
check 'no socket' ::1 0 16 ipv4
check 'no socket' no.such.host.invalid 0 16 any

# A port that is taken, and a socket that is on descriptor 0 already.
out=$("$perl" "$folder/listen.pl" 127.0.0.1 0 16 any "$python" -c "
import os, socket, subprocess, sys
given = socket.socket(fileno=0)
mine = given.getsockname()
for helper in sys.argv[1:]:
    command = helper.split() + ['127.0.0.1', str(mine[1]), '16', 'any', sys.executable, '-c']
    look = 'import socket; s = socket.socket(fileno=0); print(s.getsockname() == (\"127.0.0.1\", %d))' % mine[1]
    print(subprocess.run(command + [look], text=True, capture_output=True).stdout.strip())
    taken = subprocess.run(command + ['import os, stat; print(stat.S_ISSOCK(os.fstat(0).st_mode))'],
        stdin=subprocess.DEVNULL, text=True, capture_output=True)
    print((taken.stdout + taken.stderr).strip())
" "$perl $folder/listen.pl" "$python -S -E $folder/listen.py")
if [ "$out" != $'True\nFalse\nTrue\nFalse' ]; then
  echo "FAILED: taken, or there already: $out" >&2
  exit 1
fi

echo "listen-test: $count cases passed"
