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
#include "../Builders/Emitter.h"
#include "../Patterns.h"

using namespace mlir;
using namespace mlir::relay;

/// The sum of all elements of `data`, which the conversion lowers in turn.
static Value buildTotal(Emitter &b, Value data) {
  auto type = cast<RankedTensorType>(data.getType());
  if (type.getRank() == 0)
    return data;
  return SumOp::create(b, type.clone(ArrayRef<int64_t>()), data,
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
                         RankedTensorType type, Emitter &b) const override {
    Value predictions = adaptor.getPredictions();
    auto matrix = cast<RankedTensorType>(predictions.getType());
    Type elementType = type.getElementType();
    Value products =
        buildElementwise(b, {predictions, adaptor.getTargets()}, matrix,
                         /*equalDynamicDims=*/true, [&](ValueRange x) {
                           ScalarBuilder s(b, elementType);
                           return s.mul(takesLogits ? x[0] : s.log(x[0]), x[1]);
                         });
    Value total = buildTotal(b, products);
    Value rows = b.getDim(predictions, 0);
    return buildElementwise(b, total, type, /*equalDynamicDims=*/true,
                            [&](ValueRange x) {
                              ScalarBuilder s(b, elementType);
                              Value count = b.toElement(rows, elementType);
                              return s.div(s.neg(x[0]), count);
                            });
  }
};

// nll_loss(p, t, w) -> -p[n, t] * w[t], and sums of them
struct NNNLLLossOpConversion : public TensorOpConversion<NNNLLLossOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNNLLLossOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value losses = buildTerms(op, adaptor, b, /*isLoss=*/true);
    if (op.getReduction() == "none")
      return losses;
    losses = buildTotal(b, losses);
    if (op.getReduction() == "sum")
      return losses;
    Value weights = buildTerms(op, adaptor, b, /*isLoss=*/false);
    weights = buildTotal(b, weights);
    return buildElementwise(
        b, {losses, weights}, type, /*equalDynamicDims=*/true,
        [&](ValueRange x) {
          return ScalarBuilder(b, type.getElementType()).div(x[0], x[1]);
        });
  }

private:
  /// The loss, or the weight, of each target; 0 if it is to be ignored.
  static Value buildTerms(NNNLLLossOp op, OpAdaptor adaptor, Emitter &b,
                          bool isLoss) {
    Value predictions = adaptor.getPredictions(),
          weights = adaptor.getWeights(), targets = adaptor.getTargets();
    Type elementType = getElementTypeOrSelf(predictions.getType());
    Type targetType = getElementTypeOrSelf(op.getTargets().getType());
    int64_t rank = cast<RankedTensorType>(targets.getType()).getRank();
    OpFoldResult classes = b.getSize(weights, 0);
    auto build = [&](ValueRange at, ValueRange) -> Value {
      ScalarBuilder s(b, elementType);
      Value target = b.fromElement(b.extract(targets, at), targetType);
      Value isIgnored = b.isEqual(target, b.index(op.getIgnoreIndex()));
      Value place = b.clamp(target, b.index(classes));
      Value term = buildGuardedExtract(b, weights, elementType, place, classes);
      if (isLoss) {
        // The class comes behind the batch, if there is one.
        SmallVector<Value> position(at);
        position.insert(position.begin() + (rank == 0 ? 0 : 1), place);
        Value prediction =
            buildGuardedExtract(b, predictions, elementType, position, classes);
        term = s.mul(s.neg(prediction), term);
      }
      return s.select(isIgnored, s.zero(), term);
    };
    return buildIndexed(b, b.getSizes(targets), elementType, {}, {}, build);
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
