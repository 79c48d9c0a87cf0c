//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules that somebody else holds in another form, such as the syntax tree
// that Python sees. A conversion happens only where a pass needs the other
// form.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PASS_MODULEHOST_H
#define RELAYLITE_PASS_MODULEHOST_H

#include "RelayLite/Pass/Pass.h"

namespace mlir::relay::pass {

/// Holds a module in another form while passes run on it.
class ModuleHost {
public:
  virtual ~ModuleHost();

  /// Makes the operation what the module is by now. Called before anything
  /// looks at it that may change it: a pass of MLIR, or a callback.
  virtual LogicalResult materialize() = 0;
  /// The operation has been changed: the other form is out of date.
  virtual void didChange() = 0;
  /// InferType has run: the other form has types from now on.
  virtual void didInferTypes() {}
};

/// Runs a pass on the other form and returns whether it has changed the module.
/// May throw.
using HostedCallback =
    std::function<FailureOr<bool>(ModuleHost &host, PassContext &context)>;

/// A module or function pass on modules that have a host; running it on others
/// is an error. A function pass visits functions itself; InferType follows.
Pass createHostedPass(PassKind kind, HostedCallback callback, PassInfo info);

/// Runs `pass` as its call operator does, on a module that `host` holds.
LogicalResult runHosted(const Pass &pass, ModuleOp module, PassContext &context,
                        ModuleHost &host, Cancellation *cancellation = nullptr);

} // namespace mlir::relay::pass

#endif // RELAYLITE_PASS_MODULEHOST_H
