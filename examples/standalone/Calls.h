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
#include "mlir/Interfaces/CallInterfaces.h"

namespace extra {

/// A call, and the global function that it calls; null if that is a value of
/// which no more is known.
struct CallSite {
  mlir::CallOpInterface call;
  mlir::StringAttr callee;
};

/// All calls in an operation, by any operation that has MLIR's interface. Made
/// by an analysis manager, which keeps it until a pass that does not preserve
/// it has run.
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
