//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AnnotateUsedMemory: says how many bytes are live at calls of fused functions.
//
//===----------------------------------------------------------------------===//

#include "LastUses.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relay {
#define GEN_PASS_DEF_ANNOTATEUSEDMEMORYPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

/// The bytes of all tensors at a call of the function, one number per call.
static constexpr StringLiteral usedMemoryName = "relay.used_memory";
/// The bytes of the parameters and the result of @main.
static constexpr StringLiteral ioUsedMemoryName = "relay.io_used_memory";

/// Computes the bytes of the tensors in a value of the type `type`. Functions
/// and references hold none.
static FailureOr<uint64_t> computeBytes(Type type, Location loc) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    uint64_t sum = 0;
    for (Type element : tuple.getTypes()) {
      FailureOr<uint64_t> bytes = computeBytes(element, loc);
      if (failed(bytes))
        return failure();
      sum += *bytes;
    }
    return sum;
  }
  auto tensor = dyn_cast<TensorType>(type);
  if (!tensor)
    return 0;
  if (!tensor.hasStaticShape())
    return emitError(loc)
           << "expected a static shape, but got " << tensor
           << ": AnnotateUsedMemory does not support dynamic shapes";
  std::optional<size_t> bytes = computeByteSize(
      tensor.getShape(), llvm::divideCeil(tensor.getElementTypeBitWidth(), 8));
  if (!bytes)
    return emitError(loc)
           << "expected a tensor of less than 2^63 bytes, but got " << tensor;
  return *bytes;
}

/// Returns the primitive function that `let` calls, or null.
static Operation *getCalledPrimitive(LetOp let) {
  Value value = let.getValue();
  if (auto annotation = value.getDefiningOp<OnDeviceOp>())
    value = annotation.getBody();
  auto call = value.getDefiningOp<ApplyOp>();
  if (!call)
    return nullptr;
  Value callee = call.getCallee();
  if (auto bound = callee.getDefiningOp<LetOp>())
    callee = bound.getValue();
  Operation *function = callee.getDefiningOp();
  return function && hasNonzeroAttr(function, fnattr::primitive) ? function
                                                                 : nullptr;
}

namespace {
/// Computes the memory at each call of a primitive function.
class UsedMemory {
public:
  /// Visits the calls in `block` and in its branches. `entering` are variables
  /// from outside that are live at its begin and not after it. `around` is the
  /// size of those that are live throughout, in bytes.
  LogicalResult visit(Block &block, ArrayRef<Value> entering, uint64_t around);

  /// Sets the attributes of the functions. Returns whether one had another
  /// value.
  bool annotate();

private:
  LastUses lastUses;
  llvm::MapVector<Operation *, SmallVector<int64_t>> used;
};

/// The variables that are live at each operation of a block. Place 0 is before
/// the first operation.
class LiveVariables {
public:
  explicit LiveVariables(Block &block);

  /// Adds a variable and its uses inside of the block.
  LogicalResult add(Value variable, LastUses &lastUses);

  /// The place of an operation of the block.
  size_t getPlace(Operation *op) const { return places.lookup(op); }
  /// For each place, the bytes of variables that begin, end, or are live there.
  SmallVector<uint64_t> begins, ends, live;
  /// The variables whose last use is at a place, with their uses there.
  DenseMap<size_t, SmallVector<std::pair<Value, LastUse>>> endings;

  /// Computes `live` when all variables are there.
  void sum(uint64_t around);

private:
  Block &block;
  DenseMap<Operation *, size_t> places;
};
} // namespace

LiveVariables::LiveVariables(Block &block) : block(block) {
  for (Operation &op : block)
    places.insert({&op, places.size() + 1});
  begins.resize(places.size() + 1);
  ends.resize(places.size() + 1);
}

LogicalResult LiveVariables::add(Value variable, LastUses &lastUses) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : variable.getUses())
    if (block.findAncestorOpInBlock(*use.getOwner()))
      uses.push_back(&use);
  LastUse last = lastUses.find(&block, uses);
  if (!last.binding)
    return success();
  FailureOr<uint64_t> bytes =
      computeBytes(variable.getType(), variable.getLoc());
  if (failed(bytes))
    return failure();
  // A variable from outside and a parameter are there from the begin.
  bool isLet = variable.getParentBlock() == &block && variable.getDefiningOp();
  begins[isLet ? getPlace(variable.getDefiningOp()) : 0] += *bytes;
  ends[getPlace(last.binding)] += *bytes;
  endings[getPlace(last.binding)].push_back({variable, std::move(last)});
  return success();
}

void LiveVariables::sum(uint64_t around) {
  uint64_t sum = around;
  for (auto [begin, end] : llvm::zip_equal(begins, ends)) {
    sum += begin;
    live.push_back(sum);
    sum -= end;
  }
}

LogicalResult UsedMemory::visit(Block &block, ArrayRef<Value> entering,
                                uint64_t around) {
  LiveVariables variables(block);
  SmallVector<Value> all(entering);
  llvm::append_range(all, block.getArguments());
  llvm::append_range(all, block.getOps<LetOp>());
  for (Value variable : all)
    if (failed(variables.add(variable, lastUses)))
      return failure();
  variables.sum(around);

  for (Operation &op : block) {
    if (auto let = dyn_cast<LetOp>(op)) {
      if (Operation *function = getCalledPrimitive(let))
        used[function].push_back(variables.live[variables.getPlace(let)]);
      continue;
    }
    auto branch = dyn_cast<IfOp>(op);
    if (!branch) {
      if (isa<FnOp, FusedFnOp>(op) && !hasNonzeroAttr(&op, fnattr::primitive))
        return op.emitError("expected a primitive function: AnnotateUsedMemory "
                            "follows fusion");
      continue;
    }
    size_t place = variables.getPlace(lastUses.getBinding(branch));
    uint64_t throughout =
        variables.live[place] - variables.begins[place] - variables.ends[place];
    for (Region &region : branch->getRegions()) {
      SmallVector<Value> inside;
      for (auto &[variable, last] : variables.endings[place])
        if (llvm::any_of(last.uses, [&](OpOperand *use) {
              return region.isAncestor(use->getOwner()->getParentRegion());
            }))
          inside.push_back(variable);
      if (failed(visit(region.front(), inside, throughout)))
        return failure();
    }
  }
  return success();
}

/// Sets an attribute of `op`. Returns whether it had another value.
static bool updateAttr(Operation *op, StringRef name, Attribute value) {
  bool isNew = op->getAttr(name) != value;
  op->setAttr(name, value);
  return isNew;
}

bool UsedMemory::annotate() {
  bool changed = false;
  for (auto &[function, bytes] : used)
    changed |=
        updateAttr(function, usedMemoryName,
                   Builder(function->getContext()).getI64ArrayAttr(bytes));
  return changed;
}

namespace {
struct AnnotateUsedMemoryPass
    : public relay::impl::AnnotateUsedMemoryPassBase<AnnotateUsedMemoryPass> {
  using AnnotateUsedMemoryPassBase::AnnotateUsedMemoryPassBase;

  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    auto isPrimitive = [](Operation *op) {
      return isa<FnOp, FusedFnOp>(op) && hasNonzeroAttr(op, fnattr::primitive)
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    };
    if (!main || !main.walk(isPrimitive).wasInterrupted())
      return markAllAnalysesPreserved();
    if (failed(checkTypesKnown(main)) || failed(annotate(main)))
      signalPassFailure();
  }

private:
  LogicalResult annotate(func::FuncOp main) {
    SmallVector<Type> types(main.getArgumentTypes());
    llvm::append_range(types, main.getResultTypes());
    uint64_t bytes = 0;
    for (Type type : types) {
      FailureOr<uint64_t> size = computeBytes(type, main.getLoc());
      if (failed(size))
        return failure();
      bytes += *size;
    }
    UsedMemory memory;
    if (failed(memory.visit(main.front(), {}, 0)))
      return failure();
    bool changed = memory.annotate();
    changed |= updateAttr(main, ioUsedMemoryName,
                          Builder(main.getContext()).getI64IntegerAttr(bytes));
    if (!changed)
      markAllAnalysesPreserved();
    return success();
  }
};
} // namespace
