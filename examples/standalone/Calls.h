//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The calls in a module, as an analysis.
//
//===----------------------------------------------------------------------===//

#ifndef EXTRA_CALLS_H
#define EXTRA_CALLS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace extra {

/// A call, and the global function that it calls; null if that is a value of
/// which no more is known.
struct CallSite {
  mlir::Operation *call;
  mlir::StringAttr callee;
};

/// All calls in an operation: operations that have MLIR's CallOpInterface, and
/// relay.apply. An analysis manager makes it, and keeps it until a pass that
/// does not preserve it has run.
class Calls {
public:
  explicit Calls(mlir::Operation *root);

  /// In the order of the text.
  llvm::ArrayRef<CallSite> getSites() const { return sites; }

private:
  llvm::SmallVector<CallSite> sites;
};

} // namespace extra

#endif // EXTRA_CALLS_H
