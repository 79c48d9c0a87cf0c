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
    /// The limits of the number of operands; -1 if there is no upper one.
    int minOperands;
    int maxOperands;
  };

  explicit OperatorTable(MLIRContext *context);

  /// The operator called `relayName`, or null.
  const Entry *lookup(StringRef relayName) const;
  /// The name nearest to `relayName`, or an empty one if none is near.
  StringRef getNearest(StringRef relayName) const;

  /// Whether patterns may name the operator although there is none: some
  /// version of TVM has it. Such a pattern matches nothing.
  static bool isOnlyInTVM(StringRef relayName);
  /// As getNearest, among those operators too.
  StringRef getNearestForPattern(StringRef relayName) const;

  /// All operators, in no order.
  const llvm::StringMap<Entry> &getEntries() const { return entries; }

  /// The attributes of a call in a form that compares: with defaults filled in,
  /// and without those that are None.
  ast::Attrs normalizeAttrs(const ast::Call &call) const;

  /// Converts the value to the form of its kind; for instance, 1 becomes true
  /// if a boolean is expected. None if the value is of another kind.
  std::optional<ast::AttrValue>
  normalizeAttr(const AttributeSpec &spec, const ast::AttrValue &value) const;
  /// The default of the attribute; none if it must be written.
  std::optional<ast::AttrValue> getDefault(const AttributeSpec &spec) const;
  /// Whether the attribute means the same when it is not written.
  bool isDefault(const AttributeSpec &spec, const ast::AttrValue &value) const;

private:
  SmallVector<StringRef> getNames() const;

  MLIRContext *context;
  llvm::StringMap<Entry> entries;
};

/// Return the name of a kind for messages: "an integer", "a list of floats".
StringRef describe(AttributeKind kind);

/// Converts the value of an attribute to the form of `spec`. Emits an error at
/// `loc` and returns failure if the value has another kind. A null attribute
/// stands for None.
FailureOr<Attribute> convertAttr(Location loc, const AttributeSpec &spec,
                                 const ast::AttrValue &value);

/// The value of an operator's attribute in Relay text.
ast::AttrValue convertAttr(AttributeKind kind, Attribute attribute);

} // namespace mlir::relay

#endif // RELAYLITE_FRONTEND_OPERATORTABLE_H
