#!/usr/bin/env python3
"""Has real clients download the site of site.py from a server: each must end with what is on the disk.

usage: tasks.py SITE URL [--log FILE] [--slow] [--only NAME]
FILE is the server's access log, from which the requests of some clients are counted. Exit 1 = a task has failed."""
import argparse, asyncio, fcntl, hashlib, os, re, shutil, subprocess, sys, tempfile, threading, time, urllib.request
from pathlib import Path

TASKS = []
SLOW = 'slow readers' # runs beside the others


def task(client, needs=None):
    """A function that raises if the client does not get what it should."""
    def add(function):
        TASKS.append((f'{client}: {function.__name__.replace("_", " ")}', needs, function))
        return function
    return add


class Place:
    """Where a task works: the site on the disk, its URL, and an empty folder."""

    def __init__(self, site, url, log, folder):
        self.site, self.url, self.log, self.folder = site, url, log, folder

    def run(self, *command, codes=(0,), timeout=60, **environment):
        done = subprocess.run([str(word) for word in command], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=timeout, env={**os.environ, 'HOME': str(self.folder), **environment})
        output = done.stdout.decode(errors='replace')
        if done.returncode not in codes:
            raise AssertionError(f'{command[0]} has ended with {done.returncode}: {output[-600:]}')
        return output

    def content(self, name):
        return (self.site / name).read_bytes()

    def same(self, name, copy=None):
        equal(self.content(name), (self.folder / (copy or Path(name).name)).read_bytes())

    def begun(self, name, count, copy=None):
        (self.folder / (copy or name)).write_bytes(self.content(name)[:count])

    def same_tree(self, name, copy):
        wanted, got = tree(self.site / name), tree(self.folder / copy)
        equal(sorted(wanted), sorted(got))
        equal(wanted, got)

    def requests(self, method, path):
        """How many there were for paths that begin so, by the access log, which may be a second late; 0 if there is no log."""
        if self.log is None:
            return 0
        time.sleep(1.5)
        return len(re.findall(rf'"{method} {re.escape(path)}\S* HTTP/1', Path(self.log).read_text()))


def equal(wanted, got):
    if wanted != got:
        raise AssertionError(f'expected {short(wanted)}, but got {short(got)}')


def few(what, most, count):
    if count > most:
        raise AssertionError(f'{count} {what}')


def short(value):
    text = repr(value)
    return text if len(text) < 300 else f'{text[:120]}... ({len(value)}, {hashlib.sha1(text.encode()).hexdigest()[:8]})'


def tree(folder):
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob('*') if file.is_file()}


# ---- programs that download a file

@task('curl')
def goes_on(at):
    at.begun('big.bin', 3 << 20)
    at.run('curl', '-fsS', '-C', '-', '-O', f'{at.url}/big.bin')
    at.same('big.bin')


@task('curl')
def goes_on_and_accepts_gzip(at):
    for name in ('text.txt', 'ready.css'):
        at.begun(name, 1000)
        at.run('curl', '-fsS', '--compressed', '-C', '-', '-O', f'{at.url}/{name}')
        at.same(name)


@task('curl')
def asks_again_by_date_and_by_tag(at):
    for options in (('-R', '-z', 'text.txt'), ('--compressed', '--etag-save', 'tag', '--etag-compare', 'tag')):
        command = ('curl', '-fsS', '-O', '-w', '%{http_code}', *options, f'{at.url}/text.txt')
        equal('200', at.run(*command).strip()[-3:])
        equal('304', at.run(*command).strip()[-3:])
        (at.folder / 'text.txt').unlink()


@task('curl')
def follows_a_redirect(at):
    equal('the folder', at.run('curl', '-fsSL', f'{at.url}/folder'))


@task('curl')
def loads_ten_at_a_time(at):
    at.run('curl', '-fsSZ', '--parallel-max', '10', *[word for i in range(20) for word in ('-o', f'{i}', f'{at.url}/text.txt')])
    for i in range(20):
        at.same('text.txt', f'{i}')


@task('wget')
def goes_on(at):
    at.begun('big.bin', 3 << 20)
    at.run('wget', '-nv', '-c', f'{at.url}/big.bin')
    at.same('big.bin')
    at.run('wget', '-nv', '-c', '--compression=auto', f'{at.url}/big.bin') # has all of it already


@task('wget')
def loads_only_what_is_newer(at):
    at.run('wget', '-nv', '-N', f'{at.url}/text.txt')
    at.same('text.txt')
    equal(True, '304' in at.run('wget', '-N', f'{at.url}/text.txt'))


@task('wget')
def mirrors_a_listing(at):
    at.run('wget', '-nv', '-r', '-np', '-nH', '-R', 'index.html*', '--restrict-file-names=nocontrol', f'{at.url}/tree/', codes=(0, 8)) # 8: no robots.txt
    at.same_tree('tree', 'tree')


@task('wget2', 'wget2')
def loads_in_chunks_and_goes_on(at):
    at.run('wget2', '-q', '--chunk-size=1M', f'{at.url}/big.bin')
    at.same('big.bin')
    at.begun('text.txt', 1000)
    at.run('wget2', '-q', '-c', f'{at.url}/text.txt')
    at.same('text.txt')


@task('aria2', 'aria2c')
def loads_on_eight_connections(at):
    command = ('aria2c', '-q', '-x8', '-s8', '-k1M', '--conditional-get=true', '--allow-overwrite=true', f'{at.url}/big.bin')
    at.run(*command)
    at.same('big.bin')
    at.run(*command)
    at.same('big.bin')


@task('axel', 'axel')
def loads_on_eight_connections(at):
    at.run('axel', '-q', '-n', '8', f'{at.url}/big.bin')
    at.same('big.bin')


@task('lftp', 'lftp')
def loads_on_five_connections(at):
    at.run('lftp', '-c', f'pget -n 5 {at.url}/big.bin')
    at.same('big.bin')


@task('lftp', 'lftp')
def mirrors_a_listing(at):
    at.run('lftp', '-c', f'open {at.url}; mirror tree copy')
    at.same_tree('tree', 'copy')


@task('httrack', 'httrack')
def mirrors_a_listing(at):
    at.run('httrack', f'{at.url}/tree/inner/', '-O', 'copy', '-q', '-N4', '-s0')
    got = {file.read_bytes() for file in (at.folder / 'copy').rglob('*.txt')}
    equal(set(), set(tree(at.site / 'tree/inner').values()) - got)


@task('rclone', 'rclone')
def copies_a_folder(at):
    command = ('rclone', 'copy', '--config', 'none', '--http-url', at.url, ':http:tree', 'copy')
    at.run(*command)
    at.same_tree('tree', 'copy')
    at.run(*command)


@task('zsync', 'zsync')
def loads_the_blocks_that_differ(at):
    before = at.requests('GET', '/zsync.new')
    at.run('zsync', '-q', '-i', at.site / 'zsync.old', f'{at.url}/zsync.new.zsync')
    at.same('zsync.new')
    few('requests', 30, at.requests('GET', '/zsync.new') - before)


@task('zchunk', 'zckdl')
def loads_the_chunks_that_differ(at):
    shutil.copy(at.site / 'zchunk.old.zck', at.folder)
    at.run('zckdl', '-s', 'zchunk.old.zck', f'{at.url}/zchunk.new.zck')
    at.same('zchunk.new.zck')


# ---- package managers

@task('git', 'git')
def clones_without_a_smart_server(at):
    at.run('git', 'clone', '-q', f'{at.url}/repo.git', 'copy')
    equal('2\n', (at.folder / 'copy' / '2.txt').read_text())


@task('apt', 'apt-get')
def updates_twice_and_downloads(at):
    (at.folder / 'list').write_text(f'deb [trusted=yes] {at.url}/debian ./\n')
    for name in ('state/lists/partial', 'cache/archives/partial', 'dpkg'):
        (at.folder / name).mkdir(parents=True)
    (at.folder / 'dpkg/status').touch()
    options = [word for option in ('Dir::Etc::sourcelist=' + str(at.folder / 'list'), 'Dir::Etc::sourceparts=-', f'Dir::State={at.folder}/state',
                                   f'Dir::State::status={at.folder}/dpkg/status', f'Dir::Cache={at.folder}/cache', 'APT::Sandbox::User=root')
               for word in ('-o', option)]
    at.run('apt-get', *options, 'update')
    equal(True, 'Hit:' in at.run('apt-get', *options, 'update'))
    at.run('apt-get', *options, 'download', 'tailgate-one', 'tailgate-two', 'tailgate-three')
    equal(3, len(list(at.folder.glob('*.deb'))))


@task('pip')
def finds_wheels_in_a_listing(at):
    pip = (sys.executable, '-m', 'pip', 'download', '-q', '--disable-pip-version-check', '--no-deps', '--no-cache-dir')
    for source in (('--no-index', '--find-links', f'{at.url}/wheels/'), ('--index-url', f'{at.url}/simple')):
        at.run(*pip, *source, '-d', source[0], 'demo')
        equal(1, len(list((at.folder / source[0]).glob('demo*.whl'))))


@task('maven', 'mvn')
def gets_an_artifact(at):
    repository = Path.home() / '.m2/repository' # has the plug-in, perhaps; the artifact must not stay there
    (at.folder / 'settings.xml').write_text('<settings/>')
    with open(Path(tempfile.gettempdir()) / 'tailgate-clients.lock', 'w') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        shutil.rmtree(repository / 'demo/demo', ignore_errors=True)
        at.run('mvn', '-B', '-q', '-s', 'settings.xml', 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get',
               '-Dartifact=demo:demo:1.0', '-Dtransitive=false', f'-DremoteRepositories=site::default::{at.url}/maven',
               f'-Dmaven.repo.local={repository}', timeout=120)
        loaded = (repository / 'demo/demo/1.0/demo-1.0.jar').read_bytes()
        shutil.rmtree(repository / 'demo/demo')
    equal(at.content('maven/demo/demo/1.0/demo-1.0.jar'), loaded)


# ---- data

@task('DuckDB')
def reads_tables(at):
    import duckdb, duckdb_extension_httpfs
    db = duckdb.connect()
    db.load_extension(str(next(Path(duckdb_extension_httpfs.__file__).parent.rglob('httpfs.duckdb_extension'))))
    for name in ('table.parquet', 'table.csv', 'packed.csv.gz'):
        equal([(50_000,)], db.sql(f"select count(*) from '{at.url}/{name}'").fetchall())
    equal([(7,)], db.sql(f"select count(distinct b) from '{at.url}/table.parquet' where a > 100").fetchall())


@task('GDAL', 'gdalinfo')
def reads_a_picture(at):
    before = at.requests('HEAD', '/tree')
    at.run('gdalinfo', f'/vsicurl/{at.url}/tree.tif')
    few('requests for side files', 5, at.requests('HEAD', '/tree') - before) # dozens if it cannot read the listing of the folder


# ---- libraries

PART = 'bytes=1000-1999'


def part(at, name='text.txt'):
    return at.content(name)[1000:2000]


@task('requests')
def reads_a_part(at):
    import requests
    for name in ('text.txt', 'ready.css', 'big.bin'):
        answer = requests.get(f'{at.url}/{name}', headers={'Range': PART}, timeout=20)
        equal((206, part(at, name)), (answer.status_code, answer.content))
        equal(at.content(name), requests.get(f'{at.url}/{name}', timeout=20).content)
    for empty in ('bytes=0-', 'bytes=0-0', 'bytes=-5'):
        answer = requests.get(f'{at.url}/empty.txt', headers={'Range': empty}, timeout=20)
        equal((200, b''), (answer.status_code, answer.content))


@task('httpx')
def reads_a_part(at):
    import httpx
    for name in ('text.txt', 'ready.css'):
        answer = httpx.get(f'{at.url}/{name}', headers={'Range': PART})
        equal((206, part(at, name)), (answer.status_code, answer.content))


@task('aiohttp')
def reads_a_part(at):
    import aiohttp

    async def read(name):
        async with aiohttp.ClientSession() as session, session.get(f'{at.url}/{name}', headers={'Range': PART}) as answer:
            return answer.status, await answer.read()
    for name in ('text.txt', 'ready.css'):
        equal((206, part(at, name)), asyncio.run(read(name)))


@task('urllib3')
def reads_a_part(at):
    import urllib3
    for accept in ({}, {'Accept-Encoding': 'gzip'}):
        answer = urllib3.request('GET', f'{at.url}/text.txt', headers={'Range': PART, **accept})
        equal((206, part(at)), (answer.status, answer.data))


@task('urllib')
def reads_a_part(at):
    with urllib.request.urlopen(urllib.request.Request(f'{at.url}/text.txt', headers={'Range': PART}), timeout=20) as answer:
        equal((206, part(at)), (answer.status, answer.read()))


@task('fsspec')
def seeks_lists_and_globs(at):
    import fsspec
    http = fsspec.filesystem('http', skip_instance_cache=True)
    with http.open(f'{at.url}/text.txt', block_size=1000) as file:
        file.seek(1000)
        equal(part(at), file.read(1000))
    equal(True, http.exists(f'{at.url}/text.txt'))
    equal(['plain.txt'], [name.rsplit('/', 1)[1] for name in http.glob(f'{at.url}/tree/p*n.txt')])
    equal(True, f'{at.url}/tree/inner/' in http.ls(f'{at.url}/tree/', detail=False))


@task('httpie')
def goes_on(at):
    at.begun('text.txt', 1000)
    at.run(sys.executable, '-m', 'httpie', '--ignore-stdin', '-d', '-c', '-o', 'text.txt', f'{at.url}/text.txt')
    at.same('text.txt')


@task('Node.js', 'node')
def reads_a_part(at):
    at.run('node', '-e', f"""fetch('{at.url}/text.txt', {{headers: {{Range: '{PART}'}}}})
        .then(r => r.arrayBuffer()).then(b => require('fs').writeFileSync('part', Buffer.from(b)))""")
    equal(part(at), (at.folder / 'part').read_bytes())


@task('npm', 'npm')
def installs_a_package(at):
    # The description of a package names the host from which it is loaded, so it cannot be made before the server runs.
    at.run('npm', 'install', '--silent', '--no-audit', '--no-fund', '--cache', at.folder / 'cache', f'{at.url}/npm/demo-1.0.0.tgz')
    equal('module.exports = 42\n', (at.folder / 'node_modules/demo/index.js').read_text())


# ---- clients that take their time

SLOW_SECONDS = 80 # longer than the server waits for a client that takes nothing


def slow_readers(at):
    """At rates at which the kernel reports no room for longer than that."""
    readers = [threading.Thread(target=collect, args=(failures := [], wget_slowly, at, rate)) for rate in ('10k', '40k')]
    readers += [threading.Thread(target=collect, args=(failures, read_slowly, at, rate)) for rate in (5_000, 20_000)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    equal([], failures)


def collect(failures, function, *arguments):
    try:
        function(*arguments)
    except Exception as e:
        failures.append(f'{function.__name__} {arguments[-1]}: {e!r}')


def wget_slowly(at, rate):
    try:
        at.run('wget', '-nv', '-O', '/dev/null', '--tries=1', f'--limit-rate={rate}', f'{at.url}/huge.bin', timeout=SLOW_SECONDS)
        raise AssertionError('too fast')
    except subprocess.TimeoutExpired:
        pass # it was still loading


def read_slowly(at, rate):
    begin, count = time.monotonic(), 0
    with urllib.request.urlopen(f'{at.url}/huge.bin', timeout=30) as answer:
        while time.monotonic() - begin < SLOW_SECONDS:
            count += len(answer.read(rate // 4))
            time.sleep(max(0, begin + count / rate - time.monotonic()))


def perform(name, needs, function, site, url, log):
    if needs is not None and shutil.which(needs) is None:
        return 'skipped', f'there is no {needs}'
    with tempfile.TemporaryDirectory() as folder:
        try:
            function(Place(site, url, log, Path(folder)))
            return 'passed', ''
        except ImportError as e:
            return 'skipped', str(e)
        except Exception as e: # each is a result
            return 'failed', f'{type(e).__name__}: {e}'


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('site', type=Path)
    options.add_argument('url')
    options.add_argument('--log')
    options.add_argument('--slow', action='store_true', help='also has clients read slowly, for 80 s')
    options.add_argument('--only', default='', help='the tasks whose names begin so')
    asked = options.parse_args()
    slow = []
    if asked.slow:
        reader = threading.Thread(target=lambda: slow.append(perform('', 'wget', slow_readers, asked.site, asked.url, None)))
        reader.start()
    counts = {'passed': 0, 'failed': 0, 'skipped': 0}
    for name, needs, function in TASKS:
        if name.startswith(asked.only):
            tell(counts, name, *perform(name, needs, function, asked.site, asked.url, asked.log))
    if asked.slow:
        reader.join()
        tell(counts, SLOW, *slow[0])
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    sys.exit(1 if counts['failed'] else 0)


def tell(counts, name, outcome, why):
    counts[outcome] += 1
    print(f'  {outcome:8}{name}{": " if why else ""}{why}', flush=True)


main()
