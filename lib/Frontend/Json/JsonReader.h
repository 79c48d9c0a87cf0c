//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reader of TVM's JSON form of programs.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FRONTEND_JSON_JSONREADER_H
#define LIB_FRONTEND_JSON_JSONREADER_H

#include "RelayLite/Frontend/Json.h"
#include "RelayLite/Frontend/Metadata.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/Twine.h"

namespace mlir::relay::ast {

/// The kinds of nodes that become syntax tree nodes or contain such.
enum class NodeKind {
  Other,
  Array,
  Map,
  DictAttrs,
  Module,
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
  Constructor,
  TensorType,
  TupleType,
  FuncType,
  RefType,
  TypeVar,
  IncompleteType,
  GlobalTypeVar,
  TypeCall,
  TypeData,
  TypeRelation
};

/// Makes the nodes that the root needs, children first, with a stack.
class JsonReader {
public:
  JsonReader(StringRef text, const std::string *file, Ref<MetaGraph> graph,
             const OperatorTable &operators, ErrorHandler onError)
      : text(text), file(file), graph(std::move(graph)), operators(operators),
        onError(onError), states(this->graph->getNumNodes()),
        exprs(states.size()), types(states.size()) {}

  std::optional<JsonDocument> read();

private:
  enum class State : uint8_t { New, Open, Done };
  struct Frame {
    unsigned node;
    /// Whether its children are above it on the stack or done.
    bool expanded;
  };
  struct TypeEntry {
    TypeRef type;
    /// The depth of a type, and the number of types in it.
    unsigned depth = 0;
    uint64_t size = 0;
  };

  bool fail(unsigned node, const Twine &message);
  StringRef getTypeKey(unsigned node) const {
    return graph->getNode(node).typeKey;
  }

  // Fields. Each returns whether the node has such a field.
  bool getReference(unsigned node, StringRef name, unsigned &result);
  bool getInteger(unsigned node, StringRef name, int64_t &result);
  bool getString(unsigned node, StringRef name, std::string &result);
  bool getExpr(unsigned node, StringRef name, ExprRef &result);
  template <typename T>
  bool getElements(unsigned node, StringRef name, std::vector<Ref<T>> &result);
  bool getType(unsigned node, StringRef name, TypeRef &result);
  /// A value that other readers do not make: an expression, the identity of a
  /// variable, or a function of the registry.
  std::optional<AttrValue> getOtherValue(unsigned node);
  bool getDictAttrs(unsigned node, unsigned attrs, Attrs &result);
  bool getCallAttrs(unsigned node, const Expr &callee, Attrs &result);
  bool getShape(unsigned node, std::vector<Dim> &result);
  /// The position to which a node refers, if any; and the one that it is.
  bool getSpan(unsigned node, Span &result);
  /// Makes an object without counterpart in the syntax tree, after checking all
  /// objects that it refers to. Null after an error.
  Ref<MetaObject> makeObject(unsigned node);
  bool readSpan(unsigned span, Span &result);

  bool makeAll(unsigned root);
  bool expand(unsigned node);
  bool makeNode(unsigned node);
  bool makeType(unsigned node, NodeKind kind);
  TypeRef makeTensorType(unsigned node);
  TypeRef makeFuncType(unsigned node);
  TypeRef makeTypeRelation(unsigned node);
  TypeRef makeTypeOfKind(unsigned node, NodeKind kind);
  TypeRef getPresentType(unsigned node, llvm::StringRef name);
  /// The attribute with the kind of a type variable or of a type to infer.
  bool getKind(unsigned node, unsigned &result);
  ExprRef makeExpr(unsigned node, NodeKind kind);
  ExprRef makeConstant(unsigned node);
  ExprRef makeVar(unsigned node);
  ExprRef makeGlobalVar(unsigned node);
  ExprRef makeOp(unsigned node);
  ExprRef makeLet(unsigned node);
  ExprRef makeIf(unsigned node);
  /// Gives a new expression the type and the span of the node.
  ExprRef finish(unsigned node, llvm::IntrusiveRefCntPtr<Expr> expr);
  ExprRef makeFunction(unsigned node);
  ExprRef makeCall(unsigned node);
  ExprRef makeConstructor(unsigned node);
  TypeRef makeTypeData(unsigned node);
  /// The name of a type that an attribute refers to; null after an error.
  Ref<GlobalTypeVar> getTypeName(unsigned node, StringRef name);
  /// Whether an expression may stand in a function.
  bool checkOperand(unsigned node);
  bool defineTypes(unsigned map, TypeTable &result);
  bool makeModule(unsigned node, Module &result);
  bool makeRoot(unsigned node);

  StringRef text;
  const std::string *file;
  Ref<MetaGraph> graph;
  const OperatorTable &operators;
  ErrorHandler onError;
  std::vector<State> states;
  std::vector<ExprRef> exprs;
  std::vector<TypeEntry> types;
  llvm::SmallVector<Frame> stack;
  // Variables by the node of their identity, operators by name.
  llvm::DenseMap<unsigned, ExprRef> vars;
  llvm::StringMap<ExprRef> ops;
  JsonDocument document;
  /// Whether an error was reported.
  bool hasFailed = false;
};

/// The kind of a node by its type key.
NodeKind getNodeKind(StringRef typeKey);
/// The fields that refer, directly or not, to expressions and types.
ArrayRef<llvm::StringLiteral> getChildFields(NodeKind kind);
/// Reports a message that may begin with `line:column: `.
void reportJsonError(ErrorHandler onError, const std::string *file,
                     StringRef message);

template <typename T>
bool JsonReader::getElements(unsigned node, StringRef name,
                             std::vector<Ref<T>> &result) {
  unsigned array;
  if (!getReference(node, name, array))
    return false;
  // An array that is null is empty.
  if (array && getTypeKey(array) != "Array")
    return fail(node, "expected attribute '" + name +
                          "' to refer to an array, but node " +
                          llvm::Twine(array) + " is a '" + getTypeKey(array) +
                          "'");
  for (auto [i, element] : llvm::enumerate(graph->getNode(array).data)) {
    const T *value;
    if constexpr (std::is_base_of_v<Type, T>)
      value = llvm::dyn_cast_or_null<T>(types[element].type.get());
    else
      value = llvm::dyn_cast_or_null<T>(exprs[element].get());
    if (std::is_same_v<T, Expr> && !checkOperand(element))
      return false;
    if (!value)
      return fail(node, "element " + llvm::Twine(i) + " of attribute '" + name +
                            "' cannot be node " + llvm::Twine(element) +
                            ", a '" + getTypeKey(element) + "'");
    result.push_back(Ref<T>(value));
  }
  return true;
}

} // namespace mlir::relay::ast

#endif // LIB_FRONTEND_JSON_JSONREADER_H
