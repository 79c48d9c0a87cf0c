//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions, calls and branches: assembly, verification and effects.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Support/Stack.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Nesting
//===----------------------------------------------------------------------===//

/// The number of regions of literals and branches around the position of this
/// thread's parser. An operation that is being parsed has no parent to ask.
static thread_local unsigned parsedNesting = 0;

/// Parses a region unless it is nested too deeply.
static ParseResult parseNestedRegion(OpAsmParser &parser, Region &region,
                                     ArrayRef<OpAsmParser::Argument> arguments,
                                     SMLoc loc) {
  NestingLimit limit = getNestingLimit(kMaxRegionNesting);
  if (parsedNesting >= limit.depth)
    return parser.emitError(loc, "expected at most ")
           << limit.depth << " nested functions and branches" << limit.reason;
  ++parsedNesting;
  llvm::scope_exit leave([] { --parsedNesting; });
  return parser.parseRegion(region, arguments);
}

/// Verifies that `op` is not nested too deeply.
static LogicalResult verifyNesting(Operation *op) {
  NestingLimit limit = getNestingLimit(kMaxRegionNesting);
  if (getRegionNesting(op) < limit.depth)
    return success();
  return op->emitOpError("expected at most ")
         << limit.depth << " nested functions and branches" << limit.reason;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Adds the effects of a callee that may be impure: it may do anything.
static void addUnknownEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

/// Verifies the arguments, type arguments and result of the call `op` against
/// the callee's type and type parameters.
template <typename OpT>
static LogicalResult verifyCall(OpT op, FunctionType callee,
                                ArrayAttr typeParams) {
  ArrayAttr typeArgs = op.getTypeArgsAttr();
  size_t numParams = typeParams ? typeParams.size() : 0;
  if (typeArgs && typeArgs.size() != numParams)
    return op.emitOpError("expected ")
           << numParams << " type arguments, but got " << typeArgs.size();
  if (callee.getNumInputs() != op.getArguments().size())
    return op.emitOpError("expected ")
           << callee.getNumInputs() << " arguments, but got "
           << op.getArguments().size();
  // Without type arguments (before inference) a type parameter matches
  // everything.
  SmallVector<Attribute> holes(
      numParams, TypeAttr::get(UnknownType::get(op.getContext())));
  if (!typeArgs && numParams)
    typeArgs = ArrayAttr::get(op.getContext(), holes);
  for (auto [i, parameter, argument] :
       llvm::enumerate(callee.getInputs(), op.getArguments())) {
    Type expected = substituteTypeVars(parameter, typeParams, typeArgs);
    if (!areTypesCompatible(expected, argument.getType()))
      return op.emitOpError("expected ") << expected << " as argument " << i
                                         << ", but got " << argument.getType();
  }
  if (callee.getNumResults() != 1)
    return op.emitOpError("expected a callee with one result, but it has ")
           << callee.getNumResults();
  Type expected = substituteTypeVars(callee.getResult(0), typeParams, typeArgs);
  if (!areTypesCompatible(expected, op.getType()))
    return op.emitOpError("the callee returns ")
           << expected << ", but the result is " << op.getType();
  return success();
}

/// The function that `name` refers to at `op`.
static FailureOr<func::FuncOp> lookupFunction(SymbolTableCollection &tables,
                                              Operation *op,
                                              FlatSymbolRefAttr name) {
  auto function = tables.lookupNearestSymbolFrom<func::FuncOp>(op, name);
  if (!function)
    return op->emitOpError("'")
           << name.getValue() << "' does not name a function";
  return function;
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &tables) {
  FailureOr<func::FuncOp> function =
      lookupFunction(tables, *this, getCalleeAttr());
  if (failed(function))
    return failure();
  return verifyCall(*this, function->getFunctionType(),
                    (*function)->getAttrOfType<ArrayAttr>(fnattr::typeParams));
}

CallInterfaceCallable CallOp::getCallableForCallee() { return getCalleeAttr(); }

void CallOp::setCalleeFromCallable(CallInterfaceCallable callee) {
  setCalleeAttr(cast<FlatSymbolRefAttr>(cast<SymbolRefAttr>(callee)));
}

void CallOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  Operation *function =
      SymbolTable::lookupNearestSymbolFrom(*this, getCalleeAttr());
  if (!function || !function->hasAttr(fnattr::pure))
    addUnknownEffects(effects);
}

LogicalResult ApplyOp::verify() {
  auto type = dyn_cast<FunctionType>(getCallee().getType());
  if (!type)
    return success();
  ArrayAttr typeParams = getTypeParams(getCallee());
  // Type parameters of a function that is not defined here are not known.
  if (!typeParams && getTypeArgs())
    return success();
  return verifyCall(*this, type, typeParams);
}

void ApplyOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (!isPureFunctionValue(getCallee()))
    addUnknownEffects(effects);
}

LogicalResult GlobalOp::verifySymbolUses(SymbolTableCollection &tables) {
  FailureOr<func::FuncOp> function =
      lookupFunction(tables, *this, getCalleeAttr());
  if (failed(function))
    return failure();
  if (!areTypesCompatible(function->getFunctionType(), getType()))
    return emitOpError("the function has type ")
           << function->getFunctionType() << ", but the result is "
           << getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Function literals
//===----------------------------------------------------------------------===//

/// function-literal ::= (`self` `(` ssa-id `)`)? (`types` `[` string-list `]`)?
///                      function-signature (`attributes` attribute-dict)?
///                      region
template <typename OpT>
static ParseResult parseFunctionLiteral(OpAsmParser &parser,
                                        OperationState &result) {
  OpAsmParser::Argument self;
  bool hasSelf = std::is_same_v<OpT, FnOp> &&
                 succeeded(parser.parseOptionalKeyword("self"));
  if (hasSelf && (parser.parseLParen() || parser.parseArgument(self) ||
                  parser.parseRParen()))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("types"))) {
    ArrayAttr typeParams;
    if (parser.parseAttribute(typeParams,
                              OpT::getTypeParamsAttrName(result.name),
                              result.attributes))
      return failure();
  }
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Type> resultTypes;
  SmallVector<DictionaryAttr> resultAttrs;
  bool isVariadic;
  SMLoc signatureLoc = parser.getCurrentLocation();
  if (function_interface_impl::parseFunctionSignatureWithArguments(
          parser, /*allowVariadic=*/false, arguments, isVariadic, resultTypes,
          resultAttrs))
    return failure();
  if (resultTypes.size() != 1)
    return parser.emitError(signatureLoc, "expected one result type, but got ")
           << resultTypes.size();
  if (llvm::any_of(arguments, [](auto &a) { return a.ssaName.name.empty(); }))
    return parser.emitError(signatureLoc, "expected named arguments");
  call_interface_impl::addArgAndResultAttrs(
      parser.getBuilder(), result, arguments, resultAttrs,
      OpT::getArgAttrsAttrName(result.name),
      OpT::getResAttrsAttrName(result.name));
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();

  auto argumentTypes = llvm::map_to_vector(
      arguments, [](const OpAsmParser::Argument &a) { return a.type; });
  Type type = parser.getBuilder().getFunctionType(argumentTypes, resultTypes);
  result.addTypes(type);
  if (hasSelf) {
    self.type = type;
    arguments.insert(arguments.begin(), self);
    result.addAttribute("has_self", parser.getBuilder().getUnitAttr());
  }
  return parseNestedRegion(parser, *result.addRegion(), arguments,
                           signatureLoc);
}

template <typename OpT>
static void printFunctionLiteral(OpAsmPrinter &p, OpT op) {
  Block &body = op.getBody().front();
  p << ' ';
  if (op.getHasSelf()) {
    p << "self(";
    p.printOperand(body.getArgument(0));
    p << ") ";
  }
  if (op.getTypeParams())
    p << "types " << op.getTypeParamsAttr() << ' ';
  p << '(';
  llvm::interleaveComma(
      llvm::enumerate(op.getParameters()), p, [&](auto parameter) {
        ArrayRef<NamedAttribute> attrs;
        if (ArrayAttr all = op.getArgAttrsAttr())
          attrs = cast<DictionaryAttr>(all[parameter.index()]).getValue();
        p.printRegionArgument(parameter.value(), attrs);
      });
  p << ") -> ";
  FunctionType type = op.getFunctionType();
  Type resultType = type && type.getNumResults() == 1 ? type.getResult(0)
                                                      : Type(op.getType());
  // A function type in result position needs parentheses.
  if (isa<FunctionType>(resultType))
    p << '(' << resultType << ')';
  else
    p << resultType;
  p.printOptionalAttrDictWithKeyword(
      op->getAttrs(), {"has_self", "type_params", "arg_attrs", "res_attrs"});
  p << ' ';
  p.printRegion(op.getBody(), /*printEntryBlockArgs=*/false);
}

/// Verifies that the body's arguments are the parameters and that it yields
/// the result.
template <typename OpT>
static LogicalResult verifyFunctionLiteral(OpT op) {
  if (failed(verifyNesting(op)))
    return failure();
  Block &body = op.getBody().front();
  if (!isa<YieldOp>(body.getTerminator()))
    return op.emitOpError("expected a body that ends in 'relay.yield'");
  if (op.getHasSelf() && body.getNumArguments() == 0)
    return op.emitOpError("expected the function itself as first argument");
  if (ArrayAttr attrs = op.getArgAttrsAttr())
    if (attrs.size() != op.getParameters().size())
      return op.emitOpError("expected attributes of ")
             << op.getParameters().size() << " arguments, but got "
             << attrs.size();
  FunctionType type = op.getFunctionType();
  if (!type)
    return op.emitOpError("expected a function type as the type of the result");
  if (op.getHasSelf() && body.getArgument(0).getType() != op.getType())
    return op.emitOpError("expected the function itself as first argument, of "
                          "type ")
           << op.getType() << ", but got " << body.getArgument(0).getType();
  if (TypeRange(op.getParameters()) != TypeRange(type.getInputs()))
    return op.emitOpError("expected arguments of types ")
           << type.getInputs() << ", but got " << TypeRange(op.getParameters());
  if (type.getNumResults() != 1)
    return op.emitOpError("expected one result, but got ")
           << type.getNumResults();
  Type yielded = op.getYieldedValue().getType();
  if (!areTypesCompatible(yielded, type.getResult(0)))
    return op.emitOpError("expected a body that yields ")
           << type.getResult(0) << ", but got " << yielded;
  return success();
}

#define RELAY_FUNCTION_LITERAL(OP)                                             \
  ParseResult OP::parse(OpAsmParser &parser, OperationState &result) {         \
    return parseFunctionLiteral<OP>(parser, result);                           \
  }                                                                            \
  void OP::print(OpAsmPrinter &p) { printFunctionLiteral(p, *this); }          \
  LogicalResult OP::verify() { return verifyFunctionLiteral(*this); }          \
  Block::BlockArgListType OP::getParameters() {                                \
    return getBody().getArguments().drop_front(getHasSelf() ? 1 : 0);          \
  }                                                                            \
  Value OP::getYieldedValue() {                                                \
    return cast<YieldOp>(getBody().front().getTerminator()).getValue();        \
  }                                                                            \
  void OP::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn set) { \
    if (getHasSelf() && !region.empty())                                       \
      set(region.getArgument(0), "self");                                      \
  }

RELAY_FUNCTION_LITERAL(FnOp)
RELAY_FUNCTION_LITERAL(FusedFnOp)

#undef RELAY_FUNCTION_LITERAL

//===----------------------------------------------------------------------===//
// IfOp
//===----------------------------------------------------------------------===//

ParseResult IfOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand condition;
  Type type;
  Type conditionType =
      RankedTensorType::get({}, parser.getBuilder().getI1Type());
  Region *thenRegion = result.addRegion(), *elseRegion = result.addRegion();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperand(condition))
    return failure();
  if (succeeded(parser.parseOptionalColon()) && parser.parseType(conditionType))
    return failure();
  if (parser.resolveOperand(condition, conditionType, result.operands) ||
      parser.parseArrow() || parser.parseType(type) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parseNestedRegion(parser, *thenRegion, {}, loc) ||
      parser.parseKeyword("else") ||
      parseNestedRegion(parser, *elseRegion, {}, loc))
    return failure();
  result.addTypes(type);
  return success();
}

void IfOp::print(OpAsmPrinter &p) {
  p << ' ' << getCondition();
  if (isa<UnknownType>(getCondition().getType()))
    p << " : " << getCondition().getType();
  p << " -> " << getType();
  p.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  p << ' ';
  p.printRegion(getThenRegion(), /*printEntryBlockArgs=*/false);
  p << " else ";
  p.printRegion(getElseRegion(), /*printEntryBlockArgs=*/false);
}

LogicalResult IfOp::verify() {
  if (failed(verifyNesting(*this)))
    return failure();
  for (Region *region : getRegions()) {
    auto yield = dyn_cast<YieldOp>(region->front().getTerminator());
    if (!yield)
      return emitOpError("expected branches that end in 'relay.yield'");
    if (!areTypesCompatible(yield.getValue().getType(), getType()))
      return emitOpError("expected a branch that yields ")
             << getType() << ", but got " << yield.getValue().getType();
  }
  return success();
}

Value IfOp::getThenValue() {
  return cast<YieldOp>(getThenRegion().front().getTerminator()).getValue();
}

Value IfOp::getElseValue() {
  return cast<YieldOp>(getElseRegion().front().getTerminator()).getValue();
}

bool IfOp::areTypesCompatible(Type lhs, Type rhs) {
  return relay::areTypesCompatible(lhs, rhs);
}

void IfOp::getSuccessorRegions(RegionBranchPoint point,
                               SmallVectorImpl<RegionSuccessor> &regions) {
  if (!point.isParent()) {
    regions.emplace_back(getOperation(), getOperation()->getResults());
    return;
  }
  regions.emplace_back(&getThenRegion());
  regions.emplace_back(&getElseRegion());
}
