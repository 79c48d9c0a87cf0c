//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The estimated cost of operators.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

uint64_t relay::multiplyExtents(ArrayRef<int64_t> extents) {
  uint64_t product = 1;
  bool isEmpty = false;
  for (int64_t extent : extents) {
    isEmpty |= extent == 0;
    if (!ShapedType::isDynamic(extent) && extent != 0)
      product = llvm::SaturatingMultiply(product, uint64_t(extent));
  }
  return isEmpty ? 0 : product;
}

uint64_t relay::countElements(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return multiplyExtents(tensor.getShape());
  uint64_t sum = 0;
  if (auto tuple = dyn_cast<TupleType>(type)) {
    SmallVector<Type> fields;
    tuple.getFlattenedTypes(fields);
    for (Type field : fields)
      sum = llvm::SaturatingAdd(sum, countElements(field));
  }
  return sum;
}

uint64_t relay::estimateWork(Operation *op) {
  if (auto cost = dyn_cast<CostInterface>(op))
    return cost.estimateOwnWork();
  auto relayOperator = dyn_cast<OperatorInterface>(op);
  if (relayOperator && relayOperator.isReshapeOnly())
    return 0;
  uint64_t numRead = 0, numWritten = 0;
  for (Type type : op->getOperandTypes())
    numRead = llvm::SaturatingAdd(numRead, countElements(type));
  for (Type type : op->getResultTypes())
    numWritten = llvm::SaturatingAdd(numWritten, countElements(type));
  return std::max(numRead, numWritten);
}
