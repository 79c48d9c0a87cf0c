#!/usr/bin/env python3
"""Checks that relative links in Markdown files lead to files and headings."""

import re
import sys
import tempfile
from pathlib import Path

import lint

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def anchors(text):
    """The anchors that GitHub makes of the headings."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    result = set()
    for heading in re.findall(r"^#+\s+(.*?)\s*$", text, re.M):
        plain = re.sub(r"[^\w\- ]", "", heading.lower())
        result.add(plain.replace(" ", "-"))
    return result


def check_tree(root):
    findings = []
    for path in lint.tracked_files(".md", root=root):
        text = re.sub(r"^```.*?^```", lambda m: "\n" * m.group().count("\n"),
                      path.read_text(), flags=re.M | re.S)
        for number, line in enumerate(text.splitlines(), 1):
            for target in LINK.findall(line):
                if re.match(r"\w+:", target):
                    continue
                file, _, anchor = target.partition("#")
                linked = (path.parent / file) if file else path
                where = f"{path.relative_to(root)}:{number}"
                if not linked.exists():
                    findings.append(f"{where}: {target} does not exist")
                elif anchor and linked.suffix == ".md" and anchor not in anchors(linked.read_text()):
                    findings.append(f"{where}: no heading for #{anchor}")
    return findings


def self_test(build):
    cases = {
        "file": ("[x](gone.md)\n", ["gone.md does not exist"]),
        "anchor": ("# A heading\n[x](#another-heading)\n", ["no heading for #another-heading"]),
        "right": ("# A `b.c` heading\n[x](right.md#a-bc-heading) [y](https://a.b/c)\n", []),
    }
    problems = []
    for name, (text, expected) in cases.items():
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / f"{name}.md").write_text(text)
            problems += lint.missing(expected, check_tree(Path(folder)))
    return problems


if __name__ == "__main__":
    sys.exit(lint.main(__doc__, lambda build: check_tree(lint.ROOT), self_test))
