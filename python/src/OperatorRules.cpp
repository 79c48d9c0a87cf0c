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
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Frontend/Conversion.h"
#include "RuleCall.h"
#include "llvm/ADT/StringExtras.h"
#include <nanobind/stl/pair.h>

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;

// TVM's names of attributes.
static constexpr StringLiteral convertOpLayout = "FTVMConvertOpLayout";
static constexpr StringLiteral inferCorrectLayout = "FInferCorrectLayout";
static constexpr StringLiteral mixedPrecision =
    "FTVMMixedPrecisionConversionType";

//===----------------------------------------------------------------------===//
// Calls of rules
//===----------------------------------------------------------------------===//

// Ask the rule that Python has for `op` in `map`.
static FailureOr<Value> applyRule(StringRef map, OpBuilder &builder,
                                  Operation *op, ValueRange operands,
                                  ArrayRef<StringRef> layouts = {}) {
  if (failed(checkRuleThread(op)))
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
  if (failed(checkRuleThread(op)))
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
// Layouts
//===----------------------------------------------------------------------===//

// The axes of a layout, each with the size of its block or 0.
static std::vector<std::pair<std::string, int64_t>>
parseLayout(const std::string &name) {
  if (name.empty())
    return {};
  std::string error;
  FailureOr<Layout> layout =
      Layout::parse(name, [&](const Twine &message) { error = message.str(); });
  if (failed(layout))
    raiseTVMError("layout '" + name + "': " + error);
  std::vector<std::pair<std::string, int64_t>> axes;
  for (const LayoutAxis &axis : layout->getAxes())
    axes.emplace_back(
        std::string(1, axis.isPrimal() ? axis.name : llvm::toLower(axis.name)),
        axis.factor);
  return axes;
}

// Read names of layouts; none if a layout is not known. Python has checked
// them.
static std::optional<SmallVector<Layout>> readLayouts(nb::handle names) {
  SmallVector<Layout> layouts;
  for (nb::handle item : names) {
    if (item.is_none())
      return std::nullopt;
    auto name = nb::cast<std::string>(item);
    FailureOr<Layout> layout =
        name.empty() ? FailureOr<Layout>(Layout()) : Layout::parse(name);
    if (failed(layout))
      return std::nullopt;
    layouts.push_back(std::move(*layout));
  }
  return layouts;
}

// Find the attributes in which `changed`, the call with other attributes,
// differs from `op`.
static FailureOr<SmallVector<NamedAttribute, 2>>
readAttributes(Operation *op, RuleCall &call, const ast::ExprRef &changed) {
  OwningOpRef<ModuleOp> scratch = ModuleOp::create(op->getLoc());
  auto builder = OpBuilder::atBlockEnd(scratch->getBody());
  FailureOr<Value> built = call.build(builder, changed);
  if (failed(built))
    return failure();
  SmallVector<NamedAttribute, 2> attributes;
  for (NamedAttribute attribute : built->getDefiningOp()->getAttrDictionary())
    if (op->getAttr(attribute.getName()) != attribute.getValue())
      attributes.push_back(attribute);
  return attributes;
}

// Ask the rule for layouts that Python has for `op`.
static FailureOr<std::optional<InferredLayouts>>
applyLayoutInference(Operation *op, const LayoutRequest &request) {
  if (failed(checkRuleThread(op)))
    return failure();
  ScopedLock lock;
  ScopedUse use;
  RuleCall call(op, op->getOperands(), /*hasTypes=*/false);
  if (failed(call.raise()))
    return failure();
  nb::list now, before, types;
  for (const Layout &layout : request.newLayouts)
    now.append(layout.str());
  for (const std::optional<Layout> &layout : request.oldLayouts)
    before.append(layout ? nb::object(nb::cast(layout->str())) : nb::none());
  for (RankedTensorType type : request.types)
    types.append(nb::cast(convertType(type, {})));
  FailureOr<nb::object> result = askPython(
      op, inferCorrectLayout, call.get(),
      nb::make_tuple(request.isAsItIs() ? nb::object(nb::none()) : now, before,
                     types, request.resultTypes.size()));
  if (failed(result))
    return failure();
  if (result->is_none())
    return std::optional<InferredLayouts>();
  nb::object answer = *result;
  auto operands = readLayouts(answer[0]), results = readLayouts(answer[1]);
  if (!operands || !results)
    return std::optional<InferredLayouts>();
  InferredLayouts layouts;
  layouts.operands.assign(operands->begin(), operands->end());
  layouts.results.assign(results->begin(), results->end());
  ast::ExprRef changed;
  if (nb::try_cast(answer[2], changed) && changed) {
    auto attributes = readAttributes(op, call, changed);
    if (failed(attributes))
      return failure();
    layouts.attributes = std::move(*attributes);
  }
  return std::optional<InferredLayouts>(std::move(layouts));
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

static OperatorRules &getRules() {
  return OperatorRules::get(
      *python::getContext()->getLoadedDialect<RelayDialect>());
}

// Make known whether Python has a rule for the operator `name` in `map`.
static void setRule(const std::string &map, const std::string &name,
                    bool isThere) {
  OperatorRules &rules = getRules();
  std::string key = getRuleKey(name);
  if (map == mixedPrecision)
    return rules.setMixedPrecision(key, isThere ? applyMixedPrecision
                                                : MixedPrecisionFunction());
  if (map == convertOpLayout) {
    LayoutRule rule = [](OpBuilder &builder, Operation *op, ValueRange operands,
                         ArrayRef<StringRef> layouts) {
      return applyRule(convertOpLayout, builder, op, operands, layouts);
    };
    return rules.setConversion(key, isThere ? rule : LayoutRule(),
                               RuleThreads::Caller);
  }
  if (map == inferCorrectLayout)
    return rules.setLayoutInference(
        key, isThere ? applyLayoutInference : LayoutInferenceRule(),
        RuleThreads::Caller);
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
  m.def("parse_layout", parseLayout, nb::arg("name"),
        "The axes of a layout, each with the size of its block or 0.");
  m.def(
      "set_pattern",
      [](const std::string &name, std::optional<int> pattern) {
        getRules().setPattern(
            getRuleKey(name),
            pattern ? std::optional(static_cast<OpPatternKind>(*pattern))
                    : std::nullopt);
      },
      nb::arg("op_name"), nb::arg("pattern").none(),
      "Set how FuseOps treats an operator; None for what it is by itself.");
}
