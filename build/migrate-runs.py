#!/usr/bin/env python3
"""Brings archives of runs up to date whose experiment has become a file: migrate-runs.py FOLDER...

The heading of such an archive gets the plan that ./tailgate compare writes today, with all arms, and each result
the form of a result of today. No figure changes. An archive of today, and one of any other experiment, stays as it is.
"""
import gzip
import json
import os
import re
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


def evolution(plan):
    """The same for evolution."""
    arms = [arm_of_evolution(name) for name in plan["arms"]]
    arms.sort(key=lambda arm: (arm["cache"], STAGES.index(arm["stage"]), arm["cold"]))
    seconds = millis_of(plan["rampUp"]) // 1000
    path = plan.get("path") or "/data.json"
    cold = [arm["cold"] for arm in arms]
    start = "without a warm-up"
    if not all(cold):
        start = "after a warm-up that is not counted" + (", or without one (cold)" if any(cold) else "")
    remark = "; " + plan["remark"] if plan.get("remark") else ""
    usual = plan["users"] == 10000 and seconds == 60 and not plan.get("path") and not remark
    added = plan.get("stageArguments") or {}
    variants = []
    for arm in arms:
        if not arm["twin"]:
            variants.append({
                "name": arm["name"],
                "server": arm["name"],
                "setting": {
                    "stage": arm["stage"],
                    "cache": arm["cache"],
                    **({"start": "cold server"} if arm["cold"] else {}),
                },
                "java": "",
                "stage": arm["stage"],
                "arguments": ["--cache", arm["cache"]] + added.get(arm["stage"], []),
                "jvm": [],
                "path": path,
                "warmUp": path,
                "rare": None,
                "base": None,
                "idle": 0,
                "slowReaders": 0,
                "background": 0,
                "line": None,
                "requests": None,
                "blocks": None,
                "file": plan.get("fileSize"),
                "changed": None if usual else True,
                "cold": True if arm["cold"] else None,
            })
    migrated = {
        "name": "evolution",
        "question": "{:,} users in {} s ask every stage for {}: what breaks first, and what is a cache worth?".format(
            plan["users"], seconds, path),
        "load": "{:,} users in {} s, one GET {} each, {}{}".format(plan["users"], seconds, path, start, remark),
        "handler": None,
        "javas": {},
        "variants": variants,
        "traffic": {
            "users": plan["users"],
            "perSecond": None,
            "rareShare": 0.0,
            "warmUp": "PT0S",
            "time": plan["rampUp"],
            "giveUp": "PT30S",
            "leastTime": None,
            "newConnections": False,
            "counted": None,
            "arriving": True,
        },
        "twins": [arm["name"] for arm in arms if arm["twin"]],
        "settles": False,
        "blocks": plan["blocks"],
        "remarks": [],
        "ownFile": None,
    }
    return migrated, of_evolution


def arm_of_evolution(title):
    """Reads the name of an arm, such as "threadpool, no cache, cold (A/A)"."""
    name = title.replace(" (A/A)", "")
    stage, *others = name.split(", ")
    caches = [word.replace("no cache", "cache none")[len("cache "):] for word in others if "cache" in word]
    return {
        "name": name,
        "stage": stage,
        "cache": caches[0] if caches else "caffeine",
        "cold": "cold" in others,
        "twin": name != title,
    }


def of_evolution(result):
    run = result["run"]
    cache = {"caffeine": "", "none": ", no cache"}.get(run["cache"], ", cache " + run["cache"])
    name = run["stage"] + cache + (", cold" if run.get("cold") else "")
    return {
        "run": {"variant": name, "at": name, "block": run.get("block", 0), "twin": run.get("twin", False)},
        "measured": result["measured"],
        "settled": None,
        "p99": None,
        "rare": None,
        "footprints": None,
        "seconds": None,
        "tests": None,
        "users": {"peak": result["peakUsers"], "whole": result["whole"]},
    }


# The stage of each arm, its handler, what bounds the calls of that, and what its claims say of it.
BACK_END_ARMS = {
    "http-virtual-unbounded": ("virtual-threads", "JavaNetHttp", "none", "unbounded"),
    "http-virtual-semaphore": ("virtual-threads", "JavaNetHttp", "park", "bounded"),
    "http-virtual-spin": ("virtual-threads", "JavaNetHttp", "spin", "other"),
    "http-virtual-blocking-client": ("virtual-threads", "UrlConnection", "park", "bounded"),
    "http-pool-256": ("threadpool", "UrlConnection", "none", "unbounded"),
    "http-adaptive-pool": ("adaptive-pool", "UrlConnection", "none", "other"),
    "http-event-loop": ("event-loop", "UrlConnection", "none", "other"),
    "postgres-virtual-no-pool": ("virtual-threads", "Query", "none", "unbounded"),
    "postgres-virtual-hikari": ("virtual-threads", "Query", "hikari", "bounded"),
    "postgres-virtual-semaphore": ("virtual-threads", "Query", "park", "bounded"),
    "postgres-virtual-spin": ("virtual-threads", "Query", "spin", "other"),
}


def downstream(plan):
    """The same for downstream."""
    slots, service = plan["slots"], millis_of(plan["service"])
    nominal = slots * 1e3 / service
    load = (
        "open model, GET /data.json; {:.0f} requests a second for {} s, {:.0f} for {} s before and after, after {} s of"
        " warm-up; clients give up after {} ms; a call takes {} ms"
    ).format(
        3 * nominal, millis_of(plan["overload"]) // 1000, nominal / 2, millis_of(plan["calm"]) // 1000,
        millis_of(plan["warmUp"]) // 1000, millis_of(plan["giveUp"]), service,
    )
    variants = [variant_of_downstream(arm, plan, nominal) for arm in plan["arms"]]
    bounded = [arm for bound in ("semaphore", "hikari") for arm in plan["arms"] if arm.endswith(bound)]
    twins = (bounded or plan["arms"])[:1] if plan["blocks"]["count"] > 1 else []
    migrated = plan_of("downstream", load, variants, twins, False, plan["blocks"], {
        "users": 0,
        "giveUp": plan["giveUp"],
        "phases": {
            "all": [
                phase("", "0.9x", plan["warmUp"], False),
                phase("before", "0.5x", plan["calm"]),
                phase("overload", "3x", plan["overload"]),
                phase("after", "0.5x", plan["calm"]),
            ],
            "main": "overload",
            "together": {},
            "capacity": None,
            "ofBackEnd": "PT8S",
        },
        "isEven": None,
    })
    migrated["question"] = "A back end with {} slots, and 3 times as many requests: who still uses it?".format(slots)
    calm, overload = millis_of(plan["calm"]) / 1e3, millis_of(plan["overload"]) / 1e3
    return migrated, lambda result: of_downstream(result, calm, overload)


def variant_of_downstream(arm, plan, nominal):
    slots = plan["slots"]
    queue = ["--queue", str(max(1, round(nominal / 4))), "--overload", "reject"]
    arguments = {
        "http-pool-256": ["--workers", "256"],
        "http-adaptive-pool": queue,
        "http-pool-{}".format(slots): ["--workers", str(slots)] + queue,
        "postgres-pool-{}-hikari".format(slots): ["--workers", str(slots)] + queue,
    }.get(arm, [])
    handler = "Query" if arm.startswith("postgres") else "UrlConnection"
    bound = "hikari" if arm.endswith("hikari") else "none"
    stage, handler, bound, kind = BACK_END_ARMS.get(arm, ("threadpool", handler, bound, "bounded"))
    variant = variant_of(
        arm,
        {"arm": arm, "kind": kind},
        stage,
        ["--handler-jar", "{back-end-handlers}", "--handler", "tailgate.downstream." + handler] + arguments,
        "/data.json",
        None,
        {"rates": {}, "retries": None, "capacityUsers": 2 * slots, "smallestPool": None},
    )
    variant["jvm"] = ["-Ddownstream." + word for word in (
        "url={back-end}", "slots={}".format(slots), "service={}".format(millis_of(plan["service"])),
        "timeout={}".format(millis_of(plan["giveUp"])), "bound=" + bound)]
    kind = "POSTGRES" if arm.startswith("postgres") else "HTTP"
    variant["backEnd"] = {"kind": kind, "slots": slots, "service": plan["service"]}
    return variant


def of_downstream(result, calm, overload):
    run = result["run"]
    return result_of(run["arm"], run["block"], run["twin"], result["measured"], None, {
        "each": [
            phase_of_downstream("before", 0.5, calm, result["calm"]),
            {
                **phase_of_downstream("overload", 3.0, overload, result["measured"]["figures"]),
                "refused": result["refused"],
                "gaveUp": result["gaveUp"],
                "admitted": result["answers"],
            },
            phase_of_downstream("after", 0.5, calm, result["after"]),
        ],
        "capacity": None,
        "workers": None,
        "backEnd": result["backEnd"],
    })


def phase_of_downstream(name, times, seconds, figures):
    return {**phase_of_burst(name, figures, seconds), "times": times}


ROLES = {
    "FIXED": "threadpool",
    "FIXED_27": "threadpool of 27",
    "FIXED_64": "threadpool of 64",
    "ADAPTIVE": "adaptive-pool",
    "REFERENCE": "virtual-threads",
}


def burst(plan, results):
    """The same for burst; its results say which arms there were, and when requests were due."""
    work = plan.get("work") or {"path": "/logo.svg", "fileSize": None, "arms": []}
    cycles, rehearsals = plan["cycles"], plan.get("rehearsals", 0)
    spike, quiet, cool = (millis_of(plan[part]) for part in ("spike", "quiet", "coolDown"))
    before = millis_of(plan["warmUp"]) + (spike + cool) * rehearsals + millis_of(plan["settle"])
    arrivals = [result["arrivals"] for result in results if result.get("arrivals")]
    seeds = list(dict.fromkeys(str(each["seed"]) for each in arrivals))
    even = not arrivals or arrivals[0]["law"] == "UNIFORM"
    law = ", uniform arrivals" if even else ", Poisson arrivals, seed " + ", ".join(seeds) + " (one for each trial)"
    load = "open model, GET {}{}; {} x (quiet {} ms, spike {} ms, cool-down {} ms) after {} ms of warm-up{}{}".format(
        work["path"],
        " ({:,} bytes)".format(work["fileSize"]) if work["fileSize"] else "",
        cycles, quiet, spike, cool, before,
        " with {} spikes".format(rehearsals) if rehearsals else "",
        law if arrivals else "",
    )
    arms = {(result["workload"], result["keepAlive"], result["role"]): result for result in results}
    handlers = list(dict.fromkeys(handler for handler, _, _ in arms))
    order = sorted(arms, key=lambda arm: (handlers.index(arm[0]), arm[1], list(ROLES).index(arm[2])))
    variants = []
    for handler, kept, role in order:
        name = name_of_burst(handler, kept, role)
        begin = "{} {} {}".format(handler, "kept" if kept else "new", arms[handler, kept, role]["stage"])
        # Pools of several sizes have the same stage.
        size = {"FIXED": "8", "FIXED_27": "27", "FIXED_64": "64"}.get(role, "")
        said = [arm for arm in work["arms"] if arm.startswith(begin) and size in arm.split()[3:] + [""]]
        core = max((spike["core"] for result in results for spike in result.get("each") or []), default=0)
        variants.append(variant_of(
            name,
            {"handler": handler, "connections": "kept" if kept else "new", "role": role.lower().replace("_", "-")},
            arms[handler, kept, role]["stage"],
            said[0].split()[3:] if said else [],
            work["path"],
            {"users": None, "areNewConnections": not kept, "headers": {}},
            {"rates": {}, "retries": None, "capacityUsers": 0, "smallestPool": core if core and role == "ADAPTIVE" else None},
        ))
    phases = [phase("", "warm-up", plan["warmUp"], False)]
    for _ in range(rehearsals):
        phases += [phase("", "spike", plan["spike"], False), phase("", "cool-down", plan["coolDown"], False)]
    phases.append(phase("", "cool-down", plan["settle"], False))
    for _ in range(cycles):
        phases += [
            phase("else", "quiet", plan["quiet"]),
            phase("spike", "spike", plan["spike"]),
            phase("else", "cool-down", plan["coolDown"]),
        ]
    count = (plan.get("blocks") or {"count": 1})["count"]
    twins = [name_of_burst(*arm) for arm in order if count > 1 and arm[2] == "ADAPTIVE"]
    migrated = plan_of("burst", load, variants, twins, False, plan.get("blocks") or {"count": 1, "seed": 1}, {
        "users": 2048,
        "giveUp": "PT20S",
        "phases": {"all": phases, "main": "spike", "together": {}, "capacity": None},
        "isEven": True if even else None,
    })
    return migrated, lambda result: of_burst(result, before, cycles * (quiet + spike + cool), cycles)


def name_of_burst(handler, kept, role):
    return "{}, {}, {}".format(ROLES[role], handler, "kept" if kept else "new")


def of_burst(result, before, length, cycles):
    name = name_of_burst(result["workload"], result["keepAlive"], result["role"])
    spikes, calm, latency = result["spikes"], result["calm"], result["latency"]
    cut = before // latency["windowMillis"]
    each = result.get("each")
    return result_of(name, result["trial"], result["twin"], {
        "name": name + (" (A/A)" if result["twin"] else ""),
        "stage": result["stage"],
        "perSecond": (spikes["count"] + calm["count"]) * 1e3 / length,
        "figures": spikes,
        "curve": result["spikeCurve"],
        "startEpochMillis": result["startEpochMillis"] + before,
        "millis": length,
        "latency": {key: value[cut:] if isinstance(value, list) else value for key, value in latency.items()},
        "health": result["health"],
        "server": {"kernel": result["server"], "stats": result["stats"], "conditions": result["conditions"]},
    }, None, {
        "each": [phase_of_burst("else", calm, length / 1e3 - cycles), phase_of_burst("spike", spikes, float(cycles))],
        "capacity": None,
        "workers": each[0]["workers"] if each else None,
    })


def phase_of_burst(name, figures, seconds):
    missing = figures.get("unanswered") or 0
    return {
        "name": name,
        "times": None,
        "seconds": seconds,
        "arrivals": figures["count"] + figures["failed"] + missing,
        "inTime": figures["count"],
        "refused": figures["failed"],
        "gaveUp": missing,
        "all": figures,
        "admitted": figures,
        "lagP99Micros": 0,
        "blocked": 0,
        "lostBefore": None,
        "persistent": None,
        "compiling": None,
        "recoveryMillis": None,
    }


HANDLERS = {
    "WAITS": ["--simulate-io", "10ms"],
    "COMPUTES": ["--simulate-cpu", "2ms"],
    "BACK_END": ["--handler-jar", "{handlers}", "--handler", "example.FourConnections"],
}
POLICIES = {
    "FIFO": [],
    "REJECT": ["--queue", "8", "--overload", "reject"],
    "DEADLINE": ["--deadline", "80ms"],
    "CODEL": ["--queue-policy", "codel"],
    "LIFO": ["--queue-policy", "lifo"],
    "CODEL_LIFO": ["--queue-policy", "codel-lifo"],
    "AIMD": ["--admission", "aimd"],
    "GRADIENT": ["--admission", "gradient"],
    "VEGAS": ["--admission", "vegas"],
    "CREDITS": ["--admission", "credits"],
    "CREDITS_10MS": ["--admission", "credits", "--admission-target", "10ms"],
    "PID": ["--admission", "pid"],
    "NONE": [],
}
BOUNDS = {
    "threadpool": ["--workers", "8"],
    "adaptive-pool": ["--min-workers", "2", "--max-workers", "8"],
    "thread-per-request": ["--max-concurrent", "8"],
    "virtual-threads": ["--max-concurrent", "8"],
}
RETRIES = {
    "LEAVE": None,
    "RETRY": {"most": 2, "backoffMillis": 0, "share": 1.0},
    "BACK_OFF": {"most": 2, "backoffMillis": 100, "share": 1.0},
    "HALF_RETRY": {"most": 2, "backoffMillis": 0, "share": 0.5},
}


def overload(plan, results):
    """The same for overload, whose A/A arms are in the order of their first runs."""
    added = plan.get("stageArguments") or {}
    run_in, step = millis_of(plan["runIn"]), millis_of(plan["step"])
    load = (
        "open model, GET /data.json; {} the capacity of each server, each for {} s; the pulse is 2x for {} s, between"
        " 0.5x; clients give up after {} ms; {{blocks}}{}"
    ).format(
        ", ".join(in_words(times) for times in plan["loads"]),
        step / 1e3,
        (run_in + step) / 1e3,
        millis_of(plan["patience"]),
        "; added: " + "; ".join(
            stage + " " + " ".join(words) for stage, words in sorted(added.items())) if added else "",
    )
    variants = []
    for handler in plan["handlers"]:
        for stage in plan["stages"]:
            for policy in POLICIES:
                if (policy in plan["policies"] or policy == "NONE") and fits(policy, stage):
                    variants += [
                        variant_of_overload(handler, stage, policy, clients, added) for clients in plan["clients"]]
    phases = [
        phase("", "2x", "PT1S", False),
        phase("", None, "PT0S", False),
        phase("", "0.5x", "PT0.4S", False),
        phase("0.5x", "0.5x", plan["step"]),
        phase("begin", "2x", plan["runIn"]),
        phase("2x", "2x", plan["step"]),
        phase("after", "0.5x", plan["after"]),
    ]
    for times in plan["loads"]:
        if times not in (0.5, 2):
            words = in_words(times)
            phases += [
                phase("", None, "PT0S", False),
                phase("probe of " + words, "0.25x", "PT0.4S"),
                phase("", words, "PT0.4S" if times < 1 else plan["runIn"], False),
                phase(words, words, plan["step"]),
            ]
    twins = list(dict.fromkeys(
        name_of_overload(result["run"]) for result in results if "run" in result and result["run"]["twin"]))
    migrated = plan_of("overload", load, variants, twins, plan["settles"], plan["blocks"], {
        "users": 0,
        "giveUp": plan["patience"],
        "phases": {
            "all": phases,
            "main": "2x",
            "together": {"pulse": ["0.5x", "begin", "2x", "after"]},
            "capacity": plan["closed"],
        },
        "isEven": None,
    })
    return migrated, of_overload


def fits(policy, stage):
    if stage in ("threadpool", "adaptive-pool"):
        return policy != "NONE"
    if stage in ("thread-per-request", "virtual-threads"):
        return policy not in ("NONE", "REJECT")
    return policy == "NONE"


def variant_of_overload(handler, stage, policy, clients, added):
    run = {"handler": handler, "stage": stage, "policy": policy, "clients": clients}
    return variant_of(
        name_of_overload(run),
        {axis: lower(value) for axis, value in run.items()},
        stage,
        HANDLERS[handler] + BOUNDS.get(stage, []) + POLICIES[policy] + added.get(stage, []),
        "/data.json",
        None,
        {"rates": {}, "retries": RETRIES[clients], "capacityUsers": 0, "smallestPool": None},
    )


def lower(constant):
    return constant.lower().replace("_", "-")


def name_of_overload(run):
    policy = "" if run["policy"] == "NONE" else " " + lower(run["policy"])
    clients = "" if run["clients"] == "LEAVE" else ", " + lower(run["clients"])
    return "{}, {}{}{}".format(lower(run["handler"]), run["stage"], policy, clients)


def in_words(times):
    return "{}x".format(int(times) if times == int(times) else times)


def of_overload(result):
    run = result["run"]
    points = {in_words(step["load"]): step for step in result["steps"]}
    names = ["0.5x", "begin", "2x", "after"] + [name for name in points if name not in ("0.5x", "2x")]
    points.update(begin=result["begin"], after=result["after"])
    return result_of(name_of_overload(run), run["block"], run["twin"], result["measured"], result["settled"], {
        "each": [
            phase_of_overload(name, points[name], result["recoveryMillis"] if name == "after" else None)
            for name in names],
        "capacity": {
            "perSecond": result["capacity"],
            "figures": result["closed"],
            "ceiling": result["ceiling"],
        },
        "workers": None,
    })


def phase_of_overload(name, point, recovery):
    same = ("seconds", "arrivals", "inTime", "refused", "gaveUp", "admitted", "lagP99Micros", "blocked", "lostBefore")
    optional = ("persistent", "compiling")
    return {
        "name": name,
        "times": point["load"],
        "all": None,
        **{key: point[key] for key in same},
        **{key: point.get(key) for key in optional},
        "recoveryMillis": recovery,
    }


def phase(name, at, time, counts=True):
    return {"name": name, "at": at, "time": time, "counts": counts}


def plan_of(name, load, variants, twins, settles, blocks, traffic):
    """Returns the plan of an experiment with phases."""
    handlers = any("{handlers}" in variant["arguments"] for variant in variants)
    return {
        "name": name,
        "question": {
            "burst": "Does a pool that sizes itself cut the P99 of a burst by at least 30 %?",
            "overload": "More requests than a server can answer: how many are still answered in time?",
        }.get(name, ""),
        "load": load,
        "handler": "FourConnections" if handlers else None,
        "javas": {},
        "variants": variants,
        "traffic": {
            "perSecond": None,
            "rareShare": 0.0,
            "warmUp": "PT0S",
            "time": "PT0S",
            "leastTime": None,
            "newConnections": False,
            "counted": None,
            **traffic,
        },
        "twins": twins,
        "settles": settles,
        "blocks": blocks,
        "remarks": [],
        "ownFile": None,
    }


def variant_of(name, setting, stage, arguments, path, requests, demand):
    return {
        "name": name,
        "server": name,
        "setting": setting,
        "java": "",
        "stage": stage,
        "arguments": arguments,
        "jvm": [],
        "path": path,
        "warmUp": path,
        "rare": None,
        "base": None,
        "idle": 0,
        "slowReaders": 0,
        "background": 0,
        "line": None,
        "requests": requests,
        "blocks": None,
        "file": None,
        "changed": None,
        "demand": demand,
    }


def result_of(name, block, twin, measured, settled, phases):
    return {
        "run": {"variant": name, "at": name, "block": block, "twin": twin},
        "measured": measured,
        "settled": settled,
        "p99": None,
        "rare": None,
        "footprints": None,
        "seconds": None,
        "tests": None,
        "phases": phases,
    }


def millis_of(duration):
    """Returns the milliseconds of a duration of less than a minute, or of minutes and seconds."""
    minutes, seconds = re.fullmatch(r"PT(?:(\d+)M)?(?:([\d.]+)S)?", duration).groups("0")
    return round(60_000 * int(minutes) + 1e3 * float(seconds))


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
    "burst": burst,
    "overload": overload,
    "evolution": lambda plan, results: evolution(plan),
    "downstream": lambda plan, results: downstream(plan),
}


def migrate(path):
    """Returns whether an archive was an old one, which is then replaced."""
    with gzip.open(path, "rt", encoding="utf-8") as archive:
        lines = [json.loads(line) for line in archive]
    heading = lines[0]
    known = EXPERIMENTS.get(heading["experiment"])
    if known is None or "variants" in heading["plan"]:
        return False
    heading["plan"], migrated = known(heading["plan"], [line for line in lines[1:] if "failed" not in line])
    lines[1:] = [line if "failed" in line else migrated(line) for line in lines[1:]]
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
