//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading and making the values of relay.constant. Small values are dense
// attributes. Large ones are dense resources whose key is a hash of their
// content, so that equal constants are one attribute, and printed IR does not
// depend on the order in which threads make them. Above 64 KiB the key is a
// hash of samples: the first 64 KiB, and 4 KiB in a few other places. Different
// constants with equal samples get suffixes in the order in which they are
// made.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_CONSTANTS_H
#define RELAYLITE_DIALECT_RELAY_IR_CONSTANTS_H

#include "RelayLite/Support/NDArray.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>

namespace mlir {
class ModuleOp;

namespace relay {

/// Up to this many bytes a constant is a dense attribute.
inline constexpr size_t maxDenseConstantBytes = 1024;

/// The elements of a constant: row-major, little-endian, one byte for a
/// boolean (0 or 1), at any alignment.
struct ConstantData {
  /// All elements, or one if `isSplat`. The attribute or `owner` owns them.
  ArrayRef<char> bytes;
  bool isSplat;
  std::shared_ptr<const void> owner;
};

/// An integer of type T among the elements of a constant.
template <typename T>
using StoredInteger = llvm::support::detail::packed_endian_specific_integral<
    T, llvm::endianness::little, llvm::support::unaligned>;

/// The bytes of a tensor of the static shape `shape`, with `elementSize` bytes
/// per element. None if the number does not fit 63 bits.
std::optional<size_t> computeByteSize(ArrayRef<int64_t> shape,
                                      size_t elementSize);

/// Reads the elements of `value`, without a copy of a resource. Fails when a
/// resource is missing or has not the size that the type asks for, and for
/// attributes that hold no bytes.
llvm::Expected<ConstantData> readConstant(ElementsAttr value);
/// The same, with `emitError`.
FailureOr<ConstantData>
readConstant(ElementsAttr value, function_ref<InFlightDiagnostic()> emitError);

/// Fails with `emitError` if readConstant would fail.
LogicalResult checkConstant(ElementsAttr value,
                            function_ref<InFlightDiagnostic()> emitError);

/// Whether `predicate` holds for all elements of `data`, which have type
/// `type`.
bool allElements(const ConstantData &data, FloatType type,
                 function_ref<bool(const APFloat &)> predicate);

/// Makes the attribute of a constant of the static type `type`. `bytes` are as
/// in ConstantData (one element if `isSplat`). A resource uses them without a
/// copy, whatever their alignment is, if `owner` keeps them alive. Thread-safe.
ElementsAttr makeConstant(RankedTensorType type, ArrayRef<char> bytes,
                          bool isSplat = false,
                          std::shared_ptr<const void> owner = {});

/// The same, always as a dense attribute, which is a copy.
DenseElementsAttr makeDenseConstant(RankedTensorType type, ArrayRef<char> bytes,
                                    bool isSplat = false);

/// The element of `value` if it is a constant with one element.
std::optional<double> getConstantScalar(Value value);

/// A constant of rank 0 and element type `elementType`. `value` is rounded, for
/// integers towards zero with saturation.
ElementsAttr makeScalarConstant(Type elementType, const APFloat &value);

/// The tensor type of `array`. Emits an error at `loc` if Relay does not have
/// its element type.
FailureOr<RankedTensorType> getTensorType(Location loc, const NDArray &array);

/// Makes the attribute of a constant with the elements of `array`. It shares
/// the memory of large ones. Emits an error at `loc` as getTensorType.
FailureOr<ElementsAttr> makeConstant(Location loc, const NDArray &array);

/// The owner that keeps the memory of a resource of makeConstant alive. Null
/// for other memory. Thread-safe.
std::shared_ptr<const void> getConstantOwner(ArrayRef<char> bytes);

/// The elements of a Relay constant. The array shares the memory of a resource
/// that has an owner; otherwise it is a copy. Emits an error at `loc` as
/// readConstant, and if there is not enough memory for the elements of a splat.
FailureOr<NDArray> getConstantArray(Location loc, ElementsAttr value);

/// Frees the resources of dense_resource attributes to which nothing in
/// `modules` refers. All modules are of one context. Only the owner of the
/// context may call this: others may hold attributes that are in no module.
void releaseUnusedResources(MLIRContext *context, ArrayRef<ModuleOp> modules);

/// The bytes of all resources that makeConstant has made in this process.
/// Thread-safe.
uint64_t getMadeResourceBytes();

} // namespace relay
} // namespace mlir

#endif // RELAYLITE_DIALECT_RELAY_IR_CONSTANTS_H
