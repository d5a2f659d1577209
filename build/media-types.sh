#!/usr/bin/env bash
#
# Makes the list of media types in content from the npm package mime-types, which is what Express and most other servers
# in JavaScript use. It takes the types from mime-db (IANA, Apache, nginx) and decides which one counts where a suffix has
# several. At the end of the list is what Tailgate adds or changes, see below. Needs npm, node and a network:
# build/media-types.sh

set -euo pipefail
cd "$(dirname "$0")/.."

version=3.0.2
list=content/src/main/resources/tailgate/content/file/mime.types
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --prefix "$work" "mime-types@$version"
package=$work/node_modules

{
  cat <<END
# Media types and the suffixes of file names, in the format of Apache's mime.types. Made by build/media-types.sh: do not
# edit. From mime-types $version with mime-db $(node -p "require('$package/mime-db/package.json').version"), which are under the MIT licence:
#
$(sed 's/^/# /; s/ *$//' "$package/mime-db/LICENSE")

END
  node -e "
    const suffixes = {};
    for (const [suffix, type] of Object.entries(require('$package/mime-types').types))
      (suffixes[type] ??= []).push(suffix);
    for (const type of Object.keys(suffixes).sort())
      console.log(type, suffixes[type].sort().join(' '));
  "
  cat <<'END'

# ---- What Tailgate adds or changes: the last line with a suffix counts.

# Archives, which have no line above. A .tar.gz gets the type of its last suffix, and a .tgz the same.
application/gzip tgz
application/x-bzip2 tbz tbz2
application/x-xz txz
application/zstd tzst zst

# JSON texts, one in each line: no type is registered, this one is usual.
application/x-ndjson jsonl ndjson

# Registered since (RFC 9512, RFC 9639).
application/yaml yaml yml
audio/flac flac

# With nosniff, browsers run only scripts of this type. The list has application/node.
text/javascript cjs

# Source text, which browsers show and do not run. The list has none of these types, or one that browsers offer to save,
# such as text/x-java-source; for .rs one of SIP. A .ts stays what it is above and in nginx, video/mp2t: HLS players need
# that, and no browser runs TypeScript.
text/plain adoc asm bash bat bib c cc cfg clj cmake cpp cs cts cxx d diff el erl ex exs f f90 fish fs go gradle groovy h
text/plain hcl hh hpp hs hxx java jl kt kts lisp lock lua m mk ml mli mm nim nix org p pas patch php pl pm properties
text/plain proto ps1 py r rb rs rst s scala sh sql svelte swift tcl tf thrift tsx v vim vue zig zsh

# Checksums beside downloads.
text/plain md5 sha1 sha256 sha512

# A slash begins the name of a file that has no suffix.
text/plain /authors /changelog /changes /contributing /contributors /copying /copyright /credits /dockerfile /gemfile
text/plain /history /install /jenkinsfile /license /licence /maintainers /makefile /md5sums /news /notice /procfile
text/plain /rakefile /readme /sha1sums /sha256sums /sha512sums /thanks /todo /vagrantfile /version
END
} >"$work/list"
mv "$work/list" "$list"
