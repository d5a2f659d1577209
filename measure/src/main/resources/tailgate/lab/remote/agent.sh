# The lab's part on another machine: these lines go to the standard input of "ssh HOST sh".
# Questions of the lab follow them, and when they end, so does all that was started. Everything is in
# one folder:
#
#   serve N  runs ./N/command in a session of its own; started by "ssh HOST sh serve N"
#   watch    ends everything if this shell is gone, or no beat has come for half a minute
#   clean    ends everything and removes the folder
#   beat     is made by the lab every few seconds
umask 077
for tool in cat date grep mkdir mktemp rm sed setsid sleep tail tar uname; do
  command -v "$tool" >/dev/null || { echo "there is no $tool" >&2 && exit 1; }
done
[ -r /proc/self/stat ] || { echo 'there is no /proc; what the lab starts runs on Linux only' >&2 && exit 1; }
d=$(mktemp -d "${TMPDIR:-/tmp}/tailgate.XXXXXX") || exit 1

cat >"$d/serve" <<'END'
cd "${0%/*}/$1" || exit 1
exec 3<&0
setsid sh ./command </dev/null 3<&- &
server=$!
{
  while read -r signal <&3 && [ "$signal" = TERM ]; do kill -s TERM "$server"; done
  kill -s KILL -- "-$server" || kill -s KILL "$server"
} >/dev/null 2>&1 &
reader=$!
wait "$server"
code=$?
kill -s KILL "$reader" 2>/dev/null
kill -s KILL -- "-$server" 2>/dev/null # what it has started
rm -f pid
exit "$code"
END

cat >"$d/watch" <<'END'
missed=0
while [ "$missed" -lt 6 ] && sleep 5 && kill -s 0 "$1"; do
  if [ -e "${0%/*}/beat" ]; then
    rm -f "${0%/*}/beat"
    missed=0
  else
    missed=$((missed + 1))
  fi
done
kill -s KILL "$1"
exec sh "${0%/*}/clean"
END

cat >"$d/clean" <<'END'
for file in "${0%/*}"/*/pid; do
  if [ -e "$file" ] && read -r server <"$file"; then kill -s KILL -- "-$server"; fi
done
rm -rf "${0%/*}" || { sleep 1 && rm -rf "${0%/*}"; } # a server may still have been writing
END

setsid sh "$d/watch" $$ </dev/null >/dev/null 2>&1 &
watch=$!
trap 'kill -s KILL -- "-$watch"; sh "$d/clean"' EXIT
trap 'exit 1' HUP INT TERM
trap '' PIPE # an answer that nobody reads any more
TERM() { exit 0; } # as for "serve": a line that ends it
KILL() { exit 0; }

echo "folder=$d"
echo "connection=$SSH_CONNECTION"
echo "files=$(ulimit -H -n)"
echo "kernel=$(uname -r)"
sed -n 's/^model name[^:]*: */cpu=/p' /proc/cpuinfo | sed 1q
sed -n 's/^MemTotal: *\([0-9]*\) kB$/memory=\1/p' /proc/meminfo
sed -n 's/^Cpus_allowed_list:[[:space:]]*/allowed=/p' /proc/self/status
sed 's/^\([^ ]*\) .*/load=\1/' /proc/loadavg
if command -v taskset >/dev/null; then echo 'taskset=yes'; fi
