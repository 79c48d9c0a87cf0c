//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// BindParams: turns arguments of a function into constants by name.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/BindParams.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relay {
#define GEN_PASS_DEF_BINDPARAMSPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
/// An argument and the constant that replaces it.
struct Binding {
  unsigned index;
  ElementsAttr value;
};
} // namespace

/// The positions of the arguments of `function` by name.
static FailureOr<llvm::StringMap<unsigned>>
getArgumentsByName(func::FuncOp function) {
  llvm::StringMap<unsigned> result;
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i) {
    auto name = function.getArgAttrOfType<StringAttr>(i, fnattr::paramName);
    if (!name)
      continue;
    auto [it, inserted] = result.try_emplace(name, i);
    if (!inserted)
      return emitError(function.getArgument(i).getLoc(), "arguments ")
             << it->second << " and " << i << " of '@" << function.getName()
             << "' have the same name '" << name.getValue() << "'";
  }
  return result;
}

/// Makes the constants. Reports every parameter that does not fit its argument.
static FailureOr<SmallVector<Binding>> makeBindings(func::FuncOp function,
                                                    const Params &params) {
  FailureOr<llvm::StringMap<unsigned>> arguments = getArgumentsByName(function);
  if (failed(arguments))
    return failure();
  SmallVector<Binding> bindings;
  bool hasErrors = false;
  for (const auto &[name, array] : params) {
    auto it = arguments->find(name);
    if (it == arguments->end()) {
      emitWarning(function.getLoc(), "parameter '")
          << name << "' names no argument of '@" << function.getName() << "'";
      continue;
    }
    BlockArgument argument = function.getArgument(it->second);
    FailureOr<RankedTensorType> type = getTensorType(argument.getLoc(), array);
    if (failed(type)) {
      hasErrors = true;
      continue;
    }
    if (!areTypesCompatible(*type, argument.getType())) {
      emitError(argument.getLoc(), "parameter '")
          << name << "' is of type " << *type << ", but the argument is of "
          << argument.getType();
      hasErrors = true;
      continue;
    }
    FailureOr<ElementsAttr> value = makeConstant(argument.getLoc(), array);
    if (failed(value))
      return failure();
    bindings.push_back({it->second, *value});
  }
  if (hasErrors)
    return failure();
  return bindings;
}

/// Calls give as many arguments as the function has, so one that is called
/// cannot lose any.
static LogicalResult checkNotCalled(ModuleOp module, func::FuncOp function) {
  auto uses = SymbolTable::getSymbolUses(function, &module.getBodyRegion());
  if (!uses || uses->empty())
    return success();
  InFlightDiagnostic diag = function.emitError("cannot bind parameters of '@")
                            << function.getName() << "', which is called";
  diag.attachNote(uses->begin()->getUser()->getLoc()) << "see the call";
  return diag;
}

/// Replaces the arguments of `bindings` by constants and erases them.
static LogicalResult bind(func::FuncOp function, ArrayRef<Binding> bindings) {
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  llvm::BitVector erased(function.getNumArguments());
  for (const Binding &binding : bindings) {
    erased.set(binding.index);
    BlockArgument argument = function.getArgument(binding.index);
    if (argument.use_empty())
      continue;
    auto constant =
        ConstantOp::create(builder, argument.getLoc(), binding.value);
    // Operations of the dialect accept operands of a sharper type.
    argument.replaceUsesWithIf(constant, [&](OpOperand &use) {
      return constant.getType() == argument.getType() ||
             isa_and_present<RelayDialect>(use.getOwner()->getDialect());
    });
    if (argument.use_empty())
      continue;
    argument.replaceAllUsesWith(TypeCastOp::create(
        builder, argument.getLoc(), argument.getType(), constant));
  }
  return function.eraseArguments(erased);
}

/// The function called `name`; reports one that cannot be bound.
static FailureOr<func::FuncOp> findFunction(ModuleOp module, StringRef name) {
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function)
    return module.emitError("no function '@") << name << "' to bind";
  if (function.isDeclaration())
    return function.emitError("cannot bind parameters of '@")
           << name << "', which has no body";
  return function;
}

FailureOr<size_t> relay::bindParams(ModuleOp module, StringRef name,
                                    const Params &params) {
  FailureOr<func::FuncOp> function = findFunction(module, name);
  if (failed(function))
    return failure();
  FailureOr<SmallVector<Binding>> bindings = makeBindings(*function, params);
  if (failed(bindings))
    return failure();
  if (!bindings->empty() && (failed(checkNotCalled(module, *function)) ||
                             failed(bind(*function, *bindings))))
    return failure();
  return bindings->size();
}

namespace {
struct BindParamsPass : public relay::impl::BindParamsPassBase<BindParamsPass> {
  using BindParamsPassBase::BindParamsPassBase;

  void runOnOperation() override {
    if (failed(run(getOperation())))
      signalPassFailure();
  }

  LogicalResult run(ModuleOp module) {
    if (file.empty())
      return module.emitError("expected the option 'file' of "
                              "'relay-bind-params' to name a parameter file");
    // A wrong name comes before a wrong file.
    if (failed(findFunction(module, function)))
      return failure();
    llvm::Expected<Params> params = readParamsFile(file);
    if (!params)
      return module.emitError("cannot read parameters: ")
             << toString(params.takeError());
    FailureOr<size_t> count = bindParams(module, function, *params);
    if (failed(count))
      return failure();
    numBound += *count;
    return success();
  }
};
} // namespace
