//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation of one Relay operator on tensors.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Evaluation/OperatorEvaluator.h"
#include "KernelKey.h"
#include "Pointwise.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Evaluation/KernelCompiler.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::relay;
using llvm::createStringError;
using llvm::Expected;

/// Whether all tensors in `type` have a static shape.
static bool isStatic(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::all_of(tuple.getTypes(), isStatic);
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape();
}

//===----------------------------------------------------------------------===//
// Traps
//===----------------------------------------------------------------------===//

/// Whether `tensor`, of integers, holds the integer whose bits are `pattern`.
static bool contains(const Tensor &tensor, const APInt &pattern) {
  size_t size = Tensor::getElementSize(tensor.getType().getElementType());
  uint64_t bits = pattern.getZExtValue();
  ArrayRef<char> bytes = tensor.getBytes();
  for (size_t i = 0; i + size <= bytes.size(); i += size)
    if (std::memcmp(bytes.data() + i, &bits, size) == 0)
      return true;
  return false;
}

/// Whether an integer division of `lhs` by `rhs` may have no value somewhere.
static bool mayTrap(const Tensor &lhs, const Tensor &rhs) {
  auto type = dyn_cast<IntegerType>(rhs.getType().getElementType());
  if (!type)
    return false;
  unsigned width = type.getWidth();
  if (contains(rhs, APInt(width, 0)))
    return true;
  return !type.isUnsigned() && width > 1 &&
         contains(rhs, APInt::getAllOnes(width)) &&
         contains(lhs, APInt::getSignedMinValue(width));
}

//===----------------------------------------------------------------------===//
// Result types
//===----------------------------------------------------------------------===//

// Operands up to this size are given to inference as constants when the shape
// of the result depends on their values.
static constexpr size_t maxShapeOperandBytes = 4096;

/// The type of the result of `op` where it depends on the values of operands.
static Type inferFromValues(Operation *op, ArrayRef<EvalValue> operands) {
  FailureOr<KernelSource> source = makeKernelSource(
      op,
      llvm::map_to_vector(operands,
                          [&](const EvalValue &value) {
                            return value.getType(op->getContext());
                          }),
      op->getResult(0).getType());
  if (failed(source))
    return {};
  OpBuilder b(source->op);
  for (auto [i, value] : llvm::enumerate(operands)) {
    const Tensor *tensor = value.getTensor();
    if (!tensor || tensor->getBytes().size() > maxShapeOperandBytes)
      continue;
    Value constant = ConstantOp::create(
        b, source->op->getLoc(),
        makeConstant(tensor->getType(), tensor->getBytes(), tensor->isSplat()));
    source->op->setOperand(i, constant);
  }
  auto inference = dyn_cast<InferTypeOpInterface>(source->op);
  SmallVector<Type> inferred;
  if (!inference ||
      failed(inference.inferReturnTypes(
          op->getContext(), std::nullopt, source->op->getOperands(),
          source->op->getDiscardableAttrDictionary(),
          source->op->getPropertiesStorage(), {}, inferred)))
    return {};
  return inferred.front();
}

//===----------------------------------------------------------------------===//
// Kernels of static shapes
//===----------------------------------------------------------------------===//

/// Appends tensors for the results of type `type`.
static bool allocateResults(Type type, SmallVectorImpl<Tensor> &tensors) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::all_of(tuple.getTypes(), [&](Type field) {
      return allocateResults(field, tensors);
    });
  tensors.push_back(Tensor::allocate(cast<RankedTensorType>(type)));
  return static_cast<bool>(tensors.back());
}

/// The kernel of `op` on operands of the given types.
static Expected<Kernel> getStaticKernel(Operation *op,
                                        ArrayRef<Type> operandTypes,
                                        Type resultType, KernelMemo &memo) {
  KernelMemo::Key key = makeMemoKey(op);
  for (Type type : operandTypes)
    key.push_back(reinterpret_cast<uint64_t>(type.getAsOpaquePointer()));
  key.push_back(reinterpret_cast<uint64_t>(resultType.getAsOpaquePointer()));
  if (const Kernel *kernel = memo.lookup(key))
    return *kernel;
  FailureOr<KernelSource> source =
      makeKernelSource(op, operandTypes, resultType);
  if (failed(source))
    return createStringError("the operands do not fit the operator");
  Expected<Kernel> kernel = KernelCompiler::get().compile(source->getKey());
  if (kernel)
    memo.insert(key, *kernel);
  return kernel;
}

static Expected<EvalValue> runStaticKernel(Operation *op,
                                           ArrayRef<Type> operandTypes,
                                           ArrayRef<Tensor> operands,
                                           Type resultType, KernelMemo &memo) {
  Expected<Kernel> kernel = getStaticKernel(op, operandTypes, resultType, memo);
  if (!kernel)
    return kernel.takeError();
  SmallVector<Tensor> results;
  if (!allocateResults(resultType, results))
    return createStringError("not enough memory for a result of type " +
                             llvm::formatv("{0}", resultType).str());
  SmallVector<void *> buffers;
  SmallVector<Tensor> dense;
  for (const Tensor &operand : operands) {
    dense.push_back(operand.materialize());
    if (!dense.back())
      return createStringError("not enough memory for an operand of type " +
                               llvm::formatv("{0}", operand.getType()).str());
    buffers.push_back(dense.back().getData());
  }
  for (const Tensor &result : results)
    buffers.push_back(result.getData());
  Tensor scratch;
  if (kernel->scratchSize) {
    scratch = Tensor::allocate(
        RankedTensorType::get(static_cast<int64_t>(kernel->scratchSize),
                              IntegerType::get(resultType.getContext(), 8)));
    if (!scratch)
      return createStringError("not enough memory for " +
                               Twine(kernel->scratchSize) +
                               " bytes of temporary data");
  }
  buffers.push_back(scratch.getData());
  // Static sizes and strides are not read.
  kernel->function(buffers.data(), nullptr, nullptr);
  ArrayRef<Tensor> rest = results;
  return EvalValue::unflatten(resultType, rest);
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

Expected<EvalValue> relay::evaluateOperator(Operation *op,
                                            ArrayRef<EvalValue> operands,
                                            TrapMode trapMode,
                                            KernelMemo &memo) {
  SmallVector<Type> operandTypes;
  SmallVector<Tensor> tensors;
  for (const EvalValue &operand : operands) {
    Type type = operand.getType(op->getContext());
    if (!type || failed(operand.flatten(tensors)))
      return createStringError("expected tensors as operands of an operator");
    operandTypes.push_back(type);
  }
  if (trapMode == TrapMode::Fail && op->hasTrait<DivisionLike>() &&
      mayTrap(tensors[0], tensors[1]))
    return createStringError("an integer division has no value");

  Type resultType = op->getResult(0).getType();
  bool isTyped =
      TypeRange(operandTypes) == op->getOperandTypes() && isStatic(resultType);
  if (!isTyped) {
    FailureOr<KernelSource> source = makeKernelSource(op, operandTypes);
    if (failed(source))
      return createStringError("the operands do not fit the operator");
    resultType = source->op->getResult(0).getType();
  }
  if (!isStatic(resultType)) {
    resultType = inferFromValues(op, operands);
    if (!resultType || !isStatic(resultType))
      return createStringError(
          "the shape of the result is not known from the operands");
  }

  auto interface = dyn_cast<OperatorInterface>(op);
  auto tensorType = dyn_cast<RankedTensorType>(resultType);
  if (isa<CopyOp>(op) || (interface && interface.isReshapeOnly() && tensorType))
    return EvalValue(tensors.front().reshape(tensorType));
  if (op->hasTrait<Pointwise>() && tensorType) {
    Expected<Tensor> result = evaluatePointwise(op, tensors, tensorType, memo);
    if (!result)
      return result.takeError();
    return EvalValue(std::move(*result));
  }
  return runStaticKernel(op, operandTypes, tensors, resultType, memo);
}
