//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Positions in a text.
//
//===----------------------------------------------------------------------===//

#include "Positions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::relay;

namespace lsp = llvm::lsp;

// The first bytes of characters determine their lengths. Other bytes that begin
// no character, which valid text does not have, count as one.
static size_t getNumBytes(char first) {
  auto byte = static_cast<unsigned char>(first);
  return byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
}

// A character of four bytes is a surrogate pair.
static int getNumUnits(char first) { return getNumBytes(first) == 4 ? 2 : 1; }

Positions::Positions(StringRef text)
    : text(text), isAscii(llvm::isASCII(text)), lineStarts{0} {
  for (size_t end = text.find('\n'); end != StringRef::npos;
       end = text.find('\n', end + 1))
    lineStarts.push_back(end + 1);
}

StringRef Positions::getLine(size_t line) const {
  size_t end =
      line + 1 < lineStarts.size() ? lineStarts[line + 1] - 1 : text.size();
  StringRef result = text.slice(lineStarts[line], end);
  // The client does not count this part of the line's end.
  if (line + 1 < lineStarts.size())
    result.consume_back("\r");
  return result;
}

size_t Positions::getOffset(uint32_t line, uint32_t column) const {
  if (line == 0)
    return 0;
  if (line > lineStarts.size())
    return text.size();
  size_t offset = lineStarts[line - 1] + std::max(column, 1u) - 1;
  // The lexer does not count a byte order mark, and counts columns behind it.
  if (line == 1 && text.starts_with("\xEF\xBB\xBF"))
    offset += 3;
  return std::min(offset, text.size());
}

size_t Positions::getOffset(lsp::Position position) const {
  if (position.line < 0)
    return 0;
  if (size_t(position.line) >= lineStarts.size())
    return text.size();
  StringRef line = getLine(position.line);
  if (isAscii)
    return lineStarts[position.line] +
           std::min(size_t(std::max(position.character, 0)), line.size());
  size_t offset = 0;
  for (int units = 0; offset < line.size();) {
    units += getNumUnits(line[offset]);
    // A position inside a character is its beginning.
    if (units > position.character)
      break;
    offset = std::min(offset + getNumBytes(line[offset]), line.size());
  }
  return lineStarts[position.line] + offset;
}

size_t Positions::getNextOffset(size_t offset) const {
  return offset < text.size()
             ? std::min(offset + getNumBytes(text[offset]), text.size())
             : text.size();
}

lsp::Position Positions::getPosition(size_t offset) const {
  offset = std::min(offset, text.size());
  size_t line = llvm::upper_bound(lineStarts, offset) - lineStarts.begin() - 1;
  StringRef before = text.slice(lineStarts[line], offset);
  if (isAscii)
    return lsp::Position(int(line), int(before.size()));
  int units = 0;
  for (size_t i = 0; i < before.size(); i += getNumBytes(before[i]))
    units += getNumUnits(before[i]);
  return lsp::Position(int(line), units);
}

lsp::Range Positions::getRange(ast::Span span) const {
  return lsp::Range(
      getPosition(getOffset(span.line, span.column)),
      getPosition(getOffset(span.getEndLine(), span.getEndColumn())));
}
