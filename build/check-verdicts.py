#!/usr/bin/env python3
"""Judges all claims about committed runs once more, and compares with what the lab has printed.

    build/check-verdicts.py [PAGE...]

A PAGE has lines "<!-- figures of RUN -->", as the pages of docs and what "./tailgate report --markdown --each RUN..."
prints; without one, all pages of docs are read. The rules are those of docs/method.md, written a second time, without
the lab's code. The pages of docs have the verdicts of the table, which are corrected for their number: that is judged,
too, if no PAGE is given. Each difference is printed with what both say, and is a failure. Needs numpy and PyYAML;
build/check-verdicts-test.sh brings them.
"""
import datetime
import functools
import glob
import gzip
import json
import math
import re
import statistics
import sys

import numpy as np
import yaml

from archived_runs import COUNTS, LATENCIES, MAXIMA, is_value, listed, mean, runs_of
from holm import alone

BLOCKS, EARLIEST, FEWEST, ERROR, LEAST_P = 10, 6, 5, 0.05, 1e-5
HELD, NOT_HELD, OPEN, FIRST = "HELD", "NOT HELD", "INCONCLUSIVE", "FIRST IMPRESSION"

# Verdicts that cannot be judged from the archive, by the begin of their lines, with the reason. None is to be added.
NOT_JUDGED = {}


# ---- statistics


@functools.cache
def tails_of_t(freedom):
    """Angles, and the probability of a t above sqrt(freedom) * tan(angle)."""
    angles = np.linspace(0, math.pi / 2, 200_001)[::-1]
    density = np.cos(angles) ** (freedom - 1)
    steps = (density[1:] + density[:-1]) / 2
    return angles[1:], np.cumsum(steps) / np.sum(steps) / 2


@functools.cache
def student(freedom, error):
    angles, tails = tails_of_t(freedom)
    return math.sqrt(freedom) * math.tan(np.interp(math.log(error / 2), np.log(tails), angles))


def by_student(logs, error):
    half = student(len(logs) - 1, error) * np.std(logs, ddof=1) / math.sqrt(len(logs))
    return np.mean(logs) - half, np.mean(logs) + half


def by_bootstrap(logs, error, cells=1024):
    """Of all resamples: their distribution is that of one draw, convolved with itself."""
    n, least, mean = len(logs), min(logs), np.mean(logs)
    width = (max(logs) - least) / cells
    if width == 0:
        return least, least
    draw = np.zeros(2 ** math.ceil(math.log2(n * cells + n + 1)))
    for place in (np.array(logs) - least) / width:
        draw[int(place)] += (1 - place % 1) / n
        draw[int(place) + 1] += place % 1 / n
    below = np.cumsum(np.fft.irfft(np.fft.rfft(draw) ** n, len(draw))[: n * cells + 1])
    tail = statistics.NormalDist().cdf(-student(n - 1, error) * math.sqrt(n / (n - 1)))
    ends = [np.interp(share, below, np.arange(len(below)) + 0.5) / n for share in (tail, 1 - tail)]
    low, high = (least + width * min(max(end, 0), cells) for end in ends)
    return min(mean, low), max(mean, high)


def of_mean(values, error, method):
    """The interval of a geometric mean; None without one."""
    if len(values) < FEWEST or not all(0 < value < 1e300 for value in values):
        return None
    return tuple(math.exp(end) for end in method([math.log(value) for value in values], error))


def of_share(lost, due, error):
    """The interval of a share of requests."""
    if len(lost) < FEWEST or sum(due) == 0:
        return None
    n, share = sum(due), sum(lost) / sum(due)
    if share == 0:
        return 0, 1 - error ** (1 / n)
    t = student(len(lost) - 1, error)
    half = t * math.sqrt(share * (1 - share) / n + (t / 2 / n) ** 2)
    wilson = [(share + t * t / 2 / n + sign * half) / (1 + t * t / n) for sign in (-1, 1)]
    squares = sum((x - share * m) ** 2 for x, m in zip(lost, due))
    blocks = t * math.sqrt(squares * len(lost) / (len(lost) - 1)) / n
    return max(0, min(wilson[0], share - blocks)), min(1, max(wilson[1], share + blocks, share))


# ---- judging

RELATIONS = {
    "at most": lambda x: (-math.inf, x),
    "at least": lambda x: (x, math.inf),
    "about": lambda x: (0.8 * x, x / 0.8),
    "below": lambda x: (-math.inf, math.nextafter(x, -math.inf)),
    "reaches": lambda x: (1 + 0.8 * (x - 1), math.inf) if x > 1 else (-math.inf, 1 + 0.8 * (x - 1)),
    "slightly more, up to": lambda x: (math.nextafter(1, 2), x),
    "within two of": lambda x: (math.nextafter(x - 2, math.inf), math.nextafter(x + 2, -math.inf)),
}


def by_range(text, ends, requests=1):
    words, number, unit = re.fullmatch(r"(.*?) ([\d.]+)(?: (us|ms|s|%))?", text).groups()
    low, high = RELATIONS[words](float(number) * {"s": 1e6, "ms": 1e3, "%": 0.01}.get(unit, 1))
    low, high = (low, high) if unit == "%" else (low / requests, high / requests)
    return OPEN if ends is None else HELD if low <= ends[0] and ends[1] <= high else (
        NOT_HELD if ends[1] < low or ends[0] > high else OPEN)


class Comparison:
    """A figure at one point in each block, or the ratio of two; an arm that ran twice in a block has two runs there."""

    def __init__(self, figure, pairs, tick):
        self.figure, self.pairs, self.tick = figure, pairs, tick if figure in LATENCIES else 0
        self.level = not pairs[0][1]
        self.counts, self.largest = self.level and figure in COUNTS, self.level and figure in MAXIMA
        self.sides = [[self.read(pair[side]) for pair in pairs] for side in ((0,) if self.level else (0, 1))]
        ratios = [sides[0] / sides[-1] if sides[-1] else math.nan for sides in zip(*self.sides)]
        self.values = self.sides[0] if self.level else ratios
        self.due = [sum(run.due for run in of) for of, _ in pairs]
        self.unit = 0.01 if self.counts else 1000 if self.level and figure in LATENCIES else 1  # of what is printed

    def read(self, runs):
        each = [run.figure(self.figure) for run in runs]
        return sum(each) if self.counts else max(self.tick, max(each) if self.largest else mean(each))

    def interval(self, error, method):
        if self.counts:
            return of_share(self.values, self.due, error)
        ends = (max(self.values),) * 2 if self.largest else of_mean(self.values, error, method)
        if ends and self.tick:
            of, than = mean(self.sides[0]), mean(self.sides[-1])
            wide = (of - self.tick, of + self.tick) if self.level else (max(0, of - self.tick) / (than + self.tick), (
                of + self.tick) / (than - self.tick) if than > self.tick else math.inf)
            ends = min(ends[0], wide[0]), max(ends[1], wide[1])
        unknown = [any(not run.knows(self.figure) for pair in self.pairs for run in pair[side]) for side in (0, 1)]
        return ends and (min(0, ends[0]) if unknown[1] else ends[0], math.inf if unknown[0] else ends[1])


def smallest(comparisons, error, method):
    """The interval of the smallest of several ratios."""
    each = [one.interval(error, method) for one in comparisons]
    return None if None in each else tuple(min(ends) for ends in zip(*each))


def select(wanted, runs):
    return [run for run in runs if not run.twin and run.matches(wanted)]


def by_point(runs):
    points = {}
    for run in runs:
        points.setdefault(run.point, []).append(run)
    return list(points.values())


def evidence_of(condition, usable, pair, tick):
    """For each point a list of comparisons; none if there is nothing to compare."""
    best = select(condition["best"], usable) if "best" in condition else []
    if any(not select(needed, best) for needed in listed(condition.get("needs"))):
        return []
    twins = [run for run in usable if run.twin]
    both = lambda run: [run] + [twin for twin in twins if (twin.block, twin.point) == (run.block, run.point)]
    found = []
    for runs in by_point(select(condition["of"], usable)):
        partners = [None]
        if "than" in condition:
            partners = by_point([other for other in select(condition["than"], usable) if other.point != runs[0].point
                                 and all(other.setting.get(key) == runs[0].setting.get(key) for key in pair)])[:1]
        elif "best" in condition:
            partners = [others for others in by_point(best) if others[0].point != runs[0].point]
        comparisons = []
        for others in partners:
            of_block = {other.block: both(other) for other in others or []}
            compared = [run for run in runs if others is None or run.block in of_block]
            pairs = [(both(run), of_block.get(run.block, [])) for run in compared]
            comparisons += [Comparison(condition["figure"], pairs, tick)] if pairs else []
        found += [comparisons] if comparisons else []
    return found


def nearest(points, selection):
    for key, wanted in selection.items():
        there = {point: pairs for point, pairs in points.items() if is_value(dict(point).get(key, ""), wanted)}
        points = there or points
    return points


def noise(condition, points, pair, tick, error):
    """The intervals of the A/A arm at what a condition compares."""
    common, figure = {key: value for key, value in condition["of"].items() if key in pair}, condition["figure"]
    near = {}
    for side in ("of", "than", "best"):
        near.update(nearest(points, {**common, **condition[side]}) if side in condition else {})
    found = []
    for pairs in near.values() if figure not in COUNTS else ():
        known = [each for each in pairs if all(run.knows(figure) for runs in each for run in runs)]
        same = Comparison(figure, known, tick) if known else None
        ends = [same and same.interval(error / len(near), method) for method in (by_bootstrap, by_student)]
        found += [(min(low for low, _ in ends), max(high for _, high in ends))] if all(ends) else []
    return found


def compared(claim, condition, group, runs):
    """The runs of a group, and those of another one that a condition names, as in {than: {java: 25}}."""
    than, each = condition.get("than", {}), listed(claim.get("each"))
    value = lambda run, keys: [run.setting.get(key, "") for key in keys]
    common = [key for key in each if key not in than]
    return group + [run for run in runs if run.matches(than) and value(run, common) == value(group[0], common)
                    and value(run, each) != value(group[0], each)]


def verdict(claim, group, runs, points, tick, look):
    """What has to be printed about a claim; None if it was not tried."""
    row = {"blocks": 0, "fewest": look["fewest"], "tried": len({run.block for run in group}), "intervals": [],
           "floor": None, "p": None, "words": set(), "exploratory": False}
    pair, lines = listed(claim.get("pair")), []
    for condition in listed(claim["conditions"]):
        all_runs = compared(claim, condition, group, runs)
        usable = [run for run in all_runs if not run.objection and (claim.get("all-runs") or run.shows_speed())]
        evidence = evidence_of(condition, usable, pair, tick)
        if not evidence and not condition.get("optional"):
            sides = [condition[side] for side in ("of", "than", "best") if side in condition]
            best = select(condition.get("best", {}), all_runs)
            tried = all(select(side, all_runs) for side in sides) and all(
                select(needed, best) for needed in listed(condition.get("needs"))) and (
                "than" not in condition or any(of.point != than.point for of in select(condition["of"], all_runs)
                                               for than in select(condition["than"], all_runs)))
            return {**row, "outcome": OPEN} if tried else None
        lines += [(condition, evidence)] if evidence else []
    count = max(1, sum(len(each) for _, evidence in lines for each in evidence if not each[0].largest))
    row["blocks"] = min(len(one.pairs) for _, evidence in lines for each in evidence for one in each)
    known = [known for known in listed(claim.get("exploratory")) if any(
        run.matches(known.get("of", {})) and run.measured["startEpochMillis"] / 1e3 < datetime.datetime.fromisoformat(
            known["until"].replace("Z", "+00:00")).timestamp() for run in group)]
    row["words"], row["exploratory"] = {known[0]["because"]} if known else set(), bool(known)
    near = nearest(points, {key: group[0].setting.get(key, "") for key in listed(claim.get("each"))})
    statements, objected, floors = [], row["blocks"] < look["fewest"], []
    for condition, evidence in lines:
        ends = noise(condition, near, pair, tick, look["error"])
        floor = max((max(high, 1 / low if low else math.inf) - 1 for low, high in ends), default=None)
        floors += [] if floor is None else [floor]
        objected |= condition["figure"] not in COUNTS and (not ends or any(not low <= 1 <= high for low, high in ends))
        for each in evidence:
            band = (1 / (1 + floor), 1 + floor) if floor is not None and not each[0].level else None
            smallest_ratio = min(mean(one.values) for one in each)
            statements.append((condition, each, "is" in condition and band is not None
                               and band[0] <= smallest_ratio <= band[1] and by_range(condition["is"], band) == OPEN))
        if "found" in condition:
            shown = evidence if "users" in pair else evidence[:1]
            for each in (each for each in shown if not each[0].largest):
                ends = smallest(each, look["error"] / count, by_bootstrap)
                row["intervals"] += [tuple(end / each[0].unit for end in ends)] if ends else []
    row["floor"] = max(floors, default=None)

    def outcome(error, method):
        all_of = [OPEN if is_noise else by_range(condition["is"], smallest(each, error / count, method), sum(
            each[0].due) / sum(len(of) for of, _ in each[0].pairs) if each[0].counts else 1)
            for condition, each, is_noise in statements]
        return NOT_HELD if NOT_HELD in all_of else OPEN if OPEN in all_of else HELD

    if not all("is" in condition for condition, _ in lines):
        return {**row, "outcome": ""}
    if objected:
        return {**row, "outcome": FIRST if row["tried"] < look["fewest"] else OPEN}
    seen = outcome(look["error"], by_bootstrap)
    if outcome(look["error"], by_student) != seen:
        return {**row, "outcome": OPEN, "words": row["words"] | {"at the limit"}}
    if seen != OPEN and not all(each[0].largest for _, each, _ in statements):
        errors = np.geomspace(LEAST_P, ERROR, 2000)  # of all looks together
        place, above, share = 0, len(errors) - 1, look["error"] / ERROR
        while place < above:  # the first error at which the outcome is seen
            middle = (place + above) // 2
            place, above = (place, middle) if outcome(errors[middle] * share, by_student) == seen else (middle + 1, above)
        row["p"] = errors[place]
    return {**row, "outcome": seen}


def last_look(plan, results):
    """After how many blocks the claims of a run are judged, how many have to count, and with which error."""
    looks = plan["blocks"].get("looks") if plan.get("blocks") else None
    if not looks:
        return {"blocks": math.inf, "fewest": BLOCKS, "error": ERROR}
    if sum(look["error"] for look in looks) > ERROR * 1.0001 or min(look["fewest"] for look in looks) < EARLIEST:
        raise ValueError(f"looks that share more than 5 % of errors, or need too few blocks: {looks}")
    made = max(result["run"]["block"] for result in results)
    return ([look for look in looks if look["blocks"] <= made] or looks[:1])[-1]


def rows(archive):
    """Each claim about an archive that was tried, in words, with what has to be printed of it."""
    with gzip.open(archive, "rt") as lines:
        plan = json.loads(next(lines))["plan"]
        results = [result for result in map(json.loads, lines) if "failed" not in result] if "variants" in plan else []
    if not results:
        return
    own = plan.get("ownFile")
    experiment = yaml.safe_load(own or open(f"lab/experiments/{plan['name']}.yaml").read())
    look = last_look(plan, results)
    results = [result for result in results if result["run"]["block"] <= look["blocks"]]
    traffic, names = plan["traffic"], [variant["name"] for variant in plan["variants"]]
    users = [(variant.get("requests") or {}).get("users") for variant in plan["variants"]]
    if not traffic.get("counted") and not traffic.get("phases"):
        place = lambda result: names.index(result["run"]["variant"])
        results.sort(key=lambda result: (users[place(result)] or traffic["users"]) if any(users) else place(result))
    runs = [run for result in results for run in runs_of(plan, experiment, result)]
    asked = [condition[side] for claim in experiment.get("claims", []) for condition in listed(claim["conditions"])
             for side in ("of", "than", "best") if "load" in condition.get(side, {})]
    runs = [run for run in runs if run.is_step() or any(run.matches(selection) for selection in asked)]
    for run in runs:
        run.point = tuple(sorted(run.setting.items()))
    for claim in experiment.get("claims", []):
        if claim.get("on-page-only"):
            continue
        conditions = listed(claim["conditions"])
        parts = {condition[side]["part"] for condition in conditions for side in ("of", "than", "best")
                 if "part" in condition.get(side, {})}
        mine = [run for run in runs if (not parts or run.setting.get("part") in parts)
                and ("load" in run.setting) == ("load" in conditions[0]["of"])]
        points, groups = {}, {}
        for run in mine:
            groups.setdefault(tuple(run.setting.get(key, "") for key in listed(claim.get("each"))), []).append(run)
        usable = [run for run in mine if not run.objection]
        for twin in (run for run in usable if run.twin):
            points.setdefault(twin.point, []).extend(
                ([twin], [run]) for run in usable
                if not run.twin and (run.block, run.point) == (twin.block, twin.point))
        for group in groups.values():
            row = verdict(claim, group, mine, {point: pairs for point, pairs in points.items() if pairs},
                          1000 if traffic.get("arriving") else 1, look)
            if row:
                name = re.sub(r"\{(\w+)\}", lambda place: group[0].setting.get(place[1], ""), claim.get("group", ""))
                origin = claim.get("origin", "") + (f": {claim['published']}" if "published" in claim else "")
                row["claim"] = (f"{name}: " if name else "") + claim["says"]
                yield row["claim"] + (f" ({origin})" if origin else ""), row


# ---- what the lab has printed

VERDICT = r"NOT HELD|HELD|INCONCLUSIVE|FIRST IMPRESSION"
INTERVAL = re.compile(r"\[(?:ratio [^,]*, )?(?:95 % interval "
                      r"(?:from ([\d.,]+)|up to ([\d.,]+)|([\d.,]+)[^\]]*? to ([\d.,]+))|no interval)")


def is_near(text, value, width):
    digits = len(text.partition(".")[2])
    return abs(float(text.replace(",", "")) - value) <= 0.51 * 10**-digits + 0.005 * width


def differs(row, outcome, found):
    """Says what is printed otherwise than it has to be; empty if nothing is."""
    if outcome != row["outcome"]:
        return f"{row['outcome'] or 'no verdict'}, not {outcome or 'no verdict'}"
    printed = list(INTERVAL.finditer(found))
    if len(printed) != len(row["intervals"]):
        return f"{len(row['intervals'])} intervals, not {len(printed)}"
    for match, (low, high) in zip(printed, row["intervals"]):
        start, end = match[1] or match[3], match[2] or match[4]
        width = high - low if math.isfinite(high) else low
        if (bool(start) != (low > 0) or bool(end) != math.isfinite(high) or start and not is_near(start, low, width)
                or end and not is_near(end, high, width)):
            return f"interval {low:.6g} to {high:.6g}, not {match[0]}]"
    blocks, floor, p = (re.search(pattern, found) for pattern in (
        r"(?<!\d)(\d+) blocks?(?=[,;]|$)", r"noise floor ([\d.,]+) %", r"; p (<? ?)([\d.]+)(?:;|$)"))
    if int(blocks[1] if blocks else 0) != row["blocks"]:
        return f"{row['blocks']} blocks, not {blocks and blocks[1]}"
    if bool(floor) != (row["floor"] is not None and math.isfinite(row["floor"])) or floor and not is_near(
            floor[1], 100 * row["floor"], 25 * row["floor"]):
        return f"noise floor {row['floor']}, not {floor and floor[1]}"
    if bool(p) != (row["p"] is not None) or p and abs(float(p[2]) - row["p"]) > 1e-5 + 0.03 * row["p"]:
        return f"p {row['p']}, not {p and p[2]}"
    missing = [words for words in row["words"] if words not in found] + (
        ["no word of exploratory"] if "exploratory" in found and not row["words"] else [])
    return ", ".join(f"\"{words}\"" for words in missing)


def printed_by_lab(pages):
    """For each run the lines of its verdicts."""
    printed, run = {}, ""
    for page in pages:
        with open(page) as lines:
            for line in lines:
                mark = re.fullmatch(r"<!-- (?:figures of (.*)|end of figures) -->", line.strip())
                if mark:
                    run = mark[1]
                elif run and line.startswith("- "):
                    printed.setdefault(run, []).append(line[2:].rstrip("\n"))
    return printed


def correct(rows):
    """Marks the rows that are decided alone, and not together: Holm's correction, written a second time.

    >>> outcomes = ("a", HELD, 0.03), ("b", NOT_HELD, 1e-5), ("c", OPEN, None)
    >>> rows = [{"claim": claim, "blocks": 10, "fewest": 10, "tried": 10, "exploratory": False, "outcome": outcome, "p": p}
    ...         for claim, outcome, p in outcomes]
    >>> correct(rows)
    >>> [row.get("mark", "") for row in rows]
    ["; alone HELD, with Holm's correction for 3 verdicts p ", '', '']
    """
    whole = {row["claim"] for row in rows if row["blocks"] >= row["fewest"]}
    family = [row for row in rows if not row["exploratory"] and (row["outcome"] == OPEN or row["p"])
              and (row["blocks"] or row["tried"]) > 1 and (row["blocks"] >= row["fewest"] or row["claim"] not in whole)]
    largest = 0
    for rank, row in enumerate(sorted(family, key=lambda row: row["p"] or 1)):
        largest = max(largest, (len(family) - rank) * (row["p"] or 1))
        if largest >= ERROR and row["p"]:
            row["mark"] = f"; alone {row['outcome']}, with Holm's correction for {len(family)} verdicts p "


def main():
    bad, good, judged = [], 0, []
    pages = sys.argv[1:] or glob.glob("docs/results.md") + glob.glob("docs/results/*/README.md")
    for run, lines in printed_by_lab(pages).items():
        if not glob.glob(run + "/runs.jsonl.gz"):
            continue
        rest = [line for line in lines if re.search(f": ({VERDICT}): ", line)]
        for about, row in rows(run + "/runs.jsonl.gz"):
            line = next((line for line in lines if line.startswith(about + ": ")), None)
            rest = [other for other in rest if other != line]
            judged.append((run, about, row, line))
        bad += [f"{run}: nothing is known here of: {line}" for line in rest]
    if not sys.argv[1:]:
        correct([row for _, _, row, _ in judged])
    for run, about, row, line in judged:
        words = re.fullmatch(f"(?:({VERDICT}): )?(.*)", (line or "")[len(about) + 2:])
        said, found, mark = words[1] or "", words[2], row.get("mark", "")
        wrong = "it is not there" if line is None else differs(row, *alone(said, found))
        if not wrong and not sys.argv[1:] and (
                mark not in found or bool(mark) != ("; alone " in found) or said != (OPEN if mark else row["outcome"])):
            wrong = f"{OPEN if mark else row['outcome']} in the table{mark.removesuffix(' p ')}, not {said}"
        good += not wrong
        bad += [f"{run}: {about}: {wrong}\n    printed: {line}"] if wrong and about not in NOT_JUDGED else []
    print("\n".join(bad + [f"{reason}: {about}" for about, reason in NOT_JUDGED.items()]
                    + [f"{good} verdicts and answers are as the rules say, {len(bad)} are not"]))
    return 1 if bad or not good else 0


if __name__ == "__main__":
    sys.exit(main())
