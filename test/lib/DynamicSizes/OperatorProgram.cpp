//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Building programs of one operator, and calling them in both ways.
//
//===----------------------------------------------------------------------===//

#include "OperatorProgram.h"
#include "RelayLite/CompiledModule/CompiledModule.h"
#include "RelayLite/Conversion/Passes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include <cmath>
#include <random>

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::test;

/// Append the tensors of `type`. False if it has others.
static bool flatten(Type type, SmallVectorImpl<RankedTensorType> &tensors) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::all_of(tuple.getTypes(),
                        [&](Type field) { return flatten(field, tensors); });
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (tensor)
    tensors.push_back(tensor);
  return tensor != nullptr;
}

/// The type of the form of `type` whose tensors are those at the front of
/// `tensors`, which it takes.
static Type unflatten(Type type, ArrayRef<RankedTensorType> &tensors) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return TupleType::get(
        type.getContext(),
        llvm::map_to_vector(tuple.getTypes(), [&](Type field) {
          return unflatten(field, tensors);
        }));
  Type first = tensors.front();
  tensors = tensors.drop_front();
  return first;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

Shapes OperatorProgram::makeDynamic(ArrayRef<Dimension> dims) const {
  Shapes dynamic = shapes;
  for (Dimension at : dims)
    dynamic[at.tensor][at.dim] = ShapedType::kDynamic;
  return dynamic;
}

SmallVector<Type> OperatorProgram::makeOperandTypes(const Shapes &given) const {
  SmallVector<RankedTensorType> tensors;
  for (auto [type, shape] : llvm::zip_equal(types, given))
    tensors.push_back(type.clone(shape));
  ArrayRef<RankedTensorType> rest = tensors;
  return llvm::map_to_vector(example->operands, [&](Type operand) {
    return unflatten(operand, rest);
  });
}

/// A module with a function of the operator; null if its types do not fit.
OwningOpRef<ModuleOp>
OperatorProgram::build(ArrayRef<Type> operandTypes) const {
  Location loc = UnknownLoc::get(context);
  OwningOpRef<ModuleOp> result(ModuleOp::create(loc));
  OpBuilder b = OpBuilder::atBlockEnd(result->getBody());
  auto function =
      func::FuncOp::create(b, loc, "main", b.getFunctionType(operandTypes, {}));
  Block *body = function.addEntryBlock();
  b.setInsertionPointToEnd(body);
  OperationState state(loc, example->name.getStringRef(), body->getArguments(),
                       {UnknownType::get(context)},
                       example->attributes.getValue());
  Operation *op = b.create(state);
  auto inference = dyn_cast<InferTypeOpInterface>(op);
  SmallVector<Type> inferred;
  SmallVector<RankedTensorType> results;
  if (!inference ||
      failed(inference.inferReturnTypes(
          context, std::nullopt, op->getOperands(),
          op->getDiscardableAttrDictionary(), op->getPropertiesStorage(), {},
          inferred)) ||
      !flatten(inferred.front(), results))
    return nullptr;
  op->getResult(0).setType(inferred.front());
  func::ReturnOp::create(b, loc, op->getResults());
  function.setType(b.getFunctionType(operandTypes, inferred));
  return failed(verify(*result)) ? nullptr : std::move(result);
}

bool OperatorProgram::hasLowering(ArrayRef<Dimension> dims) const {
  ScopedDiagnosticHandler handler(context, [](Diagnostic &) {});
  OwningOpRef<ModuleOp> built = build(makeOperandTypes(makeDynamic(dims)));
  PassManager pm(context);
  pm.addPass(createConvertRelayToLinalgPass());
  return built && succeeded(pm.run(*built));
}

std::unique_ptr<OperatorProgram>
OperatorProgram::create(MLIRContext *context, const OperatorExample &example) {
  auto program = std::make_unique<OperatorProgram>();
  program->context = context;
  program->example = &example;
  for (Type operand : example.operands)
    if (!flatten(operand, program->types))
      return nullptr;
  SmallVector<Dimension> all;
  for (auto [i, type] : llvm::enumerate(program->types)) {
    program->shapes.emplace_back(type.getShape());
    for (size_t dim = 0; dim < type.getShape().size(); ++dim)
      all.push_back({i, dim});
  }
  if (program->hasLowering(all)) {
    program->dynamicDims = all;
  } else {
    if (!program->hasLowering({}))
      return nullptr;
    for (Dimension dim : all) {
      program->dynamicDims.push_back(dim);
      if (!program->hasLowering(program->dynamicDims))
        program->dynamicDims.pop_back();
    }
  }
  program->module = program->build(
      program->makeOperandTypes(program->makeDynamic(program->dynamicDims)));
  program->evaluator = std::make_unique<Evaluator>(*program->module);
  return program;
}

llvm::Error OperatorProgram::compile() {
  std::string reason;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    llvm::raw_string_ostream(reason) << diagnostic << "; ";
  });
  OwningOpRef<ModuleOp> copy = module->clone();
  FailureOr<std::unique_ptr<CompiledModule>> compiled = compileModule(*copy);
  if (failed(compiled))
    return llvm::createStringError(reason);
  auto loaded = LoadedModule::load(**compiled);
  if (!loaded)
    return loaded.takeError();
  code = std::move(*loaded);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Calling
//===----------------------------------------------------------------------===//

SmallVector<RankedTensorType>
OperatorProgram::inferResults(const Shapes &given) const {
  ScopedDiagnosticHandler handler(context, [](Diagnostic &) {});
  OwningOpRef<ModuleOp> built = build(makeOperandTypes(given));
  SmallVector<RankedTensorType> results;
  if (built)
    flatten(built->lookupSymbol<func::FuncOp>("main").getResultTypes().front(),
            results);
  bool isStatic = llvm::all_of(
      results, [](RankedTensorType type) { return type.hasStaticShape(); });
  return isStatic ? results : SmallVector<RankedTensorType>();
}

/// Fill `tensor` with numbers from 0.1 to 1, or integers of 0, 1 and 2.
static void fill(const Tensor &tensor, std::mt19937_64 &random) {
  Type type = tensor.getType().getElementType();
  size_t size = Tensor::getElementSize(type);
  for (int64_t i = 0, e = tensor.getType().getNumElements(); i < e; ++i) {
    uint64_t bits = random() % (type.isInteger(1) ? 2 : 3);
    if (auto floats = dyn_cast<FloatType>(type)) {
      APFloat value(0.1 + double(random() % 1000) / 1111);
      bool losesInfo;
      value.convert(floats.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
      bits = value.bitcastToAPInt().getZExtValue();
    }
    std::memcpy(tensor.getData() + i * size, &bits, size);
  }
}

SmallVector<Tensor> OperatorProgram::makeArguments(const Shapes &given,
                                                   uint64_t seed) const {
  std::mt19937_64 random(seed);
  SmallVector<Tensor> arguments;
  for (auto [type, shape] : llvm::zip_equal(types, given)) {
    arguments.push_back(Tensor::allocate(type.clone(shape)));
    fill(arguments.back(), random);
  }
  return arguments;
}

Answer OperatorProgram::evaluate(ArrayRef<Tensor> arguments) {
  Answer answer;
  SmallVector<RankedTensorType> given = llvm::map_to_vector(
      arguments, [](const Tensor &tensor) { return tensor.getType(); });
  ArrayRef<RankedTensorType> rest = given;
  SmallVector<EvalValue> operands;
  for (Type operand : example->operands)
    operands.push_back(
        EvalValue::unflatten(unflatten(operand, rest), arguments));
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    answer.error = diagnostic.str();
  });
  auto function = module->lookupSymbol<func::FuncOp>("main");
  FailureOr<SmallVector<EvalValue>> results =
      evaluator->call(function, operands);
  if (succeeded(results))
    (void)results->front().flatten(answer.results);
  return answer;
}

static DLTensor toDLPack(const Tensor &tensor) {
  Type type = tensor.getType().getElementType();
  auto bits = uint8_t(type.getIntOrFloatBitWidth());
  DLDataType dtype = {kDLInt, bits, 1};
  if (type.isInteger(1))
    dtype = {kDLBool, 8, 1};
  else if (type.isUnsignedInteger())
    dtype.code = kDLUInt;
  else if (type.isBF16())
    dtype.code = kDLBfloat;
  else if (isa<FloatType>(type))
    dtype.code = kDLFloat;
  ArrayRef<int64_t> shape = tensor.getType().getShape();
  return {tensor.getData(),
          {kDLCPU, 0},
          int32_t(shape.size()),
          dtype,
          const_cast<int64_t *>(shape.data()),
          nullptr,
          0};
}

Answer OperatorProgram::run(ArrayRef<Tensor> arguments) {
  const RelayLiteModule &interface = code->getInterface();
  const RelayLiteFunctionInfo &function = interface.functions[0];
  Answer answer;
  SmallVector<RankedTensorType> resultTypes;
  auto main = module->lookupSymbol<func::FuncOp>("main");
  flatten(main.getResultTypes().front(), resultTypes);
  SmallVector<DLTensor> inputs = llvm::map_to_vector(arguments, toDLPack);
  SmallVector<DLTensor> outputs(resultTypes.size());
  if (!function.allocates_outputs)
    for (auto [output, type] : llvm::zip_equal(outputs, resultTypes)) {
      answer.results.push_back(Tensor::allocate(type));
      output = toDLPack(answer.results.back());
    }
  RelayLiteContext call = {};
  int32_t status = 0;
  llvm::CrashRecoveryContext recovery;
  if (!recovery.RunSafely([&] {
        status = function.call(&call, inputs.data(), outputs.data());
      })) {
    answer.error = "crash";
    return answer;
  }
  if (status) {
    answer.error = call.message;
    answer.results.clear();
    return answer;
  }
  if (!function.allocates_outputs)
    return answer;
  for (auto [output, type] : llvm::zip_equal(outputs, resultTypes)) {
    Tensor copy =
        Tensor::allocate(type.clone(ArrayRef(output.shape, output.ndim)));
    std::memcpy(copy.getData(),
                static_cast<const char *>(output.data) + output.byte_offset,
                copy.getBytes().size());
    answer.results.push_back(copy);
    interface.free_output(&output);
  }
  return answer;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

std::string test::compareAnswers(const Answer &evaluated,
                                 const Answer &compiled) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (evaluated.error.empty() != compiled.error.empty()) {
    auto describe = [&](const Answer &answer) {
      if (!answer.error.empty())
        os << "the error '" << answer.error << "'";
      else
        llvm::interleaveComma(answer.results, os, [&](const Tensor &tensor) {
          os << tensor.getType();
        });
    };
    os << "evaluated ";
    describe(evaluated);
    os << ", compiled ";
    describe(compiled);
    return text;
  }
  if (evaluated.results.size() != compiled.results.size())
    return "another number of results";
  for (auto [x, y] : llvm::zip_equal(evaluated.results, compiled.results)) {
    if (x.getType() != y.getType()) {
      os << "evaluated " << x.getType() << ", compiled " << y.getType();
      return text;
    }
    Type type = x.getType().getElementType();
    for (int64_t i = 0, e = x.getType().getNumElements(); i < e; ++i) {
      // A splat has one element in memory.
      APInt first = x.getBits(x.isSplat() ? 0 : i), second = y.getBits(i);
      bool areNaN = isa<FloatType>(type) && std::isnan(toDouble(first, type)) &&
                    std::isnan(toDouble(second, type));
      if (first == second || areNaN)
        continue;
      os << "element " << i << ": evaluated " << toDouble(first, type)
         << ", compiled " << toDouble(second, type);
      return text;
    }
  }
  return text;
}
