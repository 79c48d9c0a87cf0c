//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Symbolic dimensions of the values of a module. In MLIR they are dynamic;
// parameters of functions have an attribute with the expressions.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FRONTEND_BRIDGE_DIMNAMES_H
#define LIB_FRONTEND_BRIDGE_DIMNAMES_H

#include "DimFormulas.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

namespace mlir::relay {

/// Whether `type` has a symbolic dimension.
bool hasSymbols(const ast::TypeRef &type);

/// All dimensions of the tensors in a type, in order.
std::vector<ast::Dim> getDims(const ast::TypeRef &type);
bool areEqualDims(ArrayRef<ast::Dim> lhs, ArrayRef<ast::Dim> rhs);

/// The value of `relay.dims` for a parameter of type `type`.
ArrayAttr lowerDims(Builder &builder, const ast::TypeRef &type);

/// Puts `dims` in place of the dimensions of `type` that are any.
ast::TypeRef setDims(const ast::TypeRef &type, const DimList &dims,
                     ast::DimObjects &objects);

class SliceLikeOp;

/// The symbolic dimensions of all values, as they follow from those of the
/// parameters.
class DimNames {
public:
  /// Finds nothing in a module whose parameters have no symbolic dimensions.
  explicit DimNames(ModuleOp module);

  bool empty() const { return values.empty(); }
  /// Emits an error and fails if dimensions do not broadcast.
  LogicalResult check() const;
  /// The dimensions of a value; null if none has a name.
  const DimList *lookup(Value value) const {
    auto it = values.find(value);
    return it == values.end() ? nullptr : &it->second;
  }
  /// The same for the parameters and the result of a function.
  const DimList *lookup(func::FuncOp function) const {
    auto it = signatures.find(function);
    return it == signatures.end() ? nullptr : &it->second;
  }

private:
  void set(Value value, DimList dims);
  void setParams(Block::BlockArgListType params, ArrayAttr argAttrs);
  /// The dimensions of a function with these parameters and this result.
  DimList getSignature(Block::BlockArgListType params, Value result) const;
  void visitFunction(func::FuncOp function, unsigned depth);
  void visitBlock(Block &block, unsigned depth);
  void visit(Operation *op, unsigned depth);
  template <typename OpT>
  void visitLiteral(OpT op, unsigned depth);
  void visitIf(Operation *op, unsigned depth);
  void visitCall(Operation *op, FunctionType type, const DimList *callee,
                 ValueRange arguments);
  void visitOperator(Operation *op);
  void checkBroadcast(Operation *op);
  void visitSliceLike(SliceLikeOp op);
  void inferOperands(Operation *op);
  std::vector<ast::DimExpr> getUnknowns(ValueRange values) const;
  /// The type of `value` with sizes in place of `unknowns`.
  Type getSample(Value value, ArrayRef<ast::DimExpr> unknowns,
                 ArrayRef<int64_t> sizes) const;

  SymbolTable symbols;
  DenseMap<Value, DimList> values;
  DenseMap<Operation *, DimList> signatures;
  DenseSet<Operation *> visited;
  /// The first operator whose operands do not broadcast, with a dimension of
  /// its result counted from the end, and the two sizes.
  struct Conflict {
    Operation *op;
    int64_t dim;
    ast::DimExpr lhs, rhs;
  };
  std::optional<Conflict> conflict;
  /// Parameters of functions whose attributes say nothing of dimensions.
  DenseSet<Value> open;
};

} // namespace mlir::relay

#endif // LIB_FRONTEND_BRIDGE_DIMNAMES_H
