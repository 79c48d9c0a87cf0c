//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes of the relay dialect.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::relay;

#include "RelayLite/Dialect/Relay/IR/RelayEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "RelayLite/Dialect/Relay/IR/RelayAttributes.cpp.inc"

void RelayDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "RelayLite/Dialect/Relay/IR/RelayAttributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// VirtualDeviceAttr
//===----------------------------------------------------------------------===//

/// Whether `value` is a text or a number.
static bool isTargetScalar(Attribute value) {
  auto integer = dyn_cast<IntegerAttr>(value);
  return isa<StringAttr>(value) ||
         (integer && integer.getType().isSignlessInteger() &&
          integer.getType().getIntOrFloatBitWidth() <= 64);
}

/// Whether `value` is a scalar or a list of such.
static bool isTargetValue(Attribute value) {
  auto list = dyn_cast<ArrayAttr>(value);
  return list ? llvm::all_of(list, isTargetScalar) : isTargetScalar(value);
}

/// Whether an entry of a target has the form that its name requires.
static bool isTargetEntry(NamedAttribute entry) {
  Attribute value = entry.getValue();
  StringRef name = entry.getName();
  if (name == "kind" || name == "tag")
    return isa<StringAttr>(value);
  if (name == "keys" || name == "default_keys") {
    auto keys = dyn_cast<ArrayAttr>(value);
    return keys && llvm::all_of(keys, llvm::IsaPred<StringAttr>);
  }
  if (name == "default_device_type")
    return isa<IntegerAttr>(value) && isTargetScalar(value);
  if (name == "host")
    return isa<DictionaryAttr>(value);
  if (name == "features") {
    auto features = dyn_cast<DictionaryAttr>(value);
    return features && llvm::all_of(features, [](NamedAttribute feature) {
             return isTargetValue(feature.getValue());
           });
  }
  return isTargetValue(value);
}

LogicalResult
VirtualDeviceAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                          std::optional<DeviceType> device,
                          std::optional<int32_t> id, DictionaryAttr target,
                          StringAttr memoryScope) {
  if (id && *id < 0)
    return emitError() << "expected the number of a device to be at least 0, "
                          "but got "
                       << *id;
  if (memoryScope && memoryScope.empty())
    return emitError() << "expected 'memory_scope' to be absent or not empty";
  if (target && !device)
    return emitError() << "expected a 'device' for the 'target'";
  // A host may have a host.
  for (; target; target = target.getAs<DictionaryAttr>("host")) {
    if (!target.getAs<StringAttr>("kind"))
      return emitError() << "expected a string 'kind' in the target " << target;
    for (NamedAttribute entry : target)
      if (!isTargetEntry(entry))
        return emitError() << "unexpected value of '"
                           << entry.getName().strref() << "' in the target "
                           << target;
  }
  return success();
}
