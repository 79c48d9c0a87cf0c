//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Version, bug report message and help text of the tools.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/Tool.h"
#include "RelayLite/Config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

void mlir::relay::initTool(const char *examples) {
  llvm::setBugReportMsg(
      "This is a bug in RelayLite " RELAYLITE_VERSION_STRING
      ". Please report it with the input, the command line and the stack dump "
      "below.\n");
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "RelayLite " RELAYLITE_VERSION_STRING
          " (LLVM and MLIR " RELAYLITE_LLVM_VERSION_STRING ")\n";
  });
  static llvm::cl::extrahelp heading("\nEXAMPLES:\n\n");
  static llvm::cl::extrahelp help(examples);
}
