//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instruments that fail or throw around a pass: one test for each hook, and
// each position in the list.
//
//===----------------------------------------------------------------------===//

#include "PassTesting.h"

namespace mlir::relay::pass {
namespace {

using Failure = Recorder::Failure;

class HookFailureTest
    : public PassTest,
      public testing::WithParamInterface<std::tuple<Failure, unsigned>> {
protected:
  Failure how() const { return std::get<0>(GetParam()); }
  unsigned position() const { return std::get<1>(GetParam()); }

  /// Runs `pass` in a context with three instruments of which the one at
  /// position() fails in `hook`, which must make the run fail.
  Log run(const Pass &pass, std::string hook, std::string passName = "") {
    std::shared_ptr<PassContext> made = makeContext({}, {"A", "B", "C"});
    recorders[position()]->failIn(hook, how(), passName);
    ErrorCollector errors(&context);
    auto scope = llvm::cantFail(PassContextScope::enter(made));
    takeLog();
    if (how() == Failure::Throw) {
      EXPECT_THROW((void)pass(*module), std::runtime_error);
      EXPECT_EQ(errors.messages, Log{});
    } else {
      EXPECT_TRUE(failed(pass(*module)));
      EXPECT_EQ(errors.messages.size(), 1u);
      EXPECT_NE(errors.messages.front().find(
                    "the instrument '" +
                    recorders[position()]->getName().str() + "' failed "),
                std::string::npos);
    }
    Log result = takeLog();
    // The list is as before, and leaving runs all exit hooks in order.
    EXPECT_EQ(made->getInstruments()->size(), 3u);
    EXPECT_EQ(toString(scope.exit()), "");
    EXPECT_EQ(takeLog(), (Log{"exit A", "exit B", "exit C"}));
    // The module and the MLIRContext stay usable.
    EXPECT_TRUE(succeeded(verify(*module)));
    EXPECT_TRUE(succeeded(makePass("Q")(*module)));
    takeLog();
    return result;
  }

  /// The first position() + 1 of `entries`.
  Log upToPosition(Log entries) const {
    entries.resize(position() + 1);
    return entries;
  }
};

/// `first` and `second` one after the other.
static Log join(Log first, const Log &second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

TEST_P(HookFailureTest, ShouldRun) {
  EXPECT_EQ(run(makePass("P"), "should"),
            upToPosition({"should A P", "should B P", "should C P"}));
}

TEST_P(HookFailureTest, RunBeforePass) {
  EXPECT_EQ(run(makePass("P"), "before"),
            join(join({"should A P", "should B P", "should C P"},
                      upToPosition({"before A P", "before B P", "before C P"})),
                 upToPosition({"failed A P", "failed B P", "failed C P"})));
}

TEST_P(HookFailureTest, RunAfterPass) {
  EXPECT_EQ(run(makePass("P"), "after"),
            join(join({"should A P", "should B P", "should C P", "before A P",
                       "before B P", "before C P", "run P"},
                      upToPosition({"after A P", "after B P", "after C P"})),
                 {"failed A P", "failed B P", "failed C P"}));
}

TEST_P(HookFailureTest, InsideASequential) {
  Log entries = run(Sequential({makePass("P"), makePass("Q")}), "before", "Q");
  // The first element has run; the second one and the end of the list have not.
  EXPECT_TRUE(llvm::is_contained(entries, "after C P"));
  EXPECT_FALSE(llvm::is_contained(entries, "run Q"));
  EXPECT_FALSE(llvm::is_contained(entries, "after A sequential"));
  EXPECT_TRUE(llvm::is_contained(entries, "failed A sequential"));
}

TEST_P(HookFailureTest, ImplicitInferType) {
  Pass pass = createFunctionPass(
      [](func::FuncOp, PassRun &) { return success(); }, PassInfo(0, "P"));
  Log entries = run(pass, "before", "InferType");
  EXPECT_FALSE(llvm::is_contained(entries, "after A P"));
  EXPECT_TRUE(llvm::is_contained(entries, "failed A P"));
}

INSTANTIATE_TEST_SUITE_P(All, HookFailureTest,
                         testing::Combine(testing::Values(Failure::Fail,
                                                          Failure::Throw),
                                          testing::Values(0u, 1u, 2u)));

} // namespace
} // namespace mlir::relay::pass
