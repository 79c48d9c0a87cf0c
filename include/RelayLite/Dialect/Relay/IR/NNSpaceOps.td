//===- Operators that trade space for batches ------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_NNSPACEOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_NNSPACEOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

def Relay_NNBatchToSpaceNDOp
    : Relay_Operator<"nn.batch_to_space_nd", Relay_Injective> {
  let summary = "batches as blocks of space";
  let semantics = [{
    The inverse of `nn.space_to_batch_nd`: the outer part of the first dimension
    of `data` holds the positions in blocks of the sizes `block_shape`, which
    become parts of the following dimensions. `crops` says how many elements of
    these are removed before and after.
  }];
  let example = "%0 = relay.nn.batch_to_space_nd %x {block_shape = array<i64: 2, 2>, crops = [array<i64: 0, 1>, array<i64: 0, 1>]} : (tensor<4x3x3x4xf32>) -> tensor<1x5x5x4xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Ints:$block_shape,
      Relay_IntLists:$crops);
  let tvm = Relay_TVM<level = 5, attrs = "BatchToSpaceNDAttrs">;
  let returns = "A tensor of the element type of `data`, whose batch is "
      "divided and whose spatial dimensions are multiplied by `block_shape`, "
      "less `crops`. The last batches that do not fill a block are left out.";
  let raises = "the lists have different lengths, or `crops` exceeds a "
      "dimension";
}

def Relay_NNDepthToSpaceOp
    : Relay_Operator<"nn.depth_to_space", Relay_Injective> {
  let summary = "channels as blocks of pixels";
  let semantics = [{
    Makes pixels of channels: height and width grow by `block_size` b each, and
    the channels of `data` are those of the result times b^2. Dimension C of
    `data`, which `layout` names, splits into (b, b, channel) if `mode` is `DCR`,
    and into (channel, b, b) if it is `CDR`, or `CRD` as ONNX calls it; the first
    b is that of rows. The last channels are left out if they
    fill no block of b^2.
  }];
  let example = "%0 = relay.nn.depth_to_space %x {block_size = 2 : i64} : (tensor<1x8x3x4xf32>) -> tensor<1x2x6x8xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_IntOr<"1">:$block_size,
      Relay_StrOr<"NCHW">:$layout, Relay_StrOr<"DCR">:$mode);
  let tvm = Relay_TVM<level = 5, attrs = "SubPixelAttrs", mixed = "Follow">;
  let returns = "A tensor of the element type of `data`, with `block_size` times "
      "the height and width and that much fewer channels.";
  let raises = Relay_LayoutFits # ", `block_size` is less than 1, or `mode` is "
      "none of the three";
  let pythonParameters = "data, block_size, layout='NCHW', mode='DCR'";
}

def Relay_NNSpaceToBatchNDOp
    : Relay_Operator<"nn.space_to_batch_nd", Relay_Injective> {
  let summary = "blocks of space as batches";
  let semantics = [{
    Surrounds the dimensions of `data` behind the first one by elements of value
    `pad_value`, as many as `paddings` says before and after each, and cuts them
    into blocks of the sizes `block_shape`. The first dimension of the result
    has, for each position in a block, the batches of `data`; the others count
    the blocks.
  }];
  let example = "%0 = relay.nn.space_to_batch_nd %x {block_shape = array<i64: 2, 2>, paddings = [array<i64: 0, 1>, array<i64: 0, 1>]} : (tensor<1x5x5x4xf32>) -> tensor<4x3x3x4xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Ints:$block_shape,
      Relay_IntLists:$paddings, Relay_FloatOr<"0.0">:$pad_value);
  let tvm = Relay_TVM<level = 5, attrs = "SpaceToBatchNDAttrs">;
  let returns = "A tensor of the element type of `data`, whose batch is "
      "multiplied and whose padded spatial dimensions are divided by "
      "`block_shape`.";
  let raises = "the lists have different lengths, or a padded dimension is no "
      "multiple of its block";
  let pythonParameters = "data, block_shape, paddings, pad_value=0";
}

def Relay_NNSpaceToDepthOp
    : Relay_Operator<"nn.space_to_depth", Relay_Injective> {
  let summary = "blocks of pixels as channels";
  let semantics = [{
    The inverse of `nn.depth_to_space` with mode `DCR`. `mode` has no effect, as
    in TVM.
  }];
  let example = "%0 = relay.nn.space_to_depth %x {block_size = 2 : i64} : (tensor<1x2x6x8xf32>) -> tensor<1x8x3x4xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_IntOr<"1">:$block_size,
      Relay_StrOr<"NCHW">:$layout, Relay_StrOr<"DCR">:$mode);
  let tvm = Relay_TVM<level = 5, attrs = "SubPixelAttrs">;
  let returns = "A tensor of the element type of `data`, with its height and "
      "width divided by `block_size` and that much more channels.";
  let raises = Relay_LayoutFits # ", or height or width is no multiple of "
      "`block_size`";
  let pythonParameters = "data, block_size, layout='NCHW'";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_NNSPACEOPS_TD
