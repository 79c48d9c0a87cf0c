//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Losses: lowering. Sums are those of `sum`.
//
//===----------------------------------------------------------------------===//

#include "../Builders/Broadcast.h"
#include "../Builders/IndexArithmetic.h"
#include "../Patterns.h"

using namespace mlir;
using namespace mlir::relay;

/// The sum of all elements of `data`, which the conversion lowers in turn.
static Value buildTotal(OpBuilder &b, Location loc, Value data) {
  auto type = cast<RankedTensorType>(data.getType());
  if (type.getRank() == 0)
    return data;
  return SumOp::create(b, loc, type.clone(ArrayRef<int64_t>()), data,
                       /*axis=*/DenseI64ArrayAttr(),
                       /*keepdims=*/b.getBoolAttr(false));
}

namespace {
// cross_entropy(x, y) -> -sum(log(x) * y) / rows
// cross_entropy_with_logits(x, y) -> -sum(x * y) / rows
template <typename OpT, bool takesLogits>
struct CrossEntropyConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value predictions = adaptor.getPredictions();
    auto matrix = cast<RankedTensorType>(predictions.getType());
    Type elementType = type.getElementType();
    Value products = buildElementwise(
        rewriter, loc, {predictions, adaptor.getTargets()}, matrix,
        /*equalDynamicDims=*/true,
        [&](OpBuilder &b, Location loc, ValueRange x) {
          ScalarBuilder s(b, loc, elementType);
          return s.mul(takesLogits ? x[0] : s.log(x[0]), x[1]);
        });
    Value total = buildTotal(rewriter, loc, products);
    Value rows = rewriter.createOrFold<tensor::DimOp>(loc, predictions, 0);
    return buildElementwise(
        rewriter, loc, total, type, /*equalDynamicDims=*/true,
        [&](OpBuilder &b, Location loc, ValueRange x) {
          ScalarBuilder s(b, loc, elementType);
          Value count = IndexArithmetic(b, loc).toElement(rows, elementType);
          return s.div(s.neg(x[0]), count);
        });
  }
};

// nll_loss(p, t, w) -> -p[n, t] * w[t], and sums of them
struct NNNLLLossOpConversion : public TensorOpConversion<NNNLLLossOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNNLLLossOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value losses = buildTerms(op, adaptor, rewriter, /*isLoss=*/true);
    if (op.getReduction() == "none")
      return losses;
    losses = buildTotal(rewriter, loc, losses);
    if (op.getReduction() == "sum")
      return losses;
    Value weights = buildTerms(op, adaptor, rewriter, /*isLoss=*/false);
    weights = buildTotal(rewriter, loc, weights);
    return buildElementwise(
        rewriter, loc, {losses, weights}, type, /*equalDynamicDims=*/true,
        [&](OpBuilder &b, Location loc, ValueRange x) {
          return ScalarBuilder(b, loc, type.getElementType()).div(x[0], x[1]);
        });
  }

private:
  /// The loss, or the weight, of each target; 0 if it is to be ignored.
  static Value buildTerms(NNNLLLossOp op, OpAdaptor adaptor, OpBuilder &b,
                          bool isLoss) {
    Location loc = op.getLoc();
    Value predictions = adaptor.getPredictions(),
          weights = adaptor.getWeights(), targets = adaptor.getTargets();
    Type elementType = getElementTypeOrSelf(predictions.getType());
    Type targetType = getElementTypeOrSelf(op.getTargets().getType());
    int64_t rank = cast<RankedTensorType>(targets.getType()).getRank();
    OpFoldResult classes = tensor::getMixedSize(b, loc, weights, 0);
    auto build = [&](OpBuilder &b, Location loc, ValueRange at,
                     ValueRange) -> Value {
      IndexArithmetic i(b, loc);
      ScalarBuilder s(b, loc, elementType);
      Value target = i.fromElement(
          tensor::ExtractOp::create(b, loc, targets, at), targetType);
      Value isIgnored = i.isEqual(target, i.constant(op.getIgnoreIndex()));
      Value place = i.clamp(target, getIndexValue(b, loc, classes));
      Value term =
          buildGuardedExtract(b, loc, weights, elementType, place, classes);
      if (isLoss) {
        // The class comes behind the batch, if there is one.
        SmallVector<Value> position(at);
        position.insert(position.begin() + (rank == 0 ? 0 : 1), place);
        Value prediction = buildGuardedExtract(b, loc, predictions, elementType,
                                               position, classes);
        term = s.mul(s.neg(prediction), term);
      }
      return s.select(isIgnored, s.zero(), term);
    };
    return buildIndexed(b, loc, tensor::getMixedSizes(b, loc, targets),
                        elementType, {}, {}, build);
  }
};
} // namespace

void relay::populateNNLossToLinalgPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<CrossEntropyConversion<NNCrossEntropyOp, /*takesLogits=*/false>,
               CrossEntropyConversion<NNCrossEntropyWithLogitsOp,
                                      /*takesLogits=*/true>,
               NNNLLLossOpConversion>(converter, patterns.getContext());
}
