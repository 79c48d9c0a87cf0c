//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation of functions with relay.Compiler.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/CompiledModule/ExternalEvaluation.h"
#include "RelayLite/Conversion/ExternalCompiler.h"
#include "RelayLite/Evaluation/Evaluator.h"
#include "RelayLite/InitAll.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
/// f(x) -> a call of `callee`, or nothing if that is empty.
struct CallPass : PassWrapper<CallPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CallPass)
  explicit CallPass(std::string callee) : callee(std::move(callee)) {}

  void runOnOperation() override {
    if (callee.empty())
      return;
    for (auto function :
         llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
      Operation *end = function.getBody().front().getTerminator();
      OpBuilder b(end);
      FailureOr<SmallVector<Value>> values = createDestinationCall(
          b, end->getLoc(), callee, function.getArguments(),
          function.getResultTypes());
      if (failed(values))
        return signalPassFailure();
      end->setOperands(*values);
    }
  }

  std::string callee;
};

struct TestCompiler : ExternalCompiler {
  std::string callee, library;

  StringRef getName() const override { return "test"; }
  void buildPipeline(OpPassManager &modules) const override {
    modules.addPass(std::make_unique<CallPass>(callee));
  }
  std::vector<std::string> getLibraries() const override {
    return library.empty() ? std::vector<std::string>()
                           : std::vector<std::string>{library};
  }
};

/// Gives one value for all functions.
struct ConstantFunctions : ExternalFunctions {
  EvalValue value;

  FailureOr<std::optional<EvalValue>> call(Operation *, Operation *,
                                           ArrayRef<EvalValue>) override {
    return std::optional<EvalValue>(value);
  }
};

class ExternalEvaluationTest : public ::testing::Test {
protected:
  ExternalEvaluationTest()
      : handler(&context, [this](Diagnostic &diagnostic) {
          text += diagnostic.str() + "\n";
        }) {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<RelayDialect, func::FuncDialect>();
    context.printOpOnDiagnostic(false);
  }

  void addCompiler(const std::string &callee, const std::string &library = "") {
    auto compiler = std::make_unique<TestCompiler>();
    compiler->callee = callee;
    compiler->library = library;
    addExternalCompiler(&context, std::move(compiler));
  }

  Tensor makeTensor(ArrayRef<float> values) {
    Tensor tensor = Tensor::allocate(RankedTensorType::get(
        {int64_t(values.size())}, Float32Type::get(&context)));
    std::memcpy(tensor.getData(), values.data(), values.size() * sizeof(float));
    return tensor;
  }

  /// The value of @main of `source`; none after an error.
  std::vector<float> evaluate(StringRef source, ArrayRef<EvalValue> arguments,
                              ExternalFunctions &externals) {
    module = parseSourceString<ModuleOp>(source, &context);
    EvaluatorOptions options;
    options.externals = &externals;
    FailureOr<SmallVector<EvalValue>> results =
        Evaluator(*module, options)
            .call(module->lookupSymbol<func::FuncOp>("main"), arguments);
    if (failed(results))
      return {};
    Tensor tensor = results->front().getTensor()->materialize();
    const auto *data = reinterpret_cast<const float *>(tensor.getData());
    return {data, data + tensor.getType().getNumElements()};
  }

  std::string text;
  MLIRContext context;
  ScopedDiagnosticHandler handler;
  OwningOpRef<ModuleOp> module;
};

constexpr StringLiteral program = R"(
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "test"} {
  %0 = relay.negative %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
})";

constexpr StringLiteral dynamicProgram = R"(
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32>
    attributes {relay.Compiler = "test"} {
  %0 = relay.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
})";

TEST_F(ExternalEvaluationTest, ResultOfAnotherType) {
  ConstantFunctions functions;
  functions.value = makeTensor({1, 2, 3});
  EXPECT_TRUE(evaluate(program, {makeTensor({1, 2})}, functions).empty());
  EXPECT_EQ(text, "expected a result of type 'tensor<2xf32>' of the external "
                  "function, but got 'tensor<3xf32>'\n");
}

TEST_F(ExternalEvaluationTest, ResultTakesThePlaceOfTheBody) {
  ConstantFunctions functions;
  functions.value = makeTensor({7, 8});
  EXPECT_EQ(evaluate(program, {makeTensor({1, 2})}, functions),
            (std::vector<float>{7, 8}));
}

TEST_F(ExternalEvaluationTest, MissingCompiler) {
  auto functions = createCompiledExternalFunctions();
  EXPECT_EQ(evaluate(program, {makeTensor({1, 2})}, *functions),
            (std::vector<float>{-1, -2}));
  EXPECT_EQ(text, "there is no external compiler 'test': RelayLite evaluates "
                  "its functions\n");
}

TEST_F(ExternalEvaluationTest, RequiredCompiler) {
  auto functions = createCompiledExternalFunctions(/*require=*/true);
  EXPECT_TRUE(evaluate(program, {makeTensor({1, 2})}, *functions).empty());
  EXPECT_EQ(text, "there is no external compiler 'test'\n");
}

TEST_F(ExternalEvaluationTest, DynamicShapes) {
  addCompiler("");
  auto functions = createCompiledExternalFunctions();
  EXPECT_EQ(evaluate(dynamicProgram, {makeTensor({1, 2}), makeTensor({10, 20})},
                     *functions),
            (std::vector<float>{11, 22}));
  EXPECT_EQ(text, "");
}

TEST_F(ExternalEvaluationTest, FunctionFails) {
  addCompiler("");
  auto functions = createCompiledExternalFunctions();
  EXPECT_TRUE(evaluate(dynamicProgram,
                       {makeTensor({1, 2}), makeTensor({1, 2, 3})}, *functions)
                  .empty());
  EXPECT_EQ(text, "the external function has failed: -:4:8: add: operand 1 has "
                  "dimension 0 of size 3, expected 2 or 1\n");
}

TEST_F(ExternalEvaluationTest, MissingLibrary) {
  addCompiler("", "/no/such/library.so");
  auto functions = createCompiledExternalFunctions();
  EXPECT_TRUE(evaluate(program, {makeTensor({1, 2})}, *functions).empty());
  EXPECT_EQ(text.rfind("cannot load a library of the external compiler "
                       "'test': /no/such/library.so",
                       0),
            0u)
      << text;
}

TEST_F(ExternalEvaluationTest, MissingFunction) {
  addCompiler("no_such_function");
  auto functions = createCompiledExternalFunctions();
  EXPECT_TRUE(evaluate(program, {makeTensor({1, 2})}, *functions).empty());
  EXPECT_EQ(
      text.rfind("cannot load the code of the external compiler 'test': ", 0),
      0u)
      << text;
  EXPECT_NE(text.find("_mlir_ciface_no_such_function"), std::string::npos)
      << text;
}
} // namespace
