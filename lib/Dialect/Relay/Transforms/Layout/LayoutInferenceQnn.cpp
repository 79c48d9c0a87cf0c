//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How layouts go through operators of quantized tensors. Scales and zero points
// are scalars, which have no layout, or vectors along the channels.
//
//===----------------------------------------------------------------------===//

#include "LayoutModels.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"

using namespace mlir;
using namespace mlir::relay;

/// Adds the layouts of the scales and zero points, the operands behind those
/// that `inferred` has.
static InferredLayouts addParameters(InferredLayouts inferred,
                                     const LayoutRequest &request) {
  for (RankedTensorType type :
       request.types.drop_front(inferred.operands.size()))
    inferred.operands.push_back(type.getRank() == 0 ? Layout()
                                                    : *Layout::parse("C"));
  return inferred;
}

/// Whether the scales and zero points behind the first `numData` tensors are
/// scalars.
static bool hasScalars(const LayoutRequest &request, size_t numData) {
  return llvm::all_of(
      request.types.drop_front(numData),
      [](RankedTensorType type) { return type.getRank() == 0; });
}

namespace {
/// The attributes say in which layouts everything is.
template <typename OpT>
struct QnnConvModel
    : public LayoutInferenceInterface::ExternalModel<QnnConvModel<OpT>, OpT> {
  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &request) const {
    FailureOr<InferredLayouts> inferred =
        inferConvLayouts(cast<OpT>(operation));
    if (failed(inferred))
      return failure();
    return addParameters(*inferred, request);
  }
};

struct QnnDenseModel
    : public LayoutInferenceInterface::ExternalModel<QnnDenseModel,
                                                     QnnDenseOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *,
                                          const LayoutRequest &request) const {
    Layout layout = *Layout::parse("NC");
    return addParameters({{layout, layout}, {layout}, {}}, request);
  }
};

/// A pool takes layouts without blocks of pixels, unless its result has another
/// one.
struct QnnAvgPoolModel
    : public LayoutInferenceInterface::ExternalModel<QnnAvgPoolModel,
                                                     QnnAvgPool2dOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &request) const {
    auto op = cast<QnnAvgPool2dOp>(operation);
    return inferImageLayouts(
        op, request, [&](const Layout &, const Layout &newLayout) {
          return op.getOutLayout().empty() && hasWholeDims(newLayout, "HW");
        });
  }
};

/// Vectors run along one dimension, which must not be split into blocks.
struct RequantizeModel
    : public LayoutInferenceInterface::ExternalModel<RequantizeModel,
                                                     QnnRequantizeOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &request) const {
    auto op = cast<QnnRequantizeOp>(operation);
    FailureOr<OperandLayout> data = OperandLayout::get(request);
    int64_t rank = request.types[0].getRank();
    if (failed(data) || rank == 0)
      return failure();
    int64_t axis = wrapAxis(op.getAxis(), rank);
    if (!data->find(axis) && !hasScalars(request, 1))
      data->reset();
    InferredLayouts inferred;
    inferred.operands = {data->newLayout};
    inferred.results = {data->newLayout};
    if (data->isChanged())
      inferred.attributes = {
          getIntAttr(op, op.getAxisAttrName(), data->findAll(axis).front())};
    return addParameters(inferred, request);
  }
};

/// With vectors, the axes would have to follow: operands keep their layouts.
template <typename OpT>
struct QnnBinaryModel
    : public LayoutInferenceInterface::ExternalModel<QnnBinaryModel<OpT>, OpT> {
  FailureOr<InferredLayouts> inferLayouts(Operation *,
                                          const LayoutRequest &request) const {
    if (!hasScalars(request, 2))
      return failure();
    FailureOr<InferredLayouts> inferred =
        inferBroadcastLayouts(request.takeFront(2));
    if (failed(inferred))
      return failure();
    return addParameters(*inferred, request);
  }
};

struct QnnConcatenateModel
    : public LayoutInferenceInterface::ExternalModel<QnnConcatenateModel,
                                                     QnnConcatenateOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &request) const {
    auto op = cast<QnnConcatenateOp>(operation);
    // Each tensor has a scale and a zero point, and so has the result.
    size_t count = (request.types.size() - 2) / 3;
    FailureOr<InferredLayouts> inferred = inferConcatenateLayouts(
        op, request, count, op.getAxisAttrName(), op.getAxis());
    if (failed(inferred))
      return failure();
    return addParameters(*inferred, request);
  }
};
} // namespace

void relay::attachQnnLayoutModels(MLIRContext &context) {
  QnnAddOp::attachInterface<QnnBinaryModel<QnnAddOp>>(context);
  QnnAvgPool2dOp::attachInterface<QnnAvgPoolModel>(context);
  QnnConcatenateOp::attachInterface<QnnConcatenateModel>(context);
  QnnConv2dOp::attachInterface<QnnConvModel<QnnConv2dOp>>(context);
  QnnConv2dTransposeOp::attachInterface<QnnConvModel<QnnConv2dTransposeOp>>(
      context);
  QnnDenseOp::attachInterface<QnnDenseModel>(context);
  QnnMulOp::attachInterface<QnnBinaryModel<QnnMulOp>>(context);
  QnnRequantizeOp::attachInterface<RequantizeModel>(context);
  QnnSubtractOp::attachInterface<QnnBinaryModel<QnnSubtractOp>>(context);
}
