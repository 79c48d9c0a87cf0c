//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The call of an operator as a rule in Python sees it: a node of the syntax
// tree. The expressions that the rule returns are lowered in the place of the
// operator.
//
//===----------------------------------------------------------------------===//

#ifndef PYTHON_SRC_RULECALL_H
#define PYTHON_SRC_RULECALL_H

#include "Bindings.h"
#include "RelayLite/Frontend/AST.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::relay::python {

/// A call on variables, constants, and tuples of these.
class RuleCall {
public:
  /// `operands` are those on which the rule builds. Without types, variables
  /// have no annotation.
  RuleCall(Operation *op, ValueRange operands, bool hasTypes)
      : RuleCall(op, operands, hasTypes, /*isOnOperands=*/false, {}) {}
  /// The same where the rule sees a call on `operands`, which have other types
  /// than those of `op`, and the values `others`.
  RuleCall(Operation *op, ValueRange operands, ValueRange others)
      : RuleCall(op, operands, /*hasTypes=*/true, /*isOnOperands=*/true,
                 others) {}

  /// Raises the call. Under the interpreter's lock.
  LogicalResult raise();
  /// Builds the operations of `result`, an expression on the parts of the call,
  /// and returns its value.
  FailureOr<Value> build(OpBuilder &outer, const ast::ExprRef &result);

  const ast::ExprRef &get() const { return call; }
  /// The expression of a value of `others`.
  const ast::ExprRef &getOther(size_t i) const { return otherNodes[i]; }

private:
  RuleCall(Operation *op, ValueRange operands, bool hasTypes, bool isOnOperands,
           ValueRange others)
      : op(op), operands(operands), hasTypes(hasTypes),
        isOnOperands(isOnOperands), others(others.begin(), others.end()),
        scratch(ModuleOp::create(op->getLoc())),
        builder(OpBuilder::atBlockEnd(scratch->getBody())) {}

  /// The value that takes the place of a part: `tuple`, or a field of it.
  struct Source {
    Value tuple;
    std::optional<unsigned> field;
  };
  struct Part {
    Value copy;
    /// The type in the program.
    Type type;
    Source source;
  };

  Value makeOperand(Value original, Source source);
  Value getValue(OpBuilder &outer, const Source &source) const;

  Operation *op;
  ValueRange operands;
  bool hasTypes, isOnOperands;
  SmallVector<Value> others;
  OwningOpRef<ModuleOp> scratch;
  OpBuilder builder;
  func::FuncOp function;
  IRMapping copies;
  SmallVector<Part> parts;
  /// The variables of the call with their values, and the values of constants
  /// and tuples.
  std::vector<ast::VarRef> params;
  SmallVector<Source> sources;
  llvm::DenseMap<const ast::Expr *, Value> known;
  ast::ExprRef call;
  SmallVector<ast::ExprRef> otherNodes;
};

/// The name of the operator that `call` calls.
std::string getNameOfOperator(const ast::ExprRef &call);

/// The text of what a rule has raised.
std::string describeException(nb::python_error &error);

/// The object that the rule `map` of Python for `call` returns; None if there
/// is no rule any more. Fails after an error.
FailureOr<nb::object> askPython(Operation *op, StringRef map,
                                const ast::ExprRef &call,
                                const nb::object &extra);

/// The key of the operator `name` in the registries of rules.
std::string getRuleKey(const std::string &name);

/// Fails, with an error, on a thread that may not call Python.
LogicalResult checkRuleThread(Operation *op);

} // namespace mlir::relay::python

#endif // PYTHON_SRC_RULECALL_H
