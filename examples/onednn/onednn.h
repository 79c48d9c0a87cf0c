/*===----------------------------------------------------------------------===*\
|*                                                                            *|
|* Part of the RelayLite project, under the Apache License v2.0 with LLVM     *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Layers of oneDNN for generated code. Elements are float32.                 *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef ONEDNN_LAYERS_H
#define ONEDNN_LAYERS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A convolution of data NCHW with weight OIHW, or, without `kernel`, the
   product of data (batch, inputs) with the transposed weight (outputs, inputs).
   All fields are counts of elements. */
typedef struct OneDNNLayer {
  int64_t batch, channels, height, width;
  int64_t filters, kernel[2], strides[2], dilation[2];
  /* Above, left, below, right. */
  int64_t padding[4];
  int64_t groups;
  int32_t has_bias, has_relu;
  /* Whether all calls have the same weight, which is then packed once. */
  int32_t has_constant_weight;
  /* Null before the first call. */
  void *state;
} OneDNNLayer;

/* Computes a layer; calls of one layer take turns. `bias` is null without one.
   Returns 0, or 1 with the reason in `message`, of 256 characters. */
int32_t onednn_run(OneDNNLayer *layer, const float *data, const float *weight,
                   const float *bias, float *output, char *message);

#ifdef __cplusplus
}
#endif

#endif /* ONEDNN_LAYERS_H */
