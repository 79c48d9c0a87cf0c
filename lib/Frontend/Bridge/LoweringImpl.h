//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of a lowering: one object for a module, one for each function.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FRONTEND_BRIDGE_LOWERINGIMPL_H
#define LIB_FRONTEND_BRIDGE_LOWERINGIMPL_H

#include "RelayLite/Dialect/Relay/IR/TypeExtent.h"
#include "RelayLite/Frontend/Lowering.h"
#include "RelayLite/Frontend/NodeLowering.h"
#include "RelayLite/Frontend/OperatorTable.h"
#include "ScopeAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relay {

class GlobalOp;

/// The state that the functions of a module share.
struct ModuleLowering {
  ModuleLowering(MLIRContext *context, Origins *origins)
      : context(context), operators(context), origins(origins) {}

  /// Does what relay::getLoc does, but looks up the name of a file once.
  Location getLoc(ast::Span span);
  /// The location of the operation that `node` becomes. Its origin is the node.
  Location mark(Location loc, const ast::Expr &node) {
    return origins ? origins->mark(loc, node) : loc;
  }

  MLIRContext *context;
  OperatorTable operators;
  llvm::StringMap<func::FuncOp> functions;
  TypeMeasure typeMeasure;
  size_t numOperations = 0;

private:
  // Null if the caller did not ask for it.
  Origins *origins;
  // The file of the last location and its name.
  const std::string *file = nullptr;
  StringAttr fileName;
};

/// Makes operations whose types follow from those of their operands.
class OperatorLowering {
public:
  /// Operations are made where `builder` is.
  OperatorLowering(ModuleLowering &module, OpBuilder &builder)
      : module(module), context(module.context), builder(builder) {}

  /// The value of a call of an operator on `operands`; null after an error.
  Value lowerCall(const ast::Call &call, ValueRange operands, Location where);

  /// Makes an operation whose result type is inferred; null after an error.
  Value createInferred(Location loc, OperationName name, ValueRange operands,
                       NamedAttrList attrs = {});
  template <typename OpT>
  Value createInferred(Location loc, ValueRange operands,
                       NamedAttrList attrs = {}) {
    return createInferred(loc, OperationName(OpT::getOperationName(), context),
                          operands, std::move(attrs));
  }
  /// The value of a tuple, a field or an operation on a reference, whose parts
  /// are `operands`; null after an error.
  Value lowerStructure(const ast::Expr &expr, ValueRange operands,
                       Location where);

private:
  Value lowerCustom(const ast::Call &call, StringRef name, ValueRange operands,
                    Location where);
  FailureOr<NamedAttrList> lowerAttrs(const ast::Call &call,
                                      const OperatorTable::Entry &entry);

  ModuleLowering &module;
  MLIRContext *context;
  OpBuilder &builder;
};

/// Fills in the body of a function.
class FunctionLowering {
public:
  FunctionLowering(ModuleLowering &module, const ast::Function &function,
                   func::FuncOp op);

  LogicalResult run();

private:
  // A step of the walk, kept on a stack instead of recursion.
  struct Step {
    enum Kind {
      Enter,    ///< Computes a node, its operands first.
      Finish,   ///< The operands are there.
      OpenIf,   ///< The condition is there.
      OpenElse, ///< The first branch is there.
      CloseIf,  ///< Both branches are there.
      CloseFn,  ///< The body is there.
      BindLet,  ///< The value is there.
      CloseLet  ///< The body is there.
    } kind;
    const ast::Expr *expr;
    // The operation that was open in the scope before this one.
    Operation *outer = nullptr;
  };
  // A block that is being filled, before `open` or at its end.
  struct Scope {
    Block *block = nullptr;
    Operation *open = nullptr;
  };
  // A parameter or variable of a let. Before it is in scope it has no value.
  struct Variable {
    Value value;
    unsigned scope = 0;
    // The let that binds it, unless it is a parameter.
    const ast::Let *let = nullptr;
    // Whether the walk has left that let.
    bool isClosed = false;
  };

  //===--- Walk (Lowering.cpp) --------------------------------------------===//

  LogicalResult runStep(const Step &step);
  LogicalResult enter(const ast::Expr &expr);
  LogicalResult finish(const ast::Expr &expr);
  LogicalResult openIf(const ast::If &expr);
  LogicalResult openElse(const ast::If &expr);
  LogicalResult closeIf(const Step &step);
  LogicalResult openFn(const ast::Function &expr, const ast::Let *let);
  LogicalResult closeFn(const Step &step);
  LogicalResult bindLet(const ast::Let &let);
  LogicalResult closeLet(const ast::Let &let);
  /// Fails, after an error, if the variable is bound elsewhere.
  LogicalResult bindParam(const ast::Var &param, Value argument,
                          unsigned scope);
  void push(Step::Kind kind, const ast::Expr &expr,
            Operation *outer = nullptr) {
    steps.push_back({kind, &expr, outer});
  }
  void pushOperands(const ast::Expr &expr);
  /// Finds the scopes of the function before the first of them is opened.
  LogicalResult analyzeScopes();
  unsigned getScope(const ast::Expr &expr) const {
    return analysis ? analysis->getScope(expr) : 0;
  }

  /// Records the value of a node that was computed.
  void setValue(const ast::Expr &expr, Value value) {
    if (last.expr && (!last.isUsed || last.expr->isShared()))
      values[last.expr] = last.value;
    last = {&expr, value};
  }
  /// Whether a node was computed that the walk may visit again.
  bool hasValue(const ast::Expr &expr) const {
    return expr.isShared() && (last.expr == &expr || values.contains(&expr));
  }
  /// The value of a computed node, for `user` in a scope (its own by default).
  /// If the value is not visible there, emits an error and returns null.
  Value getValue(const ast::Expr &expr, const ast::Expr &user,
                 std::optional<unsigned> scope = std::nullopt);
  Value getVariable(const ast::Var &var, const ast::Expr &user,
                    std::optional<unsigned> scope);
  /// The values of the operands of a node.
  FailureOr<SmallVector<Value>> getValues(const ast::Expr &user);
  /// Places the builder where nodes of the scope of `expr` go.
  void setInsertionPoint(const ast::Expr &expr);
  Location loc(const ast::Expr &expr) const {
    return module.getLoc(expr.getSpan());
  }
  /// The same for the operation that the node becomes.
  Location markedLoc(const ast::Expr &expr) {
    return module.mark(loc(expr), expr);
  }
  SmallVector<Location> getParamLocs(const ast::Function &function);
  /// Returns the value. Makes an instance of a function with type parameters.
  Value instantiate(Value value);
  Value instantiateGlobal(GlobalOp global);
  /// Casts the value to the type of an annotation. If the types are not
  /// compatible, emits an error that begins with `what` and returns null.
  Value castTo(Location loc, Value value, Type type, const Twine &what);
  Value yield(const ast::Function &function, Type type, unsigned scope);

  //===--- Calls (LoweringCalls.cpp) --------------------------------------===//

  LogicalResult lowerCall(const ast::Call &call, Location where);
  LogicalResult lowerOperator(const ast::Call &call, Location where);
  LogicalResult lowerGlobalCall(const ast::Call &call,
                                const ast::GlobalVar &global, Location where);
  LogicalResult lowerApply(const ast::Call &call, Location where);
  LogicalResult addCallAttrs(const ast::Call &call, OperationState &state);

  ModuleLowering &module;
  MLIRContext *context;
  const ast::Function &function;
  func::FuncOp op;
  // Made at the first branch or function literal.
  std::optional<ScopeAnalysis> analysis;
  OpBuilder builder;
  OperatorLowering operators;
  std::vector<Scope> scopes;
  std::vector<Step> steps;
  // The values of nodes that are not variables. The last one is apart, since
  // most values are used next and never again.
  llvm::DenseMap<const ast::Expr *, Value> values;
  struct {
    const ast::Expr *expr = nullptr;
    Value value = {};
    bool isUsed = false;
  } last;
  llvm::DenseMap<const ast::Var *, Variable> variables;
  // The let that binds a function literal.
  llvm::DenseMap<const ast::Expr *, const ast::Let *> letsOfFunctions;
  // Functions with type parameters of which there are instances.
  llvm::SetVector<Operation *> instantiated;
};

/// Converts the attributes of a module. Leaves out those without a form in
/// MLIR, with a warning.
DictionaryAttr lowerModuleAttrs(Location loc, const ast::Attrs &attrs);

/// Converts the attributes of a call to discardable `relay.*` attributes.
LogicalResult lowerCallAttrs(Location loc, const ast::Attrs &attrs,
                             NamedAttrList &result);

/// The same for a function. `no_fold` becomes `relay.no_fold`.
LogicalResult lowerFunctionAttrs(Location loc, const ast::Attrs &attrs,
                                 NamedAttrList &result);

/// The names of type parameters as an attribute.
ArrayAttr lowerTypeParams(Builder &builder,
                          ArrayRef<ast::Ref<ast::TypeVar>> typeParams);

/// Replaces type parameters in `type` by `!relay.unknown`.
Type eraseTypeVars(Type type);

} // namespace mlir::relay

#endif // LIB_FRONTEND_BRIDGE_LOWERINGIMPL_H
