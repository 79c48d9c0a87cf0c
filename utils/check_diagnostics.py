#!/usr/bin/env python3
"""Finds diagnostics that no test expects, and ones written in another style.

Collects the string literals of calls that report errors, warnings and remarks in
lib/, include/ and tools/. Of each message the longest literal has to occur in a
test (lit or unit), as a whole or by a phrase of it that a test expects. Messages
start in lower case and do not end in a period.
"""

import re
import sys

import lint

CALL = re.compile(
    r"\b(emit\w*(?:Error|Warning|Remark)|createStringError|"
    r"(?:report|make|create|raise|fail)\w*[Ee]rror|error|fail|warn|remark)\s*\(")
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
# Messages of exhausted memory that no test can provoke, with the reason.
UNTESTABLE = {
    "not enough memory for an npy array of": "needs a file larger than the memory",
}
PHRASE = 12  # Characters from which on an expected phrase identifies a message.


def strip_comments(text):
    """Blanks comments, keeping positions; leaves strings alone."""
    def blank(match):
        piece = match.group()
        return piece if piece.startswith('"') else re.sub(r"[^\n]", " ", piece)
    return re.sub(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', blank, text, flags=re.S)


def statement(text, start):
    """From `start` to the end of the statement, outside of strings."""
    end = re.compile(r'"(?:[^"\\\n]|\\.)*"|;|\{\s*$', re.M)
    for match in end.finditer(text, start):
        if match.group()[0] != '"':
            return text[start:match.start()]
    return text[start:]


def unescape(literal):
    return literal.replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\").replace("\\'", "'")


def literals(expression):
    """The string literals of an expression, adjacent ones joined."""
    result, last = [], None
    for match in STRING.finditer(expression):
        if last is not None and not expression[last:match.start()].strip():
            result[-1] += unescape(match.group(1))
        else:
            result.append(unescape(match.group(1)))
        last = match.end()
    return result


def messages(text):
    """(line, literals) of every diagnostic in a source."""
    text = strip_comments(text)
    covered = 0
    for call in CALL.finditer(text):
        if call.start() < covered:
            continue
        expression = statement(text, call.start())
        covered = call.start() + len(expression)
        # Directives of printf and formatv stand for values.
        pieces = [p for literal in literals(expression)
                  for p in re.split(r"%[0-9.]*(?:ll|l|z)?[a-zA-Z]|\{\d[^}]*\}", literal)
                  if re.search(r"[A-Za-z]{2}", p)]
        if pieces:
            yield text.count("\n", 0, call.start()) + 1, pieces


def expectations(text):
    """The phrases that a test expects of diagnostics."""
    found = re.findall(r"expected-(?:error|warning|remark|note)[^{]*\{\{(.*?)\}\}", text)
    found += re.findall(r"(?:error|warning|remark):\s*(.*)$", text, re.M)
    result = []
    for phrase in found:
        result += [p.strip() for p in re.split(r"\{\{.*?\}\}|\[\[.*?\]\]", phrase)]
    return [p for p in result if len(p) >= PHRASE]


def is_tested(longest, corpus, phrases):
    return longest in corpus or any(phrase in longest for phrase in phrases)


def check_texts(sources, tests, untestable=UNTESTABLE):
    """`sources` and `tests` are lists of (name, text)."""
    unused = set(untestable)
    corpus = "\n".join(unescape(text) for _, text in tests)
    # Neighbouring literals of C++ tests and backslashes of patterns do not count.
    corpus = re.sub(r'"\s*\n\s*"', "", corpus)
    corpus += re.sub(r"\\(.)", r"\1", corpus)
    phrases = [p for _, text in tests for p in expectations(text)]
    findings = []
    for name, text in sources:
        for line, pieces in messages(text):
            first, last = pieces[0].strip(), pieces[-1].rstrip()
            if re.match(r"[A-Z][a-z]", first):
                findings.append(f"{name}:{line}: starts in upper case: {first!r}")
            if last.endswith(".") and not last.endswith("..."):
                findings.append(f"{name}:{line}: ends with a period: {last!r}")
            longest = max(pieces, key=len).strip()
            unused.discard(longest)
            if longest not in untestable and not is_tested(longest, corpus, phrases):
                findings.append(f"{name}:{line}: no test expects {longest!r}")
    return findings + [f"no diagnostic is {message!r}, which is listed as untestable"
                       for message in sorted(unused)]


def check(build):
    def read(suffixes, under):
        return [(path.relative_to(lint.ROOT), path.read_text())
                for path in lint.tracked_files(*suffixes, under=under)]
    sources = read((".cpp", ".h", ".td"), ("lib", "include", "tools"))
    tests = read((".mlir", ".relay", ".test", ".cpp", ".py"), ("test", "unittests"))
    return check_texts(sources, tests)


def self_test(build):
    source = '''
      return emitOptionalError(loc, "expected a rank of at least ", 2);
      return op.emitOpError() << "takes " << n << " of " "its own kind";
      // emitError("a comment") is none.
      return emitError(loc, "Upper case begins");
      return emitError(loc, "a final period.");
      return emitError(loc, "memory ends");
    '''
    tests = [
        ("a.mlir", "// expected-error @below {{expected a rank of at least 2, but}}"),
        ("b.mlir", "// CHECK: error: Upper case begins\n// error: a final period."),
    ]
    return lint.missing(
        ["no test expects 'of its own kind'", "starts in upper case", "ends with a period",
         "no diagnostic is 'memory begins'"],
        check_texts([("x.cpp", source)], tests, {"memory ends": "", "memory begins": ""}))


if __name__ == "__main__":
    sys.exit(lint.main(__doc__, check, self_test))
