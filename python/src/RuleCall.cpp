//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleCall.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/OperatorRules.h"
#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Frontend/Lowering.h"
#include "RelayLite/Frontend/OperatorTable.h"
#include "RelayLite/Frontend/Raising.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;

//===----------------------------------------------------------------------===//
// The call that a rule sees
//===----------------------------------------------------------------------===//

// A rule may look at constants and at the fields of tuples.
Value RuleCall::makeOperand(Value original, Source source) {
  Operation *producer = original.getDefiningOp();
  auto tuple = dyn_cast_or_null<TupleOp>(producer);
  bool isWhole = !source.field;
  if (Value copy = isWhole ? copies.lookupOrNull(original) : Value())
    return copy;
  Value copy;
  if (isWhole && isa_and_present<ConstantOp>(producer)) {
    copy = builder.clone(*producer)->getResult(0);
  } else if (isWhole && tuple) {
    bool isSame = source.tuple == original;
    SmallVector<Value> fields;
    for (auto [i, field] : llvm::enumerate(tuple.getFields()))
      fields.push_back(makeOperand(field, isSame ? Source{field, {}}
                                                 : Source{source.tuple, i}));
    copy = TupleOp::create(builder, op->getLoc(), original.getType(), fields);
  } else {
    copy = function.front().addArgument(
        hasTypes ? original.getType() : UnknownType::get(op->getContext()),
        original.getLoc());
  }
  parts.push_back({copy, original.getType(), source});
  if (isWhole)
    copies.map(original, copy);
  return copy;
}

Value RuleCall::getValue(OpBuilder &outer, const Source &source) const {
  if (!source.field)
    return source.tuple;
  return TupleGetOp::create(outer, op->getLoc(), source.tuple.getType(),
                            source.tuple, *source.field);
}

LogicalResult RuleCall::raise() {
  MLIRContext *context = op->getContext();
  Type resultType = op->getResult(0).getType();
  function = func::FuncOp::create(builder, op->getLoc(), "rule",
                                  FunctionType::get(context, {}, resultType));
  builder.setInsertionPointToEnd(&function.getBody().emplaceBlock());
  IRMapping mapping;
  for (auto [original, operand] : llvm::zip_equal(op->getOperands(), operands))
    mapping.map(original,
                makeOperand(isOnOperands ? operand : original, {operand, {}}));
  Operation *copy = builder.clone(*op, mapping);
  // All that the rule may use is part of the function's result.
  SmallVector<Value> results{copy->getResult(0)};
  for (Value other : others)
    results.push_back(makeOperand(other, {other, {}}));
  auto resultsType = TupleType::get(context, TypeRange(ValueRange(results)));
  Value all = TupleOp::create(builder, op->getLoc(), resultsType, results);
  func::ReturnOp::create(builder, op->getLoc(), all);
  function.setFunctionType(FunctionType::get(
      context, function.front().getArgumentTypes(), resultsType));

  RaisedOperations raised;
  RaisingOptions options;
  options.raised = &raised;
  FailureOr<ast::Module> module = raiseModule(*scratch, options);
  if (failed(module))
    return failure();
  const ast::Function &root = *module->getFunctions().front().function;
  params = root.getParams().vec();
  sources.resize(params.size());
  llvm::DenseMap<Operation *, ast::ExprRef> nodes(raised.begin(), raised.end());
  auto getNode = [&](Value copy) -> ast::ExprRef {
    if (auto argument = dyn_cast<BlockArgument>(copy))
      return params[argument.getArgNumber()];
    return nodes.lookup(copy.getDefiningOp());
  };
  for (const Part &part : parts) {
    ast::ExprRef node = getNode(part.copy);
    if (auto argument = dyn_cast<BlockArgument>(part.copy))
      sources[argument.getArgNumber()] = part.source;
    else
      known[node.get()] = part.source.tuple;
    const_cast<ast::Expr &>(*node).setType(convertType(part.type, {}));
  }
  for (Value other : llvm::drop_begin(results))
    otherNodes.push_back(getNode(other));
  call = nodes.lookup(copy);
  const_cast<ast::Expr &>(*call).setType(convertType(resultType, {}));
  return success();
}

FailureOr<Value> RuleCall::build(OpBuilder &outer, const ast::ExprRef &result) {
  ast::Module module;
  module.add("rule",
             ast::make<ast::Function>(params, result, ast::TypeRef(),
                                      std::vector<ast::Ref<ast::TypeVar>>(),
                                      ast::Attrs(), call->getSpan()));
  Origins origins;
  OwningOpRef<ModuleOp> lowered =
      lowerModule(op->getContext(), module, &origins);
  if (!lowered || (hasTypes && failed(inferTypes(*lowered))))
    return failure();
  Block &body = (*lowered->getOps<func::FuncOp>().begin()).front();
  IRMapping mapping;
  for (auto [argument, source] : llvm::zip_equal(body.getArguments(), sources))
    if (!argument.use_empty())
      mapping.map(argument, getValue(outer, source));
  for (Operation &made : body.without_terminator()) {
    if (Value value = known.lookup(origins.lookup(made.getLoc()))) {
      mapping.map(made.getResult(0), value);
      continue;
    }
    made.walk([&](Operation *part) {
      Location loc = getUnmarkedLoc(part->getLoc());
      part->setLoc(isa<UnknownLoc>(loc) ? op->getLoc() : loc);
    });
    outer.clone(made, mapping);
  }
  return mapping.lookup(body.getTerminator()->getOperand(0));
}

//===----------------------------------------------------------------------===//
// Calls of rules
//===----------------------------------------------------------------------===//

std::string python::getNameOfOperator(const ast::ExprRef &call) {
  return cast<ast::Op>(*cast<ast::Call>(*call).getCallee()).getName().str();
}

// Report what a rule has raised. An interrupt stays what it is.
static LogicalResult reportException(Operation *op, StringRef map,
                                     const std::string &name,
                                     nb::python_error &error) {
  InFlightDiagnostic diagnostic = emitError(op->getLoc())
                                  << "the rule " << map << " of operator '"
                                  << name << "' has failed: ";
  if (!error.matches(PyExc_Exception)) {
    setPendingException(std::current_exception());
    return diagnostic << "interrupted";
  }
  setPendingCause(nb::borrow(error.value()));
  return diagnostic << describeException(error);
}

std::string python::describeException(nb::python_error &error) {
  auto type = nb::cast<std::string>(error.type().attr("__name__"));
  auto text = nb::cast<std::string>(nb::str(error.value()));
  return type + (text.empty() ? "" : ": ") + text;
}

// The object that the rule of Python for `call` returns; None if there is no
// rule any more. Fails after an error.
FailureOr<nb::object> python::askPython(Operation *op, StringRef map,
                                        const ast::ExprRef &call,
                                        const nb::object &extra) {
  nb::handle applyRule = getPythonTypes().applyRule;
  // The interpreter ends.
  if (!applyRule.is_valid())
    return nb::none();
  try {
    return nb::object(applyRule(nb::str(map.data(), map.size()), call, extra));
  } catch (nb::python_error &error) {
    return reportException(op, map, getNameOfOperator(call), error);
  }
}

// Fail, with an error, on a thread that may not call Python.
LogicalResult python::checkRuleThread(Operation *op) {
  if (ScopedWork::canTakeLock())
    return success();
  return op->emitError("a rule in Python cannot be asked on a thread of a "
                       "pass; use the passes of Python");
}

std::string python::getRuleKey(const std::string &name) {
  const OperatorTable::Entry *entry = getOperators().lookup(name);
  return entry ? entry->name.getStringRef().str()
               : OperatorRules::getCustomKey(name);
}
