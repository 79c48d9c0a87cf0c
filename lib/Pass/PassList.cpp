//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists of passes, and options of passes, as text.
//
//===----------------------------------------------------------------------===//

#include "PassImpl.h"

namespace mlir::relay::pass {
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using namespace detail;

/// The position of what closes the bracket or quote at `open`, or npos. Quotes
/// hide brackets.
static size_t findClosing(StringRef text, size_t open) {
  SmallVector<char> closing;
  for (size_t i = open; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"' || c == '\'') {
      i = text.find(c, i + 1);
      if (i == StringRef::npos || closing.empty())
        return i;
    } else if (c == '(' || c == '{' || c == '[') {
      closing.push_back(c == '(' ? ')' : c == '{' ? '}' : ']');
    } else if (c == ')' || c == '}' || c == ']') {
      if (closing.pop_back_val() != c)
        return StringRef::npos;
      if (closing.empty())
        return i;
    }
  }
  return StringRef::npos;
}

SmallVector<OptionText> detail::splitOptions(StringRef text) {
  SmallVector<OptionText> options;
  for (size_t i = 0; i < text.size();) {
    size_t begin = i, end = std::min(text.find_first_of("= ", i), text.size());
    // The value ends at a blank that is not in braces or quotes.
    for (i = end; i < text.size() && text[i] != ' '; ++i)
      if (StringRef("{\"'").contains(text[i]))
        i = std::min(findClosing(text, i), text.size() - 1);
    if (i > begin)
      options.push_back({text.slice(begin, end), text.slice(begin, i)});
    i = std::min(text.find_first_not_of(' ', i), text.size());
  }
  return options;
}

/// Makes the pass `name` inside operations named `anchors`.
static Expected<Pass> makeListElement(StringRef name, StringRef options,
                                      ArrayRef<StringRef> anchors) {
  if (anchors.empty() || lookupPass(name))
    return getPass(name, options);
  std::string text;
  for (StringRef anchor : anchors)
    text += (anchor + "(").str();
  text += name;
  if (!options.empty())
    text += ("{" + options + "}").str();
  text.append(anchors.size(), ')');
  return makePipelinePass(name, std::move(text), options);
}

/// Deeper nesting than any module has.
static constexpr size_t maxAnchors = 64;

static Error makeNestingError() {
  return createStringError("passes nest more than " + Twine(maxAnchors) +
                           " deep");
}

/// Whether the options in `text`, where other lists can stand, nest too deep.
static bool nestsTooDeep(StringRef text) {
  size_t depth = 0;
  for (char c : text) {
    if (c == '{' && ++depth > maxAnchors)
      return true;
    if (c == '}' && depth)
      --depth;
  }
  return false;
}

Expected<std::vector<Pass>> parsePassList(StringRef text) {
  std::vector<Pass> result;
  SmallVector<StringRef> anchors;
  text = text.trim();
  if (text.empty())
    return result;
  if (nestsTooDeep(text))
    return makeNestingError();
  while (true) {
    StringRef name =
        text.take_until([](char c) { return StringRef(",({[)}]").contains(c); })
            .trim();
    if (name.empty())
      return createStringError("expected the name of a pass at '" + text + "'");
    text = text.drop_front(name.data() + name.size() - text.data()).ltrim();
    if (text.consume_front("(")) {
      if (anchors.size() == maxAnchors)
        return makeNestingError();
      anchors.push_back(name);
      continue;
    }
    StringRef options;
    if (text.starts_with("{")) {
      size_t close = findClosing(text, 0);
      if (close == StringRef::npos)
        return createStringError("expected '}' to close the options '" + text +
                                 "'");
      options = text.slice(1, close);
      text = text.substr(close + 1).ltrim();
    }
    Expected<Pass> pass = makeListElement(name, options, anchors);
    if (!pass)
      return pass.takeError();
    result.push_back(std::move(*pass));
    while (!anchors.empty() && text.consume_front(")")) {
      anchors.pop_back();
      text = text.ltrim();
    }
    if (text.empty() && anchors.empty())
      return result;
    if (!text.consume_front(","))
      return createStringError(
          text.empty() ? Twine("expected ')' at the end of the passes")
                       : "expected ',' between passes, but got '" + text + "'");
  }
}

} // namespace mlir::relay::pass
