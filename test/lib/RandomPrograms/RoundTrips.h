//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Export and import as passes: what is written and read means the same.
//
//===----------------------------------------------------------------------===//

#ifndef TEST_RANDOMPROGRAMS_ROUNDTRIPS_H
#define TEST_RANDOMPROGRAMS_ROUNDTRIPS_H

#include "PassCheck.h"

namespace mlir::relay::test {

/// A pass for each form of Relay in which modules are written and read.
std::vector<TestedPass> getRoundTrips();

} // namespace mlir::relay::test

#endif // TEST_RANDOMPROGRAMS_ROUNDTRIPS_H
