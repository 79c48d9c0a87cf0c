//===- Convolutions --------------------------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_NNCONVOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_NNCONVOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

// A convolution over the dimensions `spatialNames`. `otherAttributes` are the
// initialisers of mlir::relay::ConvAttributes that not all of them have.
class Relay_ConvOp<string mnemonic, string spatialNames,
                   string otherAttributes = "">
    : Relay_Operator<mnemonic, Relay_OutEWiseFusable,
                     [DeclareOpInterfaceMethods<Relay_CollapsibleInterface>,
                      DeclareOpInterfaceMethods<Relay_CostInterface>,
                      DeclareOpInterfaceMethods<
                          Relay_InferOperandTypesInterface>]> {
  let returns = "A tensor in `out_layout` or `data_layout`, with as many "
      "channels as `weight` gives and in each spatial dimension as many "
      "elements as windows fit into the padded one; of element type "
      "`out_dtype`, or that of `data`.";
  let raises = Relay_LayoutFits # ", the channels of the operands, `channels`, "
      "`kernel_size` and `groups` contradict each other, or `strides`, "
      "`padding` or `dilation` have a wrong length or do not fit";
  let extraOperatorDeclaration = [{
    /// Return the attributes for type inference and lowering.
    static ::mlir::relay::ConvAttributes getConvAttributes(Adaptor adaptor);
  }];
  let extraClassDefinition = [{
    ::mlir::relay::ConvAttributes
    $cppClass::getConvAttributes(Adaptor adaptor) {
      ::mlir::relay::ConvAttributes result;
      result.relayName = getRelayName();
      result.spatialNames = "}] # spatialNames # [{";
      result.strides = adaptor.getStrides();
      result.padding = adaptor.getPadding();
      result.dilation = adaptor.getDilation();
      result.groups = adaptor.getGroups();
      result.channels = adaptor.getChannels();
      result.kernelSize = adaptor.getKernelSize();
      result.dataLayout = adaptor.getDataLayout();
      result.kernelLayout = adaptor.getKernelLayout();
      result.outLayout = adaptor.getOutLayout();
      result.outDType = adaptor.getOutDtype();
      }] # otherAttributes # [{
      return result;
    }
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return ::mlir::relay::inferConv(loc, getConvAttributes(adaptor),
                                      adaptor.getData().getType(),
                                      adaptor.getWeight().getType());
    }
    uint64_t $cppClass::estimateOwnWork() {
      return ::mlir::relay::estimateConvWork(
          getConvAttributes(*this), getData().getType(), getWeight().getType());
    }
    ::llvm::LogicalResult $cppClass::inferOperandTypes(
        ::std::optional<::mlir::Location> loc,
        ::llvm::SmallVectorImpl<::mlir::Type> &operandTypes,
        ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties) {
      return ::mlir::relay::inferConvWeight(
          loc,
          getConvAttributes(
              Adaptor(::mlir::ValueRange(), attributes, properties)),
          operandTypes[0], operandTypes[1]);
    }
    ::llvm::FailureOr<::mlir::relay::CollapsedOperation> $cppClass::collapse(
        ::llvm::ArrayRef<::mlir::RankedTensorType> operands) {
      return ::mlir::relay::collapseConv(
          *this, getConvAttributes(Adaptor(*this)), operands[0], operands[1]);
    }
  }];
}

def Relay_NNContribConv2dNCHWcOp
    : Relay_ConvOp<"nn.contrib_conv2d_NCHWc", "HW"> {
  let summary = "convolution over images with blocks of channels";
  let semantics = [{
    As `nn.conv2d`; the name tells compilers that the layouts, such as NCHW8c and
    OIHW8i8o, suit a target. As in TVM, the default `kernel_layout` also stands
    for the layout OIHW*m*i*n*o of a weight of six dimensions, the last two of
    which are *m* and *n*.
  }];
  let example = [{%0 = relay.nn.contrib_conv2d_NCHWc %x, %w {padding = array<i64: 1, 1>, data_layout = "NCHW4c", kernel_layout = "OIHW4i4o"} : (tensor<1x2x8x8x4xf32>, tensor<3x2x3x3x4x4xf32>) -> tensor<1x3x8x8x4xf32>}];
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$weight,
                   Relay_IntsOr<"{1, 1}">:$strides,
                   Relay_IntsOr<"{0, 0}">:$padding,
                   Relay_IntsOr<"{1, 1}">:$dilation, Relay_IntOr<"1">:$groups,
                   Relay_OptionalInt:$channels,
                   Relay_OptionalInts:$kernel_size,
                   Relay_StrOr<"NCHW">:$data_layout,
                   Relay_StrOr<"OIHW">:$kernel_layout,
                   Relay_StrOr<"">:$out_layout,
                   Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<attrs = "Conv2DAttrs",
                      objects = ["channels", "data_layout", "kernel_layout", "out_layout"]>;
  let pythonParameters = "data, weight, strides=(1, 1), padding=(0, 0), "
      "dilation=(1, 1), groups=1, channels=None, kernel_size=None, "
      "data_layout='NCHW8c', kernel_layout='OIHW', out_layout='', out_dtype=''";
}

def Relay_NNContribDepthwiseConv2dNCHWcOp
    : Relay_ConvOp<"nn.contrib_depthwise_conv2d_NCHWc", "HW"> {
  let summary = "depthwise convolution over images with blocks of channels";
  let semantics = [{
    As `nn.conv2d` with as many `groups` as `data` has channels; the name tells
    compilers that the layouts, such as NCHW8c and OIHW1i8o, suit a target.
  }];
  let example = [{%0 = relay.nn.contrib_depthwise_conv2d_NCHWc %x, %w {padding = array<i64: 1, 1>, groups = 8 : i64, channels = 8 : i64, kernel_size = array<i64: 3, 3>, data_layout = "NCHW4c", kernel_layout = "OIHW1i4o"} : (tensor<1x2x8x8x4xf32>, tensor<2x1x3x3x1x4xf32>) -> tensor<1x2x8x8x4xf32>}];
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$weight,
                   Relay_IntsOr<"{1, 1}">:$strides,
                   Relay_IntsOr<"{0, 0}">:$padding,
                   Relay_IntsOr<"{1, 1}">:$dilation, Relay_IntOr<"1">:$groups,
                   Relay_OptionalInt:$channels,
                   Relay_OptionalInts:$kernel_size,
                   Relay_StrOr<"NCHW">:$data_layout,
                   Relay_StrOr<"OIHW">:$kernel_layout,
                   Relay_StrOr<"">:$out_layout,
                   Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<attrs = "Conv2DAttrs",
                      objects = ["channels", "data_layout", "kernel_layout", "out_layout"]>;
  let pythonParameters = "data, weight, strides=(1, 1), padding=(0, 0), "
      "dilation=(1, 1), groups=1, channels=None, kernel_size=None, "
      "data_layout='NCHW8c', kernel_layout='OIHW', out_layout='', out_dtype=''";
}

def Relay_NNConv1dOp : Relay_ConvOp<"nn.conv1d", "W"> {
  let summary = "convolution over one dimension";
  let semantics = [{
    As `nn.conv2d` over the dimension W. `strides`, `dilation` and `kernel_size`
    have one number, `padding` one for both sides or two.
  }];
  let example = "%0 = relay.nn.conv1d %x, %w {strides = array<i64: 2>, padding = array<i64: 1, 1>} : (tensor<1x4x9xf32>, tensor<6x4x3xf32>) -> tensor<1x6x5xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$weight,
                   Relay_IntsOr<"{1}">:$strides,
                   Relay_IntsOr<"{0, 0}">:$padding,
                   Relay_IntsOr<"{1}">:$dilation, Relay_IntOr<"1">:$groups,
                   Relay_OptionalInt:$channels,
                   Relay_OptionalInts:$kernel_size,
                   Relay_StrOr<"NCW">:$data_layout,
                   Relay_StrOr<"OIW">:$kernel_layout,
                   Relay_StrOr<"">:$out_layout,
                   Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<level = 2, attrs = "Conv1DAttrs",
                      objects = ["channels", "data_layout", "kernel_layout", "out_layout"],
                      mixed = "Always", mixedType = "out_dtype">;
  let pythonParameters = "data, weight, strides=1, padding=0, dilation=1, "
      "groups=1, channels=None, kernel_size=None, data_layout='NCW', "
      "kernel_layout='OIW', out_layout='', out_dtype=''";
}

def Relay_NNConv1dTransposeOp
    : Relay_ConvOp<"nn.conv1d_transpose", "W",
                   "result.outputPadding = adaptor.getOutputPadding();"> {
  let summary = "transposed convolution over one dimension";
  let semantics = [{
    As `nn.conv2d_transpose` over the dimension W. `strides`, `dilation`,
    `output_padding` and `kernel_size` have one number, `padding` one for both
    sides or two.
  }];
  let example = "%0 = relay.nn.conv1d_transpose %x, %w {strides = array<i64: 2>, padding = array<i64: 1, 1>} : (tensor<1x4x9xf32>, tensor<4x6x3xf32>) -> tensor<1x6x17xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$weight,
                   Relay_OptionalInt:$channels,
                   Relay_OptionalInts:$kernel_size,
                   Relay_IntsOr<"{1}">:$strides,
                   Relay_IntsOr<"{0}">:$output_padding,
                   Relay_IntsOr<"{0}">:$padding,
                   Relay_IntsOr<"{1}">:$dilation, Relay_IntOr<"1">:$groups,
                   Relay_StrOr<"NCW">:$data_layout,
                   Relay_StrOr<"IOW">:$kernel_layout,
                   Relay_StrOr<"">:$out_layout,
                   Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<level = 2, attrs = "Conv1DTransposeAttrs",
                      objects = ["channels"], mixed = "Always",
                      mixedType = "out_dtype">;
  let pythonParameters = "data, weight, strides=(1,), padding=(0,), "
      "dilation=(1,), groups=1, channels=None, kernel_size=None, "
      "data_layout='NCW', kernel_layout='IOW', out_layout='', "
      "output_padding=(0,), out_dtype=''";
}

def Relay_NNConv2dOp : Relay_ConvOp<"nn.conv2d", "HW"> {
  let summary = "convolution over images";
  let semantics = [{
    With `data` in layout NCHW and `weight` in layout OIHW, element (n, o, y, x)
    of the result is the sum over i, h and w of

    ```
    data[n, i, y * strides[0] + h * dilation[0], x * strides[1] + w * dilation[1]] * weight[o, i, h, w]
    ```

    where `data` has been surrounded by zeros: as many as `padding` says, one
    number for all sides, a height and a width, or top, left, bottom and right.

    `data_layout`, `kernel_layout` and `out_layout` name the dimensions of
    `data`, of `weight` and of the result, which is in `data_layout` if
    `out_layout` is empty. They may split dimensions into blocks, as in NCHW4c;
    missing channels of an incomplete block are zeros in the result.

    With `groups`, dimension C of `data` and of the result are cut into as many
    parts, and each part of the result sees one part of `data` only: dimension I
    of `weight` counts the channels of one part. Two other forms of `weight` are
    accepted: a dimension G of `kernel_layout` holds the group, and O then the
    channels of one part of the result; and if there are as many groups as
    channels in `data`, and O is their number, I counts the channels of the
    result for each channel of `data` (a depthwise convolution).

    `channels`, the number of channels of the result, and `kernel_size` may be
    left out when `weight` has a type; together they determine the type of a
    `weight` that has none, unless `groups` exceeds 1.

    The result has element type `out_dtype`, or that of `data`; operands are
    converted to it. A sum starts at 0 and takes i, h and w in row-major order
    with one rounding each (fused multiply-add); f16 and bf16 are accumulated in
    f32 and rounded once.
  }];
  let example = "%0 = relay.nn.conv2d %x, %w {padding = array<i64: 1, 1>, channels = 6 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x8x8xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$weight,
                   Relay_IntsOr<"{1, 1}">:$strides,
                   Relay_IntsOr<"{0, 0}">:$padding,
                   Relay_IntsOr<"{1, 1}">:$dilation, Relay_IntOr<"1">:$groups,
                   Relay_OptionalInt:$channels,
                   Relay_OptionalInts:$kernel_size,
                   Relay_StrOr<"NCHW">:$data_layout,
                   Relay_StrOr<"OIHW">:$kernel_layout,
                   Relay_StrOr<"">:$out_layout,
                   Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<level = 2, attrs = "Conv2DAttrs",
                      objects = ["channels", "data_layout", "kernel_layout", "out_layout"],
                      mixed = "Always", mixedType = "out_dtype">;
}

def Relay_NNConv2dBackwardWeightOp
    : Relay_Operator<"nn.conv2d_backward_weight", Relay_OutEWiseFusable,
                     [DeclareOpInterfaceMethods<Relay_CostInterface>]> {
  let summary = "gradient of a convolution with regard to its weight";
  let semantics = [{
    The gradient of `nn.conv2d` with regard to its weight, where `grad` is that
    with regard to its result and `data` its data. With groups of g channels of
    `data` each, element (o, i, h, w) of the result is the sum over n, y and x of

    ```
    grad[n, o, y, x] * data[n, group(o) * g + i, y * strides[0] + h * dilation[0], x * strides[1] + w * dilation[1]]
    ```

    where `data` has been padded as there. As in TVM, `data_layout` is the layout
    of `grad`, `kernel_layout` that of `data` and `out_layout` that of the result;
    OIHW, if it is empty. Operands are converted to `out_dtype`, or the element
    type of `grad`.
  }];
  let extraOperatorDeclaration = [{
    /// Return the attributes for type inference and lowering; see ConvGradient.
    static ::mlir::relay::ConvAttributes getConvAttributes(Adaptor adaptor);
  }];
  let example = [{%0 = relay.nn.conv2d_backward_weight %g, %x {padding = array<i64: 1, 1>, kernel_size = array<i64: 3, 3>, kernel_layout = "NCHW", out_layout = "OIHW"} : (tensor<2x6x8x8xf32>, tensor<2x4x8x8xf32>) -> tensor<6x4x3x3xf32>}];
  let arguments = (ins Relay_Tensor:$grad, Relay_Tensor:$data,
                   Relay_IntsOr<"{1, 1}">:$strides,
                   Relay_IntsOr<"{0, 0}">:$padding,
                   Relay_IntsOr<"{1, 1}">:$dilation, Relay_IntOr<"1">:$groups,
                   Relay_OptionalInt:$channels,
                   Relay_OptionalInts:$kernel_size,
                   Relay_StrOr<"NCHW">:$data_layout,
                   Relay_StrOr<"OIHW">:$kernel_layout,
                   Relay_StrOr<"">:$out_layout,
                   Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<level = 2, attrs = "Conv2DAttrs",
                      objects = ["channels", "data_layout", "kernel_layout", "out_layout"]>;
  let returns = "A tensor in the layout of a weight, of element type `out_dtype`, "
      "or that of `grad`.";
  let raises = "an operand has another rank than its layout, `kernel_size` is "
      "missing, or the shapes or attributes do not fit";
  let pythonParameters = "grad, data, strides=(1, 1), padding=(0, 0), "
      "dilation=(1, 1), groups=1, channels=None, kernel_size=None, "
      "data_layout='NCHW', kernel_layout='NCHW', out_layout='OIHW', out_dtype=''";
}

def Relay_NNConv2dTransposeOp
    : Relay_ConvOp<"nn.conv2d_transpose", "HW",
                   "result.outputPadding = adaptor.getOutputPadding();"> {
  let summary = "transposed convolution over images";
  let semantics = [{
    The gradient of `nn.conv2d` with regard to its data: each element of `data`
    is multiplied by the kernel and added to the result where it lies. With all
    layouts as by default, element (n, o, y, x) of the result is the sum over i,
    h and w of

    ```
    data[n, i, (y + padding[0] - h * dilation[0]) / strides[0], (x + padding[1] - w * dilation[1]) / strides[1]] * weight[i, o, h, w]
    ```

    There is no summand for an index that is no integer, and an element outside of
    `data` is zero. If the product of the strides exceeds 16, both are zero. A
    size e of the result is `strides * (e - 1) + (kernel_size - 1) *
    dilation + 1 - padding + output_padding`, padding being that of both sides.

    Dimension I of `weight` counts the channels of `data`, O those of one group of
    the result. Other attributes and the element type are those of `nn.conv2d`.
    `channels` and `kernel_size` together determine the type of a `weight` that
    is not annotated. A sum takes i in ascending order, then h and w in
    descending order, each with one rounding.
  }];
  let example = "%0 = relay.nn.conv2d_transpose %x, %w {strides = array<i64: 2, 2>, padding = array<i64: 1, 1>, output_padding = array<i64: 1, 1>} : (tensor<1x4x8x8xf32>, tensor<4x6x3x3xf32>) -> tensor<1x6x16x16xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$weight,
                   Relay_OptionalInt:$channels,
                   Relay_OptionalInts:$kernel_size,
                   Relay_IntsOr<"{1, 1}">:$strides,
                   Relay_IntsOr<"{0, 0}">:$output_padding,
                   Relay_IntsOr<"{0, 0}">:$padding,
                   Relay_IntsOr<"{1, 1}">:$dilation, Relay_IntOr<"1">:$groups,
                   Relay_StrOr<"NCHW">:$data_layout,
                   Relay_StrOr<"IOHW">:$kernel_layout,
                   Relay_StrOr<"">:$out_layout,
                   Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<level = 2, attrs = "Conv2DTransposeAttrs",
                      objects = ["channels"], mixed = "Always",
                      mixedType = "out_dtype">;
  let pythonParameters = "data, weight, strides=(1, 1), padding=(0, 0), "
      "dilation=(1, 1), groups=1, channels=None, kernel_size=None, "
      "data_layout='NCHW', kernel_layout='IOHW', out_layout='', "
      "output_padding=(0, 0), out_dtype=''";
}

def Relay_NNConv3dOp : Relay_ConvOp<"nn.conv3d", "DHW"> {
  let summary = "convolution over volumes";
  let semantics = [{
    As `nn.conv2d` over the dimensions D, H and W. `strides`, `dilation` and
    `kernel_size` have three numbers; `padding` has one for all sides, a depth, a
    height and a width, or front, top, left, back, bottom and right.
  }];
  let example = "%0 = relay.nn.conv3d %x, %w {padding = array<i64: 0, 1, 1>} : (tensor<1x4x5x8x8xf32>, tensor<6x4x3x3x3xf32>) -> tensor<1x6x3x8x8xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$weight,
                   Relay_IntsOr<"{1, 1, 1}">:$strides,
                   Relay_IntsOr<"{0, 0, 0}">:$padding,
                   Relay_IntsOr<"{1, 1, 1}">:$dilation,
                   Relay_IntOr<"1">:$groups, Relay_OptionalInt:$channels,
                   Relay_OptionalInts:$kernel_size,
                   Relay_StrOr<"NCDHW">:$data_layout,
                   Relay_StrOr<"OIDHW">:$kernel_layout,
                   Relay_StrOr<"">:$out_layout,
                   Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<level = 2, attrs = "Conv3DAttrs",
                      objects = ["channels", "data_layout", "kernel_layout", "out_layout"],
                      mixed = "Always", mixedType = "out_dtype">;
}

def Relay_NNConv3dTransposeOp
    : Relay_ConvOp<"nn.conv3d_transpose", "DHW",
                   "result.outputPadding = adaptor.getOutputPadding();"> {
  let summary = "transposed convolution over volumes";
  let semantics = [{
    As `nn.conv2d_transpose` over the dimensions D, H and W. `strides`,
    `dilation`, `output_padding` and `kernel_size` have three numbers; `padding`
    has one for all sides, a depth, a height and a width, or front, top, left,
    back, bottom and right.
  }];
  let example = "%0 = relay.nn.conv3d_transpose %x, %w {strides = array<i64: 2, 2, 2>, padding = array<i64: 1, 1, 1>} : (tensor<1x4x3x4x5xf32>, tensor<4x6x3x3x3xf32>) -> tensor<1x6x5x7x9xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$weight,
                   Relay_OptionalInt:$channels,
                   Relay_OptionalInts:$kernel_size,
                   Relay_IntsOr<"{1, 1, 1}">:$strides,
                   Relay_IntsOr<"{0, 0, 0}">:$output_padding,
                   Relay_IntsOr<"{0, 0, 0}">:$padding,
                   Relay_IntsOr<"{1, 1, 1}">:$dilation, Relay_IntOr<"1">:$groups,
                   Relay_StrOr<"NCDHW">:$data_layout,
                   Relay_StrOr<"IODHW">:$kernel_layout,
                   Relay_StrOr<"">:$out_layout,
                   Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<level = 2, attrs = "Conv3DTransposeAttrs",
                      objects = ["channels", "data_layout", "kernel_layout", "out_layout"],
                      mixed = "Always", mixedType = "out_dtype">;
  let pythonParameters = "data, weight, strides=(1, 1, 1), padding=(0, 0, 0), "
      "dilation=(1, 1, 1), groups=1, channels=None, kernel_size=None, "
      "data_layout='NCDHW', kernel_layout='IODHW', out_layout='', "
      "output_padding=(0, 0, 0), out_dtype=''";
}

def Relay_NNCorrelationOp
    : Relay_Operator<"nn.correlation", Relay_OutEWiseFusable,
                     [DeclareOpInterfaceMethods<Relay_CostInterface>]> {
  let summary = "correlation of the patches of two images";
  let semantics = [{
    Compares patches of `kernel_size` times `kernel_size` pixels of `data1` with
    such of `data2` up to `max_displacement` away, in layout NCHW, after padding
    with zeros as `padding` says: one number, a height and a width, or top, left,
    bottom and right. Channel q of the result stands for the displacement
    (q / d - r, q mod d - r) times `stride2`, where r is `max_displacement /
    stride2` and d is 2 * r + 1; element (n, q, y, x) is the sum over the channels
    and a patch, from row y * `stride1` + `max_displacement` and such a column on,
    of the products with the elements displaced (of the absolute differences,
    without `is_multiply`), divided by the number of summands.
  }];
  let example = "%0 = relay.nn.correlation %a, %b {max_displacement = 2 : i64, padding = array<i64: 2, 2>} : (tensor<1x3x8x8xf32>, tensor<1x3x8x8xf32>) -> tensor<1x25x8x8xf32>";
  let arguments = (ins Relay_Tensor:$data1, Relay_Tensor:$data2,
                   Relay_IntOr<"1">:$kernel_size,
                   Relay_IntOr<"1">:$max_displacement, Relay_IntOr<"1">:$stride1,
                   Relay_IntOr<"1">:$stride2, Relay_IntsOr<"{0, 0}">:$padding,
                   Relay_BoolOr<"true">:$is_multiply,
                   Relay_StrOr<"NCHW">:$layout);
  let tvm = Relay_TVM<level = 2, attrs = "CorrelationAttrs", objects = ["layout"]>;
  let returns = "A tensor of the element type of `data1` with a channel for each "
      "displacement.";
  let raises = "the operands are no images of one type, `layout` is not NCHW, or "
      "an attribute is out of range or does not fit";
  let pythonParameters = "data1, data2, kernel_size, max_displacement, stride1, "
      "stride2, padding, is_multiply, layout";
}

def Relay_NNDeformableConv2dOp
    : Relay_Operator<"nn.deformable_conv2d", Relay_OutEWiseFusable,
                     [Relay_FloatFunction,
                      DeclareOpInterfaceMethods<Relay_CostInterface>,
                      DeclareOpInterfaceMethods<
                          Relay_InferOperandTypesInterface>]> {
  let summary = "convolution over images at displaced positions";
  let semantics = [{
    As `nn.conv2d`, but each element of a window is taken at a position of its
    own, which is displaced by two elements of `offset`, down and right, and
    interpolated linearly between four pixels; 0 outside of the image.
    `offset` has the batch and the spatial dimensions of the result, and as its
    channels for each of `deformable_groups` parts of the channels of `data`, and
    for each element of the window in row-major order, these two numbers.
    `data_layout`, `kernel_layout` and the empty `out_layout` are NCHW and OIHW,
    or NHWC and HWIO. A NaN in `offset` gives 0. Positions are computed in f32, or
    in f64 if `data` is f64. See <https://arxiv.org/abs/1703.06211>. With more
    than one group it has types, but no value, as in TVM.
  }];
  let extraOperatorDeclaration = [{
    /// Return the attributes for type inference and lowering.
    static ::mlir::relay::ConvAttributes getConvAttributes(Adaptor adaptor);
  }];
  let example = "%0 = relay.nn.deformable_conv2d %x, %o, %w {padding = array<i64: 1, 1>, channels = 6 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, tensor<1x18x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x8x8xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$offset,
                   Relay_Tensor:$weight, Relay_IntsOr<"{1, 1}">:$strides,
                   Relay_IntsOr<"{0, 0}">:$padding,
                   Relay_IntsOr<"{1, 1}">:$dilation,
                   Relay_IntOr<"1">:$deformable_groups, Relay_IntOr<"1">:$groups,
                   Relay_OptionalInt:$channels,
                   Relay_OptionalInts:$kernel_size,
                   Relay_StrOr<"NCHW">:$data_layout,
                   Relay_StrOr<"OIHW">:$kernel_layout,
                   Relay_StrOr<"">:$out_layout,
                   Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<level = 5, attrs = "DeformableConv2DAttrs",
                      objects = ["channels"]>;
  let returns = "A tensor in `data_layout`, as `nn.conv2d` returns it.";
  let raises = Relay_LayoutFits # ", the channels of the operands, `channels`, "
      "`kernel_size`, `groups` and `deformable_groups` contradict each other, or "
      "`strides`, `padding` or `dilation` have a wrong length or do not fit";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_NNCONVOPS_TD
