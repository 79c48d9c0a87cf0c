//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The depth and size of types.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/TypeExtent.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

std::string relay::describeTooLarge() {
  return ("more than " + Twine(kMaxTypeExtent.depth) +
          " deep or has more than " + Twine(kMaxTypeExtent.size) + " parts")
      .str();
}

TypeExtent TypeMeasure::measure(Type type) {
  if (isa<ShapedType>(type))
    return {};
  if (auto known = extents.find(type); known != extents.end())
    return known->second;
  TypeExtent extent;
  type.walkImmediateSubElements(
      [](Attribute) {},
      [&](Type part) {
        TypeExtent inner = measure(part);
        extent.depth = std::max(extent.depth, inner.depth + 1);
        extent.size = llvm::SaturatingAdd(extent.size, inner.size);
      });
  return extents[type] = extent;
}
