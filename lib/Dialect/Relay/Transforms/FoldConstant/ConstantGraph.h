//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constant expressions of a function or module, as data.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_CONSTANTGRAPH_H
#define LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_CONSTANTGRAPH_H

#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace mlir::relay {

/// Bytes of the values of type `type`; dynamic shapes count nothing.
uint64_t getByteSize(Type type);

/// The constant expressions and what was decided on each. Data only: others
/// decide what is added, evaluated and written back. Operands come before their
/// users.
class ConstantGraph {
public:
  using Index = uint32_t;

  enum class Kind : uint8_t {
    /// A constant, or an operation that folds to `attribute`.
    Leaf,
    /// An operation that stays, through which values are seen (isStructure).
    Structure,
    /// A relay.tuple_get.
    Field,
    Operator
  };

  enum class State : uint8_t {
    /// Only other nodes need it, as far as is known.
    Inner,
    /// An operation that stays uses it.
    Wanted,
    /// It is wanted, and within the limit of growth.
    Admitted,
    /// It exceeds that limit, and stays as it is written.
    TooLarge,
    /// It cannot be evaluated, and stays on operands that are wanted.
    NoValue
  };

  struct Node {
    Operation *op;
    ElementsAttr attribute;
    uint32_t firstOperand, numOperands;
    Kind kind;
    State state = State::Inner;
    /// All elements are equal, as far as can be told without evaluation.
    bool isSplat = false;

    bool isWanted() const {
      return state == State::Wanted || state == State::Admitted;
    }
    bool isLeft() const {
      return state == State::TooLarge || state == State::NoValue;
    }
    /// Whether the value has no data of its own, but shares that of operands.
    bool isView() const;
    /// Bytes of the value; none if its type tells only once it is evaluated.
    std::optional<uint64_t> getBytes() const;
  };

  Index append(Operation *op, Kind kind, ElementsAttr attribute = {});

  size_t size() const { return nodes.size(); }
  Node &operator[](Index index) { return nodes[index]; }
  const Node &operator[](Index index) const { return nodes[index]; }
  /// The node that computes `value`, if it is a constant expression.
  std::optional<Index> find(Value value) const;
  /// The node that computes the result of `op`, if that has one result.
  std::optional<Index> find(Operation *op) const;
  /// Return the nodes that a node reads. Bindings and devices, which change
  /// nothing, are skipped.
  ArrayRef<Index> getOperands(Index index) const {
    return ArrayRef<Index>(operands).slice(nodes[index].firstOperand,
                                           nodes[index].numOperands);
  }
  /// Whether `index` is an operator on splats that computes one element.
  bool isOnSplats(Index index) const;

private:
  std::vector<Node> nodes;
  std::vector<Index> operands;
  DenseMap<Value, Index> indices;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_CONSTANTGRAPH_H
