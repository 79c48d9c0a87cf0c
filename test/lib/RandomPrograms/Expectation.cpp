//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation before and after, and comparison.
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "PassCheck.h"
#include "RelayLite/Evaluation/Evaluator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <cmath>

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::test;

// Both branches of an `if` are more likely to be taken.
static constexpr int kNumInputs = 2;

static EvalValue makeInput(Type type, Flavour flavour, Random &random) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    EvalTuple fields;
    for (Type field : tuple.getTypes())
      fields.push_back(makeInput(field, flavour, random));
    return EvalValue::makeTuple(std::move(fields));
  }
  auto tensor = cast<RankedTensorType>(type);
  SmallVector<int64_t> shape(tensor.getShape());
  // The sizes that the generator assumes for dynamic dimensions.
  llvm::replace(shape, ShapedType::kDynamic, int64_t(2));
  return makeRandomTensor(tensor.clone(shape), flavour, random);
}

static std::optional<EvalValue> evaluate(Evaluator &evaluator,
                                         func::FuncOp function, int input,
                                         std::string *error = nullptr) {
  Flavour flavour = *getFlavour(function.getSymName());
  Random random(llvm::xxh3_64bits(function.getSymName()) + input);
  SmallVector<EvalValue> arguments;
  for (Type type : function.getArgumentTypes())
    arguments.push_back(makeInput(type, flavour, random));
  ScopedDiagnosticHandler handler(
      function.getContext(), [&](Diagnostic &diagnostic) {
        if (error)
          llvm::raw_string_ostream(*error) << diagnostic;
        return success();
      });
  FailureOr<SmallVector<EvalValue>> results =
      evaluator.call(function, arguments);
  if (failed(results))
    return std::nullopt;
  return results->front();
}

Expectation::Expectation(ModuleOp module) {
  EvaluatorOptions options;
  options.maxCallDepth = 1000;
  Evaluator evaluator(module, options);
  for (auto function : module.getOps<func::FuncOp>()) {
    texts[function.getSymName()] = print(function);
    std::optional<Flavour> flavour = getFlavour(function.getSymName());
    if (!flavour || *flavour == Flavour::Typed)
      continue;
    Results values;
    for (int i = 0; i < kNumInputs; ++i)
      if (std::optional<EvalValue> value = evaluate(evaluator, function, i))
        values.push_back(std::move(*value));
    if (values.size() == kNumInputs)
      results.emplace_back(function.getSymName(), std::move(values));
    else
      withoutValue.push_back(function);
  }
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

/// The first difference, or nothing.
static std::string compareTensors(const Tensor &before, const Tensor &after,
                                  double tolerance,
                                  const PassProperties &properties) {
  std::string text;
  llvm::raw_string_ostream os(text);
  RankedTensorType type = before.getType();
  bool sameTypes = properties.changesTypes
                       ? type.getShape() == after.getType().getShape()
                       : type == after.getType();
  if (!sameTypes) {
    os << "a result is of type " << after.getType() << " and was of type "
       << type;
    return text;
  }
  for (int64_t i = 0, e = type.getNumElements(); i < e; ++i) {
    double x = toDouble(before.getBits(i), type.getElementType());
    double y = toDouble(after.getBits(i), after.getType().getElementType());
    if (x == y || (std::isnan(x) && std::isnan(y)))
      continue;
    bool isSame = tolerance == 0
                      ? before.getBits(i) == after.getBits(i)
                      : std::fabs(x - y) <= tolerance * (1 + std::fabs(x));
    if (isSame)
      continue;
    os << "element " << i << " of a result is " << y << " and was " << x;
    return text;
  }
  return text;
}

static std::string compareValues(const EvalValue &before,
                                 const EvalValue &after, double tolerance,
                                 const PassProperties &properties) {
  SmallVector<Tensor> lhs, rhs;
  if (failed(before.flatten(lhs)) || failed(after.flatten(rhs)) ||
      lhs.size() != rhs.size())
    return "the results have other fields";
  for (auto [x, y] : llvm::zip_equal(lhs, rhs))
    if (std::string text = compareTensors(x, y, tolerance, properties);
        !text.empty())
      return text;
  return "";
}

std::optional<PassFailure>
Expectation::compare(ModuleOp module, const PassProperties &properties) const {
  EvaluatorOptions options;
  options.maxCallDepth = 1000;
  Evaluator evaluator(module, options);
  // Equal operands give equal results.
  auto isSame = [&](func::FuncOp function) {
    return texts.lookup(function.getSymName()) == print(function);
  };
  bool sameHelpers =
      llvm::all_of(module.getOps<func::FuncOp>(), [&](func::FuncOp function) {
        return getFlavour(function.getSymName()) || isSame(function);
      });
  for (const auto &[name, values] : results) {
    auto function = module.lookupSymbol<func::FuncOp>(name);
    if (!function) {
      if (properties.removesFunctions)
        continue;
      return PassFailure{PassFailure::ChangesValues, name,
                         "the function is gone"};
    }
    if (sameHelpers && isSame(function))
      continue;
    Flavour flavour = *getFlavour(name);
    if (properties.tolerance != 0 && flavour == Flavour::Any)
      continue;
    double tolerance = flavour == Flavour::Integer ? 0.0 : properties.tolerance;
    for (auto [i, value] : llvm::enumerate(values)) {
      std::string error;
      std::optional<EvalValue> now = evaluate(evaluator, function, i, &error);
      if (!now)
        return PassFailure{PassFailure::ChangesValues, name,
                           "the function has no value any more: " + error};
      std::string text = compareValues(value, *now, tolerance, properties);
      if (!text.empty())
        return PassFailure{PassFailure::ChangesValues, name, text};
    }
  }
  return std::nullopt;
}
