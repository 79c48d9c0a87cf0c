//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-eliminate-tail-recursion.
//
//===----------------------------------------------------------------------===//

#include "../Loops/Captures.h"
#include "RelayLite/Codegen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::relay {
#define GEN_PASS_DEF_ELIMINATETAILRECURSIONPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

namespace {
/// The calls of the function at the end of a block.
enum class Ending {
  /// It calls the function on no path.
  Leaves,
  /// It calls the function on each path.
  Repeats,
  /// It calls the function on some paths.
  Either
};

/// Makes a loop of a function that calls itself in tail position.
class LoopBuilder {
public:
  explicit LoopBuilder(func::FuncOp function)
      : function(function), entry(function.front()), b(function.getContext()) {}

  /// Return whether the function became a loop.
  bool run();

private:
  func::CallOp getTailCall(Block &block);
  scf::IfOp getTailBranches(Block &block);
  Ending getEnding(Block &block);
  void findVariables(Block &block);
  SmallVector<Value> endBlock(Block &block, bool mayLeave);
  scf::IfOp separatePaths();
  SmallVector<Value> findLiveValues(scf::IfOp branches);
  void buildRound(scf::WhileOp loop, Value condition, bool repeatsIfTrue,
                  ArrayRef<Operation *> prefix, ArrayRef<Value> live);
  void makeLoop(scf::IfOp branches);

  func::FuncOp function;
  Block &entry;
  OpBuilder b;
  /// The arguments that some tail call changes.
  llvm::SetVector<unsigned> variables;
};
} // namespace

//===----------------------------------------------------------------------===//
// Tail positions
//===----------------------------------------------------------------------===//

/// Return the operation whose results are the values of `block`, if no effect
/// follows it.
static Operation *getTail(Block &block) {
  Operation *terminator = block.getTerminator();
  Operation *tail = terminator->getPrevNode();
  while (tail && isMemoryEffectFree(tail))
    tail = tail->getPrevNode();
  auto isUsedOnce = [](Value result) { return result.hasOneUse(); };
  if (!tail || !llvm::equal(tail->getResults(), terminator->getOperands()) ||
      !llvm::all_of(tail->getResults(), isUsedOnce))
    return nullptr;
  return tail;
}

func::CallOp LoopBuilder::getTailCall(Block &block) {
  auto call = dyn_cast_if_present<func::CallOp>(getTail(block));
  return call && call.getCallee() == function.getSymName() ? call : nullptr;
}

/// Return the branches at the end of `block` that call the function at their
/// end on some paths.
scf::IfOp LoopBuilder::getTailBranches(Block &block) {
  auto branches = dyn_cast_if_present<scf::IfOp>(getTail(block));
  return branches && getEnding(block) != Ending::Leaves ? branches : nullptr;
}

Ending LoopBuilder::getEnding(Block &block) {
  if (getTailCall(block))
    return Ending::Repeats;
  auto branches = dyn_cast_if_present<scf::IfOp>(getTail(block));
  if (!branches || branches.getElseRegion().empty())
    return Ending::Leaves;
  Ending ending = getEnding(*branches.thenBlock());
  return ending == getEnding(*branches.elseBlock()) ? ending : Ending::Either;
}

/// Collect the arguments that the tail calls at the end of `block` change.
void LoopBuilder::findVariables(Block &block) {
  if (func::CallOp call = getTailCall(block)) {
    for (auto [i, operand] : llvm::enumerate(call.getOperands()))
      if (operand != entry.getArgument(i))
        variables.insert(i);
  } else if (scf::IfOp branches = getTailBranches(block)) {
    findVariables(*branches.thenBlock());
    findVariables(*branches.elseBlock());
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

// Loops and branches carry the element of a tensor of rank 0, which needs no
// memory.

static Type getPackedType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0 ? tensor.getElementType() : type;
}

static Value pack(OpBuilder &b, Value value) {
  if (getPackedType(value.getType()) == value.getType())
    return value;
  return b.createOrFold<tensor::ExtractOp>(value.getLoc(), value, ValueRange());
}

static Value unpack(OpBuilder &b, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return tensor::FromElementsOp::create(b, value.getLoc(), type, value);
}

/// Return whether makeUnread can make a value of the packed type `type`.
static bool canMakeUnread(Type type) {
  if (auto buffer = dyn_cast<MemRefType>(type))
    return buffer.hasStaticShape() && buffer.getLayout().isIdentity();
  return isa<RankedTensorType>(type) || type.isSignlessIntOrIndexOrFloat();
}

/// Make a value of the packed type `type` that nothing reads.
static Value makeUnread(OpBuilder &b, Location loc, Type type) {
  if (auto buffer = dyn_cast<MemRefType>(type))
    return memref::AllocOp::create(b, loc, buffer);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  SmallVector<Value> sizes(tensor.getNumDynamicDims(),
                           arith::ConstantIndexOp::create(b, loc, 0));
  return tensor::EmptyOp::create(b, loc, tensor, sizes);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Erase the tail call or the tail branches of `block`, and return the packed
/// variables of the next round, in its place. If the block `mayLeave` the loop,
/// return in front of them whether there is a next round, and behind them the
/// packed results of the function.
SmallVector<Value> LoopBuilder::endBlock(Block &block, bool mayLeave) {
  Operation *terminator = block.getTerminator();
  Location loc = terminator->getLoc();
  if (scf::IfOp branches = getTailBranches(block)) {
    SmallVector<Value> values;
    for (Block *branch : {branches.thenBlock(), branches.elseBlock()}) {
      values = endBlock(*branch, mayLeave);
      branch->getTerminator()->setOperands(values);
    }
    b.setInsertionPoint(terminator);
    auto replacement =
        scf::IfOp::create(b, branches.getLoc(), ValueRange(values).getTypes(),
                          branches.getCondition(), /*addThenBlock=*/false,
                          /*addElseBlock=*/false);
    replacement.getThenRegion().takeBody(branches.getThenRegion());
    replacement.getElseRegion().takeBody(branches.getElseRegion());
    terminator->setOperands({});
    branches.erase();
    return replacement.getResults();
  }

  func::CallOp call = getTailCall(block);
  SmallVector<Value> values;
  b.setInsertionPoint(terminator);
  if (mayLeave)
    values.push_back(arith::ConstantIntOp::create(b, loc, call != nullptr, 1));
  for (unsigned i : variables)
    values.push_back(pack(b, call ? call.getOperand(i) : entry.getArgument(i)));
  if (mayLeave)
    for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
      values.push_back(call ? makeUnread(b, loc, getPackedType(type))
                            : pack(b, terminator->getOperand(i)));
  if (call) {
    terminator->setOperands({});
    call.erase();
  }
  return values;
}

// f(a) { if c { if d { x } else { f(y) } } else { f(z) } }
// -> f(a) { v = if c { if d { false, a, x } else { true, y, 0 } }
//               else { true, z, 0 };
//           if v.0 { f(v.1) } else { v.2 } }
scf::IfOp LoopBuilder::separatePaths() {
  Operation *terminator = entry.getTerminator();
  Location loc = terminator->getLoc();
  TypeRange types = function.getResultTypes();
  SmallVector<Value> values = endBlock(entry, /*mayLeave=*/true);
  ArrayRef<Value> next = ArrayRef(values).slice(1, variables.size());
  ArrayRef<Value> results = ArrayRef(values).take_back(types.size());
  auto branches = scf::IfOp::create(b, loc, types, values.front(),
                                    /*withElseRegion=*/true);
  terminator->setOperands(branches.getResults());

  b = branches.getThenBodyBuilder();
  SmallVector<Value> arguments(entry.getArguments());
  for (auto [i, value] : llvm::zip_equal(variables, next))
    arguments[i] = unpack(b, value, arguments[i].getType());
  auto call = func::CallOp::create(b, loc, function, arguments);
  if (!types.empty())
    scf::YieldOp::create(b, loc, call.getResults());
  b = branches.getElseBodyBuilder();
  SmallVector<Value> unpacked;
  for (auto [value, type] : llvm::zip_equal(results, types))
    unpacked.push_back(unpack(b, value, type));
  if (!types.empty())
    scf::YieldOp::create(b, loc, unpacked);
  return branches;
}

/// Return the values that each round computes in front of `branches`, and that
/// these use.
SmallVector<Value> LoopBuilder::findLiveValues(scf::IfOp branches) {
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(branches->getRegions(), used);
  SmallVector<Value> live;
  for (Value value : used) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument ? variables.contains(argument.getArgNumber())
                 : !relay::isConstantLike(value.getDefiningOp()))
      live.push_back(value);
  }
  return live;
}

/// Move `prefix`, the operations of each round in front of the branches, into
/// the first region of `loop`. It passes the `live` values on, and decides by
/// `condition` whether the loop repeats.
void LoopBuilder::buildRound(scf::WhileOp loop, Value condition,
                             bool repeatsIfTrue, ArrayRef<Operation *> prefix,
                             ArrayRef<Value> live) {
  Location loc = loop.getLoc();
  TypeRange types = loop.getInits().getTypes();
  Block *before = b.createBlock(&loop.getBefore(), {}, types,
                                SmallVector<Location>(types.size(), loc));
  IRMapping inRound;
  for (auto [i, value] : llvm::zip_equal(variables, before->getArguments())) {
    Value argument = entry.getArgument(i);
    inRound.map(argument, unpack(b, value, argument.getType()));
  }
  for (Operation *op : prefix)
    op->moveBefore(before, before->end());
  for (auto [argument, value] : inRound.getValueMap())
    replaceAllUsesInRegionWith(argument, value, loop.getBefore());
  b.setInsertionPointToEnd(before);
  condition = inRound.lookupOrDefault(condition);
  if (!repeatsIfTrue) {
    Value isTrue = arith::ConstantIntOp::create(b, loc, 1, 1);
    condition = arith::XOrIOp::create(b, loc, condition, isTrue);
  }
  SmallVector<Value> passed;
  for (Value value : live)
    passed.push_back(pack(b, inRound.lookupOrDefault(value)));
  scf::ConditionOp::create(b, loc, condition, passed);
}

// f(a) { p; if c { x } else { q; f(y) } }
// -> f(a) { v = while (b = a) { p; condition(!c) b } do { q; yield y }; x }
// where v also holds the values of p that q and x use.
void LoopBuilder::makeLoop(scf::IfOp branches) {
  Location loc = branches.getLoc();
  Operation *terminator = entry.getTerminator();
  branches->moveBefore(terminator);
  Region *repeating = &branches.getThenRegion();
  Region *leaving = &branches.getElseRegion();
  bool repeatsIfTrue = getEnding(repeating->front()) == Ending::Repeats;
  if (!repeatsIfTrue)
    std::swap(repeating, leaving);

  // Constants stay in front of the loop, and all else is done in each round.
  SmallVector<Operation *> prefix;
  for (Operation &op : llvm::make_range(entry.begin(), branches->getIterator()))
    if (!relay::isConstantLike(&op))
      prefix.push_back(&op);
  SmallVector<Value> live = findLiveValues(branches);
  SmallVector<Value> starts;
  SmallVector<Type> liveTypes;
  b.setInsertionPoint(branches);
  for (unsigned i : variables)
    starts.push_back(pack(b, entry.getArgument(i)));
  for (Value value : live)
    liveTypes.push_back(getPackedType(value.getType()));
  auto loop = scf::WhileOp::create(b, loc, liveTypes, starts);

  auto useIn = [&](Region &region, ValueRange packed) {
    for (auto [value, replacement] : llvm::zip_equal(live, packed))
      replaceAllUsesInRegionWith(value, unpack(b, replacement, value.getType()),
                                 region);
  };
  useIn(*leaving, loop.getResults());
  Block *after = b.createBlock(&loop.getAfter(), {}, liveTypes,
                               SmallVector<Location>(liveTypes.size(), loc));
  useIn(*repeating, after->getArguments());

  buildRound(loop, branches.getCondition(), repeatsIfTrue, prefix, live);
  SmallVector<Value> next = endBlock(repeating->front(), /*mayLeave=*/false);
  repeating->front().getTerminator()->setOperands(next);
  after->getOperations().splice(after->end(),
                                repeating->front().getOperations());
  Operation *yield = leaving->front().getTerminator();
  terminator->setOperands(yield->getOperands());
  yield->erase();
  entry.getOperations().splice(branches->getIterator(),
                               leaving->front().getOperations());
  branches.erase();
}

bool LoopBuilder::run() {
  // A function that never returns is no loop either.
  if (!isa<func::ReturnOp>(entry.getTerminator()) ||
      getEnding(entry) != Ending::Either)
    return false;
  scf::IfOp branches = getTailBranches(entry);
  bool isSeparate = llvm::none_of(branches->getRegions(), [&](Region &region) {
    return getEnding(region.front()) == Ending::Either;
  });
  if (!isSeparate && !llvm::all_of(function.getResultTypes(), [](Type type) {
        return canMakeUnread(getPackedType(type));
      }))
    return false;
  findVariables(entry);
  makeLoop(isSeparate ? branches : separatePaths());
  return true;
}

namespace {
struct EliminateTailRecursionPass
    : relay::impl::EliminateTailRecursionPassBase<EliminateTailRecursionPass> {
  void runOnOperation() override {
    if (getOperation().getBody().hasOneBlock() &&
        LoopBuilder(getOperation()).run())
      ++numLoops;
    else
      markAllAnalysesPreserved();
  }
};
} // namespace
