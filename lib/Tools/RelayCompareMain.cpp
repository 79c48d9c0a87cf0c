//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// relay-lite-compare: whether two Relay texts mean the same program.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/OperatorTable.h"
#include "RelayLite/Frontend/Parser.h"
#include "RelayLite/Frontend/StructuralEqual.h"
#include "RelayLite/InitAll.h"
#include "RelayLite/Support/Excerpt.h"
#include "RelayLite/Support/Tool.h"
#include "RelayLite/Tools/MainFunctions.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::relay;

static const char examples[] =
    R"(  Compare what a pass made with what is expected:

    relay-lite-compare out.relay expected.relay --rtol=1e-5

  Exit codes: 0 equal, 1 different, 2 a text cannot be read.
)";

namespace {
/// The options of relay-lite-compare.
struct CompareFlags {
  cl::OptionCategory category{"relay-lite-compare options"};
  cl::opt<std::string> lhsPath{cl::Positional, cl::Required, cl::desc("<text>"),
                               cl::cat(category)};
  cl::opt<std::string> rhsPath{cl::Positional, cl::Required, cl::desc("<text>"),
                               cl::cat(category)};
  cl::opt<double> tolerance{
      "rtol", cl::init(0),
      cl::desc("relative tolerance for floating-point constants"),
      cl::cat(category)};
  cl::opt<double> absoluteTolerance{
      "atol", cl::init(0),
      cl::desc("absolute tolerance for floating-point constants"),
      cl::cat(category)};
  cl::opt<bool> mapFreeVars{
      "map-free-vars",
      cl::desc("free variables of one text may stand for those of "
               "the other"),
      cl::cat(category)};
};
} // namespace

namespace {
struct Program {
  std::optional<ast::Module> module;
  ast::ExprRef expr;
};
} // namespace

static bool read(StringRef path, const OperatorTable &operators,
                 Program &program) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer =
      MemoryBuffer::getFileOrSTDIN(path);
  if (std::error_code error = buffer.getError()) {
    errs() << path << ": " << error.message() << '\n';
    return false;
  }
  StringRef text = (*buffer)->getBuffer();
  auto onError = [&](ast::Span span, const Twine &message) {
    errs() << path << ':' << span.line << ':' << span.column
           << ": error: " << shorten(message.str()) << '\n';
  };
  ast::ParseContext context;
  context.operators = &operators;
  if (ast::isModuleText(text))
    program.module = ast::parseModule(text, path, onError, context);
  else
    program.expr = ast::parseExpr(text, path, onError, context);
  return program.module || program.expr;
}

static void printSpan(StringRef path, ast::Span span) {
  if (span)
    errs() << "  " << path << ':' << span.line << ':' << span.column << '\n';
}

int mlir::relay::RelayCompareMain(int argc, char **argv,
                                  DialectRegistry &registry) {
  InitLLVM init(argc, argv);
  static CompareFlags flags;
  initTool(examples, &flags.category);
  cl::ParseCommandLineOptions(argc, argv,
                              "Structural comparison of Relay texts\n");
  mlir::relay::registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  OperatorTable operators(&context);
  Program lhs, rhs;
  if (!read(flags.lhsPath, operators, lhs) ||
      !read(flags.rhsPath, operators, rhs))
    return 2;
  ast::EqualOptions options;
  options.tolerance = flags.tolerance;
  options.absoluteTolerance = flags.absoluteTolerance;
  options.mapFreeVars = flags.mapFreeVars;
  options.normalizeAttrs = [&](const ast::Call &call) {
    return operators.normalizeAttrs(call);
  };
  ast::Difference difference;
  bool equal = false;
  if (lhs.module && rhs.module)
    equal = areEqual(*lhs.module, *rhs.module, options, &difference);
  else if (lhs.expr && rhs.expr)
    equal = areEqual(*lhs.expr, *rhs.expr, options, &difference);
  else
    difference.message = "a module against an expression";
  if (equal)
    return 0;
  errs() << "different: ";
  if (!difference.path.empty())
    errs() << shorten(difference.path) << ": ";
  errs() << shorten(difference.message) << '\n';
  printSpan(flags.lhsPath, difference.lhs);
  printSpan(flags.rhsPath, difference.rhs);
  return 1;
}
