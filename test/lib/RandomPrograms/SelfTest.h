//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that do wrong, to test the checks with.
//
//===----------------------------------------------------------------------===//

#ifndef TEST_RANDOMPROGRAMS_SELFTEST_H
#define TEST_RANDOMPROGRAMS_SELFTEST_H

#include "PassCheck.h"

namespace mlir::relay::test {

/// The module to run them on.
StringRef getSelfTestModule();

/// A module whose types are not those of inference.
StringRef getUninferredModule();

/// Each with the failure that must be seen, or none.
std::vector<std::pair<TestedPass, std::optional<PassFailure::Kind>>>
getSelfTestPasses();

} // namespace mlir::relay::test

#endif // TEST_RANDOMPROGRAMS_SELFTEST_H
