//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules: conversions between the syntax tree and MLIR.
//
//===----------------------------------------------------------------------===//

#include "IRModule.h"
#include "RelayLite/Dialect/Relay/IR/CheckedOperation.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Frontend/Lowering.h"
#include "RelayLite/Support/Stack.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;

IRModule::~IRModule() = default;

IRModuleRef IRModule::create(OwningOpRef<ModuleOp> op, const IRModule *origin,
                             bool typed) {
  auto module = std::make_shared<IRModule>();
  module->typed = typed;
  module->owned = std::move(op);
  module->hasFunctions = false;
  if (origin) {
    module->attrs = origin->attrs;
    module->globals = origin->globals;
    module->source = origin->source;
    module->origins = origin->origins;
  }
  return module;
}

IRModuleRef IRModule::borrow(ModuleOp op, const IRModule *origin, bool typed) {
  IRModuleRef module = create(nullptr, origin, typed);
  module->borrowed = op;
  return module;
}

IRModuleRef IRModule::clone() const {
  IRModuleRef module;
  if (hasFunctions) {
    module = std::make_shared<IRModule>();
    module->definitions = definitions;
    module->indices = indices;
    module->globals = globals;
    module->attrs = attrs;
    module->source = source;
    module->typed = typed;
  } else {
    module = create(cast<ModuleOp>(getOp()->clone()), this, typed);
  }
  return module;
}

IRModuleRef IRModule::cloneWithFunctions(const IRModuleRef &module) {
  IRModuleRef result = module->clone();
  if (!result->hasFunctions) {
    result->twin = module;
    result->twinVersion = module->version;
  }
  return result;
}

ModuleOp IRModule::getOp() const { return owned ? *owned : borrowed; }

// Whether this thread has the stack for `op`, which one with more may have
// made.
static LogicalResult checkNesting(ModuleOp op) {
  if (getNestingLimit(kMaxRegionNesting).depth == kMaxRegionNesting)
    return success();
  return verify(op);
}

const std::vector<IRModule::Definition> &IRModule::getDefinitions() {
  if (hasFunctions)
    return definitions;
  if (IRModuleRef other = std::move(twin);
      other && other->version == twinVersion) {
    definitions = other->getDefinitions();
    indices = other->indices;
    globals = other->globals;
    // The operations of both come from these functions now.
    other->markOperations();
    if (ModuleOp op = other->getOp())
      owned = cast<ModuleOp>(op->clone());
    origins = other->origins;
    typed = other->typed;
    hasFunctions = true;
    return definitions;
  }
  DiagnosticCollector diagnostics(source);
  unmarked.clear();
  RaisingOptions options;
  options.globals = &globals;
  options.raised = &unmarked;
  options.origins = origins.get();
  options.keepUntyped = !typed;
  FailureOr<ast::Module> raised = failure();
  if (succeeded(checkNesting(getOp())))
    raised = raiseModule(getOp(), options);
  if (failed(raised))
    diagnostics.raise("the module cannot be expressed in Relay");
  definitions.clear();
  indices.clear();
  for (const ast::Module::Definition &definition : raised->getFunctions()) {
    ast::Ref<ast::GlobalVar> &var = globals[definition.name];
    if (!var)
      var = ast::make<ast::GlobalVar>(definition.name);
    // Only this module and its functions know the node.
    if (typed)
      const_cast<ast::GlobalVar &>(*var).setType(
          definition.function->getType());
    indices[definition.name] = definitions.size();
    definitions.push_back({var, definition.function});
  }
  hasFunctions = true;
  borrowed = nullptr;
  return definitions;
}

void IRModule::markOperations() {
  if (unmarked.empty())
    return;
  origins = relay::markOperations(unmarked);
  unmarked.clear();
}

const IRModule::Definition *IRModule::lookup(StringRef name) {
  getDefinitions();
  auto it = indices.find(name);
  return it == indices.end() ? nullptr : &definitions[it->second];
}

ast::Ref<ast::GlobalVar> IRModule::getGlobalVar(StringRef name) {
  const Definition *definition = lookup(name);
  return definition ? definition->var : nullptr;
}

void IRModule::set(ast::Ref<ast::GlobalVar> var,
                   ast::Ref<ast::Function> function) {
  getDefinitions();
  owned = nullptr;
  typed = false;
  ++version;
  auto [it, isNew] =
      indices.try_emplace(var->getName(), unsigned(definitions.size()));
  globals[var->getName()] = var;
  if (isNew)
    definitions.push_back({std::move(var), std::move(function)});
  else
    definitions[it->second] = {std::move(var), std::move(function)};
}

LogicalResult IRModule::lowerInto(ModuleOp target) {
  OwningOpRef<ModuleOp> made;
  if (ModuleOp op = getOp()) {
    if (failed(checkNesting(op)))
      return failure();
    markOperations();
    made = cast<ModuleOp>(op->clone());
  } else {
    ast::Module module;
    for (const Definition &definition : definitions)
      module.add(definition.var->getName(), definition.function);
    // Those of an operation that is gone.
    unmarked.clear();
    auto nodes = std::make_shared<Origins>();
    made = lowerModule(python::getContext(), module, nodes.get());
    // The definitions, and with them their nodes, may be replaced.
    for (const Definition &definition : definitions)
      nodes->hold(definition.function);
    origins = std::move(nodes);
    if (!made)
      return failure();
    CheckedOperation checked(*made);
    if (failed(verify(*made)))
      return failure();
  }
  target.getBodyRegion().takeBody(made->getBodyRegion());
  target->setAttrs(made->getOperation()->getAttrDictionary());
  return success();
}

void IRModule::detach() {
  if (!borrowed)
    return;
  if (!hasFunctions)
    owned = cast<ModuleOp>(borrowed->clone());
  borrowed = nullptr;
}

void IRModule::takeOver(OwningOpRef<ModuleOp> op) {
  borrowed = nullptr;
  owned = std::move(op);
}
