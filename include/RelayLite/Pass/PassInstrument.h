//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hooks around contexts and passes: TVM's PassInstrument.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PASS_PASSINSTRUMENT_H
#define RELAYLITE_PASS_PASSINSTRUMENT_H

#include "RelayLite/Pass/PassInfo.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relay::pass {

/// Observes the passes that run under a context, and may veto them. Hooks run
/// on the thread that runs the passes, in the order of the context's list. A
/// hook fails by returning failure or by throwing; docs/PassInfrastructure.md
/// says what happens then. An instrument that several threads use at once must
/// protect itself.
class PassInstrument {
public:
  explicit PassInstrument(std::string name) : name(std::move(name)) {}
  virtual ~PassInstrument();

  StringRef getName() const { return name; }

  /// Before the context becomes the current one.
  virtual LogicalResult enterPassContext() { return success(); }
  /// After the context has stopped being the current one.
  virtual LogicalResult exitPassContext() { return success(); }

  /// Whether the pass may run. Every instrument is asked, whatever those before
  /// it said; a pass that the context requires is never asked about.
  virtual FailureOr<bool> shouldRun(ModuleOp module, const PassInfo &info) {
    return true;
  }
  /// Before a pass that runs.
  virtual LogicalResult runBeforePass(ModuleOp module, const PassInfo &info) {
    return success();
  }
  /// After a pass that has succeeded.
  virtual LogicalResult runAfterPass(ModuleOp module, const PassInfo &info) {
    return success();
  }
  /// After a pass that has failed or thrown, and when a hook around it has
  /// (then maybe after runAfterPass), if runBeforePass of this instrument was
  /// called. TVM has no such hook.
  virtual void runAfterPassFailed(ModuleOp module, const PassInfo &info) {}

private:
  std::string name;
};

} // namespace mlir::relay::pass

#endif // RELAYLITE_PASS_PASSINSTRUMENT_H
