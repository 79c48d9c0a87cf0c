//===- Passes that simplify expressions -------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_SIMPLIFICATIONPASSES_TD
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_SIMPLIFICATIONPASSES_TD

include "RelayLite/Support/RelayPass.td"

// In alphabetical order.

def CanonicalizeCastPass
    : RelayFunctionPass<"relay-canonicalize-cast", level = 3> {
  let summary = "Copy widening casts for each of their pointwise users";
  let invalidated = ["InferType"];
  let description = [{
    TVM's CanonicalizeCast. A cast to elements of more bits is copied so that of
    all elementwise and broadcasting operands that read it, each reads one of its
    own, next to its user. Fusion can then move the casts into the users, and
    what is kept in memory has fewer bits. The first of these users, in the
    order in which TVM reads an expression, keeps the original, as do all users
    of other kinds.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Before:

    ```mlir
    func.func @f(%x: tensor<2xi8>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
      %0 = relay.cast %x {dtype = f32} : (tensor<2xi8>) -> tensor<2xf32>
      %1 = relay.exp %0 : (tensor<2xf32>) -> tensor<2xf32>
      %2 = relay.log %0 : (tensor<2xf32>) -> tensor<2xf32>
      %3 = relay.tuple %1, %2 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
      return %3 : tuple<tensor<2xf32>, tensor<2xf32>>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2xi8>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
      %0 = relay.cast %x {dtype = f32} : (tensor<2xi8>) -> tensor<2xf32>
      %1 = relay.exp %0 : (tensor<2xf32>) -> tensor<2xf32>
      %2 = relay.cast %x {dtype = f32} : (tensor<2xi8>) -> tensor<2xf32>
      %3 = relay.log %2 : (tensor<2xf32>) -> tensor<2xf32>
      %4 = relay.tuple %1, %3 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
      return %4 : tuple<tensor<2xf32>, tensor<2xf32>>
    }
    ```
  }];
}

def CanonicalizeOpsPass
    : RelayFunctionPass<"relay-canonicalize-ops", level = 3> {
  let summary = "Write special operators as basic ones";
  let description = [{
    TVM's CanonicalizeOps. `nn.bias_add` becomes an addition, for which the bias
    gets, by `expand_dims`, the dimensions that it lacks behind the axis. Other
    passes then need to know of no bias.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Before:

    ```mlir
    func.func @f(%x: tensor<1x3x8x8xf32>, %b: tensor<3xf32>) -> tensor<1x3x8x8xf32> {
      %0 = relay.nn.bias_add %x, %b : (tensor<1x3x8x8xf32>, tensor<3xf32>) -> tensor<1x3x8x8xf32>
      return %0 : tensor<1x3x8x8xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<1x3x8x8xf32>, %b: tensor<3xf32>) -> tensor<1x3x8x8xf32> {
      %0 = relay.expand_dims %b {axis = 1 : i64, num_newaxis = 2 : i64} : (tensor<3xf32>) -> tensor<3x1x1xf32>
      %1 = relay.add %x, %0 : (tensor<1x3x8x8xf32>, tensor<3x1x1xf32>) -> tensor<1x3x8x8xf32>
      return %1 : tensor<1x3x8x8xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def DivToMulPass : RelayFunctionPass<"relay-div-to-mul"> {
  let summary = "Write divisions by constants as multiplications";
  let required = ["InferType", "FoldConstant"];
  let invalidated = ["InferType"];
  let description = [{
    TVM's DivToMul. `divide` by a constant of f16, f32 or f64 elements becomes
    `multiply` by their reciprocals, each rounded once, so that results may
    differ in the last bits. A division stays where a reciprocal is not a normal
    number: the divisor is zero or not finite, or the reciprocal would be
    infinite, which makes 0 / c another value, or denormal, which makes it
    imprecise. (TVM looks for zeros only.)

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Before:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.constant dense<[2.0, 8.0]> : tensor<2xf32>
      %1 = relay.divide %x, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.constant dense<[0.5, 0.125]> : tensor<2xf32>
      %1 = relay.multiply %x, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def DynamicToStaticPass
    : RelayModulePass<"relay-dynamic-to-static", level = 2> {
  let summary = "Make shapes that are constant operands attributes";
  let kind = "Function";
  let invalidated = [];
  let description = [{
    TVM's DynamicToStatic. Operators that take their shape from an operand
    (`dyn.reshape` and others) become those that take it from an attribute where
    the operand is a constant. Types are inferred and constants folded in turn
    with this, until nothing changes: a shape that gets known makes constants of
    what is computed from it. An operand that is no valid shape stays one.

    Nothing is folded or made static in functions with `relay.Compiler`,
    `relay.Extern` or `relay.SkipOptimization`.

    Before:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %y: tensor<6xf32>) -> tensor<?xf32> {
      %0 = relay.shape_of %y {dtype = i64} : (tensor<6xf32>) -> tensor<1xi64>
      %1 = relay.dyn.reshape %x, %0 : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?xf32>
      return %1 : tensor<?xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %y: tensor<6xf32>) -> tensor<6xf32> attributes {relay.pure} {
      %0 = relay.reshape %x {newshape = array<i64: 6>} : (tensor<2x3xf32>) -> tensor<6xf32>
      return %0 : tensor<6xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def FastMathPass : RelayFunctionPass<"relay-fast-math", level = 4> {
  let summary = "Let functions be computed less precisely";
  let invalidated = ["InferType"];
  let description = [{
    TVM's FastMath. `erf`, `exp`, `nn.softmax` and `tanh` become `fast_erf`,
    `fast_exp`, `nn.fast_softmax` and `fast_tanh`, for which TVM has
    approximations. RelayLite evaluates these as precisely as the others; the
    pass is for programs that are exported.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Before:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.fast_exp %x : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def FlattenAtrousConvPass : RelayFunctionPass<"relay-flatten-atrous-conv"> {
  let summary = "Write convolutions of blocks of space with dilation";
  let invalidated = ["InferType"];
  let description = [{
    TVM's FlattenAtrousConv. An `nn.conv2d` or `qnn.conv2d` between
    `nn.space_to_batch_nd` and `nn.batch_to_space_nd` with the same blocks becomes
    one with dilation. The value that is padded before has to be the one with
    which the convolution pads: 0, or a constant zero point of quantized data. The
    new padding is what is padded before and not cropped after. TVM takes the one
    that keeps the size of the image, whatever is padded and cropped, and
    rewrites convolutions that others use too.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Before:

    ```mlir
    func.func @f(%x: tensor<1x5x5x4xf32>, %w: tensor<3x3x4x2xf32>) -> tensor<1x5x5x2xf32> {
      %0 = relay.nn.space_to_batch_nd %x {block_shape = array<i64: 2, 2>, paddings = [array<i64: 2, 3>, array<i64: 2, 3>]} : (tensor<1x5x5x4xf32>) -> tensor<4x5x5x4xf32>
      %1 = relay.nn.conv2d %0, %w {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<4x5x5x4xf32>, tensor<3x3x4x2xf32>) -> tensor<4x3x3x2xf32>
      %2 = relay.nn.batch_to_space_nd %1 {block_shape = array<i64: 2, 2>, crops = [array<i64: 0, 1>, array<i64: 0, 1>]} : (tensor<4x3x3x2xf32>) -> tensor<1x5x5x2xf32>
      return %2 : tensor<1x5x5x2xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<1x5x5x4xf32>, %w: tensor<3x3x4x2xf32>) -> tensor<1x5x5x2xf32> {
      %0 = relay.nn.conv2d %x, %w {data_layout = "NHWC", dilation = array<i64: 2, 2>, kernel_layout = "HWIO", padding = array<i64: 2, 2, 2, 2>} : (tensor<1x5x5x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x5x5x2xf32>
      return %0 : tensor<1x5x5x2xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def FoldExplicitPaddingPass : RelayFunctionPass<"relay-fold-explicit-padding"> {
  let summary = "Move padding from nn.pad into convolutions and pooling";
  // The blank is TVM's: lists of names have it.
  let relayName = " FoldExplicitPadding";
  let invalidated = ["InferType"];
  let description = [{
    TVM's FoldExplicitPadding. If the data of `nn.conv1d`, `nn.conv2d`,
    `nn.conv3d`, `qnn.conv2d`, `nn.avg_pool2d` or `nn.max_pool2d` comes from
    `nn.pad` with the mode `constant`, the widths are added to the operator's
    own `padding`. The pad value must be the one that the operator pads with: 0,
    for `nn.max_pool2d` the lowest finite number of its element type, or for
    `qnn.conv2d` its input zero point. The widths must not be negative, and 0
    for all but the spatial dimensions. `nn.avg_pool2d` then counts its padding;
    without `count_include_pad` it must have none of its own.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Before:

    ```mlir
    func.func @f(%x: tensor<1x4x8x8xf32>, %w: tensor<6x4x3x3xf32>) -> tensor<1x6x8x9xf32> {
      %0 = relay.constant dense<0.0> : tensor<f32>
      %1 = relay.nn.pad %x, %0 {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 1, 1>, array<i64: 1, 2>]} : (tensor<1x4x8x8xf32>, tensor<f32>) -> tensor<1x4x10x11xf32>
      %2 = relay.nn.conv2d %1, %w : (tensor<1x4x10x11xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x8x9xf32>
      return %2 : tensor<1x6x8x9xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<1x4x8x8xf32>, %w: tensor<6x4x3x3xf32>) -> tensor<1x6x8x9xf32> {
      %0 = relay.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 2>} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x8x9xf32>
      return %0 : tensor<1x6x8x9xf32>
    }
    ```
  }];
}

def SimplifyExprPass : RelayFunctionPass<"relay-simplify-expr"> {
  let summary = "Simplify expressions";
  let description = [{
    TVM's SimplifyExpr: rewrites that make expressions smaller or easier to
    optimize, tried in TVM's order until none applies.

    * Operators that take a shape or an element type from another tensor
      (`zeros_like`, `ones_like`, `full_like`, `reshape_like`,
      `collapse_sum_like`, `broadcast_to_like`, `cast_like`) become those that
      are told it, where it is known.
    * `x + x` becomes `x * 2`, and `x / sqrt(y)` becomes `x * rsqrt(y)`.
    * `x + 0`, `x - 0`, `x * 1` and `x / 1` become `x`.
    * A reshape of a reshape becomes one; so do transposes and layout transforms,
      and those that change nothing go.
    * Casts to the type that the operand has go, and so do casts between others
      that lose nothing.
    * A tensor of one value becomes that scalar as an operand that broadcasts.
    * `(x + c) * d` becomes `x * d + c * d`; two constants that are added or
      multiplied one after the other become one.
    * `argmax`, `argmin` and `argsort` of a tensor dequantized with one scale take
      the quantized tensor.
    * Casts behind a clip that change nothing after it go, and so do clips to all
      that the element type has.
    * `a * x * x + b * x * y + c * y * y` becomes `a * (x + p * y) * (x + q * y)`,
      where p and q are real (integers, for integers) and give a, b and c back.

    An operator whose result others use too is not taken apart. The sums and
    products of floats may round differently afterwards, or overflow for another
    x; constants of which the sum or product overflows, or of which the product
    loses digits near 0, stay apart. `x + 0` gives -0 for an x of -0. Quantized
    values of 32 bits may differ where the floats are equal. All else gives the
    same values.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Before:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
      %0 = relay.reshape %x {newshape = array<i64: 3, 2>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
      %1 = relay.reshape_like %0, %y : (tensor<3x2xf32>, tensor<6xf32>) -> tensor<6xf32>
      return %1 : tensor<6xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
      %0 = relay.reshape %x {newshape = array<i64: 6>} : (tensor<2x3xf32>) -> tensor<6xf32>
      return %0 : tensor<6xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def SimplifyExprPostAlterOpPass
    : RelayFunctionPass<"relay-simplify-expr-post-alter-op"> {
  let summary = "Simplify what a change of layouts leaves";
  let invalidated = ["InferType"];
  let description = [{
    TVM's SimplifyExprPostAlterOp: those rewrites of `relay-simplify-expr` that
    concern sums with 0, products with 1, reshapes, casts and clips.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Before:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>) -> tensor<6xf32> {
      %0 = relay.reshape %x {newshape = array<i64: 3, 2>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
      %1 = relay.reshape %0 {newshape = array<i64: 6>} : (tensor<3x2xf32>) -> tensor<6xf32>
      return %1 : tensor<6xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>) -> tensor<6xf32> {
      %0 = relay.reshape %x {newshape = array<i64: 6>} : (tensor<2x3xf32>) -> tensor<6xf32>
      return %0 : tensor<6xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def SimplifyInferencePass : RelayFunctionPass<"relay-simplify-inference"> {
  let summary = "Simplify operators whose training part inference does not need";
  let description = [{
    TVM's SimplifyInference. Dropout gives way to its operand where only the
    data is taken. `nn.batch_norm`, where only its first field is taken, and
    `nn.layer_norm`, `nn.group_norm`, `nn.instance_norm` and `nn.l2_normalize`
    become the simpler operators that they are made of, so that other passes can
    fold and fuse them. Results are structurally equal to TVM's; where TVM
    refuses (`nn.group_norm` of dynamic shapes, `nn.l2_normalize` of elements
    that are not f32), the same operators are written for those types. An
    operator whose types contradict each other once dynamic sizes are known
    stays as it is.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Before:

    ```mlir
    func.func @f(%x: tensor<1x3x8xf32>, %g: tensor<3xf32>, %b: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>) -> tensor<1x3x8xf32> {
      %0 = relay.nn.batch_norm %x, %g, %b, %m, %v : (tensor<1x3x8xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tuple<tensor<1x3x8xf32>, tensor<3xf32>, tensor<3xf32>>
      %1 = relay.tuple_get %0[0] : (tuple<tensor<1x3x8xf32>, tensor<3xf32>, tensor<3xf32>>) -> tensor<1x3x8xf32>
      return %1 : tensor<1x3x8xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<1x3x8xf32>, %g: tensor<3xf32>, %b: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>) -> tensor<1x3x8xf32> {
      %0 = relay.constant dense<9.99999974E-6> : tensor<f32>
      %1 = relay.add %v, %0 : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
      %2 = relay.sqrt %1 : (tensor<3xf32>) -> tensor<3xf32>
      %3 = relay.constant dense<1.0> : tensor<f32>
      %4 = relay.divide %3, %2 : (tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
      %5 = relay.multiply %4, %g : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      %6 = relay.negative %m : (tensor<3xf32>) -> tensor<3xf32>
      %7 = relay.multiply %6, %5 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      %8 = relay.add %7, %b : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      %9 = relay.expand_dims %5 {axis = 1 : i64} : (tensor<3xf32>) -> tensor<3x1xf32>
      %10 = relay.multiply %x, %9 : (tensor<1x3x8xf32>, tensor<3x1xf32>) -> tensor<1x3x8xf32>
      %11 = relay.expand_dims %8 {axis = 1 : i64} : (tensor<3xf32>) -> tensor<3x1xf32>
      %12 = relay.add %10, %11 : (tensor<1x3x8xf32>, tensor<3x1xf32>) -> tensor<1x3x8xf32>
      return %12 : tensor<1x3x8xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def SplitArgsPass : RelayFunctionPass<"relay-split-args", level = 1> {
  let summary = "Join many tensors in steps";
  let invalidated = ["InferType"];
  let description = [{
    TVM's SplitArgs, for targets that limit the number of arguments of a function.
    A `concatenate` of more tensors than that becomes a chain: each joins what
    has been joined so far with as many further tensors as fit, and
    `annotation.stop_fusion` keeps the steps apart. A tensor of dynamic shape
    counts for its dynamic dimensions and its strides too, and so does the
    result.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Options: `max-function-args=3`

    Before:

    ```mlir
    func.func @f(%x: tensor<1xf32>, %y: tensor<1xf32>, %z: tensor<1xf32>) -> tensor<3xf32> {
      %0 = relay.tuple %x, %y, %z : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tuple<tensor<1xf32>, tensor<1xf32>, tensor<1xf32>>
      %1 = relay.concatenate %0 : (tuple<tensor<1xf32>, tensor<1xf32>, tensor<1xf32>>) -> tensor<3xf32>
      return %1 : tensor<3xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<1xf32>, %y: tensor<1xf32>, %z: tensor<1xf32>) -> tensor<3xf32> {
      %0 = relay.tuple %x, %y : (tensor<1xf32>, tensor<1xf32>) -> tuple<tensor<1xf32>, tensor<1xf32>>
      %1 = relay.annotation.stop_fusion %0 : (tuple<tensor<1xf32>, tensor<1xf32>>) -> tuple<tensor<1xf32>, tensor<1xf32>>
      %2 = relay.concatenate %1 : (tuple<tensor<1xf32>, tensor<1xf32>>) -> tensor<2xf32>
      %3 = relay.tuple %2, %z : (tensor<2xf32>, tensor<1xf32>) -> tuple<tensor<2xf32>, tensor<1xf32>>
      %4 = relay.annotation.stop_fusion %3 : (tuple<tensor<2xf32>, tensor<1xf32>>) -> tuple<tensor<2xf32>, tensor<1xf32>>
      %5 = relay.concatenate %4 : (tuple<tensor<2xf32>, tensor<1xf32>>) -> tensor<3xf32>
      return %5 : tensor<3xf32>
    }
    ```
  }];
  let options = [
    ConfigOption<"maxFunctionArgs", "max-function-args", "int64_t", "0",
                 "Arguments that a function may have; 0 for any number">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_SIMPLIFICATIONPASSES_TD
