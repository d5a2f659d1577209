#!/usr/bin/env bash
#
# Runs the recipes of docs/recipes.md as a reader does, each in a new folder: "build/recipes.sh [ROOT [TITLE]]".
# ROOT is an unpacked archive of ./tailgate dist, or this checkout if it is missing. What is printed is in
# target/recipes. RECIPE_OPTIONS are further options of choose, such as "--on-busy record" for a machine that is
# not quiet. A recipe takes some minutes and fetches what Maven lacks, so CI does not run this.

set -euo pipefail
cd "$(dirname "$0")/.."

main() {
  local root only=${2:-} title failed=0
  root=$(cd "${1:-.}" && pwd)
  mkdir -p target/recipes
  while read -r title; do
    if [ -z "$only" ] || [ "$title" = "$only" ]; then
      recipe "$root" "$title" </dev/null || failed=1
    fi
  done < <(sed -n 's/^## //p' docs/recipes.md)
  return $failed
}

# Runs the commands of the recipe $2 with the lab in $1; a section without commands is none.
recipe() {
  local root=$1 title=$2 commands work log begun=$SECONDS
  commands=$(commands_of "$title")
  if [ -z "$commands" ]; then return; fi
  log=$PWD/target/recipes/$(tr -c 'A-Za-z0-9\n' - <<<"$title").txt
  work=$(mktemp -d)
  stand_in "$root" "$work/tailgate"
  if (cd "$work" && T=$work/tailgate bash -euo pipefail -c "$commands") >"$log" 2>&1; then
    echo "$title: ran in $((SECONDS - begun)) s; $log"
    rm -rf "$work"
  else
    echo "$title: FAILED; $log, $work" >&2
    return 1
  fi
}

# Prints the commands of the recipe $1.
commands_of() {
  awk -v title="## $1" '
    /^## / { isMine = $0 == title }
    /^```/ { isCode = isMine && $0 == "```sh"; next }
    isCode' docs/recipes.md
}

# Makes the folder $2, which does what the archive $1 does, but takes figures in doubt for a success.
stand_in() {
  mkdir -p "$2"
  ln -s "$1/docs" "$2/docs"
  cat >"$2/tailgate" <<END
#!/bin/sh
command=\$1
shift
"$1/tailgate" "\$command" "\$@" ${RECIPE_OPTIONS:-} || [ \$? = 3 ]
END
  chmod +x "$2/tailgate"
}

main "$@"
