//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layers of oneDNN 2. Each keeps its primitive, and data in the layouts that
// oneDNN has chosen for it.
//
//===----------------------------------------------------------------------===//

#include "onednn.h"
#include <cstdio>
#include <dnnl.hpp>
#include <memory>
#include <mutex>

using namespace dnnl;
using tag = memory::format_tag;

namespace {
engine &getEngine() {
  static engine cpu(engine::kind::cpu, 0);
  return cpu;
}

/// A tensor in the layout of the caller, and the same in that of the layer.
struct Tensor {
  memory given, packed;
  reorder copy;
  bool isCopied = false;

  Tensor(const memory::desc &givenType, const memory::desc &packedType,
         bool isOutput)
      : given(givenType, getEngine(), nullptr), packed(given) {
    if (givenType == packedType)
      return;
    isCopied = true;
    packed = memory(packedType, getEngine());
    copy = isOutput ? reorder(packed, given) : reorder(given, packed);
  }
};

class Layer {
public:
  explicit Layer(const OneDNNLayer &layer);
  void run(const float *data, const float *weight, const float *bias,
           float *output);

private:
  void makeConv(const OneDNNLayer &layer, const primitive_attr &attr);
  void makeDense(const OneDNNLayer &layer, const primitive_attr &attr);
  template <typename DescT>
  void setUp(const DescT &desc, const memory::desc &data,
             const memory::desc &weight, const memory::desc &output);

  std::mutex mutex;
  stream order{getEngine()};
  primitive compute;
  std::unique_ptr<Tensor> data, weight, output;
  memory bias;
  bool hasConstantWeight, isWeightPacked = false;
};
} // namespace

static memory::desc getType(const memory::dims &shape, tag layout) {
  return {shape, memory::data_type::f32, layout};
}

Layer::Layer(const OneDNNLayer &layer)
    : hasConstantWeight(layer.has_constant_weight) {
  primitive_attr attr;
  if (layer.has_relu) {
    post_ops relu;
    relu.append_eltwise(1, algorithm::eltwise_relu, 0, 0);
    attr.set_post_ops(relu);
  }
  if (layer.has_bias)
    bias = memory(getType({layer.filters}, tag::a), getEngine(), nullptr);
  if (layer.kernel[0])
    makeConv(layer, attr);
  else
    makeDense(layer, attr);
}

template <typename DescT>
void Layer::setUp(const DescT &desc, const memory::desc &dataType,
                  const memory::desc &weightType,
                  const memory::desc &outputType) {
  compute = primitive(desc.get());
  data = std::make_unique<Tensor>(dataType, desc.src_desc(), false);
  weight = std::make_unique<Tensor>(weightType, desc.weights_desc(), false);
  output = std::make_unique<Tensor>(outputType, desc.dst_desc(), true);
}

void Layer::makeConv(const OneDNNLayer &layer, const primitive_attr &attr) {
  memory::dims data = {layer.batch, layer.channels, layer.height, layer.width};
  memory::dims weight = {layer.filters, layer.channels / layer.groups,
                         layer.kernel[0], layer.kernel[1]};
  if (layer.groups > 1)
    weight = {layer.groups, layer.filters / layer.groups,
              layer.channels / layer.groups, layer.kernel[0], layer.kernel[1]};
  memory::dims output = {layer.batch, layer.filters}, dilation;
  for (int i = 0; i < 2; ++i) {
    int64_t extent = data[2 + i] + layer.padding[i] + layer.padding[2 + i] -
                     layer.dilation[i] * (layer.kernel[i] - 1) - 1;
    output.push_back(extent / layer.strides[i] + 1);
    dilation.push_back(layer.dilation[i] - 1);
  }
  memory::desc biasType = layer.has_bias ? bias.get_desc() : memory::desc();
  convolution_forward::desc conv(
      prop_kind::forward_inference, algorithm::convolution_auto,
      getType(data, tag::any), getType(weight, tag::any), biasType,
      getType(output, tag::any), {layer.strides[0], layer.strides[1]}, dilation,
      {layer.padding[0], layer.padding[1]},
      {layer.padding[2], layer.padding[3]});
  setUp(convolution_forward::primitive_desc(conv, attr, getEngine()),
        getType(data, tag::nchw),
        getType(weight, layer.groups > 1 ? tag::goihw : tag::oihw),
        getType(output, tag::nchw));
}

void Layer::makeDense(const OneDNNLayer &layer, const primitive_attr &attr) {
  memory::dims data = {layer.batch, layer.channels};
  memory::dims weight = {layer.filters, layer.channels};
  memory::dims output = {layer.batch, layer.filters};
  memory::desc biasType = layer.has_bias ? bias.get_desc() : memory::desc();
  inner_product_forward::desc dense(
      prop_kind::forward_inference, getType(data, tag::any),
      getType(weight, tag::any), biasType, getType(output, tag::any));
  setUp(inner_product_forward::primitive_desc(dense, attr, getEngine()),
        getType(data, tag::ab), getType(weight, tag::ab),
        getType(output, tag::ab));
}

void Layer::run(const float *dataIn, const float *weightIn, const float *biasIn,
                float *out) {
  std::lock_guard<std::mutex> lock(mutex);
  data->given.set_data_handle(const_cast<float *>(dataIn));
  weight->given.set_data_handle(const_cast<float *>(weightIn));
  output->given.set_data_handle(out);
  if (data->isCopied)
    data->copy.execute(order, data->given, data->packed);
  if (weight->isCopied && !(hasConstantWeight && isWeightPacked)) {
    weight->copy.execute(order, weight->given, weight->packed);
    isWeightPacked = true;
  }
  std::unordered_map<int, memory> arguments = {
      {DNNL_ARG_SRC, data->packed},
      {DNNL_ARG_WEIGHTS, weight->packed},
      {DNNL_ARG_DST, output->packed}};
  if (bias) {
    bias.set_data_handle(const_cast<float *>(biasIn));
    arguments.emplace(DNNL_ARG_BIAS, bias);
  }
  compute.execute(order, arguments);
  if (output->isCopied)
    output->copy.execute(order, output->packed, output->given);
  order.wait();
}

int32_t onednn_run(OneDNNLayer *layer, const float *data, const float *weight,
                   const float *bias, float *output, char *message) {
  static std::mutex mutex;
  try {
    {
      std::lock_guard<std::mutex> lock(mutex);
      if (!layer->state)
        layer->state = new Layer(*layer);
    }
    static_cast<Layer *>(layer->state)->run(data, weight, bias, output);
    return 0;
  } catch (const std::exception &exception) {
    std::snprintf(message, 256, "oneDNN: %s", exception.what());
    return 1;
  }
}
