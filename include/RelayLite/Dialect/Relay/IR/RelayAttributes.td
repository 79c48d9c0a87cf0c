//===- Attributes of the relay dialect --------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_RELAYATTRIBUTES_TD
#define RELAYLITE_DIALECT_RELAY_IR_RELAYATTRIBUTES_TD

include "RelayLite/Dialect/Relay/IR/RelayDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

// The numbers are those of DLPack and, from 32 on, TVM's own.
def Relay_DeviceType : I32Enum<"DeviceType", "kind of device", [
    I32EnumCase<"CPU", 1, "cpu">,
    I32EnumCase<"CUDA", 2, "cuda">,
    I32EnumCase<"CUDAHost", 3, "cuda_host">,
    I32EnumCase<"OpenCL", 4, "opencl">,
    I32EnumCase<"Vulkan", 7, "vulkan">,
    I32EnumCase<"Metal", 8, "metal">,
    I32EnumCase<"VPI", 9, "vpi">,
    I32EnumCase<"ROCM", 10, "rocm">,
    I32EnumCase<"ROCMHost", 11, "rocm_host">,
    I32EnumCase<"ExtDev", 12, "ext_dev">,
    I32EnumCase<"CUDAManaged", 13, "cuda_managed">,
    I32EnumCase<"OneAPI", 14, "oneapi">,
    I32EnumCase<"WebGPU", 15, "webgpu">,
    I32EnumCase<"Hexagon", 16, "hexagon">,
    I32EnumCase<"AOCL", 32, "aocl">,
    I32EnumCase<"SDAccel", 33, "sdaccel">,
    I32EnumCase<"OpenGL", 34, "opengl">,
    I32EnumCase<"MicroDev", 35, "microdev">
  ]> {
  let cppNamespace = "::mlir::relay";
}

// A parameter that may be absent. If its name is given, so is a value.
class Relay_OptionalParameter<string type, string desc>
    : OptionalParameter<"::std::optional<" # type # ">", desc> {
  let parser = "::mlir::FieldParser<" # type # ">::parse($_parser)";
  let printer = "$_printer << *$_self";
}

def Relay_VirtualDeviceAttr : AttrDef<Relay_Dialect, "VirtualDevice"> {
  let mnemonic = "virtual_device";
  let summary = "where a value is, or is computed";
  let description = [{
    TVM's VirtualDevice. Each of its parts is a constraint, and one that is
    absent constrains nothing:

    * `device`, the kind of device: `cpu`, `cuda`, `opencl`, ...
    * `id`, which one of them, at least 0. It is a name for the compiler, and
      not necessarily the number that the machine gives to the device.
    * `target`, which code is made for it, as a dictionary with the keys of a
      JSON configuration of `tvm.target.Target`: `kind`, and optionally `keys`,
      `tag`, `features`, the attributes of the kind, and `host`, which is such a
      dictionary too. It needs a `device`.
    * `memory_scope`, the kind of memory.

    Example:

    ```mlir
    #relay.virtual_device<>
    #relay.virtual_device<device = cuda, id = 1, memory_scope = "global">
    #relay.virtual_device<device = cpu, id = 0, target = {kind = "llvm", keys = ["cpu"], mcpu = "skylake"}>
    ```
  }];
  let parameters = (ins
    Relay_OptionalParameter<"::mlir::relay::DeviceType", "kind of device">:$device,
    Relay_OptionalParameter<"int32_t", "number of the device">:$id,
    OptionalParameter<"::mlir::DictionaryAttr", "configuration of the target">:$target,
    OptionalParameter<"::mlir::StringAttr", "kind of memory">:$memory_scope
  );
  let builders = [
    AttrBuilder<(ins), [{
      return $_get($_ctxt, std::nullopt, std::nullopt, DictionaryAttr(), StringAttr());
    }]>
  ];
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Whether nothing is constrained.
    bool isUnconstrained() const {
      return !getDevice() && !getId() && !getTarget() && !getMemoryScope();
    }
  }];
}

def Relay_ConstructorAttr : AttrDef<Relay_Dialect, "Constructor"> {
  let mnemonic = "constructor";
  let summary = "a constructor of an algebraic data type";
  let description = [{
    The name of the constructor, and the types of its fields if it has any.

    Example:

    ```mlir
    #relay.constructor<"Nil">
    #relay.constructor<"Pair"(tensor<f32>, tensor<?xi64>)>
    ```
  }];
  let parameters = (ins
    "::mlir::StringAttr":$name,
    OptionalArrayRefParameter<"::mlir::Type", "types of the fields">:$fields
  );
  let assemblyFormat = "`<` $name (`(` $fields^ `)`)? `>`";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_RELAYATTRIBUTES_TD
