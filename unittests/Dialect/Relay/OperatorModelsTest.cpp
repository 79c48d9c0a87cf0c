//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that take part in passes through interfaces attached from outside,
// as those of an embedder do: here two of the relay dialect that otherwise do
// not.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/AxisScale.h"
#include "RelayLite/Dialect/Relay/Transforms/MixedPrecision.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::relay;

namespace {

/// -(x * s) = -x * s.
struct NegativeScale
    : public AxisScaleInterface::ExternalModel<NegativeScale, NegativeOp> {
  SmallVector<std::optional<AxisScale>>
  getOperandScales(Operation *, const std::optional<AxisScale> &result) const {
    return {result};
  }
  std::optional<AxisScale>
  getResultScale(Operation *,
                 ArrayRef<std::optional<AxisScale>> operands) const {
    return operands.front();
  }
  SmallVector<unsigned> takeResultScale(Operation *, OpBuilder &,
                                        ArrayRef<std::optional<AxisScale>>,
                                        Value, ArrayRef<int64_t>) const {
    return {0};
  }
};

/// Sums in f32.
struct MatmulPrecision
    : public MixedPrecisionInterface::ExternalModel<MatmulPrecision,
                                                    NNMatmulOp> {
  MixedPrecisionKind getMixedPrecisionKind(Operation *, Type) const {
    return MixedPrecisionKind::Always;
  }
  Type getAccumulationType(Operation *, Type type) const {
    return Float32Type::get(type.getContext());
  }
  StringRef getResultTypeAttrName(Operation *) const { return "out_dtype"; }
};

struct OperatorModelsTest : public ::testing::Test {
  OperatorModelsTest() {
    context.loadDialect<RelayDialect, func::FuncDialect>();
    NegativeOp::attachInterface<NegativeScale>(context);
    NNMatmulOp::attachInterface<MatmulPrecision>(context);
  }

  void run(StringRef text, StringRef passes) {
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    registerRelayPasses();
    PassManager manager(&context);
    ASSERT_TRUE(succeeded(parsePassPipeline(passes, manager)));
    ASSERT_TRUE(succeeded(manager.run(*module)));
  }

  template <typename OpTy>
  SmallVector<OpTy> find() {
    SmallVector<OpTy> result;
    module->walk([&](OpTy op) { result.push_back(op); });
    return result;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(OperatorModelsTest, ScaleMovesBackward) {
  run(R"mlir(
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %s: tensor<4xf32>) -> tensor<2x4xf32> {
      %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
      %1 = relay.negative %0 : (tensor<2x4xf32>) -> tensor<2x4xf32>
      %2 = relay.multiply %1, %s : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
      return %2 : tensor<2x4xf32>
    })mlir",
      "func.func(relay-backward-fold-scale-axis)");
  ASSERT_EQ(find<MultiplyOp>().size(), 1u);
  EXPECT_EQ(find<NNDenseOp>().front().getWeight(),
            find<MultiplyOp>().front().getResult());
}

TEST_F(OperatorModelsTest, ScaleMovesForward) {
  run(R"mlir(
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %s: tensor<3xf32>) -> tensor<2x4xf32> {
      %0 = relay.multiply %x, %s : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
      %1 = relay.negative %0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
      %2 = relay.nn.dense %1, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
      return %2 : tensor<2x4xf32>
    })mlir",
      "func.func(relay-forward-fold-scale-axis)");
  ASSERT_EQ(find<MultiplyOp>().size(), 1u);
  EXPECT_EQ(find<NNDenseOp>().front().getWeight(),
            find<MultiplyOp>().front().getResult());
  EXPECT_TRUE(isa<BlockArgument>(find<NegativeOp>().front().getOperand()));
}

TEST_F(OperatorModelsTest, SumsHaveAnotherType) {
  run(R"mlir(
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>) -> tensor<2x4xf32> {
      %0 = relay.nn.matmul %x, %w : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
      %1 = relay.nn.relu %0 : (tensor<2x4xf32>) -> tensor<2x4xf32>
      return %1 : tensor<2x4xf32>
    })mlir",
      "relay-to-mixed-precision");
  NNMatmulOp matmul = find<NNMatmulOp>().front();
  EXPECT_TRUE(getElementTypeOrSelf(matmul.getOperand(0)).isF16());
  EXPECT_TRUE(getElementTypeOrSelf(matmul.getType()).isF32());
  EXPECT_TRUE(getElementTypeOrSelf(find<NNReluOp>().front().getType()).isF16());
}

} // namespace
