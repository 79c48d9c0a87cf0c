//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types of expressions that stand in no module.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/LocalTypes.h"
#include "IRModule.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "RelayLite/Dialect/Relay/IR/TypeJoin.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Frontend/Conversion.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;

LocalTypes &python::getLocalTypes() {
  // Never destroyed, as the context.
  static auto *types = new LocalTypes(python::getContext());
  return *types;
}

// Whether `type` names a type parameter.
static bool hasTypeVar(const ast::Type &type) {
  SmallVector<const ast::Type *> worklist = {&type};
  llvm::DenseSet<const ast::Type *> seen;
  while (!worklist.empty()) {
    const ast::Type *next = worklist.pop_back_val();
    if (!next || !seen.insert(next).second)
      continue;
    if (isa<ast::TypeVar>(next))
      return true;
    ast::forEachPart(*next,
                     [&](const ast::Type *part) { worklist.push_back(part); });
  }
  return false;
}

// The type of an expression whose parts do not tell it alone, by inference of a
// module. Raises the error of inference.
static ast::TypeRef inferInModule(const ast::ExprRef &expr) {
  std::vector<const ast::Var *> freeVars = findFreeVars(*expr);
  ast::Ref<ast::Function> function(dyn_cast<ast::Function>(expr.get()));
  bool isFunction = function != nullptr;
  if (!isFunction)
    function = ast::make<ast::Function>(
        std::vector<ast::VarRef>(freeVars.begin(), freeVars.end()), expr);
  constexpr StringLiteral name = "__expr__";
  ProgramRef program =
      ProgramForms::set(std::make_shared<ProgramForms>(),
                        ast::make<ast::GlobalVar>(name.str()), function);
  DiagnosticCollector diagnostics(nullptr);
  OwningOpRef<ModuleOp> op =
      ModuleOp::create(UnknownLoc::get(python::getContext()));
  auto fail = [&] {
    diagnostics.raise("the type of the expression cannot be inferred");
  };
  if (failed(program->lowerInto(*op)) || failed(inferTypes(*op)))
    fail();
  ProgramForms typed(std::move(op), /*typed=*/true);
  if (failed(typed.raise()))
    fail();
  const ast::Function *result = typed.getTree().lookup(name);
  ast::TypeRef type =
      isFunction ? result->getType() : result->getBody()->getType();
  if (!type)
    fail();
  // Variables without annotation may have other types elsewhere.
  if (!hasTypeVar(*type) && llvm::all_of(freeVars, [](const ast::Var *var) {
        return var->getAnnotation() != nullptr;
      }))
    expr->setLocalType(type);
  return type;
}

static ast::TypeRef inferType(Checked<ast::ExprRef> checked) {
  ast::ExprRef expr = checked.take();
  ast::TypeRef type = getLocalTypes().find(*expr);
  return type ? type : inferInModule(expr);
}

static nb::object joinTypesOf(Checked<ast::TypeRef> left,
                              Checked<ast::TypeRef> right) {
  Location loc = UnknownLoc::get(python::getContext());
  FailureOr<Type> lhs = convertInferredType(loc, left.take());
  FailureOr<Type> rhs = convertInferredType(loc, right.take());
  Type joined =
      succeeded(lhs) && succeeded(rhs) ? joinTypes(*lhs, *rhs) : Type();
  return joined ? nb::cast(convertType(joined, {})) : nb::none();
}

void python::bindLocalTypes(nb::module_ &m) {
  m.def("join_types", joinTypesOf, nb::arg("left").none(),
        nb::arg("right").none(),
        "The type that has the values of both types: sizes that differ are "
        "unknown. None if element types, ranks or forms differ.");
  m.def("infer_type_of", inferType, nb::arg("expr").none(),
        "The type of an expression, which is found once. Its checked_type does "
        "not change. A DiagnosticError if there is none.");
}
