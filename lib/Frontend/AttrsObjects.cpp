//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attribute objects of TVM 0.16.
//
//===----------------------------------------------------------------------===//

#include "AttrsObjects.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace mlir::relay;
using namespace mlir::relay::ast;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

struct AttrsType::Row {
  /// The type key after `relay.attrs.`.
  StringLiteral name;
  /// The operators that have it, separated by spaces.
  StringLiteral operators;
  /// Which integers and strings are objects, not values in their place.
  StringLiteral references = "";
};

const AttrsType::Row AttrsType::rows[] = {
    {"AdaptivePool1DAttrs", "nn.adaptive_max_pool1d", "out_layout"},
    {"AdaptivePool2DAttrs", "nn.adaptive_avg_pool2d nn.adaptive_max_pool2d",
     "out_layout"},
    {"AdaptivePool3DAttrs", "nn.adaptive_avg_pool3d", "out_layout"},
    {"ArangeAttrs", "arange"},
    {"ArgReduceAttrs", "argmax argmin"},
    {"AvgPool1DAttrs", "nn.avg_pool1d", "out_layout"},
    {"AvgPool2DAttrs", "nn.avg_pool2d", "layout out_layout"},
    {"AvgPool3DAttrs", "nn.avg_pool3d", "out_layout"},
    {"BatchMatmulAttrs", "nn.batch_matmul"},
    {"BatchNormAttrs", "nn.batch_norm"},
    {"BatchToSpaceNDAttrs", "nn.batch_to_space_nd"},
    {"BiasAddAttrs", "nn.bias_add"},
    {"CastAttrs", "cast"},
    {"ClipAttrs", "clip"},
    {"CompilerAttrs", "annotation.compiler_begin annotation.compiler_end"},
    {"ConcatenateAttrs", "concatenate"},
    {"Conv1DAttrs", "nn.conv1d",
     "channels data_layout kernel_layout out_layout"},
    {"Conv2DAttrs", "nn.conv2d nn.contrib_conv2d_NCHWc",
     "channels data_layout kernel_layout out_layout"},
    {"Conv2DTransposeAttrs", "nn.conv2d_transpose", "channels"},
    {"Conv3DAttrs", "nn.conv3d",
     "channels data_layout kernel_layout out_layout"},
    {"DenseAttrs", "nn.dense", "units"},
    {"DeviceCopyAttrs", "device_copy"},
    {"DropoutAttrs", "nn.dropout"},
    {"ExpandDimsAttrs", "expand_dims"},
    {"GatherNDAttrs", "gather_nd", "batch_dims index_rank"},
    {"GlobalPool2DAttrs", "nn.global_avg_pool2d nn.global_max_pool2d",
     "layout out_layout"},
    {"GroupNormAttrs", "nn.group_norm"},
    {"InitOpAttrs", "broadcast_to collapse_sum_to dyn.broadcast_to dyn.full "
                    "dyn.ones dyn.zeros full ones zeros"},
    {"InstanceNormAttrs", "nn.instance_norm"},
    {"L2NormalizeAttrs", "nn.l2_normalize"},
    {"LRNAttrs", "nn.lrn"},
    {"LayerNormAttrs", "nn.layer_norm"},
    {"LayoutTransformAttrs", "layout_transform"},
    {"LeakyReluAttrs", "nn.leaky_relu"},
    {"MatmulAttrs", "nn.matmul", "units"},
    {"MaxPool1DAttrs", "nn.max_pool1d", "out_layout"},
    {"MaxPool2DAttrs", "nn.max_pool2d", "layout out_layout"},
    {"MaxPool3DAttrs", "nn.max_pool3d", "out_layout"},
    {"NdarraySizeAttrs", "ndarray_size"},
    {"OneHotAttrs", "dyn.one_hot one_hot"},
    {"OnDeviceAttrs", "on_device"},
    {"PReluAttrs", "nn.prelu"},
    {"PadAttrs", "dyn.nn.pad nn.pad", "pad_mode"},
    {"ReduceAttrs", "all any max mean min prod sum"},
    {"RepeatAttrs", "repeat", "repeats axis"},
    {"ReshapeAttrs", "dyn.reshape reshape"},
    {"ReshapeLikeAttrs", "reshape_like", "lhs_end rhs_end"},
    {"Resize2DAttrs", "dyn.image.resize2d image.resize2d"},
    {"ReverseAttrs", "reverse", "axis"},
    {"ShapeOfAttrs", "shape_of"},
    {"SliceLikeAttrs", "slice_like"},
    {"SoftmaxAttrs", "nn.fast_softmax nn.log_softmax nn.softmax"},
    {"SpaceToBatchNDAttrs", "nn.space_to_batch_nd"},
    {"SparseToDenseAttrs", "sparse_to_dense"},
    {"SplitAttrs", "split"},
    {"SqueezeAttrs", "dyn.squeeze squeeze"},
    {"StackAttrs", "stack", "axis"},
    {"StridedSliceAttrs", "dyn.strided_slice strided_slice", "slice_mode"},
    {"TakeAttrs", "take", "batch_dims axis mode"},
    {"TileAttrs", "dyn.tile tile"},
    {"TopkAttrs", "dyn.topk topk", "k"},
    {"TransposeAttrs", "transpose"},
    {"UpSampling3DAttrs", "dyn.nn.upsampling3d nn.upsampling3d"},
    {"UpSamplingAttrs", "dyn.nn.upsampling nn.upsampling", "layout method"},
    {"VarianceAttrs", "variance"},
};

// Whether `word` is among the words of `text`.
static bool hasWord(StringRef text, StringRef word) {
  return is_contained(split(text, ' '), word);
}

std::optional<AttrsType> AttrsType::lookup(StringRef relayName) {
  static const auto *table = [] {
    auto *result = new StringMap<const Row *>();
    for (const Row &row : rows)
      for (StringRef name : split(row.operators, ' '))
        result->try_emplace(name, &row);
    return result;
  }();
  const Row *row = table->lookup(relayName);
  return row ? std::optional(AttrsType(*row)) : std::nullopt;
}

std::string AttrsType::getTypeKey() const {
  return ("relay.attrs." + row->name).str();
}

bool AttrsType::isReference(const AttributeSpec &spec) const {
  switch (spec.kind) {
  case AttributeKind::Float:
  case AttributeKind::Bool:
  case AttributeKind::DType:
    return false;
  case AttributeKind::Int:
  case AttributeKind::Str:
    return hasWord(row->references, spec.name);
  case AttributeKind::Ints:
  case AttributeKind::Floats:
  case AttributeKind::IntLists:
  case AttributeKind::IntOrInts:
  case AttributeKind::VirtualDevice:
  case AttributeKind::Operand:
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

// The value that a field holds in its place; none if the text is of no value.
static std::optional<AttrValue> parseValue(const AttributeSpec &spec,
                                           StringRef text) {
  int64_t integer;
  double number;
  switch (spec.kind) {
  case AttributeKind::Int:
    if (!text.getAsInteger(10, integer))
      return AttrValue(integer);
    return std::nullopt;
  case AttributeKind::Bool:
    if (!text.getAsInteger(10, integer))
      return AttrValue(integer != 0);
    return std::nullopt;
  case AttributeKind::Float:
    if (text.getAsDouble(number))
      return std::nullopt;
    // TVM has no None for numbers; those that may be None are factors, which
    // are never 0.
    return spec.isOptional && number == 0 ? AttrValue() : AttrValue(number);
  case AttributeKind::DType:
    return text.empty() ? AttrValue() : AttrValue(text.str());
  default:
    return AttrValue(text.str());
  }
}

Expected<Attrs> mlir::relay::ast::readAttrs(const Ref<MetaGraph> &graph,
                                            unsigned node,
                                            const OperatorTable &operators,
                                            const OperatorTable::Entry &entry) {
  const MetaGraph::MetaNode &object = graph->getNode(node);
  std::optional<AttrsType> type = AttrsType::lookup(entry.relayName);
  if (!type || object.typeKey != type->getTypeKey())
    return createStringError("expected " +
                             (type ? type->getTypeKey() : "DictAttrs") +
                             " as attributes of operator '" + entry.relayName +
                             "', but got '" + object.typeKey + "'");
  for (const auto &field : object.attrs)
    if (none_of(entry.attributes, [&](const AttributeSpec &spec) {
          return spec.name == field.first;
        }))
      return createStringError("operator '" + entry.relayName +
                               "' has no attribute '" + field.first + "'");

  Attrs result;
  for (const AttributeSpec &spec : entry.attributes) {
    // It says again what the arguments say.
    if (spec.kind == AttributeKind::Operand)
      continue;
    std::optional<StringRef> text = graph->getAttr(node, spec.name);
    std::optional<AttrValue> value;
    unsigned index;
    if (!text)
      value = AttrValue();
    else if (!type->isReference(spec))
      value = parseValue(spec, *text);
    else if (text->getAsInteger(10, index) || index >= graph->getNumNodes())
      value = std::nullopt;
    else if (spec.kind == AttributeKind::VirtualDevice && index != 0)
      value = AttrValue(MetaObject::create(graph, index));
    else
      value = toAttrValue(*graph, index);
    if (value && value->isNone() && spec.getDefault)
      continue;
    if (value)
      value = operators.normalizeAttr(spec, *value);
    if (!value)
      return createStringError(
          "attribute '" + spec.name + "' " +
          (text ? "cannot be '" + text->str() + "'" : "is missing"));
    if (!operators.isDefault(spec, *value))
      result.push_back({spec.name.str(), std::move(*value)});
  }
  return std::move(result);
}
