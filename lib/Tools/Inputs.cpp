//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments of the function to run.
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "RelayLite/Evaluation/Evaluator.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"
#include <random>

using namespace mlir;
using namespace mlir::relay;

/// The name under which an argument is given: its name in Relay text, or
/// `argN`.
static std::string getArgumentName(func::FuncOp function, unsigned index) {
  if (auto name =
          function.getArgAttrOfType<StringAttr>(index, fnattr::paramName))
    return name.str();
  return ("arg" + Twine(index)).str();
}

//===----------------------------------------------------------------------===//
// Random inputs
//===----------------------------------------------------------------------===//

/// Elements in [-1, 1), of integers in [-8, 8) or [0, 16), of booleans both.
/// The sequence is a function of `seed` and `name` alone.
static Tensor makeRandom(RankedTensorType type, StringRef name, uint64_t seed) {
  Tensor tensor = Tensor::allocate(type);
  if (!tensor)
    return {};
  std::mt19937_64 engine(seed ^ llvm::xxh3_64bits(name));
  Type elementType = type.getElementType();
  size_t size = Tensor::getElementSize(elementType);
  char *next = tensor.getData();
  for (int64_t i = 0, e = type.getNumElements(); i < e; ++i, next += size) {
    uint64_t random = engine();
    uint64_t bits;
    if (auto floatType = dyn_cast<FloatType>(elementType)) {
      llvm::APFloat value(static_cast<double>(random >> 11) * 0x1p-52 - 1);
      bool losesInfo;
      value.convert(floatType.getFloatSemantics(), llvm::APFloat::rmTowardZero,
                    &losesInfo);
      bits = value.bitcastToAPInt().getZExtValue();
    } else if (elementType.isInteger(1)) {
      bits = random >> 63;
    } else {
      bits = (random >> 60) - (elementType.isUnsignedInteger() ? 0 : 8);
    }
    std::memcpy(next, &bits, size);
  }
  return tensor;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

llvm::Error Inputs::add(StringRef name, NDArray array, StringRef source,
                        bool isParameter) {
  auto [it, isNew] = inputs.try_emplace(
      name.str(), Input{std::move(array), source.str(), isParameter});
  if (isNew)
    return llvm::Error::success();
  return llvm::createStringError("'" + name + "' is given by both " +
                                 it->second.source + " and " + source);
}

FailureOr<EvalValue> Inputs::bindValue(Location loc, const std::string &name,
                                       Type type,
                                       std::optional<uint64_t> seed) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    EvalTuple fields;
    for (auto [i, field] : llvm::enumerate(tuple.getTypes())) {
      FailureOr<EvalValue> value =
          bindValue(loc, name + "." + std::to_string(i), field, seed);
      if (failed(value))
        return failure();
      fields.push_back(std::move(*value));
    }
    return EvalValue::makeTuple(std::move(fields));
  }
  auto tensorType = dyn_cast<RankedTensorType>(type);
  if (!tensorType && !isa<UnknownType>(type))
    return emitError(loc) << "an argument of type " << type
                          << " cannot be given, but '" << name << "' is one";
  auto *it = inputs.find(name);
  if (it == inputs.end()) {
    if (!seed) {
      missing.push_back(llvm::formatv("'{0}' ('{1}')", name, type));
      return EvalValue();
    }
    if (!tensorType || !tensorType.hasStaticShape())
      return emitError(loc)
             << "cannot make '" << name << "' at random: its type is " << type;
    Tensor tensor = makeRandom(tensorType, name, *seed);
    if (!tensor)
      return emitError(loc)
             << "not enough memory for '" << name << "' of type " << type;
    return EvalValue(std::move(tensor));
  }
  it->second.isUsed = true;
  FailureOr<ElementsAttr> attr = makeConstant(loc, it->second.array);
  if (failed(attr))
    return failure();
  if (!areTypesCompatible(attr->getShapedType(), type))
    return emitError(loc) << "expected " << type << " for '" << name
                          << "', but " << it->second.source << " has "
                          << attr->getShapedType();
  llvm::Expected<Tensor> tensor = makeTensor(*attr);
  if (!tensor)
    return emitError(loc, llvm::toString(tensor.takeError()));
  return EvalValue(std::move(*tensor));
}

FailureOr<SmallVector<EvalValue>> Inputs::bind(func::FuncOp function,
                                               std::optional<uint64_t> seed) {
  SmallVector<EvalValue> values;
  bool hasErrors = false;
  missing.clear();
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    FailureOr<EvalValue> value =
        bindValue(function.getArgument(i).getLoc(),
                  getArgumentName(function, i), type, seed);
    hasErrors |= failed(value);
    values.push_back(failed(value) ? EvalValue() : std::move(*value));
  }
  if (!missing.empty()) {
    hasErrors = true;
    constexpr size_t most = 5;
    ArrayRef<std::string> shown = ArrayRef(missing).take_front(most);
    InFlightDiagnostic diag = function.emitError("no input for ")
                              << llvm::join(shown, ", ");
    if (missing.size() > most)
      diag << " and " << missing.size() - most << " more";
    diag << "; --params, --inputs and --input give inputs from files, and "
            "--random-inputs makes them";
  }
  for (const auto &[name, input] : inputs) {
    if (input.isUsed || input.isParameter)
      continue;
    hasErrors = true;
    function.emitError("no argument for '") << name << "' of " << input.source;
  }
  if (hasErrors)
    return failure();
  return values;
}
