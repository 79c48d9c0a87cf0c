//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TVM's JSON form of programs, which tvm.ir.save_json of version 0.16 writes:
// the graph of all objects, with indices for references. Sharing, spans and
// inferred types are kept. Algebraic data types are refused with an error.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_JSON_H
#define RELAYLITE_FRONTEND_JSON_H

#include "RelayLite/Frontend/Parser.h"

namespace mlir::relay {
class OperatorTable;
} // namespace mlir::relay

namespace mlir::relay::ast {

/// What a JSON text holds.
struct JsonDocument {
  /// A module, an expression, a type, a position, a dictionary of attributes,
  /// or a value: None, a number, a string or a list of values, in which
  /// expressions are values, too.
  std::variant<AttrValue, Module, ExprRef, TypeRef, Span, Attrs> root;
  /// The nodes of the global functions that are referred to, by name.
  llvm::StringMap<Ref<GlobalVar>> globals = {};
};

/// Reads a JSON text. The attributes of calls are those that `operators` has;
/// what an operator has by default is not kept. Reports an error at the
/// position of the node at which the text is wrong, and returns none then.
std::optional<JsonDocument> readJson(StringRef text, StringRef fileName,
                                     const OperatorTable &operators,
                                     ErrorHandler onError);

/// Writes a JSON text. An error names the attribute that cannot be written;
/// nothing is written then.
llvm::Error writeJson(const JsonDocument &document,
                      const OperatorTable &operators, llvm::raw_ostream &os);

} // namespace mlir::relay::ast

#endif // RELAYLITE_FRONTEND_JSON_H
