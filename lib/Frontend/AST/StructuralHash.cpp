//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Structural hashing of expressions.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/ExprVisitor.h"
#include "RelayLite/Frontend/StructuralEqual.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/xxhash.h"
#include <cmath>

using namespace llvm;
using namespace mlir::relay;
using namespace mlir::relay::ast;

namespace {
// Finds the variables that functions and lets bind.
class BoundVars : public ExprVisitor {
public:
  bool contains(const Var &var) const { return vars.contains(&var); }

private:
  void visitFunction(const Function &function) override {
    for (const VarRef &param : function.getParams())
      vars.insert(param.get());
  }
  void visitLet(const Let &let) override { vars.insert(let.getVar().get()); }

  DenseSet<const Var *> vars;
};

// Hashes each node from its children. A node with identity also counts with the
// number of its first visit, so that sharing counts. A variable is only its
// number. If `bound` is given, a free variable is itself.
class Hasher : public ExprVisitor {
public:
  explicit Hasher(const BoundVars *bound) : bound(bound) {}

  uint64_t lookup(const Expr &expr) const { return hashes.lookup(&expr); }
  uint64_t hashType(const Type &type) {
    addType(TypeRef(&type));
    return state;
  }

private:
  void leave(const Expr &expr) override;

  void add(uint64_t value) {
    state = xxh3_64bits(ArrayRef<uint8_t>(
        reinterpret_cast<const uint8_t *>(std::array{state, value}.data()),
        2 * sizeof(uint64_t)));
  }
  void addText(StringRef text) { add(xxh3_64bits(text)); }
  void addNumber(double number);
  void addType(const TypeRef &type);
  void addAttrs(const Attrs &attrs);
  void addAttr(const AttrValue &value);
  void addMap(const AttrValue::Map &map);

  const BoundVars *bound;
  DenseMap<const Expr *, uint64_t> hashes;
  DenseMap<const TypeVar *, unsigned> typeVars;
  uint64_t state = 0;
  uint64_t nextNumber = 1;
};
} // namespace

void Hasher::addType(const TypeRef &type) {
  if (!type)
    return add(~uint64_t(0));
  add(uint64_t(type->getKind()));
  TypeSwitch<const Type *>(type.get())
      .Case([&](const TensorType *tensor) {
        addText(tensor->getDType().getName());
        for (const Dim &dim : tensor->getShape())
          add(uint64_t(dim.size));
      })
      .Case([&](const GlobalTypeVar *var) { addText(var->getName()); })
      .Case([&](const TypeData *data) {
        for (const Ref<Constructor> &constructor : data->getConstructors())
          addText(constructor->getName());
      })
      .Case([&](const TypeRelation *relation) {
        if (relation->getFunction())
          addText(relation->getFunction()->getName());
        add(uint64_t(relation->getNumInputs()));
        addAttrs(relation->getAttrs());
      })
      .Case([&](const TypeVar *typeVar) {
        add(uint64_t(typeVar->getParamKind()));
        add(uint64_t(
            typeVars.try_emplace(typeVar, typeVars.size()).first->second));
      });
  forEachPart(*type, [&](const ast::Type *part) { addType(TypeRef(part)); });
}

// Numbers that are equal have one hash, in most cases: equality has a
// tolerance.
void Hasher::addNumber(double number) {
  float rounded = std::isnan(number) ? NAN : static_cast<float>(number);
  add(bit_cast<uint32_t>(rounded == 0 ? 0.0f : rounded));
}

void Hasher::addAttr(const AttrValue &value) {
  if (auto *boolean = value.getIf<bool>())
    add(uint64_t(*boolean));
  else if (auto *integer = value.getIf<int64_t>())
    addNumber(double(*integer));
  else if (auto *number = value.getIf<double>())
    addNumber(*number);
  else if (auto *string = value.getIf<std::string>())
    addText(*string);
  else if (auto *list = value.getIf<AttrValue::List>())
    for (const AttrValue &element : *list)
      addAttr(element);
  else if (auto *map = value.getIf<AttrValue::Map>())
    addMap(*map);
  else if (auto *expr = value.getIf<ExprRef>(); expr && isa<Var>(**expr))
    add(lookup(**expr));
  else if (auto *id = value.getIf<AttrValue::VarId>())
    add(~lookup(*id->var));
  else
    add(uint64_t(7));
}

// The order of the entries does not count.
void Hasher::addMap(const AttrValue::Map &map) {
  uint64_t before = state, sum = map.size();
  for (const auto &[key, element] : map) {
    state = before;
    addAttr(key);
    addAttr(element);
    sum += state;
  }
  state = before;
  add(sum);
}

void Hasher::addAttrs(const Attrs &attrs) {
  SmallVector<const NamedAttr *> sorted;
  for (const NamedAttr &attr : attrs)
    sorted.push_back(&attr);
  sort(sorted, [](auto *a, auto *b) { return a->name < b->name; });
  for (const NamedAttr *attr : sorted) {
    addText(attr->name);
    addAttr(attr->value);
  }
}

void Hasher::leave(const Expr &expr) {
  state = uint64_t(expr.getKind());
  bool hasIdentity = true;
  TypeSwitch<const Expr *>(&expr)
      .Case([&](const Constant *constant) {
        hasIdentity = false;
        const NDArray &value = constant->getValue();
        addText(value.getDType().getName());
        for (int64_t size : value.getShape())
          add(uint64_t(size));
        addText(StringRef(value.getBytes().data(), value.getBytes().size()));
      })
      .Case([&](const Var *var) {
        hasIdentity = !bound || bound->contains(*var);
        if (!hasIdentity)
          add(reinterpret_cast<uintptr_t>(var));
        addType(var->getAnnotation());
      })
      .Case([&](const GlobalVar *global) {
        hasIdentity = false;
        addText(global->getName());
      })
      .Case([&](const Op *op) {
        hasIdentity = false;
        addText(op->getName());
      })
      .Case([&](const Constructor *constructor) {
        hasIdentity = false;
        addText(constructor->getName());
        for (const TypeRef &input : constructor->getInputs())
          addType(input);
      })
      .Case([&](const Tuple *tuple) {
        hasIdentity = !tuple->getFields().empty();
      })
      .Case([&](const Function *function) {
        for (const Ref<TypeVar> &param : function->getTypeParams())
          addType(TypeRef(param));
        addType(function->getReturnType());
        addAttrs(getComparedAttrs(*function));
      })
      .Case([&](const Call *call) {
        addAttrs(call->getAttrs());
        if (!isa<Op>(*call->getCallee()))
          for (const TypeRef &type : call->getTypeArgs())
            addType(type);
      })
      .Case([&](const TupleGetItem *get) { add(uint64_t(get->getIndex())); })
      .Default([](const Expr *) {});
  forEachChild(expr, [&](const Expr &child) { add(hashes.lookup(&child)); });
  if (hasIdentity)
    add(nextNumber++);
  hashes[&expr] = state;
}

uint64_t mlir::relay::ast::hash(const Expr &expr, bool mapFreeVars) {
  BoundVars bound;
  if (!mapFreeVars)
    bound.visit(expr);
  Hasher hasher(mapFreeVars ? nullptr : &bound);
  hasher.visit(expr);
  return hasher.lookup(expr);
}

uint64_t mlir::relay::ast::hash(const Type &type) {
  return Hasher(nullptr).hashType(type);
}
