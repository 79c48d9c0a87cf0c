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

/// The functions that match patterns.
void bindMatching(nb::module_ &m);

} // namespace mlir::relay::python

#endif // RELAYLITE_PYTHON_PATTERNS_H
