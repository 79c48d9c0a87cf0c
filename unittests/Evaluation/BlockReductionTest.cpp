//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Long runs that threads reduce together, against loops over scalars that
// follow rules 7.1, 7.2 and 7.6 of docs/Semantics.md, bit for bit.
//
//===----------------------------------------------------------------------===//

#include "Evaluation/Evaluators/OperatorEvaluation.h"
#include "EvaluationTest.h"
#include "llvm/Support/ThreadPool.h"
#include <functional>

using namespace mlir;
using namespace mlir::relay;

namespace {

class BlockReductionTest : public EvaluationTest {
protected:
  BlockReductionTest() {
    context.disableMultithreading();
    context.setThreadPool(pool);
  }

  /// Elements between -1 and 1 (products: around 1), or random integers.
  Tensor makeElements(RankedTensorType type, bool isProduct) {
    Tensor tensor = Tensor::allocate(type);
    Type element = type.getElementType();
    size_t size = Tensor::getElementSize(element);
    for (int64_t i = 0; i < type.getNumElements(); ++i) {
      uint64_t bits = random();
      if (auto floatType = dyn_cast<FloatType>(element)) {
        double value = double(int64_t(bits)) * 0x1p-63;
        llvm::APFloat number(isProduct ? 1 + value * 0x1p-7 : value);
        bool losesInfo;
        number.convert(floatType.getFloatSemantics(),
                       llvm::APFloat::rmNearestTiesToEven, &losesInfo);
        bits = number.bitcastToAPInt().getZExtValue();
      } else if (element.isInteger(1)) {
        // Mostly true.
        bits = bits % (1 << 20) != 0;
      }
      std::memcpy(tensor.getData() + i * size, &bits, size);
    }
    return tensor;
  }

  llvm::Expected<EvalValue> evaluate(StringRef name, const Tensor &data,
                                     int64_t rows) {
    std::string element;
    llvm::raw_string_ostream(element) << data.getType().getElementType();
    std::string shape;
    for (int64_t size : data.getType().getShape())
      shape += std::to_string(size) + "x";
    std::string result =
        rows == 1 ? "tensor<" + element + ">"
                  : "tensor<" + std::to_string(rows) + "x1x" + element + ">";
    Operation *op = makeOperation(
        name, rows == 1 ? "" : "{axis = array<i64: -1>, keepdims = true}",
        {"tensor<" + shape + element + ">"}, result);
    auto value = reduceByBlocks(op, data, op->getResult(0).getType(), memo,
                                /*cancellation=*/nullptr);
    if (!value)
      return llvm::createStringError("not in blocks");
    return std::move(*value);
  }

  /// Rules 7.1 and 7.2.
  template <typename T>
  static T reduceRun(ArrayRef<T> run, T identity,
                     llvm::function_ref<T(T, T)> combine) {
    constexpr size_t block = 65536;
    if (run.size() > block) {
      SmallVector<T> results;
      for (size_t i = 0; i < run.size(); i += block)
        results.push_back(reduceRun(
            run.slice(i, std::min(block, run.size() - i)), identity, combine));
      return reduceRun<T>(results, identity, combine);
    }
    T lanes[64];
    std::fill_n(lanes, 64, identity);
    for (auto [i, element] : llvm::enumerate(run))
      lanes[i % 64] = combine(lanes[i % 64], element);
    for (size_t half = 32; half >= 1; half /= 2)
      for (size_t i = 0; i < half; ++i)
        lanes[i] = combine(lanes[i], lanes[i + half]);
    return lanes[0];
  }

  /// Compares with runs of accumulators of type T.
  template <typename T>
  void check(StringRef name, Type element, ArrayRef<int64_t> shape, T identity,
             llvm::function_ref<T(T, T)> combine) {
    auto type = RankedTensorType::get(shape, element);
    Tensor data = makeElements(type, name == "prod");
    int64_t rows = shape.size() == 1 ? 1 : shape.front();
    int64_t length = type.getNumElements() / rows;
    llvm::Expected<EvalValue> value = evaluate(name, data, rows);
    ASSERT_TRUE(bool(value)) << llvm::toString(value.takeError());
    const Tensor &result = *value->getTensor();
    size_t size = Tensor::getElementSize(element);
    auto load = [&](const Tensor &tensor, int64_t i) -> T {
      if (auto floatType = dyn_cast<FloatType>(element)) {
        llvm::APInt bits(floatType.getWidth(), 0);
        llvm::LoadIntFromMemory(
            bits,
            reinterpret_cast<const uint8_t *>(tensor.getData() + i * size),
            size);
        llvm::APFloat number(floatType.getFloatSemantics(), bits);
        bool losesInfo;
        number.convert(llvm::APFloat::IEEEdouble(),
                       llvm::APFloat::rmNearestTiesToEven, &losesInfo);
        return T(number.convertToDouble());
      }
      T integer;
      std::memcpy(&integer, tensor.getData() + i * size, sizeof(T));
      return integer;
    };
    auto round = [&](T x) -> T {
      auto floatType = dyn_cast<FloatType>(element);
      if (!floatType)
        return x;
      llvm::APFloat number{double(x)};
      bool losesInfo;
      number.convert(floatType.getFloatSemantics(),
                     llvm::APFloat::rmNearestTiesToEven, &losesInfo);
      number.convert(llvm::APFloat::IEEEdouble(),
                     llvm::APFloat::rmNearestTiesToEven, &losesInfo);
      return T(number.convertToDouble());
    };
    for (int64_t row = 0; row < rows; ++row) {
      SmallVector<T, 0> run;
      for (int64_t i = 0; i < length; ++i)
        run.push_back(load(data, row * length + i));
      T expected = reduceRun<T>(run, identity, combine);
      if (name == "mean")
        expected = T(expected / T(length));
      EXPECT_EQ(load(result, row), round(expected))
          << name.str() << " of " << length << ", row " << row;
    }
  }

  llvm::StdThreadPool pool{llvm::hardware_concurrency(3)};
};

TEST_F(BlockReductionTest, Floats) {
  // Enough work for two threads, with and without a short last block.
  const std::vector<int64_t> shapes[] = {
      {1 << 20}, {(1 << 20) + 77}, {3, 65536 * 6 - 1}, {2, 1 << 19}};
  for (const auto &shape : shapes) {
    auto testType = [&](auto zero, Type element) {
      using T = decltype(zero);
      auto add = [](T x, T y) -> T { return x + y; };
      check<T>("sum", element, shape, 0, add);
      check<T>("mean", element, shape, 0, add);
      check<T>("prod", element, shape, 1, [](T x, T y) -> T { return x * y; });
      check<T>("max", element, shape, -INFINITY,
               [](T x, T y) -> T { return std::max(x, y); });
      check<T>("min", element, shape, INFINITY,
               [](T x, T y) -> T { return std::min(x, y); });
    };
    testType(0.0f, Float32Type::get(&context));
    testType(0.0, Float64Type::get(&context));
    testType(0.0f, Float16Type::get(&context));
    testType(0.0f, BFloat16Type::get(&context));
  }
}

TEST_F(BlockReductionTest, Integers) {
  const std::vector<int64_t> shapes[] = {{(1 << 20) + 77}, {2, 600000}};
  for (const auto &shape : shapes) {
    auto i32 = IntegerType::get(&context, 32);
    auto add = [](int32_t x, int32_t y) -> int32_t {
      return uint32_t(x) + uint32_t(y);
    };
    check<int32_t>("sum", i32, shape, 0, add);
    check<int32_t>("mean", i32, shape, 0, add);
    auto i8 = IntegerType::get(&context, 8);
    check<int8_t>("sum", i8, shape, 0,
                  [](int8_t x, int8_t y) -> int8_t { return x + y; });
    check<int8_t>("max", i8, shape, -128,
                  [](int8_t x, int8_t y) { return std::max(x, y); });
    auto i1 = IntegerType::get(&context, 1);
    check<bool>("all", i1, shape, true, [](bool x, bool y) { return x && y; });
    check<bool>("any", i1, shape, false, [](bool x, bool y) { return x || y; });
  }
}

TEST_F(BlockReductionTest, NotInBlocks) {
  auto isInBlocks = [&](ArrayRef<int64_t> shape, bool isSplat = false) {
    auto type = RankedTensorType::get(shape, Float32Type::get(&context));
    Tensor data = makeElements(type, false);
    if (isSplat)
      data = Tensor::share(type, data.getData(), data.getOwner(), true);
    llvm::Expected<EvalValue> value =
        evaluate("sum", data, shape.size() == 1 ? 1 : shape.front());
    if (value)
      return true;
    EXPECT_EQ(llvm::toString(value.takeError()), "not in blocks");
    return false;
  };
  EXPECT_TRUE(isInBlocks({1 << 20}));
  // Too little for two threads, enough rows for all, one element.
  EXPECT_FALSE(isInBlocks({1 << 19}));
  EXPECT_FALSE(isInBlocks({16, 1 << 17}));
  EXPECT_FALSE(isInBlocks({1 << 20}, /*isSplat=*/true));
  context.disableMultithreading();
  EXPECT_FALSE(isInBlocks({1 << 20}));
}

} // namespace
