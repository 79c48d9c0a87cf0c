//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect, and the type inference of its operator.
//
//===----------------------------------------------------------------------===//

#include "ExtraDialect.h"

using namespace mlir;

#include "ExtraDialect.cpp.inc"

#define GET_OP_CLASSES
#include "ExtraOps.cpp.inc"

void extra::ExtraDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "ExtraOps.cpp.inc"
      >();
}

FailureOr<Type> extra::HardSwishOp::inferResultType(std::optional<Location> loc,
                                                    Adaptor adaptor) {
  auto type = cast<RankedTensorType>(adaptor.getData().getType());
  if (!isa<FloatType>(type.getElementType()))
    return emitOptionalError(loc, "expected floating-point elements, but got ",
                             type.getElementType());
  double width = adaptor.getWidth().convertToDouble();
  if (!(width > 0))
    return emitOptionalError(loc, "expected a positive width, but got ", width);
  return Type(type);
}
