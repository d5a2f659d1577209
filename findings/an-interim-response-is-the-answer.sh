#!/usr/bin/env bash
#
# Expected: an HTTP/1.1 client reads past a 103 (Early Hints) and takes the next response, as RFC 9110 (section 15.2)
# demands of all of them; or it reports an error, as Python's urllib does.
# Seen where Node.js's writeEarlyHints sends a 103, and the response follows 300 ms later: requests 2.34.2 and urllib3
# 2.8.0 (on the http.client of Python 3.11) and aiosonic 1.3.3 return the 103, keep the connection, and return to the next
# request the response to the one before. wget2 1.99.1 saves nothing and exits with 0. autocannon 9.0.0 and wrk 4.1.0
# count each 103 as a response: wrk reports twice as many requests as were answered, no error, and latencies of responses
# to other requests. httpx, aiohttp, wget and Node.js, on which autocannon runs, do what the RFC says.
#
#   requests: /0: 103; /1: 200 /0
#   urllib3: /0: 103; /1: 200 /0
#   aiosonic: /0: 103; /1: 200 /0
#   httpx: /0: 200 /0; /1: 200 /1
#   aiohttp: /0: 200 /0; /1: 200 /1
#   fetch: /0: 200 /0; /1: 200 /1
#   wget: exit 0, 200 /0
#   wget2: exit 0,
#   autocannon: 20 responses, 10 of them 1xx, no errors
#   wrk: requests for each answer of the server: 2
#
# Needs node, npm, python3 with venv, curl, wget, wget2, wrk.

set -euo pipefail

self=$(realpath "$0")
work=$(mktemp -d)
server=''
trap 'kill $server 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"

npm install --silent --no-audit --no-fund autocannon@9.0.0
python3 -m venv python
python/bin/pip install -q --disable-pip-version-check requests==2.34.2 urllib3==2.8.0 aiosonic==1.3.3 \
  httpx==0.28.1 aiohttp==3.14.5
python/bin/python --version
wget2 --version | head -n 1
wrk -v | head -n 1 || true

cat >server.mjs <<'END_OF_SOURCE'
import http from 'http';

let answers = 0;
const server = http.createServer((asked, answer) => {
  if (asked.url === '/answers') {
    answer.end(String(answers));
    return;
  }
  answer.writeEarlyHints({link: '</style.css>; rel=preload; as=style'});
  setTimeout(() => {
    answers++;
    answer.end(asked.url);
  }, 300);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
END_OF_SOURCE
cat >ask.py <<'END_OF_SOURCE'
import asyncio, sys
import aiohttp, aiosonic, httpx, requests, urllib3

base = sys.argv[1]

def with_requests():
    with requests.Session() as session:
        return [(a.status_code, a.text) for a in (session.get(f'{base}/{i}') for i in range(2))]

def with_urllib3():
    pool = urllib3.PoolManager()
    return [(a.status, a.data.decode()) for a in (pool.request('GET', f'{base}/{i}') for i in range(2))]

def with_httpx():
    with httpx.Client() as client:
        return [(a.status_code, a.text) for a in (client.get(f'{base}/{i}') for i in range(2))]

async def with_aiosonic():
    async with aiosonic.HTTPClient() as client:
        answers = [await client.get(f'{base}/{i}') for i in range(2)]
        return [(a.status_code, await a.text()) for a in answers]

async def with_aiohttp():
    seen = []
    async with aiohttp.ClientSession() as session:
        for i in range(2):
            async with session.get(f'{base}/{i}') as a:
                seen.append((a.status, await a.text()))
    return seen

for name, seen in (('requests', with_requests()), ('urllib3', with_urllib3()),
                   ('aiosonic', asyncio.run(with_aiosonic())), ('httpx', with_httpx()),
                   ('aiohttp', asyncio.run(with_aiohttp()))):
    print(f'{name}: ' + '; '.join(f'/{i}: {status} {body}'.rstrip() for i, (status, body) in enumerate(seen)))
END_OF_SOURCE
cat >ask.mjs <<'END_OF_SOURCE'
import autocannon from 'autocannon';

const base = process.argv[2];
if (process.argv[3] === 'fetch') {
  const seen = [];
  for (let i = 0; i < 2; i++) {
    const answer = await fetch(`${base}/${i}`);
    seen.push(`/${i}: ${answer.status} ${await answer.text()}`);
  }
  console.log(`fetch: ${seen.join('; ')}`);
} else {
  const run = await autocannon({url: `${base}/x`, connections: 1, amount: 20});
  console.log(`autocannon: ${run['1xx'] + run['2xx']} responses, ${run['1xx']} of them 1xx, ` +
    `${run.errors + run.non2xx - run['1xx'] || 'no'} errors`);
}
process.exit();
END_OF_SOURCE

look() {
  local base=$1 tool before requests after
  python/bin/python ask.py "$base"
  node ask.mjs "$base" fetch
  for tool in wget wget2; do
    rm -f saved
    "$tool" -q -O saved "$base/0" && echo "$tool: exit 0, $(sed 's/^/200 /' saved 2>/dev/null)" | sed 's/ $//'
  done
  node ask.mjs "$base" autocannon
  before=$(curl -s "$base/answers")
  requests=$(wrk -t 1 -c 4 -d 4s "$base/x" | sed -n 's/ requests in .*//p')
  after=$(curl -s "$base/answers")
  echo "wrk: requests for each answer of the server: $(((2 * requests + after - before) / (2 * (after - before))))"
}

node server.mjs >port &
server=$!
for _ in {1..100}; do if grep -q . port; then break; fi; sleep 0.1; done
sed -n 's/^#   //p' "$self" >expected
look "http://127.0.0.1:$(cat port)" | tee seen
if ! diff expected seen; then
  echo "CHANGED" >&2
  exit 1
fi
