/* Prints a sum of the bits of the result of layers.py. */
#include "net.h"
#include <stdio.h>
#include <string.h>

static float x[40 * 64], y[40 * 1024];
static char workspace[1 << 24] __attribute__((aligned(64)));

int main(void) {
  const RelayLiteFunctionInfo *function = &net_module.functions[0];
  for (int i = 0; i < 40 * 64; ++i)
    x[i] = (i % 17 - 8) / 16.f;
  DLTensor input = {0}, output = {0};
  input.data = x;
  output.data = y;
  input.device.device_type = output.device.device_type = kDLCPU;
  input.ndim = output.ndim = 2;
  input.dtype = output.dtype = function->inputs[0].dtype;
  input.shape = (int64_t *)function->inputs[0].shape;
  output.shape = (int64_t *)function->outputs[0].shape;
  RelayLiteContext context = {0};
  context.workspace = workspace;
  context.workspace_size = sizeof(workspace);
  if (function->call(&context, &input, &output) != RELAYLITE_OK) {
    puts(context.message);
    return 1;
  }
  unsigned sum = 0;
  for (long i = 0; i < 40 * output.shape[1]; ++i) {
    unsigned bits;
    memcpy(&bits, &y[i], sizeof(bits));
    sum = sum * 31 + bits;
  }
  printf("%u\n", sum);
  return 0;
}
