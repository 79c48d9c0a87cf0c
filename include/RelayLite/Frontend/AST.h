//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The abstract syntax tree of Relay, for parser, printer and bindings. Nodes
// are immutable and shared by reference. An expression is a directed acyclic
// graph, and sharing has meaning. No pass works on it: lowering turns it into
// the relay dialect.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_AST_H
#define RELAYLITE_FRONTEND_AST_H

#include "RelayLite/Support/NDArray.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Casting.h"
#include <atomic>
#include <variant>
#include <vector>

namespace mlir::relay::ast {

using llvm::ArrayRef;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// A reference that keeps a node alive.
template <typename T>
using Ref = llvm::IntrusiveRefCntPtr<const T>;

/// Base of everything that is shared by reference. Counting is thread-safe, and
/// the destruction of a long chain of nodes does not recurse.
class Node {
public:
  Node(const Node &) = delete;
  Node &operator=(const Node &) = delete;

  void Retain() const { references.fetch_add(1, std::memory_order_relaxed); }
  void Release() const {
    if (references.fetch_sub(1, std::memory_order_acq_rel) == 1)
      destroy(this);
  }
  /// Whether the node may have more than one user. A node with one reference
  /// has one place in all graphs.
  bool isShared() const {
    return references.load(std::memory_order_relaxed) > 1;
  }

protected:
  Node() = default;
  virtual ~Node() = default;

private:
  static void destroy(const Node *node);

  mutable std::atomic<uint32_t> references{0};
};

/// A part of a source text. Lines and columns count from 1. A span without a
/// text and a line is unknown.
struct Span {
  /// Null or the name of the text, which lives as long as the process.
  const std::string *file = nullptr;
  uint32_t line = 0;
  uint32_t column = 0;
  /// The column behind the last character, and its line. Line 0 means that the
  /// span ends where it begins.
  uint32_t endLine = 0;
  uint32_t endColumn = 0;

  explicit operator bool() const { return file || line != 0; }
  uint32_t getEndLine() const { return endLine ? endLine : line; }
  uint32_t getEndColumn() const { return endLine ? endColumn : column; }
  void setEnd(uint32_t newLine, uint32_t newColumn) {
    bool isPoint = newLine == line && newColumn == column;
    endLine = isPoint ? 0 : newLine;
    endColumn = isPoint ? 0 : newColumn;
  }

  /// Interns the name of a text.
  static const std::string *internFile(StringRef name);
};

//===----------------------------------------------------------------------===//
// Objects of the metadata section
//===----------------------------------------------------------------------===//

class MetaGraph;

/// An object of the metadata section that has no notation in text: a virtual
/// device, a symbolic dimension, an attribute object. It refers to a node of
/// TVM's object graph.
class MetaObject : public Node {
public:
  /// Makes the object, or the VirtualDevice, of a node of `graph`.
  static Ref<MetaObject> create(Ref<MetaGraph> graph, unsigned index);
  ~MetaObject() override;

  const MetaGraph &getGraph() const { return *graph; }
  const Ref<MetaGraph> &getGraphRef() const { return graph; }
  unsigned getIndex() const { return index; }
  /// TVM's type key, such as `tir.SizeVar`.
  StringRef getTypeKey() const;

protected:
  MetaObject(Ref<MetaGraph> graph, unsigned index);

private:
  Ref<MetaGraph> graph;
  unsigned index;
};

/// A virtual device: the place of a variable, or of the result of a function.
class VirtualDevice : public MetaObject {
public:
  static bool classof(const MetaObject *object) {
    return object->getTypeKey() == "VirtualDevice";
  }

private:
  friend class MetaObject;
  using MetaObject::MetaObject;
};

/// A function of TVM's registry, by name.
class EnvFunc : public MetaObject {
public:
  StringRef getName() const;
  static bool classof(const MetaObject *object) {
    return object->getTypeKey() == "EnvFunc";
  }

private:
  friend class MetaObject;
  using MetaObject::MetaObject;
};

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// A type. Types are trees and are compared by structure. The parser limits
/// their nesting.
class Type : public Node {
public:
  enum class Kind {
    Tensor,
    Tuple,
    Func,
    Ref,
    TypeVar,
    Incomplete,
    GlobalTypeVar,
    TypeCall,
    TypeData,
    TypeRelation
  };
  Kind getKind() const { return kind; }

protected:
  explicit Type(Kind kind) : kind(kind) {}

private:
  Kind kind;
};
using TypeRef = Ref<Type>;

/// One dimension of a tensor type: a size, any (`?`), or a symbolic expression
/// from the metadata section.
struct Dim {
  static constexpr int64_t kAny = INT64_MIN;

  Dim(int64_t size) : size(size) {}
  explicit Dim(Ref<MetaObject> symbol)
      : size(kAny), symbol(std::move(symbol)) {}
  static Dim any() { return Dim(kAny); }

  bool isStatic() const { return size != kAny; }

  int64_t size;
  Ref<MetaObject> symbol;
};

class TensorType : public Type {
public:
  TensorType(std::vector<Dim> shape, DType dtype)
      : Type(Kind::Tensor), shape(std::move(shape)), dtype(dtype) {}
  ArrayRef<Dim> getShape() const { return shape; }
  DType getDType() const { return dtype; }
  static bool classof(const Type *type) {
    return type->getKind() == Kind::Tensor;
  }

private:
  std::vector<Dim> shape;
  DType dtype;
};

class TupleType : public Type {
public:
  explicit TupleType(std::vector<TypeRef> fields)
      : Type(Kind::Tuple), fields(std::move(fields)) {}
  ArrayRef<TypeRef> getFields() const { return fields; }
  static bool classof(const Type *type) {
    return type->getKind() == Kind::Tuple;
  }

private:
  std::vector<TypeRef> fields;
};

/// A type parameter. Its node is its identity; its name is a hint.
class TypeVar : public Type {
public:
  /// TVM's number of a kind that stands for types.
  static constexpr unsigned kType = 0;

  explicit TypeVar(std::string name, unsigned paramKind = kType)
      : Type(Kind::TypeVar), name(std::move(name)), paramKind(paramKind) {}
  StringRef getName() const { return name; }
  /// TVM's number (TypeKind) of its kind. Text has only kType.
  unsigned getParamKind() const { return paramKind; }
  static bool classof(const Type *type) {
    return type->getKind() == Kind::TypeVar;
  }

private:
  std::string name;
  unsigned paramKind;
};

class FuncType : public Type {
public:
  FuncType(std::vector<Ref<TypeVar>> typeParams, std::vector<TypeRef> params,
           TypeRef result, std::vector<TypeRef> constraints = {})
      : Type(Kind::Func), typeParams(std::move(typeParams)),
        params(std::move(params)), result(std::move(result)),
        constraints(std::move(constraints)) {}
  ArrayRef<Ref<TypeVar>> getTypeParams() const { return typeParams; }
  ArrayRef<TypeRef> getParams() const { return params; }
  const TypeRef &getResult() const { return result; }
  /// Relations between the types. Text has none.
  ArrayRef<TypeRef> getConstraints() const { return constraints; }
  static bool classof(const Type *type) {
    return type->getKind() == Kind::Func;
  }

private:
  std::vector<Ref<TypeVar>> typeParams;
  std::vector<TypeRef> params;
  TypeRef result;
  std::vector<TypeRef> constraints;
};

class RefType : public Type {
public:
  explicit RefType(TypeRef value) : Type(Kind::Ref), value(std::move(value)) {}
  const TypeRef &getValue() const { return value; }
  static bool classof(const Type *type) { return type->getKind() == Kind::Ref; }

private:
  TypeRef value;
};

/// A type that is to be inferred, `_`.
class IncompleteType : public Type {
public:
  explicit IncompleteType(unsigned paramKind = TypeVar::kType)
      : Type(Kind::Incomplete), paramKind(paramKind) {}
  /// The kind of what is to be inferred, as TVM's number (TypeKind).
  unsigned getParamKind() const { return paramKind; }
  static bool classof(const Type *type) {
    return type->getKind() == Kind::Incomplete;
  }

private:
  unsigned paramKind;
};

/// The name of an algebraic data type. Its node is its identity. Functions with
/// values of such types cannot be lowered, but for TVM's `Storage`.
class GlobalTypeVar : public Type {
public:
  /// TVM's number of a kind that stands for algebraic data types.
  static constexpr unsigned kAdtHandle = 5;

  explicit GlobalTypeVar(std::string name, unsigned paramKind = kAdtHandle)
      : Type(Kind::GlobalTypeVar), name(std::move(name)), paramKind(paramKind) {
  }
  StringRef getName() const { return name; }
  unsigned getParamKind() const { return paramKind; }
  static bool classof(const Type *type) {
    return type->getKind() == Kind::GlobalTypeVar;
  }

private:
  std::string name;
  unsigned paramKind;
};

/// An algebraic data type with its type arguments, `List[int32]`.
class TypeCall : public Type {
public:
  TypeCall(TypeRef callee, std::vector<TypeRef> args)
      : Type(Kind::TypeCall), callee(std::move(callee)), args(std::move(args)) {
  }
  const TypeRef &getCallee() const { return callee; }
  ArrayRef<TypeRef> getArgs() const { return args; }
  static bool classof(const Type *type) {
    return type->getKind() == Kind::TypeCall;
  }

private:
  TypeRef callee;
  std::vector<TypeRef> args;
};

inline constexpr llvm::StringLiteral kStorageName = "Storage";
/// TVM's type `Storage[]`, and its name.
TypeRef makeStorageType();
const TypeRef &getStorageName();
/// Whether `type` is `Storage[]`, or its name.
bool isStorageType(const Type &type);

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

class Expr;
using ExprRef = Ref<Expr>;

/// The value of an attribute of a call or a function.
class AttrValue {
public:
  using List = std::vector<AttrValue>;
  /// A map; the keys are strings, variables or their identities.
  using Map = std::vector<std::pair<AttrValue, AttrValue>>;
  /// The identity of a variable.
  struct VarId {
    ExprRef var;
  };
  /// The kinds are None, boolean, integer, float, string, list, expression (a
  /// constant), object of the metadata section, map, identity.
  using Storage =
      std::variant<std::monostate, bool, int64_t, double, std::string,
                   std::shared_ptr<const List>, ExprRef, Ref<MetaObject>,
                   std::shared_ptr<const Map>, VarId>;

  AttrValue() = default;
  AttrValue(bool value) : storage(value) {}
  AttrValue(int value) : storage(int64_t(value)) {}
  AttrValue(int64_t value) : storage(value) {}
  AttrValue(double value) : storage(value) {}
  AttrValue(std::string value) : storage(std::move(value)) {}
  AttrValue(const char *value) : storage(std::string(value)) {}
  AttrValue(List values)
      : storage(std::make_shared<const List>(std::move(values))) {}
  AttrValue(Map values)
      : storage(std::make_shared<const Map>(std::move(values))) {}
  AttrValue(VarId value) : storage(std::move(value)) {}
  AttrValue(ExprRef value) : storage(std::move(value)) {}
  AttrValue(Ref<MetaObject> value) : storage(std::move(value)) {}

  bool isNone() const { return storage.index() == 0; }
  /// The value if it is a T, else null. `getIf<List>` gives the list, and
  /// `getIf<Map>` the map.
  template <typename T>
  const T *getIf() const {
    if constexpr (std::is_same_v<T, List> || std::is_same_v<T, Map>) {
      auto *shared = std::get_if<std::shared_ptr<const T>>(&storage);
      return shared ? shared->get() : nullptr;
    } else {
      return std::get_if<T>(&storage);
    }
  }
  /// Return the kind of the value for messages: "an integer", "a list", ...
  StringRef describe() const;

private:
  Storage storage;
};

struct NamedAttr {
  std::string name;
  AttrValue value;
  Span span = {};
};
/// Attributes in the order in which they were written.
using Attrs = std::vector<NamedAttr>;

/// The attribute called `name`, or null.
const AttrValue *findAttr(const Attrs &attrs, StringRef name);

/// A constraint that a function type puts on its types.
class TypeConstraint : public Type {
public:
  static bool classof(const Type *type) {
    return type->getKind() == Kind::TypeRelation;
  }

protected:
  using Type::Type;
};

/// A relation between types that a function decides. Inference does not use it.
class TypeRelation : public TypeConstraint {
public:
  TypeRelation(Ref<EnvFunc> function, std::vector<TypeRef> args,
               int64_t numInputs, Attrs attrs)
      : TypeConstraint(Kind::TypeRelation), function(std::move(function)),
        args(std::move(args)), numInputs(numInputs), attrs(std::move(attrs)) {}
  const Ref<EnvFunc> &getFunction() const { return function; }
  ArrayRef<TypeRef> getArgs() const { return args; }
  /// How many of the first arguments are inputs.
  int64_t getNumInputs() const { return numInputs; }
  const Attrs &getAttrs() const { return attrs; }
  static bool classof(const Type *type) {
    return type->getKind() == Kind::TypeRelation;
  }

private:
  Ref<EnvFunc> function;
  std::vector<TypeRef> args;
  int64_t numInputs;
  Attrs attrs;
};

/// Calls `fn` with each part of `type`, in TVM's order of the fields. An absent
/// part is null. The parts of a definition are its name, its type parameters,
/// and the fields of its constructors.
void forEachPart(const Type &type, llvm::function_ref<void(const Type *)> fn);

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

class Expr : public Node {
public:
  enum class Kind {
    Constant,
    Tuple,
    Var,
    GlobalVar,
    Op,
    Function,
    Call,
    Let,
    If,
    TupleGetItem,
    RefCreate,
    RefRead,
    RefWrite,
    Constructor
  };

  Kind getKind() const { return kind; }
  Span getSpan() const { return span; }
  /// The type that inference found, or null.
  const TypeRef &getType() const { return type; }
  /// Records the type that inference found; only for whoever makes the node.
  void setType(TypeRef newType) { type = std::move(newType); }
  /// Records where the node is written; only for whoever makes the node.
  void setSpan(Span newSpan) { span = newSpan; }

  /// The type that the expression has in every program, if somebody has asked
  /// for it (LocalTypes); null otherwise. Thread-safe.
  const Type *getLocalType() const {
    return localType.load(std::memory_order_acquire);
  }
  /// Records that type, unless there is one. Thread-safe.
  void setLocalType(const TypeRef &newType) const {
    const Type *expected = nullptr;
    newType->Retain();
    if (!localType.compare_exchange_strong(expected, newType.get(),
                                           std::memory_order_acq_rel))
      newType->Release();
  }

  /// Whether somebody has found that the value is not constant
  /// (ExprEvaluator). Thread-safe.
  bool isNotConstant() const {
    return notConstant.load(std::memory_order_relaxed);
  }
  void setNotConstant() const {
    notConstant.store(true, std::memory_order_relaxed);
  }

protected:
  Expr(Kind kind, Span span) : kind(kind), span(span) {}
  ~Expr() override {
    if (const Type *held = getLocalType())
      held->Release();
  }

private:
  Kind kind;
  mutable std::atomic<bool> notConstant{false};
  Span span;
  TypeRef type;
  mutable std::atomic<const Type *> localType{nullptr};
};

/// Makes a node.
template <typename T, typename... Args>
llvm::IntrusiveRefCntPtr<T> make(Args &&...args) {
  return llvm::IntrusiveRefCntPtr<T>(new T(std::forward<Args>(args)...));
}

class Constant : public Expr {
public:
  explicit Constant(NDArray value, Span span = {})
      : Expr(Kind::Constant, span), value(std::move(value)) {}
  const NDArray &getValue() const { return value; }
  static bool classof(const Expr *e) { return e->getKind() == Kind::Constant; }

private:
  NDArray value;
};

class Tuple : public Expr {
public:
  explicit Tuple(std::vector<ExprRef> fields, Span span = {})
      : Expr(Kind::Tuple, span), fields(std::move(fields)) {}
  ArrayRef<ExprRef> getFields() const { return fields; }
  static bool classof(const Expr *e) { return e->getKind() == Kind::Tuple; }

private:
  std::vector<ExprRef> fields;
};

/// A local variable. Its node is its identity; its name is a hint.
class Var : public Expr {
public:
  explicit Var(std::string name, TypeRef annotation = nullptr, Span span = {},
               Ref<VirtualDevice> virtualDevice = nullptr)
      : Expr(Kind::Var, span), name(std::move(name)),
        annotation(std::move(annotation)),
        virtualDevice(std::move(virtualDevice)) {}
  /// Without the `%`; may be empty.
  StringRef getName() const { return name; }
  /// Null if there is none.
  const TypeRef &getAnnotation() const { return annotation; }
  /// Null if the variable is not constrained to a device.
  const Ref<VirtualDevice> &getVirtualDevice() const { return virtualDevice; }
  /// Constrains the variable to a device; only for whoever makes the node.
  void setVirtualDevice(Ref<VirtualDevice> device) {
    virtualDevice = std::move(device);
  }
  static bool classof(const Expr *e) { return e->getKind() == Kind::Var; }

private:
  std::string name;
  TypeRef annotation;
  Ref<VirtualDevice> virtualDevice;
};
using VarRef = Ref<Var>;

/// A global function, by name.
class GlobalVar : public Expr {
public:
  explicit GlobalVar(std::string name, Span span = {})
      : Expr(Kind::GlobalVar, span), name(std::move(name)) {}
  /// Without the `@`.
  StringRef getName() const { return name; }
  static bool classof(const Expr *e) { return e->getKind() == Kind::GlobalVar; }

private:
  std::string name;
};

/// An operator, by TVM's name.
class Op : public Expr {
public:
  explicit Op(std::string name, Span span = {})
      : Expr(Kind::Op, span), name(std::move(name)) {}
  StringRef getName() const { return name; }
  static bool classof(const Expr *e) { return e->getKind() == Kind::Op; }

private:
  std::string name;
};

/// A function: a global one, or a literal that may capture variables.
class Function : public Expr {
public:
  Function(std::vector<VarRef> params, ExprRef body,
           TypeRef returnType = nullptr,
           std::vector<Ref<TypeVar>> typeParams = {}, Attrs attrs = {},
           Span span = {})
      : Expr(Kind::Function, span), params(std::move(params)),
        body(std::move(body)), returnType(std::move(returnType)),
        typeParams(std::move(typeParams)), attrs(std::move(attrs)) {}
  ArrayRef<VarRef> getParams() const { return params; }
  const ExprRef &getBody() const { return body; }
  /// Null if it is not annotated.
  const TypeRef &getReturnType() const { return returnType; }
  ArrayRef<Ref<TypeVar>> getTypeParams() const { return typeParams; }
  const Attrs &getAttrs() const { return attrs; }
  /// Replaces the attributes; only for whoever makes the node.
  void setAttrs(Attrs newAttrs) { attrs = std::move(newAttrs); }
  static bool classof(const Expr *e) { return e->getKind() == Kind::Function; }

private:
  std::vector<VarRef> params;
  ExprRef body;
  TypeRef returnType;
  std::vector<Ref<TypeVar>> typeParams;
  Attrs attrs;
};

/// A call of an operator, a global function or the value of an expression.
class Call : public Expr {
public:
  Call(ExprRef callee, std::vector<ExprRef> args, Attrs attrs = {},
       std::vector<TypeRef> typeArgs = {}, Span span = {})
      : Expr(Kind::Call, span), callee(std::move(callee)),
        args(std::move(args)), attrs(std::move(attrs)),
        typeArgs(std::move(typeArgs)) {}
  const ExprRef &getCallee() const { return callee; }
  ArrayRef<ExprRef> getArgs() const { return args; }
  /// One attribute without a name stands for an attribute object of the
  /// metadata section.
  const Attrs &getAttrs() const { return attrs; }
  ArrayRef<TypeRef> getTypeArgs() const { return typeArgs; }
  static bool classof(const Expr *e) { return e->getKind() == Kind::Call; }

private:
  ExprRef callee;
  std::vector<ExprRef> args;
  Attrs attrs;
  std::vector<TypeRef> typeArgs;
};

/// `let var = value; body`. If the value is a function, the variable is in its
/// scope.
class Let : public Expr {
public:
  Let(VarRef var, ExprRef value, ExprRef body, Span span = {})
      : Expr(Kind::Let, span), var(std::move(var)), value(std::move(value)),
        body(std::move(body)) {}
  const VarRef &getVar() const { return var; }
  const ExprRef &getValue() const { return value; }
  const ExprRef &getBody() const { return body; }
  static bool classof(const Expr *e) { return e->getKind() == Kind::Let; }

private:
  VarRef var;
  ExprRef value;
  ExprRef body;
};

class If : public Expr {
public:
  If(ExprRef condition, ExprRef thenBranch, ExprRef elseBranch, Span span = {})
      : Expr(Kind::If, span), condition(std::move(condition)),
        thenBranch(std::move(thenBranch)), elseBranch(std::move(elseBranch)) {}
  const ExprRef &getCondition() const { return condition; }
  const ExprRef &getThen() const { return thenBranch; }
  const ExprRef &getElse() const { return elseBranch; }
  static bool classof(const Expr *e) { return e->getKind() == Kind::If; }

private:
  ExprRef condition;
  ExprRef thenBranch;
  ExprRef elseBranch;
};

class TupleGetItem : public Expr {
public:
  TupleGetItem(ExprRef tuple, int64_t index, Span span = {})
      : Expr(Kind::TupleGetItem, span), tuple(std::move(tuple)), index(index) {}
  const ExprRef &getTuple() const { return tuple; }
  int64_t getIndex() const { return index; }
  static bool classof(const Expr *e) {
    return e->getKind() == Kind::TupleGetItem;
  }

private:
  ExprRef tuple;
  int64_t index;
};

class RefCreate : public Expr {
public:
  explicit RefCreate(ExprRef value, Span span = {})
      : Expr(Kind::RefCreate, span), value(std::move(value)) {}
  const ExprRef &getValue() const { return value; }
  static bool classof(const Expr *e) { return e->getKind() == Kind::RefCreate; }

private:
  ExprRef value;
};

class RefRead : public Expr {
public:
  explicit RefRead(ExprRef ref, Span span = {})
      : Expr(Kind::RefRead, span), ref(std::move(ref)) {}
  const ExprRef &getRef() const { return ref; }
  static bool classof(const Expr *e) { return e->getKind() == Kind::RefRead; }

private:
  ExprRef ref;
};

class RefWrite : public Expr {
public:
  RefWrite(ExprRef ref, ExprRef value, Span span = {})
      : Expr(Kind::RefWrite, span), ref(std::move(ref)),
        value(std::move(value)) {}
  const ExprRef &getRef() const { return ref; }
  const ExprRef &getValue() const { return value; }
  static bool classof(const Expr *e) { return e->getKind() == Kind::RefWrite; }

private:
  ExprRef ref;
  ExprRef value;
};

} // namespace mlir::relay::ast

#endif // RELAYLITE_FRONTEND_AST_H
