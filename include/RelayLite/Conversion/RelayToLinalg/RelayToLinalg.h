//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Relay's operators -> linalg on tensors. It defines what they mean.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CONVERSION_RELAYTOLINALG_RELAYTOLINALG_H
#define RELAYLITE_CONVERSION_RELAYTOLINALG_RELAYTOLINALG_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::relay {

/// Converts Relay's types to those of linalg. `uiN` elements become signless
/// `iN`, and a tuple becomes its fields (recursively), one value each.
class RelayToLinalgTypeConverter : public TypeConverter {
public:
  RelayToLinalgTypeConverter();
};

/// A unit attribute of an operator. It says that dynamic dimensions that
/// broadcast against each other are equal at run time: none is 1 while another
/// is not. The kernel compiler sets it.
inline constexpr StringLiteral equalDynamicDimsAttrName =
    "relay.equal_dynamic_dims";

/// Adds the lowerings of all operators.
void populateRelayToLinalgPatterns(const TypeConverter &converter,
                                   RewritePatternSet &patterns);

} // namespace mlir::relay

#endif // RELAYLITE_CONVERSION_RELAYTOLINALG_RELAYTOLINALG_H
