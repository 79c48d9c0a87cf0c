//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Suggestions for misspelt names, by edit distance.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/NearestName.h"

using namespace mlir;

StringRef relay::getNearestName(StringRef name,
                                ArrayRef<StringRef> candidates) {
  // A name with more wrong letters than a third and one is another name.
  unsigned best = name.size() / 3 + 2;
  StringRef result;
  // Nobody misspells so long a name, and a search in it would take long.
  constexpr size_t longestName = 256;
  if (name.size() > longestName)
    return result;
  for (StringRef candidate : candidates) {
    unsigned distance = name.edit_distance(candidate, true, best);
    if (distance < best ||
        (distance == best && !result.empty() && candidate < result)) {
      best = distance;
      result = candidate;
    }
  }
  return result;
}
