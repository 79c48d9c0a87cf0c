//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// N-dimensional arrays in host memory, for Relay constants, parameter files and
// NumPy files. They do not depend on an MLIRContext.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_NDARRAY_H
#define RELAYLITE_SUPPORT_NDARRAY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::relay {

/// An element type as DLPack describes it.
struct DType {
  enum Code : uint8_t { Int = 0, UInt = 1, Float = 2, BFloat = 4, Bool = 6 };

  uint8_t code = Float;
  uint8_t bits = 32;
  /// Elements of a vector type such as int8x4. All computations use 1.
  uint16_t lanes = 1;

  static constexpr DType boolean() { return {UInt, 1, 1}; }
  static constexpr DType integer(uint8_t bits) { return {Int, bits, 1}; }
  static constexpr DType floating(uint8_t bits) { return {Float, bits, 1}; }

  /// The type with TVM's name `name` (`float32`, `uint8`, `bool`, `int8x4`,
  /// `int` for `int32`, ...); none if there is no such type.
  static std::optional<DType> parse(llvm::StringRef name);
  /// TVM's name.
  std::string getName() const;

  bool isBool() const { return code == UInt && bits == 1; }
  bool isFloat() const { return code == Float || code == BFloat; }
  /// The bytes of one element in memory. A boolean takes one.
  uint64_t getByteSize() const { return (uint64_t(bits) * lanes + 7) / 8; }

  bool operator==(const DType &other) const {
    return code == other.code && bits == other.bits && lanes == other.lanes;
  }
  bool operator!=(const DType &other) const { return !(*this == other); }
};

/// An immutable, dense, row-major array of little-endian elements. Copies share
/// the bytes. The bytes of an array that was read from a mapped file may be
/// unaligned.
class NDArray {
public:
  NDArray() = default;

  /// Makes an array with a copy of `bytes`. Their number must fit the shape.
  static NDArray copy(DType dtype, llvm::ArrayRef<int64_t> shape,
                      llvm::ArrayRef<char> bytes);
  /// Makes an array of equal elements. Each has the bytes `element`. None if
  /// there is not enough memory.
  static std::optional<NDArray> fill(DType dtype, llvm::ArrayRef<int64_t> shape,
                                     llvm::ArrayRef<char> element);
  /// Makes an array that refers to `bytes`. `owner` keeps the bytes alive.
  static NDArray share(DType dtype, llvm::ArrayRef<int64_t> shape,
                       llvm::ArrayRef<char> bytes,
                       std::shared_ptr<const void> owner);

  DType getDType() const { return dtype; }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  llvm::ArrayRef<char> getBytes() const { return bytes; }
  const std::shared_ptr<const void> &getOwner() const { return owner; }
  int64_t getNumElements() const;

  /// The number of bytes of such an array, or none if it does not fit 63 bits
  /// or a dimension is negative.
  static std::optional<uint64_t> computeByteSize(DType dtype,
                                                 llvm::ArrayRef<int64_t> shape);

private:
  DType dtype;
  llvm::SmallVector<int64_t, 4> shape;
  llvm::ArrayRef<char> bytes;
  std::shared_ptr<const void> owner;
};

/// Fills `memory`, whose size is a multiple of that of `element`, with copies
/// of `element`.
void fillElements(llvm::MutableArrayRef<char> memory,
                  llvm::ArrayRef<char> element);

/// Same element type, shape and bytes.
bool operator==(const NDArray &lhs, const NDArray &rhs);
inline bool operator!=(const NDArray &lhs, const NDArray &rhs) {
  return !(lhs == rhs);
}

/// Reads an array in TVM's serialized form from the front of `data` and drops
/// it from `data`. `owner` keeps the data alive, and nothing is allocated for
/// the elements.
llvm::Expected<NDArray> readNDArray(llvm::ArrayRef<char> &data,
                                    std::shared_ptr<const void> owner);

/// Writes an array in TVM's serialised form.
void writeNDArray(const NDArray &array, llvm::raw_ostream &os);

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_NDARRAY_H
