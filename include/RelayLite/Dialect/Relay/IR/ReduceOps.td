//===- Reductions ----------------------------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_REDUCEOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_REDUCEOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

// A reduction over `axis`: over all axes when it is absent or empty, over the
// axes that are not in it with `exclude`. Reduced axes disappear, or stay with
// size 1 with `keepdims`.
class Relay_ReduceOp<string mnemonic, list<Trait> traits = []>
    : Relay_Operator<mnemonic, Relay_CommReduce,
                     !listconcat([DeclareOpInterfaceMethods<
                                      Relay_CollapsibleInterface>],
                                 traits)> {
  let arguments = (ins Relay_Tensor:$data, Relay_OptionalInts:$axis,
                   Relay_BoolOr<"false">:$keepdims,
                   Relay_BoolOr<"false">:$exclude);
  let returns = "A tensor of the element type of `data` without the reduced "
      "axes, or with 1 in their place if `keepdims` is set. `axis` has the "
      "axes, all if it is None; with `exclude`, all others.";
  let raises = Relay_AxisTwice;
  let extraClassDefinition = [{
    ::llvm::FailureOr<::mlir::relay::CollapsedOperation>
    $cppClass::collapse(::llvm::ArrayRef<::mlir::RankedTensorType> operands) {
      return ::mlir::relay::collapseReduction(
          getOperation(), operands.front(), getAxis(), getExclude());
    }
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return ::mlir::relay::inferReduction(
          loc, getRelayName(), adaptor.getData().getType(), adaptor.getAxis(),
          adaptor.getKeepdims(), adaptor.getExclude());
    }
  }];
}

// A search along `axis`; the result holds indices.
class Relay_ArgReduceOp<string mnemonic>
    : Relay_Operator<mnemonic, Relay_CommReduce,
                     [DeclareOpInterfaceMethods<Relay_CountInterface>]> {
  let arguments = (ins Relay_Tensor:$data, Relay_OptionalInts:$axis,
                   Relay_BoolOr<"false">:$keepdims,
                   Relay_BoolOr<"false">:$select_last_index,
                   Relay_BoolOr<"false">:$exclude);
  let returns = "A tensor of int32 without the reduced axes, or with 1 in their "
      "place if `keepdims` is set.";
  let raises = Relay_AxisTwice;
  let pythonParameters = "data, axis=None, keepdims=False, exclude=False, "
      "select_last_index=False";
  let extraClassDefinition = [{
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return ::mlir::relay::inferArgReduction(
          loc, getRelayName(), adaptor.getData().getType(), adaptor.getAxis(),
          adaptor.getKeepdims(), adaptor.getExclude());
    }

    uint64_t $cppClass::getLargestCount(
        ::llvm::ArrayRef<::mlir::RankedTensorType> operands,
        ::mlir::RankedTensorType result) {
      // The last position in what is reduced to one element.
      uint64_t count = ::mlir::relay::countElements(operands.front());
      return count == 0 ? 0 : count / result.getNumElements() - 1;
    }
  }];
}

def Relay_AllOp : Relay_ReduceOp<"all", [Relay_BooleanFunction]> {
  let summary = "whether each of the elements along axes is true";
  let semantics = [{
    Whether each of the elements over the reduced axes is true; true where
    there are none. The elements are booleans: type inference takes others as
    TVM's does, lowering refuses them.
  }];
  let example = "%0 = relay.all %x {axis = array<i64: 1>} : (tensor<2x3xi1>) -> tensor<2xi1>";
  let tvm = Relay_TVM<level = 4, attrs = "ReduceAttrs">;
}

def Relay_AnyOp : Relay_ReduceOp<"any", [Relay_BooleanFunction]> {
  let summary = "whether any of the elements along axes is true";
  let semantics = [{
    Whether any of the elements over the reduced axes is true; false where
    there are none. The elements are booleans: type inference takes others as
    TVM's does, lowering refuses them.
  }];
  let example = "%0 = relay.any %x {axis = array<i64: 1>} : (tensor<2x3xi1>) -> tensor<2xi1>";
  let tvm = Relay_TVM<level = 4, attrs = "ReduceAttrs">;
}

def Relay_ArgmaxOp : Relay_ArgReduceOp<"argmax"> {
  let summary = "index of the maximum along axes";
  let semantics = [{
    The index, an `int32`, of the maximum over the reduced axes; over several
    axes it is the row-major index within them. A NaN counts as the maximum.
    Among equal candidates the first wins, or the last with
    `select_last_index`. The index of an empty reduction is -1.
  }];
  let example = "%0 = relay.argmax %x {axis = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xi32>";
  let tvm = Relay_TVM<level = 4, attrs = "ArgReduceAttrs", mixed = "Follow">;
}

def Relay_ArgminOp : Relay_ArgReduceOp<"argmin"> {
  let summary = "index of the minimum along axes";
  let semantics = [{
    The index, an `int32`, of the minimum over the reduced axes; over several
    axes it is the row-major index within them. A NaN counts as the minimum.
    Among equal candidates the first wins, or the last with
    `select_last_index`. The index of an empty reduction is -1.
  }];
  let example = "%0 = relay.argmin %x {axis = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xi32>";
  let tvm = Relay_TVM<level = 4, attrs = "ArgReduceAttrs", mixed = "Follow">;
}

def Relay_CollapseSumLikeOp
    : Relay_Operator<"collapse_sum_like", Relay_CommReduce> {
  let summary = "sum over what broadcasting from another shape repeats";
  let semantics = [{
    Sums `data` to the shape of `collapse_type`, which broadcasts to that of
    `data` and has the same element type: over the leading dimensions that it
    lacks, and over those where its size is 1. Sums are those of `relay.sum`.
  }];
  let example = "%0 = relay.collapse_sum_like %x, %y : (tensor<4x2x3xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$collapse_type);
  let returns = "A tensor of the type of `collapse_type`.";
  let raises = "its shape does not broadcast to that of `data`";
}

def Relay_CollapseSumToOp
    : Relay_Operator<"collapse_sum_to", Relay_CommReduce> {
  let summary = "sum over what broadcasting from a shape repeats";
  let semantics = [{
    Sums `data` to the shape that the vector `target` of integers holds, as
    `relay.collapse_sum_like` does. The shape of the result is known where
    `target` is a constant. The attributes have no effect, as in TVM.
  }];
  let example = [{%s = relay.constant dense<[2, 1]> : tensor<2xi32>
    %0 = relay.collapse_sum_to %x, %s : (tensor<4x2x3xf32>, tensor<2xi32>) -> tensor<2x1xf32>}];
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$target,
      Relay_OptionalInts:$shape, Relay_OptionalDType:$dtype);
  let tvm = Relay_TVM<level = 4, attrs = "InitOpAttrs", declared = false,
                      required = ["shape"]>;
  let returns = "A tensor of the element type of `data`, whose shape is known "
      "where `target` is a constant.";
  let raises = "`target` is no vector of integers, or the shape does not "
      "broadcast to that of `data`";
}

def Relay_MaxOp : Relay_ReduceOp<"max"> {
  let summary = "maximum over axes";
  let semantics = [{
    The largest element over the reduced axes; NaN if there is one. The
    maximum of nothing is the smallest value of the element type (-inf).
  }];
  let example = "%0 = relay.max %x {axis = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>";
  let tvm = Relay_TVM<level = 4, attrs = "ReduceAttrs", mixed = "Follow">;
}

def Relay_MeanOp
    : Relay_ReduceOp<"mean",
                     [DeclareOpInterfaceMethods<Relay_MeanInterface>]> {
  let summary = "mean over axes";
  let semantics = [{
    The sum over the reduced axes divided by the number of elements. f16 and
    bf16 are accumulated in f32 and rounded once; the division of integers
    truncates.
  }];
  let example = "%0 = relay.mean %x {axis = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>";
  let tvm = Relay_TVM<level = 4, attrs = "ReduceAttrs", mixed = "Never">;
}

def Relay_MinOp : Relay_ReduceOp<"min"> {
  let summary = "minimum over axes";
  let semantics = [{
    The smallest element over the reduced axes; NaN if there is one. The
    minimum of nothing is the largest value of the element type (inf).
  }];
  let example = "%0 = relay.min %x {axis = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>";
  let tvm = Relay_TVM<level = 4, attrs = "ReduceAttrs", mixed = "Follow">;
}

def Relay_ProdOp : Relay_ReduceOp<"prod"> {
  let summary = "product over axes";
  let semantics = [{
    The product over the reduced axes, 1 of nothing. Integers wrap; f16 and
    bf16 are accumulated in f32.
  }];
  let example = "%0 = relay.prod %x {axis = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>";
  let tvm = Relay_TVM<level = 4, attrs = "ReduceAttrs">;
}

def Relay_SumOp : Relay_ReduceOp<"sum"> {
  let summary = "sum over axes";
  let semantics = [{
    The sum over the reduced axes, 0 of nothing. Integers wrap; f16 and bf16
    are accumulated in f32. The order of additions is fixed: see
    docs/Semantics.md.
  }];
  let example = "%0 = relay.sum %x {axis = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>";
  let tvm = Relay_TVM<level = 4, attrs = "ReduceAttrs", mixed = "Never">;
}

def Relay_VarianceOp
    : Relay_Operator<"variance", Relay_CommReduce,
                     [DeclareOpInterfaceMethods<Relay_MeanInterface>]> {
  let summary = "variance over axes around a given mean";
  let semantics = [{
    The sum of the squares of `data - mean` over the reduced axes, divided by
    the number of elements, or by one less with `unbiased`. `mean` has the rank
    of `data`, as `relay.mean` makes it with `keepdims`.
  }];
  let example = "%0 = relay.variance %x, %mean {axis = array<i64: 1>, keepdims = true} : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$mean,
                   Relay_OptionalInts:$axis, Relay_BoolOr<"false">:$keepdims,
                   Relay_BoolOr<"false">:$exclude,
                   Relay_BoolOr<"false">:$unbiased);
  let tvm = Relay_TVM<level = 4, attrs = "VarianceAttrs", mixed = "Never">;
  let returns = "A tensor of the element type of `data` without the reduced "
      "axes, or with 1 in their place if `keepdims` is set.";
  let raises = Relay_AxisTwice;
}

def Relay_EinsumOp : Relay_Operator<"einsum", Relay_Injective> {
  let summary = "sums of products that an equation describes";
  let semantics = [{
    `equation` has letters for the dimensions of each field of `data`, separated
    by commas, and after `->` those of the result. An element of the result is
    the sum, over all values of the letters that the result has not, of the
    products of the elements of the fields. `...` stands for any number of
    dimensions, which broadcast. Dimensions of 1 are repeated. Without `->` the
    result has `...` and the letters that occur once, in the order of ASCII.
  }];
  let example = [{%0 = relay.einsum %t {equation = "ij,jk->ik"} : (tuple<tensor<2x3xf32>, tensor<3x4xf32>>) -> tensor<2x4xf32>}];
  let arguments = (ins Relay_Tuple:$data, Relay_Str:$equation);
  let extraOperatorDeclaration = [{
    /// The dimensions of fields and result as loops.
    struct Loops {
      /// The loop of each dimension of each field.
      ::llvm::SmallVector<::llvm::SmallVector<int64_t>> operands;
      /// The loop of each dimension of the result: 0, 1, 2 and so on, before
      /// those of sums.
      int64_t resultRank = 0;
      /// The size of each loop.
      ::llvm::SmallVector<int64_t> extents;
    };
    /// The loops of `equation` for fields of these types. Reports an error at
    /// `loc`, if given, and fails when they do not fit.
    static ::llvm::FailureOr<Loops>
    resolve(::std::optional<::mlir::Location> loc, ::llvm::StringRef equation,
            ::llvm::ArrayRef<::mlir::RankedTensorType> types);
  }];
  let tvm = Relay_TVM<level = 11, attrs = "EinsumAttrs",
                      objects = ["equation"]>;
  let returns = "A tensor of the element type of the fields, with the dimensions "
      "that the equation gives the result.";
  let raises = "`equation` is none, or the fields do not fit it or differ in "
      "element type";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_REDUCEOPS_TD
