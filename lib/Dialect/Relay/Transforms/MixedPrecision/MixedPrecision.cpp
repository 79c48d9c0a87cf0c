//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kinds of the operators of the relay dialect under mixed precision.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/MixedPrecision.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

#include "RelayLite/Dialect/Relay/Transforms/MixedPrecision.cpp.inc"

using namespace mlir;
using namespace mlir::relay;

namespace {
template <typename OpT, MixedPrecisionKind kind>
struct Model
    : public MixedPrecisionInterface::ExternalModel<Model<OpT, kind>, OpT> {
  MixedPrecisionKind getMixedPrecisionKind(Operation *, Type) const {
    return kind;
  }
};

/// An operator whose attribute `out_dtype` is the type of its sums.
template <typename OpT>
struct SumModel
    : public MixedPrecisionInterface::ExternalModel<SumModel<OpT>, OpT> {
  MixedPrecisionKind getMixedPrecisionKind(Operation *, Type) const {
    return MixedPrecisionKind::Always;
  }
  StringRef getResultTypeAttrName(Operation *) const { return "out_dtype"; }
};

/// An operator that makes a tensor of the type of its attribute `dtype`.
template <typename OpT>
struct CreationModel
    : public MixedPrecisionInterface::ExternalModel<CreationModel<OpT>, OpT> {
  MixedPrecisionKind getMixedPrecisionKind(Operation *, Type) const {
    return MixedPrecisionKind::Follow;
  }
  StringRef getResultTypeAttrName(Operation *) const { return "dtype"; }
};

/// The bounds have to be numbers of the type.
struct ClipModel
    : public MixedPrecisionInterface::ExternalModel<ClipModel, ClipOp> {
  MixedPrecisionKind getMixedPrecisionKind(Operation *op, Type type) const {
    auto clip = cast<ClipOp>(op);
    double largest =
        APFloat::getLargest(cast<FloatType>(type).getFloatSemantics())
            .convertToDouble();
    for (const APFloat &bound : {clip.getAMin(), clip.getAMax()})
      if (std::abs(bound.convertToDouble()) > largest)
        return MixedPrecisionKind::Never;
    return MixedPrecisionKind::Follow;
  }
};
} // namespace

template <MixedPrecisionKind kind, typename... OpTs>
static void attach(MLIRContext &context) {
  (OpTs::template attachInterface<Model<OpTs, kind>>(context), ...);
}

void relay::registerMixedPrecisionModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, RelayDialect *) {
    NNBatchMatmulOp::attachInterface<SumModel<NNBatchMatmulOp>>(*context);
    NNConv1dOp::attachInterface<SumModel<NNConv1dOp>>(*context);
    NNConv2dOp::attachInterface<SumModel<NNConv2dOp>>(*context);
    NNConv2dTransposeOp::attachInterface<SumModel<NNConv2dTransposeOp>>(
        *context);
    NNConv3dOp::attachInterface<SumModel<NNConv3dOp>>(*context);
    NNDenseOp::attachInterface<SumModel<NNDenseOp>>(*context);

    ClipOp::attachInterface<ClipModel>(*context);
    FullOp::attachInterface<CreationModel<FullOp>>(*context);
    OnesOp::attachInterface<CreationModel<OnesOp>>(*context);
    ZerosOp::attachInterface<CreationModel<ZerosOp>>(*context);

    attach<MixedPrecisionKind::Follow, AddOp, ArgmaxOp, ArgminOp,
           BroadcastToLikeOp, CastLikeOp, CastOp, ConcatenateOp, CopyOp,
           DivideOp, ExpandDimsOp, FastErfOp, FastExpOp, FastTanhOp,
           GreaterEqualOp, GreaterOp, ImageResize2dOp, LessEqualOp, LessOp,
           MaxOp, MaximumOp, MinOp, MinimumOp, MultiplyOp,
           NNAdaptiveMaxPool1dOp, NNAvgPool2dOp, NNBatchFlattenOp,
           NNBatchNormOp, NNBiasAddOp, NNDropoutOp, NNGlobalMaxPool2dOp,
           NNLeakyReluOp, NNMaxPool2dOp, NNPReluOp, NNPadOp, NNReluOp,
           ReshapeOp, ShapeOfOp, SigmoidOp, SplitOp, SqrtOp, SqueezeOp,
           StridedSliceOp, SubtractOp, TakeOp, TanhOp, TileOp, TransposeOp,
           WhereOp>(*context);
    attach<MixedPrecisionKind::Never, ArangeOp, ErfOp, ExpOp, MeanOp,
           NNAdaptiveAvgPool2dOp, NNAdaptiveAvgPool3dOp, NNGlobalAvgPool2dOp,
           NNL2NormalizeOp, NNLayerNormOp, NNSoftmaxOp, PowerOp, SumOp,
           VarianceOp>(*context);
  });
}
