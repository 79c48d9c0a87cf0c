//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_PASSES_TD
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_PASSES_TD

include "RelayLite/Dialect/Relay/Transforms/FunctionPasses.td"
include "RelayLite/Dialect/Relay/Transforms/FusionPasses.td"
include "RelayLite/Dialect/Relay/Transforms/LayoutPasses.td"
include "RelayLite/Dialect/Relay/Transforms/PartitioningPasses.td"
include "RelayLite/Dialect/Relay/Transforms/SimplificationPasses.td"
include "RelayLite/Support/RelayPass.td"

// In alphabetical order.

def AnnotateUsedMemoryPass : RelayModulePass<"relay-annotate-used-memory"> {
  let summary = "Say how many bytes are live at calls of fused functions";
  let required = ["ToANormalForm", "InferType"];
  let description = [{
    TVM's AnnotateUsedMemory, for external compilers that plan memory. Each
    primitive function literal of @main gets `relay.used_memory`, a list of one
    number for each call, in the order of the calls. It is the sum of the bytes
    of all variables that are live at the call, arguments and result included.
    @main gets `relay.io_used_memory`, the bytes of its parameters and of its
    result. A module whose @main has no primitive functions stays as it is.

    A variable is live from its binding to the binding that uses it last.
    Constants that are not bound do not count. Dynamic shapes are an error, and
    so is a function literal that is not primitive.

    Before:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.fused_fn (%p: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
        %3 = relay.exp %p : (tensor<2xf32>) -> tensor<2xf32>
        relay.yield %3 : tensor<2xf32>
      }
      %f = relay.let %0 as "f" : ((tensor<2xf32>) -> tensor<2xf32>) -> ((tensor<2xf32>) -> tensor<2xf32>)
      %1 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      %y = relay.let %1 as "y" : (tensor<2xf32>) -> tensor<2xf32>
      return %y : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.io_used_memory = 16 : i64} {
      %0 = relay.fused_fn (%p: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64, relay.used_memory = [16]} {
        %3 = relay.exp %p : (tensor<2xf32>) -> tensor<2xf32>
        relay.yield %3 : tensor<2xf32>
      }
      %f = relay.let %0 as "f" : ((tensor<2xf32>) -> tensor<2xf32>) -> ((tensor<2xf32>) -> tensor<2xf32>)
      %1 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      %y = relay.let %1 as "y" : (tensor<2xf32>) -> tensor<2xf32>
      return %y : tensor<2xf32>
    }
    ```
  }];
}

// The binding of parameters is a function of relay.build in TVM, not a pass.
def BindParamsPass : RelayModulePass<"relay-bind-params"> {
  let summary = "Replace arguments of a function by the constants of a file";
  let invalidated = ["FoldConstant", "InferType"];
  let description = [{
    TVM's binding of parameters (`relay.build` with `params`): reads a file that
    `relay.save_param_dict` wrote and replaces each argument of the function
    whose name (`relay.name`) the file has by a constant. The other arguments
    keep their order and names. If the type of an argument is unknown or has
    dynamic dimensions, its users get operands of a sharper type; their results
    stay as they are until `relay-infer-type` sharpens them.

    An array whose type does not match its argument is an error, one that names
    no argument a warning (TVM says nothing). A function that is called from
    inside the module cannot lose arguments and is refused.

    With `p.params` holding the array `w`, `[1.0, 2.0]`:

    Options: `file=p.params`

    Before:

    ```mlir
    func.func @main(%x: tensor<2xf32> {relay.name = "x"}, %w: tensor<2xf32> {relay.name = "w"}) -> tensor<2xf32> {
      %0 = relay.add %x, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<2xf32> {relay.name = "x"}) -> tensor<2xf32> {
      %w = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %0 = relay.add %x, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```
  }];
  let options = [
    Option<"file", "file", "std::string", "", "Parameter file to read">,
    Option<"function", "function", "std::string", "\"main\"",
           "Function whose arguments are bound">
  ];
  let statistics = [
    Statistic<"numBound", "num-bound", "Number of arguments that became constants">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def DeadCodeEliminationPass
    : RelayModulePass<"relay-dead-code-elimination", level = 1> {
  let summary = "Remove bindings that nothing uses";
  let required = ["InferType"];
  let invalidated = [];
  let description = [{
    TVM's DeadCodeElimination. The pass erases bindings that nothing uses, and the
    values that only they used, unless a value has effects: reads and writes of
    references, draws of random numbers, calls of functions that may do either.
    Unused values without a binding, which Relay does not have, are erased, too.

    With `inline-once`, a binding that is used once is replaced by its value,
    unless the value has effects or the use is in a function literal inside the
    binding's function, which may run many times. Uses are counted as in TVM: a
    shared expression counts its own as often as it is used.

    With `ignore-impurity` everything counts as free of effects, as in TVM. The
    result may differ if the effects matter.

    Before:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
      %a = relay.let %0 as "a" : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.add %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      %b = relay.let %1 as "b" : (tensor<2xf32>) -> tensor<2xf32>
      %2 = relay.negative %x : (tensor<2xf32>) -> tensor<2xf32>
      %c = relay.let %2 as "c" : (tensor<2xf32>) -> tensor<2xf32>
      return %c : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.negative %x : (tensor<2xf32>) -> tensor<2xf32>
      %c = relay.let %0 as "c" : (tensor<2xf32>) -> tensor<2xf32>
      return %c : tensor<2xf32>
    }
    ```
  }];
  let options = [
    ConfigOption<"inlineOnce", "inline-once", "bool", "false",
                 "Replace bindings that are used once by their values">,
    ConfigOption<"ignoreImpurity", "ignore-impurity", "bool", "false",
                 "Take everything for free of effects">
  ];
  let statistics = [
    Statistic<"numErased", "erased", "Bindings and values erased">,
    Statistic<"numInlined", "inlined", "Bindings replaced by their values">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def EliminateCommonSubexprPass
    : RelayFunctionPass<"relay-eliminate-common-subexpr", level = 3> {
  let summary = "Merge equal operator calls and tuple projections";
  let invalidated = ["InferType"];
  let description = [{
    TVM's EliminateCommonSubexpr. Calls of one operator with the same attributes
    and operands become one, and so do projections of one field of a tuple.
    Scalar constants are the same operand when their values are, and tuples that
    an operator reads when their fields are; other constants, and tuples that are
    projected, have to be one operation, as with TVM. Left alone are operators without
    operands, with effects (`nn.dropout`), and everything that is no operator:
    calls of functions, tuples, lets.

    An expression is merged with one in the same block, or in a block around it,
    that comes before it. TVM also merges what two branches of an `if` have in
    common, which moves it out of them; here branches keep their own.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone. TVM's callback `fskip` is a parameter of the C++ function
    `createEliminateCommonSubexprPass`.

    Before:

    ```mlir
    func.func @f(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.add %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.add %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      %2 = relay.multiply %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %2 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.add %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.multiply %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```
  }];
}

def FoldConstantPass : RelayPass<"relay-fold-constant", level = 2> {
  let summary = "Evaluate constant expressions";
  let description = [{
    TVM's FoldConstant. An operator on constants is replaced by its value, which
    is computed by the kernel that the operator is lowered to: folding and
    running give the same bits. Expressions are evaluated as a whole; only what
    other operations use becomes a constant. Runs on a module or a function.

    Folded are operators whose operands are all constant, `tuple_get` of such a
    tuple, what is known from static types (`shape_of`, `ndarray_size`), a `let`
    of a constant, and `if` on a constant condition. Left alone are operators
    without operands (`zeros`), with effects (`nn.dropout`), without a kernel of
    their own (unless `fold-qnn`), in fused functions, in functions for external
    compilers or with `SkipOptimization`, in literals that are called on the
    spot without arguments, evaluations without a value, such as an integer
    division by zero, operations that are marked `relay.no_fold`, what is
    computed from constants that are, and all in functions and modules that are.
    The result of a `device_copy` is needed in another memory, and is not folded;
    `on_device` is looked through, and stays around a constant that is needed. A
    value that is larger than the constants that it is computed from, by more
    than `max-growth`, stays as it is written, with all that only it needs; what
    exceeds another limit stays, and its operands are folded.
    [Constant folding](../FoldConstant.md) explains limits and reports.

    Remarks of the category `FoldConstant` tell for each candidate what became
    of it.

    Before:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %1 = relay.constant dense<3.0> : tensor<f32>
      %2 = relay.multiply %0, %1 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
      %3 = relay.add %x, %2 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %3 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.constant dense<[3.0, 6.0]> : tensor<2xf32>
      %1 = relay.add %x, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
  let options = [
    ConfigOption<"foldQnn", "fold-qnn", "bool", "false",
                 "Fold operators that TVM marks as not computational, too",
                 "relay.FoldConstant.fold_qnn">,
    ConfigOption<"maxGrowth", "max-growth", "uint64_t", "16777216",
                 "Leave values that are larger, by more than so many bytes "
                 "(16 MiB), than the constants they are made of; 0 for no "
                 "limit", "relay.FoldConstant.max_growth">,
    ConfigOption<"maxTemporary", "max-temporary", "uint64_t", "4294967296",
                 "Leave operators for which more than so many bytes (4 GiB) "
                 "of intermediate values would have to be held at a time; 0 "
                 "for no limit", "relay.FoldConstant.max_temporary">,
    ConfigOption<"maxCost", "max-cost", "uint64_t", "0",
                 "Leave operators with which the estimated number of "
                 "elementary operations of one run would exceed this; 0 for "
                 "no limit", "relay.FoldConstant.max_cost">,
    ConfigListOption<"noFoldOps", "no-fold-ops",
                     "Leave the operators with these names, such as nn.dense",
                     "relay.FoldConstant.no_fold_ops">,
    ConfigOption<"report", "report", "std::string", "\"\"",
                 "Write what was folded and what took how long to this JSON "
                 "file; only with the pass on the outermost module",
                 "relay.FoldConstant.report">
  ];
  let statistics = [
    Statistic<"numEvaluated", "evaluated", "Operators evaluated">,
    Statistic<"numConstants", "constants", "Constants written back">,
    Statistic<"numBytes", "bytes", "Bytes of the constants written back">
  ];
}

def InferTypePass : RelayModulePass<"relay-infer-type"> {
  let summary = "Infer the types of a module";
  let invalidated = [];
  let description = [{
    TVM's InferType: fills every `!relay.unknown` and sharpens results whose
    types are less precise than their operands allow. Types flow along and
    against the data: an argument without a type takes what its uses (the weight
    of a convolution, the parameter of a callee) or the calls of its function
    determine, as do the arguments and results of function literals; branches
    must agree, where a dimension that is dynamic in one is dynamic in the
    result; calls of polymorphic functions get their type arguments. Types that
    are written stay, so that a function may declare a result less precisely
    than its body computes it. A `relay.type_cast` whose operand has the result
    type is erased.

    An error names the operation whose operands contradict each other, or the
    first value whose type nothing determines. As in TVM, a dimension with a
    name (`relay.dims`) broadcasts only against 1, `?` and an equal one.
    Functions without effects are marked with `relay.pure`.

    Before:

    ```mlir
    func.func @main(%x: tensor<?x3xf32>, %w: !relay.unknown) -> !relay.unknown {
      %0 = relay.nn.dense %x, %w {units = 4 : i64} : (tensor<?x3xf32>, !relay.unknown) -> !relay.unknown
      return %0 : !relay.unknown
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<?x3xf32>, %w: tensor<4x3xf32>) -> tensor<?x4xf32> attributes {relay.pure} {
      %0 = relay.nn.dense %x, %w {units = 4 : i64} : (tensor<?x3xf32>, tensor<4x3xf32>) -> tensor<?x4xf32>
      return %0 : tensor<?x4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def InlineGlobalsPass : RelayModulePass<"relay-inline-globals", level = 1> {
  let summary = "Inline the functions that are marked for it";
  let invalidated = ["FoldConstant", "InferType"];
  let description = [{
    TVM's Inline (InlineGlobals). A call of a function with `relay.Inline = 1`
    is replaced by the function's body, callees first; where such a function is
    used as a value, or is compiled by something else (`relay.Compiler`,
    `relay.Extern`), a literal takes its place. A function all of whose calls were replaced is removed,
    whatever its visibility; one that had none is an entry point and stays.

    Functions stay that call themselves, that have no body, and that still call
    other functions: TVM inlines whole functions only, and
    stops with an error where one that is marked is left, which here is none. A
    call of a polymorphic function is replaced where it has type arguments. The
    virtual devices of parameters and result become `relay.on_device`. It
    is an error when branches and functions would nest more than 512 deep.

    Before:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.negative %0 : (tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Inline = 1 : i64} {
      %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.negative %0 : (tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```
  }];
  let statistics = [
    Statistic<"numInlined", "inlined", "Calls and other uses of functions inlined">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def ManifestLifetimesPass : RelayFunctionPass<"relay-manifest-lifetimes"> {
  let summary = "Release variables after their last use";
  let description = [{
    TVM's ManifestLifetimes, for functions in A-normal form. `memory.kill`
    follows the binding that uses a parameter or a bound value last. If that is
    an `if` that uses the variable in a branch, the branch releases it. A branch
    that does not use the variable, or returns it, does not. A variable that is
    bound to another one becomes that one.

    Variables stay that hold functions or references, that the result of a
    block or a function literal uses, or that are released already. Bodies of
    literals do not change.

    Functions with `relay.Compiler`, `relay.Extern`, `relay.SkipOptimization` or
    `relay.Primitive` are left alone.

    Before:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
      %y = relay.let %0 as "y" : (tensor<2xf32>) -> tensor<2xf32>
      return %y : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
      %y = relay.let %0 as "y" : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.memory.kill %x : (tensor<2xf32>) -> tuple<>
      %2 = relay.let %1 as "_" : (tuple<>) -> tuple<>
      return %y : tensor<2xf32>
    }
    ```
  }];
  let statistics = [
    Statistic<"numKills", "kills", "Variables released">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

// TVM's PlanDevices is a Sequential of four passes, InferType among them.
def PlanDevicesPass : RelayModulePass<"relay-plan-devices"> {
  let summary = "Decide on which virtual device each value is";
  let required = ["InferType"];
  let description = [{
    TVM's PlanDevices. Annotations (`relay.on_device`, `relay.device_copy`, the
    virtual devices of parameters and results) say where some values are. The
    operands and the result of an operator are on one device, and so are tuples,
    references and branches with what is in them. A function has one device for
    each parameter and one for its result, the same for all calls; a function in
    a tuple or a reference has all of them where that is. Shapes
    (`relay.vm.shape_of`, the shape of `relay.vm.reshape_tensor`) are on the
    host.

    A value whose device is still open is on `default-device` if it is the result
    of a function or of a call, on the device of the result if it is a parameter
    or an operand, and on the device of the end of its block if it is a binding. An
    `on_device` without constraints leaves a value where it is if it can.

    Afterwards each function has the device of its result and of each parameter
    (`relay.virtual_device`). A `relay.device_copy` moves a value that is needed on
    another device: an `on_device` allows one, and so does an operator that needs
    a value on another device than an operator before it. A
    `relay.on_device` with both constraints is around each value that is not on
    the device of its user, and around each binding; variables and functions
    have none. Functions for other compilers and fused ones (`relay.Primitive`)
    stay as they are. It is an error where constraints contradict each other.

    A device of an option is a kind of device, such as `cuda`, which stands for
    the first of its kind, or a `#relay.virtual_device<...>`. If there are
    `devices`, no other kinds may occur, and a device without a target gets that
    of its kind. Evaluation has one device: a plan changes no result.

    Options: `default-device=cuda`

    Before:

    ```mlir
    func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.exp %a : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.on_device %0 {virtual_device = #relay.virtual_device<device = cpu, id = 0>} : (tensor<2xf32>) -> tensor<2xf32>
      %2 = relay.subtract %1, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %2 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @main(%a: tensor<2xf32> {relay.virtual_device = #relay.virtual_device<device = cpu, id = 0>}, %b: tensor<2xf32> {relay.virtual_device = #relay.virtual_device<device = cuda, id = 0>}) -> tensor<2xf32> attributes {relay.virtual_device = #relay.virtual_device<device = cuda, id = 0>} {
      %0 = relay.exp %a : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.on_device %0 {constrain_result = true, virtual_device = #relay.virtual_device<device = cpu, id = 0>} : (tensor<2xf32>) -> tensor<2xf32>
      %2 = relay.device_copy %1 {dst_virtual_device = #relay.virtual_device<device = cuda, id = 0>, src_virtual_device = #relay.virtual_device<device = cpu, id = 0>} : (tensor<2xf32>) -> tensor<2xf32>
      %3 = relay.subtract %2, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %3 : tensor<2xf32>
    }
    ```
  }];
  let options = [
    ConfigListOption<"devices", "devices",
                     "The devices that there are, with the targets of their "
                     "kinds; all kinds if there are none">,
    ConfigOption<"hostDevice", "host-device", "std::string", "\"cpu\"",
                 "The device of shapes">,
    ConfigOption<"defaultDevice", "default-device", "std::string", "\"cpu\"",
                 "The device of values that nothing constrains">
  ];
  let statistics = [
    Statistic<"numCopies", "copies", "Copies made">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def RemoveUnusedFunctionsPass
    : RelayModulePass<"relay-remove-unused-functions", level = 1> {
  let summary = "Remove the functions that no entry function reaches";
  let invalidated = [];
  let description = [{
    TVM's RemoveUnusedFunctions: keeps the entry functions and the functions
    that they call or name, directly or through others, and removes the rest,
    whatever its visibility. Other symbols stay, with the functions that they name.
    It is an error when an entry function is not there.

    Before:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.call @used(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    func.func @used(%x: tensor<2xf32>) -> tensor<2xf32> {
      return %x : tensor<2xf32>
    }
    func.func @unused(%x: tensor<2xf32>) -> tensor<2xf32> {
      return %x : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.call @used(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    func.func @used(%x: tensor<2xf32>) -> tensor<2xf32> {
      return %x : tensor<2xf32>
    }
    ```
  }];
  let options = [
    ConfigListOption<"entryFunctions", "entry-functions",
                     "Names of the entry functions; main if there are none">
  ];
  let statistics = [
    Statistic<"numRemoved", "removed", "Functions removed">
  ];
}

def ToANormalFormPass : RelayModulePass<"relay-to-a-normal-form", level = 1> {
  let summary = "Bind every intermediate value by let";
  let invalidated = ["ToGraphNormalForm"];
  let description = [{
    TVM's ToANormalForm: every value that is not a variable or a global gets a
    `relay.let` where it is computed, in the order of evaluation; branches and
    function literals are scopes of their own. A binding that is there is kept.
    Functions for other compilers and fused ones (`relay.Primitive`) stay as
    they are.

    A value that is computed in the scope of a `relay.on_device` with both
    constraints gets an annotation of its own, so that it keeps its device. These
    are the operand and the operations that compute it, up to bindings, as far as
    nothing else uses them.

    Results are structurally equal to TVM's, which gives a name to each let
    expression of the input as well: as many bindings of the result to a new
    name follow at the end of a block as it had bindings before. Running the
    pass again therefore adds names, as it does in TVM.

    Before:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.add %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.let %0 as "x" : (tensor<2xf32>) -> tensor<2xf32>
      %2 = relay.add %1, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      %3 = relay.let %2 as "x" : (tensor<2xf32>) -> tensor<2xf32>
      return %3 : tensor<2xf32>
    }
    ```
  }];
  let statistics = [
    Statistic<"numBound", "bound", "Bindings made">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def ToGraphNormalFormPass
    : RelayFunctionPass<"relay-to-graph-normal-form", level = 1> {
  let summary = "Remove explicit bindings";
  let required = [];
  let invalidated = ["ToANormalForm", "ToBasicBlockNormalForm"];
  let description = [{
    TVM's ToGraphNormalForm: every `relay.let` is replaced by its value, and
    operations that the result of the function does not need are erased.
    Operations with effects stay, in their order; TVM drops a write to a reference
    whose binding nothing uses.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Before:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
      %a = relay.let %0 as "a" : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.add %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      %b = relay.let %1 as "b" : (tensor<2xf32>) -> tensor<2xf32>
      return %b : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.add %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```
  }];
  let statistics = [
    Statistic<"numLets", "lets", "Bindings removed">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def ToMixedPrecisionPass : RelayModulePass<"relay-to-mixed-precision"> {
  let summary = "Compute with a smaller floating-point type where that pays";
  let kind = "Function";
  let invalidated = ["FoldConstant", "InferType"];
  let description = [{
    TVM's ToMixedPrecision. Operators that are much faster with elements of the
    type `mixed-precision-type` (convolutions, `nn.dense`, `nn.matmul`,
    `nn.batch_matmul`) get their operands cast to it; those that lose too much (`exp`, `sum`,
    `nn.softmax` and others) get theirs cast back; all others compute with the
    smaller type if their operands have it, or are variables or constants, which
    can be cast. Which operator is of which kind, MixedPrecisionInterface tells,
    with the lists of TVM, or a rule of a program (OperatorRules.h) in its place.
    One without either is of the last kind;
    `missing-op-mode` says whether that is an error (0), a warning (1), or neither
    (2). An operator that does not know the type is left alone; the error of the
    relation of a `relay.custom` fails the pass. Operators of ONNX keep their
    types.

    An operator with a constant that the type makes infinite, or zero, keeps its
    type, so that `x * -1e9` does not become infinite. This holds for operands,
    also behind bindings and in tuples, and for attributes. Elements of a weight
    may become zero beside others. Users of such a value follow as usual, but do
    not take its name for a variable that can be cast. (TVM asks for the bounds
    of `clip` only.)

    The results of functions change their types, unless `keep-orig-output-dtype`
    is set, or the function is called or used as a value in the module (where TVM
    stops). So do those of function literals that are called on the spot;
    parameters keep theirs, and so do references, recursive and polymorphic
    functions. An operand that is cast back gets the type that it had: TVM casts
    f64 to f32, too.

    Functions with `relay.Compiler`, `relay.Extern`, `relay.SkipOptimization` or
    `relay.Primitive` are left alone, and so are such literals.

    Before:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>) -> tensor<2x4xf32> {
      %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
      %1 = relay.nn.relu %0 : (tensor<2x4xf32>) -> tensor<2x4xf32>
      %2 = relay.nn.softmax %1 : (tensor<2x4xf32>) -> tensor<2x4xf32>
      return %2 : tensor<2x4xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>) -> tensor<2x4xf32> {
      %0 = relay.cast %w {dtype = f16} : (tensor<4x3xf32>) -> tensor<4x3xf16>
      %1 = relay.cast %x {dtype = f16} : (tensor<2x3xf32>) -> tensor<2x3xf16>
      %2 = relay.nn.dense %1, %0 {out_dtype = f16} : (tensor<2x3xf16>, tensor<4x3xf16>) -> tensor<2x4xf16>
      %3 = relay.nn.relu %2 : (tensor<2x4xf16>) -> tensor<2x4xf16>
      %4 = relay.cast %3 {dtype = f32} : (tensor<2x4xf16>) -> tensor<2x4xf32>
      %5 = relay.nn.softmax %4 : (tensor<2x4xf32>) -> tensor<2x4xf32>
      return %5 : tensor<2x4xf32>
    }
    ```
  }];
  let options = [
    ConfigOption<"mixedPrecisionType", "mixed-precision-type", "std::string",
                 "\"float16\"", "The smaller type, by TVM's name">,
    ConfigOption<"missingOpMode", "missing-op-mode", "int64_t", "1",
                 "An operator without a rule is 0: an error, 1: a warning, 2: "
                 "nothing">,
    ConfigOption<"keepOrigOutputDtype", "keep-orig-output-dtype", "bool",
                 "false", "Cast the results of functions back",
                 "relay.ToMixedPrecision.keep_orig_output_dtype">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_PASSES_TD
