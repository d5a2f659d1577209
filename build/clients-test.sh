#!/usr/bin/env bash
#
# Has real clients download a site from a stage by connection and from one by request: programs,
# package managers and Python's HTTP libraries, whole files, parts, mirrors and slow downloads. Each
# must end with what is on the disk. build/clients/tasks.py has the tasks; it can also ask another
# server. Installs what is missing with apt-get, and the libraries into a folder that is removed.
# Needs the jars: build/clients-test.sh [JAVA [STAGE...]], or --install for the first step alone.

set -euo pipefail
cd "$(dirname "$0")/.."

# shellcheck source=build/testing.sh
source build/testing.sh
work=$(mktemp -d)
servers=()

clean_up() {
  local one
  for one in "${servers[@]}"; do kill -KILL "$one" 2>/dev/null || true; done
  wait 2>/dev/null || true # else the shell says that they were killed
  rm -rf "$work"
}
trap clean_up EXIT

# Programs in the versions of the distribution.
install_programs() {
  local tool packages=()
  for tool in curl:curl wget:wget wget2:wget2 aria2c:aria2 axel:axel lftp:lftp httrack:httrack rclone:rclone \
    zsync:zsync zckdl:zchunk git:git gdalinfo:gdal-bin apt-get:apt dpkg-deb:dpkg mvn:maven; do
    if ! type -P "${tool%:*}" >/dev/null; then packages+=("${tool#*:}"); fi
  done
  if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then packages+=(python3-venv); fi
  if [ ${#packages[@]} -gt 0 ]; then
    { apt-get update -qq &&
      DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -qq -y --no-install-recommends \
        "${packages[@]}"; } >"$work/install.log" 2>&1 || fail "cannot install ${packages[*]}"
  fi
}

install_libraries() {
  python3 -m venv "$work/python"
  "$work/python/bin/pip" install -q --disable-pip-version-check requests==2.34.2 httpx==0.28.1 aiohttp==3.14.5 \
    urllib3==2.8.0 fsspec==2026.9.0 httpie==3.2.4 duckdb==1.5.5 duckdb-extension-httpfs==1.5.5 \
    >"$work/install.log" 2>&1 || fail 'cannot install the libraries'
}

# Starts the stage $1, and sets url to where it listens.
start() {
  "$java" -Xmx256m -jar "$1/target/$1.jar" --root "$work/site" --listing --port 0 --no-admin \
    --access-log "$work/$1.access" >"$work/$1.log" 2>&1 &
  servers+=($!)
  await grep -q 'http://127' "$work/$1.log"
  url=$(grep -o 'http://127[^/ ]*' "$work/$1.log" | head -n 1)
}

install_programs
if [ "${1:-}" = --install ]; then exit; fi
java=${1:-java}
stages=("${@:2}")
if [ ${#stages[@]} = 0 ]; then stages=(virtual-threads threadpool); fi
install_libraries
"$work/python/bin/python" build/clients/site.py "$work/site"
sleep 2.5 # a server distrusts a file that was just written
tests=()
for stage in "${stages[@]}"; do
  start "$stage"
  "$work/python/bin/python" build/clients/tasks.py "$work/site" "$url" --log "$work/$stage.access" --slow \
    >"$work/$stage.tasks" 2>&1 &
  tests+=($!)
done
failed=()
for i in "${!tests[@]}"; do
  wait "${tests[i]}" || failed+=("${stages[i]}")
  echo "clients-test: ${stages[i]}"
  cat "$work/${stages[i]}.tasks"
done
if [ ${#failed[@]} -gt 0 ]; then fail "clients of ${failed[*]}"; fi
for i in "${!servers[@]}"; do
  kill -TERM "${servers[i]}"
  wait "${servers[i]}" || fail "${stages[i]} has ended with exit code $?"
done
servers=()
