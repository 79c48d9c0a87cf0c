//===- Normalisation, softmax and dropout ----------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_NNNORMOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_NNNORMOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

// An operator whose result has the type of `data` and whose attribute `axis`
// must name a dimension of it.
class Relay_SoftmaxOp<string mnemonic>
    : Relay_Operator<mnemonic, Relay_OutEWiseFusable, [Relay_FloatFunction]> {
  let arguments = (ins Relay_Tensor:$data, Relay_IntOr<"-1">:$axis);
  let returns = Relay_SameType;
  let raises = Relay_AxisRange # ", or the elements are no floats";
  let extraClassDefinition = [{
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return ::mlir::relay::inferSoftmax(
          loc, getRelayName(), adaptor.getData().getType(), adaptor.getAxis());
    }
  }];
}

// A normalisation of `data` whose other operands are vectors along an axis.
class Relay_NormOp<string mnemonic, Relay_Pattern pattern = Relay_Opaque,
                   code resultType = "types.front()">
    : Relay_Operator<mnemonic, pattern,
                     [Relay_FloatFunction,
                      DeclareOpInterfaceMethods<
                          Relay_InferOperandTypesInterface>]> {
  let returns = Relay_SameType;
  let raises = Relay_AxisRange # ", an operand is no vector of the right length, "
      "or the elements are no floats";
  let extraOperatorDeclaration = [{
    /// Return the dimension of `data` along which the vectors run, or emit an
    /// error at `loc`.
    static ::llvm::FailureOr<int64_t>
    inferAxis(::std::optional<::mlir::Location> loc,
              ::mlir::RankedTensorType data, Adaptor adaptor);
  }];
  let extraClassDefinition = [{
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      ::llvm::SmallVector<::mlir::Type> types(adaptor.getOperands().getTypes());
      auto data = ::llvm::cast<::mlir::RankedTensorType>(types.front());
      ::llvm::FailureOr<int64_t> axis = inferAxis(loc, data, adaptor);
      if (failed(axis) ||
          failed(::mlir::relay::inferVectors(loc, getRelayName(), types, *axis)))
        return ::llvm::failure();
      return ::mlir::Type(}] # resultType # [{);
    }
    ::llvm::LogicalResult $cppClass::inferOperandTypes(
        ::std::optional<::mlir::Location> loc,
        ::llvm::SmallVectorImpl<::mlir::Type> &operandTypes,
        ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties) {
      auto data =
          ::llvm::dyn_cast<::mlir::RankedTensorType>(operandTypes.front());
      if (!data)
        return ::llvm::success();
      ::llvm::FailureOr<int64_t> axis = inferAxis(
          loc, data, Adaptor(::mlir::ValueRange(), attributes, properties));
      if (failed(axis))
        return ::llvm::failure();
      return ::mlir::relay::inferVectors(loc, getRelayName(), operandTypes,
                                         *axis);
    }
  }];
}

def Relay_NNBatchNormOp
    : Relay_NormOp<"nn.batch_norm", Relay_OutEWiseFusable,
                   "::mlir::TupleType::get(data.getContext(), {data, types[1], "
                   "types[1]})"> {
  let summary = "batch normalisation with given statistics";
  let semantics = [{
    A tuple of the normalised data and of `moving_mean` and `moving_var` as they
    came in: this is the operator as inference uses it. The first field is
    `data * s + (beta - moving_mean * s)` with
    `s = gamma / sqrt(moving_var + epsilon)`; `gamma` counts as 1 when `scale`
    is false, `beta` as 0 when `center` is false. The vectors run along `axis`,
    which is a dimension of `data` or -1 for the last one.
  }];
  let example = "%0 = relay.nn.batch_norm %x, %gamma, %beta, %mean, %var {epsilon = 1.0e-3 : f64} : (tensor<1x3x8x8xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tuple<tensor<1x3x8x8xf32>, tensor<3xf32>, tensor<3xf32>>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$gamma,
                   Relay_Tensor:$beta, Relay_Tensor:$moving_mean,
                   Relay_Tensor:$moving_var, Relay_IntOr<"1">:$axis,
                   Relay_FloatOr<"1e-5">:$epsilon,
                   Relay_BoolOr<"true">:$center, Relay_BoolOr<"true">:$scale);
  let tvm = Relay_TVM<level = 1, attrs = "BatchNormAttrs", mixed = "Follow">;
  let returns = "A TupleWrapper of three: a tensor of the type of `data`, and "
      "vectors of its size along `axis`.";
  let raises = Relay_AxisRange # ", or an operand is no vector of this length";
}

def Relay_NNDropoutOp : Relay_StatefulOperator<"nn.dropout", Relay_Opaque> {
  let summary = "dropout";
  let semantics = [{
    In training, sets each element to 0 with probability `rate` and scales the
    others; the result is a tuple of the data and of the mask that says which
    elements were kept. It draws random numbers, so it is neither merged nor
    removed. Inference keeps everything: evaluation returns the data and a
    mask of ones.
  }];
  let example = "%0 = relay.nn.dropout %x {rate = 0.25 : f64} : (tensor<2x3xf32>) -> tuple<tensor<2x3xf32>, tensor<2x3xf32>>";
  let arguments = (ins Relay_Tensor:$data, Relay_FloatOr<"0.5">:$rate);
  let tvm = Relay_TVM<level = 1, attrs = "DropoutAttrs", mixed = "Follow">;
  let returns = "The data: a tensor of the type of `data`.";
}

def Relay_NNFastSoftmaxOp : Relay_SoftmaxOp<"nn.fast_softmax"> {
  let summary = "softmax that may be less precise";
  let semantics = [{
    The function of `relay.nn.softmax`, within the error of TVM's `fast_exp`. Here
    it is as precise as `relay.nn.softmax`.
  }];
  let example = "%0 = relay.nn.fast_softmax %x {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>";
  let tvm = Relay_TVM<level = 1, attrs = "SoftmaxAttrs">;
}

def Relay_NNGroupNormOp : Relay_NormOp<"nn.group_norm"> {
  let summary = "normalisation over groups of channels";
  let semantics = [{
    Splits the channels, dimension `axis` of `data`, into `num_groups` groups;
    mean and variance are those of each group of each batch element, over the
    group and all dimensions after it.
    The result is `(data - mean) / sqrt(variance + epsilon)`, multiplied by
    `gamma` unless `scale` is false, plus `beta` unless `center` is false; both
    are vectors along `axis`.
  }];
  let example = "%0 = relay.nn.group_norm %x, %gamma, %beta {num_groups = 2 : i64} : (tensor<1x4x8x8xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4x8x8xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$gamma,
                   Relay_Tensor:$beta, Relay_IntOr<"0">:$num_groups,
                   Relay_IntOr<"1">:$axis,
                   Relay_FloatOr<"1e-5">:$epsilon,
                   Relay_BoolOr<"true">:$center, Relay_BoolOr<"true">:$scale);
  let tvm = Relay_TVM<level = 1, attrs = "GroupNormAttrs">;
  let pythonParameters = "data, gamma, beta, num_groups, axis=1, epsilon=1e-5, "
      "center=True, scale=True";
}

def Relay_NNInstanceNormOp : Relay_NormOp<"nn.instance_norm"> {
  let summary = "normalisation of each channel of each batch element";
  let semantics = [{
    Mean and variance are taken over all dimensions but the first one and
    `axis`. `data` has at least three dimensions.
    The result is `(data - mean) / sqrt(variance + epsilon)`, multiplied by
    `gamma` unless `scale` is false, plus `beta` unless `center` is false; both
    are vectors along `axis`.
  }];
  let example = "%0 = relay.nn.instance_norm %x, %gamma, %beta : (tensor<1x4x8x8xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4x8x8xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$gamma,
                   Relay_Tensor:$beta, Relay_IntOr<"1">:$axis,
                   Relay_FloatOr<"1e-5">:$epsilon,
                   Relay_BoolOr<"true">:$center, Relay_BoolOr<"true">:$scale);
  let tvm = Relay_TVM<level = 1, attrs = "InstanceNormAttrs">;
}

def Relay_NNL2NormalizeOp
    : Relay_Operator<"nn.l2_normalize", Relay_Opaque, [Relay_FloatFunction]> {
  let summary = "division by the Euclidean norm";
  let semantics = [{
    `data / sqrt(max(sum(data * data), eps))`, the sum over `axis`: over all
    axes when it is absent or empty.
  }];
  let example = "%0 = relay.nn.l2_normalize %x {axis = array<i64: 1>, eps = 1.0e-3 : f64} : (tensor<2x3xf32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Float:$eps,
                   Relay_OptionalInts:$axis);
  let tvm = Relay_TVM<level = 2, attrs = "L2NormalizeAttrs",
                      required = ["axis"], mixed = "Never">;
  let returns = Relay_SameType;
  let raises = Relay_AxisTwice;
}

def Relay_NNLayerNormOp : Relay_NormOp<"nn.layer_norm"> {
  let summary = "normalisation along one axis";
  let semantics = [{
    Mean and variance are taken over dimension `axis`.
    The result is `(data - mean) / sqrt(variance + epsilon)`, multiplied by
    `gamma` unless `scale` is false, plus `beta` unless `center` is false; both
    are vectors along `axis`.
  }];
  let example = "%0 = relay.nn.layer_norm %x, %gamma, %beta : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$gamma,
                   Relay_Tensor:$beta, Relay_IntOr<"-1">:$axis,
                   Relay_FloatOr<"1e-5">:$epsilon,
                   Relay_BoolOr<"true">:$center, Relay_BoolOr<"true">:$scale);
  let tvm = Relay_TVM<level = 1, attrs = "LayerNormAttrs", mixed = "Never">;
}

def Relay_NNLogSoftmaxOp : Relay_SoftmaxOp<"nn.log_softmax"> {
  let summary = "logarithm of softmax";
  let semantics = [{
    `data - m - log(sum(exp(data - m)))`, where `m` and the sum are the maximum and
    the sum over `axis`. Elements of type f16 and bf16 are computed with in f32
    and rounded once.
  }];
  let example = "%0 = relay.nn.log_softmax %x {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>";
  let tvm = Relay_TVM<level = 1, attrs = "SoftmaxAttrs">;
}

def Relay_NNLrnOp
    : Relay_Operator<"nn.lrn", Relay_Opaque, [Relay_FloatFunction]> {
  let summary = "normalisation over neighbouring channels";
  let semantics = [{
    `data / (bias + alpha * s / size) ^ beta`, where s is the sum of the squares
    of `size` elements along `axis`, of which element i is in the middle;
    elements outside of `data` count as 0. f16 and bf16 are computed in f32 and
    rounded once. Type inference accepts an even `size`, as in TVM, but evaluation
    and compilation refuse it.
  }];
  let example = "%0 = relay.nn.lrn %x {size = 3 : i64, alpha = 1.0e-5 : f64} : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_IntOr<"5">:$size,
                   Relay_IntOr<"1">:$axis, Relay_FloatOr<"2.0">:$bias,
                   Relay_FloatOr<"0.0001">:$alpha,
                   Relay_FloatOr<"0.75">:$beta);
  let tvm = Relay_TVM<level = 2, attrs = "LRNAttrs">;
  let returns = Relay_SameType;
  let raises = Relay_AxisRange # ", or `size` is less than 1; when it is "
      "evaluated or compiled, also if `size` is even";
  let pythonParameters = "data, size=5, axis=1, bias=2, alpha=1e-05, beta=0.75";
}

def Relay_NNSoftmaxOp : Relay_SoftmaxOp<"nn.softmax"> {
  let summary = "softmax";
  let semantics = [{
    `exp(data - m) / sum(exp(data - m))`, where `m` and the sum are the maximum and
    the sum over `axis`. Elements of type f16 and bf16 are computed with in f32
    and rounded once.
  }];
  let example = "%0 = relay.nn.softmax %x {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>";
  let tvm = Relay_TVM<level = 1, attrs = "SoftmaxAttrs", mixed = "Never">;
}

#endif // RELAYLITE_DIALECT_RELAY_IR_NNNORMOPS_TD
