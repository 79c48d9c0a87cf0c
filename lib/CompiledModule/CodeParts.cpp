//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One module of LLVM IR -> several.
//
//===----------------------------------------------------------------------===//

#include "CodeParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::relay;

/// Fewer instructions are compiled before a thread has read them.
static constexpr unsigned instructionsPerPart = 4096;
/// More parts are more than the cores, and each reads the declarations of all.
static constexpr unsigned maxParts = 16;

/// Put each function, the largest first, into the smallest part.
static unsigned assignParts(llvm::Module &code,
                            llvm::StringMap<unsigned> &parts) {
  std::vector<std::pair<unsigned, llvm::StringRef>> functions;
  unsigned total = 0;
  for (llvm::Function &function : code)
    if (!function.isDeclaration()) {
      functions.push_back({function.getInstructionCount(), function.getName()});
      total += functions.back().first;
    }
  unsigned numParts = std::clamp(total / instructionsPerPart, 1u, maxParts);
  llvm::sort(functions, [](const auto &lhs, const auto &rhs) {
    return std::pair(rhs.first, lhs.second) < std::pair(lhs.first, rhs.second);
  });
  std::vector<unsigned> sizes(numParts);
  for (auto [size, name] : functions) {
    auto smallest = llvm::min_element(sizes);
    parts[name] = smallest - sizes.begin();
    *smallest += size;
  }
  return numParts;
}

CodeParts::CodeParts(llvm::Module &code) {
  for (llvm::GlobalValue &value : code.global_values())
    if (value.hasLocalLinkage()) {
      if (!value.hasName())
        value.setName("relay.unnamed");
      value.setLinkage(llvm::GlobalValue::ExternalLinkage);
      value.setVisibility(llvm::GlobalValue::HiddenVisibility);
    }
  numParts = assignParts(code, parts);
  llvm::raw_svector_ostream os(bitcode);
  llvm::WriteBitcodeToFile(code, os);
}

/// Make declarations of the variables and aliases of `part`, which part 0
/// defines.
static void declareVariables(llvm::Module &part) {
  part.setModuleInlineAsm("");
  for (llvm::GlobalVariable &variable :
       llvm::make_early_inc_range(part.globals())) {
    if (variable.hasAppendingLinkage() ||
        variable.getName() == "llvm.compiler.used") {
      variable.eraseFromParent();
      continue;
    }
    variable.setInitializer(nullptr);
    variable.setExternallyInitialized(false);
    variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
  }
  for (llvm::GlobalAlias &alias : llvm::make_early_inc_range(part.aliases())) {
    auto *variable = new llvm::GlobalVariable(
        part, alias.getValueType(), /*isConstant=*/false,
        llvm::GlobalValue::ExternalLinkage, /*Initializer=*/nullptr);
    variable->takeName(&alias);
    alias.replaceAllUsesWith(variable);
    alias.eraseFromParent();
  }
}

llvm::Expected<std::unique_ptr<llvm::Module>>
CodeParts::load(unsigned index, llvm::LLVMContext &context) const {
  llvm::Expected<std::unique_ptr<llvm::Module>> part =
      llvm::getLazyBitcodeModule(
          llvm::MemoryBufferRef({bitcode.data(), bitcode.size()}, "code"),
          context);
  if (!part)
    return part.takeError();
  for (llvm::Function &function : **part)
    if (!function.isDeclaration() && parts.lookup(function.getName()) != index)
      function.deleteBody();
  if (llvm::Error error = (*part)->materializeAll())
    return std::move(error);
  if (index != 0)
    declareVariables(**part);
  return part;
}
