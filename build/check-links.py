#!/usr/bin/env python3
"""Fails if a link in a committed page leads to no file of the checkout, or to no heading of a page.

Links to other machines are not looked at, nor is what stands in code.
"""

import os
import re
import subprocess
import sys

CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
LINK = re.compile(r'\]\(([^)\s]+)(?: "[^"]*")?\)')


def slug(heading):
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", heading.strip().lower())
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(page):
    """The names that GitHub gives to headings; a second one of the same name gets a number."""
    found = []
    for heading in re.findall(r"^#+ (.*)", re.sub(r"```.*?```", "", read(page), flags=re.DOTALL), re.MULTILINE):
        name = slug(heading)
        seen = sum(re.fullmatch(re.escape(name) + r"(-\d+)?", other) is not None for other in found)
        found.append(f"{name}-{seen}" if seen else name)
    return found


def read(page):
    with open(page, encoding="utf-8") as file:
        return file.read()


def wrong(page):
    for link in LINK.findall(CODE.sub("", read(page))):
        path, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", link):
            continue
        target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if not os.path.exists(target):
            yield f"{page}: {link} is no file"
        elif anchor and target.endswith(".md") and anchor not in anchors(target):
            yield f"{page}: {link} is no heading"


pages = subprocess.check_output(["git", "ls-files", "*.md"], text=True).split()
complaints = [complaint for page in pages for complaint in wrong(page)]
print("\n".join(complaints) or f"check-links: the links of {len(pages)} pages lead somewhere")
sys.exit(bool(complaints))
