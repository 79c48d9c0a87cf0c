//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LanguageServer/Positions.h"
#include "gtest/gtest.h"

using namespace mlir::relay;
using llvm::StringRef;

namespace lsp = llvm::lsp;

namespace {

// An a with an umlaut has two bytes and one unit of UTF-16, a Euro sign has
// three and one, and a smiling face four and two.
constexpr StringRef kText = "x\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80y\r\n\nz";

std::pair<int, int> get(lsp::Position position) {
  return {position.line, position.character};
}

TEST(PositionsTest, ColumnsCountUnitsOfUtf16) {
  Positions positions(kText);
  const std::pair<size_t, int> columns[] = {{0, 0}, {1, 1},  {3, 2},
                                            {6, 3}, {10, 5}, {11, 6}};
  for (auto [offset, column] : columns) {
    EXPECT_EQ(get(positions.getPosition(offset)), std::pair(0, column));
    EXPECT_EQ(positions.getOffset(lsp::Position(0, column)), offset);
  }
  EXPECT_EQ(get(positions.getPosition(13)), std::pair(1, 0));
  EXPECT_EQ(get(positions.getPosition(15)), std::pair(2, 1));
}

TEST(PositionsTest, APositionInsideACharacterIsItsBeginning) {
  EXPECT_EQ(Positions(kText).getOffset(lsp::Position(0, 4)), 6u);
}

TEST(PositionsTest, PositionsOutsideOfTheTextAreTheNearestInside) {
  Positions positions(kText);
  EXPECT_EQ(positions.getOffset(lsp::Position(-1, 3)), 0u);
  EXPECT_EQ(positions.getOffset(lsp::Position(0, -3)), 0u);
  // The end of a line is before the characters that end it.
  EXPECT_EQ(positions.getOffset(lsp::Position(0, 100)), 11u);
  EXPECT_EQ(positions.getOffset(lsp::Position(1, 7)), 13u);
  EXPECT_EQ(positions.getOffset(lsp::Position(2, 7)), kText.size());
  EXPECT_EQ(positions.getOffset(lsp::Position(3, 0)), kText.size());
  EXPECT_EQ(positions.getOffset(9, 1), kText.size());
  EXPECT_EQ(get(positions.getPosition(1000)), std::pair(2, 1));
}

TEST(PositionsTest, SpansCountBytesFromOne) {
  mlir::relay::ast::Span span;
  span.line = 1;
  span.column = 4;
  span.setEnd(3, 2);
  lsp::Range range = Positions(kText).getRange(span);
  EXPECT_EQ(get(range.start), std::pair(0, 2));
  EXPECT_EQ(get(range.end), std::pair(2, 1));
}

TEST(PositionsTest, PositionsOfAsciiAreBytes) {
  Positions positions("ab\r\ncd");
  EXPECT_EQ(get(positions.getPosition(5)), std::pair(1, 1));
  EXPECT_EQ(positions.getOffset(lsp::Position(1, 1)), 5u);
  EXPECT_EQ(positions.getOffset(lsp::Position(0, 9)), 2u);
  EXPECT_EQ(positions.getOffset(lsp::Position(1, -9)), 4u);
}

// The parser counts columns behind the mark, which is a character for clients.
TEST(PositionsTest, AByteOrderMarkIsACharacter) {
  Positions positions("\xEF\xBB\xBFxy\nz");
  EXPECT_EQ(positions.getOffset(1, 1), 3u);
  EXPECT_EQ(positions.getOffset(2, 1), 6u);
  EXPECT_EQ(get(positions.getPosition(3)), std::pair(0, 1));
}

TEST(PositionsTest, BrokenCharactersEndWithTheText) {
  Positions positions("\xF0\x9F");
  EXPECT_EQ(positions.getNextOffset(0), 2u);
  EXPECT_EQ(positions.getOffset(lsp::Position(0, 9)), 2u);
  EXPECT_EQ(get(positions.getPosition(2)), std::pair(0, 2));
  EXPECT_EQ(Positions("").getNextOffset(0), 0u);
}

} // namespace
