//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators of compiled programs: type inference.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

FailureOr<Type> CallLoweredOp::inferResultType(std::optional<Location> loc,
                                               Adaptor adaptor) {
  auto function = cast<FunctionType>(adaptor.getFunc().getType());
  Type arguments = adaptor.getCallArgs().getType();
  if (failed(inferOperand(
          loc, getRelayName(), "call_args",
          TupleType::get(function.getContext(), function.getInputs()),
          arguments)))
    return failure();
  return function.getResult(0);
}

bool relay::needsPlannedMemory(Operation *op) {
  return isa<MemoryAllocStorageOp, MemoryAllocTensorOp, VMInvokeTVMOpOp>(op);
}

/// Checks that `type`, that of the operand `name`, is a scalar of i64.
static LogicalResult checkScalar(std::optional<Location> loc,
                                 StringRef relayName, StringRef name,
                                 Type type) {
  return inferOperand(
      loc, relayName, name,
      RankedTensorType::get({}, IntegerType::get(type.getContext(), 64)), type);
}

FailureOr<Type>
MemoryAllocStorageOp::inferResultType(std::optional<Location> loc,
                                      Adaptor adaptor) {
  if (failed(checkScalar(loc, getRelayName(), "size",
                         adaptor.getSize().getType())) ||
      failed(checkScalar(loc, getRelayName(), "alignment",
                         adaptor.getAlignment().getType())) ||
      failed(checkElementType(loc, getRelayName(), "dtype",
                              adaptor.getDtype().getValue())))
    return failure();
  return Type(StorageType::get(adaptor.getSize().getContext()));
}

FailureOr<Type>
MemoryAllocTensorOp::inferResultType(std::optional<Location> loc,
                                     Adaptor adaptor) {
  FailureOr<SmallVector<int64_t>> shape =
      inferShapeOperand(loc, getRelayName(), "shape", adaptor.getShape());
  if (failed(shape))
    return failure();
  Type dtype = adaptor.getDtype().getValue();
  if (std::optional<ArrayRef<int64_t>> given = adaptor.getAssertShape()) {
    if (failed(verifyCompatibleShape(*shape, *given)))
      return emitOptionalError(loc, getRelayName(),
                               ": expected assert_shape to be the sizes in "
                               "shape, but got [",
                               *given, "]");
    return inferCreation(loc, getRelayName(), *given, dtype);
  }
  if (failed(checkElementType(loc, getRelayName(), "dtype", dtype)))
    return failure();
  return Type(RankedTensorType::get(*shape, dtype));
}

FailureOr<Type> MemoryKillOp::inferResultType(std::optional<Location> loc,
                                              Adaptor adaptor) {
  return Type(TupleType::get(adaptor.getToFree().getContext()));
}

FailureOr<Type> VMInvokeTVMOpOp::inferResultType(std::optional<Location> loc,
                                                 Adaptor adaptor) {
  auto function = cast<FunctionType>(adaptor.getFunc().getType());
  MLIRContext *context = function.getContext();
  Type ins = adaptor.getIns().getType(), outs = adaptor.getOuts().getType();
  // One result is a tuple of one.
  Type results = function.getResult(0);
  if (!isa<TupleType>(results))
    results = TupleType::get(context, results);
  if (failed(inferOperand(loc, getRelayName(), "ins",
                          TupleType::get(context, function.getInputs()),
                          ins)) ||
      failed(inferOperand(loc, getRelayName(), "outs", results, outs)))
    return failure();
  return Type(TupleType::get(context));
}

FailureOr<Type> VMReshapeTensorOp::inferResultType(std::optional<Location> loc,
                                                   Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  FailureOr<Type> result = inferCreation(
      loc, getRelayName(), adaptor.getNewshape(), data.getElementType());
  if (failed(result))
    return failure();
  if (data.hasStaticShape() && multiplyExtents(data.getShape()) !=
                                   multiplyExtents(adaptor.getNewshape()))
    return emitOptionalError(loc, getRelayName(),
                             ": expected newshape with the number of elements "
                             "of data, ",
                             data, ", but got [", adaptor.getNewshape(), "]");
  return result;
}

FailureOr<Type> VMShapeOfOp::inferResultType(std::optional<Location> loc,
                                             Adaptor adaptor) {
  int64_t rank =
      cast<RankedTensorType>(adaptor.getTensor().getType()).getRank();
  return inferCreation(loc, getRelayName(), {rank}, adaptor.getDtype());
}

uint64_t VMShapeOfOp::getLargestCount(ArrayRef<RankedTensorType> operands,
                                      RankedTensorType result) {
  return *llvm::max_element(operands.front().getShape());
}
