/*===----------------------------------------------------------------------===*\
|*                                                                            *|
|* Part of the RelayLite project, under the Apache License v2.0 with LLVM     *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The library of the accelerator: here, loops in C. Elements are float32 in  *|
|* row-major order.                                                           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef ACCELERATOR_H
#define ACCELERATOR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* output = max(conv2d(data, weight) + bias, 0). Data is (batch, channels,
   height, width), weight (filters, channels, kernel, kernel), bias (filters),
   output (batch, filters, height', width'), with height' =
   (height + 2 * padding - kernel) / stride + 1, and so for the width. */
void accel_conv2d_bias_relu(const float *data, const float *weight,
                            const float *bias, float *output, int64_t batch,
                            int64_t channels, int64_t height, int64_t width,
                            int64_t filters, int64_t kernel, int64_t stride,
                            int64_t padding);

/* output = max(data * transpose(weight) + bias, 0). Data is (batch, inputs),
   weight (outputs, inputs), bias (outputs), output (batch, outputs). */
void accel_dense_bias_relu(const float *data, const float *weight,
                           const float *bias, float *output, int64_t batch,
                           int64_t inputs, int64_t outputs);

/* How many of these functions have been called in the process. */
int64_t accel_get_num_calls(void);

#ifdef __cplusplus
}
#endif

#endif /* ACCELERATOR_H */
