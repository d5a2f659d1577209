#!/usr/bin/env bash
#
# Checks what the built jars say about themselves: each contains a list of its parts (an SBOM) in the
# CycloneDX format and names the commit that it was built from. That an AOT cache can hold the classes
# that a start needs. With the java that is named, or that of the PATH. And that a jar runs its own
# code, whatever the cache was made with; this with the Java that ./tailgate finds.

set -euo pipefail
cd "$(dirname "$0")/.."

# shellcheck source=tailgate
source ./tailgate

readonly JAVA=${1:-java}
readonly SBOM=META-INF/sbom/application.cdx.json

main() {
  local stage commit jar
  commit=$(commit)
  for stage in $(stage_names); do
    jar=$(module_jar "$stage")
    has_sbom "$jar" common content observe operations command caffeine picocli jackson-databind HdrHistogram \
      slf4j-api chart.js
    has_commit "$jar" "$commit"
    shows_commit "$jar" "$commit"
    is_for_java_21 "$jar" picocli/CommandLine.class
    has_digest "$jar"
  done
  runs_its_own_code "$(module_jar virtual-threads)"
  runs_its_own_code "$(module_jar event-loop)"
  has_sbom "$LAB_JAR" common command picocli hyperfoil-core netty-handler vertx-core jackson-databind
  has_commit "$LAB_JAR" "$commit"
  has_sbom "$(module_jar benchmarks)" common threadpool adaptive-pool jmh-core
  has_commit "$(module_jar benchmarks)" "$commit"
  echo "jars-test: each jar has its SBOM, names ${commit:-no commit} and runs its own code"
}

# Prints the commit of this checkout, or nothing in an unpacked source archive.
commit() {
  local commit
  if [ ! -e .git ]; then return; fi
  commit=$(git rev-parse HEAD)
  if ! git diff --quiet HEAD; then commit=$commit-dirty; fi
  echo "$commit"
}

# Fails unless the SBOM in jar $1 lists the parts $2..., nothing that is for tests only, and nothing
# that differs between two builds of the same sources.
has_sbom() {
  local jar=$1 sbom part
  shift
  sbom=$(unzip -p "$jar" "$SBOM") || fail "$jar has no $SBOM"
  holds "$jar" "$sbom" '"bomFormat" : "CycloneDX"'
  for part in "$@"; do
    holds "$jar" "$sbom" "\"name\" : \"$part\""
  done
  for part in '"name" : "junit' '"name" : "archunit"' '"timestamp"' '"serialNumber"'; do
    case $sbom in *"$part"*) fail "the SBOM of $jar has $part" ;; esac
  done
}

holds() {
  case $2 in *"$3"*) ;; *) fail "the SBOM of $1 does not have $3" ;; esac
}

# Fails if the class file $2 in jar $1 is for another version of Java (JVMS 4.1: major_version).
is_for_java_21() {
  local major
  # Not a pipe, which would fail with unzip: od reads no further than it has to.
  major=$(od -A n -t u1 -j 7 -N 1 < <(unzip -p "$1" "$2" 2>/dev/null) | tr -d ' ')
  [ "$major" = 65 ] || fail "$2 in $1 has class file version \"$major\", not 65"
}

has_commit() {
  local found
  # A line of a manifest ends in CR LF, and is at most 72 bytes long.
  found=$(unzip -p "$1" META-INF/MANIFEST.MF | tr -d '\r' | sed -n 's/^Git-Commit: //p')
  [ "$found" = "$2" ] || fail "$1 is of commit \"$found\", not of \"$2\""
}

shows_commit() {
  local found
  found=$("$JAVA" -jar "$1" --version | sed -n 's/^Commit //p')
  [ "$found" = "$2" ] || fail "$1 --version says commit \"$found\", not \"$2\""
}

has_digest() {
  case $(unzip -p "$1" META-INF/MANIFEST.MF | tr -d '\r') in
    *$'\nName: tailgate/launcher/\nImplementation-Version: '[0-9a-f]*) ;;
    *) fail "$1 has no digest" ;;
  esac
}

# Fails unless a rebuilt jar $1 runs its new code if the JVM has an AOT cache of the jar before.
runs_its_own_code() {
  find_java javac
  if is_older "$java_version" "$CACHING_JAVA"; then return; fi
  local java=$java_home/bin/java jar=$work/${1##*/} found
  cp "$1" "$jar"
  "$java" "-XX:AOTCacheOutput=$work/cache" -Xlog:disable -jar "$jar" --version >/dev/null 2>&1
  [ -s "$work/cache" ] || fail "Java $java_version makes no cache for $1"
  python3 - "$jar" <<'END'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as jar:
    files = [(file, jar.read(file)) for file in jar.infolist()]
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as jar:
    for file, content in files:
        if file.filename == 'tailgate/cli/VersionProvider.class':
            content = content.replace(b'Tailgate ', b'Tollgate ')
        jar.writestr(file, content)
END
  cp "$jar" "$work/packed.jar"
  "$java" -Dstarted=0 build/FinishJar.java "$work/packed.jar" "$jar" .
  found=$("$java" "-XX:AOTCache=$work/cache" -Xlog:disable -jar "$jar" --version 2>&1)
  case $found in
    *'Tollgate '*) ;;
    *) fail "$1 with the cache of another jar says: $found" ;;
  esac
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
main
