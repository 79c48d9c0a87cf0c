//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns between Python and C++.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PYTHON_PATTERNS_H
#define RELAYLITE_PYTHON_PATTERNS_H

#include "Nodes.h"
#include "RelayLite/Pattern/Pattern.h"

namespace mlir::relay::python {

template <>
struct Described<pattern::PatternRef> {
  static constexpr const char *one = "a pattern", *many = "patterns";
};

/// A pattern that can be matched. Python may redirect its wildcards while it is
/// in use: the nodes that it had stay alive.
class VerifiedPattern {
public:
  /// Raises a TVMError if `pattern` cannot be matched.
  explicit VerifiedPattern(pattern::PatternRef pattern);
  const pattern::Pattern &operator*() const { return *root; }
  const pattern::PatternRef &get() const { return root; }

private:
  pattern::PatternRef root;
  std::vector<pattern::PatternRef> nodes;
};

/// The functions that match patterns.
void bindMatching(nb::module_ &m);

} // namespace mlir::relay::python

#endif // RELAYLITE_PYTHON_PATTERNS_H
