//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules of the abstract syntax tree.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/Module.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include <functional>

using namespace llvm;
using namespace mlir::relay::ast;

//===----------------------------------------------------------------------===//
// Type definitions
//===----------------------------------------------------------------------===//

// TVM puts a byte of the name's hash above the index, so the numbers are equal
// to TVM's where the standard library is the same.
TypeData::TypeData(Ref<GlobalTypeVar> header,
                   std::vector<Ref<TypeVar>> typeVars,
                   std::vector<Ref<Constructor>> constructors, Span span)
    : Type(Kind::TypeData), header(std::move(header)),
      typeVars(std::move(typeVars)), constructors(std::move(constructors)),
      span(span) {
  uint32_t prefix = std::hash<std::string>()(getName().str()) & 0xff;
  for (auto [i, constructor] : enumerate(this->constructors))
    constructor->setTag(int32_t(prefix << 24 | uint32_t(i)));
}

const Ref<TypeData> &mlir::relay::ast::getStorageDefinition() {
  static const Ref<TypeData> definition = make<TypeData>(
      Ref<GlobalTypeVar>(cast<GlobalTypeVar>(getStorageName().get())),
      std::vector<Ref<TypeVar>>(), std::vector<Ref<Constructor>>());
  return definition;
}

std::optional<std::string> TypeTable::add(Ref<TypeData> type) {
  StringRef name = type->getName();
  if (lookup(name))
    return ("type '" + name + "' is defined more than once").str();
  if (name == kStorageName &&
      !(type->getTypeVars().empty() && type->getConstructors().empty()))
    return ("type '" + name + "' has neither parameters nor constructors")
        .str();
  StringSet<> own;
  for (const Ref<Constructor> &constructor : type->getConstructors())
    if (lookupConstructor(constructor->getName()) ||
        !own.insert(constructor->getName()).second)
      return ("constructor '" + constructor->getName() +
              "' is defined more than once")
          .str();
  indices[name] = types.size();
  for (const Ref<Constructor> &constructor : type->getConstructors())
    constructors[constructor->getName()] = constructor;
  types.push_back(std::move(type));
  return std::nullopt;
}

void TypeTable::remove(StringRef name) {
  auto it = indices.find(name);
  if (it == indices.end())
    return;
  std::vector<Ref<TypeData>> rest = std::move(types);
  rest.erase(rest.begin() + it->second);
  *this = {};
  for (Ref<TypeData> &type : rest)
    add(std::move(type));
}

const TypeData *TypeTable::lookup(StringRef name) const {
  auto it = indices.find(name);
  return it == indices.end() ? nullptr : types[it->second].get();
}

std::optional<std::string> TypeTable::checkReference(const Type &type) const {
  auto *call = dyn_cast<TypeCall>(&type);
  auto *name = dyn_cast<GlobalTypeVar>(call ? call->getCallee().get() : &type);
  if (!name)
    return call ? std::optional<std::string>("a type call has a callee that is "
                                             "not the name of a type")
                : std::nullopt;
  const TypeData *definition = lookup(name->getName());
  if (!definition && name->getName() == kStorageName)
    definition = getStorageDefinition().get();
  if (!definition)
    return ("type '" + name->getName() + "' is not defined").str();
  size_t numArgs = call ? call->getArgs().size() : 0;
  size_t numParams = definition->getTypeVars().size();
  if (numArgs != numParams)
    return ("type '" + name->getName() + "' takes " + Twine(numParams) +
            " type arguments, but got " + Twine(numArgs))
        .str();
  return std::nullopt;
}

std::optional<std::string>
TypeTable::checkFields(const TypeData &type,
                       const Constructor &constructor) const {
  // The parameters of function types inside of fields are declared there.
  SmallPtrSet<const Type *, 4> declared;
  for (const Ref<TypeVar> &var : type.getTypeVars())
    declared.insert(var.get());
  SmallPtrSet<const Type *, 16> seen;
  SmallVector<const Type *> worklist;
  auto push = [&](const Type *part) {
    if (!part || seen.insert(part).second)
      worklist.push_back(part);
  };
  for (const TypeRef &input : constructor.getInputs())
    push(input.get());
  while (!worklist.empty()) {
    const Type *part = worklist.pop_back_val();
    if (!part || isa<IncompleteType, TypeData>(part))
      return ("a field of constructor '" + constructor.getName() +
              "' has no complete type")
          .str();
    if (std::optional<std::string> message = checkReference(*part))
      return message;
    if (auto *function = dyn_cast<FuncType>(part))
      for (const Ref<TypeVar> &var : function->getTypeParams())
        declared.insert(var.get());
    if (auto *var = dyn_cast<TypeVar>(part); var && !declared.contains(part))
      return ("type parameter '" + var->getName() + "' is not declared").str();
    // The name in a call counts with its arguments.
    auto *call = dyn_cast<TypeCall>(part);
    forEachPart(*part, [&](const Type *inner) {
      if (!call || inner != call->getCallee().get())
        push(inner);
    });
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

bool Module::add(StringRef name, Ref<Function> function) {
  if (indices.contains(name))
    return false;
  set(name, std::move(function));
  return true;
}

void Module::set(StringRef name, Ref<Function> function) {
  auto [it, isNew] = indices.try_emplace(name, functions.size());
  if (isNew)
    functions.push_back({name.str(), std::move(function)});
  else
    functions[it->second].function = std::move(function);
}

const Function *Module::lookup(StringRef name) const {
  auto it = indices.find(name);
  return it == indices.end() ? nullptr : functions[it->second].function.get();
}
