//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the compiler of kernels refuses, and that it says the same again.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Evaluation/KernelCompiler.h"
#include "gtest/gtest.h"

using namespace mlir::relay;

namespace {

TEST(KernelCompilerTest, Failures) {
  struct {
    const char *key;
    const char *message;
  } cases[] = {
      {R"(func.func @source(%x: tensor<2xf32>) -> !relay.ref<tensor<2xf32>> {
            %0 = relay.ref_create %x : (tensor<2xf32>)
                     -> !relay.ref<tensor<2xf32>>
            return %0 : !relay.ref<tensor<2xf32>>
          })",
       "the kernel cannot be compiled: failed to legalize operation "
       "'relay.ref_create' that was explicitly marked illegal"},
      // Pointwise operations alone may have dynamic dimensions.
      {R"(func.func @source(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
            %0 = relay.nn.softmax %x : (tensor<?x?xf32>) -> tensor<?x?xf32>
            return %0 : tensor<?x?xf32>
          })",
       "the kernel cannot be compiled: kernels with temporaries of dynamic "
       "size are not supported"},
  };
  KernelCompiler &compiler = KernelCompiler::get();
  size_t numCompiled = compiler.getStatistics().numCompiled;
  for (const auto &test : cases)
    for (int round = 0; round < 2; ++round) {
      llvm::Expected<Kernel> kernel = compiler.compile(test.key);
      ASSERT_FALSE(bool(kernel));
      EXPECT_EQ(llvm::toString(kernel.takeError()), test.message);
    }
  EXPECT_EQ(compiler.getStatistics().numCompiled, numCompiled);
}

} // namespace
