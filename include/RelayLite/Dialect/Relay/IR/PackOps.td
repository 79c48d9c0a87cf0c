//===- Operators on packed tensors -----------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that TVM's passes make of others, or that prepare tensors for them:
// bits in words, blocks in weights, transformed kernels.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_PACKOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_PACKOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

def Relay_AutoSchedulerLayoutTransformOp
    : Relay_Operator<"auto_scheduler_layout_transform", Relay_Injective> {
  let summary = "change of the layout that a scheduler has chosen";
  let semantics = [{
    Rearranges `data` from one layout to another. A layout is a list of
    dimensions, each a size and a name, as in `4n8h2n`. Dimensions of the same
    name in `dst_layout` are, one after the other, parts of the dimension of this
    name in `src_layout`.
  }];
  let example = [{%0 = relay.auto_scheduler_layout_transform %x {src_layout = "8n6h", dst_layout = "4n6h2n"} : (tensor<8x6xf32>) -> tensor<4x6x2xf32>}];
  let arguments = (ins Relay_Tensor:$data, Relay_Str:$src_layout,
      Relay_Str:$dst_layout);
  let extraOperatorDeclaration = [{
    /// A dimension of a layout.
    struct Dim {
      int64_t extent;
      ::llvm::StringRef name;
    };
    /// The dimensions of the layout `text`, the attribute `name`. Reports an
    /// error at `loc`, if given, and fails when it is none.
    static ::llvm::FailureOr<::llvm::SmallVector<Dim>>
    parseLayout(::std::optional<::mlir::Location> loc, ::llvm::StringRef name,
                ::llvm::StringRef text);
  }];
  let tvm = Relay_TVM<level = 5, attrs = "AutoSchedulerLayoutTransformAttrs">;
  let returns = "A tensor of the element type of `data` and of the shape that "
      "`dst_layout` gives.";
  let raises = "a layout is none, `data` has not the shape of `src_layout`, or "
      "the layouts have not the same dimensions";
}

def Relay_MetaScheduleLayoutTransformOp
    : Relay_Operator<"meta_schedule_layout_transform", Relay_Opaque> {
  let summary = "change of the layout that TVM's MetaSchedule has chosen";
  let semantics = [{
    The element of `data` at indices i becomes that of the result at the indices
    `index_map(i)`. The map sends different indices to different ones, and none
    of the result is left out.
  }];
  let example = "%0 = relay.meta_schedule_layout_transform %x {index_map = affine_map<(i, j) -> (i floordiv 4, j, i mod 4)>} : (tensor<8x6xf32>) -> tensor<2x6x4xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_IndexMap:$index_map);
  let tvm = Relay_TVM<level = 5, attrs = "MetaScheduleLayoutTransformAttrs">;
  let returns = "A tensor of the element type of `data`; its sizes are those "
      "that `index_map` reaches.";
  let raises = "`index_map` has not as many indices as `data` has dimensions, "
      "`data` has no static shape, or the numbers of elements differ";
}

def Relay_NNBitpackOp
    : Relay_Operator<"nn.bitpack", Relay_Injective, [Relay_IntegerFunction]> {
  let summary = "bits of elements, packed into words";
  let semantics = [{
    Packs n adjacent elements along dimension `pack_axis` into words of type
    `pack_type`, of n bits: bit b of the elements goes to word b along a new
    dimension of size `bits` before dimension `bit_axis`. The first element
    gives the highest bit. `name` has no effect.
  }];
  let example = "%0 = relay.nn.bitpack %x {bits = 2 : i64, pack_axis = 1 : i64, bit_axis = 1 : i64, pack_type = ui8} : (tensor<2x16xi32>) -> tensor<2x2x2xui8>";
  let arguments = (ins Relay_Tensor:$data, Relay_IntOr<"1">:$bits,
      Relay_IntOr<"1">:$pack_axis, Relay_IntOr<"-1">:$bit_axis,
      Relay_DType:$pack_type, Relay_StrOr<"BitPack">:$name);
  let tvm = Relay_TVM<level = 2, attrs = "BitPackAttrs">;
  let returns = "A tensor of element type `pack_type` with one more dimension.";
  let raises = "`bits` is not in [1, 8], `pack_axis` or `bit_axis` is out of "
      "range, `pack_type` is no unsigned integer of 8 bits "
      "or more, or its width does not divide the size";
  let pythonParameters = "data, bits=1, pack_axis=1, bit_axis=2, "
      "pack_type='uint32', name='BitPack'";
}

def Relay_NNBitserialDenseOp
    : Relay_Operator<"nn.bitserial_dense", Relay_OutEWiseFusable,
                     [Relay_IntegerFunction]> {
  let summary = "product of matrices of few bits";
  let semantics = [{
    As `nn.dense` of the lowest `data_bits` bits of `data` and the lowest
    `weight_bits` bits of `weight`, both without sign; with `unipolar`, bits of
    `weight` count as 1 or -1. A `weight` of three dimensions has been packed by
    `nn.bitpack` with a `bit_axis` of 1, into words of type `pack_dtype`. Sums
    are computed in `out_dtype` and wrap.
  }];
  let example = "%0 = relay.nn.bitserial_dense %x, %w {units = 4 : i64, pack_dtype = ui8, out_dtype = i16} : (tensor<2x16xi8>, tensor<4x16xi8>) -> tensor<2x4xi16>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$weight,
      Relay_OptionalInt:$units, Relay_IntOr<"1">:$data_bits,
      Relay_IntOr<"1">:$weight_bits, Relay_OptionalDType:$pack_dtype,
      Relay_OptionalDType:$out_dtype, Relay_BoolOr<"true">:$unipolar);
  let tvm = Relay_TVM<level = 1, attrs = "BinaryDenseAttrs",
                      required = ["units"], objects = ["units"]>;
  let returns = "A tensor of the shape of `data` with `units` as its last "
      "dimension, of element type `out_dtype`, or that of `data`.";
  let raises = "`data` is a scalar, `units` is not given, or a number of bits is "
      "not in [1, 8]";
  let pythonParameters = "data, weight, units=None, data_bits=1, weight_bits=1, "
      "pack_dtype='uint32', out_dtype='int16', unipolar=True";
}

def Relay_NNBitserialConv2dOp
    : Relay_Operator<"nn.bitserial_conv2d", Relay_OutEWiseFusable,
                     [Relay_IntegerFunction]> {
  let summary = "convolution over images of few bits";
  let semantics = [{
    As `nn.conv2d` of the lowest `activation_bits` bits of `data` and the lowest
    `weight_bits` bits of `weight`, both without sign; with `unipolar`, bits of
    `weight` count as 1 or -1. The layout of `data` is NCHW or NHWC, that of
    `weight` OIHW or HWIO. A `weight` of five dimensions has been packed along I
    by `nn.bitpack` with a `bit_axis` of 4, into words of type `pack_dtype`. Sums
    are computed in `out_dtype` and wrap.
  }];
  let example = [{%0 = relay.nn.bitserial_conv2d %x, %w {channels = 4 : i64, kernel_size = array<i64: 3, 3>, pack_dtype = ui8, out_dtype = i16} : (tensor<1x8x6x6xi8>, tensor<4x8x3x3xi8>) -> tensor<1x4x4x4xi16>}];
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$weight,
      Relay_IntsOr<"{1, 1}">:$strides, Relay_IntsOr<"{0, 0}">:$padding,
      Relay_IntsOr<"{3, 3}">:$kernel_size, Relay_OptionalInt:$channels,
      Relay_IntOr<"1">:$activation_bits, Relay_IntOr<"1">:$weight_bits,
      Relay_StrOr<"NCHW">:$data_layout, Relay_StrOr<"OIHW">:$kernel_layout,
      Relay_OptionalDType:$pack_dtype, Relay_OptionalDType:$out_dtype,
      Relay_BoolOr<"true">:$unipolar);
  let tvm = Relay_TVM<level = 2, attrs = "BinaryConv2DAttrs",
                      objects = ["channels"]>;
  let returns = "A tensor in the layout of `data`, of element type `out_dtype`, "
      "or that of `data`.";
  let raises = Relay_LayoutFits # ", `channels` is not given, a number of bits is "
      "not in [1, 8], or `strides`, `padding` or `kernel_size` do not fit";
  let pythonParameters = "data, weight, strides=(1, 1), padding=(0, 0), "
      "channels=None, kernel_size=(3, 3), activation_bits=1, weight_bits=1, "
      "data_layout='NCHW', kernel_layout='OIHW', pack_dtype='uint32', "
      "out_dtype='int16', unipolar=True";
}

def Relay_NNContribDensePackOp
    : Relay_Operator<"nn.contrib_dense_pack", Relay_OutEWiseFusable> {
  let summary = "product with a transposed matrix in blocks";
  let semantics = [{
    As `nn.dense` with a `weight` in the layout `weight_layout`, such as NC8n or
    NC16n4c: N counts the rows of the transposed matrix, C its columns.
  }];
  let example = [{%0 = relay.nn.contrib_dense_pack %x, %w {units = 16 : i64, weight_layout = "NC8n"} : (tensor<2x4xf32>, tensor<2x4x8xf32>) -> tensor<2x16xf32>}];
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$weight,
      Relay_OptionalInt:$units, Relay_OptionalDType:$out_dtype,
      Relay_StrOr<"NC">:$weight_layout);
  let tvm = Relay_TVM<attrs = "DensePackAttrs", required = ["units"],
                      objects = ["units", "weight_layout"], declared = false>;
  let returns = "A matrix with as many rows as `data` and as many columns as "
      "`weight` has rows, of element type `out_dtype`, or that of `data`.";
  let raises = "`data` is no matrix, or `weight` has neither three nor four "
      "dimensions";
  let pythonParameters = "data, weight, weight_layout='NC', units=None, "
      "out_dtype=''";
}

// A weight that a convolution of another algorithm takes.
class Relay_WeightTransformOp<string mnemonic, Relay_Pattern pattern>
    : Relay_Operator<mnemonic, pattern>;

def Relay_NNContribConv2dWinogradWeightTransformOp
    : Relay_WeightTransformOp<"nn.contrib_conv2d_winograd_weight_transform",
                              Relay_OutEWiseFusable> {
  let summary = "a weight for the algorithm of Winograd";
  let semantics = [{
    `G * g * G^T` for each kernel g of `weight`, in layout OIHW, where G is the
    matrix of Cook and Toom for tiles of `tile_size` results at the points that
    TVM takes. The result is in layout HWOI. Sums are accumulated in f32 for f16
    and bf16. TVM knows tiles from 2 to 8 and square kernels of sizes from 3 to
    7; others have no value.
  }];
  let example = "%0 = relay.nn.contrib_conv2d_winograd_weight_transform %w {tile_size = 2 : i64} : (tensor<8x4x3x3xf32>) -> tensor<4x4x8x4xf32>";
  let arguments = (ins Relay_Tensor:$weight, Relay_Int:$tile_size);
  let tvm = Relay_TVM<attrs = "ConvWinogradWeightTransformAttrs">;
  let returns = "A tensor of the element type of `weight`; its first two sizes "
      "are `tile_size` minus 1 more than those of the kernel.";
  let raises = "`weight` has not four dimensions, or `tile_size` is less than 1";
}

def Relay_NNContribConv3dWinogradWeightTransformOp
    : Relay_WeightTransformOp<"nn.contrib_conv3d_winograd_weight_transform",
                              Relay_OutEWiseFusable> {
  let summary = "a weight for the algorithm of Winograd over volumes";
  let semantics = [{
    As `nn.contrib_conv2d_winograd_weight_transform`, for a `weight` in layout
    OIDHW and a result in DHWOI. A depth from 3 to 7 is transformed too; with
    another depth, D is not transformed, and the result is in HWDOI.
  }];
  let extraOperatorDeclaration = [{
    /// Whether a kernel of this depth is transformed in all three dimensions.
    static bool isDepthTransformed(int64_t depth) {
      return depth > 2 && depth < 8;
    }
  }];
  let example = "%0 = relay.nn.contrib_conv3d_winograd_weight_transform %w {tile_size = 2 : i64} : (tensor<8x4x1x3x3xf32>) -> tensor<4x4x1x8x4xf32>";
  let arguments = (ins Relay_Tensor:$weight, Relay_Int:$tile_size);
  let tvm = Relay_TVM<attrs = "ConvWinogradWeightTransformAttrs">;
  let returns = "A tensor of the element type of `weight`; each transformed "
      "size is greater by `tile_size` minus 1.";
  let raises = "`weight` has not five dimensions, its depth is not known, or "
      "`tile_size` is less than 1";
}

def Relay_NNContribConv2dWinogradNNPACKWeightTransformOp
    : Relay_WeightTransformOp<
          "nn.contrib_conv2d_winograd_nnpack_weight_transform", Relay_Opaque> {
  let summary = "a weight for the convolution of the library NNPACK";
  let semantics = [{
    Transforms `weight`, in layout OIHW, as the library NNPACK does for the algorithm
    of the number `convolution_algorithm`. There is no lowering: the library
    defines the value.
  }];
  let example = "%0 = relay.nn.contrib_conv2d_winograd_nnpack_weight_transform %w {convolution_algorithm = 3 : i64} : (tensor<8x4x3x3xf32>) -> tensor<8x4x8x8xf32>";
  let arguments = (ins Relay_Tensor:$weight, Relay_Int:$convolution_algorithm,
      Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<attrs = "Conv2DWinogradNNPACKWeightTransformAttrs">;
  let returns = "A tensor of element type `out_dtype`, or that of `weight`, with "
      "two sizes of 8 for those of the kernel.";
  let raises = "`weight` has not four dimensions";
}

def Relay_NNContribConv2dGemmWeightTransformOp
    : Relay_WeightTransformOp<"nn.contrib_conv2d_gemm_weight_transform",
                              Relay_OutEWiseFusable> {
  let summary = "a weight as a matrix in tiles";
  let semantics = [{
    `weights`, in layout HWIO, is a matrix with H * W * I rows and O columns.
    Zeros fill it up to a multiple of `tile_K * 4` rows and of `tile_N` columns.
    Element (n, k, i, j) of the result is element (`k * tile_K + j`, `n * tile_N +
    i`) of the matrix for integers of 8 bits, which have transposed tiles, and
    (`k * tile_K + i`, `n * tile_N + j`) for others.
  }];
  let example = "%0 = relay.nn.contrib_conv2d_gemm_weight_transform %w {tile_N = 4 : i64, tile_K = 2 : i64} : (tensor<3x3x4x6xf32>) -> tensor<2x20x2x4xf32>";
  let arguments = (ins Relay_Tensor:$weights, Relay_Int:$tile_N,
      Relay_Int:$tile_K);
  let tvm = Relay_TVM<attrs = "ConvGemmWeightTransformAttrs">;
  let returns = "A tensor of the element type of `weights` with the sizes "
      "tiles of columns, tiles of rows, and those of a tile.";
  let raises = "`weights` has not four dimensions, or `tile_N` or `tile_K` is "
      "less than 1";
}

// A convolution whose weight has been transformed: as in TVM, the attributes
// give the type of the result.
class Relay_PackedConvOp<string mnemonic, string spatialNames>
    : Relay_Operator<mnemonic, Relay_OutEWiseFusable> {
  let returns = "A tensor in `out_layout` or `data_layout` with `channels` "
      "channels, of element type `out_dtype`, or that of `data`.";
  let raises = Relay_LayoutFits # ", `channels` or `kernel_size` is not given, or "
      "`strides`, `padding` or `dilation` have a wrong length or do not fit";
  let extraOperatorDeclaration = [{
    /// Return the attributes for type inference and lowering.
    static ::mlir::relay::ConvAttributes getConvAttributes(Adaptor adaptor);
  }];
  let extraClassDefinition = [{
    ::mlir::relay::ConvAttributes $cppClass::getConvAttributes(Adaptor adaptor) {
      ::mlir::relay::ConvAttributes attributes;
      attributes.relayName = getRelayName();
      attributes.spatialNames = "}] # spatialNames # [{";
      attributes.strides = adaptor.getStrides();
      attributes.padding = adaptor.getPadding();
      attributes.dilation = adaptor.getDilation();
      attributes.groups = adaptor.getGroups();
      attributes.channels = adaptor.getChannels();
      attributes.kernelSize = adaptor.getKernelSize();
      attributes.dataLayout = adaptor.getDataLayout();
      attributes.kernelLayout = adaptor.getKernelLayout();
      attributes.outLayout = adaptor.getOutLayout();
      attributes.outDType = adaptor.getOutDtype();
      return attributes;
    }
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return ::mlir::relay::inferPackedConv(loc, getConvAttributes(adaptor),
                                            adaptor.getData().getType());
    }
  }];
}

def Relay_NNContribConv2dWinogradWithoutWeightTransformOp
    : Relay_PackedConvOp<"nn.contrib_conv2d_winograd_without_weight_transform",
                         "HW"> {
  let summary = "convolution over images by the algorithm of Winograd";
  let semantics = [{
    As `nn.conv2d`, by `A^T * (sum over I of U * (B^T * d * B)) * A` for each
    tile d of the padded image, where U is the `weight`, in layout HWOI, as
    `nn.contrib_conv2d_winograd_weight_transform` gives it, and A and B are the
    matrices that go with G there. All is computed in the accumulator's type. With
    `strides`, `dilation` or `groups` other than 1, blocks in a layout, or a
    `weight` in one of the layouts of TVM's targets, there is no value.
  }];
  let example = "%0 = relay.nn.contrib_conv2d_winograd_without_weight_transform %x, %w {tile_size = 2 : i64, padding = array<i64: 1, 1>, channels = 8 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, tensor<4x4x8x4xf32>) -> tensor<1x8x8x8xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$weight,
                   Relay_Int:$tile_size, Relay_IntsOr<"{1, 1}">:$strides,
                   Relay_IntsOr<"{0, 0}">:$padding,
                   Relay_IntsOr<"{1, 1}">:$dilation, Relay_IntOr<"1">:$groups,
                   Relay_OptionalInt:$channels,
                   Relay_OptionalInts:$kernel_size,
                   Relay_StrOr<"NCHW">:$data_layout,
                   Relay_StrOr<"OIHW">:$kernel_layout,
                   Relay_StrOr<"">:$out_layout,
                   Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<attrs = "Conv2DWinogradAttrs",
                      objects = ["channels", "data_layout", "kernel_layout", "out_layout"]>;
}

def Relay_NNContribConv3dWinogradWithoutWeightTransformOp
    : Relay_PackedConvOp<"nn.contrib_conv3d_winograd_without_weight_transform",
                         "DHW"> {
  let summary = "convolution over volumes by the algorithm of Winograd";
  let semantics = [{
    As `nn.contrib_conv2d_winograd_without_weight_transform` for volumes, with a
    weight of `nn.contrib_conv3d_winograd_weight_transform`. If the depth of the
    kernel has not been transformed, the tiles are those of height and width, and
    the sums are over the depth of the kernel, too.
  }];
  let example = "%0 = relay.nn.contrib_conv3d_winograd_without_weight_transform %x, %w {tile_size = 2 : i64, padding = array<i64: 0, 1, 1>, channels = 8 : i64, kernel_size = array<i64: 1, 3, 3>} : (tensor<1x4x8x8x8xf32>, tensor<4x4x1x8x4xf32>) -> tensor<1x8x8x8x8xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_Tensor:$weight,
                   Relay_Int:$tile_size, Relay_IntsOr<"{1, 1, 1}">:$strides,
                   Relay_IntsOr<"{0, 0, 0}">:$padding,
                   Relay_IntsOr<"{1, 1, 1}">:$dilation, Relay_IntOr<"1">:$groups,
                   Relay_OptionalInt:$channels,
                   Relay_OptionalInts:$kernel_size,
                   Relay_StrOr<"NCDHW">:$data_layout,
                   Relay_StrOr<"OIDHW">:$kernel_layout,
                   Relay_StrOr<"">:$out_layout,
                   Relay_OptionalDType:$out_dtype);
  let tvm = Relay_TVM<attrs = "Conv3DWinogradAttrs", objects = ["channels"]>;
}

def Relay_NNContribConv2dGemmWithoutWeightTransformOp
    : Relay_PackedConvOp<"nn.contrib_conv2d_gemm_without_weight_transform",
                         "HW"> {
  let summary = "convolution over images by a product of matrices";
  let semantics = [{
    As `nn.conv2d`, with a weight of `nn.contrib_conv2d_gemm_weight_transform`,
    whatever its tiles are. There is no value with more than one group or with
    blocks in a layout.
  }];
  let example = [{%0 = relay.nn.contrib_conv2d_gemm_without_weight_transform %x, %w {channels = 6 : i64, kernel_size = array<i64: 3, 3>, data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x8x8x4xf32>, tensor<2x20x2x4xf32>) -> tensor<1x6x6x6xf32>}];
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
}

#endif // RELAYLITE_DIALECT_RELAY_IR_PACKOPS_TD
