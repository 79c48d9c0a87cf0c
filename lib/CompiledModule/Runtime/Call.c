/*===----------------------------------------------------------------------===*\
|*                                                                            *|
|* Part of the RelayLite project, under the Apache License v2.0 with LLVM     *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* From tensors of DLPack to descriptors of the LLVM dialect, and back.       *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "FloatEnvironment.h"
#include "Libc.h"
#include "Runtime.h"

enum { WorkspaceAlignment = 64 };

/* A descriptor: `sizes` and `strides` follow, in elements. */
typedef struct Descriptor {
  char *allocated, *aligned;
  int64_t offset;
  int64_t extents[];
} Descriptor;

static size_t getDescriptorBytes(int32_t ndim) {
  return sizeof(Descriptor) + 2 * sizeof(int64_t) * (size_t)ndim;
}

/*===----------------------------------------------------------------------===*\
|* Errors                                                                     *|
\*===----------------------------------------------------------------------===*/

#define FAIL(status, ...)                                                      \
  do {                                                                         \
    if (context)                                                               \
      snprintf(context->message, sizeof context->message, __VA_ARGS__);        \
    return status;                                                             \
  } while (0)

/*===----------------------------------------------------------------------===*\
|* Tensors                                                                    *|
\*===----------------------------------------------------------------------===*/

static size_t getElementBytes(DLDataType type) {
  return ((size_t)type.bits + 7) / 8;
}

/* Booleans are bytes: TVM calls them unsigned integers of one bit, DLPack
   booleans of eight. */
static int isBool(DLDataType type) {
  return (type.code == kDLBool && type.bits == 8) ||
         (type.code == kDLUInt && type.bits == 1);
}

static int isEqual(DLDataType x, DLDataType y) {
  return x.lanes == y.lanes &&
         ((isBool(x) && isBool(y)) || (x.code == y.code && x.bits == y.bits));
}

static const char *getTypeName(DLDataType type) {
  if (isBool(type))
    return "bool";
  switch (type.code) {
  case kDLInt:
    return "int";
  case kDLUInt:
    return "uint";
  case kDLFloat:
    return "float";
  case kDLBfloat:
    return "bfloat";
  default:
    return "other";
  }
}

static char *getData(const DLTensor *tensor) {
  return (char *)tensor->data + tensor->byte_offset;
}

/* The bytes of a tensor that has been checked. */
static size_t getNumBytes(const DLTensor *tensor) {
  size_t bytes = getElementBytes(tensor->dtype);
  for (int32_t i = 0; i < tensor->ndim; ++i)
    bytes *= (size_t)tensor->shape[i];
  return bytes;
}

/* Checks that `tensor` is what `info` describes. `kind` is for messages. */
static int32_t check(RelayLiteContext *context, const DLTensor *tensor,
                     const RelayLiteTensorInfo *info, const char *kind) {
  const char *name = info->name;
  if (tensor->device.device_type != kDLCPU)
    FAIL(RELAYLITE_INVALID_ARGUMENT,
         "%s %s: expected a tensor on the CPU, but got device type %d", kind,
         name, (int)tensor->device.device_type);
  if (!isEqual(tensor->dtype, info->dtype))
    FAIL(RELAYLITE_INVALID_ARGUMENT,
         "%s %s: expected elements of type %s%d, but got %s%d with %d lanes",
         kind, name, getTypeName(info->dtype), info->dtype.bits,
         getTypeName(tensor->dtype), tensor->dtype.bits, tensor->dtype.lanes);
  if (tensor->ndim != info->ndim)
    FAIL(RELAYLITE_INVALID_ARGUMENT,
         "%s %s: expected %d dimensions, but got %d", kind, name, info->ndim,
         (int)tensor->ndim);
  if (info->ndim > 0 && !tensor->shape)
    FAIL(RELAYLITE_INVALID_ARGUMENT, "%s %s: the shape is null", kind, name);
  int64_t bytes = (int64_t)getElementBytes(info->dtype);
  int isEmpty = 0;
  for (int32_t i = 0; i < info->ndim; ++i) {
    int64_t extent = tensor->shape[i];
    if (extent < 0 || (info->shape[i] >= 0 && extent != info->shape[i]))
      FAIL(RELAYLITE_INVALID_ARGUMENT,
           "%s %s: expected size %lld of dimension %d, but got %lld", kind,
           name, (long long)info->shape[i], (int)i, (long long)extent);
    isEmpty |= extent == 0;
    if (__builtin_mul_overflow(bytes, extent, &bytes) && !isEmpty)
      FAIL(RELAYLITE_INVALID_ARGUMENT, "%s %s: the shape is too large", kind,
           name);
  }
  if (isEmpty)
    return RELAYLITE_OK;
  int64_t stride = 1;
  for (int32_t i = info->ndim; tensor->strides && i-- > 0;) {
    if (tensor->shape[i] != 1 && tensor->strides[i] != stride)
      FAIL(RELAYLITE_INVALID_ARGUMENT,
           "%s %s: expected stride %lld of dimension %d, but got %lld", kind,
           name, (long long)stride, (int)i, (long long)tensor->strides[i]);
    stride *= tensor->shape[i];
  }
  if (!tensor->data)
    FAIL(RELAYLITE_INVALID_ARGUMENT, "%s %s: the data is null", kind, name);
  if ((uintptr_t)getData(tensor) % getElementBytes(info->dtype))
    FAIL(RELAYLITE_INVALID_ARGUMENT,
         "%s %s: the data is not aligned to its elements", kind, name);
  return RELAYLITE_OK;
}

static int overlaps(const DLTensor *x, const DLTensor *y) {
  const char *begin = getData(x), *otherBegin = getData(y);
  return begin < otherBegin + getNumBytes(y) &&
         otherBegin < begin + getNumBytes(x);
}

/* Checks that no output has memory of another tensor. */
static int32_t checkOverlap(RelayLiteContext *context,
                            const RelayLiteFunctionInfo *info,
                            const DLTensor *inputs, const DLTensor *outputs) {
  for (int32_t i = 0; i < info->num_outputs; ++i) {
    for (int32_t j = 0; j < info->num_inputs; ++j)
      if (overlaps(&outputs[i], &inputs[j]))
        FAIL(RELAYLITE_INVALID_ARGUMENT, "output %s has memory of the input %s",
             info->outputs[i].name, info->inputs[j].name);
    for (int32_t j = 0; j < i; ++j)
      if (overlaps(&outputs[i], &outputs[j]))
        FAIL(RELAYLITE_INVALID_ARGUMENT,
             "output %s has memory of the output %s", info->outputs[i].name,
             info->outputs[j].name);
  }
  return RELAYLITE_OK;
}

static int32_t checkTensors(RelayLiteContext *context,
                            const RelayLiteFunctionInfo *info,
                            const DLTensor *inputs, const DLTensor *outputs) {
  if ((info->num_inputs && !inputs) || (info->num_outputs && !outputs))
    FAIL(RELAYLITE_INVALID_ARGUMENT, "the %s are null",
         info->num_inputs && !inputs ? "inputs" : "outputs");
  for (int32_t i = 0; i < info->num_inputs; ++i) {
    int32_t status = check(context, &inputs[i], &info->inputs[i], "input");
    if (status)
      return status;
  }
  if (info->allocates_outputs)
    return RELAYLITE_OK;
  for (int32_t i = 0; i < info->num_outputs; ++i) {
    int32_t status = check(context, &outputs[i], &info->outputs[i], "output");
    if (status)
      return status;
  }
  return checkOverlap(context, info, inputs, outputs);
}

/*===----------------------------------------------------------------------===*\
|* Descriptors                                                                *|
\*===----------------------------------------------------------------------===*/

/* Writes a descriptor for each tensor, lets `slots` point to them, and returns
   the end of what it has written. */
static char *describe(char *memory, void **slots, int32_t count,
                      const DLTensor *tensors) {
  for (int32_t i = 0; i < count; ++i) {
    const DLTensor *tensor = &tensors[i];
    Descriptor *descriptor = (Descriptor *)memory;
    descriptor->allocated = descriptor->aligned = getData(tensor);
    descriptor->offset = 0;
    int64_t stride = 1;
    for (int32_t dim = tensor->ndim; dim-- > 0;) {
      descriptor->extents[dim] = tensor->shape[dim];
      descriptor->extents[tensor->ndim + dim] = stride;
      stride *= tensor->shape[dim];
    }
    slots[i] = descriptor;
    memory += getDescriptorBytes(tensor->ndim);
  }
  return memory;
}

static char *describeBytes(char *memory, void **slot, const void *bytes,
                           uint64_t size) {
  Descriptor *descriptor = (Descriptor *)memory;
  descriptor->allocated = descriptor->aligned = (char *)bytes;
  descriptor->offset = 0;
  descriptor->extents[0] = (int64_t)size;
  descriptor->extents[1] = 1;
  *slot = descriptor;
  return memory + getDescriptorBytes(1);
}

/* Gives the caller what the function has allocated for its results. */
static int32_t takeOutputs(RelayLiteContext *context,
                           const RelayLiteFunctionInfo *info,
                           const char *memory, DLTensor *outputs) {
  int hasShapes = 1;
  for (int32_t i = 0; i < info->num_outputs; ++i) {
    const Descriptor *descriptor = (const Descriptor *)memory;
    int32_t ndim = info->outputs[i].ndim;
    memory += getDescriptorBytes(ndim);
    DLTensor *output = &outputs[i];
    output->data = descriptor->allocated;
    output->byte_offset =
        (uint64_t)(descriptor->aligned - descriptor->allocated) +
        (uint64_t)descriptor->offset * getElementBytes(info->outputs[i].dtype);
    output->device.device_type = kDLCPU;
    output->device.device_id = 0;
    output->dtype = info->outputs[i].dtype;
    output->ndim = ndim;
    output->strides = NULL;
    output->shape = malloc(sizeof(int64_t) * (size_t)(ndim ? ndim : 1));
    if (output->shape)
      for (int32_t dim = 0; dim < ndim; ++dim)
        output->shape[dim] = descriptor->extents[dim];
    else
      hasShapes = 0;
  }
  if (hasShapes)
    return RELAYLITE_OK;
  for (int32_t i = 0; i < info->num_outputs; ++i)
    relay_rt_free_output(&outputs[i]);
  FAIL(RELAYLITE_OUT_OF_MEMORY, "not enough memory for the outputs");
}

void relay_rt_free_output(DLTensor *output) {
  if (!output)
    return;
  relay_rt_free(output->data);
  free(output->shape);
  output->data = NULL;
  output->shape = NULL;
}

/*===----------------------------------------------------------------------===*\
|* Weights                                                                    *|
\*===----------------------------------------------------------------------===*/

/* Checks the head of a file, and that it is whole. */
static int32_t checkWeights(RelayLiteContext *context,
                            const WeightsHeader *header, const void *weights,
                            uint64_t size) {
  if (size < sizeof *header || memcmp(weights, header, sizeof *header) != 0)
    FAIL(RELAYLITE_INVALID_WEIGHTS, "the weights are not those of this module");
  if (size < header->size)
    FAIL(RELAYLITE_INVALID_WEIGHTS,
         "the weights have %llu bytes, but %llu are needed",
         (unsigned long long)size, (unsigned long long)header->size);
  if ((uintptr_t)weights % WorkspaceAlignment)
    FAIL(RELAYLITE_INVALID_WEIGHTS, "the weights are not aligned to %d bytes",
         WorkspaceAlignment);
  return RELAYLITE_OK;
}

int32_t relay_rt_map_weights(const WeightsHeader *header,
                             RelayLiteContext *context, const char *path) {
  if (!context)
    return RELAYLITE_INVALID_ARGUMENT;
  context->message[0] = 0;
  if (!header || !path)
    FAIL(RELAYLITE_INVALID_ARGUMENT,
         header ? "the path is null" : "the weights are in the library");
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    FAIL(RELAYLITE_INVALID_WEIGHTS, "cannot open '%s'", path);
  int64_t size = lseek(file, 0, SEEK_END);
  void *weights =
      size > 0 ? mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, file, 0)
               : MAP_FAILED;
  close(file);
  if (weights == MAP_FAILED)
    FAIL(RELAYLITE_INVALID_WEIGHTS, "cannot map '%s'", path);
  int32_t status = checkWeights(context, header, weights, (uint64_t)size);
  if (status) {
    munmap(weights, (size_t)size);
    return status;
  }
  context->weights = weights;
  context->weights_size = (size_t)size;
  return RELAYLITE_OK;
}

void relay_rt_unmap_weights(RelayLiteContext *context) {
  if (!context || !context->weights)
    return;
  munmap((void *)context->weights, context->weights_size);
  context->weights = NULL;
  context->weights_size = 0;
}

/*===----------------------------------------------------------------------===*\
|* Calls                                                                      *|
\*===----------------------------------------------------------------------===*/

/* Calls the code on tensors and memory that have been checked. */
static int32_t run(const CompiledFunction *function, RelayLiteContext *context,
                   const DLTensor *inputs, DLTensor *outputs, void *workspace) {
  const RelayLiteFunctionInfo *info = function->info;
  size_t bytes = 2 * getDescriptorBytes(1);
  for (int32_t i = 0; i < info->num_inputs; ++i)
    bytes += getDescriptorBytes(info->inputs[i].ndim);
  for (int32_t i = 0; i < info->num_outputs; ++i)
    bytes += getDescriptorBytes(info->outputs[i].ndim);
  int32_t numSlots = info->num_inputs + info->num_outputs + 3;
  void **slots = __builtin_alloca(sizeof(void *) * (size_t)numSlots);
  char *memory = __builtin_alloca(bytes);

  void **slot = slots;
  char *results = memory;
  if (info->allocates_outputs) {
    *slot++ = results;
    for (int32_t i = 0; i < info->num_outputs; ++i)
      memory += getDescriptorBytes(info->outputs[i].ndim);
  }
  memory = describe(memory, slot, info->num_inputs, inputs);
  slot += info->num_inputs;
  if (!info->allocates_outputs) {
    memory = describe(memory, slot, info->num_outputs, outputs);
    slot += info->num_outputs;
  }
  memory = describeBytes(memory, slot++, workspace, info->workspace_size);
  if (function->weights)
    describeBytes(memory, slot, context->weights, function->weights->size);
  const char *failure = NULL;
  char text[FailureTextSize];
  uint64_t environment = enterFloatEnvironment();
  RelayLiteThreads *threads =
      function->is_parallel && context ? context->threads : NULL;
  if (function->may_fail || threads)
    failure = relay_rt_run(function, slots, threads, text);
  else
    function->code(slots);
  leaveFloatEnvironment(environment);
  if (failure)
    FAIL(RELAYLITE_FAILED, "%s", failure);
  return info->allocates_outputs ? takeOutputs(context, info, results, outputs)
                                 : RELAYLITE_OK;
}

int32_t relay_rt_call(const CompiledFunction *function,
                      RelayLiteContext *context, const DLTensor *inputs,
                      DLTensor *outputs) {
  const RelayLiteFunctionInfo *info = function->info;
  if (context)
    context->message[0] = 0;
  int32_t status = checkTensors(context, info, inputs, outputs);
  if (status)
    return status;
  if (function->weights) {
    if (!context || !context->weights)
      FAIL(RELAYLITE_INVALID_WEIGHTS, "the context has no weights");
    status = checkWeights(context, function->weights, context->weights,
                          context->weights_size);
    if (status)
      return status;
  }
  uint64_t size = info->workspace_size;
  void *workspace = context ? context->workspace : NULL;
  if (!size || workspace) {
    if (size && (context->workspace_size < size ||
                 (uintptr_t)workspace % WorkspaceAlignment))
      FAIL(RELAYLITE_INVALID_WORKSPACE,
           "expected a workspace of %llu bytes, aligned to %d, but got %llu at "
           "%p",
           (unsigned long long)size, WorkspaceAlignment,
           (unsigned long long)context->workspace_size, workspace);
    return run(function, context, inputs, outputs, workspace);
  }
  workspace = aligned_alloc(WorkspaceAlignment, size);
  if (!workspace)
    FAIL(RELAYLITE_OUT_OF_MEMORY,
         "not enough memory for a workspace of %llu bytes",
         (unsigned long long)size);
  status = run(function, context, inputs, outputs, workspace);
  free(workspace);
  return status;
}

void relay_rt_call_external(RelayLiteFunctionPointer function, const char *name,
                            int32_t num_inputs, int32_t num_outputs,
                            const int32_t *types, void **descriptors) {
  int32_t count = num_inputs + num_outputs;
  DLTensor *tensors = __builtin_alloca(sizeof(DLTensor) * (size_t)(count + 1));
  for (int32_t i = 0; i < count; ++i) {
    Descriptor *descriptor = descriptors[i];
    DLTensor *tensor = &tensors[i];
    tensor->dtype.code = (uint8_t)types[3 * i];
    tensor->dtype.bits = (uint8_t)types[3 * i + 1];
    tensor->dtype.lanes = 1;
    tensor->data = descriptor->aligned +
                   descriptor->offset * (int64_t)getElementBytes(tensor->dtype);
    tensor->device.device_type = kDLCPU;
    tensor->device.device_id = 0;
    tensor->ndim = types[3 * i + 2];
    tensor->shape = descriptor->extents;
    tensor->strides = NULL;
    tensor->byte_offset = 0;
  }
  RelayLiteContext context = {0};
  int32_t status = function(&context, tensors, tensors + num_inputs);
  context.message[sizeof context.message - 1] = 0;
  if (status)
    relay_rt_fail_external(name, status, context.message);
}
