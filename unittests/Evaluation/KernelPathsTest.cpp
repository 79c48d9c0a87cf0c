//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All ways to evaluate an operator give the same bits: movements, kernels for
// many shapes, those built with the library, groups, threads, and the kernel
// that is compiled for the one shape.
//
//===----------------------------------------------------------------------===//

#include "Evaluation/Kernels/KernelKey.h"
#include "Evaluation/Kernels/KernelLibrary.h"
#include "EvaluationTest.h"
#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include "RelayLite/Evaluation/PointwiseGroup.h"
#include "llvm/Support/ThreadPool.h"
#include <cfenv>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

using namespace mlir;
using namespace mlir::relay;

namespace {

class KernelPathsTest : public EvaluationTest {
protected:
  /// By the kernel that is compiled for the types of `op`.
  static std::string runOwnKernel(Operation *op, ArrayRef<EvalValue> operands) {
    Type resultType = op->getResult(0).getType();
    llvm::Expected<Kernel> kernel = KernelCompiler::get().compile(
        makeKernelKey(op, op->getOperandTypes(), resultType));
    if (!kernel) {
      ADD_FAILURE() << llvm::toString(kernel.takeError());
      return "";
    }
    SmallVector<Tensor> tensors, results;
    for (const EvalValue &operand : operands)
      EXPECT_TRUE(succeeded(operand.flatten(tensors)));
    SmallVector<Type> types;
    if (auto tuple = dyn_cast<TupleType>(resultType))
      llvm::append_range(types, tuple.getTypes());
    else
      types.push_back(resultType);
    SmallVector<Tensor> dense;
    SmallVector<void *> buffers;
    for (const Tensor &tensor : tensors) {
      dense.push_back(tensor.materialize());
      buffers.push_back(dense.back().getData());
    }
    for (Type type : types) {
      results.push_back(Tensor::allocate(cast<RankedTensorType>(type)));
      buffers.push_back(results.back().getData());
    }
    KernelShare share;
    buffers.push_back(&share);
    std::vector<char> scratch(kernel->scratchSize + 64);
    buffers.push_back(reinterpret_cast<void *>(
        llvm::alignAddr(scratch.data(), llvm::Align(64))));
    kernel->function(buffers.data(), nullptr, nullptr);
    std::string bytes;
    for (const Tensor &result : results)
      appendBytes(result, bytes);
    return bytes;
  }

  void check(Operation *op, ArrayRef<EvalValue> operands) {
    std::string text;
    llvm::raw_string_ostream(text) << *op;
    llvm::Expected<EvalValue> value = evaluateOperator(op, operands, memo);
    ASSERT_TRUE(bool(value)) << text << llvm::toString(value.takeError());
    EXPECT_EQ(getBytes(*value), runOwnKernel(op, operands)) << text;
  }

  /// An operator on two tensors.
  struct Product {
    const char *name, *attributes, *a, *b, *result;
  };

  /// Returns the operation that was checked.
  Operation *checkProduct(const Product &product) {
    Operation *op = makeOperation(product.name, product.attributes,
                                  {product.a, product.b}, product.result);
    EvalValue operands[] = {
        makeTensor(cast<RankedTensorType>(op->getOperand(0).getType())),
        makeTensor(cast<RankedTensorType>(op->getOperand(1).getType()))};
    check(op, operands);
    return op;
  }
};

TEST_F(KernelPathsTest, Movements) {
  struct {
    const char *name, *attributes, *operand, *result;
  } cases[] = {
      {"transpose", "", "3x5x7x", "7x5x3x"},
      {"transpose", "{axes = array<i64: 0, 2, 1>}", "2x67x35x", "2x35x67x"},
      {"transpose", "{axes = array<i64: 1, 0, 2>}", "4x1x6x", "1x4x6x"},
      {"transpose", "{axes = array<i64: 2, 0, 1>}", "0x3x2x", "2x0x3x"},
      {"broadcast_to", "{shape = array<i64: 4, 3, 2>}", "3x1x", "4x3x2x"},
      {"tile", "{reps = array<i64: 2, 3>}", "4x", "2x12x"},
      {"tile", "{reps = array<i64: 2>}", "3x4x", "3x8x"},
      {"repeat", "{repeats = 3 : i64, axis = 0 : i64}", "2x5x", "6x5x"},
      {"repeat", "{repeats = 2 : i64, axis = -1 : i64}", "2x5x", "2x10x"},
      {"strided_slice",
       "{begin = array<i64: 1, 0>, end = array<i64: 9, 9>, strides = "
       "array<i64: 3, 2>}",
       "8x9x", "3x5x"},
      {"strided_slice",
       "{begin = array<i64: -1, 4>, end = array<i64: -9, 1>, strides = "
       "array<i64: -2, -1>}",
       "6x5x", "3x3x"},
      {"strided_slice",
       "{begin = array<i64: 1>, end = array<i64: 7>, strides = array<i64: 1>}",
       "8x9x", "6x9x"},
  };
  for (const auto &test : cases)
    for (const char *type : {"f32", "f16", "i64", "i8", "i1"}) {
      auto tensor = [&](const char *shape) {
        return "tensor<" + std::string(shape) + type + ">";
      };
      Operation *op = makeOperation(test.name, test.attributes,
                                    tensor(test.operand), tensor(test.result));
      auto operandType = cast<RankedTensorType>(op->getOperand(0).getType());
      check(op, EvalValue(makeTensor(operandType)));
      // A splat.
      Tensor element =
          makeTensor(RankedTensorType::get({}, operandType.getElementType()));
      check(op, EvalValue(Tensor::share(operandType, element.getData(),
                                        element.getOwner(), true)));
    }
}

TEST_F(KernelPathsTest, MovementsOfTuples) {
  struct {
    const char *name, *attributes, *operand, *result;
  } cases[] = {
      {"concatenate", "{axis = 1 : i64}",
       "tuple<tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x0xf32>>",
       "tensor<2x4xf32>"},
      {"concatenate", "{axis = -2 : i64}",
       "tuple<tensor<2x3xi8>, tensor<5x3xi8>>", "tensor<7x3xi8>"},
      {"stack", "{axis = 1 : i64}", "tuple<tensor<2x3xf32>, tensor<2x3xf32>>",
       "tensor<2x2x3xf32>"},
      {"stack", "{axis = -1 : i64}", "tuple<tensor<2xi64>, tensor<2xi64>>",
       "tensor<2x2xi64>"},
      {"split", "{indices_or_sections = 3 : i64, axis = 1 : i64}",
       "tensor<4x6xf32>",
       "tuple<tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>>"},
      {"split", "{indices_or_sections = array<i64: 1, 2>, axis = 0 : i64}",
       "tensor<3x2xf32>",
       "tuple<tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>>"},
  };
  for (const auto &test : cases) {
    Operation *op = makeOperation(test.name, test.attributes,
                                  std::string(test.operand), test.result);
    Type type = op->getOperand(0).getType();
    if (auto tuple = dyn_cast<TupleType>(type)) {
      EvalTuple fields;
      for (Type field : tuple.getTypes())
        fields.push_back(makeTensor(cast<RankedTensorType>(field)));
      check(op, EvalValue::makeTuple(std::move(fields)));
    } else {
      check(op, EvalValue(makeTensor(cast<RankedTensorType>(type))));
    }
  }
}

TEST_F(KernelPathsTest, Reductions) {
  const std::vector<int64_t> shapes[] = {{7},       {130},        {70000},
                                         {3, 5},    {5, 1, 300},  {2, 3, 4, 5},
                                         {1, 4, 1}, {6, 1, 1, 9}, {2, 1, 2, 1}};
  for (const char *name : {"sum", "prod", "max", "min", "mean"})
    for (const char *type : {"f32", "f16", "f64", "i32", "i8"})
      for (const auto &shape : shapes)
        for (unsigned axes = 1; axes < 1u << shape.size(); ++axes)
          for (bool keepdims : {false, true}) {
            // Each is compiled here: not all of them.
            bool isSample =
                StringRef(type) == "f32" && StringRef(name) != "min";
            if (!isSample && random() % 8 != 0)
              continue;
            std::string list, operand = "tensor<", result = operand;
            for (auto [i, size] : llvm::enumerate(shape)) {
              operand += std::to_string(size) + "x";
              if (axes >> i & 1) {
                list += (list.empty() ? ": " : ", ") + std::to_string(i);
                if (keepdims)
                  result += "1x";
              } else {
                result += std::to_string(size) + "x";
              }
            }
            Operation *op =
                makeOperation(name,
                              "{axis = array<i64" + list + ">, keepdims = " +
                                  (keepdims ? "true" : "false") + "}",
                              operand + type + ">", result + type + ">");
            check(op, EvalValue(makeTensor(cast<RankedTensorType>(
                          op->getOperand(0).getType()))));
          }
}

TEST_F(KernelPathsTest, Take) {
  struct {
    const char *attributes, *data, *indices, *result;
  } cases[] = {
      {"", "tensor<3x4xf32>", "tensor<5xi32>", "tensor<5xf32>"},
      {"{axis = 0 : i64}", "tensor<3x4xf32>", "tensor<2x2xi64>",
       "tensor<2x2x4xf32>"},
      {"{axis = -1 : i64, mode = \"wrap\"}", "tensor<2x3x4xi32>",
       "tensor<5xi32>", "tensor<2x3x5xi32>"},
      {"{axis = 1 : i64, mode = \"fast\"}", "tensor<2x3x4xf32>", "tensor<i32>",
       "tensor<2x4xf32>"},
  };
  for (const auto &test : cases) {
    Operation *op = makeOperation("take", test.attributes,
                                  {test.data, test.indices}, test.result);
    EvalValue operands[] = {
        makeTensor(cast<RankedTensorType>(op->getOperand(0).getType())),
        makeTensor(cast<RankedTensorType>(op->getOperand(1).getType()), 3)};
    check(op, operands);
  }
}

TEST_F(KernelPathsTest, Products) {
  Product products[] = {
      {"nn.dense", "{}", "tensor<1x1xf32>", "tensor<1x1xf32>",
       "tensor<1x1xf32>"},
      {"nn.dense", "{units = 19 : i64}", "tensor<1x37xf32>",
       "tensor<19x37xf32>", "tensor<1x19xf32>"},
      {"nn.dense", "{}", "tensor<33x70xf32>", "tensor<17x70xf32>",
       "tensor<33x17xf32>"},
      {"nn.dense", "{}", "tensor<2x3x5xf32>", "tensor<4x5xf32>",
       "tensor<2x3x4xf32>"},
      {"nn.dense", "{}", "tensor<5x9xf16>", "tensor<7x9xf16>",
       "tensor<5x7xf16>"},
      {"nn.dense", "{out_dtype = i32}", "tensor<5x300xi8>", "tensor<7x300xi8>",
       "tensor<5x7xi32>"},
      {"nn.dense", "{}", "tensor<0x9xf32>", "tensor<7x9xf32>",
       "tensor<0x7xf32>"},
      {"nn.dense", "{}", "tensor<3x0xf32>", "tensor<7x0xf32>",
       "tensor<3x7xf32>"},
      {"nn.matmul", "{}", "tensor<33x70xf32>", "tensor<70x17xf32>",
       "tensor<33x17xf32>"},
      {"nn.matmul", "{transpose_a = true, transpose_b = true}",
       "tensor<70x33xf32>", "tensor<17x70xf32>", "tensor<33x17xf32>"},
      {"nn.batch_matmul", "{transpose_b = true}", "tensor<3x4x5xf32>",
       "tensor<3x6x5xf32>", "tensor<3x4x6xf32>"},
      {"nn.batch_matmul", "{transpose_b = false}", "tensor<1x4x5xf32>",
       "tensor<3x5x6xf32>", "tensor<3x4x6xf32>"},
      {"nn.batch_matmul", "{transpose_b = false}", "tensor<3x4x5xf32>",
       "tensor<1x5x6xf32>", "tensor<3x4x6xf32>"},
      {"nn.conv2d", "{padding = array<i64: 1, 1, 1, 1>}", "tensor<2x3x9x7xf32>",
       "tensor<5x3x3x3xf32>", "tensor<2x5x9x7xf32>"},
      {"nn.conv2d",
       "{channels = 5 : i64, kernel_size = array<i64: 3, 2>, padding = "
       "array<i64: 1, 0>, strides = array<i64: 2, 3>}",
       "tensor<1x3x9x7xf32>", "tensor<5x3x3x2xf32>", "tensor<1x5x5x2xf32>"},
      {"nn.conv2d", "{dilation = array<i64: 2, 2>}", "tensor<1x3x9x7xf32>",
       "tensor<5x3x3x2xf32>", "tensor<1x5x5x5xf32>"},
      {"nn.conv2d", "{groups = 2 : i64}", "tensor<1x4x5x5xf32>",
       "tensor<6x2x3x3xf32>", "tensor<1x6x3x3xf32>"},
      {"nn.conv2d", "{data_layout = \"NHWC\", kernel_layout = \"HWIO\"}",
       "tensor<1x5x5x4xf32>", "tensor<3x3x4x6xf32>", "tensor<1x3x3x6xf32>"},
      {"nn.conv2d", "{out_dtype = i32}", "tensor<1x4x5x5xi8>",
       "tensor<6x4x1x1xi8>", "tensor<1x6x5x5xi32>"},
      {"nn.conv2d", "{padding = array<i64: 1, 1>}", "tensor<1x4x5x6xi8>",
       "tensor<7x4x3x3xi8>", "tensor<1x7x5x6xi8>"},
      {"nn.conv1d", "{}", "tensor<1x4x9xf32>", "tensor<6x4x3xf32>",
       "tensor<1x6x7xf32>"},
      {"nn.conv2d_transpose", "{}", "tensor<1x3x4x4xf32>",
       "tensor<3x5x2x2xf32>", "tensor<1x5x5x5xf32>"},
  };
  for (const Product &product : products)
    checkProduct(product);
}

TEST_F(KernelPathsTest, ProductsOfThreads) {
  Product products[] = {
      {"nn.dense", "{}", "tensor<131x257xf32>", "tensor<67x257xf32>",
       "tensor<131x67xf32>"},
      {"nn.dense", "{}", "tensor<1x1031xf32>", "tensor<2053x1031xf32>",
       "tensor<1x2053xf32>"},
      {"nn.batch_matmul", "{transpose_b = false}", "tensor<95x61x173xf32>",
       "tensor<95x173x37xf32>", "tensor<95x61x37xf32>"},
      // By the pixels, which end within a panel and within a block.
      {"nn.conv2d", "{padding = array<i64: 1, 1, 1, 1>}",
       "tensor<1x17x61x53xf32>", "tensor<19x17x3x3xf32>",
       "tensor<1x19x61x53xf32>"},
      {"nn.conv2d",
       "{padding = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>}",
       "tensor<2x17x83x79xf32>", "tensor<19x17x3x3xf32>",
       "tensor<2x19x42x40xf32>"},
      // Fewer panels than threads.
      {"nn.conv2d", "{}", "tensor<1x997x5x7xf32>", "tensor<13x997x3x3xf32>",
       "tensor<1x13x3x5xf32>"},
      {"nn.conv2d", "{out_dtype = i32}", "tensor<1x33x61x29xi8>",
       "tensor<37x33x1x1xi8>", "tensor<1x37x61x29xi32>"},
      {"nn.conv1d", "{}", "tensor<1x64x1013xf32>", "tensor<23x64x3xf32>",
       "tensor<1x23x1011xf32>"},
  };
  llvm::StdThreadPool pool(llvm::hardware_concurrency(3));
  context.disableMultithreading();
  context.setThreadPool(pool);
  // Enough work for each of three threads.
  for (const Product &product : products)
    EXPECT_GE(estimateWork(checkProduct(product)), uint64_t(3) << 19);
  context.disableMultithreading();
}

TEST_F(KernelPathsTest, Broadcasts) {
  // Sizes of the result, and for each operand which dimensions it has.
  for (int round = 0; round < 40; ++round) {
    std::vector<int64_t> shape(1 + random() % 4);
    for (int64_t &size : shape)
      size = 1 + random() % 6;
    auto makeType = [&](bool isFull) {
      std::string type = "tensor<";
      size_t first = isFull ? 0 : random() % (shape.size() + 1);
      for (size_t i = first; i < shape.size(); ++i)
        type += std::to_string(isFull || random() % 2 ? shape[i] : 1) + "x";
      return type + "f32>";
    };
    std::string full = makeType(true), other = makeType(false);
    bool isSwapped = random() % 2;
    const char *names[] = {"add", "divide", "maximum", "power"};
    Operation *op = makeOperation(
        names[random() % 4], "",
        {isSwapped ? other : full, isSwapped ? full : other}, full);
    EvalValue operands[] = {
        makeTensor(cast<RankedTensorType>(op->getOperand(0).getType())),
        makeTensor(cast<RankedTensorType>(op->getOperand(1).getType()))};
    check(op, operands);
  }
}

TEST_F(KernelPathsTest, BuiltKernelsAreUsed) {
  std::string built = describeBuiltKernels();
  if (StringRef(built).starts_with("none"))
    GTEST_SKIP() << "built kernels: " << built;
  Operation *add = makeOperation(
      "add", "", {"tensor<3x5xf32>", "tensor<5xf32>"}, "tensor<3x5xf32>");
  Type f32 = Float32Type::get(&context);
  std::string key =
      makePointwiseKey(PointwiseTree(add, {f32, f32, f32}), {2, 0});
  ASSERT_TRUE(lookupBuiltKernel(key));
  Operation *operations[] = {
      add,
      makeOperation("nn.dense", "{units = 7 : i64, out_dtype = f32}",
                    {"tensor<3x5xf32>", "tensor<7x5xf32>"}, "tensor<3x7xf32>"),
      makeOperation("nn.conv2d",
                    "{channels = 2 : i64, kernel_size = array<i64: 3, 3>, "
                    "padding = array<i64: 1, 1>}",
                    {"tensor<1x3x5x4xf32>", "tensor<2x3x3x3xf32>"},
                    "tensor<1x2x5x4xf32>")};
  for (Operation *op : operations) {
    KernelCompiler::Statistics before = KernelCompiler::get().getStatistics();
    EvalValue operands[] = {
        makeTensor(cast<RankedTensorType>(op->getOperand(0).getType())),
        makeTensor(cast<RankedTensorType>(op->getOperand(1).getType()))};
    llvm::Expected<EvalValue> value = evaluateOperator(op, operands, memo);
    ASSERT_TRUE(bool(value)) << llvm::toString(value.takeError());
    KernelCompiler::Statistics after = KernelCompiler::get().getStatistics();
    EXPECT_EQ(before.numCompiled, after.numCompiled);
    EXPECT_EQ(before.numCached, after.numCached);
  }
}

TEST_F(KernelPathsTest, MemoryIsShared) {
  // Most of a tensor is a part of its memory, little of it has its own.
  for (auto [end, isShared] : {std::pair(7, true), std::pair(2, false)}) {
    Operation *op = makeOperation(
        "strided_slice",
        llvm::formatv("{{begin = array<i64: 1>, end = array<i64: {0}>, strides "
                      "= array<i64: 1>}",
                      end)
            .str(),
        {"tensor<8x9xf32>"}, llvm::formatv("tensor<{0}x9xf32>", end - 1).str());
    Tensor data =
        makeTensor(cast<RankedTensorType>(op->getOperand(0).getType()));
    llvm::Expected<EvalValue> value =
        evaluateOperator(op, EvalValue(data), memo);
    ASSERT_TRUE(bool(value)) << llvm::toString(value.takeError());
    char *begin = value->getTensor()->getData();
    EXPECT_EQ(begin == data.getData() + 9 * sizeof(float), isShared);
  }
  // A part of a part counts against all of the memory.
  Tensor part;
  char *memory = nullptr;
  for (int64_t size : {32, 16, 8, 4}) {
    std::string type = llvm::formatv("tensor<{0}x9xf32>", size);
    Operation *op = makeOperation(
        "strided_slice",
        llvm::formatv("{{begin = array<i64: 0>, end = array<i64: {0}>, strides "
                      "= array<i64: 1>}",
                      size / 2)
            .str(),
        {type}, llvm::formatv("tensor<{0}x9xf32>", size / 2).str());
    if (!part) {
      part = makeTensor(cast<RankedTensorType>(op->getOperand(0).getType()));
      memory = part.getData();
    }
    llvm::Expected<EvalValue> value =
        evaluateOperator(op, EvalValue(part), memo);
    ASSERT_TRUE(bool(value)) << llvm::toString(value.takeError());
    part = *value->getTensor();
    // Then the part has memory of its own, which its half shares.
    EXPECT_EQ(part.getData() == memory, size != 16 && size != 4);
    memory = part.getData();
  }
  // The result of a group takes the place of what only the group holds.
  Operation *op =
      makeOperation("exp", "", {"tensor<100xf32>"}, "tensor<100xf32>");
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  for (bool isHeld : {false, true}) {
    Tensor input = makeTensor(type);
    char *data = input.getData();
    Tensor held = isHeld ? input : Tensor();
    PointwiseGroup group(ArrayRef<int64_t>{100});
    PointwiseGroup::Index index = group.addInput(std::move(input));
    auto result = group.addOperation(op, index, type);
    ASSERT_TRUE(result);
    ASSERT_FALSE(bool(group.prepare(*result, memo)));
    llvm::Expected<SmallVector<Tensor>> tensors = group.run();
    ASSERT_TRUE(bool(tensors));
    EXPECT_EQ(tensors->front().getData() == data, !isHeld);
  }
}

TEST_F(KernelPathsTest, EmptyTensors) {
  // Other sizes may have no product.
  auto type =
      RankedTensorType::get({0, INT64_MAX, 4}, Float32Type::get(&context));
  EXPECT_EQ(Tensor::computeByteSize(type), 0u);
  Tensor tensor = Tensor::allocate(type);
  ASSERT_TRUE(bool(tensor));
  EXPECT_TRUE(tensor.getBytes().empty());
  EXPECT_FALSE(Tensor::computeByteSize(type.clone({INT64_MAX, 4})));
}

TEST_F(KernelPathsTest, FloatEnvironment) {
  // 1 + 2^-30 rounds to 1, whatever the thread rounds to.
  for (int64_t size : {int64_t(4), 2 * PointwiseGroup::minElementsPerThread}) {
    std::string type = llvm::formatv("tensor<{0}xf32>", size);
    Operation *op = makeOperation("add", "", {type, "tensor<f32>"}, type);
    Tensor lhs =
        Tensor::allocate(cast<RankedTensorType>(op->getOperand(0).getType()));
    std::fill_n(reinterpret_cast<float *>(lhs.getData()), size, 1.0f);
    Tensor rhs =
        Tensor::allocate(cast<RankedTensorType>(op->getOperand(1).getType()));
    *reinterpret_cast<float *>(rhs.getData()) = 0x1p-30f;
    std::fesetround(FE_UPWARD);
    EvalValue operands[] = {lhs, rhs};
    llvm::Expected<EvalValue> value = evaluateOperator(op, operands, memo);
    EXPECT_EQ(std::fegetround(), FE_UPWARD);
    std::fesetround(FE_TONEAREST);
    ASSERT_TRUE(bool(value)) << llvm::toString(value.takeError());
    auto *data = reinterpret_cast<const float *>(value->getTensor()->getData());
    EXPECT_EQ(std::count(data, data + size, 1.0f), size);
  }
}

#if defined(__x86_64__)
TEST_F(KernelPathsTest, SubnormalNumbers) {
  // They stay, also where the thread flushes them.
  std::string type = "tensor<4xf32>";
  Operation *sum = makeOperation("add", "", {type, type}, type);
  Tensor operand =
      Tensor::allocate(cast<RankedTensorType>(sum->getOperand(0).getType()));
  std::fill_n(reinterpret_cast<float *>(operand.getData()), 4, 0x1p-140f);
  EvalValue operands[] = {operand, operand};
  unsigned control = _mm_getcsr();
  unsigned flushing = control | _MM_FLUSH_ZERO_ON | 0x40; // And as operands.
  _mm_setcsr(flushing);
  llvm::Expected<EvalValue> value = evaluateOperator(sum, operands, memo);
  EXPECT_EQ(_mm_getcsr(), flushing);
  _mm_setcsr(control);
  ASSERT_TRUE(bool(value)) << llvm::toString(value.takeError());
  auto *data = reinterpret_cast<const float *>(value->getTensor()->getData());
  EXPECT_EQ(std::count(data, data + 4, 0x1p-139f), 4);
}
#endif

} // namespace
