//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which nodes of a data-flow graph FuseOps puts into one function: TVM's
// algorithm, which fuses a node with what post-dominates it where the patterns
// of all nodes in between allow.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_FUSION_GRAPHPARTITIONER_H
#define LIB_DIALECT_RELAY_TRANSFORMS_FUSION_GRAPHPARTITIONER_H

#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::relay {

/// The pattern of tuples, which no operator has; numbered as TVM's kTuple.
inline constexpr OpPatternKind tuplePattern = static_cast<OpPatternKind>(7);

/// A node of a data-flow graph. Nodes are numbered so that users come after
/// what they use.
struct FusionNode {
  /// A use by the node `user`, and the pattern that it has there.
  struct Use {
    unsigned user;
    OpPatternKind pattern;
  };

  OpPatternKind pattern = OpPatternKind::Opaque;
  /// Whether something else than a node uses the value.
  bool isExternal = false;
  SmallVector<Use, 1> uses;
  /// The nodes that make operands, if there is a limit on arguments.
  SmallVector<unsigned, 2> operands;
  /// The arguments that a function needs for the operands that no group makes,
  /// and for the result.
  uint64_t numInputs = 0, numOutputs = 0;
};

/// How large groups may become.
struct FusionLimits {
  /// The nodes of a group, as TVM counts them: a node that is shared may count
  /// more than once.
  uint64_t maxNodes;
  /// The arguments of the function of a group, results included; 0 for any
  /// number. As in TVM, a value that another group makes counts for all that
  /// the function of that group needs.
  uint64_t maxArguments = 0;
};

/// Groups the nodes of `graph`. Returns for each node the last one of its
/// group, which all others lead to. O(n log n), for given limits.
SmallVector<unsigned> partitionGraph(ArrayRef<FusionNode> graph,
                                     FusionLimits limits);

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_FUSION_GRAPHPARTITIONER_H
