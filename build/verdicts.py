#!/usr/bin/env python3
"""Prints the tables of docs/verdicts.md from docs/results.md and docs/origins.md; run by fill-results.sh.

A verdict is a line "- CLAIM: HELD: FIGURES" (or NOT HELD, INCONCLUSIVE, FIRST IMPRESSION) between the figures of
a run.
"""

import re

DOCUMENTS = ["Rust pool study", "C server", "Threads text", "Futex study", "Java evolution"]
NAMES = "|".join(DOCUMENTS)
SOURCE = rf" \((?P<document>(?i:{NAMES}))(?:: (?P<published>.*?))?\)"
VERDICT = r"(?P<verdict>HELD|NOT HELD|INCONCLUSIVE|FIRST IMPRESSION)"
CLAIM = re.compile(rf"- (?P<claim>.*?)(?:{SOURCE})?: {VERDICT}: (?P<figures>.*)")
QUESTION = re.compile(rf"- (?P<claim>.*){SOURCE}: (?P<figures>.*)")
FEW_BLOCKS = re.compile(r"; [1-9] blocks?; a verdict needs 10|no block counts")


def slug(heading):
    """Of a link to a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def lines_of_runs(page):
    """Each line between the figures of a run, with the heading above and the run."""
    heading, run = "", ""
    for line in page.splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        elif line.startswith("<!-- "):
            begins = re.fullmatch(r"<!-- figures of docs/(.*) -->", line)
            run = begins.group(1) if begins else ""
        elif run:
            yield heading, run, line


def verdicts(page):
    found = []
    for heading, run, line in lines_of_runs(page):
        match = CLAIM.fullmatch(line) or QUESTION.fullmatch(line)
        if match:
            found.append({"verdict": "asked, not claimed", **match.groupdict(), "heading": heading, "run": run})
    whole = {one["claim"] for one in found if not FEW_BLOCKS.search(one["figures"])}
    return [one for one in found if one["claim"] not in whole or not FEW_BLOCKS.search(one["figures"])]


def untested(page, document):
    """The rows of a document's table of claims that no experiment judges."""
    section = re.search(rf"^## {document}$(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE | re.IGNORECASE)
    for line in section.group(1).splitlines():
        cells = line.strip("| ").split(" | ")
        for verdict in ("not tested", "no verdict"):
            if len(cells) == 3 and cells[2].startswith(f"{verdict}: "):
                yield cells[0], cells[1], verdict, cells[2].removeprefix(f"{verdict}: ")


def row(one):
    verdict = one["verdict"]
    if verdict.endswith("HELD"):
        verdict = f"**{verdict}**"
    claim = f"[{one['claim']}](results.md#{slug(one['heading'])})"
    run = f"[{one['run'].split('/')[-1]}]({one['run']})"
    return f"| {claim} | {verdict} | {one['figures'].replace('|', '/')} | {run} |"


def main():
    with open("docs/results.md") as results, open("docs/origins.md") as origins:
        all, origins = verdicts(results.read()), origins.read()
    print("## The claims of the five documents")
    for document in DOCUMENTS:
        print(f"\n### {document}\n\n| published | claim | verdict | our figures | run |\n|---|---|---|---|---|")
        for one in all:
            if (one["document"] or "").lower() == document.lower():
                print(f"| {one['published'] or 'see [origins.md](origins.md)'} {row(one)}")
        for claim, published, verdict, reason in untested(origins, document):
            print(f"| {published} | {claim} | {verdict} | {reason} | – |")
    print("\n## Our own claims\n\n| claim | verdict | our figures | run |\n|---|---|---|---|")
    for one in all:
        if not one["document"]:
            print(row(one))


if __name__ == "__main__":
    main()
