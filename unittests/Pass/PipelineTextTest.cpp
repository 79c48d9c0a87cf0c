//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pipelines as text: each that can be parsed is printed as text that parses to
// the same pipeline.
//
//===----------------------------------------------------------------------===//

#include "PassTesting.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::relay::pass {
namespace {

class PipelineTextTest : public PassTest {
protected:
  PipelineTextTest() {
    mlir::registerAllPasses();
    // Registers those of RelayLite.
    (void)listPasses();
  }

  /// Returns the text of the pipeline that `text` describes, or nothing.
  static std::optional<std::string> print(StringRef text) {
    std::string ignored;
    llvm::raw_string_ostream errors(ignored);
    OpPassManager pm(ModuleOp::getOperationName(),
                     OpPassManager::Nesting::Implicit);
    if (failed(parsePassPipeline(text, pm, errors)))
      return std::nullopt;
    std::string result;
    llvm::raw_string_ostream os(result);
    llvm::interleave(
        pm, os, [&](mlir::Pass &pass) { pass.printAsTextualPipeline(os); },
        ",");
    return result;
  }

  /// Expects that `text`, if it can be parsed, is printed as text that is
  /// printed alike. Returns whether it can be parsed.
  static bool check(const std::string &text) {
    std::optional<std::string> once = print(text);
    if (once)
      EXPECT_EQ(print(*once).value_or("(cannot be parsed)"), *once) << text;
    return once.has_value();
  }

  /// Returns the passes and pipelines of RelayLite that MLIR knows.
  static std::vector<std::string> listArguments() {
    // Only command lines list them all.
    PassPipelineCLParser parser("", "passes");
    std::vector<std::string> arguments;
    for (auto &entry : llvm::cl::getRegisteredOptions())
      if (entry.first.starts_with("relay-") &&
          (mlir::PassInfo::lookup(entry.first) ||
           mlir::PassPipelineInfo::lookup(entry.first)))
        arguments.push_back(entry.first.str());
    return arguments;
  }

  /// Returns the names of the options of a pass or pipeline.
  static std::vector<std::string> listOptions(StringRef argument) {
    const PassRegistryEntry *entry = mlir::PassInfo::lookup(argument);
    if (!entry)
      entry = mlir::PassPipelineInfo::lookup(argument);
    // Printed help has a line `--name=<type> - ...` for each.
    testing::internal::CaptureStdout();
    entry->printHelpStr(/*indent=*/0, /*descIndent=*/200);
    llvm::outs().flush();
    std::string help = testing::internal::GetCapturedStdout();
    std::vector<std::string> options;
    for (StringRef line : llvm::drop_begin(llvm::split(help, '\n')))
      if (line = line.trim(); line.consume_front("--"))
        options.push_back(
            line.take_until([](char c) { return c == '=' || c == ' '; }).str());
    return options;
  }
};

// Values of options of all kinds.
const char *const values[] = {
    "true",
    "7",
    "-1",
    "graph",
    "timing",
    "FoldConstant",
    "a=b",
    "/a-b/c.d",
    "a,b",
    "{a,b}",
    "{a b}",
    "\"a b\"",
    "'a b'",
    "\"a,b c\"",
    "{a b,c d}",
    "a{b}",
    "a{b=1 c={x y}},d",
    "{}",
    "\"\"",
    "relay.FoldConstant.max_cost=3",
    "{relay.FoldConstant.max_cost=3,relay.FuseOps.max_depth=4}",
};

// Passes inside a pass, and strings that only quotes hold together.
const char *const nestedValues[] = {
    "relay-fold-constant{max-cost=1 no-fold-ops={exp,abs}},func.func(cse)",
    "relay-sequential{passes=FoldConstant{max-cost=1 max-growth=2},FuseOps}",
    "\"FoldConstant{max-cost=1 max-growth=2}, FuseOps\"",
    "{ func.func( cse, canonicalize{max-iterations=2} ) , FuseOps }",
    "relay-lower-to-llvm{tile-size=8 plan-memory=false}",
    "relay-optimize{config={relay.FuseOps.max_depth=deep}}",
    "{{FoldConstant}}",
    "{a,{b,c},d}",
    "'a\"b'",
    "\"a'b\"",
    "\"a{b\"",
    "\"a}b\"",
    "\"a b}\"",
    "\"a {b c\"",
    "'a \"b'",
    "\"it's c\"",
    "\"{a},{b}\"",
    "\"[a\"",
    "\"a(b\"",
};

TEST_F(PipelineTextTest, EveryPassIsReadAsItIsPrinted) {
  std::vector<std::string> arguments = listArguments();
  ASSERT_GT(arguments.size(), 50u);
  unsigned numOptions = 0, numParsed = 0;
  for (const std::string &argument : arguments) {
    // Some run on functions of one kind only.
    std::string begin, end;
    for (const char *anchor : {"func.func(", "llvm.func("})
      if (!print(begin + argument + end)) {
        begin = anchor;
        end = ")";
      }
    auto nest = [&](const std::string &pass) { return begin + pass + end; };
    EXPECT_TRUE(check(nest(argument))) << argument;
    EXPECT_TRUE(check(nest(argument + "{}"))) << argument;
    for (const std::string &option : listOptions(argument)) {
      ++numOptions;
      // LLVM says what is wrong with values.
      testing::internal::CaptureStderr();
      unsigned numBefore = numParsed;
      for (const char *value : values)
        numParsed += check(nest(argument + "{" + option + "=" + value + "}"));
      (void)testing::internal::GetCapturedStderr();
      EXPECT_GT(numParsed, numBefore) << argument << " " << option;
    }
  }
  EXPECT_GT(numOptions, 80u);
}

TEST_F(PipelineTextTest, EverySequentialIsReadAsItIsPrinted) {
  std::vector<std::string> arguments = {"relay-sequential"};
  for (const PassEntry &entry : listPasses())
    if (entry.kind == PassKind::Sequential && !entry.argument.empty())
      arguments.push_back(entry.argument);
  ASSERT_GT(arguments.size(), 1u);
  testing::internal::CaptureStderr();
  for (const std::string &argument : arguments)
    for (const std::string &option : listOptions(argument))
      for (const char *value : nestedValues)
        check(argument + "{" + option + "=" + value + "}");
  (void)testing::internal::GetCapturedStderr();
  for (unsigned i = 0; i < 5; ++i)
    EXPECT_TRUE(
        check(std::string("relay-sequential{passes=") + nestedValues[i] + "}"))
        << nestedValues[i];
}

} // namespace
} // namespace mlir::relay::pass
