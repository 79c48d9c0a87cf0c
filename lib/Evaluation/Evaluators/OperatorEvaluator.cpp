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
#include "../Kernels/KernelKey.h"
#include "../Kernels/KernelLibrary.h"
#include "../Runtime/FloatEnvironment.h"
#include "../Runtime/Parallel.h"
#include "../Runtime/Prefault.h"
#include "../Runtime/Traps.h"
#include "BlockReduction.h"
#include "ElementCopy.h"
#include "KernelRun.h"
#include "OperatorKernel.h"
#include "Pointwise.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Dialect/Relay/IR/StaticForm.h"
#include "RelayLite/Evaluation/KernelCompiler.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::relay;
using llvm::createStringError;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Result types
//===----------------------------------------------------------------------===//

// Operands up to this size are given to inference as constants when the shape
// of the result depends on their values.
static constexpr size_t maxShapeOperandBytes = 4096;

/// A copy of `op` on `operands`, the small ones of which are constants.
static FailureOr<KernelSource>
makeConstantSource(Operation *op, ArrayRef<EvalValue> operands) {
  FailureOr<KernelSource> source = makeKernelSource(
      op,
      llvm::map_to_vector(operands,
                          [&](const EvalValue &value) {
                            return value.getType(op->getContext());
                          }),
      op->getResult(0).getType());
  if (failed(source))
    return failure();
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
  return source;
}

/// The type of the result of `op` where it depends on the values of operands.
static Type inferFromValues(Operation *op, ArrayRef<EvalValue> operands) {
  FloatEnvironment environment;
  FailureOr<KernelSource> source = makeConstantSource(op, operands);
  if (failed(source))
    return {};
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

/// The result of `op`, which takes shapes from operands, as that of the
/// operator which takes them from attributes.
static Expected<EvalValue>
evaluateStaticForm(Operation *op, ArrayRef<EvalValue> operands,
                   KernelMemo &memo, const EvaluationOptions &options,
                   function_ref<llvm::Error(Type)> checkType) {
  StringRef reason = "the operands do not fit the operator";
  FailureOr<KernelSource> source = makeConstantSource(op, operands);
  if (failed(source))
    return createStringError(reason);
  OpBuilder b(source->op);
  FailureOr<StaticOperator> form = [&] {
    FloatEnvironment environment;
    return createStaticForm(b, cast<StaticFormInterface>(source->op), reason);
  }();
  if (failed(form))
    return createStringError(reason);
  if (!isStatic(form->type))
    return createStringError(
        "the shape of the result is not known from the operands");
  form->op->getResult(0).setType(form->type);
  SmallVector<EvalValue> used;
  for (Value operand : form->op->getOperands())
    used.push_back(operands[llvm::find(source->op->getOperands(), operand) -
                            source->op->getOperands().begin()]);
  return evaluateOperator(form->op, used, memo, options, checkType);
}

//===----------------------------------------------------------------------===//
// Movements
//===----------------------------------------------------------------------===//

/// The types of the tensors in `type`, a static tensor or tuple of such.
static void flattenTypes(Type type, SmallVectorImpl<RankedTensorType> &types) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    for (Type field : tuple.getTypes())
      flattenTypes(field, types);
    return;
  }
  types.push_back(cast<RankedTensorType>(type));
}

/// Whether a result that holds `bytes` of `operand` may share its memory: it
/// keeps all that the operand is a part of from being freed.
static bool isWorthSharing(size_t bytes, const Tensor &operand) {
  return bytes * 2 >= operand.getOwnerSize();
}

/// The result of `op` by copying elements; none where that cannot be told.
static std::optional<Expected<EvalValue>>
evaluateMovement(MovementInterface op, ArrayRef<Tensor> operands,
                 Type resultType) {
  SmallVector<RankedTensorType> operandTypes, resultTypes;
  for (const Tensor &operand : operands)
    operandTypes.push_back(operand.getType());
  flattenTypes(resultType, resultTypes);
  FailureOr<SmallVector<ElementMove>> moves =
      op.getMoves(operandTypes, resultTypes);
  if (failed(moves))
    return std::nullopt;

  SmallVector<SmallVector<const ElementMove *, 1>> movesByResult(
      resultTypes.size());
  for (const ElementMove &move : *moves)
    movesByResult[move.target.tensor].push_back(&move);
  SmallVector<Tensor> results(resultTypes.size());
  SmallVector<ElementCopy, 1> copies;
  for (auto [i, type] : llvm::enumerate(resultTypes)) {
    size_t size = Tensor::getElementSize(type.getElementType());
    // Parts of a splat, and what follows each other in one operand, need no
    // memory of their own.
    if (movesByResult[i].size() == 1) {
      const ElementMove &move = *movesByResult[i].front();
      const Tensor &operand = operands[move.source.tensor];
      if (operand.isSplat()) {
        results[i] = Tensor::share(type, operand.getData(), operand.getOwner(),
                                   /*isSplat=*/true, operand.getOwnerSize());
        continue;
      }
      if (isContiguous(move) &&
          isWorthSharing(type.getNumElements() * size, operand)) {
        results[i] = Tensor::share(
            type, operand.getData() + move.source.offset * size,
            operand.getOwner(), /*isSplat=*/false, operand.getOwnerSize());
        continue;
      }
    }
    results[i] = Tensor::allocate(type);
    if (!results[i])
      return Expected<EvalValue>(makeMemoryError(
          "a result of type " + llvm::formatv("{0}", type).str()));
    for (const ElementMove *move : movesByResult[i]) {
      const Tensor &operand = operands[move->source.tensor];
      ElementCopy &copy = copies.emplace_back(
          ElementCopy{*move, size, operand.getData(), results[i].getData()});
      if (operand.isSplat()) {
        copy.move.source.offset = 0;
        llvm::fill(copy.move.source.strides, 0);
      }
    }
  }
  copyElements(copies, op->getContext());
  ArrayRef<Tensor> rest = results;
  return Expected<EvalValue>(EvalValue::unflatten(resultType, rest));
}

//===----------------------------------------------------------------------===//
// Kernels
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

namespace {
/// Which kernel an operation has, and how it is called.
struct KernelForm {
  KernelCall makeCall(Kernel kernel) && {
    return {kernel, std::move(sizes), std::move(strides), std::move(split)};
  }

  /// Of the kernel.
  std::string key;
  /// Empty where the kernel reads none.
  SmallVector<int64_t, 0> sizes, strides;
  std::optional<KernelSplit> split;
};
} // namespace

/// The split of `collapsed` into the most parts. Kernels take the elements of a
/// part for all of a tensor: before the dimension are only such of extent 1.
static std::optional<KernelSplit> getSplit(const CollapsedOperation &collapsed,
                                           ArrayRef<Type> types) {
  std::optional<KernelSplit> best;
  for (const CollapsedOperation::Split &split : collapsed.splits) {
    KernelSplit candidate;
    candidate.extent = collapsed.result[split.result];
    // The kernel divides that dimension and those after it.
    bool isShared = llvm::none_of(
        split.operands, [](std::optional<int64_t> dim) { return dim; });
    if (isShared) {
      candidate.extent =
          computeProduct(ArrayRef(collapsed.result).drop_front(split.result));
      if (!best || best->extent < candidate.extent)
        best = std::move(candidate);
      continue;
    }
    candidate.isIndependent =
        llvm::all_of(split.operands, [](std::optional<int64_t> dim) {
          return dim.has_value();
        });
    bool isOutermost = true;
    size_t position = 0;
    auto add = [&](ArrayRef<int64_t> shape, Type type,
                   std::optional<int64_t> dim) {
      KernelSplit::Part part;
      if (dim) {
        isOutermost &= llvm::all_of(shape.take_front(*dim),
                                    [](int64_t size) { return size == 1; });
        part.size = position + *dim;
        part.stride = computeStrides(shape)[*dim] *
                      Tensor::getElementSize(getElementTypeOrSelf(type));
      }
      candidate.tensors.push_back(part);
      position += shape.size();
    };
    for (auto [shape, type, dim] :
         llvm::zip_equal(collapsed.operands, types.drop_back(), split.operands))
      add(shape, type, dim);
    add(collapsed.result, types.back(), split.result);
    if (isOutermost && (!best || best->extent < candidate.extent))
      best = std::move(candidate);
  }
  return best;
}

/// The form of `op` that serves tensors of many shapes; none if there is none.
static std::optional<KernelForm>
getCollapsedForm(Operation *op, TypeRange operandTypes, Type resultType) {
  auto collapsible = dyn_cast<CollapsibleInterface>(op);
  if (!collapsible ||
      !llvm::all_of(operandTypes, llvm::IsaPred<RankedTensorType>))
    return std::nullopt;
  auto tensorTypes = llvm::map_to_vector(
      operandTypes, [](Type type) { return cast<RankedTensorType>(type); });
  FailureOr<CollapsedOperation> collapsed = collapsible.collapse(tensorTypes);
  if (failed(collapsed))
    return std::nullopt;

  SmallVector<int64_t, 0> sizes, strides;
  SmallVector<Type> types;
  auto addTensor = [&](ArrayRef<int64_t> shape, Type type) {
    SmallVector<int64_t> dynamic(shape.size(), ShapedType::kDynamic);
    types.push_back(RankedTensorType::get(dynamic, getElementTypeOrSelf(type)));
    llvm::append_range(sizes, shape);
    llvm::append_range(strides, computeStrides(shape));
  };
  for (auto [shape, type] : llvm::zip_equal(collapsed->operands, tensorTypes))
    addTensor(shape, type);
  addTensor(collapsed->result, resultType);
  return KernelForm{makeKernelKey(op, ArrayRef(types).drop_back(), types.back(),
                                  collapsed->properties),
                    std::move(sizes), std::move(strides),
                    getSplit(*collapsed, types)};
}

/// The form of `op` on operands of the given types.
static KernelForm getForm(Operation *op, TypeRange operandTypes,
                          Type resultType) {
  if (auto form = getCollapsedForm(op, operandTypes, resultType))
    return std::move(*form);
  return {makeKernelKey(op, operandTypes, resultType), {}, {}, std::nullopt};
}

/// The key in a memo of the kernel of `op` on operands of the given types.
static KernelMemo::Key makeCallKey(Operation *op, TypeRange operandTypes,
                                   Type resultType) {
  KernelMemo::Key key = makeMemoKey(op);
  for (Type type : operandTypes)
    key.push_back(reinterpret_cast<uint64_t>(type.getAsOpaquePointer()));
  key.push_back(reinterpret_cast<uint64_t>(resultType.getAsOpaquePointer()));
  return key;
}

Expected<const KernelCall *>
relay::getOperatorKernel(Operation *op, ArrayRef<Type> operandTypes,
                         Type resultType, KernelMemo &memo) {
  KernelMemo::Key key = makeCallKey(op, operandTypes, resultType);
  if (const KernelCall *call = memo.lookup(key))
    return call;
  KernelForm form = getForm(op, operandTypes, resultType);
  Expected<Kernel> kernel = KernelCompiler::get().getKernel(form.key);
  if (!kernel)
    return kernel.takeError();
  return memo.insert(key, std::move(form).makeCall(*kernel));
}

/// How many threads to give the kernel of `op`, if it can be split.
static int64_t getNumKernelThreads(Operation *op) {
  if (!isa<CollapsibleInterface>(op))
    return 1;
  uint64_t work = std::min<uint64_t>(estimateWork(op), INT64_MAX);
  return getNumThreads(op->getContext(), static_cast<int64_t>(work),
                       minWorkPerThread);
}

static Expected<EvalValue> runKernel(Operation *op, ArrayRef<Type> operandTypes,
                                     ArrayRef<Tensor> operands, Type resultType,
                                     KernelMemo &memo,
                                     Cancellation *cancellation) {
  MLIRContext *context = op->getContext();
  int64_t numThreads = getNumKernelThreads(op);
  startThreads(context, numThreads);
  SmallVector<Tensor> results;
  if (!allocateResults(resultType, results))
    return makeMemoryError("a result of type " +
                           llvm::formatv("{0}", resultType).str());
  Prefault prefault(context, numThreads, results);
  Expected<const KernelCall *> call =
      getOperatorKernel(op, operandTypes, resultType, memo);
  if (!call)
    return call.takeError();
  SmallVector<void *> buffers;
  SmallVector<Tensor> dense;
  for (const Tensor &operand : operands) {
    dense.push_back(operand.materialize());
    if (!dense.back())
      return makeMemoryError("an operand of type " +
                             llvm::formatv("{0}", operand.getType()).str());
    buffers.push_back(dense.back().getData());
  }
  for (const Tensor &result : results)
    buffers.push_back(result.getData());
  KernelRun run(**call, buffers, numThreads);
  if (llvm::Error error = run.allocateScratch(op))
    return std::move(error);
  // Another thread is at the memory of results. To wait for it takes as long.
  if (prefault)
    run.prefaultScratch();
  prefault.finish();
  if (llvm::Error error = run.run(context, cancellation))
    return std::move(error);
  ArrayRef<Tensor> rest = results;
  return EvalValue::unflatten(resultType, rest);
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

/// Whether the value of `op` is that of its operand, of whatever type.
static bool isView(Operation *op, Type resultType) {
  if (op->hasTrait<Identity>())
    return true;
  if (!isa<RankedTensorType>(resultType))
    return false;
  auto interface = dyn_cast<OperatorInterface>(op);
  return interface && interface.isReshapeOnly();
}

static bool isPointwise(Operation *op, Type resultType) {
  return op->hasTrait<Pointwise>() && isa<RankedTensorType>(resultType);
}

bool relay::expandsSplats(Operation *op) {
  Type resultType = op->getResult(0).getType();
  return !isView(op, resultType) && !isPointwise(op, resultType) &&
         !isa<MovementInterface>(op);
}

void relay::prepareKernels(ArrayRef<Operation *> operations, KernelMemo &memo,
                           const std::function<void(size_t, size_t)> &notify,
                           Cancellation *cancellation) {
  // A single one takes as long where it is needed.
  if (operations.size() < 2 && !notify)
    return;
  llvm::DenseSet<KernelMemo::Key> seen;
  SmallVector<std::pair<Operation *, KernelMemo::Key>, 0> missing;
  MLIRContext *context = operations.front()->getContext();
  for (Operation *op : operations) {
    Type resultType = op->getResult(0).getType();
    if (isa<StaticFormInterface>(op) || isView(op, resultType) ||
        isPointwise(op, resultType) || isa<MovementInterface>(op) ||
        !isStatic(resultType) || !llvm::all_of(op->getOperandTypes(), isStatic))
      continue;
    KernelMemo::Key callKey =
        makeCallKey(op, op->getOperandTypes(), resultType);
    if (seen.insert(callKey).second && !memo.lookup(callKey))
      missing.emplace_back(op, std::move(callKey));
  }
  if (missing.empty())
    return;
  SmallVector<std::pair<KernelMemo::Key, KernelCall>, 0> calls;
  std::vector<std::string> keys;
  for (auto &[op, callKey] : missing) {
    KernelForm form =
        getForm(op, op->getOperandTypes(), op->getResult(0).getType());
    keys.push_back(std::move(form.key));
    calls.emplace_back(std::move(callKey), std::move(form).makeCall({}));
  }
  std::function<void(size_t)> notifyOfAll;
  if (notify)
    notifyOfAll = [&](size_t numMade) { notify(numMade, keys.size()); };
  // Where it is cancelled, what is evaluated next tells.
  if (!KernelCompiler::get().prepare(keys, context, notifyOfAll, cancellation))
    return;
  for (auto [key, entry] : llvm::zip_equal(keys, calls)) {
    auto &[callKey, call] = entry;
    Expected<Kernel> kernel = KernelCompiler::get().getKernel(key);
    if (!kernel) {
      // Who needs the kernel is told why there is none.
      llvm::consumeError(kernel.takeError());
      continue;
    }
    call.kernel = *kernel;
    memo.insert(callKey, std::move(call));
  }
}

/// Whether `value` is what operators take, a tensor or a tuple of tensors. Were
/// tuples of tuples looked at, those that share fields would take as long as
/// what they stand for.
static bool isOperand(const EvalValue &value) {
  const EvalTuple *tuple = value.getTuple();
  return value.getTensor() ||
         (tuple && llvm::all_of(*tuple, [](const EvalValue &field) {
            return field.getTensor() != nullptr;
          }));
}

Expected<EvalValue>
relay::evaluateOperator(Operation *op, ArrayRef<EvalValue> operands,
                        KernelMemo &memo, const EvaluationOptions &options,
                        function_ref<llvm::Error(Type)> checkType) {
  if (llvm::Error error = Cancellation::check(options.cancellation))
    return std::move(error);
  if (op->hasTrait<Identity>())
    return operands.front();
  SmallVector<Type> operandTypes;
  SmallVector<Tensor> tensors;
  for (const EvalValue &operand : operands) {
    if (!isOperand(operand) || failed(operand.flatten(tensors)))
      return createStringError("expected tensors as operands of an operator");
    operandTypes.push_back(operand.getType(op->getContext()));
  }
  Type resultType = op->getResult(0).getType();
  bool isTyped =
      TypeRange(operandTypes) == op->getOperandTypes() && isStatic(resultType);
  if (!isTyped) {
    FloatEnvironment environment;
    FailureOr<KernelSource> source = makeKernelSource(op, operandTypes);
    if (failed(source))
      return createStringError("the operands do not fit the operator");
    resultType = source->op->getResult(0).getType();
  }
  if (isa<StaticFormInterface>(op))
    return evaluateStaticForm(op, operands, memo, options, checkType);
  if (!isStatic(resultType)) {
    resultType = inferFromValues(op, operands);
    if (!resultType || !isStatic(resultType))
      return createStringError(
          "the shape of the result is not known from the operands");
  }

  if (options.trapMode == TrapMode::Fail)
    if (std::string trap = findTrap(op, tensors, resultType); !trap.empty())
      return llvm::make_error<EvaluationError>(EvaluationError::Kind::NoValue,
                                               trap);
  if (checkType)
    if (llvm::Error error = checkType(resultType))
      return std::move(error);

  if (isPointwise(op, resultType)) {
    Expected<Tensor> result =
        evaluatePointwise(op, tensors, cast<RankedTensorType>(resultType), memo,
                          options.cancellation);
    if (!result)
      return result.takeError();
    return EvalValue(std::move(*result));
  }
  if (isView(op, resultType))
    return EvalValue(
        tensors.front().reshape(cast<RankedTensorType>(resultType)));
  if (auto movement = dyn_cast<MovementInterface>(op))
    if (auto result = evaluateMovement(movement, tensors, resultType))
      return std::move(*result);
  if (auto result =
          reduceByBlocks(op, tensors, resultType, memo, options.cancellation))
    return std::move(*result);
  return runKernel(op, operandTypes, tensors, resultType, memo,
                   options.cancellation);
}
