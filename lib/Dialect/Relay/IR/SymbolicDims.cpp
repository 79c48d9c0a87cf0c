//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dimensions of parameters that have the same name.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/SymbolicDims.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::relay;

/// Calls `fn` with the dimensions of all tensors in `type`, as ParameterDim.
static void forEachDim(Type type, ParameterDim &at,
                       function_ref<void(const ParameterDim &)> fn) {
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    for (at.dim = 0; at.dim < tensor.getRank(); ++at.dim)
      fn(at);
    return;
  }
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple)
    return;
  for (auto [i, field] : llvm::enumerate(tuple.getTypes())) {
    at.fields.push_back(i);
    forEachDim(field, at, fn);
    at.fields.pop_back();
  }
}

/// The name of a dimension that is a variable; empty for others.
static StringRef getVariable(Attribute dim) {
  if (auto list = dyn_cast<ArrayAttr>(dim);
      list && list.size() == 3 &&
      llvm::all_of(list, llvm::IsaPred<StringAttr>)) {
    StringRef head = cast<StringAttr>(list[0]).getValue();
    if (head == "Var" || head == "SizeVar")
      dim = list[1];
  }
  auto name = dyn_cast<StringAttr>(dim);
  return name ? name.getValue() : StringRef();
}

SmallVector<EqualDims> relay::getEqualDims(func::FuncOp function) {
  SmallVector<EqualDims> result;
  if (!function.getArgAttrsAttr())
    return result;
  llvm::StringMap<ParameterDim> named;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto dims = function.getArgAttrOfType<ArrayAttr>(i, fnattr::dims);
    if (!dims)
      continue;
    SmallVector<ParameterDim> places;
    ParameterDim at{unsigned(i), {}, 0};
    forEachDim(type, at,
               [&](const ParameterDim &place) { places.push_back(place); });
    // A pass has given the parameter another type.
    if (places.size() != dims.size())
      continue;
    for (auto [place, dim] : llvm::zip_equal(places, dims)) {
      StringRef name = getVariable(dim);
      if (name.empty())
        continue;
      auto [it, isNew] = named.try_emplace(name, place);
      if (!isNew)
        result.push_back({name.str(), it->second, place});
    }
  }
  return result;
}

static std::string describe(func::FuncOp function, const ParameterDim &at) {
  auto name =
      function.getArgAttrOfType<StringAttr>(at.parameter, fnattr::paramName);
  std::string text = "dimension " + std::to_string(at.dim) + " of ";
  for (unsigned field : llvm::reverse(at.fields))
    text += "field " + std::to_string(field) + " of ";
  return text +
         (name ? "%" + name.str() : "argument " + std::to_string(at.parameter));
}

std::string relay::describeMismatch(func::FuncOp function,
                                    const EqualDims &dims, StringRef size,
                                    StringRef expected) {
  return describe(function, dims.other) + " has size " + size.str() +
         ", expected " + expected.str() + " as " +
         describe(function, dims.first) + " has: both are `" + dims.name + "`";
}
