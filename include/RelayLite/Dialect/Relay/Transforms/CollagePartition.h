//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CollagePartition as a function, with costs that the caller estimates.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_COLLAGEPARTITION_H
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_COLLAGEPARTITION_H

#include "RelayLite/Dialect/Relay/Transforms/MergeComposite.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relay {

/// A target that can compute operators.
struct CollageTarget {
  std::string name;
  /// Whether it is an external compiler, for what its patterns match. Other
  /// targets compute all operators.
  bool isExternal = false;
  std::vector<CompositePattern> patterns = {};
};

struct CollageOptions {
  /// The largest number of operators on a path in a candidate, at least 1: for
  /// targets that compute all operators, and for external compilers.
  uint64_t tvmMaxDepth = 8, byocMaxDepth = 8;
  /// Names of external compilers, each with a dot and NoFusion, TVMFusion or
  /// ArbitraryFusion behind it. Those of other compilers have no effect.
  std::vector<std::string> fusionStyles = {};
};

/// Returns the cost of a candidate on the target with a number: at least 0, or
/// infinity if the target does not support the candidate. Fails after an error.
/// `module` has the candidate as the function `main`, whose parameters are no
/// tuples, and for an external compiler one more function with relay.Compiler.
using CollageCost =
    function_ref<FailureOr<double>(ModuleOp module, size_t target)>;

struct CollageCounts {
  /// The number of candidates that have been compared, and of functions made.
  unsigned numCandidates = 0, numPartitioned = 0;
  /// Whether the module is another one than before.
  bool hasChanged = false;
};

/// Covers the operators of the functions of `module` by candidates with the
/// least sum of costs (relay-collage-partition). Types must be known. A cost is
/// asked once for equal candidates. Emits an error and fails if an option is
/// wrong, if nothing covers an operator, if there are too many candidates, or
/// if `cost` fails.
FailureOr<CollageCounts> collagePartition(ModuleOp module,
                                          ArrayRef<CollageTarget> targets,
                                          const CollageOptions &options,
                                          CollageCost cost);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_COLLAGEPARTITION_H
