//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Region proposals: lowering.
//
//===----------------------------------------------------------------------===//

#include "../Patterns.h"
#include "Suppression.h"
#include <cmath>

using namespace mlir;
using namespace mlir::relay;

namespace {
// proposal(p, d, i) -> move anchors; sort; select box by box; repeat
struct VisionProposalOpConversion
    : public TensorOpConversion<VisionProposalOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(VisionProposalOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Type elementType = type.getElementType();
    Type geometry = getGeometryType(b, elementType);
    SmallVector<OpFoldResult> extents = b.getSizes(adaptor.getClsProb());
    int64_t anchors = op.getScales().size() * op.getRatios().size();
    OpFoldResult batches = extents[0];
    OpFoldResult perBatch =
        b.mulAllSizes({extents[2], extents[3], b.getIndexAttr(anchors)});
    // Left, top, right, bottom and score of each box.
    Value boxes = buildBoxes(op, adaptor, b, extents, perBatch, geometry);
    Value scores =
        buildIndexed(b, {batches, perBatch}, geometry, {}, {},
                     [&](ValueRange at, ValueRange) -> Value {
                       return b.extract(boxes, {at[0], at[1], b.index(4)});
                     });
    Value order = buildScoreOrder(b, scores);
    Value numBoxes = b.index(perBatch);
    int64_t first = op.getRpnPreNmsTopN();
    Value numTaken = first > 0 ? b.min(numBoxes, b.index(first)) : numBoxes;
    Value selected =
        buildFilled(b, {b.mulSizes(batches, perBatch)}, b.getI64Type());
    Value counts = buildFilled(b, {batches}, b.getI64Type());
    ScalarBuilder f(b, geometry);
    Value limit = f.constant(op.getThreshold().convertToDouble());
    auto perBatchBody = [&](Value batch,
                            ValueRange carried) -> SmallVector<Value> {
      auto getBox = [&](Value place) {
        return std::pair(loadIndex(b, order, {batch, place}), b.isTrue());
      };
      auto getCorners = [&](Value box) {
        return loadCorners(b, boxes, {batch, box}, 0, geometry);
      };
      Suppression rule{BoxBuilder::Kind::Pixels, geometry, limit,
                       /*includesLimit=*/false, getCorners};
      Value begin = b.mul(batch, numBoxes);
      auto [next, end] = buildSelection(b, rule, {numTaken, numBoxes, getBox},
                                        carried[0], begin);
      Value count = b.toElement(b.sub(end, begin), b.getI64Type());
      Value nextCounts = tensor::InsertOp::create(b, count, carried[1], batch);
      return {next, nextCounts};
    };
    SmallVector<Value> lists =
        b.loop(b.index(0), b.index(batches), {selected, counts}, perBatchBody);

    int64_t rowsPerBatch = op.getRpnPostNmsTopN();
    SmallVector<OpFoldResult> sizes{
        b.mulSizes(batches, b.getIndexAttr(rowsPerBatch)), b.getIndexAttr(5)};
    auto build = [&](ValueRange at, ValueRange) -> Value {
      ScalarBuilder f(b, geometry);
      Value batch = b.div(at[0], rowsPerBatch);
      Value count = loadIndex(b, lists[1], batch);
      Value isNone = b.isEqual(count, b.index(0));
      Value isBatch = b.isEqual(at[1], b.index(0));
      Value element = b.choose(
          b.either(isNone, isBatch),
          [&]() -> Value {
            Value number = b.select(isBatch, batch, b.index(0));
            return b.toElement(number, geometry);
          },
          [&]() -> Value {
            Value place = b.add(b.mul(batch, numBoxes),
                                b.rem(b.rem(at[0], rowsPerBatch), count));
            Value box = loadIndex(b, lists[0], place);
            return b.extract(boxes, {batch, box, b.sub(at[1], 1)});
          });
      return f.cast(element, elementType);
    };
    return buildIndexed(b, sizes, elementType, {}, {}, build);
  }

private:
  /// The corners of the anchor boxes of the first position, four numbers each.
  static SmallVector<double> getAnchors(VisionProposalOp op) {
    SmallVector<double> numbers;
    double base = static_cast<double>(op.getFeatureStride());
    double center = 0.5 * (base - 1);
    for (double ratio : op.getRatios())
      for (double scale : op.getScales()) {
        double area = std::floor(base * base / ratio);
        double width = std::floor(std::sqrt(area) + 0.5) * scale;
        double height = std::floor(width / scale * ratio + 0.5) * scale;
        for (double sign : {-0.5, 0.5}) {
          numbers.push_back(center + sign * (width - 1));
          numbers.push_back(center + sign * (height - 1));
        }
      }
    return numbers;
  }

  static Value buildBoxes(VisionProposalOp op, OpAdaptor adaptor, Emitter &b,
                          ArrayRef<OpFoldResult> extents, OpFoldResult perBatch,
                          Type geometry) {
    Value table = buildTable(b, geometry, getAnchors(op));
    Type elementType = getElementTypeOrSelf(adaptor.getClsProb().getType());
    int64_t anchors = op.getScales().size() * op.getRatios().size();
    int64_t stride = op.getFeatureStride();
    auto build = [&](ValueRange at, ValueRange) -> Value {
      ScalarBuilder f(b, geometry);
      Value columns = b.index(extents[3]);
      Value anchor = b.rem(at[1], anchors), position = b.div(at[1], anchors);
      std::array<Value, 2> place = {b.rem(position, columns),
                                    b.div(position, columns)};
      auto load = [&](Value tensor, ValueRange indices) {
        Value element = b.extract(tensor, indices);
        return ScalarBuilder(b, elementType).cast(element, geometry);
      };
      auto loadImage = [&](int64_t number) {
        return load(adaptor.getImInfo(), {at[0], b.index(number)});
      };
      Value smallest = f.mul(
          loadImage(2), f.constant(static_cast<double>(op.getRpnMinSize())));
      Value isOutside = b.isFalse(), isSmall = b.isFalse();
      SmallVector<Value> begins, ends;
      // Columns, then rows; the image has its height first.
      for (int64_t axis = 0; axis < 2; ++axis) {
        Value extent = loadImage(1 - axis);
        auto loadAnchor = [&](int64_t number) -> Value {
          Value element = b.extract(table, b.add(b.mul(anchor, 4), number));
          return f.add(element,
                       b.toElement(b.mul(place[axis], stride), geometry));
        };
        auto predict = [&](int64_t number) {
          return load(
              adaptor.getBboxPred(),
              {at[0], b.add(b.mul(anchor, 4), number), place[1], place[0]});
        };
        auto [begin, end] = move(op, f, loadAnchor(axis), loadAnchor(2 + axis),
                                 predict(axis), predict(2 + axis));
        Value last = f.sub(extent, f.one());
        begin = f.max(f.min(begin, last), f.zero());
        end = f.max(f.min(end, last), f.zero());
        begins.push_back(begin);
        ends.push_back(end);
        Value size = f.add(f.sub(end, begin), f.one());
        isSmall = b.either(isSmall, f.lt(size, smallest));
        Value real = b.fromElement(
            f.cast(f.div(extent, f.constant(static_cast<double>(stride))),
                   b.getI32Type()),
            b.getI32Type());
        isOutside = b.either(isOutside, b.isNot(b.isLess(place[axis], real)));
      }
      Value half = f.div(smallest, f.constant(2));
      Value score = load(adaptor.getClsProb(),
                         {at[0], b.add(anchor, anchors), place[1], place[0]});
      // NaN would come first.
      Value isNone = b.either(b.either(isOutside, isSmall), f.isNaN(score));
      Value result = f.select(isNone, f.constant(-1), score);
      for (int64_t number = 0; number < 4; ++number) {
        Value corner = number < 2 ? begins[number] : ends[number - 2];
        Value grown = number < 2 ? f.sub(corner, half) : f.add(corner, half);
        result = f.select(b.isEqual(at[2], b.index(number)),
                          f.select(isSmall, grown, corner), result);
      }
      return result;
    };
    return buildIndexed(b, {extents[0], perBatch, b.getIndexAttr(5)}, geometry,
                        {}, {}, build);
  }

  /// The range of an anchor along an axis, moved by two predictions.
  static std::pair<Value, Value> move(VisionProposalOp op, ScalarBuilder &f,
                                      Value begin, Value end, Value first,
                                      Value second) {
    if (op.getIouLoss()) {
      Value movedBegin = f.add(begin, first);
      return {movedBegin, f.add(end, second)};
    }
    Value half = f.constant(0.5), one = f.one();
    Value size = f.add(f.sub(end, begin), one);
    Value center = f.add(begin, f.mul(half, f.sub(size, one)));
    Value moved = f.add(f.mul(first, size), center);
    Value extent = f.mul(f.exp(second), size);
    Value reach = f.mul(half, f.sub(extent, one));
    Value movedBegin = f.sub(moved, reach);
    return {movedBegin, f.add(moved, reach)};
  }
};
} // namespace

void relay::populateProposalToLinalgPatterns(const TypeConverter &converter,
                                             RewritePatternSet &patterns) {
  patterns.add<VisionProposalOpConversion>(converter, patterns.getContext());
}
