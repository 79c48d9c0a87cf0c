//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of Relay expressions.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_EVALUATION_EVALVALUE_H
#define RELAYLITE_EVALUATION_EVALVALUE_H

#include "RelayLite/Dialect/Relay/IR/TypeExtent.h"
#include "RelayLite/Evaluation/Tensor.h"
#include "mlir/IR/Value.h"
#include <memory>
#include <utility>
#include <variant>
#include <vector>

namespace mlir::relay {

class EvalValue;

using EvalTuple = std::vector<EvalValue>;
/// The fields of a tuple, and how large its type is.
struct EvalTupleStorage;

/// A function value: a literal with the values that its body captured, or a
/// global function.
struct EvalClosure {
  Operation *function;
  std::vector<std::pair<Value, EvalValue>> captures;
};

/// The memory cell of a reference.
struct EvalCell;

/// A tensor, a tuple of values, a closure or a reference. Copies are cheap:
/// they share what they hold. To destroy one takes no native stack for what its
/// parts hold: closures may form chains of any length.
class EvalValue {
public:
  EvalValue() = default;
  EvalValue(const EvalValue &) = default;
  EvalValue(EvalValue &&) = default;
  EvalValue &operator=(const EvalValue &value) {
    return *this = EvalValue(value);
  }
  EvalValue &operator=(EvalValue &&value) {
    EvalValue previous(std::move(*this));
    storage = std::move(value.storage);
    return *this;
  }
  ~EvalValue() {
    if (!getTensor())
      release();
  }
  EvalValue(Tensor tensor) : storage(std::move(tensor)) {}
  EvalValue(std::shared_ptr<const EvalClosure> closure)
      : storage(std::move(closure)) {}
  EvalValue(std::shared_ptr<EvalCell> cell) : storage(std::move(cell)) {}

  /// Evaluation refuses tuples whose type is too large (getTypeExtent): getType
  /// and flatten walk them as trees.
  static EvalValue makeTuple(EvalTuple fields);

  /// Whether there is a value.
  explicit operator bool() const {
    const Tensor *tensor = getTensor();
    return !tensor || *tensor;
  }

  /// Null if the value is of another kind.
  const Tensor *getTensor() const { return std::get_if<Tensor>(&storage); }
  const EvalTuple *getTuple() const;
  const EvalClosure *getClosure() const { return get<const EvalClosure>(); }
  EvalCell *getCell() const { return get<EvalCell>(); }

  /// The type of a tensor or a tuple of tensors, with static shapes; null for
  /// other values.
  Type getType(MLIRContext *context) const;

  /// Return the size of the value's type as a tree. A value that is neither a
  /// tensor nor a tuple counts as one node.
  TypeExtent getTypeExtent() const;

  /// Appends the tensors of which the value consists. Fails when it holds
  /// something else.
  LogicalResult flatten(SmallVectorImpl<Tensor> &tensors) const;
  /// Takes the value of type `type` from the front of `tensors`.
  static EvalValue unflatten(Type type, ArrayRef<Tensor> &tensors);

private:
  template <typename T>
  T *get() const {
    auto *pointer = std::get_if<std::shared_ptr<T>>(&storage);
    return pointer ? pointer->get() : nullptr;
  }

  /// Lets go of a tuple, closure or cell.
  void release();

  explicit EvalValue(std::shared_ptr<const EvalTupleStorage> tuple)
      : storage(std::move(tuple)) {}

  std::variant<Tensor, std::shared_ptr<const EvalTupleStorage>,
               std::shared_ptr<const EvalClosure>, std::shared_ptr<EvalCell>>
      storage;
};

struct EvalTupleStorage {
  EvalTuple fields;
  TypeExtent extent;
};

struct EvalCell {
  EvalValue value;
};

} // namespace mlir::relay

#endif // RELAYLITE_EVALUATION_EVALVALUE_H
