#!/usr/bin/env python3
"""Makes the site that the clients of build/clients/tasks.py download: site.py FOLDER, which must be new."""
import gzip, hashlib, os, random, subprocess, sys, zipfile
from pathlib import Path

MIB = 1 << 20
NAMES = ['plain.txt', 'with space.txt', "quote's.txt", 'colon:name.txt', 'plus+and&.txt', 'hundred%.txt', 'ü.txt']


def run(*command, cwd=None):
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)


def files(root, noise):
    (root / 'big.bin').write_bytes(noise.randbytes(8 * MIB))
    with (root / 'huge.bin').open('wb') as huge: # more than a kernel keeps for a client; takes no room on the disk
        huge.truncate(100 * MIB)
    (root / 'text.txt').write_text(''.join(f'line {i} of a text that can be compressed\n' for i in range(5000)))
    (root / 'empty.txt').touch()
    (root / 'folder').mkdir()
    (root / 'folder' / 'index.html').write_text('the folder')
    ready = root / 'ready.css' # with a sibling that a build tool has left
    ready.write_text('body { color: red }\n' * 3000)
    (root / 'ready.css.gz').write_bytes(gzip.compress(ready.read_bytes(), mtime=0))
    for folder in ('tree', 'tree/inner'):
        (root / folder).mkdir()
        for name in NAMES:
            (root / folder / name).write_text(f'{folder}/{name}\n' * 50)


def zsync(root, noise):
    """The old file differs in 290 places. The client asks for up to 20 ranges in one request."""
    new = noise.randbytes(24 * MIB)
    old = bytearray(new)
    for place in range(290):
        old[place * 80_000 + 1000] ^= 1
    (root / 'zsync.new').write_bytes(new)
    (root / 'zsync.old').write_bytes(old)
    run('zsyncmake', '-q', '-b', '2048', '-u', 'zsync.new', '-o', 'zsync.new.zsync', 'zsync.new', cwd=root)


def zchunk(root, noise):
    words = [noise.randbytes(20).hex() for _ in range(3000)]
    old = '\n'.join(noise.choice(words) for _ in range(60_000))
    lines = old.split('\n')
    for place in range(0, len(lines), 1500):
        lines[place] = 'changed'
    for name, text in (('old', old), ('new', '\n'.join(lines))):
        (root / f'zchunk.{name}').write_text(text)
        run('zck', f'zchunk.{name}', '-o', f'zchunk.{name}.zck', cwd=root)


def git(root):
    work = root / 'work'
    run('git', 'init', '-q', '-b', 'main', str(work))
    identity = ('-c', 'user.name=nobody', '-c', 'user.email=nobody@localhost')
    for number in range(3):
        (work / f'{number}.txt').write_text(f'{number}\n')
        run('git', 'add', '.', cwd=work)
        run('git', *identity, 'commit', '-q', '-m', f'Add {number}', cwd=work)
    run('git', 'clone', '-q', '--bare', str(work), str(root / 'repo.git'))
    run('git', 'repack', '-adq', cwd=root / 'repo.git')
    run('git', 'update-server-info', cwd=root / 'repo.git')


def apt(root):
    """A flat repository with three packages."""
    folder, packages = root / 'debian', []
    folder.mkdir()
    for name in ('one', 'two', 'three'):
        content = root / f'content-{name}' / 'DEBIAN'
        content.mkdir(parents=True)
        control = f'Package: tailgate-{name}\nVersion: 1+2\nArchitecture: all\nMaintainer: nobody\nDescription: {name}\n'
        (content / 'control').write_text(control)
        file = folder / f'tailgate-{name}_1+2_all.deb'
        run('dpkg-deb', '--root-owner-group', '-b', str(content.parent), str(file))
        packages.append(f'{control}Filename: ./{file.name}\nSize: {file.stat().st_size}\nSHA256: {sha256(file)}\n')
    index = folder / 'Packages'
    index.write_text('\n'.join(packages))
    (folder / 'Release').write_text(f'SHA256:\n {sha256(index)} {index.stat().st_size} Packages\n')


def sha256(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def python_package(root):
    wheels, simple = root / 'wheels', root / 'simple' / 'demo'
    wheels.mkdir()
    simple.mkdir(parents=True)
    name = 'demo-1.0-py3-none-any.whl'
    with zipfile.ZipFile(wheels / name, 'w') as wheel:
        wheel.writestr('demo.py', 'answer = 42\n')
        wheel.writestr('demo-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\nName: demo\nVersion: 1.0\n')
        wheel.writestr('demo-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n')
        wheel.writestr('demo-1.0.dist-info/RECORD', '')
    (simple / name).write_bytes((wheels / name).read_bytes())


def maven_artifact(root):
    folder = root / 'maven' / 'demo' / 'demo' / '1.0'
    folder.mkdir(parents=True)
    jar, pom = folder / 'demo-1.0.jar', folder / 'demo-1.0.pom'
    with zipfile.ZipFile(jar, 'w') as archive:
        archive.writestr('demo.txt', 'demo\n')
    pom.write_text('<project><modelVersion>4.0.0</modelVersion><groupId>demo</groupId>'
                   '<artifactId>demo</artifactId><version>1.0</version></project>')
    for file in (jar, pom):
        Path(f'{file}.sha1').write_text(hashlib.sha1(file.read_bytes()).hexdigest())


def npm_package(root):
    package = root / 'npm' / 'package'
    package.mkdir(parents=True)
    (package / 'package.json').write_text('{"name": "demo", "version": "1.0.0", "main": "index.js"}')
    (package / 'index.js').write_text('module.exports = 42\n')
    run('tar', 'czf', 'demo-1.0.0.tgz', 'package', cwd=package.parent)


def tables(root):
    (root / 'table.csv').write_text('a,b\n' + ''.join(f'{i},{i % 7}\n' for i in range(50_000)))
    (root / 'packed.csv.gz').write_bytes(gzip.compress((root / 'table.csv').read_bytes()))
    import duckdb
    duckdb.sql(f"copy (select * from read_csv('{root}/table.csv')) to '{root}/table.parquet' (row_group_size 5000)")


def picture(root):
    run('gdal_create', '-q', '-of', 'GTiff', '-outsize', '3000', '3000', '-co', 'TILED=YES', '-burn', '1', str(root / 'tree.tif'))


def main():
    root, noise = Path(sys.argv[1]), random.Random(1)
    root.mkdir()
    files(root, noise)
    zsync(root, noise)
    zchunk(root, noise)
    git(root)
    apt(root)
    python_package(root)
    maven_artifact(root)
    npm_package(root)
    tables(root)
    picture(root)
    for number, file in enumerate(sorted(root.rglob('*'))): # each file has a time of its own
        os.utime(file, (1_700_000_000 + number, 1_700_000_000 + number))


main()
