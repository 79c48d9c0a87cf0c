//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builders for lowerings that have no emitter yet.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_RELAYTOLINALG_BUILDERS_LOCATED_H
#define LIB_CONVERSION_RELAYTOLINALG_BUILDERS_LOCATED_H

#include "Broadcast.h"
#include "Contraction.h"
#include "TensorBuilders.h"

namespace mlir::relay {

inline Value castTensor(OpBuilder &b, Location loc, Value value, Type type) {
  Emitter e(b, loc);
  return castTensor(e, value, type);
}
inline Value createIndex(OpBuilder &b, Location loc, int64_t value) {
  Emitter e(b, loc);
  return e.index(value);
}
inline Value getIndexValue(OpBuilder &b, Location loc, OpFoldResult index) {
  Emitter e(b, loc);
  return e.index(index);
}
inline OpFoldResult addExtents(OpBuilder &b, Location loc, OpFoldResult x,
                               OpFoldResult y) {
  Emitter e(b, loc);
  return e.addSizes(x, y);
}
inline OpFoldResult subtractExtents(OpBuilder &b, Location loc, OpFoldResult x,
                                    OpFoldResult y) {
  Emitter e(b, loc);
  return e.subSizes(x, y);
}
inline OpFoldResult multiplyExtents(OpBuilder &b, Location loc, OpFoldResult x,
                                    OpFoldResult y) {
  Emitter e(b, loc);
  return e.mulSizes(x, y);
}
inline OpFoldResult multiplyAllExtents(OpBuilder &b, Location loc,
                                       ArrayRef<OpFoldResult> sizes) {
  Emitter e(b, loc);
  return e.mulAllSizes(sizes);
}
inline OpFoldResult divideExtents(OpBuilder &b, Location loc, OpFoldResult x,
                                  OpFoldResult y) {
  Emitter e(b, loc);
  return e.divSizes(x, y);
}
inline OpFoldResult divideExtentsUp(OpBuilder &b, Location loc, OpFoldResult x,
                                    OpFoldResult y) {
  Emitter e(b, loc);
  return e.ceilDivSizes(x, y);
}
inline Value buildPadded(OpBuilder &b, Location loc, Value data,
                         ArrayRef<OpFoldResult> low,
                         ArrayRef<OpFoldResult> high, Value element) {
  Emitter e(b, loc);
  return buildPadded(e, data, low, high, element);
}
inline Value buildResized(OpBuilder &b, Location loc, Value data,
                          ArrayRef<OpFoldResult> before,
                          ArrayRef<OpFoldResult> after,
                          ArrayRef<OpFoldResult> sizes, Value element) {
  Emitter e(b, loc);
  return buildResized(e, data, before, after, sizes, element);
}
inline Value buildReshape(OpBuilder &b, Location loc, Value data,
                          ArrayRef<OpFoldResult> sizes) {
  Emitter e(b, loc);
  return buildReshape(e, data, sizes);
}
inline Value buildCollapse(OpBuilder &b, Location loc, Value data,
                           ArrayRef<ReassociationIndices> groups) {
  Emitter e(b, loc);
  return buildCollapse(e, data, groups);
}
inline Value buildExpand(OpBuilder &b, Location loc, Value data,
                         ArrayRef<ReassociationIndices> groups,
                         ArrayRef<OpFoldResult> sizes) {
  Emitter e(b, loc);
  return buildExpand(e, data, groups, sizes);
}
inline Value buildUnitDims(OpBuilder &b, Location loc, Value data, int64_t axis,
                           int64_t count) {
  Emitter e(b, loc);
  return buildUnitDims(e, data, axis, count);
}
inline Value buildTranspose(OpBuilder &b, Location loc, Value data,
                            ArrayRef<int64_t> permutation) {
  Emitter e(b, loc);
  return buildTranspose(e, data, permutation);
}
inline Value buildRepeat(OpBuilder &b, Location loc, Value data,
                         ArrayRef<OpFoldResult> sizes, ArrayRef<int64_t> dims) {
  Emitter e(b, loc);
  return buildRepeat(e, data, sizes, dims);
}
inline Value buildIndexed(
    OpBuilder &b, Location loc, ArrayRef<OpFoldResult> sizes, Type elementType,
    ValueRange inputs, ArrayRef<AffineMap> maps,
    function_ref<Value(OpBuilder &, Location, ValueRange, ValueRange)> build) {
  Emitter e(b, loc);
  return buildIndexed(
      e, sizes, elementType, inputs, maps,
      [&](ValueRange x0, ValueRange x1) { return build(e, loc, x0, x1); });
}
inline Value buildGuardedExtract(OpBuilder &b, Location loc, Value data,
                                 Type elementType, ValueRange position,
                                 ArrayRef<OpFoldResult> indexed) {
  Emitter e(b, loc);
  return buildGuardedExtract(e, data, elementType, position, indexed);
}
inline Value buildOneHot(OpBuilder &b, Location loc, TypedTensor indices,
                         TypedTensor on, TypedTensor off, int64_t axis,
                         ArrayRef<OpFoldResult> sizes, Type dtype) {
  Emitter e(b, loc);
  return buildOneHot(e, indices, on, off, axis, sizes, dtype);
}
inline SmallVector<Value>
buildSteps(OpBuilder &b, Location loc, ArrayRef<OpFoldResult> sizes,
           ArrayRef<OpFoldResult> written, ValueRange state,
           function_ref<SmallVector<Value>(OpBuilder &, Location, ValueRange,
                                           ValueRange)>
               build) {
  Emitter e(b, loc);
  return buildSteps(
      e, sizes, written, state,
      [&](ValueRange x0, ValueRange x1) { return build(e, loc, x0, x1); });
}
inline Value
buildElementwise(OpBuilder &b, Location loc, ValueRange operands,
                 RankedTensorType resultType, bool equalDynamicDims,
                 function_ref<Value(OpBuilder &, Location, ValueRange)> build) {
  Emitter e(b, loc);
  return buildElementwise(e, operands, resultType, equalDynamicDims,
                          [&](ValueRange x0) { return build(e, loc, x0); });
}
inline Value buildFill(OpBuilder &b, Location loc, Value element,
                       ArrayRef<OpFoldResult> sizes, RankedTensorType type) {
  Emitter e(b, loc);
  return buildFill(e, element, sizes, type);
}
inline Value buildFillLike(OpBuilder &b, Location loc, Value like,
                           Value element, RankedTensorType type) {
  Emitter e(b, loc);
  return buildFillLike(e, like, element, type);
}
inline Value buildFillFrom(OpBuilder &b, Location loc, Value scalar, Type from,
                           Type to, ArrayRef<OpFoldResult> sizes,
                           RankedTensorType type) {
  Emitter e(b, loc);
  return buildFillFrom(e, scalar, from, to, sizes, type);
}
inline Value buildContraction(
    OpBuilder &b, Location loc, const ContractionOperand &lhs,
    const ContractionOperand &rhs, AffineMap resultMap,
    ArrayRef<utils::IteratorType> iterators, ArrayRef<OpFoldResult> sizes,
    Type elementType, RankedTensorType type,
    function_ref<linalg::LinalgOp(OpBuilder &, Location, Value, Value, Value)>
        named = {}) {
  Emitter e(b, loc);
  auto located = [&](Value x0, Value x1, Value x2) {
    return named(e, loc, x0, x1, x2);
  };
  return buildContraction(
      e, lhs, rhs, resultMap, iterators, sizes, elementType, type,
      named ? NamedContraction(located) : NamedContraction());
}
inline Value buildRounding(OpBuilder &b, Location loc, Value accumulators,
                           Type elementType, RankedTensorType type) {
  Emitter e(b, loc);
  return buildRounding(e, accumulators, elementType, type);
}

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_BUILDERS_LOCATED_H
