//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of the operators that a context knows.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_OPERATORTABLE_H
#define RELAYLITE_FRONTEND_OPERATORTABLE_H

#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include "RelayLite/Frontend/AST.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::relay {

/// The operators of the dialects that a context has loaded, by TVM's name.
class OperatorTable {
public:
  struct Entry {
    OperationName name;
    StringRef relayName;
    ArrayRef<AttributeSpec> attributes;
    /// How many operands it takes; the most is -1 if there is no limit.
    int minOperands;
    int maxOperands;
  };

  explicit OperatorTable(MLIRContext *context);

  /// The operator called `relayName`, or null.
  const Entry *lookup(StringRef relayName) const;
  /// The name nearest to `relayName`, or an empty one if none is near.
  StringRef getNearest(StringRef relayName) const;

  /// The attributes of a call of an operator in the form in which they compare:
  /// with defaults filled in and without those that are None.
  ast::Attrs normalizeAttrs(const ast::Call &call) const;

  /// The value in the form of its kind, such as a boolean where it is 1 and a
  /// boolean is expected; none if it is of another kind.
  std::optional<ast::AttrValue>
  normalizeAttr(const AttributeSpec &spec, const ast::AttrValue &value) const;
  /// What the attribute is when it is not written; none if it must be.
  std::optional<ast::AttrValue> getDefault(const AttributeSpec &spec) const;
  /// Whether the attribute means the same when it is not written.
  bool isDefault(const AttributeSpec &spec, const ast::AttrValue &value) const;

private:
  MLIRContext *context;
  llvm::StringMap<Entry> entries;
};

/// Converts the value of an attribute to the form that `spec` asks for. Emits
/// an error at `loc` and returns failure if it has another kind; a null
/// attribute stands for None.
FailureOr<Attribute> convertAttr(Location loc, const AttributeSpec &spec,
                                 const ast::AttrValue &value);

/// The value of an operator's attribute in Relay text.
ast::AttrValue convertAttr(AttributeKind kind, Attribute attribute);

} // namespace mlir::relay

#endif // RELAYLITE_FRONTEND_OPERATORTABLE_H
