#!/usr/bin/env bash
#
# Tests build/migrate-runs.py with archives as labs before experiments were files have written them.

set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/run" "$work/users" "$work/other"

gzip >"$work/run/runs.jsonl.gz" <<'END'
{"schema":2,"experiment":"warm-up","environment":{},"plan":{"stages":["threadpool","singlethreaded"],"cached":[true,false],"users":16,"duration":"PT15S","blocks":{"count":1,"seed":7},"perSecond":2000.0}}
{"run":{"stage":"threadpool","cached":true,"block":1},"measured":{"name":"threadpool, AOT cache","perSecond":1999.5},"answered":[1,2],"p99":[3,4],"cpuMicros":[5.5,"NaN"],"settled":{"settled":false,"seconds":15}}
{"failed":"block-1/threadpool","why":"it has ended"}
END
gzip >"$work/other/runs.jsonl.gz" <<'END'
{"schema":2,"experiment":"choose","environment":{},"plan":{}}
END
gzip >"$work/users/runs.jsonl.gz" <<'END'
{"schema":2,"experiment":"scale","environment":{},"plan":{"name":"scale","question":"What?","stages":["threadpool"],"arguments":[],"path":"/data.json","users":[16,1000],"keepAlive":[true],"duration":"PT5S","blocks":{"count":2,"seed":7},"focus":{"stages":[],"fewer":[16],"twin":"threadpool","blocks":3},"parts":[{"name":"rust-burst","stages":["threadpool"],"arguments":["--simulate-cpu","100us"],"own":{"threadpool":["--workers","8","--queue-kind","lock"]},"path":"/page.txt","fileSize":1024,"keepAlive":[false],"users":[2],"twin":"threadpool","twinUsers":[2]}],"fileSize":null,"stageArguments":{}}}
{"run":{"stage":"threadpool","users":1000,"keepAlive":true,"block":1,"twin":false,"part":null},"measured":{"name":"a"},"settled":{"settled":true,"seconds":20},"p99":null}
{"run":{"stage":"threadpool","users":16,"keepAlive":true,"block":1,"twin":true,"part":null},"measured":{"name":"b"},"settled":{"settled":false,"seconds":60},"p99":null}
{"run":{"stage":"threadpool","users":2,"keepAlive":false,"block":2,"twin":false,"part":"rust-burst"},"measured":{"name":"c"},"settled":{"settled":true,"seconds":30},"p99":null}
END
cp "$work/other/runs.jsonl.gz" "$work/other/before"

said=$(build/migrate-runs.py "$work/run" "$work/users" "$work/other")
[ "$said" = "$work/run: brought up to date
$work/users: brought up to date
$work/other: stays as it is" ] || { echo "migrate-runs-test: it said $said" >&2 && exit 1; }
cmp "$work/other/runs.jsonl.gz" "$work/other/before"

gzip -dc "$work/run/runs.jsonl.gz" | python3 -c '
import json, sys
heading, result, failure = map(json.loads, sys.stdin)
plan = heading["plan"]
assert plan["load"] == "open model, 2,000 requests/s, GET /data.json from the first request of a JVM on", plan
names = [variant["name"] for variant in plan["variants"]]
assert names == ["singlethreaded", "singlethreaded, AOT cache", "threadpool", "threadpool, AOT cache"], names
assert [variant["base"] for variant in plan["variants"]] == [None, "singlethreaded", None, "threadpool"]
assert result["run"] == {"variant": names[3], "at": names[3], "block": 1, "twin": False}, result
assert result["measured"] == {"name": "threadpool, AOT cache", "perSecond": 1999.5}, result
assert result["seconds"] == {"answered": [1, 2], "p99": [3, 4], "cpuMicros": [5.5, "NaN"]}, result
assert failure == {"failed": "block-1/threadpool", "why": "it has ended"}, failure
'
gzip -dc "$work/users/runs.jsonl.gz" | python3 -c '
import json, sys
heading, most, twin, part = map(json.loads, sys.stdin)
plan = heading["plan"]
assert plan["load"] == (
    "closed model, GET /data.json for 5 s after 2 s of warm-up; rust-burst: threadpool"
    " --simulate-cpu 100us --workers 8 --queue-kind lock, GET /page.txt (1,024 bytes), connections new"
    "; 2 blocks in random order (seed 7)"
    "; 2 of 3 servers settled before they were measured, after 30 s in the median"), plan
names = [variant["name"] for variant in plan["variants"]]
burst = "rust-burst: threadpool, 2 users, new connections"
assert names == ["threadpool, 16 users", "threadpool, 1,000 users", burst], names
assert [variant["changed"] for variant in plan["variants"]] == [None, None, None], plan
assert plan["variants"][2]["setting"] == {
    "stage": "threadpool", "users": "2", "connections": "new", "part": "rust-burst"}, plan
assert plan["twins"] == ["threadpool, 16 users"], plan
assert most["run"] == {"variant": names[1], "at": "threadpool", "block": 1, "twin": False}, most
assert twin["run"] == {"variant": names[0], "at": "threadpool", "block": 1, "twin": True}, twin
assert part["measured"] == {"name": "c"} and part["settled"] == {"settled": True, "seconds": 30}, part
'
cp "$work/run/runs.jsonl.gz" "$work/run/before"
build/migrate-runs.py "$work/run" >/dev/null
cmp "$work/run/runs.jsonl.gz" "$work/run/before"
echo 'migrate-runs-test: old archives are brought up to date, once'
