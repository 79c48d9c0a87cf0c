//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions of types between the syntax tree and the relay dialect.
//
//===----------------------------------------------------------------------===//

#include "TypeDefinitions.h"
#include "LoweringImpl.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Frontend/StructuralEqual.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

static FailureOr<ConstructorAttr>
lowerConstructor(MLIRContext *context, const ast::Constructor &constructor) {
  Location loc = getLoc(context, constructor.getSpan());
  SmallVector<Type> fields;
  for (const ast::TypeRef &input : constructor.getInputs()) {
    FailureOr<Type> field = convertFieldType(loc, input);
    if (failed(field))
      return failure();
    fields.push_back(*field);
  }
  return ConstructorAttr::get(
      context, StringAttr::get(context, constructor.getName()), fields);
}

LogicalResult relay::lowerTypeDefinitions(OpBuilder &builder,
                                          const ast::Module &module) {
  for (const ast::Ref<ast::TypeData> &type : module.getTypes().getTypes()) {
    Location loc = getLoc(builder.getContext(), type->getSpan());
    StringRef name = type->getName();
    if (module.lookup(name))
      return emitError(loc, "type '")
             << name << "' has the name of a function, which is not supported";
    SmallVector<Attribute> constructors;
    for (const ast::Ref<ast::Constructor> &constructor :
         type->getConstructors()) {
      auto lowered = lowerConstructor(builder.getContext(), *constructor);
      if (failed(lowered))
        return failure();
      constructors.push_back(*lowered);
    }
    ArrayAttr params;
    if (!type->getTypeVars().empty())
      params = lowerTypeParams(builder, type->getTypeVars());
    TypeDataOp::create(builder, loc, builder.getStringAttr(name), params,
                       builder.getArrayAttr(constructors),
                       /*sym_visibility=*/nullptr);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Raising
//===----------------------------------------------------------------------===//

using TypeNames = llvm::StringMap<ast::Ref<ast::GlobalTypeVar>>;

static ast::Ref<ast::TypeData>
raiseDefinition(TypeDataOp op, const TypeNames &names, ast::Span span) {
  std::vector<ast::Ref<ast::TypeVar>> params;
  llvm::StringMap<ast::Ref<ast::TypeVar>> typeVars;
  if (ArrayAttr typeParams = op.getTypeParamsAttr())
    for (StringRef name : typeParams.getAsValueRange<StringAttr>())
      params.push_back(typeVars[name] = ast::make<ast::TypeVar>(name.str()));
  const ast::Ref<ast::GlobalTypeVar> header = names.lookup(op.getSymName());
  std::vector<ast::Ref<ast::Constructor>> constructors;
  for (auto constructor : op.getConstructors().getAsRange<ConstructorAttr>()) {
    std::vector<ast::TypeRef> inputs;
    for (Type field : constructor.getFields())
      inputs.push_back(convertType(field, typeVars, names));
    constructors.push_back(ast::make<ast::Constructor>(
        constructor.getName().str(), std::move(inputs), header, span));
  }
  return ast::make<ast::TypeData>(header, std::move(params),
                                  std::move(constructors), span);
}

FailureOr<ast::TypeTable>
relay::raiseTypeDefinitions(ModuleOp module, const ast::TypeTable *original,
                            llvm::function_ref<ast::Span(Location)> getSpan) {
  TypeNames names;
  for (auto op : module.getOps<TypeDataOp>()) {
    StringRef name = op.getSymName();
    const ast::TypeData *known = name == ast::kStorageName
                                     ? ast::getStorageDefinition().get()
                                 : original ? original->lookup(name)
                                            : nullptr;
    names[name] =
        known ? known->getHeader() : ast::make<ast::GlobalTypeVar>(name.str());
  }
  ast::Module result, before;
  for (auto op : module.getOps<TypeDataOp>()) {
    auto message =
        result.getTypes().add(raiseDefinition(op, names, getSpan(op.getLoc())));
    if (message)
      return op.emitError(*message);
  }
  if (original)
    before.getTypes() = *original;
  return areEqual(result, before) ? before.getTypes() : result.getTypes();
}
