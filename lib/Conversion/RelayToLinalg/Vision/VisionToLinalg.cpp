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

KeptRows relay::buildKeptRows(OpBuilder &b, Location loc, OpFoldResult batches,
                              OpFoldResult rows, RowPredicate isKept) {
  // Each row is written behind those kept, where the next one takes its place
  // unless it is kept itself.
  Value sources = buildFilled(b, loc, {batches, rows}, b.getI64Type());
  Value counts = buildFilled(b, loc, {batches}, b.getI64Type());
  Value zero = createIndex(b, loc, 0);
  auto perBatch = [&](OpBuilder &b, Location loc, Value batch,
                      ValueRange carried) -> SmallVector<Value> {
    auto perRow = [&](OpBuilder &b, Location loc, Value row,
                      ValueRange carried) -> SmallVector<Value> {
      IndexArithmetic i(b, loc);
      Value number = i.toElement(row, b.getI64Type());
      Value next = tensor::InsertOp::create(b, loc, number, carried[0],
                                            ValueRange{batch, carried[1]});
      Value count = i.count(isKept(b, loc, batch, row));
      return {next, i.add(carried[1], count)};
    };
    SmallVector<Value> kept = buildLoop(
        b, loc, zero, getIndexValue(b, loc, rows), {carried[0], zero}, perRow);
    Value count = IndexArithmetic(b, loc).toElement(kept[1], b.getI64Type());
    Value next = tensor::InsertOp::create(b, loc, count, carried[1], batch);
    return {kept[0], next};
  };
  SmallVector<Value> result =
      buildLoop(b, loc, zero, getIndexValue(b, loc, batches), {sources, counts},
                perBatch);
  return {result[0], result[1]};
}

Value relay::buildFilled(OpBuilder &b, Location loc,
                         ArrayRef<OpFoldResult> sizes, Type elementType) {
  Value empty = tensor::EmptyOp::create(b, loc, sizes, elementType);
  Value zero = ScalarBuilder(b, loc, elementType).zero();
  return linalg::FillOp::create(b, loc, zero, empty).getResult(0);
}

Value KeptRows::getSource(OpBuilder &b, Location loc, Value batch,
                          Value place) const {
  Value row =
      tensor::ExtractOp::create(b, loc, sources, ValueRange{batch, place});
  return arith::IndexCastOp::create(b, loc, b.getIndexType(), row);
}

Value KeptRows::isKept(OpBuilder &b, Location loc, Value batch,
                       Value place) const {
  Value count = tensor::ExtractOp::create(b, loc, counts, batch);
  count = arith::IndexCastOp::create(b, loc, b.getIndexType(), count);
  return IndexArithmetic(b, loc).isLess(place, count);
}

Value KeptRows::buildCounts(OpBuilder &b, Location loc,
                            ArrayRef<OpFoldResult> sizes,
                            Type elementType) const {
  return buildIndexed(
      b, loc, sizes, elementType, {}, {},
      [&](OpBuilder &b, Location loc, ValueRange at, ValueRange) -> Value {
        Value count = tensor::ExtractOp::create(b, loc, counts, at[0]);
        return ScalarBuilder(b, loc, b.getI64Type()).cast(count, elementType);
      });
}

Value KeptRows::buildRows(OpBuilder &b, Location loc,
                          ArrayRef<OpFoldResult> sizes, Type elementType,
                          double other, RowBuilder build) const {
  return buildIndexed(
      b, loc, sizes, elementType, {}, {},
      [&](OpBuilder &b, Location loc, ValueRange at, ValueRange) -> Value {
        ScalarBuilder s(b, loc, elementType);
        Value row = getSource(b, loc, at[0], at[1]);
        return s.select(isKept(b, loc, at[0], at[1]), build(b, loc, at, row),
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
  FailureOr<SmallVector<Value>>
  lower(VisionGetValidCountsOp op, OpAdaptor adaptor,
        ArrayRef<RankedTensorType> types,
        ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value data = adaptor.getData();
    Type elementType = getElementTypeOrSelf(op.getData().getType());
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, data);
    ScalarOperand limit(rewriter, loc, adaptor.getScoreThreshold(),
                        op.getScoreThreshold().getType());
    auto isKept = [&](OpBuilder &b, Location loc, Value batch, Value row) {
      IndexArithmetic i(b, loc);
      auto load = [&](int64_t element) -> Value {
        return tensor::ExtractOp::create(
            b, loc, data, ValueRange{batch, row, i.constant(element)});
      };
      ScalarBuilder s(b, loc, elementType);
      Value result =
          s.gt(load(op.getScoreIndex()), limit.get(b, loc, elementType));
      int64_t idIndex = op.getIdIndex();
      if (idIndex < 0)
        return result;
      return i.both(result, s.ge(load(idIndex), s.zero()));
    };
    KeptRows rows = buildKeptRows(rewriter, loc, sizes[0], sizes[1], isKept);
    Value counts =
        rows.buildCounts(rewriter, loc, sizes[0], types[0].getElementType());
    Value moved = rows.buildRows(
        rewriter, loc, sizes, elementType, -1,
        [&](OpBuilder &b, Location loc, ValueRange at, Value row) -> Value {
          return tensor::ExtractOp::create(b, loc, data,
                                           ValueRange{at[0], row, at[2]});
        });
    Type indexType = types[2].getElementType();
    Value sources = rows.buildRows(
        rewriter, loc, ArrayRef(sizes).drop_back(), indexType, -1,
        [&](OpBuilder &b, Location loc, ValueRange, Value row) {
          return IndexArithmetic(b, loc).toElement(row, indexType);
        });
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
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type elementType = type.getElementType();
    Type geometry = getGeometryType(rewriter, elementType);
    // For each box of a position its size, and how much wider it is.
    SmallVector<double> sizes(op.getSizes()), roots(sizes.size(), 1.0);
    for (double ratio : op.getRatios().drop_front()) {
      sizes.push_back(sizes.front());
      roots.push_back(geometry.isF64() ? std::sqrt(ratio)
                                       : std::sqrt(static_cast<float>(ratio)));
    }
    Value sizeTable = buildTable(rewriter, loc, geometry, sizes);
    Value rootTable = buildTable(rewriter, loc, geometry, roots);
    OpFoldResult height =
        tensor::getMixedSize(rewriter, loc, adaptor.getData(), 2);
    OpFoldResult width =
        tensor::getMixedSize(rewriter, loc, adaptor.getData(), 3);
    OpFoldResult count = rewriter.getIndexAttr(sizes.size());
    SmallVector<OpFoldResult> shape{
        rewriter.getIndexAttr(1),
        multiplyAllExtents(rewriter, loc, {height, width, count}),
        rewriter.getIndexAttr(4)};
    auto build = [&](OpBuilder &b, Location loc, ValueRange at,
                     ValueRange) -> Value {
      IndexArithmetic i(b, loc);
      ScalarBuilder f(b, loc, geometry);
      Value rows = getIndexValue(b, loc, height),
            columns = getIndexValue(b, loc, width);
      Value box = i.rem(at[1], sizes.size());
      Value position = i.div(at[1], sizes.size());
      Value extentY = i.toElement(rows, geometry),
            extentX = i.toElement(columns, geometry);
      auto center = [&](Value index, Value extent, size_t axis) {
        double step = op.getSteps()[axis];
        Value distance = step > 0 ? f.constant(step) : f.div(f.one(), extent);
        Value place = f.add(i.toElement(index, geometry),
                            f.constant(op.getOffsets()[axis]));
        return f.mul(place, distance);
      };
      Value y = center(i.div(position, columns), extentY, 0);
      Value x = center(i.rem(position, columns), extentX, 1);
      Value size = tensor::ExtractOp::create(b, loc, sizeTable, box);
      Value root = tensor::ExtractOp::create(b, loc, rootTable, box);
      Value two = f.constant(2);
      Value halfWidth =
          f.div(f.mul(f.div(f.mul(size, extentY), extentX), root), two);
      Value halfHeight = f.div(f.div(size, root), two);
      Value isX = i.isEqual(i.rem(at[2], 2), i.constant(0));
      Value isBegin = i.isLess(at[2], i.constant(2));
      Value middle = f.select(isX, x, y);
      Value half = f.select(isX, halfWidth, halfHeight);
      Value corner =
          f.select(isBegin, f.sub(middle, half), f.add(middle, half));
      if (op.getClip())
        corner = f.min(f.max(corner, f.zero()), f.one());
      return f.cast(corner, elementType);
    };
    return buildIndexed(rewriter, loc, shape, elementType, {}, {}, build);
  }
};

//===----------------------------------------------------------------------===//
// vision.multibox_transform_loc
//===----------------------------------------------------------------------===//

// multibox_transform_loc(p, l, a) -> the boxes that are not background, moved
struct VisionMultiboxTransformLocOpConversion
    : public TensorsOpConversion<VisionMultiboxTransformLocOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>>
  lower(VisionMultiboxTransformLocOp op, OpAdaptor adaptor,
        ArrayRef<RankedTensorType> types,
        ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value probabilities = adaptor.getClsProb();
    Type elementType = types[0].getElementType();
    SmallVector<OpFoldResult> extents =
        tensor::getMixedSizes(rewriter, loc, probabilities);
    OpFoldResult batches = extents[0], classes = extents[1],
                 anchors = extents[2];
    Value best = buildBestClasses(op, rewriter, probabilities, batches, classes,
                                  anchors);
    auto isKept = [&](OpBuilder &b, Location loc, Value batch, Value anchor) {
      if (op.getKeepBackground())
        return IndexArithmetic(b, loc).isTrue();
      auto [number, score] = load(op, b, loc, probabilities, best, classes,
                                  batch, anchor, elementType);
      IndexArithmetic i(b, loc);
      return i.isLess(i.constant(0), number);
    };
    KeptRows rows = buildKeptRows(rewriter, loc, batches, anchors, isKept);
    Value boxes = rows.buildRows(
        rewriter, loc, {batches, anchors, rewriter.getIndexAttr(6)},
        elementType, 0,
        [&](OpBuilder &b, Location loc, ValueRange at, Value anchor) {
          IndexArithmetic i(b, loc);
          ScalarBuilder s(b, loc, elementType);
          auto [number, score] = load(op, b, loc, probabilities, best, classes,
                                      at[0], anchor, elementType);
          if (!op.getKeepBackground())
            number = i.sub(number, 1);
          Value result =
              buildCorner(op, adaptor, b, loc, at, anchor, elementType);
          result = s.select(i.isEqual(at[2], i.constant(1)), score, result);
          return s.select(i.isEqual(at[2], i.constant(0)),
                          i.toElement(number, elementType), result);
        });
    return SmallVector<Value>{
        boxes,
        rows.buildCounts(rewriter, loc, batches, types[1].getElementType())};
  }

private:
  /// The class of the highest probability above -1 of each anchor, or 0.
  static Value buildBestClasses(VisionMultiboxTransformLocOp op, OpBuilder &b,
                                Value probabilities, OpFoldResult batches,
                                OpFoldResult classes, OpFoldResult anchors) {
    Location loc = op.getLoc();
    Type elementType = getElementTypeOrSelf(probabilities.getType());
    auto build = [&](OpBuilder &b, Location loc, ValueRange at,
                     ValueRange) -> Value {
      Value first = createIndex(b, loc, op.getKeepBackground() ? 0 : 1);
      Value number = createIndex(b, loc, 0);
      Value score = ScalarBuilder(b, loc, elementType).constant(-1);
      auto body = [&](OpBuilder &b, Location loc, Value index,
                      ValueRange carried) -> SmallVector<Value> {
        ScalarBuilder s(b, loc, elementType);
        Value here = tensor::ExtractOp::create(b, loc, probabilities,
                                               ValueRange{at[0], index, at[1]});
        Value isBetter = s.gt(here, carried[1]);
        return {IndexArithmetic(b, loc).select(isBetter, index, carried[0]),
                s.select(isBetter, here, carried[1])};
      };
      number = buildLoop(b, loc, first, getIndexValue(b, loc, classes),
                         {number, score}, body)[0];
      return IndexArithmetic(b, loc).toElement(number, b.getI64Type());
    };
    return buildIndexed(b, loc, {batches, anchors}, b.getI64Type(), {}, {},
                        build);
  }

  /// The class of an anchor, an index, and its probability.
  static std::pair<Value, Value> load(VisionMultiboxTransformLocOp op,
                                      OpBuilder &b, Location loc,
                                      Value probabilities, Value best,
                                      OpFoldResult classes, Value batch,
                                      Value anchor, Type elementType) {
    IndexArithmetic i(b, loc);
    ScalarBuilder s(b, loc, elementType);
    Value number = i.fromElement(
        tensor::ExtractOp::create(b, loc, best, ValueRange{batch, anchor}),
        b.getI64Type());
    Value score =
        buildGuardedExtract(b, loc, probabilities, elementType,
                            ValueRange{batch, number, anchor}, classes);
    // Class 0 also stands for none.
    if (!op.getKeepBackground())
      score = s.select(i.isEqual(number, i.constant(0)), s.constant(-1), score);
    score = s.select(s.gt(score, s.constant(-1)), score, s.constant(-1));
    Value isLow = s.lt(score, s.constant(op.getThreshold().convertToDouble()));
    return {i.select(isLow, i.constant(0), number), score};
  }

  /// Left, top, right or bottom of a box, for numbers of elements from 2 on.
  static Value buildCorner(VisionMultiboxTransformLocOp op, OpAdaptor adaptor,
                           OpBuilder &b, Location loc, ValueRange at,
                           Value anchor, Type elementType) {
    IndexArithmetic i(b, loc);
    ScalarBuilder s(b, loc, elementType);
    auto load = [&](Value number) -> Value {
      return tensor::ExtractOp::create(
          b, loc, adaptor.getAnchor(),
          ValueRange{i.constant(0), anchor, number});
    };
    auto predict = [&](Value number) -> Value {
      return tensor::ExtractOp::create(
          b, loc, adaptor.getLocPred(),
          ValueRange{at[0], i.add(i.mul(anchor, 4), number)});
    };
    Value axis = i.rem(at[2], 2);
    auto variance = [&](size_t first) {
      return s.select(i.isEqual(axis, i.constant(0)),
                      s.constant(op.getVariances()[first]),
                      s.constant(op.getVariances()[first + 1]));
    };
    Value begin = load(axis), end = load(i.add(axis, 2)), two = s.constant(2);
    Value size = s.sub(end, begin);
    Value center = s.div(s.add(begin, end), two);
    Value moved = s.add(s.mul(s.mul(predict(axis), variance(0)), size), center);
    Value half = s.div(
        s.mul(s.exp(s.mul(predict(i.add(axis, 2)), variance(2))), size), two);
    Value corner = s.select(i.isLess(at[2], i.constant(4)), s.sub(moved, half),
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
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value data = adaptor.getData();
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, data);
    int64_t stride = op.getStride();
    OpFoldResult block = rewriter.getIndexAttr(stride),
                 square = rewriter.getIndexAttr(stride * stride);
    data =
        buildReshape(rewriter, loc, data,
                     {sizes[0], divideExtents(rewriter, loc, sizes[1], square),
                      sizes[2], block, sizes[3], block});
    data = buildTranspose(rewriter, loc, data, {0, 3, 5, 1, 2, 4});
    return buildReshape(rewriter, loc, data,
                        {sizes[0],
                         multiplyExtents(rewriter, loc, sizes[1], square),
                         divideExtents(rewriter, loc, sizes[2], block),
                         divideExtents(rewriter, loc, sizes[3], block)});
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
