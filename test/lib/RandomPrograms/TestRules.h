//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules as a target would have them, without which AlterOpLayout and Legalize
// do nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TEST_RANDOMPROGRAMS_TESTRULES_H
#define TEST_RANDOMPROGRAMS_TESTRULES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::relay::test {

/// A map of rules for Legalize besides that of its default.
inline constexpr StringLiteral kOtherRules = "test.Rules";

/// Registers the rules. Those of AlterOpLayout give convolutions and biases
/// other layouts, those of Legalize spell out products, biases and padding.
/// The operators that they build have no rule, or one that leaves them alone.
void addOperatorRules(MLIRContext &context);

} // namespace mlir::relay::test

#endif // TEST_RANDOMPROGRAMS_TESTRULES_H
