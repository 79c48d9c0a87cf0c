/* Calls a module whose weights are in a file. */

#include "net.h"
#include <stdio.h>

int main(int argc, char **argv) {
  float x[] = {1, 2}, y[8];
  int64_t shape[] = {1, 2}, outputShape[] = {1, 8};
  DLTensor input = {x, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, shape, NULL, 0};
  DLTensor output = {y, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, outputShape, NULL, 0};
  RelayLiteContext context = {0};
  int i;
  printf("%d %s\n", (int)net_main(&context, &input, &output), context.message);
  printf("%d\n", (int)net_main(NULL, &input, &output));
  printf("%d\n", (int)net_module.map_weights(NULL, argv[1]));
  printf("%d %s\n", (int)net_module.map_weights(&context, NULL), context.message);
  for (i = 1; i < argc; ++i) {
    int32_t status = net_module.map_weights(&context, argv[i]);
    printf("%d %s\n", (int)status, context.message);
    if (status == RELAYLITE_OK) {
      printf("%d", (int)net_main(&context, &input, &output));
      printf(" %g %g %g %g\n", y[0], y[1], y[2], y[7]);
      context.weights = (const char *)context.weights + 8;
      printf("%d %s\n", (int)net_main(&context, &input, &output), context.message);
      context.weights = (const char *)context.weights - 8;
      net_module.unmap_weights(&context);
      net_module.unmap_weights(&context);
    }
  }
  return 0;
}
