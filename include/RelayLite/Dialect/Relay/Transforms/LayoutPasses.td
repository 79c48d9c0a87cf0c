//===- Passes that change layouts and legalize ------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_LAYOUTPASSES_TD
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_LAYOUTPASSES_TD

include "RelayLite/Support/RelayPass.td"

// The option of passes whose rules depend on the target.
def Relay_TargetOption
    : ConfigOption<"target", "target", "std::string", "\"\"",
                   "The target whose rules hold, as TVM describes it",
                   "relay.qnn.target">;

// In alphabetical order.

def AlterOpLayoutPass : RelayFunctionPass<"relay-alter-op-layout", level = 3> {
  let summary = "Replace operators by what a target prefers";
  let description = [{
    TVM's AlterOpLayout. Rules that an embedder has registered for a target
    (OperatorRules.h, the map `FTVMAlterOpLayout`) replace operators by others,
    which may take their operands in other layouts; the operators around them
    follow as with `relay-convert-layout`. Without rules, nothing changes.

    With `channel-block`, which `relay-lite-compile` and `relay.build` set for
    their target, there is a rule of RelayLite for what other rules leave. An
    `nn.conv2d` of f32 in NCHW with a constant weight and static shapes gets its
    channels in blocks of this size: it becomes `nn.contrib_conv2d_NCHWc`, or
    `nn.contrib_depthwise_conv2d_NCHWc`, if blocks divide its channels, and those
    of each group of several channels. Data with
    fewer channels than a block, such as those of an image, stay in NCHW. An
    `nn.conv2d_transpose` without groups gets blocks in its own layouts. An
    optimization remark of the category `relay-alter-op-layout` says for each
    convolution what was chosen, or why it stays. Results keep their bits:
    operators whose result depends on the order of elements, such as `sum` of
    floats, get their operands back in NCHW.

    A replacement reads as many tensors as the operator, and its result holds
    the same elements; anything else is an error. An operator without layouts
    gets a replacement of the same type on the same operands. An operator stays,
    with a remark, where a layout of its replacement does not suit the shapes,
    such as blocks of 8 for 12 channels.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    With a rule that makes `nn.contrib_conv2d_NCHWc` of `nn.conv2d`:

    Before:

    ```mlir
    func.func @f(%x: tensor<1x8x4x4xf32>, %w: tensor<8x8x1x1xf32>) -> tensor<1x8x4x4xf32> {
      %0 = relay.nn.conv2d %x, %w : (tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) -> tensor<1x8x4x4xf32>
      %1 = relay.nn.relu %0 : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
      return %1 : tensor<1x8x4x4xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<1x8x4x4xf32>, %w: tensor<8x8x1x1xf32>) -> tensor<1x8x4x4xf32> {
      %0 = relay.layout_transform %x {dst_layout = "NCHW4c", src_layout = "NCHW"} : (tensor<1x8x4x4xf32>) -> tensor<1x2x4x4x4xf32>
      %1 = relay.layout_transform %w {dst_layout = "OIHW4i4o", src_layout = "OIHW"} : (tensor<8x8x1x1xf32>) -> tensor<2x2x1x1x4x4xf32>
      %2 = relay.nn.contrib_conv2d_NCHWc %0, %1 {data_layout = "NCHW4c", kernel_layout = "OIHW4i4o"} : (tensor<1x2x4x4x4xf32>, tensor<2x2x1x1x4x4xf32>) -> tensor<1x2x4x4x4xf32>
      %3 = relay.nn.relu %2 : (tensor<1x2x4x4x4xf32>) -> tensor<1x2x4x4x4xf32>
      %4 = relay.layout_transform %3 {dst_layout = "NCHW", src_layout = "NCHW4c"} : (tensor<1x2x4x4x4xf32>) -> tensor<1x8x4x4xf32>
      return %4 : tensor<1x8x4x4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
  let options = [
    ConfigOption<"channelBlock", "channel-block", "int64_t", "0",
                 "Size of the blocks of channels that convolutions get; 0 for "
                 "none", "relay.AlterOpLayout.channel_block">,
    Relay_TargetOption
  ];
}

def ConvertLayoutPass : RelayFunctionPass<"relay-convert-layout", level = 3> {
  let summary = "Give operators the desired layouts";
  let required = ["InferType", "CanonicalizeOps"];
  let description = [{
    TVM's ConvertLayout. `desired-layouts` names operators and a layout for each
    of their operands that has one, such as `nn.conv2d:NHWC:HWIO` or
    `nn.max_pool2d:NHWC`. For the weight of a convolution, `default` stands for
    the one that goes with the data. Operators that can be converted implement
    LayoutConversionInterface: `nn.conv2d` (to `nn.contrib_conv2d_NCHWc`, if
    channels are in blocks), `nn.conv2d_transpose`, `nn.conv3d`,
    `nn.max_pool2d`, `nn.avg_pool2d`, `nn.global_max_pool2d`,
    `nn.global_avg_pool2d` and `image.resize2d`. A rule of a program
    (OperatorRules.h) takes the place of the interface. Other names have no
    effect, as in TVM.

    The operators that read results in new layouts take them as they come, where
    they implement LayoutInferenceInterface and can; otherwise, operands are
    brought to the layouts that they need, by `layout_transform`, and
    by `expand_dims` before it for operands with fewer dimensions that broadcast.
    The results of functions keep their layouts. Values that have the right layout
    already do not change. A convolution stays, with a remark, if a layout does
    not suit the shapes, such as blocks of 8 for 12 channels.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Options: `desired-layouts=nn.conv2d:NCHW:default`

    Before:

    ```mlir
    func.func @f(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32> {
      %0 = relay.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32>
      %1 = relay.nn.relu %0 : (tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
      return %1 : tensor<1x6x6x4xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32> {
      %0 = relay.layout_transform %x {dst_layout = "NCHW", src_layout = "NHWC"} : (tensor<1x8x8x3xf32>) -> tensor<1x3x8x8xf32>
      %1 = relay.layout_transform %w {dst_layout = "OIHW", src_layout = "HWIO"} : (tensor<3x3x3x4xf32>) -> tensor<4x3x3x3xf32>
      %2 = relay.nn.conv2d %0, %1 : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x6x6xf32>
      %3 = relay.nn.relu %2 : (tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
      %4 = relay.layout_transform %3 {dst_layout = "NHWC", src_layout = "NCHW"} : (tensor<1x4x6x6xf32>) -> tensor<1x6x6x4xf32>
      return %4 : tensor<1x6x6x4xf32>
    }
    ```
  }];
  let options = [
    ListOption<"desiredLayouts", "desired-layouts", "std::string",
               "Operators and the layouts of their operands, such as "
               "nn.conv2d:NHWC:HWIO or nn.conv2d:NCHW:default">,
    ListOption<"skipLayers", "skip-layers", "unsigned",
               "Those of the operators that would be converted that stay, "
               "counted from 0 in the order of the function">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def FakeQuantizationToIntegerPass
    : RelayFunctionPass<"relay-fake-quantization-to-integer"> {
  let summary = "Compute on integers between dequantize and quantize";
  let required = ["InferType", "DivToMul"];
  let description = [{
    TVM's FakeQuantizationToInteger. An expression of floats between
    `qnn.dequantize` and `qnn.quantize` is computed on the quantized numbers.
    Each operator in it has a rule (FakeQuantization.h), which says how to
    compute it on them, and how the numbers of the result stand for floats.
    RelayLite has TVM's rules, and an embedder can add others. An expression
    stays as it is where an operator has no rule, a rule does not hold, or
    something is no operator, tuple or constant, such as an argument of floats.
    `--debug-only=relay-fake-quantization-to-integer` prints the reason.

    Some operators round once more than in floats, so that results may differ
    by one unit. The rules of `abs`, `concatenate`, `nn.avg_pool2d`, the
    functions of one tensor and the binary operators take the quantization of
    their result from the `qnn.quantize` at the end.

    With `use-qat`, operators on dequantized operands that remain are converted
    by themselves, and their results are dequantized. These are the operators
    whose quantization follows from that of the operands.

    The rules are stricter than TVM's where those give other values: scales per
    axis must go along with the operator, `nn.batch_matmul` must transpose the
    second matrix, and `nn.bias_add` takes sums of 32 bits without zero point.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Before:

    ```mlir
    func.func @f(%x: tensor<2x3xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<6xi8> {
      %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x3xi8>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>
      %1 = relay.reshape %0 {newshape = array<i64: 6>} : (tensor<2x3xf32>) -> tensor<6xf32>
      %2 = relay.qnn.quantize %1, %s, %z {out_dtype = i8} : (tensor<6xf32>, tensor<f32>, tensor<i32>) -> tensor<6xi8>
      return %2 : tensor<6xi8>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2x3xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<6xi8> {
      %0 = relay.reshape %x {newshape = array<i64: 6>} : (tensor<2x3xi8>) -> tensor<6xi8>
      return %0 : tensor<6xi8>
    }
    ```
  }];
  let options = [
    ConfigOption<"hardFail", "hard-fail", "bool", "false",
                 "Whether an expression that cannot be converted is an error">,
    ConfigOption<"useQAT", "use-qat", "bool", "false",
                 "Convert operators on dequantized operands by themselves">,
    ConfigListOption<"optionalQnnOps", "optional-qnn-ops",
                     "Operators whose optional rules hold: nn.softmax">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

// The options of passes that write the canonical form of qnn.requantize.
def Relay_RoundingOption
    : ConfigOption<"rounding", "rounding", "std::string", "\"\"",
                   "The rounding of qnn.requantize where it says None: UPWARD, "
                   "the default, or TONEAREST",
                   "relay.qnn.rounding">;
def Relay_ComputeDTypeOption
    : ConfigOption<"computeDType", "compute-dtype", "std::string", "\"\"",
                   "The type in which qnn.requantize computes where it says "
                   "None: int64, float32 or float64; by default float32 for "
                   "targets of kind llvm with sse4.1, else int64",
                   "relay.qnn.compute_dtype">;

def LegalizePass : RelayFunctionPass<"relay-legalize", level = 1> {
  let summary = "Replace operators that a target does not have";
  let description = [{
    TVM's Legalize. Rules that are registered for a target (OperatorRules.h)
    replace operators by others of the same type. Each operator of the function
    is visited once, after its operands; what a rule builds is not.

    RelayLite's own rules are for quantized operators: those of the maps
    `FTVMQnnLegalize` and `FTVMQnnCanonicalize` are applied by QnnLegalize and
    QnnCanonicalize, too. The rule of the map `FTVMLegalize` erases a `clip` that
    limits the result of `qnn.requantize` to the range of its type.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Before:

    ```mlir
    func.func @f(%x: tensor<2xi32>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2xi8> {
      %0 = relay.qnn.requantize %x, %s, %z, %s, %z {out_dtype = i8} : (tensor<2xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
      %1 = relay.clip %0 {a_min = -128.0 : f64, a_max = 127.0 : f64} : (tensor<2xi8>) -> tensor<2xi8>
      return %1 : tensor<2xi8>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2xi32>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2xi8> {
      %0 = relay.qnn.requantize %x, %s, %z, %s, %z {out_dtype = i8} : (tensor<2xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
      return %0 : tensor<2xi8>
    }
    ```
  }];
  let options = [
    ConfigOption<"legalizeMapAttrName", "legalize-map-attr-name", "std::string",
                 "\"FTVMLegalize\"", "The map of rules to use">,
    Relay_TargetOption, Relay_RoundingOption, Relay_ComputeDTypeOption
  ];
  let statistics = [
    Statistic<"numReplaced", "replaced", "Operators replaced">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def QnnCanonicalizePass
    : RelayFunctionPass<"relay-qnn-canonicalize", level = 1> {
  let summary = "Write quantized operators as plain ones";
  let description = [{
    TVM's QnnCanonicalize. Each operator of quantized tensors is replaced by its
    canonical form, which defines what it computes: integers are multiplied by
    fixed-point numbers, and products get terms for zero points. A rule of the map
    `FTVMQnnCanonicalize` (OperatorRules.h) takes the place of the canonical form.

    Scales and zero points that a form needs as numbers must be constants. Other
    than in TVM, `qnn.conv2d_transpose` has a form, too: that of QnnLegalize.

    Before:

    ```mlir
    func.func @f(%x: tensor<2xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2xf32> {
      %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2xi8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2xf32> {
      %0 = relay.cast %x {dtype = i32} : (tensor<2xi8>) -> tensor<2xi32>
      %1 = relay.subtract %0, %z : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
      %2 = relay.cast %1 {dtype = f32} : (tensor<2xi32>) -> tensor<2xf32>
      %3 = relay.multiply %2, %s : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
      return %3 : tensor<2xf32>
    }
    ```
  }];
  let options = [
    Relay_TargetOption, Relay_RoundingOption, Relay_ComputeDTypeOption
  ];
  let statistics = [
    Statistic<"numReplaced", "replaced", "Operators replaced">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def QnnLegalizePass : RelayFunctionPass<"relay-qnn-legalize", level = 1> {
  let summary = "Bring quantized operators to a target's form";
  let description = [{
    TVM's QnnLegalize, with TVM's rules for targets: `qnn.conv2d` and `qnn.dense`
    become products of int16 for CPUs without fast products of bytes, products of
    uint8 with int8 for CPUs of x86 that have sse4.2, operands of one type for
    Arm with `dotprod` and for Vulkan, int8 for CUDA and ROCm, and a multiple of 32
    channels for Hexagon. Whatever the target, functions of one tensor, such as
    `qnn.tanh`, become tables if all scales are constant, and
    `qnn.conv2d_transpose` a product of int16. Rules of the map `FTVMQnnLegalize`
    (OperatorRules.h) take the place of these.

    Before:

    ```mlir
    func.func @f(%x: tensor<1x4x8x8xi8>, %w: tensor<4x6x3x3xi8>, %z: tensor<i32>, %s: tensor<f32>) -> tensor<1x6x10x10xi32> {
      %0 = relay.qnn.conv2d_transpose %x, %w, %z, %z, %s, %s {channels = 6 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i32} : (tensor<1x4x8x8xi8>, tensor<4x6x3x3xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<1x6x10x10xi32>
      return %0 : tensor<1x6x10x10xi32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<1x4x8x8xi8>, %w: tensor<4x6x3x3xi8>, %z: tensor<i32>, %s: tensor<f32>) -> tensor<1x6x10x10xi32> {
      %0 = relay.cast %x {dtype = i16} : (tensor<1x4x8x8xi8>) -> tensor<1x4x8x8xi16>
      %1 = relay.cast %z {dtype = i16} : (tensor<i32>) -> tensor<i16>
      %2 = relay.subtract %0, %1 : (tensor<1x4x8x8xi16>, tensor<i16>) -> tensor<1x4x8x8xi16>
      %3 = relay.cast %w {dtype = i16} : (tensor<4x6x3x3xi8>) -> tensor<4x6x3x3xi16>
      %4 = relay.cast %z {dtype = i16} : (tensor<i32>) -> tensor<i16>
      %5 = relay.subtract %3, %4 : (tensor<4x6x3x3xi16>, tensor<i16>) -> tensor<4x6x3x3xi16>
      %6 = relay.nn.conv2d_transpose %2, %5 {channels = 6 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i32} : (tensor<1x4x8x8xi16>, tensor<4x6x3x3xi16>) -> tensor<1x6x10x10xi32>
      return %6 : tensor<1x6x10x10xi32>
    }
    ```
  }];
  let options = [Relay_TargetOption];
  let statistics = [
    Statistic<"numReplaced", "replaced", "Operators replaced">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_LAYOUTPASSES_TD
