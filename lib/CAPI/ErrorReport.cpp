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

#include "ErrorReport.h"
#include "RelayLite/Support/Excerpt.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::capi;

ErrorReport::~ErrorReport() {
  handler.reset();
  if (!text.empty() && onError)
    onError(wrap(StringRef(text).rtrim()), userData);
}

LogicalResult ErrorReport::fail(const Twine &message) {
  text += ("error: " + message + "\n").str();
  return failure();
}

LogicalResult ErrorReport::fail(llvm::Error error) {
  return fail(llvm::toString(std::move(error)));
}

/// Writes `file:line:column: severity: message`.
static void write(const Diagnostic &diagnostic, raw_ostream &os) {
  LocationAttr loc = diagnostic.getLocation();
  if (auto position = loc.findInstanceOf<FileLineColLoc>())
    os << position.getFilename().getValue() << ':' << position.getLine() << ':'
       << position.getColumn() << ": ";
  bool isNote = diagnostic.getSeverity() == DiagnosticSeverity::Note;
  os << (isNote ? "note: " : "error: ") << shorten(diagnostic.str()) << '\n';
}

void ErrorReport::listen(MLIRContext *context) {
  uint64_t thread = llvm::get_threadid();
  handler.emplace(context, [this, thread](Diagnostic &diagnostic) {
    // Calls on other threads have reports of their own.
    if (llvm::get_threadid() != thread ||
        diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return failure();
    llvm::raw_string_ostream os(text);
    write(diagnostic, os);
    for (const Diagnostic &note : diagnostic.getNotes())
      // MLIR shows the operation so, which may be a whole module.
      if (!StringRef(note.str()).starts_with("see current operation"))
        write(note, os);
    return success();
  });
}

LogicalResult ErrorReport::require(MlirContext context) {
  if (mlirContextIsNull(context))
    return fail("expected a context, but got a null handle");
  listen(unwrap(context));
  return success();
}

LogicalResult ErrorReport::require(MlirModule module) {
  if (mlirModuleIsNull(module))
    return fail("expected a module, but got a null handle");
  ModuleOp op = unwrap(module);
  listen(op.getContext());
  return verify(op);
}

LogicalResult ErrorReport::requireBytes(MlirStringRef bytes, StringRef what) {
  if (bytes.length && !bytes.data)
    return fail("expected " + what + ", but got a null pointer");
  return success();
}

LogicalResult ErrorReport::requireText(MlirStringRef text, StringRef what) {
  if (failed(requireBytes(text, what)))
    return failure();
  size_t offset = 0;
  if (!llvm::json::isUTF8(unwrap(text), &offset))
    return fail("expected UTF-8 in " + what + ", but not at byte " +
                Twine(offset));
  return success();
}

LogicalResult ErrorReport::requirePath(MlirStringRef path) {
  if (failed(requireBytes(path, "a path")))
    return failure();
  if (unwrap(path).empty() || unwrap(path).contains('\0'))
    return fail("expected a path that is not empty and has no null byte");
  return success();
}
