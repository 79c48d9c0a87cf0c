//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translations between Relay text and the relay dialect.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Target/Translation.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Frontend/Lowering.h"
#include "RelayLite/Frontend/Parser.h"
#include "RelayLite/Frontend/Printer.h"
#include "RelayLite/Frontend/Raising.h"
#include "RelayLite/InitAll.h"
#include "RelayLite/Target/RelayText.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Library
//===----------------------------------------------------------------------===//

OwningOpRef<ModuleOp> relay::importRelayText(MLIRContext *context,
                                             StringRef text, StringRef fileName,
                                             const ImportOptions &options) {
  context->loadDialect<RelayDialect, func::FuncDialect>();
  std::optional<ast::Module> parsed = ast::parseModule(
      text, fileName, [&](ast::Span span, const Twine &message) {
        emitError(getLoc(context, span), message);
      });
  if (!parsed)
    return nullptr;
  OwningOpRef<ModuleOp> module = lowerModule(context, *parsed);
  if (!module || failed(verify(*module)))
    return nullptr;
  if (!options.inferTypes)
    markPureFunctions(*module);
  else if (failed(inferTypes(*module)))
    return nullptr;
  return module;
}

LogicalResult relay::exportRelayText(ModuleOp module, raw_ostream &os) {
  FailureOr<ast::Module> raised = raiseModule(module);
  if (failed(raised))
    return failure();
  ast::print(*raised, os);
  return success();
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

static StringRef getBuffer(const llvm::SourceMgr &sources) {
  return sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
}

static StringRef getFileName(const llvm::SourceMgr &sources) {
  return sources.getMemoryBuffer(sources.getMainFileID())
      ->getBufferIdentifier();
}

static void registerDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registry.insert<func::FuncDialect>();
}

// Reads a module or an expression and prints it, without lowering.
static LogicalResult
formatRelay(const std::shared_ptr<llvm::SourceMgr> &sources, raw_ostream &os,
            MLIRContext *context) {
  StringRef text = getBuffer(*sources), fileName = getFileName(*sources);
  auto onError = [&](ast::Span span, const Twine &message) {
    emitError(getLoc(context, span), message);
  };
  if (ast::isModuleText(text)) {
    std::optional<ast::Module> module =
        ast::parseModule(text, fileName, onError);
    if (module)
      ast::print(*module, os);
    return success(module.has_value());
  }
  ast::ExprRef expr = ast::parseExpr(text, fileName, onError);
  if (expr)
    ast::print(*expr, os);
  return success(expr != nullptr);
}

void relay::registerRelayTranslations() {
  static llvm::cl::opt<bool> noInfer(
      "no-infer",
      llvm::cl::desc("leave types that are not annotated unknown on import"));
  static TranslateToMLIRRegistration import(
      "import-relay", "Relay text to the relay dialect",
      [](llvm::SourceMgr &sources,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        ImportOptions options;
        options.inferTypes = !noInfer;
        return importRelayText(context, getBuffer(sources),
                               getFileName(sources), options);
      },
      registerDialects);
  static TranslateFromMLIRRegistration exportText(
      "export-relay", "the relay dialect to Relay text",
      [](ModuleOp module, raw_ostream &os) {
        return exportRelayText(module, os);
      },
      registerDialects);
  static TranslateRegistration format(
      "format-relay", "Relay text to Relay text, as it is parsed", formatRelay);
}
