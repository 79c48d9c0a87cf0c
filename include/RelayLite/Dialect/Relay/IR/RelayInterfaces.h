//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interfaces of relay operations and the types that they mention.
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
  Operand        ///< Not stored: the text repeats the operand of the same name.
};

/// One attribute of an operator, as OperatorInterface::getAttributeSpecs
/// tells it.
struct AttributeSpec {
  StringRef name;
  AttributeKind kind;
  /// Whether the attribute may be absent (TVM's None or empty dtype).
  bool isOptional;
  /// Makes the default, or null if there is none.
  Attribute (*getDefault)(Builder &);
};

/// The resource that stateful operators read and write: the state of the
/// random number generator. Passes need no list of such operators:
/// isMemoryEffectFree() is false of them.
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

/// Marks an operator whose operands broadcast against each other and each
/// element of whose result depends on one element of each operand only, in the
/// same way everywhere.
template <typename ConcreteType>
class Pointwise : public OpTrait::TraitBase<ConcreteType, Pointwise> {};

/// Marks an operator whose value is that of its only operand, of whatever type.
template <typename ConcreteType>
class Identity : public OpTrait::TraitBase<ConcreteType, Identity> {};

/// Marks a division or remainder of its two operands: on integers it has no
/// value when the divisor is 0, or is -1 and the dividend the smallest.
template <typename ConcreteType>
class DivisionLike : public OpTrait::TraitBase<ConcreteType, DivisionLike> {};

/// Marks a function of floats, the elements of the first operand. Type
/// inference takes integers too, as TVM's does, but they have no value:
/// lowering refuses them.
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

/// A block of elements that an operator copies from an operand to a result:
/// that at `source.offset + sum(i[d] * source.strides[d])` to
/// `target.offset + sum(i[d] * target.strides[d])` for all i with
/// `0 <= i[d] < sizes[d]`, counted in elements. A source stride of 0 repeats.
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

/// What an operator is made of that takes attributes where another has operands
/// (StaticFormInterface). The remaining attributes are those of the other.
struct StaticForm {
  StringRef name;
  SmallVector<Value> operands;
  SmallVector<std::pair<StringRef, Attribute>> attributes;
};

/// An operation on other shapes that hold the same elements.
struct CollapsedOperation {
  /// A dimension of the result, and with it dimensions of operands, along which
  /// the operation on parts gives the parts of the result, bit for bit.
  struct Split {
    int64_t result;
    /// By operand; none where all of it goes into each part.
    SmallVector<std::optional<int64_t>, 2> operands;
  };
  /// As OperationState::propertiesAttr takes them.
  DictionaryAttr properties;
  SmallVector<SmallVector<int64_t>> operands;
  SmallVector<int64_t> result;
  SmallVector<Split, 2> splits;
};

/// Indices that an operator takes from an operand: as many equal parts, one
/// after the other, as there are extents, each of indices below its extent.
struct OperandIndices {
  size_t operand;
  SmallVector<int64_t> extents;
};

/// Emits an error if `op` has not one result, or a value that is of no type of
/// Relay's.
LogicalResult verifyOperatorInterface(Operation *op);

/// An estimate of what `op` costs, the same everywhere: the number of
/// elementary operations that CostInterface gives; without it, the larger of
/// the numbers of elements that are read and written; 0 for what moves no data.
/// Dimensions that are not static count as 1, what exceeds 64 bits as 2^64 - 1.
uint64_t estimateWork(Operation *op);

/// The number of elements of a tensor, or of the tensors in a tuple, as
/// estimateWork counts them; 0 for other types.
uint64_t countElements(Type type);

} // namespace mlir::relay

#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h.inc"

#endif // RELAYLITE_DIALECT_RELAY_IR_RELAYINTERFACES_H
