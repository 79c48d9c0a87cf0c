//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Function literals with the operations of candidates.
//
//===----------------------------------------------------------------------===//

#include "Extraction.h"
#include "../Fusion/OperatorPatterns.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Utils/CompilerFunctions.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::collage;

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

namespace {
/// Copies operations into a literal.
class LiteralBuilder {
public:
  /// `exits` are operations of `ops` that others use.
  LiteralBuilder(ArrayRef<Operation *> ops, ArrayRef<Operation *> exits)
      : ops(ops.begin(), ops.end()), exits(exits) {}

  /// Makes `constant` no input of `user`, which gets a copy of it.
  void addConstant(Operation *user, Operation *constant) {
    constants.insert({user, constant});
  }
  /// Begins the literal before the insertion point of `outer`, with the values
  /// from outside as parameters.
  Literal begin(OpBuilder &outer);
  /// Copies all operations into the literal.
  void copyOps(OpBuilder &body);
  /// Maps a value that something else computes in the literal.
  void map(Value outside, Value inside) { values.map(outside, inside); }
  Value lookup(Value outside) const { return values.lookup(outside); }
  void end(OpBuilder &body);

private:
  bool isCopied(Operation *user, Operation *maker) const;
  SmallVector<Value> findInputs() const;
  Type getResultType(Builder &builder) const;

  llvm::SetVector<Operation *> ops;
  ArrayRef<Operation *> exits;
  DenseSet<std::pair<Operation *, Operation *>> constants;
  IRMapping values;
};
} // namespace

bool LiteralBuilder::isCopied(Operation *user, Operation *maker) const {
  auto constant = dyn_cast_or_null<ConstantOp>(maker);
  return constant &&
         (isInlineConstant(constant) || constants.contains({user, maker}));
}

/// Returns the values from outside in the order in which the expressions of the
/// exits name them, from the last exit on.
SmallVector<Value> LiteralBuilder::findInputs() const {
  llvm::SetVector<Value> inputs;
  DenseSet<Operation *> seen;
  for (Operation *exit : llvm::reverse(exits)) {
    if (!seen.insert(exit).second)
      continue;
    SmallVector<std::pair<Operation *, unsigned>> stack = {{exit, 0}};
    while (!stack.empty()) {
      auto &[op, position] = stack.back();
      if (position == op->getNumOperands()) {
        stack.pop_back();
        continue;
      }
      Value operand = op->getOperand(position++);
      Operation *maker = operand.getDefiningOp();
      if (maker && ops.contains(maker)) {
        if (seen.insert(maker).second)
          stack.push_back({maker, 0});
      } else if (!isCopied(op, maker)) {
        inputs.insert(operand);
      }
    }
  }
  return inputs.takeVector();
}

Type LiteralBuilder::getResultType(Builder &builder) const {
  if (exits.size() == 1)
    return exits.front()->getResult(0).getType();
  return builder.getTupleType(llvm::map_to_vector(
      exits, [](Operation *op) { return op->getResult(0).getType(); }));
}

Literal LiteralBuilder::begin(OpBuilder &outer) {
  SmallVector<Value> inputs = findInputs();
  SmallVector<Attribute> names;
  for (unsigned i = 0; i < inputs.size(); ++i)
    names.push_back(outer.getDictionaryAttr(outer.getNamedAttr(
        fnattr::paramName, outer.getStringAttr("FunctionVar_" + Twine(i)))));
  auto function =
      FusedFnOp::create(outer, exits.back()->getLoc(),
                        outer.getFunctionType(ValueRange(inputs).getTypes(),
                                              getResultType(outer)),
                        /*type_params=*/nullptr, outer.getArrayAttr(names),
                        /*res_attrs=*/nullptr);
  Block &body = function.getBody().emplaceBlock();
  for (Value input : inputs)
    values.map(input, body.addArgument(input.getType(), input.getLoc()));
  return {function, std::move(inputs)};
}

void LiteralBuilder::copyOps(OpBuilder &body) {
  for (Operation *op : ops) {
    for (Value operand : op->getOperands()) {
      Operation *maker = operand.getDefiningOp();
      if (isCopied(op, maker) && !values.contains(operand))
        body.clone(*maker, values);
    }
    body.clone(*op, values);
  }
}

void LiteralBuilder::end(OpBuilder &body) {
  Location loc = exits.back()->getLoc();
  auto results = llvm::map_to_vector(exits, [&](Operation *exit) {
    return values.lookup(exit->getResult(0));
  });
  Value result = results.front();
  if (results.size() != 1)
    result = TupleOp::create(body, loc, getResultType(body), results);
  YieldOp::create(body, loc, result);
}

static SmallVector<Operation *> getOps(const CollageGraph &graph,
                                       ArrayRef<unsigned> nodes) {
  return llvm::map_to_vector(nodes,
                             [&](unsigned node) { return graph[node].op; });
}

// match(x, ...) -> apply(fused_fn { match }, x, ...)
static Value buildComposite(OpBuilder &builder, const CollageGraph &graph,
                            const Match &match, const LiteralBuilder &outer) {
  Operation *root = match.ops.back();
  SmallVector<Operation *> ops(match.ops);
  llvm::sort(ops, [&](Operation *left, Operation *right) {
    return *graph.lookup(left) < *graph.lookup(right);
  });
  LiteralBuilder inner(ops, root);
  for (Operation *op : ops)
    for (Operation *constant : match.constants)
      inner.addConstant(op, constant);
  auto [function, inputs] = inner.begin(builder);
  function->setAttr(fnattr::composite, builder.getStringAttr(match.name));
  auto body = OpBuilder::atBlockEnd(&function.getBody().front());
  inner.copyOps(body);
  inner.end(body);
  auto arguments = llvm::map_to_vector(
      inputs, [&](Value input) { return outer.lookup(input); });
  return ApplyOp::create(builder, root->getLoc(), root->getResult(0).getType(),
                         function, arguments, nullptr, nullptr, nullptr);
}

Literal collage::buildLiteral(OpBuilder &builder, const CollageGraph &graph,
                              ArrayRef<CollageTarget> targets,
                              const Candidate &candidate) {
  SmallVector<Operation *> ops = getOps(graph, candidate.graph.getNodes());
  SmallVector<Operation *> exits = getOps(graph, candidate.graph.getExits());
  LiteralBuilder literal(ops, exits);
  for (const Match *match : candidate.matches)
    for (Operation *op : match->ops)
      for (Operation *constant : match->constants)
        literal.addConstant(op, constant);
  Literal result = literal.begin(builder);
  auto body = OpBuilder::atBlockEnd(&result.function.getBody().front());
  for (const Match *match : candidate.matches)
    literal.map(match->ops.back()->getResult(0),
                buildComposite(body, graph, *match, literal));
  if (candidate.matches.empty())
    literal.copyOps(body);
  literal.end(body);
  const CollageTarget &target = targets[candidate.target];
  if (target.isExternal) {
    result.function->setAttr(fnattr::primitive, builder.getI64IntegerAttr(1));
    result.function->setAttr(fnattr::compiler,
                             builder.getStringAttr(target.name));
  }
  return result;
}

std::string collage::getFunctionName(const CollageGraph &graph,
                                     ArrayRef<CollageTarget> targets,
                                     const Candidate &candidate) {
  std::string name = "collage_" + targets[candidate.target].name;
  if (!candidate.isJoined)
    for (unsigned node : candidate.graph.getNodes())
      name += ("_" + graph[node].op->getName().stripDialect()).str();
  for (char &letter : name)
    if (!llvm::isAlnum(letter))
      letter = '_';
  return name;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// Adds the parameters for a value of the type `type` to `block`: one for each
/// tensor. Returns the value.
static Value addParameters(OpBuilder &builder, Location loc, Block &block,
                           Type type) {
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple)
    return block.addArgument(type, loc);
  auto fields = llvm::map_to_vector(tuple.getTypes(), [&](Type field) {
    return addParameters(builder, loc, block, field);
  });
  return TupleOp::create(builder, loc, type, fields);
}

FailureOr<OwningOpRef<ModuleOp>> collage::buildModule(FusedFnOp literal,
                                                      StringRef name) {
  Location loc = literal.getLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  auto builder = OpBuilder::atBlockEnd(module->getBody());
  auto main = func::FuncOp::create(builder, loc, "main",
                                   builder.getFunctionType({}, {}));
  Block &block = *main.addEntryBlock();
  builder.setInsertionPointToEnd(&block);
  Block &body = literal.getBody().front();
  SmallVector<Value> arguments;
  for (Type type : body.getArgumentTypes())
    arguments.push_back(addParameters(builder, loc, block, type));
  Value result;
  if (literal->hasAttr(fnattr::compiler)) {
    Operation *copy = builder.clone(*literal);
    copy->setAttr(fnattr::globalSymbol, builder.getStringAttr(name));
    result = ApplyOp::create(
        builder, loc, body.getTerminator()->getOperand(0).getType(),
        copy->getResult(0), arguments, nullptr, nullptr, nullptr);
  } else {
    IRMapping values;
    values.map(body.getArguments(), arguments);
    for (Operation &op : body.without_terminator())
      builder.clone(op, values);
    result = values.lookup(body.getTerminator()->getOperand(0));
  }
  func::ReturnOp::create(builder, loc, result);
  main.setFunctionType(
      builder.getFunctionType(block.getArgumentTypes(), result.getType()));
  if (failed(outlineCompilerFunctions(*module)))
    return failure();
  markPureFunctions(*module);
  return module;
}

// candidate(x, ...) -> apply(fused_fn { candidate }, x, ...)
FusedFnOp collage::replaceByLiteral(const CollageGraph &graph,
                                    ArrayRef<CollageTarget> targets,
                                    const Candidate &candidate) {
  const NodeSet &exits = candidate.graph.getExits();
  Operation *last = graph[exits.back()].op;
  OpBuilder builder(last);
  auto [function, inputs] = buildLiteral(builder, graph, targets, candidate);
  Type type = cast<FunctionType>(function.getFunctionType()).getResult(0);
  Location loc = last->getLoc();
  Value call = ApplyOp::create(builder, loc, type, function, inputs, nullptr,
                               nullptr, nullptr);
  for (auto [i, exit] : llvm::enumerate(exits)) {
    Value old = graph[exit].op->getResult(0);
    Value result =
        exits.size() == 1
            ? call
            : TupleGetOp::create(builder, loc, old.getType(), call, i);
    old.replaceUsesWithIf(result, [&](OpOperand &use) {
      std::optional<unsigned> user = graph.lookup(use.getOwner());
      return !user || !llvm::is_contained(candidate.graph.getNodes(), *user);
    });
  }
  return function;
}
