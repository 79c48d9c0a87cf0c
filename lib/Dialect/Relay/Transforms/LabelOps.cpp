//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LabelOps: writes a hash and the layouts of its operators on each function.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "llvm/Support/xxhash.h"

namespace mlir::relay {
#define GEN_PASS_DEF_LABELOPSPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

static bool isLabel(StringRef name) {
  return name == fnattr::hash || name.contains("layout");
}

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

/// Labels the functions below an operation.
class Labeling {
public:
  /// Labels `function` and what is inside; values that it takes from outside
  /// are added to `captured`, in the order of their first use.
  void label(Operation *function, SmallVectorImpl<Value> &captured);
  unsigned getNumLabels() const { return numLabels; }

private:
  /// The function that is being labelled.
  struct Scope {
    Scope(Operation *function, SmallVectorImpl<Value> &captured)
        : function(function), captured(captured) {}

    Operation *function;
    Hash hash;
    /// The numbers of the values that have been met.
    DenseMap<Value, uint64_t> values;
    SmallVectorImpl<Value> &captured;
    NamedAttrList labels;
  };

  void visitRegion(Scope &scope, Region &region);
  void visit(Scope &scope, Operation &op);
  void addValue(Scope &scope, Value value);
  void addAttrs(Scope &scope, Operation *op);
  uint64_t getHash(Type type);
  uint64_t getHash(NamedAttribute attr);

  DenseMap<Type, uint64_t> types;
  DenseMap<Attribute, uint64_t> attributes;
  unsigned numLabels = 0;
};
} // namespace

template <typename T>
static uint64_t hashText(T value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return llvm::xxh3_64bits(text);
}

uint64_t Labeling::getHash(Type type) {
  uint64_t &hash = types[type];
  return hash ? hash : hash = hashText(type);
}

uint64_t Labeling::getHash(NamedAttribute attr) {
  uint64_t &hash = attributes[attr.getValue()];
  if (!hash)
    hash = hashText(attr.getValue());
  return llvm::xxh3_64bits(attr.getName().strref()) ^ hash;
}

/// Adds the attributes of `op`, but not names, marks and labels.
void Labeling::addAttrs(Scope &scope, Operation *op) {
  bool isFunction = op == scope.function || isa<FnOp, FusedFnOp>(op);
  for (NamedAttribute attr : op->getAttrs()) {
    StringRef name = attr.getName();
    if (isFunction && (isLabel(name) || name == "arg_attrs" ||
                       name == "sym_name" || name == fnattr::pure))
      continue;
    if (!isa<LetOp>(op))
      scope.hash.add(getHash(attr));
  }
}

void Labeling::addValue(Scope &scope, Value value) {
  auto [it, isNew] = scope.values.try_emplace(value, scope.values.size());
  if (isNew)
    scope.captured.push_back(value);
  scope.hash.add(it->second);
}

void Labeling::visitRegion(Scope &scope, Region &region) {
  for (Block &block : region) {
    for (BlockArgument argument : block.getArguments()) {
      scope.values.try_emplace(argument, scope.values.size());
      scope.hash.add(getHash(argument.getType()));
    }
    for (Operation &op : block)
      visit(scope, op);
  }
}

void Labeling::visit(Scope &scope, Operation &op) {
  scope.hash.add(llvm::xxh3_64bits(op.getName().getStringRef()));
  addAttrs(scope, &op);
  if (auto relayOperator = dyn_cast<OperatorInterface>(op)) {
    Builder builder(op.getContext());
    for (const AttributeSpec &spec : relayOperator.getAttributeSpecs()) {
      if (spec.kind != AttributeKind::Str || !spec.name.contains("layout"))
        continue;
      Attribute value = op.getAttr(spec.name);
      if (!value && spec.getDefault)
        value = spec.getDefault(builder);
      if (value)
        scope.labels.set(("relay." + spec.name).str(), value);
    }
  }
  for (Value operand : op.getOperands())
    addValue(scope, operand);
  if (isa<FnOp, FusedFnOp>(op)) {
    SmallVector<Value> captured;
    label(&op, captured);
    scope.hash.add(attributes.lookup(op.getAttr(fnattr::hash)));
    for (Value value : captured)
      addValue(scope, value);
  } else {
    for (Region &region : op.getRegions())
      visitRegion(scope, region);
  }
  for (Value result : op.getResults()) {
    scope.values.try_emplace(result, scope.values.size());
    scope.hash.add(getHash(result.getType()));
  }
}

void Labeling::label(Operation *function, SmallVectorImpl<Value> &captured) {
  Scope scope(function, captured);
  addAttrs(scope, function);
  visitRegion(scope, function->getRegion(0));
  scope.labels.set(fnattr::hash,
                   StringAttr::get(function->getContext(),
                                   llvm::utohexstr(scope.hash.get(),
                                                   /*LowerCase=*/true,
                                                   /*Width=*/16)));
  attributes[scope.labels.get(fnattr::hash)] = scope.hash.get();
  for (NamedAttribute label : scope.labels) {
    if (function->getAttr(label.getName()) == label.getValue())
      continue;
    function->setAttr(label.getName(), label.getValue());
    ++numLabels;
  }
}

namespace {
struct LabelOpsPass : public relay::impl::LabelOpsPassBase<LabelOpsPass> {
  using LabelOpsPassBase::LabelOpsPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (isSkippedByFunctionPasses(function) || function.isDeclaration())
      return markAllAnalysesPreserved();
    if (failed(checkTypesKnown(function)))
      return signalPassFailure();
    Labeling labeling;
    SmallVector<Value> captured;
    labeling.label(function, captured);
    if (labeling.getNumLabels() == 0)
      markAllAnalysesPreserved();
  }
};
} // namespace
