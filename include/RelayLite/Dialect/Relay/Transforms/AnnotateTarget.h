//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operators that other compilers support, as the pass AnnotateTarget asks.
//
// Embedders register a predicate for each compiler with the dialect, at best by
// an extension of it:
//
//   registry.addExtension(+[](MLIRContext *, RelayDialect *dialect) {
//     CompilerSupport::get(*dialect).add("dnnl", [](Operation *op) {
//       return isa<NNReluOp>(op);
//     });
//   });
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_ANNOTATETARGET_H
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_ANNOTATETARGET_H

#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectInterface.h"
#include "llvm/ADT/StringMap.h"
#include <functional>

namespace mlir::relay {

/// The predicates of a context. They must not be added while passes run.
class CompilerSupport : public DialectInterface::Base<CompilerSupport> {
public:
  /// Whether a compiler supports an operator, as it is before the pass marks
  /// anything. Functions are processed in parallel, so it must not change what
  /// it captures.
  using Predicate = std::function<bool(Operation *op)>;

  explicit CompilerSupport(Dialect *dialect) : Base(dialect) {}

  /// The predicates of the context of `dialect`.
  static CompilerSupport &get(RelayDialect &dialect);
  /// The predicates of `context`, or null if there are none.
  static const CompilerSupport *find(MLIRContext *context);

  /// Sets the predicate of `compiler`.
  void add(StringRef compiler, Predicate isSupported);

  /// Whether `compiler` has a predicate that is true for `op`.
  bool isSupported(StringRef compiler, Operation *op) const;

private:
  llvm::StringMap<Predicate> predicates;
};

/// Marks what `compilers`, the one to prefer first, support in `function`. See
/// the pass relay-annotate-target. `isSupported` is asked for operators, before
/// they change. Returns how many marks it has made.
unsigned annotateTargets(
    func::FuncOp function, ArrayRef<StringRef> compilers,
    bool includeNonCallOps,
    function_ref<bool(StringRef compiler, Operation *op)> isSupported);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_ANNOTATETARGET_H
