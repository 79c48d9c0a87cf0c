//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finding the nodes that operations of a function come from and still stand
// for.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FRONTEND_BRIDGE_NODEREUSE_H
#define LIB_FRONTEND_BRIDGE_NODEREUSE_H

#include "RelayLite/Frontend/Raising.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::relay {

/// One object for each function that is raised. Every node is found once: where
/// a pass has copied an operation, the copy is a node of its own.
class NodeReuse {
public:
  /// Without a table of origins, nothing is found.
  explicit NodeReuse(const RaisingOptions &options)
      : origins(options.origins), keepUntyped(options.keepUntyped) {}

  bool keepsUntyped() const { return keepUntyped; }
  /// Whether what `loc` comes from is a function without the type of a result,
  /// and stays so.
  bool staysUnannotated(Location loc) const;

  /// The variable that `loc` comes from, or that the let binds that it comes
  /// from, if it is annotated with `type` and has the name and device; or null.
  ast::VarRef findVar(Location loc, StringRef name, Type type,
                      const ast::VirtualDevice *device = nullptr);
  /// The node that `loc` comes from, if it is as `made`, a new one: of the same
  /// kind, on the same nodes, and otherwise equal, type and span included. Or
  /// null.
  ast::ExprRef find(Location loc, const ast::Expr &made);
  /// The type parameters of the function that `loc` comes from, if they have
  /// these names; or none.
  std::vector<ast::Ref<ast::TypeVar>> findTypeVars(Location loc,
                                                   ArrayAttr names) const;

  /// Nothing is found while one lives.
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
  bool areSameTypes(const ast::TypeRef &lhs, const ast::TypeRef &rhs,
                    MLIRContext *context);
  /// Whether both are equal, and refer to the same nodes.
  bool areSame(const ast::Expr &lhs, const ast::Expr &rhs,
               MLIRContext *context);

  const Origins *origins;
  bool keepUntyped;
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
