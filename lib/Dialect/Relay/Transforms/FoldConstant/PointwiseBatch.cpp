//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Large pointwise operators that are evaluated together.
//
//===----------------------------------------------------------------------===//

#include "PointwiseBatch.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

bool PointwiseBatch::isSuited(Operation *op) {
  // Smaller tensors stay in the cache between operators.
  constexpr int64_t minElements = int64_t(1) << 15;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!op->hasTrait<Pointwise>() || !type || !type.hasStaticShape() ||
      type.getNumElements() < minElements)
    return false;
  return !op->hasTrait<DivisionLike>() || isa<FloatType>(type.getElementType());
}

bool PointwiseBatch::add(Index index, Operation *op,
                         ArrayRef<Operand> operands) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (!group)
    group = std::make_unique<PointwiseGroup>(type.getShape());
  SmallVector<PointwiseGroup::Index> positions;
  for (const auto &[operand, tensor] : operands) {
    auto [it, isNew] = entries.try_emplace(operand);
    if (isNew)
      it->second.position = group->addInput(tensor);
    positions.push_back(it->second.position);
  }
  std::optional<PointwiseGroup::Index> position =
      group->addOperation(op, positions, type);
  if (!position)
    return false;
  for (const auto &[operand, tensor] : operands)
    ++entries[operand].numReads;
  entries[index] = {*position, 0, /*isPending=*/true};
  pending.push_back(index);
  return true;
}

void PointwiseBatch::removeLast() {
  group->removeLastOperation();
  entries.erase(pending.pop_back_val());
}

llvm::Error PointwiseBatch::prepare(ArrayRef<Index> results, KernelMemo &memo) {
  auto positions = llvm::map_to_vector(
      results, [&](Index result) { return entries.lookup(result).position; });
  return group->prepare(positions, memo);
}
