//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files of patterns (docs/Patterns.md), which are close to TVM's Python:
//
//   conv = is_op("nn.conv2d")(wildcard(), is_constant())
//   composite "conv_relu" where "is_nchw" = is_op("nn.relu")(conv)
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PATTERN_PATTERNFILE_H
#define RELAYLITE_PATTERN_PATTERNFILE_H

#include "RelayLite/Pattern/Pattern.h"
#include "mlir/IR/Location.h"

namespace mlir::relay::pattern {

/// A pattern that a file defines by `composite`. It is verified.
struct PatternDefinition {
  std::string name;
  /// The name of the check of matches; empty if there is none.
  std::string check;
  PatternRef pattern;
  /// The begin of the definition.
  Location loc;
};

/// The number of parentheses, calls and lists that may nest in a file.
inline constexpr unsigned kMaxPatternNesting = 128;

/// Reads the patterns of a file in their order. Operators have to be known: by
/// TVM's name, or with the namespace of a loaded dialect. Emits an error with a
/// position in `fileName` and fails if the text is wrong.
FailureOr<std::vector<PatternDefinition>>
parsePatterns(MLIRContext *context, StringRef text, StringRef fileName);

} // namespace mlir::relay::pattern

#endif // RELAYLITE_PATTERN_PATTERNFILE_H
