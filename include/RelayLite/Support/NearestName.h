//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Suggestions for misspelt names.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_NEARESTNAME_H
#define RELAYLITE_SUPPORT_NEARESTNAME_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::relay {

/// The string of `candidates` that is nearest to `name`. Empty if none is near.
StringRef getNearestName(StringRef name, ArrayRef<StringRef> candidates);

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_NEARESTNAME_H
