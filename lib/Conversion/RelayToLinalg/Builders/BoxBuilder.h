//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic on boxes for the lowerings of object detection.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_RELAYTOLINALG_BUILDERS_BOXBUILDER_H
#define LIB_CONVERSION_RELAYTOLINALG_BUILDERS_BOXBUILDER_H

#include "Emitter.h"

namespace mlir::relay {

/// Emits whether a row of a batch is kept.
using RowPredicate = function_ref<Value(Value, Value)>;
/// Emits an element of a result, at the indices that come first, of a row.
using RowBuilder = function_ref<Value(ValueRange, Value)>;

/// Rows of batches that are kept.
struct KeptRows {
  /// The numbers of these rows in order, (batch, row) of i64; the rest of a
  /// batch means nothing, but is in range.
  Value sources;
  Value counts; ///< (batch,) of i64.

  /// The row that stands at `place`.
  Value getSource(Emitter &b, Value batch, Value place) const;
  /// Whether there is one.
  Value isKept(Emitter &b, Value batch, Value place) const;
  /// The counts as a tensor of the shape `sizes`, whose first dimension is that
  /// of batches and whose others are 1.
  Value buildCounts(Emitter &b, ArrayRef<OpFoldResult> sizes,
                    Type elementType) const;
  /// A tensor (batch, row, ...) of the shape `sizes` with elements of the rows,
  /// and `other` behind them.
  Value buildRows(Emitter &b, ArrayRef<OpFoldResult> sizes, Type elementType,
                  double other, RowBuilder build) const;
};

/// Finds the rows that are kept.
KeptRows buildKeptRows(Emitter &b, OpFoldResult batches, OpFoldResult rows,
                       RowPredicate isKept);

/// A tensor of zeros.
Value buildFilled(Emitter &b, ArrayRef<OpFoldResult> sizes, Type elementType);

/// A vector of floats.
inline Value buildTable(Emitter &b, Type elementType, ArrayRef<double> values) {
  auto type = RankedTensorType::get(values.size(), elementType);
  SmallVector<Attribute> elements =
      llvm::map_to_vector(values, [&](double value) -> Attribute {
        return b.getFloatAttr(elementType, value);
      });
  return arith::ConstantOp::create(b, DenseElementsAttr::get(type, elements));
}

/// The only element of an operand.
class ScalarOperand {
public:
  /// `type` is the Relay type of `tensor`.
  ScalarOperand(Emitter &b, Value tensor, Type type)
      : type(getElementTypeOrSelf(type)) {
    SmallVector<Value> first(cast<RankedTensorType>(tensor.getType()).getRank(),
                             b.index(0));
    element = b.extract(tensor, first);
  }
  /// The element, converted to the Relay type `to`.
  Value get(Emitter &b, Type to) const {
    return ScalarBuilder(b, type).cast(element, to);
  }

private:
  Value element;
  Type type;
};

/// Emits how much boxes overlap.
class BoxBuilder {
public:
  /// How the corners of boxes are to be understood.
  enum class Kind {
    AnyCorners, ///< Two opposite corners.
    Ordered,    ///< Begins, then ends; without area there is no overlap.
    Pixels      ///< Begins, then ends, whose pixels belong to the box.
  };

  BoxBuilder(Emitter &b, Type type) : f(b, type), b(b) {}

  /// The intersection of `x` and `y`, four numbers each, divided by the union;
  /// 0 where that is not positive.
  Value buildOverlap(Kind kind, ArrayRef<Value> x, ArrayRef<Value> y) {
    Value extra = kind == Kind::Pixels ? f.one() : f.zero();
    Value intersection, areaX, areaY;
    for (size_t axis = 0; axis < 2; ++axis) {
      auto [beginX, endX] = getRange(kind, x, axis);
      auto [beginY, endY] = getRange(kind, y, axis);
      Value common = f.sub(f.min(endX, endY), f.max(beginX, beginY));
      auto extend = [&](Value extent) {
        return kind == Kind::Pixels ? f.add(extent, extra) : extent;
      };
      common = f.max(extend(common), f.zero());
      Value extentX = extend(f.sub(endX, beginX));
      Value extentY = extend(f.sub(endY, beginY));
      intersection = intersection ? f.mul(intersection, common) : common;
      areaX = areaX ? f.mul(areaX, extentX) : extentX;
      areaY = areaY ? f.mul(areaY, extentY) : extentY;
    }
    Value all = f.sub(f.add(areaX, areaY), intersection);
    Value hasArea = kind == Kind::Ordered
                        ? b.both(f.gt(areaX, f.zero()), f.gt(areaY, f.zero()))
                        : f.gt(all, f.zero());
    Value overlap = f.div(intersection, all);
    return f.select(hasArea, overlap, f.zero());
  }

private:
  std::pair<Value, Value> getRange(Kind kind, ArrayRef<Value> box,
                                   size_t axis) {
    Value begin = box[axis], end = box[2 + axis];
    if (kind != Kind::AnyCorners)
      return {begin, end};
    Value first = f.min(begin, end);
    Value last = f.max(begin, end);
    return {first, last};
  }

  ScalarBuilder f;
  Emitter &b;
};

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_BUILDERS_BOXBUILDER_H
