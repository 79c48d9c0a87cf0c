//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant folding for embedders: functions and the pattern, costs, progress.
//
//===----------------------------------------------------------------------===//

#include "FoldConstantTest.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/FormatVariadic.h"
#include <fcntl.h>
#include <map>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace mlir;
using namespace mlir::relay;

namespace {

/// How many relay.add are left of a sum of constants in a function with the
/// given attributes, after the pattern.
unsigned countLeft(StringRef attributes) {
  MLIRContext context;
  context.loadDialect<RelayDialect, func::FuncDialect>();
  std::string text = "func.func @f() -> tensor<2xi32> " + attributes.str() +
                     R"mlir( {
    %0 = relay.constant dense<[1, 2]> : tensor<2xi32>
    %1 = relay.constant dense<3> : tensor<i32>
    %2 = relay.add %0, %1 : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
    %3 = relay.add %2, %2 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    return %3 : tensor<2xi32>
  })mlir";
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module) {
    ADD_FAILURE() << "the program does not parse";
    return 0;
  }
  RewritePatternSet patterns(&context);
  populateFoldConstantPatterns(patterns);
  EXPECT_TRUE(succeeded(applyPatternsGreedily(*module, std::move(patterns))));
  unsigned numAdds = 0;
  module->walk([&](AddOp) { ++numAdds; });
  if (numAdds == 0)
    module->walk([&](func::ReturnOp op) {
      auto constant = op.getOperand(0).getDefiningOp<ConstantOp>();
      ASSERT_TRUE(constant);
      auto values = cast<DenseElementsAttr>(constant.getValue());
      EXPECT_EQ(llvm::to_vector(values.getValues<int32_t>()),
                (SmallVector<int32_t>{8, 10}));
    });
  return numAdds;
}

TEST(FoldConstantPatternTest, FoldsOperatorsOneByOne) {
  EXPECT_EQ(countLeft(""), 0u);
}

TEST(FoldConstantPatternTest, LeavesFunctionsThatThePassLeaves) {
  EXPECT_EQ(countLeft("attributes {relay.Primitive = 1}"), 2u);
  EXPECT_EQ(countLeft("attributes {relay.Compiler = \"dsp\"}"), 2u);
  EXPECT_EQ(countLeft("attributes {relay.SkipOptimization = 1}"), 2u);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

constexpr const char *twoFunctions = R"mlir(
  func.func @f() -> tensor<2xi32> {
    %0 = relay.constant dense<[1, 2]> : tensor<2xi32>
    %1 = relay.add %0, %0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    return %1 : tensor<2xi32>
  }
  func.func @g() -> tensor<2xi32> {
    %0 = relay.constant dense<[1, 2]> : tensor<2xi32>
    %1 = relay.add %0, %0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    return %1 : tensor<2xi32>
  })mlir";

TEST_F(FoldConstantsTest, OfOneFunction) {
  parse(twoFunctions);
  FoldConstantConfig config;
  config.collectTimes = true;
  FoldConstantStatistics statistics = foldConstants(getFunction("f"), config);
  EXPECT_EQ(statistics.numEvaluated, 1u);
  EXPECT_EQ(statistics.numConstants, 1u);
  EXPECT_EQ(statistics.numBytes, 8u);
  EXPECT_EQ(statistics.numBytesRead, 8u);
  EXPECT_EQ(statistics.peakBytes, 8u);
  EXPECT_EQ(statistics.work, 4u);
  EXPECT_TRUE(statistics.hasChanged);
  EXPECT_EQ(count<AddOp>(getFunction("f")), 0u);
  EXPECT_EQ(count<AddOp>(getFunction("g")), 1u);
}

TEST_F(FoldConstantsTest, OfAModule) {
  parse(twoFunctions);
  EXPECT_EQ(foldConstants(*module).numEvaluated, 2u);
  EXPECT_EQ(count<AddOp>(*module), 0u);
  std::string once = print();
  FoldConstantStatistics again = foldConstants(*module);
  EXPECT_FALSE(again.hasChanged);
  EXPECT_EQ(again.numEvaluated, 0u);
  EXPECT_EQ(print(), once);
}

TEST_F(FoldConstantsTest, WhatCannotBeFoldedIsNoChange) {
  parse(R"mlir(
    func.func @f() -> tensor<i32> {
      %0 = relay.constant dense<0> : tensor<i32>
      %1 = relay.divide %0, %0 : (tensor<i32>, tensor<i32>) -> tensor<i32>
      return %1 : tensor<i32>
    })mlir");
  FoldConstantStatistics statistics = foldConstants(*module);
  EXPECT_EQ(statistics.numNotFolded, 1u);
  EXPECT_EQ(statistics.numConstants, 0u);
  EXPECT_FALSE(statistics.hasChanged);
}

TEST_F(FoldConstantsTest, ChangesWithoutEvaluationAreTold) {
  parse(R"mlir(
    func.func @f() -> tensor<i32> {
      %0 = relay.constant dense<1> : tensor<i32>
      %1 = relay.let %0 as "x" : (tensor<i32>) -> tensor<i32>
      return %1 : tensor<i32>
    })mlir");
  FoldConstantStatistics statistics = foldConstants(*module);
  EXPECT_EQ(statistics.numEvaluated, 0u);
  EXPECT_TRUE(statistics.hasChanged);
  EXPECT_EQ(count<LetOp>(*module), 0u);
}

TEST_F(FoldConstantsTest, OfAValue) {
  parse(R"mlir(
    func.func @f(%x: tensor<2xi32>, %u: tensor<?xi32>)
        -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<?xi32>) {
      %0 = relay.constant dense<[1, 2]> : tensor<2xi32>
      %1 = relay.constant dense<[3, 4]> : tensor<2xi32>
      %2 = relay.add %0, %1 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
      %3 = relay.negative %2 : (tensor<2xi32>) -> tensor<2xi32>
      %4 = relay.abs %2 : (tensor<2xi32>) -> tensor<2xi32>
      %5 = relay.subtract %3, %x
          : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
      %6 = relay.type_cast %4 : tensor<2xi32> to tensor<?xi32>
      return %3, %4, %5, %6
          : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<?xi32>
    })mlir");
  // The value is not constant, and unchanged.
  std::string before = print();
  EXPECT_TRUE(failed(foldConstants(getResult(2))));
  EXPECT_TRUE(failed(foldConstants(Value(getFunction("f").getArgument(0)))));
  EXPECT_EQ(print(), before);
  EXPECT_TRUE(failed(evaluateConstant(getResult(2))));
  EXPECT_TRUE(failed(evaluateConstant(getFunction("f").getArgument(0))));
  FailureOr<ElementsAttr> elements = evaluateConstant(getResult(1));
  ASSERT_TRUE(succeeded(elements));
  EXPECT_EQ(llvm::to_vector(elements->getValues<int>()),
            (SmallVector<int>{4, 6}));
  EXPECT_EQ(print(), before);
  // One value, and what it alone needs.
  FailureOr<Value> value = foldConstants(getResult(0));
  ASSERT_TRUE(succeeded(value));
  EXPECT_EQ(*value, getResult(0));
  auto constant = value->getDefiningOp<ConstantOp>();
  ASSERT_TRUE(constant);
  EXPECT_EQ(llvm::to_vector(
                cast<DenseElementsAttr>(constant.getValue()).getValues<int>()),
            (SmallVector<int>{-4, -6}));
  EXPECT_EQ(count<NegativeOp>(*module), 0u);
  EXPECT_EQ(count<AddOp>(*module), 1u);
  // A constant is what it is.
  std::string after = print();
  EXPECT_EQ(*foldConstants(getResult(0)), *value);
  EXPECT_EQ(*evaluateConstant(getResult(0)), constant.getValue());
  EXPECT_EQ(print(), after);
  // A cast stays.
  value = foldConstants(getResult(3));
  ASSERT_TRUE(succeeded(value));
  EXPECT_TRUE(value->getDefiningOp<TypeCastOp>());
  EXPECT_EQ(count<AddOp>(*module), 0u);
  EXPECT_TRUE(succeeded(verify(*module)));
}

TEST_F(FoldConstantsTest, OfAValueThatNothingUses) {
  parse(R"mlir(
    func.func @f() {
      %0 = relay.constant dense<1> : tensor<i32>
      %1 = relay.negative %0 : (tensor<i32>) -> tensor<i32>
      %2 = relay.tuple %1, %1 : (tensor<i32>, tensor<i32>) -> tuple<tensor<i32>, tensor<i32>>
      %3 = relay.constant dense<2> : tensor<i32>
      return
    })mlir");
  Block &block = getFunction("f").front();
  auto getValue = [&](int n) {
    return std::next(block.begin(), n)->getResult(0);
  };
  FailureOr<Value> constant = foldConstants(getValue(3));
  ASSERT_TRUE(succeeded(constant));
  EXPECT_EQ(*constant, getValue(3));
  EXPECT_EQ(count<ConstantOp>(*module), 2u);
  FailureOr<Value> tuple = foldConstants(getValue(2));
  ASSERT_TRUE(succeeded(tuple));
  auto op = tuple->getDefiningOp<TupleOp>();
  ASSERT_TRUE(op);
  EXPECT_TRUE(op.getFields().front().getDefiningOp<ConstantOp>());
  EXPECT_EQ(count<NegativeOp>(*module), 0u);
  EXPECT_TRUE(succeeded(verify(*module)));
}

TEST_F(FoldConstantsTest, OfATuple) {
  parse(R"mlir(
    func.func @f() -> tuple<tensor<i32>, tensor<i32>> {
      %0 = relay.constant dense<1> : tensor<i32>
      %1 = relay.negative %0 : (tensor<i32>) -> tensor<i32>
      %2 = relay.tuple %0, %1
          : (tensor<i32>, tensor<i32>) -> tuple<tensor<i32>, tensor<i32>>
      return %2 : tuple<tensor<i32>, tensor<i32>>
    })mlir");
  FailureOr<Value> value = foldConstants(getResult());
  ASSERT_TRUE(succeeded(value));
  EXPECT_TRUE(value->getDefiningOp<TupleOp>());
  EXPECT_EQ(count<NegativeOp>(*module), 0u);
  EXPECT_EQ(count<ConstantOp>(*module), 2u);
}

// A value that is evaluated to a more precise type has a type_cast around it.
TEST_F(FoldConstantsTest, PatternOnLessPreciseTypes) {
  parse(R"mlir(
    func.func @f() -> tensor<?xf32> {
      %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %1 = relay.negative %0 : (tensor<2xf32>) -> tensor<?xf32>
      %2 = relay.tuple %1, %0 : (tensor<?xf32>, tensor<2xf32>)
          -> !relay.unknown
      %3 = relay.type_cast %2 : !relay.unknown to !relay.unknown
      %4 = relay.concatenate %3 {axis = 0 : i64}
          : (!relay.unknown) -> tensor<?xf32>
      %5 = relay.abs %4 : (tensor<?xf32>) -> tensor<?xf32>
      return %5 : tensor<?xf32>
    })mlir");
  RewritePatternSet patterns(&context);
  populateFoldConstantPatterns(patterns);
  EXPECT_TRUE(succeeded(applyPatternsGreedily(*module, std::move(patterns))));
  Value result = getFunction("f").front().getTerminator()->getOperand(0);
  auto cast = result.getDefiningOp<TypeCastOp>();
  ASSERT_TRUE(cast);
  auto constant = cast.getValue().getDefiningOp<ConstantOp>();
  ASSERT_TRUE(constant);
  auto values = llvm::cast<DenseElementsAttr>(constant.getValue());
  EXPECT_EQ(llvm::to_vector(values.getValues<float>()),
            (SmallVector<float>{1, 2, 1, 2}));
}

// Bindings of constants are looked through.
TEST_F(FoldConstantsTest, PatternOnBindings) {
  parse(R"mlir(
    func.func @f() -> tensor<2xi32> {
      %0 = relay.constant dense<[1, 2]> : tensor<2xi32>
      %1 = relay.let %0 as "x" : (tensor<2xi32>) -> tensor<2xi32>
      %2 = relay.negative %1 : (tensor<2xi32>) -> tensor<2xi32>
      return %2 : tensor<2xi32>
    })mlir");
  RewritePatternSet patterns(&context);
  populateFoldConstantPatterns(patterns);
  EXPECT_TRUE(succeeded(applyPatternsGreedily(*module, std::move(patterns))));
  EXPECT_EQ(count<NegativeOp>(*module), 0u);
}

// Operands that are made of themselves, in graph regions, are no constants.
TEST_F(FoldConstantsTest, PatternOnCycles) {
  context.allowUnregisteredDialects();
  parse(R"mlir(
    func.func @f() {
      "test.graph"() ({
        %0 = relay.tuple %0 : (!relay.unknown) -> !relay.unknown
        %1 = relay.concatenate %0 {axis = 0 : i64}
            : (!relay.unknown) -> tensor<2xf32>
        "test.use"(%1) : (tensor<2xf32>) -> ()
      }) : () -> ()
      return
    })mlir");
  RewritePatternSet patterns(&context);
  populateFoldConstantPatterns(patterns);
  EXPECT_TRUE(succeeded(applyPatternsGreedily(*module, std::move(patterns))));
  EXPECT_EQ(count<ConcatenateOp>(*module), 1u);
}

// Tuples of tuples that are shared are not walked as trees.
TEST_F(FoldConstantsTest, OperatorsOnSharedTuples) {
  auto makeText = [](unsigned depth) {
    std::string text = R"mlir(
      func.func @f() -> !relay.unknown {
        %c = relay.constant dense<[1, 2]> : tensor<2xi32>
        %d = relay.constant dense<[3, 4]> : tensor<2xi32>
        %0 = relay.tuple %c, %d : (tensor<2xi32>, tensor<2xi32>)
            -> !relay.unknown)mlir";
    for (unsigned i = 1; i < depth; ++i)
      text += llvm::formatv("%{0} = relay.tuple %{1}, %{1} : (!relay.unknown, "
                            "!relay.unknown) -> !relay.unknown\n",
                            i, i - 1);
    return text + llvm::formatv(R"mlir(
        %r = relay.concatenate %{0} {{axis = 0 : i64}
            : (!relay.unknown) -> !relay.unknown
        return %r : !relay.unknown
      })mlir",
                                depth - 1)
                      .str();
  };
  auto applyPattern = [&] {
    RewritePatternSet patterns(&context);
    populateFoldConstantPatterns(patterns);
    EXPECT_TRUE(succeeded(applyPatternsGreedily(*module, std::move(patterns))));
  };
  for (auto [depth, isFolded] :
       {std::pair(1u, true), {2u, false}, {64u, false}}) {
    parse(makeText(depth));
    applyPattern();
    EXPECT_EQ(count<ConcatenateOp>(*module), isFolded ? 0 : 1) << depth;
    parse(makeText(depth));
    FoldConstantStatistics statistics =
        foldConstants(*module, FoldConstantConfig());
    EXPECT_EQ(statistics.numNotFolded == 0, isFolded) << depth;
    EXPECT_EQ(count<ConcatenateOp>(*module), isFolded ? 0 : 1) << depth;
  }
}

// Tuples in tuples are evaluated up to a depth and a number of parts, however
// many there are in a row.
TEST_F(FoldConstantsTest, TuplesInTuples) {
  auto fold = [&](size_t depth, bool getsFields, size_t width = 1) {
    parse(R"mlir(
      func.func @f() {
        %0 = relay.constant dense<[1, 2]> : tensor<2xi32>
        %1 = relay.type_cast %0 : tensor<2xi32> to !relay.unknown
        %2 = relay.negative %1 : (!relay.unknown) -> !relay.unknown
        return
      })mlir");
    func::FuncOp function = getFunction("f");
    Operation *end = function.front().getTerminator();
    OpBuilder b(end);
    Location loc = b.getUnknownLoc();
    Value value = end->getPrevNode()->getResult(0);
    Type type = value.getType();
    for (size_t i = 0; i < depth; ++i) {
      value = TupleOp::create(b, loc, type, SmallVector<Value>(width, value));
      value = TypeCastOp::create(b, loc, type, value);
      if (getsFields)
        value = TupleGetOp::create(b, loc, type, value, 0);
    }
    // Tuples of constants stay where they are.
    if (!getsFields)
      value = TupleGetOp::create(b, loc, type, value, 0);
    func::ReturnOp::create(b, loc, value);
    end->erase();
    function.setFunctionType(b.getFunctionType({}, {type}));
    return foldConstants(*module, FoldConstantConfig()).numNotFolded;
  };
  EXPECT_EQ(fold(255, false), 0u);
  EXPECT_GT(fold(256, false), 0u);
  EXPECT_GT(fold(50000, false), 0u);
  EXPECT_EQ(fold(50000, true), 0u);
  EXPECT_EQ(fold(19, false, 2), 0u);
  EXPECT_GT(fold(20, false, 2), 0u);
  EXPECT_GT(fold(200, false, 2), 0u);
  std::string told;
  listen([&](const std::string &text) {
    if (StringRef(text).contains("nests"))
      told = text;
  });
  fold(256, false);
  EXPECT_NE(told.find("relay.tuple: it nests more than 256 deep"),
            std::string::npos);
}

// The pass, the keys of the config that become its options, and the C++ API
// have the same limits.
TEST_F(FoldConstantsTest, DefaultsAreThoseOfThePass) {
  std::string text;
  llvm::raw_string_ostream os(text);
  createFoldConstantPass()->printAsTextualPipeline(os);
  FoldConstantConfig config;
  for (auto [option, value] : {std::pair("max-growth=", config.maxGrowth),
                               std::pair("max-temporary=", config.maxTemporary),
                               std::pair("max-cost=", config.maxCost)})
    EXPECT_NE(text.find(" " + (option + std::to_string(value)) + " "),
              std::string::npos)
        << option << value << " in " << text;
  EXPECT_FALSE(config.foldQnn);
  EXPECT_NE(text.find("{fold-qnn=false "), std::string::npos) << text;
}

// As the pass: a splat does not grow, and a constant counts once.
TEST_F(FoldConstantsTest, GrowthIsThatOfThePass) {
  auto isFolded = [&](StringRef text, bool usesPattern) {
    parse(text);
    FoldConstantConfig config;
    config.maxGrowth = 8;
    if (usesPattern) {
      RewritePatternSet patterns(&context);
      populateFoldConstantPatterns(patterns, config);
      EXPECT_TRUE(
          succeeded(applyPatternsGreedily(*module, std::move(patterns))));
    } else {
      (void)foldConstants(*module, config);
    }
    EXPECT_TRUE(succeeded(verify(*module)));
    return isa<ConstantOp, TypeCastOp>(getResult().getDefiningOp());
  };
  for (bool usesPattern : {false, true}) {
    EXPECT_TRUE(isFolded(R"mlir(
      func.func @f() -> tensor<40xi32> {
        %0 = relay.constant dense<1> : tensor<4x10xi32>
        %1 = relay.reshape %0 {newshape = array<i64: 40>}
            : (tensor<4x10xi32>) -> tensor<40xi32>
        return %1 : tensor<40xi32>
      })mlir",
                         usesPattern));
    EXPECT_FALSE(isFolded(R"mlir(
      func.func @f() -> tensor<6xi32> {
        %0 = relay.constant dense<[1, 2, 3]> : tensor<3xi32>
        %1 = relay.tuple %0, %0 : (tensor<3xi32>, tensor<3xi32>)
            -> tuple<tensor<3xi32>, tensor<3xi32>>
        %2 = relay.concatenate %1
            : (tuple<tensor<3xi32>, tensor<3xi32>>) -> tensor<6xi32>
        return %2 : tensor<6xi32>
      })mlir",
                          usesPattern));
    EXPECT_TRUE(isFolded(R"mlir(
      func.func @f() -> tensor<4x10xi32> {
        %0 = relay.constant dense<1> : tensor<4x10xi32>
        %1 = relay.on_device %0 {
            virtual_device = #relay.virtual_device<device = cpu>}
            : (tensor<4x10xi32>) -> tensor<4x10xi32>
        %2 = relay.negative %1 : (tensor<4x10xi32>) -> tensor<4x10xi32>
        return %2 : tensor<4x10xi32>
      })mlir",
                         usesPattern));
    for (StringRef type : {"tensor<6xi32>", "tensor<?xi32>", "!relay.unknown"})
      EXPECT_FALSE(isFolded(("func.func @f() -> " + type + R"mlir( {
          %0 = relay.constant dense<[1, 2, 3]> : tensor<3xi32>
          %1 = relay.tile %0 {reps = array<i64: 2>} : (tensor<3xi32>) -> )mlir" +
                             type + "\nreturn %1 : " + type + "\n}")
                                .str(),
                            usesPattern))
          << type.str();
    // Too large while it is read.
    EXPECT_FALSE(isFolded(R"mlir(
      func.func @f() -> tensor<f32> {
        %0 = relay.constant dense<1.0> : tensor<1073741825xf32>
        %1 = relay.sum %0 : (tensor<1073741825xf32>) -> tensor<f32>
        return %1 : tensor<f32>
      })mlir",
                          usesPattern));
    // The attribute does not have the declared type.
    EXPECT_FALSE(isFolded(R"mlir(
      func.func @f() -> tensor<3xi32> {
        %0 = relay.constant dense<[1, 2]> : tensor<2xi32>
        %1 = relay.tuple %0, %0
            : (tensor<2xi32>, tensor<2xi32>) -> !relay.unknown
        %2 = relay.concatenate %1 : (!relay.unknown) -> tensor<3xi32>
        return %2 : tensor<3xi32>
      })mlir",
                          usesPattern));
    EXPECT_FALSE(isFolded(R"mlir(
      func.func @f() -> tensor<i32> {
        %0 = relay.constant dense<1> : tensor<i32>
        %1 = relay.on_device %0 {relay.no_fold,
            virtual_device = #relay.virtual_device<device = cpu>}
            : (tensor<i32>) -> tensor<i32>
        %2 = relay.negative %1 : (tensor<i32>) -> tensor<i32>
        return %2 : tensor<i32>
      })mlir",
                          usesPattern));
  }
}

// Nothing is known of what may become something else.
TEST_F(FoldConstantsTest, MarkedConstantsAreNotEvaluated) {
  parse(R"mlir(
    func.func @f() -> (tensor<i32>, tensor<i32>) {
      %0 = relay.constant {relay.no_fold} dense<1> : tensor<i32>
      %1 = relay.constant dense<1> : tensor<i32>
      return %0, %1 : tensor<i32>, tensor<i32>
    })mlir");
  EXPECT_TRUE(failed(evaluateConstant(getResult(0))));
  EXPECT_TRUE(succeeded(evaluateConstant(getResult(1))));
  getFunction("f")->setAttr("relay.no_fold", UnitAttr::get(&context));
  EXPECT_TRUE(failed(evaluateConstant(getResult(1))));
  getFunction("f")->setAttr("relay.no_fold", BoolAttr::get(&context, true));
  EXPECT_TRUE(failed(evaluateConstant(getResult(1))));
  getFunction("f")->setAttr("relay.no_fold", BoolAttr::get(&context, false));
  EXPECT_TRUE(succeeded(evaluateConstant(getResult(1))));
}

TEST_F(FoldConstantsTest, ConstantsWithoutData) {
  module =
      parseSourceString<ModuleOp>(R"mlir(
    func.func @f() -> tensor<4xf32> {
      %0 = relay.constant dense_resource<none> : tensor<4xf32>
      %1 = relay.negative %0 : (tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    })mlir",
                                  ParserConfig(&context,
                                               /*verifyAfterParse=*/false));
  ASSERT_TRUE(module);
  std::vector<std::string> errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    errors.push_back(diagnostic.str());
  });
  FoldConstantStatistics statistics = foldConstants(*module);
  EXPECT_FALSE(statistics.hasChanged);
  EXPECT_EQ(errors, std::vector<std::string>(
                        1, "cannot fold: resource 'none' has no data"));
  EXPECT_EQ(count<NegativeOp>(*module), 1u);
  EXPECT_TRUE(failed(evaluateConstant(getResult())));
  EXPECT_TRUE(failed(foldConstants(getResult())));
}

//===----------------------------------------------------------------------===//
// Processes and threads
//===----------------------------------------------------------------------===//

/// A function with kernels of its own: of a shape that depends on `i`.
std::string makeProgram(int i) {
  std::string type = "tensor<" + std::to_string(i + 1) + "x3xf32>";
  std::string row = "[1.5, -2.25, 3.125]", rows = row;
  for (int k = 0; k < i; ++k)
    rows += ", " + row;
  return "func.func @f() -> " + type + " {\n  %0 = relay.constant dense<[" +
         rows + "]> : " + type + "\n  %1 = relay.nn.softmax %0 : (" + type +
         ") -> " + type + "\n  %2 = relay.exp %1 : (" + type + ") -> " + type +
         "\n  return %2 : " + type + "\n}";
}

/// Return the folded program, in a context of its own; empty after an error.
std::string foldProgram(int i) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<RelayDialect, func::FuncDialect>();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(makeProgram(i), &context);
  if (!module || foldConstants(*module).numEvaluated != 2)
    return "";
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  return text;
}

TEST(FoldConstantProcessTest, ContextsInThreads) {
  constexpr int numThreads = 4, numRounds = 20, numPrograms = 5;
  std::vector<std::string> expected;
  for (int i = 0; i < numPrograms; ++i) {
    expected.push_back(foldProgram(i));
    EXPECT_NE(expected.back(), "");
  }
  std::vector<std::string> wrong(numThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < numThreads; ++t)
    threads.emplace_back([&, t] {
      for (int round = 0; round < numRounds; ++round) {
        // The last one is new to the process.
        int i = (t + round) % (numPrograms + 1);
        std::string text = foldProgram(i);
        if (text.empty() || (i < numPrograms && text != expected[i]))
          wrong[t] = text + "?";
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::string &text : wrong)
    EXPECT_EQ(text, "");
}

TEST(FoldConstantProcessTest, ForkAfterUse) {
  std::string known = foldProgram(1);
  ASSERT_NE(known, "");
  for (int round = 0; round < 5; ++round) {
    pid_t child = fork();
    if (child == 0) {
      // Waits for locks that nobody holds any more end here.
      alarm(300);
      _exit(foldProgram(1) == known && !foldProgram(30 + round).empty() ? 0
                                                                        : 1);
    }
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(foldProgram(1), known);
  }
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

TEST_F(FoldConstantsTest, EstimatedWork) {
  parse(R"mlir(
    func.func @f(%x: tensor<2x3x5xf32>, %y: tensor<1x3x5xf32>,
                 %m: tensor<4x7xf32>, %w: tensor<6x7xf32>,
                 %b: tensor<4x6xf32>, %s: tensor<f32>,
                 %d: tensor<?x3xf32>, %i: tensor<1x8x10x10xf32>,
                 %k: tensor<6x4x3x3xf32>, %t: tensor<8x3x2x2xf32>,
                 %h: tensor<4611686018427387904x8xi8>) {
      // The larger of what is read and what is written.
      %0 = relay.add %x, %s
          {work = 31} : (tensor<2x3x5xf32>, tensor<f32>) -> tensor<2x3x5xf32>
      %1 = relay.broadcast_to %s {shape = array<i64: 9, 9>, work = 81}
          : (tensor<f32>) -> tensor<9x9xf32>
      %2 = relay.sum %x {work = 30} : (tensor<2x3x5xf32>) -> tensor<f32>
      %3 = relay.exp %d {work = 3} : (tensor<?x3xf32>) -> tensor<?x3xf32>
      %4 = relay.copy %h {work = -1}
          : (tensor<4611686018427387904x8xi8>)
          -> tensor<4611686018427387904x8xi8>
      // No data moves.
      %5 = relay.reshape %x {newshape = array<i64: 30>, work = 0}
          : (tensor<2x3x5xf32>) -> tensor<30xf32>
      // 4 * 6 * 7.
      %6 = relay.nn.dense %m, %w {work = 168}
          : (tensor<4x7xf32>, tensor<6x7xf32>) -> tensor<4x6xf32>
      %7 = relay.nn.matmul %m, %b {transpose_a = true, work = 168}
          : (tensor<4x7xf32>, tensor<4x6xf32>) -> tensor<7x6xf32>
      // 2 * 3 * 3 * 5, and the batch of one is repeated.
      %11 = relay.nn.batch_matmul %x, %y {transpose_b = true, work = 90}
          : (tensor<2x3x5xf32>, tensor<1x3x5xf32>) -> tensor<2x3x3xf32>
      // 6 * 8 * 8 elements take windows of 3 * 3 in 4 of 8 channels each.
      %8 = relay.nn.conv2d %i, %k {groups = 2 : i64, work = 13824}
          : (tensor<1x8x10x10xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x8x8xf32>
      // 8 * 10 * 10 elements go to windows of 2 * 2 in 3 channels.
      %9 = relay.nn.conv2d_transpose %i, %t {work = 9600}
          : (tensor<1x8x10x10xf32>, tensor<8x3x2x2xf32>) -> tensor<1x3x11x11xf32>
      %10 = relay.nn.max_pool2d %i {pool_size = array<i64: 3, 2>, work = 3456}
          : (tensor<1x8x10x10xf32>) -> tensor<1x8x8x9xf32>
      return
    })mlir");
  module->walk([&](Operation *op) {
    if (auto work = op->getAttrOfType<IntegerAttr>("work")) {
      EXPECT_EQ(estimateWork(op), uint64_t(work.getInt()))
          << op->getName().getStringRef().str();
    }
  });
}

// On splats a view costs nothing, and an elementwise operator 1.
TEST_F(FoldConstantsTest, CostsOfSplats) {
  parse(R"mlir(
    func.func @f() -> tensor<30xf32> {
      %0 = relay.constant dense<2.0> : tensor<5x6xf32>
      %1 = relay.reshape %0 {newshape = array<i64: 30>}
          : (tensor<5x6xf32>) -> tensor<30xf32>
      %2 = relay.negative %1 : (tensor<30xf32>) -> tensor<30xf32>
      return %2 : tensor<30xf32>
    })mlir");
  FoldConstantConfig config;
  config.collectTimes = true;
  EXPECT_EQ(foldConstants(*module, config).work, 1u);
}

//===----------------------------------------------------------------------===//
// Bindings and remarks
//===----------------------------------------------------------------------===//

TEST_F(FoldConstantsTest, ValuesThatAreBound) {
  parse(R"mlir(
    func.func @f() -> tensor<?xi32> {
      %0 = relay.constant dense<[1, 2]> : tensor<2xi32>
      %1 = relay.let %0 as "x" : (tensor<2xi32>) -> tensor<2xi32>
      %2 = relay.add %1, %1
          : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
      %3 = relay.let %2 as "y" : (tensor<2xi32>) -> tensor<?xi32>
      return %3 : tensor<?xi32>
    })mlir");
  FailureOr<ElementsAttr> elements = evaluateConstant(getResult());
  ASSERT_TRUE(succeeded(elements));
  EXPECT_EQ(llvm::to_vector(elements->getValues<int32_t>()),
            (SmallVector<int32_t>{2, 4}));
  FailureOr<Value> value = foldConstants(getResult());
  ASSERT_TRUE(succeeded(value));
  EXPECT_EQ(*value, getResult());
  auto cast = value->getDefiningOp<TypeCastOp>();
  ASSERT_TRUE(cast);
  EXPECT_TRUE(cast.getValue().getDefiningOp<ConstantOp>());
  EXPECT_EQ(count<LetOp>(*module), 0u);
  EXPECT_EQ(count<AddOp>(*module), 0u);
  EXPECT_TRUE(succeeded(verify(*module)));
}

TEST_F(FoldConstantsTest, RemarksOnFunctionsInParallel) {
  constexpr int numFunctions = 500;
  std::string text;
  for (int i = 0; i < numFunctions; ++i)
    text += "func.func @f" + std::to_string(i) + R"mlir(() -> tensor<i32> {
      %0 = relay.constant dense<1> : tensor<i32>
      %1 = relay.constant dense<0> : tensor<i32>
      %2 = relay.divide %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %3 = relay.negative %0 : (tensor<i32>) -> tensor<i32>
      %4 = relay.add %2, %3 : (tensor<i32>, tensor<i32>) -> tensor<i32>
      return %4 : tensor<i32>
    })mlir";
  parse(text);
  // libMLIR makes objects at the first use of an attribute's kind, by means
  // that the thread sanitizer does not see. One thread makes them.
  OwningOpRef<ModuleOp> copy = module->clone();
  foldConstants(*copy);
  // The streamer is not made for threads, as MLIR's are not.
  std::map<std::string, int> remarks;
  listen([&](const std::string &text) { ++remarks[text]; });
  PassManager pm(&context);
  pm.nest<func::FuncOp>().addPass(createFoldConstantPass());
  ASSERT_TRUE(succeeded(pm.run(*module)));
  EXPECT_EQ(remarks.size(), 3u);
  for (const auto &[text, count] : remarks)
    EXPECT_EQ(count, numFunctions) << text;
}

//===----------------------------------------------------------------------===//
// Progress
//===----------------------------------------------------------------------===//

TEST_F(FoldConstantsTest, ProgressOnATerminal) {
  // Return the text on a terminal in place of standard error.
  auto getShown = [&](std::chrono::milliseconds delay,
                      const std::string &text) -> std::string {
    parse(text);
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
      return "?";
    int side = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    int standardError = dup(2);
    EXPECT_GE(dup2(side, 2), 0);
    FoldConstantConfig config;
    config.progressDelay = delay;
    foldConstants(*module, config);
    EXPECT_GE(dup2(standardError, 2), 0);
    close(standardError);
    // The end of what is read.
    EXPECT_EQ(write(side, ".", 1), 1);
    std::string shown;
    char buffer[1000];
    while (shown.empty() || shown.back() != '.') {
      ssize_t size = read(terminal, buffer, sizeof(buffer));
      if (size <= 0)
        break;
      shown.append(buffer, size);
    }
    close(side);
    close(terminal);
    return shown;
  };
  std::string shown = getShown(std::chrono::milliseconds(0), twoFunctions);
  if (shown == "?")
    GTEST_SKIP() << "there are no pseudo-terminals";
  // Removed at the end.
  EXPECT_EQ(shown, "\r\033[Kfolding constants: 0 of 2 operators\r\033[K.");
  EXPECT_EQ(getShown(std::chrono::hours(1), twoFunctions), ".");
  EXPECT_EQ(getShown(std::chrono::milliseconds::max(), twoFunctions), ".");
  // Removed before a remark.
  listen([](const std::string &text) { llvm::errs() << text << "\n"; });
  shown = getShown(std::chrono::milliseconds(0), R"mlir(
    func.func @f() -> tensor<i32> {
      %0 = relay.constant dense<0> : tensor<i32>
      %1 = relay.divide %0, %0 : (tensor<i32>, tensor<i32>) -> tensor<i32>
      return %1 : tensor<i32>
    })mlir");
  EXPECT_EQ(shown, "\r\033[Kfolding constants: 0 of 1 operators\r\033[K"
                   "[Missed] NotFolded | Category:FoldConstant | "
                   "Remark=\"relay.divide: it would divide by zero\"\r\n.");
  // Kernels that are compiled first. The second operator has a built one.
  shown = getShown(std::chrono::milliseconds(0), makeProgram(200));
  if (context.isMultithreadingEnabled()) {
    EXPECT_EQ(shown.find("\r\033[Kfolding constants: 1 of 1 kernels compiled"),
              0u);
    // One operator of 8 G operations is not over when it is time.
    shown = getShown(std::chrono::milliseconds(10), R"mlir(
      func.func @f() -> tensor<2048x2048xf32> {
        %0 = relay.constant dense<1.0> : tensor<2048x2048xf32>
        %1 = relay.nn.dense %0, %0
            : (tensor<2048x2048xf32>, tensor<2048x2048xf32>)
            -> tensor<2048x2048xf32>
        return %1 : tensor<2048x2048xf32>
      })mlir");
    // Its kernel may have to be compiled.
    EXPECT_TRUE(StringRef(shown).ends_with(
        "\r\033[Kfolding constants: 0 of 1 operators\r\033[K"
        "[Passed] Folded | Category:FoldConstant | "
        "Remark=\"relay.nn.dense: 16777216 bytes\"\r\n."))
        << shown;
  }
}

} // namespace
