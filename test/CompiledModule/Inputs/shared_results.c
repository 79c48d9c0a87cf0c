/* Frees each of two results, which hold the same values. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  float *allocated, *aligned;
  intptr_t offset, sizes[1], strides[1];
} Vector;

typedef struct {
  Vector first, second;
} Results;

extern void _mlir_ciface_net_twice(Results *results, const Vector *x);
extern void _mlir_ciface_net_called(Results *results, const Vector *x);
extern void _mlir_ciface_net_argument(Results *results, const Vector *x);

static void run(void (*function)(Results *, const Vector *)) {
  float data[] = {0.5f, -1.0f, 0.25f};
  Vector x = {data, data, 0, {3}, {1}};
  Results results;
  function(&results, &x);
  if (results.first.allocated == results.second.allocated)
    printf("one buffer\n");
  else if (memcmp(results.first.aligned, results.second.aligned, sizeof data) != 0)
    printf("other values\n");
  else
    printf("equal values\n");
  free(results.first.allocated);
  free(results.second.allocated);
}

int main(void) {
  run(_mlir_ciface_net_twice);
  run(_mlir_ciface_net_called);
  run(_mlir_ciface_net_argument);
  return 0;
}
