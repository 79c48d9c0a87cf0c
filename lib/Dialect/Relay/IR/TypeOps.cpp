//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions of types: verification.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::relay;

// A definition counts even if nothing in the module refers to it.
bool TypeDataOp::canDiscardOnUseEmpty() { return false; }

/// Whether a field of a constructor may have the type.
static bool isFieldType(Type type) {
  if (auto data = dyn_cast<DataType>(type))
    return llvm::all_of(data.getArguments(), isFieldType);
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::all_of(tuple.getTypes(), isFieldType);
  if (auto ref = dyn_cast<RefType>(type))
    return isFieldType(ref.getPointee());
  if (auto function = dyn_cast<FunctionType>(type))
    return function.getNumResults() == 1 &&
           llvm::all_of(function.getInputs(), isFieldType) &&
           isFieldType(function.getResult(0));
  return isRelayType(type) && !isa<UnknownType>(type);
}

LogicalResult TypeDataOp::verify() {
  llvm::StringSet<> params, names;
  if (ArrayAttr typeParams = getTypeParamsAttr())
    for (StringRef param : typeParams.getAsValueRange<StringAttr>())
      if (!params.insert(param).second)
        return emitOpError("type parameter '")
               << param << "' is declared more than once";
  for (auto constructor : getConstructors().getAsRange<ConstructorAttr>()) {
    StringRef name = constructor.getName().getValue();
    if (!names.insert(name).second)
      return emitOpError("constructor '")
             << name << "' is defined more than once";
    for (Type field : constructor.getFields()) {
      if (!isFieldType(field))
        return emitOpError("constructor '")
               << name << "' cannot have a field of type " << field;
      WalkResult result = field.walk([&](TypeVarType var) {
        if (params.contains(var.getName()))
          return WalkResult::advance();
        emitOpError("type parameter '") << var.getName() << "' is not declared";
        return WalkResult::interrupt();
      });
      if (result.wasInterrupted())
        return failure();
    }
  }
  return success();
}

/// Verifies that an algebraic data type refers to a definition and has one
/// argument for each of its parameters.
static LogicalResult verifyReference(TypeDataOp op, DataType type,
                                     SymbolTableCollection &tables) {
  StringRef name = type.getDefinition().getValue();
  auto definition =
      tables.lookupNearestSymbolFrom<TypeDataOp>(op, type.getDefinition());
  if (!definition)
    return op.emitOpError("type '") << name << "' is not defined";
  ArrayAttr params = definition.getTypeParamsAttr();
  size_t numParams = params ? params.size() : 0;
  if (type.getArguments().size() != numParams)
    return op.emitOpError("type '")
           << name << "' takes " << numParams << " type arguments, but got "
           << type.getArguments().size();
  return success();
}

LogicalResult TypeDataOp::verifySymbolUses(SymbolTableCollection &tables) {
  for (auto constructor : getConstructors().getAsRange<ConstructorAttr>())
    for (Type field : constructor.getFields()) {
      WalkResult result = field.walk([&](DataType type) -> WalkResult {
        return verifyReference(*this, type, tables);
      });
      if (result.wasInterrupted())
        return failure();
    }
  return success();
}
