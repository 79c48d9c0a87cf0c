//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules in Python that replace operators. A rule gets the call of the operator
// as a node of the syntax tree, and the expression that it returns is lowered
// in the place of the operator.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/OperatorRules.h"
#include "Bindings.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Frontend/Lowering.h"
#include "RelayLite/Frontend/OperatorTable.h"
#include "RelayLite/Frontend/Raising.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;

//===----------------------------------------------------------------------===//
// The call that a rule sees
//===----------------------------------------------------------------------===//

// TVM's names of attributes.
static constexpr StringLiteral convertOpLayout = "FTVMConvertOpLayout";
static constexpr StringLiteral mixedPrecision =
    "FTVMMixedPrecisionConversionType";

namespace {
/// A call on variables, constants, and tuples of these.
class RuleCall {
public:
  /// `operands` are those on which the rule builds. Without types, variables
  /// have no annotation.
  RuleCall(Operation *op, ValueRange operands, bool hasTypes)
      : op(op), operands(operands), hasTypes(hasTypes),
        scratch(ModuleOp::create(op->getLoc())),
        builder(OpBuilder::atBlockEnd(scratch->getBody())) {}

  /// Raises the call. Under the interpreter's lock.
  LogicalResult raise();
  /// Builds the operations of `result`, an expression on the parts of the call,
  /// and returns its value.
  FailureOr<Value> build(OpBuilder &outer, const ast::ExprRef &result);

  const ast::ExprRef &get() const { return call; }

private:
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
  bool hasTypes;
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
};
} // namespace

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
  for (auto [original, operand] : llvm::zip_equal(op->getOperands(), operands))
    makeOperand(original, {operand, {}});
  Operation *copy = builder.clone(*op, copies);
  func::ReturnOp::create(builder, op->getLoc(), copy->getResult(0));
  function.setFunctionType(FunctionType::get(
      context, function.front().getArgumentTypes(), resultType));

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
  for (const Part &part : parts) {
    ast::ExprRef node;
    if (auto argument = dyn_cast<BlockArgument>(part.copy)) {
      node = params[argument.getArgNumber()];
      sources[argument.getArgNumber()] = part.source;
    } else {
      node = nodes.lookup(part.copy.getDefiningOp());
      known[node.get()] = part.source.tuple;
    }
    const_cast<ast::Expr &>(*node).setType(convertType(part.type, {}));
  }
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

static std::string getNameOfOperator(const ast::ExprRef &call) {
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
  auto type = nb::cast<std::string>(error.type().attr("__name__"));
  auto text = nb::cast<std::string>(nb::str(error.value()));
  return diagnostic << type << (text.empty() ? "" : ": ") << text;
}

// The object that the rule of Python for `call` returns; None if there is no
// rule any more. Fails after an error.
static FailureOr<nb::object> askPython(Operation *op, StringRef map,
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
static LogicalResult checkThread(Operation *op) {
  if (ScopedWork::canTakeLock())
    return success();
  return op->emitError("a rule in Python cannot be asked on a thread of a "
                       "pass; use the passes of Python");
}

// Ask the rule that Python has for `op` in `map`.
static FailureOr<Value> applyRule(StringRef map, OpBuilder &builder,
                                  Operation *op, ValueRange operands,
                                  ArrayRef<StringRef> layouts = {}) {
  if (failed(checkThread(op)))
    return failure();
  ScopedLock lock;
  ScopedUse use;
  // Passes on layouts infer types when they know the layouts.
  bool hasTypes = map != OperatorRules::alterOpLayout && map != convertOpLayout;
  RuleCall call(op, operands, hasTypes);
  if (failed(call.raise()))
    return failure();
  nb::object extra = makeArray(llvm::map_to_vector(
      layouts, [](StringRef layout) { return layout.str(); }));
  FailureOr<nb::object> result = askPython(op, map, call.get(), extra);
  if (failed(result))
    return failure();
  ast::ExprRef expr;
  if (!result->is_none() && (!nb::try_cast(*result, expr) || !expr))
    return emitError(op->getLoc())
           << "expected the rule " << map << " of operator '"
           << getNameOfOperator(call.get())
           << "' to return an expression or None, but got "
           << nb::cast<std::string>(result->type().attr("__name__"));
  if (!expr || expr == call.get())
    return Value();
  return call.build(builder, expr);
}

// The choice that a rule for mixed precision returns: a category, the element
// type of the result, and the one to which it is cast.
static FailureOr<MixedPrecisionChoice>
readChoice(Operation *op, const std::string &name, nb::handle result) {
  auto getType = [&](nb::handle value) {
    std::string text;
    return nb::try_cast(value, text)
               ? dyn_cast_if_present<FloatType>(
                     parseDTypeName(op->getContext(), text))
               : FloatType();
  };
  nb::tuple parts;
  if (nb::isinstance<nb::list>(result) || nb::isinstance<nb::tuple>(result))
    parts = nb::tuple(result);
  int64_t category = -1;
  if (parts.size() == 3 && nb::try_cast(parts[0], category) && category >= 0 &&
      category <= 2) {
    FloatType accumulation = getType(parts[1]), output = getType(parts[2]);
    if (accumulation && output)
      return MixedPrecisionChoice{static_cast<MixedPrecisionKind>(category),
                                  accumulation, output};
  }
  return emitError(op->getLoc())
         << "expected the rule " << mixedPrecision << " of operator '" << name
         << "' to return a category from 0 to 2 and two floating-point types, "
            "but got "
         << nb::cast<std::string>(nb::repr(result));
}

// Ask the rule for mixed precision that Python has for `op`.
static FailureOr<MixedPrecisionChoice> applyMixedPrecision(Operation *op,
                                                           FloatType mixed) {
  if (failed(checkThread(op)))
    return failure();
  ScopedLock lock;
  ScopedUse use;
  RuleCall call(op, op->getOperands(), /*hasTypes=*/true);
  if (failed(call.raise()))
    return failure();
  FailureOr<nb::object> result =
      askPython(op, mixedPrecision, call.get(), nb::cast(getDTypeName(mixed)));
  if (failed(result))
    return failure();
  return readChoice(op, getNameOfOperator(call.get()), *result);
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

static OperatorRules &getRules() {
  return OperatorRules::get(
      *python::getContext()->getLoadedDialect<RelayDialect>());
}

// The key in the registry of the operator `name`.
static std::string getKey(const std::string &name) {
  const OperatorTable::Entry *entry = getOperators().lookup(name);
  return entry ? entry->name.getStringRef().str()
               : OperatorRules::getCustomKey(name);
}

// Make known whether Python has a rule for the operator `name` in `map`.
static void setRule(const std::string &map, const std::string &name,
                    bool isThere) {
  OperatorRules &rules = getRules();
  std::string key = getKey(name);
  if (map == mixedPrecision)
    return rules.setMixedPrecision(key, isThere ? applyMixedPrecision
                                                : MixedPrecisionRule());
  if (map == convertOpLayout) {
    LayoutRule rule = [](OpBuilder &builder, Operation *op, ValueRange operands,
                         ArrayRef<StringRef> layouts) {
      return applyRule(convertOpLayout, builder, op, operands, layouts);
    };
    return rules.setConversion(key, isThere ? rule : LayoutRule(),
                               RuleThreads::Caller);
  }
  if (!isThere)
    return rules.remove(map, key);
  rules.add(
      map, key,
      [map](OpBuilder &builder, Operation *op, ValueRange operands) {
        return applyRule(map, builder, op, operands);
      },
      RuleThreads::Caller);
}

void python::bindOperatorRules(nb::module_ &m) {
  m.def("set_operator_rule", setRule, nb::arg("attr_key"), nb::arg("op_name"),
        nb::arg("is_there"),
        "Make known whether an operator has a rule in Python.");
  m.def(
      "set_pattern",
      [](const std::string &name, std::optional<int> pattern) {
        getRules().setPattern(
            getKey(name),
            pattern ? std::optional(static_cast<OpPatternKind>(*pattern))
                    : std::nullopt);
      },
      nb::arg("op_name"), nb::arg("pattern").none(),
      "Set how FuseOps treats an operator; None for what it is by itself.");
}
