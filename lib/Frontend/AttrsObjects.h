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

#ifndef RELAYLITE_LIB_FRONTEND_ATTRSOBJECTS_H
#define RELAYLITE_LIB_FRONTEND_ATTRSOBJECTS_H

#include "RelayLite/Frontend/Metadata.h"
#include "RelayLite/Frontend/OperatorTable.h"

namespace mlir::relay::ast {

/// TVM's type of attribute objects of an operator.
class AttrsType {
public:
  /// The type of the operator called `relayName`, or none if TVM has no
  /// attributes for it.
  static std::optional<AttrsType> lookup(StringRef relayName);

  /// The type key, such as `relay.attrs.Conv2DAttrs`.
  std::string getTypeKey() const;
  /// Whether the field of an attribute refers to a node; otherwise its value is
  /// written in its place.
  bool isReference(const AttributeSpec &spec) const;

private:
  struct Row;
  static const Row rows[];
  explicit AttrsType(const Row &row) : row(&row) {}

  const Row *row;
};

/// The attributes of a call of the operator `entry` that the node holds, those
/// with their defaults left out. An error tells what is wrong with the node.
llvm::Expected<Attrs> readAttrs(const Ref<MetaGraph> &graph, unsigned node,
                                const OperatorTable &operators,
                                const OperatorTable::Entry &entry);

} // namespace mlir::relay::ast

#endif // RELAYLITE_LIB_FRONTEND_ATTRSOBJECTS_H
