//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Relay's function attributes: discardable `relay.*` attributes of func.func,
// relay.fn and relay.fused_fn, with TVM's names and values.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_FUNCTIONATTRIBUTES_H
#define RELAYLITE_DIALECT_RELAY_IR_FUNCTIONATTRIBUTES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace mlir::relay {

/// The number of branches and function literals that may nest. MLIR walks
/// regions by recursion.
inline constexpr unsigned kMaxRegionNesting = 512;

/// The number of branches and function literals around `op`.
unsigned getRegionNesting(Operation *op);

/// Names of the attributes that passes read.
namespace fnattr {
/// The prefix before TVM's name of an attribute.
inline constexpr StringLiteral prefix = "relay.";
inline constexpr StringLiteral primitive = "relay.Primitive";
inline constexpr StringLiteral compiler = "relay.Compiler";
/// The name of a function outside of Relay, a string.
inline constexpr StringLiteral globalSymbol = "relay.global_symbol";
inline constexpr StringLiteral composite = "relay.Composite";
inline constexpr StringLiteral partitionedFromPattern =
    "relay.PartitionedFromPattern";
inline constexpr StringLiteral externFn = "relay.Extern";
inline constexpr StringLiteral skipOptimization = "relay.SkipOptimization";
inline constexpr StringLiteral inlineFn = "relay.Inline";
inline constexpr StringLiteral closure = "relay.Closure";
// TVM's name is `relay.reshape_only`.
inline constexpr StringLiteral reshapeOnly = "relay.relay.reshape_only";
/// The structural hash of a function, 16 hexadecimal digits (relay-label-ops).
inline constexpr StringLiteral hash = "relay.hash";
/// A unit that marks a func.func that has been lowered out of the dialect.
/// Passes on Relay functions do not visit it.
inline constexpr StringLiteral lowered = "relay.lowered";
/// The names of the type parameters of a polymorphic func.func, an array of
/// strings.
inline constexpr StringLiteral typeParams = "relay.type_params";
/// Marks a func.func whose evaluation has no effects (markPureFunctions).
inline constexpr StringLiteral pure = "relay.pure";
/// On an operation, a unit: FoldConstant leaves the operation in place, and in
/// a module everything inside. On a function, a unit or a number other than 0:
/// FoldConstant leaves everything inside in place. Python and Relay text may
/// also use this name (lowerFunctionAttrs).
inline constexpr StringLiteral noFold = "relay.no_fold";
/// The name of a parameter in Relay text, a string attribute of an argument.
inline constexpr StringLiteral paramName = "relay.name";
/// A VirtualDeviceAttr: the place of a parameter, or of the result of a
/// function.
inline constexpr StringLiteral virtualDevice = "relay.virtual_device";
} // namespace fnattr

/// Whether `function` has the attribute `name` with a value other than 0.
bool hasNonzeroAttr(Operation *function, StringRef name);

/// Whether function passes leave `function` alone: it has relay.Compiler,
/// relay.Extern or relay.SkipOptimization with a value other than 0.
bool isSkippedByFunctionPasses(Operation *function);
/// The same for a function whose attributes `isNonzero` knows: whether an
/// attribute has a value other than 0.
bool isSkippedByFunctionPasses(function_ref<bool(StringRef name)> isNonzero);

/// Computes which functions of `module` have no effects when called, and marks
/// them with relay.pure. The body of a pure function, and the literals that it
/// applies, contain no operation with effects, no call of a function that is
/// not pure, and no application of an unknown value. Known values are literals
/// of the same function and pure globals. A reference that nothing uses is no
/// effect. A function without a body is not pure. Rewrites keep the meaning of
/// a function, so the mark stays valid until a body is replaced. Returns
/// whether a mark has changed.
bool markPureFunctions(Operation *module);

/// The names of the type parameters of the function value `callee`. Null if its
/// definition is not known or has none.
ArrayAttr getTypeParams(Value callee);

/// Whether the definition of the function value `callee` is known and calls of
/// it have no effects.
bool isPureFunctionValue(Value callee);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_IR_FUNCTIONATTRIBUTES_H
