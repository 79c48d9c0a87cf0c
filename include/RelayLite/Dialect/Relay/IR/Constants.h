//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading and making the values of relay.constant: small values are dense
// attributes, large ones dense resources under a key made of their content, so
// that equal constants are one attribute and printed IR does not depend on the
// order in which threads make them. Above 64 KiB the key is made of samples: 4
// KiB of each 64. Different constants of equal samples get suffixes in the
// order in which they are made.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_CONSTANTS_H
#define RELAYLITE_DIALECT_RELAY_IR_CONSTANTS_H

#include "RelayLite/Support/NDArray.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>

namespace mlir {
class ModuleOp;

namespace relay {

/// Up to this many bytes a constant is a dense attribute.
inline constexpr size_t maxDenseConstantBytes = 1024;

/// The elements of a constant: row-major, little-endian, one byte for a
/// boolean (0 or 1).
struct ConstantData {
  /// All elements, or one if `isSplat`. Belongs to the attribute or to `owner`.
  ArrayRef<char> bytes;
  bool isSplat;
  std::shared_ptr<const void> owner;
};

/// Bytes of a tensor of the static shape `shape`, whose elements take
/// `elementSize` bytes each; none if they do not fit 63 bits.
std::optional<size_t> computeByteSize(ArrayRef<int64_t> shape,
                                      size_t elementSize);

/// Reads the elements of `value`. Fails when a resource is missing or has not
/// the size that the type asks for, for attributes that hold no bytes, and,
/// with errc::not_enough_memory, where a resource that is not aligned to its
/// elements cannot be copied.
llvm::Expected<ConstantData> readConstant(ElementsAttr value);
/// The same, with `emitError`.
FailureOr<ConstantData>
readConstant(ElementsAttr value, function_ref<InFlightDiagnostic()> emitError);

/// Fails with `emitError` where readConstant fails, but for want of memory:
/// copies nothing.
LogicalResult checkConstant(ElementsAttr value,
                            function_ref<InFlightDiagnostic()> emitError);

/// Whether `predicate` holds for all elements, or that of a splat, of `data`,
/// which are of type `type`.
bool allElements(const ConstantData &data, FloatType type,
                 function_ref<bool(const APFloat &)> predicate);

/// Whether a resource can take over `bytes`: they are aligned enough.
bool canTakeOver(ArrayRef<char> bytes);

/// Makes the attribute of a constant of the static type `type`. `bytes` are as
/// in ConstantData (one element if `isSplat`); what is kept as a resource is
/// not copied if `owner` keeps it alive and canTakeOver.
/// Thread-safe.
ElementsAttr makeConstant(RankedTensorType type, ArrayRef<char> bytes,
                          bool isSplat = false,
                          std::shared_ptr<const void> owner = {});

/// The only element of `value` if it is a constant with one.
std::optional<double> getConstantScalar(Value value);

/// A constant without dimensions of element type `elementType`, `value` rounded
/// (towards zero for integers, which saturate).
ElementsAttr makeScalarConstant(Type elementType, APFloat value);

/// The tensor type of `array`. Emits an error at `loc` if its element type is
/// none of Relay's.
FailureOr<RankedTensorType> getTensorType(Location loc, const NDArray &array);

/// Makes the attribute of a constant with the elements of `array`, whose memory
/// it shares where alignment allows. Emits an error at `loc` as getTensorType.
FailureOr<ElementsAttr> makeConstant(Location loc, const NDArray &array);

/// What keeps the memory of a resource that makeConstant has made alive; null
/// for other memory. Thread-safe.
std::shared_ptr<const void> getConstantOwner(ArrayRef<char> bytes);

/// The elements of a Relay constant: the memory of a resource where it has an
/// owner, a copy otherwise. Emits an error at `loc` as readConstant, and if
/// there is not enough memory for the elements of a splat.
FailureOr<NDArray> getConstantArray(Location loc, ElementsAttr value);

/// Frees the resources of dense_resource attributes that nothing in `modules`,
/// which are of one context, refers to. Only for who owns the context: others
/// may hold attributes that are in no module.
void releaseUnusedResources(MLIRContext *context, ArrayRef<ModuleOp> modules);

/// The bytes of all resources that makeConstant has made in this process.
/// Thread-safe.
uint64_t getMadeResourceBytes();

} // namespace relay
} // namespace mlir

#endif // RELAYLITE_DIALECT_RELAY_IR_CONSTANTS_H
