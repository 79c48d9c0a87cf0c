//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutValues.h"
#include "../Utils/LetBindings.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Layouts and shapes
//===----------------------------------------------------------------------===//

/// `layout` with the primal dimensions of `other` that it lacks before its own,
/// in their order there.
static Layout expandLayout(const Layout &layout, const Layout &other) {
  SmallVector<LayoutAxis> axes;
  for (const LayoutAxis &axis : other.getAxes())
    if (axis.isPrimal() && layout.indexOf(axis.name) < 0)
      axes.push_back(axis);
  llvm::append_range(axes, layout.getAxes());
  return *makeLayout(axes);
}

FailureOr<SmallVector<int64_t>>
relay::getTransformedShape(RankedTensorType type, const Layout &source,
                           const Layout &target) {
  if (type.getRank() == 0)
    return llvm::to_vector(type.getShape());
  if (type.getRank() != source.getRank())
    return failure();
  if (source == target)
    return llvm::to_vector(type.getShape());
  Layout expanded = expandLayout(source, target);
  SmallVector<int64_t> shape(expanded.getRank() - source.getRank(), 1);
  llvm::append_range(shape, type.getShape());
  FailureOr<BijectiveLayout> map = BijectiveLayout::get(expanded, target);
  FailureOr<SmallVector<int64_t>> primal = expanded.getPrimalShape(shape);
  if (failed(map) || failed(primal))
    return failure();
  Layout primalLayout = expanded.getPrimal();
  // The blocks of the target have to be whole, those of the source are.
  for (auto [axis, extent] : llvm::zip_equal(primalLayout.getAxes(), *primal)) {
    int64_t factor = target.getFactor(axis.name);
    if (expanded.getFactor(axis.name) % factor != 0 &&
        (ShapedType::isDynamic(extent) || extent % factor != 0))
      return failure();
  }
  return map->forwardShape(shape);
}

//===----------------------------------------------------------------------===//
// New values of old ones
//===----------------------------------------------------------------------===//

const CurrentTensors *LayoutValues::lookup(Value value) const {
  auto it = current.find(value);
  return it == current.end() ? nullptr : &it->second;
}

void LayoutValues::set(Value value, CurrentTensors tensors) {
  current[value] = std::move(tensors);
}

bool LayoutValues::isChanged(Value value) const {
  auto it = current.find(value);
  if (it != current.end())
    return it->second.isChangedFrom(value);
  auto tuple = value.getDefiningOp<TupleOp>();
  return tuple && llvm::any_of(tuple.getFields(), [&](Value field) {
           auto it = current.find(field);
           return it != current.end() && it->second.isChangedFrom(field);
         });
}

OpBuilder LayoutValues::getBuilder(Value value, Operation *user) {
  Block *block = value.getParentBlock();
  Operation *ancestor = block->findAncestorOpInBlock(*user);
  return OpBuilder(ancestor ? ancestor : block->getTerminator());
}

// x -> layout_transform(x), layout_transform(expand_dims(x))
Value LayoutValues::transform(Value value, const Layout &source,
                              const Layout &target, Operation *user) {
  auto type = cast<RankedTensorType>(value.getType());
  // Scalars broadcast in every layout.
  if (source == target || type.getRank() == 0)
    return value;
  for (const Transformed &known : transformed[value])
    if (known.source == source && known.target == target)
      return known.result;
  OpBuilder builder = getBuilder(value, user);
  Value result = value;
  Layout expanded = expandLayout(source, target);
  if (int64_t missing = expanded.getRank() - source.getRank()) {
    result = note(ExpandDimsOp::create(builder, user->getLoc(), result,
                                       /*axis=*/0, missing));
  }
  if (expanded != target) {
    result = note(LayoutTransformOp::create(builder, user->getLoc(), result,
                                            expanded.str(), target.str()));
  }
  transformed[value].push_back({source, target, result});
  hasChanged = true;
  return result;
}

Value LayoutValues::realize(Value value, Operation *user) {
  if (!isChanged(value))
    return value;
  auto it = current.find(value);
  if (it != current.end() && isa<RankedTensorType>(value.getType())) {
    Value result = transform(it->second.value, it->second.newLayouts.front(),
                             it->second.oldLayouts.front(), user);
    OpBuilder builder = getBuilder(result, user);
    return castTo(builder, user->getLoc(), result, value.getType());
  }
  auto realized = realizedTuples.find(value);
  if (realized != realizedTuples.end())
    return realized->second;
  OpBuilder builder = getBuilder(value, user);
  Operation *place = &*builder.getInsertionPoint();
  SmallVector<Value> fields;
  if (it == current.end()) {
    for (Value field : value.getDefiningOp<TupleOp>().getFields())
      fields.push_back(realize(field, place));
  } else {
    auto types = cast<TupleType>(value.getType()).getTypes();
    for (auto [index, type] : llvm::enumerate(types)) {
      Value field = makeField(builder, user->getLoc(), it->second.value, index);
      field = transform(field, it->second.newLayouts[index],
                        it->second.oldLayouts[index], place);
      fields.push_back(castTo(builder, user->getLoc(), field, type));
    }
  }
  Value result =
      castTo(builder, user->getLoc(),
             makeTuple(builder, user->getLoc(), fields), value.getType());
  realizedTuples[value] = result;
  return result;
}

void LayoutValues::realizeOperands(Operation *op) {
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = realize(operand.get(), op);
    if (value == operand.get())
      continue;
    operand.set(value);
    hasChanged = true;
  }
}

FailureOr<SmallVector<LayoutInput>>
LayoutValues::getInputs(Operation *op) const {
  SmallVector<LayoutInput> inputs;
  auto add = [&](Value value, size_t index, Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return false;
    LayoutInput input = {value, index, tensor, std::nullopt, Layout()};
    auto it = current.find(value);
    if (it != current.end()) {
      input.oldLayout = it->second.oldLayouts[index];
      input.newLayout = it->second.newLayouts[index];
      input.isChanged = it->second.isChangedFrom(value);
    }
    inputs.push_back(input);
    return true;
  };
  for (Value operand : op->getOperands()) {
    auto tupleType = dyn_cast<TupleType>(operand.getType());
    if (!tupleType) {
      if (!add(operand, 0, operand.getType()))
        return failure();
      continue;
    }
    auto tuple = operand.getDefiningOp<TupleOp>();
    if (!tuple && !current.contains(operand))
      return failure();
    for (auto [index, type] : llvm::enumerate(tupleType.getTypes()))
      if (!(tuple ? add(tuple.getFields()[index], 0, type)
                  : add(operand, index, type)))
        return failure();
  }
  if (inputs.empty())
    return failure();
  return inputs;
}

Value LayoutValues::getCurrent(const LayoutInput &input, Operation *user) {
  bool isField = isa<TupleType>(input.value.getType());
  if (input.isForeign && !isField)
    return realize(input.value, user);
  auto it = current.find(input.value);
  Value value = it == current.end() ? input.value : it->second.value;
  if (!isField)
    return value;
  if (input.isForeign)
    value = realize(input.value, user);
  OpBuilder builder = getBuilder(value, user);
  return makeField(builder, user->getLoc(), value, input.index);
}

Value LayoutValues::makeField(OpBuilder &builder, Location loc, Value tuple,
                              size_t index) {
  return note(TupleGetOp::create(builder, loc, tuple, index));
}

Value LayoutValues::makeTuple(OpBuilder &builder, Location loc,
                              ValueRange fields) {
  return note(TupleOp::create(builder, loc, fields));
}

Value LayoutValues::note(Operation *op) {
  glue.push_back(op);
  return op->getResult(0);
}

void LayoutValues::eraseUnused() {
  for (Operation *op : llvm::reverse(glue))
    if (op->use_empty())
      op->erase();
  glue.clear();
}
