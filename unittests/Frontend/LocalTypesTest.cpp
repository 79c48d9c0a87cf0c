//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of the types of expressions that stand in no module.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/LocalTypes.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Frontend/Printer.h"
#include "RelayLite/Frontend/StructuralEqual.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <thread>

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::ast;

namespace {

ExprRef call(const char *op, std::vector<ExprRef> args) {
  return make<Call>(make<ast::Op>(op), std::move(args));
}

TypeRef makeType(std::vector<Dim> shape) {
  return make<ast::TensorType>(std::move(shape), DType::floating(32));
}

class LocalTypesTest : public testing::Test {
protected:
  LocalTypesTest() { context.loadDialect<RelayDialect, func::FuncDialect>(); }

  /// The text of the type of `expr`; empty if there is none.
  std::string find(const ExprRef &expr) {
    TypeRef type = types.find(*expr);
    std::string text;
    llvm::raw_string_ostream os(text);
    if (type)
      print(*type, os);
    return text;
  }

  MLIRContext context;
  LocalTypes types{&context};
  VarRef x = make<Var>("x", makeType({2, 3}));
};

TEST_F(LocalTypesTest, TypesAreKeptBesideTheNodes) {
  ExprRef part = call("exp", {x});
  ExprRef sum = call("add", {part, x});
  EXPECT_EQ(sum->getLocalType(), nullptr);
  EXPECT_EQ(find(sum), "Tensor[(2, 3), float32]");
  EXPECT_NE(sum->getLocalType(), nullptr);
  EXPECT_EQ(part->getLocalType(), sum->getLocalType());
  EXPECT_EQ(sum->getType(), nullptr);
  // The node outlives whoever has found its type.
  {
    EXPECT_EQ(LocalTypes(&context).find(*sum).get(), sum->getLocalType());
  }
}

TEST_F(LocalTypesTest, ThereIsNoTypeWithoutTheWholeProgram) {
  VarRef y = make<Var>("y");
  EXPECT_EQ(find(y), "");
  EXPECT_EQ(find(call("exp", {y})), "");
  EXPECT_EQ(find(make<GlobalVar>("f")), "");
  EXPECT_EQ(find(make<ast::Op>("exp")), "");
  EXPECT_EQ(find(call("no.such.operator", {x})), "");
  EXPECT_EQ(find(call("exp", {x, x})), "");
  EXPECT_EQ(find(call("add", {x, make<Var>("z", makeType({4}))})), "");
  EXPECT_EQ(find(make<TupleGetItem>(x, 0)), "");
  EXPECT_EQ(find(make<Function>(std::vector<VarRef>{y}, x)), "");
}

TEST_F(LocalTypesTest, TypesInLetsAreNotKept) {
  VarRef y = make<Var>("y");
  ExprRef body = call("exp", {y});
  ExprRef let = make<Let>(y, x, body);
  EXPECT_EQ(find(let), "Tensor[(2, 3), float32]");
  EXPECT_EQ(body->getLocalType(), nullptr);
  EXPECT_NE(let->getLocalType(), nullptr);
  VarRef z = make<Var>("z", makeType({4}));
  EXPECT_EQ(find(make<Let>(y, z, body)), "Tensor[(4), float32]");
  // The variable is in scope in its body alone, and bound once.
  EXPECT_EQ(find(make<Tuple>(std::vector<ExprRef>{make<Let>(y, z, body), y})),
            "");
  EXPECT_EQ(find(make<Let>(y, z, make<Let>(y, z, body))), "");
}

TEST_F(LocalTypesTest, ThreadsMayAskAboutTheSameNodes) {
  ExprRef chain = x;
  for (int i = 0; i < 1000; ++i)
    chain = call("add", {chain, x});
  std::vector<std::thread> threads;
  std::vector<TypeRef> found(8);
  for (TypeRef &type : found)
    threads.emplace_back([&] { type = types.find(*chain); });
  for (std::thread &thread : threads)
    thread.join();
  for (const TypeRef &type : found)
    EXPECT_EQ(type.get(), chain->getLocalType());
}

TEST_F(LocalTypesTest, DeepExpressionsTakeNoStack) {
  ExprRef chain = x, lets = x;
  for (int i = 0; i < 100000; ++i) {
    chain = call("exp", {chain});
    lets = make<Let>(make<Var>("v"), x, lets);
  }
  EXPECT_EQ(find(chain), "Tensor[(2, 3), float32]");
  EXPECT_EQ(find(lets), "Tensor[(2, 3), float32]");
}

} // namespace
