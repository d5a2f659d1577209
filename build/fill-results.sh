#!/usr/bin/env bash
#
# Puts the figures of committed runs into the pages, so that nobody has to type a figure. Between
# "<!-- figures of RUN -->" and "<!-- end of figures -->" comes what "./tailgate report --markdown RUN"
# prints, or, if RUN is a JSON file, the script windows.py beside it. From these pages follow the others:
# build/verdicts.py makes what is between the marks of "verdicts", "claims", "index RUN..." and "java PART", and
# fills the figures in sentences. With --check nothing is changed, and it fails if a page has other figures, or no
# run is there.

set -euo pipefail
cd "$(dirname "$0")/.."

readonly MODE=${1:-} VERDICTS=$PWD/build/verdicts.py
shopt -s nullglob
# Those of the runs come first.
readonly PAGES=(docs/results/*/README.md docs/*.md ./*.md ./*/README.md)

main() {
  made=$(mktemp -d)
  # shellcheck disable=SC2064 # the name as it is now
  trap "rm -rf '$made'" EXIT
  make_all
  mkdir "$made/pages"
  cp --parents "${PAGES[@]}" "$made/pages"
  for PAGE in "${PAGES[@]}"; do
    fill <"$PAGE" >"$made/page"
    cat "$made/page" >"$made/pages/$PAGE"
  done
  (cd "$made/pages" && "$VERDICTS" fill "${PAGES[@]}" </dev/null)
  for PAGE in "${PAGES[@]}"; do
    put "$made/pages/$PAGE"
  done
}

# Makes the figures of all runs, in a file each: those of all folders in one go, and those of the JSON
# files meanwhile.
make_all() {
  local run runs=() folders=() others=()
  mapfile -t runs < <(sed -n 's/^<!-- figures of \([^ ]*\/.*\) -->$/\1/p' "${PAGES[@]}" | sort -u)
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

# Puts the file $1 in the place of $PAGE.
put() {
  if cmp -s "$1" "$PAGE"; then return; fi
  if [ "$MODE" = --check ]; then
    diff "$PAGE" "$1" >&2 || true
    echo "$PAGE does not say what its raw data say; build/fill-results.sh mends that" >&2
    exit 1
  fi
  cat "$1" >"$PAGE"
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

# Prints the figures of run $1, or the table that follows from pages that are filled by then.
text_of() {
  case $1 in
    verdicts | claims | index\ * | java\ *) (cd "$made/pages" && xargs "$VERDICTS" <<<"$1") ;;
    *) cat "$(file_of "$1")" ;;
  esac
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
