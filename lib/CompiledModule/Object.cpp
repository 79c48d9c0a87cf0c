//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules of MLIR -> machine code in memory.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/CompiledModule/Object.h"
#include "Lowering.h"
#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/Codegen/Pipelines.h"
#include "RelayLite/Pass/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::relay;

/// The elements of `value` as bytes; null for a splat, or for elements whose
/// form in attributes is not that in memory.
static ElementsAttr getBytes(ElementsAttr value) {
  Type i8 = IntegerType::get(value.getContext(), 8);
  auto getType = [&](size_t size) {
    return RankedTensorType::get(int64_t(size), i8);
  };
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      return DenseResourceElementsAttr::get(getType(blob->getData().size()),
                                            resource.getRawHandle());
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense || dense.isSplat() || dense.getElementType().isInteger(1))
    return {};
  ArrayRef<char> bytes = dense.getRawData();
  return DenseElementsAttr::getFromRawBuffer(getType(bytes.size()), bytes);
}

/// Makes arrays of bytes of constant arrays, which LLVM would take apart, row
/// by row and element by element. Pointers to them have no type.
static void flattenConstants(ModuleOp module) {
  Type i8 = IntegerType::get(module.getContext(), 8);
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    auto value = dyn_cast_if_present<ElementsAttr>(global.getValueOrNull());
    if (!value || !global.getConstant())
      continue;
    if (ElementsAttr bytes = getBytes(value)) {
      global.setValueAttr(bytes);
      global.setGlobalType(
          LLVM::LLVMArrayType::get(i8, bytes.getNumElements()));
    }
  }
}

std::unique_ptr<llvm::Module>
relay::translateToLLVMIR(ModuleOp module, llvm::LLVMContext &context,
                         const llvm::TargetMachine &machine) {
  if (machine.createDataLayout().isLittleEndian())
    flattenConstants(module);
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(module, context);
  if (!translated)
    return nullptr;
  setTarget(*translated, machine);
  return translated;
}

LogicalResult relay::nameFunctions(ModuleOp module, StringRef prefix) {
  OpBuilder b(module.getContext());
  SymbolTableCollection tables;
  SymbolUserMap users(tables, module);
  SymbolTable &table = tables.getSymbolTable(module);
  for (auto function : llvm::to_vector(module.getOps<func::FuncOp>())) {
    // Another object has it under its name.
    if (function.isDeclaration())
      continue;
    std::string name = (prefix + "_" + function.getSymName()).str();
    if (table.lookup(name))
      return function.emitError("expected no other symbol '") << name << "'";
    StringAttr newName = b.getStringAttr(name);
    users.replaceAllUsesWith(function, newName);
    if (failed(table.rename(function, newName)))
      return failure();
    if (function.isPublic())
      function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                        b.getUnitAttr());
  }
  return success();
}

LogicalResult relay::lowerToLLVMDialect(ModuleOp module,
                                        const llvm::TargetMachine &machine,
                                        CallerOptions caller) {
  PassManager manager(module.getContext());
  RelayLowerToLLVMOptions options;
  options.vectorBytes = getVectorBytes(machine);
  options.planMemory = caller.planMemory;
  options.externalizeWeights = caller.externalizeWeights;
  options.threads = caller.threads;
  options.requireExternals = caller.requireExternals;
  populateRelayLowerToLLVMPipeline(manager, options);
  if (caller.timing)
    manager.enableTiming(*caller.timing);
  return manager.run(module);
}

LogicalResult relay::finishLLVMDialect(ModuleOp module) {
  PassManager manager(module.getContext());
  manager.addPass(createStripAttributesPass());
  if (failed(manager.run(module)))
    return failure();
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (!function.isPublic() && !function.isExternal())
      function.setLinkage(LLVM::Linkage::Internal);
  return success();
}

FailureOr<std::unique_ptr<llvm::MemoryBuffer>>
relay::compileToObject(ModuleOp module, const ObjectOptions &options) {
  if (options.prefix.empty())
    return emitError(module.getLoc(),
                     "expected a prefix for the names of functions");
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      createTargetMachine(options.target);
  if (!machine)
    return emitError(module.getLoc(), llvm::toString(machine.takeError()));
  if (failed(nameFunctions(module, options.prefix)) ||
      failed(lowerToLLVMDialect(module, **machine)) ||
      failed(finishLLVMDialect(module)))
    return failure();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code =
      translateToLLVMIR(module, context, **machine);
  if (!code)
    return failure();
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> object =
      compileToObject(*code, **machine, OptimizationKind::Module);
  if (!object)
    return emitError(module.getLoc(), llvm::toString(object.takeError()));
  return std::move(*object);
}
