/* Calls the first function of the compiled module `net` for check_compiled.py. The
   files I.shape and I.data have the extents and the elements of the Ith input;
   extents and elements of the results are written one after the other. */

#include "net.h"
#include <stdio.h>
#include <stdlib.h>

static void *read_file(const char *form, int i) {
  char name[32];
  snprintf(name, sizeof name, form, i);
  FILE *file = fopen(name, "rb");
  if (!file)
    abort();
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  void *data = aligned_alloc(64, size / 64 * 64 + 64);
  if (!data || fread(data, 1, size, file) != size)
    abort();
  fclose(file);
  return data;
}

static size_t get_bytes(const DLTensor *tensor) {
  size_t bytes = (tensor->dtype.bits + 7) / 8;
  for (int i = 0; i < tensor->ndim; ++i)
    bytes *= (size_t)tensor->shape[i];
  return bytes;
}

static DLTensor make_tensor(const RelayLiteTensorInfo *info) {
  DLTensor tensor = {NULL, {kDLCPU, 0}, info->ndim, info->dtype, (int64_t *)info->shape, NULL, 0};
  return tensor;
}

/* Takes the number of threads as its argument, if there is one. */
int main(int argc, char **argv) {
  const RelayLiteFunctionInfo *function = &net_module.functions[0];
  DLTensor *inputs = calloc((size_t)function->num_inputs + 1, sizeof(DLTensor));
  DLTensor *outputs = calloc((size_t)function->num_outputs + 1, sizeof(DLTensor));
  RelayLiteContext context = {0};
  if (argc > 1 && !(context.threads = net_module.create_threads(atoi(argv[1]))))
    abort();
  for (int i = 0; i < function->num_inputs; ++i) {
    inputs[i] = make_tensor(&function->inputs[i]);
    inputs[i].shape = read_file("%d.shape", i);
    inputs[i].data = read_file("%d.data", i);
  }
  for (int i = 0; i < function->num_outputs && !function->allocates_outputs; ++i) {
    outputs[i] = make_tensor(&function->outputs[i]);
    outputs[i].data = aligned_alloc(64, get_bytes(&outputs[i]) / 64 * 64 + 64);
  }
  if (function->call(&context, inputs, outputs) != RELAYLITE_OK) {
    fprintf(stderr, "%s\n", context.message);
    return 1;
  }
  for (int i = 0; i < function->num_outputs; ++i) {
    fwrite(outputs[i].shape, sizeof(int64_t), (size_t)outputs[i].ndim, stdout);
    fwrite((char *)outputs[i].data + outputs[i].byte_offset, 1, get_bytes(&outputs[i]), stdout);
    if (function->allocates_outputs)
      net_module.free_output(&outputs[i]);
  }
  net_module.destroy_threads(context.threads);
  return 0;
}
