//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of expressions outside of modules, and the reasons for having none.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/ExprEvaluator.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Frontend/LocalTypes.h"
#include "RelayLite/Frontend/OperatorTable.h"
#include "RelayLite/Frontend/Parser.h"
#include "RelayLite/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::relay;

namespace {

class ExprEvaluatorTest : public testing::Test {
protected:
  ExprEvaluatorTest() {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  ast::ExprRef parse(StringRef text) {
    OperatorTable operators(&context);
    ast::ParseContext parseContext;
    parseContext.operators = &operators;
    return ast::parseExpr(
        text, "text",
        [](ast::Span, const Twine &message) { ADD_FAILURE() << message.str(); },
        parseContext);
  }

  /// Return the reason why `expr` has no value; empty if it has one.
  std::string getReason(const ast::ExprRef &expr) {
    ExprEvaluator evaluator(&context, types, config);
    llvm::Expected<EvalValue> value = evaluator.evaluate(*expr);
    return value ? "" : llvm::toString(value.takeError());
  }
  std::string getReason(StringRef text) { return getReason(parse(text)); }

  MLIRContext context;
  LocalTypes types{&context};
  FoldConstantConfig config;
};

TEST_F(ExprEvaluatorTest, Values) {
  EXPECT_EQ(getReason("add(1f, 2f)"), "");
  EXPECT_EQ(
      getReason("let %x = zeros(shape=[4], dtype=\"float32\"); (%x, exp(%x))"),
      "");
  EXPECT_EQ(getReason("if (True) { 1f } else { 2f }"), "");
}

TEST_F(ExprEvaluatorTest, WhatIsNotConstant) {
  EXPECT_EQ(getReason(ast::make<ast::Var>("x")), "it is not constant");
  EXPECT_EQ(getReason("fn (%x: float32) { %x }"), "it is not constant");
  EXPECT_EQ(getReason("fn (%x: float32) { %x }(1f)"), "it calls a function");
  auto x = ast::make<ast::Var>("x");
  ast::ExprRef one = parse("1f");
  EXPECT_EQ(
      getReason(ast::make<ast::Let>(x, one, ast::make<ast::Let>(x, one, x))),
      "a variable is bound twice");
}

TEST_F(ExprEvaluatorTest, VariablesHaveValues) {
  auto x = ast::make<ast::Var>("x"), y = ast::make<ast::Var>("y");
  ast::ExprRef one = parse("1f");
  auto add = [&](ast::ExprRef lhs, ast::ExprRef rhs) {
    return ast::make<ast::Call>(
        cast<ast::Call>(*parse("add(1f, 1f)")).getCallee(),
        std::vector<ast::ExprRef>{std::move(lhs), std::move(rhs)});
  };
  ExprValues known;
  known.setVariable(x, cast<ast::Constant>(*one).getValue());
  ExprEvaluator evaluator(&context, types, config);
  ast::ExprRef sum = add(x, one), other = add(sum, y);
  EXPECT_EQ(getReason(sum), "it is not constant");
  // Elsewhere x has no value, but here it has.
  llvm::Expected<EvalValue> value = evaluator.evaluate(*sum, nullptr, &known);
  ASSERT_TRUE(bool(value)) << llvm::toString(value.takeError());
  EXPECT_EQ(
      *reinterpret_cast<const float *>(value->getTensor()->getBytes().data()),
      2.0f);
  EXPECT_TRUE(known.lookup(*sum));
  value = evaluator.evaluate(*other, nullptr, &known);
  EXPECT_EQ(llvm::toString(value.takeError()), "it is not constant");
  EXPECT_TRUE(known.isNotConstant(*other));
  EXPECT_FALSE(known.isNotConstant(*sum));
}

TEST_F(ExprEvaluatorTest, WhatIsWrong) {
  EXPECT_EQ(getReason("add(zeros(shape=[2], dtype=\"float32\"), "
                      "zeros(shape=[3], dtype=\"float32\"))"),
            "the operands do not fit the operator");
  EXPECT_EQ(getReason("if (1f) { 1f } else { 2f }"),
            "its condition is no boolean");
}

TEST_F(ExprEvaluatorTest, Limits) {
  StringRef text = "exp(zeros(shape=[1000], dtype=\"float32\"))";
  config.maxTemporary = 100;
  EXPECT_EQ(getReason(text), "it takes too much memory");
  config = {};
  config.maxCost = 10;
  EXPECT_EQ(getReason(text), "it takes too much work");
  config = {};
  config.maxGrowth = 100;
  EXPECT_EQ(getReason(text), "it is much larger than its constants");
}

} // namespace
