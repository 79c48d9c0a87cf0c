//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sine and cosine of parts of a turn.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_RELAYTOLINALG_BUILDERS_TURNS_H
#define LIB_CONVERSION_RELAYTOLINALG_BUILDERS_TURNS_H

#include "Emitter.h"

namespace mlir::relay {

struct SineAndCosine {
  Value sine, cosine;
};

/// The sine and cosine of 2 * pi * `turns`, for `turns` of type f64 in [0, 1].
/// The angle is not rounded before it is reduced. Errors are below 2^-51.
SineAndCosine buildSineAndCosine(Emitter &b, Value turns);

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_BUILDERS_TURNS_H
