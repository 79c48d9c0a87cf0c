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

#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// ConstantOp
//===----------------------------------------------------------------------===//

LogicalResult ConstantOp::verify() {
  if (!isTensorOrUnknown(getType()))
    return emitOpError("expected a tensor of Relay's element types, but got ")
           << getType();
  return checkConstant(getValue(), [&] { return emitOpError(); });
}

OpFoldResult ConstantOp::fold(FoldAdaptor adaptor) { return getValue(); }

//===----------------------------------------------------------------------===//
// TupleOp
//===----------------------------------------------------------------------===//

LogicalResult
TupleOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                          ValueRange operands, DictionaryAttr attributes,
                          OpaqueProperties properties, RegionRange regions,
                          SmallVectorImpl<Type> &inferred) {
  inferred.push_back(TupleType::get(context, operands.getTypes()));
  return success();
}

//===----------------------------------------------------------------------===//
// TupleGetOp
//===----------------------------------------------------------------------===//

LogicalResult
TupleGetOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                             ValueRange operands, DictionaryAttr attributes,
                             OpaqueProperties properties, RegionRange regions,
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
  // The index may be out of range if the type of the tuple is unknown.
  auto tuple = getTuple().getDefiningOp<TupleOp>();
  if (!tuple || getIndex() >= tuple.getFields().size())
    return {};
  Value field = tuple.getFields()[getIndex()];
  return field.getType() == getType() ? field : OpFoldResult();
}

//===----------------------------------------------------------------------===//
// LetOp
//===----------------------------------------------------------------------===//

LogicalResult
LetOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                        ValueRange operands, DictionaryAttr attributes,
                        OpaqueProperties properties, RegionRange regions,
                        SmallVectorImpl<Type> &inferred) {
  inferred.push_back(operands.front().getType());
  return success();
}

//===----------------------------------------------------------------------===//
// TypeCastOp
//===----------------------------------------------------------------------===//

LogicalResult TypeCastOp::verify() {
  if (areTypesCompatible(getValue().getType(), getType()))
    return success();
  return emitOpError("expected compatible types, but got ")
         << getValue().getType() << " and " << getType();
}

// type_cast(x) to the type of x -> x
// type_cast(type_cast(x)) to the type of x -> x
OpFoldResult TypeCastOp::fold(FoldAdaptor) {
  if (getValue().getType() == getType())
    return getValue();
  if (auto inner = getValue().getDefiningOp<TypeCastOp>())
    if (inner.getValue().getType() == getType())
      return inner.getValue();
  return {};
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

LogicalResult
RefCreateOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                              ValueRange operands, DictionaryAttr attributes,
                              OpaqueProperties properties, RegionRange regions,
                              SmallVectorImpl<Type> &inferred) {
  inferred.push_back(RefType::get(operands.front().getType()));
  return success();
}

LogicalResult
RefReadOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                            ValueRange operands, DictionaryAttr attributes,
                            OpaqueProperties properties, RegionRange regions,
                            SmallVectorImpl<Type> &inferred) {
  auto ref = dyn_cast<RefType>(operands.front().getType());
  inferred.push_back(ref ? ref.getPointee() : UnknownType::get(context));
  return success();
}

LogicalResult
RefWriteOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                             ValueRange operands, DictionaryAttr attributes,
                             OpaqueProperties properties, RegionRange regions,
                             SmallVectorImpl<Type> &inferred) {
  auto ref = dyn_cast<RefType>(operands[0].getType());
  if (ref && !areTypesCompatible(ref.getPointee(), operands[1].getType()))
    return emitOptionalError(loc, "expected a value of type ", ref.getPointee(),
                             " for the reference, but got ",
                             operands[1].getType());
  inferred.push_back(TupleType::get(context));
  return success();
}
