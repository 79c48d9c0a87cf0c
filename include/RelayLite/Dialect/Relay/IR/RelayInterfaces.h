//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interfaces of relay operations, and types for them.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_RELAYINTERFACES_H
#define RELAYLITE_DIALECT_RELAY_IR_RELAYINTERFACES_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::relay {

/// The form that Relay text gives an attribute of an operator.
enum class AttributeKind {
  Int,       ///< I64Attr; an integer.
  Float,     ///< F64Attr; a float.
  Bool,      ///< BoolAttr; True or False.
  Str,       ///< StrAttr; a string.
  DType,     ///< TypeAttr; the name of an element type as a string.
  Ints,      ///< DenseI64ArrayAttr; a list of integers.
  Floats,    ///< DenseF64ArrayAttr; a list of floats.
  IntLists,  ///< ArrayAttr of DenseI64ArrayAttr; a list of lists of integers.
  IntOrInts, ///< I64Attr or DenseI64ArrayAttr.
  VirtualDevice, ///< VirtualDeviceAttr; an object of the metadata section.
  IndexMap,      ///< AffineMapAttr; an object of the metadata section.
  Operand        ///< Not stored: the text repeats one of the last operands.
};

/// One attribute of an operator (OperatorInterface::getAttributeSpecs).
struct AttributeSpec {
  StringRef name;
  AttributeKind kind;
  /// Whether the attribute may be absent (TVM's None or empty dtype).
  bool isOptional;
  /// Makes the default, or null if there is none.
  Attribute (*getDefault)(Builder &);
};

/// The state of the random number generator, as a resource that stateful
/// operators read and write. Passes need no list of such operators, because
/// isMemoryEffectFree() is false for them.
struct RandomState : public SideEffects::Resource::Base<RandomState> {
  StringRef getName() override { return "relay.random_state"; }
};

/// How fusion treats an operator; numbered as TVM's TOpPattern.
enum class OpPatternKind {
  ElemWise = 0,
  Broadcast = 1,
  Injective = 2,
  CommReduce = 3,
  OutEWiseFusable = 4,
  Opaque = 8
};

/// Marks an operator whose operands broadcast against each other. Each element
/// of the result depends on one element of each operand, in the same way
/// everywhere.
template <typename ConcreteType>
class Pointwise : public OpTrait::TraitBase<ConcreteType, Pointwise> {};

/// Marks an operator that returns its only operand, which may have any type.
template <typename ConcreteType>
class Identity : public OpTrait::TraitBase<ConcreteType, Identity> {};

/// Marks a division or remainder. On integers it has no value if the divisor is
/// 0, or is -1 and the dividend is the smallest integer.
template <typename ConcreteType>
class DivisionLike : public OpTrait::TraitBase<ConcreteType, DivisionLike> {};

/// Marks an operator whose first operand must have floats. Type inference
/// accepts integers too, as TVM's does, but they have no value: lowering
/// refuses them.
template <typename ConcreteType>
class FloatFunction : public OpTrait::TraitBase<ConcreteType, FloatFunction> {};

/// The same of integers, booleans included.
template <typename ConcreteType>
class IntegerFunction
    : public OpTrait::TraitBase<ConcreteType, IntegerFunction> {};

/// The same of booleans.
template <typename ConcreteType>
class BooleanFunction
    : public OpTrait::TraitBase<ConcreteType, BooleanFunction> {};

/// A block of elements that an operator copies from an operand to a result. For
/// all i with `0 <= i[d] < sizes[d]`, the element at `source.offset + sum(i[d]
/// * source.strides[d])` goes to `target.offset + sum(i[d] *
/// target.strides[d])`, counted in elements. A source stride of 0 repeats.
struct ElementMove {
  struct Place {
    /// The number of the operand or result.
    size_t tensor = 0;
    int64_t offset = 0;
    SmallVector<int64_t, 4> strides;
  };
  SmallVector<int64_t, 4> sizes;
  Place source, target;
};

/// An operator that takes attributes where another one has operands
/// (StaticFormInterface). Its other attributes are those of the other one.
struct StaticForm {
  StringRef name;
  SmallVector<Value> operands;
  SmallVector<std::pair<StringRef, Attribute>> attributes;
};

/// How `qnn.requantize` computes where its attributes say `None`.
struct RequantizeOptions {
  enum class Rounding {
    Upward,   ///< Halves are rounded up.
    ToNearest ///< Halves are rounded away from zero.
  };
  enum class Compute {
    Int64,   ///< By an integer of 31 bits and a shift.
    Float32, ///< In f32.
    Float64  ///< In f64.
  };
  Rounding rounding = Rounding::Upward;
  Compute compute = Compute::Int64;
  /// Whether the target rounds floats by an instruction: TVM then writes
  /// `round` and `floor`, and else a composition that rounds a few floats next
  /// to halves to another neighbour.
  bool hasRoundInstruction = false;
};

/// An operation on other shapes with the same elements.
struct CollapsedOperation {
  /// A dimension of the result along which the work can be split. The operation
  /// on parts of the operands gives parts of the result, bit for bit.
  struct Split {
    int64_t result;
    /// The split dimension of each operand. None: parts need all of it.
    SmallVector<std::optional<int64_t>, 2> operands;
  };
  /// As OperationState::propertiesAttr takes them.
  DictionaryAttr properties;
  SmallVector<SmallVector<int64_t>> operands;
  SmallVector<int64_t> result;
  SmallVector<Split, 2> splits;
};

/// Indices in an operand. The operand consists of equal parts, one after the
/// other, and there is one dimension size for each. The indices of a part must
/// be below its size. Negative ones are in range if they count from the end and
/// do not exceed it.
struct OperandIndices {
  size_t operand;
  SmallVector<int64_t> extents;
  bool countsFromEnd = false;
};

/// The elements of an operand: row-major, one byte for a boolean; a single one
/// if `isSplat`.
struct OperandData {
  RankedTensorType type;
  ArrayRef<char> bytes;
  bool isSplat = false;
};

/// Emits an error if `op` does not have exactly one result, or if a value of it
/// does not have a type of Relay's.
LogicalResult verifyOperatorInterface(Operation *op);

/// Whether `op` is for programs whose memory TVM's compilers have planned: it
/// has no value here.
bool needsPlannedMemory(Operation *op);

/// Replaces all operations in `root` that implement CanonicalFormInterface, but
/// those that are unused, by their canonical forms. Types are known. Fails
/// after an error at the first one that has none.
LogicalResult replaceByCanonicalForms(Operation *root,
                                      const RequantizeOptions &options = {});

/// The estimated number of elementary operations of `op`, the same everywhere:
/// that of CostInterface, or the number of elements read or written, whichever
/// is larger, or 0 if `op` moves no data. Dimensions that are not static count
/// as 1. A result above 64 bits is 2^64 - 1.
uint64_t estimateWork(Operation *op);

/// The number of elements of a tensor, or of the tensors in a tuple, as
/// estimateWork counts them; 0 for other types.
uint64_t countElements(Type type);

} // namespace mlir::relay

#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h.inc"

#endif // RELAYLITE_DIALECT_RELAY_IR_RELAYINTERFACES_H
