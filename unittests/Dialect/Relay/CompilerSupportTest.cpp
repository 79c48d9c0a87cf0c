//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operators that embedders register for other compilers.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/AnnotateTarget.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::relay;

// A predicate sees the whole operation: here, the type of its operand.
TEST(CompilerSupport, PredicatesOfTheContextCount) {
  MLIRContext context;
  context.loadDialect<RelayDialect, func::FuncDialect>();
  CompilerSupport::get(*context.getLoadedDialect<RelayDialect>())
      .add("small", [](Operation *op) {
        auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
        return isa<NNReluOp>(op) && type && type.getNumElements() < 4;
      });
  auto module = parseSourceString<ModuleOp>(R"mlir(
    func.func @main(%x: tensor<2xf32>, %y: tensor<8xf32>) -> tuple<tensor<2xf32>, tensor<8xf32>> {
      %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.nn.relu %y : (tensor<8xf32>) -> tensor<8xf32>
      %2 = relay.tuple %0, %1 : (tensor<2xf32>, tensor<8xf32>) -> tuple<tensor<2xf32>, tensor<8xf32>>
      return %2 : tuple<tensor<2xf32>, tensor<8xf32>>
    })mlir",
                                            &context);
  ASSERT_TRUE(module);
  AnnotateTargetPassOptions options;
  options.targets = {"other", "small"};
  PassManager manager(&context);
  manager.addNestedPass<func::FuncOp>(createAnnotateTargetPass(options));
  ASSERT_TRUE(succeeded(manager.run(*module)));
  SmallVector<std::string> compilers;
  module->walk([&](NNReluOp relu) {
    auto begin = relu->getOperand(0).getDefiningOp<AnnotationCompilerBeginOp>();
    ASSERT_TRUE(begin);
    compilers.push_back(begin.getCompiler().str());
  });
  EXPECT_EQ(compilers, (SmallVector<std::string>{"small", "default"}));
}
