//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation of whole functions with an explicit stack of frames: Relay's
// recursion takes no native stack, nor do the values that it makes.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Evaluation/Evaluator.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/SymbolicDims.h"
#include "RelayLite/Evaluation/BufferPool.h"
#include "RelayLite/Evaluation/ExternalFunctions.h"
#include "RelayLite/Evaluation/Profile.h"
#include "mlir/Transforms/RegionUtils.h"
#include <unordered_map>

using namespace mlir;
using namespace mlir::relay;

llvm::Expected<Tensor> relay::makeTensor(ElementsAttr value) {
  llvm::Expected<ConstantData> data = readConstant(value);
  if (!data)
    return data.takeError();
  return Tensor::share(cast<RankedTensorType>(value.getShapedType()),
                       data->bytes.data(), data->owner, data->isSplat);
}

namespace {
struct ValueHash {
  size_t operator()(Value value) const { return hash_value(value); }
};

/// The values of one activation of a function; blocks of branches share it.
/// Most are few: a DenseMap has room for 64.
using Environment = std::unordered_map<Value, EvalValue, ValueHash>;

/// A block under evaluation.
struct Frame {
  std::shared_ptr<Environment> environment;
  Block::iterator next;
  /// The operation in the frame below whose result this one gives, or null.
  Operation *caller;
};

/// One evaluation.
class Run {
public:
  Run(const EvaluatorOptions &options, SymbolTable &symbols, KernelMemo &memo,
      Cancellation *cancellation)
      : options(options), symbols(symbols), memo(memo),
        cancellation(cancellation) {}

  FailureOr<SmallVector<EvalValue>> call(func::FuncOp function,
                                         ArrayRef<EvalValue> arguments);

private:
  LogicalResult step();
  LogicalResult evaluate(Operation *op);
  LogicalResult evaluateConstant(ConstantOp op);
  LogicalResult evaluateFunctionLiteral(Operation *op);
  LogicalResult evaluateIf(IfOp op);
  /// `callee` is the value of a function that is called, or null.
  LogicalResult evaluateCall(Operation *op, Operation *function,
                             SmallVector<EvalValue> arguments, Value callee);
  /// The result of `function` if another compiler has compiled it.
  FailureOr<std::optional<EvalValue>>
  callExternal(Operation *op, Operation *function,
               ArrayRef<EvalValue> arguments, Type resultType);
  LogicalResult evaluateApply(Operation *op, Value callee,
                              SmallVector<EvalValue> arguments);
  LogicalResult evaluateTypeCast(TypeCastOp op);
  LogicalResult evaluateOperatorOp(Operation *op);
  LogicalResult push(Operation *caller, Block &block,
                     std::shared_ptr<Environment> environment);

  EvalValue &get(Value value) { return (*stack.back().environment)[value]; }
  SmallVector<EvalValue> getAll(ValueRange values) {
    return llvm::map_to_vector(values, [&](Value value) { return get(value); });
  }
  void set(Value value, EvalValue result) {
    (*stack.back().environment)[value] = std::move(result);
  }
  /// The last operation that uses `value`, or null if it lives on.
  Operation *getLastUser(Value value);
  /// Drops the operands of `op` that nothing after it uses.
  void release(Operation *op);

  const EvaluatorOptions &options;
  SymbolTable &symbols;
  KernelMemo &memo;
  Cancellation *cancellation;
  SmallVector<Frame, 0> stack;
  /// All that have been entered.
  size_t numCalls = 0;
  /// The results of the outermost function, when it has returned.
  SmallVector<EvalValue> results;
  /// Values that a literal's body uses of those around it.
  DenseMap<Operation *, SmallVector<Value>> captured;
  DenseMap<Value, Operation *> lastUsers;
};
} // namespace

// To ask costs as much as to evaluate some small operators.
static constexpr size_t callsPerMemoryCheck = 1024;

LogicalResult Run::push(Operation *caller, Block &block,
                        std::shared_ptr<Environment> environment) {
  if (stack.size() >= options.maxCallDepth)
    return caller->emitError("evaluation is nested more than ")
           << options.maxCallDepth << " calls deep";
  if (llvm::Error error = Cancellation::check(cancellation))
    return caller->emitError("cannot evaluate: ")
           << llvm::toString(std::move(error));
  // Values of calls come from where LLVM's own memory comes from.
  if (++numCalls % callsPerMemoryCheck == 0 && !isMemoryLeft())
    return caller->emitError("not enough memory to evaluate ")
           << stack.size() << " nested calls";
  stack.push_back({std::move(environment), block.begin(), caller});
  return success();
}

static int64_t getSize(ArrayRef<EvalValue> arguments, const ParameterDim &at) {
  EvalValue value = arguments[at.parameter];
  for (unsigned field : at.fields) {
    EvalValue inner = (*value.getTuple())[field];
    value = std::move(inner);
  }
  return value.getTensor()->getType().getDimSize(at.dim);
}

/// Dimensions of parameters with equal names have to have equal sizes.
static LogicalResult checkEqualDims(func::FuncOp function,
                                    ArrayRef<EvalValue> arguments) {
  for (const EqualDims &dims : getEqualDims(function)) {
    int64_t size = getSize(arguments, dims.other);
    int64_t expected = getSize(arguments, dims.first);
    if (size != expected)
      return function.emitError(describeMismatch(
          function, dims, std::to_string(size), std::to_string(expected)));
  }
  return success();
}

FailureOr<SmallVector<EvalValue>> Run::call(func::FuncOp function,
                                            ArrayRef<EvalValue> arguments) {
  if (function.getNumResults() == 1) {
    FailureOr<std::optional<EvalValue>> result = callExternal(
        function, function, arguments, function.getResultTypes().front());
    if (failed(result))
      return failure();
    if (*result)
      return SmallVector<EvalValue>{std::move(**result)};
  }
  if (function.isDeclaration())
    return function.emitError("expected a function with a body to evaluate");
  if (failed(checkEqualDims(function, arguments)))
    return failure();
  auto environment = std::make_shared<Environment>();
  for (auto [parameter, argument] :
       llvm::zip_equal(function.getArguments(), arguments))
    environment->try_emplace(parameter, argument);
  if (failed(push(function, function.getBody().front(), environment)))
    return failure();
  while (!stack.empty())
    if (failed(step()))
      return failure();
  return std::move(results);
}

Operation *Run::getLastUser(Value value) {
  auto [it, isNew] = lastUsers.try_emplace(value, nullptr);
  if (!isNew)
    return it->second;
  Operation *last = nullptr;
  for (Operation *user : value.getUsers()) {
    // Uses in other blocks may come later; those values live on.
    if (user->getBlock() != value.getParentBlock())
      return nullptr;
    if (!last || last->isBeforeInBlock(user))
      last = user;
  }
  return it->second = last;
}

void Run::release(Operation *op) {
  for (Value operand : op->getOperands())
    if (getLastUser(operand) == op)
      stack.back().environment->erase(operand);
}

LogicalResult Run::step() {
  Operation *op = &*stack.back().next++;
  if (isa<YieldOp, func::ReturnOp>(op)) {
    SmallVector<EvalValue> values;
    for (Value operand : op->getOperands())
      values.push_back(get(operand));
    Operation *caller = stack.back().caller;
    stack.pop_back();
    if (stack.empty()) {
      results = std::move(values);
      return success();
    }
    if (values.size() != 1)
      return caller->emitError("expected one result of the called function, "
                               "but got ")
             << values.size();
    set(caller->getResult(0), std::move(values.front()));
    return success();
  }
  if (failed(evaluate(op)))
    return failure();
  return success();
}

LogicalResult Run::evaluate(Operation *op) {
  if (auto constant = dyn_cast<ConstantOp>(op))
    return evaluateConstant(constant);
  if (isa<FnOp, FusedFnOp>(op))
    return evaluateFunctionLiteral(op);
  if (auto branch = dyn_cast<IfOp>(op))
    return evaluateIf(branch);
  if (auto call = dyn_cast<CallOp>(op))
    return evaluateCall(op, symbols.lookup(call.getCallee()),
                        getAll(call.getArguments()), Value());
  if (auto apply = dyn_cast<ApplyOp>(op))
    return evaluateApply(op, apply.getCallee(), getAll(apply.getArguments()));
  if (auto call = dyn_cast<CallLoweredOp>(op)) {
    const EvalTuple *arguments = get(call.getCallArgs()).getTuple();
    if (!arguments)
      return op->emitError("expected a tuple of arguments");
    return evaluateApply(op, call.getFunc(), llvm::to_vector(*arguments));
  }
  if (auto cast = dyn_cast<TypeCastOp>(op))
    return evaluateTypeCast(cast);
  if (auto global = dyn_cast<GlobalOp>(op)) {
    set(global, EvalValue(std::make_shared<const EvalClosure>(
                    EvalClosure{symbols.lookup(global.getCallee()), {}})));
    return success();
  }
  if (auto let = dyn_cast<LetOp>(op)) {
    set(let, get(let.getValue()));
    release(op);
    return success();
  }
  if (auto tuple = dyn_cast<TupleOp>(op)) {
    EvalTuple fields;
    for (Value field : tuple.getFields())
      fields.push_back(get(field));
    EvalValue value = EvalValue::makeTuple(std::move(fields));
    // As far as types are known, InferType has refused it.
    if (value.getTypeExtent().isTooLarge())
      return op->emitError("the tuple nests ") << describeTooLarge();
    set(tuple, std::move(value));
    release(op);
    return success();
  }
  if (auto field = dyn_cast<TupleGetOp>(op)) {
    const EvalTuple *tuple = get(field.getTuple()).getTuple();
    if (!tuple || field.getIndex() >= tuple->size())
      return op->emitError("expected a tuple with a field ")
             << field.getIndex();
    EvalValue value = (*tuple)[field.getIndex()];
    set(field, std::move(value));
    release(op);
    return success();
  }
  if (auto create = dyn_cast<RefCreateOp>(op)) {
    set(create, EvalValue(std::make_shared<EvalCell>(
                    EvalCell{get(create.getValue())})));
    return success();
  }
  if (auto read = dyn_cast<RefReadOp>(op)) {
    EvalCell *cell = get(read.getRef()).getCell();
    if (!cell)
      return op->emitError("expected a reference");
    EvalValue value = cell->value;
    set(read, std::move(value));
    return success();
  }
  if (auto write = dyn_cast<RefWriteOp>(op)) {
    EvalCell *cell = get(write.getRef()).getCell();
    if (!cell)
      return op->emitError("expected a reference");
    cell->value = get(write.getValue());
    set(write, EvalValue::makeTuple({}));
    return success();
  }
  if (needsPlannedMemory(op))
    return op->emitError("cannot evaluate: it is for programs whose memory TVM "
                         "has planned");
  if (isa<OperatorInterface>(op) || mayHaveFolder(op))
    return evaluateOperatorOp(op);
  if (auto custom = dyn_cast<CustomOp>(op))
    return op->emitError("operator '")
           << custom.getOpName() << "' has no kernel";
  return op->emitError("the operation cannot be evaluated");
}

LogicalResult Run::evaluateConstant(ConstantOp op) {
  llvm::Expected<Tensor> tensor = makeTensor(op.getValue());
  if (!tensor)
    return op.emitError(llvm::toString(tensor.takeError()));
  set(op, *tensor);
  return success();
}

LogicalResult Run::evaluateFunctionLiteral(Operation *op) {
  auto [it, isNew] = captured.try_emplace(op);
  if (isNew) {
    SetVector<Value> values;
    getUsedValuesDefinedAbove(op->getRegions(), values);
    it->second.assign(values.begin(), values.end());
  }
  EvalClosure closure{op, {}};
  closure.captures.reserve(it->second.size());
  for (Value value : it->second)
    closure.captures.emplace_back(value, get(value));
  set(op->getResult(0),
      EvalValue(std::make_shared<const EvalClosure>(std::move(closure))));
  return success();
}

LogicalResult Run::evaluateIf(IfOp op) {
  const Tensor *condition = get(op.getCondition()).getTensor();
  if (!condition || condition->getType().getRank() != 0 ||
      !condition->getType().getElementType().isInteger(1))
    return op.emitError("expected a boolean as the condition");
  Region &branch =
      condition->getBytes().front() ? op.getThenRegion() : op.getElseRegion();
  return push(op, branch.front(), stack.back().environment);
}

FailureOr<std::optional<EvalValue>>
Run::callExternal(Operation *op, Operation *function,
                  ArrayRef<EvalValue> arguments, Type resultType) {
  if (!options.externals || !function ||
      !hasNonzeroAttr(function, fnattr::compiler))
    return std::optional<EvalValue>();
  if (llvm::Error error = Cancellation::check(cancellation))
    return op->emitError("cannot evaluate: ")
           << llvm::toString(std::move(error));
  FailureOr<std::optional<EvalValue>> result =
      options.externals->call(function, op, arguments);
  if (failed(result) || !*result)
    return result;
  Type type = (*result)->getType(op->getContext());
  if (!type || !areTypesCompatible(type, resultType))
    return op->emitError("expected a result of type ")
           << resultType << " of the external function, but got " << type;
  return result;
}

LogicalResult Run::evaluateCall(Operation *op, Operation *function,
                                SmallVector<EvalValue> arguments,
                                Value callee) {
  // The value of the callee may be released before its body is entered.
  EvalValue self = callee ? get(callee) : EvalValue();
  const EvalClosure *closure = self.getClosure();
  if (options.externals && function &&
      (!closure || closure->captures.empty())) {
    FailureOr<std::optional<EvalValue>> result =
        callExternal(op, function, arguments, op->getResult(0).getType());
    if (failed(result))
      return failure();
    if (*result) {
      release(op);
      set(op->getResult(0), std::move(**result));
      return success();
    }
  }
  auto environment = std::make_shared<Environment>();
  if (closure)
    environment->insert(closure->captures.begin(), closure->captures.end());
  Region *body = nullptr;
  bool hasSelf = false;
  if (auto global = dyn_cast_or_null<func::FuncOp>(function))
    body = &global.getBody();
  else if (auto fn = dyn_cast_or_null<FnOp>(function)) {
    body = &fn.getBody();
    hasSelf = fn.getHasSelf();
  } else if (auto fused = dyn_cast_or_null<FusedFnOp>(function))
    body = &fused.getBody();
  if (!body || body->empty())
    return op->emitError("expected a callee with a body");
  Block &block = body->front();
  if (block.getNumArguments() != arguments.size() + hasSelf)
    return op->emitError("expected ")
           << block.getNumArguments() - hasSelf << " arguments, but got "
           << arguments.size();
  if (hasSelf)
    environment->try_emplace(block.getArgument(0), self);
  for (auto [parameter, argument] :
       llvm::zip(block.getArguments().drop_front(hasSelf), arguments))
    environment->try_emplace(parameter, std::move(argument));
  release(op);
  return push(op, block, std::move(environment));
}

LogicalResult Run::evaluateApply(Operation *op, Value callee,
                                 SmallVector<EvalValue> arguments) {
  const EvalClosure *closure = get(callee).getClosure();
  if (!closure)
    return op->emitError("expected a function as the callee");
  return evaluateCall(op, closure->function, std::move(arguments), callee);
}

LogicalResult Run::evaluateTypeCast(TypeCastOp op) {
  EvalValue value = get(op.getValue());
  Type type = value.getType(op.getContext());
  if (type && !areTypesCompatible(type, op.getType()))
    return op.emitError("expected a value of type ")
           << op.getType() << ", but got " << type;
  set(op, std::move(value));
  release(op);
  return success();
}

LogicalResult Run::evaluateOperatorOp(Operation *op) {
  SmallVector<EvalValue> operands;
  for (Value operand : op->getOperands())
    operands.push_back(get(operand));
  release(op);
  Profile::Clock::time_point begin;
  if (options.profile)
    begin = Profile::Clock::now();
  llvm::Expected<EvalValue> result =
      evaluateOperator(op, operands, memo, {options.trapMode, cancellation});
  if (!result)
    return op->emitError("cannot evaluate: ")
           << llvm::toString(result.takeError());
  if (options.profile)
    options.profile->add(op, operands, *result, begin, Profile::Clock::now());
  set(op->getResult(0), std::move(*result));
  return success();
}

FailureOr<SmallVector<EvalValue>> Evaluator::call(func::FuncOp function,
                                                  ArrayRef<EvalValue> arguments,
                                                  Cancellation *cancellation) {
  if (function.getNumArguments() != arguments.size())
    return function.emitError("expected ")
           << function.getNumArguments() << " arguments, but got "
           << arguments.size();
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    Type type = argument.getType(function.getContext());
    Type expected = function.getFunctionType().getInput(i);
    if (type && !areTypesCompatible(type, expected))
      return function.emitError("expected ")
             << expected << " as argument " << i << ", but got " << type;
  }
  return Run(options, symbols, memo, cancellation).call(function, arguments);
}
