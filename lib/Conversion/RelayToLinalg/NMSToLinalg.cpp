//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Non-maximum suppression: lowering. `topk` sorts the boxes; then each is
// compared with those that have been selected before it.
//
//===----------------------------------------------------------------------===//

#include "BoxBuilder.h"
#include "Patterns.h"
#include <cmath>

using namespace mlir;
using namespace mlir::relay;

/// The positions of `scores`, of floats, along its last dimension, from the
/// highest score down; of equal ones the first comes first. The conversion
/// lowers the sort in turn.
static Value buildOrder(OpBuilder &b, Location loc, Value scores) {
  auto type = cast<RankedTensorType>(scores.getType());
  return TopkOp::create(b, loc, type.clone(b.getI64Type()), scores, /*k=*/0,
                        /*axis=*/-1, /*ret_type=*/"indices",
                        /*is_ascend=*/false, /*dtype=*/b.getI64Type());
}

/// An element of a tensor of i64 as an index.
static Value loadIndex(OpBuilder &b, Location loc, Value tensor,
                       ValueRange place) {
  Value element = tensor::ExtractOp::create(b, loc, tensor, place);
  return arith::IndexCastOp::create(b, loc, b.getIndexType(), element);
}

namespace {
/// How one list of boxes is suppressed. Functions emit what they describe.
struct Suppression {
  BoxBuilder::Kind kind;
  Type geometry; ///< The type of coordinates and overlaps.
  Value limit;   ///< Of overlaps.
  /// Whether a box is suppressed if it overlaps by just the limit.
  bool includesLimit;
  /// The most boxes to select, an index.
  Value most;
  /// The number to store for the box at a place of the sorted list, and
  /// whether it may be selected.
  function_ref<std::pair<Value, Value>(OpBuilder &, Location, Value)> getBox;
  /// The four coordinates of the box of a stored number.
  function_ref<SmallVector<Value>(OpBuilder &, Location, Value)> getCorners;
  /// Whether the box of the second number may be suppressed by that of the
  /// first; null if it always may.
  function_ref<Value(OpBuilder &, Location, Value, Value)> mayInteract;
};
} // namespace

/// Selects boxes from the first `count` of a sorted list, and stores their
/// numbers in `selected`, a vector of i64 with room for all, from `begin` on.
/// Returns it, and the end of what has been stored.
static std::pair<Value, Value> buildSelection(OpBuilder &b, Location loc,
                                              const Suppression &rule,
                                              Value count, Value selected,
                                              Value begin) {
  auto perBox = [&](OpBuilder &b, Location loc, Value place,
                    ValueRange carried) -> SmallVector<Value> {
    IndexArithmetic i(b, loc);
    auto [number, isCandidate] = rule.getBox(b, loc, place);
    isCandidate =
        i.both(isCandidate, i.isLess(i.sub(carried[1], begin), rule.most));
    SmallVector<Value> corners = rule.getCorners(b, loc, number);
    Value box = number;
    auto perSelected = [&](OpBuilder &b, Location loc, Value other,
                           ValueRange suppressed) -> SmallVector<Value> {
      IndexArithmetic i(b, loc);
      Value previous = loadIndex(b, loc, carried[0], other);
      Value overlap =
          BoxBuilder(b, loc, rule.geometry)
              .buildOverlap(rule.kind, rule.getCorners(b, loc, previous),
                            corners);
      ScalarBuilder f(b, loc, rule.geometry);
      Value isOver = rule.includesLimit ? f.ge(overlap, rule.limit)
                                        : f.gt(overlap, rule.limit);
      if (rule.mayInteract)
        isOver = i.both(isOver, rule.mayInteract(b, loc, previous, box));
      return {i.either(suppressed[0], isOver)};
    };
    // Boxes that cannot be selected need no comparisons.
    Value end = i.select(isCandidate, carried[1], begin);
    Value isSuppressed =
        buildLoop(b, loc, begin, end, i.isFalse(), perSelected)[0];
    Value isSelected = i.both(isCandidate, i.isNot(isSuppressed));
    // The next box takes the place of one that is not selected.
    Value next = tensor::InsertOp::create(
        b, loc, i.toElement(number, b.getI64Type()), carried[0], carried[1]);
    return {next, i.add(carried[1], i.count(isSelected))};
  };
  SmallVector<Value> result = buildLoop(b, loc, createIndex(b, loc, 0), count,
                                        {selected, begin}, perBox);
  return {result[0], result[1]};
}

/// Four elements of a tensor, from `first` on along its last dimension.
static SmallVector<Value> loadCorners(OpBuilder &b, Location loc, Value tensor,
                                      SmallVector<Value> place, int64_t first,
                                      Type geometry) {
  ScalarBuilder s(b, loc, getElementTypeOrSelf(tensor.getType()));
  SmallVector<Value> corners;
  place.emplace_back();
  for (int64_t corner = 0; corner < 4; ++corner) {
    place.back() = createIndex(b, loc, first + corner);
    Value element = tensor::ExtractOp::create(b, loc, tensor, place);
    corners.push_back(s.cast(element, geometry));
  }
  return corners;
}

namespace {
//===----------------------------------------------------------------------===//
// vision.all_class_non_max_suppression
//===----------------------------------------------------------------------===//

// all_class_non_max_suppression(b, s) -> sort; select box by box
struct VisionAllClassNonMaxSuppressionOpConversion
    : public TensorsOpConversion<VisionAllClassNonMaxSuppressionOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>>
  lower(VisionAllClassNonMaxSuppressionOp op, OpAdaptor adaptor,
        ArrayRef<RankedTensorType> types,
        ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value boxes = adaptor.getBoxes(), scores = adaptor.getScores();
    bool isOnnx = op.getOutputFormat() == "onnx";
    Type elementType = getElementTypeOrSelf(scores.getType());
    Type geometry = getGeometryType(rewriter, elementType);
    SmallVector<OpFoldResult> extents =
        tensor::getMixedSizes(rewriter, loc, scores);
    OpFoldResult all = multiplyAllExtents(rewriter, loc, extents);
    OpFoldResult perBatch =
        multiplyExtents(rewriter, loc, extents[1], extents[2]);
    Value classes = getIndexValue(rewriter, loc, extents[1]);
    Value numBoxes = getIndexValue(rewriter, loc, extents[2]);

    ScalarOperand most(rewriter, loc, adaptor.getMaxOutputBoxesPerClass(),
                       op.getMaxOutputBoxesPerClass().getType());
    ScalarOperand overlap(rewriter, loc, adaptor.getIouThreshold(),
                          op.getIouThreshold().getType());
    ScalarOperand lowest(rewriter, loc, adaptor.getScoreThreshold(),
                         op.getScoreThreshold().getType());
    IndexArithmetic i(rewriter, loc);
    ScalarBuilder f(rewriter, loc, geometry);
    Value limit = overlap.get(rewriter, loc, geometry);
    Value lowestScore = lowest.get(rewriter, loc, elementType);
    Value count = i.fromElement(most.get(rewriter, loc, rewriter.getI64Type()),
                                rewriter.getI64Type());
    count = i.select(i.isLess(i.constant(0), count), count, numBoxes);
    // As in TVM, a limit that is not positive selects nothing.
    count = i.select(f.gt(limit, f.zero()), count, i.constant(0));

    Value order = buildOrder(rewriter, loc, scores);
    Value selected = buildFilled(rewriter, loc, {all}, rewriter.getI64Type());
    Value counts =
        buildFilled(rewriter, loc, {extents[0]}, rewriter.getI64Type());
    Value zero = i.constant(0);
    auto perBatchBody = [&](OpBuilder &b, Location loc, Value batch,
                            ValueRange carried) -> SmallVector<Value> {
      IndexArithmetic i(b, loc);
      // Batches are apart in TensorFlow's format.
      Value begin =
          isOnnx ? carried[2] : i.mul(batch, getIndexValue(b, loc, perBatch));
      auto perClass = [&](OpBuilder &b, Location loc, Value label,
                          ValueRange carried) -> SmallVector<Value> {
        Value list = IndexArithmetic(b, loc).add(
            IndexArithmetic(b, loc).mul(batch, classes), label);
        auto getBox = [&](OpBuilder &b, Location loc, Value place) {
          IndexArithmetic i(b, loc);
          Value box = loadIndex(b, loc, order, {batch, label, place});
          Value score = tensor::ExtractOp::create(
              b, loc, scores, ValueRange{batch, label, box});
          ScalarBuilder s(b, loc, elementType);
          Value isCandidate =
              i.both(s.gt(score, lowestScore), s.gt(score, s.constant(-1)));
          return std::pair(i.add(i.mul(list, numBoxes), box), isCandidate);
        };
        auto getCorners = [&](OpBuilder &b, Location loc, Value number) {
          Value box = IndexArithmetic(b, loc).rem(number, numBoxes);
          return loadCorners(b, loc, boxes, {batch, box}, 0, geometry);
        };
        // As in TVM, a score that is not positive is not suppressed.
        auto mayInteract = [&](OpBuilder &b, Location loc, Value,
                               Value number) {
          Value box = IndexArithmetic(b, loc).rem(number, numBoxes);
          Value score = tensor::ExtractOp::create(
              b, loc, scores, ValueRange{batch, label, box});
          ScalarBuilder s(b, loc, elementType);
          return s.gt(score, s.zero());
        };
        Suppression rule{BoxBuilder::Kind::AnyCorners,
                         geometry,
                         limit,
                         /*includesLimit=*/true,
                         count,
                         getBox,
                         getCorners,
                         mayInteract};
        auto [next, end] =
            buildSelection(b, loc, rule, numBoxes, carried[0], carried[1]);
        return {next, end};
      };
      SmallVector<Value> next =
          buildLoop(b, loc, createIndex(b, loc, 0), classes,
                    {carried[0], begin}, perClass);
      Value number = i.toElement(i.sub(next[1], begin), b.getI64Type());
      Value nextCounts =
          tensor::InsertOp::create(b, loc, number, carried[1], batch);
      return {next[0], nextCounts, next[1]};
    };
    SmallVector<Value> lists =
        buildLoop(rewriter, loc, zero, getIndexValue(rewriter, loc, extents[0]),
                  {selected, counts, zero}, perBatchBody);
    return isOnnx ? buildOnnx(rewriter, loc, lists, all, classes, numBoxes)
                  : buildTensorFlow(rewriter, loc, lists, extents, perBatch,
                                    scores, classes, numBoxes);
  }

private:
  /// The rows (batch, class, box), and their number.
  static SmallVector<Value> buildOnnx(OpBuilder &b, Location loc,
                                      ArrayRef<Value> lists, OpFoldResult all,
                                      Value classes, Value numBoxes) {
    Type i64 = b.getI64Type();
    Value rows = buildIndexed(
        b, loc, {all, b.getIndexAttr(3)}, i64, {}, {},
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange) -> Value {
          IndexArithmetic i(b, loc);
          Value number = loadIndex(b, loc, lists[0], at[0]);
          Value list = i.div(number, numBoxes);
          Value field = i.select(i.isEqual(at[1], i.constant(0)),
                                 i.div(list, classes), i.rem(list, classes));
          field = i.select(i.isEqual(at[1], i.constant(2)),
                           i.rem(number, numBoxes), field);
          field = i.select(i.isLess(at[0], lists[2]), field, i.constant(0));
          return i.toElement(field, i64);
        });
    Value total =
        buildIndexed(b, loc, {b.getIndexAttr(1)}, i64, {}, {},
                     [&](OpBuilder &b, Location loc, ValueRange, ValueRange) {
                       return IndexArithmetic(b, loc).toElement(lists[2], i64);
                     });
    return {rows, total};
  }

  /// The rows (class, box) of each batch, their scores and their numbers.
  static SmallVector<Value> buildTensorFlow(OpBuilder &b, Location loc,
                                            ArrayRef<Value> lists,
                                            ArrayRef<OpFoldResult> extents,
                                            OpFoldResult perBatch, Value scores,
                                            Value classes, Value numBoxes) {
    Type i64 = b.getI64Type(), f32 = b.getF32Type();
    Type elementType = getElementTypeOrSelf(scores.getType());
    auto load = [&](OpBuilder &b, Location loc, ValueRange at) {
      IndexArithmetic i(b, loc);
      Value place = i.add(i.mul(at[0], getIndexValue(b, loc, perBatch)), at[1]);
      Value number = loadIndex(b, loc, lists[0], place);
      Value isSelected = i.isLess(at[1], loadIndex(b, loc, lists[1], at[0]));
      // What follows is in range, too.
      return std::pair(i.select(isSelected, number, i.constant(0)), isSelected);
    };
    Value rows = buildIndexed(
        b, loc, {extents[0], perBatch, b.getIndexAttr(2)}, i64, {}, {},
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange) -> Value {
          IndexArithmetic i(b, loc);
          auto [number, isSelected] = load(b, loc, at);
          Value field = i.select(i.isEqual(at[2], i.constant(0)),
                                 i.rem(i.div(number, numBoxes), classes),
                                 i.rem(number, numBoxes));
          return i.toElement(i.select(isSelected, field, i.constant(0)), i64);
        });
    Value selectedScores = buildIndexed(
        b, loc, {extents[0], perBatch}, f32, {}, {},
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange) -> Value {
          IndexArithmetic i(b, loc);
          auto [number, isSelected] = load(b, loc, at);
          Value score = tensor::ExtractOp::create(
              b, loc, scores,
              ValueRange{at[0], i.rem(i.div(number, numBoxes), classes),
                         i.rem(number, numBoxes)});
          score = ScalarBuilder(b, loc, elementType).cast(score, f32);
          ScalarBuilder s(b, loc, f32);
          return s.select(isSelected, score, s.zero());
        });
    return {rows, selectedScores, lists[1]};
  }
};

//===----------------------------------------------------------------------===//
// vision.non_max_suppression
//===----------------------------------------------------------------------===//

// non_max_suppression(x) -> sort; select row by row; gather
struct VisionNonMaxSuppressionOpConversion
    : public TensorsOpConversion<VisionNonMaxSuppressionOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>>
  lower(VisionNonMaxSuppressionOp op, OpAdaptor adaptor,
        ArrayRef<RankedTensorType> types,
        ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value data = adaptor.getData();
    Type elementType = getElementTypeOrSelf(op.getData().getType());
    Type geometry = getGeometryType(rewriter, elementType);
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, data);
    OpFoldResult batches = sizes[0], rows = sizes[1];
    ScalarOperand most(rewriter, loc, adaptor.getMaxOutputSize(),
                       op.getMaxOutputSize().getType());
    ScalarOperand overlap(rewriter, loc, adaptor.getIouThreshold(),
                          op.getIouThreshold().getType());
    Value limit = overlap.get(rewriter, loc, geometry);
    IndexArithmetic i(rewriter, loc);
    ScalarBuilder f(rewriter, loc, geometry);
    Value isActive = f.gt(limit, f.zero());
    Value zero = i.constant(0), numRows = getIndexValue(rewriter, loc, rows);
    Value mostRows = i.fromElement(
        most.get(rewriter, loc, rewriter.getI64Type()), rewriter.getI64Type());
    mostRows = i.select(i.isLess(mostRows, zero), i.add(numRows, 1), mostRows);

    Value order = buildOrder(
        rewriter, loc, buildScores(op, adaptor, rewriter, sizes, geometry));
    auto loadRow = [&](OpBuilder &b, Location loc, Value batch, Value place) {
      IndexArithmetic i(b, loc);
      return i.select(isActive, loadIndex(b, loc, order, {batch, place}),
                      place);
    };
    // For each place of the sorted rows whether the row there is kept.
    Value kept =
        buildFilled(rewriter, loc, {batches, rows}, rewriter.getI64Type());
    Value scratch = buildFilled(rewriter, loc, {rows}, rewriter.getI64Type());
    auto perBatch = [&](OpBuilder &b, Location loc, Value batch,
                        ValueRange carried) -> SmallVector<Value> {
      return buildBatch(op, adaptor, b, loc, batch, carried, numRows, mostRows,
                        isActive, limit, geometry, loadRow);
    };
    kept = buildLoop(rewriter, loc, zero, getIndexValue(rewriter, loc, batches),
                     {kept, scratch}, perBatch)[0];
    auto isKept = [&](OpBuilder &b, Location loc, Value batch, Value place) {
      Value flag =
          tensor::ExtractOp::create(b, loc, kept, ValueRange{batch, place});
      return ScalarBuilder(b, loc, b.getI64Type()).isTrue(flag);
    };

    if (op.getReturnIndices()) {
      Type i32 = rewriter.getI32Type();
      Type given = getElementTypeOrSelf(op.getIndices().getType());
      auto loadIndices = [&](OpBuilder &b, Location loc, Value batch,
                             Value place) -> Value {
        Value index = tensor::ExtractOp::create(
            b, loc, adaptor.getIndices(),
            ValueRange{batch, loadRow(b, loc, batch, place)});
        return ScalarBuilder(b, loc, given).cast(index, i32);
      };
      KeptRows moved = buildKeptRows(
          rewriter, loc, batches, rows,
          [&](OpBuilder &b, Location loc, Value batch, Value place) {
            ScalarBuilder s(b, loc, i32);
            Value index = loadIndices(b, loc, batch, place);
            return IndexArithmetic(b, loc).both(isKept(b, loc, batch, place),
                                                s.ge(index, s.zero()));
          });
      Value indices = moved.buildRows(
          rewriter, loc, {batches, rows}, i32, -1,
          [&](OpBuilder &b, Location loc, ValueRange at, Value place) {
            return loadIndices(b, loc, at[0], place);
          });
      return SmallVector<Value>{
          indices, moved.buildCounts(rewriter, loc,
                                     {batches, rewriter.getIndexAttr(1)}, i32)};
    }
    auto load = [&](OpBuilder &b, Location loc, Value batch, Value place,
                    Value element) -> Value {
      Value row = loadRow(b, loc, batch, place);
      return tensor::ExtractOp::create(b, loc, data,
                                       ValueRange{batch, row, element});
    };
    if (op.getInvalidToBottom()) {
      KeptRows moved = buildKeptRows(
          rewriter, loc, batches, rows,
          [&](OpBuilder &b, Location loc, Value batch, Value place) {
            ScalarBuilder s(b, loc, elementType);
            Value first = load(b, loc, batch, place, createIndex(b, loc, 0));
            return IndexArithmetic(b, loc).both(isKept(b, loc, batch, place),
                                                s.ge(first, s.zero()));
          });
      return SmallVector<Value>{moved.buildRows(
          rewriter, loc, sizes, elementType, -1,
          [&](OpBuilder &b, Location loc, ValueRange at, Value place) {
            return load(b, loc, at[0], place, at[2]);
          })};
    }
    return SmallVector<Value>{buildIndexed(
        rewriter, loc, sizes, elementType, {}, {},
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange) -> Value {
          ScalarBuilder s(b, loc, elementType);
          return s.select(isKept(b, loc, at[0], at[1]),
                          load(b, loc, at[0], at[1], at[2]), s.constant(-1));
        })};
  }

private:
  /// The number of valid rows of a batch.
  static Value loadValidCount(VisionNonMaxSuppressionOp op, OpAdaptor adaptor,
                              OpBuilder &b, Location loc, Value batch,
                              Value numRows) {
    IndexArithmetic i(b, loc);
    Value count =
        tensor::ExtractOp::create(b, loc, adaptor.getValidCount(), batch);
    count = i.fromElement(count,
                          getElementTypeOrSelf(op.getValidCount().getType()));
    return i.max(i.min(count, numRows), i.constant(0));
  }

  /// The scores of all rows; those that are not valid come last.
  static Value buildScores(VisionNonMaxSuppressionOp op, OpAdaptor adaptor,
                           OpBuilder &b, ArrayRef<OpFoldResult> sizes,
                           Type geometry) {
    Type elementType = getElementTypeOrSelf(op.getData().getType());
    return buildIndexed(
        b, op.getLoc(), sizes.drop_back(), geometry, {}, {},
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange) -> Value {
          IndexArithmetic i(b, loc);
          Value score = tensor::ExtractOp::create(
              b, loc, adaptor.getData(),
              ValueRange{at[0], at[1], i.constant(op.getScoreIndex())});
          score = ScalarBuilder(b, loc, elementType).cast(score, geometry);
          Value count = loadValidCount(op, adaptor, b, loc, at[0],
                                       getIndexValue(b, loc, sizes[1]));
          ScalarBuilder f(b, loc, geometry);
          // NaN would come first.
          Value isValid = i.both(i.isLess(at[1], count), f.eq(score, score));
          return f.select(isValid, score, f.lowest());
        });
  }

  /// Marks the rows of a batch that are kept, in `carried[0]`; `carried[1]`
  /// is room for the places of rows that suppress others.
  static SmallVector<Value>
  buildBatch(VisionNonMaxSuppressionOp op, OpAdaptor adaptor, OpBuilder &b,
             Location loc, Value batch, ValueRange carried, Value numRows,
             Value mostRows, Value isActive, Value limit, Type geometry,
             function_ref<Value(OpBuilder &, Location, Value, Value)> loadRow) {
    Value data = adaptor.getData();
    Type elementType = getElementTypeOrSelf(op.getData().getType());
    IndexArithmetic i(b, loc);
    Value zero = i.constant(0);
    Value count = loadValidCount(op, adaptor, b, loc, batch, numRows);
    int64_t topK = op.getTopK();
    Value numKept =
        topK > 0 ? i.select(isActive, i.min(count, i.constant(topK)), count)
                 : count;
    auto load = [&](OpBuilder &b, Location loc, Value row,
                    int64_t element) -> Value {
      return tensor::ExtractOp::create(
          b, loc, data, ValueRange{batch, row, createIndex(b, loc, element)});
    };
    auto perPlace = [&](OpBuilder &b, Location loc, Value place,
                        ValueRange carried) -> SmallVector<Value> {
      IndexArithmetic i(b, loc);
      ScalarBuilder s(b, loc, elementType);
      Value row = loadRow(b, loc, batch, place);
      Value isPositive = s.gt(load(b, loc, row, op.getScoreIndex()), s.zero());
      isPositive = i.both(isPositive, isActive);
      Value isFull = i.both(isActive, i.isNot(i.isLess(carried[2], mostRows)));
      SmallVector<Value> corners =
          loadCorners(b, loc, data, {batch, row}, op.getCoordStart(), geometry);
      auto perSelected = [&](OpBuilder &b, Location loc, Value other,
                             ValueRange suppressed) -> SmallVector<Value> {
        IndexArithmetic i(b, loc);
        ScalarBuilder s(b, loc, elementType), f(b, loc, geometry);
        Value previous = loadIndex(b, loc, carried[1], other);
        Value overlap =
            BoxBuilder(b, loc, geometry)
                .buildOverlap(BoxBuilder::Kind::AnyCorners,
                              loadCorners(b, loc, data, {batch, previous},
                                          op.getCoordStart(), geometry),
                              corners);
        Value isOver = f.ge(overlap, limit);
        if (int64_t idIndex = op.getIdIndex(); idIndex >= 0) {
          Value id = load(b, loc, previous, idIndex);
          isOver = i.both(isOver, s.ge(id, s.zero()));
          if (!op.getForceSuppress())
            isOver = i.both(isOver, s.eq(id, load(b, loc, row, idIndex)));
        }
        return {i.either(suppressed[0], isOver)};
      };
      Value end = i.select(i.both(isPositive, i.isNot(isFull)), carried[2],
                           i.constant(0));
      Value isSuppressed =
          buildLoop(b, loc, i.constant(0), end, i.isFalse(), perSelected)[0];
      Value isKept = i.isNot(i.either(isSuppressed, isFull));
      Value flag = i.toElement(i.count(isKept), b.getI64Type());
      Value flags = tensor::InsertOp::create(b, loc, flag, carried[0],
                                             ValueRange{batch, place});
      // The next row takes the place of one that is not kept.
      Value rows = tensor::InsertOp::create(
          b, loc, i.toElement(row, b.getI64Type()), carried[1], carried[2]);
      Value added = i.count(i.both(isKept, isPositive));
      return {flags, rows, i.add(carried[2], added)};
    };
    SmallVector<Value> result = buildLoop(
        b, loc, zero, numKept, {carried[0], carried[1], zero}, perPlace);
    return {result[0], result[1]};
  }
};

//===----------------------------------------------------------------------===//
// vision.regular_non_max_suppression
//===----------------------------------------------------------------------===//

// regular_non_max_suppression(b, s) -> sort; select box by box; sort
struct VisionRegularNonMaxSuppressionOpConversion
    : public TensorsOpConversion<VisionRegularNonMaxSuppressionOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>>
  lower(VisionRegularNonMaxSuppressionOp op, OpAdaptor adaptor,
        ArrayRef<RankedTensorType> types,
        ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value boxes = adaptor.getBoxes(), scores = adaptor.getScores();
    Type elementType = getElementTypeOrSelf(scores.getType());
    Type geometry = getGeometryType(rewriter, elementType);
    SmallVector<OpFoldResult> extents =
        tensor::getMixedSizes(rewriter, loc, scores);
    OpFoldResult batches = extents[0], rows = extents[1];
    OpFoldResult classes = rewriter.getIndexAttr(op.getNumClasses());
    IndexArithmetic i(rewriter, loc);
    Value numBoxes = getIndexValue(rewriter, loc, rows);
    // Classes of the background come first.
    Value background = i.sub(getIndexValue(rewriter, loc, extents[2]),
                             getIndexValue(rewriter, loc, classes));
    Value byClass = buildIndexed(
        rewriter, loc, {batches, classes, rows}, elementType, {}, {},
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange) -> Value {
          Value label = IndexArithmetic(b, loc).add(at[1], background);
          Value score = tensor::ExtractOp::create(
              b, loc, scores, ValueRange{at[0], at[2], label});
          // NaN would come first.
          ScalarBuilder s(b, loc, elementType);
          return s.select(s.eq(score, score), score, s.lowest());
        });
    Value order = buildOrder(rewriter, loc, byClass);
    ScalarBuilder f(rewriter, loc, geometry);
    Value limit = f.constant(op.getIouThreshold().convertToDouble());
    OpFoldResult perBatch = multiplyExtents(rewriter, loc, classes, rows);
    Value selected =
        buildFilled(rewriter, loc, {batches, perBatch}, rewriter.getI64Type());
    Value list = buildFilled(rewriter, loc, {perBatch}, rewriter.getI64Type());
    Value counts = buildFilled(rewriter, loc, {batches}, rewriter.getI64Type());
    auto perBatchBody = [&](OpBuilder &b, Location loc, Value batch,
                            ValueRange carried) -> SmallVector<Value> {
      auto perClass = [&](OpBuilder &b, Location loc, Value label,
                          ValueRange carried) -> SmallVector<Value> {
        auto getBox = [&](OpBuilder &b, Location loc, Value place) {
          IndexArithmetic i(b, loc);
          ScalarBuilder s(b, loc, elementType);
          Value box = loadIndex(b, loc, order, {batch, label, place});
          Value score = tensor::ExtractOp::create(
              b, loc, byClass, ValueRange{batch, label, box});
          Value isHigh =
              s.ge(score, s.constant(op.getScoreThreshold().convertToDouble()));
          return std::pair(i.add(i.mul(label, numBoxes), box), isHigh);
        };
        auto getCorners = [&](OpBuilder &b, Location loc, Value number) {
          Value box = IndexArithmetic(b, loc).rem(number, numBoxes);
          return loadCorners(b, loc, boxes, {batch, box}, 0, geometry);
        };
        Suppression rule{BoxBuilder::Kind::Ordered,
                         geometry,
                         limit,
                         /*includesLimit=*/false,
                         createIndex(b, loc, op.getMaxDetectionsPerClass()),
                         getBox,
                         getCorners,
                         nullptr};
        auto [next, end] =
            buildSelection(b, loc, rule, numBoxes, carried[0], carried[1]);
        return {next, end};
      };
      IndexArithmetic i(b, loc);
      SmallVector<Value> found =
          buildLoop(b, loc, i.constant(0), getIndexValue(b, loc, classes),
                    {carried[1], i.constant(0)}, perClass);
      auto copy = [&](OpBuilder &b, Location loc, Value place,
                      ValueRange carried) -> SmallVector<Value> {
        Value number = tensor::ExtractOp::create(b, loc, found[0], place);
        return {tensor::InsertOp::create(b, loc, number, carried[0],
                                         ValueRange{batch, place})};
      };
      Value all =
          buildLoop(b, loc, i.constant(0), found[1], carried[0], copy)[0];
      Value count = i.toElement(found[1], b.getI64Type());
      Value nextCounts =
          tensor::InsertOp::create(b, loc, count, carried[2], batch);
      return {all, found[0], nextCounts};
    };
    SmallVector<Value> lists = buildLoop(
        rewriter, loc, i.constant(0), getIndexValue(rewriter, loc, batches),
        {selected, list, counts}, perBatchBody);
    return buildResults(op, rewriter, boxes, byClass, lists[0], lists[2],
                        batches, perBatch, numBoxes, types);
  }

private:
  /// The best of the boxes selected.
  static SmallVector<Value> buildResults(VisionRegularNonMaxSuppressionOp op,
                                         OpBuilder &b, Value boxes,
                                         Value byClass, Value selected,
                                         Value counts, OpFoldResult batches,
                                         OpFoldResult perBatch, Value numBoxes,
                                         ArrayRef<RankedTensorType> types) {
    Location loc = op.getLoc();
    Type elementType = getElementTypeOrSelf(byClass.getType());
    auto loadScore = [&](OpBuilder &b, Location loc, Value batch,
                         Value number) -> Value {
      IndexArithmetic i(b, loc);
      return tensor::ExtractOp::create(
          b, loc, byClass,
          ValueRange{batch, i.div(number, numBoxes), i.rem(number, numBoxes)});
    };
    Value scores = buildIndexed(
        b, loc, {batches, perBatch}, elementType, {}, {},
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange) -> Value {
          ScalarBuilder s(b, loc, elementType);
          Value number = loadIndex(b, loc, selected, at);
          Value isSelected = IndexArithmetic(b, loc).isLess(
              at[1], loadIndex(b, loc, counts, at[0]));
          return s.select(isSelected, loadScore(b, loc, at[0], number),
                          s.lowest());
        });
    Value order = buildOrder(b, loc, scores);
    OpFoldResult most = b.getIndexAttr(op.getMaxDetections());
    Type f32 = b.getF32Type();
    auto build =
        [&](ArrayRef<OpFoldResult> sizes,
            function_ref<Value(OpBuilder &, Location, ValueRange, Value)>
                element) {
          return buildIndexed(
              b, loc, sizes, f32, {}, {},
              [&](OpBuilder &b, Location loc, ValueRange at,
                  ValueRange) -> Value {
                IndexArithmetic i(b, loc);
                Value isSelected =
                    i.isLess(at[1], loadIndex(b, loc, counts, at[0]));
                // Where there are no boxes, nothing may be read.
                return scf::IfOp::create(
                           b, loc, isSelected,
                           [&](OpBuilder &b, Location loc) {
                             Value place =
                                 loadIndex(b, loc, order, {at[0], at[1]});
                             Value number =
                                 loadIndex(b, loc, selected, {at[0], place});
                             scf::YieldOp::create(b, loc,
                                                  element(b, loc, at, number));
                           },
                           [&](OpBuilder &b, Location loc) {
                             scf::YieldOp::create(
                                 b, loc, ScalarBuilder(b, loc, f32).zero());
                           })
                    .getResult(0);
              });
        };
    Value corners =
        build({batches, most, b.getIndexAttr(4)},
              [&](OpBuilder &b, Location loc, ValueRange at, Value number) {
                Value box = IndexArithmetic(b, loc).rem(number, numBoxes);
                Value corner = tensor::ExtractOp::create(
                    b, loc, boxes, ValueRange{at[0], box, at[2]});
                return ScalarBuilder(b, loc, elementType).cast(corner, f32);
              });
    Value labels = build({batches, most}, [&](OpBuilder &b, Location loc,
                                              ValueRange, Value number) {
      IndexArithmetic i(b, loc);
      return i.toElement(i.div(number, numBoxes), f32);
    });
    Value best = build({batches, most}, [&](OpBuilder &b, Location loc,
                                            ValueRange at, Value number) {
      return ScalarBuilder(b, loc, elementType)
          .cast(loadScore(b, loc, at[0], number), f32);
    });
    Value numbers = buildIndexed(
        b, loc, {batches}, types[3].getElementType(), {}, {},
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange) {
          IndexArithmetic i(b, loc);
          Value count = i.min(loadIndex(b, loc, counts, at[0]),
                              i.constant(op.getMaxDetections()));
          return i.toElement(count, types[3].getElementType());
        });
    return {corners, labels, best, numbers};
  }
};

//===----------------------------------------------------------------------===//
// vision.proposal
//===----------------------------------------------------------------------===//

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
    Value order = buildOrder(rewriter, loc, scores);
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

void relay::populateNMSToLinalgPatterns(const TypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<VisionAllClassNonMaxSuppressionOpConversion,
               VisionNonMaxSuppressionOpConversion, VisionProposalOpConversion,
               VisionRegularNonMaxSuppressionOpConversion>(
      converter, patterns.getContext());
}
