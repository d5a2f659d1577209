#!/usr/bin/env python3
"""Fills what follows from the figures of runs that are in pages already; run by fill-results.sh.

  verdicts.py verdicts      prints the tables of docs/verdicts.md
  verdicts.py index RUN...  prints a table of the pages of these runs: question, answer, conditions
  verdicts.py fill PAGE...  fills the figures in the sentences of these pages

The page of a run is docs/results/RUN/README.md. Between the figures of a run, a verdict is a line
"- CLAIM: HELD: FIGURES" (or NOT HELD, INCONCLUSIVE, FIRST IMPRESSION). Its title is "NAME: QUESTION", its paragraph
"**Answer**: ..." is what the index says, and two more kinds of paragraph tell what the table of verdicts has to know,
of all claims of the run or of those that begin as given: '**Same work as the origin**: in part: ...' and
'**Fixed since** ("a virtual thread for each"): ...'.

A figure in a sentence is a link into the folder of a run, whose title says which: [FIGURE](docs/results/RUN "TITLE").
TITLE is a claim or the only beginning of one, "figure 2 of CLAIM", "conditions of CLAIM", "conditions", or
"COLUMN for ROW" of a table. A sentence is written for a verdict, so it is an error if the verdict is another one.
"""

import os
import re
import sys

from holm import corrected

DOCUMENTS = ["Rust pool study", "C server", "Threads text", "Futex study", "Java evolution"]
NAMES = "|".join(DOCUMENTS)
SOURCE = rf" \((?P<document>(?i:{NAMES}))(?:: (?P<published>.*?))?\)"
VERDICT = r"(?P<verdict>[A-Z][A-Z ]{2,}[A-Z])"
CLAIM = re.compile(rf"- (?P<claim>.*?)(?:{SOURCE})?: {VERDICT}: (?P<figures>.*)")
QUESTION = re.compile(rf"- (?P<claim>.*){SOURCE}: (?P<figures>.*)")
OWN_QUESTION = re.compile(r"- (?P<claim>.*\?): (?P<figures>.*)")
ONE_BLOCK = re.compile(r"; 1 block\b|no block counts, 1 left out")
FEW_BLOCKS = re.compile(r"; [1-9] blocks?\b.*; a verdict needs 10|no block counts")
LINK = re.compile(r'\[([^\[\]]*)\]\(([^()\s]*)\s+"([^"]*)"\)')
ALONE = re.compile(r"; alone ([A-Z ]+), with Holm")
END_OF_VERDICT = re.compile(
    r"; (?:claim )?([A-Z][A-Z ]{2,}[A-Z](?:, exploratory| \(alone [A-Z ]+\))?|asked, not claimed)$"
)
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

    def conditions(self, row=None):
        """The blocks that a row counts, its Java and its server; without a row, those of the run."""
        said = [row["figures"]] if row else [self.facts.get("load", ""), *(one["figures"] for one in self.rows)]
        blocks = [found.group(1) for text in said if (found := re.search(r"; (\d+ blocks?)\b", text))]
        server = self.processors()
        on = f"server on {server} processor{'' if server == '1' else 's'}" if server.isdigit() else "shared processors"
        return ", ".join([*blocks[:1], f"Java {self.java(row['claim'] if row else None)}", on])


def figures(row, part=None):
    """The figures of a row as a sentence has them: without what was missing for a verdict, and with shorter intervals."""
    found, exploratory = row["figures"].split("; ")[0], "; exploratory, " in row["figures"]
    if part:
        found = re.split(r"(?<=\]), ", found)[part - 1]
    found = re.sub(r" \[ratio ([\d.,]+)( or more)?, 95 % interval (.*?)\]", r", ratio \1\2 (\3)", found)
    found = found.replace("ratio 0.00 (0.00 to 0.00)", "ratio below 0.005")
    found = re.sub(r" \[95 % interval (.*?)\]", r" (\1)", found).replace("|", "/")
    claim = "" if row["verdict"].startswith("asked") else "claim "
    alone = ALONE.search(row["figures"])
    more = ", exploratory" if exploratory else f" (alone {alone.group(1)})" if alone else ""
    return f"{found}; {claim}{row['verdict']}{more}"


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
        self.name = name
        with open(f"{FOLDER}/{name}/README.md") as page:
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
        if title in run.cells:
            return run.cells[title]
        part = re.match(r"figure (\d) of (.*)", title)
        return figures(run.row(part.group(2)), int(part.group(1))) if part else figures(run.row(title))

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
        """The rows of all runs but those of one block, and those of fewer than ten where there are ten."""
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
        sys.exit(f"{FOLDER}/{page.name}/README.md does not say of a claim: Same work as the origin: {row['claim']}")
    return said


def cells_of(row):
    """The cells that the tables of all claims have in common."""
    verdict, run = row["verdict"], row["run"]
    fixed = run.page.said("Fixed since", row["claim"]).replace("](../", "](results/")
    return [
        f"**{verdict}**" if verdict.endswith("HELD") else verdict,
        row["figures"].replace("|", "/"),
        run.processors(),
        run.java(row["claim"]),
        fixed or "–",
        f"[{run.name}]({FOLDER.removeprefix('docs/')}/{run.page.name}/README.md)",
    ]


def print_table(head, rows):
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for cells in rows:
        print(f"| {' | '.join(cells)} |")


OURS = ["verdict", "our figures", "processors", "Java", "fixed since", "run"]


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
    print_table(["claim", *OURS], ([row["claim"], *cells_of(row)] for row in rows if not row["document"]))


def print_index(pages, names):
    rows = []
    for name in names:
        page = pages.pages[name]
        answer = pages.filled(page.said("Answer"), f"{FOLDER}/{name}/README.md")
        answer = re.sub(r"\[([^\[\]]*)\]\([^()]*\)", r"\1", answer)
        conditions = next(iter(page.runs.values())).conditions()
        rows.append([f"[{name}](results/{name}/README.md)", page.title(), answer, conditions])
    print_table(["page", "question", "answer", "conditions"], rows)


def fill(pages, paths):
    for path in paths:
        with open(path) as page:
            text = page.read()
        filled = pages.filled(text, path)
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
