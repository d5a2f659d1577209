"""Corrects the verdicts of a table for their number, as docs/method.md says."""

import re

ERROR = 0.05
P = re.compile(r"; p (?:< )?([\d.]+)(?:;|$)")
NO_TEST = "; exploratory, because "
ALONE = re.compile(r"; alone ([A-Z ]+), with Holm's correction for \d+ verdicts p [\d.]+$")


def adjusted(p_values):
    """Returns the p-values with Holm's correction, in the same order.

    >>> [round(p, 3) for p in adjusted([0.04, 0.001, 0.03, 0.02])]
    [0.06, 0.004, 0.06, 0.06]
    >>> adjusted([0.5, 0.6])
    [1.0, 1.0]
    >>> adjusted([])
    []
    """
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    corrected, largest = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[place]))
        corrected[place] = largest
    return corrected


def alone(verdict, figures):
    """Returns verdict and figures as the run by itself has them.

    >>> alone("INCONCLUSIVE", "a; p 0.03000; alone HELD, with Holm's correction for 3 verdicts p 0.060")
    ('HELD', 'a; p 0.03000')
    >>> alone("INCONCLUSIVE", "a")
    ('INCONCLUSIVE', 'a')
    """
    found = ALONE.search(figures)
    return (found[1], figures[: found.start()]) if found else (verdict, figures)


def corrected(rows):
    """Returns verdict and figures of each row of a table: one that does not pass is INCONCLUSIVE, and says why.

    The family are the rows that are HELD, NOT HELD or INCONCLUSIVE. Those that are exploratory are no tests, and
    those without a p-value are decided by a largest value. Rows that were corrected already are corrected anew.

    >>> rows = [("HELD", "a; p 0.03000"), ("NOT HELD", "b; p < 0.00001"), ("INCONCLUSIVE", "c")]
    >>> corrected(rows)[0]
    ('INCONCLUSIVE', "a; p 0.03000; alone HELD, with Holm's correction for 3 verdicts p 0.060")
    >>> corrected(corrected(rows)) == corrected(rows)
    True
    >>> corrected([("HELD", "a; p 0.02000"), ("NOT HELD", "b; p < 0.00001"), ("asked, not claimed", "c")])
    [('HELD', 'a; p 0.02000'), ('NOT HELD', 'b; p < 0.00001'), ('asked, not claimed', 'c')]
    >>> corrected([("HELD", "a; p 0.03000; exploratory, because b"), ("HELD", "b; p 0.03000")])[0][0]
    'HELD'
    """
    rows = [alone(*row) for row in rows]
    family = {}
    for place, (verdict, figures) in enumerate(rows):
        p = P.search(figures)
        if NO_TEST not in figures and (verdict == "INCONCLUSIVE" or verdict in ("HELD", "NOT HELD") and p):
            family[place] = float(p[1]) if p else 1.0
    passed = dict(zip(family, adjusted(list(family.values()))))
    table = []
    for place, (verdict, figures) in enumerate(rows):
        if verdict != "INCONCLUSIVE" and passed.get(place, 0) >= ERROR:
            figures += f"; alone {verdict}, with Holm's correction for {len(family)} verdicts p {passed[place]:.3f}"
            verdict = "INCONCLUSIVE"
        table.append((verdict, figures))
    return table
