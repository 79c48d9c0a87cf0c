//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of Relay expressions.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Evaluation/EvalValue.h"
#include "mlir/IR/TypeRange.h"
#include "llvm/Support/MathExtras.h"
#include <type_traits>

using namespace mlir;
using namespace mlir::relay;

// The values that the outermost release() on the stack of a thread still has to
// release; null if there is none.
static thread_local std::vector<EvalValue> *pendingValues = nullptr;

void EvalValue::release() {
  bool isLast = std::visit(
      [](const auto &held) {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, Tensor>)
          return false;
        else
          return held.use_count() == 1;
      },
      storage);
  if (!isLast)
    return;
  if (pendingValues) {
    pendingValues->push_back(std::move(*this));
    return;
  }
  std::vector<EvalValue> pending;
  pendingValues = &pending;
  storage = Tensor();
  while (!pending.empty()) {
    EvalValue value = std::move(pending.back());
    pending.pop_back();
    value.storage = Tensor();
  }
  pendingValues = nullptr;
}

EvalValue EvalValue::makeTuple(EvalTuple fields) {
  TypeExtent extent;
  for (const EvalValue &field : fields) {
    TypeExtent inner = field.getTypeExtent();
    extent.depth = std::max(extent.depth, inner.depth + 1);
    extent.size = llvm::SaturatingAdd(extent.size, inner.size);
  }
  return EvalValue(std::make_shared<const EvalTupleStorage>(
      EvalTupleStorage{std::move(fields), extent}));
}

const EvalTuple *EvalValue::getTuple() const {
  const auto *tuple = get<const EvalTupleStorage>();
  return tuple ? &tuple->fields : nullptr;
}

TypeExtent EvalValue::getTypeExtent() const {
  const auto *tuple = get<const EvalTupleStorage>();
  return tuple ? tuple->extent : TypeExtent();
}

Type EvalValue::getType(MLIRContext *context) const {
  if (const Tensor *tensor = getTensor())
    return tensor->getType();
  const EvalTuple *tuple = getTuple();
  if (!tuple)
    return {};
  SmallVector<Type> types;
  for (const EvalValue &field : *tuple) {
    types.push_back(field.getType(context));
    if (!types.back())
      return {};
  }
  return TupleType::get(context, types);
}

LogicalResult EvalValue::flatten(SmallVectorImpl<Tensor> &tensors) const {
  if (const Tensor *tensor = getTensor()) {
    tensors.push_back(*tensor);
    return success();
  }
  const EvalTuple *tuple = getTuple();
  if (!tuple)
    return failure();
  for (const EvalValue &field : *tuple)
    if (failed(field.flatten(tensors)))
      return failure();
  return success();
}

EvalValue EvalValue::unflatten(Type type, ArrayRef<Tensor> &tensors) {
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple) {
    EvalValue value = tensors.front();
    tensors = tensors.drop_front();
    return value;
  }
  EvalTuple fields;
  for (Type field : tuple.getTypes())
    fields.push_back(unflatten(field, tensors));
  return makeTuple(std::move(fields));
}
