#!/usr/bin/env bash
#
# Expected: a client takes a 304 that says the Content-Length of the file, which RFC 9110 (section 8.6) allows, and reads
# past a 100 that it did not ask for (section 15.2).
# Seen with undici 7.30.2: request() rejects both, though the response is complete. Its cache and its fetch() take the
# 304, and close the connection after it, or after every second one: each costs the next request a connection. got
# 14.6.6, on the parser that Node.js and undici share, requests 2.34.2, httpx 0.28.1 and aiohttp 3.14.5 take both.
#
#   undici request: 304: ResponseContentLengthMismatchError, 100 and 200: SocketError
#   undici request with a cache: six times 200, with the length in the 304: several connections, without: 1
#   undici fetch: 304: 304, 100 and 200: TypeError
#   got: 304: 304, 100 and 200: 200
#   requests: 304: 304, 100 and 200: 200
#   httpx: 304: 304, 100 and 200: 200
#   aiohttp: 304: 304, 100 and 200: 200
#
# Needs node, npm, python3 with venv.

set -euo pipefail

self=$(realpath "$0")
work=$(mktemp -d)
server=''
trap 'kill $server 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"

npm install --silent --no-audit --no-fund undici@7.30.2 got@14.6.6
python3 -m venv python
python/bin/pip install -q --disable-pip-version-check requests==2.34.2 urllib3==2.8.0 httpx==0.28.1 aiohttp==3.14.5

cat >server.mjs <<'END_OF_SOURCE'
import http from 'http';

const body = 'the file';
const fields = {'Cache-Control': 'no-cache', ETag: '"a"'};
const whole = {...fields, 'Content-Length': body.length};
let connections = 0;
const server = http.createServer((asked, answer) => {
  if (asked.url === '/connections') {
    answer.end(String(connections));
    return;
  }
  if (asked.url === '/100') {
    answer.writeContinue();
  }
  if (asked.headers['if-none-match']) {
    answer.writeHead(304, asked.url === '/without' ? fields : whole).end();
  } else {
    answer.writeHead(200, whole).end(body);
  }
});
server.on('connection', () => connections++);
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
END_OF_SOURCE
cat >ask.mjs <<'END_OF_SOURCE'
import got from 'got';
import {Agent, fetch, interceptors, request} from 'undici';

const base = process.argv[2];

async function seen(ask, path) {
  try {
    return await ask(`${base}/${path}`);
  } catch (e) {
    return e.constructor.name;
  }
}

// The path says whether the request is conditional.
const fields = (url) => (url.endsWith('/304') ? {'If-None-Match': '"a"'} : {});

async function withRequest(url, dispatcher) {
  const answer = await request(url, {headers: fields(url), dispatcher});
  await answer.body.text();
  return answer.statusCode;
}

async function withFetch(url) {
  const answer = await fetch(url, {headers: fields(url)});
  await answer.text();
  return answer.status;
}

const withGot = async (url) => (await got(url, {headers: fields(url), retry: {limit: 0}})).statusCode;

const connections = async () => Number(await got(`${base}/connections`).text());

/** On how many connections the cache asks six times. */
async function withCache(path) {
  const dispatcher = new Agent().compose(interceptors.cache());
  const before = await connections();
  for (let i = 0; i < 6; i++) {
    const status = await seen((url) => withRequest(url, dispatcher), path);
    if (status !== 200) {
      return status;
    }
  }
  const used = await connections() - before - 1; // 1 is the one that counts
  return used > 1 ? 'several connections' : used;
}

async function look(name, ask) {
  console.log(`${name}: 304: ${await seen(ask, '304')}, 100 and 200: ${await seen(ask, '100')}`);
}

await look('undici request', withRequest);
console.log(`undici request with a cache: six times 200, with the length in the 304: ${await withCache('with')}, ` +
  `without: ${await withCache('without')}`);
await look('undici fetch', withFetch);
await look('got', withGot);
process.exit();
END_OF_SOURCE
cat >ask.py <<'END_OF_SOURCE'
import asyncio, sys
import aiohttp, httpx, requests

base = sys.argv[1]

async def with_aiohttp(url, fields):
    async with aiohttp.ClientSession() as session, session.get(url, headers=fields) as answer:
        await answer.read()
        return answer.status

for name, ask in (('requests', lambda url, fields: requests.get(url, headers=fields, timeout=10).status_code),
                  ('httpx', lambda url, fields: httpx.get(url, headers=fields).status_code),
                  ('aiohttp', lambda url, fields: asyncio.run(with_aiohttp(url, fields)))):
    matching = {'If-None-Match': '"a"'}
    print(f"{name}: 304: {ask(base + '/304', matching)}, 100 and 200: {ask(base + '/100', {})}")
END_OF_SOURCE

node server.mjs >port &
server=$!
for _ in {1..100}; do if grep -q . port; then break; fi; sleep 0.1; done
base=http://127.0.0.1:$(cat port)
{
  timeout 60 node ask.mjs "$base"
  timeout 60 python/bin/python ask.py "$base"
} | tee seen
sed -n 's/^#   //p' "$self" >expected
if ! diff expected seen; then
  echo "CHANGED" >&2
  exit 1
fi
