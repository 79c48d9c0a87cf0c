//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers for tests of constant folding.
//
//===----------------------------------------------------------------------===//

#ifndef UNITTESTS_DIALECT_RELAY_FOLDCONSTANTTEST_H
#define UNITTESTS_DIALECT_RELAY_FOLDCONSTANTTEST_H

#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace mlir::relay {

class FoldConstantsTest : public testing::Test {
protected:
  FoldConstantsTest() {
    context.loadDialect<RelayDialect, func::FuncDialect>();
  }

  void parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
  }
  func::FuncOp getFunction(StringRef name) {
    return module->lookupSymbol<func::FuncOp>(name);
  }
  /// The operand of the return of @f.
  Value getResult(unsigned i = 0) {
    return getFunction("f").front().getTerminator()->getOperand(i);
  }
  template <typename Op>
  unsigned count(Operation *root) {
    unsigned number = 0;
    root->walk([&](Op) { ++number; });
    return number;
  }
  /// Calls `listener` with the text of each remark of FoldConstant from now on.
  void listen(std::function<void(const std::string &)> listener) {
    struct Streamer : remark::detail::MLIRRemarkStreamerBase {
      explicit Streamer(std::function<void(const std::string &)> listener)
          : listener(std::move(listener)) {}
      void
      streamOptimizationRemark(const remark::detail::Remark &remark) override {
        listener(remark.getMsg());
      }
      std::function<void(const std::string &)> listener;
    };
    remark::RemarkCategories categories;
    categories.passed = categories.missed = categories.failed =
        categories.analysis = "FoldConstant";
    ASSERT_TRUE(succeeded(remark::enableOptimizationRemarks(
        context, std::make_unique<Streamer>(std::move(listener)),
        std::make_unique<remark::RemarkEmittingPolicyAll>(), categories)));
  }
  std::string print() {
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os);
    return text;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

} // namespace mlir::relay

#endif // UNITTESTS_DIALECT_RELAY_FOLDCONSTANTTEST_H
