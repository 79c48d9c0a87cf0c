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
#include "../Text/LiteralText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/StringSaver.h"

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
  /// Which attributes TVM has no default for, though there is one here.
  StringLiteral required = "";
  /// Whether the operators have no attrs_type_key.
  bool isUndeclared = false;
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
    {"CompilerAttrs", "annotation.compiler_begin annotation.compiler_end", "",
     "",
     /*isUndeclared=*/true},
    {"ConcatenateAttrs", "concatenate"},
    {"Conv1DAttrs", "nn.conv1d",
     "channels data_layout kernel_layout out_layout"},
    {"Conv2DAttrs", "nn.conv2d nn.contrib_conv2d_NCHWc",
     "channels data_layout kernel_layout out_layout"},
    {"Conv2DTransposeAttrs", "nn.conv2d_transpose", "channels"},
    {"Conv3DAttrs", "nn.conv3d",
     "channels data_layout kernel_layout out_layout"},
    {"DenseAttrs", "nn.dense", "units", "units"},
    {"DeviceCopyAttrs", "device_copy"},
    {"DropoutAttrs", "nn.dropout"},
    {"ExpandDimsAttrs", "expand_dims"},
    {"GatherNDAttrs", "gather_nd", "batch_dims index_rank"},
    {"GlobalPool2DAttrs", "nn.global_avg_pool2d nn.global_max_pool2d",
     "layout out_layout"},
    {"GroupNormAttrs", "nn.group_norm"},
    {"InitOpAttrs",
     "broadcast_to dyn.broadcast_to dyn.full dyn.ones dyn.zeros "
     "full ones zeros",
     "", "shape"},
    {"InitOpAttrs", "collapse_sum_to", "", "shape", /*isUndeclared=*/true},
    {"InstanceNormAttrs", "nn.instance_norm"},
    {"L2NormalizeAttrs", "nn.l2_normalize", "", "axis"},
    {"LRNAttrs", "nn.lrn"},
    {"LayerNormAttrs", "nn.layer_norm"},
    {"LayoutTransformAttrs", "layout_transform"},
    {"LeakyReluAttrs", "nn.leaky_relu"},
    {"MatmulAttrs", "nn.matmul", "units", "units"},
    {"MaxPool1DAttrs", "nn.max_pool1d", "out_layout"},
    {"MaxPool2DAttrs", "nn.max_pool2d", "layout out_layout"},
    {"MaxPool3DAttrs", "nn.max_pool3d", "out_layout"},
    {"NdarraySizeAttrs", "ndarray_size"},
    {"OneHotAttrs", "dyn.one_hot one_hot"},
    {"OnDeviceAttrs", "on_device"},
    {"PReluAttrs", "nn.prelu"},
    {"PadAttrs", "dyn.nn.pad nn.pad", "pad_mode", "pad_width"},
    {"ReduceAttrs", "all any max mean min prod sum"},
    {"RepeatAttrs", "repeat", "repeats axis"},
    {"ReshapeAttrs", "dyn.reshape reshape", "", "newshape"},
    {"ReshapeLikeAttrs", "reshape_like", "lhs_end rhs_end"},
    {"Resize2DAttrs", "dyn.image.resize2d image.resize2d"},
    {"ReverseAttrs", "reverse", "axis"},
    {"ShapeOfAttrs", "shape_of"},
    {"SliceLikeAttrs", "slice_like", "", "axes"},
    {"SoftmaxAttrs", "nn.fast_softmax nn.log_softmax nn.softmax"},
    {"SpaceToBatchNDAttrs", "nn.space_to_batch_nd"},
    {"SparseToDenseAttrs", "sparse_to_dense"},
    {"SplitAttrs", "split"},
    {"SqueezeAttrs", "dyn.squeeze squeeze"},
    {"StackAttrs", "stack", "axis"},
    {"StridedSliceAttrs", "dyn.strided_slice strided_slice", "slice_mode",
     "begin end strides axes"},
    {"TakeAttrs", "take", "batch_dims axis mode"},
    {"TileAttrs", "dyn.tile tile", "", "reps"},
    {"TopkAttrs", "dyn.topk topk", "k", "k"},
    {"TransposeAttrs", "transpose", "", "axes"},
    {"UpSampling3DAttrs", "dyn.nn.upsampling3d nn.upsampling3d", "",
     "scale_d scale_h scale_w"},
    {"UpSamplingAttrs", "dyn.nn.upsampling nn.upsampling", "layout method",
     "scale_h scale_w"},
    {"VarianceAttrs", "variance"},
};

// Whether `word` is among the words of `text`.
static bool hasWord(StringRef text, StringRef word) {
  return is_contained(split(text, ' '), word);
}

std::optional<AttrsType> AttrsType::lookup(StringRef relayName) {
  struct Table {
    Table() {
      StringSaver saver(allocator);
      for (const Row &row : rows) {
        StringRef typeKey = saver.save("relay.attrs." + row.name);
        for (StringRef name : split(row.operators, ' '))
          types.try_emplace(name, AttrsType(row, typeKey));
      }
    }
    BumpPtrAllocator allocator;
    StringMap<AttrsType> types;
  };
  static const Table table;
  auto it = table.types.find(relayName);
  return it == table.types.end() ? std::nullopt : std::optional(it->second);
}

std::optional<StringRef> ast::getAttrsTypeKey(StringRef relayName) {
  if (std::optional<AttrsType> type = AttrsType::lookup(relayName))
    return type->getTypeKey();
  return std::nullopt;
}

bool AttrsType::isUndeclared() const { return row->isUndeclared; }

bool AttrsType::isRequired(const AttributeSpec &spec) const {
  return hasWord(row->required, spec.name);
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
// Writing
//===----------------------------------------------------------------------===//

Expected<AttrsObject> AttrsObject::create(const Call &call, AttrsType type,
                                          const OperatorTable::Entry &entry,
                                          const OperatorTable &operators) {
  const Attrs &attrs = call.getAttrs();
  for (const NamedAttr &attr : attrs)
    if (none_of(entry.attributes, [&](const AttributeSpec &spec) {
          return spec.name == attr.name;
        }))
      return createStringError("operator '" + entry.relayName +
                               "' has no attribute '" + attr.name + "'");
  AttrsObject result(type, entry.attributes);
  for (auto [i, spec] : enumerate(entry.attributes)) {
    if (spec.kind == AttributeKind::Operand) {
      result.values.push_back(i < call.getArgs().size()
                                  ? AttrValue(call.getArgs()[i])
                                  : AttrValue());
      continue;
    }
    const AttrValue *written = findAttr(attrs, spec.name);
    std::optional<AttrValue> value =
        written ? operators.normalizeAttr(spec, *written)
                : operators.getDefault(spec);
    if (!value)
      return createStringError("operator '" + entry.relayName +
                               "': attribute '" + spec.name + "' cannot be " +
                               (written ? written->describe() : "absent"));
    result.values.push_back(std::move(*value));
  }
  return result;
}

// A value that is written in its place.
static std::string format(const AttributeSpec &spec, const AttrValue &value) {
  if (auto *boolean = value.getIf<bool>())
    return *boolean ? "1" : "0";
  if (auto *integer = value.getIf<int64_t>())
    return itostr(*integer);
  if (auto *number = value.getIf<double>())
    return formatJsonNumber(*number);
  if (auto *text = value.getIf<std::string>())
    return *text;
  // No element type is written as an empty one, no factor as 0.
  return spec.kind == AttributeKind::DType ? "" : "0";
}

unsigned
AttrsObject::addTo(MetaGraphBuilder &builder,
                   function_ref<unsigned(const Expr &)> getExpr) const {
  MetaFields fields;
  for (auto [spec, value] : zip_equal(specs, values)) {
    if (type.isReference(spec))
      fields.add(spec.name,
                 builder.addValue(value, [&](const Expr &expr, bool) {
                   return getExpr(expr);
                 }));
    else
      fields.add(spec.name, format(spec, value));
  }
  return builder.addNode(type.getTypeKey(), fields);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

// The value that a field holds in its place; none if the text is of no value.
static std::optional<AttrValue> parseValue(const AttributeSpec &spec,
                                           StringRef text) {
  int64_t integer;
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
    if (std::optional<double> number = parseFloat(text))
      return AttrValue(*number);
    return std::nullopt;
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
