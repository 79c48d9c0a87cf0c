//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Excerpts of long names and lines of an input, for messages.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_EXCERPT_H
#define RELAYLITE_SUPPORT_EXCERPT_H

#include "mlir/Support/LLVM.h"
#include <string>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::relay {

/// Shortens a message. "..." replaces the middle of each word of more than 300
/// bytes. If more than 1,200 bytes remain, it replaces their middle, too.
std::string shorten(StringRef message);

/// A part of a line, and the offset of a byte in the part.
struct Excerpt {
  std::string text;
  size_t offset;
};

/// The part of `line` around its byte `offset`: the whole line if it has at
/// most 240 bytes.
Excerpt getExcerpt(StringRef line, size_t offset);

/// Writes spaces so that the next character is below the byte at the offset.
/// Tabs stay tabs.
void indentTo(const Excerpt &excerpt, raw_ostream &os);

/// Makes `sources` print to `os`, in excerpts. It prints whole messages and
/// whole lines.
void printExcerpts(llvm::SourceMgr &sources, raw_ostream &os);

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_EXCERPT_H
