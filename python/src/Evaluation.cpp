//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation of functions on arrays of Python.
//
//===----------------------------------------------------------------------===//

#include "BuildProgress.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "RelayLite/Dialect/Relay/Transforms/ExprEvaluator.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Evaluation/Evaluator.h"
#include "RelayLite/Evaluation/ExternalFunctions.h"
#include "RelayLite/Evaluation/Profile.h"
#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Frontend/Printer.h"
#include "Run.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;

namespace {
// Functions of Python that take the places of functions with relay.Compiler, by
// their relay.global_symbol.
class PythonFunctions : public ExternalFunctions {
public:
  explicit PythonFunctions(std::map<std::string, nb::object> functions) {
    for (auto &[symbol, function] : functions)
      this->functions.try_emplace(symbol, makeHolder(std::move(function)));
  }

  FailureOr<std::optional<EvalValue>>
  call(Operation *function, Operation *call,
       ArrayRef<EvalValue> arguments) override;

private:
  llvm::StringMap<Holder> functions;
};

// A typed module whose functions can be called.
class Program {
public:
  Program(IRModule &module, std::map<std::string, nb::object> externals)
      : externals(std::move(externals)), source(module.getSource()) {
    DiagnosticCollector diagnostics(source);
    op = OwningOpRef<ModuleOp>(
        ModuleOp::create(UnknownLoc::get(python::getContext())));
    if (failed(module.getProgram()->lowerInto(*op)) || failed(inferTypes(*op)))
      diagnostics.raise("the module cannot be evaluated");
    EvaluatorOptions options;
    options.externals = &this->externals;
    evaluator.emplace(*op, options);
  }

  nb::object call(const std::string &name, nb::list arguments,
                  Profile *profile);

private:
  LiveModule op;
  PythonFunctions externals;
  std::optional<Evaluator> evaluator;
  // The evaluator serves one thread at a time. A handler of signals that uses
  // it again is on the same one, and between two operators.
  std::recursive_mutex mutex;
  bool wasCalled = false;
  SourceRef source;
};
} // namespace

static std::string toText(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  ast::print(*convertType(type, {}), os);
  return text;
}

// The value of an argument of type `type`; `what` names it in errors.
static EvalValue makeValue(nb::handle value, Type type,
                           const std::string &what) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    std::string expected = what + ": expected a tuple of " +
                           std::to_string(tuple.size()) + " values";
    PyObject *iterator = PyObject_GetIter(value.ptr());
    if (!iterator) {
      PyErr_Clear();
      raiseArgumentError(expected, value);
    }
    Py_DECREF(iterator);
    std::vector<nb::object> fields = getElements(value);
    if (fields.size() != tuple.size())
      raise(getPythonTypes().argumentError,
            expected + ", but got " + std::to_string(fields.size()));
    EvalTuple values;
    for (auto [i, field] : llvm::enumerate(fields))
      values.push_back(
          makeValue(field, tuple.getType(i), what + "." + std::to_string(i)));
    return EvalValue::makeTuple(std::move(values));
  }
  auto tensorType = dyn_cast<RankedTensorType>(type);
  if (!tensorType)
    raise(getPythonTypes().argumentError, what + ": values of type " +
                                              toText(type) +
                                              " cannot be given from Python");
  NDArray array = getNDArray(value);
  bool fits =
      array.getDType() == getDType(tensorType.getElementType()) &&
      succeeded(verifyCompatibleShape(array.getShape(), tensorType.getShape()));
  RankedTensorType actual = RankedTensorType::get(
      array.getShape(), getElementType(python::getContext(), array.getDType()));
  if (!fits)
    raise(getPythonTypes().argumentError,
          what + ": expected " + toText(type) + ", but got " + toText(actual));
  Tensor tensor = Tensor::fromNDArray(actual, array);
  if (!tensor)
    throw std::bad_alloc();
  return tensor;
}

static nb::object toPython(const EvalValue &value) {
  if (const EvalTuple *tuple = value.getTuple()) {
    nb::list fields;
    for (const EvalValue &field : *tuple)
      fields.append(toPython(field));
    return makeArray(std::move(fields));
  }
  const Tensor *tensor = value.getTensor();
  if (!tensor)
    raiseTVMError("functions and references have no value in Python");
  std::optional<NDArray> array = tensor->toNDArray();
  if (!array)
    throw std::bad_alloc();
  return nb::cast(NDArrayObject{std::move(*array)});
}

FailureOr<std::optional<EvalValue>>
PythonFunctions::call(Operation *function, Operation *call,
                      ArrayRef<EvalValue> arguments) {
  auto symbol = function->getAttrOfType<StringAttr>(fnattr::globalSymbol);
  auto found = symbol ? functions.find(symbol) : functions.end();
  if (found == functions.end())
    return std::optional<EvalValue>();
  ScopedLock lock;
  try {
    nb::list values;
    for (const EvalValue &argument : arguments)
      values.append(toPython(argument));
    nb::object result = (*found->second)(*values);
    Type type = call == function
                    ? cast<func::FuncOp>(function).getResultTypes().front()
                    : call->getResult(0).getType();
    return std::optional<EvalValue>(
        makeValue(result, type, "the result of " + symbol.str()));
  } catch (...) {
    // It is raised in the place of an error.
    setPendingException(std::current_exception());
    return failure();
  }
}

nb::object Program::call(const std::string &name, nb::list arguments,
                         Profile *profile) {
  auto function = (*op).lookupSymbol<func::FuncOp>(name);
  if (!function)
    raise(PyExc_ValueError, "no function " + name);
  if (arguments.size() != function.getNumArguments())
    raise(getPythonTypes().argumentError,
          "the function takes " + std::to_string(function.getNumArguments()) +
              " arguments, but got " + std::to_string(arguments.size()));
  SmallVector<EvalValue> values;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    values.push_back(
        makeValue(arguments[i], type, "argument " + std::to_string(i + 1)));
  DiagnosticCollector diagnostics(source);
  FailureOr<SmallVector<EvalValue>> results = failure();
  ScopedWork::call([&](Cancellation &cancellation) {
    std::lock_guard<std::recursive_mutex> lock(mutex);
    std::optional<BuildProgress> progress;
    if (!std::exchange(wasCalled, true))
      progress.emplace("first evaluation, which compiles kernels");
    evaluator->setProfile(profile);
    results = evaluator->call(function, values, &cancellation);
  });
  if (failed(results))
    diagnostics.raise("the evaluation of @" + name + " failed");
  return toPython(results->front());
}

// Return the text that `write` writes.
template <auto write>
static std::string toText(const Profile &profile) {
  std::string text;
  llvm::raw_string_ostream os(text);
  (profile.*write)(os);
  return text;
}

// Values that expressions have for an importer.
namespace {
class ConstantValues {
public:
  explicit ConstantValues(nb::dict variables) {
    for (auto [key, value] : variables)
      setVariable(nb::borrow(key), nb::borrow(value));
  }
  void setVariable(nb::object key, nb::object value) {
    ast::VarRef var;
    if (!nb::try_cast(key, var) || !var)
      raiseArgumentError("expected a variable", key);
    values.setVariable(var, getNDArray(value));
  }
  nb::object evaluate(Checked<ast::ExprRef> expr);

private:
  ExprValues values;
};
} // namespace

// Whether a value of type `type` takes more than `mostBytes` bytes: sizes that
// are not known count as 1.
static bool isLarger(const ast::TypeRef &type, uint64_t mostBytes) {
  auto *tensor = dyn_cast_if_present<ast::TensorType>(type.get());
  if (!tensor)
    return true;
  uint64_t numBytes = tensor->getDType().getByteSize();
  for (const ast::Dim &dim : tensor->getShape())
    if (dim.isStatic())
      numBytes = llvm::SaturatingMultiply(numBytes, uint64_t(dim.size));
  return numBytes > mostBytes;
}

// Return the value of an expression of constants and of variables that have
// values, or None.
static nb::object evaluateExpr(const ast::ExprRef &expr, ExprValues *known) {
  // Never destroyed, as the context.
  static auto *evaluator = [] {
    FoldConstantConfig config;
    config.foldQnn = true;
    // A model draws other random numbers in each run.
    MLIRContext *context = python::getContext();
    for (RegisteredOperationName name : context->getRegisteredOperations())
      if (name.getStringRef().starts_with("relay.random."))
        config.noFoldOps.insert(name);
    return new ExprEvaluator(python::getContext(), getLocalTypes(),
                             std::move(config));
  }();
  std::optional<EvalValue> value;
  std::string failure;
  ScopedWork::call([&](Cancellation &cancellation) {
    llvm::Expected<EvalValue> result =
        evaluator->evaluate(*expr, &cancellation, known);
    if (result) {
      value = std::move(*result);
      return;
    }
    llvm::handleAllErrors(
        result.takeError(),
        [&](const EvaluationError &error) {
          if (error.getKind() != EvaluationError::Kind::NoValue)
            failure = error.message();
        },
        [](const llvm::ErrorInfoBase &) {});
  });
  if (!failure.empty())
    raiseTVMError(failure);
  return value ? toPython(*value) : nb::none();
}

static nb::object evaluateSmall(Checked<ast::ExprRef> checked,
                                std::optional<uint64_t> mostBytes) {
  ast::ExprRef expr = checked.take();
  if (mostBytes && isLarger(getLocalTypes().find(*expr), *mostBytes))
    return nb::none();
  return evaluateExpr(expr, nullptr);
}

nb::object ConstantValues::evaluate(Checked<ast::ExprRef> expr) {
  return evaluateExpr(expr.take(), &values);
}

void python::bindEvaluation(nb::module_ &m) {
  nb::class_<Profile>(m, "Profile",
                      "The times of the operators of an evaluation.")
      .def(nb::init<>())
      .def("clear", &Profile::clear, "Forgets what there is.")
      .def("table", toText<&Profile::printTable>,
           "A line for each operator: calls, milliseconds, share, GFLOP/s and "
           "GB/s.")
      .def("trace", toText<&Profile::writeTrace>,
           "All events as chrome://tracing reads them, in JSON.")
      .def("chart", toText<&Profile::writeChart>, "The table as bars, in SVG.");
  nb::class_<Program>(m, "Program", "A typed module that can be evaluated.")
      .def(nb::init<IRModule &, std::map<std::string, nb::object>>(),
           nb::arg("mod"),
           nb::arg("externals") = std::map<std::string, nb::object>())
      .def("call", &Program::call, nb::arg("name"), nb::arg("arguments"),
           nb::arg("profile") = nb::none());
  m.def("evaluate_constant", evaluateSmall, nb::arg("expr").none(),
        nb::arg("most_bytes") = nb::none(),
        "The value of an expression of constants: an NDArray, or a tuple; None "
        "if it is not constant, exceeds the limits of FoldConstant, or has a "
        "type of more than `most_bytes` bytes.");
  nb::class_<ConstantValues>(
      m, "ConstantValues",
      "Values of expressions, each of which is computed once. The dictionary "
      "gives the values of variables.")
      .def(nb::init<nb::dict>(), nb::arg("variables"))
      .def("set_variable", &ConstantValues::setVariable, nb::arg("var"),
           nb::arg("value"), "Gives a variable a value.")
      .def("evaluate", &ConstantValues::evaluate, nb::arg("expr").none(),
           "The value of an expression of constants and of those variables: an "
           "NDArray, or a tuple; None if it has none, or exceeds the limits of "
           "FoldConstant.");
}
