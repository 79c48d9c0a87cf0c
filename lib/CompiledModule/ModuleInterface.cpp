//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of a compiled module.
//
//===----------------------------------------------------------------------===//

#include "ModuleInterface.h"
#include "RelayLite-c/Compiled.h"
#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "Runtime/RuntimeData.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/JSON.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

/// Appends a tensor for each leaf of `type`; fails if one is something else.
static LogicalResult addTensors(Type type, StringRef name,
                                std::vector<TensorSignature> &tensors) {
  SmallVector<Type> leaves;
  auto tuple = dyn_cast<TupleType>(type);
  if (tuple)
    tuple.getFlattenedTypes(leaves);
  else
    leaves.push_back(type);
  for (auto [i, leaf] : llvm::enumerate(leaves)) {
    auto tensor = dyn_cast<RankedTensorType>(leaf);
    if (!tensor || !isElementType(tensor.getElementType()))
      return failure();
    TensorSignature signature;
    signature.name = tuple ? (name + "." + Twine(i)).str() : name.str();
    signature.dtype = *getDType(tensor.getElementType());
    llvm::append_range(signature.shape, tensor.getShape());
    tensors.push_back(std::move(signature));
  }
  return success();
}

/// `name` with what C identifiers may not have replaced by underscores.
static std::string getIdentifier(StringRef name) {
  std::string identifier = name.str();
  for (char &c : identifier)
    if (!llvm::isAlnum(c))
      c = '_';
  return identifier;
}

FailureOr<FunctionSignature> relay::describeFunction(func::FuncOp function,
                                                     StringRef moduleName) {
  FunctionSignature signature;
  signature.name = function.getSymName().str();
  signature.symbol = (moduleName + "_" + getIdentifier(signature.name)).str();
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto name = function.getArgAttrOfType<StringAttr>(i, fnattr::paramName);
    std::string text = name ? name.str() : "arg" + std::to_string(i);
    if (failed(addTensors(type, text, signature.inputs)))
      return function.emitError("expected tensors or tuples of tensors, but "
                                "argument ")
             << i << " has type " << type;
  }
  for (Type type : function.getResultTypes())
    if (failed(addTensors(type, "output", signature.outputs)))
      return function.emitError("expected tensors or tuples of tensors, but a "
                                "result has type ")
             << type;
  for (auto [i, output] : llvm::enumerate(signature.outputs)) {
    output.name = "output" + std::to_string(i);
    signature.allocatesOutputs |=
        llvm::any_of(output.shape, ShapedType::isDynamic);
  }
  return signature;
}

FailureOr<ModuleInterface> relay::describeInterface(ModuleOp module,
                                                    StringRef name) {
  ModuleInterface interface;
  interface.name = name.str();
  llvm::StringSet<> symbols;
  symbols.insert(interface.name + "_module");
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isDeclaration())
      continue;
    FailureOr<FunctionSignature> signature = describeFunction(function, name);
    if (failed(signature))
      return failure();
    if (!symbols.insert(signature->symbol).second)
      return function.emitError("expected no other function with the symbol '")
             << signature->symbol << "'";
    interface.functions.push_back(std::move(*signature));
  }
  if (interface.functions.empty())
    return module.emitError("expected a public function to compile");
  return interface;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void writeTensors(llvm::json::OStream &json, StringRef key,
                         ArrayRef<TensorSignature> tensors) {
  json.attributeArray(key, [&] {
    for (const TensorSignature &tensor : tensors)
      json.object([&] {
        json.attribute("name", llvm::json::fixUTF8(tensor.name));
        json.attribute("dtype", tensor.dtype.getName());
        json.attributeArray("shape", [&] {
          for (int64_t extent : tensor.shape)
            json.value(ShapedType::isDynamic(extent) ? -1 : extent);
        });
      });
  });
}

std::string relay::getJson(const ModuleInterface &interface,
                           const llvm::TargetMachine &machine) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("version", int64_t(RELAYLITE_COMPILED_VERSION));
    json.attribute("name", interface.name);
    json.attributeObject("target", [&] {
      json.attribute("triple", machine.getTargetTriple().str());
      json.attribute("cpu", machine.getTargetCPU());
      json.attribute("features", machine.getTargetFeatureString());
    });
    json.attributeArray("functions", [&] {
      for (const FunctionSignature &function : interface.functions)
        json.object([&] {
          json.attribute("name", llvm::json::fixUTF8(function.name));
          json.attribute("symbol", function.symbol);
          writeTensors(json, "inputs", function.inputs);
          writeTensors(json, "outputs", function.outputs);
          json.attribute("allocates_outputs", function.allocatesOutputs);
          json.attribute("workspace_bytes", function.workspaceBytes);
          json.attribute("live_bytes", function.liveBytes);
        });
    });
    json.attribute("weights_bytes", int64_t(interface.weightsBytes));
    json.attribute("max_threads", interface.maxThreads);
  });
  os << "\n";
  return text;
}

//===----------------------------------------------------------------------===//
// Header
//===----------------------------------------------------------------------===//

/// Names are no C, and could end a comment.
static std::string getCommentText(StringRef name) {
  std::string text;
  for (char c : name)
    text += llvm::isPrint(c) && c != '*' && c != '\\' ? c : '_';
  return text;
}

static void writeTensors(raw_ostream &os, StringRef title,
                         ArrayRef<TensorSignature> tensors) {
  os << "   " << title << ":\n";
  for (auto [i, tensor] : llvm::enumerate(tensors)) {
    os << "     [" << i << "] " << getCommentText(tensor.name) << ": "
       << tensor.dtype.getName() << "(";
    llvm::interleaveComma(tensor.shape, os, [&](int64_t extent) {
      if (ShapedType::isDynamic(extent))
        os << "?";
      else
        os << extent;
    });
    os << ")\n";
  }
}

std::string relay::getHeaderText(const ModuleInterface &interface) {
  std::string text;
  llvm::raw_string_ostream os(text);
  std::string guard = StringRef(interface.name).upper() + "_RELAYLITE_H";
  os << "/* The compiled module " << interface.name
     << ". Written by relay-lite-compile. */\n\n"
     << "#ifndef " << guard << "\n#define " << guard << "\n\n"
     << getCompiledHeader() << "\n"
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
     << "extern const RelayLiteModule " << interface.name << "_module;\n";
  for (const FunctionSignature &function : interface.functions) {
    os << "\n/* The function " << getCommentText(function.name) << ".\n";
    writeTensors(os, "inputs", function.inputs);
    writeTensors(os, "outputs", function.outputs);
    if (function.allocatesOutputs)
      os << "   It allocates its outputs: see free_output.\n";
    os << "   Workspace: " << function.workspaceBytes << " bytes. */\n"
       << "int32_t " << function.symbol
       << "(RelayLiteContext *context, const DLTensor *inputs, "
          "DLTensor *outputs);\n"
       << "enum { " << function.symbol
       << "_num_inputs = " << function.inputs.size() << ", " << function.symbol
       << "_num_outputs = " << function.outputs.size() << " };\n";
  }
  os << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
  return text;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

namespace {
/// Writes the constants of RelayLite-c/Compiled.h and Runtime/Runtime.h.
class InterfaceWriter {
public:
  InterfaceWriter(llvm::Module &code)
      : code(code), context(code.getContext()),
        i8(llvm::Type::getInt8Ty(context)),
        i32(llvm::Type::getInt32Ty(context)),
        i64(llvm::Type::getInt64Ty(context)),
        pointer(llvm::PointerType::getUnqual(context)) {}

  void write(const ModuleInterface &interface, StringRef description,
             StringRef codePrefix);

private:
  using Constant = llvm::Constant;
  using Fields = ArrayRef<Constant *>;

  Constant *getInt(llvm::Type *type, int64_t value) {
    return llvm::ConstantInt::getSigned(type, value);
  }
  Constant *getNull() { return llvm::ConstantPointerNull::get(pointer); }
  Constant *getStruct(Fields fields) {
    return llvm::ConstantStruct::getAnon(context, fields);
  }
  /// A pointer to constant data.
  llvm::GlobalVariable *getData(Constant *value) {
    auto *global =
        new llvm::GlobalVariable(code, value->getType(), /*isConstant=*/true,
                                 llvm::GlobalValue::PrivateLinkage, value);
    return global;
  }
  Constant *getString(StringRef text) {
    return getData(llvm::ConstantDataArray::getString(context, text));
  }
  Constant *getArray(Fields elements) {
    if (elements.empty())
      return getNull();
    return getData(llvm::ConstantArray::get(
        llvm::ArrayType::get(elements.front()->getType(), elements.size()),
        elements));
  }
  Constant *getTensors(ArrayRef<TensorSignature> tensors);
  llvm::Function *addPackedCode(const FunctionSignature &function,
                                StringRef codePrefix);
  llvm::Function *addFunction(const FunctionSignature &function,
                              Constant *compiledFunction);
  llvm::Function *addMapWeights(Constant *header);
  /// A function of the runtime.
  llvm::FunctionCallee getRuntime(StringRef name, llvm::Type *result,
                                  ArrayRef<llvm::Type *> arguments) {
    return code.getOrInsertFunction(
        name, llvm::FunctionType::get(result, arguments, false));
  }

  llvm::Module &code;
  llvm::LLVMContext &context;
  llvm::Type *i8, *i32, *i64;
  llvm::PointerType *pointer;
};
} // namespace

llvm::Constant *InterfaceWriter::getTensors(ArrayRef<TensorSignature> tensors) {
  SmallVector<Constant *> infos;
  for (const TensorSignature &tensor : tensors) {
    SmallVector<Constant *> shape;
    for (int64_t extent : tensor.shape)
      shape.push_back(getInt(i64, ShapedType::isDynamic(extent) ? -1 : extent));
    Constant *dtype = getStruct(
        {getInt(i8, tensor.dtype.code), getInt(i8, tensor.dtype.bits),
         getInt(llvm::Type::getInt16Ty(context), tensor.dtype.lanes)});
    infos.push_back(
        getStruct({getString(tensor.name), dtype,
                   getInt(i32, tensor.shape.size()), getArray(shape)}));
  }
  return getArray(infos);
}

/// A function that takes its arguments from an array of pointers.
llvm::Function *
InterfaceWriter::addPackedCode(const FunctionSignature &function,
                               StringRef codePrefix) {
  llvm::Function *callee =
      code.getFunction(("_mlir_ciface_" + codePrefix + function.name).str());
  assert(callee && "every public function has a C interface");
  auto *packed = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), pointer, false),
      llvm::GlobalValue::PrivateLinkage, "packed", code);
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(context, "", packed));
  SmallVector<llvm::Value *> arguments;
  for (size_t i = 0; i < callee->arg_size(); ++i)
    arguments.push_back(b.CreateLoad(
        pointer, b.CreateConstGEP1_64(pointer, packed->getArg(0), i)));
  b.CreateCall(callee, arguments);
  b.CreateRetVoid();
  return packed;
}

llvm::Function *InterfaceWriter::addFunction(const FunctionSignature &function,
                                             Constant *compiledFunction) {
  // The code has the name in the form of the LLVM dialect.
  auto *exported = llvm::Function::Create(
      llvm::FunctionType::get(i32, {pointer, pointer, pointer}, false),
      llvm::GlobalValue::ExternalLinkage, function.symbol, code);
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(context, "", exported));
  b.CreateRet(b.CreateCall(
      getRuntime("relay_rt_call", i32, {pointer, pointer, pointer, pointer}),
      {compiledFunction, exported->getArg(0), exported->getArg(1),
       exported->getArg(2)}));
  return exported;
}

/// The function map_weights of a module whose weights have the head `header`,
/// or null.
llvm::Function *InterfaceWriter::addMapWeights(Constant *header) {
  auto *function = llvm::Function::Create(
      llvm::FunctionType::get(i32, {pointer, pointer}, false),
      llvm::GlobalValue::PrivateLinkage, "map_weights", code);
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(context, "", function));
  b.CreateRet(b.CreateCall(
      getRuntime("relay_rt_map_weights", i32, {pointer, pointer, pointer}),
      {header, function->getArg(0), function->getArg(1)}));
  return function;
}

void InterfaceWriter::write(const ModuleInterface &interface,
                            StringRef description, StringRef codePrefix) {
  Constant *mayFail =
      getInt(i32, code.getFunction("relay_rt_allocate") ||
                      code.getFunction("relay_rt_call_external") ||
                      code.getFunction(failFunctionName) ||
                      code.getFunction(failSizesFunctionName));
  Constant *isParallel =
      getInt(i32, code.getFunction(parallelFunctionName) != nullptr);
  Constant *weights = getNull();
  if (interface.weightsBytes) {
    llvm::GlobalVariable *header = getData(llvm::ConstantDataArray::getString(
        context,
        {interface.weightsHeader.data(), interface.weightsHeader.size()},
        /*AddNull=*/false));
    header->setAlignment(llvm::Align(8));
    weights = header;
  }
  SmallVector<Constant *> infos;
  SmallVector<llvm::GlobalVariable *> compiledFunctions;
  for (const FunctionSignature &function : interface.functions) {
    // `compiled` and the function's info refer to each other. The initializer
    // of `compiled` is completed below.
    llvm::GlobalVariable *compiled = getData(
        getStruct({getNull(), getNull(), weights, mayFail, isParallel}));
    compiledFunctions.push_back(compiled);
    infos.push_back(getStruct(
        {getString(function.name), getInt(i32, function.inputs.size()),
         getInt(i32, function.outputs.size()), getTensors(function.inputs),
         getTensors(function.outputs), getInt(i64, function.workspaceBytes),
         getInt(i32, function.allocatesOutputs),
         addFunction(function, compiled)}));
  }
  Constant *functions = getArray(infos);
  for (auto [i, function] : llvm::enumerate(interface.functions)) {
    Constant *info = llvm::ConstantExpr::getInBoundsGetElementPtr(
        infos[i]->getType(), functions, getInt(i64, i));
    compiledFunctions[i]->setInitializer(
        getStruct({info, addPackedCode(function, codePrefix), weights, mayFail,
                   isParallel}));
  }

  llvm::Type *nothing = llvm::Type::getVoidTy(context);
  auto getCallee = [&](StringRef name, llvm::Type *result,
                       ArrayRef<llvm::Type *> arguments) {
    return cast<Constant>(getRuntime(name, result, arguments).getCallee());
  };
  Constant *module = getStruct(
      {getInt(i32, RELAYLITE_COMPILED_VERSION), getString(interface.name),
       getString(description), getInt(i32, infos.size()), functions,
       getInt(i64, interface.weightsBytes), addMapWeights(weights),
       getCallee("relay_rt_unmap_weights", nothing, {pointer}),
       getCallee("relay_rt_free_output", nothing, {pointer}),
       getInt(i32, interface.maxThreads),
       getCallee("relay_rt_create_threads", pointer, {i32}),
       getCallee("relay_rt_destroy_threads", nothing, {pointer})});
  auto *global = new llvm::GlobalVariable(
      code, module->getType(), /*isConstant=*/true,
      llvm::GlobalValue::ExternalLinkage, module, interface.name + "_module");
  // Programs that load a library find the module by this name. If several
  // modules are in one program, any of them may have it.
  llvm::GlobalAlias::create(module->getType(), 0,
                            llvm::GlobalValue::WeakAnyLinkage,
                            "relay_lite_module", global, &code);
}

void relay::addInterface(const ModuleInterface &interface,
                         StringRef description, StringRef codePrefix,
                         llvm::Module &code) {
  InterfaceWriter(code).write(interface, description, codePrefix);
}
