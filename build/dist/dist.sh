# shellcheck shell=bash disable=SC2154
#
# The command "dist" of ./tailgate, which sources this file: an archive that runs without a build. It has
# the jars in lib, what the launcher and the lab read beside them, a page for man, and the completion of a
# shell. The file VERSION tells the launcher that it is in an archive: version, then commit.

dist() {
  case ${1:-} in --help | -h) help && return ;; esac
  [ $# = 0 ] || refuse "dist has no argument \"$1\""
  ensure_all
  ensure downstream
  local version commit made
  version=$(project_version)
  commit=$(git -C "$root" describe --always --dirty --exclude='*' --abbrev=12 2>/dev/null) || commit=unknown
  rm -rf "$root/target/dist"
  made=$root/target/dist/tailgate-$version
  mkdir -p "$made/lib/downstream" "$made/build" "$made/docs" "$made/lab" "$made/man/man1" "$made/completion"
  printf '%s\n' "$version" "$commit" >"$made/VERSION"
  cp "$root"/{tailgate,LICENSE} "$root/build/dist/README.md" "$made"
  cp "$root"/build/{jdk.sh,listen.pl,listen.py} "$made/build"
  cp -R "$root"/docs/{help,examples,recipes.md} "$made/docs"
  cp -R "$root/lab/experiments" "$made/lab"
  cp -R "$root/www" "$made"
  cp -R "$root"/downstream/target/{downstream.jar,lib} "$made/lib/downstream"
  cp "$root/build/dist/completion.sh" "$made/completion/tailgate.sh"
  man_page "$version" >"$made/man/man1/tailgate.1"
  copy_jars "$made"
  (maven -q -N assembly:single) >&2 || exit
  echo "$root/target/tailgate-$version.zip"
}

# Copies each jar to the folder $1/lib, and the list of what it is made of to $1/sbom.
copy_jars() {
  local module jar name
  mkdir -p "$1/sbom"
  for module in $(stage_names) lab-command; do
    jar=$root/$(module_jar "$module")
    name=${jar##*/}
    cp "$jar" "$1/lib/"
    cp "$root/$module/target/classes/META-INF/sbom/application.cdx.json" "$1/sbom/${name%.jar}.cdx.json"
  done
}

# The help texts as a page for man, of version $1.
man_page() {
  local text name
  printf '.TH TAILGATE 1 "" "Tailgate %s" "User Commands"\n' "$1"
  printf '.SH NAME\ntailgate \\- an HTTP file server under six concurrency models, and a lab that measures them\n'
  printf '.SH COMMANDS\n'
  help | as_it_stands
  for text in "$root"/docs/help/*.txt; do
    name=${text##*/}
    name=${name%.txt}
    printf '.SH "TAILGATE %s"\n' "$(tr '[:lower:]' '[:upper:]' <<<"${name/-/ }")"
    as_it_stands <"$text"
  done
}

# Prints a text so that man leaves its lines alone.
as_it_stands() {
  echo .nf
  sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^[.']/\\\\\&&/"
  echo .fi
}
