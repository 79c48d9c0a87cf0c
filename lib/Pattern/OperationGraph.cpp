//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphs of operations.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Pattern/OperationGraph.h"
#include "PostOrder.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Frontend/Raising.h"
#include "RelayLite/Frontend/StructuralEqual.h"
#include "RelayLite/Pattern/ExprGraph.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::pattern;
using Node = DataflowGraph::Node;

OperationGraph::OperationGraph(Block &block) {
  items =
      numberItems<Item>(getBlockItem(block), numbers, [](Item item, auto push) {
        Parts parts = getParts(item);
        // The value of a let comes before its variable.
        if (getSource(item) == Source::Let && parts.size() == 3)
          std::swap(parts[0], parts[1]);
        for (const Part &part : parts)
          push(part.item, part.isBound);
      });
  for (Item item : items)
    addItem(item);
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

Operation *OperationGraph::getItemOperation(Item item) {
  bool isOperation =
      getSource(item) == Source::Operation || getSource(item) == Source::Let;
  return isOperation ? static_cast<Operation *>(const_cast<void *>(item.first))
                     : nullptr;
}

Value OperationGraph::getItemValue(Item item) {
  if (getSource(item) == Source::Value)
    return Value::getFromOpaquePointer(item.first);
  if (getSource(item) != Source::Operation)
    return nullptr;
  Operation *op = getItemOperation(item);
  return op->getNumResults() == 1 ? op->getResult(0) : Value();
}

// A function refers to itself by the variable of its let.
static Value getSelfVariable(BlockArgument argument) {
  auto fn = dyn_cast<FnOp>(argument.getOwner()->getParentOp());
  if (!fn || !fn.getHasSelf() || argument.getArgNumber() != 0 ||
      !fn.getResult().hasOneUse())
    return argument;
  auto let = dyn_cast<LetOp>(*fn.getResult().user_begin());
  return let ? let.getResult() : Value(argument);
}

OperationGraph::Item OperationGraph::getValueItem(Value value) {
  while (auto typeCast = value.getDefiningOp<TypeCastOp>())
    value = typeCast.getValue();
  if (auto argument = dyn_cast<BlockArgument>(value))
    return makeItem(Source::Value,
                    getSelfVariable(argument).getAsOpaquePointer());
  Operation *op = value.getDefiningOp();
  if (auto global = dyn_cast<GlobalOp>(op))
    return makeItem(Source::Global,
                    global.getCalleeAttr().getAttr().getAsOpaquePointer());
  if (isa<LetOp>(op) || isBoundWhenRaised(op) || op->getNumResults() != 1)
    return makeItem(Source::Value, value.getAsOpaquePointer());
  return makeItem(Source::Operation, op);
}

// The first let from `op` on, or else what the block ends in.
OperationGraph::Item OperationGraph::getLetItem(Operation *op) {
  while (!op->hasTrait<OpTrait::IsTerminator>() && op->getNextNode() &&
         !isa<LetOp>(op) && !isBoundWhenRaised(op))
    op = op->getNextNode();
  if (isa<LetOp>(op) || isBoundWhenRaised(op))
    return makeItem(Source::Let, op);
  if (op->getNumOperands() == 1 && op->hasTrait<OpTrait::ReturnLike>())
    return getValueItem(op->getOperand(0));
  return makeItem(Source::Operation, op);
}

OperationGraph::Item OperationGraph::getBlockItem(Block &block) {
  return getLetItem(&block.front());
}

OperationGraph::Parts OperationGraph::getParts(Item item) {
  Parts parts;
  if (getSource(item) == Source::Operation)
    return getOperationParts(getItemOperation(item));
  if (getSource(item) == Source::Let) {
    Operation *op = getItemOperation(item);
    Item body = getLetItem(op->getNextNode());
    auto let = dyn_cast<LetOp>(op);
    Item value =
        let ? getValueItem(let.getValue()) : makeItem(Source::Operation, op);
    if (op->getNumResults() == 1)
      parts.push_back(
          {makeItem(Source::Value, op->getResult(0).getAsOpaquePointer()),
           /*isBound=*/true});
    parts.push_back({value});
    parts.push_back({body});
  } else if (Value value = getItemValue(item)) {
    Operation *op = value.getDefiningOp();
    if (op && op->getNumResults() != 1)
      parts.push_back({makeItem(Source::Operation, op)});
  }
  return parts;
}

OperationGraph::Parts OperationGraph::getOperationParts(Operation *op) {
  Parts parts;
  auto add = [&](Item item) { parts.push_back({item}); };
  auto addOperator = [&] {
    if (auto custom = dyn_cast<CustomOp>(op))
      add(makeItem(Source::Custom,
                   custom.getOpNameAttr().getAsOpaquePointer()));
    else if (auto call = dyn_cast<CallOp>(op))
      add(makeItem(Source::Global,
                   call.getCalleeAttr().getAttr().getAsOpaquePointer()));
    else if (!isa<ApplyOp>(op))
      add(makeItem(Source::Operator, op->getName().getAsOpaquePointer()));
  };
  Kind kind = getItemKind(makeItem(Source::Operation, op));
  if (kind == Kind::Constant)
    return parts;
  if (kind == Kind::Call)
    addOperator();
  if (kind == Kind::Function) {
    auto params = op->getRegion(0).getArguments();
    if (auto fn = dyn_cast<FnOp>(op))
      params = fn.getParameters();
    for (BlockArgument param : params)
      add(getValueItem(param));
    add(getBlockItem(op->getRegion(0).front()));
    return parts;
  }
  for (Value operand : op->getOperands())
    add(getValueItem(operand));
  if (kind == Kind::If) {
    add(getBlockItem(op->getRegion(0).front()));
    add(getBlockItem(op->getRegion(1).front()));
  } else if (op->getNumRegions() != 0) {
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    for (Value value : captured)
      add(getValueItem(value));
  }
  return parts;
}

DataflowGraph::Kind OperationGraph::getItemKind(Item item) {
  switch (getSource(item)) {
  case Source::Operator:
  case Source::Custom:
    return Kind::Op;
  case Source::Global:
    return Kind::Global;
  case Source::Let:
    // A let without a variable has no counterpart in Relay.
    return getItemOperation(item)->getNumResults() == 1 ? Kind::Let
                                                        : Kind::Other;
  case Source::Value: {
    Operation *op = getItemValue(item).getDefiningOp();
    return op && op->getNumResults() != 1 ? Kind::TupleGetItem : Kind::Var;
  }
  case Source::Operation:
    break;
  }
  Operation *op = getItemOperation(item);
  if (op->hasTrait<OpTrait::ConstantLike>())
    return Kind::Constant;
  return llvm::TypeSwitch<Operation *, Kind>(op)
      .Case<TupleOp>([](auto) { return Kind::Tuple; })
      .Case<TupleGetOp>([](auto) { return Kind::TupleGetItem; })
      .Case<FnOp, FusedFnOp>([](auto) { return Kind::Function; })
      .Case<IfOp>([](auto) { return Kind::If; })
      .Case<RefCreateOp, RefReadOp, RefWriteOp>(
          [](auto) { return Kind::Other; })
      .Default([](Operation *other) {
        return other->getNumRegions() != 0 ||
                       other->hasTrait<OpTrait::IsTerminator>()
                   ? Kind::Other
                   : Kind::Call;
      });
}

void OperationGraph::addItem(Item item) {
  SmallVector<Node, 8> children;
  for (const Part &part : getParts(item))
    children.push_back(numbers.lookup(part.item));
  Kind kind = getItemKind(item);
  Node value = kNone;
  if (kind == Kind::Var)
    if (Operation *op = getItemValue(item).getDefiningOp()) {
      auto let = dyn_cast<LetOp>(op);
      value = numbers.lookup(let ? getValueItem(let.getValue())
                                 : makeItem(Source::Operation, op));
    }
  addNode(kind, children, value);
}

//===----------------------------------------------------------------------===//
// Facts about nodes
//===----------------------------------------------------------------------===//

Operation *OperationGraph::getOperation(Node node) const {
  if (getSource(items[node]) == Source::Operation)
    return getItemOperation(items[node]);
  Value value = getValue(node);
  return value && getKind(node) == Kind::TupleGetItem ? value.getDefiningOp()
                                                      : nullptr;
}

Value OperationGraph::getValue(Node node) const {
  return getItemValue(items[node]);
}

static StringRef getVariableName(Value value) {
  if (auto let = value.getDefiningOp<LetOp>())
    return let.getName();
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return "";
  Operation *owner = argument.getOwner()->getParentOp();
  unsigned index = argument.getArgNumber();
  auto fn = dyn_cast<FnOp>(owner);
  if (fn && fn.getHasSelf()) {
    if (index == 0)
      return "";
    --index;
  }
  auto attrs = owner->getAttrOfType<ArrayAttr>("arg_attrs");
  auto dictionary = attrs && index < attrs.size()
                        ? dyn_cast<DictionaryAttr>(attrs[index])
                        : nullptr;
  auto name =
      dictionary ? dictionary.getAs<StringAttr>(fnattr::paramName) : nullptr;
  return name ? name.getValue() : StringRef();
}

StringRef OperationGraph::getName(Node node) const {
  const void *pointer = items[node].first;
  switch (getSource(items[node])) {
  case Source::Operator: {
    auto name = OperationName::getFromOpaquePointer(pointer);
    auto *interface = name.getInterface<OperatorInterface>();
    return interface ? interface->getRelayName() : name.getStringRef();
  }
  case Source::Custom:
  case Source::Global:
    return cast<StringAttr>(Attribute::getFromOpaquePointer(pointer))
        .getValue();
  case Source::Value:
    return getVariableName(getItemValue(items[node]));
  case Source::Operation:
  case Source::Let:
    return "";
  }
  return "";
}

int64_t OperationGraph::getIndex(Node node) const {
  Value value = getValue(node);
  if (auto get = value.getDefiningOp<TupleGetOp>())
    return get.getIndex();
  return cast<OpResult>(value).getResultNumber();
}

static bool fitsAttrValue(Attribute attr) {
  auto integer = dyn_cast<IntegerAttr>(attr);
  return !integer || integer.getValue().isSignedIntN(64);
}

std::optional<ast::Attrs> OperationGraph::getAttrs(Node node) const {
  Kind kind = getKind(node);
  if (kind != Kind::Call && kind != Kind::Function)
    return std::nullopt;
  Operation *op = getOperation(node);
  ast::Attrs attrs;
  auto add = [&](StringRef name, AttributeKind attrKind, Attribute value) {
    if (value && fitsAttrValue(value))
      attrs.push_back({name.str(), convertAttr(attrKind, value)});
  };
  if (auto relayOperator = dyn_cast<OperatorInterface>(op)) {
    Builder builder(op->getContext());
    for (const AttributeSpec &spec : relayOperator.getAttributeSpecs()) {
      Attribute value = spec.kind == AttributeKind::Operand
                            ? Attribute()
                            : op->getAttr(spec.name);
      if (!value && spec.getDefault && !spec.isOptional)
        value = spec.getDefault(builder);
      add(spec.name, spec.kind, value);
    }
  } else if (isa<RelayDialect>(op->getDialect())) {
    for (NamedAttribute attr : op->getDiscardableAttrs()) {
      StringRef name = attr.getName();
      if (name.consume_front(fnattr::prefix))
        add(name, AttributeKind::Int, attr.getValue());
    }
  } else {
    for (NamedAttribute attr : op->getAttrs())
      add(attr.getName(), AttributeKind::Int, attr.getValue());
  }
  return attrs;
}

std::optional<ast::AttrValue>
OperationGraph::getOperatorAttr(Node node, StringRef name) const {
  if (getSource(items[node]) != Source::Operator)
    return std::nullopt;
  return getKnownAttr(OperationName::getFromOpaquePointer(items[node].first),
                      name);
}

ast::TypeRef OperationGraph::getType(Node node) const {
  while (getKind(node) == Kind::Let)
    node = getChildren(node).back();
  Value value = getValue(node);
  return value ? convertType(value.getType(), {}) : nullptr;
}

bool OperationGraph::isEqual(Node node, const ast::Expr &expr) const {
  auto *expected = llvm::dyn_cast<ast::Constant>(&expr);
  Operation *op = getOperation(node);
  auto constant = dyn_cast_or_null<ConstantOp>(op);
  if (!expected || !constant)
    return false;
  FailureOr<NDArray> array =
      getConstantArray(op->getLoc(), constant.getValue());
  return succeeded(array) &&
         ast::areEqual(*ast::make<ast::Constant>(std::move(*array)), expr);
}
