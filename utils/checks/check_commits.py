#!/usr/bin/env python3
"""Checks the commits of a range: their subjects, bodies and sizes.

Run it before work is called done: `make check-commits`, or with a range of your
own, `make check-commits COMMITS=main..HEAD`. It is no part of `make test`: a
commit of the past cannot be mended.

* The subject is `[Area] Do one thing`: at most 72 characters, a capital after
  the area, no period. The areas are those of `AREAS`.
* A commit that changes more than 150 lines says why in its body.
* A commit changes at most 800 lines. Lines of generated files (those with the
  attribute `linguist-generated` in .gitattributes) and of data for tests are not
  counted, and of a renamed file only the lines that changed.
* A generated file is committed together with a source.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import lint

AREAS = ("Benchmark", "Build", "CAPI", "Codegen", "CompiledModule", "Conversion", "Dialect", "Docs", "Evaluation",
         "Frontend", "LanguageServer", "Pass", "Pattern", "Python", "Support", "Test", "Tools", "Transforms")
MAX_SUBJECT = 72
MAX_LINES = 800
LINES_WITHOUT_BODY = 150
SUBJECT = re.compile(rf"\[({'|'.join(AREAS)})\] [A-Z]\S*( \S+)+")
TEST_DATA = re.compile(r"(test|unittests|examples)/(.*/)?Inputs/|test/.*\.(txt|json|npy|npz|params)$")


def git(root, *arguments, **options):
    return subprocess.run(["git", "-C", root, *arguments], capture_output=True, text=True, check=True,
                          **options).stdout


def find_default_range(root):
    """The commits that the upstream branch does not have, or else the last 20."""
    try:
        upstream = git(root, "rev-parse", "--abbrev-ref", "@{upstream}").strip()
    except subprocess.CalledProcessError:
        count = int(git(root, "rev-list", "--count", "--first-parent", "HEAD"))
        return f"HEAD~{min(20, count - 1)}..HEAD"
    return f"{upstream}..HEAD"


def read_commits(root, commits):
    """Yield (hash, subject, body, {path: changed lines}) of each commit, merges left out."""
    log = git(root, "log", "--no-merges", "--numstat", "-z", "-M", "--format=%x01%h%x02%s%x02%b%x02", commits)
    for record in log.split("\x01")[1:]:
        commit, subject, body, files = record.split("\x02")
        fields = iter(files.lstrip("\0\n").split("\0"))
        lines = {}
        for field in filter(None, fields):
            added, removed, path = field.split("\t")
            if not path:  # A rename: its two names follow.
                next(fields)
                path = next(fields)
            lines[path] = sum(int(count) for count in (added, removed) if count != "-")
        yield commit, subject, body.strip(), lines


def find_generated(root, paths):
    """Those of `paths` that .gitattributes says are generated."""
    if not paths:
        return set()
    fields = git(root, "check-attr", "-z", "--stdin", "linguist-generated",
                 input="\0".join(paths) + "\0").split("\0")
    return {path for path, value in zip(fields[::3], fields[2::3]) if value in ("set", "true")}


def check_commit(subject, body, lines, generated):
    """Yield the findings of one commit."""
    if not SUBJECT.fullmatch(subject) or subject.endswith("."):
        yield "expected '[Area] Do one thing' without a period, the area one of " + ", ".join(AREAS)
    if len(subject) > MAX_SUBJECT:
        yield f"the subject has {len(subject)} characters, more than {MAX_SUBJECT}"
    changed = sum(count for path, count in lines.items()
                  if path not in generated and not TEST_DATA.match(path))
    if changed > LINES_WITHOUT_BODY and not body:
        yield f"{changed} lines changed without a body that says why"
    if changed > MAX_LINES:
        yield f"{changed} lines changed, more than {MAX_LINES}"
    if lines and set(lines) <= generated:
        yield "generated files are committed without a source: " + ", ".join(sorted(lines))


def check(root, commits):
    history = list(read_commits(root, commits))
    generated = find_generated(root, sorted({path for *_, lines in history for path in lines}))
    return [f"{commit} {subject}: {finding}" for commit, subject, body, lines in history
            for finding in check_commit(subject, body, lines, generated)]


def self_test(build):
    body = "The reason."
    commits = [
        ("[Test] Add a file", {"a.txt": 10}), ("Add a file", {"a.txt": 20}), ("[House] Add a file", {"a.txt": 30}),
        ("[Test] add a file", {"a.txt": 40}), ("[Test] Add a file.", {"a.txt": 50}), ("[Test] " + "Add " * 17, {"a.txt": 60}),
        ("[Test] Write 151 lines", {"b.txt": 151}), ("[Test] Write 801 lines\n\n" + body, {"c.txt": 801}),
        ("[Test] Write data\n\n" + body, {"test/x/Inputs/d.txt": 900, "d.txt": 1}),
        ("[Test] Generate it\n\n" + body, {"made.md": 900}), ("[Test] Generate it twice\n\n" + body, {"made.md": 950, "d.txt": 2}),
        ("[Test] Rename it\n\n" + body, {"c.txt": None, "e.txt": 801}),
    ]
    identity = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a"}
    with tempfile.TemporaryDirectory() as folder:
        git(folder, "init", "-q")
        Path(folder, ".gitattributes").write_text("made.md linguist-generated\n")
        for message, files in [("Begin", {}), *commits]:
            for name, count in files.items():
                path = Path(folder, name)
                if count is None:
                    path.unlink()
                    continue
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("".join(f"{i}\n" for i in range(count)))
            git(folder, "add", "-A")
            git(folder, "commit", "-q", "--allow-empty", "-m", message, env={**os.environ, **identity})
        return lint.missing(
            [r"^\w+ Add a file: expected", r"\[House\] Add a file: expected", r"\[Test\] add a file: expected",
             r"Add a file\.: expected", "the subject has 74 characters", "Write 151 lines: 151 lines .* without a body",
             "Write 801 lines: 801 lines changed, more", r"Generate it: generated files .*: made\.md"],
            check(folder, f"HEAD~{len(commits)}..HEAD"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commits", nargs="?", help="a range of git's (default: the commits that upstream does not have)")
    lint.add_options(parser)
    arguments = parser.parse_args()
    lint.finish(arguments, lambda build: check(lint.ROOT, arguments.commits or find_default_range(lint.ROOT)), self_test)


if __name__ == "__main__":
    sys.exit(main())
