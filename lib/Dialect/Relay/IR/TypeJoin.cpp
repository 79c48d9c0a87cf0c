//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type of a value that comes from one of two branches.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/TypeJoin.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"

using namespace mlir;
using namespace mlir::relay;

Type relay::mergeTensorTypes(
    RankedTensorType a, RankedTensorType b,
    function_ref<std::optional<int64_t>(int64_t, int64_t)> mergeSizes) {
  if (a.getElementType() != b.getElementType() || a.getRank() != b.getRank())
    return {};
  SmallVector<int64_t> shape;
  for (auto [m, n] : llvm::zip_equal(a.getShape(), b.getShape())) {
    std::optional<int64_t> size = m == n ? m : mergeSizes(m, n);
    if (!size)
      return {};
    shape.push_back(*size);
  }
  return a.clone(shape);
}

Type relay::joinTypes(Type a, Type b) {
  if (a == b || isa<UnknownType>(b))
    return a;
  if (isa<UnknownType>(a))
    return b;
  auto tensorA = dyn_cast<RankedTensorType>(a);
  auto tensorB = dyn_cast<RankedTensorType>(b);
  if (tensorA && tensorB)
    return mergeTensorTypes(tensorA, tensorB, [](int64_t, int64_t) {
      return ShapedType::kDynamic;
    });
  auto tupleA = dyn_cast<TupleType>(a), tupleB = dyn_cast<TupleType>(b);
  if (!tupleA || !tupleB || tupleA.size() != tupleB.size())
    return {};
  SmallVector<Type> fields;
  for (auto [fieldA, fieldB] :
       llvm::zip_equal(tupleA.getTypes(), tupleB.getTypes())) {
    fields.push_back(joinTypes(fieldA, fieldB));
    if (!fields.back())
      return {};
  }
  return TupleType::get(a.getContext(), fields);
}
