//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// The rules of FakeQuantizationToInteger for products and what is added to
// them.
//
//===----------------------------------------------------------------------===//

#include "AffineTypes.h"
#include "RelayLite/Dialect/Relay/IR/Layout.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
/// The quantizations of a product of data with a weight.
struct Product {
  AffineType data, weight, output;
};
} // namespace

/// Collects the quantizations of a product. The scales of the weight may be
/// those of its dimension `channelDim`.
static FailureOr<Product> getProduct(FakeQuantizedOp &op, int64_t channelDim) {
  FailureOr<AffineType> data = op.getInput(0);
  if (failed(data))
    return failure();
  FailureOr<AffineType> weight = op.getInput(1);
  if (failed(weight))
    return failure();
  if (isPerAxis(*data))
    return op.fail("the scales of operand 0 are per axis");
  int64_t rank = getTensorType(op.getValue(1)).getRank();
  if (isPerAxis(*weight) && wrapAxis(weight->axis, rank) != channelDim)
    return op.fail("the scales of operand 1 are not per channel");
  FailureOr<AffineType> output = multiplyScales(op, *data, *weight);
  if (failed(output))
    return failure();
  return Product{*data, *weight, *output};
}

/// Build the product `OpT`, with the attributes of the operator. Dimension
/// `channelDim` of the result has the channels.
template <typename OpT>
static FailureOr<QuantizedValue>
buildProduct(FakeQuantizedOp &op, Product &product, int64_t channelDim) {
  OpBuilder &b = op.getBuilder();
  // Both operators have the same attributes.
  FailureOr<Value> result = op.rebuild(
      {op.getValue(0), op.getValue(1), product.data.zeroPoint,
       product.weight.zeroPoint, product.data.scale, product.weight.scale},
      OpT::getOperationName(),
      {b.getNamedAttr("out_dtype", TypeAttr::get(product.output.dtype))});
  if (failed(result))
    return failure();
  product.output.axis = channelDim;
  return QuantizedValue{*result, {product.output}};
}

// nn.conv2d(x, w) -> qnn.conv2d(q, r), and nn.conv2d_transpose in the same way
template <typename OpT, typename QnnOpT>
static FailureOr<QuantizedValue> convertConv(FakeQuantizedOp &op) {
  auto conv = cast<OpT>(op.getOp());
  StringRef outLayout =
      conv.getOutLayout().empty() ? conv.getDataLayout() : conv.getOutLayout();
  FailureOr<Layout> kernel = Layout::parse(conv.getKernelLayout()),
                    result = Layout::parse(outLayout);
  if (failed(kernel) || failed(result) || !kernel->isPrimal() ||
      !result->isPrimal())
    return op.fail("its layouts have blocks");
  FailureOr<Product> product = getProduct(op, kernel->indexOf('O'));
  if (failed(product))
    return failure();
  return buildProduct<QnnOpT>(op, *product, result->indexOf('C'));
}

// nn.dense(x, w) -> qnn.dense(q, r)
static FailureOr<QuantizedValue> convertDense(FakeQuantizedOp &op) {
  FailureOr<Product> product = getProduct(op, /*channelDim=*/0);
  if (failed(product))
    return failure();
  int64_t rank = getTensorType(op.getValue(0)).getRank();
  return buildProduct<QnnDenseOp>(op, *product, rank - 1);
}

// nn.batch_matmul(x, y) -> qnn.batch_matmul(q, r)
static FailureOr<QuantizedValue> convertBatchMatmul(FakeQuantizedOp &op) {
  auto matmul = cast<NNBatchMatmulOp>(op.getOp());
  if (matmul.getTransposeA() || !matmul.getTransposeB())
    return op.fail("qnn.batch_matmul transposes the second matrix, and only "
                   "that");
  FailureOr<Product> product = getProduct(op, /*channelDim=*/-1);
  if (failed(product))
    return failure();
  return buildProduct<QnnBatchMatmulOp>(op, *product, product->data.axis);
}

// nn.bias_add(x, b) -> nn.bias_add(q, quantize(b)), or requantize(b)
static FailureOr<QuantizedValue> convertBiasAdd(FakeQuantizedOp &op) {
  FailureOr<AffineType> type = op.getInput(0);
  if (failed(type))
    return failure();
  // Otherwise sums contain the zero point twice, or wrap.
  if (!hasZeroOffset(*type) || !type->dtype.isInteger(32))
    return op.fail("operand 0 is not of 32 bits with zero point 0");
  FailureOr<Value> bias = op.getValue(1);
  if (!op.isQuantized(1)) {
    bias = op.quantize(*bias, *type, /*axis=*/0);
  } else if (FailureOr<AffineType> from = op.getInput(1);
             !areClose(*type, *from)) {
    from->axis = 0;
    bias = op.requantize(*bias, *from, *type, type->dtype);
  }
  if (failed(bias))
    return failure();
  FailureOr<Value> result = op.rebuild({op.getValue(0), *bias});
  if (failed(result))
    return failure();
  return QuantizedValue{*result, {*type}};
}

void relay::addProductRules(FakeQuantizationRules &rules) {
  auto add = [&](StringRef name, FakeQuantizationRule::Function convert) {
    FakeQuantizationRule rule{std::move(convert)};
    rule.convertsAlone = true;
    rules.addDefault(name, std::move(rule));
  };
  add(NNConv2dOp::getOperationName(), convertConv<NNConv2dOp, QnnConv2dOp>);
  add(NNConv2dTransposeOp::getOperationName(),
      convertConv<NNConv2dTransposeOp, QnnConv2dTransposeOp>);
  add(NNDenseOp::getOperationName(), convertDense);
  add(NNBatchMatmulOp::getOperationName(), convertBatchMatmul);
  add(NNBiasAddOp::getOperationName(), convertBiasAdd);
}
