//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Progress of native builds.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PYTHON_BUILDPROGRESS_H
#define RELAYLITE_PYTHON_BUILDPROGRESS_H

#include "RelayLite/Evaluation/ProgressLine.h"
#include <atomic>

namespace mlir::relay::python {

/// Shows a text on a terminal while one lives, from `delay` on.
class BuildProgress {
public:
  static inline std::atomic<std::chrono::milliseconds> delay{
      std::chrono::milliseconds(1000)};

  explicit BuildProgress(std::string text) : line(delay) {
    line.set(std::move(text));
    line.showWhileBusy();
  }

private:
  ProgressLine line;
};

} // namespace mlir::relay::python

#endif // RELAYLITE_PYTHON_BUILDPROGRESS_H
