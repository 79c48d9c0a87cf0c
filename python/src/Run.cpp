//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs of passes on modules of Python.
//
//===----------------------------------------------------------------------===//

#include "Run.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;

Holder python::makeHolder(nb::object object) {
  return {new nb::object(std::move(object)), [](nb::object *held) {
            if (canReleaseObjects()) {
              ScopedLock lock;
              held->reset();
            } else {
              held->release();
            }
            delete held;
          }};
}

//===----------------------------------------------------------------------===//
// Stack of runs
//===----------------------------------------------------------------------===//

static std::vector<Run *> &getRuns() {
  thread_local std::vector<Run *> runs;
  return runs;
}

ScopedRun::ScopedRun(Run &run) { getRuns().push_back(&run); }
ScopedRun::~ScopedRun() { getRuns().pop_back(); }

Run *Run::find(ModuleOp op) {
  for (Run *run : llvm::reverse(getRuns()))
    if (run->op == op)
      return run;
  return nullptr;
}

const IRModuleRef &python::getView(ModuleOp op) {
  Run *run = Run::find(op);
  if (!run)
    raiseTVMError("the module of this hook does not come from Python");
  return run->getView();
}

//===----------------------------------------------------------------------===//
// Run
//===----------------------------------------------------------------------===//

Run::~Run() {
  // After a failure somebody may still hold what the hooks have seen.
  if (current && current->borrows(op) && current.use_count() > 1)
    current->detach();
}

LogicalResult Run::materialize() {
  if (fresh && !current)
    return success();
  ScopedLock lock;
  touched = true;
  if (fresh && current->getVersion() == freshVersion) {
    // The operation is about to change.
    if (current->borrows(op) && current.use_count() > 1)
      current->detach();
    current->markOperations();
    return success();
  }
  if (failed(current->lowerInto(op)))
    return failure();
  typed = current->isTyped();
  if (!typed && failed(inferTypes(op)))
    return failure();
  fresh = true;
  freshVersion = current->getVersion();
  origin = current;
  return success();
}

void Run::didInferTypes() {
  if (std::exchange(typed, true))
    return;
  // Raising brings the types that its functions do not have.
  didChange();
}

void Run::didChange() {
  if (!current)
    return;
  ScopedLock lock;
  origin = std::move(current);
  current = nullptr;
}

FailureOr<bool>
Run::transform(function_ref<LogicalResult(ModuleOp)> transform) {
  if (failed(materialize()))
    return failure();
  OperationFingerPrint before(op);
  if (failed(transform(op)))
    return failure();
  if (before == OperationFingerPrint(op))
    return false;
  didChange();
  return true;
}

const IRModuleRef &Run::getView() {
  if (!current) {
    current = IRModule::borrow(op, origin.get(), typed);
    freshVersion = current->getVersion();
  }
  return current;
}

void Run::replace(IRModuleRef module) {
  if (current && current != module && current->borrows(op))
    current->detach();
  current = std::move(module);
  fresh = false;
}

IRModuleRef Run::finish(OwningOpRef<ModuleOp> ownedOp) {
  if (!current)
    return IRModule::create(std::move(ownedOp), origin.get(), typed);
  // The module may also be the view of a run around this one, or of another
  // that is under way.
  if (current->borrows(op))
    current->takeOver(std::move(ownedOp));
  // A pass that has changed nothing gives a module of its own all the same.
  if (current == input && touched)
    return IRModule::cloneWithFunctions(current);
  return current;
}
