//===- Pooling -------------------------------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_NNPOOLOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_NNPOOLOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

// An operator on the spatial dimensions of `data`, which `layout` names.
// `out_layout` is kept for TVM's programs and has no meaning: TVM's type
// relations and kernels ignore it, too.
class Relay_PoolOp<string mnemonic, string names, list<Trait> traits = []>
    : Relay_Operator<mnemonic, Relay_OutEWiseFusable, traits> {
  let extraOperatorDeclaration = [{
    /// The names of the dimensions that are pooled.
    static ::llvm::StringRef getSpatialNames() { return "}] # names # [{"; }
  }];
}

// One result element for all elements of an image.
// A pooling over windows of the dimensions `names`. `ones` and `zeros` are the
// defaults of attributes with a number for each.
// Pools over windows of the dimensions `names`, which are the last ones of the
// default layout.
class Relay_WindowPoolOp<string mnemonic, string names>
    : Relay_PoolOp<mnemonic, names,
                   [DeclareOpInterfaceMethods<Relay_CostInterface>]> {
  string ones = !interleave(!listsplat("1", !size(names)), ", ");
  string zeros = !subst("1", "0", ones);
  dag commonArguments = (ins Relay_Tensor:$data, Relay_Ints:$pool_size,
      Relay_IntsOr<"{" # ones # "}">:$strides,
      Relay_IntsOr<"{" # ones # "}">:$dilation,
      Relay_IntsOr<"{" # zeros # "}">:$padding, Relay_StrOr<"NC" # names>:$layout,
      Relay_StrOr<"">:$out_layout, Relay_BoolOr<"false">:$ceil_mode);
  let returns = "A tensor of the type of `data`, in `out_layout` or `layout`, "
      "that has in each spatial dimension as many elements as windows fit into "
      "the padded one, rounded up with `ceil_mode`.";
  let raises = Relay_LayoutFits # ", or `pool_size`, `strides`, `dilation` or "
      "`padding` have a wrong length or do not fit";
  string otherParameters = "";
  // Tuples of one element end in a comma.
  string tuple = "(" # ones # !if(!eq(ones, "1"), ",)", ")");
  let pythonParameters = "data, pool_size=" # tuple # ", strides=" # tuple
      # ", dilation=" # tuple # ", padding=" # !subst("1", "0", tuple)
      # ", layout='NC" # names # "', out_layout='', ceil_mode=False"
      # otherParameters;
  let extraClassDefinition = [{
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return ::mlir::relay::inferWindowPool(
          loc, getRelayName(), adaptor.getData().getType(), adaptor.getLayout(),
          getSpatialNames(), adaptor.getPoolSize(), adaptor.getStrides(),
          adaptor.getDilation(), adaptor.getPadding(), adaptor.getCeilMode());
    }
    // An addition or comparison for each element of each window.
    uint64_t $cppClass::estimateOwnWork() {
      return ::llvm::SaturatingMultiply(
          ::mlir::relay::countElements(getType()),
          ::mlir::relay::multiplyExtents(getPoolSize()));
    }
  }];
}

class Relay_MaxPoolOp<string mnemonic, string names>
    : Relay_WindowPoolOp<mnemonic, names> {
  let arguments = commonArguments;
}

class Relay_AvgPoolOp<string mnemonic, string names>
    : Relay_WindowPoolOp<mnemonic, names> {
  let arguments = !con(commonArguments,
                       (ins Relay_BoolOr<"false">:$count_include_pad));
  let otherParameters = ", count_include_pad=False";
}

class Relay_GlobalPool2DOp<string mnemonic, list<Trait> traits = []>
    : Relay_PoolOp<mnemonic, "HW", traits> {
  let arguments = (ins Relay_Tensor:$data, Relay_StrOr<"NCHW">:$layout,
                   Relay_StrOr<"">:$out_layout);
  let returns = "A tensor of the type of `data` whose height and width are 1.";
  let raises = Relay_LayoutFits;
  let extraClassDefinition = [{
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return ::mlir::relay::inferAdaptivePool(
          loc, getRelayName(), adaptor.getData().getType(),
          adaptor.getLayout(), getSpatialNames(), ::llvm::ArrayRef<int64_t>{1});
    }
  }];
}

// A result of size `output_size`, whatever the size of `data`.
class Relay_AdaptivePoolOp<string mnemonic, string names,
                           list<Trait> traits = [], string moreDefinitions = "">
    : Relay_PoolOp<mnemonic, names, traits> {
  let arguments = (ins Relay_Tensor:$data, Relay_OptionalInts:$output_size,
                   Relay_StrOr<"NC" # names>:$layout,
                   Relay_StrOr<"">:$out_layout);
  let returns = "A tensor of the type of `data` with `output_size` as its "
      "spatial dimensions.";
  let raises = Relay_LayoutFits # ", or `output_size` does not fit";
  let extraClassDefinition = [{
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return ::mlir::relay::inferAdaptivePool(
          loc, getRelayName(), adaptor.getData().getType(),
          adaptor.getLayout(), getSpatialNames(),
          adaptor.getOutputSize().value_or(::llvm::ArrayRef<int64_t>()));
    }
  }] # moreDefinitions;
}

class Relay_AdaptiveAvgPoolOp<string mnemonic, string names>
    : Relay_AdaptivePoolOp<mnemonic, names,
                           [DeclareOpInterfaceMethods<Relay_MeanInterface>], [{
    ::std::optional<int64_t> $cppClass::getDivisor(
        ::llvm::ArrayRef<::mlir::RankedTensorType> operands) {
      return ::mlir::relay::getPoolDivisor(
          operands.front(), getLayout(), getSpatialNames(),
          getOutputSize().value_or(::llvm::ArrayRef<int64_t>()));
    }
  }]>;

// The gradient of a pooling of windows with regard to its data.
class Relay_PoolGradOp<string mnemonic, dag otherArguments = (ins)>
    : Relay_PoolOp<mnemonic, "HW", [Relay_FloatFunction]> {
  let arguments = !con(
      (ins Relay_Tensor:$out_grad, Relay_Tensor:$data, Relay_Ints:$pool_size,
           Relay_IntsOr<"{1, 1}">:$strides, Relay_IntsOr<"{0, 0}">:$padding,
           Relay_IntsOr<"{1, 1}">:$dilation, Relay_StrOr<"NCHW">:$layout,
           Relay_StrOr<"">:$out_layout, Relay_BoolOr<"false">:$ceil_mode),
      otherArguments);
  let returns = Relay_SameType;
  let raises = Relay_LayoutFits # ", `out_grad` has not the shape of the pooling, "
      "`dilation` is not 1, or `pool_size`, `strides` or `padding` have a wrong "
      "length or do not fit";
  let extraClassDefinition = [{
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return ::mlir::relay::inferPoolGrad(
          loc, getRelayName(), adaptor.getOutGrad().getType(),
          adaptor.getData().getType(), adaptor.getLayout(),
          adaptor.getPoolSize(), adaptor.getStrides(), adaptor.getDilation(),
          adaptor.getPadding(), adaptor.getCeilMode());
    }
  }];
}


def Relay_NNAdaptiveAvgPool1dOp
    : Relay_AdaptiveAvgPoolOp<"nn.adaptive_avg_pool1d", "W"> {
  let summary = "average over ranges, of given number";
  let semantics = [{
    As `nn.adaptive_avg_pool2d` over the dimension W.
  }];
  let example = "%0 = relay.nn.adaptive_avg_pool1d %x {output_size = array<i64: 3>} : (tensor<1x8x7xf32>) -> tensor<1x8x3xf32>";
  let tvm = Relay_TVM<attrs = "AdaptivePool1DAttrs", objects = ["out_layout"],
                      mixed = "Never">;
}

def Relay_NNAdaptiveAvgPool2dOp
    : Relay_AdaptiveAvgPoolOp<"nn.adaptive_avg_pool2d", "HW"> {
  let summary = "average over a grid of given size";
  let semantics = [{
    Divides the dimensions H and W, which `layout` names, into `output_size`
    ranges each and averages over each field: range i of n over a size e is
    `floor(i * e / n) .. ceil((i + 1) * e / n)`, so that neighbours may overlap.
    `output_size` is a height and a width, one number for both, or absent for
    the size of `data`.

    f16 and bf16 are accumulated in f32 and rounded once; the division of
    integers truncates. Elements are added in row-major order, or as `mean`
    adds them when every output size is 1. `out_layout` has no effect, as in
    TVM.
  }];
  let example = "%0 = relay.nn.adaptive_avg_pool2d %x {output_size = array<i64: 3, 4>} : (tensor<1x8x7x9xf32>) -> tensor<1x8x3x4xf32>";
  let tvm = Relay_TVM<attrs = "AdaptivePool2DAttrs", objects = ["out_layout"],
                      mixed = "Never">;
}

def Relay_NNAdaptiveAvgPool3dOp
    : Relay_AdaptiveAvgPoolOp<"nn.adaptive_avg_pool3d", "DHW"> {
  let summary = "average over a volume grid of given size";
  let semantics = [{
    As `nn.adaptive_avg_pool2d` over the dimensions D, H and W. `output_size`
    has three numbers, one for all, or is absent.
  }];
  let example = [{%0 = relay.nn.adaptive_avg_pool3d %x {output_size = array<i64: 2>, layout = "NDHWC"} : (tensor<1x4x5x6x8xf32>) -> tensor<1x2x2x2x8xf32>}];
  let tvm = Relay_TVM<attrs = "AdaptivePool3DAttrs", objects = ["out_layout"],
                      mixed = "Never">;
}

def Relay_NNAdaptiveMaxPool1dOp
    : Relay_AdaptivePoolOp<"nn.adaptive_max_pool1d", "W"> {
  let summary = "maximum over ranges, of given number";
  let semantics = [{
    Divides dimension W, which `layout` names, into `output_size` ranges, as
    `nn.adaptive_avg_pool2d` does, and takes the maximum of each; NaN if there
    is one. An absent `output_size` is the size of `data`.
  }];
  let example = "%0 = relay.nn.adaptive_max_pool1d %x {output_size = array<i64: 3>} : (tensor<1x8x7xf32>) -> tensor<1x8x3xf32>";
  let tvm = Relay_TVM<attrs = "AdaptivePool1DAttrs", objects = ["out_layout"],
                      mixed = "Follow">;
}

def Relay_NNAdaptiveMaxPool2dOp
    : Relay_AdaptivePoolOp<"nn.adaptive_max_pool2d", "HW"> {
  let summary = "maximum over a grid of given size";
  let semantics = [{
    The maximum of each of the fields over which `nn.adaptive_avg_pool2d` averages;
    NaN if there is one.
  }];
  let example = "%0 = relay.nn.adaptive_max_pool2d %x {output_size = array<i64: 3, 4>} : (tensor<1x8x7x9xf32>) -> tensor<1x8x3x4xf32>";
  let tvm = Relay_TVM<attrs = "AdaptivePool2DAttrs", objects = ["out_layout"]>;
}

def Relay_NNAdaptiveMaxPool3dOp
    : Relay_AdaptivePoolOp<"nn.adaptive_max_pool3d", "DHW"> {
  let summary = "maximum over a volume grid of given size";
  let semantics = [{
    The maximum of each of the fields over which `nn.adaptive_avg_pool3d`
    averages; NaN if there is one.
  }];
  let example = [{%0 = relay.nn.adaptive_max_pool3d %x {output_size = array<i64: 2, 2, 2>} : (tensor<1x4x5x6x7xf32>) -> tensor<1x4x2x2x2xf32>}];
  let tvm = Relay_TVM<attrs = "AdaptivePool3DAttrs", objects = ["out_layout"],
                      mixed = "Follow">;
}

def Relay_NNAvgPool1dOp : Relay_AvgPoolOp<"nn.avg_pool1d", "W"> {
  let summary = "average over windows of one dimension";
  let semantics = [{
    As `nn.avg_pool2d` over the dimension W. `padding` has one number, or one for each side.
  }];
  let example = "%0 = relay.nn.avg_pool1d %x {pool_size = array<i64: 2>, strides = array<i64: 2>} : (tensor<1x8x10xf32>) -> tensor<1x8x5xf32>";
  let tvm = Relay_TVM<level = 2, attrs = "AvgPool1DAttrs",
                      objects = ["out_layout"]>;
}

def Relay_NNAvgPool2dOp : Relay_AvgPoolOp<"nn.avg_pool2d", "HW"> {
  let summary = "average over windows";
  let semantics = [{
    The mean of each window of an image, windows being placed as those of
    `nn.max_pool2d`. Padding counts as zeros: the sum is divided by the number
    of elements of the window that lie in the padded image with
    `count_include_pad`, and in the image itself without. Elements outside of the
    padded image, which a window has with `ceil_mode`, are never counted. A
    window without any element gives 0.

    The elements of a window are added in row-major order; f16 and bf16 are
    accumulated in f32 and rounded once; the division of integers truncates.
    `out_layout` has no effect, as in TVM.
  }];
  let example = "%0 = relay.nn.avg_pool2d %x {pool_size = array<i64: 3, 3>, padding = array<i64: 1, 1>, count_include_pad = true} : (tensor<1x8x7x9xf32>) -> tensor<1x8x7x9xf32>";
  let tvm = Relay_TVM<level = 2, attrs = "AvgPool2DAttrs",
                      objects = ["layout", "out_layout"], mixed = "Follow">;
}

def Relay_NNAvgPool2dGradOp
    : Relay_PoolGradOp<"nn.avg_pool2d_grad",
                       (ins Relay_BoolOr<"false">:$count_include_pad)> {
  let summary = "gradient of an average over windows";
  let semantics = [{
    The gradient of `nn.avg_pool2d` with regard to `data`, where `out_grad` is
    that with regard to its result: the sum, over the windows that contain an
    element, of `out_grad` divided by the number of elements that count in the
    window; with `count_include_pad` all of them, as in TVM.
  }];
  let example = "%0 = relay.nn.avg_pool2d_grad %g, %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x3x4x4xf32>, tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf32>";
  let tvm = Relay_TVM<level = 2, attrs = "AvgPool2DAttrs",
                      objects = ["layout", "out_layout"]>;
  let pythonParameters = "out_grad, data, pool_size=(1, 1), strides=(1, 1), "
      "padding=(0, 0), layout='NCHW', out_layout='', ceil_mode=False, "
      "count_include_pad=False";
}

def Relay_NNAvgPool3dOp : Relay_AvgPoolOp<"nn.avg_pool3d", "DHW"> {
  let summary = "average over windows of volumes";
  let semantics = [{
    As `nn.avg_pool2d` over the dimensions D, H and W. `padding` has one number, three, or six: front, top, left, back, bottom
    and right.
  }];
  let example = "%0 = relay.nn.avg_pool3d %x {pool_size = array<i64: 2, 2, 2>, strides = array<i64: 2, 2, 2>} : (tensor<1x8x4x6x10xf32>) -> tensor<1x8x2x3x5xf32>";
  let tvm = Relay_TVM<level = 2, attrs = "AvgPool3DAttrs",
                      objects = ["out_layout"]>;
}

def Relay_NNGlobalAvgPool2dOp
    : Relay_GlobalPool2DOp<"nn.global_avg_pool2d",
                           [DeclareOpInterfaceMethods<Relay_MeanInterface>]> {
  let summary = "average over each image";
  let semantics = [{
    The mean over the dimensions H and W, which `layout` names and which stay
    with size 1. Values are those of `mean`. `out_layout` has no effect, as in
    TVM.
  }];
  let example = "%0 = relay.nn.global_avg_pool2d %x : (tensor<1x8x7x9xf32>) -> tensor<1x8x1x1xf32>";
  let tvm = Relay_TVM<level = 2, attrs = "GlobalPool2DAttrs",
                      objects = ["layout", "out_layout"], mixed = "Never">;
}

def Relay_NNGlobalMaxPool2dOp : Relay_GlobalPool2DOp<"nn.global_max_pool2d"> {
  let summary = "maximum over each image";
  let semantics = [{
    The maximum over the dimensions H and W, which `layout` names and which
    stay with size 1; NaN if there is one. `out_layout` has no effect, as in
    TVM.
  }];
  let example = [{%0 = relay.nn.global_max_pool2d %x {layout = "NHWC"} : (tensor<1x7x9x8xf32>) -> tensor<1x1x1x8xf32>}];
  let tvm = Relay_TVM<level = 2, attrs = "GlobalPool2DAttrs",
                      objects = ["layout", "out_layout"], mixed = "Follow">;
}

def Relay_NNMaxPool1dOp : Relay_MaxPoolOp<"nn.max_pool1d", "W"> {
  let summary = "maximum over windows of one dimension";
  let semantics = [{
    As `nn.max_pool2d` over the dimension W. `padding` has one number, or one for each side.
  }];
  let example = "%0 = relay.nn.max_pool1d %x {pool_size = array<i64: 2>, strides = array<i64: 2>} : (tensor<1x8x10xf32>) -> tensor<1x8x5xf32>";
  let tvm = Relay_TVM<level = 2, attrs = "MaxPool1DAttrs",
                      objects = ["out_layout"]>;
}

def Relay_NNMaxPool2dOp : Relay_MaxPoolOp<"nn.max_pool2d", "HW"> {
  let summary = "maximum over windows";
  let semantics = [{
    The maximum of each window of an image, whose dimensions H and W `layout`
    names; NaN if there is one. A window has `pool_size` elements, `dilation`
    apart; the first one starts at the corner of the image after `padding`
    (one number for all sides, a height and a width, or top, left, bottom and
    right), the others `strides` apart. Padding is the lowest value of the
    element type.

    The number of windows along a size e is `floor((e + padding - w) / stride)
    + 1`, where w is the size of a window, `(pool_size - 1) * dilation + 1`;
    `ceil_mode` rounds up instead and lets the last window exceed the image.
    `out_layout` has no effect, as in TVM.
  }];
  let example = "%0 = relay.nn.max_pool2d %x {pool_size = array<i64: 3, 3>, strides = array<i64: 2, 2>, padding = array<i64: 1, 1, 1, 1>} : (tensor<1x8x7x9xf32>) -> tensor<1x8x4x5xf32>";
  let tvm = Relay_TVM<level = 2, attrs = "MaxPool2DAttrs",
                      objects = ["layout", "out_layout"], mixed = "Follow">;
}

def Relay_NNMaxPool2dGradOp : Relay_PoolGradOp<"nn.max_pool2d_grad"> {
  let summary = "gradient of a maximum over windows";
  let semantics = [{
    The gradient of `nn.max_pool2d` with regard to `data`, where `out_grad` is
    that with regard to its result: the sum of `out_grad` over the windows whose
    first largest element, in row-major order, an element is. NaN is larger than
    any number.
  }];
  let example = "%0 = relay.nn.max_pool2d_grad %g, %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x3x4x4xf32>, tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf32>";
  let tvm = Relay_TVM<level = 2, attrs = "MaxPool2DAttrs",
                      objects = ["layout", "out_layout"]>;
  let pythonParameters = "out_grad, data, pool_size=(1, 1), strides=(1, 1), "
      "padding=(0, 0), layout='NCHW', out_layout='', ceil_mode=False";
}

def Relay_NNMaxPool3dOp : Relay_MaxPoolOp<"nn.max_pool3d", "DHW"> {
  let summary = "maximum over windows of volumes";
  let semantics = [{
    As `nn.max_pool2d` over the dimensions D, H and W. `padding` has one number, three, or six: front, top, left, back, bottom
    and right.
  }];
  let example = "%0 = relay.nn.max_pool3d %x {pool_size = array<i64: 2, 2, 2>, strides = array<i64: 2, 2, 2>} : (tensor<1x8x4x6x10xf32>) -> tensor<1x8x2x3x5xf32>";
  let tvm = Relay_TVM<level = 2, attrs = "MaxPool3DAttrs",
                      objects = ["out_layout"]>;
}

#endif // RELAYLITE_DIALECT_RELAY_IR_NNPOOLOPS_TD
