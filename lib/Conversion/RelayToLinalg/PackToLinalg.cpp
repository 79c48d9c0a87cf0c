//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators on packed tensors, and those that compilers put into programs:
// lowering.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "ScalarBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

namespace {
// auto_scheduler_layout_transform(x)[i...] -> x[i of each dimension's parts...]
struct AutoSchedulerLayoutTransformOpConversion
    : public TensorOpConversion<AutoSchedulerLayoutTransformOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(AutoSchedulerLayoutTransformOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    auto source = AutoSchedulerLayoutTransformOp::parseLayout(
        std::nullopt, "src_layout", op.getSrcLayout());
    auto target = AutoSchedulerLayoutTransformOp::parseLayout(
        std::nullopt, "dst_layout", op.getDstLayout());
    if (failed(source) || failed(target))
      return rewriter.notifyMatchFailure(op, "a layout is none");
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes;
    for (const auto &dim : *target)
      sizes.push_back(rewriter.getIndexAttr(dim.extent));
    Value result = buildIndexed(
        rewriter, loc, sizes, type.getElementType(), {}, {},
        [&](OpBuilder &b, Location loc, ValueRange indices, ValueRange) {
          SmallVector<Value> where;
          for (const auto &dim : *source) {
            Value index = createIndex(b, loc, 0);
            for (auto [part, partIndex] : llvm::zip_equal(*target, indices))
              if (part.name == dim.name)
                index = arith::AddIOp::create(
                    b, loc,
                    arith::MulIOp::create(b, loc, index,
                                          createIndex(b, loc, part.extent)),
                    partIndex);
            where.push_back(index);
          }
          return tensor::ExtractOp::create(b, loc, adaptor.getData(), where)
              .getResult();
        });
    return result;
  }
};

// contrib_dense_pack(x, w) -> dense(x, layout_transform(w))
struct DensePackOpConversion
    : public OpConversionPattern<NNContribDensePackOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(NNContribDensePackOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto data = dyn_cast<RankedTensorType>(op.getData().getType());
    auto weight = dyn_cast<RankedTensorType>(op.getWeight().getType());
    if (!data || !weight || containsUnknown(op.getType()))
      return rewriter.notifyMatchFailure(op, "a type is unknown");
    Layout matrix = *Layout::parse("NC");
    FailureOr<Layout> layout = Layout::parse(op.getWeightLayout());
    if (failed(layout) || !layout->isConvertibleTo(matrix) ||
        layout->getRank() != weight.getRank())
      return rewriter.notifyMatchFailure(op, "weight has another layout than "
                                             "weight_layout");
    auto shape =
        BijectiveLayout::get(*layout, matrix)->forwardShape(weight.getShape());
    if (failed(shape) || ShapedType::isDynamicShape(*shape) ||
        (*shape)[1] != data.getDimSize(1))
      return rewriter.notifyMatchFailure(op, "weight does not fit data");
    Value rows = LayoutTransformOp::create(
        rewriter, op.getLoc(),
        RankedTensorType::get(*shape, weight.getElementType()), op.getWeight(),
        op.getWeightLayout(), "NC");
    rewriter.replaceOpWithNewOp<NNDenseOp>(op, op.getType(), op.getData(), rows,
                                           IntegerAttr(), op.getOutDtypeAttr());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

// bitpack(x)[..., i, ...] -> bits of the elements of x from i * n on
struct BitpackOpConversion : public TensorOpConversion<NNBitpackOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNBitpackOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value data = adaptor.getData();
    Type dataType = getElementTypeOrSelf(op.getData().getType());
    Type word = op.getPackType();
    int64_t packAxis = op.getPackAxis(), bitAxis = op.getBitAxis();
    OpFoldResult width = rewriter.getIndexAttr(word.getIntOrFloatBitWidth());
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, data);
    sizes[packAxis] = divideExtents(rewriter, loc, sizes[packAxis], width);
    sizes.insert(sizes.begin() + bitAxis, rewriter.getIndexAttr(op.getBits()));
    Value result = buildIndexed(
        rewriter, loc, sizes, type.getElementType(), {}, {},
        [&](OpBuilder &b, Location loc, ValueRange indices, ValueRange) {
          SmallVector<Value> where(indices);
          where.erase(where.begin() + bitAxis);
          Value numBits = getIndexValue(b, loc, width);
          Value begin = arith::MulIOp::create(b, loc, where[packAxis], numBits);
          ScalarBuilder words(b, loc, word);
          Value bit = words.withType(b.getI64Type())
                          .cast(arith::IndexCastOp::create(
                                    b, loc, b.getI64Type(), indices[bitAxis]),
                                word);
          auto addBit = [&](OpBuilder &b, Location loc, Value number,
                            ValueRange state) {
            SmallVector<Value> from(where);
            from[packAxis] = arith::AddIOp::create(b, loc, begin, number);
            ScalarBuilder s(b, loc, word);
            Value element =
                ScalarBuilder(b, loc, dataType)
                    .cast(tensor::ExtractOp::create(b, loc, data, from), word);
            Value value = s.bitAnd(s.shiftRight(element, bit), s.one());
            scf::YieldOp::create(
                b, loc, s.bitOr(s.shiftLeft(state[0], s.one()), value));
          };
          return scf::ForOp::create(b, loc, createIndex(b, loc, 0), numBits,
                                    createIndex(b, loc, 1), words.zero(),
                                    addBit)
              .getResult(0);
        });
    return result;
  }
};

/// An operand of a bitserial operator. Types are Relay's.
struct BitTensor {
  Value data;
  Type type;
  /// How many bits of an element count.
  int64_t bits;
  /// Whether bits count as 1 or -1.
  bool isBipolar = false;
};
} // namespace

/// The numbers that the bits of `x` mean, as elements of type `type`.
static Value buildBits(OpBuilder &b, Location loc, const BitTensor &x,
                       Type type) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, x.data);
  double mask = (int64_t(1) << x.bits) - 1;
  return buildIndexed(
      b, loc, sizes, type, x.data, b.getMultiDimIdentityMap(sizes.size()),
      [&](OpBuilder &b, Location loc, ValueRange, ValueRange elements) {
        // Wide enough for the mask; the rest wraps.
        Type i64 = b.getI64Type();
        ScalarBuilder s(b, loc, i64);
        Value bits =
            s.bitAnd(ScalarBuilder(b, loc, x.type).cast(elements[0], i64),
                     s.constant(mask));
        if (x.isBipolar)
          bits = s.sub(s.add(bits, bits), s.constant(mask));
        return s.cast(bits, type);
      });
}

/// The numbers whose bits `words` holds: of dimension `packDim` by the bits of
/// words, and of dimension `bitDim` by words. The result has type i64.
static Value buildUnpacked(OpBuilder &b, Location loc, Value words,
                           unsigned width, int64_t packDim, int64_t bitDim) {
  Type i64 = b.getI64Type();
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, words);
  Value numBits = getIndexValue(b, loc, sizes[bitDim]);
  sizes[packDim] =
      multiplyExtents(b, loc, sizes[packDim], b.getIndexAttr(width));
  sizes.erase(sizes.begin() + bitDim);
  // Its place when the dimension of bits is there.
  int64_t numberDim = packDim > bitDim ? packDim - 1 : packDim;
  return buildIndexed(
      b, loc, sizes, i64, {}, {},
      [&](OpBuilder &b, Location loc, ValueRange indices, ValueRange) {
        Value numPerWord = createIndex(b, loc, width);
        SmallVector<Value> where(indices);
        Value number = where[numberDim];
        where[numberDim] = arith::DivUIOp::create(b, loc, number, numPerWord);
        Value place = arith::RemUIOp::create(b, loc, number, numPerWord);
        // The first element has the highest bit.
        Value shift = arith::IndexCastOp::create(
            b, loc, i64,
            arith::SubIOp::create(b, loc, createIndex(b, loc, width - 1),
                                  place));
        auto addBit = [&](OpBuilder &b, Location loc, Value bit,
                          ValueRange state) {
          SmallVector<Value> from(where);
          from.insert(from.begin() + bitDim, bit);
          Value word = tensor::ExtractOp::create(b, loc, words, from);
          Type type = b.getIntegerType(width, /*isSigned=*/false);
          ScalarBuilder s(b, loc, i64);
          Value wide = ScalarBuilder(b, loc, type).cast(word, i64);
          Value value =
              s.bitAnd(arith::ShRUIOp::create(b, loc, wide, shift), s.one());
          Value count = arith::IndexCastOp::create(b, loc, i64, bit);
          scf::YieldOp::create(b, loc,
                               s.bitOr(state[0], s.shiftLeft(value, count)));
        };
        return scf::ForOp::create(b, loc, createIndex(b, loc, 0), numBits,
                                  createIndex(b, loc, 1),
                                  ScalarBuilder(b, loc, i64).zero(), addBit)
            .getResult(0);
      });
}

/// The weight of a bitserial operator, whose type is Relay's `type`: unpacked
/// along `packDim` if it has a dimension more than `rank`, `bitDim`. Fails if
/// the number of bits is not known.
static FailureOr<BitTensor> getWeightBits(OpBuilder &b, Location loc,
                                          Value weight, Type type, int64_t bits,
                                          int64_t rank, int64_t packDim,
                                          int64_t bitDim) {
  auto tensor = cast<RankedTensorType>(weight.getType());
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return failure();
  if (tensor.getRank() == rank)
    return BitTensor{weight, type, bits};
  if (tensor.getRank() != rank + 1 || tensor.getDimSize(bitDim) < 1 ||
      tensor.getDimSize(bitDim) > 8)
    return failure();
  return BitTensor{
      buildUnpacked(b, loc, weight, integer.getWidth(), packDim, bitDim),
      b.getI64Type(), tensor.getDimSize(bitDim)};
}

namespace {
// bitserial_dense(x, w) -> dense of the numbers that bits of x and w mean
struct BitserialDenseOpConversion
    : public TensorOpConversion<NNBitserialDenseOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNBitserialDenseOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type elementType = type.getElementType();
    if (!isa<IntegerType>(elementType))
      return rewriter.notifyMatchFailure(op, "sums are integers");
    FailureOr<BitTensor> weight = getWeightBits(
        rewriter, loc, adaptor.getWeight(),
        getElementTypeOrSelf(op.getWeight().getType()), op.getWeightBits(),
        /*rank=*/2, /*packDim=*/2, /*bitDim=*/1);
    if (failed(weight))
      return rewriter.notifyMatchFailure(op, "weight has no bits");
    weight->isBipolar = op.getUnipolar();
    Value rows = buildBits(rewriter, loc, *weight, elementType);
    Value data = buildBits(rewriter, loc,
                           {adaptor.getData(),
                            getElementTypeOrSelf(op.getData().getType()),
                            static_cast<int64_t>(op.getDataBits())},
                           elementType);
    auto rowsType = cast<RankedTensorType>(rows.getType());
    if (!rowsType.hasStaticShape() ||
        rowsType.getDimSize(1) !=
            cast<RankedTensorType>(data.getType()).getShape().back() ||
        rowsType.getDimSize(0) != static_cast<int64_t>(*op.getUnits()))
      return rewriter.notifyMatchFailure(op, "weight does not fit data");
    return NNDenseOp::create(rewriter, loc, type, data, rows, IntegerAttr(),
                             TypeAttr::get(elementType))
        .getResult();
  }
};

// bitserial_conv2d(x, w) -> conv2d of the numbers that bits of x and w mean
struct BitserialConv2dOpConversion
    : public TensorOpConversion<NNBitserialConv2dOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNBitserialConv2dOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    Type elementType = type.getElementType();
    size_t packDim = op.getKernelLayout().find('I');
    if (!isa<IntegerType>(elementType) || packDim >= 4)
      return b.notifyMatchFailure(op, "sums are integers");
    FailureOr<BitTensor> weight = getWeightBits(
        b, loc, adaptor.getWeight(),
        getElementTypeOrSelf(op.getWeight().getType()), op.getWeightBits(),
        /*rank=*/4, packDim, /*bitDim=*/4);
    if (failed(weight))
      return b.notifyMatchFailure(op, "weight has no bits");
    weight->isBipolar = op.getUnipolar();
    Value kernel = buildBits(b, loc, *weight, elementType);
    Value data = buildBits(b, loc,
                           {adaptor.getData(),
                            getElementTypeOrSelf(op.getData().getType()),
                            static_cast<int64_t>(op.getActivationBits())},
                           elementType);
    int64_t ones[] = {1, 1};
    auto conv = NNConv2dOp::create(
        b, loc, type, data, kernel, op.getStridesAttr(), op.getPaddingAttr(),
        b.getDenseI64ArrayAttr(ones), b.getI64IntegerAttr(1),
        op.getChannelsAttr(), op.getKernelSizeAttr(), op.getDataLayoutAttr(),
        op.getKernelLayoutAttr(), b.getStringAttr(""),
        TypeAttr::get(elementType));
    if (failed(
            checkConv(std::nullopt,
                      NNConv2dOp::getConvAttributes(NNConv2dOp::Adaptor(conv)),
                      cast<RankedTensorType>(data.getType()),
                      cast<RankedTensorType>(kernel.getType()))))
      return b.notifyMatchFailure(op, "weight does not fit data");
    return conv.getResult();
  }
};

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

// conv2d_gemm_weight_transform(w) -> tiles of w as a matrix
struct GemmWeightTransformOpConversion
    : public TensorOpConversion<NNContribConv2dGemmWeightTransformOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNContribConv2dGemmWeightTransformOp op,
                         OpAdaptor adaptor, RankedTensorType type,
                         ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    Type elementType = getElementTypeOrSelf(op.getWeights().getType());
    SmallVector<OpFoldResult> shape =
        tensor::getMixedSizes(b, loc, adaptor.getWeights());
    OpFoldResult numColumns = shape.pop_back_val();
    OpFoldResult numRows = multiplyAllExtents(b, loc, shape);
    Value matrix =
        buildReshape(b, loc, adaptor.getWeights(), {numRows, numColumns});
    OpFoldResult columns = b.getIndexAttr(op.getTile_N());
    OpFoldResult rows = b.getIndexAttr(op.getTile_K());
    OpFoldResult four = b.getIndexAttr(4);
    SmallVector<OpFoldResult> sizes{
        divideExtentsUp(b, loc, numColumns, columns),
        multiplyExtents(b, loc,
                        divideExtentsUp(b, loc, numRows,
                                        multiplyExtents(b, loc, rows, four)),
                        four),
        rows, columns};
    bool isTransposed = elementType.isInteger(8);
    if (isTransposed)
      std::swap(sizes[2], sizes[3]);
    Value result = buildIndexed(
        b, loc, sizes, type.getElementType(), {}, {},
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange) {
          auto getPlace = [&](Value tile, OpFoldResult extent, Value inner) {
            return arith::AddIOp::create(
                       b, loc,
                       arith::MulIOp::create(b, loc, tile,
                                             getIndexValue(b, loc, extent)),
                       inner)
                .getResult();
          };
          auto isBelow = [&](Value index, OpFoldResult extent) {
            return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                         index, getIndexValue(b, loc, extent))
                .getResult();
          };
          Value row = getPlace(at[1], rows, at[isTransposed ? 3 : 2]);
          Value column = getPlace(at[0], columns, at[isTransposed ? 2 : 3]);
          Value fits = arith::AndIOp::create(b, loc, isBelow(row, numRows),
                                             isBelow(column, numColumns));
          return scf::IfOp::create(
                     b, loc, fits,
                     [&](OpBuilder &b, Location loc) {
                       Value element = tensor::ExtractOp::create(
                           b, loc, matrix, ValueRange{row, column});
                       scf::YieldOp::create(b, loc, element);
                     },
                     [&](OpBuilder &b, Location loc) {
                       scf::YieldOp::create(
                           b, loc, ScalarBuilder(b, loc, elementType).zero());
                     })
              .getResult(0);
        });
    return result;
  }
};
} // namespace

/// The points of the algorithm of Cook and Toom for tiles of `numPoints` minus
/// the extent of the kernel plus 2 results: those of Barabasz et al., "Error
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

/// The transformation of `weight`, whose first two dimensions are O and I, in
/// its spatial dimensions from `firstDim` on. The result has the transformed
/// dimensions, those before them, and O and I. Fails if TVM has no matrix.
static FailureOr<Value> buildWinogradWeight(OpBuilder &b, Location loc,
                                            Value weight, int64_t tileSize,
                                            int64_t firstDim) {
  auto type = cast<RankedTensorType>(weight.getType());
  ArrayRef<int64_t> kernel = type.getShape().drop_front(firstDim);
  int64_t extent = kernel.front();
  if (!isa<FloatType>(type.getElementType()) || tileSize < 2 || tileSize > 8 ||
      extent < 3 || extent > 7 || !llvm::all_equal(kernel))
    return failure();
  Type elementType = type.getElementType();
  Type accumulator = ScalarBuilder(b, loc, elementType).getAccumulatorType();
  SmallVector<Attribute> values;
  for (double value : getKernelMatrix(tileSize, extent))
    values.push_back(b.getFloatAttr(accumulator, value));
  int64_t numRows = tileSize + extent - 1;
  Value matrix = arith::ConstantOp::create(
      b, loc,
      DenseElementsAttr::get(
          RankedTensorType::get({numRows, extent}, accumulator), values));

  SmallVector<OpFoldResult> sizes(kernel.size(), b.getIndexAttr(numRows));
  SmallVector<OpFoldResult> given = tensor::getMixedSizes(b, loc, weight);
  llvm::append_range(sizes, ArrayRef(given).slice(2, firstDim - 2));
  llvm::append_range(sizes, ArrayRef(given).take_front(2));
  int64_t numTaps = 1;
  for (int64_t taps : kernel)
    numTaps *= taps;
  return buildIndexed(
      b, loc, sizes, elementType, {}, {},
      [&](OpBuilder &b, Location loc, ValueRange at, ValueRange) {
        auto addTap = [&](OpBuilder &b, Location loc, Value tap,
                          ValueRange state) {
          Value divisor = createIndex(b, loc, extent);
          SmallVector<Value> taps(kernel.size());
          for (Value &place : llvm::reverse(taps)) {
            place = arith::RemUIOp::create(b, loc, tap, divisor);
            tap = arith::DivUIOp::create(b, loc, tap, divisor);
          }
          SmallVector<Value> where(at.take_back(2));
          llvm::append_range(where, at.slice(kernel.size(), firstDim - 2));
          llvm::append_range(where, taps);
          Value element = tensor::ExtractOp::create(b, loc, weight, where);
          ScalarBuilder s(b, loc, accumulator);
          Value product =
              ScalarBuilder(b, loc, elementType).cast(element, accumulator);
          for (auto [row, place] : llvm::zip(at, taps))
            product =
                s.mul(product, tensor::ExtractOp::create(
                                   b, loc, matrix, ValueRange{row, place}));
          scf::YieldOp::create(b, loc, s.add(state[0], product));
        };
        ScalarBuilder s(b, loc, accumulator);
        Value sum = scf::ForOp::create(b, loc, createIndex(b, loc, 0),
                                       createIndex(b, loc, numTaps),
                                       createIndex(b, loc, 1), s.zero(), addTap)
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
                         ConversionPatternRewriter &rewriter) const override {
    FailureOr<Value> result =
        buildWinogradWeight(rewriter, op.getLoc(), adaptor.getWeight(),
                            op.getTileSize(), /*firstDim=*/2);
    if (failed(result))
      return rewriter.notifyMatchFailure(op, "there is no matrix");
    return result;
  }
};

// winograd_weight_transform(w) -> G * w * G^T, in three dimensions or two
struct Winograd3dOpConversion
    : public TensorOpConversion<NNContribConv3dWinogradWeightTransformOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNContribConv3dWinogradWeightTransformOp op,
                         OpAdaptor adaptor, RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    int64_t depth =
        cast<RankedTensorType>(adaptor.getWeight().getType()).getDimSize(2);
    bool isTransformed =
        NNContribConv3dWinogradWeightTransformOp::isDepthTransformed(depth);
    FailureOr<Value> result =
        buildWinogradWeight(rewriter, op.getLoc(), adaptor.getWeight(),
                            op.getTileSize(), isTransformed ? 2 : 3);
    if (failed(result))
      return rewriter.notifyMatchFailure(op, "there is no matrix");
    return result;
  }
};

//===----------------------------------------------------------------------===//
// Operators of compiled programs
//===----------------------------------------------------------------------===//

// memory.kill(x) -> ()
struct MemoryKillOpConversion : public OpConversionPattern<MemoryKillOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(MemoryKillOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithMultiple(op, {ValueRange()});
    return success();
  }
};

// vm.reshape_tensor(x) -> x in the shape newshape
struct ReshapeTensorOpConversion
    : public TensorOpConversion<VMReshapeTensorOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(VMReshapeTensorOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    return buildReshape(
        rewriter, op.getLoc(), adaptor.getData(),
        getAsIndexOpFoldResult(rewriter.getContext(), op.getNewshape()));
  }
};

// vm.shape_of(x) -> shape_of(x)
struct VMShapeOfOpConversion : public OpConversionPattern<VMShapeOfOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(VMShapeOfOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<ShapeOfOp>(op, op.getType(), op.getTensor(),
                                           op.getDtype());
    return success();
  }
};
} // namespace

void relay::populatePackToLinalgPatterns(const TypeConverter &converter,
                                         RewritePatternSet &patterns) {
  patterns.add<AutoSchedulerLayoutTransformOpConversion, BitpackOpConversion,
               BitserialConv2dOpConversion, BitserialDenseOpConversion,
               DensePackOpConversion, GemmWeightTransformOpConversion,
               MemoryKillOpConversion, ReshapeTensorOpConversion,
               VMShapeOfOpConversion, Winograd2dOpConversion,
               Winograd3dOpConversion>(converter, patterns.getContext());
}
