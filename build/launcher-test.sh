#!/usr/bin/env bash
#
# Tests ./tailgate in a project made of fakes: its Java and its Maven are scripts that say what they
# were asked to do. Needs nothing but bash; BASH_UNDER_TEST=/path/to/bash tries another one.

set -euo pipefail

project=$(cd "$(dirname "$0")/.." && pwd)
bash_under_test=${BASH_UNDER_TEST:-$BASH}
work=$(cd -P "$(mktemp -d)" && pwd)
trap 'rm -rf "$work"' EXIT
root="$work/check out" # a space, to see that everything is quoted
count=0

# --- fakes ------------------------------------------------------------------------------------

# A Java home at $1 of version $2; its java prints the arguments it gets, one to a line. Where it is
# to make a cache, that is what FAKE_REHEARSAL says: commands, $made is the file. Where it is to be
# the clients of that server, it notes its arguments in the file FAKE_CLIENTS.
fake_java() {
  mkdir -p "$1/bin"
  echo "JAVA_VERSION=\"$2\"" >"$1/release"
  cat >"$1/bin/java" <<'END'
#!/bin/sh
case $1 in
  -XX:AOTCacheOutput=*)
    made=${1#*=}
    eval "${FAKE_REHEARSAL:-echo cache >\"\$made\"}"
    exit
    ;;
esac
case $* in
  *tailgate.cli.Rehearsal*)
    [ -z "${FAKE_CLIENTS:-}" ] || echo "$*" >>"$FAKE_CLIENTS"
    exit
    ;;
esac
echo "java of ${0%/bin/java}"
for argument in "$@"; do echo "<$argument>"; done
exit ${FAKE_EXIT:-0}
END
  chmod +x "$1/bin/java"
}

fake_jdk() {
  fake_java "$1" "$2"
  cp "$1/bin/java" "$1/bin/javac"
}

# A Maven at $1 that says it is version $2, and makes the jars of the modules it is told to build, in
# one step. Before that it runs the commands FAKE_BUILD.
fake_maven() {
  mkdir -p "${1%/*}"
  cat >"$1" <<END
#!/bin/sh
version=$2
log="$work/maven.log"
END
  cat >>"$1" <<'END'
case " $* " in *" --version "*) echo "Apache Maven $version (0123456789abcdef)"; exit ;; esac
echo "${0##*/} of Java $JAVA_HOME in $PWD: $*" >>"$log"
eval "${FAKE_BUILD:-}"
if [ "${FAKE_EXIT:-0}" != 0 ]; then exit "$FAKE_EXIT"; fi
while [ $# -gt 0 ]; do
  case $1 in
    -pl) modules=$(echo "$2" | tr , ' ') ;;
    */jmeter/home/pom.xml) mkdir -p jmeter/target/jmeter/bin ;;
  esac
  shift
done
for module in ${modules:-}; do
  mkdir -p "$module/target"
  jar=$module
  if [ "$module" = lab-command ]; then jar=lab; fi
  echo jar >"$module/target/$jar.jar.new"
  mv "$module/target/$jar.jar.new" "$module/target/$jar.jar"
done
END
  chmod +x "$1"
}

# The tools of apt, for a mirror that has the newest build FAKE_NEWEST of each version. They note what they are
# asked to do; before a download they run the commands FAKE_DOWNLOAD.
fake_apt() {
  printf '#!/bin/sh\nlog="%s"\n' "$work/apt.log" >"$work/bin/apt-get"
  cat >>"$work/bin/apt-get" <<'END'
echo "${0##*/} $*" >>"$log"
case " $* " in
  *' indextargets '*)
    . /etc/os-release
    echo "http://other/ $VERSION_CODENAME-security main"
    echo "http://mirror/ $VERSION_CODENAME main"
    ;;
  *' show '*) [ -n "$FAKE_NEWEST" ] && echo "Version: $FAKE_NEWEST" || exit 100 ;;
  *' download '*)
    eval "${FAKE_DOWNLOAD:-}"
    for package in "$@"; do
      case $package in openjdk-*-jdk-*) : >"$package.deb" ;; esac
    done
    ;;
  *' -x '*)
    number=${2##*/openjdk-}
    jdk=$3/usr/lib/jvm/java-${number%%-*}-openjdk-fake
    mkdir -p "$jdk/bin" "$jdk/lib" "$jdk/conf" "$3/etc/java-27" "$3/usr/lib/fake-linux-gnu" "$3/usr/bin"
    printf 'JAVA_VERSION="%s"\nJAVA_RUNTIME_VERSION="%s-Fake"\n' "${FAKE_NEWEST%%+*}" "$FAKE_NEWEST" >"$jdk/release"
    echo setting >"$3/etc/java-27/a.conf"
    ln -s /etc/java-27/a.conf "$jdk/conf/a.conf"
    printf '#!/bin/sh\nexit %s\n' "${FAKE_EXIT:-0}" | tee "$jdk/bin/java" "$jdk/bin/javac" "$jdk/lib/jspawnhelper" >/dev/null
    printf '#!/bin/sh\nshift 2\necho "$@" >>"%s"\n' "$log" >"$3/usr/lib/fake-linux-gnu/ld-linux-fake.so.2"
    chmod +x "$jdk"/bin/* "$3/usr/lib/fake-linux-gnu/ld-linux-fake.so.2"
    ;;
esac
END
  chmod +x "$work/bin/apt-get"
  ln -s apt-get "$work/bin/apt-cache"
  ln -s apt-get "$work/bin/dpkg-deb"
  for file in tee chmod; do ln -s "$(type -P "$file")" "$work/bin/$file"; done
}

# A tool at $1 that should open the listening socket; it says which one, and becomes the server.
fake_listener() {
  cat >"$1" <<'END'
#!/bin/sh
case "$*" in *LOCK_EX*) exit ;; esac # there is no flock here
while [ "${1#-}" != "$1" ]; do shift; done
if [ -n "${FAKE_SHOWS_SOCKET:-}" ]; then echo "${0##*/} ${1##*/} $2 $3 $4 $5"; fi
shift 5
exec "$@"
END
  chmod +x "$1"
}

# A fresh project with a JDK 21 on the PATH and a Maven.
setup() {
  rm -rf "${work:?}"/*
  mkdir -p "$root/www" "$root/docs/examples" "$root/build" "$root/lab/experiments" "$work/home" "$work/bin"
  cp "$project/tailgate" "$root/"
  cp "$project/build/jdk.sh" "$root/build/"
  cp -R "$project/build/dist" "$root/build/"
  cp -R "$project/docs/help" "$root/docs/"
  cp -R "$project/docs/examples/new-handler" "$root/docs/examples/"
  cp "$project"/lab/experiments/*.yaml "$root/lab/experiments/"
  echo '<version>1.2.3</version>' >"$root/pom.xml"
  local file
  for file in common content observe operations command singlethreaded thread-per-request threadpool \
    adaptive-pool virtual-threads event-loop load measure jmeter jmeter/home lab choose race lab-command \
    downstream benchmarks candidates; do
    mkdir -p "$root/$file/src/main/java"
    echo pom >"$root/$file/pom.xml"
    echo source >"$root/$file/src/main/java/Main.java"
  done
  find "$root" -exec touch -t 202001010000 {} +
  fake_jdk "$work/jdk-21" 21.0.8
  ln -s ../jdk-21/bin/java "$work/bin/java"
  fake_maven "$work/bin/mvn" 3.8.7
  fake_maven "$root/mvnw" 3.9.16
  fake_listener "$work/bin/perl"
  for file in dirname basename readlink find touch mkdir rm cat sed sh env tr date grep \
    sleep mv cksum flock wc sort head cut cp ln tar gzip sha256sum shasum; do
    if type -P "$file" >/dev/null; then ln -s "$(type -P "$file")" "$work/bin/$file"; fi
  done
}

# Runs tailgate with nothing around it but the fakes: out, err and code are what came of it.
# Usual folders are those of the fake home alone, or the machine's own Java would get into it.
tailgate() {
  code=0
  # shellcheck disable=SC2016 # the inner bash expands it
  env -i HOME="$work/home" PATH="$work/bin" ${variables[@]+"${variables[@]}"} \
    "$bash_under_test" -c '
      source "$1"
      shift
      usual_homes() {
        local home
        for home in "$HOME"/*; do if [ -x "$home/bin/java" ]; then echo "$home"; fi; done
      }
      home_on_macos() { :; }
      main "$@"' test "$root/tailgate" "$@" >"$work/out" 2>"$work/err" || code=$?
  out=$(cat "$work/out")
  err=$(cat "$work/err")
}

# --- assertions -------------------------------------------------------------------------------

test_case() {
  name=$1
  variables=()
  count=$((count + 1))
  setup
}

broken() {
  echo "FAILED: $name: $1" >&2
  printf '%s\n' "code: $code" "out: $out" "err: $err" "maven: $(maven_log)" >&2
  exit 1
}

# Whether a process that was told to end is gone within 5 s; whoever inherits it may collect it late.
ends() {
  local i
  for ((i = 0; i < 50; i++)); do
    if ! kill -0 "$1" 2>/dev/null; then return; fi
    case $(ps -o stat= -p "$1") in Z*) return ;; esac
    sleep 0.1
  done
  return 1
}

same() {
  [ "$2" = "$3" ] || broken "$1 is \"$2\", not \"$3\""
}

holds() {
  case $2 in *"$3"*) ;; *) broken "$1 does not hold \"$3\"" ;; esac
}

# Waits until what is beside the jar of the thread pool is $1, for up to 5 s.
comes_to() {
  local i
  for ((i = 0; i < 50; i++)); do
    if [ "$(cd "$root/threadpool/target" && echo *)" = "$1" ]; then return; fi
    sleep 0.1
  done
  broken "beside the jar is $(cd "$root/threadpool/target" && echo *)"
}

maven_log() {
  if [ -f "$work/maven.log" ]; then cat "$work/maven.log"; fi
}

maven_runs() {
  maven_log | grep -c . || true
}

# --- tests ------------------------------------------------------------------------------------

test_case 'alone it explains itself'
tailgate
same code "$code" 0
for word in singlethreaded thread-per-request threadpool adaptive-pool virtual-threads event-loop \
  serve restart top compare load jmeter injector new-handler bench check test build format dist jdk version \
  TAILGATE_JAVA_OPTS; do
  holds out "$out" "$word"
done
explained=$out
for command in serve restart new-handler; do
  tailgate $command --help
  same out "$out" "$explained"
done

test_case 'a command explains itself before anything is built, without a Java'
rm -r "$work/jdk-21"
for command in 'serve threadpool' 'serve event-loop' top race choose load compare report injector bench; do
  # shellcheck disable=SC2086 # several words
  tailgate $command --quick --help
  same code "$code" 0
  same "out of $command" "$out" "$(cat "$root/docs/help/${command// /-}.txt")"
done
tailgate serve threadpool --port 80 -h
same out "$out" "$(cat "$root/docs/help/serve-threadpool.txt")"
tailgate race --version
same code "$code" 0
holds out "$out" 'Tailgate 1.2.3'
same 'number of builds' "$(maven_runs)" 0

test_case 'a wrong option is refused in one line before anything is built'
refuses() {
  local expected=$1
  shift
  tailgate "$@"
  same code "$code" 2
  same err "$err" "tailgate: $expected"
}
refuses 'serve threadpool has no option "--prot"; ./tailgate serve threadpool --help explains it' \
  serve threadpool --prot 80
refuses 'race has no option "--blocks"; ./tailgate race --help explains it' race --no-open --blocks=3
refuses 'race has no argument "burst"; ./tailgate race --help explains it' race burst
refuses 'compare has no argument "bursts" (did you mean burst?); ./tailgate compare --help explains it' compare --quick bursts
refuses 'option --slo needs a value; ./tailgate choose --help explains it' choose --quick --slo
refuses 'report has no option "-x"; ./tailgate report --help explains it' report a.jtl -x
same 'number of builds' "$(maven_runs)" 0
echo '@Option(names = "--prot")' >>"$root/command/src/main/java/Main.java" # the text is older
tailgate serve threadpool --prot 80
same code "$code" 0

test_case 'what a program that is there thinks of its options is left to it, and quick'
fake_jdk "$work/jdk-21" 25.0.3
tailgate serve threadpool
rm "$root"/threadpool/target/*.aot
tailgate serve threadpool --prot 80
same code "$code" 0
same 'what is beside the jar' "$(cd "$root/threadpool/target" && echo *)" threadpool.jar

test_case 'an unknown command is refused in one line'
tailgate dance
same code "$code" 2
same err "$err" 'tailgate: no command "dance"; ./tailgate help lists them'

test_case 'an unknown stage is refused in one line that lists them'
for stage in nio 'threadpool adaptive-pool' '*' ../threadpool; do
  tailgate serve "$stage" --port 1
  same code "$code" 2
  same err "$err" "tailgate: no stage \"$stage\"; there are singlethreaded thread-per-request \
threadpool adaptive-pool virtual-threads event-loop"
done
tailgate serve
same code "$code" 2
holds err "$err" 'One of: singlethreaded'

test_case 'a build leaves the input to the command that it is for'
variables=('FAKE_BUILD=cat >&2')
tailgate serve threadpool <<<'a line'
same err "$err" 'tailgate: building threadpool'

test_case 'serve builds a missing jar and passes options through untouched'
tailgate serve threadpool --port 0 --root 'my files' --media-types '' --allow-host '*'
same code "$code" 0
same err "$err" 'tailgate: building threadpool'
same maven "$(maven_log)" "mvn of Java $work/jdk-21 in $root: -B -ntp -Dstyle.color=never -q \
-pl threadpool -am -DskipTests -Dtest.compile.skip package"
same out "$out" "java of $work/jdk-21
<-XX:+ExitOnOutOfMemoryError>
<-XX:InitialRAMPercentage=1.5625>
<-jar>
<$root/threadpool/target/threadpool.jar>
<--port>
<0>
<--root>
<my files>
<--media-types>
<>
<--allow-host>
<*>"

test_case 'serve has a tool open the socket at the address of the options, and its file'
variables=(FAKE_SHOWS_SOCKET=yes)
opens() {
  local expected=$1
  shift
  tailgate serve threadpool "$@"
  same 'the socket' "${out%%$'\n'*}" "$expected"
}
opens 'perl listen.pl 127.0.0.1 8010 4096 any'
opens 'perl listen.pl ::1 80 7 any' --host ::1 -p 80 --backlog=7
opens 'perl listen.pl 0.0.0.0 81 4096 any' -p81 --host=0.0.0.0 --root /x
printf '%s\n' '# port = 1' 'port=82' '  host : ::  ' 'backlog 8' 'root=/port=83' >"$work/home/conf"
opens 'perl listen.pl :: 82 8 any' --config "$work/home/conf"
opens 'perl listen.pl :: 0 8 any' --port 0 "--config=$work/home/conf"
variables+=('TAILGATE_JAVA_OPTS=-Xmx64m -Djava.net.preferIPv4Stack=true')
opens 'perl listen.pl 127.0.0.1 8010 4096 ipv4'
variables=(FAKE_SHOWS_SOCKET=yes)
rm "$work/bin/perl"
fake_listener "$work/bin/python3"
opens 'python3 listen.py 127.0.0.1 8010 4096 any'

test_case 'what is wrong with an address is for the server to say'
variables=(FAKE_SHOWS_SOCKET=yes)
printf 'port = \\u0038\n' >"$work/home/conf"
tailgate serve threadpool
for wrong in '--port' '--port=' '--port x' '--port 65536' '--port -1' '--port 1 -p 2' '--backlog 0' \
  '--host=' "--config $work/none" "--config $work/home/conf" '--port 1 --version'; do
  # shellcheck disable=SC2086 # several words
  tailgate serve threadpool $wrong
  same "out of $wrong" "${out%%$'\n'*}" "java of $work/jdk-21"
done

test_case 'without a tool for the socket it says so, and serves'
rm "$work/bin/perl"
tailgate serve threadpool
tailgate serve threadpool
same code "$code" 0
same err "$err" 'tailgate: neither perl nor python3 is here, so "tailgate restart" will not work'
same out "${out%%$'\n'*}" "java of $work/jdk-21"

test_case 'what is up to date is not built, and nothing is said'
tailgate serve threadpool
tailgate serve threadpool
same 'number of builds' "$(maven_runs)" 1
same err "$err" ''

for source in pom.xml common/pom.xml threadpool/pom.xml www/index.html common/src/main/java/Main.java \
  {content,observe,operations,command,threadpool}/src/main/java/Main.java; do
  test_case "a change to $source makes the jar stale"
  tailgate serve threadpool
  touch -t 203001010000 "$root/$source"
  tailgate serve threadpool
  same 'number of builds' "$(maven_runs)" 2
done

test_case 'a removed source makes the jar stale'
tailgate serve threadpool
touch -t 202101010000 "$root/threadpool/target/threadpool.jar"
rm "$root/common/src/main/java/Main.java"
tailgate serve threadpool
same 'number of builds' "$(maven_runs)" 2

for source in README.md jmeter/pom.xml event-loop/src/main/java/Main.java \
  common/src/test/java/MainTest.java; do
  test_case "a change to $source is none of the thread pool's business"
  tailgate serve threadpool
  mkdir -p "$root/${source%/*}" 2>/dev/null || true
  touch -t 203001010000 "$root/$source"
  tailgate serve threadpool
  same 'number of builds' "$(maven_runs)" 1
done

test_case 'a server that runs from the old jar keeps it'
tailgate serve threadpool
echo 'still open' >"$root/threadpool/target/threadpool.jar"
exec 3<"$root/threadpool/target/threadpool.jar"
touch -t 203001010000 "$root/pom.xml"
tailgate serve threadpool
same 'the old jar' "$(cat <&3)" 'still open'
exec 3<&-

test_case 'the old jar is there until the new one is'
tailgate serve threadpool
touch -t 203001010000 "$root/pom.xml"
variables=("FAKE_BUILD=cat threadpool/target/threadpool.jar >'$work/during'")
tailgate serve threadpool
same 'the jar during a build' "$(cat "$work/during")" jar

test_case 'only what is missing or out of date is built'
tailgate serve threadpool
tailgate race
holds maven "$(maven_log)" '-pl singlethreaded,thread-per-request,adaptive-pool,virtual-threads,event-loop,lab-command -am'
touch -t 203001010000 "$root/event-loop/src/main/java/Main.java"
tailgate race
holds maven "$(maven_log)" '-pl event-loop -am'

if type -P flock >/dev/null; then
  test_case 'a build waits for another one, says so, and does not build again what that has made'
  variables=("FAKE_BUILD=: >'$work/building'; while [ ! -e '$work/go' ]; do sleep 0.1; done")
  (tailgate serve threadpool) &
  while [ ! -e "$work/building" ]; do sleep 0.1; done
  mv "$work/out" "$work/err" "$work/home/" 2>/dev/null || true
  (tailgate serve threadpool && echo "$err" >"$work/said") &
  while ! grep -qs waiting "$work/err"; do sleep 0.1; done
  : >"$work/go"
  wait
  same 'what it says' "$(cat "$work/said")" 'tailgate: waiting for another build of this checkout to end'
  same 'number of builds' "$(maven_runs)" 1
  variables=()
  tailgate build
  tailgate serve threadpool # the lock is free again
  same err "$err" ''
fi

test_case 'a failed build starts nothing, and the next try builds again'
variables=(FAKE_EXIT=7)
tailgate serve threadpool
same code "$code" 7
same out "$out" ''
variables=()
tailgate serve threadpool
same code "$code" 0
same 'number of builds' "$(maven_runs)" 2

test_case "the exit code is the server's"
tailgate serve threadpool
variables=(FAKE_EXIT=143)
tailgate serve threadpool
same code "$code" 143

test_case 'top asks with the newest jar, builds nothing, and passes its options through untouched'
tailgate top
same code "$code" 1
same err "$err" 'tailgate: no stage is built here yet; "./tailgate serve STAGE" or "./tailgate build" does it'
tailgate serve threadpool
tailgate serve event-loop
touch -t 202901010000 "$root/threadpool/target/threadpool.jar"
touch -t 203001010000 "$root/pom.xml"
variables=('TAILGATE_JAVA_OPTS=-Xmx7m')
tailgate top localhost:9010 --interval 2s ''
same code "$code" 0
same err "$err" ''
same 'number of builds' "$(maven_runs)" 2
holds out "$out" "<-cp>
<$root/threadpool/target/threadpool.jar>
<tailgate.top.Top>
<localhost:9010>
<--interval>
<2s>
<>"
case $out in *-Xmx7m*) broken 'takes the options that are for servers' ;; esac
variables=(FAKE_EXIT=2)
tailgate top nonsense
same code "$code" 2

test_case 'restart asks with any jar that is there, builds nothing, and has the exit code'
tailgate restart 8010
same code "$code" 1
holds err "$err" 'tailgate: no stage is built here yet'
tailgate serve threadpool
tailgate restart 8010
same code "$code" 0
same 'number of builds' "$(maven_runs)" 1
holds out "$out" "<-cp>
<$root/threadpool/target/threadpool.jar>
<tailgate.restart.RestartCommand>
<8010>"
variables=(FAKE_EXIT=1)
tailgate restart
same code "$code" 1

test_case 'new-handler makes a project, and installs the jar that it is compiled against'
tailgate new-handler "$work/home/my & orders/9 lives!/"
same code "$code" 0
same out "$out" "Made $work/home/my & orders/9 lives!/. Now: cd $(printf %q "$work/home/my & orders/9 lives!/") && mvn package; its README.md goes on from there."
same 'number of builds' "$(maven_runs)" 2
holds maven "$(maven_log)" "-q -N install:install-file -Dfile=$root/threadpool/target/threadpool.jar -DgroupId=tailgate \
-DartifactId=threadpool -Dversion=1.2.3 -Dpackaging=jar"
made="$work/home/my & orders/9 lives!"
holds 'the pom' "$(cat "$made/pom.xml")" '<artifactId>9-lives-</artifactId>'
holds 'the pom' "$(cat "$made/pom.xml")" '<version>1.2.3</version>'
holds 'the README' "$(cat "$made/README.md")" "$(printf %q "$root")/tailgate serve virtual-threads --handler-jar target/9-lives-.jar"
if grep -rE '@[A-Z]+@' "$made"; then broken 'a place is left'; fi
for file in .gitignore src/main/java/example/MyHandler.java src/test/java/example/MyHandlerTest.java; do
  [ -f "$made/$file" ] || broken "there is no $file"
done

test_case 'new-handler refuses a folder that is there, and makes none if its build fails'
refuses "$work/home is there already; name another folder" new-handler "$work/home"
refuses 'new-handler needs a folder, which it makes' new-handler
refuses 'new-handler needs a folder, which it makes' new-handler --here
refuses 'new-handler makes one folder, not 2' new-handler a b
same 'number of builds' "$(maven_runs)" 0
variables=(FAKE_EXIT=7)
tailgate new-handler "$work/home/mine"
same code "$code" 7
[ ! -e "$work/home/mine" ] || broken 'it is there'

test_case 'JVM options come from the environment, split at blanks'
variables=('TAILGATE_JAVA_OPTS=-Xmx64m  -Dstar=*
-XX:+UseZGC ')
tailgate serve event-loop
same out "$out" "java of $work/jdk-21
<-XX:+ExitOnOutOfMemoryError>
<-XX:InitialRAMPercentage=1.5625>
<-Xmx64m>
<-Dstar=*>
<-XX:+UseZGC>
<-jar>
<$root/event-loop/target/event-loop.jar>"

test_case 'the share of the memory that a heap begins with is that of the user, if there is one'
variables=(JDK_JAVA_OPTIONS=-XX:InitialRAMPercentage=5)
tailgate serve event-loop
case $out in *InitialRAMPercentage*) broken 'the launcher sets it, too' ;; esac

test_case 'from Java 25 on a first start makes a cache that all starts use'
fake_jdk "$work/jdk-21" 25.0.3
tailgate serve threadpool
same code "$code" 0
same err "$err" 'tailgate: building threadpool
tailgate: making the next starts of threadpool quicker'
beside=$(cd "$root/threadpool/target" && echo *)
case $beside in
  'threadpool-25.0.3-'[0-9]*'.aot threadpool.jar') ;;
  *) broken "beside the jar is $beside" ;;
esac
cached="java of $work/jdk-21
<-XX:AOTCache=$root/threadpool/target/${beside% *}>
<-Xlog:aot*=off>
<-Dtailgate.aotCache=$root/threadpool/target/${beside% *}>
<-XX:+ExitOnOutOfMemoryError>
<-XX:InitialRAMPercentage=1.5625>
<-jar>
<$root/threadpool/target/threadpool.jar>"
same out "$out" "$cached"
tailgate serve threadpool
same err "$err" ''
same out "$out" "$cached"
same 'what is beside the jar' "$(cd "$root/threadpool/target" && echo *)" "$beside"

test_case 'another jar, another build of Java or another kind of processor makes another cache'
fake_jdk "$work/jdk-21" 25.0.3
makes_a_cache() {
  tailgate serve threadpool
  holds err "$err" 'quicker'
  tailgate serve threadpool
  same err "$err" ''
}
makes_a_cache
touch -t 203001010000 "$root/pom.xml"
tailgate serve threadpool
holds err "$err" 'quicker'
touch -t 202001010000 "$root/pom.xml"
echo jar >"$root/threadpool/target/threadpool.jar" # by Maven alone
touch -t 203101010000 "$root/threadpool/target/threadpool.jar"
makes_a_cache
touch -t 203002010000 "$root/threadpool/target/threadpool.jar" # the one before
makes_a_cache
echo 'IMPLEMENTOR="Another"' >>"$work/jdk-21/release"
makes_a_cache
mkdir "$work/jdk-21/lib"
echo classes >"$work/jdk-21/lib/modules" # of another runtime by jlink, whose file says no more than the version
makes_a_cache
rm -r "$work/jdk-21/lib"
variables=(MACHTYPE=another)
makes_a_cache
variables=()
fake_jdk "$work/jdk-21" 26.0.1
makes_a_cache
fake_jdk "$work/jdk-21" 25.0.3
tailgate serve threadpool
same err "$err" ''

test_case 'a jar that is replaced while its cache is made does not get that cache'
fake_jdk "$work/jdk-21" 25.0.3
variables=(FAKE_REHEARSAL="echo cache >\"\$made\"
  touch -t 203001010000 '$root/threadpool/target/threadpool.jar'")
tailgate serve threadpool
case $out in *AOTCache*) broken 'it is there' ;; esac

test_case 'a cache that could not be made is done without, and not tried again'
fake_jdk "$work/jdk-21" 25.0.3
variables=(FAKE_REHEARSAL=:)
tailgate serve threadpool
same code "$code" 0
tailgate serve threadpool
same code "$code" 0
same err "$err" ''
same out "$out" "java of $work/jdk-21
<-XX:+ExitOnOutOfMemoryError>
<-XX:InitialRAMPercentage=1.5625>
<-jar>
<$root/threadpool/target/threadpool.jar>"

test_case 'what a JVM has to say is not taken for the line that tells its port'
fake_jdk "$work/jdk-21" 25.0.3
# shellcheck disable=SC2016 # the fake java expands it
variables=("FAKE_CLIENTS=$work/clients" FAKE_REHEARSAL='
  stop() { kill "$!"; echo "$1" >"$made"; exit; }
  echo "Picked up something" >&2
  trap "stop early" TERM
  sleep 1 & wait
  trap "stop \"told its port\"" TERM
  echo "fake at http://localhost:1/"
  sleep 10 & wait')
tailgate serve threadpool
same code "$code" 0
same 'the cache' "$(cat "$root"/threadpool/target/*.aot)" 'told its port'
same 'the clients' "$(cat "$work/clients")" \
  "-XX:TieredStopAtLevel=1 -cp $root/threadpool/target/threadpool.jar tailgate.cli.Rehearsal 1"

test_case 'a signal for the launcher alone leaves neither the server behind nor a part of a cache'
fake_jdk "$work/jdk-21" 25.0.3
for signal in HUP TERM KILL; do
  case $(trap -p "$signal") in *"''"*) continue ;; esac # ignored here, and so by all that follow
  variables=(FAKE_REHEARSAL="echo part >\"\$made\"; echo \$\$ >'$work/server'
    kill -$signal \$PPID; exec sleep 10")
  { tailgate serve threadpool; } 2>/dev/null # bash says "Killed"
  same code "$code" "$([ $signal = KILL ] && echo 137 || echo 130)"
  if ! ends "$(cat "$work/server")"; then broken "$signal leaves the server behind"; fi
  comes_to threadpool.jar
done

test_case 'what a rehearsal left that was ended together with its guard is removed by the next'
fake_jdk "$work/jdk-21" 25.0.3
tailgate serve threadpool
made=$(echo "$root"/threadpool/target/*.aot)
rm "$made"
mkdir "$made.99999999"
tailgate serve threadpool
same 'what is beside the jar' "$(cd "$root/threadpool/target" && echo *)" "${made##*/} threadpool.jar"

test_case 'a rehearsal that fails leaves no process behind and nothing but an empty cache'
fake_jdk "$work/jdk-21" 25.0.3
variables=(FAKE_REHEARSAL="sleep 10 & echo \$! >'$work/writer'; kill -KILL \$\$")
tailgate serve threadpool
same code "$code" 0
if ! ends "$(cat "$work/writer")"; then broken 'it leaves what writes the cache behind'; fi
case $(cd "$root/threadpool/target" && echo *) in
  'threadpool-25.0.3-'[0-9]*'.aot threadpool.jar') ;;
  *) broken 'it leaves a part' ;;
esac
same 'the cache' "$(cat "$root"/threadpool/target/*.aot)" ''

test_case 'nobody has to wait for a cache who only asks something'
fake_jdk "$work/jdk-21" 25.0.3
tailgate build -pl threadpool
for question in --version -V; do
  tailgate serve threadpool --port 0 "$question"
  same code "$code" 0
  same 'what is beside the jar' "$(cd "$root/threadpool/target" && echo *)" threadpool.jar
done
tailgate serve threadpool
tailgate serve threadpool --version
holds out "$out" '<-XX:AOTCache='

for variable in TAILGATE_JAVA_OPTS JDK_JAVA_OPTIONS JAVA_TOOL_OPTIONS _JAVA_OPTIONS; do
  test_case "with $variable there is no cache"
  fake_jdk "$work/jdk-21" 25.0.3
  tailgate serve threadpool
  variables=("$variable=-Xshare:off")
  tailgate serve threadpool
  same code "$code" 0
  case $out in *AOTCache*) broken 'it is there' ;; esac
done

test_case 'it works through a symbolic link and from another folder'
ln -s "$root/tailgate" "$work/home/link"
ln -s link "$work/home/tg"
out=$(cd "$work/home" && env -i HOME=/ PATH="$work/bin" "$bash_under_test" ./tg version)
holds out "$out" 'Tailgate 1.2.3'

test_case 'JAVA_HOME goes before the PATH, and the PATH before the usual folders'
fake_jdk "$work/home/jdk-26" 26
tailgate version
holds out "$out" "Java 21.0.8: $work/jdk-21"
fake_jdk "$work/own" 22.0.2
variables=("JAVA_HOME=$work/own")
tailgate version
holds out "$out" "Java 22.0.2: $work/own"

test_case 'an old JAVA_HOME and an old PATH do not count; the newest usual one does, by number'
fake_jdk "$work/jdk-21" 17.0.15
fake_jdk "$work/old" 1.8.0_402
fake_jdk "$work/home/b" 21.0.9
fake_jdk "$work/home/a" 21.0.10
fake_jdk "$work/home/c" 9.0.4
variables=("JAVA_HOME=$work/old")
tailgate version
holds out "$out" "Java 21.0.10: $work/home/a"

test_case 'HOME need not be set'
out=$(env -i PATH="$work/bin" "$bash_under_test" "$root/tailgate" version)
holds out "$out" "Java 21.0.8: $work/jdk-21"

test_case 'a shim on the PATH is asked for its home'
rm "$work/bin/java"
printf '#!/bin/sh\necho "    java.home = %s" >&2\n' "$work/jdk-21" >"$work/bin/java"
chmod +x "$work/bin/java"
tailgate version
holds out "$out" "Java 21.0.8: $work/jdk-21"

test_case 'without a Java it says where it looked'
fake_jdk "$work/jdk-21" 17.0.15
fake_jdk "$work/home/jdk" 20.0.1
variables=("JAVA_HOME=$work/nowhere")
tailgate serve threadpool
same code "$code" 1
holds err "$err" 'tailgate: no JDK (a Java with its compiler) of version 21 or newer'
line=${err%%.$'\n'*}
grep -qF "<id>${line#tailgate: }</id>" "$project/pom.xml" || broken 'a bare mvn says something else'
holds err "$err" "$work/nowhere (version unknown)"
holds err "$err" "$work/jdk-21 (17.0.15)"
holds err "$err" "$work/home/jdk (20.0.1)"
tailgate version
same code "$code" 0
holds out "$out" 'no Java 21 or newer'

test_case 'without a JDK it leaves the old jar alone'
tailgate serve threadpool
touch -t 203001010000 "$root/pom.xml"
rm "$work/jdk-21/bin/javac"
tailgate serve threadpool
same code "$code" 1
holds err "$err" 'tailgate: no JDK'
[ -f "$root/threadpool/target/threadpool.jar" ] || broken 'the jar is gone'

test_case 'a runtime is enough to serve, and a JDK is found to build'
fake_java "$work/runtime" 25
fake_jdk "$work/home/jdk" 23.0.1
variables=("JAVA_HOME=$work/runtime")
tailgate serve threadpool
holds maven "$(maven_log)" "Java $work/jdk-21 "
holds out "$out" "java of $work/runtime"

test_case 'what is built on a JDK runs on the runtime all the same, the first time as the next'
fake_java "$work/runtime" 25
variables=("JAVA_HOME=$work/runtime")
for time in first next; do
  tailgate compare evolution
  holds "out of the $time" "$out" "java of $work/runtime"
done
same 'number of builds' "$(maven_runs)" 2

test_case 'jdk lists the JDKs that are here, and prints the folder of the newest of a version'
fake_jdk "$work/home/c" 25.0.10
fake_jdk "$work/home/b" 25.0.9.1
fake_jdk "$work/home/a" 25.0.9
fake_java "$work/home/runtime" 25.0.11
fake_jdk "$work/home/old" 17.0.15
fake_jdk "$work/home/early" 28
echo 'JAVA_RUNTIME_VERSION="28-ea+9"' >>"$work/home/early/release"
fake_jdk "$work/home/earlier" 28
echo 'JAVA_RUNTIME_VERSION="28-ea+8"' >>"$work/home/earlier/release"
tailgate jdk
same code "$code" 0
same out "$(while read -r line; do echo "${line%% *} ${line##*/}"; done <<<"$out")" '21.0.8 jdk-21
25.0.9 a
25.0.9.1 b
25.0.10 c
28-ea+8 earlier
28-ea+9 early'
for pair in 21=jdk-21 25=home/c 25.0.9=home/b 25.0.9.1=home/b 28=home/early 28-ea+8=home/earlier; do
  tailgate jdk "${pair%=*}"
  same code "$code" 0
  same "out for ${pair%=*}" "$out" "$work/${pair#*=}"
  same err "$err" ''
done

test_case 'jdk says what to do where there are no packages'
tailgate jdk 27
same code "$code" 1
same err "$err" 'tailgate: this system has no packages of Debian or Ubuntu; "./tailgate jdk 27 --from" takes a folder, or a vendor'"'"'s archive with its --sha256'

test_case 'jdk refuses what it does not know'
for wrong in '--prot' 'x27' '27 --from' '--update' '--from x'; do
  # shellcheck disable=SC2086 # several words
  tailgate jdk $wrong
  same "code of $wrong" "$code" 2
done
variables=(XDG_CACHE_HOME=/dev/null)
tailgate jdk 27
same code "$code" 1
same err "$err" 'tailgate: cannot make the folder /dev/null/tailgate/jdk; XDG_CACHE_HOME can name another one'

test_case 'jdk takes a JDK from elsewhere, and checks an archive'
fake_jdk "$work/far away/jdk/Contents/Home" 27.0.1
tailgate jdk 27 --from "$work/far away/jdk"
same code "$code" 0
home=$out
[ -x "$home/bin/javac" ] || broken 'there is no JDK'
tailgate jdk 27.0.1
same out "$out" "$home"
tailgate jdk 26 --from "$work/far away/jdk"
same code "$code" 1
same err "$err" "tailgate: the JDK in $work/far away/jdk is 27.0.1, not 26"
fake_jdk "$work/packed/jdk-26" 26.0.1
tar -czf "$work/jdk.tar.gz" -C "$work/packed" jdk-26
tailgate jdk 26 --from "$work/jdk.tar.gz"
same code "$code" 2
same err "$err" 'tailgate: an archive needs its checksum from the vendor: --sha256 SUM'
tailgate jdk 26 --from "$work/jdk.tar.gz" --sha256 0123
same code "$code" 1
holds err "$err" "tailgate: $work/jdk.tar.gz has another checksum: "
tailgate jdk 26 --from "$work/jdk.tar.gz" --sha256 "$(tr a-f A-F <<<"${err##*: }")"
same code "$code" 0
rm -r "$work/packed" "$work/jdk.tar.gz"
home=$out
tailgate jdk 26 --from "$home"
same out "$out" "$home"
"$home/bin/java" >"$work/said"
same 'what is beside it' "$(cd "$work/home/.cache/tailgate/jdk" && ls -A)" '-26.0.1
-27.0.1'

if grep -qsE '^ID=(debian|ubuntu)$' /etc/os-release; then
  test_case 'jdk fetches packages once, and again only if it is asked to'
  fake_apt
  variables=(FAKE_NEWEST=27.0.1+1-1)
  cache=$work/home/.cache/tailgate/jdk
  tailgate jdk 27
  same code "$code" 0
  same out "$out" "$cache/openjdk-27-jdk-headless-27.0.1+1-1"
  same 'the setting' "$(cat "$out/conf/a.conf")" setting
  holds 'the sources' "$(cat "$cache/.apt/sources.list")" ' http://mirror/ '
  holds 'the log' "$(cat "$work/apt.log")" "--set-interpreter $out/lib/ld-linux-fake.so.2"
  : >"$work/apt.log"
  variables=(FAKE_NEWEST=27.0.2+1-1)
  tailgate jdk 27
  same out "$out" "$cache/openjdk-27-jdk-headless-27.0.1+1-1"
  same 'what apt was asked for' "$(cat "$work/apt.log")" ''
  for time in first again; do
    tailgate jdk 27 --update
    same "out the $time time" "$out" "$cache/openjdk-27-jdk-headless-27.0.2+1-1"
  done
  same 'number of downloads' "$(grep -c ' download ' "$work/apt.log")" 1
  tailgate jdk 27
  same out "$out" "$cache/openjdk-27-jdk-headless-27.0.2+1-1"
  tailgate jdk 27.0.1
  same out "$out" "$cache/openjdk-27-jdk-headless-27.0.1+1-1"
  tailgate jdk 27.0.3
  same code "$code" 1
  holds err "$err" 'has 27.0.2+1-1, not 27.0.3; "./tailgate jdk 27.0.3 --from" takes'

  variables=(FAKE_NEWEST=)
  tailgate jdk 22
  same code "$code" 1
  holds err "$err" ' has no openjdk-22-jdk-headless; "./tailgate jdk 22 --from" takes'

  test_case 'a download that is cut leaves nothing behind, and the next one is whole'
  fake_apt
  # shellcheck disable=SC2016 # the fake expands it
  for cut in 'exit 1' 'kill -TERM $PPID'; do
    variables=(FAKE_NEWEST=27+1-1 "FAKE_DOWNLOAD=$cut")
    { tailgate jdk 27; } 2>/dev/null
    [ "$code" != 0 ] || broken 'it has no exit code'
    same out "$out" ''
    same 'the cache' "$(echo "$work"/home/.cache/tailgate/jdk/*)" "$work/home/.cache/tailgate/jdk/*"
  done
  variables=(FAKE_NEWEST=27+1-1)
  tailgate jdk 27
  same code "$code" 0
  rm -r "$work/home/.cache/tailgate/jdk"
  variables=(FAKE_NEWEST=27+1-1 FAKE_EXIT=1)
  tailgate jdk 27
  same code "$code" 1
  holds err "$err" 'does not run here'
  same 'the cache' "$(echo "$work"/home/.cache/tailgate/jdk/*)" "$work/home/.cache/tailgate/jdk/*"

  if type -P flock >/dev/null; then
    test_case 'a second call waits for the first, and takes what that has fetched'
    fake_apt
    variables=(FAKE_NEWEST=27+1-1 "FAKE_DOWNLOAD=: >'$work/busy'; while [ ! -e '$work/go' ]; do sleep 0.1; done")
    (tailgate jdk 27) &
    while [ ! -e "$work/busy" ]; do sleep 0.1; done
    mv "$work/out" "$work/err" "$work/home/"
    (tailgate jdk 27 && echo "$out" >"$work/said") &
    while ! grep -qs waiting "$work/err"; do sleep 0.1; done
    : >"$work/go"
    wait
    same 'what it says' "$(cat "$work/said")" "$work/home/.cache/tailgate/jdk/openjdk-27-jdk-headless-27+1-1"
    same 'number of downloads' "$(grep -c ' download ' "$work/apt.log")" 1
  fi
fi

test_case 'a JDK that was fetched is used if there is no other Java'
fake_jdk "$work/home/.cache/tailgate/jdk/one" 25.0.3
tailgate version
holds out "$out" "Java 21.0.8: $work/jdk-21"
rm -r "$work/jdk-21"
tailgate version
holds out "$out" "Java 25.0.3: $work/home/.cache/tailgate/jdk/one"

test_case 'an old Maven gives way to the wrapper'
fake_maven "$work/bin/mvn" 3.6.3
tailgate test -Dx=y
same maven "$(maven_log)" \
  "mvnw of Java $work/jdk-21 in $root: -B -ntp -Dstyle.color=never test -Dx=y"

test_case 'so does a missing one'
rm "$work/bin/mvn"
tailgate build
holds maven "$(maven_log)" 'mvnw of '
holds maven "$(maven_log)" 'package -DskipTests'

test_case 'check runs the style and the fast tests, and says in one line that they passed'
tailgate check -pl common
same code "$code" 0
same err "$err" ''
holds out "$out" 'tailgate: format, style and the fast tests passed in '
holds maven "$(maven_log)" "$root: -B -ntp -Dstyle.color=never -q test \
-DexcludedGroups=soak,jmeter,race,known-answers,slow -pl common"

test_case 'check ends with the exit code of a build that failed, and claims nothing'
variables=(FAKE_EXIT=7)
tailgate check
same code "$code" 7
same out "$out" ''

test_case 'a newer Maven is taken, and its exit code with it'
fake_maven "$work/bin/mvn" 3.10.0
variables=(FAKE_EXIT=3)
tailgate test
same code "$code" 3
holds maven "$(maven_log)" 'mvn of '

test_case 'compare builds all there is once and hands over to the lab'
tailgate compare evolution --quick
same code "$code" 0
same out "$out" "java of $work/jdk-21
<-XX:TieredStopAtLevel=1>
<--enable-native-access=ALL-UNNAMED>
<-jar>
<$root/lab-command/target/lab.jar>
<compare>
<--project-root>
<$root>
<evolution>
<--quick>"
holds maven "$(maven_log)" "-pl singlethreaded,thread-per-request,threadpool,adaptive-pool,\
virtual-threads,event-loop,lab-command -am -DskipTests"
holds maven "$(maven_log)" "-f $root/jmeter/home/pom.xml package"
tailgate compare evolution
tailgate serve virtual-threads
same 'number of builds' "$(maven_runs)" 2
rm -r "$root/jmeter/target/jmeter"
tailgate compare evolution
same 'number of builds' "$(maven_runs)" 3
touch -t 203001010000 "$root/event-loop/src/main/java/Main.java"
tailgate compare evolution
same 'number of builds' "$(maven_runs)" 4

test_case 'choose builds all there is, but no JMeter, and hands over to the lab'
tailgate choose --quick --slo p99=50ms
same code "$code" 0
same out "$out" "java of $work/jdk-21
<-XX:TieredStopAtLevel=1>
<--enable-native-access=ALL-UNNAMED>
<-jar>
<$root/lab-command/target/lab.jar>
<choose>
<--project-root>
<$root>
<--quick>
<--slo>
<p99=50ms>"
holds maven "$(maven_log)" "-pl singlethreaded,thread-per-request,threadpool,adaptive-pool,\
virtual-threads,event-loop,lab-command -am -DskipTests"
tailgate compare burst
same 'number of builds' "$(maven_runs)" 1

test_case 'choose at a URL needs the lab and no stage, and the JVM of the lab is the generator'
tailgate choose --url http://localhost:8080/ --quick
same code "$code" 0
same out "$out" "java of $work/jdk-21
<-XX:TieredStopAtLevel=1>
<-XX:+IgnoreUnrecognizedVMOptions>
<--sun-misc-unsafe-memory-access=allow>
<--enable-native-access=ALL-UNNAMED>
<-jar>
<$root/lab-command/target/lab.jar>
<choose>
<--project-root>
<$root>
<--url>
<http://localhost:8080/>
<--quick>"
holds maven "$(maven_log)" '-pl lab-command -am -DskipTests'

test_case 'doctor needs the lab and no stage'
tailgate doctor
same code "$code" 0
same out "$out" "java of $work/jdk-21
<-XX:TieredStopAtLevel=1>
<--enable-native-access=ALL-UNNAMED>
<-jar>
<$root/lab-command/target/lab.jar>
<doctor>"
holds maven "$(maven_log)" '-pl lab-command -am -DskipTests'

test_case 'explain needs the lab and no stage, and takes a PID'
tailgate explain 4242 --for 2s
same code "$code" 0
same out "$out" "java of $work/jdk-21
<-XX:TieredStopAtLevel=1>
<--enable-native-access=ALL-UNNAMED>
<-jar>
<$root/lab-command/target/lab.jar>
<explain>
<4242>
<--for>
<2s>"

test_case 'load needs the lab and no stage, and takes a URL'
tailgate load http://127.0.0.1:1/ --rate 5/s
same code "$code" 0
same out "$out" "java of $work/jdk-21
<-XX:TieredStopAtLevel=1>
<-XX:+IgnoreUnrecognizedVMOptions>
<--sun-misc-unsafe-memory-access=allow>
<--enable-native-access=ALL-UNNAMED>
<-jar>
<$root/lab-command/target/lab.jar>
<load>
<http://127.0.0.1:1/>
<--rate>
<5/s>"
holds maven "$(maven_log)" '-pl lab-command -am -DskipTests'

test_case 'race builds all there is, and hands over to the lab, where the load generator runs'
tailgate race --no-open
same code "$code" 0
same out "$out" "java of $work/jdk-21
<-Xmx512m>
<-XX:+IgnoreUnrecognizedVMOptions>
<--sun-misc-unsafe-memory-access=allow>
<--enable-native-access=ALL-UNNAMED>
<-jar>
<$root/lab-command/target/lab.jar>
<race>
<--project-root>
<$root>
<--no-open>"
holds maven "$(maven_log)" "-pl singlethreaded,thread-per-request,threadpool,adaptive-pool,\
virtual-threads,event-loop,lab-command -am -DskipTests"

test_case 'jmeter sets JMeter up, and nothing else, and opens it'
tailgate jmeter
same code "$code" 0
same err "$err" 'tailgate: setting up JMeter'
same maven "$(maven_log)" "mvn of Java $work/jdk-21 in $root: -B -ntp -Dstyle.color=never -q \
-f $root/jmeter/home/pom.xml package"
same out "$out" "java of $work/jdk-21
<-jar>
<$root/jmeter/target/jmeter/bin/ApacheJMeter.jar>
<-j>
<$root/target/jmeter.log>"

test_case 'jmeter passes its arguments on, with small stacks where users are many'
variables=(TAILGATE_JAVA_OPTS=-Xmx4g)
tailgate jmeter -n -t 'my plan.jmx' -j my.log -Jport=1
same out "$out" "java of $work/jdk-21
<-Xss256k>
<-Xmx2g>
<-Xmx4g>
<-jar>
<$root/jmeter/target/jmeter/bin/ApacheJMeter.jar>
<-n>
<-t>
<my plan.jmx>
<-j>
<my.log>
<-Jport=1>"
tailgate jmeter
same 'number of builds' "$(maven_runs)" 1
touch -t 203001010000 "$root/jmeter/home/pom.xml"
tailgate jmeter
same 'number of builds' "$(maven_runs)" 2

test_case 'a JMeter that could not be set up is not opened, and the next try sets it up'
variables=(FAKE_EXIT=7)
tailgate jmeter
same code "$code" 7
same out "$out" ''
variables=()
tailgate jmeter
same code "$code" 0
same 'number of builds' "$(maven_runs)" 2

test_case 'injector builds the lab and JMeter, and hands over to the lab'
tailgate injector --on 127.0.0.2:1099
same code "$code" 0
same out "$out" "java of $work/jdk-21
<-jar>
<$root/lab-command/target/lab.jar>
<injector>
<--project-root>
<$root>
<--on>
<127.0.0.2:1099>"
holds maven "$(maven_log)" '-pl lab-command -am'
holds maven "$(maven_log)" "-f $root/jmeter/home/pom.xml package"

test_case 'the finer engine and questions need no JMeter'
tailgate compare --port 8010 burst --quick
holds maven "$(maven_log)" 'event-loop,lab-command -am -DskipTests'
tailgate compare --help
tailgate compare --self-check --help
tailgate compare
tailgate compare --quick --stages threadpool
same 'number of builds' "$(maven_runs)" 1
tailgate compare evolution
holds maven "$(maven_log)" "-f $root/jmeter/home/pom.xml package"
same 'number of builds' "$(maven_runs)" 2

test_case 'the lab knows the options of a file, and explains it'
echo 'question: Why?' >"$root/lab/experiments/mine.yaml"
for file in mine ./mine.yaml; do
  tailgate compare $file --help --ways a
  same code "$code" 0
  holds out "$out" "<$file>"
  holds out "$out" '<--ways>'
done

test_case 'a file of a user says itself that it needs JMeter'
echo 'needs: jmeter' >"$work/mine.yaml"
tailgate compare "$work/mine.yaml" --help
same 'number of builds' "$(maven_runs)" 1
tailgate compare "$work/mine.yaml"
holds maven "$(maven_log)" "-f $root/jmeter/home/pom.xml package"

test_case 'the self-check sets up JMeter, which is its second generator'
tailgate compare --self-check --out burst
holds maven "$(maven_log)" "-f $root/jmeter/home/pom.xml package"
rm -r "$root/jmeter/target/jmeter"
tailgate compare --out --self-check
same 'number of builds' "$(maven_runs)" 2
tailgate compare --quick --self-check
same 'number of builds' "$(maven_runs)" 3

test_case 'an option of the evolution asks for it without its name'
tailgate compare --quick --cache=none
holds maven "$(maven_log)" "-f $root/jmeter/home/pom.xml package"
rm -r "$root/jmeter/target/jmeter"
tailgate compare --injectors 127.0.0.2
same 'number of builds' "$(maven_runs)" 3
rm -r "$root/jmeter/target/jmeter"
tailgate compare scale --users 8
tailgate compare --seed --users --quick
same 'number of builds' "$(maven_runs)" 3

test_case 'a value that is spelled like an experiment or a question is none'
tailgate compare --out burst --java --help --quick --users 8
holds maven "$(maven_log)" "-f $root/jmeter/home/pom.xml package"
rm -r "$root/jmeter/target/jmeter"
tailgate compare --out=handoff evolution
same 'number of builds' "$(maven_runs)" 3
rm -r "$root/jmeter/target/jmeter"
tailgate compare --out evolution --quick burst
tailgate compare --port=8010 --out evolution scale
tailgate compare evolution --out here --help
same 'number of builds' "$(maven_runs)" 3

test_case 'downstream builds its handlers, fetches PostgreSQL, and goes on without it'
tailgate compare downstream --quick
same code "$code" 0
holds maven "$(maven_log)" '-pl downstream -am -DskipTests'
holds maven "$(maven_log)" 'dependency:copy -Dartifact=io.zonky.test.postgres:embedded-postgres-'
holds err "$err" 'tailgate: fetching PostgreSQL'
same 'number of builds' "$(maven_runs)" 3
tailgate compare --out downstream scale
tailgate compare downstream --help
same 'number of builds' "$(maven_runs)" 3
tailgate compare downstream --jdbc=jdbc:postgresql:x
same 'number of builds' "$(maven_runs)" 3

test_case 'real servers are built when one is asked for, and no other build has them'
tailgate choose --quick
same 'builds of candidates' "$(maven_log | grep -c candidates)" 0
tailgate compare scale --servers tomcat --help
same 'number of builds' "$(maven_runs)" 1
tailgate choose --servers tomcat,jetty
same code "$code" 0
holds maven "$(maven_log)" '-pl candidates -am -DskipTests -Dtest.compile.skip package -Pcandidates'
tailgate compare scale --servers=all
same 'number of builds' "$(maven_runs)" 2

test_case 'an experiment with real servers builds them, unless it only explains itself'
tailgate compare servers-burst --help
same 'builds of candidates' "$(maven_log | grep -c candidates)" 0
tailgate compare servers-burst --quick
same code "$code" 0
holds maven "$(maven_log)" '-pl candidates -am -DskipTests -Dtest.compile.skip package -Pcandidates'

test_case 'a report needs the lab and no stage'
tailgate report a.jtl --out b
same code "$code" 0
same out "$out" "java of $work/jdk-21
<-jar>
<$root/lab-command/target/lab.jar>
<report>
<--project-root>
<$root>
<a.jtl>
<--out>
<b>"
holds maven "$(maven_log)" '-pl lab-command -am -DskipTests'

test_case 'a change to any module of the lab makes its jar stale, and one to a stage does not'
tailgate report a.jtl
for module in load measure jmeter lab choose race lab-command; do
  touch -t 203001010000 "$root/$module/src/main/java/Main.java"
  tailgate report a.jtl
  touch -t 202001010000 "$root/$module/src/main/java/Main.java"
done
same 'number of builds' "$(maven_runs)" 8
touch -t 203001010000 "$root/threadpool/src/main/java/Main.java"
tailgate report a.jtl
same 'number of builds' "$(maven_runs)" 8

test_case 'bench builds all there is, but no JMeter, and hands over to the lab'
tailgate bench Handoff --quick -p workers=8
same code "$code" 0
same out "$out" "java of $work/jdk-21
<-jar>
<$root/lab-command/target/lab.jar>
<bench>
<--project-root>
<$root>
<Handoff>
<--quick>
<-p>
<workers=8>"
holds maven "$(maven_log)" "-pl singlethreaded,thread-per-request,threadpool,adaptive-pool,\
virtual-threads,event-loop,lab-command,benchmarks -am -DskipTests"
tailgate bench
touch -t 203001010000 "$root/adaptive-pool/src/main/java/Main.java"
tailgate bench
same 'number of builds' "$(maven_runs)" 2

test_case 'an archive runs the jars in lib and builds nothing'
rm -r "$root"/*/src "$root"/*/pom.xml "$root/pom.xml" "$work/jdk-21/bin/javac" "$work/bin/mvn" "$root/mvnw"
mkdir "$root/lib"
touch "$root/lib/threadpool.jar" "$root/lib/lab.jar"
printf '%s\n' 4.5.6 abcdef >"$root/VERSION"
tailgate serve threadpool --port 80
same code "$code" 0
holds out "$out" "<$root/lib/threadpool.jar>
<--port>
<80>"
tailgate race --no-open
same code "$code" 0
holds out "$out" "<$root/lib/lab.jar>
<race>"
same err "$err" ''
tailgate top
holds out "$out" "<$root/lib/threadpool.jar>
<tailgate.top.Top>"
tailgate version
holds out "$out" 'Tailgate 4.5.6 (abcdef)'
tailgate compare scale --no-such
same code "$code" 0 # the lab has better words

test_case 'an archive says which commands need a checkout'
printf '%s\n' 4.5.6 abcdef >"$root/VERSION"
for command in bench check test build format dist jmeter injector; do
  tailgate $command
  same code "$code" 1
  same err "$err" "tailgate: \"$command\" needs a checkout of the sources; this is an archive without them"
done
tailgate compare evolution
same code "$code" 1
holds err "$err" 'needs JMeter, which a checkout of the sources fetches'
same 'number of builds' "$(maven_runs)" 0

version=$("$bash_under_test" --version)
echo "launcher-test: $count cases passed; ${version%%$'\n'*}"
