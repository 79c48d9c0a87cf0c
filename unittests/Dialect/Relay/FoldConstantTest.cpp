//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant folding as a pattern: what the pass folds, and nothing else.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::relay;

namespace {

/// How many relay.add are left of a sum of constants in a function with the
/// given attributes, after the pattern.
unsigned countLeft(StringRef attributes) {
  MLIRContext context;
  context.loadDialect<RelayDialect, func::FuncDialect>();
  std::string text = "func.func @f() -> tensor<2xi32> " + attributes.str() +
                     R"mlir( {
    %0 = relay.constant dense<[1, 2]> : tensor<2xi32>
    %1 = relay.constant dense<3> : tensor<i32>
    %2 = relay.add %0, %1 : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
    %3 = relay.add %2, %2 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    return %3 : tensor<2xi32>
  })mlir";
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module) {
    ADD_FAILURE() << "the program does not parse";
    return 0;
  }
  RewritePatternSet patterns(&context);
  populateFoldConstantPatterns(patterns);
  EXPECT_TRUE(succeeded(applyPatternsGreedily(*module, std::move(patterns))));
  unsigned numAdds = 0;
  module->walk([&](AddOp) { ++numAdds; });
  if (numAdds == 0)
    module->walk([&](func::ReturnOp op) {
      auto constant = op.getOperand(0).getDefiningOp<ConstantOp>();
      ASSERT_TRUE(constant);
      auto values = cast<DenseElementsAttr>(constant.getValue());
      EXPECT_EQ(llvm::to_vector(values.getValues<int32_t>()),
                (SmallVector<int32_t>{8, 10}));
    });
  return numAdds;
}

TEST(FoldConstantPatternTest, FoldsOperatorsOneByOne) {
  EXPECT_EQ(countLeft(""), 0u);
}

TEST(FoldConstantPatternTest, LeavesFunctionsThatThePassLeaves) {
  EXPECT_EQ(countLeft("attributes {relay.Primitive = 1}"), 2u);
  EXPECT_EQ(countLeft("attributes {relay.Compiler = \"dsp\"}"), 2u);
  EXPECT_EQ(countLeft("attributes {relay.SkipOptimization = 1}"), 2u);
}

} // namespace
