//===- Functions, calls and branches ---------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_FUNCTIONOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_FUNCTIONOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

// A call: arguments are compatible with the parameters of the callee (`?`
// matches any dimension), the result with its result. A polymorphic callee
// takes type arguments, one for each of its type parameters. The effects are
// those of the callee; a callee that is not known may do anything.
class Relay_CallOpBase<string mnemonic, list<Trait> traits = []>
    : Relay_Op<mnemonic, !listconcat(
          [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>], traits)> {
  let results = (outs Relay_Value:$result);
}

def Relay_CallOp
    : Relay_CallOpBase<"call", [CallOpInterface,
                                DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "call of a global function";
  let description = [{
    Relay's Call of a GlobalVar.

    Example:

    ```mlir
    func.func private @f(tensor<?xf32>) -> tensor<?xf32>
    func.func @g(%x: tensor<2xf32>) -> tensor<?xf32> {
      %0 = relay.call @f(%x) : (tensor<2xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee,
                       Variadic<Relay_Value>:$arguments,
                       OptionalAttr<TypeArrayAttr>:$type_args,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let assemblyFormat = [{
    $callee (`types` $type_args^)? `(` $arguments `)` attr-dict
    `:` functional-type($arguments, results)
  }];
  let extraClassDeclaration = [{
    operand_range getArgOperands() { return getArguments(); }
    ::mlir::MutableOperandRange getArgOperandsMutable() {
      return getArgumentsMutable();
    }
    ::mlir::CallInterfaceCallable getCallableForCallee();
    void setCalleeFromCallable(::mlir::CallInterfaceCallable callee);
  }];
}

// No CallOpInterface: for MLIR's passes such an operation calls a symbol. They
// erase a function literal that only an unused call needs, and leave the call.
def Relay_ApplyOp : Relay_CallOpBase<"apply"> {
  let summary = "call of a function value";
  let description = [{
    Relay's Call of a function that is a value: a closure, a parameter, a fused
    function.

    Example:

    ```mlir
    %0 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    ```
  }];
  let arguments = (ins Relay_Function:$callee,
                       Variadic<Relay_Value>:$arguments,
                       OptionalAttr<TypeArrayAttr>:$type_args,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let assemblyFormat = [{
    $callee (`types` $type_args^)? `(` $arguments `)` attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Relay_GlobalOp
    : Relay_Op<"global", [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a global function as a value";
  let description = [{
    Relay's GlobalVar where it is not called: passed on or returned.

    Example:

    ```mlir
    func.func private @f(tensor<2xf32>) -> tensor<2xf32>
    func.func @g() -> ((tensor<2xf32>) -> tensor<2xf32>) {
      %0 = relay.global @f : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : (tensor<2xf32>) -> tensor<2xf32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee);
  let results = (outs Relay_Function:$result);
  let assemblyFormat = "$callee attr-dict `:` type($result)";
}

//===----------------------------------------------------------------------===//
// Function literals
//===----------------------------------------------------------------------===//

// A function value with a body of one block, which ends in relay.yield. The
// parameters are the block's arguments; `arg_attrs` holds their names
// (relay.name), discardable attributes are Relay's function attributes.
//
// A literal is no CallableOpInterface: MLIR's data flow analyses take the
// callers of a callable with a region to be known, but a literal escapes into
// data structures and other functions, and its body is then called unseen.
class Relay_FunctionLiteralOp<string mnemonic, list<Trait> traits = []>
    : Relay_Op<mnemonic, !listconcat(
          traits, [NoMemoryEffect, SingleBlock,
                   DeclareOpInterfaceMethods<OpAsmOpInterface,
                                             ["getAsmBlockArgumentNames"]>])> {
  let results = (outs Relay_Function:$result);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  code literalDeclaration = [{
    /// The type of the function, or null while it is unknown.
    ::mlir::FunctionType getFunctionType() {
      return ::llvm::dyn_cast<::mlir::FunctionType>(getResult().getType());
    }
    /// The parameters: the block's arguments without the function itself.
    ::mlir::Block::BlockArgListType getParameters();
    /// The value that the body yields.
    ::mlir::Value getYieldedValue();
  }];
  let extraClassDeclaration = literalDeclaration;
}

def Relay_FnOp : Relay_FunctionLiteralOp<"fn"> {
  let summary = "a function literal";
  let description = [{
    Relay's Function as a value, a closure over the values that its body uses.
    With `self` the first argument of the block is the function itself, for a
    recursive `let`.

    Making the function has no effects; those of the body happen when it is
    applied.

    Example:

    ```mlir
    %f = relay.fn (%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.add %x, %c : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      relay.yield %0 : tensor<2xf32>
    }
    %g = relay.fn self(%me) (%x: tensor<i1>) -> tensor<i1> {
      %1 = relay.apply %me(%x) : ((tensor<i1>) -> tensor<i1>, tensor<i1>) -> tensor<i1>
      relay.yield %1 : tensor<i1>
    }
    ```
  }];
  let arguments = (ins UnitAttr:$has_self, OptionalAttr<StrArrayAttr>:$type_params,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
}

def Relay_FusedFnOp : Relay_FunctionLiteralOp<"fused_fn", [IsolatedFromAbove]> {
  let summary = "a function literal that captures nothing";
  let description = [{
    A fused or partitioned function: what FuseOps, MergeComposite and
    PartitionGraph make, marked by `relay.Primitive`, `relay.Composite` or
    `relay.Compiler`. It is isolated, so that nothing moves in or out.

    Example:

    ```mlir
    %f = relay.fused_fn (%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
      %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
      relay.yield %0 : tensor<2xf32>
    }
    ```
  }];
  let arguments = (ins OptionalAttr<StrArrayAttr>:$type_params,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let extraClassDeclaration = literalDeclaration # [{
    bool getHasSelf() { return false; }
  }];
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

def Relay_IfOp
    : Relay_Op<"if", [DeclareOpInterfaceMethods<RegionBranchOpInterface,
                                                ["areTypesCompatible"]>,
                      RecursiveMemoryEffects, NoRegionArguments, SingleBlock]> {
  let summary = "choice between two branches";
  let description = [{
    Relay's If: evaluates one of two branches.

    Example:

    ```mlir
    %0 = relay.if %c -> tensor<2xf32> {
      relay.yield %x : tensor<2xf32>
    } else {
      relay.yield %y : tensor<2xf32>
    }
    ```
  }];
  let arguments = (ins Relay_Condition:$condition);
  let results = (outs Relay_Value:$result);
  let regions = (region SizedRegion<1>:$then_region, SizedRegion<1>:$else_region);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The value that a branch yields.
    ::mlir::Value getThenValue();
    ::mlir::Value getElseValue();
  }];
}

def Relay_YieldOp
    : Relay_Op<"yield", [Pure, Terminator, ReturnLike,
                         ParentOneOf<["IfOp", "FnOp", "FusedFnOp"]>]> {
  let summary = "the result of a function literal or a branch";
  let description = [{
    Ends the body of `relay.fn`, `relay.fused_fn` and the branches of `relay.if`.

    Example:

    ```mlir
    %f = relay.fn (%x: tensor<2xf32>) -> tensor<2xf32> {
      relay.yield %x : tensor<2xf32>
    }
    ```
  }];
  let arguments = (ins Relay_Value:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_FUNCTIONOPS_TD
