#!/usr/bin/env python3
"""Fills what follows from the figures of runs that are in pages already; run by fill-results.sh.

  verdicts.py verdicts      prints the tables of docs/verdicts.md
  verdicts.py claims        prints the table of docs/claims.md
  verdicts.py index RUN...  prints a table of the pages of these runs: question, answer, conditions
  verdicts.py java PART     prints a part of docs/java.md: upgrades, claims or figures
  verdicts.py fill PAGE...  gives these pages the verdicts of the table, and fills the figures in their sentences

The page of a run is docs/results/RUN/README.md. Its title is "NAME: QUESTION", its paragraph "**Answer**: ..." is what
the index says, and two more kinds of paragraph tell what the table of verdicts has to know, of all claims of the run or
of those that begin as given: '**Same work as the origin**: in part: ...' and
'**Fixed since** ("a virtual thread for each"): ...'. The answer of a server on one processor says so.

Between the figures of a run, a verdict is a line "- CLAIM: HELD: FIGURES" (or NOT HELD, INCONCLUSIVE, FIRST
IMPRESSION). The lab prints the verdict of the run alone. The page gets that of the table, which is corrected for the
number of its verdicts (holm.py), so no two pages say different things.

A figure in a sentence is a link into the folder of a run, whose title says which: [FIGURE](docs/results/RUN "TITLE").
TITLE is a claim or the only beginning of one, "figure 2 of CLAIM", "conditions of CLAIM", "conditions", "machine of
CLAIM", or "COLUMN for ROW" of a table. A sentence is written for a verdict, so it is an error if the verdict is another
one. A reader who does not know the claim gets plain words, and how sure they are, if the title begins with the verdict
that the sentence was written for: "NOT HELD: CLAIM", "HELD: figure 2 of CLAIM", "INCONCLUSIVE (alone HELD): CLAIM",
"HELD, exploratory: CLAIM", "asked, not claimed: CLAIM".
"""

import os
import re
import sys

from holm import ALONE, corrected

DOCUMENTS = ["Rust pool study", "C server", "Threads text", "Futex study", "Java evolution"]
NAMES = "|".join([*DOCUMENTS, r"C\d+, [^:()]+"])
SOURCE = rf" \((?P<document>(?i:{NAMES}))(?:: (?P<published>.*?))?\)"
VERDICT = r"(?P<verdict>[A-Z][A-Z ]{2,}[A-Z])"
CLAIM = re.compile(rf"- (?P<claim>.*?)(?:{SOURCE})?: {VERDICT}: (?P<figures>.*)")
QUESTION = re.compile(rf"- (?P<claim>.*){SOURCE}: (?P<figures>.*)")
OWN_QUESTION = re.compile(r"- (?P<claim>.*\?): (?P<figures>.*)")
ONE_BLOCK = re.compile(r"; 1 block\b|no block counts, 1 left out")
FEW_BLOCKS = re.compile(r"; [1-9] blocks?\b.*; a verdict needs (?:10|6)\b|no block counts")
LINK = re.compile(r'\[([^\[\]]*)\]\(([^()\s]*)\s+"([^"]*)"\)')
OUTCOME = (
    r"((?:HELD|NOT HELD|INCONCLUSIVE|FIRST IMPRESSION)(?:, exploratory| \(alone [A-Z ]+\))?|asked, not claimed)"
)
END_OF_VERDICT = re.compile(rf"; (?:claim )?{OUTCOME}$")
WRITTEN_FOR = re.compile(rf"{OUTCOME}: (.*)")
RATIO = re.compile(r" \[ratio ([\d.,]+)( or more| or less)?, (?:95 % interval )?([^\]]*)\]")
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
FOLDER = "docs/results"
CLAIMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lab/experiments/claims")
STATED = re.compile(r"^  - says: (.*)\n    origin: C(\d+), (.*)\n    published: (.*)$", re.MULTILINE)
JAVAS = ["21", "25", "26", "27", "28"]

# The figures of docs/java.md: what it is, its run, the column of the run's table, and its row for a JAVA.
ON_JAVA = [
    ("P99 of a wait of 10 ms, ms", "java/threads", "P99 ms", "Java JAVA, park"),
    ("inside `synchronized`", "java/threads", "P99 ms", "Java JAVA, monitor"),
    ("for a class that another thread initializes", "java/threads", "P99 ms", "Java JAVA, class"),
    ("P99 of a new connection at a busy server, ms", "java/threads", "P99 ms", "Java JAVA, new"),
    ("P99 of a spike of new connections, ms", "java/burst", "P99 in the spike, ms", "Java JAVA"),
    ("heap of an idle connection, cold → warm, bytes", "java/memory", "live bytes/connection, cold → warm", "Java JAVA"),
    ("memory of the process with 10,000 of them, MiB", "java/memory", "RSS MiB", "Java JAVA"),
    ("P99 with the collector of one processor, ms", "java/heap", "P99 ms", "Java JAVA, its own collector"),
    ("memory of the process with it, MiB", "java/heap", "RSS MiB", "Java JAVA, its own collector"),
    ("P99 of the first second, ms", "java/start", "P99 ms, 1st second", "Java JAVA"),
    ("the same with an AOT cache", "java/start", "P99 ms, 1st second", "Java JAVA, AOT cache"),
    ("processor time of a cached GET, µs", "java/cost", "CPU µs/request", "Java JAVA"),
]


class Run:
    """What the page of a run has between the figures of the run, which may be one of several there."""

    def __init__(self, name):
        self.name, self.page, self.rows, self.cells, self.facts = name, None, [], {}, {}

    def read(self, line):
        fact = re.match(r"    (\w+) +(.*)", line)
        row = CLAIM.fullmatch(line) or QUESTION.fullmatch(line) or OWN_QUESTION.fullmatch(line)
        if fact:
            self.facts[fact.group(1)] = fact.group(2)
        elif row:
            asked = {"verdict": "asked, not claimed", "document": None}
            self.rows.append({**asked, **row.groupdict(), "run": self})

    def read_table(self, head, row):
        labels = head.index("blocks") if "blocks" in head else 1
        for column, cell in zip(head[labels:], row[labels:]):
            self.cells[f"{column} for {', '.join(row[:labels])}"] = cell

    def row(self, beginning):
        found = [row for row in self.rows if row["claim"] == beginning]
        found = found or [row for row in self.rows if row["claim"].startswith(beginning)]
        if len(found) != 1:
            raise KeyError(f"{len(found)} claims of {self.name} begin with {beginning}")
        return found[0]

    def java(self, claim=None):
        """The versions that a claim names, or the newest; without a claim, those of all servers."""
        every = dict(re.findall(r"\b(\d+) is (\d+(?:\.\d+)+|\d+-ea\+\d+)", self.facts.get("load", "")))
        names = every if claim is None else re.findall(r"\bJava (\d+)\b", claim)
        named = [every[one] for one in names if one in every]
        return " and ".join(dict.fromkeys(named)) or re.search(r'"(.+?)"', self.facts["java"]).group(1)

    def processors(self):
        """How many the server has."""
        on = re.search(r"server on (?:\S+ \()?((?:\d+(?:-\d+)?,?)+)", self.facts.get("cores", ""))
        if not on:
            return "shared"
        ends = [part.split("-") for part in on.group(1).strip(",").split(",")]
        return str(sum(int(part[-1]) - int(part[0]) + 1 for part in ends))

    def blocks_and_java(self, row=None):
        said = [row["figures"]] if row else [self.facts.get("load", ""), *(one["figures"] for one in self.rows)]
        blocks = [found.group(1) for text in said if (found := re.search(r"; (\d+ blocks?)\b", text))]
        return ", ".join([*blocks[:1], f"Java {self.java(row['claim'] if row else None)}"])

    def conditions(self, row=None):
        """The blocks that a row counts, its Java and its server; without a row, those of the run."""
        server = self.processors()
        on = f"server on {server} processor{'' if server == '1' else 's'}" if server.isdigit() else "shared processors"
        return f"{self.blocks_and_java(row)}, {on}"

    def machine(self, row):
        """The conditions of a row, with the processors that the machine has, and whose they are."""
        name, every = re.search(r"([^:]*?), (\d+) processors", self.facts["machine"]).groups()
        name = re.sub(r"\(R\)| Processor", "", name.strip())
        server = self.processors()
        on = f"{server} of {every} processors" if server.isdigit() else f"{every} shared processors"
        return f"{self.blocks_and_java(row)}, {on}, {name}"


def outcome(row):
    """The verdict of a row with what qualifies it: a sentence is written for this."""
    alone = ALONE.search(row["figures"])
    more = ", exploratory" if "; exploratory, " in row["figures"] else f" (alone {alone.group(1)})" if alone else ""
    return row["verdict"] + more


def sure(row):
    """How sure a row is, in words that need no explanation."""
    if outcome(row) in ("HELD", "NOT HELD"):
        return "**sure**"
    if ALONE.search(row["figures"]):
        return "**not sure**, decided by this run alone and not among all verdicts"
    open_ones = {"INCONCLUSIVE": "**not sure**", "FIRST IMPRESSION": "**a first impression**"}
    return open_ones.get(row["verdict"], "**measured**, not tested")


def plainly(found):
    """Figures whose ratios are said in per cent, or from two on as a factor.

    >>> plainly("54.1 against 1.3 ms [ratio 42.23, 95 % interval 25.51 to 62.03]")
    '54.1 against 1.3 ms, 42 times (26 to 62)'
    >>> plainly("382 of 390 a second, 98 % [ratio 0.98, 95 % interval 0.97 to 0.99]")
    '382 of 390 a second, 98 % (97 to 99 %)'
    >>> plainly("149 against 41 a second, 3.61 times [ratio 3.61, 95 % interval 3.32 to 3.95]")
    '149 against 41 a second, 3.61 times (3.32 to 3.95)'
    >>> plainly("17.8 times with 100 [ratio 17.77 or more, 95 % interval from 17.24]")
    '17.8 times with 100, 18 times or more (from 17)'
    >>> plainly("-98 %, 53.8 against 2342 ms [ratio 0.02, 95 % interval 0.02 to 0.02]")
    '53.8 against 2342 ms, 2 % (2 to 2 %)'
    >>> plainly("10 against 4,981 a second [ratio 0.00, 95 % interval 0.00 to 0.00]")
    '10 against 4,981 a second, less than 0.5 %'
    >>> plainly("0 of 95 a second, 0 % [ratio 0.00, 95 % interval 0.00 to 0.00]")
    '0 of 95 a second, 0 %'
    """
    found = re.sub(r"^[+-][\d.]+ %, ", "", found)

    def say(match):
        ratio, bound, interval = match.groups(default="")
        values = [float(text.replace(",", "")) for text in NUMBER.findall(f"{ratio} {interval}")]
        before = found[: match.start()]
        if f"{ratio} times" in before:
            return f" ({interval})"
        if max(values) < 0.005:
            return "" if before.endswith(" 0 %") else ", less than 0.5 %"
        factor = max(values) >= 2
        unit = " times" if factor else " %"

        def number(text):
            value = float(text.replace(",", "")) * (1 if factor else 100)
            return f"{value:.1f}" if factor and value < 10 else f"{value:,.0f}"

        said = f"{number(ratio)}{unit}"
        known = re.search(rf"(?<![\d.,]){re.escape(said)}", before) and not bound
        between = NUMBER.sub(lambda text: number(text.group()), interval)
        per_cent = " %" if between != interval and not factor else ""
        return f"{'' if known else f', {said}{bound}'} ({between}{per_cent})"

    return RATIO.sub(say, found)


def in_brackets(text):
    """The text of figures with shorter intervals, as a cell of a table may have it."""
    text = re.sub(r" \[ratio ([\d.,]+)( or more)?, 95 % interval (.*?)\]", r", ratio \1\2 (\3)", text)
    text = text.replace("ratio 0.00 (0.00 to 0.00)", "ratio below 0.005")
    return re.sub(r" \[95 % interval (.*?)\]", r" (\1)", text).replace("|", "/")


def in_table(row):
    """What the table of all verdicts has of a row, in plain words: the page of its run says the rest."""
    text = in_brackets(plainly(row["figures"]))
    text = re.sub(r"; 10 blocks(?=;|$)|; p < 0\.00001|(?<=; exploratory), because [^;]*", "", text)
    return re.sub(r"; noise floor [\d.]+ %", "", text) if row["verdict"].endswith("HELD") else text


def figures(row, part=None, in_plain_words=False):
    """The figures of a row as a sentence has them: without what was missing for a verdict, and with shorter intervals."""
    found = row["figures"].split("; ")[0]
    if part:
        found = re.split(r"(?<=\]), ", found)[part - 1]
    if in_plain_words:
        return f"{in_brackets(plainly(found))}; {sure(row)}"
    claim = "" if row["verdict"].startswith("asked") else "claim "
    return f"{in_brackets(found)}; {claim}{outcome(row)}"


def runs_of(page):
    """The runs between whose marks the lines of a page are, by name."""
    runs, run, head = {}, None, None
    for line in page.splitlines():
        begins = re.fullmatch(rf"<!-- figures of {FOLDER}/(.*) -->", line)
        cells = [cell.strip() for cell in line.strip("|").split(" | ")] if line.startswith("|") else None
        if begins:
            run = runs.setdefault(begins.group(1), Run(begins.group(1)))
        elif line == "<!-- end of figures -->":
            run = None
        elif run and cells and not line.startswith("|:"):
            head = head or cells
            run.read_table(head, cells)
        elif run and not cells:
            head = None
            run.read(line)
    return runs


class Page:
    """The page of a run."""

    def __init__(self, name):
        self.name, self.path = name, f"{FOLDER}/{name}/README.md"
        with open(self.path) as page:
            self.text = page.read()
        self.runs = runs_of(self.text)
        for run in self.runs.values():
            run.page = self
        self.paragraphs = [" ".join(part.split()) for part in self.text.split("\n\n")]
        if {run.processors() for run in self.runs.values()} == {"1"} and "one processor" not in self.said("Answer"):
            self.text = self.text.replace("**Answer**: ", "**Answer** (one processor): ", 1)

    def title(self):
        return self.text.splitlines()[0].lstrip("# ").partition(": ")[2] or self.name

    def said(self, what, claim=""):
        """What a paragraph says of a claim: one for claims that begin like it, or one for all."""
        for_all = ""
        for paragraph in self.paragraphs:
            match = re.match(rf"\*\*{what}\*\*(?: \((.*?)\))?: (.*)", paragraph)
            beginnings = re.findall(r'"(.*?)"', match.group(1) or "") if match else []
            if match and not beginnings:
                for_all = match.group(2)
            elif any(claim.startswith(one) for one in beginnings):
                return match.group(2)
        return for_all


class Pages:
    """All pages of runs, and the table of their verdicts, which are corrected for their number."""

    def __init__(self):
        names = sorted(os.listdir(FOLDER)) if os.path.isdir(FOLDER) else []
        self.pages = {name: Page(name) for name in names if os.path.exists(f"{FOLDER}/{name}/README.md")}
        self.table = self.verdicts()

    def run(self, target):
        """The run into whose folder a path leads, or None."""
        if not target.startswith(FOLDER + "/"):
            return None
        path = target[len(FOLDER) + 1 :]
        name = path.split("/")[0]
        runs = self.pages[name].runs if name in self.pages else {}
        return next((run for run in runs.values() if f"{path}/".startswith(f"{run.name}/")), None)

    def figure(self, run, title):
        if title == "conditions":
            return run.conditions()
        if title.startswith("conditions of "):
            return run.conditions(run.row(title[len("conditions of ") :]))
        if title.startswith("machine of "):
            return run.machine(run.row(title[len("machine of ") :]))
        if title in run.cells:
            return run.cells[title]
        written_for = WRITTEN_FOR.fullmatch(title)
        title = written_for.group(2) if written_for else title
        part = re.match(r"figure (\d) of (.*)", title)
        row = run.row(part.group(2) if part else title)
        if written_for and written_for.group(1) != outcome(row):
            raise KeyError(
                f'"{title}" is {outcome(row)}, not {written_for.group(1)}: '
                "write its sentence anew, and the verdict in the title of its link"
            )
        return figures(row, part and int(part.group(1)), in_plain_words=bool(written_for))

    def filled(self, text, path):
        """The text of the page at a path, with its figures."""

        def fill(link):
            old, target, title = link.groups()
            run = self.run(os.path.normpath(os.path.join(os.path.dirname(path), target.split("#")[0])))
            if run is None:
                return link.group()
            new = self.figure(run, " ".join(title.split()))
            was, now = END_OF_VERDICT.search(old), END_OF_VERDICT.search(new)
            if was and now and was.group(1) != now.group(1):
                raise KeyError(f'"{title}" is {now.group(1)} now: write its sentence anew, and empty its link')
            return f'[{new}]({target} "{title}")'

        try:
            return LINK.sub(fill, text)
        except (KeyError, IndexError) as error:
            sys.exit(f"{path}: {error.args[0]}")

    def verdicts(self):
        """The rows of all runs but those of one block, and those of fewer than ten where there are ten.

        What they are together, the pages of the runs say as well.
        """
        found = [
            row
            for page in self.pages.values()
            for run in page.runs.values()
            for row in run.rows
            if not ONE_BLOCK.search(row["figures"])
        ]
        whole = {row["claim"] for row in found if not FEW_BLOCKS.search(row["figures"])}
        table = [row for row in found if row["claim"] not in whole or not FEW_BLOCKS.search(row["figures"])]
        together = corrected([(row["verdict"], row["figures"]) for row in table])
        for row, (verdict, text) in zip(table, together):
            page, alone = row["run"].page, f": {row['verdict']}: {row['figures']}\n"
            page.text = page.text.replace(alone, f": {verdict}: {text}\n")
            row.update(verdict=verdict, figures=text)
        return table


def untested(page, document):
    """The rows of a document's table of claims that no experiment judges."""
    section = re.search(rf"^## {document}$(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE | re.IGNORECASE)
    for line in section.group(1).splitlines():
        cells = line.strip("| ").split(" | ")
        for verdict in ("not tested", "no verdict"):
            if len(cells) == 3 and cells[2].startswith(f"{verdict}: "):
                yield cells[0], cells[1], verdict, cells[2].removeprefix(f"{verdict}: ")


def same_work(row):
    page = row["run"].page
    said = page.said("Same work as the origin", row["claim"])
    if not said:
        sys.exit(f"{page.path} does not say of a claim: Same work as the origin: {row['claim']}")
    return said


def cells_of(row):
    """The cells that the tables of all claims have in common."""
    verdict, run = row["verdict"], row["run"]
    fixed = run.page.said("Fixed since", row["claim"]).replace("](../", "](results/")
    return [
        f"**{verdict}**" if verdict.endswith("HELD") else verdict,
        in_table(row),
        run.processors(),
        run.java(row["claim"]),
        fixed or "–",
        f"[{run.name}]({FOLDER.removeprefix('docs/')}/{run.page.name}/README.md)",
    ]


def print_table(head, rows):
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for cells in rows:
        print(f"| {' | '.join(cells)} |")


OURS = ["verdict", "our figures (95 % interval)", "processors", "Java", "fixed since", "run"]


def print_verdicts(pages):
    with open("docs/origins.md") as page:
        origins = page.read()
    rows = pages.table
    print("## The claims of the five documents")
    other_work = []
    for document in DOCUMENTS:
        judged = []
        for row in rows:
            if (row["document"] or "").lower() != document.lower():
                continue
            published = row["published"] or "see [origins.md](origins.md)"
            if same_work(row).startswith("no"):
                other_work.append([document, published, row["claim"], same_work(row), *cells_of(row)])
            else:
                judged.append([published, row["claim"], same_work(row), *cells_of(row)])
        for claim, published, verdict, reason in untested(origins, document):
            judged.append([published, claim, "–", verdict, reason, "–", "–", "–", "–"])
        print(f"\n### {document}\n")
        print_table(["published", "claim", "same work as the origin", *OURS], judged)
    print("\n## Their questions, with other work")
    print("\nThese say nothing about the claim of the document, whose work is another one.\n")
    print_table(["document", "published", "claim", "same work as the origin", *OURS], other_work)
    if any(re.match(r"C\d", row["document"] or "") for row in rows):
        print("\n## Claims of others\n\n[claims.md](claims.md) has them. They count in the correction as all others do.")
    print("\n## Our own claims\n")
    own = (row for row in rows if not row["document"] and not row["verdict"].startswith("asked"))
    print_table(["claim", *OURS], ([row["claim"], *cells_of(row)] for row in own))


def print_claims(pages):
    """Each claim in a file of CLAIMS, with its verdict, or its file if there is no run of it."""
    found = []
    for name in sorted(os.listdir(CLAIMS)):
        with open(f"{CLAIMS}/{name}") as file:
            stated = STATED.findall(file.read())
        for says, number, origin, published in stated:
            nothing = ["no run yet", "–", "–", "–", "–", f"[{name}](../lab/experiments/claims/{name})"]
            judged = [cells_of(row) for row in pages.table if row["claim"].endswith(says)] or [nothing]
            found += [(int(number), [f"C{number}", says, f"{published} ({origin})", *cells]) for cells in judged]
    print_table(["", "claim", "published", *OURS], [cells for _, cells in sorted(found, key=lambda each: each[0])])


def print_index(pages, names):
    rows = []
    for name in names:
        page = pages.pages[name]
        answer = pages.filled(page.said("Answer"), page.path)
        answer = re.sub(r"\[([^\[\]]*)\]\([^()\s]*(?:\s+\"[^\"]*\")?\)", r"\1", answer)
        conditions = next(iter(page.runs.values())).conditions()
        usual = ", server on 1 processor"  # the page says so, once
        rows.append([f"[{name}](results/{name}/README.md)", page.title(), answer, conditions.removesuffix(usual)])
    print_table(["page", "question", "answer", "conditions"], rows)


def claims_on_java():
    """What the claims of lab/experiments/java-*.yaml say, in the order of the page."""
    experiments = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lab/experiments")
    for name in ["threads", "burst", "memory", "heap", "start", "cost"]:
        with open(f"{experiments}/java-{name}.yaml") as file:
            yield from dict.fromkeys(re.findall(r"^  - says: (.*)$", file.read(), re.MULTILINE))


def judged_on_java(pages):
    """The row of each claim and each Java; None if there is none."""
    rows = {row["claim"]: row for row in pages.table}
    return {says: {java: rows.get(f"Java {java}: {says}") for java in JAVAS} for says in claims_on_java()}


def upgrades(rows):
    """The upgrades that change a verdict, as the Javas before and after; one without a verdict is passed over.

    >>> held, other, open_one = ({"verdict": verdict} for verdict in ("HELD", "NOT HELD", "INCONCLUSIVE"))
    >>> upgrades({"21": other, "25": held, "26": open_one, "27": other, "28": None})
    [('21', '25'), ('25', '27')]
    """
    decided = [(java, row["verdict"]) for java, row in rows.items() if row and row["verdict"].endswith("HELD")]
    return [(before, after) for (before, was), (after, now) in zip(decided, decided[1:]) if was != now]


def print_upgrades(pages):
    judged = judged_on_java(pages)
    decided = [rows for rows in judged.values() if any(row and row["verdict"].endswith("HELD") for row in rows.values())]
    changes = [(step, says, rows) for says, rows in judged.items() for step in upgrades(rows)]
    steps = sorted({step for step, *_ in changes})
    if not decided:
        print("**This page cannot say yet which upgrades matter**, because no run has judged its claims.")
    elif not steps:
        print(f"**No upgrade changes the verdict** on one of the {len(decided)} claims that are decided.")
    else:
        which = [f"{before} → {after} ({sum(step == (before, after) for step, *_ in changes)})" for before, after in steps]
        print(f"**The upgrades that matter here are {', '.join(which)}**; in brackets, how many of the {len(decided)} decided claims change.\n")
    for (before, after), says, rows in sorted(changes, key=lambda change: change[0]):
        print(f"- {before} → {after}: {says}: {on_java(rows[before])}, and then {on_java(rows[after])}.")


def on_java(row):
    word = {"HELD": "held", "NOT HELD": "not held"}.get(row["verdict"], "open")
    return f"{word}: {in_brackets(row['figures'].split('; ')[0].split(' [')[0])}"


def print_claims_on_java(pages):
    rows = []
    for says, judged in judged_on_java(pages).items():
        changed = {after for _, after in upgrades(judged)}
        cells = [says]
        for java, row in judged.items():
            if row is None:
                cells.append("–" if any(judged.values()) else "no run yet")
            else:
                cells.append(f"**{on_java(row)}**" if java in changed else on_java(row))
        rows.append(cells)
    print_table(["claim", *JAVAS], rows)


def print_figures_on_java(pages):
    runs = {run.name: run for page in pages.pages.values() for run in page.runs.values()}
    rows = []
    for what, name, column, label in ON_JAVA:
        cells = [f"{column} for {label.replace('JAVA', java)}" for java in JAVAS]
        rows.append([what, *(runs[name].cells.get(cell, "–") if name in runs else "no run yet" for cell in cells)])
    print_table(["figure", *JAVAS], rows)
    for name in dict.fromkeys(name for _, name, *_ in ON_JAVA if name in runs):
        print(f"\n[{name}](results/{runs[name].page.name}/README.md): {runs[name].conditions()}.")


def fill(pages, paths):
    of_runs = {page.path: page.text for page in pages.pages.values()}
    for path in paths:
        with open(path) as page:
            text = page.read()
        filled = pages.filled(of_runs.get(path, text), path)
        if filled != text:
            with open(path, "w") as page:
                page.write(filled)


def main(what, *arguments):
    pages = Pages()
    if what == "verdicts":
        print_verdicts(pages)
    elif what == "claims":
        print_claims(pages)
    elif what == "java":
        {"upgrades": print_upgrades, "claims": print_claims_on_java, "figures": print_figures_on_java}[arguments[0]](pages)
    elif what == "index":
        print_index(pages, arguments)
    else:
        fill(pages, arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
