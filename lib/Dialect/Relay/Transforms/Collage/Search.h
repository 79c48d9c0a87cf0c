//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search for the cheapest candidates that cover a block.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_COLLAGE_SEARCH_H
#define LIB_DIALECT_RELAY_TRANSFORMS_COLLAGE_SEARCH_H

#include "Candidates.h"

namespace mlir::relay::collage {

/// Returns the numbers of disjoint candidates with the least sum of costs that
/// cover all nodes. Candidates with an infinite cost do not count. Emits an
/// error and fails if there are none, or if the search takes too many states.
FailureOr<SmallVector<unsigned>> findCover(const CollageGraph &graph,
                                           ArrayRef<Candidate> candidates);

/// Joins candidates of `cover` for one external compiler that use each other's
/// results, unless they would then depend on themselves. Returns all those for
/// external compilers.
std::vector<Candidate> joinTouching(const CollageGraph &graph,
                                    ArrayRef<CollageTarget> targets,
                                    std::vector<Candidate> cover);

} // namespace mlir::relay::collage

#endif // LIB_DIALECT_RELAY_TRANSFORMS_COLLAGE_SEARCH_H
