//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TVM's JSON form of programs, as tvm.ir.save_json of version 0.16 writes it:
// the graph of all objects, with indices for references. It keeps sharing,
// spans and inferred types. Constructors and matches in functions are refused
// with an error.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_JSON_H
#define RELAYLITE_FRONTEND_JSON_H

#include "RelayLite/Frontend/Parser.h"

namespace mlir::relay {
class OperatorTable;
} // namespace mlir::relay

namespace mlir::relay::ast {

/// The contents of a JSON text.
struct JsonDocument {
  /// The root: a module, an expression, a type, a position, a dictionary of
  /// attributes, or a value. A value is None, a number, a string or a list of
  /// values and expressions.
  std::variant<AttrValue, Module, ExprRef, TypeRef, Span, Attrs> root;
  /// The nodes of the global functions that the text refers to, by name.
  llvm::StringMap<Ref<GlobalVar>> globals = {};
};

/// Reads a JSON text. Calls get the attributes that `operators` knows, without
/// those that have the operator's default. For a wrong text, reports an error
/// at the position of the node and returns none.
std::optional<JsonDocument> readJson(StringRef text, StringRef fileName,
                                     const OperatorTable &operators,
                                     ErrorHandler onError);

/// Writes a JSON text. An error names the attribute that cannot be written;
/// nothing is written then.
llvm::Error writeJson(const JsonDocument &document,
                      const OperatorTable &operators, llvm::raw_ostream &os);

} // namespace mlir::relay::ast

#endif // RELAYLITE_FRONTEND_JSON_H
