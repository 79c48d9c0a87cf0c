//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of expressions of constants outside of modules.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/ExprEvaluator.h"
#include "ConstantGraph.h"
#include "FoldPolicy.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Evaluation/BufferPool.h"
#include "RelayLite/Evaluation/Evaluator.h"
#include "RelayLite/Evaluation/OperatorEvaluator.h"
#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Frontend/NodeLowering.h"
#include "RelayLite/Support/ThreadDiagnostics.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;
using llvm::createStringError;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// ExprValues
//===----------------------------------------------------------------------===//

void ExprValues::setVariable(const ast::VarRef &var, NDArray value) {
  held.push_back(var);
  variables[var.get()] = std::move(value);
}

const NDArray *ExprValues::lookupVariable(const ast::Expr &var) const {
  auto it = variables.find(&var);
  return it == variables.end() ? nullptr : &it->second;
}

const EvalValue *ExprValues::lookup(const ast::Expr &expr) const {
  auto it = values.find(&expr);
  return it == values.end() ? nullptr : &it->second;
}

void ExprValues::keep(const ast::Expr &expr, EvalValue value) {
  if (values.try_emplace(&expr, std::move(value)).second)
    held.push_back(ast::ExprRef(&expr));
}

bool ExprValues::isNotConstant(const ast::Expr &expr) const {
  return variables.empty() ? expr.isNotConstant() : notConstant.contains(&expr);
}

void ExprValues::setNotConstant(const ast::Expr &expr) {
  if (variables.empty())
    expr.setNotConstant();
  else if (notConstant.insert(&expr).second)
    held.push_back(ast::ExprRef(&expr));
}

struct ExprEvaluator::Scratch {
  explicit Scratch(MLIRContext *context) : nodes(context) {}

  NodeLowering nodes;
  KernelMemo memo;
  /// The operators that were evaluated with `memo`.
  size_t numEvaluated = 0;
};

namespace {
/// The evaluation of one expression, by stacks instead of recursion.
class Evaluation {
public:
  Evaluation(LocalTypes &types, const FoldConstantConfig &config,
             NodeLowering &nodes, KernelMemo &memo, Cancellation *cancellation,
             ExprValues &known)
      : types(types), config(config), nodes(nodes), memo(memo),
        cancellation(cancellation), known(known) {}

  Expected<EvalValue> run(MLIRContext *context, const ast::Expr &root);
  size_t getNumEvaluated() const { return numEvaluated; }

private:
  /// A node on the way to the one that is looked at, and its next child.
  struct Visit {
    const ast::Expr *expr;
    SmallVector<const ast::Expr *, 4> children;
    size_t next = 0;
  };
  /// A node to be evaluated; with `taken`, a branch whose value is there.
  struct Step {
    const ast::Expr *expr;
    const ast::Expr *taken = nullptr;
  };
  struct Value {
    EvalValue value;
    uint64_t numBytes = 0;
  };

  //===--- Planning -------------------------------------------------------===//

  /// Plans the evaluation of `root`. Fails if it is not constant.
  llvm::Error plan(const ast::Expr &root);
  llvm::Error enter(const ast::Expr &expr);
  void leave(const Visit &visit, std::vector<Step> &order);
  /// Whether no variable has a value, so that what is found about a node holds
  /// wherever it stands.
  bool isOutsideOfLets() const { return aliases.empty(); }
  /// The node that has the value of a variable or a let.
  const ast::Expr *resolve(const ast::Expr &expr) const;

  //===--- Evaluation -----------------------------------------------------===//

  llvm::Error evaluate(const Step &step);
  llvm::Error evaluateIf(const ast::If &expr);
  Expected<EvalValue> compute(const ast::Expr &expr);
  Expected<EvalValue> readConstant(const NDArray &array);
  Expected<EvalValue> computeOperator(const ast::Expr &expr,
                                      ArrayRef<EvalValue> operands);
  Expected<EvalValue> computeFromType(const ast::Call &call);
  void set(const ast::Expr &expr, EvalValue value, bool isOwn);
  void release(const ast::Expr &expr);
  llvm::Error checkTemporary(uint64_t numBytes) const;

  LocalTypes &types;
  const FoldConstantConfig &config;
  NodeLowering &nodes;
  KernelMemo &memo;
  Cancellation *cancellation;
  ExprValues &known;
  MLIRContext *context = nullptr;

  /// From the root of a plan to the node that is looked at.
  std::vector<Visit> path;
  std::vector<Step> steps;
  /// The nodes that the plan under way has.
  llvm::DenseSet<const ast::Expr *> planned;
  /// Planned calls whose arguments need no value.
  llvm::DenseSet<const ast::Expr *> fromType;
  /// How many planned nodes read each node.
  llvm::DenseMap<const ast::Expr *, unsigned> numUses;
  llvm::DenseMap<const ast::Expr *, const ast::Expr *> aliases;
  llvm::DenseMap<const ast::Expr *, Value> values;
  uint64_t heldBytes = 0, numBytesRead = 0;
  size_t numEvaluated = 0;
};
} // namespace

/// Whether the value of `call` follows from the type of its argument.
static bool readsTypeAlone(const ast::Call &call) {
  auto *op = dyn_cast<ast::Op>(call.getCallee().get());
  return op && call.getArgs().size() == 1 &&
         (op->getName() == ShapeOfOp::getRelayName() ||
          op->getName() == NdarraySizeOp::getRelayName());
}

/// Whether all sizes of the tensor type `type` are known.
static bool isStaticTensor(const ast::TypeRef &type) {
  auto *tensor = dyn_cast_if_present<ast::TensorType>(type.get());
  return tensor && llvm::all_of(tensor->getShape(), [](const ast::Dim &dim) {
           return dim.isStatic();
         });
}

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

const ast::Expr *Evaluation::resolve(const ast::Expr &expr) const {
  const ast::Expr *node = &expr;
  while (const ast::Expr *next = aliases.lookup(node))
    node = next;
  return node;
}

/// The nodes whose values are needed first for that of `expr`.
static SmallVector<const ast::Expr *, 4> getChildren(const ast::Expr &expr) {
  if (auto *branch = dyn_cast<ast::If>(&expr))
    return {branch->getCondition().get()};
  if (auto *let = dyn_cast<ast::Let>(&expr))
    return {let->getValue().get(), let->getBody().get()};
  return getOperands(expr);
}

llvm::Error Evaluation::enter(const ast::Expr &expr) {
  const ast::Expr *node = resolve(expr);
  ++numUses[node];
  if (values.contains(node) || !planned.insert(node).second)
    return llvm::Error::success();
  if (const EvalValue *value = known.lookup(*node)) {
    numBytesRead += getByteSize(value->getType(context));
    values[node] = {*value};
    return llvm::Error::success();
  }
  if (known.isNotConstant(*node) && isOutsideOfLets())
    return createStringError("it is not constant");
  Visit visit{node, {}};
  switch (node->getKind()) {
  case ast::Expr::Kind::Constant:
    break;
  case ast::Expr::Kind::Var:
    if (!known.lookupVariable(*node))
      return createStringError("it is not constant");
    break;
  case ast::Expr::Kind::Call: {
    auto &call = cast<ast::Call>(*node);
    if (!isa<ast::Op>(*call.getCallee()))
      return createStringError("it calls a function");
    if (readsTypeAlone(call) &&
        isStaticTensor(types.find(*call.getArgs().front())))
      fromType.insert(node);
    else
      visit.children = getChildren(*node);
    break;
  }
  case ast::Expr::Kind::Let:
  case ast::Expr::Kind::Tuple:
  case ast::Expr::Kind::TupleGetItem:
  case ast::Expr::Kind::If:
    visit.children = getChildren(*node);
    break;
  default:
    return createStringError("it is not constant");
  }
  path.push_back(std::move(visit));
  return llvm::Error::success();
}

void Evaluation::leave(const Visit &visit, std::vector<Step> &order) {
  auto *let = dyn_cast<ast::Let>(visit.expr);
  if (!let) {
    order.push_back({visit.expr});
    return;
  }
  // Its users are those of the body, and it does not read the value itself.
  const ast::Expr *body = resolve(*let->getBody());
  aliases[let] = body;
  unsigned count = numUses.lookup(let);
  numUses[body] += count - 1;
  --numUses[resolve(*let->getValue())];
}

llvm::Error Evaluation::plan(const ast::Expr &root) {
  std::vector<Step> order;
  planned.clear();
  llvm::Error error = enter(root);
  while (!error && !path.empty()) {
    Visit &visit = path.back();
    auto *let = dyn_cast<ast::Let>(visit.expr);
    if (let && visit.next == 1 &&
        !aliases.try_emplace(let->getVar().get(), resolve(*let->getValue()))
             .second) {
      error = createStringError("a variable is bound twice");
    } else if (visit.next < visit.children.size()) {
      error = enter(*visit.children[visit.next++]);
    } else {
      leave(visit, order);
      path.pop_back();
    }
  }
  if (error && isOutsideOfLets())
    for (const Visit &visit : path)
      known.setNotConstant(*visit.expr);
  for (const Step &step : llvm::reverse(order))
    steps.push_back(step);
  return error;
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

llvm::Error Evaluation::checkTemporary(uint64_t numBytes) const {
  if (!config.maxTemporary ||
      llvm::SaturatingAdd(heldBytes, numBytes) <= config.maxTemporary)
    return llvm::Error::success();
  return createStringError("it takes too much memory");
}

void Evaluation::set(const ast::Expr &expr, EvalValue value, bool isOwn) {
  SmallVector<Tensor> tensors;
  uint64_t numBytes = 0;
  if (isOwn && succeeded(value.flatten(tensors)))
    for (const Tensor &tensor : tensors)
      numBytes += tensor.getBytes().size();
  heldBytes += numBytes;
  constexpr uint64_t maxKept = 1 << 16;
  if (isOwn && isOutsideOfLets() && numBytes <= maxKept)
    known.keep(expr, value);
  values[&expr] = {std::move(value), numBytes};
}

void Evaluation::release(const ast::Expr &expr) {
  const ast::Expr *node = resolve(expr);
  if (--numUses[node] != 0)
    return;
  auto it = values.find(node);
  heldBytes -= it->second.numBytes;
  values.erase(it);
}

Expected<EvalValue> Evaluation::computeFromType(const ast::Call &call) {
  ast::TypeRef type = types.find(*call.getArgs().front());
  FailureOr<Type> lowered = convertType(UnknownLoc::get(context), type);
  Operation *op = succeeded(lowered)
                      ? nodes.lower(call, {{*lowered, ElementsAttr()}})
                      : nullptr;
  ElementsAttr value = op ? getFixedValue(op, config) : ElementsAttr();
  if (!value)
    return createStringError("it is not constant");
  Expected<Tensor> tensor = makeTensor(value);
  if (!tensor)
    return tensor.takeError();
  return EvalValue(std::move(*tensor));
}

/// Why the operation `op` is not evaluated; empty if it is.
static StringRef getReasonNotToEvaluate(Operation *op,
                                        const FoldConstantConfig &config) {
  if (op->getNumOperands() == 0 && isa<OperatorInterface>(op) &&
      isMemoryEffectFree(op) && !hasNoFoldMark(op))
    return "";
  return getReasonNotToFold(op, config);
}

Expected<EvalValue> Evaluation::computeOperator(const ast::Expr &expr,
                                                ArrayRef<EvalValue> operands) {
  SmallVector<NodeLowering::Operand> operandTypes;
  for (const EvalValue &operand : operands)
    operandTypes.push_back({operand.getType(context), ElementsAttr()});
  Operation *op = nodes.lower(expr, operandTypes);
  if (!op)
    return createStringError("the operands do not fit the operator");
  if (StringRef reason = getReasonNotToEvaluate(op, config); !reason.empty())
    return createStringError(reason);
  if (config.maxCost && estimateWork(op) > config.maxCost)
    return createStringError("it takes too much work");
  ++numEvaluated;
  return evaluateOperator(
      op, operands, memo, {TrapMode::Fail, cancellation},
      [&](Type type) { return checkTemporary(getByteSize(type)); });
}

Expected<EvalValue> Evaluation::compute(const ast::Expr &expr) {
  if (auto *constant = dyn_cast<ast::Constant>(&expr))
    return readConstant(constant->getValue());
  if (const NDArray *value = known.lookupVariable(expr))
    return readConstant(*value);
  if (fromType.contains(&expr))
    return computeFromType(cast<ast::Call>(expr));
  SmallVector<EvalValue> operands;
  for (const ast::Expr *operand : getOperands(expr))
    operands.push_back(values.lookup(resolve(*operand)).value);
  if (isa<ast::Call>(expr))
    return computeOperator(expr, operands);
  if (isa<ast::Tuple>(expr)) {
    auto value =
        EvalValue::makeTuple(EvalTuple(operands.begin(), operands.end()));
    if (value.getTypeExtent().isTooLarge())
      return createStringError("it nests " + describeTooLarge());
    return value;
  }
  const EvalTuple *tuple = operands.front().getTuple();
  uint64_t index = cast<ast::TupleGetItem>(expr).getIndex();
  if (!tuple || index >= tuple->size())
    return createStringError("its operand is no tuple with this field");
  return (*tuple)[index];
}

// The branch that is taken is planned now, and its value taken over then.
llvm::Error Evaluation::evaluateIf(const ast::If &expr) {
  const EvalValue &value =
      values.find(resolve(*expr.getCondition()))->second.value;
  const Tensor *condition = value.getTensor();
  if (!condition || condition->getType().getRank() != 0 ||
      !condition->getType().getElementType().isInteger(1))
    return createStringError("its condition is no boolean");
  bool isTrue = condition->getBytes().front() != 0;
  release(*expr.getCondition());
  const ast::Expr *taken = (isTrue ? expr.getThen() : expr.getElse()).get();
  steps.push_back({&expr, taken});
  return plan(*taken);
}

Expected<EvalValue> Evaluation::readConstant(const NDArray &array) {
  FailureOr<RankedTensorType> type =
      getTensorType(UnknownLoc::get(context), array);
  if (failed(type))
    return createStringError("its element type is not supported");
  Tensor tensor = Tensor::fromNDArray(*type, array);
  if (!tensor)
    return makeMemoryError("a constant");
  numBytesRead += array.getBytes().size();
  return EvalValue(std::move(tensor));
}

llvm::Error Evaluation::evaluate(const Step &step) {
  const ast::Expr &expr = *step.expr;
  // A plan may have what the plan of a branch before has had, too.
  if (values.contains(&expr))
    return llvm::Error::success();
  if (step.taken) {
    set(expr, values.lookup(resolve(*step.taken)).value, /*isOwn=*/true);
    release(*step.taken);
    return llvm::Error::success();
  }
  if (auto *branch = dyn_cast<ast::If>(&expr))
    return evaluateIf(*branch);
  Expected<EvalValue> value = compute(expr);
  if (!value)
    return value.takeError();
  set(expr, std::move(*value), /*isOwn=*/isa<ast::Call>(expr));
  if (!fromType.contains(&expr))
    for (const ast::Expr *operand : getOperands(expr))
      release(*operand);
  return llvm::Error::success();
}

Expected<EvalValue> Evaluation::run(MLIRContext *newContext,
                                    const ast::Expr &root) {
  context = newContext;
  if (llvm::Error error = plan(root))
    return std::move(error);
  BufferReuse reuse;
  while (!steps.empty()) {
    Step step = steps.back();
    steps.pop_back();
    if (llvm::Error error = evaluate(step))
      return std::move(error);
  }
  EvalValue value = values.lookup(resolve(root)).value;
  uint64_t numBytes = getByteSize(value.getType(context));
  if (config.maxGrowth &&
      numBytes > llvm::SaturatingAdd(numBytesRead, config.maxGrowth))
    return createStringError("it is much larger than its constants");
  if (isOutsideOfLets())
    known.keep(root, value);
  return value;
}

//===----------------------------------------------------------------------===//
// ExprEvaluator
//===----------------------------------------------------------------------===//

ExprEvaluator::ExprEvaluator(MLIRContext *context, LocalTypes &types,
                             FoldConstantConfig config)
    : context(context), types(types), config(std::move(config)) {}
ExprEvaluator::~ExprEvaluator() = default;

Expected<EvalValue> ExprEvaluator::evaluate(const ast::Expr &expr,
                                            Cancellation *cancellation,
                                            ExprValues *known) {
  auto used = scratch.take(context);
  // It grows with the types that occur; kernels are kept elsewhere.
  constexpr size_t maxRemembered = 1 << 12;
  if (used->numEvaluated > maxRemembered) {
    used->memo = {};
    used->numEvaluated = 0;
  }
  ThreadDiagnostics diagnostics(context);
  ExprValues own;
  Evaluation evaluation(types, config, used->nodes, used->memo, cancellation,
                        known ? *known : own);
  Expected<EvalValue> value = evaluation.run(context, expr);
  used->numEvaluated += evaluation.getNumEvaluated();
  return value;
}
