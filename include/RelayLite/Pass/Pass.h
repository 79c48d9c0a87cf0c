//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes as values with a name, a level and dependencies, run under a
// PassContext: TVM's Pass, Sequential and their constructors, over
// mlir::PassManager.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PASS_PASS_H
#define RELAYLITE_PASS_PASS_H

#include "RelayLite/Pass/PassContext.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::relay {
class Cancellation;
} // namespace mlir::relay

namespace mlir::relay::pass {

class Pass;

namespace detail {
struct PassImpl;
const std::shared_ptr<const PassImpl> &getImpl(const Pass &pass);
} // namespace detail

/// A pass: cheap to copy, may run on several threads at once (on different
/// modules) if its callback may.
class Pass {
public:
  /// No pass. Running it is an error.
  Pass() = default;
  explicit Pass(std::shared_ptr<const detail::PassImpl> impl)
      : impl(std::move(impl)) {}
  explicit operator bool() const { return impl != nullptr; }

  const PassInfo &getInfo() const;
  PassKind getKind() const;

  /// Runs the pass on `module` under `context`, whatever its level: only a
  /// Sequential asks whether its elements are enabled. The module is verified
  /// after every pass that has changed it. Fails with a diagnostic; throws what
  /// a hook or a callback has thrown. `cancellation`, which may be null, is
  /// polled after passes and hooks, and by passes that evaluate operators.
  LogicalResult operator()(ModuleOp module, PassContext &context,
                           Cancellation *cancellation = nullptr) const;
  /// The same, under the current context.
  LogicalResult operator()(ModuleOp module) const;

  /// Prints it as TVM does: kind, name, level, and the elements of a
  /// Sequential. No line break at the end.
  void print(raw_ostream &os) const;

protected:
  friend const std::shared_ptr<const detail::PassImpl> &
  detail::getImpl(const Pass &pass);
  std::shared_ptr<const detail::PassImpl> impl;
};

//===----------------------------------------------------------------------===//
// Passes from code
//===----------------------------------------------------------------------===//

/// The view that a callback has of the run of its pass.
class PassRun {
public:
  PassRun(PassContext &context, AnalysisManager analyses, ModuleOp before)
      : context(context), analyses(analyses), before(before) {}

  PassContext &getContext() const { return context; }
  /// Analyses of the module.
  AnalysisManager getAnalysisManager() const { return analyses; }
  /// For function passes with a snapshot: the module as it was before the
  /// first function changed. It must not be changed. Null for others.
  ModuleOp getModuleBefore() const { return before; }
  /// To be called when the callback changes nothing: analyses stay valid, and
  /// neither the verifier nor InferType has to look at the module again.
  void markAllAnalysesPreserved() { preserved = true; }
  bool areAllAnalysesPreserved() const { return preserved; }

private:
  PassContext &context;
  AnalysisManager analyses;
  ModuleOp before;
  bool preserved = false;
};

using ModuleCallback = std::function<LogicalResult(ModuleOp, PassRun &)>;
using FunctionCallback = std::function<LogicalResult(func::FuncOp, PassRun &)>;

/// A module pass from a callback. It may throw.
Pass createModulePass(ModuleCallback callback, PassInfo info);

/// How a function callback is run.
enum class Snapshot {
  /// PassRun::getModuleBefore gives a copy of the module, and the module gets
  /// back what it was when the pass fails.
  Take,
  /// There is no copy.
  None
};

/// A function pass from a callback, which is called for one function after the
/// other in the order of the module. It must not add or remove symbols of the
/// module: that is an error. InferType follows.
Pass createFunctionPass(FunctionCallback callback, PassInfo info,
                        Snapshot snapshot = Snapshot::Take);

/// A pass on the functions that have been lowered out of the dialect
/// (relay.lowered). InferType does not follow.
Pass createPrimFuncPass(FunctionCallback callback, PassInfo info);

/// A pass of MLIR. `factory` makes an instance for each thread that runs it,
/// anchored on the module or for function passes on func.func (or on none). An
/// instance that runs pipelines on its own operation must not change it
/// otherwise: what it preserves is not seen then.
using PassFactory = std::function<std::unique_ptr<mlir::Pass>()>;
Pass createPass(PassKind kind, PassFactory factory, PassInfo info);

//===----------------------------------------------------------------------===//
// Sequential
//===----------------------------------------------------------------------===//

/// How a Sequential treats required passes.
enum class Resolve {
  /// As TVM: they run before each element that requires them, every time, and
  /// what they require themselves does not run.
  EachTime,
  /// They run, and what they require does, where no earlier pass has
  /// established them since something undid them; an element that has run as a
  /// required pass is not run a second time. A cycle is an error.
  Graph
};

/// A list of passes, itself a pass.
class Sequential : public Pass {
public:
  Sequential(std::vector<Pass> passes, int optLevel = 0,
             std::string name = "sequential",
             std::vector<std::string> required = {}, bool traceable = false,
             Resolve resolve = Resolve::EachTime);

  ArrayRef<Pass> getPasses() const;
};

/// An MLIR pass on builtin.module that runs `pass` under `context`, to be put
/// in any pass manager. Fails if a pass that it needs is not known. An
/// exception that is thrown inside becomes a diagnostic.
llvm::Expected<std::unique_ptr<mlir::Pass>> createAdaptorPass(
    Pass pass, std::shared_ptr<PassContext> context = PassContext::current());

} // namespace mlir::relay::pass

#endif // RELAYLITE_PASS_PASS_H
