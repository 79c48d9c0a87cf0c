//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that kernels may call.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_RUNTIME_RUNTIME_H
#define LIB_EVALUATION_RUNTIME_RUNTIME_H

extern "C" {

/// x * y + z, rounded once: what hardware fma gives, for CPUs without it.
double relay_rt_fma(double x, double y, double z);
float relay_rt_fmaf(float x, float y, float z);

/// The remainder of the division x / y rounded towards zero, which is exact;
/// NaN when x is infinite or y is zero.
double relay_rt_fmod(double x, double y);
float relay_rt_fmodf(float x, float y);
}

#endif // LIB_EVALUATION_RUNTIME_RUNTIME_H
