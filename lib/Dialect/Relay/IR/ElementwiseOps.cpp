//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementwise operators: type inference and folders.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

FailureOr<Type> CastOp::inferResultType(std::optional<Location> loc,
                                        Adaptor adaptor) {
  if (failed(
          checkElementType(loc, getRelayName(), "dtype", adaptor.getDtype())))
    return failure();
  return withElementType(adaptor.getData().getType(), adaptor.getDtype());
}

// cast(x) to its own element type -> x
OpFoldResult CastOp::fold(FoldAdaptor) {
  return getData().getType() == getType() ? getData() : OpFoldResult();
}

FailureOr<Type> CastLikeOp::inferResultType(std::optional<Location> loc,
                                            Adaptor adaptor) {
  return withElementType(
      adaptor.getData().getType(),
      getElementTypeOrSelf(adaptor.getDtypeLike().getType()));
}

FailureOr<Type> ClipOp::inferResultType(std::optional<Location> loc,
                                        Adaptor adaptor) {
  return adaptor.getData().getType();
}

FailureOr<Type> NNLeakyReluOp::inferResultType(std::optional<Location> loc,
                                               Adaptor adaptor) {
  return adaptor.getData().getType();
}

#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/ElementwiseOps.cpp.inc"
