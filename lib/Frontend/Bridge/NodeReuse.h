//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the nodes from which the operations of a function come, if the nodes
// still agree with them.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FRONTEND_BRIDGE_NODEREUSE_H
#define LIB_FRONTEND_BRIDGE_NODEREUSE_H

#include "RelayLite/Frontend/Raising.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::relay {

/// Each function that is raised has one object. Every node is found once: if a
/// pass has copied an operation, the copy becomes a new node.
class NodeReuse {
public:
  /// Finds nothing without a table of origins.
  /// Compares symbolic dimensions only with `hasNames`.
  NodeReuse(const RaisingOptions &options, bool hasNames)
      : origins(options.origins), keepUntyped(options.keepUntyped),
        hasNames(hasNames) {}

  bool keepsUntyped() const { return keepUntyped; }
  /// Whether the origin of `loc` is a function without a result type, and stays
  /// without one.
  bool staysUnannotated(Location loc) const;

  /// The variable that is, or that is bound by, the origin of `loc`. Null
  /// unless it has the name, the device, and the annotation `type`, which is
  /// `node` in the syntax tree.
  ast::VarRef findVar(Location loc, StringRef name, Type type,
                      const ast::TypeRef &node,
                      const ast::VirtualDevice *device = nullptr);
  /// The node that is the origin of `loc`. Null unless it equals the new node
  /// `made`: the same kind, children, type, span and contents.
  ast::ExprRef find(Location loc, const ast::Expr &made);
  /// The type parameters of the function that is the origin of `loc`, if they
  /// have these names.
  std::vector<ast::Ref<ast::TypeVar>> findTypeVars(Location loc,
                                                   ArrayAttr names) const;

  /// Turns the search off while an object of this class lives.
  class ScopedOff {
  public:
    explicit ScopedOff(NodeReuse &reuse)
        : reuse(reuse), origins(std::exchange(reuse.origins, nullptr)) {}
    ~ScopedOff() { reuse.origins = origins; }
    ScopedOff(const ScopedOff &) = delete;
    ScopedOff &operator=(const ScopedOff &) = delete;

  private:
    NodeReuse &reuse;
    const Origins *origins;
  };

private:
  Type getType(const ast::TypeRef &type, MLIRContext *context);
  bool haveSameDims(const ast::TypeRef &lhs, const ast::TypeRef &rhs) const;
  bool areSameTypes(const ast::TypeRef &lhs, const ast::TypeRef &rhs,
                    MLIRContext *context);
  /// Whether both are equal, and refer to the same nodes.
  bool areSame(const ast::Expr &lhs, const ast::Expr &rhs,
               MLIRContext *context);

  const Origins *origins;
  bool keepUntyped;
  bool hasNames;
  llvm::DenseSet<const ast::Expr *> found;
  // Types of nodes in MLIR.
  struct ConvertedType {
    ast::TypeRef node;
    Type type;
  };
  llvm::DenseMap<const ast::Type *, ConvertedType> types;
};

} // namespace mlir::relay

#endif // LIB_FRONTEND_BRIDGE_NODEREUSE_H
