#!/usr/bin/env python3
"""Brings archives of runs up to date whose experiment has become a file: migrate-runs.py FOLDER...

The heading of such an archive gets the plan that ./tailgate compare writes today, with all arms, and each result
the form of a result of today. No figure changes. An archive of today, and one of any other experiment, stays as it is.
"""
import gzip
import json
import os
import sys

STAGES = ["singlethreaded", "thread-per-request", "threadpool", "adaptive-pool", "virtual-threads", "event-loop"]


def warm_up(plan):
    """Returns the plan of today, and a function for the results, of a plan of warm-up."""
    model = "open model, {:,.0f} requests/s" if plan.get("perSecond") else "closed model, {1} users"
    load = model.format(plan.get("perSecond"), plan["users"])
    variants = []
    for stage in sorted(plan["stages"], key=STAGES.index):
        for cached in sorted(plan["cached"]):
            name = name_of(stage, cached)
            variants.append({
                "name": name,
                "server": name,
                "setting": {"stage": stage, "aot": str(cached).lower()},
                "java": "",
                "stage": stage,
                "arguments": [],
                "jvm": ["{aot-cache}"] if cached else [],
                "path": "/data.json",
                "warmUp": "/data.json",
                "rare": None,
                "base": stage if cached and False in plan["cached"] else None,
                "idle": 0,
                "slowReaders": 0,
                "background": 0,
                "line": None,
                "requests": None,
            })
    migrated = {
        "name": "warm-up",
        "question": "How slow is the first minute of a server, and what does an AOT cache change?",
        "load": load + ", GET /data.json from the first request of a JVM on",
        "handler": None,
        "javas": {},
        "variants": variants,
        "traffic": {
            "users": plan["users"],
            "perSecond": plan.get("perSecond"),
            "rareShare": 0.0,
            "warmUp": "PT0S",
            "time": plan["duration"],
            "giveUp": "PT10S",
            "leastTime": None,
            "newConnections": False,
        },
        "twin": None,
        "settles": False,
        "blocks": plan["blocks"],
        "remarks": [],
        "ownFile": None,
    }
    return migrated, of_warm_up


def name_of(stage, cached):
    return stage + (", AOT cache" if cached else "")


def of_warm_up(result):
    run = result["run"]
    name = name_of(run["stage"], run["cached"])
    return {
        "run": {"variant": name, "at": name, "block": run["block"], "twin": False},
        "measured": result["measured"],
        "settled": result["settled"],
        "p99": None,
        "rare": None,
        "footprints": None,
        "seconds": {key: result[key] for key in ("answered", "p99", "cpuMicros")},
    }


def handoff(plan):
    """The same for handoff."""
    kept = plan.get("keepAlive") or [True]
    computing = plan.get("computing")
    threads = 8 if plan.get("threads") is None else plan["threads"]
    tests = plan.get("tests") or 1
    added = plan.get("stageArguments") or {}
    path = plan.get("path") or "/ten.txt"
    own = plan.get("path") is not None or plan.get("fileSize") is not None
    size = " ({:,} bytes)".format(plan["fileSize"]) if plan.get("fileSize") else "" if own else " (10 bytes)"
    work = " (--simulate-cpu " + computing + ")" if computing else ""
    load = "closed model, 50 users{}, connections {}, GET {}{}, {}{:,} requests after {:,} of warm-up{}".format(
        " on {} threads".format(threads) if threads else "",
        " and ".join("kept" if keep else "new" + work for keep in kept),
        path,
        size,
        "" if tests == 1 else "{} x ".format(tests),
        plan["requests"],
        plan["requests"],
        "; with --stage-args " + "; ".join(
            stage + " " + " ".join(words) for stage, words in sorted(added.items())) if added else "",
    )
    variants, twins = [], []
    for keep in kept:
        for workers in plan["workers"]:
            for kind in plan["kinds"]:
                name = name_of_queue(kind, workers, not keep)
                variants.append({
                    "name": name,
                    "server": name,
                    "setting": {
                        "queue": kind,
                        "workers": str(workers),
                        "connections": "kept" if keep else "new",
                    },
                    "java": "",
                    "stage": "threadpool",
                    "arguments": ["--workers", str(workers), "--queue-kind", kind]
                    + (["--simulate-cpu", computing] if computing and not keep else [])
                    + added.get("threadpool", []),
                    "jvm": [],
                    "path": path,
                    "warmUp": path,
                    "rare": None,
                    "base": None,
                    "idle": 0,
                    "slowReaders": 0,
                    "background": 0,
                    "line": None,
                    "requests": {"users": None, "areNewConnections": not keep, "headers": {}},
                    "blocks": None,
                    "file": plan.get("fileSize") if own else 10,
                    "changed": True if own or added or (not keep and computing != "100us") else None,
                })
            twin = "lock" if "lock" in plan["kinds"] else plan["kinds"][0]
            twins.append(name_of_queue(twin, workers, not keep))
    migrated = {
        "name": "handoff",
        "question": "Workers wait on conditions, on semaphores, or as on a futex: does it matter?",
        "load": load,
        "handler": None,
        "javas": {},
        "variants": variants,
        "traffic": {
            "users": 50,
            "perSecond": None,
            "rareShare": 0.0,
            "warmUp": "PT0S",
            "time": "PT{}S".format(20 + plan["requests"] // 2000),
            "giveUp": "PT10S",
            "leastTime": None,
            "newConnections": False,
            "counted": {"requests": plan["requests"], "tests": tests},
        },
        "twins": twins if plan["trials"] > 1 else [],
        "settles": plan["trials"] > 1,
        "blocks": {"count": plan["trials"], "seed": plan["seed"]},
        "remarks": [],
        "ownFile": None,
    }
    return migrated, of_handoff


def name_of_queue(kind, workers, new):
    return "{}, {} workers{}".format(kind, workers, ", new connections" if new else "")


def of_handoff(result):
    run = result["run"]
    name = name_of_queue(run["kind"], run["workers"], run.get("newConnections", False))
    return {
        "run": {"variant": name, "at": name, "block": run["trial"], "twin": run.get("twin", False)},
        "measured": result["measured"],
        "settled": None,
        "p99": None,
        "rare": None,
        "footprints": None,
        "seconds": None,
        "tests": result.get("tests") or [result["measured"]["perSecond"]],
    }


EXPERIMENTS = {"handoff": handoff, "warm-up": warm_up}


def migrate(path):
    """Returns whether an archive was an old one, which is then replaced."""
    with gzip.open(path, "rt", encoding="utf-8") as archive:
        lines = [json.loads(line) for line in archive]
    heading = lines[0]
    known = EXPERIMENTS.get(heading["experiment"])
    if known is None or "variants" in heading["plan"]:
        return False
    heading["plan"], migrated = known(heading["plan"])
    lines[1:] = [migrated(line) if "measured" in line else line for line in lines[1:]]
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    with open(path + ".new", "wb") as new:
        # Without a time and a name, so that the same text makes the same file.
        with gzip.GzipFile(filename="", mode="wb", fileobj=new, mtime=0) as archive:
            archive.write(text.encode("utf-8"))
    os.replace(path + ".new", path)
    return True


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: migrate-runs.py FOLDER...")
    for folder in sys.argv[1:]:
        path = os.path.join(folder, "runs.jsonl.gz")
        print(folder + (": brought up to date" if migrate(path) else ": stays as it is"))


if __name__ == "__main__":
    main()
