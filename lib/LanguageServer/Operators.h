//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The texts of the language server about operators.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_LANGUAGESERVER_OPERATORS_H
#define LIB_LANGUAGESERVER_OPERATORS_H

#include "RelayLite/Frontend/OperatorTable.h"

namespace mlir::relay {

/// The call with all operands and attributes: `nn.softmax(data, axis=-1)`.
std::string getSignature(const OperatorTable &operators,
                         const OperatorTable::Entry &entry);

/// Return the summary of the operator, one line. Empty for operators of other
/// dialects.
StringRef getSummary(const OperatorTable::Entry &entry);

/// Return the semantics of the operator, in Markdown. Empty for operators of
/// other dialects.
std::string getSemantics(const OperatorTable::Entry &entry);

/// The kind of the attribute and its default: `an integer, by default -1`.
std::string describeAttribute(const OperatorTable &operators,
                              const AttributeSpec &spec);

} // namespace mlir::relay

#endif // LIB_LANGUAGESERVER_OPERATORS_H
