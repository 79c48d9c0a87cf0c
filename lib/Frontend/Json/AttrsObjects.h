//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attribute objects of TVM 0.16: how the attributes of an operator are
// nodes of an object graph.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FRONTEND_JSON_ATTRSOBJECTS_H
#define LIB_FRONTEND_JSON_ATTRSOBJECTS_H

#include "MetaGraphBuilder.h"
#include "RelayLite/Frontend/OperatorTable.h"

namespace mlir::relay::ast {

struct AttrsTypeRow;

/// TVM's type of attribute objects of an operator.
class AttrsType {
public:
  /// The type of the operator called `relayName`, or none if TVM has no
  /// attributes for it.
  static std::optional<AttrsType> lookup(StringRef relayName);

  /// The type key, such as `relay.attrs.Conv2DAttrs`.
  StringRef getTypeKey() const;
  /// Whether the operator names it (TVM's attrs_type_key); TVM's text needs the
  /// object itself otherwise.
  bool isDeclared() const;
  /// Whether TVM has no default for an attribute that has one here, or may be
  /// None; TVM's text always has it.
  bool isRequired(const AttributeSpec &spec) const;
  /// Fields that refer to nothing.
  SmallVector<StringRef> getUnusedFields() const;
  /// Whether the field of an attribute refers to a node; otherwise its value is
  /// written in its place.
  bool isReference(const AttributeSpec &spec) const;

private:
  AttrsType(const AttrsTypeRow &row) : row(&row) {}

  const AttrsTypeRow *row;
};

/// The attributes of a call as an attribute object, with their defaults.
class AttrsObject {
public:
  /// Those of a call of `entry`. An error tells which of them TVM has not.
  static llvm::Expected<AttrsObject> create(const Call &call, AttrsType type,
                                            const OperatorTable::Entry &entry,
                                            const OperatorTable &operators);

  StringRef getTypeKey() const { return type.getTypeKey(); }
  /// Adds the node; `getExpr` gives those of the operands that it repeats.
  unsigned addTo(MetaGraphBuilder &builder,
                 llvm::function_ref<unsigned(const Expr &)> getExpr) const;

private:
  AttrsObject(AttrsType type, ArrayRef<AttributeSpec> specs)
      : type(type), specs(specs) {}

  AttrsType type;
  ArrayRef<AttributeSpec> specs;
  // One for each specification.
  std::vector<AttrValue> values;
};

/// The attributes of a call of the operator `entry` that the node holds, those
/// with their defaults left out. An error tells what is wrong with the node.
llvm::Expected<Attrs> readAttrs(const Ref<MetaGraph> &graph, unsigned node,
                                const OperatorTable &operators,
                                const OperatorTable::Entry &entry);

} // namespace mlir::relay::ast

#endif // LIB_FRONTEND_JSON_ATTRSOBJECTS_H
