//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes of the relay dialect.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_RELAYATTRIBUTES_H
#define RELAYLITE_DIALECT_RELAY_IR_RELAYATTRIBUTES_H

#include "mlir/IR/BuiltinAttributes.h"

#include "RelayLite/Dialect/Relay/IR/RelayEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "RelayLite/Dialect/Relay/IR/RelayAttributes.h.inc"

#endif // RELAYLITE_DIALECT_RELAY_IR_RELAYATTRIBUTES_H
