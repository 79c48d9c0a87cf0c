//===- Convolutions --------------------------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_NNCONVOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_NNCONVOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

#endif // RELAYLITE_DIALECT_RELAY_IR_NNCONVOPS_TD
