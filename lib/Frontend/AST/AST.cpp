//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes of the abstract syntax tree.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/Module.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include <mutex>
#include <new>
#include <unordered_set>

using namespace llvm;
using namespace mlir::relay::ast;

// The destructor of a node releases its children, which would recurse along a
// chain. Instead, the outermost call keeps a list of nodes to delete.
void Node::destroy(const Node *node) {
  static thread_local std::vector<const Node *> *pending = nullptr;
  if (pending) {
    // Destructors must not throw: without memory for the list, a node leaks.
    try {
      pending->push_back(node);
    } catch (const std::bad_alloc &) {
    }
    return;
  }
  std::vector<const Node *> worklist;
  try {
    worklist.push_back(node);
  } catch (const std::bad_alloc &) {
    return;
  }
  pending = &worklist;
  while (!worklist.empty()) {
    const Node *next = worklist.back();
    worklist.pop_back();
    delete next;
  }
  pending = nullptr;
}

const std::string *Span::internFile(StringRef name) {
  static std::mutex mutex;
  // Never destroyed: spans may outlive the end of main.
  static auto *names = new std::unordered_set<std::string>();
  std::lock_guard<std::mutex> lock(mutex);
  return &*names->insert(name.str()).first;
}

StringRef AttrValue::describe() const {
  static constexpr StringRef names[] = {
      "None",          "a boolean",
      "an integer",    "a float",
      "a string",      "a list",
      "an expression", "an object",
      "a map",         "the identity of a variable"};
  return names[storage.index()];
}

const AttrValue *mlir::relay::ast::findAttr(const Attrs &attrs,
                                            StringRef name) {
  for (const NamedAttr &attr : attrs)
    if (attr.name == name)
      return &attr.value;
  return nullptr;
}

void mlir::relay::ast::forEachPart(const Type &type,
                                   function_ref<void(const Type *)> fn) {
  auto visitAll = [&](const auto &types) {
    for (const auto &part : types)
      fn(part.get());
  };
  TypeSwitch<const Type *>(&type)
      .Case([&](const TupleType *tuple) { visitAll(tuple->getFields()); })
      .Case([&](const FuncType *function) {
        visitAll(function->getTypeParams());
        visitAll(function->getParams());
        fn(function->getResult().get());
        visitAll(function->getConstraints());
      })
      .Case([&](const RefType *ref) { fn(ref->getValue().get()); })
      .Case([&](const TypeCall *call) {
        fn(call->getCallee().get());
        visitAll(call->getArgs());
      })
      .Case([&](const TypeData *data) {
        fn(data->getHeader().get());
        visitAll(data->getTypeVars());
        for (const Ref<Constructor> &constructor : data->getConstructors())
          visitAll(constructor->getInputs());
      })
      .Case(
          [&](const TypeRelation *relation) { visitAll(relation->getArgs()); })
      .Default([](const Type *) {});
}

const TypeRef &mlir::relay::ast::getStorageName() {
  // One node for all: it is compared by its identity.
  static const TypeRef name = make<GlobalTypeVar>(kStorageName.str());
  return name;
}

TypeRef mlir::relay::ast::makeStorageType() {
  return make<TypeCall>(getStorageName(), std::vector<TypeRef>());
}

bool mlir::relay::ast::isStorageType(const Type &type) {
  if (auto *var = dyn_cast<GlobalTypeVar>(&type))
    return var->getName() == kStorageName;
  auto *call = dyn_cast<TypeCall>(&type);
  return call && call->getArgs().empty() && isStorageType(*call->getCallee());
}
