//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How layouts go through the operators of the relay dialect.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/LayoutInference.h"
#include "LayoutModels.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

#include "RelayLite/Dialect/Relay/Transforms/LayoutInference.cpp.inc"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

FailureOr<Layout> relay::makeLayout(ArrayRef<LayoutAxis> axes) {
  if (axes.empty())
    return Layout();
  std::string text;
  for (const LayoutAxis &axis : axes) {
    if (!axis.isPrimal())
      text += std::to_string(axis.factor);
    text += axis.isPrimal() ? axis.name : llvm::toLower(axis.name);
  }
  return Layout::parse(text);
}

FailureOr<SmallVector<RankedTensorType>> relay::getTensorTypes(Type type) {
  SmallVector<RankedTensorType> types;
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    types.push_back(tensor);
    return types;
  }
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple)
    return failure();
  for (Type field : tuple) {
    auto tensor = dyn_cast<RankedTensorType>(field);
    if (!tensor)
      return failure();
    types.push_back(tensor);
  }
  return types;
}

FailureOr<SmallVector<int64_t>> relay::mapLayoutAxes(const Layout &source,
                                                     const Layout &target) {
  if (source == target)
    return llvm::to_vector(llvm::seq(source.getRank()));
  if (!source.isPrimal() || !source.isConvertibleTo(target))
    return failure();
  SmallVector<int64_t> map;
  for (const LayoutAxis &axis : target.getAxes())
    map.push_back(source.indexOf(axis.name));
  return map;
}

FailureOr<OperandLayout> OperandLayout::get(const LayoutRequest &request,
                                            size_t index) {
  if (request.oldLayouts.size() <= index || !request.oldLayouts[index])
    return failure();
  OperandLayout layout;
  layout.oldLayout = *request.oldLayouts[index];
  layout.newLayout =
      request.isAsItIs() ? layout.oldLayout : request.newLayouts[index];
  FailureOr<SmallVector<int64_t>> sources =
      mapLayoutAxes(layout.oldLayout, layout.newLayout);
  if (failed(sources))
    layout.reset();
  else
    layout.sources = *sources;
  return layout;
}

void OperandLayout::reset() {
  newLayout = oldLayout;
  sources = llvm::to_vector(llvm::seq(oldLayout.getRank()));
}

SmallVector<int64_t> OperandLayout::findAll(int64_t axis) const {
  SmallVector<int64_t> result;
  for (auto [target, source] : llvm::enumerate(sources))
    if (source == axis)
      result.push_back(target);
  return result;
}

NamedAttribute relay::getIntAttr(Operation *op, StringRef name, int64_t value) {
  Builder builder(op->getContext());
  return builder.getNamedAttr(name, builder.getI64IntegerAttr(value));
}

NamedAttribute relay::getIntsAttr(Operation *op, StringRef name,
                                  ArrayRef<int64_t> values) {
  Builder builder(op->getContext());
  return builder.getNamedAttr(name, builder.getDenseI64ArrayAttr(values));
}

NamedAttribute relay::getLayoutAttr(Operation *op, StringRef name,
                                    const Layout &layout) {
  Builder builder(op->getContext());
  return builder.getNamedAttr(name, builder.getStringAttr(layout.str()));
}

//===----------------------------------------------------------------------===//
// Elementwise operators
//===----------------------------------------------------------------------===//

namespace {
/// Everything is in the layout of the first operand that has one.
struct ElementwiseModel
    : public LayoutInferenceInterface::FallbackModel<ElementwiseModel> {
  FailureOr<InferredLayouts> inferLayouts(Operation *op,
                                          const LayoutRequest &request) const {
    std::optional<Layout> layout;
    if (!request.isAsItIs()) {
      layout = request.newLayouts.front();
    } else {
      for (const std::optional<Layout> &old : request.oldLayouts)
        if (!layout && old)
          layout = old;
      if (!layout)
        return failure();
    }
    InferredLayouts inferred;
    inferred.operands.assign(request.types.size(), *layout);
    inferred.results.assign(request.resultTypes.size(), *layout);
    return inferred;
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Broadcasting operators
//===----------------------------------------------------------------------===//

/// The layout that `layout` becomes when `source`, whose trailing dimensions
/// line up with those of it, becomes `target`. The same dimension may have
/// different names in them.
static FailureOr<Layout> transformLike(const Layout &layout,
                                       const Layout &source,
                                       const Layout &target) {
  if (layout.getRank() == 0)
    return layout;
  if (layout.getRank() > source.getRank())
    return failure();
  // The names in `layout` of those in `source`, and whether they are taken.
  std::array<char, 26> names = {};
  std::array<bool, 26> isUsed = {};
  auto missing = source.getAxes().drop_back(layout.getRank());
  auto common = source.getAxes().take_back(layout.getRank());
  for (auto [axis, from] : llvm::zip_equal(layout.getAxes(), common)) {
    if (axis.factor != from.factor)
      return failure();
    char &name = names[from.name - 'A'];
    bool &used = isUsed[axis.name - 'A'];
    if (name == 0 ? used : name != axis.name)
      return failure();
    name = axis.name;
    used = true;
  }
  // A block must not be apart from what it is a block of.
  if (llvm::any_of(missing, [&](const LayoutAxis &axis) {
        return names[axis.name - 'A'] != 0;
      }))
    return failure();
  for (const LayoutAxis &axis : missing) {
    char &name = names[axis.name - 'A'];
    if (name != 0)
      continue;
    name = axis.name;
    if (isUsed[name - 'A'])
      name = 'A' + (llvm::find(isUsed, false) - isUsed.begin());
    if (name > 'Z')
      return failure();
    isUsed[name - 'A'] = true;
  }
  SmallVector<LayoutAxis> axes;
  for (const LayoutAxis &axis : target.getAxes()) {
    if (names[axis.name - 'A'] == 0)
      return failure();
    axes.push_back({names[axis.name - 'A'], axis.factor});
  }
  return makeLayout(axes);
}

/// `layout` with blocks of size 1 for those dimensions that a tensor of type
/// `type` in layout `source` does not have or has with size 1.
static FailureOr<Layout> shrinkBlocks(const Layout &layout,
                                      const Layout &source,
                                      RankedTensorType type) {
  SmallVector<LayoutAxis> axes;
  for (LayoutAxis axis : layout.getAxes()) {
    int64_t index = source.indexOf(axis.name);
    if (!axis.isPrimal() && (index < 0 || type.getDimSize(index) == 1))
      axis.factor = 1;
    axes.push_back(axis);
  }
  return makeLayout(axes);
}

FailureOr<InferredLayouts>
relay::inferBroadcastLayouts(const LayoutRequest &request) {
  ArrayRef<RankedTensorType> types = request.types;
  size_t whole = types[0].getRank() >= types[1].getRank() ? 0 : 1;
  std::array<std::optional<Layout>, 2> old = {request.oldLayouts[0],
                                              request.oldLayouts[1]};
  if (!old[whole])
    return failure();
  if (!old[1 - whole]) {
    FailureOr<Layout> trailing =
        makeLayout(old[whole]->getAxes().take_back(types[1 - whole].getRank()));
    if (failed(trailing))
      return failure();
    old[1 - whole] = *trailing;
  }
  InferredLayouts inferred;
  inferred.operands = {*old[0], *old[1]};
  inferred.results = {*old[whole]};
  if (request.isAsItIs() || ArrayRef(inferred.operands) == request.newLayouts)
    return inferred;

  ArrayRef<Layout> layouts = request.newLayouts;
  size_t large =
      layouts[0].getPrimal().getRank() >= layouts[1].getPrimal().getRank() ? 0
                                                                           : 1;
  size_t small = 1 - large;
  FailureOr<Layout> target =
      transformLike(*old[small], *old[large], layouts[large]);
  if (succeeded(target))
    target = shrinkBlocks(*target, *old[small], types[small]);
  if (failed(target) || large != whole)
    return failure();
  inferred.operands[large] = layouts[large];
  inferred.operands[small] = *target;
  inferred.results = {layouts[large]};
  return inferred;
}

namespace {
struct BroadcastModel
    : public LayoutInferenceInterface::FallbackModel<BroadcastModel> {
  FailureOr<InferredLayouts> inferLayouts(Operation *,
                                          const LayoutRequest &request) const {
    return inferBroadcastLayouts(request);
  }
};

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Whether the result of an operator of type OpT on floats depends on the order
/// of the elements in memory.
template <typename OpT>
constexpr bool isOrderedSum =
    llvm::is_one_of<OpT, MeanOp, ProdOp, SumOp, VarianceOp>::value;

/// Whether reduced elements are met in the same order, so that their numbers
/// are the same.
bool keepsReducedOrder(const OperandLayout &data, ArrayRef<int64_t> axes) {
  SmallVector<int64_t> reduced;
  for (int64_t source : data.sources)
    if (llvm::is_contained(axes, source) &&
        (reduced.empty() || reduced.back() != source))
      reduced.push_back(source);
  return llvm::is_sorted(reduced) && reduced.size() == axes.size();
}

template <typename OpT>
struct ReductionModel
    : public LayoutInferenceInterface::ExternalModel<ReductionModel<OpT>, OpT> {
  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &request) const {
    auto op = cast<OpT>(operation);
    FailureOr<OperandLayout> data = OperandLayout::get(request);
    FailureOr<SmallVector<int64_t>> axes = inferReducedAxes(
        std::nullopt, op.getRelayName(), request.types[0].getRank(),
        op.getAxis(), op.getExclude());
    if (failed(data) || failed(axes))
      return failure();
    // The result of argmax and argmin are numbers of elements.
    if (std::is_same_v<OpT, ArgmaxOp> || std::is_same_v<OpT, ArgminOp>)
      if (!keepsReducedOrder(*data, *axes))
        data->reset();
    // Blocks are chosen for speed, and must not change results.
    if (isOrderedSum<OpT> && !data->newLayout.isPrimal() &&
        isa<FloatType>(request.types[0].getElementType()))
      data->reset();
    InferredLayouts inferred;
    inferred.operands.assign(request.types.size(), data->newLayout);
    SmallVector<LayoutAxis> kept;
    SmallVector<int64_t> newAxes;
    for (auto [index, axis] : llvm::enumerate(data->newLayout.getAxes())) {
      bool isReduced = llvm::is_contained(*axes, data->sources[index]);
      if (isReduced != op.getExclude())
        newAxes.push_back(index);
      if (!isReduced)
        kept.push_back(axis);
      else if (op.getKeepdims())
        kept.push_back({axis.name, axis.isPrimal() ? 0 : 1});
    }
    FailureOr<Layout> result = makeLayout(kept);
    if (failed(result))
      return failure();
    inferred.results = {*result};
    if (data->isChanged() && !axes->empty())
      inferred.attributes = {getIntsAttr(op, op.getAxisAttrName(), newAxes)};
    return inferred;
  }
};
} // namespace

void relay::registerLayoutModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, RelayDialect *dialect) {
    // Operators that broadcast three operands have no rule in TVM.
    // getRegisteredOperationsByDialect finds none among all of upstream's.
    for (RegisteredOperationName name : context->getRegisteredOperations()) {
      if (&name.getDialect() != dialect || !name.hasTrait<Pointwise>())
        continue;
      if (name.hasTrait<OpTrait::OneOperand>())
        name.attachInterface<ElementwiseModel>();
      else if (name.hasTrait<OpTrait::NOperands<2>::Impl>())
        name.attachInterface<BroadcastModel>();
    }
    AnnotationStopFusionOp::attachInterface<ElementwiseModel>(*context);
    DeviceCopyOp::attachInterface<ElementwiseModel>(*context);
    OnDeviceOp::attachInterface<ElementwiseModel>(*context);
    CastLikeOp::attachInterface<ElementwiseModel>(*context);
    NNDropoutOp::attachInterface<ElementwiseModel>(*context);

    AllOp::attachInterface<ReductionModel<AllOp>>(*context);
    AnyOp::attachInterface<ReductionModel<AnyOp>>(*context);
    ArgmaxOp::attachInterface<ReductionModel<ArgmaxOp>>(*context);
    ArgminOp::attachInterface<ReductionModel<ArgminOp>>(*context);
    MaxOp::attachInterface<ReductionModel<MaxOp>>(*context);
    MeanOp::attachInterface<ReductionModel<MeanOp>>(*context);
    MinOp::attachInterface<ReductionModel<MinOp>>(*context);
    ProdOp::attachInterface<ReductionModel<ProdOp>>(*context);
    SumOp::attachInterface<ReductionModel<SumOp>>(*context);
    VarianceOp::attachInterface<ReductionModel<VarianceOp>>(*context);

    attachTransformLayoutModels(*context);
    attachNNLayoutModels(*context);
    attachQnnLayoutModels(*context);
    attachLayoutConversions(*context);
  });
}
