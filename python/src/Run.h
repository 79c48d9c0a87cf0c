//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs of passes on modules of Python: what conversions they need, and what
// hooks and passes in Python see.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PYTHON_RUN_H
#define RELAYLITE_PYTHON_RUN_H

#include "IRModule.h"
#include "RelayLite/Pass/ModuleHost.h"
#include "RelayLite/Pass/PassContext.h"

namespace mlir::relay::python {

/// A Python object that any thread may release.
using Holder = std::shared_ptr<nb::object>;
Holder makeHolder(nb::object object);

/// A module on which passes run. Its operation is made when the first pass of
/// MLIR needs it, and functions are made of it when Python looks at them.
class Run : public pass::ModuleHost {
public:
  Run(ModuleOp op, IRModuleRef module)
      : op(op), input(module), current(std::move(module)) {}
  ~Run() override;

  LogicalResult materialize() override;
  void didChange() override;
  void didInferTypes() override;

  /// Change the operation by `transform`, and return whether that has made a
  /// difference.
  FailureOr<bool> transform(function_ref<LogicalResult(ModuleOp)> transform);

  /// The operation, once it is materialized.
  ModuleOp getOp() const { return op; }
  /// Return the module as it is by now. With the interpreter's lock.
  const IRModuleRef &getView() {
    isSeen = true;
    return current;
  }
  /// Make `module` what the module is from now on.
  void replace(IRModuleRef module);
  /// Return the result, which takes over the operation.
  IRModuleRef finish(OwningOpRef<ModuleOp> ownedOp);

private:
  /// Make the module one whose program borrows the operation.
  void lend(bool typed);
  /// End the loan, if somebody has the program that borrows the operation.
  void endLoan();

  ModuleOp op;
  IRModuleRef input;
  IRModuleRef current;
  /// The program that the operation is, if somebody still has it.
  std::weak_ptr<ProgramForms> lowered;
  /// The table for the operation.
  OriginsRef origins;
  /// Whether Python may have `current`. Otherwise it borrows the operation.
  bool isSeen = true;
  /// Whether a pass of MLIR has run.
  bool isTouched = false;
};

/// Return a pass that calls `body` with the run, the context and `callback`, a
/// function of Python. The body takes the interpreter's lock to use that.
template <typename BodyT>
pass::Pass makeHostedPass(pass::PassKind kind, const pass::PassInfo &info,
                          nb::object callback, BodyT body) {
  return pass::createHostedPass(
      kind,
      [held = makeHolder(std::move(callback)), body = std::move(body)](
          pass::ModuleHost &host, pass::PassContext &context) {
        return body(static_cast<Run &>(host), context, *held);
      },
      info);
}

/// Makes hooks find a run while it lives.
class ScopedRun {
public:
  explicit ScopedRun(Run &run);
  ~ScopedRun();
};

/// Return the module that hooks of instruments get for `op`.
const IRModuleRef &getView(ModuleOp op);

} // namespace mlir::relay::python

#endif // RELAYLITE_PYTHON_RUN_H
