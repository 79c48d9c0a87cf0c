//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Building linalg.generic operations over operands that broadcast.
//
//===----------------------------------------------------------------------===//

#include "Broadcast.h"
#include "ScalarBuilder.h"
#include "TensorBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
/// One operand of an elementwise operation of rank `rank`.
struct BroadcastOperand {
  BroadcastOperand(Value value, int64_t rank)
      : value(value), type(cast<RankedTensorType>(value.getType())),
        offset(rank - type.getRank()) {}

  /// The size at dimension `dim` of the result; 1 where there is none.
  int64_t getSize(int64_t dim) const {
    return dim < offset ? 1 : type.getDimSize(dim - offset);
  }

  Value value;
  RankedTensorType type;
  int64_t offset;
};
} // namespace

/// Whether `operand` may have size 1 at `dim` while the result has not: its
/// size is dynamic and another operand may have another size.
static bool mayRepeat(const BroadcastOperand &operand,
                      ArrayRef<BroadcastOperand> operands, int64_t dim) {
  if (!ShapedType::isDynamic(operand.getSize(dim)))
    return false;
  return llvm::any_of(operands, [&](const BroadcastOperand &other) {
    return other.value != operand.value && other.getSize(dim) != 1;
  });
}

/// The run-time size of `operand` at dimension `dim` of the result.
static Value getDim(Emitter &b, const BroadcastOperand &operand, int64_t dim) {
  return tensor::DimOp::create(b, operand.value, dim - operand.offset);
}

/// The size of the result at `dim`: the static size that is not 1, or what the
/// dynamic ones give.
static OpFoldResult computeSize(Emitter &b, ArrayRef<BroadcastOperand> operands,
                                int64_t dim, bool equalDynamicDims) {
  Value size;
  for (const BroadcastOperand &operand : operands) {
    int64_t known = operand.getSize(dim);
    if (!ShapedType::isDynamic(known) && known != 1)
      return b.getIndexAttr(known);
  }
  for (const BroadcastOperand &operand : operands) {
    if (!ShapedType::isDynamic(operand.getSize(dim)))
      continue;
    Value own = getDim(b, operand, dim);
    if (size && equalDynamicDims)
      continue;
    if (!size) {
      size = own;
      continue;
    }
    Value one = b.index(1);
    Value isOne = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, size, one);
    size = arith::SelectOp::create(b, isOne, own, size);
  }
  return size ? OpFoldResult(size) : OpFoldResult(b.getIndexAttr(1));
}

/// Asserts that `operand` has the size `size` of the result at `dim`, or 1.
static void checkSize(Emitter &b, const BroadcastOperand &operand, int64_t dim,
                      OpFoldResult size) {
  auto isEqual = [&](OpFoldResult other) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                 getDim(b, operand, dim), b.index(other));
  };
  Value fits =
      arith::OrIOp::create(b, isEqual(size), isEqual(b.getIndexAttr(1)));
  cf::AssertOp::create(b, fits,
                       "the sizes of operands do not fit at dimension " +
                           std::to_string(dim));
}

/// The element of `operand` at the indices of the loops around, where a
/// dimension of run-time size 1 is repeated.
static Value extractRepeated(Emitter &b, const BroadcastOperand &operand,
                             ArrayRef<BroadcastOperand> operands) {
  SmallVector<Value> indices;
  Value zero = b.index(0);
  for (int64_t i = 0; i < operand.type.getRank(); ++i) {
    int64_t dim = i + operand.offset;
    if (operand.getSize(dim) == 1) {
      indices.push_back(zero);
      continue;
    }
    Value index = linalg::IndexOp::create(b, dim);
    if (mayRepeat(operand, operands, dim)) {
      Value one = b.index(1);
      Value isOne = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                          getDim(b, operand, dim), one);
      index = arith::SelectOp::create(b, isOne, zero, index);
    }
    indices.push_back(index);
  }
  return b.extract(operand.value, indices);
}

Value relay::buildElementwise(Emitter &b, ValueRange values,
                              RankedTensorType resultType,
                              bool equalDynamicDims, ElementBuilder build) {
  int64_t rank = resultType.getRank();
  SmallVector<BroadcastOperand> operands;
  for (Value value : values)
    operands.emplace_back(value, rank);

  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < rank; ++dim)
    sizes.push_back(computeSize(b, operands, dim, equalDynamicDims));
  for (const BroadcastOperand &operand : operands)
    for (int64_t dim = 0; dim < rank && !equalDynamicDims; ++dim)
      if (mayRepeat(operand, operands, dim))
        checkSize(b, operand, dim, sizes[dim]);
  Value empty = tensor::EmptyOp::create(b, sizes, resultType.getElementType());
  auto type = cast<RankedTensorType>(empty.getType());

  // Operands whose dimensions repeat statically are read through a map, others
  // by index.
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  llvm::SmallBitVector isExtracted(operands.size());
  for (size_t i = 0; i < operands.size(); ++i) {
    const BroadcastOperand &operand = operands[i];
    isExtracted[i] =
        !equalDynamicDims && llvm::any_of(llvm::seq(rank), [&](int64_t dim) {
          return mayRepeat(operand, operands, dim);
        });
    if (isExtracted[i])
      continue;
    SmallVector<AffineExpr> indices;
    for (int64_t dim = operand.offset; dim < rank; ++dim) {
      bool repeats = operand.getSize(dim) == 1 && type.getDimSize(dim) != 1;
      indices.push_back(repeats ? b.getAffineConstantExpr(0)
                                : b.getAffineDimExpr(dim));
    }
    inputs.push_back(operand.value);
    maps.push_back(AffineMap::get(rank, 0, indices, b.getContext()));
  }
  maps.push_back(b.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, type, inputs, empty, maps, iterators,
      [&](OpBuilder &, Location, ValueRange arguments) {
        SmallVector<Value> elements;
        size_t position = 0;
        for (auto [i, operand] : llvm::enumerate(operands))
          elements.push_back(isExtracted[i]
                                 ? extractRepeated(b, operand, operands)
                                 : arguments[position++]);
        linalg::YieldOp::create(b, build(elements));
      });
  return castTensor(b, generic.getResult(0), resultType);
}

Value relay::buildFill(Emitter &b, Value element, ArrayRef<OpFoldResult> sizes,
                       RankedTensorType type) {
  Value empty = tensor::EmptyOp::create(b, sizes, type.getElementType());
  Value filled = linalg::FillOp::create(b, element, empty).getResult(0);
  return castTensor(b, filled, type);
}

Value relay::buildFillLike(Emitter &b, Value like, Value element,
                           RankedTensorType type) {
  return buildFill(b, element, b.getSizes(like), type);
}

Value relay::buildFillFrom(Emitter &b, Value scalar, Type from, Type to,
                           ArrayRef<OpFoldResult> sizes,
                           RankedTensorType type) {
  if (from == to)
    return buildFill(b, b.extract(scalar), sizes, type);
  // The conversion stays with the elements: compilers for devices compute
  // scalars elsewhere, and IREE rounds them otherwise there.
  AffineMap map = AffineMap::get(sizes.size(), 0, b.getContext());
  Value filled =
      buildIndexed(b, sizes, type.getElementType(), scalar, map,
                   [&](ValueRange, ValueRange elements) {
                     return ScalarBuilder(b, from).cast(elements[0], to);
                   });
  return castTensor(b, filled, type);
}
