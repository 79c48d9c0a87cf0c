//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules that a host holds in another form.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Pass/ModuleHost.h"
#include "PassTesting.h"

namespace mlir::relay::pass {
namespace {

// Holds the module as text.
class TextHost : public ModuleHost {
public:
  TextHost(ModuleOp op, std::string text, Log &log)
      : op(op), text(std::move(text)), log(log) {}

  LogicalResult materialize() override {
    log.push_back("materialize");
    if (isFresh)
      return success();
    auto parsed = parseSourceString<ModuleOp>(text, op.getContext());
    if (!parsed)
      return failure();
    op.getBodyRegion().takeBody(parsed->getBodyRegion());
    isFresh = true;
    return success();
  }
  void didChange() override { log.push_back("changed"); }

  ModuleOp op;
  std::string text;
  Log &log;
  bool isFresh = false;
};

class ModuleHostTest : public PassTest {
protected:
  Pass makeHosted(PassKind kind, bool changes) {
    return createHostedPass(
        kind,
        [this, changes](ModuleHost &, PassContext &) -> FailureOr<bool> {
          log.push_back("hosted");
          return changes;
        },
        PassInfo(0, "H"));
  }
  LogicalResult runOnText(const Pass &pass, StringRef source) {
    OwningOpRef<ModuleOp> empty = ModuleOp::create(UnknownLoc::get(&context));
    TextHost host(*empty, source.str(), log);
    return runHosted(pass, *empty, *makeContext(), host);
  }
};

TEST_F(ModuleHostTest, PassesOnTheOtherFormNeedNoOperation) {
  EXPECT_TRUE(
      succeeded(runOnText(makeHosted(PassKind::Module, true), "wrong")));
  EXPECT_EQ(takeLog(), Log{"hosted"});
}

TEST_F(ModuleHostTest, PassesOfMLIRDo) {
  EXPECT_TRUE(
      succeeded(runOnText(llvm::cantFail(getPass("FoldConstant")), text)));
  // The InferType that follows FoldConstant marks the functions that are pure.
  EXPECT_EQ(takeLog(),
            (Log{"materialize", "changed", "materialize", "changed"}));
}

TEST_F(ModuleHostTest, TypesAreInferredAfterAFunctionPassThatChanges) {
  EXPECT_TRUE(succeeded(runOnText(makeHosted(PassKind::Function, true), text)));
  EXPECT_EQ(takeLog(), (Log{"hosted", "materialize", "changed"}));
}

TEST_F(ModuleHostTest, AModuleThatCannotBeMade) {
  ErrorCollector errors(&context);
  EXPECT_TRUE(failed(
      runOnText(llvm::cantFail(getPass("FoldConstant")), "not a module")));
  EXPECT_EQ(takeLog(), Log{"materialize"});
  EXPECT_FALSE(errors.messages.empty());
}

TEST_F(ModuleHostTest, WithoutHost) {
  ErrorCollector errors(&context);
  EXPECT_TRUE(failed(makeHosted(PassKind::Module, true)(*module)));
  EXPECT_EQ(errors.messages,
            Log{"the pass 'H' needs a module that has another form than "
                "MLIR's"});
  EXPECT_EQ(takeLog(), Log{});
}

} // namespace
} // namespace mlir::relay::pass
