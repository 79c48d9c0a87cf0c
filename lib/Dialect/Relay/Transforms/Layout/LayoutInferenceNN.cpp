//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How layouts go through operators of neural networks.
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
// Convolutions and dense layers
//===----------------------------------------------------------------------===//

/// The attributes say in which layouts everything is.
template <typename OpT>
struct ConvModel
    : public LayoutInferenceInterface::ExternalModel<ConvModel<OpT>, OpT> {
  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &) const {
    return inferConvLayouts(cast<OpT>(operation));
  }
};

/// The same with the offsets in the layout of the data.
struct DeformableConvModel
    : public LayoutInferenceInterface::ExternalModel<DeformableConvModel,
                                                     NNDeformableConv2dOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &) const {
    auto op = cast<NNDeformableConv2dOp>(operation);
    FailureOr<Layout> data = Layout::parse(op.getDataLayout()),
                      kernel = Layout::parse(op.getKernelLayout());
    if (failed(data) || failed(kernel))
      return failure();
    InferredLayouts inferred;
    inferred.operands = {*data, *data, *kernel};
    inferred.results = {*data};
    return inferred;
  }
};

/// The result has the layout of the data.
struct DilationModel
    : public LayoutInferenceInterface::ExternalModel<DilationModel,
                                                     ImageDilation2dOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &) const {
    auto op = cast<ImageDilation2dOp>(operation);
    FailureOr<Layout> data = Layout::parse(op.getDataLayout()),
                      kernel = Layout::parse(op.getKernelLayout());
    if (failed(data) || failed(kernel))
      return failure();
    InferredLayouts inferred;
    inferred.operands = {*data, *kernel};
    inferred.results = {*data};
    return inferred;
  }
};

struct CorrelationModel
    : public LayoutInferenceInterface::ExternalModel<CorrelationModel,
                                                     NNCorrelationOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &) const {
    FailureOr<Layout> layout =
        Layout::parse(cast<NNCorrelationOp>(operation).getLayout());
    if (failed(layout))
      return failure();
    InferredLayouts inferred;
    inferred.operands = {*layout, *layout};
    inferred.results = {*layout};
    return inferred;
  }
};

struct DenseModel
    : public LayoutInferenceInterface::ExternalModel<DenseModel, NNDenseOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *,
                                          const LayoutRequest &) const {
    Layout layout = *Layout::parse("NC");
    InferredLayouts inferred;
    inferred.operands = {layout, layout};
    inferred.results = {layout};
    return inferred;
  }
};

//===----------------------------------------------------------------------===//
// Pooling and resizing
//===----------------------------------------------------------------------===//

template <typename OpT>
struct PoolModel
    : public LayoutInferenceInterface::ExternalModel<PoolModel<OpT>, OpT> {
  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &request) const {
    auto op = cast<OpT>(operation);
    // A given `out_layout` fixes the layout, as in TVM.
    return inferImageLayouts(
        op, request, [&](const Layout &, const Layout &newLayout) {
          return op.getOutLayout().empty() &&
                 hasWholeDims(newLayout, op.getSpatialNames());
        });
  }
};

/// A resize takes any layout without blocks of pixels.
template <typename OpT>
struct ResizeModel
    : public LayoutInferenceInterface::ExternalModel<ResizeModel<OpT>, OpT> {
  FailureOr<InferredLayouts> inferLayouts(Operation *op,
                                          const LayoutRequest &request) const {
    return inferImageLayouts(cast<OpT>(op), request,
                             [](const Layout &layout, const Layout &newLayout) {
                               return newLayout.isPrimal();
                             });
  }
};

/// Images keep their layout; the rows of regions have one of their own.
template <typename OpT>
struct RoiModel
    : public LayoutInferenceInterface::ExternalModel<RoiModel<OpT>, OpT> {
  FailureOr<InferredLayouts> inferLayouts(Operation *op,
                                          const LayoutRequest &) const {
    FailureOr<Layout> layout = Layout::parse(cast<OpT>(op).getLayout());
    if (failed(layout))
      return failure();
    InferredLayouts inferred;
    inferred.operands = {*layout, *Layout::parse("NC")};
    inferred.results = {*layout};
    return inferred;
  }
};

/// Enlarging takes layouts in which the dimensions `DHW` stay in place.
template <typename OpT>
struct UpsamplingModel
    : public LayoutInferenceInterface::ExternalModel<UpsamplingModel<OpT>,
                                                     OpT> {
  FailureOr<InferredLayouts> inferLayouts(Operation *op,
                                          const LayoutRequest &request) const {
    return inferImageLayouts(
        cast<OpT>(op), request,
        [](const Layout &layout, const Layout &newLayout) {
          return llvm::all_of(StringRef("DHWdhw"), [&](char letter) {
            return newLayout.indexOf(letter) == layout.indexOf(letter);
          });
        });
  }
};

//===----------------------------------------------------------------------===//
// Normalisation
//===----------------------------------------------------------------------===//

/// The vectors of a normalisation run along one dimension, `axis`, which must
/// not be split into blocks. `numVectors` of them are results, too.
template <typename OpT>
FailureOr<InferredLayouts>
inferNormLayouts(OpT op, const LayoutRequest &request, unsigned numVectors,
                 bool accepts(const OperandLayout &)) {
  FailureOr<OperandLayout> data = OperandLayout::get(request);
  if (failed(data))
    return failure();
  int64_t axis = wrapAxis(op.getAxis(), request.types[0].getRank());
  if (!data->find(axis) || !accepts(*data))
    data->reset();
  FailureOr<Layout> vector =
      makeLayout(LayoutAxis{data->oldLayout.getAxes()[axis].name, 0});
  if (failed(vector))
    return failure();
  InferredLayouts inferred;
  inferred.operands.assign(request.types.size(), *vector);
  inferred.operands.front() = data->newLayout;
  inferred.results.assign(1 + numVectors, *vector);
  inferred.results.front() = data->newLayout;
  if (*data->find(axis) != axis)
    inferred.attributes = {
        getIntAttr(op, op.getAxisAttrName(), *data->find(axis))};
  return inferred;
}

struct BatchNormModel
    : public LayoutInferenceInterface::ExternalModel<BatchNormModel,
                                                     NNBatchNormOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *op,
                                          const LayoutRequest &request) const {
    return inferNormLayouts(cast<NNBatchNormOp>(op), request, /*numVectors=*/2,
                            [](const OperandLayout &) { return true; });
  }
};

struct LayerNormModel
    : public LayoutInferenceInterface::ExternalModel<LayerNormModel,
                                                     NNLayerNormOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *op,
                                          const LayoutRequest &request) const {
    // Blocks would change the order of sums.
    return inferNormLayouts(
        cast<NNLayerNormOp>(op), request, /*numVectors=*/0,
        [](const OperandLayout &data) { return data.newLayout.isPrimal(); });
  }
};

/// An instance is what the first dimension counts.
struct InstanceNormModel
    : public LayoutInferenceInterface::ExternalModel<InstanceNormModel,
                                                     NNInstanceNormOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *op,
                                          const LayoutRequest &request) const {
    return inferNormLayouts(cast<NNInstanceNormOp>(op), request,
                            /*numVectors=*/0, [](const OperandLayout &data) {
                              return data.newLayout.isPrimal() &&
                                     data.sources.front() == 0;
                            });
  }
};

struct L2NormalizeModel
    : public LayoutInferenceInterface::ExternalModel<L2NormalizeModel,
                                                     NNL2NormalizeOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &request) const {
    auto op = cast<NNL2NormalizeOp>(operation);
    FailureOr<OperandLayout> data = OperandLayout::get(request);
    if (failed(data))
      return failure();
    // Blocks would change the order of sums.
    if (!data->newLayout.isPrimal())
      data->reset();
    InferredLayouts inferred;
    inferred.operands = {data->newLayout};
    inferred.results = {data->newLayout};
    std::optional<ArrayRef<int64_t>> axes = op.getAxis();
    if (data->isChanged() && axes && !axes->empty()) {
      SmallVector<int64_t> newAxes;
      for (int64_t axis : *axes)
        llvm::append_range(
            newAxes, data->findAll(wrapAxis(axis, request.types[0].getRank())));
      inferred.attributes = {getIntsAttr(op, op.getAxisAttrName(), newAxes)};
    }
    return inferred;
  }
};

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

/// A dimension that is padded must not be split into blocks.
struct PadModel
    : public LayoutInferenceInterface::ExternalModel<PadModel, NNPadOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *operation,
                                          const LayoutRequest &request) const {
    auto op = cast<NNPadOp>(operation);
    FailureOr<OperandLayout> data = OperandLayout::get(request);
    auto widths = inferPadWidths(std::nullopt, op.getRelayName(),
                                 op.getPadWidth(), request.types[0].getRank());
    if (failed(data) || failed(widths))
      return failure();
    for (auto [axis, width] : llvm::enumerate(*widths))
      if (width != std::pair<int64_t, int64_t>() && !data->find(axis)) {
        data->reset();
        break;
      }
    InferredLayouts inferred;
    inferred.operands = {data->newLayout, Layout()};
    inferred.results = {data->newLayout};
    if (data->isChanged()) {
      Builder builder(op.getContext());
      SmallVector<Attribute> newWidths;
      for (int64_t source : data->sources)
        newWidths.push_back(builder.getDenseI64ArrayAttr(
            {(*widths)[source].first, (*widths)[source].second}));
      inferred.attributes = {builder.getNamedAttr(
          op.getPadWidthAttrName(), builder.getArrayAttr(newWidths))};
    }
    return inferred;
  }
};

/// Takes the layout that the data had.
struct PReluModel
    : public LayoutInferenceInterface::ExternalModel<PReluModel, NNPReluOp> {
  FailureOr<InferredLayouts> inferLayouts(Operation *,
                                          const LayoutRequest &request) const {
    if (!request.oldLayouts[0])
      return failure();
    InferredLayouts inferred;
    inferred.operands = {*request.oldLayouts[0], *Layout::parse("C")};
    inferred.results = {*request.oldLayouts[0]};
    return inferred;
  }
};

template <template <typename> class ModelT, typename... OpTs>
void attachModels(MLIRContext &context) {
  (OpTs::template attachInterface<ModelT<OpTs>>(context), ...);
}
} // namespace

void relay::attachNNLayoutModels(MLIRContext &context) {
  attachModels<ConvModel, NNContribConv2dNCHWcOp,
               NNContribDepthwiseConv2dNCHWcOp, NNConv1dOp,
               NNConv2dBackwardWeightOp, NNConv2dOp, NNConv2dTransposeOp,
               NNConv3dOp, NNConv3dTransposeOp>(context);
  NNCorrelationOp::attachInterface<CorrelationModel>(context);
  NNDeformableConv2dOp::attachInterface<DeformableConvModel>(context);
  ImageDilation2dOp::attachInterface<DilationModel>(context);
  attachModels<PoolModel, NNAdaptiveAvgPool1dOp, NNAdaptiveAvgPool2dOp,
               NNAdaptiveAvgPool3dOp, NNAdaptiveMaxPool1dOp,
               NNAdaptiveMaxPool2dOp, NNAdaptiveMaxPool3dOp, NNAvgPool1dOp,
               NNAvgPool2dOp, NNAvgPool3dOp, NNGlobalAvgPool2dOp,
               NNGlobalMaxPool2dOp, NNMaxPool1dOp, NNMaxPool2dOp,
               NNMaxPool3dOp>(context);
  attachModels<UpsamplingModel, DynNNUpsampling3dOp, DynNNUpsamplingOp,
               NNUpsampling3dOp, NNUpsamplingOp>(context);
  attachModels<ResizeModel, ImageResize1dOp, ImageResize2dOp>(context);
  attachModels<RoiModel, VisionRoiAlignOp, VisionRoiPoolOp>(context);
  NNBatchNormOp::attachInterface<BatchNormModel>(context);
  NNDenseOp::attachInterface<DenseModel>(context);
  NNInstanceNormOp::attachInterface<InstanceNormModel>(context);
  NNL2NormalizeOp::attachInterface<L2NormalizeModel>(context);
  NNLayerNormOp::attachInterface<LayerNormModel>(context);
  NNPReluOp::attachInterface<PReluModel>(context);
  NNPadOp::attachInterface<PadModel>(context);
}
