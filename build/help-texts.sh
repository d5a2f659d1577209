#!/usr/bin/env bash
#
# Writes docs/help: what each command of ./tailgate prints for --help, as its jar prints it on 80
# columns. ./tailgate shows these texts, because it need not build anything for them, and knows the
# options from them. With --check it writes nothing, and fails if a text is not what the jar prints.
# Needs the jars: ./tailgate build.

set -euo pipefail
cd "$(dirname "$0")/.."

# shellcheck source=tailgate
source ./tailgate

main() {
  local stage name names experiments
  find_root
  find_java java || no_java java
  for stage in $(stage_names); do
    text "serve $stage" -jar "$(module_jar "$stage")"
  done
  text top -cp "$(module_jar "$stage")" tailgate.top.Top
  names=$(commands '') # on a line of its own, so that a failure ends this
  for name in $names; do
    # shellcheck disable=SC2086 # a command of two words
    text "$name" -jar "$LAB_JAR" $name
  done
  experiments=$(commands compare)
  for name in $experiments; do
    text "compare $name" -jar "$LAB_JAR" compare "$name"
  done
}

# Prints the names of the lab's commands below command $1.
commands() {
  # shellcheck disable=SC2086 # none, or one
  run -jar "$LAB_JAR" $1 --help | grep -v "^  bench-report " | sed -n '/^Commands:/,/^[^ C]/s/^  \([a-z][a-z-]*\) .*/\1/p'
}

# Writes the text of command $1 to the folder; the rest is the program.
text() {
  local name=$folder/${1// /-}.txt
  shift
  run "$@" --help >"$name"
}

run() {
  "$java_home/bin/java" -XX:TieredStopAtLevel=1 -Dpicocli.usage.width=80 -Dpicocli.ansi=false "$@"
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
main
if [ "${1:-}" = --check ]; then
  diff -r docs/help "$folder" || fail 'docs/help is not up to date; build/help-texts.sh writes it'
  echo "help-texts: $(find docs/help -type f | wc -l) texts are what the jars print"
else
  rm -rf docs/help
  mkdir docs/help
  cp "$folder"/* docs/help/
fi
