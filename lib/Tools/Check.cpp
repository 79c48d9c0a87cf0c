//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests written in MLIR.
//
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "RelayLite/Evaluation/Evaluator.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlir;
using namespace mlir::relay;
using llvm::APFloat;
using llvm::APInt;

static constexpr StringLiteral checkAttrName = "relay.check";

namespace {
/// How near two values must be.
struct Bounds {
  bool isExact = false;
  std::optional<uint64_t> ulp;
  double atol = 0, rtol = 0;
};
} // namespace

static FailureOr<Bounds> parseBounds(func::FuncOp function) {
  Attribute attr = function->getDiscardableAttr(checkAttrName);
  Bounds bounds;
  if (isa<UnitAttr>(attr)) {
    bounds.isExact = true;
    return bounds;
  }
  auto fail = [&] {
    return function.emitError("expected ")
           << checkAttrName
           << " to be a unit, {ulp = <integer>} or {atol = <float>, rtol = "
              "<float>}, but got "
           << attr;
  };
  auto dict = dyn_cast<DictionaryAttr>(attr);
  if (!dict || dict.empty())
    return fail();
  for (NamedAttribute entry : dict) {
    auto integer = dyn_cast<IntegerAttr>(entry.getValue());
    auto number = dyn_cast<FloatAttr>(entry.getValue());
    if (entry.getName() == "ulp" && integer && dict.size() == 1)
      bounds.ulp = integer.getValue().getZExtValue();
    else if (entry.getName() == "atol" && number)
      bounds.atol = number.getValueAsDouble();
    else if (entry.getName() == "rtol" && number)
      bounds.rtol = number.getValueAsDouble();
    else
      return fail();
  }
  return bounds;
}

/// Numbers the values of a float type in their order; both zeros are 0.
static int64_t getOrdinal(const APInt &bits) {
  int64_t magnitude = bits.getLoBits(bits.getBitWidth() - 1).getZExtValue();
  return bits.isNegative() ? -magnitude : magnitude;
}

static std::string toString(const APInt &bits, Type type) {
  if (auto floatType = dyn_cast<FloatType>(type)) {
    SmallString<32> text;
    APFloat(floatType.getFloatSemantics(), bits).toString(text);
    return text.str().str();
  }
  return llvm::toString(bits, 10,
                        !type.isUnsignedInteger() && !type.isInteger(1));
}

/// Why `actual` is not near enough to `expected`; empty if it is.
static std::string compareElements(const APInt &actual, const APInt &expected,
                                   Type type, const Bounds &bounds) {
  if (actual == expected)
    return "";
  auto floatType = dyn_cast<FloatType>(type);
  if (floatType) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    bool isNaN = APFloat(semantics, actual).isNaN();
    if (isNaN != APFloat(semantics, expected).isNaN())
      return "only one is NaN";
    if (isNaN)
      return "";
  }
  if (bounds.isExact || (bounds.ulp && !floatType))
    return "their bits differ";
  if (bounds.ulp) {
    int64_t lhs = getOrdinal(actual), rhs = getOrdinal(expected);
    // The distance of large numbers of opposite signs does not fit 63 bits.
    uint64_t distance = lhs > rhs ? uint64_t(lhs) - uint64_t(rhs)
                                  : uint64_t(rhs) - uint64_t(lhs);
    if (distance <= *bounds.ulp)
      return "";
    return (Twine(distance) + " ulp apart, at most " + Twine(*bounds.ulp) +
            " allowed")
        .str();
  }
  double lhs = toDouble(actual, type), rhs = toDouble(expected, type);
  double difference = std::fabs(lhs - rhs);
  if (difference <= bounds.atol + bounds.rtol * std::fabs(rhs) &&
      std::isfinite(lhs) == std::isfinite(rhs))
    return "";
  std::string text;
  llvm::raw_string_ostream(text) << "they differ by " << difference;
  return text;
}

/// The position of element `index` in a tensor of shape `shape`.
static SmallVector<int64_t> delinearize(int64_t index,
                                        ArrayRef<int64_t> shape) {
  SmallVector<int64_t> position(shape.size());
  for (int64_t i = shape.size() - 1; i >= 0; --i) {
    position[i] = index % shape[i];
    index /= shape[i];
  }
  return position;
}

static LogicalResult compare(func::FuncOp function, const Tensor &actual,
                             const Tensor &expected, const Bounds &bounds) {
  RankedTensorType type = actual.getType();
  if (type != expected.getType())
    return function.emitError("expected a result of type ")
           << expected.getType() << ", but got " << type;
  for (int64_t i = 0, e = type.getNumElements(); i < e; ++i) {
    APInt lhs = actual.getBits(i), rhs = expected.getBits(i);
    std::string reason =
        compareElements(lhs, rhs, type.getElementType(), bounds);
    if (reason.empty())
      continue;
    InFlightDiagnostic diagnostic = function.emitError("check failed");
    if (type.getRank() != 0) {
      diagnostic << " at [";
      llvm::interleaveComma(delinearize(i, type.getShape()), diagnostic);
      diagnostic << "]";
    }
    return diagnostic << ": expected " << toString(rhs, type.getElementType())
                      << ", but got " << toString(lhs, type.getElementType())
                      << " (" << reason << ")";
  }
  return success();
}

static LogicalResult runCheck(Evaluator &evaluator, func::FuncOp function) {
  FailureOr<Bounds> bounds = parseBounds(function);
  if (failed(bounds))
    return failure();
  FailureOr<SmallVector<EvalValue>> results = evaluator.call(function, {});
  if (failed(results))
    return failure();
  ArrayRef<EvalValue> pair = *results;
  if (pair.size() == 1)
    if (const EvalTuple *tuple = pair.front().getTuple())
      pair = *tuple;
  SmallVector<Tensor> actual, expected;
  if (pair.size() != 2 || failed(pair[0].flatten(actual)) ||
      failed(pair[1].flatten(expected)) || actual.size() != expected.size())
    return function.emitError(
        "expected a pair of an actual and an expected value to check");
  for (auto [lhs, rhs] : llvm::zip_equal(actual, expected))
    if (failed(compare(function, lhs, rhs, *bounds)))
      return failure();
  return success();
}

LogicalResult relay::runChecks(ModuleOp module) {
  Evaluator evaluator(module);
  unsigned numPassed = 0, numFailed = 0;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function->hasAttr(checkAttrName))
      continue;
    if (succeeded(runCheck(evaluator, function)))
      ++numPassed;
    else
      ++numFailed;
  }
  if (numPassed + numFailed == 0)
    return module.emitError("no function with the attribute ") << checkAttrName;
  llvm::outs() << numPassed
               << (numPassed == 1 ? " check passed" : " checks passed");
  if (numFailed)
    llvm::outs() << ", " << numFailed << " failed";
  llvm::outs() << "\n";
  return success(numFailed == 0);
}
