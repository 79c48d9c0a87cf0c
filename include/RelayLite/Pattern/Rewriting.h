//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewriting and partitioning of syntax trees by patterns.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PATTERN_REWRITING_H
#define RELAYLITE_PATTERN_REWRITING_H

#include "RelayLite/Pattern/ExprGraph.h"
#include "RelayLite/Pattern/Groups.h"

namespace mlir::relay::pattern {

/// The expression that each node of a pattern has matched, after the rewrites
/// inside.
using MatchedExprs =
    std::vector<std::pair<const Pattern *, std::vector<ast::ExprRef>>>;

/// Gives the replacement of a match: `pre` is its root in the original
/// expression, `post` the root after the rewrites of its operands. Null ends
/// the rewriting.
using MatchRewrite = llvm::function_ref<ast::ExprRef(
    const ast::Expr &pre, const ast::ExprRef &post, const MatchedExprs &map)>;

/// Replaces the matches (findGroups) of a verified pattern once, operands
/// first. Returns null if `rewrite` did. Fails if findGroups does, and if the
/// nodes of `expr` and those that the replacements add are more than `maxNodes`
/// together; the error begins with `name`, which stands for `rewrite`.
llvm::Expected<ast::ExprRef>
rewriteMatches(const Pattern &pattern, const ast::ExprRef &expr,
               const OperatorTable &operators, const ExprGraphOptions &options,
               MatchRewrite rewrite, StringRef name, size_t maxNodes);

/// Whether a match becomes a function; none ends the partitioning.
using MatchCheck =
    llvm::function_ref<std::optional<bool>(const ast::Expr &root)>;

/// Replaces the matches of a verified pattern for which `check` holds by calls
/// of functions with the same bodies; `graph` is that of `expr`. The functions
/// have the attribute PartitionedFromPattern, which is the name of the group,
/// and `attrs`. Nodes have types as far as those of `expr` have. Returns null
/// if `check` gave none. Fails if findGroups does.
llvm::Expected<ast::ExprRef>
partition(const Pattern &pattern, const ast::ExprRef &expr,
          const ExprGraph &graph, const ast::Attrs &attrs, MatchCheck check);

} // namespace mlir::relay::pattern

#endif // RELAYLITE_PATTERN_REWRITING_H
