//===- Operators that annotate expressions ---------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_ANNOTATIONOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_ANNOTATIONOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

// An operator whose value is that of its operand.
class Relay_AnnotationOperator<string mnemonic>
    : Relay_Operator<mnemonic, Relay_Opaque, [Relay_Identity]> {
  let returns = "A value of the type of the operand.";
}

def Relay_AnnotationBitpackEndOp
    : Relay_AnnotationOperator<"annotation.bitpack_end"> {
  let summary = "a value where the part on packed bits ends";
  let semantics = [{
    The value of `data`. A pass that packs bits works on the operations between
    `bitpack_start` and `bitpack_end`.
  }];
  let example = "%0 = relay.annotation.bitpack_end %x : (tensor<2x3xf32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Value:$data);
}

def Relay_AnnotationBitpackStartOp
    : Relay_AnnotationOperator<"annotation.bitpack_start"> {
  let summary = "a value where the part on packed bits starts";
  let semantics = [{
    The value of `data`. A pass that packs bits works on the operations between
    `bitpack_start` and `bitpack_end`.
  }];
  let example = "%0 = relay.annotation.bitpack_start %x : (tensor<2x3xf32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Value:$data);
}

def Relay_AnnotationCastHintOp
    : Relay_AnnotationOperator<"annotation.cast_hint"> {
  let summary = "a value that may be held in another element type";
  let semantics = [{
    The value of `data`, whose elements TVM's quantization may convert to `dtype`.
  }];
  let example = "%0 = relay.annotation.cast_hint %x {dtype = i8} : (tensor<2x3xf32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Value:$data, Relay_DType:$dtype);
  let tvm = Relay_TVM<attrs = "CastHintAttrs", declared = false>;
}

def Relay_AnnotationCheckpointOp
    : Relay_AnnotationOperator<"annotation.checkpoint"> {
  let summary = "a value that a gradient computes again";
  let semantics = [{
    The value of `data`. A gradient of the program computes it again where it
    needs it, to use less memory.
  }];
  let example = "%0 = relay.annotation.checkpoint %x : (tensor<2x3xf32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Value:$data);
}

def Relay_AnnotationCompilerBeginOp
    : Relay_AnnotationOperator<"annotation.compiler_begin"> {
  let summary = "a value where the part for another compiler begins";
  let semantics = [{
    The value of `data`. The operations between `compiler_begin` and
    `compiler_end` are for the compiler of the name `compiler`.
  }];
  let example = [{%0 = relay.annotation.compiler_begin %x {compiler = "dnnl"} : (tensor<2x3xf32>) -> tensor<2x3xf32>}];
  let arguments = (ins Relay_Value:$data, Relay_Str:$compiler);
  let tvm = Relay_TVM<attrs = "CompilerAttrs", declared = false>;
}

def Relay_AnnotationCompilerEndOp
    : Relay_AnnotationOperator<"annotation.compiler_end"> {
  let summary = "a value where the part for another compiler ends";
  let semantics = [{
    The value of `data`. The operations between `compiler_begin` and
    `compiler_end` are for the compiler of the name `compiler`.
  }];
  let example = [{%0 = relay.annotation.compiler_end %x {compiler = "dnnl"} : (tensor<2x3xf32>) -> tensor<2x3xf32>}];
  let arguments = (ins Relay_Value:$data, Relay_Str:$compiler);
  let tvm = Relay_TVM<attrs = "CompilerAttrs", declared = false>;
}

def Relay_AnnotationSimulatedQuantizeOp
    : Relay_Operator<"annotation.simulated_quantize", Relay_ElemWise,
                     [Relay_FloatFunction]> {
  let relayName = "relay.op.annotation.simulated_quantize";
  let summary = "a value with the error that quantization makes";
  let semantics = [{
    `round(clip(data / dom_scale, clip_min, clip_max)) * dom_scale`, or `data` with
    `kind` 0. TVM's quantization puts it before operators to find scales; `kind`
    says of what: 1 of the input of the network, 2 of weights, 3 of activations.
  }];
  let example = "%0 = relay.annotation.simulated_quantize %x, %s, %l, %h {kind = 1 : i64} : (tensor<2x3xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$dom_scale,
      Relay_Tensor:$clip_min, Relay_Tensor:$clip_max, Relay_Int:$kind,
      Relay_BoolOr<"true">:$sign, Relay_StrOr<"round">:$rounding);
  let tvm = Relay_TVM<level = 11, attrs = "SimulatedQuantizeAttrs">;
  let returns = Relay_SameType;
  let raises = "`data` is a scalar, another operand is no scalar of float32, "
      "`kind` is not from 0 to 3, `sign` is False, or `rounding` is not `round`";
}

def Relay_AnnotationStopFusionOp
    : Relay_AnnotationOperator<"annotation.stop_fusion"> {
  let summary = "a value that is not fused with its users";
  let semantics = [{
    The value of `data`, a tensor or a tuple. Fusion does not merge what computes
    it with what uses it.
  }];
  let example = "%0 = relay.annotation.stop_fusion %x : (tensor<2x3xf32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Value:$data);
}

def Relay_AnnotationWithFuncidOp
    : Relay_AnnotationOperator<"annotation.with_funcid"> {
  let summary = "a function with a number";
  let semantics = [{
    The function `func`, which TVM's partial evaluation knows by the number
    `fid`.
  }];
  let example = "%0 = relay.annotation.with_funcid %f {fid = 3 : i64} : ((tensor<2xf32>) -> tensor<2xf32>) -> ((tensor<2xf32>) -> tensor<2xf32>)";
  let arguments = (ins Relay_Function:$func, Relay_IntOr<"-1">:$fid);
  let tvm = Relay_TVM<attrs = "WithFuncIdAttrs", declared = false>;
}

def Relay_DebugOp : Relay_AnnotationOperator<"debug"> {
  let summary = "a value that a debugger stops at";
  let semantics = [{
    The value of `program`. In TVM, an attribute names a function that the
    interpreter calls. Here, Python's `relay.op.debug` puts the operator into an
    external function that calls it.
  }];
  let example = "%0 = relay.debug %x : (tensor<2x3xf32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Value:$program);
  let tvm = Relay_TVM<level = 1>;
}

def Relay_OnDeviceOp : Relay_AnnotationOperator<"on_device"> {
  let summary = "a value that is on a virtual device";
  let semantics = [{
    The value of `body`. It says where things are, for passes that place values
    on devices: with `constrain_body` (the default), `body` is computed on
    `virtual_device`; with `constrain_result`, the result is used there. With
    both, what `body` is computed from is in the scope of the annotation, as far
    as nothing else uses it. One that constrains something needs a device that
    is not `#relay.virtual_device<>`.
  }];
  let example = [{%0 = relay.on_device %x {virtual_device = #relay.virtual_device<device = cuda, id = 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %1 = relay.on_device %0 {constrain_result = true, virtual_device = #relay.virtual_device<device = cuda, id = 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>}];
  let arguments = (ins Relay_Value:$body, Relay_VirtualDevice:$virtual_device,
                       Relay_BoolOr<"false">:$constrain_result,
                       Relay_BoolOr<"true">:$constrain_body);
  let nonComputational = true;
  let hasVerifier = 1;
  let extraOperatorDeclaration = [{
    /// Whether both the operand and the result are constrained.
    bool isFixed() { return getConstrainResult() && getConstrainBody(); }
  }];
  let tvm = Relay_TVM<attrs = "OnDeviceAttrs">;
}

def Relay_DeviceCopyOp : Relay_AnnotationOperator<"device_copy"> {
  let summary = "a copy of a value on another virtual device";
  let semantics = [{
    The value of `data`, which is on `src_virtual_device`, on
    `dst_virtual_device`. Neither may be `#relay.virtual_device<>`. Constants
    are not folded through it. Evaluation has one device, where it is the
    identity.
  }];
  let example = "%0 = relay.device_copy %x {src_virtual_device = #relay.virtual_device<device = cpu, id = 0>, dst_virtual_device = #relay.virtual_device<device = cuda, id = 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Value:$data, Relay_VirtualDevice:$src_virtual_device,
                       Relay_VirtualDevice:$dst_virtual_device);
  let hasVerifier = 1;
  let tvm = Relay_TVM<attrs = "DeviceCopyAttrs">;
}

#endif // RELAYLITE_DIALECT_RELAY_IR_ANNOTATIONOPS_TD
