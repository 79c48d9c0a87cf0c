//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The origins of operations in the syntax tree.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/Origins.h"

using namespace mlir;
using namespace mlir::relay;

// The location with the number of a node, or null.
static OpaqueLoc getMark(Location loc) {
  auto opaque = dyn_cast<OpaqueLoc>(loc);
  bool isMark =
      opaque && opaque.getUnderlyingTypeID() == TypeID::get<Origins>();
  return isMark ? opaque : OpaqueLoc();
}

Location relay::getUnmarkedLoc(Location loc) {
  OpaqueLoc mark = getMark(loc);
  return mark ? mark.getFallbackLocation() : loc;
}

Location Origins::mark(Location loc, const ast::Expr &node) {
  nodes.push_back(&node);
  return OpaqueLoc::get(nodes.size() - 1, TypeID::get<Origins>(),
                        getUnmarkedLoc(loc));
}

const ast::Expr *Origins::lookup(Location loc) const {
  OpaqueLoc mark = getMark(loc);
  if (!mark || mark.getUnderlyingLocation() >= nodes.size())
    return nullptr;
  return nodes[mark.getUnderlyingLocation()];
}
