//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversion of numbers to the types of elements.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_ROUNDING_H
#define RELAYLITE_SUPPORT_ROUNDING_H

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"

namespace mlir::relay {

/// Return the float of `semantics` nearest to `value`, with an even mantissa if
/// there are two. It is infinite if `value` is too large.
inline llvm::APFloat roundToNearest(llvm::APFloat value,
                                    const llvm::fltSemantics &semantics) {
  bool losesInfo;
  value.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return value;
}

/// Return `value` without its fraction as an integer of `width` bits. It is the
/// smallest or largest integer if `value` is out of range, and 0 for NaN.
inline llvm::APSInt truncateToInteger(const llvm::APFloat &value,
                                      unsigned width, bool isUnsigned) {
  llvm::APSInt result(width, isUnsigned);
  bool isExact;
  value.convertToInteger(result, llvm::APFloat::rmTowardZero, &isExact);
  return result;
}

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_ROUNDING_H
