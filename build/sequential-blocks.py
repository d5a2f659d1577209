#!/usr/bin/env python3
"""Simulates runs that end at a look (docs/method.md, "Fewer blocks"): how often they are wrong, and what they save.

    build/sequential-blocks.py [--check PAGE]

Prints the tables of that page. With --check it simulates a tenth, and fails if a figure of the page is far from that.
Needs numpy and PyYAML; build/check-verdicts-test.sh brings them, and has this check.
"""
import importlib.util
import re
import sys

import numpy as np

SPEC = importlib.util.spec_from_file_location("check_verdicts", f"{sys.path[0]}/check-verdicts.py")
JUDGE = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(JUDGE)

TABLES, SEED = 2000, 63
SPREADS = {"throughput": 0.025, "processor time": 0.069, "P99": 0.152}  # of the logarithm of a ratio in a block
DIFFERENCES = {"throughput": (2, 5, 10), "processor time": (5, 10, 25), "P99": (10, 25, 50)}  # per cent

# After so many blocks, with which error; and the error with which a claim has to be decided to end the run.
SHARES = ((6, 0.4), (8, 0.2), (10, 0.4))
TEN = [(10, 0.05, 0.05)]
SEQUENTIAL = {p: [(blocks, 0.05 * share, p * share) for blocks, share in SHARES] for p in (0.05, 0.0005)}
RULES = {"ten blocks": TEN, "six blocks": [(6, 0.05, 0.05)],
         **{f"`--sequential {p}`": rule for p, rule in SEQUENTIAL.items()}}

# For each committed run how far each claim is from its bound, in spreads of a block, as its p-value says; 30 for more.
MARGINS = [list(map(float, run.split())) for run in """
30 / 1.8 / 30 30 / 20.1 / 7.2 19.4 12.3 5.8 27.9 / 25.3 18.6 30 30 12.8 / 7.3 5 / 0.86 8 1.9 / 17.2 7.9 0 0 / 30 12.3
0 0 / 0.77 1.9 / 30 30 30 30 / 1.1 0.57 0.34 3.2 0.35 2.6 6.6 / 30 7.3 4.5 / 17.4 12.8 / 1.9 1.3 0.65 3.4 / 4.5 18.4 /
0.16 6.9 2.4 3.4 1.6 0 / 18.6 4.9 4.2 / 1.9 4.1 1.1 / 30 9 5.5 30 30 4 30 30 4.3 2.6 / 17.6 1.4 4 / 1 2.6 0.02 / 14.8
2.8 8.4 2.7 4.2 0.12 / 6 9 1.2 1.9 2.9 0.08 4.1 4.2 0.2 / 17.5 5.8 21.8 5.6 30 30 / 0.11 / 4.8 / 1.2 2.8 6.2 4 / 1.9 4
1.8 2.8 / 0.48 2.4 2.6 3.4 / 0.9 22.6 0 8.9 1.6 27 / 30 0.62 9.7 / 30 9.2
""".split("/")]


def t_of(values):
    return values.mean(-1) / values.std(-1, ddof=1) * np.sqrt(values.shape[-1])


def p_of(t, freedom):
    angles, tails = JUDGE.tails_of_t(freedom)
    return 2 * np.exp(np.interp(np.arctan(np.abs(t) / np.sqrt(freedom)), angles[::-1], np.log(tails)[::-1]))


def decided(claims, same, error):
    """Whether Student's interval of a claim leaves its bound out, and that of the A/A arm has 1."""
    of_claims, of_same = (JUDGE.student(values.shape[-1] - 1, error) for values in (claims, same))
    return (np.abs(t_of(claims)) > of_claims) & (np.abs(t_of(same)) <= of_same)


def settled(claims, same, look):
    return decided(claims, same, look[1]) & decided(claims, same, look[2])


def simulate(margins, runs, rule, tables):
    """The verdict of each claim (1, -1 or 0 for none), its p-value, and the blocks of each run, in many tables.

    The margins are those of all claims, one after the other; runs have the number of claims of each run.
    """
    random, starts = np.random.default_rng(SEED), np.cumsum([0, *runs[:-1]])
    shape = (tables, len(margins), max(look[0] for look in rule))
    claims, same = random.standard_normal(shape) + np.array(margins)[:, None], random.standard_normal(shape)
    verdicts, p, blocks = np.zeros(shape[:2]), np.ones(shape[:2]), np.zeros((tables, len(runs)))
    for look in rule:
        count, error, _ = look
        seen, twins, again = claims[..., :count], same[..., :count], np.arange(rule[-1][0]) % count
        would_be = settled(claims[..., again], twins, rule[-1])  # noise that came again would be a difference
        is_over = np.logical_and.reduceat(settled(seen, twins, look) | ~would_be, starts, axis=1) | (look == rule[-1])
        ends = is_over & (blocks == 0)
        blocks[ends] = count
        here, t = np.repeat(ends, runs, axis=1) & decided(seen, twins, error), t_of(seen)
        verdicts[here], p[here] = np.sign(t)[here], p_of(t[here], count - 1) * 0.05 / error
    return verdicts, p, blocks


def kept(p):
    """Which verdicts of each table pass Holm's correction."""
    order = np.argsort(p, axis=1)
    corrected = np.maximum.accumulate(np.take_along_axis(p, order, 1) * np.arange(p.shape[1], 0, -1), axis=1)
    passed = np.empty(p.shape, bool)
    np.put_along_axis(passed, order, corrected < 0.05, 1)
    return passed


def percent(values):
    return f"{100 * np.mean(values):.1f} %"


def of_rules(tables):
    yield ("rule", "false alarms of a claim", "tables with a false alarm", "claims decided", "in the table", "wrong",
           "blocks of a claim", "blocks of a run", "machine time")
    runs = [len(run) for run in MARGINS]
    margins = sum(MARGINS, [])
    for name, rule in RULES.items():
        false, p, _ = simulate(np.zeros(len(margins)), [1] * len(margins), rule, tables)
        verdicts, true_p, blocks = simulate(margins, runs, rule, tables)
        alone = simulate(margins, [1] * len(margins), rule, tables)[2]
        yield (name, percent(false != 0), percent((kept(p) & (false != 0)).any(axis=1)), percent(verdicts != 0),
               percent(kept(true_p) & (verdicts != 0)), percent(verdicts < 0), f"{alone.mean():.1f}",
               f"{blocks.mean():.1f}", f"{blocks.mean() / 10:.2f}")


def of_differences(tables):
    yield "figure", "difference from the bound", "decided in ten blocks", "decided", "blocks", "machine time"
    for figure, differences in DIFFERENCES.items():
        for difference in differences:
            margin = [np.log(1 + difference / 100) / SPREADS[figure]]
            ten, (verdicts, _, blocks) = (simulate(margin, [1], rule, 10 * tables) for rule in (TEN, SEQUENTIAL[0.05]))
            yield (figure, f"{difference} %", percent(ten[0] != 0), percent(verdicts != 0), f"{blocks.mean():.1f}",
                   f"{blocks.mean() / 10:.2f}")


def lines(tables):
    for number, table in enumerate((of_rules, of_differences)):
        head, *rows = table(tables)
        yield from [""] * number + [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]


def check(page):
    with open(page) as file:
        said = file.read().partition("<!-- simulated by build/sequential-blocks.py -->\n")[2].partition("\n<!--")[0]
    figure, here = re.compile(r"(?<=\| )([\d.]+)( %)?(?= \|)"), "\n".join(lines(TABLES // 10))
    if figure.sub("", said) != figure.sub("", here):
        return f"{page} has other rows"
    far = [f"{found[0]}, not {wanted[0]}" for found, wanted in zip(figure.finditer(said), figure.finditer(here))
           if abs(float(found[1]) - float(wanted[1])) > (4 if found[2] else 0.04 + 0.02 * float(wanted[1]))]
    return f"{page} has {', '.join(far)}" if far else ""


if __name__ == "__main__":
    wrong = check(sys.argv[2]) if sys.argv[1:2] == ["--check"] else print("\n".join(lines(TABLES)))
    sys.exit(wrong or 0)
