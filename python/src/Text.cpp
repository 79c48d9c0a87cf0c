//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text, structural equality and hashing.
//
//===----------------------------------------------------------------------===//

#include "IRModule.h"
#include "RelayLite/Frontend/OperatorTable.h"
#include "RelayLite/Frontend/Parser.h"
#include "RelayLite/Frontend/Printer.h"
#include "RelayLite/Frontend/StructuralEqual.h"
#include "RelayLite/Support/Stack.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::relay;
using namespace mlir::relay::python;

// Prints with the annotations of a function in Python, if there is one. The
// printer does not let exceptions pass: the first is raised at the end.
template <typename PrintedT>
static std::string print(const PrintedT &printed, bool header, bool metadata,
                         nb::object annotate) {
  ast::PrintOptions options;
  options.header = header;
  options.metadata = metadata;
  options.operators = &getOperators();
  options.spans = true;
  std::exception_ptr exception;
  if (!annotate.is_none())
    options.annotate = [&](const ast::Expr &expr) -> std::string {
      if (exception)
        return "";
      try {
        return nb::cast<std::string>(nb::str(annotate(ast::ExprRef(&expr))));
      } catch (...) {
        exception = std::current_exception();
        return "";
      }
    };
  std::string text;
  llvm::raw_string_ostream os(text);
  bool isWhole = ast::print(printed, os, options);
  if (exception)
    std::rethrow_exception(exception);
  // For messages, a beginning will do.
  if (!isWhole && header) {
    NestingLimit limit = getNestingLimit(ast::kMaxPrintNesting);
    raiseTVMError("branches, functions and values of bindings nest more than " +
                  std::to_string(limit.depth) + " deep: too deep for text" +
                  limit.reason.str());
  }
  return text;
}

static std::string printExpr(const ast::Expr &expr, bool header, bool metadata,
                             nb::object annotate) {
  return llvm::StringRef(print(expr, header, metadata, std::move(annotate)))
      .rtrim('\n')
      .str();
}

static ast::ExprRef parseExpr(Checked<std::string> checkedText,
                              const std::string &fileName) {
  SourceText source{fileName, checkedText.take()};
  ast::ParseContext context;
  context.operators = &getOperators();
  return parseOrRaise(fileName, &source, [&](auto onError) {
    return ast::parseExpr(source.text, fileName, onError, context);
  });
}

static ast::EqualOptions getOptions(bool mapFreeVars) {
  ast::EqualOptions options;
  options.mapFreeVars = mapFreeVars;
  options.normalizeAttrs = [](const ast::Call &call) {
    return getOperators().normalizeAttrs(call);
  };
  return options;
}

// None if equal, else path and message of the first difference.
static nb::object compare(bool equal, const ast::Difference &difference) {
  if (equal)
    return nb::none();
  return nb::make_tuple(difference.path, difference.message);
}

// Types are compared through a node that is annotated with them.
static ast::ExprRef wrapTypes(const std::vector<ast::TypeRef> &types) {
  std::vector<ast::VarRef> params;
  for (const ast::TypeRef &type : types)
    params.push_back(ast::make<ast::Var>("", type));
  return ast::make<ast::Function>(
      std::move(params), ast::make<ast::Tuple>(std::vector<ast::ExprRef>()));
}

void python::bindText(nb::module_ &m) {
  m.def("print_expr", printExpr, nb::arg("expr"), nb::arg("header"),
        nb::arg("metadata"), nb::arg("annotate") = nb::none());
  m.def(
      "print_module",
      [](IRModule &module, bool header, bool metadata, nb::object annotate) {
        return print(module.getRaised()->getTree(), header, metadata,
                     std::move(annotate));
      },
      nb::arg("module"), nb::arg("header"), nb::arg("metadata"),
      nb::arg("annotate") = nb::none());
  m.def("parse_expr", parseExpr, nb::arg("source").none(),
        nb::arg("source_name") = "string");
  m.def("compare_exprs", [](const ast::Expr &lhs, const ast::Expr &rhs,
                            bool mapFreeVars) {
    ast::Difference difference;
    bool equal = ast::areEqual(lhs, rhs, getOptions(mapFreeVars), &difference);
    return compare(equal, difference);
  });
  m.def("compare_modules", [](IRModule &lhs, IRModule &rhs, bool mapFreeVars) {
    ast::Difference difference;
    bool equal =
        ast::areEqual(lhs.getRaised()->getTree(), rhs.getRaised()->getTree(),
                      getOptions(mapFreeVars), &difference);
    return compare(equal, difference);
  });
  m.def("compare_types",
        [](ast::TypeRef lhs, ast::TypeRef rhs, bool mapFreeVars) {
          ast::Difference difference;
          bool equal = ast::areEqual(*wrapTypes({std::move(lhs)}),
                                     *wrapTypes({std::move(rhs)}),
                                     getOptions(mapFreeVars), &difference);
          llvm::StringRef path = difference.path;
          path.consume_front(".params[0].type_annotation");
          difference.path = path.str();
          return compare(equal, difference);
        });
  m.def("hash_expr", [](const ast::Expr &expr, bool mapFreeVars) {
    return ast::hash(expr, mapFreeVars);
  });
}
