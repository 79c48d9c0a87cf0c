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

namespace {
/// Converts types of the syntax tree.
class TypeLowering {
public:
  /// The type of incomplete types is `incomplete`. `hasData` says whether an
  /// algebraic data type is no error.
  TypeLowering(Location loc, Type incomplete, bool hasData = false)
      : loc(loc), incomplete(incomplete), hasData(hasData) {}

  FailureOr<Type> convert(const ast::TypeRef &type);

private:
  FailureOr<SmallVector<Type>> convertAll(ArrayRef<ast::TypeRef> types);
  FailureOr<Type> convertTensor(const ast::TensorType &tensor);
  FailureOr<Type> convertFunction(const ast::FuncType &function);
  FailureOr<Type> convertData(const ast::Type &type);

  Location loc;
  Type incomplete;
  bool hasData;
};
} // namespace

FailureOr<SmallVector<Type>>
TypeLowering::convertAll(ArrayRef<ast::TypeRef> types) {
  SmallVector<Type> result;
  for (const ast::TypeRef &type : types) {
    FailureOr<Type> converted = convert(type);
    if (failed(converted))
      return failure();
    result.push_back(*converted);
  }
  return result;
}

FailureOr<Type> TypeLowering::convertTensor(const ast::TensorType &tensor) {
  FailureOr<Type> elementType = getElementType(loc, tensor.getDType());
  if (failed(elementType))
    return failure();
  SmallVector<int64_t> shape;
  for (const ast::Dim &dim : tensor.getShape())
    shape.push_back(dim.isStatic() ? dim.size : ShapedType::kDynamic);
  return Type(RankedTensorType::get(shape, *elementType));
}

FailureOr<Type> TypeLowering::convertFunction(const ast::FuncType &function) {
  if (!function.getConstraints().empty())
    return emitError(loc, "constraints of types are not supported");
  auto params = convertAll(function.getParams());
  FailureOr<Type> result = convert(function.getResult());
  if (failed(params) || failed(result))
    return failure();
  return Type(FunctionType::get(loc.getContext(), *params, *result));
}

// An algebraic data type: its name, or a call of that.
FailureOr<Type> TypeLowering::convertData(const ast::Type &type) {
  if (ast::isStorageType(type))
    return Type(StorageType::get(loc.getContext()));
  if (!hasData)
    return emitError(loc, "algebraic data types are not supported");
  auto *call = dyn_cast<ast::TypeCall>(&type);
  auto *name =
      dyn_cast<ast::GlobalTypeVar>(call ? call->getCallee().get() : &type);
  if (!name)
    return emitError(loc, "a type call has a callee that is not the name of a "
                          "type");
  SmallVector<Type> args;
  if (call) {
    auto converted = convertAll(call->getArgs());
    if (failed(converted))
      return failure();
    args = std::move(*converted);
  }
  return Type(DataType::get(
      loc.getContext(),
      FlatSymbolRefAttr::get(loc.getContext(), name->getName()), args));
}

FailureOr<Type> TypeLowering::convert(const ast::TypeRef &type) {
  MLIRContext *context = loc.getContext();
  if (!type)
    return Type(UnknownType::get(context));
  switch (type->getKind()) {
  case ast::Type::Kind::Tensor:
    return convertTensor(cast<ast::TensorType>(*type));
  case ast::Type::Kind::Tuple: {
    auto fields = convertAll(cast<ast::TupleType>(*type).getFields());
    if (failed(fields))
      return failure();
    return Type(TupleType::get(context, *fields));
  }
  case ast::Type::Kind::Func:
    return convertFunction(cast<ast::FuncType>(*type));
  case ast::Type::Kind::Ref: {
    FailureOr<Type> value = convert(cast<ast::RefType>(*type).getValue());
    if (failed(value))
      return failure();
    return Type(RefType::get(*value));
  }
  case ast::Type::Kind::TypeVar:
    return Type(TypeVarType::get(context, cast<ast::TypeVar>(*type).getName()));
  case ast::Type::Kind::Incomplete:
    return incomplete;
  case ast::Type::Kind::GlobalTypeVar:
  case ast::Type::Kind::TypeCall:
    return convertData(*type);
  case ast::Type::Kind::TypeData:
    return emitError(loc, "the definition of a type is not the type of a "
                          "value");
  case ast::Type::Kind::TypeRelation:
    return emitError(loc, "a relation between types is not the type of a "
                          "value");
  }
  return failure();
}

FailureOr<Type> relay::convertType(Location loc, const ast::TypeRef &type) {
  return TypeLowering(loc, UnknownType::get(loc.getContext())).convert(type);
}

FailureOr<Type> relay::convertInferredType(Location loc,
                                           const ast::TypeRef &type) {
  return TypeLowering(loc, OpaqueValueType::get(loc.getContext()))
      .convert(type);
}

FailureOr<Type> relay::convertFieldType(Location loc,
                                        const ast::TypeRef &type) {
  return TypeLowering(loc, UnknownType::get(loc.getContext()),
                      /*hasData=*/true)
      .convert(type);
}

ast::TypeRef relay::convertType(
    Type type, const llvm::StringMap<ast::Ref<ast::TypeVar>> &typeVars,
    const llvm::StringMap<ast::Ref<ast::GlobalTypeVar>> &typeNames) {
  auto convertAll = [&](TypeRange types) -> std::vector<ast::TypeRef> {
    std::vector<ast::TypeRef> result;
    for (Type t : types)
      result.push_back(convertType(t, typeVars, typeNames));
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
            convertType(function.getResult(0), typeVars, typeNames));
      })
      .Case([&](RefType ref) {
        return ast::make<ast::RefType>(
            convertType(ref.getPointee(), typeVars, typeNames));
      })
      .Case([&](DataType data) -> ast::TypeRef {
        StringRef name = data.getDefinition().getValue();
        ast::Ref<ast::GlobalTypeVar> known = typeNames.lookup(name);
        return ast::make<ast::TypeCall>(
            known ? ast::TypeRef(known)
                  : ast::make<ast::GlobalTypeVar>(name.str()),
            convertAll(data.getArguments()));
      })
      .Case([](StorageType) { return ast::makeStorageType(); })
      .Case([](OpaqueValueType) { return ast::make<ast::IncompleteType>(); })
      .Case([&](TypeVarType typeVar) -> ast::TypeRef {
        if (ast::Ref<ast::TypeVar> known = typeVars.lookup(typeVar.getName()))
          return known;
        return ast::make<ast::TypeVar>(typeVar.getName().str());
      })
      .Default([](Type) { return nullptr; });
}
