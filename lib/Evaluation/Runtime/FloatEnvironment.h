//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The floating-point environment of kernels and of those who make them. The
// runtime of compiled modules has another one in C: modules call libc alone,
// while <cfenv> is part of libm.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_RUNTIME_FLOATENVIRONMENT_H
#define LIB_EVALUATION_RUNTIME_FLOATENVIRONMENT_H

#if defined(__x86_64__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace mlir::relay {

/// Rounds to nearest, keeps subnormal numbers and traps nothing while it lives,
/// whatever the thread has set.
class FloatEnvironment {
public:
  FloatEnvironment(const FloatEnvironment &) = delete;
  FloatEnvironment &operator=(const FloatEnvironment &) = delete;

#if defined(__x86_64__)
  // No kernel uses the x87 unit, whose part of the environment takes a tenth of
  // the time of a small operator to save and set.
  FloatEnvironment() : saved(_mm_getcsr()) { _mm_setcsr(defaultControl); }
  ~FloatEnvironment() { _mm_setcsr(saved); }

private:
  // All exceptions are masked, none is raised.
  static constexpr unsigned defaultControl = _MM_MASK_MASK;
  unsigned saved;
#else
  FloatEnvironment() {
    std::fegetenv(&saved);
    std::fesetenv(FE_DFL_ENV);
  }
  ~FloatEnvironment() { std::fesetenv(&saved); }

private:
  std::fenv_t saved;
#endif
};

} // namespace mlir::relay

#endif // LIB_EVALUATION_RUNTIME_FLOATENVIRONMENT_H
