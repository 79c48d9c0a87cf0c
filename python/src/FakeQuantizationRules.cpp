//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules in Python of FakeQuantizationToInteger. A rule gets the call on
// quantized operands and the quantization of each, and returns an expression
// and its quantization.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/FakeQuantization.h"
#include "RuleCall.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;

static constexpr StringLiteral mapName = "FTVMFakeQuantizationToInteger";

namespace {
/// A call of a rule in Python.
class QuantizationRuleCall {
public:
  explicit QuantizationRuleCall(FakeQuantizedOp &fake) : fake(fake) {}

  FailureOr<QuantizedValue> run();

private:
  void addOthers(const AffineType &type) {
    others.push_back(type.scale);
    others.push_back(type.zeroPoint);
  }
  nb::object describe(const AffineType &type, const RuleCall &call);
  nb::object describeInputs(const RuleCall &call);
  FailureOr<QuantizedValue> read(RuleCall &call, const nb::object &result);

  FakeQuantizedOp &fake;
  SmallVector<Value> others;
  size_t numDescribed = 0;
};
} // namespace

// The scale, the zero point, the element type and the axis.
nb::object QuantizationRuleCall::describe(const AffineType &type,
                                          const RuleCall &call) {
  const ast::ExprRef &scale = call.getOther(numDescribed++);
  const ast::ExprRef &zeroPoint = call.getOther(numDescribed++);
  return nb::make_tuple(scale, zeroPoint, getDTypeName(type.dtype), type.axis);
}

// For each operand a list with the quantization of each of its tensors.
nb::object QuantizationRuleCall::describeInputs(const RuleCall &call) {
  nb::list operands;
  for (const QuantizedValue &operand : fake.getOperands()) {
    nb::list types;
    for (const AffineType &type : operand.types)
      types.append(describe(type, call));
    operands.append(types);
  }
  return nb::object(operands);
}

// `result` is a pair of an expression and a list as of describeInputs, which
// Python has checked.
FailureOr<QuantizedValue> QuantizationRuleCall::read(RuleCall &call,
                                                     const nb::object &result) {
  auto parts = nb::cast<nb::tuple>(result);
  std::vector<ast::ExprRef> exprs{nb::cast<ast::ExprRef>(parts[0])};
  SmallVector<AffineType> types;
  for (nb::handle entry : nb::cast<nb::list>(parts[1])) {
    auto fields = nb::cast<nb::tuple>(entry);
    exprs.push_back(nb::cast<ast::ExprRef>(fields[0]));
    exprs.push_back(nb::cast<ast::ExprRef>(fields[1]));
    AffineType type;
    type.dtype = parseDTypeName(fake.getOp()->getContext(),
                                nb::cast<std::string>(fields[2]));
    if (!type.dtype)
      return fake.fail("the rule gives numbers of an unknown element type");
    type.axis = nb::cast<int64_t>(fields[3]);
    types.push_back(type);
  }
  ast::ExprRef all = ast::make<ast::Tuple>(std::move(exprs));
  FailureOr<Value> built = call.build(fake.getBuilder(), all);
  if (failed(built))
    return failure();
  auto tuple = built->getDefiningOp<TupleOp>();
  QuantizedValue value{tuple.getFields()[0], {}};
  for (auto [i, type] : llvm::enumerate(types)) {
    type.scale = tuple.getFields()[1 + 2 * i];
    type.zeroPoint = tuple.getFields()[2 + 2 * i];
    value.types.push_back(type);
  }
  return value;
}

FailureOr<QuantizedValue> QuantizationRuleCall::run() {
  SmallVector<Value> operands;
  for (const QuantizedValue &operand : fake.getOperands()) {
    operands.push_back(operand.value);
    llvm::for_each(operand.types,
                   [&](const AffineType &type) { addOthers(type); });
  }
  const AffineType *output = fake.findOutput();
  if (output)
    addOthers(*output);
  RuleCall call(fake.getOp(), operands, ValueRange(others));
  if (failed(call.raise()))
    return failure();
  nb::object inputs = describeInputs(call);
  nb::object wanted = output ? describe(*output, call) : nb::none();
  try {
    nb::handle applyRule = getPythonTypes().applyRule;
    // The interpreter ends.
    if (!applyRule.is_valid())
      return failure();
    nb::object result = applyRule(nb::str(mapName.data(), mapName.size()),
                                  call.get(), nb::make_tuple(inputs, wanted));
    // Another thread has removed the rule.
    if (result.is_none())
      return failure();
    return read(call, result);
  } catch (nb::python_error &error) {
    if (!error.matches(PyExc_Exception)) {
      setPendingException(std::current_exception());
      return fake.getOp()->emitError("interrupted");
    }
    return fake.fail("the rule " + mapName +
                     " has failed: " + describeException(error));
  }
}

// Ask the rule that Python has for an operator.
static FailureOr<QuantizedValue> applyRule(FakeQuantizedOp &fake) {
  if (failed(checkRuleThread(fake.getOp())))
    return failure();
  ScopedLock lock;
  ScopedUse use;
  std::string reason;
  FailureOr<QuantizedValue> result = failure();
  {
    // Errors in the expression of the rule are a reason to keep floats.
    ScopedDiagnosticHandler handler(
        fake.getOp()->getContext(), [&](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
            return failure();
          reason += (reason.empty() ? "" : "; ") + diagnostic.str();
          return success();
        });
    result = QuantizationRuleCall(fake).run();
  }
  if (failed(result) && !reason.empty())
    return fake.fail(reason);
  return result;
}

// Make known whether Python has a rule for the operator `name`.
static void setRule(const std::string &name, bool isThere, bool isOptional) {
  std::string key = getRuleKey(name);
  auto &rules = FakeQuantizationRules::get(
      *python::getContext()->getLoadedDialect<RelayDialect>());
  if (!isThere)
    return rules.remove(key);
  FakeQuantizationRule rule;
  rule.convert = applyRule;
  // A rule may look at the quantization of the output.
  rule.readsOutput = true;
  rule.isOptional = isOptional;
  rule.threads = RuleThreads::Caller;
  rules.add(key, std::move(rule));
}

void python::bindFakeQuantizationRules(nb::module_ &m) {
  m.def("set_fake_quantization_rule", setRule, nb::arg("op_name"),
        nb::arg("is_there"), nb::arg("is_optional"),
        "Make known whether an operator has a rule in Python for "
        "FakeQuantizationToInteger.");
}
