//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/Excerpt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace mlir::relay;
using llvm::StringRef;

namespace {

std::string repeat(StringRef text, size_t count) {
  std::string result;
  while (count--)
    result += text;
  return result;
}

TEST(ExcerptTest, ShortMessagesStay) {
  EXPECT_EQ(shorten(""), "");
  EXPECT_EQ(shorten("expected 'a',\n but  got 'b'"),
            "expected 'a',\n but  got 'b'");
  std::string words = repeat("four ", 200);
  EXPECT_EQ(shorten(words), words);
}

TEST(ExcerptTest, WordsAndMessagesLoseTheirMiddles) {
  std::string name = "'@" + std::string(10'000'000, 'x') + "'";
  std::string message =
      shorten("function " + name + " is not defined; did you mean '@main'?");
  EXPECT_LE(message.size(), 400u);
  EXPECT_TRUE(StringRef(message).starts_with("function '@xxx"));
  EXPECT_TRUE(StringRef(message).ends_with(
      "xxx' is not defined; did you mean '@main'?"));
  EXPECT_TRUE(StringRef(message).contains("xxx...xxx"));
  for (StringRef part : {"words ", " ", "\n", "w\xC3\xBC ", "\xE2\x82\xAC"}) {
    std::string shortened = shorten(repeat(part, 1'000'000));
    EXPECT_LE(shortened.size(), 1200u);
    EXPECT_TRUE(StringRef(shortened).contains("..."));
    EXPECT_TRUE(llvm::json::isUTF8(shortened));
  }
}

TEST(ExcerptTest, LinesAreCutAroundThePlace) {
  EXPECT_EQ(getExcerpt("let %x", 4).text, "let %x");
  EXPECT_EQ(getExcerpt("let %x", 4).offset, 4u);
  EXPECT_EQ(getExcerpt("let", 9).offset, 3u);
  std::string line = repeat("\xE2\x82\xAC", 1'000'000) + "!" +
                     repeat("\xE2\x82\xAC", 1'000'000);
  for (size_t offset : {size_t(0), size_t(3'000), size_t(3'000'000),
                        line.size() - 3, line.size()}) {
    Excerpt excerpt = getExcerpt(line, offset);
    EXPECT_LE(excerpt.text.size(), 250u);
    EXPECT_TRUE(llvm::json::isUTF8(excerpt.text));
    ASSERT_LE(excerpt.offset, excerpt.text.size());
    if (offset < line.size())
      EXPECT_EQ(excerpt.text[excerpt.offset], line[offset]);
    std::string indent;
    llvm::raw_string_ostream os(indent);
    indentTo(excerpt, os);
    EXPECT_LE(indent.size(), excerpt.offset);
  }
}

// Return the excerpt for an error at the byte `offset` of `text`.
std::string printError(StringRef text, size_t offset, StringRef message) {
  std::string result;
  llvm::raw_string_ostream os(result);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text, "file"),
                             llvm::SMLoc());
  printExcerpts(sources, os);
  sources.PrintMessage(llvm::SMLoc::getFromPointer(text.data() + offset),
                       llvm::SourceMgr::DK_Error, message);
  return result;
}

TEST(ExcerptTest, SourceManagersPrintExcerpts) {
  EXPECT_EQ(printError("one\ntwo\n", 5, "wrong"), "file:2:2: error: wrong\n"
                                                  "two\n"
                                                  " ^\n");
  std::string text = "one\n" + std::string(500, 'x') + "?\t!" +
                     std::string(10'000'000, 'x') + "\n";
  EXPECT_EQ(printError(text, 506, "wrong"),
            "file:2:503: error: wrong\n..." + std::string(118, 'x') + "?\t!" +
                std::string(119, 'x') + "...\n" + std::string(122, ' ') +
                "\t^\n");
  std::string long_ = printError(text, 506, text);
  EXPECT_LE(long_.size(), 2048u);
  EXPECT_TRUE(StringRef(long_).starts_with("file:2:503: error: one"));
  // A message without a place.
  std::string result;
  llvm::raw_string_ostream os(result);
  llvm::SourceMgr sources;
  printExcerpts(sources, os);
  sources.PrintMessage(llvm::SMLoc(), llvm::SourceMgr::DK_Error, text);
  EXPECT_LE(result.size(), 2048u);
}

} // namespace
