#!/usr/bin/env bash
#
# Downloads with programs that people use, each as it asks by default: parts of files that are also sent compressed, many
# ranges in one request, downloads that go on where they had ended, a folder without its slash. Each must get the bytes of
# the file. Needs curl, wget, wget2, aria2, zsync, zchunk, python3, pip, a network, and the jars:
# build/clients-test.sh [JAVA [STAGE...]].

set -euo pipefail
cd "$(dirname "$0")/.."

java=${1:-java}
stages=("${@:2}")
if [ ${#stages[@]} = 0 ]; then stages=(virtual-threads threadpool); fi
# shellcheck source=build/testing.sh
source build/testing.sh
needs clients-test curl wget wget2 aria2c zsync zsyncmake zck zckdl python3 pip
work=$(mktemp -d)
server=''

clean_up() {
  if [ -n "$server" ]; then kill -KILL "$server" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap clean_up EXIT

pip install -q --disable-pip-version-check --root-user-action ignore --target "$work/python" \
  requests==2.34.2 httpx==0.28.1 aiohttp==3.14.5 fsspec==2026.9.0

# cached.csv is compressed by the server, sibling.csv beforehand. new.bin differs from old.bin in 290 places.
mkdir -p "$work/site/folder/in" "$work/got"
python3 - "$work" <<'END'
import gzip, pathlib, random, sys
work = pathlib.Path(sys.argv[1])
site, chance = work / 'site', random.Random(1)
text = ''.join(f'{i},{chance.choice(["alpha", "beta", "gamma"])}\n' for i in range(40_000)).encode()
(site / 'cached.csv').write_bytes(text)
(site / 'sibling.csv').write_bytes(text * 8)
(site / 'sibling.csv.gz').write_bytes(gzip.compress(text * 8))
(site / 'empty').touch()
(site / 'folder' / 'in' / 'index.html').write_text('the folder')
content = bytearray(chance.randbytes(24 << 20))
(work / 'old.bin').write_bytes(content)
for i in range(290):
    content[80_000 * i + 1000] ^= 1
(site / 'new.bin').write_bytes(content)
END
zsyncmake -u new.bin -o "$work/site/new.zsync" "$work/site/new.bin"
zck -o "$work/old.zck" "$work/old.bin"
zck -o "$work/site/new.zck" "$work/site/new.bin"

cat >"$work/parts.py" <<'END'
import asyncio, sys
import aiohttp, fsspec, httpx, requests

async def with_aiohttp(url, fields):
    async with aiohttp.ClientSession() as session, session.get(url, headers=fields) as answer:
        return answer.status, await answer.read()

def with_fsspec(url):
    with fsspec.open(url, block_size=50_000) as file:
        file.seek(300_000)
        return file.read(1000)

site, base = sys.argv[1:]
for name in 'cached.csv', 'sibling.csv':
    with open(f'{site}/{name}', 'rb') as file:
        file.seek(300_000)
        part = file.read(1000)
    url, fields = f'{base}/{name}', {'Range': 'bytes=300000-300999'}
    assert len(requests.get(url).content) > 300_000  # now the server has it compressed
    for get in requests.get, httpx.get:
        answer = get(url, headers=fields)
        assert (answer.status_code, answer.content) == (206, part), (get, url)
    assert asyncio.run(with_aiohttp(url, fields)) == (206, part), url
    assert with_fsspec(url) == part, url
for part in '0-', '0-0', '-5':
    answer = requests.get(f'{base}/empty', headers={'Range': f'bytes={part}'})
    assert (answer.status_code, answer.content) == (200, b''), part
for get in requests.get, lambda url: httpx.get(url, follow_redirects=True):
    answer = get(f'{base}/folder/in?a=b')
    assert (answer.text, str(answer.url)) == ('the folder', f'{base}/folder/in/?a=b'), answer
END

# Runs a command in the folder for downloads; the file $1 must then be as on the server.
gets() {
  local file=$1 name
  shift
  name="$stage: $*"
  (cd "$work/got" && timeout 60 "$@") >"$work/client.log" 2>&1 || fail "$name"
  cmp "$work/got/$file" "$work/site/$file" >>"$work/client.log" 2>&1 || fail "$name: another content"
  rm "$work/got/$file"
  echo "$name"
}

# The first bytes of the file $1, as an interrupted download leaves them.
begin() {
  head -c 300000 "$work/site/$1" >"$work/got/$1"
}

for stage in "${stages[@]}"; do
  "$java" -Xmx64m -jar "$stage/target/$stage.jar" --root "$work/site" --port 0 --no-admin \
    >"$work/$stage.log" 2>&1 &
  server=$!
  await grep -q 'http://' "$work/$stage.log"
  base=$(grep -om1 'http://[0-9.:]*' "$work/$stage.log")

  PYTHONPATH=$work/python python3 "$work/parts.py" "$work/site" "$base" || fail "$stage: Python"
  for file in cached.csv sibling.csv new.bin; do
    begin "$file"
    gets "$file" curl --compressed -C - -O "$base/$file"
    begin "$file"
    gets "$file" wget -c "$base/$file"
    begin "$file"
    gets "$file" wget2 -c "$base/$file"
  done
  gets new.bin wget2 --chunk-size=1M "$base/new.bin"
  gets new.bin aria2c -x8 -s8 -k1M "$base/new.bin"
  gets new.bin zsync -i "$work/old.bin" "$base/new.zsync"
  gets new.zck zckdl --fail-no-ranges -s "$work/old.zck" "$base/new.zck"
  for program in 'curl -sL' 'wget -qO-' 'wget2 -qO-'; do
    [ "$($program "$base/folder/in")" = 'the folder' ] || fail "$stage: $program, redirected"
  done

  kill -TERM "$server"
  wait "$server" || fail "$stage has ended with exit code $?"
  server=''
done
echo 'clients-test: all got what they asked for'
