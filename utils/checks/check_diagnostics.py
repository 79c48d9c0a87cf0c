#!/usr/bin/env python3
"""Finds diagnostics that no test expects, and ones written in another style.

Collects the string literals of calls that report errors, warnings and remarks in
lib/, include/, tools/ and python/. The longest literal of each message has to
occur in a test (lit, unit or Python), as a whole or by a phrase of it that a test
expects. Messages start in lower case and do not end in a period.
"""

import ast
import re
import sys

import lint

# A call that reports, or the assignment of a text that is reported later. The
# text for a member named `raise` is for errors that nobody has explained.
CALL = re.compile(
    r"\b(?:(?:emit\w*(?:Error|Warning|Remark)|createStringError|(?:report|make|create|raise|fail)\w*[Ee]rror|"
    r"error|fail(?:At|Expected)?|warn|remark|attachNote|differ|expect(?:Argument)?|keepWithRemark|"
    r"(?<!\.)raise(?:\w+Error|Wrong\w+)?|refuse)\s*\(|(?:error|message|problem) = )")
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
# Messages that no test can provoke, with the reason.
UNTESTABLE = {
    "not enough memory for an npy array of": "needs a file larger than the memory",
    "the process has the rights of another user": "needs a set-user-ID program",
    "cannot be examined:": "needs an open directory that the system tells nothing of",
    "the module of this hook does not come from Python":
        "needs a program in C++ that runs passes under a context of Python",
    "cannot link the runtime": "would be a mistake of the build",
    "LLVM cannot write such files for": "would be a mistake of the build",
    "a rule in Python cannot be asked on a thread of a pass; use the passes of Python":
        "needs a program in C++ that runs passes in the context of Python",
    "the type relation of operator '": "the exception in Python is raised instead",
    "the value of an operand is not known here": "would be a mistake of the importer",
}
# Beginnings of messages that are in upper case as in TVM.
TVM_WORDS = ("Cannot use", "Operator", "The type checker has not populated", "Unknown device type:")
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


def report(text, call):
    """The text of a call: its arguments, and all that is streamed into it; or the
    statement of an assignment."""
    whole = statement(text, call.start())
    depth = 0
    for match in re.finditer(r'"(?:[^"\\\n]|\\.)*"|[()]', whole if call.group().endswith("(") else ""):
        depth += {"(": 1, ")": -1}.get(match.group(), 0)
        if match.group() == ")" and depth == 0:
            is_streamed = re.match(r"[\s)]*<<", whole[match.end():])
            return whole if is_streamed else whole[:match.end()]
    return whole


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
        expression = report(text, call)
        covered = call.start() + len(expression)
        # Directives of printf and formatv stand for values.
        pieces = [p for literal in literals(expression)
                  for p in re.split(r"%[0-9.]*(?:ll|l|z)?[a-zA-Z]|\{\d[^}]*\}", literal)
                  # A piece that begins like ".args" tells a place.
                  if re.search(r"[A-Za-z]{2}", p) and not re.match(r"\.[a-z]", p)]
        if pieces:
            yield text.count("\n", 0, call.start()) + 1, pieces


def expectations(name, text):
    """The phrases that a test expects of diagnostics."""
    found = re.findall(r"expected-(?:error|warning|remark|note)[^{]*\{\{(.*?)\}\}", text)
    found += re.findall(r"(?:error|warning|remark):\s*(.*)$", text, re.M)
    if str(name).endswith(".py"):
        found += [node.value for node in ast.walk(ast.parse(text))
                  if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    result = []
    for phrase in found:
        result += [p.strip() for p in re.split(r"\{\{.*?\}\}|\[\[.*?\]\]|\.\*", phrase)]
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
    phrases = [p for test in tests for p in expectations(*test)]
    findings = []
    for name, text in sources:
        for line, pieces in messages(text):
            first, last = pieces[0].strip(), pieces[-1].rstrip()
            if re.match(r"[A-Z][a-z]", first) and not first.startswith(TVM_WORDS):
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
    sources = read((".cpp", ".h", ".td"), ("lib", "include", "tools", "python"))
    tests = read((".c", ".mlir", ".relay", ".test", ".cpp", ".py"), ("test", "unittests"))
    return check_texts(sources, tests)


def self_test(build):
    source = '''
      return emitOptionalError(loc, "expected a rank of at least ", 2);
      return op.emitOpError() << "takes " << n << " of " "its own kind";
      // emitError("a comment") is none.
      return emitError(loc, "Upper case begins");
      return emitError(loc, "a final period.");
      return emitError(loc, "memory ends");
      return emitError(loc, "Operator as in TVM");
      return differ("kinds differ", ".type_params_of_a_function.");
      if (!expect(Token::Comma, "a comma behind it"))
        failAt(span, "no comma there");
      diag.attachNote(loc) << "see over there";
      rewriter.keepWithRemark("it has to stay");
      cache.refuse("belongs to nobody");
      result.error = ("a malformed number '" + text + "'").str();
      diagnostics.raise("something has failed");
      raiseTVMError("an array that is far too large");
      raiseArgumentError("expected a small array", value);
    '''
    tests = [
        ("a.mlir", "// expected-error @below {{expected a rank of at least 2, but}}"),
        ("b.mlir", "// CHECK: error: Upper case begins\n// error: a final period. Operator as in TVM"),
        ("c.py", 'raises(match="an array that .* far too large")\nraises(match="a small array")'),
    ]
    untested = ["of its own kind", "kinds differ", "a comma behind it", "no comma there", "see over there",
                "it has to stay", "belongs to nobody", "a malformed number '"]
    return lint.missing(
        [f"no test expects .{re.escape(message)}" for message in untested] +
        ["starts in upper case: 'Upper", "ends with a period: 'a final",
         "no diagnostic is 'memory begins'"],
        check_texts([("x.cpp", source)], tests, {"memory ends": "", "memory begins": ""}))


if __name__ == "__main__":
    sys.exit(lint.main(__doc__, check, self_test))
