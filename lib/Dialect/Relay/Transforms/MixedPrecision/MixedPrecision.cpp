//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules for the operators of the relay dialect under mixed precision, which
// are in their ODS records.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/MixedPrecision.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

#include "RelayLite/Dialect/Relay/Transforms/MixedPrecision.cpp.inc"

using namespace mlir;
using namespace mlir::relay;

namespace {
struct MixedPrecisionRule {
  /// The name of the operation.
  StringLiteral name;
  MixedPrecisionKind kind;
  StringLiteral resultTypeAttr;
  void (*attach)(MLIRContext &);
};

template <typename OpT>
struct Model : public MixedPrecisionInterface::ExternalModel<Model<OpT>, OpT> {
  MixedPrecisionKind getMixedPrecisionKind(Operation *, Type) const {
    return getRule().kind;
  }
  StringRef getResultTypeAttrName(Operation *) const {
    return getRule().resultTypeAttr;
  }
  static const MixedPrecisionRule &getRule();
};

template <typename OpT>
void attachModel(MLIRContext &context) {
  OpT::template attachInterface<Model<OpT>>(context);
}

#define GET_MixedPrecisionRules_IMPL
#include "RelayLite/Dialect/Relay/IR/OperatorTables.inc"

template <typename OpT>
const MixedPrecisionRule &Model<OpT>::getRule() {
  static const MixedPrecisionRule *rule =
      llvm::find_if(MixedPrecisionRules, [](const MixedPrecisionRule &row) {
        return row.name == OpT::getOperationName();
      });
  return *rule;
}
} // namespace

void relay::registerMixedPrecisionModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, RelayDialect *) {
    for (const MixedPrecisionRule &rule : MixedPrecisionRules)
      rule.attach(*context);
  });
}
