# shellcheck shell=bash
# What the tests of whole servers share; to be sourced.

work='' # to be set: the folder for their files, with logs as *.log

# Ends the test $1, as passed, if one of the tools $2... is missing.
needs() {
  local test=$1 tool
  shift
  for tool in "$@"; do
    if ! type -P "$tool" >/dev/null; then
      echo "$test: skipped, there is no $tool"
      exit
    fi
  done
}

fail() {
  echo "FAILED: $1" >&2
  cat "$work"/*.log >&2 || true
  exit 1
}

# Waits for up to a minute until a command succeeds.
await() {
  local tries=0
  until "$@" 2>/dev/null; do
    tries=$((tries + 1))
    if [ $tries -gt 600 ]; then fail "gave up waiting: $*"; fi
    sleep 0.1
  done
}
