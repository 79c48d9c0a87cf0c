//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two forms of a program.
//
//===----------------------------------------------------------------------===//

#include "ProgramForms.h"
#include "Bindings.h"
#include "RelayLite/Dialect/Relay/IR/CheckedOperation.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Frontend/Lowering.h"
#include "RelayLite/Support/Stack.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;

ProgramForms::ProgramForms(OwningOpRef<ModuleOp> op, bool typed,
                           OriginsRef origins, const ProgramForms *earlier)
    : state(State::Operation), typed(typed), origins(std::move(origins)) {
  owned = std::move(op);
  if (!earlier)
    return;
  globals = earlier->globals;
  tree.getTypes() = earlier->tree.getTypes();
}

ProgramForms::ProgramForms(ModuleOp borrowed, bool typed, OriginsRef origins,
                           const ProgramForms &earlier)
    : state(State::Borrowed), typed(typed), globals(earlier.globals),
      borrowed(borrowed), origins(std::move(origins)) {
  tree.getTypes() = earlier.tree.getTypes();
}

ProgramRef ProgramForms::copyTree(const ProgramRef &program) {
  assert(program->hasTree() && "the program is not raised");
  auto result = std::make_shared<ProgramForms>();
  // Nobody looks again at a program that its only owner replaces.
  bool isShared = program.use_count() > 1;
  result->tree = isShared ? program->tree : std::move(program->tree);
  result->globals = isShared ? program->globals : std::move(program->globals);
  return result;
}

ProgramRef ProgramForms::set(const ProgramRef &program,
                             const ast::Ref<ast::GlobalVar> &var,
                             ast::Ref<ast::Function> function) {
  ProgramRef result = copyTree(program);
  result->tree.set(var->getName(), std::move(function));
  result->globals[var->getName()] = var;
  return result;
}

ProgramRef ProgramForms::setTypes(const ProgramRef &program,
                                  ast::TypeTable types) {
  ProgramRef result = copyTree(program);
  result->tree.getTypes() = std::move(types);
  return result;
}

void ProgramForms::enter(State next) {
  [[maybe_unused]] static constexpr std::pair<State, State> transitions[] = {
      // Python looks at the program.
      {State::Operation, State::Both},
      {State::Borrowed, State::BorrowedAndTree},
      // The loan ends, by a copy or by a gift where there is no tree.
      {State::Borrowed, State::Operation},
      {State::BorrowedAndTree, State::Tree},
  };
  assert(llvm::is_contained(transitions, std::pair(state, next)) &&
         "there is no such transition");
  state = next;
}

// Return whether this thread has the stack for `op`, which one with more may
// have made.
static LogicalResult checkNesting(ModuleOp op) {
  if (getNestingLimit(kMaxRegionNesting).depth == kMaxRegionNesting)
    return success();
  return verify(op);
}

LogicalResult ProgramForms::raise() {
  if (hasTree())
    return success();
  RaisedOperations raised;
  RaisingOptions options;
  options.globals = &globals;
  options.raised = &raised;
  options.origins = origins.get();
  options.types = &tree.getTypes();
  options.keepUntyped = !typed;
  if (failed(checkNesting(getOp())))
    return failure();
  FailureOr<ast::Module> module = raiseModule(getOp(), options);
  if (failed(module))
    return failure();
  tree.getTypes() = module->getTypes();
  for (const auto &[name, function] : module->getFunctions()) {
    ast::Ref<ast::GlobalVar> &var = globals[name];
    if (!var)
      var = ast::make<ast::GlobalVar>(name);
    // Only this program and its functions know the node.
    if (typed)
      const_cast<ast::GlobalVar &>(*var).setType(function->getType());
    tree.set(name, function);
  }
  unmarked = std::move(raised);
  enter(borrowed ? State::BorrowedAndTree : State::Both);
  return success();
}

const OriginsRef &ProgramForms::mark() {
  if (!unmarked.empty())
    origins = markOperations(std::exchange(unmarked, {}));
  return origins;
}

void ProgramForms::release() {
  if (hasTree()) {
    // Their operations are about to change.
    unmarked.clear();
    enter(State::Tree);
  } else {
    owned = cast<ModuleOp>(borrowed->clone());
    enter(State::Operation);
  }
  borrowed = nullptr;
}

void ProgramForms::takeOver(OwningOpRef<ModuleOp> op) {
  enter(State::Operation);
  owned = std::move(op);
  borrowed = nullptr;
}

FailureOr<OriginsRef> ProgramForms::lowerInto(ModuleOp target) {
  OwningOpRef<ModuleOp> made;
  OriginsRef table;
  if (state == State::Tree || state == State::BorrowedAndTree) {
    auto nodes = std::make_shared<Origins>();
    made = lowerModule(python::getContext(), tree, nodes.get());
    if (!made)
      return failure();
    CheckedOperation checked(*made);
    if (failed(verify(*made)))
      return failure();
    // The table outlives the program.
    for (const ast::Module::Definition &definition : tree.getFunctions())
      nodes->hold(definition.function);
    table = std::move(nodes);
  } else {
    if (failed(checkNesting(getOp())))
      return failure();
    table = mark();
    made = cast<ModuleOp>(getOp()->clone());
  }
  target.getBodyRegion().takeBody(made->getBodyRegion());
  target->setAttrs(made->getOperation()->getAttrDictionary());
  return table;
}
