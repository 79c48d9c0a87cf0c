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

#include "../Builders/IndexArithmetic.h"
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
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value data = adaptor.getData();
    int64_t rank = type.getRank();
    int64_t axis = wrapAxis(op.getSeqAxis(), rank);
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, data);
    AffineMap map = AffineMap::get(
        rank, 0, rewriter.getAffineDimExpr(wrapAxis(op.getBatchAxis(), rank)));
    Type lengthType = getElementTypeOrSelf(op.getSeqLengths().getType());
    return buildIndexed(
        rewriter, loc, sizes, type.getElementType(), adaptor.getSeqLengths(),
        map,
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange elements) {
          IndexArithmetic i(b, loc);
          Value length = i.min(i.fromElement(elements[0], lengthType),
                               getIndexValue(b, loc, sizes[axis]));
          Value mirrored = i.sub(i.sub(length, i.constant(1)), at[axis]);
          SmallVector<Value> position(at);
          position[axis] =
              i.select(i.isLess(at[axis], length), mirrored, at[axis]);
          return tensor::ExtractOp::create(b, loc, data, position).getResult();
        });
  }
};

// sequence_mask(x, n) -> linalg.generic of x before position n
struct SequenceMaskOpConversion : public TensorOpConversion<SequenceMaskOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(SequenceMaskOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    int64_t rank = type.getRank(), axis = op.getAxis();
    AffineMap maps[] = {
        rewriter.getMultiDimIdentityMap(rank),
        AffineMap::get(rank, 0, rewriter.getAffineDimExpr(1 - axis))};
    Type elementType = getElementTypeOrSelf(op.getType());
    Type lengthType = getElementTypeOrSelf(op.getValidLength().getType());
    return buildIndexed(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, adaptor.getData()),
        type.getElementType(), {adaptor.getData(), adaptor.getValidLength()},
        maps, [&](OpBuilder &b, Location loc, ValueRange at, ValueRange x) {
          ScalarBuilder s(b, loc, elementType);
          Value isMasked =
              isAtLeast(b, loc, at[axis], x[1], s.withType(lengthType));
          Value mask = s.constant(op.getMaskValue().convertToDouble());
          return s.select(isMasked, mask, x[0]);
        });
  }

private:
  /// Whether `index` is at least `length`; `s` is of its type.
  static Value isAtLeast(OpBuilder &b, Location loc, Value index, Value length,
                         ScalarBuilder s) {
    Value position = arith::IndexCastOp::create(b, loc, b.getI64Type(), index);
    if (s.isFloat())
      return s.ge(s.withType(b.getI64Type()).cast(position, length.getType()),
                  length);
    auto predicate =
        s.isUnsigned() ? arith::CmpIPredicate::uge : arith::CmpIPredicate::sge;
    return arith::CmpIOp::create(b, loc, predicate, position,
                                 s.cast(length, b.getI64Type()));
  }
};

// sliding_window(x) -> linalg.generic that reads x at position * stride + place
struct SlidingWindowOpConversion : public TensorOpConversion<SlidingWindowOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(SlidingWindowOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    int64_t axis = op.getAxis();
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, adaptor.getData());
    SmallVector<AffineExpr> dims;
    for (int64_t dim = 0; dim < axis; ++dim)
      dims.push_back(rewriter.getAffineDimExpr(dim));
    int64_t count = op.getWindowShape().size();
    for (auto [i, window, stride] :
         llvm::enumerate(op.getWindowShape(), op.getStrides())) {
      int64_t dim = axis + i;
      dims.push_back(rewriter.getAffineDimExpr(dim) * stride +
                     rewriter.getAffineDimExpr(dim + count));
      OpFoldResult last = subtractExtents(rewriter, loc, sizes[dim],
                                          rewriter.getIndexAttr(window));
      sizes[dim] = addExtents(
          rewriter, loc,
          divideExtents(rewriter, loc, last, rewriter.getIndexAttr(stride)),
          rewriter.getIndexAttr(1));
    }
    llvm::append_range(sizes, getAsIndexOpFoldResult(rewriter.getContext(),
                                                     op.getWindowShape()));
    AffineMap map =
        AffineMap::get(sizes.size(), 0, dims, rewriter.getContext());
    return buildIndexed(
        rewriter, loc, sizes, type.getElementType(), adaptor.getData(), map,
        [](OpBuilder &, Location, ValueRange, ValueRange x) { return x[0]; });
  }
};

// trilu(x, k) -> linalg.generic of x on one side of diagonal k
struct TriluOpConversion : public TensorOpConversion<TriluOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(TriluOp op, OpAdaptor adaptor, RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    int64_t rank = type.getRank();
    Type elementType = getElementTypeOrSelf(op.getType());
    Type kType = getElementTypeOrSelf(op.getK().getType());
    AffineMap maps[] = {rewriter.getMultiDimIdentityMap(rank),
                        AffineMap::get(rank, 0, rewriter.getContext())};
    return buildIndexed(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, adaptor.getData()),
        type.getElementType(), {adaptor.getData(), adaptor.getK()}, maps,
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange x) {
          IndexArithmetic i(b, loc);
          Value diagonal = i.sub(at[rank - 1], at[rank - 2]);
          Value k = i.fromElement(x[1], kType);
          Value isKept = op.getUpper() ? i.isLessOrEqual(k, diagonal)
                                       : i.isLessOrEqual(diagonal, k);
          ScalarBuilder s(b, loc, elementType);
          return s.select(isKept, x[0], s.zero());
        });
  }
};

// matrix_set_diag(x, d) -> linalg.generic of d on some diagonals, x elsewhere
struct MatrixSetDiagOpConversion : public TensorOpConversion<MatrixSetDiagOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(MatrixSetDiagOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value input = adaptor.getInput(), diagonals = adaptor.getDiagonal();
    int64_t rank = type.getRank();
    int64_t k1 = op.getK1(), k2 = op.getK2();
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, input);
    return buildIndexed(
        rewriter, loc, sizes, type.getElementType(), input,
        rewriter.getMultiDimIdentityMap(rank),
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange x) {
          IndexArithmetic i(b, loc);
          Value row = at[rank - 2], column = at[rank - 1];
          Value k = i.sub(column, row), zero = i.constant(0);
          Value isReplaced = i.both(i.isLessOrEqual(i.constant(k1), k),
                                    i.isLessOrEqual(k, i.constant(k2)));
          Value isUpper = i.isLessOrEqual(zero, k);
          Value place = i.select(isUpper, row, column);
          SmallVector<Value> position(at.drop_back(2));
          if (k1 != k2) {
            position.push_back(i.sub(i.constant(k2), k));
            // How much shorter the diagonal is than the longest.
            Value length = i.min(
                i.add(getIndexValue(b, loc, sizes[rank - 2]), i.min(k, zero)),
                i.sub(getIndexValue(b, loc, sizes[rank - 1]), i.max(k, zero)));
            Value longest =
                b.createOrFold<tensor::DimOp>(loc, diagonals, position.size());
            Value rest = i.sub(longest, length);
            Value offset =
                i.select(isUpper, op.getSuperDiagRightAlign() ? rest : zero,
                         op.getSubDiagRightAlign() ? rest : zero);
            place = i.add(place, offset);
          }
          position.push_back(place);
          // Sizes at run time may turn out not to fit.
          if (!type.hasStaticShape() ||
              !cast<ShapedType>(diagonals.getType()).hasStaticShape())
            for (auto [dim, index] : llvm::enumerate(position))
              isReplaced = i.both(
                  isReplaced, i.isInside(index, i.getExtent(diagonals, dim)));
          return scf::IfOp::create(
                     b, loc, isReplaced,
                     [&](OpBuilder &b, Location loc) {
                       Value element = tensor::ExtractOp::create(
                           b, loc, diagonals, position);
                       scf::YieldOp::create(b, loc, element);
                     },
                     [&](OpBuilder &b, Location loc) {
                       scf::YieldOp::create(b, loc, x[0]);
                     })
              .getResult(0);
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
    Location loc = op.getLoc();
    int64_t rank = fields.size();
    bool swaps = op.getIndexing() == "xy" && rank >= 2;
    auto getDim = [&](int64_t field) {
      return swaps && field < 2 ? 1 - field : field;
    };
    SmallVector<OpFoldResult> sizes(rank, rewriter.getIndexAttr(1));
    for (auto [i, field] : llvm::enumerate(fields))
      if (cast<RankedTensorType>(field.getType()).getRank() == 1)
        sizes[getDim(i)] = tensor::getMixedSize(rewriter, loc, field, 0);
    SmallVector<Value> results;
    for (auto [i, field, type] : llvm::enumerate(fields, types)) {
      SmallVector<AffineExpr> dims;
      if (cast<RankedTensorType>(field.getType()).getRank() == 1)
        dims.push_back(rewriter.getAffineDimExpr(getDim(i)));
      AffineMap map = AffineMap::get(rank, 0, dims, rewriter.getContext());
      Value grid = buildIndexed(
          rewriter, loc, sizes, getElementTypeOrSelf(type), field, map,
          [](OpBuilder &, Location, ValueRange, ValueRange x) { return x[0]; });
      results.push_back(castTensor(rewriter, loc, grid, type));
    }
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }
};

// unravel_index(i, s) -> linalg.generic that divides by the sizes behind
struct UnravelIndexOpConversion : public TensorOpConversion<UnravelIndexOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(UnravelIndexOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value indices = adaptor.getIndices(), shape = adaptor.getShape();
    SmallVector<OpFoldResult> sizes = {
        tensor::getMixedSize(rewriter, loc, shape, 0)};
    llvm::append_range(sizes, tensor::getMixedSizes(rewriter, loc, indices));
    Type indexType = getElementTypeOrSelf(op.getIndices().getType());
    Type extentType = getElementTypeOrSelf(op.getShape().getType());
    AffineMap map = AffineMap::getMinorIdentityMap(
        sizes.size(), sizes.size() - 1, rewriter.getContext());
    return buildIndexed(
        rewriter, loc, sizes, type.getElementType(), indices, map,
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange x) {
          Type i64 = b.getI64Type();
          IndexArithmetic i(b, loc);
          auto getExtent = [&](OpBuilder &b, Value dim) {
            Value extent = tensor::ExtractOp::create(b, loc, shape, dim);
            return ScalarBuilder(b, loc, extentType).cast(extent, i64);
          };
          Value one = i.constant(1);
          Value last = i.sub(getIndexValue(b, loc, sizes[0]), one);
          Value position = ScalarBuilder(b, loc, indexType).cast(x[0], i64);
          // Dimensions behind this one, the last one first.
          auto loop = scf::ForOp::create(
              b, loc, at[0], last, one, position,
              [&](OpBuilder &b, Location loc, Value step, ValueRange state) {
                IndexArithmetic i(b, loc);
                Value dim = i.sub(last, i.sub(step, at[0]));
                ScalarBuilder s(b, loc, i64);
                Value rest = s.floorDiv(state[0], getExtent(b, dim));
                scf::YieldOp::create(b, loc, rest);
              });
          ScalarBuilder s(b, loc, i64);
          Value result = s.floorMod(loop.getResult(0), getExtent(b, at[0]));
          return s.cast(result, indexType);
        });
  }
};

// strided_set(x, v, b, e, s) -> linalg.generic of v in the range, x elsewhere
struct StridedSetOpConversion : public TensorOpConversion<StridedSetOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(StridedSetOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value data = adaptor.getData(), v = adaptor.getV();
    int64_t rank = type.getRank();
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, data);
    IndexArithmetic index(rewriter, loc);
    SmallVector<IndexRange> ranges;
    for (int64_t dim = 0; dim < rank; ++dim)
      ranges.push_back(index.range(
          getIndexValue(rewriter, loc, sizes[dim]),
          index.readAt(adaptor.getBegin(), op.getBegin().getType(), dim),
          index.readAt(adaptor.getEnd(), op.getEnd().getType(), dim),
          index.readAt(adaptor.getStrides(), op.getStrides().getType(), dim)));
    return buildIndexed(
        rewriter, loc, sizes, type.getElementType(), data,
        rewriter.getMultiDimIdentityMap(rank),
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange x) {
          IndexArithmetic i(b, loc);
          Value isReplaced = arith::ConstantIntOp::create(b, loc, 1, 1);
          SmallVector<Value> position;
          for (auto [dim, range] : llvm::enumerate(ranges)) {
            Value distance =
                i.select(range.isDownwards, i.sub(range.begin, at[dim]),
                         i.sub(at[dim], range.begin));
            Value place = arith::DivSIOp::create(b, loc, distance, range.step);
            Value rest = arith::RemSIOp::create(b, loc, distance, range.step);
            Value extent = b.createOrFold<tensor::DimOp>(loc, v, dim);
            for (Value holds : {i.isLessOrEqual(i.constant(0), distance),
                                i.isLess(distance, range.length),
                                i.isLessOrEqual(rest, i.constant(0)),
                                i.isLess(place, extent)})
              isReplaced = i.both(isReplaced, holds);
            position.push_back(place);
          }
          return scf::IfOp::create(
                     b, loc, isReplaced,
                     [&](OpBuilder &b, Location loc) {
                       Value element =
                           tensor::ExtractOp::create(b, loc, v, position);
                       scf::YieldOp::create(b, loc, element);
                     },
                     [&](OpBuilder &b, Location loc) {
                       scf::YieldOp::create(b, loc, x[0]);
                     })
              .getResult(0);
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
