#!/usr/bin/env bash
#
# Tests build/migrate-runs.py with an archive as labs before experiments were files have written it.

set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/run" "$work/other"

gzip >"$work/run/runs.jsonl.gz" <<'END'
{"schema":2,"experiment":"warm-up","environment":{},"plan":{"stages":["threadpool","singlethreaded"],"cached":[true,false],"users":16,"duration":"PT15S","blocks":{"count":1,"seed":7},"perSecond":2000.0}}
{"run":{"stage":"threadpool","cached":true,"block":1},"measured":{"name":"threadpool, AOT cache","perSecond":1999.5},"answered":[1,2],"p99":[3,4],"cpuMicros":[5.5,"NaN"],"settled":{"settled":false,"seconds":15}}
{"failed":"block-1/threadpool","why":"it has ended"}
END
gzip >"$work/other/runs.jsonl.gz" <<'END'
{"schema":2,"experiment":"scale","environment":{},"plan":{}}
END
cp "$work/other/runs.jsonl.gz" "$work/other/before"

said=$(build/migrate-runs.py "$work/run" "$work/other")
[ "$said" = "$work/run: brought up to date
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
cp "$work/run/runs.jsonl.gz" "$work/run/before"
build/migrate-runs.py "$work/run" >/dev/null
cmp "$work/run/runs.jsonl.gz" "$work/run/before"
echo 'migrate-runs-test: an old archive is brought up to date, once'
