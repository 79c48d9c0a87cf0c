//===- Partitioning of graphs for other compilers ---------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that mark parts of functions for other compilers, and move them into
// functions of their own.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_PARTITIONINGPASSES_TD
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_PARTITIONINGPASSES_TD

include "RelayLite/Support/RelayPass.td"

// In alphabetical order.

def AnnotateTargetPass : RelayFunctionPass<"relay-annotate-target"> {
  let summary = "Mark operators that other compilers support";
  // TVM's AnnotateTarget is a Sequential of this and InferType.
  let relayName = "AnnotateTargetFunc";
  let invalidated = ["InferType"];
  let description = [{
    TVM's AnnotateTarget. Each operator gets the first of the compilers in
    `targets` that supports it, or `default`, the compiler of the module. Its
    arguments go through `annotation.compiler_begin` for its compiler, and its
    result through one `annotation.compiler_end` for each use. A call of a
    literal with `relay.Composite = "x.name"` is for the compiler `x`. Tuples,
    projections and references take the compiler that all their arguments come
    from, or `default`; with `include-non-call-ops=false` they get no mark of
    their own, and changes of the precision of a type (`relay.type_cast`) never do.
    Operators without arguments are marked as values from outside.
    Branches and function literals are marked inside, composite and polymorphic
    literals and functions are not.

    A compiler supports an operator if `supported-ops` says so, or a predicate
    that has been registered in C++ (`CompilerSupport`), or in Python as the
    attribute `target.<compiler>` of the operator. A second run does not change
    operators that have a compiler other than `default`. If it gives a compiler to
    an operator that was `default`, it changes the annotations at all uses; TVM
    leaves some.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Options: `targets=dnnl supported-ops=dnnl:nn.relu:add`

    Before:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.tanh %0 : (tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.annotation.compiler_begin %x {compiler = "dnnl"} : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.nn.relu %0 : (tensor<2xf32>) -> tensor<2xf32>
      %2 = relay.annotation.compiler_end %1 {compiler = "dnnl"} : (tensor<2xf32>) -> tensor<2xf32>
      %3 = relay.annotation.compiler_begin %2 {compiler = "default"} : (tensor<2xf32>) -> tensor<2xf32>
      %4 = relay.tanh %3 : (tensor<2xf32>) -> tensor<2xf32>
      %5 = relay.annotation.compiler_end %4 {compiler = "default"} : (tensor<2xf32>) -> tensor<2xf32>
      return %5 : tensor<2xf32>
    }
    ```
  }];
  let options = [
    ConfigListOption<"targets", "targets",
                     "Compilers, the one to prefer first">,
    ConfigOption<"includeNonCallOps", "include-non-call-ops", "bool", "true",
                 "Mark tuples, projections and references as well">,
    ConfigListOption<"supportedOps", "supported-ops",
                     "The name of a compiler and the names of the operators that "
                     "it supports, between colons">
  ];
  let statistics = [
    Statistic<"numMarks", "marks", "Marks made">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def CollagePartitionPass : RelayModulePass<"relay-collage-partition"> {
  let summary = "Choose the cheapest partitioning for several compilers";
  let required = ["InferType"];
  let invalidated = ["FoldConstant", "InferType"];
  let description = [{
    TVM's CollagePartition. The pass covers the operators of each block by
    candidates with the least sum of costs, and moves the candidates that belong
    to external compilers into functions. A candidate is a set of operators that
    one target computes at once.

    * For a target of this module's own compiler, each operator is a candidate,
      and candidates grow as relay-fuse-ops fuses operators, up to
      `tvm-max-depth` operators one after the other.
    * For an external compiler, each match of one of its patterns is a candidate,
      and candidates that use each other's results grow together, up to
      `byoc-max-depth`. By default they join without regard to the kinds of the
      operators; `byoc-fusion-style` says `NoFusion`, `TVMFusion` (the rules of
      relay-fuse-ops) or `ArbitraryFusion` for a compiler.

    A candidate has one result, and does not depend on itself through operators
    outside. Only the largest candidates are kept, and smaller ones where these
    overlap. Chosen candidates for one external compiler that use each other's
    results become one function; it may then have several results. A function
    has `relay.Compiler`, `relay.Primitive = 1` and `relay.global_symbol`; each
    match of a pattern in it is a literal with `relay.Composite`. Its name is
    `collage_<compiler>` and the names of the operators; for joined candidates
    just the former.

    `costs` names each target and the cost of an operator on it: the n-th
    operator of a candidate, counted from 0, costs 0.9^n times as much. Targets
    with a file in `patterns` (docs/Patterns.md shows its form) are external
    compilers. From Python the cost is what an estimator returns for the
    candidate as a module. Without `costs` the pass changes nothing.

    An operator that no target covers is an error, and so are more than 50,000
    candidates or 200,000 states of the search in a block: lower depths help.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`,
    polymorphic ones, and function literals with `relay.Primitive`,
    `relay.Compiler` or `relay.Composite` are left alone.

    Options: `costs=llvm:2,dnnl:1 patterns=dnnl:FILE`, with the file

    ```text
    composite "relu" = is_op("nn.relu")(wildcard())
    ```

    Before:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.abs %0 : (tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.pure} {
      %0 = relay.call @collage_dnnl_nn_relu(%x) : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.abs %0 : (tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    func.func private @collage_dnnl_nn_relu(%x: tensor<2xf32> {relay.name = "FunctionVar_0"}) -> tensor<2xf32> attributes {relay.Compiler = "dnnl", relay.Primitive = 1 : i64, relay.global_symbol = "collage_dnnl_nn_relu", relay.pure} {
      %0 = relay.fused_fn (%y: tensor<2xf32> {relay.name = "FunctionVar_0"}) -> tensor<2xf32> attributes {relay.Composite = "relu"} {
        %2 = relay.nn.relu %y : (tensor<2xf32>) -> tensor<2xf32>
        relay.yield %2 : tensor<2xf32>
      }
      %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```
  }];
  let options = [
    ListOption<"costs", "costs", "std::string",
               "A target and the cost of an operator on it, with a colon "
               "between them">,
    ListOption<"patterns", "patterns", "std::string",
               "An external compiler and its file of patterns, with a colon "
               "between them">,
    ConfigOption<"tvmMaxDepth", "tvm-max-depth", "uint64_t", "8",
                 "Most operators one after the other in a candidate of this "
                 "module's own compiler", "relay.collage.tvm_max_depth">,
    ConfigOption<"byocMaxDepth", "byoc-max-depth", "uint64_t", "8",
                 "The same for an external compiler",
                 "relay.collage.byoc_max_depth">,
    ConfigListOption<"byocFusionStyle", "byoc-fusion-style",
                     "An external compiler and NoFusion, TVMFusion or "
                     "ArbitraryFusion, with a dot between them",
                     "relay.collage.byoc_fusion_style">
  ];
  let statistics = [
    Statistic<"numCandidates", "candidates", "Candidates that have been compared">,
    Statistic<"numPartitioned", "partitioned", "Functions made">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def FlattenNestedTuplesPass : RelayModulePass<"relay-flatten-nested-tuples"> {
  let summary = "End the parts of other compilers before their tuples";
  let description = [{
    The first step of TVM's PartitionGraph: an `annotation.compiler_end` of a
    tuple becomes a tuple of ends, so that no function that PartitionGraph makes
    returns a tuple inside of a tuple.

    Before:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
      %0 = relay.annotation.compiler_begin %x {compiler = "dnnl"} : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.nn.relu %0 : (tensor<2xf32>) -> tensor<2xf32>
      %2 = relay.abs %0 : (tensor<2xf32>) -> tensor<2xf32>
      %3 = relay.tuple %1, %2 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
      %4 = relay.annotation.compiler_end %3 {compiler = "dnnl"} : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tuple<tensor<2xf32>, tensor<2xf32>>
      return %4 : tuple<tensor<2xf32>, tensor<2xf32>>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
      %0 = relay.annotation.compiler_begin %x {compiler = "dnnl"} : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.nn.relu %0 : (tensor<2xf32>) -> tensor<2xf32>
      %2 = relay.abs %0 : (tensor<2xf32>) -> tensor<2xf32>
      %3 = relay.annotation.compiler_end %1 {compiler = "dnnl"} : (tensor<2xf32>) -> tensor<2xf32>
      %4 = relay.annotation.compiler_end %2 {compiler = "dnnl"} : (tensor<2xf32>) -> tensor<2xf32>
      %5 = relay.tuple %3, %4 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
      return %5 : tuple<tensor<2xf32>, tensor<2xf32>>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def InlineCompilerFunctionsBoundToPass
    : RelayModulePass<"relay-inline-compiler-functions-bound-to"> {
  let summary = "Put functions for other compilers back where they are called";
  let invalidated = ["FoldConstant", "InferType"];
  let description = [{
    TVM's InlineCompilerFunctionsBoundTo, the inverse of PartitionGraph: calls of
    the functions in `global-vars`, which have `relay.Compiler`, are replaced by
    their bodies, and inside of these the calls of composite literals by theirs.
    The functions are erased. Calls in functions with `relay.Compiler`,
    `relay.Extern` or `relay.SkipOptimization` are an error, since they would
    refer to nothing.

    Options: `global-vars=part`

    Before:

    ```mlir
    func.func private @part(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "dnnl"} {
      %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.call @part(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```
  }];
  let options = [
    ConfigListOption<"globalVars", "global-vars", "Names of the functions">
  ];
  let statistics = [
    Statistic<"numInlined", "inlined", "Calls inlined">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def InlineCompositesPass : RelayModulePass<"relay-inline-composites"> {
  let summary = "Replace calls of composite literals by their bodies";
  let description = [{
    TVM's InlineComposites, the inverse of MergeComposite in functions whose
    `relay.Compiler` is `target`: calls of literals with `relay.Composite` are
    replaced by their bodies.

    Options: `target=dnnl`

    Before:

    ```mlir
    func.func @part(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "dnnl"} {
      %0 = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Composite = "dnnl.relu"} {
        %2 = relay.nn.relu %y : (tensor<2xf32>) -> tensor<2xf32>
        relay.yield %2 : tensor<2xf32>
      }
      %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @part(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "dnnl"} {
      %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```
  }];
  let options = [
    ConfigOption<"target", "target", "std::string", "\"\"",
                 "The compiler of the functions">
  ];
  let statistics = [
    Statistic<"numInlined", "inlined", "Calls inlined">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def MarkCompilerFunctionsAsExternPass
    : RelayModulePass<"relay-mark-compiler-functions-as-extern"> {
  let summary = "Mark functions that another compiler has compiled";
  let invalidated = [];
  let description = [{
    TVM's MarkCompilerFunctionsAsExtern: Relay's attributes of a function with
    `relay.Compiler` are replaced by `relay.Extern = 1`.

    Before:

    ```mlir
    func.func @part(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "dnnl", relay.Primitive = 1 : i64} {
      %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @part(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Extern = 1 : i64} {
      %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```
  }];
  let options = [
    ConfigOption<"compilerFilter", "compiler-filter", "std::string", "\"\"",
                 "The compiler of the functions; all if empty">
  ];
}

def MergeCompilerRegionsPass
    : RelayFunctionPass<"relay-merge-compiler-regions"> {
  let summary = "Join parts for one compiler that use each other's results";
  let required = [];
  let invalidated = ["InferType"];
  let description = [{
    TVM's MergeCompilerRegions. A part is what lies between
    `annotation.compiler_begin` and `annotation.compiler_end`. Two parts for one
    compiler, one of which uses a result of the other, become one, and the marks
    between them go, unless the joined part would depend on its own results
    through something outside of it. Parts in different blocks stay apart; TVM
    joins a part in a branch with one before the branch. A begin whose value a
    branch uses moves there.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Before:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.annotation.compiler_begin %x {compiler = "dnnl"} : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.nn.relu %0 : (tensor<2xf32>) -> tensor<2xf32>
      %2 = relay.annotation.compiler_end %1 {compiler = "dnnl"} : (tensor<2xf32>) -> tensor<2xf32>
      %3 = relay.annotation.compiler_begin %2 {compiler = "dnnl"} : (tensor<2xf32>) -> tensor<2xf32>
      %4 = relay.abs %3 : (tensor<2xf32>) -> tensor<2xf32>
      %5 = relay.annotation.compiler_end %4 {compiler = "dnnl"} : (tensor<2xf32>) -> tensor<2xf32>
      return %5 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.annotation.compiler_begin %x {compiler = "dnnl"} : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.nn.relu %0 : (tensor<2xf32>) -> tensor<2xf32>
      %2 = relay.abs %1 : (tensor<2xf32>) -> tensor<2xf32>
      %3 = relay.annotation.compiler_end %2 {compiler = "dnnl"} : (tensor<2xf32>) -> tensor<2xf32>
      return %3 : tensor<2xf32>
    }
    ```
  }];
  let statistics = [
    Statistic<"numMerged", "merged", "Parts that became part of others">
  ];
}

def NameMangleExtFuncsPass : RelayModulePass<"relay-name-mangle-ext-funcs"> {
  let summary = "Name functions for other compilers after their module";
  let description = [{
    The last step of TVM's PartitionGraph: a function with `relay.Compiler` and
    the name `f` gets the name `tvmgen_<mod-name>_f`, or `tvmgen_f` for an empty
    `mod-name`, with underscores for all but letters and digits, and this name as
    `relay.global_symbol`. As in TVM, functions that already have such a name get
    the prefix once more. Two functions that would have one name are an error.

    Before:

    ```mlir
    func.func @dnnl_main_0(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "dnnl"} {
      %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @tvmgen_default_dnnl_main_0(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "dnnl", relay.global_symbol = "tvmgen_default_dnnl_main_0"} {
      %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```
  }];
  let options = [
    ConfigOption<"modName", "mod-name", "std::string", "\"default\"",
                 "The name of the module, letters, digits and underscores">
  ];
}

def OutlineCompilerFunctionsPass
    : RelayModulePass<"relay-outline-compiler-functions"> {
  let summary = "Make global functions of literals for other compilers";
  let description = [{
    TVM's OutlineCompilerFunctionsWithExistingGlobalSymbols: a call of a function
    literal with `relay.Compiler`, on the spot or through a `let`, becomes a call
    of a global function whose name is the literal's `relay.global_symbol`. The
    first literal with a name makes the function, unless there is one; others of
    that name have to be equal. A literal without the attribute, or one that uses
    values from outside, is an error.

    Functions with `relay.Compiler`, `relay.Extern` or `relay.SkipOptimization`
    are left alone.

    Before:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "dnnl", relay.global_symbol = "part"} {
        %2 = relay.nn.relu %y : (tensor<2xf32>) -> tensor<2xf32>
        relay.yield %2 : tensor<2xf32>
      }
      %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.pure} {
      %0 = relay.call @part(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    func.func private @part(%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "dnnl", relay.global_symbol = "part", relay.pure} {
      %0 = relay.nn.relu %y : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```
  }];
  let options = [
    ConfigOption<"compilerFilter", "compiler-filter", "std::string", "\"\"",
                 "The compiler of the literals; all if empty">
  ];
  let statistics = [
    Statistic<"numOutlined", "outlined", "Calls of literals replaced">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def PartitionGraphPass : RelayModulePass<"relay-partition-graph"> {
  let summary = "Move parts for other compilers into functions";
  let description = [{
    The main step of TVM's PartitionGraph. A part is what lies between
    `annotation.compiler_begin` and `annotation.compiler_end`. Each part of a
    function `f` becomes a function `<compiler>_f_<n>`, where `n` numbers the
    parts of `f`, with `relay.Compiler`, `relay.Primitive = 1`,
    `relay.Inline = 1` and its name as `relay.global_symbol`. The parameters are
    the values at the begins, each once; with `bind-constants` constants and
    tuples of constants are copied into the function instead. A part with several
    results returns a tuple. The call is where the first result was; what it needs
    moves before it, and what uses it after it. A begin before a branch or a
    function literal that uses its value moves there: each such branch has a part
    of its own.

    TVM runs `relay-flatten-nested-tuples` and `relay-remove-default-annotations`
    before, and `relay-name-mangle-ext-funcs` after this pass; so does
    `relay.transform.PartitionGraph` in Python.

    Marks that contradict each other are an error: an end without a begin or with
    one of another compiler, an operation with arguments from inside and from
    outside of a part, a result that leaves a part without an end, a part that
    depends on its own results. A begin without an end is removed.

    Before:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.annotation.compiler_begin %x {compiler = "dnnl"} : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.nn.relu %0 : (tensor<2xf32>) -> tensor<2xf32>
      %2 = relay.annotation.compiler_end %1 {compiler = "dnnl"} : (tensor<2xf32>) -> tensor<2xf32>
      %3 = relay.tanh %2 : (tensor<2xf32>) -> tensor<2xf32>
      return %3 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.pure} {
      %0 = relay.call @dnnl_main_0(%x) : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.tanh %0 : (tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    func.func private @dnnl_main_0(%dnnl_0_i0: tensor<2xf32> {relay.name = "dnnl_0_i0"}) -> tensor<2xf32> attributes {relay.Compiler = "dnnl", relay.Inline = 1 : i64, relay.Primitive = 1 : i64, relay.global_symbol = "dnnl_main_0", relay.pure} {
      %0 = relay.nn.relu %dnnl_0_i0 : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```
  }];
  let options = [
    ConfigOption<"bindConstants", "bind-constants", "bool", "true",
                 "Copy constants into the functions">
  ];
  let statistics = [
    Statistic<"numPartitioned", "partitioned", "Functions made">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def RemoveDefaultAnnotationsPass
    : RelayModulePass<"relay-remove-default-annotations"> {
  let summary = "Remove the marks for the compiler of the module";
  let description = [{
    The second step of TVM's PartitionGraph: `annotation.compiler_begin` and
    `annotation.compiler_end` for the compiler `default` are replaced by their
    operands.

    Before:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.annotation.compiler_begin %x {compiler = "default"} : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.nn.relu %0 : (tensor<2xf32>) -> tensor<2xf32>
      %2 = relay.annotation.compiler_end %1 {compiler = "default"} : (tensor<2xf32>) -> tensor<2xf32>
      return %2 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```
  }];
}

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_PARTITIONINGPASSES_TD
