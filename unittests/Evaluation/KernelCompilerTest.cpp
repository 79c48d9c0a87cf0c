//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler of kernels: refused kernels get the same error again, and
// threads share it.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Evaluation/KernelCompiler.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <cfenv>
#include <thread>

using namespace mlir;
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
       "the kernel cannot be compiled: 'func.func' op has no lowering: only a "
       "private function with a body may return a reference; make it private "
       "(symbol-privatize)"},
      // Pointwise operations alone may have dynamic dimensions.
      {R"(func.func @source(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
            %0 = relay.nn.softmax %x : (tensor<?x?xf32>) -> tensor<?x?xf32>
            return %0 : tensor<?x?xf32>
          })",
       "the kernel cannot be compiled: kernels with temporaries of dynamic "
       "size are not supported"},
      // Each of the padded tensors fits, but not both.
      {R"(func.func @source(%x: tensor<1x1x1x1xi8>, %y: tensor<1x1x1x1xi8>,
                            %w: tensor<1x1x1x1xi8>) -> tensor<1x1x2x2xi8> {
            %0 = relay.nn.conv2d %x, %w {strides = array<i64: 2147483647, 2147483647>, padding = array<i64: 0, 0, 2147483647, 2147483647>} : (tensor<1x1x1x1xi8>, tensor<1x1x1x1xi8>) -> tensor<1x1x2x2xi8>
            %1 = relay.nn.conv2d %y, %w {strides = array<i64: 2147483647, 2147483647>, padding = array<i64: 0, 0, 2147483647, 2147483647>} : (tensor<1x1x1x1xi8>, tensor<1x1x1x1xi8>) -> tensor<1x1x2x2xi8>
            %2 = relay.add %0, %1 : (tensor<1x1x2x2xi8>, tensor<1x1x2x2xi8>) -> tensor<1x1x2x2xi8>
            return %2 : tensor<1x1x2x2xi8>
          })",
       "the kernel cannot be compiled: temporaries up to one of type "
       "'memref<1x1x2147483648x2147483648xi8>' take 2^63 bytes or more"},
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

TEST(KernelCompilerTest, ThreadsCompileAtTheSameTime) {
  auto makeKey = [](int size, const char *op) {
    std::string type = "tensor<" + std::to_string(size) + "x3xf32>";
    return "func.func @source(%x: " + type + ") -> " + type +
           " {\n  %0 = \"relay." + op + "\"(%x) : (" + type + ") -> " + type +
           "\n  return %0 : " + type + "\n}";
  };
  std::vector<std::string> keys;
  for (int size = 101; size < 109; ++size)
    keys.push_back(makeKey(size, "nn.softmax"));
  size_t numKernels = keys.size();
  // One that there is twice, and one that cannot be compiled.
  keys.push_back(keys.front());
  keys.push_back(makeKey(3, "unknown"));
  MLIRContext context;
  KernelCompiler &compiler = KernelCompiler::get();
  // The cache on disk may have them.
  auto getNumMade = [&] {
    KernelCompiler::Statistics statistics = compiler.getStatistics();
    return statistics.numCompiled + statistics.numCached;
  };
  size_t numMade = getNumMade();
  compiler.prepare(keys, &context);
  compiler.prepare(keys, &context);
  EXPECT_EQ(getNumMade(), numMade + numKernels);
  std::vector<std::thread> threads;
  for (int n = 0; n < 4; ++n)
    threads.emplace_back([&] {
      for (size_t i = 0; i < numKernels; ++i) {
        llvm::Expected<Kernel> kernel = compiler.getKernel(keys[i]);
        ASSERT_TRUE(bool(kernel)) << llvm::toString(kernel.takeError());
        float ones[109 * 3], result[109 * 3];
        std::fill_n(ones, 109 * 3, 1.0f);
        std::vector<char> scratch(kernel->scratchSize + 64);
        auto address = reinterpret_cast<uintptr_t>(scratch.data());
        KernelShare share;
        void *buffers[] = {
            ones, result, &share,
            reinterpret_cast<void *>(llvm::alignTo(address, 64))};
        kernel->function(buffers, nullptr, nullptr);
        EXPECT_FLOAT_EQ(result[0], 1.0f / 3);
        EXPECT_FLOAT_EQ(result[(101 + i) * 3 - 1], 1.0f / 3);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(getNumMade(), numMade + numKernels);
  llvm::Expected<Kernel> unknown = compiler.getKernel(keys.back());
  ASSERT_FALSE(bool(unknown));
  llvm::consumeError(unknown.takeError());
}

TEST(KernelCompilerTest, FloatEnvironment) {
  std::vector<float> data(16);
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = 1.0f + float(i * i % 7) * 0.3f;
  // Lowering computes with the coefficient, which makes ties of f32 here.
  auto run = [&](StringRef argument) -> std::vector<float> {
    std::string x = ("%" + argument).str();
    std::string key =
        "func.func @source(" + x + ": tensor<1x1x4x4xf32>) -> " +
        "tensor<1x1x7x7xf32> {\n  %0 = \"relay.image.resize2d\"(" + x +
        ") <{coordinate_transformation_mode = \"half_pixel\", cubic_alpha = "
        "1.1920928955078212E-7 : f64, cubic_exclude = 0 : i64, "
        "extrapolation_value = 0.0 : f64, layout = \"NCHW\", method = "
        "\"cubic\", roi = array<f64: 0.0, 0.0, 0.0, 0.0>, rounding_method = "
        "\"\", size = array<i64: 7, 7>}> : (tensor<1x1x4x4xf32>) -> "
        "tensor<1x1x7x7xf32>\n  return %0 : tensor<1x1x7x7xf32>\n}";
    llvm::Expected<Kernel> kernel = KernelCompiler::get().compile(key);
    if (!kernel) {
      ADD_FAILURE() << llvm::toString(kernel.takeError());
      return {};
    }
    std::vector<float> result(49);
    std::vector<char> scratch(kernel->scratchSize + 64);
    auto address = reinterpret_cast<uintptr_t>(scratch.data());
    KernelShare share;
    void *buffers[] = {data.data(), result.data(), &share,
                       reinterpret_cast<void *>(llvm::alignTo(address, 64))};
    int rounding = std::fegetround();
    std::fesetround(FE_TONEAREST);
    kernel->function(buffers, nullptr, nullptr);
    std::fesetround(rounding);
    return result;
  };
  // The names make keys of their own.
  std::vector<float> expected = run("nearest");
  for (auto [mode, name] :
       {std::pair(FE_UPWARD, "upward"), std::pair(FE_DOWNWARD, "downward"),
        std::pair(FE_TOWARDZERO, "zero")}) {
    std::fesetround(mode);
    std::vector<float> result = run(name);
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(result, expected) << name;
  }
}

} // namespace
