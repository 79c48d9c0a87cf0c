//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dense products, padding and other nn operators: lowering.
//
//===----------------------------------------------------------------------===//

#include "../Builders/Broadcast.h"
#include "../Builders/Contraction.h"
#include "../Builders/Reduction.h"
#include "../Builders/SizeBuilder.h"
#include "../Patterns.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"

using namespace mlir;
using namespace mlir::relay;

/// Return a tensor of shape `sizes` and of the compatible type `type`. `build`
/// makes each element from those of `inputs` that `maps` select.
static Value buildMap(Emitter &b, ValueRange inputs, ArrayRef<AffineMap> maps,
                      ArrayRef<OpFoldResult> sizes, RankedTensorType type,
                      ElementBuilder build) {
  Value empty = tensor::EmptyOp::create(b, sizes, type.getElementType());
  SmallVector<AffineMap> allMaps(maps);
  allMaps.push_back(b.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, empty.getType(), inputs, empty, allMaps, iterators,
      [&](OpBuilder &, Location, ValueRange x) {
        linalg::YieldOp::create(b, build(x));
      });
  return castTensor(b, generic.getResult(0), type);
}

namespace {
//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// A product of matrices that ends the loops `outer`, which both operands and
/// the result may have: the loops are outer, rows, columns and depth.
struct MatrixLoops {
  MatrixLoops(MLIRContext *context, int64_t outer, bool hasRows,
              bool transposeA, bool transposeB) {
    int64_t next = outer;
    for (int64_t dim = 0; dim < outer; ++dim)
      prefix.push_back(getAffineDimExpr(dim, context));
    SmallVector<AffineExpr> row;
    if (hasRows)
      row.push_back(getAffineDimExpr(next++, context));
    AffineExpr column = getAffineDimExpr(next++, context);
    AffineExpr depth = getAffineDimExpr(next++, context);
    lhs = row;
    lhs.insert(transposeA ? lhs.begin() : lhs.end(), depth);
    rhs = transposeB ? SmallVector<AffineExpr>{column, depth}
                     : SmallVector<AffineExpr>{depth, column};
    result = prefix;
    llvm::append_range(result, row);
    result.push_back(column);
    iterators.assign(next, utils::IteratorType::parallel);
    iterators.back() = utils::IteratorType::reduction;
  }

  AffineMap getMap(ArrayRef<AffineExpr> indices) const {
    return AffineMap::get(iterators.size(), 0, indices,
                          result.front().getContext());
  }

  SmallVector<AffineExpr> prefix;   ///< The outer loops.
  SmallVector<AffineExpr> lhs, rhs; ///< The indices of one matrix.
  SmallVector<AffineExpr> result;   ///< With the outer loops.
  SmallVector<utils::IteratorType> iterators;
};

/// Emits `OpT`, linalg.matmul or linalg.batch_matmul, of `maps`.
template <typename OpT>
static linalg::LinalgOp buildNamed(Emitter &b, Value lhs, Value rhs, Value init,
                                   ArrayRef<AffineMap> maps) {
  auto op = OpT::create(b, init.getType(), ValueRange{lhs, rhs}, init);
  op.setIndexingMapsAttr(b.getAffineMapArrayAttr(maps));
  return op;
}

/// A factor of a product, whose matrices may be transposed.
struct MatrixOperand {
  Value value;
  Type elementType;
  bool isTransposed;
};

/// The product of the last two dimensions of `lhs` (or its only one) and the
/// matrix `rhs`.
static Value buildMatmul(Emitter &b, const MatrixOperand &lhs,
                         const MatrixOperand &rhs, Type elementType,
                         RankedTensorType type) {
  int64_t rank = cast<RankedTensorType>(lhs.value.getType()).getRank();
  MatrixLoops loops(b.getContext(), std::max<int64_t>(rank - 2, 0),
                    /*hasRows=*/rank > 1, lhs.isTransposed, rhs.isTransposed);
  SmallVector<OpFoldResult> sizes = b.getSizes(lhs.value);
  if (lhs.isTransposed)
    sizes[rank - 2] = sizes[rank - 1];
  sizes[rank - 1] = b.getSize(rhs.value, rhs.isTransposed ? 0 : 1);
  SmallVector<AffineExpr> left(loops.prefix);
  llvm::append_range(left, loops.lhs);
  SmallVector<AffineMap> maps{loops.getMap(left), loops.getMap(loops.rhs),
                              loops.getMap(loops.result)};
  auto named = [&](Value lhs, Value rhs, Value init) {
    return buildNamed<linalg::MatmulOp>(b, lhs, rhs, init, maps);
  };
  return buildContraction(b, {lhs.value, lhs.elementType, maps[0]},
                          {rhs.value, rhs.elementType, maps[1]},
                          {maps[2], sizes, elementType, type}, loops.iterators,
                          rank == 2 ? NamedContraction(named)
                                    : NamedContraction());
}

// dense(x, w) -> sum of x[..., k] * w[u, k]
struct NNDenseOpConversion : public TensorOpConversion<NNDenseOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNDenseOp op, OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    return buildMatmul(
        b,
        {adaptor.getData(), getElementTypeOrSelf(op.getData().getType()),
         /*isTransposed=*/false},
        {adaptor.getWeight(), getElementTypeOrSelf(op.getWeight().getType()),
         /*isTransposed=*/true},
        getElementTypeOrSelf(op.getType()), type);
  }
};

// matmul(a, b) -> sum of a[..., m, k] * b[k, n], either transposed
struct NNMatmulOpConversion : public TensorOpConversion<NNMatmulOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNMatmulOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    return buildMatmul(
        b,
        {adaptor.getTensorA(), getElementTypeOrSelf(op.getTensorA().getType()),
         op.getTransposeA()},
        {adaptor.getTensorB(), getElementTypeOrSelf(op.getTensorB().getType()),
         op.getTransposeB()},
        getElementTypeOrSelf(op.getType()), type);
  }
};

// batch_matmul(a, b) -> sum of a[i, m, k] * b[i, k, n], either transposed
struct NNBatchMatmulOpConversion : public TensorOpConversion<NNBatchMatmulOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNBatchMatmulOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    MatrixLoops loops(b.getContext(), /*outer=*/1, /*hasRows=*/true,
                      op.getTransposeA(), op.getTransposeB());
    Value lhs = adaptor.getTensorA(), rhs = adaptor.getTensorB();
    SmallVector<OpFoldResult> sizes{buildBatchSize(b, lhs, rhs),
                                    b.getSize(lhs, op.getTransposeA() ? 2 : 1),
                                    b.getSize(rhs, op.getTransposeB() ? 1 : 2)};
    Value left = repeatBatch(b, lhs, rhs, sizes.front());
    Value right = repeatBatch(b, rhs, lhs, sizes.front());
    SmallVector<AffineMap> maps{getMap(left, loops, loops.lhs),
                                getMap(right, loops, loops.rhs),
                                loops.getMap(loops.result)};
    auto named = [&](Value lhs, Value rhs, Value init) {
      return buildNamed<linalg::BatchMatmulOp>(b, lhs, rhs, init, maps);
    };
    // The operation takes one matrix for many in some layouts only.
    bool hasNamed =
        maps[0].getNumResults() == 3 && maps[1].getNumResults() == 3;
    return buildContraction(
        b, {left, getElementTypeOrSelf(op.getTensorA().getType()), maps[0]},
        {right, getElementTypeOrSelf(op.getTensorB().getType()), maps[1]},
        {maps[2], sizes, getElementTypeOrSelf(op.getType()), type},
        loops.iterators,
        hasNamed ? NamedContraction(named) : NamedContraction());
  }

private:
  static int64_t getBatch(Value tensor) {
    return cast<RankedTensorType>(tensor.getType()).getDimSize(0);
  }

  /// The batch that is not 1, if there is one.
  static OpFoldResult buildBatchSize(Emitter &b, Value lhs, Value rhs) {
    if (getBatch(rhs) == 1)
      return b.getSize(lhs, 0);
    bool isKnown = !ShapedType::isDynamic(getBatch(lhs));
    if (getBatch(lhs) == 1 || (isKnown && getBatch(lhs) == getBatch(rhs)) ||
        (!isKnown && !ShapedType::isDynamic(getBatch(rhs))))
      return b.getSize(rhs, 0);
    if (isKnown)
      return b.getSize(lhs, 0);
    Value left = tensor::DimOp::create(b, lhs, 0);
    Value right = tensor::DimOp::create(b, rhs, 0);
    Value isOne =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, left, b.index(1));
    return arith::SelectOp::create(b, isOne, right, left).getResult();
  }

  /// `tensor`, of which there are `batch` matrices, or its only one. A dynamic
  /// batch may turn out to be 1 unless that of `other` is.
  static Value repeatBatch(Emitter &b, Value tensor, Value other,
                           OpFoldResult batch) {
    if (getBatch(tensor) == 1 && getBatch(other) != 1)
      return tensor::CollapseShapeOp::create(
          b, tensor, ArrayRef<ReassociationIndices>{{0, 1}, {2}});
    if (!ShapedType::isDynamic(getBatch(tensor)) || getBatch(other) == 1)
      return tensor;
    SmallVector<OpFoldResult> sizes = b.getSizes(tensor);
    Value isOne = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                        b.index(sizes.front()), b.index(1));
    sizes.front() = batch;
    auto load = [&](ValueRange) -> Value {
      Value first = arith::SelectOp::create(b, isOne, b.index(0),
                                            linalg::IndexOp::create(b, 0));
      SmallVector<Value> source{first};
      for (int64_t dim : {1, 2})
        source.push_back(linalg::IndexOp::create(b, dim));
      return b.extract(tensor, source);
    };
    // The operand determines the sizes; a schedule may then fuse the readers.
    AffineMap matrix =
        AffineMap::get(3, 0,
                       {b.getAffineConstantExpr(0), b.getAffineDimExpr(1),
                        b.getAffineDimExpr(2)},
                       b.getContext());
    SmallVector<int64_t> shape(
        cast<RankedTensorType>(tensor.getType()).getShape());
    shape.front() = getConstantIntValue(batch).value_or(ShapedType::kDynamic);
    auto type = RankedTensorType::get(shape, getElementTypeOrSelf(tensor));
    return buildMap(b, tensor, matrix, sizes, type, load);
  }

  /// The map of `tensor`, some matrices or one.
  static AffineMap getMap(Value tensor, const MatrixLoops &loops,
                          ArrayRef<AffineExpr> matrix) {
    SmallVector<AffineExpr> indices(matrix);
    if (cast<RankedTensorType>(tensor.getType()).getRank() == 3)
      indices.insert(indices.begin(), loops.prefix.front());
    return loops.getMap(indices);
  }
};

//===----------------------------------------------------------------------===//
// nn.bias_add, nn.batch_flatten
//===----------------------------------------------------------------------===//

// bias_add(x, v) -> x[..., i, ...] + v[i]
struct NNBiasAddOpConversion : public TensorOpConversion<NNBiasAddOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNBiasAddOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    int64_t rank = type.getRank();
    int64_t axis = wrapAxis(op.getAxis(), rank);
    AffineMap biasMap = AffineMap::get(rank, 0, b.getAffineDimExpr(axis));
    Value data = adaptor.getData();
    return buildMap(b, {data, adaptor.getBias()},
                    {b.getMultiDimIdentityMap(rank), biasMap}, b.getSizes(data),
                    type, [&](ValueRange x) {
                      ScalarBuilder s(b, getElementTypeOrSelf(op.getType()));
                      return s.add(x[0], x[1]);
                    });
  }
};

// batch_flatten(x) -> reshape of x
struct NNBatchFlattenOpConversion
    : public TensorOpConversion<NNBatchFlattenOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNBatchFlattenOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value result = adaptor.getData();
    auto dataType = cast<RankedTensorType>(result.getType());
    if (dataType.getRank() == 1) {
      SmallVector<OpFoldResult> sizes{b.getSize(result, 0), b.getIndexAttr(1)};
      result = tensor::ExpandShapeOp::create(
          b, dataType.clone({dataType.getDimSize(0), 1}), result,
          ArrayRef<ReassociationIndices>{{0, 1}}, sizes);
    } else if (dataType.getRank() > 2) {
      auto columns =
          llvm::to_vector<2>(llvm::seq<int64_t>(1, dataType.getRank()));
      result = tensor::CollapseShapeOp::create(
          b, result, ArrayRef<ReassociationIndices>{{0}, columns});
    }
    return result;
  }
};

//===----------------------------------------------------------------------===//
// nn.pad
//===----------------------------------------------------------------------===//

/// The elements that are read outside of a tensor.
enum class Repetition {
  Edge,      ///< The element at the edge.
  Reflect,   ///< The tensor mirrored at the element there.
  Symmetric, ///< The tensor mirrored at the edge.
};

// pad(x, v) -> tensor.pad, then a slice where widths are negative
// pad(x, v) with "edge" or "reflect" -> an element of x for each position
struct NNPadOpConversion : public TensorOpConversion<NNPadOp> {
  using TensorOpConversion::TensorOpConversion;
  /// Before and after each dimension.
  using Widths = SmallVector<std::pair<OpFoldResult, OpFoldResult>>;

  FailureOr<Value> lower(NNPadOp op, OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    SmallVector<OpFoldResult> sizes;
    SmallVector<std::pair<int64_t, int64_t>> widths = readWidths(op);
    for (auto [dim, pair] : llvm::enumerate(widths))
      sizes.push_back(
          buildSize(b, adaptor.getData(), dim, pair.first + pair.second));
    Value element = buildElement(b, op, adaptor.getPadValue());
    if (op.getPadMode() == "constant")
      return buildConstant(b, adaptor.getData(), element, getWidths(b, widths),
                           sizes);
    return buildRepeated(b, adaptor.getData(), element, getWidths(b, widths),
                         sizes, getRepetition(op.getPadMode()));
  }

  /// The attribute `pad_width`, which the verifier has read.
  template <typename OpT>
  static SmallVector<std::pair<int64_t, int64_t>> readWidths(OpT op) {
    return inferPadWidths(std::nullopt, op.getRelayName(), op.getPadWidth(),
                          cast<RankedTensorType>(op.getType()).getRank())
        .value_or(SmallVector<std::pair<int64_t, int64_t>>());
  }

  static Widths getWidths(Emitter &b,
                          ArrayRef<std::pair<int64_t, int64_t>> widths) {
    Widths results;
    for (auto [first, second] : widths)
      results.emplace_back(b.getIndexAttr(first), b.getIndexAttr(second));
    return results;
  }

  /// Return the repetition of the mode `padMode`, which is not "constant".
  static Repetition getRepetition(StringRef padMode) {
    return padMode == "reflect" ? Repetition::Reflect : Repetition::Edge;
  }

  /// The element of `padValue`, cast to the type of the result of `op`.
  template <typename OpT>
  static Value buildElement(Emitter &b, OpT op, Value padValue) {
    int64_t rank = cast<RankedTensorType>(padValue.getType()).getRank();
    SmallVector<Value> first(rank, b.index(0));
    Value element = b.extract(padValue, first);
    Type from = getElementTypeOrSelf(op.getPadValue().getType());
    return ScalarBuilder(b, from).cast(element,
                                       getElementTypeOrSelf(op.getType()));
  }

  /// The size of dimension `dim` plus `width`, at least 0.
  static OpFoldResult buildSize(Emitter &b, Value data, int64_t dim,
                                int64_t width) {
    OpFoldResult size = b.getSize(data, dim);
    if (std::optional<int64_t> extent = getConstantIntValue(size))
      return b.getIndexAttr(std::max<int64_t>(*extent + width, 0));
    if (width == 0)
      return size;
    Value sum = arith::AddIOp::create(b, cast<Value>(size), b.index(width));
    return arith::MaxSIOp::create(b, sum, b.index(0)).getResult();
  }

  static Value buildConstant(Emitter &b, Value data, Value element,
                             const Widths &widths,
                             ArrayRef<OpFoldResult> sizes) {
    SmallVector<OpFoldResult> before, after;
    for (auto [first, second] : widths) {
      before.push_back(first);
      after.push_back(second);
    }
    return buildResized(b, data, before, after, sizes, element);
  }

  /// Whether `width` is known to be at most `limit`.
  static bool isAtMost(OpFoldResult width, int64_t limit) {
    std::optional<int64_t> known = getConstantIntValue(width);
    return known && *known <= limit;
  }

  /// Return the index, in a dimension of size `extent`, of the element that
  /// stands at `position` of the result, which is wider by `widths`.
  static Value buildSource(Emitter &b, Value position, Value extent,
                           std::pair<OpFoldResult, OpFoldResult> widths,
                           Repetition repetition) {
    Value zero = b.index(0);
    Value last = arith::SubIOp::create(b, extent, b.index(1));
    Value source = arith::SubIOp::create(b, position, b.index(widths.first));
    if (repetition == Repetition::Edge) {
      source = arith::MinSIOp::create(b, source, last);
      return arith::MaxSIOp::create(b, source, zero);
    }
    if (repetition == Repetition::Symmetric) {
      // -1 - x before the first element; to and fro, with a period of twice the
      // size.
      Value mirrored = arith::SubIOp::create(b, b.index(-1), source);
      source = arith::MaxSIOp::create(b, source, mirrored);
      Value period = arith::AddIOp::create(b, extent, extent);
      period = arith::MaxSIOp::create(b, period, b.index(1));
      source = arith::RemSIOp::create(b, source, period);
      Value back = arith::SubIOp::create(
          b, arith::SubIOp::create(b, period, b.index(1)), source);
      return arith::MinSIOp::create(b, source, back);
    }
    // |x| before the first element, 2 * last - x after the last one.
    auto buildAbs = [&](Value x) -> Value {
      Value negated = arith::SubIOp::create(b, zero, x);
      return arith::MaxSIOp::create(b, x, negated);
    };
    source = buildAbs(source);
    Value twice = arith::AddIOp::create(b, last, last);
    std::optional<int64_t> known = getConstantIntValue(extent);
    if (known && isAtMost(widths.first, *known - 1) &&
        isAtMost(widths.second, *known - 1))
      return arith::MinSIOp::create(b, source,
                                    arith::SubIOp::create(b, twice, source));
    // To and fro, as 2 * last is the period. One element has period 1.
    Value period = arith::MaxSIOp::create(b, twice, b.index(1));
    source = arith::RemSIOp::create(b, source, period);
    return arith::MinSIOp::create(b, source,
                                  arith::SubIOp::create(b, twice, source));
  }

  static Value buildRepeated(Emitter &b, Value data, Value element,
                             const Widths &widths, ArrayRef<OpFoldResult> sizes,
                             Repetition repetition) {
    auto type = cast<RankedTensorType>(data.getType());
    SmallVector<int64_t> shape;
    for (OpFoldResult size : sizes)
      shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
    // A dimension that is empty at run time has nothing to repeat.
    Value isEmpty;
    SmallVector<Value> extents;
    for (auto [dim, pair] : llvm::enumerate(widths)) {
      extents.push_back(b.getDim(data, dim));
      if (!type.isDynamicDim(dim) ||
          (isAtMost(pair.first, 0) && isAtMost(pair.second, 0)))
        continue;
      Value isZero = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                           extents.back(), b.index(0));
      isEmpty = isEmpty ? arith::OrIOp::create(b, isEmpty, isZero) : isZero;
    }
    auto build = [&](ValueRange) -> Value {
      SmallVector<Value> indices;
      for (auto [dim, pair] : llvm::enumerate(widths)) {
        Value position = linalg::IndexOp::create(b, dim);
        indices.push_back(
            isConstantIntValue(pair.first, 0) && isAtMost(pair.second, 0)
                ? position
                : buildSource(b, position, extents[dim], pair, repetition));
      }
      auto load = [&]() -> Value { return b.extract(data, indices); };
      if (!isEmpty)
        return load();
      return b.choose(isEmpty, [&] { return element; }, load);
    };
    return buildMap(b, {}, {}, sizes, type.clone(shape), build);
  }
};

// dyn.nn.pad(x, w, v) -> tensor.pad(x)
// dyn.nn.pad(x, w, v) with "edge" or "reflect" -> an element of x for each
// position
struct DynNNPadOpConversion : public TensorOpConversion<DynNNPadOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(DynNNPadOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    SizeBuilder e(b, op);
    Value data = adaptor.getData(), zero = b.index(0);
    bool isConstant = op.getPadMode() == "constant";
    Value most = b.index(std::numeric_limits<int32_t>::max());
    SmallVector<Value> low, high, sizes;
    for (auto [dim, extent] : llvm::enumerate(b.getDims(data))) {
      Value size = extent;
      for (int64_t side : {0, 1}) {
        Value width = b.load(adaptor.getWidths(),
                             getElementTypeOrSelf(op.getWidths().getType()),
                             {b.index(dim), b.index(side)});
        e.require(
            b.both(b.isLessOrEqual(zero, width), b.isLessOrEqual(width, most)),
            "widths in [0, 2147483647]");
        (side == 0 ? low : high).push_back(width);
        size = b.add(size, width);
      }
      if (!isConstant)
        e.require(b.either(b.isLess(zero, extent), b.isEqual(size, zero)),
                  "elements to repeat in each dimension with widths");
      sizes.push_back(size);
    }
    SmallVector<OpFoldResult> shape = e.makeSizes(sizes, type.getElementType());
    Value element =
        NNPadOpConversion::buildElement(b, op, adaptor.getPadValue());
    if (isConstant)
      return buildPadded(b, data, getAsOpFoldResult(low),
                         getAsOpFoldResult(high), element);
    NNPadOpConversion::Widths widths;
    for (auto [before, after] : llvm::zip_equal(low, high))
      widths.emplace_back(before, after);
    return NNPadOpConversion::buildRepeated(
        b, data, element, widths, shape,
        NNPadOpConversion::getRepetition(op.getPadMode()));
  }
};

// mirror_pad(x) -> an element of x for each position
struct NNMirrorPadOpConversion : public TensorOpConversion<NNMirrorPadOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNMirrorPadOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    SmallVector<std::pair<int64_t, int64_t>> widths =
        NNPadOpConversion::readWidths(op);
    SmallVector<OpFoldResult> sizes;
    for (auto [dim, pair] : llvm::enumerate(widths))
      sizes.push_back(b.addSizes(b.getSize(adaptor.getData(), dim),
                                 b.getIndexAttr(pair.first + pair.second)));
    Value zero = b.scalar(type.getElementType()).zero();
    return NNPadOpConversion::buildRepeated(
        b, adaptor.getData(), zero, NNPadOpConversion::getWidths(b, widths),
        sizes,
        op.getMode() == "REFLECT" ? Repetition::Reflect
                                  : Repetition::Symmetric);
  }
};

//===----------------------------------------------------------------------===//
// nn.dilate, nn.fifo_buffer
//===----------------------------------------------------------------------===//

// dilate(x) -> an element of x where strides divide the position
struct NNDilateOpConversion : public TensorOpConversion<NNDilateOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNDilateOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData();
    ArrayRef<int64_t> strides = op.getStrides();
    SmallVector<OpFoldResult> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      if (!type.isDynamicDim(dim)) {
        sizes.push_back(b.getIndexAttr(type.getDimSize(dim)));
        continue;
      }
      Value extent = b.getDim(data, dim);
      Value dilated = b.add(b.mul(b.sub(extent, 1), strides[dim]), 1);
      // Nothing stays nothing.
      sizes.push_back(b.max(dilated, b.index(0)));
    }
    Type elementType = getElementTypeOrSelf(op.getType());
    auto build = [&](ValueRange at, ValueRange) -> Value {
      ScalarBuilder s(b, elementType);
      Value isElement = b.isTrue();
      SmallVector<Value> place;
      for (auto [index, stride] : llvm::zip_equal(at, strides)) {
        place.push_back(b.div(index, stride));
        isElement =
            b.both(isElement, b.isEqual(b.rem(index, stride), b.index(0)));
      }
      Value element = b.extract(data, place);
      Value other = s.constant(op.getDilationValue().convertToDouble());
      return s.select(isElement, element, other);
    };
    return buildIndexed(b, sizes, type.getElementType(), {}, {}, build);
  }
};

// fifo_buffer(x, b) -> an element of b or x for each position
struct NNFifoBufferOpConversion : public TensorOpConversion<NNFifoBufferOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNFifoBufferOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData(), buffer = adaptor.getBuffer();
    Type elementType = type.getElementType();
    int64_t axis = wrapAxis(op.getAxis(), type.getRank());
    SmallVector<OpFoldResult> sizes = b.getSizes(buffer);
    OpFoldResult added = b.getSize(data, axis);
    auto build = [&](ValueRange at, ValueRange) -> Value {
      Value room = b.index(sizes[axis]), count = b.index(added);
      // The position of the element in the buffer with the data behind it.
      Value source = b.add(at[axis], count);
      SmallVector<Value> old(at), fresh(at);
      old[axis] = b.min(source, b.sub(room, 1));
      fresh[axis] = b.clamp(b.sub(source, room), count);
      Value kept = b.extract(buffer, old);
      Value appended = buildGuardedExtract(b, data, elementType, fresh, added);
      return b.select(b.isLess(source, room), kept, appended);
    };
    return buildIndexed(b, sizes, elementType, {}, {}, build);
  }
};

//===----------------------------------------------------------------------===//
// nn.lrn
//===----------------------------------------------------------------------===//

// lrn(x) -> x / (bias + alpha * sum of squares / size) ^ beta
struct NNLrnOpConversion : public TensorOpConversion<NNLrnOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNLrnOp op, OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    Value data = adaptor.getData();
    int64_t rank = type.getRank();
    int64_t axis = wrapAxis(op.getAxis(), rank);
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    Type elementType = type.getElementType();
    Type accumulator = b.scalar(elementType).getAccumulatorType();
    Value sums = buildSquares(b, data, axis, sizes, op.getSize(), elementType);
    auto build = [&](ValueRange x) {
      ScalarBuilder s(b, accumulator);
      Value mean =
          s.div(s.mul(s.constant(op.getAlpha().convertToDouble()), x[1]),
                s.constant(static_cast<double>(op.getSize())));
      Value base = s.add(s.constant(op.getBias().convertToDouble()), mean);
      Value norm = s.pow(base, s.constant(op.getBeta().convertToDouble()));
      Value element = b.scalar(elementType).cast(x[0], accumulator);
      return s.cast(s.div(element, norm), elementType);
    };
    AffineMap map = b.getMultiDimIdentityMap(rank);
    return buildMap(b, {data, sums}, {map, map}, sizes, type, build);
  }

private:
  /// The sums of the squares of the `size` elements around each one that exist.
  static Value buildSquares(Emitter &b, Value data, int64_t axis,
                            ArrayRef<OpFoldResult> sizes, int64_t size,
                            Type elementType) {
    Type accumulator = b.scalar(elementType).getAccumulatorType();
    Value extent = b.index(sizes[axis]);
    OpFoldResult count = b.createOrFold<arith::MinSIOp>(extent, b.index(size));
    if (std::optional<int64_t> known = getConstantIntValue(count))
      count = b.getIndexAttr(*known);
    auto getRange = [&](size_t) {
      Value begin = arith::SubIOp::create(b, linalg::IndexOp::create(b, axis),
                                          b.index(size / 2));
      Value end = arith::AddIOp::create(b, begin, b.index(size));
      begin = arith::MaxSIOp::create(b, begin, b.index(0));
      end = arith::MinSIOp::create(b, end, extent);
      return std::pair<Value, Value>(begin, end);
    };
    auto combine = [&](Value sum, Value x) {
      ScalarBuilder s(b, accumulator);
      x = s.withType(elementType).cast(x, accumulator);
      return s.add(sum, s.mul(x, x));
    };
    return buildRangeReduction(b, {data, axis, sizes, count,
                                   b.scalar(accumulator).zero(),
                                   /*isIdempotent=*/false, getRange, combine});
  }
};

} // namespace

void relay::populateNNToLinalgPatterns(const TypeConverter &converter,
                                       RewritePatternSet &patterns) {
  patterns
      .add<NNBatchFlattenOpConversion, NNBatchMatmulOpConversion,
           NNBiasAddOpConversion, NNDenseOpConversion, NNDilateOpConversion,
           NNFifoBufferOpConversion, NNLrnOpConversion, NNMatmulOpConversion,
           DynNNPadOpConversion, NNMirrorPadOpConversion, NNPadOpConversion>(
          converter, patterns.getContext());
}
