//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/ParserState.h"
#include "RelayLite/Frontend/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace mlir::relay::ast;

namespace {

// The names of a text in order, as `line:column kind text`, and references with
// the line and column of their definition.
std::vector<std::string> getNames(StringRef text,
                                  std::string *error = nullptr) {
  ParserState state;
  ParseContext context;
  context.state = &state;
  parseModule(
      text, "test",
      [&](Span, const llvm::Twine &message) {
        if (error)
          *error = message.str();
      },
      context);
  auto format = [](Span span) {
    return std::to_string(span.line) + ":" + std::to_string(span.column);
  };
  std::vector<std::string> result;
  for (const ParserState::Name &name : state.getNames()) {
    std::string entry = format(name.span) + "-" +
                        std::to_string(name.span.getEndColumn()) + " ";
    if (name.kind == ParserState::Name::Reference)
      entry += name.symbol->name + "=" + format(name.symbol->definition);
    else
      entry += (name.kind == ParserState::Name::Attribute ? "attr " : "op ") +
               name.op + (name.node ? "" : " (incomplete)");
    result.push_back(std::move(entry));
  }
  return result;
}

TEST(ParserStateTest, NamesReferToTheirDefinitions) {
  std::vector<std::string> expected = {
      "2:5-7 @f=2:5",         "2:8-9 A=2:8",       "2:11-13 %x=2:11",
      "2:15-16 A=2:8",        "3:7-9 %y=3:7",      "3:12-14 %x=2:11",
      "3:15-16 op add",       "3:17-19 @g=6:5",    "3:20-22 %x=2:11",
      "4:3-5 %0=4:3",         "4:8-15 op nn.relu", "4:16-18 %y=3:7",
      "4:20-24 attr nn.relu", "4:29-31 %0=4:3",    "6:5-7 @g=6:5",
      "6:8-10 %x=6:8",        "6:14-16 %x=6:8"};
  EXPECT_EQ(getNames(R"(#[version = "0.0.5"]
def @f[A](%x: A) {
  let %y = %x + @g(%x);
  %0 = nn.relu(%y, axis=1); %0
}
def @g(%x) { %x })"),
            expected);
}

// `%t.0.1` is the variable `%t` with two projections.
TEST(ParserStateTest, ProjectionsAreNoPartOfNames) {
  std::vector<std::string> expected = {"2:5-7 @f=2:5", "2:8-10 %t=2:8",
                                       "2:14-16 %t=2:8"};
  EXPECT_EQ(getNames("#[version = \"0.0.5\"]\ndef @f(%t) { %t.0.1 }"),
            expected);
}

TEST(ParserStateTest, NamesBeforeAnErrorAreKnown) {
  std::string error;
  std::vector<std::string> expected = {"2:5-7 @f=2:5", "2:8-10 %x=2:8",
                                       "2:14-17 op add (incomplete)",
                                       "2:18-20 %x=2:8"};
  EXPECT_EQ(
      getNames("#[version = \"0.0.5\"]\ndef @f(%x) { add(%x, %y) }", &error),
      expected);
  EXPECT_EQ(error, "variable '%y' is not defined");
}

} // namespace
