//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolutions by the algorithm of Winograd, and their weights: lowering.
//
//===----------------------------------------------------------------------===//

#include "../Builders/Contraction.h"
#include "../Builders/ScalarBuilder.h"
#include "../Patterns.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// The points of the algorithm of Cook and Toom for tiles of `numPoints` minus
/// the size of the kernel plus 2 results: those of Barabasz et al., "Error
/// Analysis and Improving the Accuracy of Winograd Convolution for Deep Neural
/// Networks" (2018).
static SmallVector<double> getInterpolationPoints(size_t numPoints) {
  SmallVector<double> points{0, -1, 1};
  if (numPoints < 7)
    points.append({1. / 2, -2, -1. / 2});
  else
    points.append({1. / 2, -1. / 2, 2, -2, -1. / 4});
  if (numPoints == 10)
    points.append({3. / 4, -4. / 3});
  else if (numPoints < 13)
    points.append({4, 3. / 4, -4. / 3, 1. / 4});
  else
    points.append({4, 1. / 4, -3. / 4, 4. / 3, -4});
  points.truncate(numPoints);
  return points;
}

/// The matrix G for tiles of `tileSize` results and kernels of `extent`
/// elements, row by row: powers of the points, divided by the products of the
/// distances to the others. The last row is that of infinity.
static SmallVector<double> getKernelMatrix(int64_t tileSize, int64_t extent) {
  SmallVector<double> points = getInterpolationPoints(tileSize + extent - 2);
  SmallVector<double> matrix;
  for (auto [i, point] : llvm::enumerate(points)) {
    double distance = 1;
    for (auto [k, other] : llvm::enumerate(points))
      if (i != k)
        distance *= point - other;
    if (i == 0)
      distance = std::abs(distance);
    double power = 1;
    for (int64_t j = 0; j < extent; ++j) {
      matrix.push_back(power / distance);
      power *= point;
    }
  }
  matrix.append(extent - 1, 0);
  matrix.push_back(1);
  return matrix;
}

/// The coefficients, from that of 1 on, of the polynomial whose zeros are
/// `points` without that of number `left`.
static SmallVector<double> getPolynomial(ArrayRef<double> points,
                                         std::optional<size_t> left) {
  SmallVector<double> result(points.size() + 1, 0);
  result[0] = 1;
  size_t degree = 0;
  for (auto [i, point] : llvm::enumerate(points)) {
    if (i == left)
      continue;
    for (size_t k = ++degree; k > 0; --k)
      result[k] = result[k - 1] - point * result[k];
    result[0] *= -point;
  }
  return result;
}

/// The matrix B^T for tiles of `tileSize` results and kernels of `extent`
/// elements, row by row. It is square: the row of a point has the polynomial
/// that is 0 at the others, that of infinity the one that is 0 at all.
static SmallVector<double> getDataMatrix(int64_t tileSize, int64_t extent) {
  SmallVector<double> points = getInterpolationPoints(tileSize + extent - 2);
  SmallVector<double> matrix;
  for (size_t i = 0; i < points.size(); ++i) {
    SmallVector<double> row = getPolynomial(points, i);
    // G has divided by the absolute value of the distances from the first.
    bool isNegative = i == 0 && row[0] < 0;
    for (double coefficient : row)
      matrix.push_back(isNegative ? -coefficient : coefficient);
  }
  llvm::append_range(matrix, getPolynomial(points, std::nullopt));
  return matrix;
}

/// The matrix A^T for tiles of `tileSize` results and kernels of `extent`
/// elements, row by row: powers of the points; those of infinity are 0 but for
/// the highest.
static SmallVector<double> getResultMatrix(int64_t tileSize, int64_t extent) {
  SmallVector<double> points = getInterpolationPoints(tileSize + extent - 2);
  SmallVector<double> matrix, powers(points.size(), 1);
  for (int64_t i = 0; i < tileSize; ++i) {
    llvm::append_range(matrix, powers);
    matrix.push_back(i == tileSize - 1);
    for (auto [power, point] : llvm::zip_equal(powers, points))
      power *= point;
  }
  return matrix;
}

/// Whether TVM has matrices for tiles of `tileSize` results and kernels of
/// `extent` elements.
static bool hasMatrices(int64_t tileSize, int64_t extent) {
  return tileSize >= 2 && tileSize <= 8 && extent >= 3 && extent <= 7;
}

/// A constant matrix of `numColumns` columns.
static Value buildMatrix(Emitter &b, ArrayRef<double> elements,
                         int64_t numColumns, Type elementType) {
  SmallVector<Attribute> values;
  for (double element : elements)
    values.push_back(b.getFloatAttr(elementType, element));
  auto type = RankedTensorType::get(
      {static_cast<int64_t>(elements.size()) / numColumns, numColumns},
      elementType);
  return arith::ConstantOp::create(b, DenseElementsAttr::get(type, values));
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

/// The transformation of `weight`, whose first two dimensions are O and I, in
/// its spatial dimensions from `firstDim` on. The result has the transformed
/// dimensions, those before them, and O and I. Fails if TVM has no matrix.
static FailureOr<Value> buildWinogradWeight(Emitter &b, Value weight,
                                            int64_t tileSize,
                                            int64_t firstDim) {
  auto type = cast<RankedTensorType>(weight.getType());
  ArrayRef<int64_t> kernel = type.getShape().drop_front(firstDim);
  int64_t extent = kernel.front();
  if (!isa<FloatType>(type.getElementType()) ||
      !hasMatrices(tileSize, extent) || !llvm::all_equal(kernel))
    return failure();
  Type elementType = type.getElementType();
  Type accumulator = b.scalar(elementType).getAccumulatorType();
  int64_t numRows = tileSize + extent - 1;
  Value matrix =
      buildMatrix(b, getKernelMatrix(tileSize, extent), extent, accumulator);

  SmallVector<OpFoldResult> sizes(kernel.size(), b.getIndexAttr(numRows));
  SmallVector<OpFoldResult> given = b.getSizes(weight);
  llvm::append_range(sizes, ArrayRef(given).slice(2, firstDim - 2));
  llvm::append_range(sizes, ArrayRef(given).take_front(2));
  int64_t numTaps = 1;
  for (int64_t taps : kernel)
    numTaps *= taps;
  return buildIndexed(
      b, sizes, elementType, {}, {}, [&](ValueRange at, ValueRange) {
        auto addTap = [&](OpBuilder &, Location, Value tap, ValueRange state) {
          Value divisor = b.index(extent);
          SmallVector<Value> taps(kernel.size());
          for (Value &place : llvm::reverse(taps)) {
            place = arith::RemUIOp::create(b, tap, divisor);
            tap = arith::DivUIOp::create(b, tap, divisor);
          }
          SmallVector<Value> where(at.take_back(2));
          llvm::append_range(where, at.slice(kernel.size(), firstDim - 2));
          llvm::append_range(where, taps);
          Value element = b.extract(weight, where);
          ScalarBuilder s(b, accumulator);
          Value product = b.scalar(elementType).cast(element, accumulator);
          for (auto [row, place] : llvm::zip(at, taps))
            product = s.mul(product, b.extract(matrix, {row, place}));
          scf::YieldOp::create(b, s.add(state[0], product));
        };
        ScalarBuilder s(b, accumulator);
        Value sum = scf::ForOp::create(b, b.index(0), b.index(numTaps),
                                       b.index(1), s.zero(), addTap)
                        .getResult(0);
        return s.cast(sum, elementType);
      });
}

namespace {
// winograd_weight_transform(w) -> G * w * G^T
struct Winograd2dOpConversion
    : public TensorOpConversion<NNContribConv2dWinogradWeightTransformOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNContribConv2dWinogradWeightTransformOp op,
                         OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    FailureOr<Value> result = buildWinogradWeight(
        b, adaptor.getWeight(), op.getTileSize(), /*firstDim=*/2);
    if (failed(result))
      return b.notifyMatchFailure("there is no matrix");
    return result;
  }
};

// winograd_weight_transform(w) -> G * w * G^T, in three dimensions or two
struct Winograd3dOpConversion
    : public TensorOpConversion<NNContribConv3dWinogradWeightTransformOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNContribConv3dWinogradWeightTransformOp op,
                         OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    int64_t depth =
        cast<RankedTensorType>(adaptor.getWeight().getType()).getDimSize(2);
    bool isTransformed =
        NNContribConv3dWinogradWeightTransformOp::isDepthTransformed(depth);
    FailureOr<Value> result = buildWinogradWeight(
        b, adaptor.getWeight(), op.getTileSize(), isTransformed ? 2 : 3);
    if (failed(result))
      return b.notifyMatchFailure("there is no matrix");
    return result;
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

namespace {
/// A convolution by tiles. Its data and result are in the order N, C, spatial
/// dimensions; the last `numTiled` of these are tiled.
struct TiledConvolution {
  Convolution conv;
  int64_t tileSize, extent, numTiled;
  Type elementType, accumulator;

  int64_t getNumPlain() const { return conv.kernelSize.size() - numTiled; }
  int64_t getTileExtent() const { return tileSize + extent - 1; }
  /// The number of tiles in tiled dimension `i`.
  int64_t getNumTiles(int64_t i) const {
    return llvm::divideCeil(conv.outShape[2 + getNumPlain() + i], tileSize);
  }
};
} // namespace

/// The tiles of `data`, which overlap: (N, C, plain dimensions, numbers of
/// tiles, places in them).
static Value buildTiles(Emitter &b, const TiledConvolution &tiled, Value data) {
  const Convolution &conv = tiled.conv;
  int64_t rank = conv.dataShape.size(), first = rank - tiled.numTiled;
  SmallVector<OpFoldResult> low(rank, b.getIndexAttr(0)), high(low);
  SmallVector<int64_t> shape(conv.dataShape);
  for (int64_t dim = 2; dim < rank; ++dim) {
    int64_t before = conv.before[dim - 2], after = conv.after[dim - 2];
    // As much as the last tile reaches.
    if (dim >= first)
      after = tiled.getNumTiles(dim - first) * tiled.tileSize + tiled.extent -
              1 - before - shape[dim];
    low[dim] = b.getIndexAttr(before);
    high[dim] = b.getIndexAttr(after);
    shape[dim] += before + after;
  }
  data = buildPadded(b, data, low, high, b.scalar(tiled.elementType).zero());
  SmallVector<int64_t> sizes(ArrayRef<int64_t>(shape).take_front(first));
  for (int64_t i = 0; i < tiled.numTiled; ++i)
    sizes.push_back(tiled.getNumTiles(i));
  sizes.append(tiled.numTiled, tiled.getTileExtent());
  return buildIndexed(
      b, getAsIndexOpFoldResult(b.getContext(), sizes), tiled.accumulator, {},
      {}, [&](ValueRange at, ValueRange) {
        SmallVector<Value> from(at.take_front(first));
        for (int64_t i = 0; i < tiled.numTiled; ++i)
          from.push_back(arith::AddIOp::create(
              b,
              arith::MulIOp::create(b, at[first + i], b.index(tiled.tileSize)),
              at[rank + i]));
        return ScalarBuilder(b, tiled.elementType)
            .cast(b.extract(data, from), tiled.accumulator);
      });
}

/// The product of a matrix, row by row in `elements`, with dimension `dim` of
/// `data`.
static Value buildProduct(Emitter &b, ArrayRef<double> elements, Value data,
                          int64_t dim) {
  auto type = cast<RankedTensorType>(data.getType());
  Type elementType = type.getElementType();
  int64_t rank = type.getRank(), numColumns = type.getDimSize(dim);
  Value matrix = buildMatrix(b, elements, numColumns, elementType);
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = cast<RankedTensorType>(matrix.getType()).getDimSize(0);
  // The loop of the sum is the last one.
  SmallVector<AffineExpr> from;
  for (int64_t i = 0; i < rank; ++i)
    from.push_back(b.getAffineDimExpr(i == dim ? rank : i));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators.push_back(utils::IteratorType::reduction);
  auto map = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(rank + 1, 0, exprs, b.getContext());
  };
  return buildContraction(
      b,
      {matrix, elementType,
       map({b.getAffineDimExpr(dim), b.getAffineDimExpr(rank)})},
      {data, elementType, map(from)},
      {b.getMultiDimIdentityMap(rank + 1).getMajorSubMap(rank),
       getAsIndexOpFoldResult(b.getContext(), shape), elementType,
       RankedTensorType::get(shape, elementType)},
      iterators);
}

/// The sums over channels, and over the places of the kernel in plain
/// dimensions, of the elements of `weight` times those of `tiles`: (N, O, plain
/// dimensions, numbers of tiles, places in them).
static Value buildSums(Emitter &b, const TiledConvolution &tiled, Value weight,
                       Type weightElement, Value tiles) {
  const Convolution &conv = tiled.conv;
  int64_t numTiled = tiled.numTiled, numPlain = tiled.getNumPlain();
  SmallVector<int64_t> shape(
      cast<RankedTensorType>(tiles.getType()).getShape());
  shape[1] = conv.outShape[1];
  for (int64_t i = 0; i < numPlain; ++i)
    shape[2 + i] = conv.outShape[2 + i];
  // Loops: those of the result, channels, places in the kernel.
  int64_t rank = shape.size(), numLoops = rank + 1 + numPlain;
  auto loop = [&](int64_t i) { return b.getAffineDimExpr(i); };
  SmallVector<AffineExpr> ofTiles{loop(0), loop(rank)}, ofWeight;
  for (int64_t i = 0; i < numPlain; ++i)
    ofTiles.push_back(loop(2 + i) + loop(rank + 1 + i));
  for (int64_t i = 2 + numPlain; i < rank; ++i)
    ofTiles.push_back(loop(i));
  for (int64_t i = 0; i < numTiled; ++i)
    ofWeight.push_back(loop(rank - numTiled + i));
  for (int64_t i = 0; i < numPlain; ++i)
    ofWeight.push_back(loop(rank + 1 + i));
  ofWeight.append({loop(1), loop(rank)});
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators.resize(numLoops, utils::IteratorType::reduction);
  auto map = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(numLoops, 0, exprs, b.getContext());
  };
  return buildContraction(
      b, {tiles, tiled.accumulator, map(ofTiles)},
      {weight, weightElement, map(ofWeight)},
      {b.getMultiDimIdentityMap(numLoops).getMajorSubMap(rank),
       getAsIndexOpFoldResult(b.getContext(), shape), tiled.accumulator,
       RankedTensorType::get(shape, tiled.accumulator)},
      iterators);
}

/// The image that the tiles of results make.
static Value buildImage(Emitter &b, const TiledConvolution &tiled, Value tiles,
                        Type type) {
  int64_t rank = tiled.conv.outShape.size(), first = rank - tiled.numTiled;
  return buildIndexed(
      b, getAsIndexOpFoldResult(b.getContext(), tiled.conv.outShape), type, {},
      {}, [&](ValueRange at, ValueRange) {
        Value size = b.index(tiled.tileSize);
        SmallVector<Value> from(at.take_front(first));
        for (Value index : at.drop_front(first))
          from.push_back(arith::DivUIOp::create(b, index, size));
        for (Value index : at.drop_front(first))
          from.push_back(arith::RemUIOp::create(b, index, size));
        return ScalarBuilder(b, tiled.accumulator)
            .cast(b.extract(tiles, from), type);
      });
}

namespace {
// winograd_without_weight_transform(x, u) -> A^T * (sum of u * (B^T * x * B)) *
// A
template <typename OpT>
struct WinogradConvOpConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    FailureOr<TiledConvolution> tiled = match(op, b);
    if (failed(tiled))
      return failure();
    const Convolution &conv = tiled->conv;
    StringRef plain = conv.kernelSize.size() == 2 ? "NCHW" : "NCDHW";
    auto transform = [&](Value value, ArrayRef<int64_t> shape, StringRef from,
                         StringRef to) -> Value {
      if (from == to)
        return value;
      return LayoutTransformOp::create(
          b,
          RankedTensorType::get(shape, getElementTypeOrSelf(value.getType())),
          value, from, to);
    };
    // linalg does not accept windows of a result without elements.
    Type outType = getElementTypeOrSelf(op.getType());
    Value result =
        tensor::EmptyOp::create(b, conv.outShape, outType).getResult();
    if (!llvm::is_contained(conv.outShape, 0)) {
      Value data = transform(adaptor.getData(), conv.dataShape,
                             op.getDataLayout(), plain);
      Value tiles = buildTiles(b, *tiled, data);
      int64_t rank = cast<RankedTensorType>(tiles.getType()).getRank();
      for (int64_t dim = rank - tiled->numTiled; dim < rank; ++dim)
        tiles = buildProduct(b, getDataMatrix(tiled->tileSize, tiled->extent),
                             tiles, dim);
      tiles = buildSums(b, *tiled, adaptor.getWeight(),
                        getElementTypeOrSelf(op.getWeight().getType()), tiles);
      for (int64_t dim = rank - tiled->numTiled; dim < rank; ++dim)
        tiles = buildProduct(b, getResultMatrix(tiled->tileSize, tiled->extent),
                             tiles, dim);
      result = buildImage(b, *tiled, tiles, outType);
    }
    StringRef layout =
        op.getOutLayout().empty() ? op.getDataLayout() : op.getOutLayout();
    return transform(result, type.getShape(), plain, layout);
  }

private:
  /// The tiles of `op`. Fails, and tells why, if there is no algorithm for it.
  static FailureOr<TiledConvolution> match(OpT op, Emitter &b) {
    auto dataType = cast<RankedTensorType>(op.getData().getType());
    auto weightType = cast<RankedTensorType>(op.getWeight().getType());
    Type elementType = dataType.getElementType();
    FailureOr<Convolution> conv = checkPackedConv(
        std::nullopt, OpT::getConvAttributes(typename OpT::Adaptor(op)),
        dataType);
    auto isOne = [](int64_t number) { return number == 1; };
    if (failed(conv) || !llvm::all_of(op.getStrides(), isOne) ||
        !llvm::all_of(op.getDilation(), isOne) || op.getGroups() != 1 ||
        !conv->dataLayout.isPrimal() || !conv->outLayout.isPrimal())
      return b.notifyMatchFailure("there is no such algorithm");
    if (ShapedType::isDynamicShape(conv->dataShape) ||
        !isa<FloatType>(elementType) ||
        !isa<FloatType>(weightType.getElementType()))
      return b.notifyMatchFailure("it needs static shapes and floats");

    ArrayRef<int64_t> kernel = conv->kernelSize;
    bool tilesAll =
        kernel.size() == 2 ||
        NNContribConv3dWinogradWeightTransformOp::isDepthTransformed(
            kernel.front());
    int64_t tileSize = op.getTileSize(), extent = kernel.back();
    int64_t numTiled = tilesAll ? kernel.size() : 2;
    if (!hasMatrices(tileSize, extent) ||
        !llvm::all_equal(kernel.take_back(numTiled)))
      return b.notifyMatchFailure("there is no matrix");
    Type accumulator = b.scalar(elementType).getAccumulatorType();
    TiledConvolution tiled{*conv,    tileSize,    extent,
                           numTiled, elementType, accumulator};
    SmallVector<int64_t> expected(numTiled, tiled.getTileExtent());
    llvm::append_range(expected, kernel.drop_back(numTiled));
    expected.append({conv->outShape[1], conv->dataShape[1]});
    if (weightType.getShape() != ArrayRef(expected))
      return b.notifyMatchFailure("weight has another layout");
    return tiled;
  }
};
} // namespace

void relay::populateWinogradToLinalgPatterns(const TypeConverter &converter,
                                             RewritePatternSet &patterns) {
  patterns.add<
      Winograd2dOpConversion, Winograd3dOpConversion,
      WinogradConvOpConversion<NNContribConv2dWinogradWithoutWeightTransformOp>,
      WinogradConvOpConversion<
          NNContribConv3dWinogradWithoutWeightTransformOp>>(
      converter, patterns.getContext());
}
