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
mkdir "$work/burst" "$work/overload"
gzip >"$work/burst/runs.jsonl.gz" <<'END'
{"schema":2,"experiment":"burst","environment":{},"plan":{"warmUp":"PT15S","settle":"PT1S","quiet":"PT35S","spike":"PT1S","coolDown":"PT3S","cycles":1,"rehearsals":3,"blocks":{"count":2,"seed":7},"work":{"path":"/logo.svg","fileSize":null,"arms":["none new adaptive-pool --min-workers 8 --max-workers 64","none new threadpool --workers 64","none new threadpool --workers 8"]}}}
{"workload":"none","keepAlive":false,"trial":1,"role":"FIXED_64","stage":"threadpool","spikes":{"count":30,"failed":0,"p99":5},"calm":{"count":9,"failed":0,"p99":4},"spikeCurve":[5],"health":{},"startEpochMillis":1000,"latency":{"windowMillis":28000,"count":[1,2]},"server":{},"stats":{},"conditions":null,"arrivals":{"law":"POISSON","seed":7},"twin":false,"each":[{"cycle":1,"p99":5,"workers":64.0,"core":0}]}
{"workload":"none","keepAlive":false,"trial":2,"role":"ADAPTIVE","stage":"adaptive-pool","spikes":{"count":30,"failed":0,"p99":5},"calm":{"count":9,"failed":0,"p99":4},"spikeCurve":[5],"health":{},"startEpochMillis":1000,"latency":{"windowMillis":28000,"count":[1,2]},"server":{},"stats":{},"conditions":null,"arrivals":{"law":"POISSON","seed":8},"twin":true,"each":[{"cycle":1,"p99":5,"workers":9.0,"core":8}]}
END
gzip >"$work/overload/runs.jsonl.gz" <<'END'
{"schema":2,"experiment":"overload","environment":{},"plan":{"stages":["threadpool","event-loop"],"policies":["CODEL"],"handlers":["WAITS"],"clients":["LEAVE","HALF_RETRY"],"loads":[0.5,2.0,3.0],"patience":"PT0.1S","closed":"PT4S","runIn":"PT1.5S","step":"PT2S","after":"PT12S","settles":true,"blocks":{"count":10,"seed":7},"stageArguments":{"threadpool":["--turn","500us"]}}}
{"run":{"stage":"threadpool","policy":"CODEL","handler":"WAITS","clients":"HALF_RETRY","block":1,"twin":true},"capacity":800.0,"closed":{"count":9},"ceiling":null,"steps":[{"load":0.5,"seconds":2.0,"arrivals":800,"inTime":800,"refused":0,"gaveUp":0,"admitted":{"count":800},"lagP99Micros":9,"blocked":0,"lostBefore":null},{"load":2.0,"seconds":2.0,"arrivals":3200,"inTime":1600,"refused":1600,"gaveUp":0,"admitted":{"count":1600},"lagP99Micros":9,"blocked":0,"lostBefore":null,"persistent":{"answered":1,"failed":2}},{"load":3.0,"seconds":2.0,"arrivals":4800,"inTime":1600,"refused":3200,"gaveUp":0,"admitted":{"count":1600},"lagP99Micros":9,"blocked":0,"lostBefore":0.5}],"begin":{"load":2.0,"seconds":1.5,"arrivals":2400,"inTime":1200,"refused":1200,"gaveUp":0,"admitted":{"count":1200},"lagP99Micros":9,"blocked":0,"lostBefore":null},"after":{"load":0.5,"seconds":12.0,"arrivals":4800,"inTime":4800,"refused":0,"gaveUp":0,"admitted":{"count":4800},"lagP99Micros":9,"blocked":0,"lostBefore":null},"recoveryMillis":100,"settled":null,"measured":{"name":"as before"}}
END
build/migrate-runs.py "$work/burst" "$work/overload" >/dev/null
gzip -dc "$work/burst/runs.jsonl.gz" | python3 -c '
import json, sys
heading, fixed, adaptive = map(json.loads, sys.stdin)
plan = heading["plan"]
assert plan["load"].endswith("after 28000 ms of warm-up with 3 spikes, Poisson arrivals, seed 7, 8 (one for each trial)"), plan
assert [variant["arguments"] for variant in plan["variants"]] == [
    ["--workers", "64"], ["--min-workers", "8", "--max-workers", "64"]], plan
assert [variant["demand"]["smallestPool"] for variant in plan["variants"]] == [None, 8], plan
assert plan["twins"] == ["adaptive-pool, none, new"], plan
assert [part["name"] for part in plan["traffic"]["phases"]["all"] if part["counts"]] == ["else", "spike", "else"], plan
assert fixed["run"] == {"variant": "threadpool of 64, none, new", "at": "threadpool of 64, none, new", "block": 1, "twin": False}
assert fixed["measured"]["startEpochMillis"] == 29000 and fixed["measured"]["latency"]["count"] == [2], fixed
assert fixed["measured"]["perSecond"] == 1.0, fixed
assert [(part["name"], part["all"]["p99"]) for part in fixed["phases"]["each"]] == [("else", 4), ("spike", 5)], fixed
assert adaptive["phases"]["workers"] == 9.0 and adaptive["measured"]["name"].endswith(" (A/A)"), adaptive
'
gzip -dc "$work/overload/runs.jsonl.gz" | python3 -c '
import json, sys
heading, result = map(json.loads, sys.stdin)
plan, phases = heading["plan"], result["phases"]
assert "0.5x, 2x, 3x the capacity of each server, each for 2.0 s; the pulse is 2x for 3.5 s" in plan["load"], plan
assert plan["load"].endswith("after 100 ms; {blocks}; added: threadpool --turn 500us"), plan
names = [variant["name"] for variant in plan["variants"]]
assert names == [
    "waits, threadpool codel", "waits, threadpool codel, half-retry", "waits, event-loop", "waits, event-loop, half-retry",
], names
assert plan["twins"] == [names[1]] and result["run"]["variant"] == names[1], plan
assert plan["variants"][1]["demand"]["retries"] == {"most": 2, "backoffMillis": 0, "share": 0.5}, plan
assert [part["name"] for part in phases["each"]] == ["0.5x", "begin", "2x", "after", "3x"], phases
assert [part["recoveryMillis"] for part in phases["each"]] == [None, None, None, 100, None], phases
assert phases["each"][2]["persistent"] == {"answered": 1, "failed": 2} and phases["each"][4]["lostBefore"] == 0.5, phases
assert phases["capacity"] == {"perSecond": 800.0, "figures": {"count": 9}, "ceiling": None}, phases
assert result["measured"] == {"name": "as before"}, result
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

mkdir "$work/arriving"
gzip >"$work/arriving/runs.jsonl.gz" <<'END'
{"schema":2,"experiment":"evolution","environment":{},"plan":{"users":500,"rampUp":"PT1M3S","path":null,"remark":"a file of 10 bytes","blocks":{"count":2,"seed":7},"arms":["threadpool, no cache","virtual-threads, cold","virtual-threads, cold (A/A)"],"fileSize":10,"stageArguments":{"threadpool":["--workers","8"]}}}
{"run":{"stage":"virtual-threads","cache":"caffeine","block":2,"twin":true,"cold":true},"whole":false,"peakUsers":36,"measured":{"name":"virtual-threads, cold (A/A) (cut short)"}}
END
build/migrate-runs.py "$work/arriving" >/dev/null
gzip -dc "$work/arriving/runs.jsonl.gz" | python3 -c '
import json, sys
heading, result = map(json.loads, sys.stdin)
plan = heading["plan"]
assert plan["load"] == ("500 users in 63 s, one GET /data.json each, after a warm-up that is not counted, "
    "or without one (cold); a file of 10 bytes"), plan["load"]
cold, pool = plan["variants"]
assert cold["setting"] == {"stage": "virtual-threads", "cache": "caffeine", "start": "cold server"}, cold
assert pool["setting"] == {"stage": "threadpool", "cache": "none"}, pool
assert pool["arguments"] == ["--cache", "none", "--workers", "8"], pool
assert [pool["changed"], pool["cold"], cold["cold"]] == [True, None, True], plan
assert plan["twins"] == ["virtual-threads, cold"], plan
name = "virtual-threads, cold"
assert result["run"] == {"variant": name, "at": name, "block": 2, "twin": True}, result
assert result["users"] == {"peak": 36, "whole": False}, result
'

mkdir "$work/back-end"
gzip >"$work/back-end/runs.jsonl.gz" <<'END'
{"schema":2,"experiment":"downstream","environment":{},"plan":{"slots":8,"service":"PT0.04S","giveUp":"PT1S","warmUp":"PT2S","calm":"PT1S","overload":"PT4S","arms":["http-virtual-semaphore","http-pool-8"],"blocks":{"count":2,"seed":7}}}
{"run":{"arm":"http-virtual-semaphore","block":1,"twin":true},"kind":"BOUNDED","measured":{"name":"as before","figures":{"count":9,"failed":3}},"answers":{"count":9},"refused":2,"gaveUp":1,"calm":{"count":4,"failed":0},"after":{"count":3,"failed":1},"backEnd":{"nominal":200.0,"ceiling":198.5}}
END
build/migrate-runs.py "$work/back-end" >/dev/null
gzip -dc "$work/back-end/runs.jsonl.gz" | python3 -c '
import json, sys
heading, result = map(json.loads, sys.stdin)
plan, phases = heading["plan"], result["phases"]
assert plan["load"] == ("open model, GET /data.json; 600 requests a second for 4 s, 100 for 1 s before and after, after "
    "2 s of warm-up; clients give up after 1000 ms; a call takes 40 ms"), plan["load"]
virtual, pool = plan["variants"]
assert virtual["setting"] == {"arm": "http-virtual-semaphore", "kind": "bounded"}, virtual
assert pool["arguments"][4:] == ["--workers", "8", "--queue", "50", "--overload", "reject"], pool
assert pool["backEnd"] == {"kind": "HTTP", "slots": 8, "service": "PT0.04S"}, pool
assert plan["twins"] == ["http-virtual-semaphore"], plan
assert [part["name"] for part in phases["each"]] == ["before", "overload", "after"], phases
assert [phases["each"][1][key] for key in ("refused", "gaveUp", "admitted")] == [2, 1, {"count": 9}], phases
assert phases["backEnd"] == {"nominal": 200.0, "ceiling": 198.5}, phases
'
cp "$work/run/runs.jsonl.gz" "$work/run/before"
build/migrate-runs.py "$work/run" >/dev/null
cmp "$work/run/runs.jsonl.gz" "$work/run/before"
echo 'migrate-runs-test: old archives are brought up to date, once'
