//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dft and stft: lowering. The factors of a transform of n elements are the
// sines and cosines of n angles, in two tables.
//
//===----------------------------------------------------------------------===//

#include "../Builders/ScalarBuilder.h"
#include "../Builders/Turns.h"
#include "../Patterns.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <cmath>

using namespace mlir;
using namespace mlir::relay;

namespace {
/// Emits sums of complex products with powers of a root of unity.
class FourierBuilder {
public:
  /// Transforms of `size` elements; sums are of type `accumulator`.
  FourierBuilder(OpBuilder &b, Location loc, OpFoldResult size,
                 Type accumulator);

  Type getAccumulator() const { return accumulator; }

  /// A pair of real and imaginary part.
  using Complex = std::pair<Value, Value>;
  /// The sum over k from 0 to before `count` of `getElement(k)` times the
  /// factor of `frequency` * k: exp(-2 * pi * i * frequency * k / size), or
  /// the conjugate with `isInverse`. `frequency` is below the size, and an
  /// imaginary part is null if it is 0.
  Complex buildSum(
      OpBuilder &b, Location loc, Value frequency, Value count, bool isInverse,
      function_ref<Complex(OpBuilder &, Location, Value)> getElement) const;

private:
  Type accumulator;
  Value size, sines, cosines;
};
} // namespace

/// A table of the sines or cosines of the parts of a turn that `size` has.
static Value buildFactors(OpBuilder &b, Location loc, OpFoldResult size,
                          Type type, bool isSine) {
  Value length = getIndexValue(b, loc, size);
  return buildIndexed(
      b, loc, size, type, {}, {},
      [&](OpBuilder &b, Location loc, ValueRange indices, ValueRange) {
        ScalarBuilder integers(b, loc, b.getI64Type());
        auto toFloat = [&](Value index) {
          return integers.cast(
              arith::IndexCastOp::create(b, loc, b.getI64Type(), index),
              b.getF64Type());
        };
        ScalarBuilder f(b, loc, b.getF64Type());
        SineAndCosine factor = buildSineAndCosine(
            b, loc, f.div(toFloat(indices[0]), toFloat(length)));
        return f.cast(isSine ? factor.sine : factor.cosine, type);
      });
}

FourierBuilder::FourierBuilder(OpBuilder &b, Location loc, OpFoldResult size,
                               Type accumulator)
    : accumulator(accumulator), size(getIndexValue(b, loc, size)),
      sines(buildFactors(b, loc, size, accumulator, /*isSine=*/true)),
      cosines(buildFactors(b, loc, size, accumulator, /*isSine=*/false)) {}

FourierBuilder::Complex FourierBuilder::buildSum(
    OpBuilder &b, Location loc, Value frequency, Value count, bool isInverse,
    function_ref<Complex(OpBuilder &, Location, Value)> getElement) const {
  Value zero = createIndex(b, loc, 0), one = createIndex(b, loc, 1);
  Value none = ScalarBuilder(b, loc, accumulator).zero();
  auto loop = scf::ForOp::create(
      b, loc, zero, count, one, ValueRange{zero, none, none},
      [&](OpBuilder &b, Location loc, Value position, ValueRange state) {
        ScalarBuilder s(b, loc, accumulator);
        Value sine = tensor::ExtractOp::create(b, loc, sines, state[0]);
        Value cosine = tensor::ExtractOp::create(b, loc, cosines, state[0]);
        if (!isInverse)
          sine = s.neg(sine);
        auto [re, im] = getElement(b, loc, position);
        Value real = s.mul(re, cosine), imaginary = s.mul(re, sine);
        if (im) {
          real = s.sub(real, s.mul(im, sine));
          imaginary = s.add(imaginary, s.mul(im, cosine));
        }
        // frequency * position modulo the size
        Value place = arith::AddIOp::create(b, loc, state[0], frequency);
        Value isBelow = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                              place, size);
        place = arith::SelectOp::create(
            b, loc, isBelow, place, arith::SubIOp::create(b, loc, place, size));
        scf::YieldOp::create(b, loc,
                             ValueRange{place, s.add(state[1], real),
                                        s.add(state[2], imaginary)});
      });
  return {loop.getResult(1), loop.getResult(2)};
}

namespace {
// dft(re, im) -> sums of products with the powers of a root of unity
struct DftOpConversion : public TensorsOpConversion<DftOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>>
  lower(DftOp op, OpAdaptor adaptor, ArrayRef<RankedTensorType> types,
        ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value real = adaptor.getReData(), imaginary = adaptor.getImData();
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, real);
    Type type = getElementTypeOrSelf(op.getReData().getType());
    ScalarBuilder elements(rewriter, loc, type);
    FourierBuilder fourier(rewriter, loc, sizes.back(),
                           elements.getAccumulatorType());
    Value empty = tensor::EmptyOp::create(rewriter, loc, sizes, type);
    SmallVector<AffineMap> maps(2,
                                rewriter.getMultiDimIdentityMap(sizes.size()));
    SmallVector<utils::IteratorType> iterators(sizes.size(),
                                               utils::IteratorType::parallel);
    Value length = getIndexValue(rewriter, loc, sizes.back());
    auto build = [&](OpBuilder &b, Location loc, ValueRange) {
      SmallVector<Value> line;
      for (size_t dim = 0; dim + 1 < sizes.size(); ++dim)
        line.push_back(linalg::IndexOp::create(b, loc, dim));
      Value frequency = linalg::IndexOp::create(b, loc, sizes.size() - 1);
      auto [re, im] = fourier.buildSum(
          b, loc, frequency, length, op.getInverse(),
          [&](OpBuilder &b, Location loc, Value position) {
            SmallVector<Value> where(line);
            where.push_back(position);
            auto read = [&](Value data) {
              Value element = tensor::ExtractOp::create(b, loc, data, where);
              return ScalarBuilder(b, loc, type)
                  .cast(element, fourier.getAccumulator());
            };
            return FourierBuilder::Complex(read(real), read(imaginary));
          });
      ScalarBuilder s(b, loc, fourier.getAccumulator());
      if (op.getInverse()) {
        ScalarBuilder integers(b, loc, b.getI64Type());
        Value divisor = integers.cast(
            arith::IndexCastOp::create(b, loc, b.getI64Type(), length),
            fourier.getAccumulator());
        re = s.div(re, divisor);
        im = s.div(im, divisor);
      }
      linalg::YieldOp::create(b, loc, {s.cast(re, type), s.cast(im, type)});
    };
    auto sums = linalg::GenericOp::create(
        rewriter, loc, TypeRange{empty.getType(), empty.getType()},
        ValueRange(), ValueRange{empty, empty}, maps, iterators, build);
    return SmallVector<Value>(sums.getResults());
  }
};

// stft(x, w) -> transforms of the products of w and frames of x
struct StftOpConversion : public TensorOpConversion<StftOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(StftOp op, OpAdaptor adaptor, RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value data = adaptor.getData(), window = adaptor.getWindow();
    Type dataType = getElementTypeOrSelf(op.getData().getType());
    Type windowType = getElementTypeOrSelf(op.getWindow().getType());
    int64_t numFft = op.getNFft(), hop = op.getHopLength();
    int64_t length = op.getWinLength();
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, data);
    OpFoldResult extent = sizes.pop_back_val();
    auto size = [&](int64_t value) { return rewriter.getIndexAttr(value); };
    sizes.push_back(size(op.getOnesided() ? numFft / 2 + 1 : numFft));
    sizes.push_back(getNumFrames(rewriter, loc, extent, numFft, hop));
    sizes.push_back(size(2));

    Type accumulator =
        ScalarBuilder(rewriter, loc, dataType).getAccumulatorType();
    FourierBuilder fourier(rewriter, loc, size(length), accumulator);
    Value limit = getIndexValue(rewriter, loc, extent);
    Value windowLimit = rewriter.createOrFold<arith::MinUIOp>(
        loc, createIndex(rewriter, loc, length),
        rewriter.createOrFold<tensor::DimOp>(loc, window, 0));
    Value result = buildIndexed(
        rewriter, loc, sizes, type.getElementType(), {}, {},
        [&](OpBuilder &b, Location loc, ValueRange indices, ValueRange) {
          Value part = indices.back();
          Value frequency = indices[indices.size() - 3];
          Value begin = arith::MulIOp::create(
              b, loc, indices[indices.size() - 2], createIndex(b, loc, hop));
          // Elements behind the end of the signal count as 0.
          Value left = arith::SubIOp::create(b, loc, limit, begin);
          Value count = arith::MinSIOp::create(b, loc, windowLimit, left);
          // Rows above the size of the transform repeat those below.
          frequency = arith::RemUIOp::create(b, loc, frequency,
                                             createIndex(b, loc, length));
          auto [re, im] = fourier.buildSum(
              b, loc, frequency, count, /*isInverse=*/false,
              [&](OpBuilder &b, Location loc, Value position) {
                SmallVector<Value> where(indices.drop_back(3));
                where.push_back(arith::AddIOp::create(b, loc, begin, position));
                Value element = tensor::ExtractOp::create(b, loc, data, where);
                Value weight =
                    tensor::ExtractOp::create(b, loc, window, position);
                ScalarBuilder s(b, loc, accumulator);
                Value product = s.mul(
                    ScalarBuilder(b, loc, windowType).cast(weight, accumulator),
                    ScalarBuilder(b, loc, dataType).cast(element, accumulator));
                return FourierBuilder::Complex(product, Value());
              });
          ScalarBuilder s(b, loc, accumulator);
          Value isReal = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                               part, createIndex(b, loc, 0));
          Value sum = s.select(isReal, re, im);
          if (op.getNormalized())
            sum = s.div(sum, s.constant(std::sqrt(double(numFft))));
          return s.cast(sum, dataType);
        });
    return result;
  }

private:
  /// How many frames there are; at run time a signal may turn out too short.
  static OpFoldResult getNumFrames(OpBuilder &b, Location loc,
                                   OpFoldResult extent, int64_t numFft,
                                   int64_t hop) {
    OpFoldResult room =
        subtractExtents(b, loc, addExtents(b, loc, extent, b.getIndexAttr(hop)),
                        b.getIndexAttr(numFft));
    if (!getConstantIntValue(room))
      room = b.createOrFold<arith::MaxSIOp>(loc, getIndexValue(b, loc, room),
                                            createIndex(b, loc, 0));
    return divideExtents(b, loc, room, b.getIndexAttr(hop));
  }
};
} // namespace

void relay::populateSignalToLinalgPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<DftOpConversion, StftOpConversion>(converter,
                                                  patterns.getContext());
}
