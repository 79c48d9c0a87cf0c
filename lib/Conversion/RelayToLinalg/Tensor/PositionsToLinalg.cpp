//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators whose elements follow from positions: sequences, windows, diagonals
// and coordinates. One linalg.generic computes each.
//
//===----------------------------------------------------------------------===//

#include "../Builders/Emitter.h"
#include "../Builders/ScalarBuilder.h"
#include "../Builders/TensorBuilders.h"
#include "../Patterns.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
// reverse_sequence(x, n) -> linalg.generic that reads x from position n down
struct ReverseSequenceOpConversion
    : public TensorOpConversion<ReverseSequenceOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(ReverseSequenceOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData();
    int64_t rank = type.getRank();
    int64_t axis = wrapAxis(op.getSeqAxis(), rank);
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    AffineMap map = AffineMap::get(
        rank, 0, b.getAffineDimExpr(wrapAxis(op.getBatchAxis(), rank)));
    Type lengthType = getElementTypeOrSelf(op.getSeqLengths().getType());
    return buildIndexed(
        b, sizes, type.getElementType(), adaptor.getSeqLengths(), map,
        [&](ValueRange at, ValueRange elements) {
          Value length = b.min(b.fromElement(elements[0], lengthType),
                               b.index(sizes[axis]));
          Value mirrored = b.sub(b.sub(length, b.index(1)), at[axis]);
          SmallVector<Value> position(at);
          position[axis] =
              b.select(b.isLess(at[axis], length), mirrored, at[axis]);
          return b.extract(data, position);
        });
  }
};

// sequence_mask(x, n) -> linalg.generic of x before position n
struct SequenceMaskOpConversion : public TensorOpConversion<SequenceMaskOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(SequenceMaskOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    int64_t rank = type.getRank(), axis = op.getAxis();
    AffineMap maps[] = {b.getMultiDimIdentityMap(rank),
                        AffineMap::get(rank, 0, b.getAffineDimExpr(1 - axis))};
    Type elementType = getElementTypeOrSelf(op.getType());
    Type lengthType = getElementTypeOrSelf(op.getValidLength().getType());
    return buildIndexed(
        b, b.getSizes(adaptor.getData()), type.getElementType(),
        {adaptor.getData(), adaptor.getValidLength()}, maps,
        [&](ValueRange at, ValueRange x) {
          ScalarBuilder s(b, elementType);
          Value isMasked = isAtLeast(b, at[axis], x[1], s.withType(lengthType));
          Value mask = s.constant(op.getMaskValue().convertToDouble());
          return s.select(isMasked, mask, x[0]);
        });
  }

private:
  /// Whether `index` is at least `length`; `s` is of its type.
  static Value isAtLeast(Emitter &b, Value index, Value length,
                         ScalarBuilder s) {
    Value position = arith::IndexCastOp::create(b, b.getI64Type(), index);
    if (s.isFloat())
      return s.ge(s.withType(b.getI64Type()).cast(position, length.getType()),
                  length);
    auto predicate =
        s.isUnsigned() ? arith::CmpIPredicate::uge : arith::CmpIPredicate::sge;
    return arith::CmpIOp::create(b, predicate, position,
                                 s.cast(length, b.getI64Type()));
  }
};

// sliding_window(x) -> linalg.generic that reads x at position * stride + place
struct SlidingWindowOpConversion : public TensorOpConversion<SlidingWindowOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(SlidingWindowOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    int64_t axis = op.getAxis();
    SmallVector<OpFoldResult> sizes = b.getSizes(adaptor.getData());
    SmallVector<AffineExpr> dims;
    for (int64_t dim = 0; dim < axis; ++dim)
      dims.push_back(b.getAffineDimExpr(dim));
    int64_t count = op.getWindowShape().size();
    for (auto [i, window, stride] :
         llvm::enumerate(op.getWindowShape(), op.getStrides())) {
      int64_t dim = axis + i;
      dims.push_back(b.getAffineDimExpr(dim) * stride +
                     b.getAffineDimExpr(dim + count));
      OpFoldResult last = b.subSizes(sizes[dim], b.getIndexAttr(window));
      sizes[dim] = b.addSizes(b.divSizes(last, b.getIndexAttr(stride)),
                              b.getIndexAttr(1));
    }
    llvm::append_range(
        sizes, getAsIndexOpFoldResult(b.getContext(), op.getWindowShape()));
    AffineMap map = AffineMap::get(sizes.size(), 0, dims, b.getContext());
    return buildIndexed(b, sizes, type.getElementType(), adaptor.getData(), map,
                        [](ValueRange, ValueRange x) { return x[0]; });
  }
};

// trilu(x, k) -> linalg.generic of x on one side of diagonal k
struct TriluOpConversion : public TensorOpConversion<TriluOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(TriluOp op, OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    int64_t rank = type.getRank();
    Type elementType = getElementTypeOrSelf(op.getType());
    Type kType = getElementTypeOrSelf(op.getK().getType());
    AffineMap maps[] = {b.getMultiDimIdentityMap(rank),
                        AffineMap::get(rank, 0, b.getContext())};
    return buildIndexed(b, b.getSizes(adaptor.getData()), type.getElementType(),
                        {adaptor.getData(), adaptor.getK()}, maps,
                        [&](ValueRange at, ValueRange x) {
                          Value diagonal = b.sub(at[rank - 1], at[rank - 2]);
                          Value k = b.fromElement(x[1], kType);
                          Value isKept = op.getUpper()
                                             ? b.isLessOrEqual(k, diagonal)
                                             : b.isLessOrEqual(diagonal, k);
                          ScalarBuilder s(b, elementType);
                          return s.select(isKept, x[0], s.zero());
                        });
  }
};

// matrix_set_diag(x, d) -> linalg.generic of d on some diagonals, x elsewhere
struct MatrixSetDiagOpConversion : public TensorOpConversion<MatrixSetDiagOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(MatrixSetDiagOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value input = adaptor.getInput(), diagonals = adaptor.getDiagonal();
    int64_t rank = type.getRank();
    int64_t k1 = op.getK1(), k2 = op.getK2();
    SmallVector<OpFoldResult> sizes = b.getSizes(input);
    return buildIndexed(
        b, sizes, type.getElementType(), input, b.getMultiDimIdentityMap(rank),
        [&](ValueRange at, ValueRange x) {
          Value row = at[rank - 2], column = at[rank - 1];
          Value k = b.sub(column, row), zero = b.index(0);
          Value isReplaced = b.both(b.isLessOrEqual(b.index(k1), k),
                                    b.isLessOrEqual(k, b.index(k2)));
          Value isUpper = b.isLessOrEqual(zero, k);
          Value place = b.select(isUpper, row, column);
          SmallVector<Value> position(at.drop_back(2));
          if (k1 != k2) {
            position.push_back(b.sub(b.index(k2), k));
            // How much shorter the diagonal is than the longest.
            Value length =
                b.min(b.add(b.index(sizes[rank - 2]), b.min(k, zero)),
                      b.sub(b.index(sizes[rank - 1]), b.max(k, zero)));
            Value longest = b.getDim(diagonals, position.size());
            Value rest = b.sub(longest, length);
            Value offset =
                b.select(isUpper, op.getSuperDiagRightAlign() ? rest : zero,
                         op.getSubDiagRightAlign() ? rest : zero);
            place = b.add(place, offset);
          }
          position.push_back(place);
          // Sizes at run time may turn out not to fit.
          if (!type.hasStaticShape() ||
              !cast<ShapedType>(diagonals.getType()).hasStaticShape())
            for (auto [dim, index] : llvm::enumerate(position))
              isReplaced = b.both(isReplaced,
                                  b.isInside(index, b.getDim(diagonals, dim)));
          return b.choose(
              isReplaced,
              [&]() -> Value { return b.extract(diagonals, position); },
              [&]() -> Value { return x[0]; });
        });
  }
};

// meshgrid(x, ...) -> linalg.generic that repeats each
struct MeshgridOpConversion : public OpConversionPattern<MeshgridOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(MeshgridOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    ValueRange fields = adaptor.getData();
    if (failed(getTypeConverter()->convertType(op.getType(), types)) ||
        types.size() != fields.size())
      return rewriter.notifyMatchFailure(op, "a type is unknown");
    Emitter b(rewriter, op.getLoc());
    int64_t rank = fields.size();
    bool swaps = op.getIndexing() == "xy" && rank >= 2;
    auto getDim = [&](int64_t field) {
      return swaps && field < 2 ? 1 - field : field;
    };
    SmallVector<OpFoldResult> sizes(rank, b.getIndexAttr(1));
    for (auto [i, field] : llvm::enumerate(fields))
      if (cast<RankedTensorType>(field.getType()).getRank() == 1)
        sizes[getDim(i)] = b.getSize(field, 0);
    SmallVector<Value> results;
    for (auto [i, field, type] : llvm::enumerate(fields, types)) {
      SmallVector<AffineExpr> dims;
      if (cast<RankedTensorType>(field.getType()).getRank() == 1)
        dims.push_back(b.getAffineDimExpr(getDim(i)));
      AffineMap map = AffineMap::get(rank, 0, dims, b.getContext());
      Value grid =
          buildIndexed(b, sizes, getElementTypeOrSelf(type), field, map,
                       [](ValueRange, ValueRange x) { return x[0]; });
      results.push_back(castTensor(b, grid, type));
    }
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }
};

// unravel_index(i, s) -> linalg.generic that divides by the sizes behind
struct UnravelIndexOpConversion : public TensorOpConversion<UnravelIndexOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(UnravelIndexOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value indices = adaptor.getIndices(), shape = adaptor.getShape();
    SmallVector<OpFoldResult> sizes = {b.getSize(shape, 0)};
    llvm::append_range(sizes, b.getSizes(indices));
    Type indexType = getElementTypeOrSelf(op.getIndices().getType());
    Type extentType = getElementTypeOrSelf(op.getShape().getType());
    AffineMap map = AffineMap::getMinorIdentityMap(
        sizes.size(), sizes.size() - 1, b.getContext());
    return buildIndexed(
        b, sizes, type.getElementType(), indices, map,
        [&](ValueRange at, ValueRange x) {
          Type i64 = b.getI64Type();
          auto getExtent = [&](Value dim) {
            Value extent = b.extract(shape, dim);
            return ScalarBuilder(b, extentType).cast(extent, i64);
          };
          Value one = b.index(1);
          Value last = b.sub(b.index(sizes[0]), one);
          Value position = b.scalar(indexType).cast(x[0], i64);
          // Dimensions behind this one, the last one first.
          auto loop = scf::ForOp::create(
              b, at[0], last, one, position,
              [&](OpBuilder &, Location, Value step, ValueRange state) {
                Value dim = b.sub(last, b.sub(step, at[0]));
                ScalarBuilder s(b, i64);
                Value rest = s.floorDiv(state[0], getExtent(dim));
                scf::YieldOp::create(b, rest);
              });
          ScalarBuilder s(b, i64);
          Value result = s.floorMod(loop.getResult(0), getExtent(at[0]));
          return s.cast(result, indexType);
        });
  }
};

// strided_set(x, v, b, e, s) -> linalg.generic of v in the range, x elsewhere
struct StridedSetOpConversion : public TensorOpConversion<StridedSetOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(StridedSetOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData(), v = adaptor.getV();
    int64_t rank = type.getRank();
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    SmallVector<IndexRange> ranges;
    for (int64_t dim = 0; dim < rank; ++dim)
      ranges.push_back(b.range(
          b.index(sizes[dim]),
          b.readAt(adaptor.getBegin(), op.getBegin().getType(), dim),
          b.readAt(adaptor.getEnd(), op.getEnd().getType(), dim),
          b.readAt(adaptor.getStrides(), op.getStrides().getType(), dim)));
    return buildIndexed(
        b, sizes, type.getElementType(), data, b.getMultiDimIdentityMap(rank),
        [&](ValueRange at, ValueRange x) {
          Value isReplaced = b.isTrue();
          SmallVector<Value> position;
          for (auto [dim, range] : llvm::enumerate(ranges)) {
            Value distance =
                b.select(range.isDownwards, b.sub(range.begin, at[dim]),
                         b.sub(at[dim], range.begin));
            Value place = arith::DivSIOp::create(b, distance, range.step);
            Value rest = arith::RemSIOp::create(b, distance, range.step);
            Value extent = b.getDim(v, dim);
            for (Value holds :
                 {b.isLessOrEqual(b.index(0), distance),
                  b.isLess(distance, range.length),
                  b.isLessOrEqual(rest, b.index(0)), b.isLess(place, extent)})
              isReplaced = b.both(isReplaced, holds);
            position.push_back(place);
          }
          return b.choose(
              isReplaced, [&]() -> Value { return b.extract(v, position); },
              [&]() -> Value { return x[0]; });
        });
  }
};
} // namespace

void relay::populatePositionsToLinalgPatterns(const TypeConverter &converter,
                                              RewritePatternSet &patterns) {
  patterns.add<MatrixSetDiagOpConversion, MeshgridOpConversion,
               ReverseSequenceOpConversion, SequenceMaskOpConversion,
               SlidingWindowOpConversion, StridedSetOpConversion,
               TriluOpConversion, UnravelIndexOpConversion>(
      converter, patterns.getContext());
}
