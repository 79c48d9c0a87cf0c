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
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type elementType = type.getElementType();
    Type geometry = getGeometryType(rewriter, elementType);
    SmallVector<OpFoldResult> extents =
        tensor::getMixedSizes(rewriter, loc, adaptor.getClsProb());
    int64_t anchors = op.getScales().size() * op.getRatios().size();
    OpFoldResult batches = extents[0];
    OpFoldResult perBatch = multiplyAllExtents(
        rewriter, loc,
        {extents[2], extents[3], rewriter.getIndexAttr(anchors)});
    // Left, top, right, bottom and score of each box.
    Value boxes =
        buildBoxes(op, adaptor, rewriter, extents, perBatch, geometry);
    Value scores = buildIndexed(
        rewriter, loc, {batches, perBatch}, geometry, {}, {},
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange) -> Value {
          return tensor::ExtractOp::create(
              b, loc, boxes, ValueRange{at[0], at[1], createIndex(b, loc, 4)});
        });
    Value order = buildScoreOrder(rewriter, loc, scores);
    IndexArithmetic i(rewriter, loc);
    Value numBoxes = getIndexValue(rewriter, loc, perBatch);
    int64_t first = op.getRpnPreNmsTopN();
    Value numTaken = first > 0 ? i.min(numBoxes, i.constant(first)) : numBoxes;
    Value selected = buildFilled(
        rewriter, loc, {multiplyExtents(rewriter, loc, batches, perBatch)},
        rewriter.getI64Type());
    Value counts = buildFilled(rewriter, loc, {batches}, rewriter.getI64Type());
    ScalarBuilder f(rewriter, loc, geometry);
    Value limit = f.constant(op.getThreshold().convertToDouble());
    auto perBatchBody = [&](OpBuilder &b, Location loc, Value batch,
                            ValueRange carried) -> SmallVector<Value> {
      IndexArithmetic i(b, loc);
      auto getBox = [&](OpBuilder &b, Location loc, Value place) {
        return std::pair(loadIndex(b, loc, order, {batch, place}),
                         IndexArithmetic(b, loc).isTrue());
      };
      auto getCorners = [&](OpBuilder &b, Location loc, Value box) {
        return loadCorners(b, loc, boxes, {batch, box}, 0, geometry);
      };
      Suppression rule{
          BoxBuilder::Kind::Pixels, geometry, limit,
          /*includesLimit=*/false,  numBoxes, getBox, getCorners, nullptr};
      Value begin = i.mul(batch, numBoxes);
      auto [next, end] =
          buildSelection(b, loc, rule, numTaken, carried[0], begin);
      Value count = i.toElement(i.sub(end, begin), b.getI64Type());
      Value nextCounts =
          tensor::InsertOp::create(b, loc, count, carried[1], batch);
      return {next, nextCounts};
    };
    SmallVector<Value> lists = buildLoop(rewriter, loc, i.constant(0),
                                         getIndexValue(rewriter, loc, batches),
                                         {selected, counts}, perBatchBody);

    int64_t rowsPerBatch = op.getRpnPostNmsTopN();
    SmallVector<OpFoldResult> sizes{
        multiplyExtents(rewriter, loc, batches,
                        rewriter.getIndexAttr(rowsPerBatch)),
        rewriter.getIndexAttr(5)};
    auto build = [&](OpBuilder &b, Location loc, ValueRange at,
                     ValueRange) -> Value {
      IndexArithmetic i(b, loc);
      ScalarBuilder f(b, loc, geometry);
      Value batch = i.div(at[0], rowsPerBatch);
      Value count = loadIndex(b, loc, lists[1], batch);
      Value isNone = i.isEqual(count, i.constant(0));
      Value isBatch = i.isEqual(at[1], i.constant(0));
      Value element =
          scf::IfOp::create(
              b, loc, i.either(isNone, isBatch),
              [&](OpBuilder &b, Location loc) {
                IndexArithmetic i(b, loc);
                Value number = i.select(isBatch, batch, i.constant(0));
                scf::YieldOp::create(b, loc, i.toElement(number, geometry));
              },
              [&](OpBuilder &b, Location loc) {
                IndexArithmetic i(b, loc);
                Value place = i.add(i.mul(batch, numBoxes),
                                    i.rem(i.rem(at[0], rowsPerBatch), count));
                Value box = loadIndex(b, loc, lists[0], place);
                Value corner = tensor::ExtractOp::create(
                    b, loc, boxes, ValueRange{batch, box, i.sub(at[1], 1)});
                scf::YieldOp::create(b, loc, corner);
              })
              .getResult(0);
      return f.cast(element, elementType);
    };
    return buildIndexed(rewriter, loc, sizes, elementType, {}, {}, build);
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

  static Value buildBoxes(VisionProposalOp op, OpAdaptor adaptor, OpBuilder &b,
                          ArrayRef<OpFoldResult> extents, OpFoldResult perBatch,
                          Type geometry) {
    Location loc = op.getLoc();
    Value table = buildTable(b, loc, geometry, getAnchors(op));
    Type elementType = getElementTypeOrSelf(adaptor.getClsProb().getType());
    int64_t anchors = op.getScales().size() * op.getRatios().size();
    int64_t stride = op.getFeatureStride();
    auto build = [&](OpBuilder &b, Location loc, ValueRange at,
                     ValueRange) -> Value {
      IndexArithmetic i(b, loc);
      ScalarBuilder f(b, loc, geometry);
      Value columns = getIndexValue(b, loc, extents[3]);
      Value anchor = i.rem(at[1], anchors), position = i.div(at[1], anchors);
      std::array<Value, 2> place = {i.rem(position, columns),
                                    i.div(position, columns)};
      auto load = [&](Value tensor, ValueRange indices) {
        Value element = tensor::ExtractOp::create(b, loc, tensor, indices);
        return ScalarBuilder(b, loc, elementType).cast(element, geometry);
      };
      auto loadImage = [&](int64_t number) {
        return load(adaptor.getImInfo(), {at[0], i.constant(number)});
      };
      Value smallest = f.mul(
          loadImage(2), f.constant(static_cast<double>(op.getRpnMinSize())));
      Value isOutside = i.isFalse(), isSmall = i.isFalse();
      SmallVector<Value> begins, ends;
      // Columns, then rows; the image has its height first.
      for (int64_t axis = 0; axis < 2; ++axis) {
        Value extent = loadImage(1 - axis);
        auto loadAnchor = [&](int64_t number) -> Value {
          Value element = tensor::ExtractOp::create(
              b, loc, table, i.add(i.mul(anchor, 4), number));
          return f.add(element,
                       i.toElement(i.mul(place[axis], stride), geometry));
        };
        auto predict = [&](int64_t number) {
          return load(
              adaptor.getBboxPred(),
              {at[0], i.add(i.mul(anchor, 4), number), place[1], place[0]});
        };
        auto [begin, end] = move(op, f, loadAnchor(axis), loadAnchor(2 + axis),
                                 predict(axis), predict(2 + axis));
        Value last = f.sub(extent, f.one());
        begin = f.max(f.min(begin, last), f.zero());
        end = f.max(f.min(end, last), f.zero());
        begins.push_back(begin);
        ends.push_back(end);
        Value size = f.add(f.sub(end, begin), f.one());
        isSmall = i.either(isSmall, f.lt(size, smallest));
        Value real = i.fromElement(
            f.cast(f.div(extent, f.constant(static_cast<double>(stride))),
                   b.getI32Type()),
            b.getI32Type());
        isOutside = i.either(isOutside, i.isNot(i.isLess(place[axis], real)));
      }
      Value half = f.div(smallest, f.constant(2));
      Value score = load(adaptor.getClsProb(),
                         {at[0], i.add(anchor, anchors), place[1], place[0]});
      // NaN would come first.
      Value isNone = i.either(i.either(isOutside, isSmall), f.isNaN(score));
      Value result = f.select(isNone, f.constant(-1), score);
      for (int64_t number = 0; number < 4; ++number) {
        Value corner = number < 2 ? begins[number] : ends[number - 2];
        Value grown = number < 2 ? f.sub(corner, half) : f.add(corner, half);
        result = f.select(i.isEqual(at[2], i.constant(number)),
                          f.select(isSmall, grown, corner), result);
      }
      return result;
    };
    return buildIndexed(b, loc, {extents[0], perBatch, b.getIndexAttr(5)},
                        geometry, {}, {}, build);
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
