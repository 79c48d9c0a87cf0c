//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The predicate that keeps expressions from being merged.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/EliminateCommonSubexpr.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::relay;

namespace {

struct EliminateCommonSubexprTest : public ::testing::Test {
  EliminateCommonSubexprTest() {
    context.loadDialect<RelayDialect, func::FuncDialect>();
    module = parseSourceString<ModuleOp>(R"mlir(
      func.func @f(%t: tuple<tensor<2xf32>>) -> tensor<2xf32> {
        %0 = relay.tuple_get %t[0] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
        %1 = relay.tuple_get %t[0] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
        %2 = relay.exp %0 : (tensor<2xf32>) -> tensor<2xf32>
        %3 = relay.exp %0 : (tensor<2xf32>) -> tensor<2xf32>
        %4 = relay.add %2, %3 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
        %5 = relay.add %4, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
        return %5 : tensor<2xf32>
      })mlir",
                                         &context);
  }

  template <typename OpTy>
  unsigned count() {
    unsigned result = 0;
    module->walk([&](OpTy) { ++result; });
    return result;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(EliminateCommonSubexprTest, MergesWithoutPredicate) {
  ASSERT_TRUE(module);
  EXPECT_TRUE(eliminateCommonSubexpressions(*module));
  EXPECT_EQ(count<TupleGetOp>(), 1u);
  EXPECT_EQ(count<ExpOp>(), 1u);
  EXPECT_FALSE(eliminateCommonSubexpressions(*module));
}

TEST_F(EliminateCommonSubexprTest, PredicateSkipsCalls) {
  ASSERT_TRUE(module);
  EXPECT_TRUE(eliminateCommonSubexpressions(
      *module, [](Operation *op) { return isa<ExpOp>(op); }));
  EXPECT_EQ(count<TupleGetOp>(), 1u);
  EXPECT_EQ(count<ExpOp>(), 2u);
}

TEST_F(EliminateCommonSubexprTest, PassTakesPredicate) {
  ASSERT_TRUE(module);
  PassManager manager(&context);
  manager.addNestedPass<func::FuncOp>(createEliminateCommonSubexprPass(
      [](Operation *op) { return isa<TupleGetOp>(op); }));
  ASSERT_TRUE(succeeded(manager.run(*module)));
  EXPECT_EQ(count<TupleGetOp>(), 2u);
  EXPECT_EQ(count<ExpOp>(), 1u);
}

} // namespace
