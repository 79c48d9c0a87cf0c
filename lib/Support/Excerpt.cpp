//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Excerpts of long names and lines of an input, for messages.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/Excerpt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
constexpr size_t kMaxWord = 300;
constexpr size_t kMaxMessage = 1200;
constexpr size_t kMaxLine = 240;
constexpr StringRef kGap = "...";
} // namespace

// Whether the byte begins a character of UTF-8.
static bool isBoundary(char c) { return (c & 0xC0) != 0x80; }

// The last position at or before `position` at which a character begins.
static size_t alignDown(StringRef text, size_t position) {
  while (position > 0 && position < text.size() && !isBoundary(text[position]))
    --position;
  return position;
}

// Appends the text, without its middle if it has more than `max` bytes. More of
// the beginning than of the end remains.
static void appendEnds(std::string &result, StringRef text, size_t max) {
  if (text.size() <= max) {
    result += text;
    return;
  }
  size_t tail = max / 4;
  result += text.take_front(alignDown(text, max - tail - kGap.size()));
  result += kGap;
  result += text.drop_front(alignDown(text, text.size() - tail));
}

std::string relay::shorten(StringRef message) {
  if (message.size() <= kMaxWord)
    return message.str();
  std::string result;
  while (!message.empty()) {
    StringRef word = message.take_until(llvm::isSpace);
    message = message.drop_front(word.size());
    StringRef space = message.take_while(llvm::isSpace);
    message = message.drop_front(space.size());
    appendEnds(result, word, kMaxWord);
    appendEnds(result, space, kMaxWord);
  }
  std::string ends;
  appendEnds(ends, result, kMaxMessage);
  return ends;
}

Excerpt relay::getExcerpt(StringRef line, size_t offset) {
  offset = std::min(offset, line.size());
  if (line.size() <= kMaxLine)
    return {line.str(), offset};
  size_t begin = offset - std::min(offset, kMaxLine / 2);
  begin = alignDown(line, std::min(begin, line.size() - kMaxLine));
  size_t end = alignDown(line, begin + kMaxLine);
  std::string text = begin > 0 ? kGap.str() : "";
  size_t moved = text.size() + offset - begin;
  text += line.slice(begin, end);
  if (end < line.size())
    text += kGap;
  return {std::move(text), moved};
}

void relay::indentTo(const Excerpt &excerpt, raw_ostream &os) {
  for (char c : StringRef(excerpt.text).take_front(excerpt.offset))
    if (isBoundary(c))
      os << (c == '\t' ? '\t' : ' ');
}

static void print(const llvm::SMDiagnostic &diagnostic, void *stream) {
  raw_ostream &os = *static_cast<raw_ostream *>(stream);
  std::string message = shorten(diagnostic.getMessage());
  StringRef line = diagnostic.getLineContents();
  if (message == diagnostic.getMessage() && line.size() <= kMaxLine) {
    diagnostic.print(nullptr, os);
    return;
  }
  if (diagnostic.getLineNo() <= 0) {
    llvm::SMDiagnostic(diagnostic.getFilename(), diagnostic.getKind(), message)
        .print(nullptr, os);
    return;
  }
  // Without a line and a column, the message has no line of the source.
  std::string place =
      (diagnostic.getFilename() + ":" + Twine(diagnostic.getLineNo()) + ":" +
       Twine(diagnostic.getColumnNo() + 1))
          .str();
  llvm::SMDiagnostic(*diagnostic.getSourceMgr(), diagnostic.getLoc(), place,
                     /*Line=*/-1, /*Col=*/-1, diagnostic.getKind(), message,
                     /*LineStr=*/"", /*Ranges=*/{})
      .print(nullptr, os);
  Excerpt excerpt = getExcerpt(line, diagnostic.getColumnNo());
  os << excerpt.text << '\n';
  indentTo(excerpt, os);
  os << "^\n";
}

void relay::printExcerpts(llvm::SourceMgr &sources, raw_ostream &os) {
  sources.setDiagHandler(print, &os);
}
