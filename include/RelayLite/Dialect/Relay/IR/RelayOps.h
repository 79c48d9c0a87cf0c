//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations of the relay dialect.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_RELAYOPS_H
#define RELAYLITE_DIALECT_RELAY_IR_RELAYOPS_H

#include "RelayLite/Dialect/Relay/IR/RelayAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/AnnotationOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/BinaryOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/CoreOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/CreationOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/DynOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/ElementwiseOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/FunctionOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/ImageOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/IndexingOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/NNOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/NNConvOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/NNLossOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/NNNormOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/NNPoolOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/NNSpaceOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/PackOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/RandomOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/ReduceOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/SignalOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/SortOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/SparseOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/TransformOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/VisionOps.h.inc"
#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/VMOps.h.inc"

#endif // RELAYLITE_DIALECT_RELAY_IR_RELAYOPS_H
