//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How layouts go through operators that move elements.
//
//===----------------------------------------------------------------------===//

#include "LayoutModels.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Dialect/Relay/Transforms/LayoutInference.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
//===----------------------------------------------------------------------===//
// Permutations and dropped dimensions
//===----------------------------------------------------------------------===//

/// The new permutation leads to the result in the old layout, so that what
/// follows sees no change.
struct TransposeModel
    : public LayoutInferenceInterface::ExternalModel<TransposeModel,
                                                     TransposeOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &request) const {
    auto op = cast<TransposeOp>(operation);
    FailureOr<OperandLayout> data = OperandLayout::get(request);
    FailureOr<SmallVector<int64_t>> permutation = TransposeOp::getPermutation(
        std::nullopt, op.getAxes(), request.types[0].getRank());
    if (failed(data) || failed(permutation))
      return failure();
    if (data->newLayout.getRank() != data->oldLayout.getRank())
      data->reset();
    SmallVector<LayoutAxis> axes;
    SmallVector<int64_t> newAxes;
    for (int64_t axis : *permutation) {
      axes.push_back(data->oldLayout.getAxes()[axis]);
      newAxes.push_back(*data->find(axis));
    }
    FailureOr<Layout> result = makeLayout(axes);
    if (failed(result))
      return failure();
    InferredLayouts inferred;
    inferred.operands = {data->newLayout};
    inferred.results = {*result};
    if (data->isChanged())
      inferred.attributes = {getIntsAttr(op, op.getAxesAttrName(), newAxes)};
    return inferred;
  }
};

struct SqueezeModel
    : public LayoutInferenceInterface::ExternalModel<SqueezeModel, SqueezeOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &request) const {
    auto op = cast<SqueezeOp>(operation);
    FailureOr<OperandLayout> data = OperandLayout::get(request);
    if (failed(data))
      return failure();
    RankedTensorType type = request.types[0];
    SmallVector<int64_t> axes;
    if (std::optional<ArrayRef<int64_t>> given = op.getAxis()) {
      for (int64_t axis : *given)
        axes.push_back(wrapAxis(axis, type.getRank()));
    } else {
      for (auto [dim, size] : llvm::enumerate(type.getShape()))
        if (size == 1)
          axes.push_back(dim);
    }
    if (llvm::any_of(axes, [&](int64_t axis) { return !data->find(axis); }))
      data->reset();
    SmallVector<int64_t> newAxes;
    for (int64_t axis : axes)
      newAxes.push_back(*data->find(axis));
    SmallVector<LayoutAxis> kept;
    for (auto [index, axis] : llvm::enumerate(data->newLayout.getAxes()))
      if (!llvm::is_contained(newAxes, static_cast<int64_t>(index)))
        kept.push_back(axis);
    FailureOr<Layout> result = makeLayout(kept);
    if (failed(result))
      return failure();
    InferredLayouts inferred;
    inferred.operands = {data->newLayout};
    inferred.results = {*result};
    if (data->isChanged())
      inferred.attributes = {getIntsAttr(op, op.getAxisAttrName(), newAxes)};
    return inferred;
  }
};

//===----------------------------------------------------------------------===//
// Parts and wholes
//===----------------------------------------------------------------------===//

/// The layout that all tensors of `request` had, and the one that they are
/// brought to: the new one if it is the same for all, otherwise the old one.
FailureOr<OperandLayout> getCommonLayout(const LayoutRequest &request) {
  const auto *known = llvm::find_if(
      request.oldLayouts, [](const auto &layout) { return !!layout; });
  if (known == request.oldLayouts.end())
    return failure();
  OperandLayout common;
  common.oldLayout = common.newLayout = **known;
  if (!request.isAsItIs() && llvm::all_equal(request.newLayouts))
    common.newLayout = request.newLayouts.front();
  FailureOr<SmallVector<int64_t>> sources =
      mapLayoutAxes(common.oldLayout, common.newLayout);
  if (failed(sources))
    common.reset();
  else
    common.sources = *sources;
  return common;
}

struct ConcatenateModel
    : public LayoutInferenceInterface::ExternalModel<ConcatenateModel,
                                                     ConcatenateOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &request) const {
    auto op = cast<ConcatenateOp>(operation);
    return inferConcatenateLayouts(op, request, request.types.size(),
                                   op.getAxisAttrName(), op.getAxis());
  }
};

struct SplitModel
    : public LayoutInferenceInterface::ExternalModel<SplitModel, SplitOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &request) const {
    auto op = cast<SplitOp>(operation);
    FailureOr<OperandLayout> data = OperandLayout::get(request);
    if (failed(data))
      return failure();
    int64_t axis = wrapAxis(op.getAxis(), request.types[0].getRank());
    InferredLayouts inferred;
    if (data->isChanged())
      inferred.attributes = getAttributes(op, *data, axis);
    if (inferred.attributes.empty())
      data->reset();
    inferred.operands = {data->newLayout};
    inferred.results.assign(request.resultTypes.size(), data->newLayout);
    return inferred;
  }

  /// The attributes for the new layout; none if indices cut blocks.
  static SmallVector<NamedAttribute, 2>
  getAttributes(SplitOp op, const OperandLayout &data, int64_t axis) {
    char name = data.oldLayout.getAxes()[axis].name;
    SmallVector<NamedAttribute, 2> attributes = {
        getIntAttr(op, op.getAxisAttrName(), data.newLayout.indexOf(name))};
    int64_t factor = data.newLayout.getFactor(name);
    auto indices = dyn_cast<DenseI64ArrayAttr>(op.getIndicesOrSections());
    if (!indices || factor == 1)
      return attributes;
    SmallVector<int64_t> newIndices;
    for (int64_t index : indices.asArrayRef()) {
      if (index % factor != 0)
        return {};
      newIndices.push_back(index / factor);
    }
    attributes.push_back(
        getIntsAttr(op, op.getIndicesOrSectionsAttrName(), newIndices));
    return attributes;
  }
};

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

struct StridedSliceModel
    : public LayoutInferenceInterface::ExternalModel<StridedSliceModel,
                                                     StridedSliceOp> {
  /// The slice of one dimension.
  struct Range {
    int64_t axis, begin, end, stride;
  };

  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &request) const {
    auto op = cast<StridedSliceOp>(operation);
    FailureOr<OperandLayout> data = OperandLayout::get(request);
    if (failed(data))
      return failure();
    InferredLayouts inferred;
    if (data->isChanged()) {
      FailureOr<SmallVector<Range>> ranges =
          getRanges(op, *data, request.types[0]);
      if (failed(ranges))
        data->reset();
      else
        inferred.attributes = getAttributes(op, *ranges);
    }
    inferred.operands = {data->newLayout};
    inferred.results = {data->newLayout};
    return inferred;
  }

  /// The ranges in the new layout. Fails where they cut blocks.
  static FailureOr<SmallVector<Range>> getRanges(StridedSliceOp op,
                                                 const OperandLayout &data,
                                                 RankedTensorType type) {
    auto getEntry = [](ArrayRef<int64_t> values, size_t index, int64_t other) {
      return index < values.size() ? values[index] : other;
    };
    SmallVector<Range> ranges;
    if (std::optional<ArrayRef<int64_t>> axes = op.getAxes()) {
      for (auto [index, axis] : llvm::enumerate(*axes)) {
        Range range = {wrapAxis(axis, type.getRank()), op.getBegin()[index],
                       op.getEnd()[index], op.getStrides()[index]};
        if (failed(moveRange(range, data, type, op.getSliceMode() == "size")))
          return failure();
        ranges.push_back(range);
      }
      return ranges;
    }
    // A range for each dimension, but for trailing blocks.
    for (auto [index, axis] : llvm::enumerate(data.newLayout.getAxes())) {
      int64_t source = data.sources[index];
      if (!axis.isPrimal()) {
        if (index < static_cast<size_t>(type.getRank()))
          return failure();
        continue;
      }
      int64_t size = type.getDimSize(source);
      Range range = {source, getEntry(op.getBegin(), source, 0),
                     getEntry(op.getEnd(), source,
                              ShapedType::isDynamic(size)
                                  ? std::numeric_limits<int64_t>::max()
                                  : size),
                     getEntry(op.getStrides(), source, 1)};
      if (failed(moveRange(range, data, type, op.getSliceMode() == "size")))
        return failure();
      ranges.push_back(range);
    }
    return ranges;
  }

  /// Turns a range of the old layout into one of the new layout.
  static LogicalResult moveRange(Range &range, const OperandLayout &data,
                                 RankedTensorType type, bool isSize) {
    char name = data.oldLayout.getAxes()[range.axis].name;
    int64_t size = type.getDimSize(range.axis);
    int64_t factor = data.newLayout.getFactor(name);
    range.axis = data.newLayout.indexOf(name);
    if (isSize)
      range.stride = 1;
    if (!data.newLayout.isPrimal() &&
        data.newLayout.indexOf(llvm::toLower(name)) >= 0) {
      SliceDim dim = {range.begin, range.end, range.stride, true};
      if (isSize)
        dim.end = range.end < 0 ? size : range.begin + range.end;
      if (ShapedType::isDynamic(size) || range.stride != 1)
        return failure();
      std::optional<std::pair<int64_t, int64_t>> resolved =
          resolveSlice(dim, size);
      if (!resolved || resolved->first % factor != 0 ||
          resolved->second % factor != 0)
        return failure();
      range.begin = resolved->first / factor;
      range.end = resolved->second / factor;
      if (!isSize)
        range.end += range.begin;
    }
    return success();
  }

  static SmallVector<NamedAttribute, 2> getAttributes(StridedSliceOp op,
                                                      ArrayRef<Range> ranges) {
    SmallVector<int64_t> axes, begin, end, strides;
    for (const Range &range : ranges) {
      axes.push_back(range.axis);
      begin.push_back(range.begin);
      end.push_back(range.end);
      strides.push_back(range.stride);
    }
    SmallVector<NamedAttribute, 2> attributes = {
        getIntsAttr(op, op.getBeginAttrName(), begin),
        getIntsAttr(op, op.getEndAttrName(), end),
        getIntsAttr(op, op.getStridesAttrName(), strides)};
    if (op.getAxes())
      attributes.push_back(getIntsAttr(op, op.getAxesAttrName(), axes));
    return attributes;
  }
};

struct SliceLikeModel
    : public LayoutInferenceInterface::ExternalModel<SliceLikeModel,
                                                     SliceLikeOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &request) const {
    auto op = cast<SliceLikeOp>(operation);
    FailureOr<OperandLayout> data = getCommonLayout(request);
    if (failed(data))
      return failure();
    InferredLayouts inferred;
    inferred.operands.assign(2, data->newLayout);
    inferred.results = {data->newLayout};
    std::optional<ArrayRef<int64_t>> axes = op.getAxes();
    if (data->isChanged() && axes && !axes->empty()) {
      SmallVector<int64_t> newAxes;
      for (int64_t axis : *axes) {
        axis = wrapAxis(axis, request.types[0].getRank());
        newAxes.push_back(data->findAll(axis).front());
      }
      inferred.attributes = {getIntsAttr(op, op.getAxesAttrName(), newAxes)};
    }
    return inferred;
  }
};

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

/// The result is a scalar.
struct SizeModel
    : public LayoutInferenceInterface::ExternalModel<SizeModel, NdarraySizeOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *,
                                          const LayoutRequest &request) const {
    FailureOr<OperandLayout> data = OperandLayout::get(request);
    if (failed(data))
      return failure();
    InferredLayouts inferred;
    inferred.operands = {data->newLayout};
    inferred.results = {Layout()};
    return inferred;
  }
};

struct TopkModel
    : public LayoutInferenceInterface::ExternalModel<TopkModel, TopkOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &request) const {
    auto op = cast<TopkOp>(operation);
    FailureOr<OperandLayout> data = OperandLayout::get(request);
    if (failed(data))
      return failure();
    int64_t axis = wrapAxis(op.getAxis(), request.types[0].getRank());
    if (!data->find(axis))
      data->reset();
    InferredLayouts inferred;
    inferred.operands = {data->newLayout};
    inferred.results.assign(request.resultTypes.size(), data->newLayout);
    if (data->isChanged())
      inferred.attributes = {
          getIntAttr(op, op.getAxisAttrName(), *data->find(axis))};
    return inferred;
  }
};

//===----------------------------------------------------------------------===//
// Parameters of channels
//===----------------------------------------------------------------------===//

/// The parameters have the dimensions of the channels.
struct FixedPointMultiplyPerAxisModel
    : public LayoutInferenceInterface::ExternalModel<
          FixedPointMultiplyPerAxisModel, FixedPointMultiplyPerAxisOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &request) const {
    auto op = cast<FixedPointMultiplyPerAxisOp>(operation);
    FailureOr<OperandLayout> data = OperandLayout::get(request);
    if (failed(data))
      return failure();
    SmallVector<int64_t> axes =
        llvm::map_to_vector(op.getAxes(), [&](int64_t axis) {
          return wrapAxis(axis, request.types[0].getRank());
        });
    // The parameters have the dimensions in the order of `axes`.
    if (!llvm::is_sorted(axes))
      return failure();
    SmallVector<LayoutAxis> channels;
    SmallVector<int64_t> newAxes;
    for (auto [index, axis] : llvm::enumerate(data->newLayout.getAxes())) {
      if (!llvm::is_contained(axes, data->sources[index]))
        continue;
      newAxes.push_back(index);
      channels.push_back(axis);
    }
    FailureOr<Layout> parameters = makeLayout(channels);
    if (failed(parameters))
      return failure();
    InferredLayouts inferred;
    inferred.operands = {data->newLayout, *parameters, *parameters,
                         *parameters};
    inferred.results = {data->newLayout};
    if (data->isChanged())
      inferred.attributes = {getIntsAttr(op, op.getAxesAttrName(), newAxes)};
    return inferred;
  }
};
} // namespace

FailureOr<InferredLayouts>
relay::inferConcatenateLayouts(Operation *op, const LayoutRequest &request,
                               size_t count, StringRef axisName, int64_t axis) {
  FailureOr<OperandLayout> data = getCommonLayout(request.takeFront(count));
  if (failed(data))
    return failure();
  InferredLayouts inferred;
  inferred.operands.assign(count, data->newLayout);
  inferred.results = {data->newLayout};
  // The outer part of a dimension in blocks is the first.
  if (data->isChanged())
    inferred.attributes = {getIntAttr(
        op, axisName,
        data->newLayout.indexOf(
            data->oldLayout.getAxes()[wrapAxis(axis, data->oldLayout.getRank())]
                .name))};
  return inferred;
}

void relay::attachTransformLayoutModels(MLIRContext &context) {
  ConcatenateOp::attachInterface<ConcatenateModel>(context);
  FixedPointMultiplyPerAxisOp::attachInterface<FixedPointMultiplyPerAxisModel>(
      context);
  NdarraySizeOp::attachInterface<SizeModel>(context);
  SliceLikeOp::attachInterface<SliceLikeModel>(context);
  SplitOp::attachInterface<SplitModel>(context);
  SqueezeOp::attachInterface<SqueezeModel>(context);
  StridedSliceOp::attachInterface<StridedSliceModel>(context);
  TopkOp::attachInterface<TopkModel>(context);
  TransposeOp::attachInterface<TransposeModel>(context);
}
