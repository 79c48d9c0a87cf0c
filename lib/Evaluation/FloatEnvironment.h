//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The floating-point environment of kernels.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_FLOATENVIRONMENT_H
#define LIB_EVALUATION_FLOATENVIRONMENT_H

#include <cfenv>

namespace mlir::relay {

/// Rounds to nearest, keeps subnormal numbers and traps nothing while it lives,
/// whatever the thread has set.
class FloatEnvironment {
public:
  FloatEnvironment() {
    std::fegetenv(&saved);
    std::fesetenv(FE_DFL_ENV);
  }
  ~FloatEnvironment() { std::fesetenv(&saved); }
  FloatEnvironment(const FloatEnvironment &) = delete;
  FloatEnvironment &operator=(const FloatEnvironment &) = delete;

private:
  std::fenv_t saved;
};

} // namespace mlir::relay

#endif // LIB_EVALUATION_FLOATENVIRONMENT_H
