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

#include "../Builders/ScalarBuilder.h"
#include "../Patterns.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "mlir/Dialect/Affine/Utils.h"
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
                         RankedTensorType type, Emitter &b) const override {
    auto source = AutoSchedulerLayoutTransformOp::parseLayout(
        std::nullopt, "src_layout", op.getSrcLayout());
    auto target = AutoSchedulerLayoutTransformOp::parseLayout(
        std::nullopt, "dst_layout", op.getDstLayout());
    if (failed(source) || failed(target))
      return b.notifyMatchFailure("a layout is none");
    SmallVector<OpFoldResult> sizes;
    for (const auto &dim : *target)
      sizes.push_back(b.getIndexAttr(dim.extent));
    Value result = buildIndexed(
        b, sizes, type.getElementType(), {}, {},
        [&](ValueRange indices, ValueRange) {
          SmallVector<Value> where;
          for (const auto &dim : *source) {
            Value index = b.index(0);
            for (auto [part, partIndex] : llvm::zip_equal(*target, indices))
              if (part.name == dim.name)
                index = arith::AddIOp::create(
                    b, arith::MulIOp::create(b, index, b.index(part.extent)),
                    partIndex);
            where.push_back(index);
          }
          return b.extract(adaptor.getData(), where);
        });
    return result;
  }
};

// meta_schedule_layout_transform(x)[index_map(i...)] -> x[i...]
struct MetaScheduleLayoutTransformOpConversion
    : public TensorOpConversion<MetaScheduleLayoutTransformOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(MetaScheduleLayoutTransformOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData();
    auto dataType = cast<RankedTensorType>(data.getType());
    if (!type.hasStaticShape() || !dataType.hasStaticShape())
      return b.notifyMatchFailure("a shape is dynamic");
    Value result =
        tensor::EmptyOp::create(b, type.getShape(), type.getElementType());
    // Elements are moved one after the other: a map has its inverse in no form.
    return buildMoves(b, data, dataType.getShape(), op.getIndexMap(), {},
                      result);
  }

private:
  /// `result` with the elements of `data` whose first indices are `at`.
  static Value buildMoves(Emitter &b, Value data, ArrayRef<int64_t> shape,
                          AffineMap map, ArrayRef<Value> at, Value result) {
    if (at.size() == shape.size()) {
      Value element = b.extract(data, at);
      SmallVector<Value> where;
      for (AffineExpr expr : map.getResults())
        where.push_back(affine::expandAffineExpr(b, b.getLoc(), expr, at, {}));
      return tensor::InsertOp::create(b, element, result, where);
    }
    auto loop = scf::ForOp::create(
        b, b.index(0), b.index(shape[at.size()]), b.index(1), result,
        [&](OpBuilder &, Location, Value index, ValueRange state) {
          SmallVector<Value> inner(at);
          inner.push_back(index);
          scf::YieldOp::create(
              b, buildMoves(b, data, shape, map, inner, state.front()));
        });
    return loop.getResult(0);
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
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData();
    Type dataType = getElementTypeOrSelf(op.getData().getType());
    Type word = op.getPackType();
    int64_t packAxis = op.getPackAxis(), bitAxis = op.getBitAxis();
    OpFoldResult width = b.getIndexAttr(word.getIntOrFloatBitWidth());
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    sizes[packAxis] = b.divSizes(sizes[packAxis], width);
    sizes.insert(sizes.begin() + bitAxis, b.getIndexAttr(op.getBits()));
    Value result = buildIndexed(
        b, sizes, type.getElementType(), {}, {},
        [&](ValueRange indices, ValueRange) {
          SmallVector<Value> where(indices);
          where.erase(where.begin() + bitAxis);
          Value numBits = b.index(width);
          Value begin = arith::MulIOp::create(b, where[packAxis], numBits);
          ScalarBuilder words(b, word);
          Value bit = words.withType(b.getI64Type())
                          .cast(arith::IndexCastOp::create(b, b.getI64Type(),
                                                           indices[bitAxis]),
                                word);
          auto addBit = [&](OpBuilder &, Location, Value number,
                            ValueRange state) {
            SmallVector<Value> from(where);
            from[packAxis] = arith::AddIOp::create(b, begin, number);
            ScalarBuilder s(b, word);
            Value element =
                b.scalar(dataType).cast(b.extract(data, from), word);
            Value value = s.bitAnd(s.shiftRight(element, bit), s.one());
            scf::YieldOp::create(
                b, s.bitOr(s.shiftLeft(state[0], s.one()), value));
          };
          return scf::ForOp::create(b, b.index(0), numBits, b.index(1),
                                    words.zero(), addBit)
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
static Value buildBits(Emitter &b, const BitTensor &x, Type type) {
  SmallVector<OpFoldResult> sizes = b.getSizes(x.data);
  double mask = (int64_t(1) << x.bits) - 1;
  return buildIndexed(
      b, sizes, type, x.data, b.getMultiDimIdentityMap(sizes.size()),
      [&](ValueRange, ValueRange elements) {
        // Wide enough for the mask; the rest wraps.
        Type i64 = b.getI64Type();
        ScalarBuilder s(b, i64);
        Value bits =
            s.bitAnd(b.scalar(x.type).cast(elements[0], i64), s.constant(mask));
        if (x.isBipolar)
          bits = s.sub(s.add(bits, bits), s.constant(mask));
        return s.cast(bits, type);
      });
}

/// The numbers whose bits `words` holds: of dimension `packDim` by the bits of
/// words, and of dimension `bitDim` by words. The result has type i64.
static Value buildUnpacked(Emitter &b, Value words, unsigned width,
                           int64_t packDim, int64_t bitDim) {
  Type i64 = b.getI64Type();
  SmallVector<OpFoldResult> sizes = b.getSizes(words);
  Value numBits = b.index(sizes[bitDim]);
  sizes[packDim] = b.mulSizes(sizes[packDim], b.getIndexAttr(width));
  sizes.erase(sizes.begin() + bitDim);
  // Its place when the dimension of bits is there.
  int64_t numberDim = packDim > bitDim ? packDim - 1 : packDim;
  return buildIndexed(
      b, sizes, i64, {}, {}, [&](ValueRange indices, ValueRange) {
        Value numPerWord = b.index(width);
        SmallVector<Value> where(indices);
        Value number = where[numberDim];
        where[numberDim] = arith::DivUIOp::create(b, number, numPerWord);
        Value place = arith::RemUIOp::create(b, number, numPerWord);
        // The first element has the highest bit.
        Value shift = arith::IndexCastOp::create(
            b, i64, arith::SubIOp::create(b, b.index(width - 1), place));
        auto addBit = [&](OpBuilder &, Location, Value bit, ValueRange state) {
          SmallVector<Value> from(where);
          from.insert(from.begin() + bitDim, bit);
          Value word = b.extract(words, from);
          Type type = b.getIntegerType(width, /*isSigned=*/false);
          ScalarBuilder s(b, i64);
          Value wide = b.scalar(type).cast(word, i64);
          Value value =
              s.bitAnd(arith::ShRUIOp::create(b, wide, shift), s.one());
          Value count = arith::IndexCastOp::create(b, i64, bit);
          scf::YieldOp::create(b, s.bitOr(state[0], s.shiftLeft(value, count)));
        };
        return scf::ForOp::create(b, b.index(0), numBits, b.index(1),
                                  b.scalar(i64).zero(), addBit)
            .getResult(0);
      });
}

/// The weight of a bitserial operator: unpacked along `packDim` if it has a
/// dimension more than `rank`, `bitDim`. Fails if the number of bits is not
/// known.
static FailureOr<BitTensor> getWeightBits(Emitter &b, const BitTensor &weight,
                                          int64_t rank, int64_t packDim,
                                          int64_t bitDim) {
  auto tensor = cast<RankedTensorType>(weight.data.getType());
  auto integer = dyn_cast<IntegerType>(weight.type);
  if (!integer)
    return failure();
  if (tensor.getRank() == rank)
    return weight;
  if (tensor.getRank() != rank + 1 || tensor.getDimSize(bitDim) < 1 ||
      tensor.getDimSize(bitDim) > 8)
    return failure();
  return BitTensor{
      buildUnpacked(b, weight.data, integer.getWidth(), packDim, bitDim),
      b.getI64Type(), tensor.getDimSize(bitDim)};
}

namespace {
// bitserial_dense(x, w) -> dense of the numbers that bits of x and w mean
struct BitserialDenseOpConversion
    : public TensorOpConversion<NNBitserialDenseOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNBitserialDenseOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Type elementType = type.getElementType();
    if (!isa<IntegerType>(elementType))
      return b.notifyMatchFailure("sums are integers");
    FailureOr<BitTensor> weight = getWeightBits(
        b,
        {adaptor.getWeight(), getElementTypeOrSelf(op.getWeight().getType()),
         static_cast<int64_t>(op.getWeightBits())},
        /*rank=*/2, /*packDim=*/2, /*bitDim=*/1);
    if (failed(weight))
      return b.notifyMatchFailure("weight has no bits");
    weight->isBipolar = op.getUnipolar();
    Value rows = buildBits(b, *weight, elementType);
    Value data = buildBits(b,
                           {adaptor.getData(),
                            getElementTypeOrSelf(op.getData().getType()),
                            static_cast<int64_t>(op.getDataBits())},
                           elementType);
    auto rowsType = cast<RankedTensorType>(rows.getType());
    if (!rowsType.hasStaticShape() ||
        rowsType.getDimSize(1) !=
            cast<RankedTensorType>(data.getType()).getShape().back() ||
        rowsType.getDimSize(0) != static_cast<int64_t>(*op.getUnits()))
      return b.notifyMatchFailure("weight does not fit data");
    return NNDenseOp::create(b, type, data, rows, IntegerAttr(),
                             TypeAttr::get(elementType))
        .getResult();
  }
};

// bitserial_conv2d(x, w) -> conv2d of the numbers that bits of x and w mean
struct BitserialConv2dOpConversion
    : public TensorOpConversion<NNBitserialConv2dOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNBitserialConv2dOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Type elementType = type.getElementType();
    size_t packDim = op.getKernelLayout().find('I');
    if (!isa<IntegerType>(elementType) || packDim >= 4)
      return b.notifyMatchFailure("sums are integers");
    FailureOr<BitTensor> weight = getWeightBits(
        b,
        {adaptor.getWeight(), getElementTypeOrSelf(op.getWeight().getType()),
         static_cast<int64_t>(op.getWeightBits())},
        /*rank=*/4, packDim, /*bitDim=*/4);
    if (failed(weight))
      return b.notifyMatchFailure("weight has no bits");
    weight->isBipolar = op.getUnipolar();
    Value kernel = buildBits(b, *weight, elementType);
    Value data = buildBits(b,
                           {adaptor.getData(),
                            getElementTypeOrSelf(op.getData().getType()),
                            static_cast<int64_t>(op.getActivationBits())},
                           elementType);
    int64_t ones[] = {1, 1};
    auto conv = NNConv2dOp::create(
        b, type, data, kernel, op.getStridesAttr(), op.getPaddingAttr(),
        b.getDenseI64ArrayAttr(ones), b.getI64IntegerAttr(1),
        op.getChannelsAttr(), op.getKernelSizeAttr(), op.getDataLayoutAttr(),
        op.getKernelLayoutAttr(), b.getStringAttr(""),
        TypeAttr::get(elementType));
    if (failed(
            checkConv(std::nullopt,
                      NNConv2dOp::getConvAttributes(NNConv2dOp::Adaptor(conv)),
                      cast<RankedTensorType>(data.getType()),
                      cast<RankedTensorType>(kernel.getType()))))
      return b.notifyMatchFailure("weight does not fit data");
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
                         Emitter &b) const override {
    Type elementType = getElementTypeOrSelf(op.getWeights().getType());
    SmallVector<OpFoldResult> shape = b.getSizes(adaptor.getWeights());
    OpFoldResult numColumns = shape.pop_back_val();
    OpFoldResult numRows = b.mulAllSizes(shape);
    Value matrix = buildReshape(b, adaptor.getWeights(), {numRows, numColumns});
    OpFoldResult columns = b.getIndexAttr(op.getTile_N());
    OpFoldResult rows = b.getIndexAttr(op.getTile_K());
    OpFoldResult four = b.getIndexAttr(4);
    SmallVector<OpFoldResult> sizes{
        b.ceilDivSizes(numColumns, columns),
        b.mulSizes(b.ceilDivSizes(numRows, b.mulSizes(rows, four)), four), rows,
        columns};
    bool isTransposed = elementType.isInteger(8);
    if (isTransposed)
      std::swap(sizes[2], sizes[3]);
    Value result = buildIndexed(
        b, sizes, type.getElementType(), {}, {},
        [&](ValueRange at, ValueRange) {
          auto getPlace = [&](Value tile, OpFoldResult extent, Value inner) {
            return arith::AddIOp::create(
                       b, arith::MulIOp::create(b, tile, b.index(extent)),
                       inner)
                .getResult();
          };
          auto isBelow = [&](Value index, OpFoldResult extent) {
            return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, index,
                                         b.index(extent))
                .getResult();
          };
          Value row = getPlace(at[1], rows, at[isTransposed ? 3 : 2]);
          Value column = getPlace(at[0], columns, at[isTransposed ? 2 : 3]);
          Value fits = arith::AndIOp::create(b, isBelow(row, numRows),
                                             isBelow(column, numColumns));
          return b.choose(
              fits, [&]() -> Value { return b.extract(matrix, {row, column}); },
              [&]() -> Value { return b.scalar(elementType).zero(); });
        });
    return result;
  }
};

// conv2d_gemm_without_weight_transform(x, w) -> conv2d(x, w as it was)
struct GemmConvOpConversion
    : public TensorOpConversion<NNContribConv2dGemmWithoutWeightTransformOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(NNContribConv2dGemmWithoutWeightTransformOp op,
                         OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    auto data = cast<RankedTensorType>(op.getData().getType());
    auto weight = cast<RankedTensorType>(op.getWeight().getType());
    FailureOr<Convolution> conv = checkPackedConv(
        std::nullopt, op.getConvAttributes(OpAdaptor(op)), data);
    if (failed(conv) || op.getGroups() != 1 || weight.getRank() != 4 ||
        !weight.hasStaticShape())
      return b.notifyMatchFailure("the weight is no matrix in tiles");
    int64_t channels = conv->dataShape[1], numColumns = conv->outShape[1];
    bool isTransposed = weight.getElementType().isInteger(8);
    int64_t rows = weight.getDimSize(isTransposed ? 3 : 2);
    int64_t columns = weight.getDimSize(isTransposed ? 2 : 3);
    SmallVector<int64_t> shape(conv->kernelSize);
    shape.append({channels, numColumns});
    if (ShapedType::isDynamicShape(shape) || rows < 1 || columns < 1 ||
        multiplyExtents(ArrayRef(shape).drop_back()) >
            multiplyExtents({weight.getDimSize(1), rows}) ||
        multiplyExtents({numColumns}) >
            multiplyExtents({weight.getDimSize(0), columns}))
      return b.notifyMatchFailure("the weight has too few tiles");
    MLIRContext *context = b.getContext();
    AffineExpr h, w, i, o;
    bindDims(context, h, w, i, o);
    AffineExpr row = (h * shape[1] + w) * channels + i;
    SmallVector<AffineExpr> where{o.floorDiv(columns), row.floorDiv(rows),
                                  row % rows, o % columns};
    if (isTransposed)
      std::swap(where[2], where[3]);
    Value plain = buildIndexed(
        b, getAsIndexOpFoldResult(context, shape),
        cast<RankedTensorType>(adaptor.getWeight().getType()).getElementType(),
        {}, {}, [&](ValueRange at, ValueRange) {
          SmallVector<Value> from;
          for (AffineExpr expr : where)
            from.push_back(
                affine::expandAffineExpr(b, b.getLoc(), expr, at, {}));
          return b.extract(adaptor.getWeight(), from);
        });
    auto plainType = RankedTensorType::get(shape, weight.getElementType());
    if (plain.getType() != plainType)
      plain =
          UnrealizedConversionCastOp::create(b, plainType, plain).getResult(0);
    return NNConv2dOp::create(b, op.getType(), op.getData(), plain,
                              op.getStridesAttr(), op.getPaddingAttr(),
                              op.getDilationAttr(), op.getGroupsAttr(),
                              op.getChannelsAttr(), op.getKernelSizeAttr(),
                              op.getDataLayoutAttr(), b.getStringAttr("HWIO"),
                              op.getOutLayoutAttr(), op.getOutDtypeAttr())
        .getResult();
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
                         RankedTensorType type, Emitter &b) const override {
    return buildReshape(
        b, adaptor.getData(),
        getAsIndexOpFoldResult(b.getContext(), op.getNewshape()));
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
               GemmConvOpConversion, MemoryKillOpConversion,
               MetaScheduleLayoutTransformOpConversion,
               ReshapeTensorOpConversion, VMShapeOfOpConversion>(
      converter, patterns.getContext());
}
