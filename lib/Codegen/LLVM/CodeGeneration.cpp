//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM IR -> machine code.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/LLVM/CodeGeneration.h"
#include "RelayLite/Config.h"
#include "RelayLite/Support/NearestName.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include <mutex>

using namespace llvm;
using namespace mlir::relay;

void mlir::relay::setCodeOptions(TargetOptions &options) {
  // Contraction would change results: only explicit fma is fused.
  options.AllowFPOpFusion = FPOpFusion::Strict;
}

/// Run the passes that `build` makes on `module`.
static void
runPasses(Module &module, TargetMachine &machine, PipelineTuningOptions options,
          llvm::function_ref<ModulePassManager(PassBuilder &)> build) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  PassBuilder builder(&machine, options);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  build(builder).run(module, modules);
}

void mlir::relay::optimizeCode(Module &module, TargetMachine &machine,
                               OptimizationKind kind) {
  bool isKernel = kind == OptimizationKind::Kernel;
  PipelineTuningOptions options;
  options.LoopVectorization = options.SLPVectorization = true;
  // Interleaving unrolls the loops that are vectorized.
  options.LoopUnrolling = options.LoopInterleaving = isKernel;
  runPasses(module, machine, options, [&](PassBuilder &builder) {
    return builder.buildPerModuleDefaultPipeline(
        isKernel ? OptimizationLevel::O2 : OptimizationLevel::O1);
  });
}

void mlir::relay::eraseUnusedCode(Module &module, TargetMachine &machine) {
  runPasses(module, machine, {}, [](PassBuilder &) {
    ModulePassManager passes;
    passes.addPass(GlobalDCEPass());
    return passes;
  });
}

void mlir::relay::setTarget(Module &module, const TargetMachine &machine) {
  module.setDataLayout(machine.createDataLayout());
  module.setTargetTriple(machine.getTargetTriple());
}

Expected<std::unique_ptr<MemoryBuffer>>
mlir::relay::compileToObject(Module &module, TargetMachine &machine,
                             OptimizationKind kind) {
  setTarget(module, machine);
  optimizeCode(module, machine, kind);
  return orc::SimpleCompiler(machine)(module);
}

int64_t mlir::relay::getVectorBytes(const TargetMachine &machine) {
  bool has512Bits = machine.getTargetTriple().isX86() &&
                    machine.getMCSubtargetInfo()->checkFeatures("+avx512f");
  return has512Bits ? 64 : 32;
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

#define RELAYLITE_DECLARE(FUNCTION) extern "C" void FUNCTION();
RELAYLITE_FOR_EACH_TARGET_PART(RELAYLITE_DECLARE)
#undef RELAYLITE_DECLARE

static void initializeTargets() {
  static std::once_flag once;
  std::call_once(once, [] {
  // With parsers, since the runtime of compiled modules has inline assembly.
#define RELAYLITE_CALL(FUNCTION) FUNCTION();
    RELAYLITE_FOR_EACH_TARGET_PART(RELAYLITE_CALL)
#undef RELAYLITE_CALL
  });
}

static Expected<const Target *> findTarget(const Triple &triple) {
  initializeTargets();
  std::string message;
  const Target *target = TargetRegistry::lookupTarget(triple, message);
  if (target && target->hasTargetMachine())
    return target;
  SmallVector<StringRef> names;
  for (const Target &target : TargetRegistry::targets())
    names.push_back(target.getName());
  llvm::sort(names);
  return createStringError("unknown target triple '" + triple.str() +
                           "'; there are the architectures " +
                           join(names, ", "));
}

/// Fails for a CPU or a feature that LLVM does not know for `triple`: it would
/// print a warning and go on.
static Error checkNames(const Target &target, const Triple &triple,
                        StringRef cpu, StringRef features) {
  std::unique_ptr<MCSubtargetInfo> info(
      target.createMCSubtargetInfo(triple, "", ""));
  auto fail = [&](StringRef kind, StringRef name, ArrayRef<StringRef> known) {
    StringRef nearest = getNearestName(name, known);
    return createStringError(
        "unknown " + kind + " '" + name + "' for " + triple.str() +
        (nearest.empty() ? Twine("; there are ") + join(known, ", ")
                         : "; did you mean '" + nearest + "'?"));
  };
  if (!cpu.empty() && !info->isCPUStringValid(cpu)) {
    SmallVector<StringRef> known;
    for (const SubtargetSubTypeKV &each : info->getAllProcessorDescriptions())
      known.push_back(each.Key);
    return fail("CPU", cpu, known);
  }
  SmallVector<StringRef> known;
  for (const SubtargetFeatureKV &each : info->getAllProcessorFeatures())
    known.push_back(each.Key);
  SubtargetFeatures wanted(features);
  for (StringRef feature : wanted.getFeatures())
    if (StringRef name = SubtargetFeatures::StripFlag(feature);
        !is_contained(known, name))
      return fail("feature", name, known);
  return Error::success();
}

Expected<std::unique_ptr<TargetMachine>>
mlir::relay::createTargetMachine(const CodeTarget &target) {
  Triple host(sys::getDefaultTargetTriple());
  Triple triple(target.triple.empty() ? host.str()
                                      : Triple::normalize(target.triple));
  Expected<const Target *> found = findTarget(triple);
  if (!found)
    return found.takeError();
  std::string cpu = target.cpu;
  std::string features = target.features;
  if (cpu.empty() && triple.getArch() == host.getArch()) {
    cpu = sys::getHostCPUName().str();
    SubtargetFeatures hostFeatures;
    for (const auto &feature : sys::getHostCPUFeatures())
      hostFeatures.AddFeature(feature.first(), feature.second);
    SubtargetFeatures wanted(features);
    hostFeatures.addFeaturesVector(wanted.getFeatures());
    features = hostFeatures.getString();
  }
  if (Error error = checkNames(**found, triple, target.cpu, target.features))
    return std::move(error);
  TargetOptions options;
  setCodeOptions(options);
  if (triple.isRISCV64()) {
    // Linux on RISC-V requires RV64GC; LLVM would assume RV64I.
    options.MCOptions.ABIName = "lp64d";
    features = "+m,+a,+f,+d,+c" + (features.empty() ? "" : "," + features);
  }
  return std::unique_ptr<TargetMachine>(
      (*found)->createTargetMachine(triple, cpu, features, options, Reloc::PIC_,
                                    std::nullopt, CodeGenOptLevel::Default));
}
