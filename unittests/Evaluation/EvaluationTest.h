//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers for tests of evaluation.
//
//===----------------------------------------------------------------------===//

#ifndef UNITTESTS_EVALUATION_EVALUATIONTEST_H
#define UNITTESTS_EVALUATION_EVALUATIONTEST_H

#include "RelayLite/Evaluation/OperatorEvaluator.h"
#include "RelayLite/InitAll.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"
#include <cstring>
#include <random>

namespace mlir::relay {

class EvaluationTest : public testing::Test {
protected:
  EvaluationTest() {
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

  MLIRContext context;
  KernelMemo memo;
  std::vector<OwningOpRef<ModuleOp>> modules;
  std::mt19937_64 random{7};
};

} // namespace mlir::relay

#endif // UNITTESTS_EVALUATION_EVALUATIONTEST_H
