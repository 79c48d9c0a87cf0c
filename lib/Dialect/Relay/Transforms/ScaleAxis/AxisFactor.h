//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The factors of multiplications that scale along axes.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_SCALEAXIS_AXISFACTOR_H
#define LIB_DIALECT_RELAY_TRANSFORMS_SCALEAXIS_AXISFACTOR_H

#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/AxisScale.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::relay {

/// A multiplication as a scaling.
struct AxisFactor {
  /// The scaled value and the factor: the operands of the multiplication.
  Value data, factor;
};

/// Whether `op` multiplies `data`, one of its operands, by a factor that a
/// scaling `scale` of it can have; the factor, if so. With `isConstant`, only
/// constants are factors.
std::optional<AxisFactor> matchAxisFactor(MultiplyOp op, unsigned data,
                                          const AxisScale &scale,
                                          bool isConstant);

/// The factor with a dimension for each axis of `scale`, built before `op`.
Value buildAxisFactor(MultiplyOp op, const AxisFactor &factor,
                      const AxisScale &scale);

/// A pass on functions that folds scalings. `BaseT` is what ODS generates for
/// the pass.
template <typename BaseT>
class FoldScalePass : public BaseT {
public:
  using BaseT::BaseT;

  void getDependentDialects(DialectRegistry &registry) const override {
    BaseT::getDependentDialects(registry);
    registerAxisScaleModels(registry);
  }

  void runOnOperation() override {
    func::FuncOp function = this->getOperation();
    if (isSkippedByFunctionPasses(function))
      return this->markAllAnalysesPreserved();
    if (failed(checkTypesKnown(function)))
      return this->signalPassFailure();
    bool changed = prepare(function);
    // One of several scalings in a row is folded at a time.
    while (unsigned count = fold(function)) {
      this->numFolded += count;
      changed = true;
    }
    if (!changed)
      this->markAllAnalysesPreserved();
  }

protected:
  /// Simplifies what is in the way; returns whether there was anything.
  virtual bool prepare(func::FuncOp) { return false; }
  /// Folds what can be folded, once; returns the number of scalings that have
  /// gone.
  virtual unsigned fold(func::FuncOp function) = 0;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_SCALEAXIS_AXISFACTOR_H
