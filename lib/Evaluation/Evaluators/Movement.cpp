//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation of operators that move elements.
//
//===----------------------------------------------------------------------===//

#include "ElementCopy.h"
#include "OperatorEvaluation.h"

using namespace mlir;
using namespace mlir::relay;
using llvm::Expected;

SmallVector<RankedTensorType> relay::flattenType(Type type) {
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple)
    return {cast<RankedTensorType>(type)};
  SmallVector<RankedTensorType> types;
  for (Type field : tuple.getTypes())
    llvm::append_range(types, flattenType(field));
  return types;
}

/// Whether a result that holds `bytes` of `operand` may share its memory: it
/// keeps all that the operand is a part of from being freed.
static bool isWorthSharing(size_t bytes, const Tensor &operand) {
  return bytes * 2 >= operand.getOwnerSize();
}

std::optional<Expected<EvalValue>>
relay::evaluateMovement(MovementInterface op, ArrayRef<Tensor> operands,
                        Type resultType) {
  auto operandTypes = llvm::map_to_vector(
      operands, [](const Tensor &operand) { return operand.getType(); });
  SmallVector<RankedTensorType> resultTypes = flattenType(resultType);
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
    Expected<Tensor> result = allocateResult(type);
    if (!result)
      return Expected<EvalValue>(result.takeError());
    results[i] = std::move(*result);
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
