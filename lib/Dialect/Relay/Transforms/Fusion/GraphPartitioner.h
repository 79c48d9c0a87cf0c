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
};

/// Groups the nodes of `graph`. A group has at most `maxNodes` nodes, as TVM
/// counts them: a node that is shared may count more than once. Returns for
/// each node the last one of its group, which all others lead to.
/// O(n log n), for a given `maxNodes`.
SmallVector<unsigned> partitionGraph(ArrayRef<FusionNode> graph,
                                     uint64_t maxNodes);

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_FUSION_GRAPHPARTITIONER_H
