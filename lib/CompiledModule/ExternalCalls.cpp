//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of external compilers that are C functions of other libraries.
//
//===----------------------------------------------------------------------===//

#include "ExternalCalls.h"
#include "RelayLite/Conversion/ExternalCompiler.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace mlir::relay;

/// The prefix of the names of C functions that take descriptors of tensors. No
/// C identifier begins so.
static constexpr StringLiteral wrapperPrefix = "relay.external.";

/// Appends the tensors of which `value` consists.
static void flatten(OpBuilder &b, Value value,
                    SmallVectorImpl<Value> &tensors) {
  auto tuple = dyn_cast<TupleType>(value.getType());
  if (!tuple) {
    tensors.push_back(value);
    return;
  }
  for (auto [i, type] : llvm::enumerate(tuple.getTypes()))
    flatten(b, TupleGetOp::create(b, value.getLoc(), type, value, i), tensors);
}

/// Takes the value of type `type` from the front of `tensors`.
static Value unflatten(OpBuilder &b, Location loc, Type type,
                       ArrayRef<Value> &tensors) {
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple) {
    Value first = tensors.front();
    tensors = tensors.drop_front();
    return first;
  }
  SmallVector<Value> fields;
  for (Type field : tuple.getTypes())
    fields.push_back(unflatten(b, loc, field, tensors));
  return TupleOp::create(b, loc, tuple, fields);
}

/// Replaces the body of `function`, which has tensors and tuples of them, by a
/// call of the C function `symbol`.
static LogicalResult replaceBody(func::FuncOp function, StringRef symbol) {
  function.getBody().dropAllReferences();
  function.getBody().getBlocks().clear();
  Block *body = function.addEntryBlock();
  OpBuilder b = OpBuilder::atBlockBegin(body);
  Location loc = function.getLoc();
  SmallVector<Value> inputs;
  for (Value argument : body->getArguments())
    flatten(b, argument, inputs);
  SmallVector<Type> leaves;
  for (Type type : function.getResultTypes())
    if (auto tuple = dyn_cast<TupleType>(type))
      tuple.getFlattenedTypes(leaves);
    else
      leaves.push_back(type);
  FailureOr<SmallVector<Value>> outputs = createDestinationCall(
      b, loc, (wrapperPrefix + symbol).str(), inputs, leaves);
  if (failed(outputs))
    return failure();
  ArrayRef<Value> rest = *outputs;
  SmallVector<Value> results;
  for (Type type : function.getResultTypes())
    results.push_back(unflatten(b, loc, type, rest));
  func::ReturnOp::create(b, loc, results);
  function->removeDiscardableAttr(fnattr::compiler);
  return success();
}

FailureOr<std::vector<FunctionSignature>>
relay::callExternalSymbols(ModuleOp module,
                           const llvm::StringMap<std::string> &symbols) {
  std::vector<FunctionSignature> functions;
  if (symbols.empty())
    return functions;
  module.getContext()
      ->loadDialect<bufferization::BufferizationDialect,
                    memref::MemRefDialect>();
  for (auto function : llvm::to_vector(module.getOps<func::FuncOp>())) {
    auto name = function->getAttrOfType<StringAttr>(fnattr::globalSymbol);
    if (!name || !hasNonzeroAttr(function, fnattr::compiler))
      continue;
    auto found = symbols.find(name);
    if (found == symbols.end())
      continue;
    FailureOr<FunctionSignature> signature = describeFunction(function, "");
    if (failed(signature) || failed(replaceBody(function, found->second)))
      return failure();
    signature->symbol = found->second;
    functions.push_back(std::move(*signature));
  }
  return functions;
}

/// The types of arguments and results in the form of DLPack, as
/// relay_rt_call_external takes them: for each the code, bits and dimensions.
static llvm::Constant *getTypes(const FunctionSignature &function,
                                llvm::Module &code) {
  SmallVector<int32_t> numbers;
  for (const auto &tensors : {function.inputs, function.outputs})
    for (const TensorSignature &tensor : tensors)
      llvm::append_values(numbers, int32_t(tensor.dtype.code),
                          int32_t(tensor.dtype.bits),
                          int32_t(tensor.shape.size()));
  llvm::Constant *data =
      llvm::ConstantDataArray::get(code.getContext(), numbers);
  return new llvm::GlobalVariable(code, data->getType(), /*isConstant=*/true,
                                  llvm::GlobalValue::PrivateLinkage, data);
}

static void addExternalCall(const FunctionSignature &function,
                            llvm::Module &code) {
  llvm::Function *wrapper = code.getFunction(
      ("_mlir_ciface_" + wrapperPrefix + function.symbol).str());
  if (!wrapper || !wrapper->isDeclaration())
    return;
  llvm::LLVMContext &context = code.getContext();
  llvm::Type *nothing = llvm::Type::getVoidTy(context);
  llvm::Type *i32 = llvm::Type::getInt32Ty(context);
  llvm::Type *pointer = llvm::PointerType::getUnqual(context);
  wrapper->setLinkage(llvm::GlobalValue::InternalLinkage);
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(context, "", wrapper));
  auto *type = llvm::ArrayType::get(pointer, wrapper->arg_size());
  llvm::Value *descriptors = b.CreateAlloca(type);
  for (llvm::Argument &argument : wrapper->args())
    b.CreateStore(&argument, b.CreateConstGEP2_32(type, descriptors, 0,
                                                  argument.getArgNo()));
  llvm::FunctionCallee callee = code.getOrInsertFunction(
      function.symbol,
      llvm::FunctionType::get(i32, {pointer, pointer, pointer}, false));
  llvm::FunctionCallee runtime = code.getOrInsertFunction(
      "relay_rt_call_external",
      llvm::FunctionType::get(
          nothing, {pointer, pointer, i32, i32, pointer, pointer}, false));
  b.CreateCall(runtime,
               {callee.getCallee(), b.CreateGlobalString(function.name),
                b.getInt32(function.inputs.size()),
                b.getInt32(function.outputs.size()), getTypes(function, code),
                descriptors});
  b.CreateRetVoid();
}

void relay::addExternalCalls(ArrayRef<FunctionSignature> functions,
                             llvm::Module &code) {
  for (const FunctionSignature &function : functions)
    addExternalCall(function, code);
}
