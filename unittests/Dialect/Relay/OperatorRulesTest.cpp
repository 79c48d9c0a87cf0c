//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules that embedders register for AlterOpLayout and Legalize.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/OperatorRules.h"
#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Dialect/Relay/Transforms/LayoutInference.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::relay;

namespace {

/// nn.conv2d in blocks of four channels.
FailureOr<Value> packConv(OpBuilder &builder, Operation *op,
                          ValueRange operands) {
  return NNContribConv2dNCHWcOp::create(
             builder, op->getLoc(), operands[0], operands[1],
             /*strides=*/ArrayRef<int64_t>{1, 1},
             /*padding=*/ArrayRef<int64_t>{0, 0},
             /*dilation=*/ArrayRef<int64_t>{1, 1}, /*groups=*/1,
             /*channels=*/nullptr, /*kernel_size=*/nullptr, "NCHW4c",
             "OIHW4i4o", "NCHW4c", /*out_dtype=*/nullptr)
      .getResult();
}

constexpr StringLiteral convolution = R"mlir(
  func.func @f(%x: tensor<1x8x4x4xf32>, %w: tensor<8x8x1x1xf32>, %b: tensor<8x1x1xf32>) -> tensor<1x8x4x4xf32> {
    %0 = relay.nn.conv2d %x, %w : (tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) -> tensor<1x8x4x4xf32>
    %1 = relay.add %0, %b : (tensor<1x8x4x4xf32>, tensor<8x1x1xf32>) -> tensor<1x8x4x4xf32>
    %2 = relay.nn.relu %1 : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
    return %2 : tensor<1x8x4x4xf32>
  })mlir";

struct OperatorRulesTest : public ::testing::Test {
  OperatorRulesTest() {
    context.loadDialect<RelayDialect, func::FuncDialect>();
    context.disableMultithreading();
  }

  void add(StringRef map, StringRef operation, OperatorRule rule) {
    OperatorRules::get(*context.getLoadedDialect<RelayDialect>())
        .add(map, operation, std::move(rule));
  }

  /// Runs `pass` on the module `text`. Keeps the diagnostics.
  LogicalResult run(StringRef text, std::unique_ptr<Pass> pass) {
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    PassManager manager(&context);
    manager.addNestedPass<func::FuncOp>(std::move(pass));
    messages.clear();
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      messages += diagnostic.str() + "\n";
    });
    return manager.run(*module);
  }

  bool mentions(StringRef text) { return StringRef(messages).contains(text); }

  template <typename OpT>
  unsigned count() {
    unsigned result = 0;
    module->walk([&](OpT) { ++result; });
    return result;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string messages;
};

//===----------------------------------------------------------------------===//
// AlterOpLayout
//===----------------------------------------------------------------------===//

TEST_F(OperatorRulesTest, LayoutsFollowTheReplacement) {
  add(OperatorRules::alterOpLayout, "relay.nn.conv2d", packConv);
  ASSERT_TRUE(succeeded(run(convolution, createAlterOpLayoutPass())));
  ASSERT_TRUE(succeeded(verify(*module)));
  EXPECT_EQ(count<NNConv2dOp>(), 0u);
  EXPECT_EQ(count<NNContribConv2dNCHWcOp>(), 1u);
  // Data, weight, bias and result.
  EXPECT_EQ(count<LayoutTransformOp>(), 4u);
  EXPECT_EQ(count<ExpandDimsOp>(), 1u);
  module->walk([](NNReluOp relu) {
    EXPECT_EQ(cast<RankedTensorType>(relu.getType()).getRank(), 5);
  });
  // A replaced operator stays replaced.
  PassManager manager(&context);
  manager.addNestedPass<func::FuncOp>(createAlterOpLayoutPass());
  ASSERT_TRUE(succeeded(manager.run(*module)));
  EXPECT_EQ(count<LayoutTransformOp>(), 4u);
}

TEST_F(OperatorRulesTest, RulesOfUsersComeBeforeBlocksOfChannels) {
  // The first of two convolutions, of which it leaves the other.
  add(OperatorRules::alterOpLayout, "relay.nn.conv2d",
      [](OpBuilder &builder, Operation *op,
         ValueRange operands) -> FailureOr<Value> {
        if (!isa<BlockArgument>(op->getOperand(0)))
          return Value();
        return packConv(builder, op, operands);
      });
  constexpr StringLiteral two = R"mlir(
    func.func @f(%x: tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32> {
      %w = relay.constant dense<1.0> : tensor<8x8x1x1xf32>
      %0 = relay.nn.conv2d %x, %w : (tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) -> tensor<1x8x4x4xf32>
      %1 = relay.nn.conv2d %0, %w : (tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) -> tensor<1x8x4x4xf32>
      return %1 : tensor<1x8x4x4xf32>
    })mlir";
  AlterOpLayoutPassOptions options;
  options.channelBlock = 2;
  ASSERT_TRUE(succeeded(run(two, createAlterOpLayoutPass(options))));
  ASSERT_TRUE(succeeded(verify(*module)));
  SmallVector<StringRef> layouts;
  module->walk([&](NNContribConv2dNCHWcOp op) {
    layouts.push_back(op.getDataLayout());
  });
  EXPECT_EQ(layouts, (SmallVector<StringRef>{"NCHW4c", "NCHW2c"}));
}

TEST_F(OperatorRulesTest, RuleThatReturnsNothingKeepsTheOperator) {
  unsigned calls = 0;
  add(OperatorRules::alterOpLayout, "relay.nn.conv2d",
      [&](OpBuilder &builder, Operation *op,
          ValueRange operands) -> FailureOr<Value> {
        ++calls;
        EXPECT_TRUE(isa<UnknownType>(operands[0].getType()));
        CopyOp::create(builder, op->getLoc(), operands[0]);
        return Value();
      });
  ASSERT_TRUE(succeeded(run(convolution, createAlterOpLayoutPass())));
  EXPECT_EQ(calls, 1u);
  EXPECT_EQ(count<NNConv2dOp>(), 1u);
  EXPECT_EQ(count<CopyOp>(), 0u);
  EXPECT_EQ(count<LayoutTransformOp>(), 0u);
  EXPECT_EQ(count<UnrealizedConversionCastOp>(), 0u);
}

TEST_F(OperatorRulesTest, EqualReplacementChangesNothing) {
  add(OperatorRules::alterOpLayout, "relay.nn.conv2d",
      [](OpBuilder &builder, Operation *op,
         ValueRange operands) -> FailureOr<Value> {
        return buildConverted(builder, op, operands, {});
      });
  ASSERT_TRUE(succeeded(run(convolution, createAlterOpLayoutPass())));
  EXPECT_EQ(count<NNConv2dOp>(), 1u);
  EXPECT_EQ(count<ExpandDimsOp>(), 0u);
}

TEST_F(OperatorRulesTest, ReplacementOnNewOperands) {
  add(OperatorRules::alterOpLayout, "relay.nn.conv2d",
      [](OpBuilder &builder, Operation *op,
         ValueRange operands) -> FailureOr<Value> {
        Value copy = CopyOp::create(builder, op->getLoc(), operands[0]);
        SmallVector<Value> changed = {copy, operands[1]};
        return packConv(builder, op, changed);
      });
  ASSERT_TRUE(succeeded(run(convolution, createAlterOpLayoutPass())));
  ASSERT_TRUE(succeeded(verify(*module)));
  EXPECT_EQ(count<NNContribConv2dNCHWcOp>(), 1u);
  module->walk([](CopyOp copy) {
    EXPECT_TRUE(isa<BlockArgument>(copy.getOperand()));
    EXPECT_EQ(cast<RankedTensorType>(copy.getType()).getRank(), 4);
  });
}

TEST_F(OperatorRulesTest, ShapesThatDoNotSuitKeepTheOperator) {
  add(OperatorRules::alterOpLayout, "relay.nn.conv2d", packConv);
  ASSERT_TRUE(succeeded(run(R"mlir(
    func.func @f(%x: tensor<1x6x4x4xf32>, %w: tensor<8x6x1x1xf32>) -> tensor<1x8x4x4xf32> {
      %0 = relay.nn.conv2d %x, %w : (tensor<1x6x4x4xf32>, tensor<8x6x1x1xf32>) -> tensor<1x8x4x4xf32>
      return %0 : tensor<1x8x4x4xf32>
    })mlir",
                            createAlterOpLayoutPass())));
  EXPECT_EQ(count<NNConv2dOp>(), 1u);
  EXPECT_TRUE(mentions("AlterOpLayout leaves this operator as it is"));
}

TEST_F(OperatorRulesTest, ReplacementWithoutLayoutsKeepsTheOperator) {
  add(OperatorRules::alterOpLayout, "relay.nn.conv2d",
      [](OpBuilder &builder, Operation *op,
         ValueRange operands) -> FailureOr<Value> {
        return buildConverted(
            builder, op, operands,
            builder.getNamedAttr("data_layout", builder.getStringAttr("NN")));
      });
  ASSERT_TRUE(succeeded(run(convolution, createAlterOpLayoutPass())));
  EXPECT_EQ(count<NNConv2dOp>(), 1u);
  EXPECT_TRUE(mentions("AlterOpLayout leaves this operator as it is: its "
                       "replacement has no layouts for these operands"));
}

TEST_F(OperatorRulesTest, ReplacementOfAnotherTypeIsAnError) {
  add(OperatorRules::alterOpLayout, "relay.nn.conv2d",
      [](OpBuilder &builder, Operation *op,
         ValueRange operands) -> FailureOr<Value> {
        return buildConverted(
            builder, op, operands,
            builder.getNamedAttr("padding",
                                 builder.getDenseI64ArrayAttr({1, 1, 1, 1})));
      });
  ASSERT_TRUE(failed(run(convolution, createAlterOpLayoutPass())));
  EXPECT_TRUE(mentions("expected the rule of AlterOpLayout to return an "
                       "operator whose result is"));
  EXPECT_TRUE(mentions("but got 'tensor<1x8x6x6xf32>'"));
}

TEST_F(OperatorRulesTest, ReplacementWithTypesThatDoNotFitIsAnError) {
  add(OperatorRules::alterOpLayout, "relay.nn.conv2d",
      [](OpBuilder &builder, Operation *op,
         ValueRange operands) -> FailureOr<Value> {
        return buildConverted(
            builder, op, operands,
            builder.getNamedAttr("groups", builder.getI64IntegerAttr(3)));
      });
  ASSERT_TRUE(failed(run(convolution, createAlterOpLayoutPass())));
  EXPECT_TRUE(mentions("nn.conv2d: expected"));
}

TEST_F(OperatorRulesTest, ReplacementMustBeAnOperatorWithLayouts) {
  add(OperatorRules::alterOpLayout, "relay.nn.conv2d",
      [](OpBuilder &, Operation *, ValueRange operands) -> FailureOr<Value> {
        return operands[0];
      });
  ASSERT_TRUE(failed(run(convolution, createAlterOpLayoutPass())));
  EXPECT_TRUE(mentions("expected the rule of AlterOpLayout to return the "
                       "result of a new operator that has layouts"));
}

TEST_F(OperatorRulesTest, ReplacementMustReadAsManyTensors) {
  add(OperatorRules::alterOpLayout, "relay.add",
      [](OpBuilder &builder, Operation *op,
         ValueRange operands) -> FailureOr<Value> {
        return NNReluOp::create(builder, op->getLoc(), operands[0]).getResult();
      });
  ASSERT_TRUE(failed(run(convolution, createAlterOpLayoutPass())));
  EXPECT_TRUE(mentions(
      "to return an operator on 2 tensors, but got relay.nn.relu on others"));
}

// The data of the sum is its second operand afterwards.
TEST_F(OperatorRulesTest, OperandsMayChangePlaces) {
  add(OperatorRules::alterOpLayout, "relay.nn.conv2d", packConv);
  add(OperatorRules::alterOpLayout, "relay.add",
      [](OpBuilder &builder, Operation *op,
         ValueRange operands) -> FailureOr<Value> {
        return AddOp::create(builder, op->getLoc(), operands[1], operands[0])
            .getResult();
      });
  ASSERT_TRUE(succeeded(run(convolution, createAlterOpLayoutPass())));
  ASSERT_TRUE(succeeded(verify(*module)));
  module->walk([](AddOp sum) {
    EXPECT_TRUE(isa<LayoutTransformOp>(sum.getLhs().getDefiningOp()));
    EXPECT_TRUE(isa<NNContribConv2dNCHWcOp>(sum.getRhs().getDefiningOp()));
  });
  EXPECT_EQ(count<LayoutTransformOp>(), 4u);
}

TEST_F(OperatorRulesTest, ReplacementWithoutLayoutsForTheOperands) {
  add(OperatorRules::alterOpLayout, "relay.add",
      [](OpBuilder &builder, Operation *op,
         ValueRange operands) -> FailureOr<Value> {
        return NNDenseOp::create(builder, op->getLoc(), operands[0],
                                 operands[1], /*units=*/nullptr,
                                 /*out_dtype=*/nullptr)
            .getResult();
      });
  ASSERT_TRUE(succeeded(run(convolution, createAlterOpLayoutPass())));
  EXPECT_EQ(count<AddOp>(), 1u);
  EXPECT_TRUE(mentions("AlterOpLayout leaves this operator as it is"));
}

TEST_F(OperatorRulesTest, ErrorOfARuleFailsThePass) {
  add(OperatorRules::alterOpLayout, "relay.nn.conv2d",
      [](OpBuilder &, Operation *op, ValueRange) -> FailureOr<Value> {
        return op->emitOpError("has no instruction");
      });
  ASSERT_TRUE(failed(run(convolution, createAlterOpLayoutPass())));
  EXPECT_TRUE(mentions("has no instruction"));
}

//===----------------------------------------------------------------------===//
// Legalize
//===----------------------------------------------------------------------===//

constexpr StringLiteral roots = R"mlir(
  func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = relay.sqrt %x : (tensor<2xf32>) -> tensor<2xf32>
    %1 = relay.sqrt %0 : (tensor<2xf32>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  })mlir";

TEST_F(OperatorRulesTest, LegalizeReplacesEachOperatorOnce) {
  // Operators that a rule builds are not legalized.
  add(OperatorRules::legalize, "relay.sqrt",
      [](OpBuilder &builder, Operation *op,
         ValueRange operands) -> FailureOr<Value> {
        Value root = SqrtOp::create(builder, op->getLoc(), operands[0]);
        return CopyOp::create(builder, op->getLoc(), root).getResult();
      });
  ASSERT_TRUE(succeeded(run(roots, createLegalizePass())));
  ASSERT_TRUE(succeeded(verify(*module)));
  EXPECT_EQ(count<SqrtOp>(), 2u);
  EXPECT_EQ(count<CopyOp>(), 2u);
}

TEST_F(OperatorRulesTest, LegalizeUsesTheMapItIsTold) {
  add("Custom", "relay.sqrt",
      [](OpBuilder &builder, Operation *op,
         ValueRange operands) -> FailureOr<Value> {
        return ExpOp::create(builder, op->getLoc(), operands[0]).getResult();
      });
  ASSERT_TRUE(succeeded(run(roots, createLegalizePass())));
  EXPECT_EQ(count<SqrtOp>(), 2u);
  LegalizePassOptions options;
  options.legalizeMapAttrName = "Custom";
  ASSERT_TRUE(succeeded(run(roots, createLegalizePass(options))));
  EXPECT_EQ(count<ExpOp>(), 2u);
}

TEST_F(OperatorRulesTest, LegalizeKeepsWhatARuleReturnsNothingFor) {
  add(OperatorRules::legalize, "relay.sqrt",
      [](OpBuilder &, Operation *, ValueRange) -> FailureOr<Value> {
        return Value();
      });
  ASSERT_TRUE(succeeded(run(roots, createLegalizePass())));
  EXPECT_EQ(count<SqrtOp>(), 2u);
}

TEST_F(OperatorRulesTest, LegalizeRefusesAnotherType) {
  add(OperatorRules::legalize, "relay.sqrt",
      [](OpBuilder &builder, Operation *op,
         ValueRange operands) -> FailureOr<Value> {
        return ExpandDimsOp::create(builder, op->getLoc(), operands[0], 0, 1)
            .getResult();
      });
  ASSERT_TRUE(failed(run(roots, createLegalizePass())));
  EXPECT_TRUE(
      mentions("expected the rule of FTVMLegalize to return a value of type "
               "'tensor<2xf32>', but got one of type 'tensor<1x2xf32>'"));
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

/// A rule that keeps the operator and says that it ran.
OperatorRule makeMarker(std::string &called, StringRef name) {
  return [&called, name](OpBuilder &, Operation *, ValueRange) {
    called = name;
    return FailureOr<Value>(Value());
  };
}

TEST_F(OperatorRulesTest, TheMostSpecificRuleIsTaken) {
  std::string called;
  module = parseSourceString<ModuleOp>(roots, &context);
  Operation *op = nullptr;
  module->walk([&](SqrtOp sqrt) { op = sqrt; });
  auto &rules = OperatorRules::get(*context.getLoadedDialect<RelayDialect>());
  auto call = [&](StringRef target) -> StringRef {
    called = "none";
    llvm::Expected<TargetDescription> description =
        TargetDescription::parse(target.empty() ? "llvm" : target);
    if (OperatorRule rule = rules.lookup(
            "Rules", op, target.empty() ? nullptr : &*description)) {
      OpBuilder builder(op);
      EXPECT_TRUE(succeeded(rule(builder, op, op->getOperands())));
    }
    return called;
  };
  EXPECT_EQ(call("llvm"), "none");
  rules.addDefault("Rules", "relay.sqrt", makeMarker(called, "default"));
  for (StringRef key : {"cpu", "arm_cpu"})
    rules.add(
        "Rules", "relay.sqrt", key,
        [rule = makeMarker(called, key)](
            OpBuilder &builder, Operation *op, ValueRange operands,
            const TargetDescription &) { return rule(builder, op, operands); });
  EXPECT_EQ(call(""), "default");
  EXPECT_EQ(call("cuda"), "default");
  EXPECT_EQ(call("llvm"), "cpu");
  // The first key of a target counts.
  EXPECT_EQ(call("llvm -keys=arm_cpu,cpu"), "arm_cpu");
  rules.add("Rules", "relay.sqrt", makeMarker(called, "any"));
  EXPECT_EQ(call("llvm -keys=arm_cpu,cpu"), "any");
}

//===----------------------------------------------------------------------===//
// The registry
//===----------------------------------------------------------------------===//

FailureOr<Value> makeExp(OpBuilder &builder, Operation *op,
                         ValueRange operands) {
  return ExpOp::create(builder, op->getLoc(), operands[0]).getResult();
}

TEST_F(OperatorRulesTest, RemovedRulesHoldNoMore) {
  auto &rules = OperatorRules::get(*context.getLoadedDialect<RelayDialect>());
  rules.addDefault(
      OperatorRules::legalize, "relay.sqrt",
      [](OpBuilder &builder, Operation *op,
         ValueRange operands) -> FailureOr<Value> {
        return CopyOp::create(builder, op->getLoc(), operands[0]).getResult();
      });
  rules.add(OperatorRules::legalize, "relay.sqrt", makeExp,
            RuleThreads::Caller);
  EXPECT_TRUE(rules.hasCallerRules());
  rules.remove(OperatorRules::legalize, "relay.sqrt");
  EXPECT_FALSE(rules.hasCallerRules());
  rules.remove(OperatorRules::legalize, "relay.exp");
  rules.remove("None", "relay.sqrt");
  ASSERT_TRUE(succeeded(run(roots, createLegalizePass())));
  EXPECT_EQ(count<ExpOp>(), 0u);
  EXPECT_EQ(count<CopyOp>(), 2u);
}

TEST_F(OperatorRulesTest, OperatorsOfProgramsHaveRulesByName) {
  add(OperatorRules::legalize, OperatorRules::getCustomKey("my.root"), makeExp);
  constexpr StringLiteral calls = R"mlir(
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.custom "my.root"(%x) : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.custom "my.other"(%0) : (tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    })mlir";
  ASSERT_TRUE(succeeded(run(calls, createLegalizePass())));
  EXPECT_EQ(count<ExpOp>(), 1u);
  EXPECT_EQ(count<CustomOp>(), 1u);
}

TEST_F(OperatorRulesTest, ConversionTakesThePlaceOfTheInterface) {
  auto &rules = OperatorRules::get(*context.getLoadedDialect<RelayDialect>());
  SmallVector<std::string> seen;
  rules.setConversion(
      "relay.nn.conv2d",
      [&](OpBuilder &builder, Operation *op, ValueRange operands,
          ArrayRef<StringRef> layouts) {
        for (StringRef layout : layouts)
          seen.push_back(layout.str());
        return packConv(builder, op, operands);
      },
      RuleThreads::Caller);
  EXPECT_TRUE(rules.hasCallerRules());
  ConvertLayoutPassOptions options;
  options.desiredLayouts = {"nn.conv2d:NHWC:default"};
  ASSERT_TRUE(succeeded(run(convolution, createConvertLayoutPass(options))));
  EXPECT_EQ(count<NNContribConv2dNCHWcOp>(), 1u);
  EXPECT_EQ(seen, (SmallVector<std::string>{"NHWC", "default"}));
  rules.setConversion("relay.nn.conv2d", nullptr, RuleThreads::Caller);
  EXPECT_FALSE(rules.hasCallerRules());
  ASSERT_TRUE(succeeded(run(convolution, createConvertLayoutPass(options))));
  EXPECT_EQ(count<NNContribConv2dNCHWcOp>(), 0u);
}

/// One layout for all tensors: that of the first operand, if it is known.
FailureOr<std::optional<InferredLayouts>>
followFirst(Operation *op, const LayoutRequest &request) {
  std::optional<Layout> layout =
      request.isAsItIs() ? request.oldLayouts.front() : request.newLayouts[0];
  if (!layout)
    return std::optional<InferredLayouts>();
  InferredLayouts layouts;
  layouts.operands.assign(request.types.size(), *layout);
  layouts.results.assign(request.resultTypes.size(), *layout);
  return std::optional<InferredLayouts>(layouts);
}

TEST_F(OperatorRulesTest, LayoutInferenceTakesThePlaceOfTheInterface) {
  auto &rules = OperatorRules::get(*context.getLoadedDialect<RelayDialect>());
  CustomOperators::get(&context).set("my.gate",
                                     {-1, false, getTypeRelation("Identity")});
  std::string text = StringRef(convolution).str();
  constexpr StringLiteral relu = "relay.nn.relu %1";
  text.replace(text.find(relu), relu.size(), "relay.custom \"my.gate\"(%1)");
  ConvertLayoutPassOptions options;
  options.desiredLayouts = {"nn.conv2d:NHWC:default"};
  auto getLayouts = [&] {
    EXPECT_TRUE(succeeded(run(text, createConvertLayoutPass(options))));
    SmallVector<StringRef> layouts;
    module->walk([&](CustomOp gate) {
      auto transform =
          gate.getArgs().front().getDefiningOp<LayoutTransformOp>();
      layouts.push_back(transform ? transform.getDstLayout() : "");
    });
    return layouts;
  };
  // The operator gets its operand as it was.
  EXPECT_EQ(getLayouts(), (SmallVector<StringRef>{"NCHW"}));
  rules.setLayoutInference(OperatorRules::getCustomKey("my.gate"), followFirst,
                           RuleThreads::Caller);
  EXPECT_TRUE(rules.hasCallerRules());
  EXPECT_EQ(getLayouts(), (SmallVector<StringRef>{""}));
  rules.setLayoutInference(OperatorRules::getCustomKey("my.gate"), nullptr,
                           RuleThreads::Caller);
  EXPECT_FALSE(rules.hasCallerRules());
  // An error of the rule fails the pass.
  rules.setLayoutInference(
      "relay.nn.conv2d",
      [](Operation *op,
         const LayoutRequest &) -> FailureOr<std::optional<InferredLayouts>> {
        return op->emitError("no layouts today");
      },
      RuleThreads::Any);
  EXPECT_TRUE(failed(run(text, createConvertLayoutPass(options))));
  EXPECT_TRUE(mentions("no layouts today"));
}

TEST_F(OperatorRulesTest, AlterOpLayoutAsksTheRulesOfItsTarget) {
  auto &rules = OperatorRules::get(*context.getLoadedDialect<RelayDialect>());
  rules.add(OperatorRules::alterOpLayout, "relay.nn.conv2d", "cuda",
            [](OpBuilder &builder, Operation *op, ValueRange operands,
               const TargetDescription &) {
              return packConv(builder, op, operands);
            });
  for (auto [target, count] : {std::pair("", 0u), {"llvm", 0u}, {"cuda", 1u}}) {
    AlterOpLayoutPassOptions options;
    options.target = target;
    EXPECT_TRUE(succeeded(run(convolution, createAlterOpLayoutPass(options))));
    EXPECT_EQ(this->count<NNContribConv2dNCHWcOp>(), count);
  }
  AlterOpLayoutPassOptions options;
  options.target = "-";
  EXPECT_TRUE(failed(run(convolution, createAlterOpLayoutPass(options))));
  EXPECT_FALSE(messages.empty());
}

TEST_F(OperatorRulesTest, OperatorsWithoutLayoutsAreReplacedInPlace) {
  add(OperatorRules::alterOpLayout, OperatorRules::getCustomKey("my.root"),
      [](OpBuilder &builder, Operation *op,
         ValueRange operands) -> FailureOr<Value> {
        return ExpOp::create(builder, op->getLoc(), operands[0]).getResult();
      });
  constexpr StringLiteral call = R"mlir(
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.custom "my.root"(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    })mlir";
  ASSERT_TRUE(succeeded(run(call, createAlterOpLayoutPass())));
  EXPECT_EQ(count<ExpOp>(), 1u);
  EXPECT_EQ(count<CustomOp>(), 0u);
}

TEST_F(OperatorRulesTest, PatternsTakeThePlaceOfTheInterface) {
  auto &rules = OperatorRules::get(*context.getLoadedDialect<RelayDialect>());
  auto countFunctions = [&] {
    FuseOpsPassOptions options;
    options.fuseOptLevel = 2;
    EXPECT_TRUE(succeeded(run(roots, createFuseOpsPass(options))));
    return count<FusedFnOp>();
  };
  EXPECT_FALSE(rules.hasPatterns());
  EXPECT_EQ(countFunctions(), 1u);
  rules.setPattern("relay.sqrt", OpPatternKind::Opaque);
  EXPECT_EQ(countFunctions(), 2u);
  rules.setPattern("relay.sqrt", std::nullopt);
  EXPECT_EQ(countFunctions(), 1u);
}

} // namespace
