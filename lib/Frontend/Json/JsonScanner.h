//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads JSON text value by value. llvm::json makes a tree of it, of which each
// object takes kilobytes: too much for graphs of millions of objects.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FRONTEND_JSON_JSONSCANNER_H
#define LIB_FRONTEND_JSON_JSONSCANNER_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/StringSaver.h"
#include <optional>

namespace mlir::relay::ast {

/// Goes once through a text. What reads returns false after an error, which
/// takeError() gives; after one, nothing may be read.
class JsonScanner {
public:
  /// The text has to be UTF-8.
  explicit JsonScanner(StringRef text) : text(text), next(text.begin()) {}

  /// The character with which the next value begins; 0 at the end of the text.
  char peek() {
    while (next != text.end() &&
           (*next == ' ' || *next == '\n' || *next == '\r' || *next == '\t'))
      ++next;
    return next == text.end() ? 0 : *next;
  }

  /// Reads an object or array, which has to come next. The callbacks read one
  /// value each, and return false to end it all.
  bool readObject(function_ref<bool(StringRef key)> readMember);
  bool readArray(function_ref<bool()> readElement);
  /// Reads a string, which has to come next. It lives as long as the text and
  /// the scanner.
  bool readString(StringRef &result);
  /// Reads any value; `result` is set if it is an integer.
  bool readInteger(std::optional<int64_t> &result);
  /// Reads any value.
  bool skip();
  /// Checks that nothing follows.
  bool finish();

  /// Whether the text is wrong, and not what a callback found in it.
  bool hasFailed() const { return !message.empty(); }
  /// Where and what: `line:column: message`, lines from 1, columns from 0.
  llvm::Error takeError();

private:
  bool fail(const char *at, const Twine &what);
  /// What llvm::json makes of the text from `begin` to `next`; none, after a
  /// failure, if it is wrong.
  std::optional<llvm::json::Value> parseFrom(const char *begin);
  /// Reads a separator or `close`; sets `isOpen` to whether more follows.
  bool readSeparator(char close, StringRef what, bool &isOpen);

  StringRef text;
  const char *next;
  std::string message;
  // Strings with escapes.
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver{allocator};
};

} // namespace mlir::relay::ast

#endif // LIB_FRONTEND_JSON_JSONSCANNER_H
