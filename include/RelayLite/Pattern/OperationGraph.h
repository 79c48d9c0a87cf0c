//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphs of operations.
//
// A node is what raising makes of an operation. So the same patterns match a
// module in MLIR and its syntax tree. Operations of other dialects are calls of
// operators that have the names of the operations: `arith.addf`. One with
// several results is a call whose results are fields of a tuple; one with
// regions is what no pattern describes.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PATTERN_OPERATIONGRAPH_H
#define RELAYLITE_PATTERN_OPERATIONGRAPH_H

#include "RelayLite/Pattern/DataflowGraph.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PointerIntPair.h"

namespace mlir::relay::pattern {

/// The graph of what the result of a block needs, and of all with effects in
/// it. The block must live longer and not change as long as the graph is used.
class OperationGraph : public DataflowGraph {
public:
  explicit OperationGraph(Block &block);

  /// The operation of a node; null if the node is no operation.
  Operation *getOperation(Node node) const;
  /// The value of a node; null if it has none.
  Value getValue(Node node) const;

  StringRef getName(Node node) const override;
  int64_t getIndex(Node node) const override;
  std::optional<ast::Attrs> getAttrs(Node node) const override;
  std::optional<ast::AttrValue> getOperatorAttr(Node node,
                                                StringRef name) const override;
  ast::TypeRef getType(Node node) const override;
  bool isEqual(Node node, const ast::Expr &expr) const override;

private:
  /// The kind of object that a node represents, by an opaque pointer.
  enum class Source {
    Operation,
    /// A variable, or a result of several.
    Value,
    /// The let of an operation that stands for the rest of the block.
    Let,
    /// The name of an operation.
    Operator,
    /// The name of a custom operator.
    Custom,
    /// The name of a global function.
    Global
  };
  using Item = std::pair<const void *, unsigned>;
  /// A part of an item; `isBound` is as in numberItems.
  struct Part {
    Item item;
    bool isBound = false;
  };
  using Parts = SmallVector<Part, 4>;

  static Item makeItem(Source source, const void *pointer) {
    return {pointer, unsigned(source)};
  }
  static Source getSource(Item item) { return Source(item.second); }
  static Operation *getItemOperation(Item item);
  static Value getItemValue(Item item);
  static Item getValueItem(Value value);
  static Item getBlockItem(Block &block);
  static Item getLetItem(Operation *binding);

  static Parts getParts(Item item);
  static Parts getOperationParts(Operation *op);
  static Kind getItemKind(Item item);
  void addItem(Item item);

  std::vector<Item> items;
  llvm::DenseMap<Item, Node> numbers;
};

} // namespace mlir::relay::pattern

#endif // RELAYLITE_PATTERN_OPERATIONGRAPH_H
