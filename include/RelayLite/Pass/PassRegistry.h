//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of passes by their names, TVM's and MLIR's.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PASS_PASSREGISTRY_H
#define RELAYLITE_PASS_PASSREGISTRY_H

#include "RelayLite/Pass/Pass.h"

namespace mlir::relay::pass {

/// A row of the table.
struct PassEntry {
  PassInfo info;
  PassKind kind;
  /// The argument under which MLIR's registry has the pass, unless `construct`
  /// makes it: then another name for it, if any.
  std::string argument;
  /// One line about it; for a pass of MLIR's registry its own summary is taken.
  std::string summary;
  /// Whether a function pass works on the module as a whole.
  bool onModule = false;
  /// Makes a pass that is not in MLIR's registry.
  std::function<Pass()> construct = {};
};

/// Adds a pass. Fails if its name or argument is taken, or MLIR does not know
/// the argument. Thread-safe.
llvm::Error registerPass(PassEntry entry);

/// All rows, in the order of their names.
std::vector<PassEntry> listPasses();

/// The row of a name or argument, with blanks around it and the prefixes that
/// TVM's lookup accepts (`transform.`, `relay._transform.`) removed; none for a
/// pass of MLIR that is not in the table.
std::optional<PassEntry> lookupPass(StringRef name);

/// The name by which instruments and contexts know the pass called `name`: that
/// of its row, or the argument itself of a pass or pipeline of MLIR's. An
/// unknown name is an error that suggests others.
llvm::Expected<std::string> getPassName(StringRef name);

/// Makes the pass called `name`: TVM's name, or an argument of MLIR's registry
/// of passes or pipelines (which has level 0 and requires nothing), with
/// `options` in MLIR's syntax. An unknown name is an error that suggests
/// others.
llvm::Expected<Pass> getPass(StringRef name, StringRef options = "");

/// The same for a pass of the table, with values for its configurable options.
llvm::Expected<Pass> getPass(StringRef name, ConfigMap options);

/// Make the passes of a list in the syntax of MLIR's pipelines, with TVM's
/// names, such as `FoldConstant,func.func(canonicalize,cse),FuseOps{...}`. A
/// nested pipeline becomes one pass for each name in it.
llvm::Expected<std::vector<Pass>> parsePassList(StringRef list);

/// Names of the passes of the table that `context` enables.
std::vector<std::string> getEnabledPasses(const PassContext &context);

} // namespace mlir::relay::pass

#endif // RELAYLITE_PASS_PASSREGISTRY_H
