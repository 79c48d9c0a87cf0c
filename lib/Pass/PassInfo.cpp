//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Printing of pass infos, and the anchor of instruments.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Pass/PassInfo.h"
#include "RelayLite/Pass/PassInstrument.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::relay::pass {

void PassInfo::print(raw_ostream &os) const {
  os << "The meta data of the pass - pass name: " << name
     << ", opt_level: " << optLevel << ", required passes: [";
  if (!required.empty()) {
    os << "\n";
    for (const std::string &pass : required)
      os << pass << ", ";
  }
  os << "]\n";
}

raw_ostream &operator<<(raw_ostream &os, const PassInfo &info) {
  info.print(os);
  return os;
}

PassInstrument::~PassInstrument() = default;

} // namespace mlir::relay::pass
