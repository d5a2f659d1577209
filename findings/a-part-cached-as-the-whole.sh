#!/usr/bin/env bash
#
# Expected: a cache that does not combine parts stores no 206, as RFC 9111 (section 3) demands, or stores it for this
# range only. The cache of got is built on http-cache-semantics, which says that it does not understand a 206.
# Seen with got 14.6.6 (cacheable-request 13.0.19, http-cache-semantics 4.3.0): got stores ten bytes under the URL, and
# answers with them a request for other bytes and a request for the whole file. The server cannot prevent it with no-cache:
# got asks again with the tag of the part, which is the tag of the whole file, gets a 304 and returns the ten bytes. undici
# and make-fetch-happen, which is built on http-cache-semantics too, store no 206. But once they have the whole file, they
# and got answer each request with Range from it, with 200 and all bytes.
#
#   got, max-age=60: bytes=0-9: 206, 10 from 0; bytes=100-109: 206, 10 from 0; whole: 206, 10 from 0; bytes=200-209: 206, 10 from 0
#   got, no-cache: bytes=0-9: 206, 10 from 0; bytes=100-109: 206, 10 from 0; whole: 206, 10 from 0; bytes=200-209: 206, 10 from 0
#   got, no-store: bytes=0-9: 206, 10 from 0; bytes=100-109: 206, 10 from 100; whole: 200, 9000 from 0; bytes=200-209: 206, 10 from 200
#   undici, max-age=60: bytes=0-9: 206, 10 from 0; bytes=100-109: 206, 10 from 100; whole: 200, 9000 from 0; bytes=200-209: 200, 9000 from 0
#   make-fetch-happen, max-age=60: bytes=0-9: 206, 10 from 0; bytes=100-109: 206, 10 from 100; whole: 200, 9000 from 0; bytes=200-209: 200, 9000 from 0
#
# Needs node, npm.

set -euo pipefail

self=$(realpath "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

npm install --silent --no-audit --no-fund got@14.6.6 cacheable-request@13.0.19 http-cache-semantics@4.3.0 \
  undici@7.30.2 make-fetch-happen@15.0.6 send@1.2.1

cat >ask.mjs <<'END_OF_SOURCE'
import fs from 'fs';
import got from 'got';
import http from 'http';
import makeFetchHappen from 'make-fetch-happen';
import send from 'send';
import {Agent, interceptors, request} from 'undici';

// Each three digits say where they are.
fs.writeFileSync('file', Array.from({length: 3000}, (_, i) => String(i % 1000).padStart(3, '0')).join(''));
const server = http.createServer((asked, answer) => {
  answer.setHeader('Cache-Control', decodeURIComponent(asked.url.split('/')[2]));
  send(asked, 'file', {root: '.', cacheControl: false}).pipe(answer);
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));

const cache = new Map();
const dispatcher = new Agent().compose(interceptors.cache());
const clients = {
  got: async (url, headers) => {
    const answer = await got(url, {headers, cache});
    return [answer.statusCode, answer.body];
  },
  undici: async (url, headers) => {
    const answer = await request(url, {headers, dispatcher});
    return [answer.statusCode, await answer.body.text()];
  },
  'make-fetch-happen': async (url, headers) => {
    const answer = await makeFetchHappen(url, {headers, cachePath: 'cached'});
    return [answer.status, await answer.text()];
  },
};

const whole = fs.readFileSync('file', 'utf8');
async function look(name, directive) {
  const url = `http://127.0.0.1:${server.address().port}/${name}/${encodeURIComponent(directive)}`;
  const seen = [];
  for (const range of ['bytes=0-9', 'bytes=100-109', '', 'bytes=200-209']) {
    const [status, body] = await clients[name](url, range ? {Range: range} : {});
    seen.push(`${range || 'whole'}: ${status}, ${body.length} from ${whole.indexOf(body)}`);
  }
  console.log(`${name}, ${directive}: ${seen.join('; ')}`);
}

for (const directive of ['max-age=60', 'no-cache', 'no-store']) {
  await look('got', directive);
}
await look('undici', 'max-age=60');
await look('make-fetch-happen', 'max-age=60');
process.exit();
END_OF_SOURCE

sed -n 's/^#   //p' "$self" >expected
timeout 60 node ask.mjs | tee seen
if ! diff expected seen; then
  echo "CHANGED" >&2
  exit 1
fi
