//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowering of the syntax tree: calls and attributes.
//
//===----------------------------------------------------------------------===//

#include "LoweringImpl.h"
#include "RelayLite/Dialect/Relay/IR/CheckedOperation.h"
#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Support/Counts.h"
#include "RelayLite/Support/NearestName.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemAlloc.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Types of results
//===----------------------------------------------------------------------===//

Type relay::eraseTypeVars(Type type) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](TypeVarType typeVar) -> Type {
    return UnknownType::get(typeVar.getContext());
  });
  return replacer.replace(type);
}

// Makes an operation with an unknown result and verifies it, because inference
// relies on the kinds of the operands. Then sets the inferred type of the
// result.
Value OperatorLowering::createInferred(Location loc, OperationName name,
                                       ValueRange operands,
                                       NamedAttrList attrs) {
  OperationState state(loc, name);
  state.addOperands(operands);
  state.addAttributes(attrs);
  state.addTypes(UnknownType::get(context));
  // MLIR does not check for lack of memory, so this does for the next 256
  // operations, which take less. Compilers would leave out malloc and free.
  constexpr size_t size = 4 << 20, alignment = 16;
  if (module.numOperations++ % 256 == 0)
    llvm::deallocate_buffer(llvm::allocate_buffer(size, alignment), size,
                            alignment);
  Operation *op = builder.create(state);
  auto infer = cast<InferTypeOpInterface>(op);
  CheckedOperation checked(op);
  SmallVector<Type, 1> types;
  if (failed(name.verifyInvariants(op)) ||
      failed(infer.inferReturnTypes(
          context, loc, op->getOperands(), op->getRawDictionaryAttrs(),
          op->getPropertiesStorage(), op->getRegions(), types))) {
    op->erase();
    return {};
  }
  if (module.typeMeasure.isTooLarge(types.front())) {
    emitError(loc) << "the type nests " << describeTooLarge();
    op->erase();
    return {};
  }
  op->getResult(0).setType(types.front());
  return op->getResult(0);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

// Converts a value without a specification, for functions and calls of
// functions. Null if the dialect has no form for it.
static Attribute convertFreeAttr(Builder &b, const ast::AttrValue &value) {
  if (value.isNone())
    return b.getUnitAttr();
  if (auto *boolean = value.getIf<bool>())
    return b.getBoolAttr(*boolean);
  if (auto *integer = value.getIf<int64_t>())
    return b.getI64IntegerAttr(*integer);
  if (auto *number = value.getIf<double>())
    return b.getF64FloatAttr(*number);
  if (auto *text = value.getIf<std::string>())
    return b.getStringAttr(*text);
  if (auto *map = value.getIf<ast::AttrValue::Map>()) {
    NamedAttrList entries;
    for (const auto &[key, element] : *map) {
      auto *name = key.getIf<std::string>();
      Attribute converted = name ? convertFreeAttr(b, element) : Attribute();
      // MLIR's dictionaries have no empty keys.
      if (!converted || name->empty())
        return {};
      entries.set(*name, converted);
    }
    return entries.getDictionary(b.getContext());
  }
  auto *list = value.getIf<ast::AttrValue::List>();
  if (!list)
    return {};
  SmallVector<Attribute> elements;
  for (const ast::AttrValue &element : *list) {
    elements.push_back(convertFreeAttr(b, element));
    if (!elements.back())
      return {};
  }
  return b.getArrayAttr(elements);
}

LogicalResult relay::lowerCallAttrs(Location loc, const ast::Attrs &attrs,
                                    NamedAttrList &result) {
  Builder b(loc.getContext());
  for (const ast::NamedAttr &attr : attrs) {
    Location where = attr.span ? getLoc(b.getContext(), attr.span) : loc;
    if (auto *object = attr.value.getIf<ast::Ref<ast::MetaObject>>())
      if (auto *device = dyn_cast<ast::VirtualDevice>(object->get())) {
        FailureOr<VirtualDeviceAttr> value =
            convertVirtualDevice(where, *device);
        if (failed(value))
          return failure();
        // A device without constraints is the same as none.
        if (!value->isUnconstrained())
          result.set((fnattr::prefix + attr.name).str(), *value);
        continue;
      }
    Attribute value = convertFreeAttr(b, attr.value);
    if (!value)
      return emitError(where, "attribute '")
             << attr.name << "' of a function cannot be "
             << attr.value.describe();
    result.set((fnattr::prefix + attr.name).str(), value);
  }
  return success();
}

LogicalResult relay::lowerFunctionAttrs(Location loc, const ast::Attrs &attrs,
                                        NamedAttrList &result) {
  if (failed(lowerCallAttrs(loc, attrs, result)))
    return failure();
  // Passes know the mark by its name in MLIR.
  Attribute mark = result.erase((fnattr::prefix + fnattr::noFold).str());
  if (!mark)
    return success();
  if (Attribute other = result.set(fnattr::noFold, mark);
      other && other != mark)
    return emitError(loc, "attribute '")
           << fnattr::noFold << "' of a function is " << mark
           << ", but 'no_fold', which means the same, is " << other;
  return success();
}

DictionaryAttr relay::lowerModuleAttrs(Location loc, const ast::Attrs &attrs) {
  Builder b(loc.getContext());
  NamedAttrList result;
  for (const ast::NamedAttr &attr : attrs) {
    if (Attribute value = convertFreeAttr(b, attr.value))
      result.set(attr.name, value);
    else
      emitWarning(loc, "attribute '")
          << attr.name << "' of the module is " << attr.value.describe()
          << " and left out";
  }
  return result.getDictionary(loc.getContext());
}

FailureOr<NamedAttrList>
OperatorLowering::lowerAttrs(const ast::Call &call,
                             const OperatorTable::Entry &entry) {
  NamedAttrList result;
  for (const ast::NamedAttr &attr : call.getAttrs()) {
    Location where = module.getLoc(attr.span ? attr.span : call.getSpan());
    const AttributeSpec *spec =
        llvm::find_if(entry.attributes, [&](const AttributeSpec &candidate) {
          return candidate.name == attr.name;
        });
    if (spec == entry.attributes.end()) {
      if (attr.name == "attrs_type_key")
        continue;
      InFlightDiagnostic diag = emitError(where, "operator '")
                                << entry.relayName << "' has no attribute '"
                                << attr.name << "'";
      SmallVector<StringRef> names = llvm::map_to_vector(
          entry.attributes,
          [](const AttributeSpec &candidate) { return candidate.name; });
      StringRef nearest = getNearestName(attr.name, names);
      if (!nearest.empty())
        diag << "; did you mean '" << nearest << "'?";
      else if (!names.empty())
        diag << "; its attributes are '" << llvm::join(names, "', '") << "'";
      return diag;
    }
    if (spec->kind == AttributeKind::Operand)
      continue;
    FailureOr<Attribute> value = convertAttr(where, *spec, attr.value);
    if (failed(value))
      return failure();
    if (*value)
      result.set(attr.name, *value);
  }
  for (const AttributeSpec &spec : entry.attributes)
    if (!spec.isOptional && !spec.getDefault &&
        spec.kind != AttributeKind::Operand && !result.get(spec.name))
      return emitError(module.getLoc(call.getSpan()), "operator '")
             << entry.relayName << "' needs attribute '" << spec.name << "'";
  return result;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Value OperatorLowering::lowerCall(const ast::Call &call, ValueRange operands,
                                  Location where) {
  StringRef name = cast<ast::Op>(*call.getCallee()).getName();
  const OperatorTable::Entry *entry = module.operators.lookup(name);
  if (!entry)
    return lowerCustom(call, name, operands, where);
  int count = operands.size();
  if (count < entry->minOperands ||
      (entry->maxOperands >= 0 && count > entry->maxOperands)) {
    emitError(where, "operator '")
        << entry->relayName << "' takes "
        << (entry->maxOperands < 0 ? "at least " : "")
        << formatCount(entry->minOperands, "argument") << ", but got " << count;
    return {};
  }
  FailureOr<NamedAttrList> attrs = lowerAttrs(call, *entry);
  if (failed(attrs))
    return {};
  return createInferred(where, entry->name, operands, std::move(*attrs));
}

// An operator that the program has registered.
Value OperatorLowering::lowerCustom(const ast::Call &call, StringRef name,
                                    ValueRange operands, Location where) {
  std::optional<CustomOperator> custom =
      CustomOperators::get(context).lookup(name);
  if (!custom) {
    InFlightDiagnostic diag = emitError(where, "unknown operator '")
                              << name << "'";
    StringRef nearest = module.operators.getNearest(name);
    if (!nearest.empty())
      diag << "; did you mean '" << nearest << "'?";
    return {};
  }
  if (!custom->relation) {
    emitError(where, "operator '")
        << name << "' has no relation that infers its type";
    return {};
  }
  NamedAttrList attrs;
  if (failed(lowerCallAttrs(where, call.getAttrs(), attrs)))
    return {};
  attrs.set("op_name", builder.getStringAttr(name));
  if (custom->isStateful)
    attrs.set("stateful", builder.getUnitAttr());
  return createInferred<CustomOp>(where, operands, std::move(attrs));
}

Value OperatorLowering::lowerStructure(const ast::Expr &expr,
                                       ValueRange operands, Location where) {
  NamedAttrList attrs;
  switch (expr.getKind()) {
  case ast::Expr::Kind::Tuple:
    return createInferred<TupleOp>(where, operands);
  case ast::Expr::Kind::TupleGetItem:
    attrs.set("index", builder.getI64IntegerAttr(
                           cast<ast::TupleGetItem>(expr).getIndex()));
    return createInferred<TupleGetOp>(where, operands, std::move(attrs));
  case ast::Expr::Kind::RefCreate:
    return createInferred<RefCreateOp>(where, operands);
  case ast::Expr::Kind::RefRead:
    return createInferred<RefReadOp>(where, operands);
  case ast::Expr::Kind::RefWrite:
    return createInferred<RefWriteOp>(where, operands);
  default:
    llvm_unreachable("not a structure");
  }
}

LogicalResult FunctionLowering::lowerOperator(const ast::Call &call,
                                              Location where) {
  auto operands = getValues(call);
  if (failed(operands))
    return failure();
  Value value = operators.lowerCall(call, *operands, where);
  setValue(call, value);
  return success(static_cast<bool>(value));
}

// Type arguments and attributes, which a call of a function keeps.
LogicalResult FunctionLowering::addCallAttrs(const ast::Call &call,
                                             OperationState &state) {
  SmallVector<Attribute> typeArgs;
  for (const ast::TypeRef &arg : call.getTypeArgs()) {
    FailureOr<Type> type = convertType(state.location, arg);
    if (failed(type))
      return failure();
    typeArgs.push_back(TypeAttr::get(*type));
  }
  if (!typeArgs.empty())
    state.addAttribute("type_args", builder.getArrayAttr(typeArgs));
  NamedAttrList attrs;
  if (failed(lowerCallAttrs(state.location, call.getAttrs(), attrs)))
    return failure();
  state.addAttributes(attrs);
  return success();
}

LogicalResult FunctionLowering::lowerGlobalCall(const ast::Call &call,
                                                const ast::GlobalVar &global,
                                                Location where) {
  func::FuncOp callee = module.functions.lookup(global.getName());
  if (!callee)
    return emitError(where, "function '@")
           << global.getName() << "' is not defined";
  size_t expected = callee.getFunctionType().getNumInputs();
  if (call.getArgs().size() != expected) {
    InFlightDiagnostic diag = emitError(where, "function '@")
                              << global.getName() << "' takes "
                              << formatCount(expected, "argument")
                              << ", but got " << call.getArgs().size();
    diag.attachNote(callee.getLoc()) << "see the definition";
    return diag;
  }
  auto operands = getValues(call);
  if (failed(operands))
    return failure();
  OperationState state(where, CallOp::getOperationName());
  for (Value operand : *operands)
    state.operands.push_back(instantiate(operand));
  state.addAttribute("callee",
                     FlatSymbolRefAttr::get(context, global.getName()));
  state.addTypes(eraseTypeVars(callee.getFunctionType().getResult(0)));
  if (failed(addCallAttrs(call, state)))
    return failure();
  setValue(call, builder.create(state)->getResult(0));
  return success();
}

LogicalResult FunctionLowering::lowerApply(const ast::Call &call,
                                           Location where) {
  auto operands = getValues(call);
  if (failed(operands))
    return failure();
  Value callee = operands->pop_back_val();
  OperationState state(where, ApplyOp::getOperationName());
  state.addOperands(callee);
  for (Value operand : *operands)
    state.operands.push_back(instantiate(operand));
  Type resultType = UnknownType::get(context);
  if (auto type = dyn_cast<FunctionType>(callee.getType())) {
    if (type.getNumInputs() != operands->size())
      return emitError(where, "the function takes ")
             << formatCount(type.getNumInputs(), "argument") << ", but got "
             << operands->size();
    resultType = eraseTypeVars(type.getResult(0));
  } else if (!isa<UnknownType>(callee.getType())) {
    return emitError(where, "expected a function to call, but got a value "
                            "of type ")
           << callee.getType();
  }
  state.addTypes(resultType);
  if (failed(addCallAttrs(call, state)))
    return failure();
  setValue(call, builder.create(state)->getResult(0));
  return success();
}

LogicalResult FunctionLowering::lowerCall(const ast::Call &call,
                                          Location where) {
  if (isa<ast::Op>(*call.getCallee()))
    return lowerOperator(call, where);
  if (auto *global = dyn_cast<ast::GlobalVar>(call.getCallee().get()))
    return lowerGlobalCall(call, *global, where);
  return lowerApply(call, where);
}
