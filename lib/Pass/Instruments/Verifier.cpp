//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instrument that verifies the module after each pass.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Verifier.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Pass/Instruments.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::pass;

VerifierInstrument::VerifierInstrument() : PassInstrument("verify") {}

LogicalResult VerifierInstrument::runAfterPass(ModuleOp module,
                                               const PassInfo &info) {
  SmallVector<Diagnostic, 1> errors;
  {
    ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &diag) {
      errors.push_back(std::move(diag));
    });
    if (succeeded(verify(module)) &&
        (info.name != "InferType" || succeeded(checkTypesKnown(module))))
      return success();
  }
  if (errors.empty())
    return emitError(module.getLoc(), "the pass '")
           << info.name << "' has left invalid IR";

  InFlightDiagnostic error =
      emitError(errors.front().getLocation(), "the pass '")
      << info.name << "' has left invalid IR: " << errors.front().str();
  for (Diagnostic &other : errors) {
    if (&other != &errors.front())
      error.attachNote(other.getLocation()) << other.str();
    for (Diagnostic &note : other.getNotes())
      error.attachNote(note.getLocation()) << note.str();
  }
  return error;
}
