//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules as a target would have them.
//
//===----------------------------------------------------------------------===//

#include "TestRules.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/LayoutInference.h"
#include "RelayLite/Dialect/Relay/Transforms/OperatorRules.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::test;

//===----------------------------------------------------------------------===//
// AlterOpLayout
//===----------------------------------------------------------------------===//

/// nn.conv2d in NCHW -> in blocks of two channels if there is one group, else
/// in NHWC
static FailureOr<Value> alterConvolution(OpBuilder &builder, Operation *op,
                                         ValueRange operands) {
  auto conv = cast<NNConv2dOp>(op);
  if (conv.getDataLayout() != "NCHW" || conv.getKernelLayout() != "OIHW" ||
      !conv.getOutLayout().empty())
    return Value();
  auto layouts = [&](StringRef data, StringRef kernel) {
    return SmallVector<NamedAttribute>{
        builder.getNamedAttr(conv.getDataLayoutAttrName(),
                             builder.getStringAttr(data)),
        builder.getNamedAttr(conv.getKernelLayoutAttrName(),
                             builder.getStringAttr(kernel))};
  };
  if (conv.getGroups() == 1)
    return buildConverted(builder, op, operands, layouts("NCHW2c", "OIHW2i2o"),
                          NNContribConv2dNCHWcOp::getOperationName());
  return buildConverted(builder, op, operands, layouts("NHWC", "HWIO"));
}

/// nn.max_pool2d in NCHW -> in NHWC
static FailureOr<Value> alterPooling(OpBuilder &builder, Operation *op,
                                     ValueRange operands) {
  auto pool = cast<NNMaxPool2dOp>(op);
  if (pool.getLayout() != "NCHW")
    return Value();
  StringAttr layout = builder.getStringAttr("NHWC");
  return buildConverted(
      builder, op, operands,
      {builder.getNamedAttr(pool.getLayoutAttrName(), layout),
       builder.getNamedAttr(pool.getOutLayoutAttrName(), layout)});
}

//===----------------------------------------------------------------------===//
// Legalize
//===----------------------------------------------------------------------===//

/// nn.dense(x, w) -> nn.matmul(x, w) with w transposed
static FailureOr<Value> legalizeDense(OpBuilder &builder, Operation *op,
                                      ValueRange operands) {
  auto dense = cast<NNDenseOp>(op);
  return NNMatmulOp::create(builder, op->getLoc(), operands[0], operands[1],
                            dense.getUnitsAttr(), dense.getOutDtypeAttr(),
                            /*transpose_a=*/false, /*transpose_b=*/true)
      .getResult();
}

/// nn.bias_add(x, b) -> x + expand_dims(b)
static FailureOr<Value> legalizeBias(OpBuilder &builder, Operation *op,
                                     ValueRange operands) {
  auto bias = cast<NNBiasAddOp>(op);
  int64_t rank = cast<RankedTensorType>(operands[0].getType()).getRank();
  int64_t axis = bias.getAxis();
  if (axis < 0)
    axis += rank;
  Value addend = operands[1];
  if (axis + 1 < rank)
    addend = ExpandDimsOp::create(builder, op->getLoc(), addend, /*axis=*/1,
                                  /*num_newaxis=*/rank - axis - 1);
  return AddOp::create(builder, op->getLoc(), operands[0], addend).getResult();
}

/// nn.conv2d in NCHW with padding -> nn.pad and nn.conv2d without
static FailureOr<Value> legalizePadding(OpBuilder &builder, Operation *op,
                                        ValueRange operands) {
  auto conv = cast<NNConv2dOp>(op);
  SmallVector<int64_t> padding(conv.getPadding());
  if (conv.getDataLayout() != "NCHW" || padding.size() % 2 != 0 ||
      llvm::all_of(padding, [](int64_t pad) { return pad == 0; }))
    return Value();
  if (padding.size() == 2)
    padding.append({padding[0], padding[1]});
  Location loc = op->getLoc();
  Type element = cast<RankedTensorType>(operands[0].getType()).getElementType();
  Value zero = ConstantOp::create(builder, loc,
                                  makeScalarConstant(element, APFloat(0.0)));
  SmallVector<Attribute> widths;
  for (auto [before, after] : {std::pair<int64_t, int64_t>(0, 0),
                               {0, 0},
                               {padding[0], padding[2]},
                               {padding[1], padding[3]}})
    widths.push_back(builder.getDenseI64ArrayAttr({before, after}));
  Value padded = NNPadOp::create(builder, loc, operands[0], zero,
                                 builder.getArrayAttr(widths), "constant");
  auto result = cast<NNConv2dOp>(builder.clone(*op));
  result.getDataMutable().assign(padded);
  result.setPadding({0, 0, 0, 0});
  return result.getResult();
}

void test::addOperatorRules(MLIRContext &context) {
  auto &rules = OperatorRules::get(*context.getOrLoadDialect<RelayDialect>());
  rules.add(OperatorRules::alterOpLayout, NNConv2dOp::getOperationName(),
            alterConvolution);
  rules.add(OperatorRules::alterOpLayout, NNMaxPool2dOp::getOperationName(),
            alterPooling);
  rules.add(OperatorRules::legalize, NNDenseOp::getOperationName(),
            legalizeDense);
  rules.add(OperatorRules::legalize, NNBiasAddOp::getOperationName(),
            legalizeBias);
  rules.add(kOtherRules, NNConv2dOp::getOperationName(), legalizePadding);
}
