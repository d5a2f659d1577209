#!/usr/bin/env bash
#
# Expected: undici's RetryAgent asks for the rest of a response that was cut, and fails if the file was replaced
# meanwhile: it has the tag and the date of the first part, and a 206 has its own.
# Seen with undici 7.30.2 and send 1.2.1, the static files of Express, fastify and others: it compares strong tags only.
# send has weak tags, W/"...", and for these the caller gets 200 and a body of the right length, whose first part is of
# the old file and whose rest is of the new one, though tag and Last-Modified of the 206 differ from those of the 200. If
# the same server has strong tags, undici sends the tag in If-Match, and the caller gets an error.
#
#   weak tags: 200, 1000000 bytes, from old and new; tags differ: true, dates differ: true, If-Match sent: false
#   strong tags: RequestRetryError; If-Match sent: true
#
# Needs node, npm.

set -euo pipefail

self=$(realpath "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

npm install --silent --no-audit --no-fund undici@7.30.2 send@1.2.1

cat >ask.mjs <<'END_OF_SOURCE'
import fs from 'fs';
import http from 'http';
import send from 'send';
import {Agent, RetryAgent, request} from 'undici';

const SIZE = 1_000_000;
fs.mkdirSync('site');

/** Replaces the file as a deployment does: by rename, with another time. */
function put(letter, seconds) {
  fs.writeFileSync('new', letter.repeat(SIZE));
  fs.utimesSync('new', seconds, seconds);
  fs.renameSync('new', 'site/file');
}

/** Ends the connection in the middle of the first response; the file is replaced before the next request. */
function cut(answer) {
  const write = answer.write.bind(answer);
  let sent = 0;
  answer.write = (part, ...rest) => {
    if (sent >= SIZE / 2) {
      put('b', 1_600_000_000);
      answer.destroy();
      return false;
    }
    sent += part.length;
    return write(part, ...rest);
  };
}

async function look(strong) {
  put('a', 1_500_000_000);
  const answers = [];
  let matched = false;
  const server = http.createServer((asked, answer) => {
    answers.push(answer);
    matched ||= 'if-match' in asked.headers;
    if (answers.length === 1) {
      cut(answer);
    }
    send(asked, 'file', {root: 'site'})
      .on('headers', (made, path, stat) => strong && made.setHeader('ETag', `"${stat.mtimeMs}"`))
      .pipe(answer);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const dispatcher = new RetryAgent(new Agent(), {minTimeout: 100, maxRetries: 2});
  const differ = (field) => answers[0].getHeader(field) !== answers[1].getHeader(field);
  let seen;
  try {
    const answer = await request(`http://127.0.0.1:${server.address().port}/`, {dispatcher});
    const body = await answer.body.text();
    const letters = [...new Set(body)].sort().join('');
    const from = {a: 'old', b: 'new', ab: 'old and new'}[letters];
    seen = `${answer.statusCode}, ${body.length} bytes, from ${from}; ` +
      `tags differ: ${differ('ETag')}, dates differ: ${differ('Last-Modified')}, If-Match sent: ${matched}`;
  } catch (e) {
    seen = `${e.name}; If-Match sent: ${matched}`;
  }
  console.log(`${strong ? 'strong' : 'weak'} tags: ${seen}`);
}

await look(false);
await look(true);
process.exit();
END_OF_SOURCE

sed -n 's/^#   //p' "$self" >expected
timeout 60 node ask.mjs | tee seen
if ! diff expected seen; then
  echo "CHANGED" >&2
  exit 1
fi
