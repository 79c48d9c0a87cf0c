//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading JSON text value by value.
//
//===----------------------------------------------------------------------===//

#include "JsonScanner.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace mlir::relay::ast;

// llvm::json reads skipped values and recurses on nesting. A graph has a
// nesting of four.
static constexpr unsigned kMaxJsonNesting = 64;

bool JsonScanner::fail(const char *at, const Twine &what) {
  StringRef before = text.take_front(at - text.begin());
  message = (Twine(1 + before.count('\n')) + ":" +
             Twine(before.size() - (before.rfind('\n') + 1)) +
             ": invalid JSON: " + what)
                .str();
  return false;
}

Error JsonScanner::takeError() { return createStringError(message); }

std::optional<json::Value> JsonScanner::parseFrom(const char *begin) {
  Expected<json::Value> value = json::parse(StringRef(begin, next - begin));
  if (value)
    return std::move(*value);
  // The message begins with a position in the value.
  std::string error = toString(value.takeError());
  size_t start = StringRef(error).find("]: ");
  if (start != StringRef::npos)
    error.erase(0, start + 3);
  error.front() = toLower(error.front());
  fail(begin, error);
  return std::nullopt;
}

bool JsonScanner::readSeparator(char close, StringRef what, bool &isOpen) {
  char c = peek();
  isOpen = c == ',';
  if (!isOpen && c != close)
    return fail(next, "expected ',' or '" + Twine(close) + "' after " + what);
  ++next;
  return true;
}

bool JsonScanner::readObject(function_ref<bool(StringRef)> readMember) {
  ++next;
  if (peek() == '}') {
    ++next;
    return true;
  }
  for (bool isOpen = true; isOpen;) {
    StringRef key;
    if (peek() != '"')
      return fail(next, "expected a name in quotes");
    if (!readString(key))
      return false;
    if (peek() != ':')
      return fail(next, "expected ':' after a name");
    ++next;
    if (!readMember(key) || !readSeparator('}', "a member", isOpen))
      return false;
  }
  return true;
}

bool JsonScanner::readArray(function_ref<bool()> readElement) {
  ++next;
  if (peek() == ']') {
    ++next;
    return true;
  }
  for (bool isOpen = true; isOpen;)
    if (!readElement() || !readSeparator(']', "an element", isOpen))
      return false;
  return true;
}

bool JsonScanner::readString(StringRef &result) {
  const char *quote = next++;
  bool hasEscape = false;
  for (; next != text.end() && *next != '"'; ++next) {
    if (*next == '\\' && ++next != text.end()) {
      hasEscape = true;
      continue;
    }
    if (next == text.end())
      break;
    if (static_cast<unsigned char>(*next) < 0x20)
      return fail(next, "unexpected control character in a string");
  }
  if (next == text.end())
    return fail(next, "the string does not end");
  result = StringRef(quote + 1, next - quote - 1);
  ++next;
  if (!hasEscape)
    return true;
  std::optional<json::Value> value = parseFrom(quote);
  if (value)
    result = saver.save(*value->getAsString());
  return value.has_value();
}

bool JsonScanner::readInteger(std::optional<int64_t> &result) {
  result.reset();
  char c = peek();
  const char *begin = next;
  if (c == '-' || isDigit(c)) {
    const char *end = next + 1;
    while (end != text.end() && isDigit(*end))
      ++end;
    int64_t value;
    bool isWhole = end == text.end() || StringRef(",]} \t\r\n").contains(*end);
    bool hasZero = end - begin > 1 && *(begin + (c == '-')) == '0';
    if (isWhole && !hasZero &&
        !StringRef(begin, end - begin).getAsInteger(10, value)) {
      result = value;
      next = end;
      return true;
    }
  }
  return skip();
}

bool JsonScanner::skip() {
  StringRef ignored;
  if (peek() == '"')
    return readString(ignored);
  // Finds the size of the value. Its contents are checked below.
  const char *begin = next;
  unsigned depth = 0;
  for (; next != text.end(); ++next) {
    if (*next == '[' || *next == '{') {
      if (++depth > kMaxJsonNesting) {
        message = ("the JSON text nests more than " + Twine(kMaxJsonNesting) +
                   " deep")
                      .str();
        return false;
      }
    } else if (*next == ']' || *next == '}') {
      if (depth == 0)
        break;
      if (--depth == 0) {
        ++next;
        break;
      }
    } else if (*next == '"') {
      while (++next != text.end() && *next != '"')
        if (*next == '\\' && ++next == text.end())
          break;
      if (next == text.end())
        break;
    } else if (depth == 0 && (*next == ',' || isSpace(*next))) {
      break;
    }
  }
  return parseFrom(begin).has_value();
}

bool JsonScanner::finish() {
  peek();
  return next == text.end() || fail(next, "unexpected text after the value");
}
