//===- Operators of compiled programs --------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that TVM's compilers put into programs.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_VMOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_VMOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

def Relay_CallLoweredOp : Relay_Operator<"call_lowered", Relay_Opaque> {
  let summary = "call of a compiled function";
  let semantics = [{
    The result of the function `func`, which TVM has compiled, for the fields of
    the tuple `call_args`: what a call of `func` gives.
  }];
  let example = "%0 = relay.call_lowered %f, %t : ((tensor<2xf32>) -> tensor<3xf32>, tuple<tensor<2xf32>>) -> tensor<3xf32>";
  let arguments = (ins Relay_Function:$func, Relay_Tuple:$call_args);
  let nonComputational = true;
  let returns = "A value of the type of the result of `func`.";
  let raises = "`call_args` has not the types of the parameters of `func`";
}

def Relay_MemoryAllocStorageOp
    : Relay_Operator<"memory.alloc_storage", Relay_Opaque> {
  let summary = "memory for tensors";
  let semantics = [{
    Memory of `size` bytes on `virtual_device`, aligned to `alignment` bytes, for
    tensors whose sizes are those of `shape` and whose elements have type
    `dtype`. There is no lowering: memory is planned when programs are compiled.
  }];
  let example = "%0 = relay.memory.alloc_storage %n, %s, %a : (tensor<i64>, tensor<2xi64>, tensor<i64>) -> !relay.storage";
  let arguments = (ins Relay_Tensor:$size, Relay_Tensor:$shape,
      Relay_Tensor:$alignment,
      Relay_DTypeOr<"::mlir::Float32Type::get($_builder.getContext())">:$dtype,
      Relay_VirtualDevice:$virtual_device);
  let nonComputational = true;
  let tvm = Relay_TVM<attrs = "AllocStorageAttrs">;
  let pythonParameters = "size, shape, alignment, dtype='float32', "
      "virtual_device=None";
  let returns = "A value of type `Storage`.";
  let raises = "`size` or `alignment` is no scalar of int64";
}

def Relay_MemoryAllocTensorOp
    : Relay_Operator<"memory.alloc_tensor", Relay_Opaque> {
  let summary = "a tensor in memory that has been allocated";
  let semantics = [{
    A tensor of the sizes that the vector `shape` holds, `offset` bytes behind
    the beginning of `storage`. Nothing says what its elements are before
    `vm.invoke_tvm_op` writes them. There is no lowering: memory is planned when
    programs are compiled.

    Relay text has `shape` as the attribute `const_shape` too if it is a constant.
  }];
  let example = "%0 = relay.memory.alloc_tensor %m, %o, %s {assert_shape = array<i64: 2, 3>, dtype = f32} : (!relay.storage, tensor<i64>, tensor<2xi64>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Storage:$storage, Relay_Tensor:$offset,
      Relay_Tensor:$shape,
      Relay_DTypeOr<"::mlir::Float32Type::get($_builder.getContext())">:$dtype,
      Relay_OptionalInts:$assert_shape);
  let repeatedConstants = ["const_shape"];
  let nonComputational = true;
  let tvm = Relay_TVM<attrs = "AllocTensorAttrs">;
  let pythonParameters = "storage, offset, shape, dtype='float32', "
      "assert_shape=None";
  let returns = "A tensor of element type `dtype` and of the sizes in `shape` "
      "if it is a constant; otherwise of `assert_shape`, or of `Any`.";
  let raises = "`shape` is no vector of integers of known length, or the sizes "
      "that are given differ or are negative";
}

// Freed memory cannot be used, and outputs are written.
def Relay_MemoryKillOp
    : Relay_OperatorBase<"memory.kill", Relay_Opaque, [],
                         [MemoryEffects<[MemFree]>]> {
  let summary = "release of a value";
  let semantics = [{
    Tells that `to_free` is not used any more. The result is the empty tuple.
    Evaluation, which manages memory itself, does nothing.
  }];
  let example = "%0 = relay.memory.kill %x : (tensor<2xf32>) -> tuple<>";
  let arguments = (ins Relay_Value:$to_free);
  let nonComputational = true;
  let returns = "The empty tuple.";
}

def Relay_VMInvokeTVMOpOp
    : Relay_OperatorBase<"vm.invoke_tvm_op", Relay_Opaque, [],
                         [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "call of a compiled function that writes its results";
  let semantics = [{
    Calls the function `func`, which TVM has compiled, for the fields of the tuple
    `ins`; its results are written to the fields of the tuple `outs`. The result
    is the empty tuple. There is no lowering: values do not change.
  }];
  let example = "%0 = relay.vm.invoke_tvm_op %f, %ins, %outs : ((tensor<2xf32>) -> tensor<3xf32>, tuple<tensor<2xf32>>, tuple<tensor<3xf32>>) -> tuple<>";
  let arguments = (ins Relay_Function:$func, Relay_Tuple:$ins, Relay_Tuple:$outs);
  let nonComputational = true;
  let returns = "The empty tuple.";
  let raises = "`ins` has not the types of the parameters of `func`, or `outs` not "
      "those of its results";
}

def Relay_VMReshapeTensorOp
    : Relay_Operator<"vm.reshape_tensor", Relay_Opaque> {
  let summary = "same elements in a shape that is known";
  let semantics = [{
    The elements of `data`, in row-major order, in the shape `newshape`. The
    vector `shape` holds the same sizes.
  }];
  let example = "%0 = relay.vm.reshape_tensor %x, %s {newshape = array<i64: 3, 2>} : (tensor<6xf32>, tensor<2xi64>) -> tensor<3x2xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$shape,
      Relay_Ints:$newshape);
  let nonComputational = true;
  let tvm = Relay_TVM<attrs = "ReshapeTensorAttrs">;
  let returns = "A tensor of the element type of `data` and of the shape "
      "`newshape`.";
  let raises = "a size is negative, or the numbers of elements differ";
}

def Relay_VMShapeOfOp
    : Relay_Operator<"vm.shape_of", Relay_Opaque,
                     [DeclareOpInterfaceMethods<Relay_CountInterface>]> {
  let summary = "sizes as a vector";
  let semantics = "As `shape_of`.";
  let example = "%0 = relay.vm.shape_of %x {dtype = i64} : (tensor<2x?xf32>) -> tensor<2xi64>";
  let arguments = (ins Relay_Tensor:$tensor, Relay_DType:$dtype);
  let nonComputational = true;
  let tvm = Relay_TVM<attrs = "ShapeOfAttrs">;
  let returns = "A vector of element type `dtype`, as long as `tensor` has "
      "dimensions.";
  let pythonParameters = "tensor, dtype='int64'";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_VMOPS_TD
