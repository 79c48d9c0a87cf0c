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

#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::relay {

/// Converts Relay's types to those of linalg. `uiN` elements become signless
/// `iN`, and a tuple becomes its fields (recursively), one value each. A
/// reference becomes a buffer for each tensor that it holds.
class RelayToLinalgTypeConverter : public TypeConverter {
public:
  RelayToLinalgTypeConverter();
};

/// A unit attribute of an operator. It says that dynamic dimensions that
/// broadcast against each other are equal at run time: none is 1 while another
/// is not. The kernel compiler and decompositions set it.
inline constexpr StringLiteral equalDynamicDimsAttrName =
    "relay.equal_dynamic_dims";

/// The lowerings of the operators of another dialect. An extension of the
/// dialect registry adds it to the dialect, so that it exists in the contexts
/// where kernels are compiled, too:
///
///   registry.addExtension(+[](MLIRContext *, ExtraDialect *dialect) {
///     dialect->addInterfaces<ExtraToLinalgInterface>();
///   });
class RelayToLinalgDialectInterface
    : public DialectInterface::Base<RelayToLinalgDialectInterface> {
public:
  explicit RelayToLinalgDialectInterface(Dialect *dialect) : Base(dialect) {}

  /// Adds patterns that turn operators of the dialect into linalg, tensor,
  /// arith, math and scf on tensors. `converter` is a
  /// RelayToLinalgTypeConverter. An operator with the trait Pointwise is
  /// lowered for dynamic shapes, too.
  virtual void
  populateRelayToLinalgPatterns(const TypeConverter &converter,
                                RewritePatternSet &patterns) const = 0;
};

/// Adds the lowerings of all operators, also of those that dialects of the
/// context bring (RelayToLinalgDialectInterface).
void populateRelayToLinalgPatterns(const TypeConverter &converter,
                                   RewritePatternSet &patterns);

} // namespace mlir::relay

#endif // RELAYLITE_CONVERSION_RELAYTOLINALG_RELAYTOLINALG_H
