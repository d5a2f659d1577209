#!/usr/bin/env bash
#
# Puts the figures of committed runs into the pages of docs: between "<!-- figures of RUN -->" and
# "<!-- end of figures -->" comes what "./tailgate report --markdown RUN" prints, so that nobody has
# to type a figure. If RUN is a JSON file, the script windows.py beside it prints them; if it is the page
# docs/results.md, which is filled first, build/verdicts.py makes tables of its verdicts. With --check
# it changes nothing, and fails if they are not there, or no run is.

set -euo pipefail
cd "$(dirname "$0")/.."

readonly PAGES=(docs/results.md docs/performance.md docs/verdicts.md) MODE=${1:-}

main() {
  local filled
  filled=$(mktemp)
  # shellcheck disable=SC2064 # the name as it is now
  trap "rm -f '$filled'" EXIT
  for PAGE in "${PAGES[@]}"; do
    put "$filled"
  done
}

# Fills $PAGE, by way of the file $1.
put() {
  local filled=$1
  fill <"$PAGE" >"$filled"
  if cmp -s "$filled" "$PAGE"; then return; fi
  if [ "$MODE" = --check ]; then
    diff "$PAGE" "$filled" >&2 || true
    echo "$PAGE does not say what its raw data say; build/fill-results.sh mends that" >&2
    exit 1
  fi
  cat "$filled" >"$PAGE"
}

fill() {
  local line text run=''
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      '<!-- end of figures -->') run='' ;;
      '<!-- figures of '*' -->') none_open "$run" ;;
    esac
    if [ -z "$run" ]; then printf '%s\n' "$line"; fi
    case $line in
      '<!-- figures of '*' -->')
        run=${line#<!-- figures of }
        run=${run% -->}
        text=$(figures "$run") # by itself: a failure inside of other words is none
        printf '\n%s\n\n' "$text"
        ;;
    esac
  done
  none_open "$run"
}

# What stands between the figures of run $1 and their end is written anew, so there must be one.
none_open() {
  if [ -n "$1" ]; then
    echo "$PAGE: no end of figures after those of $1" >&2
    exit 1
  fi
}

figures() {
  if [ "$1" = docs/results.md ]; then
    build/verdicts.py </dev/null
  elif [ -f "$1" ]; then
    "$(dirname "$1")/windows.py" --markdown "$1" </dev/null
  elif [ -e "$1" ]; then
    ./tailgate report --markdown "$1" </dev/null
  elif [ "$MODE" = --check ]; then
    echo "$PAGE: there is no run $1" >&2
    return 1
  else
    echo "TODO: no run has been committed."
  fi
}

main
