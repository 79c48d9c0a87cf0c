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

#include "Evaluation/KernelKey.h"
#include "Evaluation/KernelLibrary.h"
#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include "RelayLite/Evaluation/BufferPool.h"
#include "RelayLite/Evaluation/OperatorEvaluator.h"
#include "RelayLite/Evaluation/PointwiseGroup.h"
#include "RelayLite/InitAll.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"
#include <cfenv>
#include <cstring>
#include <random>

using namespace mlir;
using namespace mlir::relay;

namespace {

class KernelPathsTest : public testing::Test {
protected:
  KernelPathsTest() {
    DialectRegistry registry;
    registerAllDialects(registry);
    registry.insert<func::FuncDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// Parses functions; keeps the module.
  ModuleOp parse(const std::string &text) {
    modules.push_back(parseSourceString<ModuleOp>(text, &context));
    EXPECT_TRUE(modules.back()) << text;
    return *modules.back();
  }

  /// The operation of `name` with operands and a result of these types.
  Operation *makeOperation(StringRef name, StringRef attributes,
                           ArrayRef<std::string> operands,
                           const std::string &result) {
    std::string parameters, names, types;
    for (auto [i, type] : llvm::enumerate(operands)) {
      const char *comma = i ? ", " : "";
      parameters += llvm::formatv("{0}%{1}: {2}", comma, i, type);
      names += llvm::formatv("{0}%{1}", comma, i);
      types += comma + type;
    }
    ModuleOp module = parse(llvm::formatv(
        "func.func @f({0}) -> {1} {{ %r = relay.{2} {3} {4} : ({5}) -> {1} "
        "return %r : {1} }",
        parameters, result, name, names, attributes, types));
    return &(*module.getOps<func::FuncOp>().begin()).front().front();
  }

  /// Elements that are often special.
  Tensor makeTensor(RankedTensorType type, int64_t limit = 0) {
    Tensor tensor = Tensor::allocate(type);
    Type element = type.getElementType();
    int64_t size = Tensor::getElementSize(element);
    const double specials[] = {0.0,       -0.0, 1.0,   -1.0, INFINITY,
                               -INFINITY, NAN,  1e-42, 3e38, 0.5};
    for (int64_t i = 0; i < type.getNumElements(); ++i) {
      uint64_t bits = random();
      if (limit)
        bits %= limit;
      else if (element.isInteger(1))
        bits &= 1;
      else if (element.isF32() && bits % 16 != 0) {
        float value = bits % 16 == 1 ? float(specials[(bits >> 8) % 10])
                                     : float(int64_t(bits)) * 1e-18f;
        std::memcpy(&bits, &value, sizeof(value));
      }
      std::memcpy(tensor.getData() + i * size, &bits, size);
    }
    return tensor;
  }

  /// Which NaN is a result is not specified.
  static void appendBytes(const Tensor &tensor, std::string &bytes) {
    size_t start = bytes.size();
    bytes.append(tensor.getBytes().data(), tensor.getBytes().size());
    auto type = dyn_cast<FloatType>(tensor.getType().getElementType());
    if (!type)
      return;
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    llvm::APInt nan = llvm::APFloat::getNaN(semantics).bitcastToAPInt();
    size_t size = type.getWidth() / 8;
    for (size_t i = start; i < bytes.size(); i += size) {
      llvm::APInt bits(type.getWidth(), 0);
      llvm::LoadIntFromMemory(
          bits, reinterpret_cast<const uint8_t *>(&bytes[i]), size);
      if (llvm::APFloat(semantics, bits).isNaN())
        llvm::StoreIntToMemory(nan, reinterpret_cast<uint8_t *>(&bytes[i]),
                               size);
    }
  }

  static std::string getBytes(const EvalValue &value) {
    SmallVector<Tensor> tensors;
    EXPECT_TRUE(succeeded(value.flatten(tensors)));
    std::string bytes;
    for (const Tensor &tensor : tensors)
      appendBytes(tensor.materialize(), bytes);
    return bytes;
  }

  /// By the kernel that is compiled for the types of `op`.
  static std::string runOwnKernel(Operation *op, ArrayRef<EvalValue> operands) {
    Type resultType = op->getResult(0).getType();
    FailureOr<KernelSource> source =
        makeKernelSource(op, op->getOperandTypes(), resultType);
    llvm::Expected<Kernel> kernel =
        KernelCompiler::get().compile(source->getKey());
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
    llvm::Expected<EvalValue> value =
        evaluateOperator(op, operands, TrapMode::Define, memo);
    ASSERT_TRUE(bool(value)) << text << llvm::toString(value.takeError());
    EXPECT_EQ(getBytes(*value), runOwnKernel(op, operands)) << text;
  }

  MLIRContext context;
  KernelMemo memo;
  std::vector<OwningOpRef<ModuleOp>> modules;
  std::mt19937_64 random{7};
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
  struct {
    const char *name, *attributes, *a, *b, *result;
  } cases[] = {
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
  for (const auto &test : cases) {
    Operation *op = makeOperation(test.name, test.attributes, {test.a, test.b},
                                  test.result);
    EvalValue operands[] = {
        makeTensor(cast<RankedTensorType>(op->getOperand(0).getType())),
        makeTensor(cast<RankedTensorType>(op->getOperand(1).getType()))};
    check(op, operands);
  }
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

TEST_F(KernelPathsTest, Groups) {
  const std::vector<int64_t> shapes[] = {{100000},   {300, 301}, {7, 1, 90, 80},
                                         {2, 60000}, {60000, 2}, {5}};
  for (const auto &shape : shapes)
    for (int round = 0; round < 6; ++round) {
      context.enableMultithreading(round % 2);
      // A program of operations on earlier values.
      auto full = RankedTensorType::get(shape, Float32Type::get(&context));
      SmallVector<Tensor> inputs;
      SmallVector<RankedTensorType> types;
      for (int i = 0; i < 3; ++i) {
        SmallVector<int64_t> own(shape.begin(), shape.end());
        if (i > 0)
          for (int64_t &size : own)
            size = random() % 2 ? size : 1;
        types.push_back(full.clone(own));
        inputs.push_back(makeTensor(types.back()));
      }
      std::string text = "func.func @f(";
      for (auto [i, type] : llvm::enumerate(types))
        text += llvm::formatv("{0}%{1}: {2}", i ? ", " : "", i, type);
      text += ") {";
      constexpr int numSteps = 12;
      size_t numValues = inputs.size();
      auto typeText = [&](size_t value) {
        return llvm::formatv("{0}",
                             Type(value < types.size() ? types[value] : full))
            .str();
      };
      for (int step = 0; step < numSteps; ++step, ++numValues) {
        size_t a = step ? 3 + random() % (numValues - 3) : 0;
        size_t b = random() % numValues;
        const char *names[] = {"add", "multiply", "subtract", "maximum"};
        if (random() % 4 == 0)
          text += llvm::formatv("%{0} = relay.exp %{1} : ({2}) -> {3}\n",
                                numValues, a, typeText(a), typeText(9));
        else
          text +=
              llvm::formatv("%{0} = relay.{1} %{2}, %{3} : ({4}, {5}) -> {6}\n",
                            numValues, names[random() % 4], a, b, typeText(a),
                            typeText(b), typeText(numValues));
      }
      text += "return }";
      ModuleOp module = parse(text);
      Block &block = (*module.getOps<func::FuncOp>().begin()).front();

      // One by one.
      DenseMap<mlir::Value, EvalValue> values;
      for (auto [argument, input] : llvm::zip(block.getArguments(), inputs))
        values[argument] = input;
      for (Operation &op : block.without_terminator()) {
        SmallVector<EvalValue> operands;
        for (mlir::Value operand : op.getOperands())
          operands.push_back(values[operand]);
        llvm::Expected<EvalValue> value =
            evaluateOperator(&op, operands, TrapMode::Define, memo);
        ASSERT_TRUE(bool(value)) << llvm::toString(value.takeError());
        values[op.getResult(0)] = *value;
      }

      // Together; some inputs belong to the group alone, and may be
      // overwritten.
      PointwiseGroup group(shape);
      DenseMap<mlir::Value, PointwiseGroup::Index> indices;
      for (auto [argument, input] : llvm::zip(block.getArguments(), inputs)) {
        Tensor copy = Tensor::allocate(input.getType());
        std::memcpy(copy.getData(), input.getData(), input.getBytes().size());
        indices[argument] = group.addInput(std::move(copy));
      }
      SmallVector<PointwiseGroup::Index> wanted;
      SmallVector<mlir::Value> results;
      for (Operation &op : block.without_terminator()) {
        SmallVector<PointwiseGroup::Index> operands;
        for (mlir::Value operand : op.getOperands())
          operands.push_back(indices[operand]);
        auto index = group.addOperation(&op, operands, full);
        ASSERT_TRUE(index);
        indices[op.getResult(0)] = *index;
        if (random() % 3 == 0 || op.getNextNode() == block.getTerminator()) {
          wanted.push_back(*index);
          results.push_back(op.getResult(0));
        }
      }
      llvm::Error error = group.prepare(wanted, memo);
      ASSERT_FALSE(bool(error)) << llvm::toString(std::move(error));
      llvm::Expected<SmallVector<Tensor>> tensors = group.run();
      ASSERT_TRUE(bool(tensors)) << llvm::toString(tensors.takeError());
      for (auto [result, tensor] : llvm::zip_equal(results, *tensors))
        EXPECT_EQ(getBytes(tensor), getBytes(values[result])) << text;
    }
}

TEST_F(KernelPathsTest, BuiltKernelsAreUsed) {
  Operation *add = makeOperation(
      "add", "", {"tensor<3x5xf32>", "tensor<5xf32>"}, "tensor<3x5xf32>");
  Type f32 = Float32Type::get(&context);
  std::string key =
      makePointwiseSource(add, {f32, f32, f32}, {PointwiseDim(2), 0}).getKey();
  if (!lookupBuiltKernel(key))
    GTEST_SKIP() << "no kernels are built for this CPU";
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
    llvm::Expected<EvalValue> value =
        evaluateOperator(op, operands, TrapMode::Define, memo);
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
        evaluateOperator(op, EvalValue(data), TrapMode::Define, memo);
    ASSERT_TRUE(bool(value)) << llvm::toString(value.takeError());
    char *begin = value->getTensor()->getData();
    EXPECT_EQ(begin == data.getData() + 9 * sizeof(float), isShared);
  }
  // The result of a group takes the place of what only the group holds.
  Operation *op =
      makeOperation("exp", "", {"tensor<100xf32>"}, "tensor<100xf32>");
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  for (bool isHeld : {false, true}) {
    Tensor input = makeTensor(type);
    char *data = input.getData();
    Tensor held = isHeld ? input : Tensor();
    PointwiseGroup group({100});
    PointwiseGroup::Index index = group.addInput(std::move(input));
    auto result = group.addOperation(op, index, type);
    ASSERT_TRUE(result);
    ASSERT_FALSE(bool(group.prepare(*result, memo)));
    llvm::Expected<SmallVector<Tensor>> tensors = group.run();
    ASSERT_TRUE(bool(tensors));
    EXPECT_EQ(tensors->front().getData() == data, !isHeld);
  }
  // Freed memory serves the next tensor.
  BufferReuse reuse;
  constexpr size_t size = 8 << 20;
  void *memory = allocateBuffer(size).get();
  EXPECT_EQ(allocateBuffer(size - 1000).get(), memory);
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
    llvm::Expected<EvalValue> value =
        evaluateOperator(op, operands, TrapMode::Define, memo);
    EXPECT_EQ(std::fegetround(), FE_UPWARD);
    std::fesetround(FE_TONEAREST);
    ASSERT_TRUE(bool(value)) << llvm::toString(value.takeError());
    auto *data = reinterpret_cast<const float *>(value->getTensor()->getData());
    EXPECT_EQ(std::count(data, data + size, 1.0f), size);
  }
}

TEST_F(KernelPathsTest, GroupsRefuse) {
  PointwiseGroup group({4});
  Operation *op = makeOperation("add", "", {"tensor<4xf32>", "tensor<f32>"},
                                "tensor<4xf32>");
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Tensor element = makeTensor(RankedTensorType::get({}, type.getElementType()));
  PointwiseGroup::Index splat = group.addInput(
      Tensor::share(type, element.getData(), element.getOwner(), true));
  PointwiseGroup::Index scalar = group.addInput(element);
  EXPECT_FALSE(group.addOperation(op, {splat, scalar}, type));
  Operation *reduction = makeOperation("sum", "{axis = array<i64: 0>}",
                                       {"tensor<4xf32>"}, "tensor<f32>");
  PointwiseGroup::Index full = group.addInput(makeTensor(type));
  EXPECT_FALSE(group.addOperation(reduction, full, type));
  EXPECT_TRUE(group.empty());
}

} // namespace
