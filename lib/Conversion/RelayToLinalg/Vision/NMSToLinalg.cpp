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

#include "../Patterns.h"
#include "Suppression.h"

using namespace mlir;
using namespace mlir::relay;

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

    Value order = buildScoreOrder(rewriter, loc, scores);
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
      // Later indices are in range, too.
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

    Value order = buildScoreOrder(
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
    Value order = buildScoreOrder(rewriter, loc, byClass);
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
    Value order = buildScoreOrder(b, loc, scores);
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
                // If there are no boxes, nothing may be read.
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
} // namespace

void relay::populateNMSToLinalgPatterns(const TypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<VisionAllClassNonMaxSuppressionOpConversion,
               VisionNonMaxSuppressionOpConversion,
               VisionRegularNonMaxSuppressionOpConversion>(
      converter, patterns.getContext());
}
