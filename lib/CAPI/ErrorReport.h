//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors of a call of the C API.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CAPI_ERRORREPORT_H
#define RELAYLITE_CAPI_ERRORREPORT_H

#include "mlir-c/IR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include <optional>
#include <string>

namespace mlir::relay::capi {

/// Collects the errors of a call, and gives their text to the caller when the
/// call ends.
class ErrorReport {
public:
  ErrorReport(MlirStringCallback onError, void *userData)
      : onError(onError), userData(userData) {}
  ErrorReport(const ErrorReport &) = delete;
  ErrorReport &operator=(const ErrorReport &) = delete;
  ~ErrorReport();

  LogicalResult fail(const Twine &message);
  LogicalResult fail(llvm::Error error);

  /// From now on, collects the errors of this thread in `context`. Other
  /// diagnostics go to the handlers of the context.
  void listen(MLIRContext *context);

  /// Checks a handle, and collects the errors of its context.
  LogicalResult require(MlirContext context);
  /// Checks that the operation of the module is valid, as well.
  LogicalResult require(MlirModule module);
  /// Checks that there are bytes behind the reference.
  LogicalResult requireBytes(MlirStringRef bytes, StringRef what);
  /// Checks that they are UTF-8.
  LogicalResult requireText(MlirStringRef text, StringRef what);
  LogicalResult requirePath(MlirStringRef path);

private:
  MlirStringCallback onError;
  void *userData;
  std::string text;
  std::optional<ScopedDiagnosticHandler> handler;
};

} // namespace mlir::relay::capi

#endif // RELAYLITE_CAPI_ERRORREPORT_H
