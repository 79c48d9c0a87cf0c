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
/// A box that is made of an anchor.
struct AnchorBox {
  Value batch, anchor;
  std::array<Value, 2> place; ///< The column and the row of the position.
  Value smallest;             ///< The size that boxes have at least.
  Value isOutside;            ///< Whether the position is outside of the image.
  Value isSmall;              ///< Whether the box is smaller.
  std::array<Value, 2> begin, end;
};

/// The lowering of one vision.proposal.
class ProposalBuilder {
public:
  ProposalBuilder(VisionProposalOp op, VisionProposalOp::Adaptor adaptor,
                  Type geometry, Emitter &b);
  /// Return the best boxes of all batches, with elements of type `elementType`.
  Value build(Type elementType);

private:
  /// The corners of the anchor boxes of the first position, four numbers each.
  SmallVector<double> getAnchors();
  /// Left, top, right, bottom and score of each box.
  Value buildBoxes();
  /// Finds the range of `box` along an axis: columns, then rows.
  void moveAlong(AnchorBox &box, Value table, int64_t axis);
  /// The range of an anchor along an axis, moved by two predictions.
  std::pair<Value, Value> move(Value begin, Value end, Value first,
                               Value second);
  /// Selects boxes. Returns their numbers, of each batch from the place of its
  /// first box on, and how many there are in each batch.
  SmallVector<Value> select();
  /// An element of an operand.
  Value load(Value tensor, ValueRange position) {
    Value element = b.extract(tensor, position);
    return b.scalar(operandType).cast(element, geometry);
  }
  /// A number of the image: its height, its width, or its scale.
  Value loadImage(Value batch, int64_t number) {
    return load(adaptor.getImInfo(), {batch, b.index(number)});
  }

  VisionProposalOp op;
  VisionProposalOp::Adaptor adaptor;
  Emitter &b;
  Type operandType, geometry;
  ScalarBuilder f;
  SmallVector<OpFoldResult> extents;
  int64_t numAnchors;
  OpFoldResult batches, perBatch;
  Value boxes, numBoxes;
};

// proposal(p, d, i) -> move anchors; sort; select box by box; repeat
struct VisionProposalOpConversion
    : public TensorOpConversion<VisionProposalOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(VisionProposalOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Type elementType = type.getElementType();
    return ProposalBuilder(op, adaptor, getGeometryType(b, elementType), b)
        .build(elementType);
  }
};
} // namespace

ProposalBuilder::ProposalBuilder(VisionProposalOp op,
                                 VisionProposalOp::Adaptor adaptor,
                                 Type geometry, Emitter &b)
    : op(op), adaptor(adaptor), b(b),
      operandType(getElementTypeOrSelf(adaptor.getClsProb().getType())),
      geometry(geometry), f(b, geometry),
      extents(b.getSizes(adaptor.getClsProb())),
      numAnchors(op.getScales().size() * op.getRatios().size()),
      batches(extents[0]),
      perBatch(
          b.mulAllSizes({extents[2], extents[3], b.getIndexAttr(numAnchors)})) {
}

Value ProposalBuilder::build(Type elementType) {
  boxes = buildBoxes();
  SmallVector<Value> lists = select();
  int64_t rowsPerBatch = op.getRpnPostNmsTopN();
  SmallVector<OpFoldResult> sizes{
      b.mulSizes(batches, b.getIndexAttr(rowsPerBatch)), b.getIndexAttr(5)};
  auto build = [&](ValueRange at, ValueRange) -> Value {
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

SmallVector<Value> ProposalBuilder::select() {
  Value scores =
      buildIndexed(b, {batches, perBatch}, geometry, {}, {},
                   [&](ValueRange at, ValueRange) -> Value {
                     return b.extract(boxes, {at[0], at[1], b.index(4)});
                   });
  Value order = buildScoreOrder(b, scores);
  numBoxes = b.index(perBatch);
  int64_t first = op.getRpnPreNmsTopN();
  Value numTaken = first > 0 ? b.min(numBoxes, b.index(first)) : numBoxes;
  Value selected =
      buildFilled(b, {b.mulSizes(batches, perBatch)}, b.getI64Type());
  Value counts = buildFilled(b, {batches}, b.getI64Type());
  Value limit = f.constant(op.getThreshold().convertToDouble());
  auto ofBatch = [&](Value batch, ValueRange carried) -> SmallVector<Value> {
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
  return b.loop(b.index(0), b.index(batches), {selected, counts}, ofBatch);
}

SmallVector<double> ProposalBuilder::getAnchors() {
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

Value ProposalBuilder::buildBoxes() {
  Value table = buildTable(b, geometry, getAnchors());
  auto build = [&](ValueRange at, ValueRange) -> Value {
    Value columns = b.index(extents[3]);
    AnchorBox box;
    box.batch = at[0];
    box.anchor = b.rem(at[1], numAnchors);
    Value position = b.div(at[1], numAnchors);
    box.place = {b.rem(position, columns), b.div(position, columns)};
    box.smallest = f.mul(loadImage(box.batch, 2),
                         f.constant(static_cast<double>(op.getRpnMinSize())));
    box.isOutside = b.isFalse();
    box.isSmall = b.isFalse();
    for (int64_t axis = 0; axis < 2; ++axis)
      moveAlong(box, table, axis);
    Value half = f.div(box.smallest, f.constant(2));
    Value score =
        load(adaptor.getClsProb(), {box.batch, b.add(box.anchor, numAnchors),
                                    box.place[1], box.place[0]});
    // NaN would come first.
    Value isNone =
        b.either(b.either(box.isOutside, box.isSmall), f.isNaN(score));
    Value result = f.select(isNone, f.constant(-1), score);
    for (int64_t number = 0; number < 4; ++number) {
      Value corner = number < 2 ? box.begin[number] : box.end[number - 2];
      Value grown = number < 2 ? f.sub(corner, half) : f.add(corner, half);
      result = f.select(b.isEqual(at[2], b.index(number)),
                        f.select(box.isSmall, grown, corner), result);
    }
    return result;
  };
  return buildIndexed(b, {batches, perBatch, b.getIndexAttr(5)}, geometry, {},
                      {}, build);
}

void ProposalBuilder::moveAlong(AnchorBox &box, Value table, int64_t axis) {
  int64_t stride = op.getFeatureStride();
  // The image has its height first.
  Value extent = loadImage(box.batch, 1 - axis);
  auto loadAnchor = [&](int64_t number) -> Value {
    Value element = b.extract(table, b.add(b.mul(box.anchor, 4), number));
    return f.add(element,
                 b.toElement(b.mul(box.place[axis], stride), geometry));
  };
  auto predict = [&](int64_t number) {
    return load(adaptor.getBboxPred(),
                {box.batch, b.add(b.mul(box.anchor, 4), number), box.place[1],
                 box.place[0]});
  };
  auto [begin, end] = move(loadAnchor(axis), loadAnchor(2 + axis),
                           predict(axis), predict(2 + axis));
  Value last = f.sub(extent, f.one());
  box.begin[axis] = f.max(f.min(begin, last), f.zero());
  box.end[axis] = f.max(f.min(end, last), f.zero());
  Value size = f.add(f.sub(box.end[axis], box.begin[axis]), f.one());
  box.isSmall = b.either(box.isSmall, f.lt(size, box.smallest));
  Value real = b.fromElement(
      f.cast(f.div(extent, f.constant(static_cast<double>(stride))),
             b.getI32Type()),
      b.getI32Type());
  box.isOutside =
      b.either(box.isOutside, b.isNot(b.isLess(box.place[axis], real)));
}

std::pair<Value, Value> ProposalBuilder::move(Value begin, Value end,
                                              Value first, Value second) {
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

void relay::populateProposalToLinalgPatterns(const TypeConverter &converter,
                                             RewritePatternSet &patterns) {
  patterns.add<VisionProposalOpConversion>(converter, patterns.getContext());
}
