//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Printing of diagnostics with the lines of their sources.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Pass/PassContext.h"
#include "RelayLite/Support/Excerpt.h"
#include "llvm/Support/SourceMgr.h"

namespace mlir::relay::pass {

DiagnosticRenderer createSourceRenderer(raw_ostream &os) {
  return [&os](ArrayRef<Diagnostic> diagnostics) {
    if (diagnostics.empty())
      return;
    // Files are read again for each pass: they may have been written since.
    llvm::SourceMgr sources;
    printExcerpts(sources, os);
    SourceMgrDiagnosticHandler handler(
        sources, diagnostics.front().getLocation()->getContext(), os);
    for (const Diagnostic &diagnostic : diagnostics) {
      handler.emitDiagnostic(diagnostic.getLocation(), diagnostic.str(),
                             diagnostic.getSeverity());
      for (const Diagnostic &note : diagnostic.getNotes())
        handler.emitDiagnostic(note.getLocation(), note.str(),
                               note.getSeverity());
    }
  };
}

} // namespace mlir::relay::pass
