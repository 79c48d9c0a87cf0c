//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads JSON text value by value. llvm::json makes a tree in which each object
// takes kilobytes, too much for graphs of millions of objects.
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

/// Goes once through a text. Functions that read return false after an error,
/// which takeError() returns. After an error nothing may be read.
class JsonScanner {
public:
  /// The text has to be UTF-8.
  explicit JsonScanner(StringRef text) : text(text), next(text.begin()) {}

  /// The first character of the next value. 0 at the end of the text.
  char peek() {
    while (next != text.end() &&
           (*next == ' ' || *next == '\n' || *next == '\r' || *next == '\t'))
      ++next;
    return next == text.end() ? 0 : *next;
  }

  /// Reads an object or array, which must come next. Each call of the callback
  /// reads one value, or returns false to stop.
  bool readObject(function_ref<bool(StringRef key)> readMember);
  bool readArray(function_ref<bool()> readElement);
  /// Reads a string, which must come next. It lives as long as the text and the
  /// scanner.
  bool readString(StringRef &result);
  /// Reads any value; `result` is set if it is an integer.
  bool readInteger(std::optional<int64_t> &result);
  /// Reads any value.
  bool skip();
  /// Checks that nothing follows.
  bool finish();

  /// Whether the text itself is wrong. Errors that callbacks find do not count.
  bool hasFailed() const { return !message.empty(); }
  /// The error as `line:column: message`. Lines count from 1, columns from 0.
  llvm::Error takeError();

private:
  bool fail(const char *at, const Twine &what);
  /// Lets llvm::json read the text from `begin` to `next`. Fails and returns
  /// none if it is wrong.
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
