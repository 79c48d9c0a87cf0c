//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The relay dialect.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_RELAYDIALECT_H
#define RELAYLITE_DIALECT_RELAY_IR_RELAYDIALECT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dialect.h"

#include "RelayLite/Dialect/Relay/IR/RelayDialect.h.inc"

#endif // RELAYLITE_DIALECT_RELAY_IR_RELAYDIALECT_H
