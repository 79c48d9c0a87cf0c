//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversion of types between the abstract syntax tree and MLIR.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/TypeRange.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static FailureOr<SmallVector<Type>> convertTypes(Location loc,
                                                 ArrayRef<ast::TypeRef> types) {
  SmallVector<Type> result;
  for (const ast::TypeRef &type : types) {
    FailureOr<Type> converted = convertType(loc, type);
    if (failed(converted))
      return failure();
    result.push_back(*converted);
  }
  return result;
}

FailureOr<Type> relay::convertType(Location loc, const ast::TypeRef &type) {
  MLIRContext *context = loc.getContext();
  if (!type)
    return Type(UnknownType::get(context));
  switch (type->getKind()) {
  case ast::Type::Kind::Tensor: {
    auto &tensor = cast<ast::TensorType>(*type);
    FailureOr<Type> elementType = getElementType(loc, tensor.getDType());
    if (failed(elementType))
      return failure();
    SmallVector<int64_t> shape;
    for (const ast::Dim &dim : tensor.getShape())
      shape.push_back(dim.isStatic() ? dim.size : ShapedType::kDynamic);
    return Type(RankedTensorType::get(shape, *elementType));
  }
  case ast::Type::Kind::Tuple: {
    auto fields = convertTypes(loc, cast<ast::TupleType>(*type).getFields());
    if (failed(fields))
      return failure();
    return Type(TupleType::get(context, *fields));
  }
  case ast::Type::Kind::Func: {
    auto &function = cast<ast::FuncType>(*type);
    if (!function.getConstraints().empty())
      return emitError(loc, "constraints of types are not supported");
    auto params = convertTypes(loc, function.getParams());
    FailureOr<Type> result = convertType(loc, function.getResult());
    if (failed(params) || failed(result))
      return failure();
    return Type(FunctionType::get(context, *params, *result));
  }
  case ast::Type::Kind::Ref: {
    FailureOr<Type> value =
        convertType(loc, cast<ast::RefType>(*type).getValue());
    if (failed(value))
      return failure();
    return Type(RefType::get(*value));
  }
  case ast::Type::Kind::TypeVar:
    return Type(TypeVarType::get(context, cast<ast::TypeVar>(*type).getName()));
  case ast::Type::Kind::Incomplete:
    return Type(UnknownType::get(context));
  case ast::Type::Kind::GlobalTypeVar:
  case ast::Type::Kind::TypeCall:
    if (ast::isStorageType(*type))
      return Type(StorageType::get(context));
    return emitError(loc, "algebraic data types are not supported");
  case ast::Type::Kind::TypeData:
    return emitError(loc, "the definition of a type is not the type of a "
                          "value");
  case ast::Type::Kind::TypeRelation:
    return emitError(loc, "a relation between types is not the type of a "
                          "value");
  }
  return failure();
}

ast::TypeRef
relay::convertType(Type type,
                   const llvm::StringMap<ast::Ref<ast::TypeVar>> &typeVars) {
  auto convertAll = [&](TypeRange types) -> std::vector<ast::TypeRef> {
    std::vector<ast::TypeRef> result;
    for (Type t : types)
      result.push_back(convertType(t, typeVars));
    return result;
  };
  if (containsUnknown(type))
    return nullptr;
  return llvm::TypeSwitch<Type, ast::TypeRef>(type)
      .Case([](RankedTensorType tensor) {
        std::vector<ast::Dim> shape;
        for (int64_t size : tensor.getShape())
          shape.push_back(ShapedType::isDynamic(size) ? ast::Dim::any()
                                                      : ast::Dim(size));
        return ast::make<ast::TensorType>(std::move(shape),
                                          *getDType(tensor.getElementType()));
      })
      .Case([&](TupleType tuple) {
        return ast::make<ast::TupleType>(convertAll(tuple.getTypes()));
      })
      .Case([&](FunctionType function) -> ast::TypeRef {
        if (function.getNumResults() != 1)
          return nullptr;
        return ast::make<ast::FuncType>(
            std::vector<ast::Ref<ast::TypeVar>>(),
            convertAll(function.getInputs()),
            convertType(function.getResult(0), typeVars));
      })
      .Case([&](RefType ref) {
        return ast::make<ast::RefType>(convertType(ref.getPointee(), typeVars));
      })
      .Case([](StorageType) { return ast::makeStorageType(); })
      .Case([&](TypeVarType typeVar) -> ast::TypeRef {
        if (ast::Ref<ast::TypeVar> known = typeVars.lookup(typeVar.getName()))
          return known;
        return ast::make<ast::TypeVar>(typeVar.getName().str());
      })
      .Default([](Type) { return nullptr; });
}
