//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pointwise operators evaluated together, by one kernel or several, give the
// same bits as one by one.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Evaluation/PointwiseGroup.h"
#include "EvaluationTest.h"
#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace mlir::relay;

namespace {

class PointwiseGroupTest : public EvaluationTest {
protected:
  /// A program of pointwise operators on values of earlier ones.
  struct Program {
    /// Element types of all values; inputs first.
    std::vector<std::string> elements;
    SmallVector<RankedTensorType> inputs;
    std::string text;
  };

  /// The type of value `value` of `program`, all of which but inputs have the
  /// type of the first input.
  std::string typeText(const Program &program, size_t value) {
    if (value < program.inputs.size())
      return llvm::formatv("{0}", Type(program.inputs[value]));
    std::string text = "tensor<";
    for (int64_t size : program.inputs.front().getShape())
      text += std::to_string(size) + "x";
    return text + program.elements[value] + ">";
  }

  /// Appends an operator that makes a value of element type `element`.
  void addStep(Program &program, const std::string &name,
               ArrayRef<size_t> operands, const std::string &element,
               const std::string &attributes = "") {
    std::string names, types;
    for (auto [i, operand] : llvm::enumerate(operands)) {
      names += llvm::formatv("{0}%{1}", i ? ", " : "", operand);
      types += (i ? ", " : "") + typeText(program, operand);
    }
    size_t number = program.elements.size();
    program.elements.push_back(element);
    program.text +=
        llvm::formatv("%{0} = relay.{1} {2} {3} : ({4}) -> {5}\n", number, name,
                      names, attributes, types, typeText(program, number));
  }

  /// A program on inputs of the given types, the first of them of full shape.
  Program startProgram(ArrayRef<RankedTensorType> inputs) {
    Program program;
    for (RankedTensorType input : inputs) {
      program.inputs.push_back(input);
      program.elements.push_back(llvm::formatv("{0}", input.getElementType()));
    }
    return program;
  }

  Block &parseProgram(const Program &program) {
    std::string text = "func.func @f(";
    for (auto [i, type] : llvm::enumerate(program.inputs))
      text += llvm::formatv("{0}%{1}: {2}", i ? ", " : "", i, Type(type));
    ModuleOp module = parse(text + ") {\n" + program.text + "return }");
    return (*module.getOps<func::FuncOp>().begin()).front();
  }

  SmallVector<Tensor> makeInputs(const Program &program) {
    return llvm::map_to_vector(program.inputs, [&](RankedTensorType type) {
      return makeTensor(type);
    });
  }

  /// The values of all operations in `block`, one by one.
  DenseMap<mlir::Value, EvalValue> runOneByOne(Block &block,
                                               ArrayRef<Tensor> inputs) {
    DenseMap<mlir::Value, EvalValue> values;
    for (auto [argument, input] : llvm::zip(block.getArguments(), inputs))
      values[argument] = input;
    for (Operation &op : block.without_terminator()) {
      SmallVector<EvalValue> operands;
      for (mlir::Value operand : op.getOperands())
        operands.push_back(values[operand]);
      llvm::Expected<EvalValue> value = evaluateOperator(&op, operands, memo);
      EXPECT_TRUE(bool(value)) << llvm::toString(value.takeError());
      values[op.getResult(0)] = *value;
    }
    return values;
  }

  /// The values of `results` and of the last operation in `block`, together.
  /// Inputs belong to the group alone, and may be overwritten.
  DenseMap<mlir::Value, EvalValue> runTogether(Block &block,
                                               ArrayRef<Tensor> inputs,
                                               ArrayRef<Operation *> results,
                                               int64_t minSparedElements) {
    auto full = cast<RankedTensorType>(block.getArgument(0).getType());
    PointwiseGroup group(full.getShape());
    DenseMap<mlir::Value, PointwiseGroup::Index> indices;
    for (auto [argument, input] : llvm::zip(block.getArguments(), inputs)) {
      Tensor copy = Tensor::allocate(input.getType());
      std::memcpy(copy.getData(), input.getData(), input.getBytes().size());
      indices[argument] = group.addInput(std::move(copy));
    }
    SmallVector<PointwiseGroup::Index> wanted;
    SmallVector<mlir::Value> values;
    for (Operation &op : block.without_terminator()) {
      SmallVector<PointwiseGroup::Index> operands;
      for (mlir::Value operand : op.getOperands())
        operands.push_back(indices[operand]);
      auto index = group.addOperation(
          &op, operands, cast<RankedTensorType>(op.getResult(0).getType()));
      EXPECT_TRUE(index);
      indices[op.getResult(0)] = *index;
      if (llvm::is_contained(results, &op) ||
          op.getNextNode() == block.getTerminator()) {
        wanted.push_back(*index);
        values.push_back(op.getResult(0));
      }
    }
    DenseMap<mlir::Value, EvalValue> made;
    llvm::Error error = group.prepare(wanted, memo, minSparedElements);
    EXPECT_FALSE(bool(error)) << llvm::toString(std::move(error));
    llvm::Expected<SmallVector<Tensor>> tensors = group.run();
    EXPECT_TRUE(bool(tensors)) << llvm::toString(tensors.takeError());
    for (auto [value, tensor] : llvm::zip_equal(values, *tensors))
      made[value] = tensor;
    return made;
  }

  /// Compares all ways to evaluate `program`; returns how many kernels were
  /// compiled for the fused ones.
  size_t check(const Program &program, bool hasManyResults = false) {
    Block &block = parseProgram(program);
    SmallVector<Tensor> inputs = makeInputs(program);
    DenseMap<mlir::Value, EvalValue> expected = runOneByOne(block, inputs);
    SmallVector<Operation *> results;
    for (Operation &op : block.without_terminator())
      if (hasManyResults && random() % 3 == 0)
        results.push_back(&op);
    size_t numCompiled = 0;
    for (int64_t minSpared : {PointwiseGroup::minSparedElements, int64_t(1)})
      for (bool isThreaded : {false, true}) {
        context.enableMultithreading(isThreaded);
        size_t before = KernelCompiler::get().getStatistics().numCompiled;
        for (auto [value, result] :
             runTogether(block, inputs, results, minSpared))
          EXPECT_TRUE(getBytes(result) == getBytes(expected[value]))
              << program.text << llvm::formatv("{0}", value).str();
        numCompiled +=
            KernelCompiler::get().getStatistics().numCompiled - before;
      }
    return numCompiled;
  }

  /// Input types for `shape`: the first is full, of others some dimensions
  /// repeat.
  SmallVector<RankedTensorType> makeInputTypes(ArrayRef<int64_t> shape,
                                               ArrayRef<std::string> elements) {
    SmallVector<RankedTensorType> types;
    for (const std::string &element : elements) {
      SmallVector<int64_t> own(shape);
      if (!types.empty())
        for (int64_t &size : own)
          size = random() % 2 ? size : 1;
      types.push_back(RankedTensorType::get(own, parseType(element, &context)));
    }
    return types;
  }
};

TEST_F(PointwiseGroupTest, Programs) {
  const std::vector<int64_t> shapes[] = {{100000},   {300, 301}, {7, 1, 90, 80},
                                         {2, 60000}, {60000, 2}, {5}};
  for (const auto &shape : shapes)
    for (int round = 0; round < 4; ++round) {
      Program program =
          startProgram(makeInputTypes(shape, {"f32", "f32", "f32"}));
      constexpr int numSteps = 12;
      for (int step = 0; step < numSteps; ++step) {
        // Often the last value, so that there are long chains.
        size_t number = program.elements.size();
        size_t a = !step          ? 0
                   : random() % 2 ? number - 1
                                  : 3 + random() % (number - 3);
        size_t b = random() % (random() % 2 ? 3 : number);
        const char *names[] = {"add", "multiply", "subtract", "maximum"};
        if (random() % 4 == 0)
          addStep(program, "exp", a, "f32");
        else
          addStep(program, names[random() % 4], {a, b}, "f32");
      }
      check(program, /*hasManyResults=*/round % 2);
    }
}

// Every operator follows on every other, in all element types: intermediate
// values are rounded as those in memory are.
TEST_F(PointwiseGroupTest, ElementTypes) {
  const std::vector<const char *> forFloats[] = {
      {"exp", "log", "tanh", "sigmoid", "sqrt", "rsqrt", "erf", "floor", "ceil",
       "round", "trunc", "abs", "negative", "sign", "nn.relu"},
      {"add", "subtract", "multiply", "divide", "maximum", "minimum", "power",
       "mod", "floor_divide", "floor_mod"}};
  const std::vector<const char *> forIntegers[] = {
      {"abs", "negative", "sign", "nn.relu", "bitwise_not"},
      {"add", "subtract", "multiply", "divide", "maximum", "minimum", "mod",
       "floor_divide", "floor_mod", "bitwise_and", "bitwise_or", "bitwise_xor",
       "left_shift", "right_shift"}};
  for (std::string element : {"f32", "f16", "bf16", "f64", "i8", "i16", "i32",
                              "i64", "ui8", "ui16", "ui32", "ui64"}) {
    bool isFloat = StringRef(element).contains('f');
    for (int round = 0; round < 3; ++round) {
      Program program =
          startProgram(makeInputTypes({50, 401}, {element, element, "i1"}));
      auto &names = isFloat ? forFloats : forIntegers;
      size_t last = 0;
      for (int step = 0; step < 24; ++step) {
        size_t number = program.elements.size();
        size_t other = random() % 2;
        switch (random() % 6) {
        case 0:
        case 1:
          addStep(program, names[0][random() % names[0].size()], last, element);
          break;
        case 2:
          addStep(program, "clip", last, element, "{a_min = 0.0, a_max = 6.5}");
          break;
        case 3: {
          const char *comparisons[] = {"less", "equal", "greater_equal"};
          addStep(program, comparisons[random() % 3], {last, other}, "i1");
          addStep(program, "logical_and", {number, 2}, "i1");
          addStep(program, "where", {number + 1, last, other}, element);
          break;
        }
        case 4: {
          const char *targets[] = {"f32", "f16", "bf16", "i8", "ui16", "i64"};
          std::string target = targets[random() % 6];
          addStep(program, "cast", last, target, "{dtype = " + target + "}");
          addStep(program, "cast", number, element,
                  "{dtype = " + element + "}");
          break;
        }
        default:
          addStep(program, names[1][random() % names[1].size()],
                  random() % 2 ? SmallVector<size_t>{last, other}
                               : SmallVector<size_t>{other, last},
                  element);
        }
        last = program.elements.size() - 1;
      }
      EXPECT_GT(check(program), 0u);
    }
  }
}

// Chains that are longer than kernels may be, and values that are read twice.
TEST_F(PointwiseGroupTest, CutChains) {
  Program program = startProgram(makeInputTypes({30000}, {"f32", "f32"}));
  for (size_t step = 0; step < 70; ++step) {
    const char *names[] = {"add", "multiply", "subtract"};
    size_t last = step ? program.elements.size() - 1 : 0;
    addStep(program, names[step % 3], {last, step == 40 ? last : 1}, "f32");
  }
  size_t numCompiled = check(program);
  EXPECT_GE(numCompiled, 3u);
  EXPECT_LE(numCompiled, 5u);
  // Many inputs.
  program = startProgram(
      makeInputTypes({30000}, SmallVector<std::string>(40, "f32")));
  for (size_t step = 0; step < 39; ++step)
    addStep(program, "add", {step ? program.elements.size() - 1 : 0, step + 1},
            "f32");
  numCompiled = check(program);
  EXPECT_GE(numCompiled, 3u);
  EXPECT_LE(numCompiled, 5u);
}

// No kernel is compiled where there is little to do, nor twice.
TEST_F(PointwiseGroupTest, KernelsAreCompiledWhereTheyPay) {
  Program program = startProgram(makeInputTypes({1000}, {"f32", "f32"}));
  for (size_t step = 0; step < 8; ++step)
    addStep(program, "add", {step ? program.elements.size() - 1 : 0, 1}, "f32");
  Block &block = parseProgram(program);
  SmallVector<Tensor> inputs = makeInputs(program);
  auto countCompiled = [&](int64_t minSpared) {
    size_t before = KernelCompiler::get().getStatistics().numCompiled;
    runTogether(block, inputs, {}, minSpared);
    return KernelCompiler::get().getStatistics().numCompiled - before;
  };
  // Those of the operators may be compiled here.
  countCompiled(PointwiseGroup::minSparedElements);
  EXPECT_EQ(countCompiled(7 * 1000 + 1), 0u);
  EXPECT_EQ(countCompiled(7 * 1000), 1u);
  EXPECT_EQ(countCompiled(7 * 1000), 0u);
}

TEST_F(PointwiseGroupTest, Refuses) {
  PointwiseGroup group(ArrayRef<int64_t>{4});
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
