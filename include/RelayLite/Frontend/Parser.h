//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser of Relay text 0.0.5. It reads the whole format, except for
// constructors of algebraic data types and `match`, which are errors.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_PARSER_H
#define RELAYLITE_FRONTEND_PARSER_H

#include "RelayLite/Frontend/Module.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"
#include <optional>

namespace mlir::relay {
class OperatorTable;
} // namespace mlir::relay

namespace mlir::relay::ast {
class ParserState;

/// Receives the error of a text. There is at most one.
using ErrorHandler = llvm::function_ref<void(Span, const llvm::Twine &)>;

/// The number of levels that may nest. A type or a list takes one; a branch, a
/// parenthesis or a call takes two; a function literal takes three.
inline constexpr unsigned kMaxNesting = 512;

/// Definitions outside of a text to which it may refer.
struct ParseContext {
  /// Constants and objects of the metadata section by their type key. Their
  /// indices follow those of the text's own section.
  llvm::StringMap<std::vector<AttrValue>> metadata = {};
  /// Functions that are defined already.
  Module module = {};
  /// If given, attribute objects of its operators are read as attributes.
  const OperatorTable *operators = nullptr;
  /// If given, receives the names of the text, up to an error.
  ParserState *state = nullptr;
};

/// Parses a module, which begins with its version. The functions of the context
/// come before its own. Spans name `fileName`. Reports an error and returns
/// none if the text is wrong.
std::optional<Module> parseModule(StringRef text, StringRef fileName,
                                  ErrorHandler onError,
                                  const ParseContext &context = {});

/// Parses an expression; the version may be absent. Reports an error and
/// returns null if the text is wrong.
ExprRef parseExpr(StringRef text, StringRef fileName, ErrorHandler onError,
                  const ParseContext &context = {});

/// Whether the text is a module. The first token after the version decides: the
/// text of an expression does not begin with a definition.
bool isModuleText(StringRef text);

} // namespace mlir::relay::ast

#endif // RELAYLITE_FRONTEND_PARSER_H
