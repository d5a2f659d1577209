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
  made=$(mktemp -d)
  # shellcheck disable=SC2064 # the name as it is now
  trap "rm -rf '$made'" EXIT
  make_all
  for PAGE in "${PAGES[@]}"; do
    put "$made/page"
  done
}

# Makes the figures of all runs, in a file each: those of all folders in one go, and those of the JSON
# files meanwhile.
make_all() {
  local run runs=() folders=() others=()
  mapfile -t runs < <(sed -n 's/^<!-- figures of \(.*\) -->$/\1/p' "${PAGES[@]}" |
    sed '/^docs\/results\.md$/d' | sort -u)
  for run in ${runs[@]+"${runs[@]}"}; do
    if [ -d "$run" ]; then folders+=("$run"); else others+=("$run"); fi
  done
  make_others ${others[@]+"${others[@]}"} &
  if [ ${#folders[@]} -gt 0 ]; then
    ./tailgate report --markdown --each "${folders[@]}" </dev/null | divide
  fi
  wait $!
}

# Those of the JSON files, and what is said of a run that is not there.
make_others() {
  local run
  for run in "$@"; do
    figures "$run" >"$(file_of "$run")"
  done
}

# Puts what is between the marks of each run into the file of the run.
divide() {
  awk -v folder="$made" '
    /^<!-- figures of .* -->$/ {
      file = substr($0, 17, length($0) - 20)
      gsub("/", "-", file)
      file = folder "/figures-" file
      printf "" >file
      next
    }
    /^<!-- end of figures -->$/ { close(file); file = ""; next }
    file != "" { print >file }'
}

# The file with the figures of run $1.
file_of() {
  echo "$made/figures-${1//\//-}"
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
        text=$(text_of "$run") # by itself: a failure inside of other words is none
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

# Prints the figures of run $1. Those of the verdicts follow from a page that is filled by then.
text_of() {
  if [ "$1" = docs/results.md ]; then
    build/verdicts.py </dev/null
  else
    cat "$(file_of "$1")"
  fi
}

figures() {
  if [ -f "$1" ]; then
    "$(dirname "$1")/windows.py" --markdown "$1" </dev/null
  elif [ "$MODE" = --check ]; then
    echo "there is no run $1" >&2
    return 1
  else
    echo "TODO: no run has been committed."
  fi
}

main
