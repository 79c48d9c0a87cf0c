/* Calls an object of relay-lite-translate as docs/Exit.md says. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  float *allocated, *aligned;
  intptr_t offset, sizes[1], strides[1];
} Vector;

typedef struct {
  float *allocated, *aligned;
  intptr_t offset, sizes[2], strides[2];
} Matrix;

typedef struct {
  Vector sums;
  Matrix exponentials;
} Results;

extern void _mlir_ciface_net_main(Results *results, const Matrix *x);

/* The bits of a tensor, in the order of its elements. */
static void print(const float *elements, intptr_t count) {
  uint32_t bits;
  intptr_t i;
  for (i = 0; i < count; ++i) {
    memcpy(&bits, elements + i, sizeof bits);
    printf("0x%08" PRIX32 " ", bits);
  }
  printf("\n");
}

int main(void) {
  float data[] = {0.5f, -1.0f, 0.25f, 3.0f, -0.125f, 0.0f};
  Matrix x = {data, data, 0, {2, 3}, {3, 1}};
  Results results;
  _mlir_ciface_net_main(&results, &x);
  print(results.sums.aligned + results.sums.offset, 3);
  print(results.exponentials.aligned + results.exponentials.offset, 6);
  free(results.sums.allocated);
  free(results.exponentials.allocated);
  return 0;
}
