//===- All operations of the relay dialect ----------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_RELAYOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_RELAYOPS_TD

include "RelayLite/Dialect/Relay/IR/AnnotationOps.td"
include "RelayLite/Dialect/Relay/IR/BinaryOps.td"
include "RelayLite/Dialect/Relay/IR/CoreOps.td"
include "RelayLite/Dialect/Relay/IR/CreationOps.td"
include "RelayLite/Dialect/Relay/IR/CustomOps.td"
include "RelayLite/Dialect/Relay/IR/DynOps.td"
include "RelayLite/Dialect/Relay/IR/ElementwiseOps.td"
include "RelayLite/Dialect/Relay/IR/FunctionOps.td"
include "RelayLite/Dialect/Relay/IR/ImageOps.td"
include "RelayLite/Dialect/Relay/IR/IndexingOps.td"
include "RelayLite/Dialect/Relay/IR/NNOps.td"
include "RelayLite/Dialect/Relay/IR/NNConvOps.td"
include "RelayLite/Dialect/Relay/IR/NNLossOps.td"
include "RelayLite/Dialect/Relay/IR/NNNormOps.td"
include "RelayLite/Dialect/Relay/IR/NNPoolOps.td"
include "RelayLite/Dialect/Relay/IR/NNSpaceOps.td"
include "RelayLite/Dialect/Relay/IR/PackOps.td"
include "RelayLite/Dialect/Relay/IR/QnnOps.td"
include "RelayLite/Dialect/Relay/IR/RandomOps.td"
include "RelayLite/Dialect/Relay/IR/ReduceOps.td"
include "RelayLite/Dialect/Relay/IR/SignalOps.td"
include "RelayLite/Dialect/Relay/IR/SortOps.td"
include "RelayLite/Dialect/Relay/IR/SparseOps.td"
include "RelayLite/Dialect/Relay/IR/TransformOps.td"
include "RelayLite/Dialect/Relay/IR/TypeOps.td"
include "RelayLite/Dialect/Relay/IR/VisionOps.td"
include "RelayLite/Dialect/Relay/IR/VMOps.td"

#endif // RELAYLITE_DIALECT_RELAY_IR_RELAYOPS_TD
