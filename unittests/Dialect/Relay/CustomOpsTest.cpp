//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that a program registers: their relations, and what they infer in
// Relay text.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/InitAll.h"
#include "RelayLite/Translation/RelayText.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::relay;

namespace {

class CustomOpsTest : public ::testing::Test {
protected:
  CustomOpsTest() {
    DialectRegistry registry;
    registerAllDialects(registry);
    registry.insert<func::FuncDialect>();
    context.appendDialectRegistry(registry);
    context.loadDialect<RelayDialect, func::FuncDialect>();
  }

  void set(StringRef name, StringRef relation, int numOperands = -1) {
    CustomOperators::get(&context).set(
        name, {numOperands, /*isStateful=*/false, getTypeRelation(relation)});
  }

  /// The type of the result of `@main` with a body, or the error.
  std::string infer(StringRef body) {
    std::string error;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
      error += (error.empty() ? "" : "\n") + diag.str();
    });
    std::string text =
        ("#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(2, 1), float32], "
         "%y: Tensor[(3), float32], %i: int32) {\n" +
         body + "\n}")
            .str();
    OwningOpRef<ModuleOp> module =
        importRelayText(&context, text, "test.relay");
    if (!module)
      return error;
    Type type;
    module->walk([&](func::FuncOp function) {
      type = function.getFunctionType().getResult(0);
    });
    std::string result;
    llvm::raw_string_ostream(result) << type;
    return result;
  }

  MLIRContext context;
};

TEST_F(CustomOpsTest, Relations) {
  EXPECT_FALSE(getTypeRelation("Foo"));
  set("same", "Identity", 1);
  set("plus", "Broadcast");
  set("below", "BroadcastComp");
  EXPECT_EQ(infer("same(%x)"), "tensor<2x1xf32>");
  EXPECT_EQ(infer("plus(%x, %y)"), "tensor<2x3xf32>");
  EXPECT_EQ(infer("below(%x, same(%y))"), "tensor<2x3xi1>");
}

TEST_F(CustomOpsTest, Errors) {
  set("none", "");
  set("one", "Identity", 1);
  set("two", "Identity", 2);
  set("same", "Identity");
  set("plus", "Broadcast");
  EXPECT_EQ(infer("none(%x)"),
            "operator 'none' has no relation that infers its type");
  EXPECT_EQ(infer("one(%x, %x)"), "operator 'one' takes 1 argument, but got 2");
  EXPECT_EQ(infer("two(%x)"), "operator 'two' takes 2 arguments, but got 1");
  EXPECT_EQ(infer("same()"), "same(): expected at least one operand");
  EXPECT_EQ(infer("same(%x, %y)"),
            "same(%x, %y): expected operands of one type, but got "
            "Tensor[(2, 1), float32] and Tensor[(3), float32]");
  EXPECT_EQ(infer("plus(%x)"), "plus(%x): expected 2 operands, but got 1");
  EXPECT_EQ(infer("plus(%x, ())"),
            "plus(%x, ()): expected a tensor, but got ()");
}

TEST_F(CustomOpsTest, FunctionsAsRelations) {
  int calls = 0;
  CustomOperator op;
  op.relation = [&](Location loc, StringRef name, TypeRange operands,
                    DictionaryAttr attrs) -> FailureOr<Type> {
    ++calls;
    if (!attrs.contains("relay.to"))
      return mlir::emitError(loc) << name << ": not told to what";
    return operands.back();
  };
  CustomOperators::get(&context).set("last", op);
  EXPECT_EQ(infer("last(%x, %i, to=1)"), "tensor<i32>");
  EXPECT_GT(calls, 0);
  EXPECT_EQ(infer("last(%x)"), "last(%x): not told to what");
}

} // namespace
