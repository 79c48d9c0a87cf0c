//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What messages quote of an input that may have names and lines of any length.
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

/// A message with "..." for the middle of each word of more than 300 bytes, and
/// for the middle of what is left if that has more than 1,200.
std::string shorten(StringRef message);

/// A part of a line, and the offset in it of the byte that was asked for.
struct Excerpt {
  std::string text;
  size_t offset;
};

/// What there is of `line` around its byte `offset`: all if it has at most 240
/// bytes.
Excerpt getExcerpt(StringRef line, size_t offset);

/// Writes the spaces that bring what follows below the byte at the offset.
/// Tabs stay tabs.
void indentTo(const Excerpt &excerpt, raw_ostream &os);

/// Has what `sources` prints, which is whole messages and whole lines, printed
/// to `os` in excerpts.
void printExcerpts(llvm::SourceMgr &sources, raw_ostream &os);

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_EXCERPT_H
