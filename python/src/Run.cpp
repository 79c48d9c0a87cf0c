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

const IRModuleRef &python::getView(ModuleOp op) {
  for (Run *run : llvm::reverse(getRuns()))
    if (run->getOp() == op)
      return run->getView();
  raiseTVMError("the module of this hook does not come from Python");
}

//===----------------------------------------------------------------------===//
// Run
//===----------------------------------------------------------------------===//

Run::~Run() {
  // After a failure somebody may still hold what the hooks have seen.
  input = current = nullptr;
  endLoan();
}

void Run::endLoan() {
  if (ProgramRef program = lowered.lock(); program && program->borrows(op))
    program->release();
}

void Run::lend(bool typed) {
  auto program = std::make_shared<ProgramForms>(op, typed, origins,
                                                *current->getProgram());
  lowered = program;
  current = std::make_shared<IRModule>(std::move(program), current.get());
  isSeen = false;
}

LogicalResult Run::materialize() {
  if (!isSeen)
    return success();
  ScopedLock lock;
  isTouched = true;
  ProgramRef program = current->getProgram();
  if (lowered.lock() != program) {
    endLoan();
    lowered.reset();
    FailureOr<OriginsRef> made = program->lowerInto(op);
    if (failed(made) || (!program->isTyped() && failed(inferTypes(op))))
      return failure();
    lowered = program;
    origins = *made;
  } else if (program->borrows(op)) {
    // The operation is about to change.
    origins = program->mark();
    bool isShared = current.use_count() > 1 || program.use_count() > 2;
    if (program->hasTree() || isShared)
      program->release();
  }
  return success();
}

void Run::didChange() {
  if (!isSeen)
    return;
  ScopedLock lock;
  lend(current->getProgram()->isTyped());
}

void Run::didInferTypes() {
  // Only a module that nobody else sees may be read without the lock.
  if (!isSeen && current->getProgram()->isTyped())
    return;
  ScopedLock lock;
  // Raising brings the types that its functions do not have.
  if (!current->getProgram()->isTyped() &&
      current->getProgram() == lowered.lock())
    lend(/*typed=*/true);
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

void Run::replace(IRModuleRef module) {
  current = std::move(module);
  isSeen = true;
}

IRModuleRef Run::finish(OwningOpRef<ModuleOp> ownedOp) {
  const ProgramRef &program = current->getProgram();
  // The module may also be the view of a run around this one, or of another
  // that is under way.
  if (program->borrows(op) && !program->hasTree())
    program->takeOver(std::move(ownedOp));
  endLoan();
  // A pass that has changed nothing gives a module of its own all the same.
  if (current == input && isTouched)
    return current->clone();
  return current;
}
