//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of external compilers, compiled when they are first called.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/CompiledModule/ExternalEvaluation.h"
#include "RelayLite/Codegen/Pipelines.h"
#include "RelayLite/CompiledModule/CompiledModule.h"
#include "RelayLite/CompiledModule/LoadedModule.h"
#include "RelayLite/Conversion/ExternalCompiler.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "RelayLite/Support/NDArray.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
class CompiledExternalFunctions : public ExternalFunctions {
public:
  explicit CompiledExternalFunctions(bool require) : require(require) {}

  FailureOr<std::optional<EvalValue>>
  call(Operation *function, Operation *call,
       ArrayRef<EvalValue> arguments) override;

private:
  FailureOr<std::unique_ptr<LoadedModule>>
  compile(Operation *function, const ExternalCompiler &compiler);

  bool require;
  DenseMap<Operation *, std::unique_ptr<LoadedModule>> functions;
  /// The compilers of which it has warned.
  llvm::StringSet<> missing;
};
} // namespace

std::unique_ptr<ExternalFunctions>
relay::createCompiledExternalFunctions(bool require) {
  return std::make_unique<CompiledExternalFunctions>(require);
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static constexpr StringLiteral entryName = "main";

/// A module with a copy of `function` alone, which @main is or calls.
static OwningOpRef<ModuleOp> isolate(Operation *function) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(function->getLoc());
  OpBuilder b(module->getBodyRegion());
  if (isa<func::FuncOp>(function)) {
    auto copy = cast<func::FuncOp>(b.clone(*function));
    copy.setName(entryName);
    copy.setPublic();
    return module;
  }
  Location loc = function->getLoc();
  auto type = cast<FunctionType>(function->getResult(0).getType());
  auto main = func::FuncOp::create(b, loc, entryName, type);
  Block *body = main.addEntryBlock();
  b.setInsertionPointToStart(body);
  Operation *literal = b.clone(*function);
  auto apply = ApplyOp::create(
      b, loc, type.getResult(0), literal->getResult(0), body->getArguments(),
      /*type_args=*/ArrayAttr(), /*arg_attrs=*/ArrayAttr(),
      /*res_attrs=*/ArrayAttr());
  func::ReturnOp::create(b, loc, apply->getResults());
  return module;
}

FailureOr<std::unique_ptr<LoadedModule>>
CompiledExternalFunctions::compile(Operation *function,
                                   const ExternalCompiler &compiler) {
  for (const std::string &library : compiler.getLibraries()) {
    std::string message;
    if (llvm::sys::DynamicLibrary::LoadLibraryPermanently(library.c_str(),
                                                          &message))
      return function->emitError("cannot load a library of the external "
                                 "compiler '")
             << compiler.getName() << "': " << message;
  }
  if (functions.size() == 1) {
    DialectRegistry registry;
    registerLoweringDialects(registry);
    function->getContext()->appendDialectRegistry(registry);
  }
  OwningOpRef<ModuleOp> module = isolate(function);
  FailureOr<std::unique_ptr<CompiledModule>> compiled = compileModule(*module);
  if (failed(compiled))
    return failure();
  llvm::Expected<std::unique_ptr<LoadedModule>> loaded =
      LoadedModule::load(**compiled);
  if (!loaded)
    return function->emitError("cannot load the code of the external "
                               "compiler '")
           << compiler.getName() << "': " << llvm::toString(loaded.takeError());
  return std::move(*loaded);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {
/// Tensors as the C functions take them.
struct Arguments {
  /// The tensors, which keep the memory.
  SmallVector<Tensor> tensors;
  SmallVector<DLTensor> descriptors;

  LogicalResult add(Tensor tensor, const RelayLiteTensorInfo &info) {
    tensor = tensor.materialize();
    if (!tensor)
      return failure();
    auto *shape = const_cast<int64_t *>(tensor.getType().getShape().data());
    descriptors.push_back({tensor.getData(),
                           {kDLCPU, 0},
                           int32_t(tensor.getType().getRank()),
                           info.dtype,
                           shape,
                           /*strides=*/nullptr,
                           /*byte_offset=*/0});
    tensors.push_back(std::move(tensor));
    return success();
  }
};
} // namespace

/// A copy of an output that the function has allocated.
static Tensor copyOutput(const DLTensor &output, Type elementType) {
  Tensor tensor = Tensor::allocate(RankedTensorType::get(
      ArrayRef(output.shape, size_t(output.ndim)), elementType));
  if (tensor)
    std::memcpy(tensor.getData(),
                static_cast<char *>(output.data) + output.byte_offset,
                tensor.getBytes().size());
  return tensor;
}

/// Calls the one function of `module`; its result has the type `type`.
static FailureOr<EvalValue> run(const RelayLiteModule &module, Operation *call,
                                ArrayRef<EvalValue> values, Type type) {
  const RelayLiteFunctionInfo &info = module.functions[0];
  SmallVector<Tensor> given;
  for (const EvalValue &value : values) {
    [[maybe_unused]] LogicalResult flattened = value.flatten(given);
    assert(succeeded(flattened) && "functions that compile take tensors");
  }
  SmallVector<Type> leaves;
  if (auto tuple = dyn_cast<TupleType>(type))
    tuple.getFlattenedTypes(leaves);
  else
    leaves.push_back(type);
  auto failMemory = [&] {
    return call->emitError("not enough memory for an external function");
  };
  Arguments inputs, outputs;
  for (auto [i, tensor] : llvm::enumerate(given))
    if (failed(inputs.add(tensor, info.inputs[i])))
      return failMemory();
  if (info.allocates_outputs)
    outputs.descriptors.resize(info.num_outputs);
  else
    for (auto [i, leaf] : llvm::enumerate(leaves)) {
      Tensor tensor = Tensor::allocate(cast<RankedTensorType>(leaf));
      if (!tensor || failed(outputs.add(tensor, info.outputs[i])))
        return failMemory();
    }
  RelayLiteContext context = {};
  if (info.call(&context, inputs.descriptors.data(),
                outputs.descriptors.data()) != RELAYLITE_OK)
    return call->emitError("the external function has failed: ")
           << context.message;
  if (info.allocates_outputs)
    for (auto [leaf, output] : llvm::zip_equal(leaves, outputs.descriptors)) {
      outputs.tensors.push_back(
          copyOutput(output, cast<RankedTensorType>(leaf).getElementType()));
      module.free_output(&output);
    }
  if (!llvm::all_of(outputs.tensors, [](const Tensor &t) { return bool(t); }))
    return failMemory();
  ArrayRef<Tensor> tensors = outputs.tensors;
  return EvalValue::unflatten(type, tensors);
}

FailureOr<std::optional<EvalValue>>
CompiledExternalFunctions::call(Operation *function, Operation *call,
                                ArrayRef<EvalValue> arguments) {
  StringRef name =
      function->getAttrOfType<StringAttr>(fnattr::compiler).getValue();
  const ExternalCompiler *compiler =
      lookupExternalCompiler(function->getContext(), name);
  if (!compiler) {
    if (require)
      return function->emitError("there is no external compiler '")
             << name << "'";
    if (missing.insert(name).second)
      function->emitWarning("there is no external compiler '")
          << name << "': RelayLite evaluates its functions";
    return std::optional<EvalValue>();
  }
  auto [it, isNew] = functions.try_emplace(function);
  if (isNew) {
    FailureOr<std::unique_ptr<LoadedModule>> compiled =
        compile(function, *compiler);
    if (failed(compiled)) {
      functions.erase(it);
      return failure();
    }
    it->second = std::move(*compiled);
  }
  Type type =
      isa<func::FuncOp>(function)
          ? cast<func::FuncOp>(function).getResultTypes().front()
          : cast<FunctionType>(function->getResult(0).getType()).getResult(0);
  FailureOr<EvalValue> result =
      run(it->second->getInterface(), call, arguments, type);
  if (failed(result))
    return failure();
  return std::optional<EvalValue>(std::move(*result));
}
