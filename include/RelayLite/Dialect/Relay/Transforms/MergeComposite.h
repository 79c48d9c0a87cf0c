//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MergeComposite as a function, and the checks of matches that files of
// patterns name. A check is registered with the dialect, at best by an
// extension of it:
//
//   registry.addExtension(+[](MLIRContext *, RelayDialect *dialect) {
//     CompositeChecks::get(*dialect).add("is_nchw", isNCHW);
//   });
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_MERGECOMPOSITE_H
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_MERGECOMPOSITE_H

#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Pattern/Pattern.h"
#include "mlir/IR/DialectInterface.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <memory>

namespace mlir {
class Pass;
namespace func {
class FuncOp;
} // namespace func
} // namespace mlir

namespace mlir::relay {

/// Whether a match becomes a function. `root` is the operation that makes its
/// result. Functions are processed in parallel, so it must change nothing.
using CompositeCheck = std::function<bool(Operation *root)>;

/// A pattern, with the value of relay.Composite for the functions made.
struct CompositePattern {
  std::string name;
  /// Verified (pattern::verify).
  pattern::PatternRef pattern;
  /// By default all matches become functions.
  CompositeCheck check = {};
};

/// The checks of a context. Checks must not be added while passes run.
class CompositeChecks : public DialectInterface::Base<CompositeChecks> {
public:
  explicit CompositeChecks(Dialect *dialect) : Base(dialect) {}

  /// The checks of the context of `dialect`.
  static CompositeChecks &get(RelayDialect &dialect);

  /// Sets the check called `name`.
  void add(StringRef name, CompositeCheck check);
  /// The check called `name` in `context`, or null.
  static const CompositeCheck *lookup(MLIRContext *context, StringRef name);

private:
  llvm::StringMap<CompositeCheck> checks;
};

/// Moves the matches of the patterns, one after the other, into functions
/// (relay-merge-composite). Returns their number. Emits an error and fails if
/// the search for matches takes too long, or if regions would nest too deep.
FailureOr<unsigned> mergeComposites(func::FuncOp function,
                                    ArrayRef<CompositePattern> patterns);

/// Reads the patterns of a file with their checks. Emits an error and fails if
/// the file is wrong, or if a check is not registered.
FailureOr<std::vector<CompositePattern>>
readCompositePatterns(MLIRContext *context, StringRef path);

/// The pass relay-merge-composite with these patterns.
std::unique_ptr<Pass>
createMergeCompositePass(std::vector<CompositePattern> patterns);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_MERGECOMPOSITE_H
