//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// relay-lite-lsp-server: a language server for MLIR files that use the relay
// dialect, beside everything of mlir-lsp-server; with --relay, for Relay text.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/InitAll.h"
#include "RelayLite/LanguageServer/RelayTextServer.h"
#include "RelayLite/Support/Tool.h"
#include "RelayLite/Tools/MainFunctions.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Support/LLVM.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"

static const char examples[] = R"(  Serve MLIR files:

    relay-lite-lsp-server

  Serve Relay text:

    relay-lite-lsp-server --relay
)";

int mlir::relay::RelayLspServerMain(int argc, char **argv,
                                    DialectRegistry &registry) {
  // The servers parse the options, but this one decides which server runs.
  static llvm::cl::OptionCategory category("Options of relay-lite-lsp-server");
  static llvm::cl::opt<bool> relayText(
      "relay", llvm::cl::desc("serve Relay text (.relay files), not MLIR"),
      llvm::cl::cat(category));
  mlir::relay::initTool(examples, &category);
  mlir::relay::registerAllDialects(registry);
  bool isRelay = llvm::any_of(llvm::ArrayRef(argv, argc), [](const char *arg) {
    return llvm::StringRef(arg).ltrim('-') == "relay";
  });
  return mlir::failed(
      isRelay ? mlir::relay::runRelayTextServer(argc, argv, registry)
              : mlir::MlirLspServerMain(argc, argv, registry));
}
