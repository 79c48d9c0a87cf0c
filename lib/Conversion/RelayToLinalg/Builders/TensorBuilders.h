//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Building operations that move the elements of tensors.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_RELAYTOLINALG_BUILDERS_TENSORBUILDERS_H
#define LIB_CONVERSION_RELAYTOLINALG_BUILDERS_TENSORBUILDERS_H

#include "Emitter.h"

namespace mlir::relay {

/// `value`, a ranked tensor, as `type`, which has a compatible shape.
Value castTensor(Emitter &b, Value value, Type type);

/// The product of two sizes. A result of more than 64 bits becomes the largest
/// number: the conversion refuses a tensor of such a size.
int64_t multiplyOrSaturate(int64_t x, int64_t y);

/// Whether a tensor of the shape `sizes` is known to have no elements.
bool isEmpty(ArrayRef<OpFoldResult> sizes);

/// `data` between `low` and `high` times `element` in each dimension.
Value buildPadded(Emitter &b, Value data, ArrayRef<OpFoldResult> low,
                  ArrayRef<OpFoldResult> high, Value element);

/// `data`, with `before` and `after` times `element` in each dimension, or
/// without so many elements where these are negative. The result has the shape
/// `sizes`: what remains, but at least 0.
Value buildResized(Emitter &b, Value data, ArrayRef<OpFoldResult> before,
                   ArrayRef<OpFoldResult> after, ArrayRef<OpFoldResult> sizes,
                   Value element);

/// The elements of `data` in row-major order in the shape `sizes`, which has as
/// many elements.
Value buildReshape(Emitter &b, Value data, ArrayRef<OpFoldResult> sizes);

/// Groups dimensions so that each group has one for which `isUnit` is false;
/// no groups where there is none.
SmallVector<ReassociationIndices> groupUnitDims(ArrayRef<bool> isUnit);

/// Merges each group of adjacent dimensions of `data`; no groups make a scalar
/// of a tensor with sizes of 1 only.
Value buildCollapse(Emitter &b, Value data,
                    ArrayRef<ReassociationIndices> groups);

/// Splits dimension i of `data` into the group `groups[i]` of dimensions of the
/// result, which has the shape `sizes`.
Value buildExpand(Emitter &b, Value data, ArrayRef<ReassociationIndices> groups,
                  ArrayRef<OpFoldResult> sizes);

/// Gives `data` `count` dimensions of 1 from position `axis` on.
Value buildUnitDims(Emitter &b, Value data, int64_t axis, int64_t count);

/// Dimension i of the result is dimension `permutation[i]` of `data`.
Value buildTranspose(Emitter &b, Value data, ArrayRef<int64_t> permutation);

/// Repeats `data` along new dimensions, those at the positions `dims` of the
/// result, which has the shape `sizes`.
Value buildRepeat(Emitter &b, Value data, ArrayRef<OpFoldResult> sizes,
                  ArrayRef<int64_t> dims);

/// Emits an element from its indices and the elements of the inputs for them.
using IndexedBuilder = function_ref<Value(ValueRange, ValueRange)>;

/// A tensor of the shape `sizes` whose elements `build` emits. `maps` says
/// which element of each of `inputs` belongs to the indices.
Value buildIndexed(Emitter &b, ArrayRef<OpFoldResult> sizes, Type elementType,
                   ValueRange inputs, ArrayRef<AffineMap> maps,
                   IndexedBuilder build);

/// The element of `data` at `position`, or zero where one of the sizes
/// `indexed` is 0, so that there is none.
Value buildGuardedExtract(Emitter &b, Value data, Type elementType,
                          ValueRange position, ArrayRef<OpFoldResult> indexed);

/// A tensor and its Relay element type.
struct TypedTensor {
  Value value;
  Type elementType;
};

/// Two scalars, which are converted to the Relay type `type`.
struct OneHotElements {
  TypedTensor on, off;
  Type type;
};

/// A tensor of the shape `sizes` and of the type of `elements`: `on` where the
/// position along `axis` is the element of `indices`, which has not
/// this dimension, and `off` elsewhere.
Value buildOneHot(Emitter &b, TypedTensor indices,
                  const OneHotElements &elements, int64_t axis,
                  ArrayRef<OpFoldResult> sizes);

/// Emits a new state from the indices of an element and the old state.
using StepBuilder = function_ref<SmallVector<Value>(ValueRange, ValueRange)>;

/// The state after all elements of a tensor of the shape `sizes`, one after the
/// other in row-major order, from `state` on. Nothing is done if one of the
/// sizes `written` is 0.
SmallVector<Value> buildSteps(Emitter &b, ArrayRef<OpFoldResult> sizes,
                              ArrayRef<OpFoldResult> written, ValueRange state,
                              StepBuilder build);

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_BUILDERS_TENSORBUILDERS_H
