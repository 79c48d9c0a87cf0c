//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that kernels may call. The C library's fma and fmod are exact by
// its standard (IEC 60559), so they give the same bits everywhere.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include <cmath>

double relay_rt_fma(double x, double y, double z) { return std::fma(x, y, z); }
float relay_rt_fmaf(float x, float y, float z) { return std::fma(x, y, z); }
double relay_rt_fmod(double x, double y) { return std::fmod(x, y); }
float relay_rt_fmodf(float x, float y) { return std::fmod(x, y); }
