//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of literals and names.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FRONTEND_LITERALS_LITERALTEXT_H
#define LIB_FRONTEND_LITERALS_LITERALTEXT_H

#include "RelayLite/Support/NDArray.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace mlir::relay::ast {

/// Return `value` rounded to the fewest decimal digits, but at least six, that
/// read back to the same float (or double, if not `isSingle`), without suffix.
/// The number is never larger than the largest float (or double). TVM prints
/// six digits.
std::string formatFloat(double value, bool isSingle);

/// `value` in up to `digits` digits, as printf's "%.*g" in the C locale.
std::string formatDigits(double value, int digits);

/// The double nearest to the decimal number `text`, which may have any length,
/// in every locale. It is an infinity if the number is too large. Reads "inf"
/// and "nan", too. None if `text` is no number.
std::optional<double> parseFloat(llvm::StringRef text);

/// The literal of a scalar that can be written in place. None for other
/// constants, which go to the metadata section.
std::optional<std::string> formatScalar(const NDArray &value);

/// A string literal with quotes and escapes.
std::string quote(llvm::StringRef text);
/// The reverse: the text of a string literal.
std::string unquote(llvm::StringRef literal);

/// The name of an attribute or a type parameter, or of a global function with
/// its sigil. In quotes if it is not a token.
std::string formatName(llvm::StringRef name);
std::string formatGlobal(llvm::StringRef name);

/// Makes a name that can follow `%`: it begins with a letter, and underscores
/// replace all characters except letters, digits, `_`, `/` and inner dots.
std::string makeValidName(llvm::StringRef name);

} // namespace mlir::relay::ast

#endif // LIB_FRONTEND_LITERALS_LITERALTEXT_H
