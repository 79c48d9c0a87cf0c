//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Candidates as functions.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_COLLAGE_EXTRACTION_H
#define LIB_DIALECT_RELAY_TRANSFORMS_COLLAGE_EXTRACTION_H

#include "Candidates.h"

namespace mlir::relay::collage {

/// A function literal, and the values on which it is called.
struct Literal {
  FusedFnOp function;
  SmallVector<Value> inputs;
};

/// Builds a literal with copies of the operations of `candidate`. Its result is
/// a tuple if there are several exits. Matches become literals with
/// relay.Composite in it. For an external compiler it has relay.Compiler and
/// relay.Primitive.
Literal buildLiteral(OpBuilder &builder, const CollageGraph &graph,
                     ArrayRef<CollageTarget> targets,
                     const Candidate &candidate);

/// Returns `collage_<compiler>_<operators>` for the function of `candidate`.
std::string getFunctionName(const CollageGraph &graph,
                            ArrayRef<CollageTarget> targets,
                            const Candidate &candidate);

/// Builds a module whose function `main` computes what `literal` does. Its
/// parameters are no tuples. A literal with relay.Compiler becomes a function
/// called `name`.
FailureOr<OwningOpRef<ModuleOp>> buildModule(FusedFnOp literal, StringRef name);

/// Replaces the exits of `candidate` by a call of a new literal, and returns
/// that. The operations of the candidate have no uses outside afterwards.
FusedFnOp replaceByLiteral(const CollageGraph &graph,
                           ArrayRef<CollageTarget> targets,
                           const Candidate &candidate);

} // namespace mlir::relay::collage

#endif // LIB_DIALECT_RELAY_TRANSFORMS_COLLAGE_EXTRACTION_H
