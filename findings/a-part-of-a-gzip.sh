#!/usr/bin/env bash
#
# Expected: a static server that has NAME.gz beside NAME sends a part of NAME to a request with Range, since requests,
# httpx and aiohttp send Accept-Encoding: gzip with each request; or those libraries report an error.
# Seen with sirv 3.0.2, express-static-gzip 3.0.2 and http-server 14.1.1, all alike: each sends a part of the gzip stream.
# A part from the middle is an error in all libraries. A part from the beginning is none: ten bytes of 60,000 arrive as
# nothing, and a hundred as some 20,000 bytes, of which requests returns fewer than urllib3, on which it is built.
# Node.js asks for identity when it sends Range, and gets the ten bytes.
#
#   requests: first 10 bytes: 206, 0; first 100: 206, 20480; 10 from the middle: ContentDecodingError
#   httpx: first 10 bytes: 206, 0; first 100: 206, 20919; 10 from the middle: DecodingError
#   aiohttp: first 10 bytes: 206, 0; first 100: 206, 20919; 10 from the middle: ClientPayloadError
#   urllib3: first 10 bytes: 206, 0; first 100: 206, 20919; 10 from the middle: DecodeError
#
# Needs node, npm, python3 with venv, gzip.

set -euo pipefail

self=$(realpath "$0")
work=$(mktemp -d)
server=''
trap 'kill $server 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"

npm install --silent --no-audit --no-fund sirv@3.0.2 http-server@14.1.1 express@5.3.0 express-static-gzip@3.0.2
python3 -m venv python
python/bin/pip install -q --disable-pip-version-check requests==2.34.2 httpx==0.28.1 aiohttp==3.14.5 urllib3==2.8.0

mkdir site
for _ in {1..3000}; do echo 'body { color: red }'; done >site/a.css
gzip -9 -n -k site/a.css

cat >servers.mjs <<'END_OF_SOURCE'
import express from 'express';
import expressStaticGzip from 'express-static-gzip';
import http from 'http';
import httpServer from 'http-server';
import sirv from 'sirv';

const handlers = {
  sirv: http.createServer(sirv('site', {gzip: true})),
  'express-static-gzip': http.createServer(express().use(expressStaticGzip('site', {}))),
  'http-server': httpServer.createServer({root: 'site', gzip: true}).server,
};
for (const [name, server] of Object.entries(handlers)) {
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  console.log(name, server.address().port);
}
console.log('all');
END_OF_SOURCE
cat >ask.py <<'END_OF_SOURCE'
import asyncio, sys
import aiohttp, httpx, requests, urllib3

url = sys.argv[1]

async def with_aiohttp(fields):
    async with aiohttp.ClientSession() as session, session.get(url, headers=fields) as answer:
        return answer.status, len(await answer.read())

def with_library(get):
    return lambda fields: (lambda answer: (answer.status_code, len(answer.content)))(get(url, headers=fields))

def with_urllib3(fields):
    answer = urllib3.request('GET', url, headers={**fields, 'Accept-Encoding': 'gzip'})
    return answer.status, len(answer.data)

def seen(ask, part):
    try:
        return '%d, %d' % ask({'Range': part})
    except Exception as e:
        return type(e).__name__

for name, ask in (('requests', with_library(requests.get)), ('httpx', with_library(httpx.get)),
                  ('aiohttp', lambda fields: asyncio.run(with_aiohttp(fields))), ('urllib3', with_urllib3)):
    print(f"{name}: first 10 bytes: {seen(ask, 'bytes=0-9')}; first 100: {seen(ask, 'bytes=0-99')}; "
          f"10 from the middle: {seen(ask, 'bytes=10-19')}")
END_OF_SOURCE

node --no-deprecation servers.mjs >ports &
server=$!
for _ in {1..100}; do if grep -q all ports; then break; fi; sleep 0.1; done
sed -n 's/^#   //p' "$self" >expected
while read -r name port; do
  if [ "$name" = all ]; then break; fi
  echo "$name"
  python/bin/python ask.py "http://127.0.0.1:$port/a.css" | tee seen
  if ! diff expected seen; then
    echo "CHANGED: $name" >&2
    exit 1
  fi
done <ports
