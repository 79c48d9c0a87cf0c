/* Calls a compiled module as docs/Compile.md says, well and badly. */

#include "net.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The bits of a tensor, in the order of its elements. */
static void print(const float *elements, int64_t count) {
  int64_t i;
  for (i = 0; i < count; ++i) {
    uint32_t bits;
    memcpy(&bits, elements + i, sizeof bits);
    printf("0x%08" PRIX32 " ", bits);
  }
  printf("\n");
}

static DLTensor makeTensor(void *data, int32_t ndim, int64_t *shape) {
  DLTensor tensor = {data, {kDLCPU, 0}, ndim, {kDLFloat, 32, 1}, shape, NULL, 0};
  return tensor;
}

static float data[] = {0.5f, -1.0f, 0.25f, 3.0f, -0.125f, 0.0f};
static float sums[3], exponentials[6];
static int64_t inputShape[] = {2, 3}, sumsShape[] = {3};
static DLTensor input, outputs[2];
static RelayLiteContext context;

/* Fresh arguments, all as they should be. */
static void reset(void) {
  memset(&context, 0, sizeof context);
  input = makeTensor(data, 2, inputShape);
  outputs[0] = makeTensor(sums, 1, sumsShape);
  outputs[1] = makeTensor(exponentials, 2, inputShape);
}

/* Calls with what has been changed, shows the error, and resets. */
static void fail(const char *what) {
  int32_t status = net_main(&context, &input, outputs);
  printf("%s: %d %s\n", what, (int)status, context.message);
  reset();
}

static void failInAllWays(void) {
  int64_t shape[] = {2, 3}, strides[] = {1, 2};
  char *workspace = aligned_alloc(64, 4096);
  reset();
  printf("inputs: %d\n", (int)net_main(NULL, NULL, outputs));
  printf("outputs: %d\n", (int)net_main(&context, &input, NULL));
  printf("%s\n", context.message);
  input.data = NULL;
  fail("data");
  input.shape = NULL;
  fail("shape");
  input.byte_offset = 1;
  fail("alignment");
  input.device.device_type = 2;
  fail("device");
  input.dtype.bits = 64;
  fail("type");
  input.dtype.lanes = 4;
  fail("lanes");
  input.ndim = 1;
  fail("rank");
  input.shape = shape;
  shape[1] = 4;
  fail("size");
  input.strides = strides;
  fail("strides");
  outputs[0].shape = shape;
  fail("output");
  outputs[1].data = data;
  fail("overlap");
  outputs[1].data = outputs[0].data;
  fail("outputs");
  context.workspace = workspace;
  context.workspace_size = 1;
  fail("workspace");
  context.workspace = workspace + 8;
  context.workspace_size = 4000;
  fail("workspace alignment");
  printf("weights: %d %s\n",
         (int)net_module.map_weights(&context, "weights"), context.message);
  free(workspace);
}

int main(int argc, char **argv) {
  int64_t strides[] = {3, 1};
  (void)argv;
  reset();
  /* In the caller's workspace, then in that of the function. */
  context.workspace_size = net_module.functions[0].workspace_size;
  context.workspace = aligned_alloc(64, (context.workspace_size + 63) / 64 * 64);
  input.strides = strides;
  if (net_main(&context, &input, outputs) != RELAYLITE_OK) {
    printf("%s\n", context.message);
    return 1;
  }
  print(sums, 3);
  print(exponentials, 6);
  free(context.workspace);
  memset(sums, 0, sizeof sums);
  if (net_module.functions[0].call(NULL, &input, outputs) != RELAYLITE_OK)
    return 1;
  print(sums, 3);
  print(exponentials, 6);
  if (argc > 1)
    failInAllWays();
  return 0;
}
