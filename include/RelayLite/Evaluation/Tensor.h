//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors in host memory, as kernels take and give them.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_EVALUATION_TENSOR_H
#define RELAYLITE_EVALUATION_TENSOR_H

#include "RelayLite/Support/EvaluationError.h"
#include "RelayLite/Support/NDArray.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/ArrayRef.h"
#include <algorithm>
#include <memory>

namespace mlir::relay {

/// A tensor of static shape in host memory: row-major, elements little-endian,
/// a boolean in one byte (0 or 1), at any alignment; or a splat, of which there
/// is one element. A tensor of one element is a splat. Copies share the memory.
class Tensor {
public:
  Tensor() = default;

  /// A tensor of type `type` with uninitialised elements, aligned to 64 bytes;
  /// null if there is not enough memory.
  static Tensor allocate(RankedTensorType type);
  /// A tensor on memory that `owner` keeps alive; it is not written to.
  /// `owner` keeps `ownerSize` bytes; if that is less than the tensor has, as
  /// many.
  static Tensor share(RankedTensorType type, const void *data,
                      std::shared_ptr<const void> owner, bool isSplat = false,
                      size_t ownerSize = 0);

  /// Return a tensor of type `type` with the elements of `array`. It shares
  /// memory that has an owner, except for booleans that are not 0 or 1. Null if
  /// there is not enough memory.
  static Tensor fromNDArray(RankedTensorType type, const NDArray &array);
  /// Return an array of all elements, which shares the memory unless this is a
  /// splat. None if there is not enough memory.
  std::optional<NDArray> toNDArray() const;

  explicit operator bool() const { return data != nullptr; }

  RankedTensorType getType() const { return type; }
  /// Whether all elements are the one in memory.
  bool isSplat() const { return splat; }
  char *getData() const { return data; }
  /// The elements in memory: one of a splat.
  ArrayRef<char> getBytes() const;
  const std::shared_ptr<const void> &getOwner() const { return owner; }
  /// The bits of element `index`.
  llvm::APInt getBits(size_t index) const;
  /// The bytes that are freed with the owner, as far as that is known.
  size_t getOwnerSize() const { return std::max(ownerSize, getBytes().size()); }

  /// The same memory as that of a tensor of type `newType`, which has as many
  /// elements of the same size.
  Tensor reshape(RankedTensorType newType) const;
  /// Whether the memory was allocated for this tensor and nobody else holds it:
  /// it may be written to.
  bool isExclusive() const {
    return isWritable && !splat && owner.use_count() == 1;
  }
  /// The tensor with all its elements in memory; null if there is not enough.
  Tensor materialize() const;

  /// Bytes of one element of type `type` in memory.
  static size_t getElementSize(Type type);
  /// Bytes of a tensor of the static type `type`, or none if they do not fit
  /// 63 bits.
  static std::optional<size_t> computeByteSize(RankedTensorType type);

private:
  RankedTensorType type;
  char *data = nullptr;
  bool splat = false;
  bool isWritable = false;
  std::shared_ptr<const void> owner;
  size_t ownerSize = 0;
};

/// A tensor for a result of type `type`, uninitialised. Fails if there is not
/// enough memory.
llvm::Expected<Tensor> allocateResult(RankedTensorType type);

/// The value of an element of type `type` that has the bits `bits`; integers of
/// more than 53 bits are rounded.
double toDouble(const llvm::APInt &bits, Type type);

} // namespace mlir::relay

#endif // RELAYLITE_EVALUATION_TENSOR_H
