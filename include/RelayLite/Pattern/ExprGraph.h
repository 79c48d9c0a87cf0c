//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphs of syntax trees.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PATTERN_EXPRGRAPH_H
#define RELAYLITE_PATTERN_EXPRGRAPH_H

#include "RelayLite/Frontend/OperatorTable.h"
#include "RelayLite/Pattern/DataflowGraph.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::relay::pattern {

/// The types of expressions.
using ExprTypes = llvm::DenseMap<const ast::Expr *, ast::TypeRef>;

/// The callbacks of an ExprGraph.
struct ExprGraphOptions {
  /// Infers the types of an expression's nodes, when a pattern first asks for
  /// one. By default these are the types that the nodes have.
  std::function<ExprTypes(const ast::Expr &root)> inferTypes = {};
  /// Gives what is known of an operator besides OperatorTable.
  std::function<std::optional<ast::AttrValue>(StringRef op, StringRef name)>
      getOperatorAttr = {};
};

/// The graph of the nodes of an expression, which must live longer.
class ExprGraph : public DataflowGraph {
public:
  ExprGraph(const ast::Expr &root, const OperatorTable &operators,
            ExprGraphOptions options = {});

  const ast::Expr &getExpr(Node node) const { return *exprs[node]; }
  /// The node of an expression of the graph.
  Node getNode(const ast::Expr &expr) const { return numbers.lookup(&expr); }
  bool contains(const ast::Expr &expr) const { return numbers.contains(&expr); }

  StringRef getName(Node node) const override;
  int64_t getIndex(Node node) const override;
  std::optional<ast::Attrs> getAttrs(Node node) const override;
  std::optional<ast::AttrValue> getOperatorAttr(Node node,
                                                StringRef name) const override;
  ast::TypeRef getType(Node node) const override;
  bool isEqual(Node node, const ast::Expr &expr) const override;

private:
  void visit(const ast::Expr &root);
  void addNode(const ast::Expr &expr);

  const OperatorTable &operators;
  ExprGraphOptions options;
  std::vector<const ast::Expr *> exprs;
  llvm::DenseMap<const ast::Expr *, Node> numbers;
  llvm::DenseMap<const ast::Expr *, const ast::Expr *> letValues;
  mutable std::optional<ExprTypes> types;
};

/// Return a fact about an operator under TVM's name TOpPattern, TOpIsStateful,
/// TNonComputational or TReshapeOp. None for other names and operations.
std::optional<ast::AttrValue> getKnownAttr(OperationName op, StringRef name);

} // namespace mlir::relay::pattern

#endif // RELAYLITE_PATTERN_EXPRGRAPH_H
