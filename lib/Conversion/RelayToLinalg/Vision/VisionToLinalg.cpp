//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Anchor boxes and valid boxes: lowering.
//
//===----------------------------------------------------------------------===//

#include "../Builders/BoxBuilder.h"
#include "../Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <cmath>

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Rows that are kept
//===----------------------------------------------------------------------===//

KeptRows relay::buildKeptRows(Emitter &b, OpFoldResult batches,
                              OpFoldResult rows, RowPredicate isKept) {
  // Each row is written behind those kept, where the next one takes its place
  // unless it is kept itself.
  Value sources = buildFilled(b, {batches, rows}, b.getI64Type());
  Value counts = buildFilled(b, {batches}, b.getI64Type());
  Value zero = b.index(0);
  auto perBatch = [&](Value batch, ValueRange carried) -> SmallVector<Value> {
    auto perRow = [&](Value row, ValueRange carried) -> SmallVector<Value> {
      Value number = b.toElement(row, b.getI64Type());
      Value next = tensor::InsertOp::create(b, number, carried[0],
                                            ValueRange{batch, carried[1]});
      Value count = b.count(isKept(batch, row));
      return {next, b.add(carried[1], count)};
    };
    SmallVector<Value> kept =
        b.loop(zero, b.index(rows), {carried[0], zero}, perRow);
    Value count = b.toElement(kept[1], b.getI64Type());
    Value next = tensor::InsertOp::create(b, count, carried[1], batch);
    return {kept[0], next};
  };
  SmallVector<Value> result =
      b.loop(zero, b.index(batches), {sources, counts}, perBatch);
  return {result[0], result[1]};
}

Value relay::buildFilled(Emitter &b, ArrayRef<OpFoldResult> sizes,
                         Type elementType) {
  Value empty = tensor::EmptyOp::create(b, sizes, elementType);
  Value zero = b.scalar(elementType).zero();
  return linalg::FillOp::create(b, zero, empty).getResult(0);
}

Value KeptRows::getSource(Emitter &b, Value batch, Value place) const {
  Value row = b.extract(sources, {batch, place});
  return arith::IndexCastOp::create(b, b.getIndexType(), row);
}

Value KeptRows::isKept(Emitter &b, Value batch, Value place) const {
  Value count = b.extract(counts, batch);
  count = arith::IndexCastOp::create(b, b.getIndexType(), count);
  return b.isLess(place, count);
}

Value KeptRows::buildCounts(Emitter &b, ArrayRef<OpFoldResult> sizes,
                            Type elementType) const {
  return buildIndexed(
      b, sizes, elementType, {}, {}, [&](ValueRange at, ValueRange) -> Value {
        Value count = b.extract(counts, at[0]);
        return ScalarBuilder(b, b.getI64Type()).cast(count, elementType);
      });
}

Value KeptRows::buildRows(Emitter &b, ArrayRef<OpFoldResult> sizes,
                          Type elementType, double other,
                          RowBuilder build) const {
  return buildIndexed(b, sizes, elementType, {}, {},
                      [&](ValueRange at, ValueRange) -> Value {
                        ScalarBuilder s(b, elementType);
                        Value row = getSource(b, at[0], at[1]);
                        return s.select(isKept(b, at[0], at[1]), build(at, row),
                                        s.constant(other));
                      });
}

namespace {
//===----------------------------------------------------------------------===//
// vision.get_valid_counts
//===----------------------------------------------------------------------===//

// get_valid_counts(x) -> the rows of x to keep, one after the other
struct VisionGetValidCountsOpConversion
    : public TensorsOpConversion<VisionGetValidCountsOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>> lower(VisionGetValidCountsOp op,
                                      OpAdaptor adaptor,
                                      ArrayRef<RankedTensorType> types,
                                      Emitter &b) const override {
    Value data = adaptor.getData();
    Type elementType = getElementTypeOrSelf(op.getData().getType());
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    ScalarOperand limit(b, adaptor.getScoreThreshold(),
                        op.getScoreThreshold().getType());
    auto isKept = [&](Value batch, Value row) {
      auto load = [&](int64_t element) -> Value {
        return b.extract(data, {batch, row, b.index(element)});
      };
      ScalarBuilder s(b, elementType);
      Value result = s.gt(load(op.getScoreIndex()), limit.get(b, elementType));
      int64_t idIndex = op.getIdIndex();
      if (idIndex < 0)
        return result;
      return b.both(result, s.ge(load(idIndex), s.zero()));
    };
    KeptRows rows = buildKeptRows(b, sizes[0], sizes[1], isKept);
    Value counts = rows.buildCounts(b, sizes[0], types[0].getElementType());
    Value moved = rows.buildRows(b, sizes, elementType, -1,
                                 [&](ValueRange at, Value row) -> Value {
                                   return b.extract(data, {at[0], row, at[2]});
                                 });
    Type indexType = types[2].getElementType();
    Value sources = rows.buildRows(
        b, ArrayRef(sizes).drop_back(), indexType, -1,
        [&](ValueRange, Value row) { return b.toElement(row, indexType); });
    return SmallVector<Value>{counts, moved, sources};
  }
};

//===----------------------------------------------------------------------===//
// vision.multibox_prior
//===----------------------------------------------------------------------===//

// multibox_prior(x) -> linalg.generic of the corners of each box
struct VisionMultiboxPriorOpConversion
    : public TensorOpConversion<VisionMultiboxPriorOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(VisionMultiboxPriorOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Type elementType = type.getElementType();
    Type geometry = getGeometryType(b, elementType);
    // For each box of a position its size, and how much wider it is.
    SmallVector<double> sizes(op.getSizes()), roots(sizes.size(), 1.0);
    for (double ratio : op.getRatios().drop_front()) {
      sizes.push_back(sizes.front());
      roots.push_back(geometry.isF64() ? std::sqrt(ratio)
                                       : std::sqrt(static_cast<float>(ratio)));
    }
    Value sizeTable = buildTable(b, geometry, sizes);
    Value rootTable = buildTable(b, geometry, roots);
    OpFoldResult height = b.getSize(adaptor.getData(), 2);
    OpFoldResult width = b.getSize(adaptor.getData(), 3);
    OpFoldResult count = b.getIndexAttr(sizes.size());
    SmallVector<OpFoldResult> shape{b.getIndexAttr(1),
                                    b.mulAllSizes({height, width, count}),
                                    b.getIndexAttr(4)};
    auto build = [&](ValueRange at, ValueRange) -> Value {
      ScalarBuilder f(b, geometry);
      Value rows = b.index(height), columns = b.index(width);
      Value box = b.rem(at[1], sizes.size());
      Value position = b.div(at[1], sizes.size());
      Value extentY = b.toElement(rows, geometry),
            extentX = b.toElement(columns, geometry);
      auto center = [&](Value index, Value extent, size_t axis) {
        double step = op.getSteps()[axis];
        Value distance = step > 0 ? f.constant(step) : f.div(f.one(), extent);
        Value place = f.add(b.toElement(index, geometry),
                            f.constant(op.getOffsets()[axis]));
        return f.mul(place, distance);
      };
      Value y = center(b.div(position, columns), extentY, 0);
      Value x = center(b.rem(position, columns), extentX, 1);
      Value size = b.extract(sizeTable, box);
      Value root = b.extract(rootTable, box);
      Value two = f.constant(2);
      Value halfWidth =
          f.div(f.mul(f.div(f.mul(size, extentY), extentX), root), two);
      Value halfHeight = f.div(f.div(size, root), two);
      Value isX = b.isEqual(b.rem(at[2], 2), b.index(0));
      Value isBegin = b.isLess(at[2], b.index(2));
      Value middle = f.select(isX, x, y);
      Value half = f.select(isX, halfWidth, halfHeight);
      Value corner =
          f.select(isBegin, f.sub(middle, half), f.add(middle, half));
      if (op.getClip())
        corner = f.min(f.max(corner, f.zero()), f.one());
      return f.cast(corner, elementType);
    };
    return buildIndexed(b, shape, elementType, {}, {}, build);
  }
};

//===----------------------------------------------------------------------===//
// vision.multibox_transform_loc
//===----------------------------------------------------------------------===//

/// The class of each anchor of a multibox_transform_loc.
class AnchorClasses {
public:
  AnchorClasses(VisionMultiboxTransformLocOp op, Value probabilities,
                Emitter &b)
      : op(op), b(b), probabilities(probabilities),
        elementType(getElementTypeOrSelf(probabilities.getType())),
        extents(b.getSizes(probabilities)), best(buildBest()) {}

  OpFoldResult getNumBatches() const { return extents[0]; }
  OpFoldResult getNumAnchors() const { return extents[2]; }
  /// The class of an anchor, an index, and its probability.
  std::pair<Value, Value> load(Value batch, Value anchor);

private:
  /// The class of the highest probability above -1 of each anchor, or 0.
  Value buildBest();

  VisionMultiboxTransformLocOp op;
  Emitter &b;
  Value probabilities;
  Type elementType;
  /// The numbers of batches, classes and anchors.
  SmallVector<OpFoldResult> extents;
  Value best;
};

Value AnchorClasses::buildBest() {
  auto build = [&](ValueRange at, ValueRange) -> Value {
    Value first = b.index(op.getKeepBackground() ? 0 : 1);
    Value number = b.index(0);
    Value score = b.scalar(elementType).constant(-1);
    auto body = [&](Value index, ValueRange carried) -> SmallVector<Value> {
      ScalarBuilder s(b, elementType);
      Value here = b.extract(probabilities, {at[0], index, at[1]});
      Value isBetter = s.gt(here, carried[1]);
      return {b.select(isBetter, index, carried[0]),
              s.select(isBetter, here, carried[1])};
    };
    number = b.loop(first, b.index(extents[1]), {number, score}, body)[0];
    return b.toElement(number, b.getI64Type());
  };
  return buildIndexed(b, {getNumBatches(), getNumAnchors()}, b.getI64Type(), {},
                      {}, build);
}

std::pair<Value, Value> AnchorClasses::load(Value batch, Value anchor) {
  ScalarBuilder s(b, elementType);
  Value number =
      b.fromElement(b.extract(best, {batch, anchor}), b.getI64Type());
  Value score =
      buildGuardedExtract(b, probabilities, elementType,
                          ValueRange{batch, number, anchor}, extents[1]);
  // Class 0 also stands for none.
  if (!op.getKeepBackground())
    score = s.select(b.isEqual(number, b.index(0)), s.constant(-1), score);
  score = s.select(s.gt(score, s.constant(-1)), score, s.constant(-1));
  Value isLow = s.lt(score, s.constant(op.getThreshold().convertToDouble()));
  return {b.select(isLow, b.index(0), number), score};
}

// multibox_transform_loc(p, l, a) -> the boxes that are not background, moved
struct VisionMultiboxTransformLocOpConversion
    : public TensorsOpConversion<VisionMultiboxTransformLocOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>> lower(VisionMultiboxTransformLocOp op,
                                      OpAdaptor adaptor,
                                      ArrayRef<RankedTensorType> types,
                                      Emitter &b) const override {
    Type elementType = types[0].getElementType();
    AnchorClasses classes(op, adaptor.getClsProb(), b);
    OpFoldResult batches = classes.getNumBatches();
    OpFoldResult anchors = classes.getNumAnchors();
    auto isKept = [&](Value batch, Value anchor) {
      if (op.getKeepBackground())
        return b.isTrue();
      auto [number, score] = classes.load(batch, anchor);
      return b.isLess(b.index(0), number);
    };
    KeptRows rows = buildKeptRows(b, batches, anchors, isKept);
    Value boxes = rows.buildRows(
        b, {batches, anchors, b.getIndexAttr(6)}, elementType, 0,
        [&](ValueRange at, Value anchor) {
          ScalarBuilder s(b, elementType);
          auto [number, score] = classes.load(at[0], anchor);
          if (!op.getKeepBackground())
            number = b.sub(number, 1);
          Value result = buildCorner(op, adaptor, b, at, anchor, elementType);
          result = s.select(b.isEqual(at[2], b.index(1)), score, result);
          return s.select(b.isEqual(at[2], b.index(0)),
                          b.toElement(number, elementType), result);
        });
    return SmallVector<Value>{
        boxes, rows.buildCounts(b, batches, types[1].getElementType())};
  }

private:
  /// Left, top, right or bottom of a box, for numbers of elements from 2 on.
  static Value buildCorner(VisionMultiboxTransformLocOp op, OpAdaptor adaptor,
                           Emitter &b, ValueRange at, Value anchor,
                           Type elementType) {
    ScalarBuilder s(b, elementType);
    auto load = [&](Value number) -> Value {
      return b.extract(adaptor.getAnchor(), {b.index(0), anchor, number});
    };
    auto predict = [&](Value number) -> Value {
      return b.extract(adaptor.getLocPred(),
                       {at[0], b.add(b.mul(anchor, 4), number)});
    };
    Value axis = b.rem(at[2], 2);
    auto variance = [&](size_t first) {
      return s.select(b.isEqual(axis, b.index(0)),
                      s.constant(op.getVariances()[first]),
                      s.constant(op.getVariances()[first + 1]));
    };
    Value begin = load(axis), end = load(b.add(axis, 2)), two = s.constant(2);
    Value size = s.sub(end, begin);
    Value center = s.div(s.add(begin, end), two);
    Value moved = s.add(s.mul(s.mul(predict(axis), variance(0)), size), center);
    Value half = s.div(
        s.mul(s.exp(s.mul(predict(b.add(axis, 2)), variance(2))), size), two);
    Value corner = s.select(b.isLess(at[2], b.index(4)), s.sub(moved, half),
                            s.add(moved, half));
    return op.getClip() ? s.max(s.min(corner, s.one()), s.zero()) : corner;
  }
};

//===----------------------------------------------------------------------===//
// vision.yolo_reorg
//===----------------------------------------------------------------------===//

// yolo_reorg(x) -> split x; reorder; reshape
struct VisionYoloReorgOpConversion
    : public TensorOpConversion<VisionYoloReorgOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(VisionYoloReorgOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData();
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    int64_t stride = op.getStride();
    OpFoldResult block = b.getIndexAttr(stride),
                 square = b.getIndexAttr(stride * stride);
    data = buildReshape(b, data,
                        {sizes[0], b.divSizes(sizes[1], square), sizes[2],
                         block, sizes[3], block});
    data = buildTranspose(b, data, {0, 3, 5, 1, 2, 4});
    return buildReshape(b, data,
                        {sizes[0], b.mulSizes(sizes[1], square),
                         b.divSizes(sizes[2], block),
                         b.divSizes(sizes[3], block)});
  }
};
} // namespace

void relay::populateVisionToLinalgPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns
      .add<VisionGetValidCountsOpConversion, VisionMultiboxPriorOpConversion,
           VisionMultiboxTransformLocOpConversion, VisionYoloReorgOpConversion>(
          converter, patterns.getContext());
}
