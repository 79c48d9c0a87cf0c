//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PartitionGraph: moves parts for other compilers into functions.
//
//===----------------------------------------------------------------------===//

#include "../Utils/BlockOrder.h"
#include "../Utils/LetBindings.h"
#include "CompilerAnnotations.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relay {
#define GEN_PASS_DEF_PARTITIONGRAPHPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
/// The operations of a region, in program order.
struct PartContents {
  /// The begins, in TVM's order.
  SmallVector<AnnotationCompilerBeginOp> begins;
  SmallVector<Operation *> ops;
  AnnotationCompilerEndOp firstEnd;
  Operation *firstEffect = nullptr, *lastEffect = nullptr;
};

/// Partitions a function.
class Partitioner {
public:
  Partitioner(func::FuncOp function, SymbolTable &symbols, bool bindConstants)
      : function(function), symbols(symbols), bindConstants(bindConstants) {}

  LogicalResult run();
  unsigned getNumPartitioned() const { return numPartitioned; }
  /// The blocks in which calls have to be put in order.
  ArrayRef<Block *> getChangedBlocks() const {
    return changedBlocks.getArrayRef();
  }

private:
  LogicalResult check(AnnotatedPart &part, const PartContents &contents);
  LogicalResult checkOperand(AnnotatedPart &part, OpOperand &operand);
  Operation *getPosition(AnnotatedPart &part, const PartContents &contents);
  void partition(AnnotatedPart &part, const PartContents &contents);

  func::FuncOp function;
  SymbolTable &symbols;
  bool bindConstants;
  FailureOr<AnnotatedParts> parts = failure();
  llvm::SetVector<Block *> changedBlocks;
  unsigned numPartitioned = 0;
};

/// Builds the function of a part, and the call of it.
class PartFunctionBuilder {
public:
  PartFunctionBuilder(AnnotatedPart &part, StringRef name);

  void addInputs(ArrayRef<AnnotationCompilerBeginOp> begins,
                 bool bindConstants);
  void moveIn(ArrayRef<Operation *> ops);
  /// Ends the function, puts a call of it before `position`, and replaces the
  /// ends by its results. They have no uses afterwards.
  void finish(SymbolTable &symbols, Operation *position);

private:
  Value copyConstant(Value value);
  void copyCallee(ApplyOp apply);

  AnnotatedPart &part;
  Location loc;
  func::FuncOp function;
  OpBuilder body;
  SmallVector<Value> arguments;
  SmallVector<Attribute> argAttrs;
  /// Literals that are called, and their copies.
  DenseMap<Value, Value> callees;
};
} // namespace

//===----------------------------------------------------------------------===//
// PartFunctionBuilder
//===----------------------------------------------------------------------===//

PartFunctionBuilder::PartFunctionBuilder(AnnotatedPart &part, StringRef name)
    : part(part), loc(part.ends.front().getLoc()), body(loc.getContext()) {
  function = func::FuncOp::create(loc, name, body.getFunctionType({}, {}));
  function.setPrivate();
  body.setInsertionPointToEnd(function.addEntryBlock());
}

/// Whether `value` is a constant, or a tuple of constants.
static bool isConstantOrTuple(Value value) {
  Operation *op = value.getDefiningOp();
  auto isConstant = [](Value field) {
    return field.getDefiningOp<ConstantOp>() != nullptr;
  };
  return isa_and_nonnull<ConstantOp>(op) ||
         (isa_and_nonnull<TupleOp>(op) &&
          llvm::all_of(op->getOperands(), isConstant));
}

Value PartFunctionBuilder::copyConstant(Value value) {
  IRMapping mapping;
  Operation *op = value.getDefiningOp();
  for (Value field : op->getOperands())
    if (!mapping.contains(field))
      body.clone(*field.getDefiningOp(), mapping);
  return body.clone(*op, mapping)->getResult(0);
}

/// Return the value that `begin` annotates, without annotations in between.
static Value getMarkedValue(AnnotationCompilerBeginOp begin) {
  Value value = begin.getData();
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<AnnotationCompilerBeginOp, AnnotationCompilerEndOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

void PartFunctionBuilder::addInputs(ArrayRef<AnnotationCompilerBeginOp> begins,
                                    bool bindConstants) {
  DenseMap<Operation *, unsigned> positions;
  for (AnnotationCompilerBeginOp begin : part.begins)
    positions.try_emplace(begin, positions.size());
  DenseMap<Value, Value> inputs;
  for (AnnotationCompilerBeginOp begin : begins) {
    Value &input = inputs[getMarkedValue(begin)];
    if (!input && bindConstants && isConstantOrTuple(begin.getData())) {
      input = copyConstant(begin.getData());
    } else if (!input) {
      std::string name = llvm::formatv("{0}_{1}_i{2}", part.compiler.getValue(),
                                       part.id, positions.lookup(begin));
      arguments.push_back(begin.getData());
      argAttrs.push_back(body.getDictionaryAttr(
          body.getNamedAttr(fnattr::paramName, body.getStringAttr(name))));
      input = function.front().addArgument(begin.getType(), begin.getLoc());
    }
    begin.replaceAllUsesWith(
        castTo(body, begin.getLoc(), input, begin.getType()));
  }
}

void PartFunctionBuilder::copyCallee(ApplyOp apply) {
  Value literal = apply.getCallee();
  Value &copy = callees[literal];
  if (!copy)
    copy = body.clone(*literal.getDefiningOp())->getResult(0);
  apply.getCalleeMutable().assign(copy);
  if (literal.use_empty())
    literal.getDefiningOp()->erase();
}

void PartFunctionBuilder::moveIn(ArrayRef<Operation *> ops) {
  for (Operation *op : ops) {
    if (auto apply = dyn_cast<ApplyOp>(op))
      copyCallee(apply);
    op->moveBefore(body.getInsertionBlock(), body.getInsertionPoint());
  }
}

void PartFunctionBuilder::finish(SymbolTable &symbols, Operation *position) {
  llvm::MapVector<Value, SmallVector<AnnotationCompilerEndOp>> results;
  for (AnnotationCompilerEndOp end : part.ends)
    results[end.getData()].push_back(end);
  bool isSingle = results.size() == 1;
  Value result = results.front().first;
  if (!isSingle) {
    auto values = llvm::map_to_vector(
        results, [](auto &entry) -> Value { return entry.first; });
    auto types = llvm::map_to_vector(
        values, [](Value value) { return value.getType(); });
    result = TupleOp::create(body, loc, body.getTupleType(types), values);
  }
  func::ReturnOp::create(body, loc, result);
  function.setFunctionType(body.getFunctionType(
      function.front().getArgumentTypes(), result.getType()));
  function.setArgAttrsAttr(body.getArrayAttr(argAttrs));
  function->setAttr(fnattr::globalSymbol, function.getSymNameAttr());
  function->setAttr(fnattr::compiler, part.compiler);
  for (StringRef name : {fnattr::primitive, fnattr::inlineFn})
    function->setAttr(name, body.getI64IntegerAttr(1));
  symbols.insert(function);

  OpBuilder builder(position);
  Value call =
      CallOp::create(builder, loc, result.getType(), function.getSymName(),
                     arguments, nullptr, nullptr, nullptr);
  unsigned index = 0;
  for (auto &[value, ends] : results) {
    Value output = isSingle ? call
                            : TupleGetOp::create(builder, loc, value.getType(),
                                                 call, index++);
    for (AnnotationCompilerEndOp end : ends)
      end.replaceAllUsesWith(castTo(builder, loc, output, end.getType()));
  }
}

//===----------------------------------------------------------------------===//
// Partitioner
//===----------------------------------------------------------------------===//

/// Whether `callee` can be copied with a call of it.
static bool isCopyable(Value callee) {
  Operation *op = callee.getDefiningOp();
  if (isa_and_nonnull<FusedFnOp, GlobalOp>(op))
    return true;
  if (!isa_and_nonnull<FnOp>(op))
    return false;
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  return captured.empty();
}

LogicalResult Partitioner::checkOperand(AnnotatedPart &part,
                                        OpOperand &operand) {
  Operation *op = operand.getOwner();
  bool isCallee = isa<ApplyOp>(op) && operand.getOperandNumber() == 0;
  Operation *definition = operand.get().getDefiningOp();
  if (isCallee ? isCopyable(operand.get())
               : parts->lookup(definition) == &part &&
                     !isa<AnnotationCompilerEndOp>(definition))
    return success();
  return op->emitError("an operation in the part for the compiler '")
         << part.compiler.getValue() << "' uses "
         << (isCallee ? "a function value" : "a value")
         << " from outside of it without annotation.compiler_begin";
}

/// Checks that values go in and out of `part` through marks only, and that its
/// types mean something outside.
LogicalResult Partitioner::check(AnnotatedPart &part,
                                 const PartContents &contents) {
  for (Operation *around = part.block->getParentOp(); around;
       around = around->getParentOp())
    if (around->hasAttr(fnattr::typeParams) || around->hasAttr("type_params"))
      return part.begins.front().emitError(
                 "cannot move the part for the compiler '")
             << part.compiler.getValue() << "' out of a polymorphic function";
  for (Operation *op = contents.firstEffect; op != contents.lastEffect;
       op = op->getNextNode())
    if (parts->lookup(op) != &part && !isMemoryEffectFree(op))
      return op->emitError("has effects between those of the part for the "
                           "compiler '")
             << part.compiler.getValue() << "', which cannot be moved";
  for (Operation *op : contents.ops) {
    for (OpOperand &operand : op->getOpOperands())
      if (failed(checkOperand(part, operand)))
        return failure();
    for (Operation *user : op->getUsers())
      if (parts->lookup(user) != &part)
        return user->emitError("uses a value of the part for the compiler '")
               << part.compiler.getValue()
               << "' without annotation.compiler_end";
  }
  return success();
}

/// Return the operation before which the call of `part` is inserted: its first
/// effect, or else its first end. It must not move with the region or be erased
/// with it.
Operation *Partitioner::getPosition(AnnotatedPart &part,
                                    const PartContents &contents) {
  AnnotationCompilerEndOp firstEnd = contents.firstEnd;
  Operation *position = contents.firstEffect;
  if (!position)
    return part.block->findAncestorOpInBlock(*firstEnd);
  while (isa<FnOp, FusedFnOp, GlobalOp>(position) ||
         (parts->lookup(position) == &part &&
          !isa<AnnotationCompilerBeginOp, AnnotationCompilerEndOp>(position)))
    position = position->getNextNode();
  return position;
}

void Partitioner::partition(AnnotatedPart &part, const PartContents &contents) {
  // Users outside of the region use the value itself.
  for (AnnotationCompilerBeginOp begin : contents.begins)
    begin.getResult().replaceUsesWithIf(begin.getData(), [&](OpOperand &use) {
      return parts->lookup(use.getOwner()) != &part;
    });
  Operation *position = getPosition(part, contents);
  std::string name = llvm::formatv("{0}_{1}_{2}", part.compiler.getValue(),
                                   function.getSymName(), part.id);
  PartFunctionBuilder builder(part, name);
  builder.addInputs(contents.begins, bindConstants);
  builder.moveIn(contents.ops);
  builder.finish(symbols, position);
  changedBlocks.insert(part.block);
  ++numPartitioned;
}

LogicalResult Partitioner::run() {
  sinkBegins(function);
  parts = AnnotatedParts::compute(function);
  if (failed(parts))
    return failure();
  llvm::MapVector<AnnotatedPart *, PartContents> contents;
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    AnnotatedPart *part = parts->lookup(op);
    if (!part)
      return;
    PartContents &found = contents[part];
    if (auto end = dyn_cast<AnnotationCompilerEndOp>(op))
      found.firstEnd = found.firstEnd ? found.firstEnd : end;
    else if (!isa<AnnotationCompilerBeginOp>(op))
      found.ops.push_back(op);
    if (!isMemoryEffectFree(op)) {
      found.firstEffect = found.firstEffect ? found.firstEffect : op;
      found.lastEffect = op;
    }
  });
  for (Operation *mark : parts->getMarks())
    if (auto begin = dyn_cast<AnnotationCompilerBeginOp>(mark))
      contents[parts->lookup(mark)].begins.push_back(begin);
  for (auto &[part, found] : contents)
    if (!part->ends.empty() && failed(check(*part, found)))
      return failure();
  for (auto &[part, found] : contents) {
    if (!part->ends.empty())
      partition(*part, found);
    else // Nothing comes out of the part: it is none.
      for (AnnotationCompilerBeginOp begin : found.begins)
        begin.replaceAllUsesWith(begin.getData());
  }
  // The addresses of marks must not be those of new operations before.
  for (Operation *mark : parts->getMarks())
    mark->erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// The first operation of `block` that comes before something it needs in the
/// block, or null.
static Operation *findUseBeforeDefinition(Block &block) {
  for (Operation &op : block) {
    WalkResult walk = op.walk([&](Operation *inner) {
      bool isEarly = llvm::any_of(inner->getOperands(), [&](Value value) {
        Operation *definition = value.getDefiningOp();
        return definition && definition->getBlock() == &block &&
               !definition->isBeforeInBlock(&op) && definition != &op;
      });
      return isEarly ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return &op;
  }
  return nullptr;
}

/// Puts calls of parts after what they need.
static LogicalResult restoreOrder(Block &block) {
  if (!findUseBeforeDefinition(block))
    return success();
  sortBlock(block);
  Operation *op = findUseBeforeDefinition(block);
  return op ? op->emitError("a part for another compiler depends on its own "
                            "results here")
            : success();
}

namespace {
struct PartitionGraphPass
    : public relay::impl::PartitionGraphPassBase<PartitionGraphPass> {
  using PartitionGraphPassBase::PartitionGraphPassBase;

  void runOnOperation() override {
    if (failed(run(getOperation())))
      signalPassFailure();
  }

  LogicalResult run(ModuleOp module) {
    if (failed(checkTypesKnown(module)))
      return failure();
    SymbolTable symbols(module);
    SmallVector<Block *> blocks;
    for (auto function : llvm::to_vector(module.getOps<func::FuncOp>())) {
      if (!hasRelayBody(function))
        continue;
      Partitioner partitioner(function, symbols, bindConstants);
      if (failed(partitioner.run()))
        return failure();
      llvm::append_range(blocks, partitioner.getChangedBlocks());
      numPartitioned += partitioner.getNumPartitioned();
    }
    if (blocks.empty())
      return success();
    // The order of effects depends on which functions have some.
    markPureFunctions(module);
    for (Block *block : blocks)
      if (failed(restoreOrder(*block)))
        return failure();
    return success();
  }
};
} // namespace
