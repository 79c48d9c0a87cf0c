//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of literals and names, which the printer puts together.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_LIB_FRONTEND_LITERALTEXT_H
#define RELAYLITE_LIB_FRONTEND_LITERALTEXT_H

#include "RelayLite/Support/NDArray.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::relay::ast {

/// The shortest decimal of at least six digits that reads back to `value`
/// rounded to a float (or double, if not `isSingle`), without suffix. Six are
/// what TVM prints.
std::string formatFloat(double value, bool isSingle);

/// The literal of a scalar that the text can hold in place; none for other
/// constants, which go to the metadata section.
std::optional<std::string> formatScalar(const NDArray &value);

/// A string literal with quotes and escapes.
std::string quote(llvm::StringRef text);
/// The reverse: the text of a string literal.
std::string unquote(llvm::StringRef literal);

/// The name of an attribute or a type parameter, and that of a global function
/// with its sigil: in quotes if it would be no token.
std::string formatName(llvm::StringRef name);
std::string formatGlobal(llvm::StringRef name);

/// `name` as the text can hold it after `%`: begins with a letter, and other
/// characters than letters, digits, `_`, `/` and inner dots are underscores.
std::string makeValidName(llvm::StringRef name);

} // namespace mlir::relay::ast

#endif // RELAYLITE_LIB_FRONTEND_LITERALTEXT_H
