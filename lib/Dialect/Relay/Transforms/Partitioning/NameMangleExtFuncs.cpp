//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NameMangleExtFuncs: names functions for other compilers after their module.
//
//===----------------------------------------------------------------------===//

#include "CompilerAnnotations.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::relay {
#define GEN_PASS_DEF_NAMEMANGLEEXTFUNCSPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

/// The name of the function `name` in the module `modName`.
static std::string mangle(StringRef modName, StringRef name) {
  std::string result = "tvmgen_";
  if (!modName.empty())
    result += modName.str() + "_";
  result += name;
  for (char &letter : result)
    if (!llvm::isAlnum(letter))
      letter = '_';
  return result;
}

namespace {
struct NameMangleExtFuncsPass
    : public relay::impl::NameMangleExtFuncsPassBase<NameMangleExtFuncsPass> {
  using NameMangleExtFuncsPassBase::NameMangleExtFuncsPassBase;

  void runOnOperation() override {
    if (failed(run(getOperation())))
      signalPassFailure();
  }

  LogicalResult run(ModuleOp module) {
    if (!llvm::all_of(modName, [](char letter) {
          return llvm::isAlnum(letter) || letter == '_';
        }))
      return module.emitError("expected letters, digits and underscores as "
                              "mod-name, but got '")
             << modName << "'";
    DenseMap<StringAttr, StringAttr> names;
    SmallVector<func::FuncOp> functions;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (!isForCompiler(function))
        continue;
      functions.push_back(function);
      names[function.getSymNameAttr()] = StringAttr::get(
          &getContext(), mangle(modName, function.getSymName()));
    }
    if (functions.empty()) {
      markAllAnalysesPreserved();
      return success();
    }
    // One walk for all: renaming one symbol would take a walk for each.
    llvm::StringSet<> taken;
    for (Operation &op : *module.getBody())
      if (auto name =
              op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName()))
        if (!names.contains(name))
          taken.insert(name.getValue());
    for (func::FuncOp function : functions) {
      StringAttr name = names.lookup(function.getSymNameAttr());
      if (!taken.insert(name.getValue()).second)
        return function.emitError("cannot name '@")
               << function.getSymName() << "' '@" << name.getValue()
               << "': there is another function of this name";
    }
    AttrTypeReplacer replacer;
    replacer.addReplacement(
        [&](FlatSymbolRefAttr ref) -> std::optional<Attribute> {
          StringAttr name = names.lookup(ref.getAttr());
          return name ? FlatSymbolRefAttr::get(name) : ref;
        });
    replacer.recursivelyReplaceElementsIn(module);
    for (func::FuncOp function : functions) {
      StringAttr name = names.lookup(function.getSymNameAttr());
      function.setSymNameAttr(name);
      function->setAttr(fnattr::globalSymbol, name);
    }
    return success();
  }
};
} // namespace
