//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect's interfaces for MLIR's own passes and for bytecode.
//
//===----------------------------------------------------------------------===//

#include "DialectInterfaces.h"
#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FoldInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Inlining
//===----------------------------------------------------------------------===//

/// Whether `function` is a unit for a later stage: a fused function, a pattern,
/// or code of another compiler or a library.
static bool isOpaqueFunction(Operation *function) {
  return isSkippedByFunctionPasses(function) ||
         hasNonzeroAttr(function, fnattr::primitive) ||
         function->hasAttr(fnattr::composite);
}

/// Whether `op` is inside the body of an opaque function.
static bool isInsideOpaqueFunction(Operation *op) {
  for (op = op->getParentOp(); op; op = op->getParentOp())
    if (isa<FnOp, FusedFnOp, FunctionOpInterface>(op) && isOpaqueFunction(op))
      return true;
  return false;
}

namespace {
struct RelayInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *call, Operation *callable,
                       bool wouldBeCloned) const final {
    if (isOpaqueFunction(callable) || isInsideOpaqueFunction(call))
      return false;
    // The body of a polymorphic function names type parameters.
    if (callable->hasAttr(fnattr::typeParams) || call->hasAttr("type_args"))
      return false;
    // Branches and literals have one block.
    Region *body = cast<CallableOpInterface>(callable).getCallableRegion();
    return body && body->hasOneBlock();
  }

  // Operations mean the same everywhere.
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }

  // An argument or a result may be more or less refined than in the callee.
  Operation *materializeCallConversion(OpBuilder &builder, Value input,
                                       Type resultType,
                                       Location loc) const final {
    if (!areTypesCompatible(input.getType(), resultType))
      return nullptr;
    return TypeCastOp::create(builder, loc, resultType, input);
  }
};

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

struct RelayFoldInterface : DialectFoldInterface {
  using DialectFoldInterface::DialectFoldInterface;

  // A constant stays in its function literal or branch. Outside, it would be a
  // captured value, or computed even if no branch needs it.
  bool shouldMaterializeInto(Region *region) const final {
    return isa<FnOp, FusedFnOp, IfOp>(region->getParentOp());
  }
};

//===----------------------------------------------------------------------===//
// Bytecode
//===----------------------------------------------------------------------===//

/// The version of operations, attributes and types in bytecode. It grows by one
/// with each change that makes old bytecode unreadable, an added optional
/// attribute included.
constexpr uint64_t bytecodeVersion = 1;

struct RelayVersion : DialectVersion {};

struct RelayBytecodeInterface : BytecodeDialectInterface {
  RelayBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const final {
    writer.writeVarInt(bytecodeVersion);
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const final {
    uint64_t version;
    if (failed(reader.readVarInt(version)))
      return nullptr;
    if (version != bytecodeVersion) {
      reader.emitError() << "expected version " << bytecodeVersion
                         << " of the relay dialect, but got " << version;
      return nullptr;
    }
    return std::make_unique<RelayVersion>();
  }
};
} // namespace

void relay::detail::addDialectInterfaces(RelayDialect &dialect) {
  dialect.addInterfaces<RelayBytecodeInterface, RelayFoldInterface,
                        RelayInlinerInterface, CustomOperators>();
}
