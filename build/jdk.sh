# shellcheck shell=bash
#
# The command "jdk" of ./tailgate, which sources this file.
#
# A JDK in the cache is a folder, or a link to one. It is made in the folder .new, one at a time, and
# gets its name when it is whole.

jdk_help() {
  cat <<'END'
Usage: ./tailgate jdk [VERSION [--update | --from FOLDER|ARCHIVE [--sha256 SUM]]]
Prints the folder of the newest JDK of a version on this machine. If there is none, it is fetched into
a cache; nothing is installed. The lab takes such versions, too: --java 21,25,27.

  (nothing)        list the JDKs on this machine and in the cache, with their exact versions
  VERSION          such as 27, or more exact, such as 27.0.1 or 25.0.3+9
  --update         fetch the newest build, even if there is a JDK; older builds stay in the cache
  --from FOLDER    take this JDK; it stays where it is
  --from ARCHIVE   unpack a vendor's archive of a JDK, .tar.gz or .zip
  --sha256 SUM     the checksum of the archive, as the vendor gives it

On Debian and Ubuntu a JDK comes from the distribution's own packages, those of its next release (sid,
devel), by the mirror that apt is set up for; apt checks the signatures. The C library that the JDK
needs is beside it, so that it runs on an older release. Elsewhere use --from.

The cache is the folder tailgate/jdk in $XDG_CACHE_HOME or ~/.cache. Each JDK is a folder in it, of 300
to 600 MB, which can be removed, but not moved. "serve" and others use it only if there is no other Java.
END
}

jdk() {
  local asked='' from='' sum='' update='' home=''
  while [ $# -gt 0 ]; do
    case $1 in
      --help | -h) jdk_help && return ;;
      --update) update=yes ;;
      --from | --sha256)
        [ -n "${2:-}" ] || refuse "option $1 needs a value; ./tailgate jdk --help explains it"
        if [ "$1" = --from ]; then from=$2; else sum=$2; fi
        shift
        ;;
      [1-9]*) asked=$1 ;;
      *) refuse "jdk has no argument \"$1\"; ./tailgate jdk --help explains it" ;;
    esac
    shift
  done
  if [ -z "$asked" ]; then
    [ -z "$update$from$sum" ] || refuse 'which version? Such as ./tailgate jdk 27'
    list_jdks
    return
  fi
  if [ -z "$update$from" ]; then find_jdk; fi
  if [ -z "$home" ]; then fetch_jdk; fi
  echo "$home"
}

# Prints the homes of all Javas that there may be; one can be named twice.
known_homes() {
  echo "${JAVA_HOME:-}"
  home_on_path
  usual_homes
  printf '%s\n' "$JDKS"/*
}

# Sets home to the newest JDK of the version asked, or to nothing.
find_jdk() {
  local each newest='' version build vendor
  home=''
  while IFS= read -r each; do
    read_version "$each"
    if [ -x "$each/bin/javac" ] && is_asked "$build" && is_older "$newest" "$build"; then
      home=$each newest=$build
    fi
  done < <(known_homes)
}

# True if the version $1 begins with the one asked: 25 and 25.0.3 are beginnings of 25.0.3+9, and 2 is not.
is_asked() {
  case $1 in "$asked" | "$asked"[!0-9]*) ;; *) return 1 ;; esac
}

list_jdks() {
  local each list version build vendor order
  list=$(
    known_homes | while IFS= read -r each; do
      read_version "$each"
      if [ ! -x "$each/bin/javac" ] || is_older "$version" "$NEEDED_JAVA"; then continue; fi
      order_of "$build"
      printf '%020d|%-24s %-18s %s\n' "$order" "$build" "$vendor" "$(cd -P "$each" && pwd)"
    done | sort -u
  )
  [ -n "$list" ] || fail "no JDK of version $NEEDED_JAVA or newer is here; \"./tailgate jdk 25\" fetches one"
  cut -d '|' -f 2- <<<"$list"
}

# Sets home to a JDK that was fetched, by another process if this one had to wait for it.
fetch_jdk() {
  mkdir -p "$JDKS" 2>/dev/null || fail "cannot make the folder $JDKS; XDG_CACHE_HOME can name another one"
  exec 9<"$JDKS"
  if ! take_lock -n; then
    echo 'tailgate: waiting until another JDK is fetched' >&2
    take_lock || true
    if [ -z "$update$from" ]; then find_jdk; fi
  fi
  if [ -z "$home" ]; then
    readonly new=$JDKS/.new
    rm -rf "$new"
    trap 'rm -rf "$new"' EXIT
    mkdir "$new"
    if [ -n "$from" ]; then take_jdk; else unpack_packages "${asked%%[!0-9]*}"; fi
  fi
}

# Sets home to the JDK of --from.
take_jdk() {
  local found actual version build vendor
  if [ -d "$from" ]; then
    found=$(cd "$from" && pwd)
  else
    [ -f "$from" ] || fail "there is no $from"
    [ -n "$sum" ] || refuse 'an archive needs its checksum from the vendor: --sha256 SUM'
    actual=$(sha256sum <"$from" 2>/dev/null || shasum -a 256 <"$from") || fail 'there is no sha256sum and no shasum'
    [ "${actual%% *}" = "$(tr A-F a-f <<<"$sum")" ] || fail "$from has another checksum: ${actual%% *}"
    case $from in
      *.zip) unzip -q "$from" -d "$new" >&2 || fail "cannot unpack $from" ;;
      *) tar -xzf "$from" -C "$new" >&2 || fail "cannot unpack $from" ;;
    esac
    found=$new
  fi
  found=$(find "$found/" -maxdepth 5 -path '*/bin/javac' 2>/dev/null | sort | head -n 1) || true
  [ -n "$found" ] || fail "there is no JDK in $from"
  found=${found%/bin/javac}
  found=${found//\/\//\/}
  read_version "$found"
  is_asked "$build" || fail "the JDK in $from is ${build:-of an unknown version}, not $asked"
  home=$vendor-$build
  home=$JDKS/${home//[!A-Za-z0-9.+_-]/_}
  if [ "$found" -ef "$home" ]; then return; fi
  rm -rf "$home"
  if [ -d "$from" ]; then ln -s "$found" "$home"; else mv "$found" "$home"; fi
}

# Sets home to the JDK of feature version $1 from packages of the distribution.
unpack_packages() {
  local package=openjdk-$1-jdk-headless codename='' suite='' uri='' release component version file tree loader
  if ! type -P apt-get >/dev/null || ! type -P dpkg-deb >/dev/null; then
    no_package 'this system has no packages of Debian or Ubuntu'
  fi
  # shellcheck source=/dev/null
  read -r codename suite < <(. /etc/os-release && echo "${UBUNTU_CODENAME:-${VERSION_CODENAME:-}}" \
    "${UBUNTU_CODENAME:+devel}") || true
  suite=${suite:-sid}
  while read -r uri release component; do
    case "$release $component" in "$codename main" | "$suite main" | 'unstable main' | 'testing main') break ;; esac
  done < <(apt-get indextargets --format "\$(REPO_URI) \$(RELEASE) \$(COMPONENT)" 'Created-By: Packages')
  [ -n "$uri" ] || no_package "apt is not set up for \"$codename\""
  set_up_apt "$uri" "$suite"
  echo "tailgate: looking for $package in $suite at $uri" >&2
  apt apt-get update >&2 || fail "apt cannot read $suite at $uri"
  version=$(apt apt-cache show --no-all-versions "$package" 2>/dev/null | sed -n 's/^Version: //p') || true
  [ -n "$version" ] || no_package "$suite at $uri has no $package"
  is_asked "${version//\~/-}" || no_package "$suite at $uri has $version, not $asked"
  home=$JDKS/$package-$version
  if [ -d "$home" ]; then return; fi
  (cd "$new" && apt apt-get download "$package" "openjdk-$1-jre-headless" \
    libc6 libgcc-s1 libstdc++6 zlib1g patchelf) >&2 || fail "cannot fetch $package"
  for file in "$new"/*.deb; do dpkg-deb -x "$file" "$new"; done
  tree=$(echo "$new/usr/lib/jvm/java-$1-openjdk"-*)
  find "$tree" -lname '/etc/java-*' | while IFS= read -r file; do # where they would be installed
    cp --remove-destination "$new$(readlink "$file")" "$file"
  done
  mv "$new"/usr/lib/*-linux-gnu*/*.so* "$tree/lib/"
  loader=$(cd "$tree/lib" && echo ld-linux*.so.*)
  use_library "$tree" "$tree/bin/java"
  "$tree/bin/java" -version 2>/dev/null || fail "$package $version does not run here"
  make_cacerts "$tree"
  for file in "$tree"/bin/* "$tree/lib/jspawnhelper"; do use_library "$home" "$file"; done
  mv "$tree" "$home"
}

# Has the program $2 use the C library in the JDK $1, whose place it keeps.
use_library() {
  "$tree/lib/$loader" --library-path "$tree/lib" "$new/usr/bin/patchelf" --set-interpreter "$1/lib/$loader" \
    --force-rpath --set-rpath "\$ORIGIN:\$ORIGIN/../lib" "$2"
}

# Gives the JDK $1 the authorities that the system trusts, in a file to which there is a link: ca-certificates-java
# makes it, if that package is installed.
make_cacerts() {
  local trusted=/etc/ssl/certs/ca-certificates.crt cacerts=$1/lib/security/cacerts
  if [ -e "$cacerts" ] || [ ! -e $trusted ]; then return; fi
  rm -f "$cacerts"
  "$1/bin/java" --source 21 /dev/stdin $trusted "$cacerts" <<'END' || true
import java.nio.file.*;
import java.security.*;
import java.security.cert.*;

class Cacerts {
  public static void main(String[] args) throws Exception {
    var keys = KeyStore.getInstance("JKS"); // can be read without its password
    keys.load(null, null);
    try (var in = Files.newInputStream(Path.of(args[0])); var out = Files.newOutputStream(Path.of(args[1]))) {
      for (var authority : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        keys.setCertificateEntry("" + keys.size(), authority);
      }
      keys.store(out, "changeit".toCharArray());
    }
  }
}
END
}

no_package() {
  fail "$1; \"./tailgate jdk $asked --from\" takes a folder, or a vendor's archive with its --sha256"
}

# Has apt see the suite $2 at the mirror $1 alone. What else it is set up for stays, such as a proxy. The lists
# stay in the cache, so that the next look fetches only what has changed.
set_up_apt() {
  local components=main keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  if [ "$2" = devel ]; then components='main universe' keyring=${keyring/debian/ubuntu}; fi
  if [ -r "$keyring" ]; then keyring=signed-by=$keyring; else keyring=''; fi # or the keys that apt trusts
  readonly lists=$JDKS/.apt
  mkdir -p "$lists/lists/partial" "$lists/archives/partial"
  echo "deb [target=Packages $keyring] $1 $2 $components" >"$lists/sources.list"
  cat >"$lists/apt.conf" <<END
#clear APT::Update;
#clear APT::Default-Release;
APT::Update::Error-Mode "any";
APT::Sandbox::User "";
Acquire::Languages "none";
Acquire::GzipIndexes "true";
Dir::Etc::SourceList "$lists/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
Dir::State "$lists";
Dir::State::Status "/dev/null";
Dir::Cache "$lists";
END
}

# Runs a program of apt.
apt() {
  local program=$1
  shift
  "$program" -q -c "$lists/apt.conf" "$@"
}
