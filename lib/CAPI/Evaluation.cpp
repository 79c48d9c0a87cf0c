//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Running the functions of a module.
//
//===----------------------------------------------------------------------===//

#include "RelayLite-c/Evaluation.h"
#include "ArraysImpl.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "RelayLite/Evaluation/Evaluator.h"
#include "RelayLite/Support/Counts.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include <mutex>

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::capi;

namespace {
struct LockedEvaluator {
  explicit LockedEvaluator(ModuleOp module)
      : module(module), evaluator(module) {}

  ModuleOp module;
  Evaluator evaluator;
  // The evaluator serves one thread at a time.
  std::mutex mutex;
};

/// Takes the arguments of a function from arrays.
class ArgumentReader {
public:
  ArgumentReader(func::FuncOp function, const Arrays &arrays)
      : function(function), arrays(arrays) {}

  FailureOr<SmallVector<EvalValue>> read();

private:
  FailureOr<EvalValue> readValue(Location loc, Type type);

  func::FuncOp function;
  const Arrays &arrays;
  size_t next = 0;
};
} // namespace

FailureOr<EvalValue> ArgumentReader::readValue(Location loc, Type type) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    EvalTuple fields;
    for (Type field : tuple.getTypes()) {
      FailureOr<EvalValue> value = readValue(loc, field);
      if (failed(value))
        return failure();
      fields.push_back(std::move(*value));
    }
    return EvalValue::makeTuple(std::move(fields));
  }
  if (!isTensorOrUnknown(type))
    return emitError(loc) << "an argument of type " << type
                          << " cannot be given as an array";
  if (next == arrays.size())
    return emitError(loc) << "no array for an argument of type " << type
                          << ": there are only " << arrays.size();
  const NDArray &array = arrays[next].array;
  FailureOr<RankedTensorType> actual = getTensorType(loc, array);
  if (failed(actual))
    return failure();
  if (!areTypesCompatible(*actual, type))
    return emitError(loc) << "expected an array of type " << type
                          << ", but array " << next << " is of type "
                          << *actual;
  ++next;
  Tensor tensor = Tensor::fromNDArray(*actual, array);
  if (!tensor)
    return emitError(loc) << "not enough memory for an argument of type "
                          << *actual;
  return EvalValue(std::move(tensor));
}

FailureOr<SmallVector<EvalValue>> ArgumentReader::read() {
  SmallVector<EvalValue> values;
  for (BlockArgument argument : function.getArguments()) {
    FailureOr<EvalValue> value =
        readValue(argument.getLoc(), argument.getType());
    if (failed(value))
      return failure();
    values.push_back(std::move(*value));
  }
  if (next != arrays.size())
    return emitError(function.getLoc(), "expected ")
           << formatCount(next, "array") << " for '@" << function.getName()
           << "', but got " << arrays.size();
  return values;
}

static FailureOr<std::unique_ptr<Arrays>>
makeResults(func::FuncOp function, ArrayRef<EvalValue> results) {
  SmallVector<Tensor> tensors;
  for (const EvalValue &result : results)
    if (failed(result.flatten(tensors)))
      return emitError(function.getLoc(), "the result holds a function or a "
                                          "reference, which no array can hold");
  auto arrays = std::make_unique<Arrays>();
  for (auto [i, tensor] : llvm::enumerate(tensors)) {
    std::optional<NDArray> array = tensor.toNDArray();
    if (!array)
      return emitError(function.getLoc(), "not enough memory for a result of "
                                          "type ")
             << tensor.getType();
    append(*arrays, "output" + std::to_string(i), std::move(*array));
  }
  return arrays;
}

RelayLiteEvaluator relayLiteEvaluatorCreate(MlirModule module,
                                            MlirStringCallback onError,
                                            void *userData) {
  ErrorReport errors(onError, userData);
  if (failed(errors.require(module)))
    return {};
  return {new LockedEvaluator(unwrap(module))};
}

void relayLiteEvaluatorDestroy(RelayLiteEvaluator evaluator) {
  delete static_cast<LockedEvaluator *>(evaluator.ptr);
}

static FailureOr<std::unique_ptr<Arrays>>
run(LockedEvaluator &evaluator, StringRef name, const Arrays &arguments) {
  auto function = evaluator.module.lookupSymbol<func::FuncOp>(name);
  if (!function || function.isDeclaration())
    return emitError(evaluator.module.getLoc(), "no function '@")
           << name << "' with a body to run";
  FailureOr<SmallVector<EvalValue>> values =
      ArgumentReader(function, arguments).read();
  if (failed(values))
    return failure();
  std::lock_guard<std::mutex> lock(evaluator.mutex);
  FailureOr<SmallVector<EvalValue>> results =
      evaluator.evaluator.call(function, *values);
  if (failed(results))
    return failure();
  return makeResults(function, *results);
}

RelayLiteArrays relayLiteEvaluatorRun(RelayLiteEvaluator evaluator,
                                      MlirStringRef function,
                                      RelayLiteArrays arguments,
                                      MlirStringCallback onError,
                                      void *userData) {
  ErrorReport errors(onError, userData);
  if (relayLiteEvaluatorIsNull(evaluator)) {
    (void)errors.fail("expected an evaluator, but got a null handle");
    return {};
  }
  if (failed(requireArrays(arguments, errors)) ||
      failed(errors.requireText(function, "the name of a function")))
    return {};
  auto &locked = *static_cast<LockedEvaluator *>(evaluator.ptr);
  errors.listen(locked.module.getContext());
  FailureOr<std::unique_ptr<Arrays>> results =
      run(locked, unwrap(function), *unwrapArrays(arguments));
  return failed(results) ? RelayLiteArrays() : wrapArrays(std::move(*results));
}
