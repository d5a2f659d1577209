#!/usr/bin/env bash
#
# Stages, modules of the lab, queue kinds, queue policies, admissions, policies and experiments are listed in
# several places. This test says in which place one is missing, and fails if there is such a place.
# CONTRIBUTING.md says what goes where. It also fails if the README of a stage shows a call of a method that there is not.

set -euo pipefail
cd "$(dirname "$0")/.."

# shellcheck source=tailgate
source ./tailgate

missing=0

main() {
  local name
  for name in $(stage_names); do
    stage "$name"
    trace "$name"
  done
  for name in $LAB_MODULES; do
    listed "$name" pom.xml "<module>$name</module>"
    listed "$name" "$name/README.md" .
    listed "$name" build/launcher-test.sh "(^|[ ,])$name($|[ ,])"
  done
  for name in $(constants QueueKind); do
    queue_kind "$name"
  done
  for name in $(constants PolicyChoice); do
    listed "$name" adaptive-pool/README.md "\`$name\`"
    listed "$name" "$(source_file adaptivepool/Main)" "$name"
  done
  for name in $(constants QueuePolicy); do
    queue_policy "$name"
  done
  for name in $(constants AdmissionKind); do
    admission "$name"
  done
  for name in $(experiments); do
    experiment "$name"
  done
  for name in $(pages_with_figures); do
    listed "$name" docs/results.md "^<!-- figures of index .*\\b$name( |$)"
  done
  if [ "$missing" -gt 0 ]; then exit 1; fi
  echo 'lists-test: no list lacks a name'
}

stage() {
  listed "$1" pom.xml "<module>$1</module>"
  listed "$1" "$1/README.md" .
  listed "$1" "docs/help/serve-$1.txt" .
  listed "$1" README.md "\\[$1\\]\\($1\\)"
  listed "$1" .ci/run "(^|[ '])$1($|[ '])"
  listed "$1" build/launcher-test.sh "(^|[ ,])$1($|[ ,])"
  listed "$1" "$(source_file lab/project/Project)" "\"$1\""
  listed "$1" "$(source_file ServerBenchmark)" "\"$1\""
  inherited "$1" '(Concurrent)?StageContract'
  inherited "$1" OwnHandlerContract
  inherited "$1" StageSoak
}

# The calls in the text blocks of a stage's README, such as "Connection.proceed".
trace() {
  local call file
  while read -r call; do
    case $call in
      ThreadPoolExecutor.* | ThreadPerTaskExecutor.*) continue ;; # the JDK's
    esac
    file=$(source_file "/${call%.*}")
    listed "${call#*.}, which $1/README.md shows" "${file:-${call%.*}.java}" "\b${call#*.}\("
  done < <(awk '/^...text$/ { on = 1 } /^...$/ { on = 0 } on' "$1/README.md" | grep -oE '\b[A-Z]\w+\.[a-z]\w+\b' | sort -u)
}

queue_kind() {
  listed "$1" threadpool/README.md "\`$1\`"
  listed "$1" "$(source_file threadpool/Main)" "\\b$1\\b"
  listed "$1" lab/experiments/handoff.yaml "[[ ]$1[],]"
  listed "$1" "$(source_file Candidate)" "^ *$(tr a-z- A-Z_ <<<"$1")[,;]"
}

queue_policy() {
  documented "$1"
  listed "$1" "$(source_file cli/QueueOptions)" "\b$1:"
}

documented() {
  listed "$1" docs/overload.md "\`$1\`"
  listed "$1" docs/options.md "\`$1\`"
  listed "$1" threadpool/README.md "\`$1\`"
  listed "$1" adaptive-pool/README.md "\`$1\`"
  listed "$1" thread-per-request/README.md "\`$1\`"
  listed "$1" virtual-threads/README.md "\`$1\`"
}

admission() {
  documented "$1"
  listed "$1" "$(source_file cli/QueueOptions)" "\\b$1[,:;]"
}

experiment() {
  listed "$1" docs/lab.md "compare $1\\b"
  listed "$1" docs/results.md "compare $1\\b"
}

# Complains unless file $2 has a line that matches $3; $1 is the name.
listed() {
  if ! grep -qE -- "$3" "$2" 2>/dev/null; then
    echo "${2:-no file} does not have $1" >&2
    missing=$((missing + 1))
  fi
}

# Complains unless a test of stage $1 inherits the contract $2.
inherited() {
  if ! grep -rqsE "extends $2\\b" "$1/src/test"; then
    echo "no test in $1/src/test extends $2" >&2
    missing=$((missing + 1))
  fi
}

# Prints the source file of class $1, or nothing.
source_file() {
  git ls-files -- "*/src/main/java/**$1.java" "*/src/main/java/*$1.java" | head -n 1
}

# Prints the constants of the enum $1 as users spell them.
constants() {
  sed -nE 's/^  ([A-Z][A-Z_]*)( \{|,|;|\().*/\1/p; s/^  ([A-Z][A-Z_]*)[,;]?$/\1/p' \
    "$(source_file "/$1")" | tr A-Z_ a-z- | sort -u
}

# Prints the experiments of "compare".
experiments() {
  git ls-files ':(glob)lab/experiments/*.yaml' | sed 's|.*/||; s|\.yaml$||'
}

# Prints the runs that have a page with the lab's figures.
pages_with_figures() {
  grep -lE '^<!-- figures of docs/results/[^.]+ -->' docs/results/*/README.md | cut -d / -f 3
}

main
