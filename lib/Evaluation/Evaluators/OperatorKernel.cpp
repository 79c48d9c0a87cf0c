//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels of single operators.
//
//===----------------------------------------------------------------------===//

#include "../Kernels/KernelKey.h"
#include "OperatorEvaluation.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::relay;
using llvm::Expected;

namespace {
/// Which kernel an operation has, and how it is called.
struct KernelForm {
  KernelCall makeCall(Kernel kernel) && {
    return {kernel, std::move(sizes), std::move(strides), std::move(split)};
  }

  /// The key of the kernel.
  std::string key;
  /// Empty where the kernel reads none.
  SmallVector<int64_t, 0> sizes, strides;
  std::optional<KernelSplit> split;
};
} // namespace

/// The split of `collapsed` into the most parts. Kernels take the elements of a
/// part for all of a tensor: before the dimension are only such of size 1.
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
  Expected<const DialectRegistry *> dialects = getKernelDialects(op);
  if (!dialects)
    return dialects.takeError();
  Expected<Kernel> kernel =
      KernelCompiler::get().getKernel(form.key, *dialects);
  if (!kernel)
    return kernel.takeError();
  return memo.insert(key, std::move(form).makeCall(*kernel));
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
    // Others' kernels are compiled in contexts of their own, when needed.
    if (getEvaluationPlan(op) != EvaluationPlan::Kernel ||
        !isa<RelayDialect>(op->getDialect()) || !isStatic(resultType) ||
        !llvm::all_of(op->getOperandTypes(), isStatic))
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
  // After a cancellation, the next evaluation reports it.
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
