#!/usr/bin/env python3
"""Fills what follows from the figures of runs that are in pages already; run by fill-results.sh.

  verdicts.py verdicts      prints the tables of docs/verdicts.md
  verdicts.py index RUN...  prints a table of the pages of these runs: question, answer, conditions
  verdicts.py fill PAGE...  gives these pages the verdicts of the table, and fills the figures in their sentences

The page of a run is docs/results/RUN/README.md. Its title is "NAME: QUESTION", its paragraph "**Answer**: ..." is what
the index says, and two more kinds of paragraph tell what the table of verdicts has to know, of all claims of the run or
of those that begin as given: '**Same work as the origin**: in part: ...' and
'**Fixed since** ("a virtual thread for each"): ...'.

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
NAMES = "|".join(DOCUMENTS)
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
        every = dict(re.findall(r"\b(\d+) is (\d+(?:\.\d+)+)", self.facts.get("load", "")))
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
    print("\n## Our own claims\n")
    own = (row for row in rows if not row["document"] and not row["verdict"].startswith("asked"))
    print_table(["claim", *OURS], ([row["claim"], *cells_of(row)] for row in own))


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
    elif what == "index":
        print_index(pages, arguments)
    else:
        fill(pages, arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
