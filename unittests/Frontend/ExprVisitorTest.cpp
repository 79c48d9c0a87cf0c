//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of the visitor and the mutator of expressions.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/ExprVisitor.h"
#include "RelayLite/Frontend/Printer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir::relay::ast;

namespace {

ExprRef call(const char *op, std::vector<ExprRef> args) {
  return make<Call>(make<Op>(op), std::move(args));
}

std::string print(const ExprRef &expr) {
  std::string text;
  llvm::raw_string_ostream os(text);
  mlir::relay::ast::print(*expr, os, {/*header=*/false});
  return text;
}

/// Writes down what is visited, in order.
class Recorder : public ExprVisitor {
public:
  std::string order;
  bool skipFunctions = false;

protected:
  bool enter(const Expr &expr) override {
    return !(skipFunctions && llvm::isa<Function>(expr));
  }
  void visitVar(const Var &var) override { order += var.getName().str() + " "; }
  void visitOp(const Op &op) override { order += op.getName().str() + " "; }
  void visitCall(const Call &) override { order += "call "; }
  void visitLet(const Let &) override { order += "let "; }
  void visitFunction(const Function &) override { order += "fn "; }
  void visitTuple(const Tuple &) override { order += "tuple "; }
};

/// Replaces one operator by another.
class Renamer : public ExprMutator {
public:
  Renamer(const char *from, const char *to) : from(from), to(to) {}
  unsigned numRewrites = 0;

protected:
  ExprRef rewrite(const Expr &original, ExprRef node) override {
    ++numRewrites;
    auto *op = llvm::dyn_cast<Op>(node.get());
    if (op && op->getName() == from)
      return make<Op>(to.str());
    return node;
  }

private:
  StringRef from, to;
};

TEST(ExprVisitorTest, VisitsInOrderOfEvaluation) {
  VarRef x = make<Var>("x"), y = make<Var>("y");
  ExprRef body = make<Let>(y, call("exp", {x}), call("add", {y, x}));
  ExprRef fn = make<Function>(std::vector<VarRef>{x}, body);
  Recorder recorder;
  recorder.visit(*fn);
  EXPECT_EQ(recorder.order, "x y exp call add call let fn ");
}

TEST(ExprVisitorTest, VisitsSharedNodesOnce) {
  ExprRef shared = call("exp", {make<Var>("x")});
  ExprRef tuple = make<Tuple>(std::vector<ExprRef>{shared, shared});
  Recorder recorder;
  recorder.visit(*tuple);
  EXPECT_EQ(recorder.order, "x exp call tuple ");
  // Visited expressions are remembered.
  recorder.visit(*shared);
  EXPECT_EQ(recorder.order, "x exp call tuple ");
  EXPECT_TRUE(recorder.isVisited(*shared));
}

TEST(ExprVisitorTest, SkipsChildren) {
  VarRef x = make<Var>("x"), y = make<Var>("y");
  ExprRef fn = make<Function>(std::vector<VarRef>{x}, call("exp", {x}));
  ExprRef tuple = make<Tuple>(std::vector<ExprRef>{fn, y});
  Recorder recorder;
  recorder.skipFunctions = true;
  recorder.visit(*tuple);
  EXPECT_FALSE(recorder.isVisited(*x));
  EXPECT_TRUE(recorder.isVisited(*y));
}

TEST(ExprMutatorTest, KeepsWhatDoesNotChange) {
  ExprRef expr = call("add", {make<Var>("x"), call("exp", {make<Var>("y")})});
  Renamer renamer("log", "sqrt");
  EXPECT_EQ(renamer.mutate(expr), expr);
}

TEST(ExprMutatorTest, RewritesAndKeepsSharing) {
  VarRef x = make<Var>("x");
  ExprRef shared = call("exp", {x}), kept = call("negative", {x});
  ExprRef tuple = make<Tuple>(std::vector<ExprRef>{shared, shared, kept});
  Renamer renamer("exp", "log");
  ExprRef result = renamer.mutate(tuple);
  auto *fields = llvm::cast<Tuple>(result.get());
  EXPECT_EQ(fields->getFields()[0], fields->getFields()[1]);
  EXPECT_NE(fields->getFields()[0], shared);
  EXPECT_EQ(fields->getFields()[2], kept);
  // Variable, two operators, two calls, the tuple: each once.
  EXPECT_EQ(renamer.numRewrites, 6u);
  EXPECT_EQ(print(result), "free_var %x;\n%0 = log(%x);\n%1 = negative(%x);\n"
                           "(%0, %0, %1)\n");
}

TEST(ExprMutatorTest, RebuildsEveryKind) {
  VarRef x = make<Var>("x"), f = make<Var>("f"), p = make<Var>("p");
  ExprRef exp = call("exp", {p});
  ExprRef fn = make<Function>(std::vector<VarRef>{p}, exp);
  ExprRef ref = make<RefCreate>(call("exp", {x}));
  ExprRef write = make<RefWrite>(ref, call("exp", {x}));
  ExprRef item = make<TupleGetItem>(
      make<Tuple>(std::vector<ExprRef>{call("exp", {x}), write}), 1);
  ExprRef branches = make<If>(x, make<RefRead>(ref), item);
  ExprRef root = make<Let>(f, fn, branches);
  Renamer renamer("exp", "log");
  std::string text = print(renamer.mutate(root));
  EXPECT_EQ(text.find("exp("), std::string::npos) << text;
  Renamer back("log", "exp");
  EXPECT_EQ(print(back.mutate(renamer.mutate(root))), print(root));
}

/// Puts an empty tuple for each variable.
class Closer : public ExprMutator {
protected:
  ExprRef rewrite(const Expr &original, ExprRef node) override {
    if (!llvm::isa<Var>(original))
      return node;
    return make<Tuple>(std::vector<ExprRef>());
  }
};

TEST(ExprMutatorTest, KeepsVariablesWhereTheyAreBound) {
  VarRef x = make<Var>("x"), p = make<Var>("p");
  ExprRef fn = make<Function>(std::vector<VarRef>{p}, call("exp", {p}));
  Closer closer;
  EXPECT_EQ(print(closer.mutate(make<Let>(x, fn, x))),
            "let %x = fn (%p) {\n  %0 = ();\n  exp(%0)\n};\n()\n");
}

// A chain of a million calls is visited, rewritten and destroyed without
// recursion.
TEST(ExprMutatorTest, SurvivesLongChains) {
  ExprRef expr = make<Var>("x");
  ExprRef op = make<Op>("exp");
  constexpr unsigned length = 1000000;
  for (unsigned i = 0; i < length; ++i)
    expr = make<Call>(op, std::vector<ExprRef>{expr});
  Recorder recorder;
  recorder.visit(*expr);
  EXPECT_EQ(recorder.order.size(), 2 + 4 + 5 * length);
  Renamer renamer("exp", "log");
  EXPECT_NE(renamer.mutate(expr), expr);
}

} // namespace
