//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The printer of Relay text 0.0.5. The parser reads its output back to a
// structurally equal program. Layout and numbering are TVM's.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_PRINTER_H
#define RELAYLITE_FRONTEND_PRINTER_H

#include "RelayLite/Frontend/Module.h"
#include <functional>

namespace mlir::relay {
class OperatorTable;
} // namespace mlir::relay

namespace mlir::relay::ast {

struct PrintOptions {
  /// Whether the version comes first.
  bool header = true;
  /// Whether the metadata section follows if something refers to it.
  bool metadata = true;
  /// Whether symbolic dimensions are references to the metadata section, even
  /// if that is not printed. Otherwise they are their names.
  bool symbols = true;
  /// Whether inferred types follow in comments.
  bool types = true;
  /// Whether positions follow in comments, as `span=FILE:LINE:COLUMN`.
  bool spans = false;
  /// If given, and if there is a metadata section, the section holds the
  /// attributes of operators that do not declare their attribute type to TVM.
  const OperatorTable *operators = nullptr;
  /// If set, the text after each node where it is first printed, not its type.
  std::function<std::string(const Expr &)> annotate = {};
};

/// The number of branches, functions and values of bindings that may nest in
/// output; the parser reads fewer. Deeper parts are printed as `...`.
inline constexpr unsigned kMaxPrintNesting = 1024;

/// Prints the functions of a module in alphabetical order. Returns false if the
/// module nests too deep.
bool print(const Module &module, llvm::raw_ostream &os,
           const PrintOptions &options = {});

/// Prints an expression. `free_var` declares free variables. Returns false if
/// the expression nests too deep.
bool print(const Expr &expr, llvm::raw_ostream &os,
           const PrintOptions &options = {});

/// Prints the value of an attribute.
void print(const AttrValue &value, llvm::raw_ostream &os);

/// Prints a type. A symbolic dimension is printed as its name.
void print(const Type &type, llvm::raw_ostream &os);

} // namespace mlir::relay::ast

#endif // RELAYLITE_FRONTEND_PRINTER_H
