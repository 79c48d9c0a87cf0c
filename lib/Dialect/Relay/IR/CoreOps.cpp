//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Core operations: type inference, verifiers and folders.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// ConstantOp
//===----------------------------------------------------------------------===//

OpFoldResult ConstantOp::fold(FoldAdaptor adaptor) { return getValue(); }

//===----------------------------------------------------------------------===//
// TupleOp
//===----------------------------------------------------------------------===//

LogicalResult TupleOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> loc, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  inferred.push_back(TupleType::get(context, operands.getTypes()));
  return success();
}

//===----------------------------------------------------------------------===//
// TupleGetOp
//===----------------------------------------------------------------------===//

LogicalResult TupleGetOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> loc, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto tuple = dyn_cast<TupleType>(adaptor.getTuple().getType());
  if (!tuple) {
    inferred.push_back(UnknownType::get(context));
    return success();
  }
  if (adaptor.getIndex() >= tuple.size())
    return emitOptionalError(loc, "tuple index ",
                             static_cast<int64_t>(adaptor.getIndex()),
                             " is out of range for ", tuple);
  inferred.push_back(tuple.getType(adaptor.getIndex()));
  return success();
}

// tuple_get(tuple(x0, x1, ...))[i] -> xi
OpFoldResult TupleGetOp::fold(FoldAdaptor adaptor) {
  if (auto tuple = getTuple().getDefiningOp<TupleOp>()) {
    Value field = tuple.getFields()[getIndex()];
    if (field.getType() == getType())
      return field;
  }
  return {};
}

#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/CoreOps.cpp.inc"
