//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules by which embedders replace operators.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/OperatorRules.h"

using namespace mlir;
using namespace mlir::relay;

OperatorRules &OperatorRules::get(RelayDialect &dialect) {
  if (auto *rules = dialect.getRegisteredInterface<OperatorRules>())
    return const_cast<OperatorRules &>(*rules);
  return dialect.addInterface<OperatorRules>();
}

const OperatorRules *OperatorRules::find(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<RelayDialect>();
  return dialect ? dialect->getRegisteredInterface<OperatorRules>() : nullptr;
}

void OperatorRules::add(StringRef map, StringRef operation, OperatorRule rule) {
  maps[map][operation] = std::move(rule);
}

const OperatorRule *OperatorRules::lookup(StringRef map, Operation *op) const {
  auto rules = maps.find(map);
  if (rules == maps.end())
    return nullptr;
  auto rule = rules->second.find(op->getName().getStringRef());
  return rule == rules->second.end() ? nullptr : &rule->second;
}
