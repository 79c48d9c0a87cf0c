//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that annotate expressions: type inference.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

FailureOr<Type>
AnnotationBitpackEndOp::inferResultType(std::optional<Location> loc,
                                        Adaptor adaptor) {
  return adaptor.getData().getType();
}

FailureOr<Type>
AnnotationBitpackStartOp::inferResultType(std::optional<Location> loc,
                                          Adaptor adaptor) {
  return adaptor.getData().getType();
}

FailureOr<Type>
AnnotationCastHintOp::inferResultType(std::optional<Location> loc,
                                      Adaptor adaptor) {
  return adaptor.getData().getType();
}

FailureOr<Type>
AnnotationCheckpointOp::inferResultType(std::optional<Location> loc,
                                        Adaptor adaptor) {
  return adaptor.getData().getType();
}

FailureOr<Type>
AnnotationCompilerBeginOp::inferResultType(std::optional<Location> loc,
                                           Adaptor adaptor) {
  return adaptor.getData().getType();
}

FailureOr<Type>
AnnotationCompilerEndOp::inferResultType(std::optional<Location> loc,
                                         Adaptor adaptor) {
  return adaptor.getData().getType();
}

FailureOr<Type>
AnnotationStopFusionOp::inferResultType(std::optional<Location> loc,
                                        Adaptor adaptor) {
  return adaptor.getData().getType();
}

FailureOr<Type>
AnnotationWithFuncidOp::inferResultType(std::optional<Location> loc,
                                        Adaptor adaptor) {
  return adaptor.getFunc().getType();
}

FailureOr<Type> DebugOp::inferResultType(std::optional<Location> loc,
                                         Adaptor adaptor) {
  return adaptor.getProgram().getType();
}

FailureOr<Type> OnDeviceOp::inferResultType(std::optional<Location> loc,
                                            Adaptor adaptor) {
  return adaptor.getBody().getType();
}

LogicalResult OnDeviceOp::verify() {
  if (getVirtualDevice().isUnconstrained() &&
      (getConstrainBody() || getConstrainResult()))
    return emitOpError("expected a constrained 'virtual_device'");
  return success();
}

FailureOr<Type> DeviceCopyOp::inferResultType(std::optional<Location> loc,
                                              Adaptor adaptor) {
  return adaptor.getData().getType();
}

LogicalResult DeviceCopyOp::verify() {
  if (getSrcVirtualDevice().isUnconstrained())
    return emitOpError("expected a constrained 'src_virtual_device'");
  if (getDstVirtualDevice().isUnconstrained())
    return emitOpError("expected a constrained 'dst_virtual_device'");
  return success();
}
