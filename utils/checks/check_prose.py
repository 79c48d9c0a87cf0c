#!/usr/bin/env python3
"""Checks the English of comments, descriptions, docstrings and documents.

docs/style.md has the rules; this script finds the breaches that a program can:

* a sentence that begins with What, Of, Where, Not, That or Were in place of a
  noun; questions and the titles of documents may begin with What or Where,
* a sentence that ends with "goes" or "went", where something is erased,
* a word that the field has a better one for (`WORDS`),
* a page of docs/ that does not say below its title, in italics, whom it is for
  ("*For authors of passes. Afterwards you can ...*").

Text in backticks and code blocks is left out.
"""

import ast
import io
import re
import sys
import tempfile
import tokenize
from pathlib import Path

import lint

WORDS = {"extent": "dimension or size", "extents": "dimensions or sizes", "crew": "threads or workers"}
OPENING = re.compile(r"(What|Of|Where|Not(?! thread-safe)|That|Were)\b")
QUESTION = re.compile(r"(What|Where)\b[^.]*\?")
# Lines for lit, FileCheck and -verify-diagnostics.
DIRECTIVE = re.compile(r"[A-Z][A-Z0-9_-]*(\{\w+\})?:|expected-|-----")
READERS_LINE = re.compile(r"(?:<!--.*?-->\s*)?# .+\n\n\*For [^*]+\. Afterwards [^*]+\.\*\n")
# The end of a sentence, with the punctuation and quotes that close it.
SENTENCE_END = re.compile(r"""(?<=[.!?:])[)"'*_]*\s+(?=[A-Z])""")
COMMENT = re.compile(r"^[ \t]*(?://+[<!]?|#)(?!include|define|if|endif|undef|ifndef|ifdef|else|error|pragma|line)[ \t]?(.*)$")


def get_comment_blocks(text):
    """Yield (line, text) of each block of comment lines of C++ or ODS."""
    block, start = [], 0
    for number, line in enumerate([*text.splitlines(), ""], 1):
        match = COMMENT.match(line)
        words = match and match[1].strip()
        if words and not re.fullmatch(r"[=\-/*]+(===.*)?|===-.*", words) and not DIRECTIVE.match(words):
            start = start if block else number
            block.append(words)
        elif block:
            yield start, "\n".join(block)
            block = []
        trailing = None if match else re.search(r"[;,{})]\s+//+<?\s*(.+)$", line)
        if trailing and not DIRECTIVE.match(trailing[1]):
            yield number, trailing[1]


def get_ods_texts(text):
    """Yield (line, text) of the summaries, descriptions and help texts of ODS records."""
    for match in re.finditer(r'\b(?:description|semantics) = \[\{(.*?)\}\]', text, re.S):
        yield text.count("\n", 0, match.start(1)) + 1, match[1]
    for match in re.finditer(r'"((?:[^"\\\n]|\\.)*)"', text):
        if " " in match[1]:
            yield text.count("\n", 0, match.start()) + 1, match[1]


def get_option_texts(text):
    """Yield (line, text) of the help texts of options and the overviews of tools in C++."""
    for match in re.finditer(r'cl::desc\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)', text):
        yield text.count("\n", 0, match.start()) + 1, "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', match[1]))


def get_python_texts(text):
    """Yield (line, text) of the docstrings and comments of a module."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            yield node.body[0].lineno, ast.get_docstring(node)
    block, start, last = [], 0, -1
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT:
            continue
        if block and token.start[0] != last + 1:
            yield start, "\n".join(block)
            block = []
        start = start if block else token.start[0]
        last = token.start[0]
        block.append(token.string.lstrip("#!").strip())
    if block:
        yield start, "\n".join(block)


def get_paragraphs(markdown):
    """Yield (line, text) of each paragraph and list item outside of code blocks."""
    lines = re.sub(r"^([ ]*)```.*?^\1```", lambda m: "\n" * m[0].count("\n"), markdown, flags=re.M | re.S).splitlines()
    block, start = [], 0
    for number, line in enumerate([*lines, ""], 1):
        item = re.match(r"\s*([*-]|\d+\.|#+|\||>)\s*", line)
        if (item or not line.strip()) and block:
            yield start, "\n".join(block)
            block = []
        if line.strip() and not re.fullmatch(r"[|\s:-]*", line):
            start = start if block else number
            block.append(line[item.end():] if item else line.strip())


READERS = {
    ".cpp": (get_comment_blocks, get_option_texts), ".h": (get_comment_blocks,), ".c": (get_comment_blocks,),
    ".def": (get_comment_blocks,), ".td": (get_comment_blocks, get_ods_texts), ".py": (get_python_texts,),
    ".md": (get_paragraphs,), ".mlir": (get_comment_blocks,),
}


def check_text(text, may_be_title=False):
    """Yield the faults of the English of `text`, which may be a title."""
    text = re.sub(r"^([ ]*)```.*?^\1```", "", text, flags=re.M | re.S)
    text = re.sub(r"`[^`]*`", "`", text)
    for part in re.split(r"\n\s*\n|\n\s*[*-] |\|", text):
        for sentence in SENTENCE_END.split(" ".join(part.split())):
            shown = sentence if len(sentence) < 60 else sentence[:57] + "..."
            is_title = may_be_title and not re.search(r"[.:!?]\W*$", sentence)
            if OPENING.match(sentence) and not QUESTION.match(sentence) and not is_title:
                yield f"begin with a noun or a verb: '{shown}'"
            if re.search(r"\b(goes|went)\.$", sentence):
                yield f"say who does it, such as 'is erased': '{shown}'"
            for word in re.findall(r"\w+", sentence):
                if word.lower() in WORDS:
                    yield f"say {WORDS[word.lower()]}, not '{word}': '{shown}'"


def check_tree(root):
    findings = []
    for path in lint.tracked_files(*READERS, root=root):
        name = path.relative_to(root)
        if name.parts[0] == "docs" and path.suffix == ".md" and not READERS_LINE.match(path.read_text()):
            findings.append(f"{name}:1: say below the title '*For ... Afterwards ...*'")
        if "reference" in name.parts or name.name == "check_prose.py":  # Generated; the words themselves.
            continue
        text = path.read_text()
        for reader in READERS[path.suffix]:
            for line, words in reader(text):
                findings += [f"{name}:{line}: {finding}" for finding in check_text(words, path.suffix == ".md")]
    return findings


def self_test(build):
    files = {
        "a.cpp": "// What is used.\n// It is good.\n\nint x; // Of each.\n/// A call. Where it\n/// is used.\n"
                 '#include "What"\ncl::desc("Not so")\nint y; // `What` is fine. Is it? What is it?\n',
        "b.td": 'def A { let summary = "Of two parts";\n let description = [{\n  Fine.\n\n  That one goes.\n }]; }\n',
        "c.py": '"""Were it so."""\nx = 1  # The extent of y.\ndef f():\n    """Fine. Not this."""\n',
        "d.md": "# What it is\n\n* Of all. Fine. What is it.\n\n```\nWhat is code.\n```\n\nA crew of two.\nWhere is it?\n",
        "docs/none.md": "# A title\n\nFor all.\n",
        "docs/whom.md": "# A title\n\n*For authors. Afterwards you\ncan write.*\n\nText.\n",
    }
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "docs").mkdir()
        for name, text in files.items():
            Path(folder, name).write_text(text)
        findings = check_tree(Path(folder))
        if any("whom.md" in finding for finding in findings):
            return ["a page that says whom it is for was refused"]
        return lint.missing(
            [r"a\.cpp:1: .*'What is used", r"a\.cpp:4: .*'Of each", r"a\.cpp:5: .*'Where it is", r"a\.cpp:8: .*'Not so",
             r"b\.td:1: .*'Of two", r"b\.td:2: begin .*'That one", r"b\.td:2: say who", r"c\.py:1: .*'Were",
             r"c\.py:2: .*not 'extent'", r"c\.py:4: .*'Not this", r"d\.md:3: .*'What is it", r"d\.md:3: .*'Of all",
             r"d\.md:9: .*not 'crew'", r"docs/none\.md:1: say below the title"], findings)


if __name__ == "__main__":
    sys.exit(lint.main(__doc__, lambda build: check_tree(lint.ROOT), self_test))
