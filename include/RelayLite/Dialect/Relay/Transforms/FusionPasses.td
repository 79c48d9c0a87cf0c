//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that fuse and combine operators, and fold one into another.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_FUSIONPASSES_TD
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_FUSIONPASSES_TD

include "RelayLite/Support/RelayPass.td"

// In alphabetical order.

def BackwardFoldScaleAxisPass
    : RelayFunctionPass<"relay-backward-fold-scale-axis", level = 3> {
  let summary = "Move multiplications of results along axes into weights";
  let description = [{
    TVM's BackwardFoldScaleAxis. A multiplication of the result of `nn.conv2d`,
    `nn.conv3d`, `nn.dense` or `nn.matmul` by a factor for each channel gives way
    to one of the weight, which constant folding can then compute. `nn.bias_add`,
    `add`, `subtract`, `nn.relu` and `nn.leaky_relu` may come in between, the last
    two if the factor is a constant without negative elements. Every operator from the
    weighted one to the multiplication must have one user. Convolutions have one
    group, or one for each channel. Further operators take part by implementing
    AxisScaleInterface.

    A constant factor stays if its product with a constant weight or bias may
    overflow or become a denormal number. Elements of a weight may vanish beside
    larger ones.

    Only tensors of the same floating-point element type are changed, and only
    where the sizes of the axes are static; TVM makes ill-typed programs
    otherwise. Several multiplications in a row are folded one after the other;
    TVM folds the first one each time that the pass runs.

    A factor that is computed makes the weight one that is computed in each call.
    With `constant-factors`, such a factor stays. The pipelines that compile set
    it; TVM has no such option.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Before:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %s: tensor<4xf32>) -> tensor<2x4xf32> {
      %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
      %1 = relay.multiply %0, %s : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
      return %1 : tensor<2x4xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %s: tensor<4xf32>) -> tensor<2x4xf32> {
      %0 = relay.expand_dims %s {axis = 1 : i64} : (tensor<4xf32>) -> tensor<4x1xf32>
      %1 = relay.multiply %w, %0 : (tensor<4x3xf32>, tensor<4x1xf32>) -> tensor<4x3xf32>
      %2 = relay.nn.dense %x, %1 : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
      return %2 : tensor<2x4xf32>
    }
    ```
  }];
  let options = [
    ConfigOption<"constantFactors", "constant-factors", "bool", "false",
                 "Move only factors that are constants",
                 "relay.FoldScaleAxis.constant_factors">
  ];
  let statistics = [
    Statistic<"numFolded", "folded", "Multiplications moved into weights">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def CombineParallelBatchMatmulPass
    : RelayFunctionPass<"relay-combine-parallel-batch-matmul", level = 4> {
  let summary = "Make one batch of matrix products of several of the same data";
  let description = [{
    TVM's CombineParallelBatchMatmul. Calls of `nn.batch_matmul` with the same
    first operand become one, whose right matrices are concatenated, and slices
    of its result. Both values of `transpose_b` are handled (TVM takes it to be
    true).

    Elementwise operators behind them, each the only user of the one before, are
    combined as well as long as they are the same in all branches. Only static
    weights are combined, and only in one block; nothing but the data may depend
    on another operator of the kind. (TVM also combines where an operand does, and
    computes both.)

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Options: `min-num-branches=2`

    Before:

    ```mlir
    func.func @f(%x: tensor<1x2x3xf32>, %w: tensor<1x4x3xf32>, %v: tensor<1x5x3xf32>) -> tuple<tensor<1x2x4xf32>, tensor<1x2x5xf32>> {
      %0 = relay.nn.batch_matmul %x, %w {transpose_b = true} : (tensor<1x2x3xf32>, tensor<1x4x3xf32>) -> tensor<1x2x4xf32>
      %1 = relay.nn.batch_matmul %x, %v {transpose_b = true} : (tensor<1x2x3xf32>, tensor<1x5x3xf32>) -> tensor<1x2x5xf32>
      %2 = relay.tuple %0, %1 : (tensor<1x2x4xf32>, tensor<1x2x5xf32>) -> tuple<tensor<1x2x4xf32>, tensor<1x2x5xf32>>
      return %2 : tuple<tensor<1x2x4xf32>, tensor<1x2x5xf32>>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<1x2x3xf32>, %w: tensor<1x4x3xf32>, %v: tensor<1x5x3xf32>) -> tuple<tensor<1x2x4xf32>, tensor<1x2x5xf32>> {
      %0 = relay.tuple %w, %v : (tensor<1x4x3xf32>, tensor<1x5x3xf32>) -> tuple<tensor<1x4x3xf32>, tensor<1x5x3xf32>>
      %1 = relay.concatenate %0 {axis = 1 : i64} : (tuple<tensor<1x4x3xf32>, tensor<1x5x3xf32>>) -> tensor<1x9x3xf32>
      %2 = relay.nn.batch_matmul %x, %1 {transpose_b = true} : (tensor<1x2x3xf32>, tensor<1x9x3xf32>) -> tensor<1x2x9xf32>
      %3 = relay.strided_slice %2 {begin = array<i64: 0, 0, 0>, end = array<i64: -1, -1, 4>, slice_mode = "size", strides = array<i64: 1, 1, 1>} : (tensor<1x2x9xf32>) -> tensor<1x2x4xf32>
      %4 = relay.strided_slice %2 {begin = array<i64: 0, 0, 4>, end = array<i64: -1, -1, 5>, slice_mode = "size", strides = array<i64: 1, 1, 1>} : (tensor<1x2x9xf32>) -> tensor<1x2x5xf32>
      %5 = relay.tuple %3, %4 : (tensor<1x2x4xf32>, tensor<1x2x5xf32>) -> tuple<tensor<1x2x4xf32>, tensor<1x2x5xf32>>
      return %5 : tuple<tensor<1x2x4xf32>, tensor<1x2x5xf32>>
    }
    ```
  }];
  let options = [
    ConfigOption<"minNumBranches", "min-num-branches", "uint64_t", "3",
                 "Fewest operators that are combined; at least 2">
  ];
  let statistics = [
    Statistic<"numCombined", "combined", "Operators made from several">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def CombineParallelConv2DPass
    : RelayFunctionPass<"relay-combine-parallel-conv2d", level = 4> {
  let summary = "Make one convolution of several of the same data";
  let relayName = "CombineParallelConv2d";
  let description = [{
    TVM's CombineParallelConv2D (CombineParallelConv2d). Calls of `nn.conv2d` with
    the same data, in one group, which differ in nothing but their weights and the
    number of channels, become one, whose weights are concatenated, and slices of
    its result.

    Elementwise operators behind them, each the only user of the one before, are
    combined as well as long as they are the same in all branches. Only static
    weights are combined, and only in one block; nothing but the data may depend
    on another operator of the kind. (TVM also combines where an operand does, and
    computes both.)

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Options: `min-num-branches=2`

    Before:

    ```mlir
    func.func @f(%x: tensor<1x2x8x8xf32>, %w: tensor<4x2x1x1xf32>, %v: tensor<5x2x1x1xf32>) -> tuple<tensor<1x4x8x8xf32>, tensor<1x5x8x8xf32>> {
      %0 = relay.nn.conv2d %x, %w : (tensor<1x2x8x8xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x8x8xf32>
      %1 = relay.nn.conv2d %x, %v : (tensor<1x2x8x8xf32>, tensor<5x2x1x1xf32>) -> tensor<1x5x8x8xf32>
      %2 = relay.tuple %0, %1 : (tensor<1x4x8x8xf32>, tensor<1x5x8x8xf32>) -> tuple<tensor<1x4x8x8xf32>, tensor<1x5x8x8xf32>>
      return %2 : tuple<tensor<1x4x8x8xf32>, tensor<1x5x8x8xf32>>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<1x2x8x8xf32>, %w: tensor<4x2x1x1xf32>, %v: tensor<5x2x1x1xf32>) -> tuple<tensor<1x4x8x8xf32>, tensor<1x5x8x8xf32>> {
      %0 = relay.tuple %w, %v : (tensor<4x2x1x1xf32>, tensor<5x2x1x1xf32>) -> tuple<tensor<4x2x1x1xf32>, tensor<5x2x1x1xf32>>
      %1 = relay.concatenate %0 : (tuple<tensor<4x2x1x1xf32>, tensor<5x2x1x1xf32>>) -> tensor<9x2x1x1xf32>
      %2 = relay.nn.conv2d %x, %1 {channels = 9 : i64} : (tensor<1x2x8x8xf32>, tensor<9x2x1x1xf32>) -> tensor<1x9x8x8xf32>
      %3 = relay.strided_slice %2 {begin = array<i64: 0, 0>, end = array<i64: -1, 4>, slice_mode = "size", strides = array<i64: 1, 1>} : (tensor<1x9x8x8xf32>) -> tensor<1x4x8x8xf32>
      %4 = relay.strided_slice %2 {begin = array<i64: 0, 4>, end = array<i64: -1, 5>, slice_mode = "size", strides = array<i64: 1, 1>} : (tensor<1x9x8x8xf32>) -> tensor<1x5x8x8xf32>
      %5 = relay.tuple %3, %4 : (tensor<1x4x8x8xf32>, tensor<1x5x8x8xf32>) -> tuple<tensor<1x4x8x8xf32>, tensor<1x5x8x8xf32>>
      return %5 : tuple<tensor<1x4x8x8xf32>, tensor<1x5x8x8xf32>>
    }
    ```
  }];
  let options = [
    ConfigOption<"minNumBranches", "min-num-branches", "uint64_t", "3",
                 "Fewest operators that are combined; at least 2">
  ];
  let statistics = [
    Statistic<"numCombined", "combined", "Operators made from several">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def CombineParallelDensePass
    : RelayFunctionPass<"relay-combine-parallel-dense", level = 4> {
  let summary = "Make one dense layer, or a batch, of several of the same data";
  let description = [{
    TVM's CombineParallelDense. Calls of `nn.dense` with the same data become one:
    with `to-batch`, where the weights have the same shape, an `nn.batch_matmul`
    of stacked copies of the data and stacked weights; otherwise an `nn.dense`
    with concatenated weights and slices of its result. The same holds for calls
    of `nn.matmul` without `transpose_a`, which TVM leaves alone.

    Elementwise operators behind them, each the only user of the one before, are
    combined as well as long as they are the same in all branches. Only static
    weights are combined, and only in one block; nothing but the data may depend
    on another operator of the kind. (TVM also combines where an operand does, and
    computes both.)

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Options: `min-num-branches=2 to-batch=false`

    Before:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %v: tensor<5x3xf32>) -> tuple<tensor<2x4xf32>, tensor<2x5xf32>> {
      %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
      %1 = relay.nn.dense %x, %v : (tensor<2x3xf32>, tensor<5x3xf32>) -> tensor<2x5xf32>
      %2 = relay.tuple %0, %1 : (tensor<2x4xf32>, tensor<2x5xf32>) -> tuple<tensor<2x4xf32>, tensor<2x5xf32>>
      return %2 : tuple<tensor<2x4xf32>, tensor<2x5xf32>>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %v: tensor<5x3xf32>) -> tuple<tensor<2x4xf32>, tensor<2x5xf32>> {
      %0 = relay.tuple %w, %v : (tensor<4x3xf32>, tensor<5x3xf32>) -> tuple<tensor<4x3xf32>, tensor<5x3xf32>>
      %1 = relay.concatenate %0 : (tuple<tensor<4x3xf32>, tensor<5x3xf32>>) -> tensor<9x3xf32>
      %2 = relay.nn.dense %x, %1 {units = 9 : i64} : (tensor<2x3xf32>, tensor<9x3xf32>) -> tensor<2x9xf32>
      %3 = relay.strided_slice %2 {begin = array<i64: 0, 0>, end = array<i64: -1, 4>, slice_mode = "size", strides = array<i64: 1, 1>} : (tensor<2x9xf32>) -> tensor<2x4xf32>
      %4 = relay.strided_slice %2 {begin = array<i64: 0, 4>, end = array<i64: -1, 5>, slice_mode = "size", strides = array<i64: 1, 1>} : (tensor<2x9xf32>) -> tensor<2x5xf32>
      %5 = relay.tuple %3, %4 : (tensor<2x4xf32>, tensor<2x5xf32>) -> tuple<tensor<2x4xf32>, tensor<2x5xf32>>
      return %5 : tuple<tensor<2x4xf32>, tensor<2x5xf32>>
    }
    ```
  }];
  let options = [
    ConfigOption<"minNumBranches", "min-num-branches", "uint64_t", "3",
                 "Fewest operators that are combined; at least 2">,
    ConfigOption<"toBatch", "to-batch", "bool", "true",
                 "Make a batch of matrix products, not a dense layer">
  ];
  let statistics = [
    Statistic<"numCombined", "combined", "Operators made from several">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def DefuseOpsPass : RelayFunctionPass<"relay-defuse-ops", level = 3> {
  let summary = "Replace calls of function literals by their bodies";
  let invalidated = ["FoldConstant", "FuseOps", "InferType"];
  let description = [{
    TVM's DefuseOps, the inverse of FuseOps: where a function literal is called,
    the operators of its body take the place of the call, whether the function
    has been fused (`relay.Primitive`) or not. A literal that is bound by `let`,
    recursive, polymorphic, or for another compiler (`relay.Compiler`) stays. It
    is an error when branches and functions would nest more than 512 deep.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Before:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.fused_fn (%p0: tensor<2xf32> {relay.name = "p0"}) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
        %2 = relay.exp %p0 : (tensor<2xf32>) -> tensor<2xf32>
        %3 = relay.negative %2 : (tensor<2xf32>) -> tensor<2xf32>
        relay.yield %3 : tensor<2xf32>
      }
      %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.negative %0 : (tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```
  }];
  let statistics = [
    Statistic<"numInlined", "inlined", "Calls replaced">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def ForwardFoldScaleAxisPass
    : RelayFunctionPass<"relay-forward-fold-scale-axis", level = 3> {
  let summary = "Move multiplications of data along axes into weights";
  let description = [{
    TVM's ForwardFoldScaleAxis. A multiplication of the data of `nn.conv2d`,
    `nn.conv3d`, `nn.dense` or `nn.matmul` by a factor for each channel gives way
    to one of the weight, which constant folding can then compute; all users of
    the product must be such operators. `add`, `subtract`, `nn.relu` and `nn.leaky_relu` may
    come in between: the last two if the factor is a constant without negative
    elements; the first two, whose other operand is divided by the factor, if it
    is a constant without zeros (TVM divides by any factor). Convolutions have one
    group, or one for each channel. Further operators take part by implementing
    AxisScaleInterface.

    A constant factor stays if its product with a constant weight, or the quotient
    of a constant and the factor, may overflow or become a denormal number.
    Elements of a weight may vanish beside larger ones.

    Only tensors of the same floating-point element type are changed, and only
    where the sizes of the axes are static; TVM makes ill-typed programs
    otherwise. A multiplication of what a multiplication gave is not folded with
    the second one, but when the pass runs again, as in TVM. Projections of tuples
    that are made in the same function are replaced by the fields, also as in
    TVM.

    A factor that is computed makes the weight one that is computed in each call.
    With `constant-factors`, such a factor stays. The pipelines that compile set
    it; TVM has no such option.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Before:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %s: tensor<3xf32>) -> tensor<2x4xf32> {
      %0 = relay.multiply %x, %s : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
      %1 = relay.nn.dense %0, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
      return %1 : tensor<2x4xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %s: tensor<3xf32>) -> tensor<2x4xf32> {
      %0 = relay.multiply %w, %s : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
      %1 = relay.nn.dense %x, %0 : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
      return %1 : tensor<2x4xf32>
    }
    ```
  }];
  let options = [
    ConfigOption<"constantFactors", "constant-factors", "bool", "false",
                 "Move only factors that are constants",
                 "relay.FoldScaleAxis.constant_factors">
  ];
  let statistics = [
    Statistic<"numFolded", "folded", "Multiplications moved into weights">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def FuseOpsPass : RelayFunctionPass<"relay-fuse-ops"> {
  let summary = "Move operators that one kernel can compute into functions";
  let description = [{
    TVM's FuseOps: groups of operators become function literals
    (`relay.fused_fn`) with `relay.Primitive`, which are called where their
    results are needed. An operator that joins no group gets a function of its
    own. One without a kernel (`OperatorInterface::isNonComputational`) stays
    outside, unless it has a canonical form (`qnn.*`). An
    `annotation.stop_fusion` ends a group and is erased. An operator whose
    result shape depends on the elements of operands (`dyn.reshape`) is a group
    alone.

    Groups follow from the patterns of the operators
    (`OperatorInterface::getOpPattern`), or from those that a program registers
    (OperatorRules.h). A `relay.custom` without a registered pattern, or one
    that is stateful, stays outside. An operator joins the nearest one that all
    its users lead to, in three rounds: elementwise and broadcasting operators
    join almost everything up to a reduction, what is fusable at its output (a
    convolution, a pooling) joins elementwise users, then injective operators
    and tuples join others of the kind. Scalar constants belong to their users.
    Nothing is fused over bindings, calls, branches and literals; each block has
    its own groups. A group has at most `max-depth` operators, tuples,
    projections and constants.

    With `max-function-args`, which targets of Python set, no function of a group
    has more arguments than that. The result counts, and a tensor of dynamic
    shape counts for its dynamic dimensions and strides too. As in TVM, a value
    that another group makes counts for the parameters, bound values, fields of
    tuples and constants that this group reads, so that groups may stay smaller
    than they could be. An operator alone may have any number of arguments.

    At level 0 each operator gets a function of its own. A function with
    nothing but reshaping operators is marked with `relay.relay.reshape_only`. With
    `link-params` constants of all sizes move into the functions that use them;
    otherwise they become arguments.

    Functions with `relay.Compiler`, `relay.Extern`, `relay.SkipOptimization` or
    `relay.Primitive` are left alone, and so are such literals.

    Before:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>) -> tensor<2x4xf32> {
      %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
      %1 = relay.nn.relu %0 : (tensor<2x4xf32>) -> tensor<2x4xf32>
      return %1 : tensor<2x4xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>) -> tensor<2x4xf32> {
      %0 = relay.fused_fn (%p0: tensor<2x3xf32> {relay.name = "p0"}, %p1: tensor<4x3xf32> {relay.name = "p1"}) -> tensor<2x4xf32> attributes {relay.Primitive = 1 : i64} {
        %2 = relay.nn.dense %p0, %p1 : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
        %3 = relay.nn.relu %2 : (tensor<2x4xf32>) -> tensor<2x4xf32>
        relay.yield %3 : tensor<2x4xf32>
      }
      %1 = relay.apply %0(%x, %w) : ((tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>, tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
      return %1 : tensor<2x4xf32>
    }
    ```
  }];
  let options = [
    ConfigOption<"fuseOptLevel", "fuse-opt-level", "int64_t", "-1",
                 "0: one function for each operator, more: groups, -1: as "
                 "opt-level">,
    ConfigOption<"optLevel", "opt-level", "int64_t", "2",
                 "Level of the pass context, for fuse-opt-level -1",
                 "opt_level">,
    ConfigOption<"maxDepth", "max-depth", "uint64_t", "256",
                 "Most operators in one function", "relay.FuseOps.max_depth">,
    ConfigOption<"linkParams", "link-params", "bool", "false",
                 "Move constants of all sizes into functions",
                 "relay.FuseOps.link_params">,
    ConfigOption<"maxFunctionArgs", "max-function-args", "uint64_t", "0",
                 "Most arguments of a function, its result included; 0 for any "
                 "number", "relay.FuseOps.max_function_args">
  ];
  let statistics = [
    Statistic<"numFunctions", "functions", "Fused functions made">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def LabelOpsPass : RelayFunctionPass<"relay-label-ops", level = 1> {
  let summary = "Write a hash and layouts on each function";
  let required = [];
  let invalidated = [];
  let description = [{
    TVM's LabelOps. Functions and function literals get `relay.hash`, 16
    hexadecimal digits that are the same for functions that are equal but for
    the names of variables, and of each attribute of their operators whose name
    contains `layout` the value, as `relay.data_layout` and the like: the last
    one where operators differ. Profilers tell kernels apart by them.

    The hash is stable between runs, but it is not TVM's. Labels themselves do
    not count, so that labelling twice changes nothing. TVM also gives a function
    the layouts of the literal inside that it visits last; here it has its own.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Before:

    ```mlir
    func.func @f(%x: tensor<1x3x8x8xf32>) -> tensor<1x3x4x4xf32> {
      %0 = relay.nn.max_pool2d %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x3x8x8xf32>) -> tensor<1x3x4x4xf32>
      return %0 : tensor<1x3x4x4xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<1x3x8x8xf32>) -> tensor<1x3x4x4xf32> attributes {relay.hash = "cfbf565eb943e427", relay.layout = "NCHW", relay.out_layout = ""} {
      %0 = relay.nn.max_pool2d %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x3x8x8xf32>) -> tensor<1x3x4x4xf32>
      return %0 : tensor<1x3x4x4xf32>
    }
    ```
  }];
}

def MergeCompositePass : RelayFunctionPass<"relay-merge-composite"> {
  let summary = "Move operators that match patterns into functions";
  let required = [];
  let description = [{
    TVM's MergeComposite: each match of a pattern becomes a function literal
    (`relay.fused_fn`) that is called where the result is needed. It has the name
    of the pattern as `relay.Composite`, and the names of its operators as
    `relay.PartitionedFromPattern`. Compilers of other libraries and devices
    recognize it by these.

    The patterns come from a file, whose form docs/Patterns.md shows, or from C++
    (`createMergeCompositePass`). They are applied one after the other. A match
    counts if it overlaps with no earlier one, where the one nearest to the result
    of the function is the first, and if nothing outside uses its inner values. A
    value that a wildcard matches becomes an argument; a constant that
    `is_constant()` matches is inside. A check, which the file names and C++
    registers (`CompositeChecks`),
    can exclude matches.

    Operations of other dialects match by their names. Matches that contain a let
    or a part of a branch stay as they are. (TVM moves a part out of its branch.)

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone, and so are functions with `relay.PartitionedFromPattern`.

    Options: `patterns=FILE`, with the file

    ```text
    dense = is_op("nn.dense")(wildcard(), wildcard())
    composite "dense_relu" = is_op("nn.relu")(dense)
    ```

    Before:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>) -> tensor<2x4xf32> {
      %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
      %1 = relay.nn.relu %0 : (tensor<2x4xf32>) -> tensor<2x4xf32>
      return %1 : tensor<2x4xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>) -> tensor<2x4xf32> {
      %0 = relay.fused_fn (%p0: tensor<2x3xf32> {relay.name = "FunctionVar_0_0"}, %p1: tensor<4x3xf32> {relay.name = "FunctionVar_0_1"}) -> tensor<2x4xf32> attributes {relay.Composite = "dense_relu", relay.PartitionedFromPattern = "nn.dense_nn.relu_"} {
        %2 = relay.nn.dense %p0, %p1 : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
        %3 = relay.nn.relu %2 : (tensor<2x4xf32>) -> tensor<2x4xf32>
        relay.yield %3 : tensor<2x4xf32>
      }
      %1 = relay.apply %0(%x, %w) : ((tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>, tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
      return %1 : tensor<2x4xf32>
    }
    ```
  }];
  let options = [
    Option<"patterns", "patterns", "std::string", "\"\"",
           "File of patterns; empty: none">
  ];
  let statistics = [
    Statistic<"numMerged", "merged", "Composite functions made">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_FUSIONPASSES_TD
