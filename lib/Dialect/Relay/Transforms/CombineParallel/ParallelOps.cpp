//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Combining operators that read the same data.
//
//===----------------------------------------------------------------------===//

#include "ParallelOps.h"
#include "../Utils/BlockOrder.h"
#include "../Utils/LetBindings.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Support/DebugLog.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

#define DEBUG_TYPE "relay-combine-parallel"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

unsigned ParallelOpCombiner::run(func::FuncOp function) {
  unsigned numGroups = 0;
  function.walk([&](Block *block) { numGroups += run(*block); });
  return numGroups;
}

/// Whether `minNumBranches` of the operators in `block` have the same first
/// operand and the same key.
bool ParallelOpCombiner::hasCandidates(Block &block) const {
  DenseMap<std::pair<Value, Attribute>, uint64_t> counts;
  return llvm::any_of(block, [&](Operation &op) {
    Attribute key = getKey(&op);
    return key && ++counts[{op.getOperand(0), key}] == minNumBranches;
  });
}

// Nothing of an operator but the shared data may depend on another one that can
// be combined: then no combined operator depends on itself. Effects keep their
// order, so that each depends on those before it.
unsigned ParallelOpCombiner::run(Block &block) {
  // To ask calls for effects is to look for their callees in the module.
  if (!hasCandidates(block))
    return 0;
  dependents.clear();
  bool isEffectDependent = false;
  llvm::MapVector<std::pair<Value, Attribute>, SmallVector<Branch>> groups;
  for (Operation &op : block) {
    Attribute key = getKey(&op);
    bool hasEffects = !isMemoryEffectFree(&op);
    bool isDependent =
        dependents.contains(&op) || (hasEffects && isEffectDependent);
    isEffectDependent |= hasEffects && isDependent;
    if (key &&
        llvm::none_of(llvm::drop_begin(op.getOperands()),
                      [&](Value operand) { return dependsOnRoot(operand); }))
      groups[{op.getOperand(0), key}].push_back({&op});
    if (!key && !isDependent)
      continue;
    dependents.insert(&op);
    for (Operation *user : op.getUsers())
      dependents.insert(block.findAncestorOpInBlock(*user));
  }
  unsigned numGroups = 0;
  for (auto &[key, branches] : groups)
    if (branches.size() >= minNumBranches)
      numGroups += combine(branches);
    else
      LDBG() << branches.size() << " branches of "
             << branches.front().front()->getName() << ", but the least is "
             << minNumBranches;
  for (Operation *op : dead)
    op->erase();
  dead.clear();
  if (numGroups != 0)
    sortBlock(block);
  return numGroups;
}

/// Adds the next operator to each of `branches` if all can be combined. Returns
/// which operand is the result of the one before.
std::optional<unsigned>
ParallelOpCombiner::extend(MutableArrayRef<Branch> branches) {
  SmallVector<OpOperand *> uses;
  for (Branch &branch : branches) {
    Operation *last = branch.back();
    if (!last->hasOneUse())
      return std::nullopt;
    uses.push_back(&*last->getResult(0).use_begin());
  }
  Operation *first = uses.front()->getOwner();
  unsigned parent = uses.front()->getOperandNumber();
  if (!canFollow(first))
    return std::nullopt;
  for (OpOperand *use : uses) {
    Operation *op = use->getOwner();
    if (use->getOperandNumber() != parent ||
        op->getBlock() != branches.front().front()->getBlock() ||
        op->getName() != first->getName() ||
        op->getAttrDictionary() != first->getAttrDictionary())
      return std::nullopt;
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      if (i != parent && dependsOnRoot(operand))
        return std::nullopt;
  }
  for (auto [branch, use] : llvm::zip_equal(branches, uses))
    branch.push_back(use->getOwner());
  for (unsigned i = 0; i < first->getNumOperands(); ++i)
    if (i != parent && !canCombineOperand(branches, i)) {
      for (Branch &branch : branches)
        branch.pop_back();
      return std::nullopt;
    }
  return parent;
}

// op(x, w1), op(x, w2) -> split(op'(x, w1 and w2))
bool ParallelOpCombiner::combine(MutableArrayRef<Branch> branches) {
  OpBuilder builder(branches.front().front());
  Value combined = combineRoots(builder, branches);
  LDBG() << branches.size() << " branches of "
         << branches.front().front()->getName()
         << (combined ? " are combined" : " do not fit together");
  if (!combined)
    return false;
  while (std::optional<unsigned> parent = extend(branches)) {
    Operation *op = branches.front().back();
    SmallVector<Value> operands;
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      operands.push_back(i == *parent ? combined
                                      : combineOperand(builder, branches, i));
    Operation *copy = cloneWithOperands(builder, op, operands);
    if (!copy) {
      for (Branch &branch : branches)
        branch.pop_back();
      break;
    }
    combined = copy->getResult(0);
    finishLevel(branches);
  }
  SmallVector<Value> parts = split(builder, combined, branches);
  for (auto [branch, part] : llvm::zip_equal(branches, parts)) {
    Value result = branch.back()->getResult(0);
    part = castTo(builder, part.getLoc(), part, result.getType());
    dependents.insert(part.getDefiningOp());
    result.replaceAllUsesWith(part);
    llvm::append_range(dead, llvm::reverse(branch));
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Parts along an axis
//===----------------------------------------------------------------------===//

Value ConcatenatingCombiner::concatenateWeights(OpBuilder &builder,
                                                ArrayRef<Branch> branches,
                                                int64_t axis) {
  Location loc = branches.front().front()->getLoc();
  SmallVector<Value> weights;
  for (const Branch &branch : branches)
    weights.push_back(branch.front()->getOperand(1));
  return ConcatenateOp::create(builder, loc,
                               TupleOp::create(builder, loc, weights), axis);
}

bool ConcatenatingCombiner::start(ArrayRef<Branch> branches, int64_t axis) {
  sizes.clear();
  uint64_t total = 0;
  for (const Branch &branch : branches) {
    RankedTensorType type = getTensorType(branch.front()->getResult(0));
    numBehind = type.getRank() - 1 - axis;
    sizes.push_back(type.getDimSize(axis));
    if (type.isDynamicDim(axis) || (total += sizes.back()) > INT32_MAX)
      return false;
  }
  return true;
}

bool ConcatenatingCombiner::isRepeated(Value operand, int64_t size) const {
  int64_t dim = getDim(operand);
  return dim < 0 || (size != 1 && getTensorType(operand).getDimSize(dim) == 1);
}

bool ConcatenatingCombiner::canFollow(Operation *op) const {
  if (auto biasAdd = dyn_cast<NNBiasAddOp>(op))
    return wrapAxis(biasAdd.getAxis(),
                    getTensorType(biasAdd.getData()).getRank()) ==
           getDim(biasAdd.getData());
  return op->hasTrait<Pointwise>() || isa<ExpandDimsOp>(op);
}

bool ConcatenatingCombiner::canCombineOperand(ArrayRef<Branch> branches,
                                              unsigned index) const {
  Value first = branches.front().back()->getOperand(index);
  auto firstType = dyn_cast<RankedTensorType>(first.getType());
  if (!firstType)
    return false;
  int64_t dim = getDim(first);
  for (auto [branch, size] : llvm::zip_equal(branches, sizes)) {
    Operation *op = branch.back();
    Value operand = op->getOperand(index);
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || type.getElementType() != firstType.getElementType() ||
        type.getRank() != firstType.getRank() || !type.hasStaticShape())
      return false;
    if (isRepeated(operand, size)
            ? !style.repeats || numBehind != 0 || isa<NNBiasAddOp>(op)
            : type.getDimSize(dim) != size)
      return false;
    for (int64_t i = 0; i < type.getRank(); ++i)
      if (i != dim && type.getDimSize(i) != firstType.getDimSize(i))
        return false;
  }
  return !style.concatenatesLast || numBehind == 0;
}

Value ConcatenatingCombiner::combineOperand(OpBuilder &builder,
                                            ArrayRef<Branch> branches,
                                            unsigned index) {
  Location loc = branches.front().back()->getLoc();
  int64_t dim =
      std::max<int64_t>(0, getDim(branches.front().back()->getOperand(index)));
  SmallVector<Value> parts;
  for (auto [branch, size] : llvm::zip_equal(branches, sizes)) {
    Value part = branch.back()->getOperand(index);
    bool repeats = isRepeated(part, size);
    if (getTensorType(part).getRank() == 0)
      part = ExpandDimsOp::create(builder, loc, part, /*axis=*/-1,
                                  /*num_newaxis=*/1);
    if (repeats)
      part = RepeatOp::create(builder, loc, part, size,
                              builder.getI64IntegerAttr(dim));
    parts.push_back(part);
  }
  return ConcatenateOp::create(builder, loc,
                               TupleOp::create(builder, loc, parts),
                               style.concatenatesLast ? -1 : dim);
}

void ConcatenatingCombiner::finishLevel(ArrayRef<Branch> branches) {
  auto expand = dyn_cast<ExpandDimsOp>(branches.front().back());
  if (!expand)
    return;
  int64_t rank = getTensorType(expand.getData()).getRank();
  if (wrapAxis(expand.getAxis(), rank + 1) > rank - 1 - numBehind)
    numBehind += expand.getNumNewaxis();
}

SmallVector<Value> ConcatenatingCombiner::split(OpBuilder &builder,
                                                Value combined,
                                                ArrayRef<Branch> branches) {
  int64_t axis = getDim(combined);
  int64_t numDims =
      style.slicesAll ? getTensorType(combined).getRank() : axis + 1;
  SmallVector<int64_t> begin(numDims, 0), end(numDims, -1), strides(numDims, 1);
  SmallVector<Value> parts;
  for (auto [branch, size] : llvm::zip_equal(branches, sizes)) {
    end[axis] = size;
    parts.push_back(StridedSliceOp::create(
        builder, branch.back()->getLoc(), combined, begin, end, strides,
        /*slice_mode=*/"size", /*axes=*/nullptr));
    begin[axis] += size;
  }
  return parts;
}

//===----------------------------------------------------------------------===//
// For passes
//===----------------------------------------------------------------------===//

Operation *relay::cloneWithOperands(OpBuilder &builder, Operation *op,
                                    ValueRange operands,
                                    function_ref<void(Operation *)> change) {
  Operation *copy = op->cloneWithoutRegions();
  copy->setOperands(operands);
  if (change)
    change(copy);
  SmallVector<Type> types;
  if (failed(cast<InferTypeOpInterface>(copy).inferReturnTypes(
          op->getContext(), std::nullopt, copy->getOperands(),
          copy->getRawDictionaryAttrs(), copy->getPropertiesStorage(),
          copy->getRegions(), types))) {
    copy->destroy();
    return nullptr;
  }
  for (auto [result, type] : llvm::zip_equal(copy->getResults(), types))
    result.setType(type);
  return builder.insert(copy);
}
