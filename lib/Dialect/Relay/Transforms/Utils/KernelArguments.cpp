//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many arguments values take in a compiled function, as TVM passes them.
//
//===----------------------------------------------------------------------===//

#include "KernelArguments.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

int64_t relay::countArguments(Type type, bool withStrides) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    int64_t count = 0;
    for (Type field : tuple.getTypes())
      count += countArguments(field, withStrides);
    return count;
  }
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.hasStaticShape())
    return 1;
  return 1 + tensor.getNumDynamicDims() + (withStrides ? tensor.getRank() : 0);
}
