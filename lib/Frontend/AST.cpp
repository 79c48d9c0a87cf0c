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

#include "RelayLite/Frontend/AST.h"
#include <mutex>
#include <unordered_set>

using namespace mlir::relay::ast;

// The destructor of a node releases its children, which would recurse along a
// chain. The outermost call keeps the list of what is to be deleted instead.
void Node::destroy(const Node *node) {
  static thread_local std::vector<const Node *> *pending = nullptr;
  if (pending) {
    pending->push_back(node);
    return;
  }
  std::vector<const Node *> worklist{node};
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
      "None",     "a boolean", "an integer",    "a float",
      "a string", "a list",    "an expression", "an object"};
  return names[storage.index()];
}

const AttrValue *mlir::relay::ast::findAttr(const Attrs &attrs,
                                            StringRef name) {
  for (const NamedAttr &attr : attrs)
    if (attr.name == name)
      return &attr.value;
  return nullptr;
}

bool Module::add(StringRef name, Ref<Function> function, Span span) {
  if (!indices.try_emplace(name, functions.size()).second)
    return false;
  functions.push_back({name.str(), std::move(function), span});
  return true;
}

const Function *Module::lookup(StringRef name) const {
  auto it = indices.find(name);
  return it == indices.end() ? nullptr : functions[it->second].function.get();
}
