//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random numbers: lowering. Keys are the generators of Claessen and Palka,
// "Splittable Pseudorandom Number Generators using Cryptographic Hashing"
// (2013); the hash is Threefry-4x64 of Salmon et al., "Parallel random numbers:
// as easy as 1, 2, 3" (2011). Comments below tell the differences to TVM.
//
//===----------------------------------------------------------------------===//

#include "../Builders/ScalarBuilder.h"
#include "../Builders/Turns.h"
#include "../Patterns.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

/// Words of a key: four of the key of the hash, two of the path, two of the
/// counter, two with the bit of the path that the next split sets.
static constexpr size_t keySize = 10;
/// Words of a block of the hash.
static constexpr size_t blockSize = 4;

namespace {
using Words = SmallVector<Value, keySize>;

/// Emits arithmetic on words.
class WordBuilder {
public:
  WordBuilder(Emitter &b) : b(b) {}

  Value constant(uint64_t value) {
    return arith::ConstantOp::create(
        b, b.getI64IntegerAttr(static_cast<int64_t>(value)));
  }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, x, y); }
  Value bitOr(Value x, Value y) { return arith::OrIOp::create(b, x, y); }
  Value bitXor(Value x, Value y) { return arith::XOrIOp::create(b, x, y); }
  Value shiftRight(Value x, uint64_t count) {
    return arith::ShRUIOp::create(b, x, constant(count));
  }
  Value equals(Value x, uint64_t value) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, x,
                                 constant(value));
  }
  Value isBelow(Value x, Value y) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }
  Words select(Value condition, ArrayRef<Value> x, ArrayRef<Value> y);

  /// The words of the key `key`, a tensor.
  Words extract(Value key);
  Value makeKey(ArrayRef<Value> words) {
    return tensor::FromElementsOp::create(b, words);
  }
  /// The hash of the block `counter` for `key`, both of four words.
  Words hash(ArrayRef<Value> key, ArrayRef<Value> counter);
  /// A key without a path, whose next split sets bit `bit` of the first word.
  Words makeFreshKey(ArrayRef<Value> hash, uint64_t bit);
  /// Whether the path of `key` is full.
  Value isPathFull(ArrayRef<Value> key) {
    return arith::AndIOp::create(b, equals(key[8], 0), equals(key[9], 0));
  }
  /// `key` with its next bit behind: TVM's shift of the last two words.
  Words moveToNextBit(ArrayRef<Value> key);
  /// `key` with its next bit set, and moved to the one behind.
  Words setNextBit(ArrayRef<Value> key);

private:
  Value rotateLeft(Value x, uint64_t count) {
    return bitOr(arith::ShLIOp::create(b, x, constant(count)),
                 shiftRight(x, 64 - count));
  }

  Emitter &b;
};
} // namespace

Words WordBuilder::select(Value condition, ArrayRef<Value> x,
                          ArrayRef<Value> y) {
  Words result;
  for (auto [a, c] : llvm::zip_equal(x, y))
    result.push_back(select(condition, a, c));
  return result;
}

Words WordBuilder::extract(Value key) {
  Words words;
  for (size_t i = 0; i < keySize; ++i)
    words.push_back(b.extract(key, b.index(i)));
  return words;
}

Words WordBuilder::hash(ArrayRef<Value> key, ArrayRef<Value> counter) {
  constexpr int numRounds = 20;
  static constexpr uint64_t rotations[8][2] = {{14, 16}, {52, 57}, {23, 40},
                                               {5, 37},  {25, 33}, {46, 12},
                                               {58, 22}, {32, 32}};
  Words full(key);
  Value parity = constant(0x1BD11BDAA9FC1A22);
  for (Value word : key)
    parity = bitXor(parity, word);
  full.push_back(parity);
  Words x(counter);
  for (int round = 0; round < numRounds; ++round) {
    // There is no injection after the last round, other than in the paper.
    if (round % 4 == 0) {
      size_t number = round / 4;
      for (size_t i = 0; i < blockSize; ++i)
        x[i] = add(x[i], full[(number + i) % full.size()]);
      x.back() = add(x.back(), constant(number));
    }
    for (size_t i = 0; i < blockSize; i += 2) {
      x[i] = add(x[i], x[i + 1]);
      x[i + 1] =
          bitXor(x[i], rotateLeft(x[i + 1], rotations[round % 8][i / 2]));
    }
    std::swap(x[1], x[3]);
  }
  return x;
}

Words WordBuilder::makeFreshKey(ArrayRef<Value> hash, uint64_t bit) {
  Words key(hash);
  Value zero = constant(0);
  key.append({zero, zero, zero, zero, constant(bit), zero});
  return key;
}

Words WordBuilder::moveToNextBit(ArrayRef<Value> key) {
  Words result(key);
  Value high = key[8], low = key[9], zero = constant(0);
  Value isLast = equals(high, 1), isBehind = equals(high, 0);
  result[8] = select(isLast, zero, select(isBehind, zero, shiftRight(high, 1)));
  result[9] = select(isLast, constant(uint64_t(1) << 63),
                     select(isBehind, shiftRight(low, 1), zero));
  return result;
}

Words WordBuilder::setNextBit(ArrayRef<Value> key) {
  Words result = moveToNextBit(key);
  result[4] = bitOr(key[4], key[8]);
  result[5] = bitOr(key[5], key[9]);
  return result;
}

namespace {
/// Numbers that have been drawn, and the key behind them.
struct Draw {
  Value key, numbers;
};
} // namespace

/// The hashes of the blocks that `key` counts, one after the other: `count`
/// words, a vector.
static Value buildWords(Emitter &b, ArrayRef<Value> key, int64_t count) {
  int64_t numFull = count / blockSize;
  int64_t numBlocks = llvm::divideCeil(count, blockSize);
  Type i64 = b.getI64Type();
  Value empty = tensor::EmptyOp::create(b, ArrayRef<int64_t>(numBlocks), i64);
  SmallVector<Value> outputs(blockSize, empty);
  SmallVector<AffineMap> maps(blockSize, b.getMultiDimIdentityMap(1));
  auto build = [&](OpBuilder &, Location, ValueRange) {
    WordBuilder w(b);
    Value number =
        arith::IndexCastOp::create(b, i64, linalg::IndexOp::create(b, 0));
    // TVM adds the number of the block to the path as well, but only the
    // counter counts in a last block that is not full.
    Value isFull = w.isBelow(number, w.constant(numFull));
    Value forPath = w.select(isFull, number, w.constant(0));
    Value forCounter =
        w.select(isFull, number, w.constant(numFull * blockSize));
    Words counter;
    for (size_t i = 0; i < blockSize; ++i)
      counter.push_back(
          w.add(key[blockSize + i], i + 1 == blockSize ? forCounter : forPath));
    linalg::YieldOp::create(b, w.hash(key.take_front(blockSize), counter));
  };
  auto blocks = linalg::GenericOp::create(b, ValueRange(outputs).getTypes(),
                                          ValueRange(), outputs, maps,
                                          utils::IteratorType::parallel, build);
  auto size = [&](int64_t value) -> OpFoldResult {
    return b.getIndexAttr(value);
  };
  Value words =
      tensor::EmptyOp::create(b, ArrayRef<int64_t>{numBlocks, blockSize}, i64);
  for (auto [i, column] : llvm::enumerate(blocks.getResults()))
    words = tensor::InsertSliceOp::create(
        b, column, words, ArrayRef<OpFoldResult>{size(0), size(i)},
        ArrayRef<OpFoldResult>{size(numBlocks), size(1)},
        ArrayRef<OpFoldResult>{size(1), size(1)});
  words = buildReshape(b, words, size(numBlocks * blockSize));
  if (numFull == numBlocks)
    return words;
  return tensor::ExtractSliceOp::create(b, words, size(0), size(count),
                                        size(1));
}

/// Draws `count` words, a vector, with the key `key`.
static Draw buildDraw(Emitter &b, Value key, int64_t count) {
  WordBuilder w(b);
  Words given = w.extract(key);
  // The largest counter is reserved. Without room in the counter the path gets
  // one bit more, or, if it is full, the key is hashed to another.
  Value hasRoom = w.isBelow(given[7], w.constant(~uint64_t(0) - count));
  SmallVector<Value, blockSize> allOnes(blockSize, w.constant(~uint64_t(0)));
  Words fresh =
      w.makeFreshKey(w.hash(ArrayRef(given).take_front(blockSize), allOnes),
                     uint64_t(1) << 63);
  Words longer = w.setNextBit(given);
  longer[6] = longer[7] = w.constant(0);
  Words current =
      w.select(hasRoom, given, w.select(w.isPathFull(given), fresh, longer));

  Words next = current;
  next[6] = w.constant(0);
  next[7] = w.add(current[7], w.constant(llvm::alignTo(count, blockSize)));
  Value words = count == 0 ? tensor::EmptyOp::create(b, ArrayRef<int64_t>(0),
                                                     b.getI64Type())
                                 .getResult()
                           : buildWords(b, current, count);
  return {w.makeKey(next), words};
}

/// The number of elements of a tensor of the shape `shape`.
static int64_t countNumbers(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count = multiplyOrSaturate(count, extent);
  return count;
}

/// A float of type `type` in [0, 1) of the lowest bits of `word`.
static Value buildFraction(Emitter &b, Value word, FloatType type) {
  unsigned width = type.getWidth();
  unsigned numFraction = type.getFPMantissaWidth() - 1;
  Type bitsType = b.getIntegerType(width);
  auto constant = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(b, b.getIntegerAttr(bitsType, value));
  };
  if (width < 64)
    word = arith::TruncIOp::create(b, bitsType, word);
  Value fraction = arith::ShRUIOp::create(
      b, word, constant(APInt(width, width - numFraction)));
  APInt one = APFloat(type.getFloatSemantics(), 1).bitcastToAPInt();
  Value bits = arith::OrIOp::create(b, fraction, constant(one));
  ScalarBuilder s(b, type);
  return s.sub(arith::BitcastOp::create(b, type, bits), s.one());
}

namespace {
// random.threefry_generate(key) -> hashes of the blocks that key counts
struct ThreefryGenerateOpConversion
    : public TensorsOpConversion<RandomThreefryGenerateOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>> lower(RandomThreefryGenerateOp op,
                                      OpAdaptor adaptor,
                                      ArrayRef<RankedTensorType> types,
                                      Emitter &b) const override {
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(b.getContext(), op.getOutShape());
    Draw draw = buildDraw(b, adaptor.getKey(), countNumbers(op.getOutShape()));
    return SmallVector<Value>{draw.key, buildReshape(b, draw.numbers, sizes)};
  }
};

// random.threefry_split(key) -> key with a 0 and with a 1 behind its path
struct ThreefrySplitOpConversion
    : public TensorsOpConversion<RandomThreefrySplitOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>> lower(RandomThreefrySplitOp op,
                                      OpAdaptor adaptor,
                                      ArrayRef<RankedTensorType> types,
                                      Emitter &b) const override {
    WordBuilder w(b);
    Words key = w.extract(adaptor.getKey());
    // If the path is full, the key is hashed to another.
    Words hash = w.hash(ArrayRef(key).take_front(blockSize),
                        ArrayRef(key).slice(blockSize, blockSize));
    Words left = w.makeFreshKey(hash, uint64_t(1) << 62), right = left;
    right[4] = w.constant(uint64_t(1) << 63);
    Value isFull = w.isPathFull(key);
    return SmallVector<Value>{
        w.makeKey(w.select(isFull, left, w.moveToNextBit(key))),
        w.makeKey(w.select(isFull, right, w.setNextBit(key)))};
  }
};

// random.uniform(key, low, high) -> fraction * (high - low) + low
struct UniformOpConversion : public TensorsOpConversion<RandomUniformOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>> lower(RandomUniformOp op, OpAdaptor adaptor,
                                      ArrayRef<RankedTensorType> types,
                                      Emitter &b) const override {
    auto type = cast<FloatType>(op.getOutDtype());
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(b.getContext(), op.getOutShape());
    Draw draw = buildDraw(b, adaptor.getKey(), countNumbers(op.getOutShape()));
    Value low = b.extract(adaptor.getLow());
    Value high = b.extract(adaptor.getHigh());
    Value range = b.scalar(type).sub(high, low);
    Value numbers =
        buildIndexed(b, sizes, type, buildReshape(b, draw.numbers, sizes),
                     b.getMultiDimIdentityMap(sizes.size()),
                     [&](ValueRange, ValueRange words) {
                       ScalarBuilder s(b, type);
                       Value fraction = buildFraction(b, words[0], type);
                       return s.add(s.mul(fraction, range), low);
                     });
    return SmallVector<Value>{draw.key, numbers};
  }
};

// random.normal(key, mean, scale) -> sqrt(-2 * log(1 - u)) * sin(2 * pi * v)
//   * scale + mean
struct NormalOpConversion : public TensorsOpConversion<RandomNormalOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>> lower(RandomNormalOp op, OpAdaptor adaptor,
                                      ArrayRef<RankedTensorType> types,
                                      Emitter &b) const override {
    auto type = cast<FloatType>(op.getOutDtype());
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(b.getContext(), op.getOutShape());
    int64_t count = countNumbers(op.getOutShape());
    Draw draw = buildDraw(b, adaptor.getKey(), multiplyOrSaturate(count, 2));
    Value mean = b.extract(adaptor.getMean());
    Value scale = b.extract(adaptor.getScale());
    SmallVector<Value> halves;
    for (int64_t begin : {int64_t(0), count}) {
      OpFoldResult one = b.getIndexAttr(1);
      Value half = tensor::ExtractSliceOp::create(
          b, draw.numbers, OpFoldResult(b.getIndexAttr(begin)),
          OpFoldResult(b.getIndexAttr(count)), one);
      halves.push_back(buildReshape(b, half, sizes));
    }
    SmallVector<AffineMap> maps(2, b.getMultiDimIdentityMap(sizes.size()));
    Value numbers = buildIndexed(
        b, sizes, type, halves, maps, [&](ValueRange, ValueRange words) {
          ScalarBuilder s(b, type);
          Value u = buildFraction(b, words[0], type);
          Value v = buildFraction(b, words[1], type);
          Value radius =
              s.sqrt(s.mul(s.constant(-2), s.log(s.sub(s.one(), u))));
          Value turns = s.cast(v, b.getF64Type());
          Value sine = s.withType(b.getF64Type())
                           .cast(buildSineAndCosine(b, turns).sine, type);
          return s.add(s.mul(s.mul(radius, sine), scale), mean);
        });
    return SmallVector<Value>{draw.key, numbers};
  }
};

// random.multinomial(key, p) -> the first sum of p / sum(p) above a number
struct MultinomialOpConversion
    : public TensorsOpConversion<RandomMultinomialOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>> lower(RandomMultinomialOp op, OpAdaptor adaptor,
                                      ArrayRef<RankedTensorType> types,
                                      Emitter &b) const override {
    auto probs = cast<RankedTensorType>(adaptor.getProbs().getType());
    SmallVector<int64_t> shape(probs.getShape().drop_back());
    if (ShapedType::isDynamicShape(shape))
      return b.notifyMatchFailure("the shape of probs is not known");
    shape.push_back(op.getNumSamples());
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(b.getContext(), shape);
    Draw draw = buildDraw(b, adaptor.getKey(), countNumbers(shape));
    Type probsType = getElementTypeOrSelf(op.getProbs().getType());
    Value positions =
        buildIndexed(b, sizes, types[1].getElementType(),
                     buildReshape(b, draw.numbers, sizes),
                     b.getMultiDimIdentityMap(sizes.size()),
                     [&](ValueRange indices, ValueRange words) {
                       Value number =
                           buildFraction(b, words[0], b.getF32Type());
                       return buildPosition(b, adaptor.getProbs(), probsType,
                                            indices.drop_back(), number);
                     });
    return SmallVector<Value>{draw.key, positions};
  }

private:
  /// The position that `number` selects in the vector at `line` of `probs`.
  static Value buildPosition(Emitter &b, Value probs, Type probsType,
                             ValueRange line, Value number) {
    Type f32 = b.getF32Type();
    ScalarBuilder f(b, f32);
    Value zero = b.index(0), one = b.index(1);
    Value end = b.getDim(probs, line.size());
    auto getWeight = [&](Value position) {
      SmallVector<Value> where(line);
      where.push_back(position);
      Value element = b.extract(probs, where);
      ScalarBuilder f(b, f32);
      return f.max(b.scalar(probsType).cast(element, f32), f.zero());
    };
    Value total =
        scf::ForOp::create(
            b, zero, end, one, f.zero(),
            [&](OpBuilder &, Location, Value position, ValueRange state) {
              Value weight = getWeight(position);
              scf::YieldOp::create(b, b.scalar(f32).add(state[0], weight));
            })
            .getResult(0);
    // The first position of the smallest difference of a sum and the number,
    // where differences that are not above 0 count as 1.
    Type i32 = b.getI32Type();
    Value first = arith::ConstantIntOp::create(b, 0, 32);
    return scf::ForOp::create(
               b, zero, end, one, ValueRange{f.zero(), f.highest(), first},
               [&](OpBuilder &, Location, Value position, ValueRange state) {
                 ScalarBuilder f(b, f32);
                 Value sum = f.add(state[0], f.div(getWeight(position), total));
                 Value difference = f.sub(sum, number);
                 difference =
                     f.select(f.gt(difference, f.zero()), difference, f.one());
                 Value isLess = f.lt(difference, state[1]);
                 Value here = arith::IndexCastOp::create(b, i32, position);
                 scf::YieldOp::create(
                     b, ValueRange{sum, f.select(isLess, difference, state[1]),
                                   f.select(isLess, here, state[2])});
               })
        .getResult(2);
  }
};
} // namespace

void relay::populateRandomToLinalgPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<MultinomialOpConversion, NormalOpConversion,
               ThreefryGenerateOpConversion, ThreefrySplitOpConversion,
               UniformOpConversion>(converter, patterns.getContext());
}
