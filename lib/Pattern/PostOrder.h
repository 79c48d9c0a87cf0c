//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the nodes of a graph.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_PATTERN_POSTORDER_H
#define LIB_PATTERN_POSTORDER_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <algorithm>
#include <vector>

namespace mlir::relay::pattern {

/// Lists what is reached from `root`, each once, parts first, and numbers it.
/// `forEachPart(item, push)` calls `push(part, isBound)` with the parts in the
/// order of the visits. A bound part is the variable of a let: before it is
/// visited there, a recursive function refers to it, and it is skipped.
template <typename Item, typename Fn>
std::vector<Item> numberItems(Item root,
                              llvm::DenseMap<Item, unsigned> &numbers,
                              Fn forEachPart) {
  enum Action { Enter, Leave, Bind };
  std::vector<Item> order;
  std::vector<std::pair<Item, Action>> stack{{root, Enter}};
  llvm::DenseSet<Item> entered, unbound;
  while (!stack.empty()) {
    auto [item, action] = stack.back();
    if (action == Leave) {
      stack.pop_back();
      numbers[item] = order.size();
      order.push_back(item);
      continue;
    }
    if (action == Bind)
      unbound.erase(item);
    if (unbound.contains(item) || !entered.insert(item).second) {
      stack.pop_back();
      continue;
    }
    stack.back().second = Leave;
    size_t base = stack.size();
    forEachPart(item, [&](Item part, bool isBound) {
      stack.push_back({part, isBound ? Bind : Enter});
      if (isBound)
        unbound.insert(part);
    });
    std::reverse(stack.begin() + base, stack.end());
  }
  return order;
}

} // namespace mlir::relay::pattern

#endif // LIB_PATTERN_POSTORDER_H
