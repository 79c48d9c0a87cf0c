//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// relay-compile-external with compilers that break its rules.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Conversion/ExternalCompiler.h"
#include "RelayLite/Conversion/Passes.h"
#include "RelayLite/InitAll.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"
#include <functional>

using namespace mlir;
using namespace mlir::relay;

namespace {
/// A pass that does what a test says.
struct CallbackPass : PassWrapper<CallbackPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CallbackPass)
  explicit CallbackPass(std::function<LogicalResult(ModuleOp)> callback)
      : callback(std::move(callback)) {}

  void runOnOperation() override {
    if (failed(callback(getOperation())))
      signalPassFailure();
  }

  std::function<LogicalResult(ModuleOp)> callback;
};

struct TestCompiler : ExternalCompiler {
  explicit TestCompiler(std::function<LogicalResult(ModuleOp)> callback)
      : callback(std::move(callback)) {}

  StringRef getName() const override { return "test"; }
  void buildPipeline(OpPassManager &modules) const override {
    modules.addPass(std::make_unique<CallbackPass>(callback));
  }

  std::function<LogicalResult(ModuleOp)> callback;
};

class ExternalCompilerTest : public ::testing::Test {
protected:
  ExternalCompilerTest() {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<RelayDialect, func::FuncDialect>();
  }

  /// Runs the pass with a compiler. Its diagnostics are in `text`.
  LogicalResult run(std::function<LogicalResult(ModuleOp)> callback) {
    addExternalCompiler(&context,
                        std::make_unique<TestCompiler>(std::move(callback)));
    module = parseSourceString<ModuleOp>(R"(
func.func private @helper(tensor<2xf32>)
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32>
    attributes {relay.Compiler = "test", relay.global_symbol = "f"} {
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
})",
                                         &context);
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      text += diagnostic.str() + "\n";
    });
    PassManager manager(&context);
    manager.addPass(createCompileExternalPass());
    return manager.run(*module);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string text;
};

func::FuncOp declare(ModuleOp module, StringRef name, Type argument) {
  OpBuilder b(module.getBodyRegion());
  auto function =
      func::FuncOp::create(b, module.getLoc(), name,
                           b.getFunctionType(TypeRange(argument), TypeRange()));
  function.setPrivate();
  return function;
}

TEST_F(ExternalCompilerTest, SeesItsFunctionsAlone) {
  unsigned numFunctions = 0;
  ASSERT_TRUE(succeeded(run([&](ModuleOp part) {
    for (auto function : part.getOps<func::FuncOp>()) {
      ++numFunctions;
      EXPECT_EQ(function.getSymName(), "f");
    }
    return success();
  }))) << text;
  EXPECT_EQ(numFunctions, 1u);
  auto function = module->lookupSymbol<func::FuncOp>("f");
  ASSERT_TRUE(function);
  EXPECT_TRUE(function.isPrivate());
  EXPECT_FALSE(function->hasAttr("relay.Compiler"));
}

TEST_F(ExternalCompilerTest, DeclarationsOfOneTypeAreOne) {
  ASSERT_TRUE(succeeded(run([](ModuleOp part) {
    declare(part, "helper",
            RankedTensorType::get({2}, Float32Type::get(part.getContext())));
    return success();
  }))) << text;
  EXPECT_EQ(llvm::range_size(module->getOps<func::FuncOp>()), 3u);
}

TEST_F(ExternalCompilerTest, OtherSymbolsAreRenamed) {
  ASSERT_TRUE(succeeded(run([](ModuleOp part) {
    OpBuilder b(part.getBodyRegion());
    auto function = func::FuncOp::create(b, part.getLoc(), "main",
                                         b.getFunctionType({}, {}));
    function.setPrivate();
    b.setInsertionPointToStart(function.addEntryBlock());
    func::ReturnOp::create(b, part.getLoc());
    return success();
  }))) << text;
  EXPECT_EQ(llvm::range_size(module->getOps<func::FuncOp>()), 4u);
  EXPECT_EQ(module->lookupSymbol<func::FuncOp>("main").getNumArguments(), 1u);
}

TEST_F(ExternalCompilerTest, DeclarationOfAnotherType) {
  EXPECT_TRUE(failed(run([](ModuleOp part) {
    declare(part, "helper", IndexType::get(part.getContext()));
    return success();
  })));
  EXPECT_EQ(text, "the external compiler 'test' declares the function "
                  "'helper', which is there with another type\n");
}

TEST_F(ExternalCompilerTest, LostFunction) {
  EXPECT_TRUE(failed(run([](ModuleOp part) {
    part.getBody()->front().erase();
    return success();
  })));
  EXPECT_EQ(text, "the external compiler 'test' has not kept the function 'f' "
                  "of type '(tensor<2xf32>) -> tensor<2xf32>'\n");
}

TEST_F(ExternalCompilerTest, FailingPass) {
  EXPECT_TRUE(failed(run([](ModuleOp part) -> LogicalResult {
    return part.emitError("not for this accelerator");
  })));
  EXPECT_EQ(text, "not for this accelerator\n");
}

TEST_F(ExternalCompilerTest, CalleeOfAnotherType) {
  EXPECT_TRUE(failed(run([](ModuleOp part) -> LogicalResult {
    auto function = part.lookupSymbol<func::FuncOp>("f");
    declare(part, "compute", IndexType::get(part.getContext()));
    OpBuilder b(function.getBody());
    return createDestinationCall(b, function.getLoc(), "compute",
                                 function.getArguments(),
                                 function.getResultTypes());
  })));
  EXPECT_EQ(text, "expected 'compute' to be a C function of type "
                  "'(memref<?xf32>, memref<?xf32>) -> ()'\n");
}
} // namespace
