//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules of the abstract syntax tree: global functions, and definitions of
// algebraic data types.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_MODULE_H
#define RELAYLITE_FRONTEND_MODULE_H

#include "RelayLite/Frontend/AST.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace mlir::relay::ast {

//===----------------------------------------------------------------------===//
// Type definitions
//===----------------------------------------------------------------------===//

/// A constructor of an algebraic data type. Its node is its identity.
class Constructor : public Expr {
public:
  Constructor(std::string name, std::vector<TypeRef> inputs,
              Ref<GlobalTypeVar> belongTo, Span span = {})
      : Expr(Kind::Constructor, span), name(std::move(name)),
        inputs(std::move(inputs)), belongTo(std::move(belongTo)) {}
  StringRef getName() const { return name; }
  /// The types of the fields.
  ArrayRef<TypeRef> getInputs() const { return inputs; }
  /// The name of its type.
  const Ref<GlobalTypeVar> &getBelongTo() const { return belongTo; }
  /// TVM's number of the constructor, or -1 outside of a definition.
  int32_t getTag() const { return tag; }
  /// Records the number; only for whoever makes the node or its definition.
  void setTag(int32_t newTag) const { tag = newTag; }
  static bool classof(const Expr *e) {
    return e->getKind() == Kind::Constructor;
  }

private:
  std::string name;
  std::vector<TypeRef> inputs;
  Ref<GlobalTypeVar> belongTo;
  mutable int32_t tag = -1;
};

/// The definition of an algebraic data type. A type without constructors is
/// external.
class TypeData : public Type {
public:
  /// Gives the constructors their tags.
  TypeData(Ref<GlobalTypeVar> header, std::vector<Ref<TypeVar>> typeVars,
           std::vector<Ref<Constructor>> constructors, Span span = {});
  /// The name of the type.
  const Ref<GlobalTypeVar> &getHeader() const { return header; }
  StringRef getName() const { return header->getName(); }
  ArrayRef<Ref<TypeVar>> getTypeVars() const { return typeVars; }
  ArrayRef<Ref<Constructor>> getConstructors() const { return constructors; }
  Span getSpan() const { return span; }
  static bool classof(const Type *type) {
    return type->getKind() == Kind::TypeData;
  }

private:
  Ref<GlobalTypeVar> header;
  std::vector<Ref<TypeVar>> typeVars;
  std::vector<Ref<Constructor>> constructors;
  Span span;
};

/// The definition of `Storage`, which has neither parameters nor constructors.
const Ref<TypeData> &getStorageDefinition();

/// Definitions of types by name, in the order in which they were added.
class TypeTable {
public:
  /// Adds a definition. Returns a message if its name or the name of one of its
  /// constructors is taken.
  std::optional<std::string> add(Ref<TypeData> type);
  /// Removes the definition called `name`, if there is one.
  void remove(StringRef name);
  ArrayRef<Ref<TypeData>> getTypes() const { return types; }
  /// Return the definition or the constructor called `name`, or null.
  const TypeData *lookup(StringRef name) const;
  const Constructor *lookupConstructor(StringRef name) const {
    return constructors.lookup(name).get();
  }
  /// Returns a message if `type` is a name, or a type call, that refers to no
  /// definition or has another number of arguments than it.
  std::optional<std::string> checkReference(const Type &type) const;
  /// Returns a message if a field of `constructor` is of no complete type: such
  /// a reference is wrong, or a part is unknown or an undeclared parameter.
  std::optional<std::string> checkFields(const TypeData &type,
                                         const Constructor &constructor) const;

private:
  std::vector<Ref<TypeData>> types;
  llvm::StringMap<unsigned> indices;
  llvm::StringMap<Ref<Constructor>> constructors;
};

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// Global functions by name, in the order in which they were defined, and
/// definitions of types.
class Module {
public:
  struct Definition {
    std::string name;
    Ref<Function> function;
  };

  /// Adds a function; false if there is one of that name already.
  bool add(StringRef name, Ref<Function> function);
  /// Adds a function, or replaces the one of that name in its place.
  void set(StringRef name, Ref<Function> function);
  ArrayRef<Definition> getFunctions() const { return functions; }
  /// The function called `name`, or null.
  const Function *lookup(StringRef name) const;
  /// Attributes of the module itself. Relay text has none.
  const Attrs &getAttrs() const { return attrs; }
  void setAttrs(Attrs newAttrs) { attrs = std::move(newAttrs); }
  const TypeTable &getTypes() const { return types; }
  TypeTable &getTypes() { return types; }

private:
  std::vector<Definition> functions;
  Attrs attrs;
  TypeTable types;
  llvm::StringMap<unsigned> indices;
};

} // namespace mlir::relay::ast

#endif // RELAYLITE_FRONTEND_MODULE_H
