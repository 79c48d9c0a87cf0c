//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialects and interfaces of registerAllDialects alone.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/InitAll.h"
#include "RelayLite/Pass/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "gtest/gtest.h"

using namespace mlir;

namespace {

class InitAllTest : public testing::Test {
protected:
  InitAllTest() {
    DialectRegistry registry;
    relay::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
  }
  OwningOpRef<ModuleOp> run(StringRef text,
                            function_ref<void(OpPassManager &)> populate) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    PassManager manager(&context);
    populate(manager);
    EXPECT_TRUE(module && succeeded(manager.run(*module)));
    return module;
  }

  MLIRContext context;
};

TEST_F(InitAllTest, CallsAreInlined) {
  OwningOpRef<ModuleOp> module =
      run(R"mlir(
    func.func private @g(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.negative %x : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = func.call @g(%x) : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.call @g(%0) : (tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    })mlir",
          [](OpPassManager &manager) { manager.addPass(createInlinerPass()); });
  unsigned numCalls = 0;
  module->walk([&](CallOpInterface) { ++numCalls; });
  EXPECT_EQ(numCalls, 0u);
}

TEST_F(InitAllTest, OperatorsAreLowered) {
  OwningOpRef<ModuleOp> module =
      run(R"mlir(
    func.func @f(%x: tensor<2x?xf32>) -> tensor<2xf32> {
      %0 = relay.exp %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
      %1 = relay.sum %0 {axis = array<i64: 1>} : (tensor<2x?xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    })mlir",
          [](OpPassManager &manager) {
            relay::populateRelayLowerToLLVMPipeline(manager, {});
          });
  module->walk([&](Operation *op) {
    EXPECT_TRUE(isa<ModuleOp>(op) || isa<LLVM::LLVMDialect>(op->getDialect()))
        << op->getName().getStringRef().str();
  });
}

} // namespace
