/*===----------------------------------------------------------------------===*\
|*                                                                            *|
|* Part of the RelayLite project, under the Apache License v2.0 with LLVM     *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The library of the accelerator, and its functions as code of MLIR calls    *|
|* them.                                                                      *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "accelerator.h"

static int64_t num_calls;

int64_t accel_get_num_calls(void) { return num_calls; }

static float relu(float x) { return x > 0 ? x : 0; }

void accel_conv2d_bias_relu(const float *data, const float *weight,
                            const float *bias, float *output, int64_t batch,
                            int64_t channels, int64_t height, int64_t width,
                            int64_t filters, int64_t kernel, int64_t stride,
                            int64_t padding) {
  int64_t rows = (height + 2 * padding - kernel) / stride + 1;
  int64_t columns = (width + 2 * padding - kernel) / stride + 1;
  ++num_calls;
  for (int64_t n = 0; n < batch; ++n)
    for (int64_t f = 0; f < filters; ++f)
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j) {
          float sum = 0;
          for (int64_t c = 0; c < channels; ++c)
            for (int64_t y = 0; y < kernel; ++y)
              for (int64_t x = 0; x < kernel; ++x) {
                int64_t row = i * stride + y - padding;
                int64_t column = j * stride + x - padding;
                if (row < 0 || row >= height || column < 0 || column >= width)
                  continue;
                sum +=
                    data[((n * channels + c) * height + row) * width + column] *
                    weight[((f * channels + c) * kernel + y) * kernel + x];
              }
          *output++ = relu(sum + bias[f]);
        }
}

void accel_dense_bias_relu(const float *data, const float *weight,
                           const float *bias, float *output, int64_t batch,
                           int64_t inputs, int64_t outputs) {
  ++num_calls;
  for (int64_t n = 0; n < batch; ++n)
    for (int64_t o = 0; o < outputs; ++o) {
      float sum = 0;
      for (int64_t i = 0; i < inputs; ++i)
        sum += data[n * inputs + i] * weight[o * inputs + i];
      output[n * outputs + o] = relu(sum + bias[o]);
    }
}

/*===----------------------------------------------------------------------===*\
|* For code of MLIR                                                           *|
\*===----------------------------------------------------------------------===*/

/* The descriptors that createDestinationCall passes: tensors of one to four
   dimensions. The offset is 0, and `extents` are followed by strides. */
typedef struct Descriptor {
  float *allocated, *data;
  int64_t offset;
  int64_t extents[];
} Descriptor;

void _mlir_ciface_accel_conv2d_bias_relu(Descriptor *data, Descriptor *weight,
                                         Descriptor *bias, Descriptor *output,
                                         int64_t stride, int64_t padding) {
  accel_conv2d_bias_relu(data->data, weight->data, bias->data, output->data,
                         data->extents[0], data->extents[1], data->extents[2],
                         data->extents[3], weight->extents[0],
                         weight->extents[2], stride, padding);
}

void _mlir_ciface_accel_dense_bias_relu(Descriptor *data, Descriptor *weight,
                                        Descriptor *bias, Descriptor *output) {
  accel_dense_bias_relu(data->data, weight->data, bias->data, output->data,
                        data->extents[0], data->extents[1], weight->extents[0]);
}
