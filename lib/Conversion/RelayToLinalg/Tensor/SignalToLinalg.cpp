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
  FourierBuilder(Emitter &b, OpFoldResult size, Type accumulator);

  Type getAccumulator() const { return accumulator; }

  /// A pair of real and imaginary part.
  using Complex = std::pair<Value, Value>;
  /// The sum over k from 0 to before `count` of `getElement(k)` times the
  /// factor of `frequency` * k: exp(-2 * pi * i * frequency * k / size), or
  /// the conjugate with `isInverse`. `frequency` is below the size, and an
  /// imaginary part is null if it is 0.
  Complex buildSum(Emitter &b, Value frequency, Value count, bool isInverse,
                   function_ref<Complex(Value)> getElement) const;

private:
  Type accumulator;
  Value size, sines, cosines;
};
} // namespace

/// A table of the sines or cosines of the parts of a turn that `size` has.
static Value buildFactors(Emitter &b, OpFoldResult size, Type type,
                          bool isSine) {
  Value length = b.index(size);
  return buildIndexed(
      b, size, type, {}, {}, [&](ValueRange indices, ValueRange) {
        ScalarBuilder integers(b, b.getI64Type());
        auto toFloat = [&](Value index) {
          return integers.cast(
              arith::IndexCastOp::create(b, b.getI64Type(), index),
              b.getF64Type());
        };
        ScalarBuilder f(b, b.getF64Type());
        SineAndCosine factor =
            buildSineAndCosine(b, f.div(toFloat(indices[0]), toFloat(length)));
        return f.cast(isSine ? factor.sine : factor.cosine, type);
      });
}

FourierBuilder::FourierBuilder(Emitter &b, OpFoldResult size, Type accumulator)
    : accumulator(accumulator), size(b.index(size)),
      sines(buildFactors(b, size, accumulator, /*isSine=*/true)),
      cosines(buildFactors(b, size, accumulator, /*isSine=*/false)) {}

FourierBuilder::Complex
FourierBuilder::buildSum(Emitter &b, Value frequency, Value count,
                         bool isInverse,
                         function_ref<Complex(Value)> getElement) const {
  Value zero = b.index(0), one = b.index(1);
  Value none = b.scalar(accumulator).zero();
  auto loop = scf::ForOp::create(
      b, zero, count, one, ValueRange{zero, none, none},
      [&](OpBuilder &, Location, Value position, ValueRange state) {
        ScalarBuilder s(b, accumulator);
        Value sine = b.extract(sines, state[0]);
        Value cosine = b.extract(cosines, state[0]);
        if (!isInverse)
          sine = s.neg(sine);
        auto [re, im] = getElement(position);
        Value real = s.mul(re, cosine), imaginary = s.mul(re, sine);
        if (im) {
          real = s.sub(real, s.mul(im, sine));
          imaginary = s.add(imaginary, s.mul(im, cosine));
        }
        // frequency * position modulo the size
        Value place = arith::AddIOp::create(b, state[0], frequency);
        Value isBelow =
            arith::CmpIOp::create(b, arith::CmpIPredicate::ult, place, size);
        place = arith::SelectOp::create(b, isBelow, place,
                                        arith::SubIOp::create(b, place, size));
        scf::YieldOp::create(b, ValueRange{place, s.add(state[1], real),
                                           s.add(state[2], imaginary)});
      });
  return {loop.getResult(1), loop.getResult(2)};
}

namespace {
// dft(re, im) -> sums of products with the powers of a root of unity
struct DftOpConversion : public TensorsOpConversion<DftOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>> lower(DftOp op, OpAdaptor adaptor,
                                      ArrayRef<RankedTensorType> types,
                                      Emitter &b) const override {
    Value real = adaptor.getReData(), imaginary = adaptor.getImData();
    SmallVector<OpFoldResult> sizes = b.getSizes(real);
    Type type = getElementTypeOrSelf(op.getReData().getType());
    ScalarBuilder elements(b, type);
    FourierBuilder fourier(b, sizes.back(), elements.getAccumulatorType());
    Value empty = tensor::EmptyOp::create(b, sizes, type);
    SmallVector<AffineMap> maps(2, b.getMultiDimIdentityMap(sizes.size()));
    SmallVector<utils::IteratorType> iterators(sizes.size(),
                                               utils::IteratorType::parallel);
    Value length = b.index(sizes.back());
    auto build = [&](OpBuilder &, Location, ValueRange) {
      SmallVector<Value> line;
      for (size_t dim = 0; dim + 1 < sizes.size(); ++dim)
        line.push_back(linalg::IndexOp::create(b, dim));
      Value frequency = linalg::IndexOp::create(b, sizes.size() - 1);
      auto [re, im] = fourier.buildSum(
          b, frequency, length, op.getInverse(), [&](Value position) {
            SmallVector<Value> where(line);
            where.push_back(position);
            auto read = [&](Value data) {
              Value element = b.extract(data, where);
              return ScalarBuilder(b, type).cast(element,
                                                 fourier.getAccumulator());
            };
            return FourierBuilder::Complex(read(real), read(imaginary));
          });
      ScalarBuilder s(b, fourier.getAccumulator());
      if (op.getInverse()) {
        ScalarBuilder integers(b, b.getI64Type());
        Value divisor =
            integers.cast(arith::IndexCastOp::create(b, b.getI64Type(), length),
                          fourier.getAccumulator());
        re = s.div(re, divisor);
        im = s.div(im, divisor);
      }
      linalg::YieldOp::create(b, {s.cast(re, type), s.cast(im, type)});
    };
    auto sums = linalg::GenericOp::create(
        b, TypeRange{empty.getType(), empty.getType()}, ValueRange(),
        ValueRange{empty, empty}, maps, iterators, build);
    return SmallVector<Value>(sums.getResults());
  }
};

// stft(x, w) -> transforms of the products of w and frames of x
struct StftOpConversion : public TensorOpConversion<StftOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(StftOp op, OpAdaptor adaptor, RankedTensorType type,
                         Emitter &b) const override {
    Value data = adaptor.getData(), window = adaptor.getWindow();
    Type dataType = getElementTypeOrSelf(op.getData().getType());
    Type windowType = getElementTypeOrSelf(op.getWindow().getType());
    int64_t numFft = op.getNFft(), hop = op.getHopLength();
    int64_t length = op.getWinLength();
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    OpFoldResult extent = sizes.pop_back_val();
    auto size = [&](int64_t value) { return b.getIndexAttr(value); };
    sizes.push_back(size(op.getOnesided() ? numFft / 2 + 1 : numFft));
    sizes.push_back(getNumFrames(b, extent, numFft, hop));
    sizes.push_back(size(2));

    Type accumulator = b.scalar(dataType).getAccumulatorType();
    FourierBuilder fourier(b, size(length), accumulator);
    Value limit = b.index(extent);
    Value windowLimit =
        b.createOrFold<arith::MinUIOp>(b.index(length), b.getDim(window, 0));
    Value result = buildIndexed(
        b, sizes, type.getElementType(), {}, {},
        [&](ValueRange indices, ValueRange) {
          Value part = indices.back();
          Value frequency = indices[indices.size() - 3];
          Value begin = arith::MulIOp::create(b, indices[indices.size() - 2],
                                              b.index(hop));
          // Elements behind the end of the signal count as 0.
          Value left = arith::SubIOp::create(b, limit, begin);
          Value count = arith::MinSIOp::create(b, windowLimit, left);
          // Rows above the size of the transform repeat those below.
          frequency = arith::RemUIOp::create(b, frequency, b.index(length));
          auto [re, im] = fourier.buildSum(
              b, frequency, count, /*isInverse=*/false, [&](Value position) {
                SmallVector<Value> where(indices.drop_back(3));
                where.push_back(arith::AddIOp::create(b, begin, position));
                Value element = b.extract(data, where);
                Value weight = b.extract(window, position);
                ScalarBuilder s(b, accumulator);
                Value product =
                    s.mul(b.scalar(windowType).cast(weight, accumulator),
                          b.scalar(dataType).cast(element, accumulator));
                return FourierBuilder::Complex(product, Value());
              });
          ScalarBuilder s(b, accumulator);
          Value isReal = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                               part, b.index(0));
          Value sum = s.select(isReal, re, im);
          if (op.getNormalized())
            sum = s.div(sum, s.constant(std::sqrt(double(numFft))));
          return s.cast(sum, dataType);
        });
    return result;
  }

private:
  /// How many frames there are; at run time a signal may turn out too short.
  static OpFoldResult getNumFrames(Emitter &b, OpFoldResult extent,
                                   int64_t numFft, int64_t hop) {
    OpFoldResult room = b.subSizes(b.addSizes(extent, b.getIndexAttr(hop)),
                                   b.getIndexAttr(numFft));
    if (!getConstantIntValue(room))
      room = b.createOrFold<arith::MaxSIOp>(b.index(room), b.index(0));
    return b.divSizes(room, b.getIndexAttr(hop));
  }
};
} // namespace

void relay::populateSignalToLinalgPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<DftOpConversion, StftOpConversion>(converter,
                                                  patterns.getContext());
}
