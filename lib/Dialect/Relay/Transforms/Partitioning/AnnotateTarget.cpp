//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AnnotateTarget: puts marks around what other compilers support.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/AnnotateTarget.h"
#include "../Utils/LetBindings.h"
#include "CompilerAnnotations.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::relay {
#define GEN_PASS_DEF_ANNOTATETARGETPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// CompilerSupport
//===----------------------------------------------------------------------===//

CompilerSupport &CompilerSupport::get(RelayDialect &dialect) {
  if (auto *support = dialect.getRegisteredInterface<CompilerSupport>())
    return const_cast<CompilerSupport &>(*support);
  return dialect.addInterface<CompilerSupport>();
}

const CompilerSupport *CompilerSupport::find(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<RelayDialect>();
  return dialect ? dialect->getRegisteredInterface<CompilerSupport>() : nullptr;
}

void CompilerSupport::add(StringRef compiler, Predicate isSupported) {
  predicates[compiler] = std::move(isSupported);
}

bool CompilerSupport::isSupported(StringRef compiler, Operation *op) const {
  auto it = predicates.find(compiler);
  return it != predicates.end() && it->second(op);
}

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

namespace {
class Annotator {
public:
  using IsSupported = function_ref<bool(StringRef, Operation *)>;

  Annotator(MLIRContext *context, ArrayRef<StringRef> compilers,
            bool includeNonCallOps, IsSupported isSupported)
      : compilers(compilers), includeNonCallOps(includeNonCallOps),
        isSupported(isSupported),
        defaultName(StringAttr::get(context, kDefaultCompiler)) {}

  void visitBlock(Block &block);
  unsigned getNumMarks() const { return numMarks; }

private:
  void visit(Operation *op);
  void visitCall(Operation *op, MutableArrayRef<OpOperand> arguments);
  void visitNonCall(Operation *op);
  void visitLet(LetOp let);

  StringAttr chooseCompiler(Operation *op);
  StringAttr annotate(MutableArrayRef<OpOperand> arguments,
                      StringAttr compiler = {});
  Value closeArgument(OpOperand &argument, StringAttr &compiler);
  void close(OpOperand &use);
  Value end(Operation *user, Value value, StringAttr compiler);
  StringAttr lookup(Value value) { return chosen.lookup(value); }

  ArrayRef<StringRef> compilers;
  bool includeNonCallOps;
  IsSupported isSupported;
  StringAttr defaultName;
  /// The compilers of the results of what has been marked.
  DenseMap<Value, StringAttr> chosen;
  unsigned numMarks = 0;
};
} // namespace

/// The literal that `apply` calls on the spot, or null.
static Operation *getCalledLiteral(ApplyOp apply) {
  Operation *fn = apply.getCallee().getDefiningOp();
  return isa_and_nonnull<FnOp, FusedFnOp>(fn) ? fn : nullptr;
}

/// Whether `op` is a call without arguments. Its result counts as a value from
/// outside, like a variable.
static bool isCallWithoutArguments(Operation *op) {
  if (auto apply = dyn_cast<ApplyOp>(op))
    return apply.getArguments().empty();
  return isa<OperatorInterface, CallOp>(op) && op->getNumOperands() == 0;
}

static void eraseIfUnused(Operation *op) {
  if (op->use_empty())
    op->erase();
}

Value Annotator::end(Operation *user, Value value, StringAttr compiler) {
  OpBuilder builder(user);
  ++numMarks;
  return AnnotationCompilerEndOp::create(builder, value.getLoc(),
                                         value.getType(), value, compiler);
}

/// Return the value of `argument` behind the end of its region, and set
/// `compiler` to the compiler of that region. A begin for the default compiler
/// is skipped.
Value Annotator::closeArgument(OpOperand &argument, StringAttr &compiler) {
  Value value = argument.get();
  Operation *user = argument.getOwner();
  compiler = defaultName;
  auto begin = value.getDefiningOp<AnnotationCompilerBeginOp>();
  if (!begin) {
    StringAttr name = lookup(value);
    if (!name)
      return value;
    compiler = name;
    return isCallWithoutArguments(value.getDefiningOp())
               ? value
               : end(user, value, name);
  }
  auto closed = begin.getData().getDefiningOp<AnnotationCompilerEndOp>();
  if (closed)
    compiler = closed.getCompilerAttr();
  if (begin.getCompilerAttr() != defaultName)
    return value;
  // An operation of the default compiler may have got another one since.
  StringAttr name = closed ? lookup(closed.getData()) : StringAttr();
  if (name && compiler == defaultName && name != defaultName) {
    compiler = name;
    return end(user, closed.getData(), name);
  }
  return begin.getData();
}

/// Marks the arguments of an operation for `compiler`, or if that is null, for
/// the one that they all come from, otherwise for default. Returns the
/// compiler, or null if there is neither it nor an argument.
StringAttr Annotator::annotate(MutableArrayRef<OpOperand> arguments,
                               StringAttr compiler) {
  StringAttr common;
  SmallVector<Value> values;
  for (OpOperand &argument : arguments) {
    StringAttr from;
    values.push_back(closeArgument(argument, from));
    common = !common || common == from ? from : defaultName;
  }
  if (!compiler)
    compiler = common;
  for (auto [argument, value] : llvm::zip_equal(arguments, values)) {
    Operation *old = argument.get().getDefiningOp();
    auto begin = dyn_cast_if_present<AnnotationCompilerBeginOp>(old);
    bool isMarked = begin && begin.getData() == value &&
                    begin.getCompilerAttr() == compiler;
    if (isMarked || (begin && begin.getResult() == value))
      continue;
    ++numMarks;
    OpBuilder builder(argument.getOwner());
    argument.set(AnnotationCompilerBeginOp::create(
        builder, argument.getOwner()->getLoc(), value.getType(), value,
        compiler));
    if (!begin)
      continue;
    Operation *closed = begin.getData().getDefiningOp();
    eraseIfUnused(begin);
    if (isa_and_nonnull<AnnotationCompilerEndOp>(closed))
      eraseIfUnused(closed);
  }
  return compiler;
}

/// Ends the part that the value of `use` comes from.
void Annotator::close(OpOperand &use) {
  Value value = use.get();
  Operation *op = value.getDefiningOp();
  if (!op)
    return;
  if (auto closed = dyn_cast<AnnotationCompilerEndOp>(op)) {
    StringAttr name = lookup(closed.getData());
    if (closed.getCompilerAttr() != defaultName || !name || name == defaultName)
      return;
    use.set(end(use.getOwner(), closed.getData(), name));
    return eraseIfUnused(closed);
  }
  StringAttr name = lookup(value);
  bool isEmptyTuple = isa<TupleOp>(op) && op->getNumOperands() == 0;
  if (name && !isCallWithoutArguments(op) && !isEmptyTuple)
    use.set(end(use.getOwner(), value, name));
}

/// The first compiler that supports `op`, an operator or a call of a composite
/// literal.
StringAttr Annotator::chooseCompiler(Operation *op) {
  auto choose = [&](function_ref<bool(StringRef)> isFor) {
    const auto *it = llvm::find_if(compilers, isFor);
    return it == compilers.end() ? defaultName
                                 : StringAttr::get(op->getContext(), *it);
  };
  if (isa<OperatorInterface>(op))
    return choose([&](StringRef name) { return isSupported(name, op); });
  auto apply = dyn_cast<ApplyOp>(op);
  Operation *literal = apply ? getCalledLiteral(apply) : nullptr;
  auto composite = literal
                       ? literal->getAttrOfType<StringAttr>(fnattr::composite)
                       : StringAttr();
  if (!composite || !composite.getValue().contains('.'))
    return defaultName;
  StringRef wanted = composite.getValue().split('.').first;
  return choose([&](StringRef name) { return name == wanted; });
}

void Annotator::visitCall(Operation *op, MutableArrayRef<OpOperand> arguments) {
  // Operations that another run has given to a compiler stay with it.
  if (!arguments.empty())
    if (auto begin =
            arguments.front().get().getDefiningOp<AnnotationCompilerBeginOp>())
      if (begin.getCompilerAttr() != defaultName)
        return;
  auto apply = dyn_cast<ApplyOp>(op);
  if (apply && !includeNonCallOps && isVariable(apply.getCallee())) {
    for (OpOperand &argument : arguments)
      close(argument);
    return;
  }
  StringAttr compiler = chooseCompiler(op);
  annotate(arguments, compiler);
  chosen[op->getResult(0)] = compiler;
}

void Annotator::visitNonCall(Operation *op) {
  if (!includeNonCallOps) {
    for (OpOperand &operand : op->getOpOperands())
      close(operand);
    return;
  }
  if (StringAttr compiler = annotate(op->getOpOperands()))
    chosen[op->getResult(0)] = compiler;
}

// As in TVM, functions get no marks where they are bound.
void Annotator::visitLet(LetOp let) {
  if (!isa_and_nonnull<FnOp, FusedFnOp>(let.getValue().getDefiningOp()))
    annotate(let->getOpOperands());
}

void Annotator::visit(Operation *op) {
  if (isa<AnnotationCompilerBeginOp>(op))
    return;
  if (auto closed = dyn_cast<AnnotationCompilerEndOp>(op)) {
    chosen.try_emplace(closed.getData(), closed.getCompilerAttr());
    return;
  }
  if (!op->hasAttr(fnattr::composite) && !op->hasAttr("type_params"))
    for (Region &region : op->getRegions())
      for (Block &block : region)
        visitBlock(block);
  MutableArrayRef<OpOperand> operands = op->getOpOperands();
  if (isa<OperatorInterface, CallOp>(op))
    visitCall(op, operands);
  else if (isa<ApplyOp>(op))
    visitCall(op, operands.drop_front());
  else if (isa<TupleOp, TupleGetOp, RefCreateOp, RefReadOp, RefWriteOp>(op))
    visitNonCall(op);
  else if (auto let = dyn_cast<LetOp>(op))
    visitLet(let);
  else // Branches, ends of blocks, changes of precision, other dialects.
    for (OpOperand &operand : operands)
      close(operand);
}

void Annotator::visitBlock(Block &block) {
  // Marks are put before the operation that is visited.
  for (Operation &op : llvm::make_early_inc_range(block))
    visit(&op);
}

unsigned
relay::annotateTargets(func::FuncOp function, ArrayRef<StringRef> compilers,
                       bool includeNonCallOps,
                       function_ref<bool(StringRef, Operation *)> isSupported) {
  Annotator annotator(function.getContext(), compilers, includeNonCallOps,
                      isSupported);
  // A function that is made of a part has no type parameters.
  if (function->hasAttr(fnattr::typeParams))
    return 0;
  for (Block &block : function.getBody())
    annotator.visitBlock(block);
  return annotator.getNumMarks();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct AnnotateTargetPass
    : public relay::impl::AnnotateTargetPassBase<AnnotateTargetPass> {
  using AnnotateTargetPassBase::AnnotateTargetPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    supported.clear();
    for (StringRef words : supportedOps) {
      auto [compiler, names] = words.split(':');
      if (compiler.empty() || names.empty())
        return emitError(UnknownLoc::get(context))
               << "expected a compiler and operators between colons in "
                  "supported-ops of 'relay-annotate-target', such as "
                  "'dnnl:nn.relu:add', but got '"
               << words << "'";
      for (StringRef name : llvm::split(names, ':')) {
        std::string full = ("relay." + name).str();
        if (!RegisteredOperationName::lookup(full, context))
          return emitError(UnknownLoc::get(context))
                 << "supported-ops of 'relay-annotate-target' names the "
                    "operator '"
                 << name << "', which does not exist";
        supported[compiler].insert(full);
      }
    }
    return success();
  }

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (isSkippedByFunctionPasses(function) ||
        function->hasAttr(fnattr::lowered))
      return markAllAnalysesPreserved();
    if (failed(checkTypesKnown(function)))
      return signalPassFailure();
    const CompilerSupport *registered = CompilerSupport::find(&getContext());
    unsigned count = annotateTargets(
        function, llvm::to_vector_of<StringRef>(targets), includeNonCallOps,
        [&](StringRef compiler, Operation *op) {
          auto it = supported.find(compiler);
          return (it != supported.end() &&
                  it->second.contains(op->getName().getStringRef())) ||
                 (registered && registered->isSupported(compiler, op));
        });
    numMarks += count;
    if (!count)
      markAllAnalysesPreserved();
  }

  /// The operators of the option, by compiler.
  llvm::StringMap<llvm::StringSet<>> supported;
};
} // namespace
