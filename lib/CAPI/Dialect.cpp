//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The relay dialect: its handle, types and attributes.
//
//===----------------------------------------------------------------------===//

#include "RelayLite-c/Dialect.h"
#include "ErrorReport.h"
#include "RelayLite/Dialect/Relay/IR/RelayAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"

using namespace mlir;
using namespace mlir::relay;
using capi::ErrorReport;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Relay, relay, RelayDialect)

/// Checks a handle and loads the dialect. Null after an error.
static MLIRContext *prepare(MlirContext context, ErrorReport &errors) {
  if (failed(errors.require(context)))
    return nullptr;
  unwrap(context)->loadDialect<RelayDialect>();
  return unwrap(context);
}

/// As dyn_cast, but of a null handle, too.
template <typename T>
static T dynCast(MlirType type) {
  return dyn_cast_or_null<T>(unwrap(type));
}

static VirtualDeviceAttr getDevice(MlirAttribute attr) {
  return dyn_cast_or_null<VirtualDeviceAttr>(unwrap(attr));
}

static std::string toText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool relayLiteTypeIsARelay(MlirType type) {
  return !mlirTypeIsNull(type) && isRelayType(unwrap(type));
}

bool relayLiteTypesAreCompatible(MlirType lhs, MlirType rhs) {
  return !mlirTypeIsNull(lhs) && !mlirTypeIsNull(rhs) &&
         areTypesCompatible(unwrap(lhs), unwrap(rhs));
}

bool relayLiteTypeIsAUnknown(MlirType type) {
  return bool(dynCast<UnknownType>(type));
}

MlirType relayLiteUnknownTypeGet(MlirContext context,
                                 MlirStringCallback onError, void *userData) {
  ErrorReport errors(onError, userData);
  MLIRContext *loaded = prepare(context, errors);
  return wrap(loaded ? Type(UnknownType::get(loaded)) : Type());
}

bool relayLiteTypeIsARef(MlirType type) { return bool(dynCast<RefType>(type)); }

MlirType relayLiteRefTypeGet(MlirType pointee, MlirStringCallback onError,
                             void *userData) {
  ErrorReport errors(onError, userData);
  if (mlirTypeIsNull(pointee)) {
    (void)errors.fail("expected the type of a value, but got a null handle");
    return wrap(Type());
  }
  if (!isRelayType(unwrap(pointee))) {
    (void)errors.fail("expected the type of a Relay value for a reference, "
                      "but got " +
                      toText(unwrap(pointee)));
    return wrap(Type());
  }
  prepare(mlirTypeGetContext(pointee), errors);
  return wrap(Type(RefType::get(unwrap(pointee))));
}

MlirType relayLiteRefTypeGetPointee(MlirType type) {
  auto ref = dynCast<RefType>(type);
  return wrap(ref ? ref.getPointee() : Type());
}

bool relayLiteTypeIsATypeVar(MlirType type) {
  return bool(dynCast<TypeVarType>(type));
}

MlirType relayLiteTypeVarTypeGet(MlirContext context, MlirStringRef name,
                                 MlirStringCallback onError, void *userData) {
  ErrorReport errors(onError, userData);
  MLIRContext *loaded = prepare(context, errors);
  if (!loaded || failed(errors.requireText(name, "the name of a type")))
    return wrap(Type());
  return wrap(Type(TypeVarType::get(loaded, unwrap(name))));
}

MlirStringRef relayLiteTypeVarTypeGetName(MlirType type) {
  auto var = dynCast<TypeVarType>(type);
  return wrap(var ? var.getName() : StringRef());
}

MlirType relayLiteElementTypeGet(MlirContext context, MlirStringRef name,
                                 MlirStringCallback onError, void *userData) {
  ErrorReport errors(onError, userData);
  MLIRContext *loaded = prepare(context, errors);
  if (!loaded || failed(errors.requireText(name, "the name of a type")))
    return wrap(Type());
  Type type = parseDTypeName(loaded, unwrap(name));
  if (!type)
    (void)errors.fail("no element type of Relay is called '" + unwrap(name) +
                      "'");
  return wrap(type);
}

MlirLogicalResult relayLiteElementTypeGetName(MlirType type,
                                              MlirStringCallback onName,
                                              void *nameUserData,
                                              MlirStringCallback onError,
                                              void *userData) {
  ErrorReport errors(onError, userData);
  if (mlirTypeIsNull(type))
    return wrap(errors.fail("expected an element type, but got a null handle"));
  if (!isElementType(unwrap(type)))
    return wrap(errors.fail("expected an element type of Relay, but got " +
                            toText(unwrap(type))));
  if (onName)
    onName(wrap(StringRef(getDTypeName(unwrap(type)))), nameUserData);
  return wrap(success());
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

bool relayLiteAttributeIsAVirtualDevice(MlirAttribute attr) {
  return bool(getDevice(attr));
}

MlirAttribute relayLiteVirtualDeviceAttrGet(
    MlirContext context, int32_t deviceType, int32_t id, MlirAttribute target,
    MlirStringRef memoryScope, MlirStringCallback onError, void *userData) {
  ErrorReport errors(onError, userData);
  MLIRContext *loaded = prepare(context, errors);
  if (!loaded || failed(errors.requireText(memoryScope, "the memory scope")))
    return wrap(Attribute());
  std::optional<DeviceType> device;
  if (deviceType != 0) {
    device = symbolizeDeviceType(deviceType);
    if (!device) {
      (void)errors.fail("no type of device has the number " +
                        Twine(deviceType));
      return wrap(Attribute());
    }
  }
  auto dictionary = dyn_cast_or_null<DictionaryAttr>(unwrap(target));
  if (!mlirAttributeIsNull(target)) {
    if (!dictionary) {
      (void)errors.fail("expected the target to be a dictionary");
      return wrap(Attribute());
    }
    if (dictionary.getContext() != loaded) {
      (void)errors.fail("the target belongs to another context");
      return wrap(Attribute());
    }
  }
  StringAttr scope;
  if (memoryScope.length)
    scope = StringAttr::get(loaded, unwrap(memoryScope));
  return wrap(Attribute(VirtualDeviceAttr::getChecked(
      [&] { return emitError(UnknownLoc::get(loaded)); }, loaded, device,
      id == -1 ? std::nullopt : std::optional<int32_t>(id), dictionary,
      scope)));
}

int32_t relayLiteVirtualDeviceAttrGetDeviceType(MlirAttribute attr) {
  VirtualDeviceAttr device = getDevice(attr);
  return device && device.getDevice() ? int32_t(*device.getDevice()) : 0;
}

int32_t relayLiteVirtualDeviceAttrGetId(MlirAttribute attr) {
  VirtualDeviceAttr device = getDevice(attr);
  return device ? device.getId().value_or(-1) : -1;
}

MlirAttribute relayLiteVirtualDeviceAttrGetTarget(MlirAttribute attr) {
  VirtualDeviceAttr device = getDevice(attr);
  return wrap(device ? Attribute(device.getTarget()) : Attribute());
}

MlirStringRef relayLiteVirtualDeviceAttrGetMemoryScope(MlirAttribute attr) {
  VirtualDeviceAttr device = getDevice(attr);
  return wrap(device && device.getMemoryScope()
                  ? device.getMemoryScope().getValue()
                  : StringRef());
}
