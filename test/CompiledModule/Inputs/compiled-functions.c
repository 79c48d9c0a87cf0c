/* Calls functions that allocate what they return, and that fail. */

#include "net.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static DLTensor makeTensor(void *data, uint8_t code, int32_t ndim,
                           int64_t *shape) {
  DLTensor tensor = {data, {kDLCPU, 0}, ndim, {code, 32, 1}, shape, NULL, 0};
  return tensor;
}

/* Adds a tensor of (rows, 3) and one of (otherRows, 3). */
static void add(int64_t rows, int64_t otherRows) {
  float elements[15] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
  int64_t shape[] = {rows, 3}, otherShape[] = {otherRows, 3};
  DLTensor inputs[] = {makeTensor(elements, kDLFloat, 2, shape),
                       makeTensor(elements, kDLFloat, 2, otherShape)};
  DLTensor output;
  RelayLiteContext context = {0};
  int32_t status = net_add(&context, inputs, &output);
  printf("add %d + %d: ", (int)rows, (int)otherRows);
  if (status != RELAYLITE_OK) {
    printf("%d %s\n", (int)status, context.message);
    return;
  }
  const float *sums = (const float *)((char *)output.data + output.byte_offset);
  printf("(%d, %d)", (int)output.shape[0], (int)output.shape[1]);
  for (int64_t i = 0; i < output.shape[0] * output.shape[1]; ++i)
    printf(" %g", sums[i]);
  printf("\n");
  net_module.free_output(&output);
  net_module.free_output(&output);
}

int main(void) {
  int32_t n = 5, result = 0;
  float tensor[] = {1, 2, 3, 4}, copy[4];
  int64_t shape[] = {4};
  DLTensor inputs[] = {makeTensor(tensor, kDLFloat, 1, shape),
                       makeTensor(&n, kDLInt, 0, NULL)};
  DLTensor outputs[] = {makeTensor(copy, kDLFloat, 1, shape),
                        makeTensor(&result, kDLInt, 0, NULL)};
  RelayLiteContext context = {0};
  add(2, 2);
  add(1, 2);
  add(5, 2);
  add(0, 0);
  add(2, 1);
  printf("factorial: %d", (int)net_factorial(&context, inputs + 1, outputs + 1));
  printf(" %d\n", (int)result);
  result = 0;
  printf("both: %d", (int)net_both(&context, inputs, outputs));
  printf(" %d %g %g\n", (int)result, copy[0], copy[3]);
  printf("nothing: %d\n", (int)net_nothing(&context, NULL, NULL));
  /* 36 TB. */
  int64_t length = 3000000;
  int64_t column[] = {length, 1}, row[] = {1, length};
  float *zeros = calloc((size_t)length, sizeof(float));
  DLTensor vectors[] = {makeTensor(zeros, kDLFloat, 2, column),
                        makeTensor(zeros, kDLFloat, 2, row)};
  int32_t status = net_large(&context, vectors, outputs);
  printf("large: %d %s\n", (int)status, context.message);
  net_module.free_output(NULL);
  free(zeros);
  return 0;
}
