"""Reads the runs of an archive as claims select them, with why a run takes no part in a verdict.

Written from docs/runs.md and docs/method.md, without the lab's code; for build/check-verdicts.py.
"""
import functools
import math
import re
import statistics

import numpy as np

PERCENTILES = {"p50": 50, "p90": 90, "p95": 95, "p99": 99, "p999": 99.9, "max": 100}
LATENCIES = {*PERCENTILES, "mean", "deviation"}
COUNTS = {"failed": "failed", "unanswered": "unanswered"}
MAXIMA = {"max": None, "longest-stop": "LONGEST_SAFEPOINT_MILLIS", "longest-pause": "LONGEST_AT_SAFEPOINT_MILLIS"}


def mean(values):
    logarithms = all(value > 0 for value in values)
    return statistics.geometric_mean(values) if logarithms else sum(values) / len(values)


def seconds(duration):
    hours, minutes, rest = re.fullmatch(r"PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?", duration).groups()
    return 3600 * float(hours or 0) + 60 * float(minutes or 0) + float(rest or 0)


def counter(measured, name):
    conditions = measured["server"].get("conditions") or {}
    return float((conditions.get("counters") or {}).get(name, math.nan))


def doubt(measured):
    """Whether a run tells about its generator, or about what disturbed it."""
    time = counter(measured, "PROCESSOR_MILLIS")
    limits = {"FOREIGN_MILLIS": 0.2, "STOLEN_MILLIS": 0.01, "THROTTLED_MILLIS": 0.005}
    if any(counter(measured, name) > most * time > 0 for name, most in limits.items()):
        return True
    health = measured["health"]
    if not health:
        return False
    peak, ceiling, line = (health.get(name) for name in ("peakPerSecond", "ceilingPerSecond", "line"))
    punctual = health["sent"] - health["blocked"] - health["late"]
    return (health["scheduled"] > 0 and punctual < 0.98 * health["scheduled"]
            or peak is not None and (health["lagP99Micros"] > 1000 or ceiling is not None and peak > 0.7 * ceiling)
            or (health.get("heldByGenerator") or 0) > 0.05
            or health.get("usersAccounted") is not None and health["usersAccounted"] < 0.95
            or line is not None and line["lagP99Micros"] > 1000)


def at(times, values, time):
    return np.interp(time, times, values) if times[0] <= time <= times[-1] else math.nan


def processor_seconds(measured):
    kernel = measured["server"]["kernel"]
    used, clock = (np.array(kernel["series"].get(name, []), float) for name in ("cpuSeconds", "cpuClock"))
    if len(used) == 0 or len(used) != len(clock):
        return math.nan
    offset = np.max(np.array(kernel["epochMillis"]) / 1e3 - clock)
    used, clock = np.insert(used, 0, 0), np.insert(clock, 0, 0)  # both are counted from a reading that is no sample
    start = measured["startEpochMillis"] / 1e3 - offset
    return at(clock, used, start + measured["millis"] / 1e3) - at(clock, used, start)


def workers(measured):
    stats, start = measured["server"]["stats"], measured["startEpochMillis"]
    seen = [float(value) for time, value in zip(stats["epochMillis"], stats["series"].get("workers", []))
            if start <= time < start + measured["millis"]]
    seen = [value for value in seen if not math.isnan(value)]
    return statistics.fmean(seen) if seen else math.nan


class Run:
    """A run, or one of its phases, as claims see it."""

    def __init__(self, plan, result, setting, per_second, figures, objection, load=None):
        self.plan, self.result, self.measured = plan, result, result["measured"]
        self.setting = dict(setting) if load is None else {**setting, "load": load}
        self.block, self.twin = result["run"]["block"], result["run"]["twin"]
        self.per_second, self.figures, self.objection = per_second, figures, bool(objection)
        self.missing = figures.get("unanswered") or 0
        self.due = figures["count"] + figures["failed"] + self.missing

    def is_step(self):
        """Whether it is whole, or at a load that claims need not name to have it compared."""
        return bool(re.fullmatch(r"|closed|alone|\d+(\.\d+)?x", self.setting.get("load", "")))

    def matches(self, wanted):
        return all(is_value(self.setting.get(key, ""), value) for key, value in wanted.items())

    def shows_speed(self):
        answered = self.figures["count"] > 0 or self.per_second > 0 and self.missing > 0
        return answered and self.figures["failed"] * 1000 <= self.due

    def knows(self, figure):
        """False if the true figure may be larger, because requests had no answer."""
        if figure in ("mean", "deviation"):
            return self.missing == 0
        exact = self.figures.get("exactTo")
        return figure not in PERCENTILES or exact is None or PERCENTILES[figure] <= exact

    def figure(self, name):
        if name == "per-second":
            return self.per_second
        if name in COUNTS:
            return float(self.figures.get(name) or 0)
        if name in LATENCIES:
            return math.nan if self.figures[name] is None else float(self.figures[name])
        if name in MAXIMA:
            return counter(self.measured, MAXIMA[name])
        if name == "cpu":
            windows = self.measured["latency"]
            requests = sum(windows.get("ended") or windows["count"] + windows["failed"])
            return processor_seconds(self.measured) * 1e6 / requests if requests else math.nan
        if name == "workers":
            return workers(self.measured)
        if name in ("rss", "threads"):
            series = self.measured["server"]["kernel"]["series"].get(name, [])
            return max((float(value) for value in series if not math.isnan(float(value))), default=math.nan)
        if name == "first-p99":
            return float(self.result["seconds"]["p99"][0])
        if name == "garbage":
            traffic = self.plan["traffic"]
            length = seconds(traffic["warmUp"]) + seconds(traffic["time"])
            return counter(self.measured, "GC_FREED_MIB") * 1048.576 / (traffic["perSecond"] * length)
        held = self.result["footprints"]
        each = lambda when, what: ((held[when + "Held"][what] - held[when][what])
                                   / (held[when + "Held"]["connections"] - held[when]["connections"]))
        return {"cold-resident": lambda: each("cold", "residentKib"), "cold-live": lambda: each("cold", "liveBytes"),
                "warm-live": lambda: each("warm", "liveBytes"),
                "warm-by-cold-live": lambda: each("warm", "liveBytes") / each("cold", "liveBytes")}[name]()


def is_value(value, wanted):
    ends = re.fullmatch(r"(\d+)\.\.(\d+)", str(wanted))
    return int(ends[1]) <= int(value) <= int(ends[2]) if ends and value else value == str(wanted)


def losses(phase):
    return {**phase["admitted"], "failed": phase["refused"] + phase["gaveUp"], "unanswered": None, "exactTo": None}


def runs_of(plan, experiment, result):
    """The run as claims see it: whole, and each of its phases."""
    variant = next(one for one in plan["variants"] if one["name"] == result["run"]["variant"])
    if variant.get("changed"):
        return
    setting, measured, left_out = variant["setting"], result["measured"], listed(experiment.get("leave-out"))
    demand, phases = variant.get("demand") or {}, result.get("phases")
    run = functools.partial(Run, plan, result, setting)
    each = phases["each"] if phases else []
    is_multiple = lambda name: re.fullmatch(r"\d+(\.\d+)?x", name)

    def of_capacity():
        capacity = phases["capacity"]
        if "capacity" not in left_out or not capacity:
            return False
        steps = [phase for phase in each if is_multiple(phase["name"])]
        retries = demand.get("retries")
        tries = 1 + retries["most"] * retries["share"] if retries else 1
        most = capacity["perSecond"] * tries * max((phase["times"] or 0 for phase in steps), default=0)
        figures = capacity["figures"]
        return (figures["failed"] + (figures["unanswered"] or 0) > 0
                or capacity["ceiling"] is not None and most > 0.7 * capacity["ceiling"])

    def of_phases(names):
        patience = seconds(plan["traffic"]["giveUp"]) * 1e6
        return of_capacity() or "late-phase" in left_out and any(
            phase["lagP99Micros"] > 0.05 * patience or phase["blocked"] > 0.001 * phase["arrivals"]
            or (phase["lostBefore"] or 0) > 0.1 for phase in each if phase["name"] in names)

    planned = plan["traffic"].get("phases") or {}
    if phases and "late-phase" in left_out:
        objection = of_phases([planned["main"]] if planned["main"] else [phase["name"] for phase in each])
    else:
        parts = [phase["all"] or phase["admitted"] for phase in each] if phases else [measured["figures"]]
        failed = sum(part["failed"] for part in parts)
        smallest, back_end = demand.get("smallestPool"), phases and phases.get("backEnd")
        objection = (result.get("users") and not result["users"]["whole"]
                     or "any-failure" in left_out and measured["figures"]["failed"] > 0
                     or "failures" in left_out and failed * 1000 > failed + sum(part["count"] for part in parts)
                     or "back-end" in left_out and back_end
                     and abs(back_end["ceiling"] / back_end["nominal"] - 1) > 0.05
                     or doubt(measured)
                     or phases and smallest is not None and (phases["workers"] is None or phases["workers"] > smallest))
    yield run(measured["perSecond"], measured["figures"], objection)
    if not phases:
        return
    if phases.get("backEnd"):
        yield run(measured["perSecond"], measured["figures"], objection, planned["main"] or "all")
        yield run(phases["backEnd"]["ceiling"], measured["figures"], objection, "alone")
        return
    if phases["capacity"]:
        capacity, objected = phases["capacity"], of_capacity() if "capacity" in left_out else objection
        yield run(capacity["perSecond"], capacity["figures"], objected, "closed")
    for phase in each:
        name, retries, share = phase["name"], demand.get("retries"), phase.get("persistent")
        stretch = [name] if is_multiple(name) else next((s for s in planned["together"].values() if name in s), [name])
        objected = of_phases(stretch) if "late-phase" in left_out else objection
        yield run(max(1, phase["inTime"]) / phase["seconds"], losses(phase), objected, name)
        if retries and share:
            due, asking = phase["arrivals"] / phase["seconds"], share["answered"] + share["failed"]
            leaving = (phase["admitted"]["count"] - share["answered"]) / (phase["arrivals"] - asking)
            yield run(due * (1 - retries["share"]) * leaving, losses(phase), objected, name + "-leaving")
            again = due * retries["share"] * share["answered"] / asking
            yield run(again, losses(phase), objected, name + "-persistent")


def listed(value):
    return value if isinstance(value, list) else [] if value is None else [value]
