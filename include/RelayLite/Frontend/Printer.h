//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The printer of Relay text 0.0.5: what it prints, the parser reads back to a
// structurally equal program. It follows the layout and the numbering of TVM.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_PRINTER_H
#define RELAYLITE_FRONTEND_PRINTER_H

#include "RelayLite/Frontend/AST.h"
#include <functional>

namespace mlir::relay {
class OperatorTable;
} // namespace mlir::relay

namespace mlir::relay::ast {

struct PrintOptions {
  /// Whether the version comes first.
  bool header = true;
  /// Whether the metadata section follows where something refers to it.
  bool metadata = true;
  /// Whether symbolic dimensions are references to the metadata section, be it
  /// printed or not; otherwise they are `?`.
  bool symbols = true;
  /// Whether inferred types follow in comments.
  bool types = true;
  /// Whether positions follow in comments, as `span=FILE:LINE:COLUMN`.
  bool spans = false;
  /// If given, attributes of operators that do not declare their type to TVM
  /// are objects of the metadata section, if there is one.
  const OperatorTable *operators = nullptr;
  /// If set, what follows nodes where they are first printed, instead of types.
  std::function<std::string(const Expr &)> annotate = {};
};

/// How deep what is printed may nest branches, functions and values of
/// bindings, more than the parser reads. What is deeper is printed as `...`.
inline constexpr unsigned kMaxPrintNesting = 1024;

/// Prints the functions of a module in alphabetical order; false if it nests
/// too deep.
bool print(const Module &module, llvm::raw_ostream &os,
           const PrintOptions &options = {});

/// Prints an expression; free variables are declared by `free_var`. False if it
/// nests too deep.
bool print(const Expr &expr, llvm::raw_ostream &os,
           const PrintOptions &options = {});

/// Prints a type. A symbolic dimension is printed as `?`.
void print(const Type &type, llvm::raw_ostream &os);

} // namespace mlir::relay::ast

#endif // RELAYLITE_FRONTEND_PRINTER_H
