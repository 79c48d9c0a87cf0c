//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Positions in a text: offsets in bytes, lines and columns of the parser, which
// count bytes from 1, and positions of the protocol, which count units of
// UTF-16 from 0.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_LANGUAGESERVER_POSITIONS_H
#define LIB_LANGUAGESERVER_POSITIONS_H

#include "RelayLite/Frontend/AST.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/LSP/Protocol.h"

namespace mlir::relay {

/// The lines of a text, which must outlive the object. Positions outside of the
/// text become the nearest ones inside.
class Positions {
public:
  explicit Positions(StringRef text);

  /// Offsets of positions of the parser and of the protocol.
  size_t getOffset(uint32_t line, uint32_t column) const;
  size_t getOffset(llvm::lsp::Position position) const;
  /// The offset behind the character at the offset.
  size_t getNextOffset(size_t offset) const;

  llvm::lsp::Position getPosition(size_t offset) const;
  llvm::lsp::Range getRange(ast::Span span) const;

private:
  /// A line, which counts from 0, without its end.
  StringRef getLine(size_t line) const;

  StringRef text;
  // The bytes of an ASCII text are UTF-16 units, which need not be counted.
  bool isAscii;
  std::vector<size_t> lineStarts;
};

} // namespace mlir::relay

#endif // LIB_LANGUAGESERVER_POSITIONS_H
