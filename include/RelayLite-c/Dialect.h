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

#ifndef RELAYLITE_C_DIALECT_H
#define RELAYLITE_C_DIALECT_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Relay, relay);

// A function that ends in `onError` and `userData` gives the text of its errors
// to `onError`, if that is not null, at most once and before it returns. It
// then returns a null handle, or a failure. Those that make a type or an
// attribute load the dialect into the context.

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Whether `type` may be the type of a value of Relay.
MLIR_CAPI_EXPORTED bool relayLiteTypeIsARelay(MlirType type);

/// Whether a value of one type may be used where the other is expected.
MLIR_CAPI_EXPORTED bool relayLiteTypesAreCompatible(MlirType lhs, MlirType rhs);

/// `!relay.unknown`.
MLIR_CAPI_EXPORTED bool relayLiteTypeIsAUnknown(MlirType type);
MLIR_CAPI_EXPORTED MlirType relayLiteUnknownTypeGet(MlirContext context,
                                                    MlirStringCallback onError,
                                                    void *userData);

/// `!relay.ref<pointee>`. The pointee of another type is null.
MLIR_CAPI_EXPORTED bool relayLiteTypeIsARef(MlirType type);
MLIR_CAPI_EXPORTED MlirType relayLiteRefTypeGet(MlirType pointee,
                                                MlirStringCallback onError,
                                                void *userData);
MLIR_CAPI_EXPORTED MlirType relayLiteRefTypeGetPointee(MlirType type);

/// `!relay.type_var<"name">`. The name of another type is empty.
MLIR_CAPI_EXPORTED bool relayLiteTypeIsATypeVar(MlirType type);
MLIR_CAPI_EXPORTED MlirType relayLiteTypeVarTypeGet(MlirContext context,
                                                    MlirStringRef name,
                                                    MlirStringCallback onError,
                                                    void *userData);
MLIR_CAPI_EXPORTED MlirStringRef relayLiteTypeVarTypeGetName(MlirType type);

/// The element type with TVM's name `name`, such as `float32` or `bool`.
MLIR_CAPI_EXPORTED MlirType relayLiteElementTypeGet(MlirContext context,
                                                    MlirStringRef name,
                                                    MlirStringCallback onError,
                                                    void *userData);

/// Gives TVM's name of an element type to `onName`.
MLIR_CAPI_EXPORTED MlirLogicalResult relayLiteElementTypeGetName(
    MlirType type, MlirStringCallback onName, void *nameUserData,
    MlirStringCallback onError, void *userData);

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// `#relay.virtual_device<...>`. A part that does not matter is 0
/// (`deviceType`), -1 (`id`), null (`target`, a dictionary) or empty
/// (`memoryScope`). The numbers of device types are those of DLPack and TVM.
MLIR_CAPI_EXPORTED bool relayLiteAttributeIsAVirtualDevice(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirAttribute relayLiteVirtualDeviceAttrGet(
    MlirContext context, int32_t deviceType, int32_t id, MlirAttribute target,
    MlirStringRef memoryScope, MlirStringCallback onError, void *userData);

/// The parts, as above. No part of another attribute matters.
MLIR_CAPI_EXPORTED int32_t
relayLiteVirtualDeviceAttrGetDeviceType(MlirAttribute attr);
MLIR_CAPI_EXPORTED int32_t relayLiteVirtualDeviceAttrGetId(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirAttribute
relayLiteVirtualDeviceAttrGetTarget(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirStringRef
relayLiteVirtualDeviceAttrGetMemoryScope(MlirAttribute attr);

#ifdef __cplusplus
}
#endif

#endif // RELAYLITE_C_DIALECT_H
