//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translations between Relay text, TVM's JSON and the relay dialect.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Translation/Translation.h"
#include "RelayLite/Codegen/Pipelines.h"
#include "RelayLite/CompiledModule/Object.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Frontend/Diagnostics.h"
#include "RelayLite/Frontend/Json.h"
#include "RelayLite/Frontend/Lowering.h"
#include "RelayLite/Frontend/OperatorTable.h"
#include "RelayLite/Frontend/Parser.h"
#include "RelayLite/Frontend/Printer.h"
#include "RelayLite/Frontend/Raising.h"
#include "RelayLite/Support/Excerpt.h"
#include "RelayLite/Support/Stack.h"
#include "RelayLite/Translation/RelayText.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Library
//===----------------------------------------------------------------------===//

static OwningOpRef<ModuleOp> lower(MLIRContext *context,
                                   const ast::Module &parsed,
                                   const ImportOptions &options) {
  OwningOpRef<ModuleOp> module = lowerModule(context, parsed);
  if (!module || failed(verifyLowered(*module)))
    return nullptr;
  if (!options.inferTypes)
    markPureFunctions(*module);
  else if (failed(inferTypes(*module)))
    return nullptr;
  return module;
}

OwningOpRef<ModuleOp> relay::importRelayText(MLIRContext *context,
                                             StringRef text, StringRef fileName,
                                             const ImportOptions &options) {
  context->loadDialect<RelayDialect, func::FuncDialect>();
  RelayDiagnostics diagnostics(context);
  OperatorTable operators(context);
  ast::ParseContext parseContext;
  parseContext.operators = &operators;
  std::optional<ast::Module> parsed = ast::parseModule(
      text, fileName,
      [&](ast::Span span, const Twine &message) {
        emitError(getLoc(context, span), message);
      },
      parseContext);
  return parsed ? lower(context, *parsed, options) : nullptr;
}

OwningOpRef<ModuleOp> relay::importRelayJson(MLIRContext *context,
                                             StringRef text, StringRef fileName,
                                             const ImportOptions &options) {
  context->loadDialect<RelayDialect, func::FuncDialect>();
  RelayDiagnostics diagnostics(context);
  std::optional<ast::JsonDocument> document =
      ast::readJson(text, fileName, OperatorTable(context),
                    [&](ast::Span span, const Twine &message) {
                      emitError(getLoc(context, span), message);
                    });
  if (!document)
    return nullptr;
  if (auto *module = std::get_if<ast::Module>(&document->root))
    return lower(context, *module, options);
  auto *expr = std::get_if<ast::ExprRef>(&document->root);
  auto *function = expr ? dyn_cast<ast::Function>(expr->get()) : nullptr;
  if (!function) {
    emitError(FileLineColLoc::get(context, fileName, 1, 1),
              "expected the text to hold a module or a function");
    return nullptr;
  }
  ast::Module module;
  module.add("main", ast::Ref<ast::Function>(function));
  return lower(context, module, options);
}

/// Standard input has no name that tells what it is.
static bool isRelayText(const llvm::MemoryBuffer &buffer) {
  StringRef name = buffer.getBufferIdentifier();
  if (name.ends_with(".relay"))
    return true;
  StringRef text = buffer.getBuffer().ltrim();
  return text.starts_with("#[version") || text.starts_with("def @");
}

/// The main file. LLVM leaves it out where there is no memory for a copy.
static const llvm::MemoryBuffer &getMainBuffer(const llvm::SourceMgr &sources) {
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  if (!buffer)
    llvm::report_bad_alloc_error("not enough memory");
  return *buffer;
}

OwningOpRef<ModuleOp> relay::importModule(MLIRContext *context,
                                          llvm::SourceMgr &sources) {
  const llvm::MemoryBuffer &buffer = getMainBuffer(sources);
  if (isRelayText(buffer))
    return importRelayText(context, buffer.getBuffer(),
                           buffer.getBufferIdentifier());
  return parseSourceFile<ModuleOp>(sources, ParserConfig(context));
}

LogicalResult relay::exportRelayText(ModuleOp module, raw_ostream &os) {
  FailureOr<ast::Module> raised = raiseModule(module);
  if (failed(raised))
    return failure();
  OperatorTable operators(module.getContext());
  ast::PrintOptions options;
  options.operators = &operators;
  if (ast::print(*raised, os, options))
    return success();
  NestingLimit limit = getNestingLimit(ast::kMaxPrintNesting);
  return module.emitError("branches, functions and values of bindings nest "
                          "more than ")
         << limit.depth << " deep: too deep for text" << limit.reason;
}

LogicalResult relay::exportRelayJson(ModuleOp module, raw_ostream &os) {
  GlobalVars globals;
  RaisingOptions options;
  options.globals = &globals;
  FailureOr<ast::Module> raised = raiseModule(module, options);
  if (failed(raised))
    return failure();
  llvm::Error error = ast::writeJson({std::move(*raised), std::move(globals)},
                                     OperatorTable(module.getContext()), os);
  if (error)
    return module.emitError(llvm::toString(std::move(error)));
  return success();
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

static StringRef getBuffer(const llvm::SourceMgr &sources) {
  return getMainBuffer(sources).getBuffer();
}

static StringRef getFileName(const llvm::SourceMgr &sources) {
  return getMainBuffer(sources).getBufferIdentifier();
}

static void registerDialects(DialectRegistry &registry) {
  registry.insert<RelayDialect, func::FuncDialect>();
}

// Reads a module or an expression and prints it, without lowering.
static LogicalResult
formatRelay(const std::shared_ptr<llvm::SourceMgr> &sources, raw_ostream &os,
            MLIRContext *context) {
  printExcerpts(*sources, llvm::errs());
  StringRef text = getBuffer(*sources), fileName = getFileName(*sources);
  context->loadDialect<RelayDialect>();
  OperatorTable operators(context);
  ast::ParseContext parseContext;
  parseContext.operators = &operators;
  ast::PrintOptions options;
  options.operators = &operators;
  auto onError = [&](ast::Span span, const Twine &message) {
    emitError(getLoc(context, span), message);
  };
  if (ast::isModuleText(text)) {
    std::optional<ast::Module> module =
        ast::parseModule(text, fileName, onError, parseContext);
    if (module)
      ast::print(*module, os, options);
    return success(module.has_value());
  }
  ast::ExprRef expr = ast::parseExpr(text, fileName, onError, parseContext);
  if (expr)
    ast::print(*expr, os, options);
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
        printExcerpts(sources, llvm::errs());
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
  static TranslateToMLIRRegistration importJson(
      "import-relay-json", "TVM's JSON to the relay dialect",
      [](llvm::SourceMgr &sources,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        printExcerpts(sources, llvm::errs());
        ImportOptions options;
        options.inferTypes = !noInfer;
        return importRelayJson(context, getBuffer(sources),
                               getFileName(sources), options);
      },
      registerDialects);
  static TranslateFromMLIRRegistration exportJson(
      "export-relay-json", "the relay dialect to TVM's JSON",
      [](ModuleOp module, raw_ostream &os) {
        return exportRelayJson(module, os);
      },
      registerDialects);
  static llvm::cl::opt<std::string> triple(
      "target-triple",
      llvm::cl::desc("the machine of --relay-to-object (this one)"));
  static llvm::cl::opt<std::string> cpu(
      "target-cpu", llvm::cl::desc("its CPU (this one, or a generic one)"));
  static llvm::cl::opt<std::string> features(
      "target-features", llvm::cl::desc("features of the CPU, as +avx2,-fma"));
  static llvm::cl::opt<std::string> prefix(
      "symbol-prefix", llvm::cl::init("relay"),
      llvm::cl::desc("what stands before the names of functions in objects "
                     "(relay)"));
  static TranslateFromMLIRRegistration toObject(
      "relay-to-object", "the relay dialect to an object file",
      [](ModuleOp module, raw_ostream &os) -> LogicalResult {
        FailureOr<std::unique_ptr<llvm::MemoryBuffer>> object =
            compileToObject(module, {{triple, cpu, features}, prefix});
        if (failed(object))
          return failure();
        os << (*object)->getBuffer();
        return success();
      },
      [](DialectRegistry &registry) {
        registerDialects(registry);
        registerLoweringDialects(registry);
      });
  static TranslateRegistration format(
      "format-relay", "Relay text to Relay text, as it is parsed", formatRelay);
}
