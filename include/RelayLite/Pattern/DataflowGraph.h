//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The graph that patterns are matched on. It is made of a syntax tree
// (ExprGraph.h) or of operations (OperationGraph.h).
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PATTERN_DATAFLOWGRAPH_H
#define RELAYLITE_PATTERN_DATAFLOWGRAPH_H

#include "RelayLite/Frontend/AST.h"
#include "mlir/Support/LLVM.h"
#include <optional>

namespace mlir::relay::pattern {

/// The nodes of a program, numbered from 0 in post-order: in TVM's order of
/// visits, an operand before its users.
///
/// Children are the parts of an expression. Inputs are the nodes from which
/// data flows: those of a call are its children, those of a function its body,
/// and that of a variable of `let` its value.
class DataflowGraph {
public:
  using Node = unsigned;
  enum class Kind : uint8_t {
    Var,
    Constant,
    /// An operator, the callee of calls.
    Op,
    Global,
    /// Children: the fields.
    Tuple,
    /// Children: the tuple.
    TupleGetItem,
    /// Children: the callee, the arguments.
    Call,
    /// Children: the parameters, the body.
    Function,
    /// Children: the variable, the value, the body.
    Let,
    /// Children: the condition, the branches.
    If,
    /// A node that no pattern describes.
    Other
  };
  static constexpr Node kNone = ~0u;

  virtual ~DataflowGraph() = default;

  unsigned size() const { return nodes.size(); }
  Kind getKind(Node node) const { return nodes[node].kind; }
  ArrayRef<Node> getChildren(Node node) const {
    return ArrayRef(children).slice(nodes[node].firstChild,
                                    nodes[node].numChildren);
  }
  /// The name of an operator, variable or global.
  virtual StringRef getName(Node node) const = 0;
  /// Which field a TupleGetItem takes.
  virtual int64_t getIndex(Node node) const = 0;
  /// The attributes of a call, with defaults, or of a function. None for other
  /// nodes.
  virtual std::optional<ast::Attrs> getAttrs(Node node) const = 0;
  /// Return a fact about an operator: TOpPattern, TOpIsStateful,
  /// TNonComputational or TReshapeOp. None if it is not known.
  virtual std::optional<ast::AttrValue>
  getOperatorAttr(Node node, StringRef name) const = 0;
  /// The type; null if it is not known.
  virtual ast::TypeRef getType(Node node) const = 0;
  /// Whether the node equals the expression.
  virtual bool isEqual(Node node, const ast::Expr &expr) const = 0;

  /// Calls `fn` with each input. A node that a recursive function uses before
  /// it is defined is not one.
  template <typename Fn>
  void forEachInput(Node node, Fn fn) const {
    ArrayRef<Node> parts = getChildren(node);
    Kind kind = getKind(node);
    if (kind == Kind::Function || kind == Kind::Let)
      parts = parts.take_back();
    else if (kind == Kind::Var && nodes[node].value != kNone)
      parts = nodes[node].value;
    for (Node part : parts)
      if (part < node)
        fn(part);
  }
  /// The nodes of which `node` is an input.
  ArrayRef<Node> getUsers(Node node) const;
  /// Whether `dominator` is another node than `node`, and all ways from `node`
  /// along users pass it.
  bool dominates(Node dominator, Node node) const;

protected:
  /// Adds a node behind the others. `value` is that of a let variable.
  void addNode(Kind kind, ArrayRef<Node> nodeChildren, Node value = kNone);

private:
  struct NodeData {
    Kind kind;
    unsigned firstChild, numChildren;
    Node value;
  };
  /// A node of the tree of dominators. One more node is the root of all.
  struct Dominator {
    Node parent;
    unsigned depth;
    /// An ancestor, so that a search takes a logarithmic number of steps.
    Node jump;
  };

  void computeUsers() const;
  void computeDominators() const;
  Node getAncestor(Node node, unsigned depth) const;
  Node getCommonAncestor(Node lhs, Node rhs) const;

  std::vector<NodeData> nodes;
  std::vector<Node> children;
  // Computed when they are needed. The users of node i are those from
  // firstUsers[i] to firstUsers[i + 1].
  mutable std::vector<unsigned> firstUsers;
  mutable std::vector<Node> users;
  mutable std::vector<Dominator> dominators;
};

} // namespace mlir::relay::pattern

#endif // RELAYLITE_PATTERN_DATAFLOWGRAPH_H
