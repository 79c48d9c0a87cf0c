//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The algebra of types with holes. Recursion follows the nesting of one type.
//
//===----------------------------------------------------------------------===//

#include "TypeUnification.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "RelayLite/Dialect/Relay/IR/TypeJoin.h"
#include "mlir/IR/TypeRange.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::relay;

/// The parts of a type that is made of types.
static SmallVector<Type> getParts(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::to_vector(tuple.getTypes());
  if (auto ref = dyn_cast<RefType>(type))
    return {ref.getPointee()};
  if (auto function = dyn_cast<FunctionType>(type)) {
    SmallVector<Type> parts(function.getInputs());
    llvm::append_range(parts, function.getResults());
    return parts;
  }
  return {};
}

/// A type like `type` made of `parts`.
static Type withParts(Type type, ArrayRef<Type> parts) {
  if (isa<TupleType>(type))
    return TupleType::get(type.getContext(), parts);
  if (isa<RefType>(type))
    return RefType::get(parts.front());
  auto function = cast<FunctionType>(type);
  return FunctionType::get(type.getContext(),
                           parts.take_front(function.getNumInputs()),
                           parts.drop_front(function.getNumInputs()));
}

/// Whether `a` and `b` are made of parts in the same way.
static bool haveSameForm(Type a, Type b) {
  if (auto function = dyn_cast<FunctionType>(a)) {
    auto other = dyn_cast<FunctionType>(b);
    return other && function.getNumInputs() == other.getNumInputs() &&
           function.getNumResults() == other.getNumResults();
  }
  if (auto tuple = dyn_cast<TupleType>(a)) {
    auto other = dyn_cast<TupleType>(b);
    return other && tuple.size() == other.size();
  }
  return isa<RefType>(a) && isa<RefType>(b);
}

/// Merge two tensor types. If one dimension is static and the other is dynamic,
/// keep the static one if `isStaticKept`.
static Type mergeTensors(RankedTensorType a, RankedTensorType b,
                         bool isStaticKept) {
  return mergeTensorTypes(a, b,
                          [=](int64_t m, int64_t n) -> std::optional<int64_t> {
                            if (ShapedType::isDynamic(m))
                              return isStaticKept ? n : m;
                            if (ShapedType::isDynamic(n))
                              return isStaticKept ? m : n;
                            return std::nullopt;
                          });
}

static Type merge(Type a, Type b, bool isStaticKept) {
  if (a == b || isa<UnknownType>(b))
    return a;
  if (isa<UnknownType>(a))
    return b;
  auto tensorA = dyn_cast<RankedTensorType>(a);
  auto tensorB = dyn_cast<RankedTensorType>(b);
  if (tensorA && tensorB)
    return mergeTensors(tensorA, tensorB, isStaticKept);
  if (!haveSameForm(a, b))
    return {};
  SmallVector<Type> parts;
  for (auto [partA, partB] : llvm::zip_equal(getParts(a), getParts(b))) {
    parts.push_back(merge(partA, partB, isStaticKept));
    if (!parts.back())
      return {};
  }
  return withParts(a, parts);
}

Type relay::unifyTypes(Type a, Type b) {
  return merge(a, b, /*isStaticKept=*/false);
}

Type relay::refineTypes(Type a, Type b) {
  return merge(a, b, /*isStaticKept=*/true);
}

Type relay::fillHoles(Type declared, Type current, Type info) {
  if (isa<UnknownType>(info) || current == info)
    return current;
  if (isa<UnknownType>(declared))
    return unifyTypes(current, info);
  if (!haveSameForm(current, info) || !haveSameForm(declared, current))
    return areTypesCompatible(current, info) ? current : Type();
  SmallVector<Type> parts;
  for (auto [partOfDeclared, part, partOfInfo] :
       llvm::zip_equal(getParts(declared), getParts(current), getParts(info))) {
    parts.push_back(fillHoles(partOfDeclared, part, partOfInfo));
    if (!parts.back())
      return {};
  }
  return withParts(current, parts);
}

void relay::bindTypeVars(Type parameter, Type argument,
                         llvm::StringMap<Type> &bindings) {
  if (auto var = dyn_cast<TypeVarType>(parameter)) {
    auto it = bindings.find(var.getName());
    if (it != bindings.end())
      if (Type unified = unifyTypes(it->second, argument))
        it->second = unified;
    return;
  }
  if (!haveSameForm(parameter, argument))
    return;
  for (auto [a, b] : llvm::zip_equal(getParts(parameter), getParts(argument)))
    bindTypeVars(a, b, bindings);
}
