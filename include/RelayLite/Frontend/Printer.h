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
  /// If set, what follows nodes where they are first printed, instead of types.
  std::function<std::string(const Expr &)> annotate = {};
};

/// Prints the functions of a module in alphabetical order.
void print(const Module &module, llvm::raw_ostream &os,
           const PrintOptions &options = {});

/// Prints an expression; free variables are declared by `free_var`.
void print(const Expr &expr, llvm::raw_ostream &os,
           const PrintOptions &options = {});

/// Prints a type. A symbolic dimension is printed as `?`.
void print(const Type &type, llvm::raw_ostream &os);

} // namespace mlir::relay::ast

#endif // RELAYLITE_FRONTEND_PRINTER_H
