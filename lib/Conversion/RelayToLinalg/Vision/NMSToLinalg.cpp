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

/// The lowering of one all_class_non_max_suppression. A box is stored as its
/// number among those of all classes of all batches.
class AllClassSelection {
public:
  AllClassSelection(VisionAllClassNonMaxSuppressionOp op,
                    VisionAllClassNonMaxSuppressionOp::Adaptor adaptor,
                    Emitter &b);
  SmallVector<Value> build();

private:
  /// Selects boxes of a batch. `carried` are the numbers of all boxes selected,
  /// how many there are in each batch, and their end.
  SmallVector<Value> selectOfBatch(Value batch, ValueRange carried);
  /// Selects boxes of a class. Returns `selected`, and the end of its numbers.
  std::pair<Value, Value> selectOfClass(Value batch, Value label,
                                        Value selected, Value begin);
  /// The rows (batch, class, box), and their number.
  SmallVector<Value> buildOnnx(ArrayRef<Value> lists);
  /// The rows (class, box) of each batch, their scores and their numbers.
  SmallVector<Value> buildTensorFlow(ArrayRef<Value> lists);

  Emitter &b;
  Value boxes, scores;
  bool isOnnx;
  Type elementType, geometry;
  SmallVector<OpFoldResult> extents;
  OpFoldResult all, perBatch;
  Value classes, numBoxes;
  /// The largest overlap, the score that boxes have to exceed, and the most
  /// boxes of a class.
  Value limit, lowestScore, most;
  Value order;
};

// all_class_non_max_suppression(b, s) -> sort; select box by box
struct VisionAllClassNonMaxSuppressionOpConversion
    : public TensorsOpConversion<VisionAllClassNonMaxSuppressionOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>> lower(VisionAllClassNonMaxSuppressionOp op,
                                      OpAdaptor adaptor,
                                      ArrayRef<RankedTensorType> types,
                                      Emitter &b) const override {
    return AllClassSelection(op, adaptor, b).build();
  }
};
} // namespace

AllClassSelection::AllClassSelection(
    VisionAllClassNonMaxSuppressionOp op,
    VisionAllClassNonMaxSuppressionOp::Adaptor adaptor, Emitter &b)
    : b(b), boxes(adaptor.getBoxes()), scores(adaptor.getScores()),
      isOnnx(op.getOutputFormat() == "onnx"),
      elementType(getElementTypeOrSelf(scores.getType())),
      geometry(getGeometryType(b, elementType)), extents(b.getSizes(scores)) {
  all = b.mulAllSizes(extents);
  perBatch = b.mulSizes(extents[1], extents[2]);
  classes = b.index(extents[1]);
  numBoxes = b.index(extents[2]);
  ScalarOperand count(b, adaptor.getMaxOutputBoxesPerClass(),
                      op.getMaxOutputBoxesPerClass().getType());
  ScalarOperand overlap(b, adaptor.getIouThreshold(),
                        op.getIouThreshold().getType());
  ScalarOperand lowest(b, adaptor.getScoreThreshold(),
                       op.getScoreThreshold().getType());
  ScalarBuilder f(b, geometry);
  limit = overlap.get(b, geometry);
  lowestScore = lowest.get(b, elementType);
  most = b.fromElement(count.get(b, b.getI64Type()), b.getI64Type());
  most = b.select(b.isLess(b.index(0), most), most, numBoxes);
  // As in TVM, a limit that is not positive selects nothing.
  most = b.select(f.gt(limit, f.zero()), most, b.index(0));
  order = buildScoreOrder(b, scores);
}

SmallVector<Value> AllClassSelection::build() {
  Value selected = buildFilled(b, {all}, b.getI64Type());
  Value counts = buildFilled(b, {extents[0]}, b.getI64Type());
  Value zero = b.index(0);
  SmallVector<Value> lists =
      b.loop(zero, b.index(extents[0]), {selected, counts, zero},
             [&](Value batch, ValueRange carried) {
               return selectOfBatch(batch, carried);
             });
  return isOnnx ? buildOnnx(lists) : buildTensorFlow(lists);
}

SmallVector<Value> AllClassSelection::selectOfBatch(Value batch,
                                                    ValueRange carried) {
  // Batches are apart in TensorFlow's format.
  Value begin = isOnnx ? carried[2] : b.mul(batch, b.index(perBatch));
  auto perClass = [&](Value label, ValueRange carried) -> SmallVector<Value> {
    auto [next, end] = selectOfClass(batch, label, carried[0], carried[1]);
    return {next, end};
  };
  SmallVector<Value> next =
      b.loop(b.index(0), classes, {carried[0], begin}, perClass);
  Value number = b.toElement(b.sub(next[1], begin), b.getI64Type());
  Value counts = tensor::InsertOp::create(b, number, carried[1], batch);
  return {next[0], counts, next[1]};
}

std::pair<Value, Value> AllClassSelection::selectOfClass(Value batch,
                                                         Value label,
                                                         Value selected,
                                                         Value begin) {
  Value list = b.add(b.mul(batch, classes), label);
  ScalarBuilder s(b, elementType);
  auto getBox = [&](Value place) {
    Value box = loadIndex(b, order, {batch, label, place});
    Value score = b.extract(scores, {batch, label, box});
    Value isCandidate =
        b.both(s.gt(score, lowestScore), s.gt(score, s.constant(-1)));
    return std::pair(b.add(b.mul(list, numBoxes), box), isCandidate);
  };
  auto getCorners = [&](Value number) {
    Value box = b.rem(number, numBoxes);
    return loadCorners(b, boxes, {batch, box}, 0, geometry);
  };
  // As in TVM, a score that is not positive is not suppressed.
  auto narrow = [&](Value isOver, Value, Value number) {
    Value box = b.rem(number, numBoxes);
    Value score = b.extract(scores, {batch, label, box});
    return b.both(isOver, s.gt(score, s.zero()));
  };
  Suppression rule{BoxBuilder::Kind::AnyCorners, geometry,   limit,
                   /*includesLimit=*/true,       getCorners, narrow};
  return buildSelection(b, rule, {numBoxes, most, getBox}, selected, begin);
}

SmallVector<Value> AllClassSelection::buildOnnx(ArrayRef<Value> lists) {
  Type i64 = b.getI64Type();
  Value rows = buildIndexed(
      b, {all, b.getIndexAttr(3)}, i64, {}, {},
      [&](ValueRange at, ValueRange) -> Value {
        Value number = loadIndex(b, lists[0], at[0]);
        Value list = b.div(number, numBoxes);
        Value field = b.select(b.isEqual(at[1], b.index(0)),
                               b.div(list, classes), b.rem(list, classes));
        field = b.select(b.isEqual(at[1], b.index(2)), b.rem(number, numBoxes),
                         field);
        field = b.select(b.isLess(at[0], lists[2]), field, b.index(0));
        return b.toElement(field, i64);
      });
  Value total = buildIndexed(
      b, {b.getIndexAttr(1)}, i64, {}, {},
      [&](ValueRange, ValueRange) { return b.toElement(lists[2], i64); });
  return {rows, total};
}

SmallVector<Value> AllClassSelection::buildTensorFlow(ArrayRef<Value> lists) {
  Type i64 = b.getI64Type(), f32 = b.getF32Type();
  auto load = [&](ValueRange at) {
    Value place = b.add(b.mul(at[0], b.index(perBatch)), at[1]);
    Value number = loadIndex(b, lists[0], place);
    Value isSelected = b.isLess(at[1], loadIndex(b, lists[1], at[0]));
    // Later indices are in range, too.
    return std::pair(b.select(isSelected, number, b.index(0)), isSelected);
  };
  Value rows = buildIndexed(
      b, {extents[0], perBatch, b.getIndexAttr(2)}, i64, {}, {},
      [&](ValueRange at, ValueRange) -> Value {
        auto [number, isSelected] = load(at);
        Value field = b.select(b.isEqual(at[2], b.index(0)),
                               b.rem(b.div(number, numBoxes), classes),
                               b.rem(number, numBoxes));
        return b.toElement(b.select(isSelected, field, b.index(0)), i64);
      });
  Value selectedScores = buildIndexed(
      b, {extents[0], perBatch}, f32, {}, {},
      [&](ValueRange at, ValueRange) -> Value {
        auto [number, isSelected] = load(at);
        Value score =
            b.extract(scores, {at[0], b.rem(b.div(number, numBoxes), classes),
                               b.rem(number, numBoxes)});
        score = b.scalar(elementType).cast(score, f32);
        ScalarBuilder s(b, f32);
        return s.select(isSelected, score, s.zero());
      });
  return {rows, selectedScores, lists[1]};
}

//===----------------------------------------------------------------------===//
// vision.non_max_suppression
//===----------------------------------------------------------------------===//

namespace {
/// The lowering of one non_max_suppression. A place is the position of a row in
/// its batch when that is sorted.
class RowSelection {
public:
  RowSelection(VisionNonMaxSuppressionOp op,
               VisionNonMaxSuppressionOp::Adaptor adaptor, Emitter &b);
  SmallVector<Value> build();

private:
  /// The number of valid rows of a batch that has `numRows` rows.
  Value loadValidCount(Value batch, Value numRows);
  /// The scores of all rows; those that are not valid come last.
  Value buildScores();
  /// The row at a place.
  Value loadRow(Value batch, Value place) {
    return b.select(isActive, loadIndex(b, order, {batch, place}), place);
  }
  Value load(Value batch, Value row, Value element) {
    return b.extract(data, {batch, row, element});
  }

  /// Marks the rows of a batch that are kept, in `carried[0]`; `carried[1]` is
  /// room for the rows that suppress others.
  SmallVector<Value> selectOfBatch(Value batch, ValueRange carried);
  /// Marks the row at a place. `carried` are the marks, the rows that suppress
  /// others, and their number.
  SmallVector<Value> selectRow(Value batch, Value place, ValueRange carried);
  /// Whether the row at a place is kept.
  Value isKept(Value batch, Value place) {
    return b.scalar(b.getI64Type()).isTrue(b.extract(kept, {batch, place}));
  }

  /// The indices of the rows kept, and their numbers.
  SmallVector<Value> buildIndices();
  /// The rows kept, one after the other.
  Value buildMoved();
  /// All rows in order; those not kept are -1.
  Value buildMarked();

  VisionNonMaxSuppressionOp op;
  VisionNonMaxSuppressionOp::Adaptor adaptor;
  Emitter &b;
  Value data;
  Type elementType, geometry;
  SmallVector<OpFoldResult> sizes;
  OpFoldResult batches, rows;
  Value limit;    ///< The largest overlap.
  Value isActive; ///< Whether overlaps suppress rows.
  Value numRows;  ///< The number of rows of a batch.
  Value mostRows; ///< The most rows to keep.
  Value order;    ///< The row at each place.
  Value kept;     ///< For each place whether the row there is kept.
};

// non_max_suppression(x) -> sort; select row by row; gather
struct VisionNonMaxSuppressionOpConversion
    : public TensorsOpConversion<VisionNonMaxSuppressionOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>> lower(VisionNonMaxSuppressionOp op,
                                      OpAdaptor adaptor,
                                      ArrayRef<RankedTensorType> types,
                                      Emitter &b) const override {
    return RowSelection(op, adaptor, b).build();
  }
};
} // namespace

RowSelection::RowSelection(VisionNonMaxSuppressionOp op,
                           VisionNonMaxSuppressionOp::Adaptor adaptor,
                           Emitter &b)
    : op(op), adaptor(adaptor), b(b), data(adaptor.getData()),
      elementType(getElementTypeOrSelf(op.getData().getType())),
      geometry(getGeometryType(b, elementType)), sizes(b.getSizes(data)),
      batches(sizes[0]), rows(sizes[1]) {
  ScalarOperand most(b, adaptor.getMaxOutputSize(),
                     op.getMaxOutputSize().getType());
  ScalarOperand overlap(b, adaptor.getIouThreshold(),
                        op.getIouThreshold().getType());
  limit = overlap.get(b, geometry);
  ScalarBuilder f(b, geometry);
  isActive = f.gt(limit, f.zero());
  Value zero = b.index(0);
  numRows = b.index(rows);
  mostRows = b.fromElement(most.get(b, b.getI64Type()), b.getI64Type());
  mostRows = b.select(b.isLess(mostRows, zero), b.add(numRows, 1), mostRows);
  order = buildScoreOrder(b, buildScores());
  kept = buildFilled(b, {batches, rows}, b.getI64Type());
  Value scratch = buildFilled(b, {rows}, b.getI64Type());
  kept = b.loop(zero, b.index(batches), {kept, scratch},
                [&](Value batch, ValueRange carried) {
                  return selectOfBatch(batch, carried);
                })[0];
}

SmallVector<Value> RowSelection::build() {
  if (op.getReturnIndices())
    return buildIndices();
  return {op.getInvalidToBottom() ? buildMoved() : buildMarked()};
}

Value RowSelection::loadValidCount(Value batch, Value numRows) {
  Value count = b.extract(adaptor.getValidCount(), batch);
  count =
      b.fromElement(count, getElementTypeOrSelf(op.getValidCount().getType()));
  return b.max(b.min(count, numRows), b.index(0));
}

Value RowSelection::buildScores() {
  return buildIndexed(b, {batches, rows}, geometry, {}, {},
                      [&](ValueRange at, ValueRange) -> Value {
                        Value score =
                            load(at[0], at[1], b.index(op.getScoreIndex()));
                        score = b.scalar(elementType).cast(score, geometry);
                        Value count = loadValidCount(at[0], b.index(rows));
                        ScalarBuilder f(b, geometry);
                        // NaN would come first.
                        Value isValid =
                            b.both(b.isLess(at[1], count), f.eq(score, score));
                        return f.select(isValid, score, f.lowest());
                      });
}

SmallVector<Value> RowSelection::selectOfBatch(Value batch,
                                               ValueRange carried) {
  Value zero = b.index(0);
  Value count = loadValidCount(batch, numRows);
  if (int64_t topK = op.getTopK(); topK > 0)
    count = b.select(isActive, b.min(count, b.index(topK)), count);
  SmallVector<Value> result =
      b.loop(zero, count, {carried[0], carried[1], zero},
             [&](Value place, ValueRange carried) {
               return selectRow(batch, place, carried);
             });
  return {result[0], result[1]};
}

SmallVector<Value> RowSelection::selectRow(Value batch, Value place,
                                           ValueRange carried) {
  ScalarBuilder s(b, elementType);
  auto getCorners = [&](Value row) {
    return loadCorners(b, data, {batch, row}, op.getCoordStart(), geometry);
  };
  // Rows of other classes are not suppressed.
  auto narrow = [&](Value isOver, Value previous, Value row) {
    int64_t idIndex = op.getIdIndex();
    if (idIndex < 0)
      return isOver;
    Value id = load(batch, previous, b.index(idIndex));
    isOver = b.both(isOver, s.ge(id, s.zero()));
    if (op.getForceSuppress())
      return isOver;
    return b.both(isOver, s.eq(id, load(batch, row, b.index(idIndex))));
  };
  Suppression rule{BoxBuilder::Kind::AnyCorners, geometry,   limit,
                   /*includesLimit=*/true,       getCorners, narrow};
  Value row = loadRow(batch, place);
  Value isPositive =
      s.gt(load(batch, row, b.index(op.getScoreIndex())), s.zero());
  isPositive = b.both(isPositive, isActive);
  Value isFull = b.both(isActive, b.isNot(b.isLess(carried[2], mostRows)));
  SmallVector<Value> corners = getCorners(row);
  Value end =
      b.select(b.both(isPositive, b.isNot(isFull)), carried[2], b.index(0));
  Value isSuppressed =
      rule.isSuppressed(b, {carried[1], b.index(0), end}, row, corners);
  Value isKept = b.isNot(b.either(isSuppressed, isFull));
  Value flag = b.toElement(b.count(isKept), b.getI64Type());
  Value flags =
      tensor::InsertOp::create(b, flag, carried[0], ValueRange{batch, place});
  // The next row takes the place of one that is not kept.
  Value rows = tensor::InsertOp::create(b, b.toElement(row, b.getI64Type()),
                                        carried[1], carried[2]);
  Value added = b.count(b.both(isKept, isPositive));
  return {flags, rows, b.add(carried[2], added)};
}

SmallVector<Value> RowSelection::buildIndices() {
  Type i32 = b.getI32Type();
  Type given = getElementTypeOrSelf(op.getIndices().getType());
  auto loadIndices = [&](Value batch, Value place) -> Value {
    Value index =
        b.extract(adaptor.getIndices(), {batch, loadRow(batch, place)});
    return ScalarBuilder(b, given).cast(index, i32);
  };
  KeptRows moved =
      buildKeptRows(b, batches, rows, [&](Value batch, Value place) {
        ScalarBuilder s(b, i32);
        Value index = loadIndices(batch, place);
        return b.both(isKept(batch, place), s.ge(index, s.zero()));
      });
  Value indices = moved.buildRows(
      b, {batches, rows}, i32, -1,
      [&](ValueRange at, Value place) { return loadIndices(at[0], place); });
  return {indices, moved.buildCounts(b, {batches, b.getIndexAttr(1)}, i32)};
}

Value RowSelection::buildMoved() {
  KeptRows moved =
      buildKeptRows(b, batches, rows, [&](Value batch, Value place) {
        ScalarBuilder s(b, elementType);
        Value zero = b.index(0);
        Value first = load(batch, loadRow(batch, place), zero);
        return b.both(isKept(batch, place), s.ge(first, s.zero()));
      });
  return moved.buildRows(b, sizes, elementType, -1,
                         [&](ValueRange at, Value place) {
                           return load(at[0], loadRow(at[0], place), at[2]);
                         });
}

Value RowSelection::buildMarked() {
  return buildIndexed(
      b, sizes, elementType, {}, {}, [&](ValueRange at, ValueRange) -> Value {
        ScalarBuilder s(b, elementType);
        Value flag = isKept(at[0], at[1]);
        Value element = load(at[0], loadRow(at[0], at[1]), at[2]);
        return s.select(flag, element, s.constant(-1));
      });
}

//===----------------------------------------------------------------------===//
// vision.regular_non_max_suppression
//===----------------------------------------------------------------------===//

namespace {
/// The lowering of one regular_non_max_suppression. A box is stored as its
/// number among those of all classes of its batch.
class RegularSelection {
public:
  RegularSelection(VisionRegularNonMaxSuppressionOp op,
                   VisionRegularNonMaxSuppressionOp::Adaptor adaptor,
                   Emitter &b);
  /// Return the best of the boxes selected. Their numbers have the type
  /// `countType`.
  SmallVector<Value> build(Type countType);

private:
  /// Selects boxes of a batch. `carried` are the numbers of the boxes selected
  /// of each batch, room for those of one, and how many there are in each.
  SmallVector<Value> selectOfBatch(Value batch, ValueRange carried);
  /// Selects boxes of a class. Returns `list`, and the end of its numbers.
  std::pair<Value, Value> selectOfClass(Value batch, Value label, Value list,
                                        Value begin);
  /// The score of the box of a number.
  Value loadScore(Value batch, Value number) {
    return b.extract(byClass,
                     {batch, b.div(number, numBoxes), b.rem(number, numBoxes)});
  }
  Value loadCount(Value batch) { return loadIndex(b, counts, batch); }
  /// Return the numbers of selected boxes by their scores.
  Value buildOrder();
  /// Return a tensor of the shape `sizes`, whose second dimension is that of
  /// the best boxes: `element` makes its elements of the numbers of boxes.
  Value buildBest(ArrayRef<OpFoldResult> sizes,
                  function_ref<Value(ValueRange, Value)> element);

  VisionRegularNonMaxSuppressionOp op;
  Emitter &b;
  Value boxes;
  Type elementType, geometry;
  OpFoldResult batches, rows, classes, perBatch;
  Value numBoxes;
  Value byClass; ///< The scores (batch, class, box).
  Value order;   ///< The boxes of each class by their scores.
  Value limit;   ///< The largest overlap.
  Value selected, counts;
  Value bestOrder; ///< The places of `selected` by scores.
};

// regular_non_max_suppression(b, s) -> sort; select box by box; sort
struct VisionRegularNonMaxSuppressionOpConversion
    : public TensorsOpConversion<VisionRegularNonMaxSuppressionOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>> lower(VisionRegularNonMaxSuppressionOp op,
                                      OpAdaptor adaptor,
                                      ArrayRef<RankedTensorType> types,
                                      Emitter &b) const override {
    return RegularSelection(op, adaptor, b).build(types[3].getElementType());
  }
};
} // namespace

RegularSelection::RegularSelection(
    VisionRegularNonMaxSuppressionOp op,
    VisionRegularNonMaxSuppressionOp::Adaptor adaptor, Emitter &b)
    : op(op), b(b), boxes(adaptor.getBoxes()),
      elementType(getElementTypeOrSelf(adaptor.getScores().getType())),
      geometry(getGeometryType(b, elementType)) {
  Value scores = adaptor.getScores();
  SmallVector<OpFoldResult> extents = b.getSizes(scores);
  batches = extents[0];
  rows = extents[1];
  classes = b.getIndexAttr(op.getNumClasses());
  numBoxes = b.index(rows);
  // Classes of the background come first.
  Value background = b.sub(b.index(extents[2]), b.index(classes));
  byClass =
      buildIndexed(b, {batches, classes, rows}, elementType, {}, {},
                   [&](ValueRange at, ValueRange) -> Value {
                     Value label = b.add(at[1], background);
                     Value score = b.extract(scores, {at[0], at[2], label});
                     // NaN would come first.
                     ScalarBuilder s(b, elementType);
                     return s.select(s.eq(score, score), score, s.lowest());
                   });
  order = buildScoreOrder(b, byClass);
  limit = b.scalar(geometry).constant(op.getIouThreshold().convertToDouble());
  perBatch = b.mulSizes(classes, rows);
}

SmallVector<Value> RegularSelection::build(Type countType) {
  selected = buildFilled(b, {batches, perBatch}, b.getI64Type());
  Value list = buildFilled(b, {perBatch}, b.getI64Type());
  counts = buildFilled(b, {batches}, b.getI64Type());
  SmallVector<Value> lists =
      b.loop(b.index(0), b.index(batches), {selected, list, counts},
             [&](Value batch, ValueRange carried) {
               return selectOfBatch(batch, carried);
             });
  selected = lists[0];
  counts = lists[2];
  bestOrder = buildOrder();

  OpFoldResult most = b.getIndexAttr(op.getMaxDetections());
  Type f32 = b.getF32Type();
  Value corners = buildBest(
      {batches, most, b.getIndexAttr(4)}, [&](ValueRange at, Value number) {
        Value box = b.rem(number, numBoxes);
        Value corner = b.extract(boxes, {at[0], box, at[2]});
        return ScalarBuilder(b, elementType).cast(corner, f32);
      });
  Value labels = buildBest({batches, most}, [&](ValueRange, Value number) {
    return b.toElement(b.div(number, numBoxes), f32);
  });
  Value best = buildBest({batches, most}, [&](ValueRange at, Value number) {
    return ScalarBuilder(b, elementType).cast(loadScore(at[0], number), f32);
  });
  Value numbers = buildIndexed(
      b, {batches}, countType, {}, {}, [&](ValueRange at, ValueRange) {
        Value count = b.min(loadCount(at[0]), b.index(op.getMaxDetections()));
        return b.toElement(count, countType);
      });
  return {corners, labels, best, numbers};
}

SmallVector<Value> RegularSelection::selectOfBatch(Value batch,
                                                   ValueRange carried) {
  auto perClass = [&](Value label, ValueRange carried) -> SmallVector<Value> {
    auto [next, end] = selectOfClass(batch, label, carried[0], carried[1]);
    return {next, end};
  };
  SmallVector<Value> found =
      b.loop(b.index(0), b.index(classes), {carried[1], b.index(0)}, perClass);
  auto copy = [&](Value place, ValueRange carried) -> SmallVector<Value> {
    Value number = b.extract(found[0], place);
    return {tensor::InsertOp::create(b, number, carried[0],
                                     ValueRange{batch, place})};
  };
  Value all = b.loop(b.index(0), found[1], carried[0], copy)[0];
  Value count = b.toElement(found[1], b.getI64Type());
  Value nextCounts = tensor::InsertOp::create(b, count, carried[2], batch);
  return {all, found[0], nextCounts};
}

std::pair<Value, Value> RegularSelection::selectOfClass(Value batch,
                                                        Value label, Value list,
                                                        Value begin) {
  auto getBox = [&](Value place) {
    ScalarBuilder s(b, elementType);
    Value box = loadIndex(b, order, {batch, label, place});
    Value score = b.extract(byClass, {batch, label, box});
    Value isHigh =
        s.ge(score, s.constant(op.getScoreThreshold().convertToDouble()));
    return std::pair(b.add(b.mul(label, numBoxes), box), isHigh);
  };
  auto getCorners = [&](Value number) {
    Value box = b.rem(number, numBoxes);
    return loadCorners(b, boxes, {batch, box}, 0, geometry);
  };
  Suppression rule{BoxBuilder::Kind::Ordered, geometry, limit,
                   /*includesLimit=*/false, getCorners};
  Value most = b.index(op.getMaxDetectionsPerClass());
  return buildSelection(b, rule, {numBoxes, most, getBox}, list, begin);
}

Value RegularSelection::buildOrder() {
  Value scores = buildIndexed(
      b, {batches, perBatch}, elementType, {}, {},
      [&](ValueRange at, ValueRange) -> Value {
        ScalarBuilder s(b, elementType);
        Value number = loadIndex(b, selected, at);
        Value isSelected = b.isLess(at[1], loadCount(at[0]));
        return s.select(isSelected, loadScore(at[0], number), s.lowest());
      });
  return buildScoreOrder(b, scores);
}

Value RegularSelection::buildBest(
    ArrayRef<OpFoldResult> sizes,
    function_ref<Value(ValueRange, Value)> element) {
  Type f32 = b.getF32Type();
  auto build = [&](ValueRange at, ValueRange) -> Value {
    Value isSelected = b.isLess(at[1], loadCount(at[0]));
    // If there are no boxes, nothing may be read.
    return b.choose(
        isSelected,
        [&]() -> Value {
          Value place = loadIndex(b, bestOrder, {at[0], at[1]});
          return element(at, loadIndex(b, selected, {at[0], place}));
        },
        [&]() -> Value { return b.scalar(f32).zero(); });
  };
  return buildIndexed(b, sizes, f32, {}, {}, build);
}

void relay::populateNMSToLinalgPatterns(const TypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<VisionAllClassNonMaxSuppressionOpConversion,
               VisionNonMaxSuppressionOpConversion,
               VisionRegularNonMaxSuppressionOpConversion>(
      converter, patterns.getContext());
}
