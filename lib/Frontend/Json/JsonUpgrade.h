//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphs of objects as earlier versions of TVM have written them.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FRONTEND_JSON_JSONUPGRADE_H
#define LIB_FRONTEND_JSON_JSONUPGRADE_H

#include "RelayLite/Frontend/Metadata.h"

namespace mlir::relay::ast {

/// Brings the nodes of a graph into the form of TVM 0.16. `version` is what the
/// graph calls the version of TVM that has written it, such as `0.6.0`; a
/// graph of a later or an unknown version stays as it is.
void upgradeNodes(std::vector<MetaGraph::MetaNode> &nodes,
                  llvm::StringRef version);

} // namespace mlir::relay::ast

#endif // LIB_FRONTEND_JSON_JSONUPGRADE_H
