//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversion of types and constants between the abstract syntax tree and MLIR.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstring>

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
    std::string name = tensor.getDType().getName();
    Type elementType = parseDTypeName(context, name);
    if (!elementType)
      return emitError(loc, "element type '") << name << "' is not supported";
    SmallVector<int64_t> shape;
    for (const ast::Dim &dim : tensor.getShape())
      shape.push_back(dim.isStatic() ? dim.size : ShapedType::kDynamic);
    return Type(RankedTensorType::get(shape, elementType));
  }
  case ast::Type::Kind::Tuple: {
    auto fields = convertTypes(loc, cast<ast::TupleType>(*type).getFields());
    if (failed(fields))
      return failure();
    return Type(TupleType::get(context, *fields));
  }
  case ast::Type::Kind::Func: {
    auto &function = cast<ast::FuncType>(*type);
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
        return ast::make<ast::TensorType>(
            std::move(shape),
            *DType::parse(getDTypeName(tensor.getElementType())));
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
      .Case([&](TypeVarType typeVar) -> ast::TypeRef {
        if (ast::Ref<ast::TypeVar> known = typeVars.lookup(typeVar.getName()))
          return known;
        return ast::make<ast::TypeVar>(typeVar.getName().str());
      })
      .Default([](Type) { return nullptr; });
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

// Whether all elements of `size` bytes are the same; false for none.
static bool isSplat(ArrayRef<char> bytes, size_t size) {
  return bytes.size() >= size && size != 0 &&
         std::memcmp(bytes.data(), bytes.data() + size, bytes.size() - size) ==
             0;
}

FailureOr<ElementsAttr> relay::convertConstant(Location loc,
                                               const NDArray &value) {
  std::string name = value.getDType().getName();
  Type elementType = parseDTypeName(loc.getContext(), name);
  if (!elementType)
    return emitError(loc, "element type '") << name << "' is not supported";
  auto type = RankedTensorType::get(value.getShape(), elementType);
  ArrayRef<char> bytes = value.getBytes();
  if (value.getDType().isBool()) {
    SmallVector<bool> bits(bytes.begin(), bytes.end());
    return ElementsAttr(DenseElementsAttr::get(type, ArrayRef<bool>(bits)));
  }
  size_t size = value.getDType().getByteSize();
  if (isSplat(bytes, size))
    bytes = bytes.take_front(size);
  return ElementsAttr(DenseElementsAttr::getFromRawBuffer(type, bytes));
}

static FailureOr<NDArray> convertResource(Location loc, DType dtype,
                                          DenseResourceElementsAttr value) {
  AsmResourceBlob *blob = value.getRawHandle().getBlob();
  StringRef key = value.getRawHandle().getKey();
  if (!blob)
    return emitError(loc, "resource '") << key << "' is missing";
  ArrayRef<int64_t> shape = value.getType().getShape();
  uint64_t size = value.getNumElements() * dtype.getByteSize();
  if (blob->getData().size() != size)
    return emitError(loc, "expected resource '")
           << key << "' to hold " << size << " bytes, but it holds "
           << blob->getData().size();
  return NDArray::copy(dtype, shape, blob->getData());
}

FailureOr<NDArray> relay::convertConstant(Location loc, ElementsAttr value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !isElementType(type.getElementType()))
    return emitError(loc, "expected a constant of a Relay tensor, but got ")
           << value.getType();
  DType dtype = *DType::parse(getDTypeName(type.getElementType()));
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    return convertResource(loc, dtype, resource);
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense)
    return emitError(loc, "expected a dense constant");
  size_t elementSize = dtype.getByteSize();
  if (dtype.isBool()) {
    auto bits = llvm::map_to_vector(
        dense.getValues<bool>(), [](bool b) { return static_cast<char>(b); });
    return NDArray::copy(dtype, type.getShape(), bits);
  }
  if (!dense.isSplat())
    return NDArray::copy(dtype, type.getShape(), dense.getRawData());
  SmallVector<char> bytes(elementSize * type.getNumElements());
  for (size_t i = 0; i < bytes.size(); i += elementSize)
    std::memcpy(bytes.data() + i, dense.getRawData().data(), elementSize);
  return NDArray::copy(dtype, type.getShape(), bytes);
}
