//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hashing functions: one walk, in which values are numbered as they are met.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Utils/FunctionHash.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
/// A hash of a sequence of numbers, the same in all runs.
class Hash {
public:
  void add(uint64_t value) {
    uint64_t words[] = {state, value};
    state = llvm::xxh3_64bits(
        ArrayRef(reinterpret_cast<const uint8_t *>(words), sizeof(words)));
  }
  uint64_t get() const { return state; }

private:
  uint64_t state = 0;
};

} // namespace

/// The function that is being hashed.
struct FunctionHasher::Scope {
  Scope(Operation *function, SmallVectorImpl<Value> &captured, Visit visit)
      : function(function), captured(captured), visit(visit) {}

  void number(Value value) { values.try_emplace(value, values.size()); }
  void addValue(Value value) {
    auto [it, isNew] = values.try_emplace(value, values.size());
    if (isNew)
      captured.push_back(value);
    hash.add(it->second);
  }

  Operation *function;
  /// Values from outside, in the order of their first use.
  SmallVectorImpl<Value> &captured;
  Visit visit;
  Hash hash;
  /// The numbers of the values that have been met.
  DenseMap<Value, uint64_t> values;
};

bool FunctionHasher::isLabel(StringRef name) {
  return name == fnattr::hash || name.contains("layout");
}

template <typename T>
static uint64_t hashText(T value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return llvm::xxh3_64bits(text);
}

uint64_t FunctionHasher::getHash(Type type) {
  uint64_t &hash = types[type];
  return hash ? hash : hash = hashText(type);
}

uint64_t FunctionHasher::getHash(NamedAttribute attr) {
  uint64_t &hash = attributes[attr.getValue()];
  if (!hash)
    hash = hashText(attr.getValue());
  return llvm::xxh3_64bits(attr.getName().strref()) ^ hash;
}

/// The virtual devices in the attributes of parameters, unit for none; null if
/// there are none at all.
static ArrayAttr getVirtualDevices(ArrayAttr argAttrs) {
  auto devices = llvm::map_to_vector(argAttrs, [](Attribute attrs) {
    Attribute device = cast<DictionaryAttr>(attrs).get(fnattr::virtualDevice);
    return device ? device : UnitAttr::get(attrs.getContext());
  });
  return llvm::all_of(devices, llvm::IsaPred<UnitAttr>)
             ? ArrayAttr()
             : ArrayAttr::get(argAttrs.getContext(), devices);
}

/// The attributes of `op`, but not names, marks and labels.
static SmallVector<NamedAttribute> getComparedAttrs(Operation *op) {
  if (isa<LetOp>(op))
    return {};
  SmallVector<NamedAttribute> attrs(op->getAttrs());
  if (!isa<FnOp, FusedFnOp, FunctionOpInterface>(op))
    return attrs;
  for (NamedAttribute &attr : attrs)
    if (attr.getName() == "arg_attrs")
      if (ArrayAttr devices =
              getVirtualDevices(cast<ArrayAttr>(attr.getValue())))
        attr = {fnattr::virtualDevice, devices};
  llvm::erase_if(attrs, [](NamedAttribute attr) {
    StringRef name = attr.getName();
    return FunctionHasher::isLabel(name) || name == "arg_attrs" ||
           name == "sym_name" || name == fnattr::pure;
  });
  return attrs;
}

void FunctionHasher::addAttrs(Scope &scope, Operation *op) {
  for (NamedAttribute attr : getComparedAttrs(op))
    scope.hash.add(getHash(attr));
}

void FunctionHasher::visitRegion(Scope &scope, Region &region) {
  for (Block &block : region) {
    for (BlockArgument argument : block.getArguments()) {
      scope.number(argument);
      scope.hash.add(getHash(argument.getType()));
    }
    for (Operation &op : block)
      visitOp(scope, op);
  }
}

void FunctionHasher::visitOp(Scope &scope, Operation &op) {
  scope.hash.add(llvm::xxh3_64bits(op.getName().getStringRef()));
  addAttrs(scope, &op);
  for (Value operand : op.getOperands())
    scope.addValue(operand);
  if (isa<FnOp, FusedFnOp>(op)) {
    SmallVector<Value> captured;
    scope.hash.add(hash(&op, captured, scope.visit));
    for (Value value : captured)
      scope.addValue(value);
  } else {
    for (Region &region : op.getRegions())
      visitRegion(scope, region);
  }
  for (Value result : op.getResults()) {
    scope.number(result);
    scope.hash.add(getHash(result.getType()));
  }
}

uint64_t FunctionHasher::hash(Operation *function,
                              SmallVectorImpl<Value> &captured, Visit visit) {
  Scope scope(function, captured, visit);
  addAttrs(scope, function);
  visitRegion(scope, function->getRegion(0));
  if (visit)
    visit(function, scope.hash.get());
  return scope.hash.get();
}

uint64_t FunctionHasher::hash(Operation *function, Visit visit) {
  SmallVector<Value> captured;
  return hash(function, captured, visit);
}

//===----------------------------------------------------------------------===//
// Equality
//===----------------------------------------------------------------------===//

static bool areEqual(Operation *left, Operation *right, IRMapping &mapping) {
  auto isMapped = [&](auto pair) {
    return mapping.lookupOrDefault(std::get<0>(pair)) == std::get<1>(pair);
  };
  if (left->getName() != right->getName() ||
      left->getNumOperands() != right->getNumOperands() ||
      left->getResultTypes() != right->getResultTypes() ||
      left->getNumRegions() != right->getNumRegions() ||
      getComparedAttrs(left) != getComparedAttrs(right) ||
      !llvm::all_of(llvm::zip(left->getOperands(), right->getOperands()),
                    isMapped))
    return false;
  mapping.map(left->getResults(), right->getResults());
  for (auto [leftRegion, rightRegion] :
       llvm::zip_equal(left->getRegions(), right->getRegions())) {
    if (leftRegion.getBlocks().size() != rightRegion.getBlocks().size())
      return false;
    for (auto [leftBlock, rightBlock] : llvm::zip(leftRegion, rightRegion)) {
      if (leftBlock.getArgumentTypes() != rightBlock.getArgumentTypes())
        return false;
      mapping.map(leftBlock.getArguments(), rightBlock.getArguments());
      auto l = leftBlock.begin(), r = rightBlock.begin();
      for (; l != leftBlock.end() && r != rightBlock.end(); ++l, ++r)
        if (!areEqual(&*l, &*r, mapping))
          return false;
      if (l != leftBlock.end() || r != rightBlock.end())
        return false;
    }
  }
  return true;
}

bool relay::areFunctionsEqual(Operation *left, Operation *right) {
  IRMapping mapping;
  return areEqual(left, right, mapping);
}
