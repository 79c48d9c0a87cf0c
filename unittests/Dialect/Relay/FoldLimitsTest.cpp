//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The limits of constant folding.
//
//===----------------------------------------------------------------------===//

#include "FoldConstantTest.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include <random>
#include <set>

using namespace mlir;
using namespace mlir::relay;

namespace {

using FoldLimitsTest = FoldConstantsTest;

TEST_F(FoldLimitsTest, LimitsKeepAValue) {
  parse(R"mlir(
    func.func @f() -> (tensor<3x3xi32>, tensor<i32>, tensor<i32>) {
      %0 = relay.constant dense<[[1], [2], [3]]> : tensor<3x1xi32>
      %1 = relay.constant dense<[[1, 2, 3]]> : tensor<1x3xi32>
      %2 = relay.add %0, %1
          : (tensor<3x1xi32>, tensor<1x3xi32>) -> tensor<3x3xi32>
      %3 = relay.constant dense<0> : tensor<i32>
      %4 = relay.divide %3, %3 : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %5 = relay.negative %4 : (tensor<i32>) -> tensor<i32>
      %6 = relay.negative %3 {relay.no_fold} : (tensor<i32>) -> tensor<i32>
      return %2, %5, %6 : tensor<3x3xi32>, tensor<i32>, tensor<i32>
    })mlir");
  std::string before = print();
  FoldConstantConfig config;
  config.maxGrowth = 11;
  EXPECT_TRUE(failed(foldConstants(getResult(0), config)));
  config = {};
  config.maxCost = 8;
  EXPECT_TRUE(failed(foldConstants(getResult(0), config)));
  config = {};
  ASSERT_TRUE(succeeded(findOperators(&context, {"add"}, config.noFoldOps,
                                      [&] { return module->emitError(); })));
  EXPECT_TRUE(failed(foldConstants(getResult(0), config)));
  EXPECT_TRUE(failed(foldConstants(getResult(1))));
  EXPECT_TRUE(failed(foldConstants(getResult(2))));
  EXPECT_EQ(print(), before);
  config = {};
  config.maxGrowth = 12;
  config.maxCost = 9;
  EXPECT_TRUE(succeeded(foldConstants(getResult(0), config)));
}

// Every value of a chain reads the same constants, which count once.
TEST_F(FoldLimitsTest, GrowthOfAChain) {
  constexpr size_t length = 1000;
  auto fold = [&](const FoldConstantConfig &config) {
    parse(R"mlir(
      func.func @f() {
        %0 = relay.constant dense<[[1], [2], [3]]> : tensor<3x1xi32>
        %1 = relay.constant dense<[[1, 2, 3]]> : tensor<1x3xi32>
        %2 = relay.add %0, %1
            : (tensor<3x1xi32>, tensor<1x3xi32>) -> tensor<3x3xi32>
        return
      })mlir");
    func::FuncOp function = getFunction("f");
    Operation *end = function.front().getTerminator();
    OpBuilder b(end);
    Value row = function.front().front().getNextNode()->getResult(0);
    Value value = end->getPrevNode()->getResult(0);
    for (size_t i = 0; i < length; ++i)
      value = AddOp::create(b, b.getUnknownLoc(), value.getType(), value, row);
    func::ReturnOp::create(b, b.getUnknownLoc(), value);
    end->erase();
    function.setFunctionType(b.getFunctionType({}, {value.getType()}));
    return foldConstants(*module, config).numConstants;
  };
  FoldConstantConfig config;
  config.maxGrowth = 11;
  EXPECT_EQ(fold(config), 0u);
  config.maxGrowth = 12;
  EXPECT_EQ(fold(config), 1u);
}

// Constants count as far as the search for them goes, which ends in time.
TEST_F(FoldLimitsTest, GrowthFromFarConstants) {
  for (auto [length, numConstants] : {std::pair(1000, 1u), {20000, 0u}}) {
    parse(R"mlir(
      func.func @f() {
        %0 = relay.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
        return
      })mlir");
    func::FuncOp function = getFunction("f");
    Operation *end = function.front().getTerminator();
    OpBuilder b(end);
    Value value = end->getPrevNode()->getResult(0);
    for (int i = 0; i < length; ++i)
      value = NegativeOp::create(b, b.getUnknownLoc(), value.getType(), value);
    func::ReturnOp::create(b, b.getUnknownLoc(), value);
    end->erase();
    function.setFunctionType(b.getFunctionType({}, {value.getType()}));
    FoldConstantConfig config;
    config.maxGrowth = 11;
    EXPECT_EQ(foldConstants(*module, config).numConstants, numConstants);
  }
}

// The shapes of values may be known only when they are evaluated: they are
// known from then on.
TEST_F(FoldLimitsTest, LimitsOfDynamicShapesAreLinear) {
  constexpr size_t length = 200;
  parse(R"mlir(
    func.func @f() {
      %0 = relay.constant dense<[1, 2]> : tensor<2xi32>
      %1 = relay.constant dense<10> : tensor<1xi64>
      %2 = relay.dyn.tile %0, %1
          : (tensor<2xi32>, tensor<1xi64>) -> tensor<?xi32>
      return
    })mlir");
  func::FuncOp function = getFunction("f");
  Operation *end = function.front().getTerminator();
  OpBuilder b(end);
  Value value = end->getPrevNode()->getResult(0);
  for (size_t i = 0; i < length; ++i)
    value = NegativeOp::create(b, b.getUnknownLoc(), value.getType(), value);
  func::ReturnOp::create(b, b.getUnknownLoc(), value);
  end->erase();
  function.setFunctionType(b.getFunctionType({}, {value.getType()}));
  FoldConstantConfig config;
  config.maxGrowth = 8;
  FoldConstantStatistics statistics = foldConstants(*module, config);
  EXPECT_EQ(statistics.numConstants, 0u);
  EXPECT_EQ(statistics.numNotFolded, length + 1);
  EXPECT_LE(statistics.numEvaluated, 2 * length);
}

// Values that read constants in common, of different sizes, are let pass if
// what they read makes up for what they take.
TEST_F(FoldLimitsTest, GrowthOfManyValues) {
  constexpr size_t numLeaves = 700, numValues = 1500, side = 64;
  std::mt19937 random(5);
  std::vector<std::set<size_t>> reads(numValues);
  std::vector<size_t> leafBytes;
  auto build = [&] {
    random.seed(5);
    parse("func.func @f() { return }");
    func::FuncOp function = getFunction("f");
    Operation *end = function.front().getTerminator();
    OpBuilder b(end);
    auto getType = [&](int64_t rows, int64_t columns) {
      return RankedTensorType::get({rows, columns}, b.getF32Type());
    };
    std::vector<Value> leaves, values;
    leafBytes.clear();
    for (size_t i = 0; i < numLeaves; ++i) {
      bool isLong = i % 9 == 0, isRow = i % 2 == 0;
      RankedTensorType type =
          getType(isLong && !isRow ? side : 1, isLong && isRow ? side : 1);
      std::vector<float> elements(type.getNumElements(), float(i));
      elements.front() = -1;
      leafBytes.push_back(elements.size() * sizeof(float));
      leaves.push_back(
          ConstantOp::create(b, b.getUnknownLoc(),
                             DenseElementsAttr::get(type, ArrayRef(elements))));
    }
    auto add = [&](Value x, Value y) {
      values.push_back(
          AddOp::create(b, b.getUnknownLoc(), getType(side, side), x, y));
    };
    // A row and a column.
    add(leaves[0], leaves[9]);
    reads[0] = {0, 9};
    while (values.size() < numValues) {
      size_t x =
          values.size() - 1 - random() % std::min<size_t>(values.size(), 5);
      std::set<size_t> &read = reads[values.size()];
      read = reads[x];
      if (random() % 2) {
        size_t y = random() % values.size();
        read.insert(reads[y].begin(), reads[y].end());
        add(values[x], values[y]);
      } else {
        size_t y = random() % numLeaves;
        read.insert(y);
        add(values[x], leaves[y]);
      }
    }
    func::ReturnOp::create(b, b.getUnknownLoc(), values);
    end->erase();
    function.setFunctionType(b.getFunctionType({}, TypeRange(values)));
  };
  size_t bytes = side * side * sizeof(float);
  for (size_t maxGrowth : {100, 1000, 8000, 12000, 16000}) {
    build();
    FoldConstantConfig config;
    config.maxGrowth = maxGrowth;
    FoldConstantStatistics statistics = foldConstants(*module, config);
    size_t expected = llvm::count_if(reads, [&](const auto &read) {
      size_t readBytes = 0;
      for (size_t leaf : read)
        readBytes += leafBytes[leaf];
      return bytes <= readBytes + maxGrowth;
    });
    EXPECT_EQ(statistics.numConstants, expected) << maxGrowth;
  }
}

TEST_F(FoldLimitsTest, WorkOfOneElement) {
  FoldConstantConfig config;
  for (uint64_t maxCost : {5, 6}) {
    parse(R"mlir(
      func.func @f() -> tensor<i32> {
        %0 = relay.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
        %1 = relay.sum %0 : (tensor<6xi32>) -> tensor<i32>
        return %1 : tensor<i32>
      })mlir");
    config.maxCost = maxCost;
    EXPECT_EQ(foldConstants(*module, config).work, maxCost == 6 ? 6u : 0u);
  }
}

TEST_F(FoldLimitsTest, LimitsOfThePattern) {
  auto isFolded = [&](const FoldConstantConfig &config) {
    parse(R"mlir(
      func.func @f() -> tensor<3x3xi32> {
        %0 = relay.constant dense<[[1], [2], [3]]> : tensor<3x1xi32>
        %1 = relay.constant dense<[[1, 2, 3]]> : tensor<1x3xi32>
        %2 = relay.add %0, %1
            : (tensor<3x1xi32>, tensor<1x3xi32>) -> tensor<3x3xi32>
        return %2 : tensor<3x3xi32>
      })mlir");
    RewritePatternSet patterns(&context);
    populateFoldConstantPatterns(patterns, config);
    EXPECT_TRUE(succeeded(applyPatternsGreedily(*module, std::move(patterns))));
    return count<AddOp>(*module) == 0;
  };
  FoldConstantConfig config;
  EXPECT_TRUE(isFolded(config));
  config.maxGrowth = 11;
  EXPECT_FALSE(isFolded(config));
  config.maxGrowth = 12;
  config.maxCost = 8;
  EXPECT_FALSE(isFolded(config));
  config.maxCost = 9;
  EXPECT_TRUE(isFolded(config));
  ASSERT_TRUE(succeeded(findOperators(&context, {"add"}, config.noFoldOps,
                                      [&] { return module->emitError(); })));
  EXPECT_FALSE(isFolded(config));
}

} // namespace
