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

# What most variants do not have.
PLAIN = {
    "java": "",
    "arguments": [],
    "jvm": [],
    "rare": None,
    "base": None,
    "idle": 0,
    "slowReaders": 0,
    "background": 0,
    "line": None,
    "requests": None,
    "blocks": None,
}


def warm_up(plan):
    """Returns the plan of today, and a function for the results, of a plan of warm-up."""
    model = "open model, {:,.0f} requests/s" if plan.get("perSecond") else "closed model, {1} users"
    load = model.format(plan.get("perSecond"), plan["users"])
    variants = []
    for stage in sorted(plan["stages"], key=STAGES.index):
        for cached in sorted(plan["cached"]):
            name = name_of(stage, cached)
            variants.append({
                **PLAIN,
                "name": name,
                "server": name,
                "setting": {"stage": stage, "aot": str(cached).lower()},
                "stage": stage,
                "jvm": ["{aot-cache}"] if cached else [],
                "path": "/data.json",
                "warmUp": "/data.json",
                "base": stage if cached and False in plan["cached"] else None,
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
                    **PLAIN,
                    "name": name,
                    "server": name,
                    "setting": {
                        "queue": kind,
                        "workers": str(workers),
                        "connections": "kept" if keep else "new",
                    },
                    "stage": "threadpool",
                    "arguments": ["--workers", str(workers), "--queue-kind", kind]
                    + (["--simulate-cpu", computing] if computing and not keep else [])
                    + added.get("threadpool", []),
                    "path": path,
                    "warmUp": path,
                    "requests": {"users": None, "areNewConnections": not keep, "headers": {}},
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


# The work of the parts that repeat an origin: the arguments of each stage, the path and the size of its file.
ORIGINS = {
    "rust-pool": ({"threadpool": "--workers 8 --queue-kind lock --simulate-cpu 100us"}, "/page.txt", 1024),
    "rust-burst": (
        {
            "threadpool": "--simulate-cpu 100us --workers 8 --queue-kind lock",
            "adaptive-pool": "--simulate-cpu 100us --min-workers 8 --policy ladder",
        },
        "/page.txt",
        1024,
    ),
    "rust-submit": (
        {"adaptive-pool": "--min-workers 8 --policy ladder --decide-by submitter --simulate-cpu 100us"},
        "/page.txt",
        1024,
    ),
    "c-server": (
        {
            "threadpool": "--workers 40 --dispatch connection --queue-kind semaphores --cache lru"
            " --access-log {raw}/access.log --simulate-cpu 200us"
        },
        "/page.txt",
        1024,
    ),
    "threads-text": (
        {"singlethreaded": "--simulate-io 100ms", "thread-per-request": "--simulate-io 100ms"},
        "/hello.txt",
        12,
    ),
}

# What the comparison of stages asks for.
COMPARED = {
    "slow-handler": ("--simulate-io 100ms", "/logo.svg"),
    "scale": ("", "/data.json"),
    "fan-out": ("--simulate-io 333ms --simulate-io 333ms --simulate-io 333ms", "/logo.svg"),
}


def sweep(plan, results):
    """The same for scale, slow-handler and fan-out. Arms are those of the results, in the order of the tables."""
    parts = {part["name"]: part for part in plan.get("parts") or []}
    added = plan.get("stageArguments") or {}
    runs = {name_of_sweep(result["run"]): result["run"] for result in results}
    variants = []
    for name, run in sorted(runs.items(), key=lambda entry: place_of(entry[1])):
        part = parts.get(run.get("part"))
        stage = run["stage"]
        work = part or plan
        usual = merged(work["arguments"], part["own"].get(stage, []) if part else [])
        size = work.get("fileSize")
        if part:
            stages, path, file = ORIGINS[part["name"]]
            original = (stages[stage].split(" "), path, file) == (usual, work["path"], size)
        else:
            own, path = COMPARED[plan["name"]]
            original = (own.split(), path, None) == (usual, work["path"], size)
        setting = {
            "stage": stage,
            "users": str(run["users"]),
            "connections": "kept" if run["keepAlive"] else "new",
        }
        if part:
            setting["part"] = part["name"]
        variants.append({
            **PLAIN,
            "name": name,
            "server": server_of_sweep(run),
            "setting": setting,
            "stage": stage,
            "arguments": [word.replace("{raw}", "{folder}") for word in merged(usual, added.get(stage, []))],
            "path": work["path"],
            "warmUp": work["path"],
            "requests": {"users": run["users"], "areNewConnections": not run["keepAlive"], "headers": {}},
            "file": size,
            "changed": None if original and stage not in added else True,
        })
    migrated = {
        "name": plan["name"],
        "question": plan["question"],
        "load": load_of_sweep(plan, results),
        "handler": None,
        "javas": {},
        "variants": variants,
        "traffic": {
            "users": max(variant["requests"]["users"] for variant in variants),
            "perSecond": None,
            "rareShare": 0.0,
            "warmUp": "PT2S",
            "time": plan["duration"],
            "giveUp": "PT30S",
            "leastTime": None,
            "newConnections": False,
        },
        "twins": sorted({name_of_sweep(result["run"]) for result in results if result["run"]["twin"]}),
        "settles": plan["focus"] is not None,
        "blocks": plan["blocks"],
        "remarks": [],
        "ownFile": None,
    }
    return migrated, of_sweep


def place_of(run):
    stage = STAGES.index(run["stage"]) if run["stage"] in STAGES else len(STAGES)
    return (run.get("part") or "", not run["keepAlive"], run["users"], stage)


def name_of_sweep(run):
    part = run["part"] + ": " if run.get("part") else ""
    return "{}{}, {:,} users{}".format(part, run["stage"], run["users"], "" if run["keepAlive"] else ", new connections")


def server_of_sweep(run):
    return " ".join(filter(None, [run["stage"], run.get("part")]))


def merged(usual, added):
    """Returns arguments and further ones, which replace those with the same name."""
    names = {word.split("=")[0] for word in added if word.startswith("-")}
    left, replaced = [], False
    for word in usual:
        if word.startswith("-"):
            replaced = word.split("=")[0] in names
        if not replaced:
            left.append(word)
    return left + added


def load_of_sweep(plan, results):
    """Returns the line of the old report, which says all: also the blocks, and how the servers settled."""
    seconds = plan["duration"].removeprefix("PT").removesuffix("S")
    size = " ({:,} bytes)".format(plan["fileSize"]) if plan.get("fileSize") else ""
    blocks = plan["blocks"]
    states = {}
    for result in results:
        run = result["run"]
        server = (run["block"], server_of_sweep(run), run["twin"])
        states.setdefault(server, result.get("settled"))
    known = [state for state in states.values() if state]
    added = plan.get("stageArguments") or {}
    return "closed model, {}for {} s after 2 s of warm-up{}{}; {} in random order (seed {}){}".format(
        "GET " + plan["path"] + size + " " if plan["stages"] else "",
        seconds,
        "".join("; " + part_in_words(part) for part in plan.get("parts") or []),
        "; with --stage-args " + "; ".join(
            stage + " " + " ".join(words) for stage, words in sorted(added.items())) if added else "",
        "1 block" if blocks["count"] == 1 else "{} blocks".format(blocks["count"]),
        blocks["seed"],
        "; {} of {} servers settled before they were measured, after {} s in the median".format(
            sum(state["settled"] for state in known),
            len(known),
            sorted(state["seconds"] for state in known)[len(known) // 2],
        ) if known else "",
    )


def part_in_words(part):
    servers = []
    for stage in part["stages"]:
        words = " ".join(merged(part["arguments"], part["own"].get(stage, [])))
        if words not in servers:
            servers.append(words)
    return "{}: {} {}, GET {}{}, connections {}".format(
        part["name"],
        " and ".join(part["stages"]),
        " and ".join(servers).replace("{raw}/", ""),
        part["path"],
        " ({:,} bytes)".format(part["fileSize"]) if part.get("fileSize") else "",
        " and ".join("kept" if keep else "new" for keep in part["keepAlive"]),
    )


def of_sweep(result):
    run = result["run"]
    return {
        "run": {
            "variant": name_of_sweep(run),
            "at": server_of_sweep(run),
            "block": run["block"],
            "twin": run["twin"],
        },
        "measured": result["measured"],
        "settled": result["settled"],
        "p99": result["p99"],
        "rare": None,
        "footprints": None,
    }


EXPERIMENTS = {
    "handoff": lambda plan, results: handoff(plan),
    "warm-up": lambda plan, results: warm_up(plan),
    "scale": sweep,
    "slow-handler": sweep,
    "fan-out": sweep,
}


def migrate(path):
    """Returns whether an archive was an old one, which is then replaced."""
    with gzip.open(path, "rt", encoding="utf-8") as archive:
        lines = [json.loads(line) for line in archive]
    heading = lines[0]
    known = EXPERIMENTS.get(heading["experiment"])
    if known is None or "variants" in heading["plan"]:
        return False
    heading["plan"], migrated = known(heading["plan"], [line for line in lines[1:] if "measured" in line])
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
