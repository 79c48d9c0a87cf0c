//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-strip-attributes.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::relay {
#define GEN_PASS_DEF_STRIPATTRIBUTESPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

static bool isRelayAttribute(NamedAttribute attribute) {
  return isa_and_nonnull<RelayDialect>(attribute.getNameDialect());
}

namespace {
struct StripAttributesPass
    : public relay::impl::StripAttributesPassBase<StripAttributesPass> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (isa_and_nonnull<RelayDialect>(op->getDialect()))
        return;
      for (NamedAttribute attribute :
           llvm::to_vector(op->getDiscardableAttrs()))
        if (isRelayAttribute(attribute))
          op->removeDiscardableAttr(attribute.getName());
      auto function = dyn_cast<FunctionOpInterface>(op);
      if (!function)
        return;
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        for (NamedAttribute attribute : function.getArgAttrs(i))
          if (isRelayAttribute(attribute))
            function.removeArgAttr(i, attribute.getName());
      for (unsigned i = 0; i < function.getNumResults(); ++i)
        for (NamedAttribute attribute : function.getResultAttrs(i))
          if (isRelayAttribute(attribute))
            function.removeResultAttr(i, attribute.getName());
    });
  }
};
} // namespace
