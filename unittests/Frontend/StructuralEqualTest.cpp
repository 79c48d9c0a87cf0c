//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of structural equality and of the hash: what counts as a difference,
// where it is reported, and that equal programs have equal hashes.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/StructuralEqual.h"
#include "RelayLite/Frontend/Parser.h"
#include "gtest/gtest.h"

using namespace mlir::relay::ast;

namespace {

ExprRef parse(StringRef text) {
  return parseExpr(text, "test", [&](Span span, const llvm::Twine &message) {
    ADD_FAILURE() << text.str() << ":" << span.line << ":" << span.column
                  << ": " << message.str();
  });
}

/// The path to the first difference, "root" at the root; "" if the texts are
/// equal.
std::string difference(StringRef lhs, StringRef rhs,
                       const EqualOptions &options = {}) {
  ExprRef left = parse(lhs), right = parse(rhs);
  Difference difference;
  if (areEqual(*left, *right, options, &difference)) {
    EXPECT_EQ(hash(*left), hash(*right)) << lhs.str() << "\n" << rhs.str();
    return "";
  }
  EXPECT_FALSE(difference.message.empty());
  return difference.path.empty() ? "root" : difference.path;
}

TEST(StructuralEqualTest, IgnoresNames) {
  EXPECT_EQ(difference("fn (%x) { exp(%x) }", "fn (%y) { exp(%y) }"), "");
  EXPECT_EQ(difference("let %x = 1; %x", "let %y = 1; %y"), "");
  EXPECT_EQ(difference("fn [A](%x: A) { %x }", "fn [B](%x: B) { %x }"), "");
}

TEST(StructuralEqualTest, KeepsBindingsApart) {
  EXPECT_NE(
      difference("fn (%x, %y) { add(%x, %y) }", "fn (%x, %y) { add(%y, %x) }"),
      "");
  EXPECT_NE(difference("fn (%x, %y) { %x }", "fn (%x, %y) { %y }"), "");
  // Two different variables do not stand for one.
  EXPECT_NE(difference("fn (%x) { fn (%y) { (%x, %y) } }",
                       "fn (%x) { fn (%y) { (%x, %x) } }"),
            "");
}

TEST(StructuralEqualTest, SharingCounts) {
  StringRef shared = "fn (%x) { %0 = exp(%x); (%0, %0) }";
  StringRef twice = "fn (%x) { (exp(%x), exp(%x)) }";
  EXPECT_EQ(difference(shared, shared), "");
  EXPECT_EQ(difference(twice, twice), "");
  EXPECT_NE(difference(shared, twice), "");
  EXPECT_NE(difference(twice, shared), "");
  // These have no identity.
  EXPECT_EQ(difference("%0 = 1; (%0, %0)", "(1, 1)"), "");
}

TEST(StructuralEqualTest, FreeVariables) {
  StringRef lhs = "free_var %x; exp(%x)", rhs = "free_var %y; exp(%y)";
  EXPECT_NE(difference(lhs, rhs), "");
  EqualOptions options;
  options.mapFreeVars = true;
  EXPECT_EQ(difference(lhs, rhs, options), "");
  EXPECT_NE(difference("free_var %x; free_var %y; (%x, %y)",
                       "free_var %x; (%x, %x)", options),
            "");
}

TEST(StructuralEqualTest, ComparesEveryPart) {
  const char *differing[][2] = {
      {"1", "2"},
      {"1", "1f"},
      {"1f", "1f64"},
      {"exp(1f)", "log(1f)"},
      {"(1, 2)", "(1, 2, 3)"},
      {"(1, 2).0", "(1, 2).1"},
      {"if (True) { 1 } else { 2 }", "if (False) { 1 } else { 2 }"},
      {"if (True) { 1 } else { 2 }", "if (True) { 1 } else { 3 }"},
      {"ref(1)", "ref(2)"},
      {"ref_read(ref(1))", "ref_read(ref(2))"},
      {"ref_write(ref(1), 2)", "ref_write(ref(1), 3)"},
      {"let %x = 1; 2", "let %x = 2; 2"},
      {"let %x: int32 = 1; 2", "let %x: int64 = 1; 2"},
      {"fn (%x: int32) { 1 }", "fn (%x: int64) { 1 }"},
      {"fn (%x) -> int32 { 1 }", "fn (%x) -> int64 { 1 }"},
      {"fn (%x) { 1 }", "fn () { 1 }"},
      {"fn [A](%x) { 1 }", "fn (%x) { 1 }"},
      {"fn (%x, Primitive=1) { %x }", "fn (%x, Primitive=0) { %x }"},
      {"fn (%x, Primitive=1) { %x }", "fn (%x) { %x }"},
      {"sum(1, axis=[0])", "sum(1, axis=[1])"},
      {"sum(1, axis=[0])", "sum(1, axis=[0, 1])"},
      {"sum(1, axis=[0])", "sum(1, axis=None)"},
      {"sum(1, keepdims=True)", "sum(1, keepdims=False)"},
      {"clip(1f, a_min=0f, a_max=1f)", "clip(1f, a_min=0f, a_max=2f)"},
      {"cast(1, dtype=\"int8\")", "cast(1, dtype=\"int16\")"},
      {"fn (%x: Tensor[(1, 2), float32]) { %x }",
       "fn (%x: Tensor[(1, ?), float32]) { %x }"},
      {"fn (%x: (int32, int32)) { %x }", "fn (%x: (int32,)) { %x }"},
      {"fn (%x: fn (int32) -> int32) { %x }",
       "fn (%x: fn (int32) -> int64) { %x }"},
      {"fn (%x: ref(int32)) { %x }", "fn (%x: ref(int64)) { %x }"},
  };
  for (auto &[lhs, rhs] : differing) {
    EXPECT_NE(difference(lhs, rhs), "") << lhs << " and " << rhs;
    EXPECT_NE(hash(*parse(lhs)), hash(*parse(rhs))) << lhs << " and " << rhs;
    EXPECT_EQ(difference(lhs, lhs), "");
    EXPECT_EQ(difference(rhs, rhs), "");
  }
}

TEST(StructuralEqualTest, Tolerance) {
  EqualOptions relative, absolute;
  relative.tolerance = 1e-3;
  absolute.absoluteTolerance = 1;
  for (const char *suffix : {"f16", "f", "f64"}) {
    auto number = [&](StringRef text) { return parse(text.str() + suffix); };
    ExprRef lhs = number("1000"), rhs = number("1000.5"), far = number("1002");
    EXPECT_FALSE(areEqual(*lhs, *rhs)) << suffix;
    for (const EqualOptions &options : {relative, absolute}) {
      EXPECT_TRUE(areEqual(*lhs, *rhs, options)) << suffix;
      EXPECT_FALSE(areEqual(*lhs, *far, options)) << suffix;
      EXPECT_TRUE(areEqual(*number("nan"), *number("-nan"), options)) << suffix;
      EXPECT_FALSE(areEqual(*number("nan"), *lhs, options)) << suffix;
    }
  }
  // Integers are exact.
  EXPECT_FALSE(areEqual(*parse("10000"), *parse("10001"), relative));
}

// As in TVM, attributes are compared with a tolerance, and all NaN are the
// same.
TEST(StructuralEqualTest, NumbersOfAttributes) {
  const char *equal[][2] = {
      {"clip(1f, a_min=nanf)", "clip(1f, a_min=-nanf)"},
      {"clip(1f, a_min=inff)", "clip(1f, a_min=inff)"},
      {"clip(1f, a_min=0f)", "clip(1f, a_min=-0f)"},
      {"clip(1f, a_min=0.1f)", "clip(1f, a_min=0.1000000001f)"},
      {"clip(1f, a_min=16777217)", "clip(1f, a_min=16777217f)"},
      {"f(1, x=[1f, [nanf]])", "f(1, x=[1f, [nanf]])"},
      {"f(1, x={\"a\"=nanf})", "f(1, x={\"a\"=nanf})"},
      {"fn (A=nanf) { 1 }", "fn (A=nanf) { 1 }"},
  };
  for (auto &[lhs, rhs] : equal)
    EXPECT_EQ(difference(lhs, rhs), "");
  for (const char *other : {"0f", "inff", "1f", "None", "[nanf]"}) {
    std::string text = std::string("clip(1f, a_min=") + other + ")";
    EXPECT_NE(difference("clip(1f, a_min=nanf)", text), "");
    EXPECT_NE(difference(text, "clip(1f, a_min=nanf)"), "");
  }
}

TEST(StructuralEqualTest, NormalizesAttributes) {
  EqualOptions options;
  options.normalizeAttrs = [](const Call &) { return Attrs(); };
  EXPECT_EQ(difference("sum(1, axis=[0])", "sum(1)").empty(), false);
  EXPECT_TRUE(areEqual(*parse("sum(1, axis=[0])"), *parse("sum(1)"), options));
}

TEST(StructuralEqualTest, ReportsTheWay) {
  EXPECT_EQ(
      difference("fn (%x) { (%x, exp(%x)) }", "fn (%x) { (%x, log(%x)) }"),
      ".body.fields[1].op");
}

TEST(StructuralEqualTest, ReportsTheDifference) {
  auto getMessage = [](const Expr &lhs, const Expr &rhs) {
    Difference difference;
    EXPECT_FALSE(areEqual(lhs, rhs, {}, &difference));
    return difference.message;
  };
  const char *differing[][3] = {
      {"exp(1f)", "1f", "a call against a constant"},
      {"1", "1f", "constants of different types"},
      {"1", "2", "constants of different values"},
      {"exp(1f)", "log(1f)", "exp against log"},
      {"(1, 2)", "(1,)", "2 against 1 fields"},
      {"(1, 2).0", "(1, 2).1", "field 0 against 1"},
      {"%0 = exp(1f); (%0, %0)", "(exp(1f), exp(1f))",
       "nodes are shared differently"},
      {"free_var %x; %x", "free_var %y; %y", "free variable %x against %y"},
      {"fn (%x, %y) { %x }", "fn (%x, %y) { %y }", "variable %x against %y"},
      {"fn (%x: int32) { 1 }", "fn (%x: int64) { 1 }",
       "variables of type int32 against int64"},
      {"fn (%x) { 1 }", "fn (%x: int64) { 1 }",
       "variables of type no type against int64"},
      {"fn () -> int32 { 1 }", "fn () -> int64 { 1 }",
       "result of type int32 against int64"},
      {"fn (%x) { 1 }", "fn () { 1 }", "1 against 0 parameters"},
      {"fn [A](%x) { 1 }", "fn (%x) { 1 }", "1 against 0 type parameters"},
      {"sum(1, axis=[0])", "sum(1)", "attribute 'axis' against none"},
      {"sum(1)", "sum(1, axis=[0])", "no attribute 'axis' against one"},
      {"sum(1, axis=[0])", "sum(1, axis=[1])", "attribute 'axis' differs"},
  };
  for (auto &[lhs, rhs, message] : differing)
    EXPECT_EQ(getMessage(*parse(lhs), *parse(rhs)), message)
        << lhs << " and " << rhs;

  // Differences that text cannot express.
  ExprRef one = parse("1");
  auto makeFunction = [&](unsigned kind) {
    return make<Function>(std::vector<VarRef>(), one, TypeRef(),
                          std::vector<Ref<TypeVar>>{make<TypeVar>("a", kind)});
  };
  EXPECT_EQ(getMessage(*makeFunction(TypeVar::kType), *makeFunction(1)),
            "type parameters of different kinds");
  ExprRef callee = parse("fn [A](%x: A) { %x }");
  auto makeCall = [&](mlir::relay::DType dtype) {
    return make<Call>(
        callee, std::vector{one}, Attrs(),
        std::vector<TypeRef>{make<TensorType>(std::vector<Dim>(), dtype)});
  };
  EXPECT_EQ(getMessage(*makeCall(mlir::relay::DType::floating(32)),
                       *makeCall(mlir::relay::DType::floating(64))),
            "type arguments differ");
}

TEST(StructuralEqualTest, Modules) {
  auto module = [](StringRef text) {
    return *parseModule(text, "test", [](Span, const llvm::Twine &message) {
      ADD_FAILURE() << message.str();
    });
  };
  auto getMessage = [](const Module &lhs, const Module &rhs) {
    Difference difference;
    EXPECT_FALSE(areEqual(lhs, rhs, {}, &difference));
    return difference.message;
  };
  StringRef f = "def @f(%x) { %x }\n", g = "def @g(%x) { @f(%x) }\n";
  StringRef version = "#[version = \"0.0.5\"]\n";
  Module fg = module((version + f + g).str());
  Module gf = module((version + g + f).str());
  Module onlyF = module((version + f).str());
  EXPECT_TRUE(areEqual(fg, gf));
  EXPECT_EQ(getMessage(fg, onlyF), "function @g against none");
  EXPECT_EQ(getMessage(onlyF, fg), "no function @g against one");
  StringRef self = "def @g(%x) { @g(%x) }\n";
  EXPECT_EQ(getMessage(fg, module((version + f + self).str())),
            "@f against @g");
}

TEST(StructuralEqualTest, TypeDefinitions) {
  auto module = [](StringRef text) {
    return *parseModule(("#[version = \"0.0.5\"]\n" + text).str(), "test",
                        [](Span, const llvm::Twine &message) {
                          ADD_FAILURE() << message.str();
                        });
  };
  Module list = module("type L[A] { C(A, L[A]), N } type U { V }");
  EXPECT_TRUE(
      areEqual(list, module("type U { V } type L[B] { C(B, L[B]), N }")));
  Difference difference;
  EXPECT_FALSE(areEqual(list,
                        module("type L[A] { C(A, L[A]), N } type U { W }"), {},
                        &difference));
  EXPECT_EQ(difference.path, "type U.constructors[0]");
  EXPECT_EQ(difference.message, "types of different definitions");
  // The tags are those of TVM: a byte of the hash of the name, and the index.
  const Constructor *last = list.getTypes().lookupConstructor("N");
  EXPECT_EQ(last->getTag() & 0xffffff, 1);
  list.getTypes().remove("L");
  EXPECT_EQ(list.getTypes().getTypes().size(), 1u);
  EXPECT_EQ(list.getTypes().lookup("L"), nullptr);
  EXPECT_EQ(list.getTypes().lookupConstructor("N"), nullptr);
}

// Nothing recurses along a chain.
TEST(StructuralEqualTest, SurvivesLongChains) {
  auto chain = [](const char *last) {
    ExprRef op = make<Op>("exp");
    ExprRef expr =
        make<Call>(make<Op>(last), std::vector<ExprRef>{make<Var>("x")});
    for (unsigned i = 0; i < 1000000; ++i)
      expr = make<Call>(op, std::vector<ExprRef>{expr});
    return expr;
  };
  EqualOptions options;
  options.mapFreeVars = true;
  ExprRef exp = chain("exp");
  EXPECT_TRUE(areEqual(*exp, *chain("exp"), options));
  EXPECT_FALSE(areEqual(*exp, *chain("log"), options));
  EXPECT_EQ(hash(*exp), hash(*chain("exp")));
}

} // namespace
