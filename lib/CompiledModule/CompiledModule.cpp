//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules of the relay dialect -> libraries that need libc alone.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/CompiledModule/CompiledModule.h"
#include "CodeParts.h"
#include "ConstantPool.h"
#include "ExternalCalls.h"
#include "Lowering.h"
#include "ModuleInterface.h"
#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/CompiledModule/Object.h"
#include "RelayLite/Conversion/ExternalCompiler.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "Runtime/Runtime.h"
#include "Runtime/RuntimeData.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Support/Timing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace mlir;
using namespace mlir::relay;

CompiledModule::CompiledModule() = default;
CompiledModule::~CompiledModule() = default;

/// As many as relay_rt_create_threads can start.
static constexpr int64_t maxThreads = 1024;

/// The prefix of the names of functions in code, so that the functions of the
/// interface can have their names. No C identifier begins so.
static constexpr StringLiteral codePrefix = "relay.code";

/// Gives the public functions that others call a body that these call instead:
/// what is called from outside has another convention.
static LogicalResult separateCallees(ModuleOp module) {
  SymbolTableCollection tables;
  SymbolUserMap users(tables, module);
  SymbolTable &table = tables.getSymbolTable(module);
  OpBuilder b(module.getContext());
  for (auto function : llvm::to_vector(module.getOps<func::FuncOp>())) {
    if (!function.isPublic() || function.isDeclaration() ||
        users.useEmpty(function))
      continue;
    if (function.getNumResults() != 1)
      return function.emitError("expected one result, as of every function of "
                                "Relay that others call");
    Location loc = function.getLoc();
    b.setInsertionPoint(function);
    auto wrapper = cast<func::FuncOp>(b.cloneWithoutRegions(*function));
    StringAttr name = function.getSymNameAttr();
    function.setPrivate();
    if (failed(table.renameToUnique(function, {})))
      return failure();
    wrapper.setSymNameAttr(name);
    Block *body = wrapper.addEntryBlock();
    b.setInsertionPointToStart(body);
    auto call = CallOp::create(
        b, loc, function.getResultTypes().front(), function.getSymNameAttr(),
        body->getArguments(), /*type_args=*/ArrayAttr(),
        /*arg_attrs=*/ArrayAttr(), /*res_attrs=*/ArrayAttr());
    func::ReturnOp::create(b, loc, call->getResults());
  }
  return success();
}

/// The libraries that the external compilers of functions need, each once.
static std::vector<std::string> getExternalLibraries(ModuleOp module) {
  std::vector<std::string> libraries;
  for (auto function : module.getOps<func::FuncOp>())
    if (auto name = function->getAttrOfType<StringAttr>(fnattr::compiler))
      if (const ExternalCompiler *compiler =
              lookupExternalCompiler(module.getContext(), name))
        for (const std::string &library : compiler->getLibraries())
          if (!llvm::is_contained(libraries, library))
            libraries.push_back(library);
  return libraries;
}

/// Reads what relay-plan-memory has written.
static void readMemoryPlan(ModuleOp module, ModuleInterface &interface) {
  for (FunctionSignature &function : interface.functions) {
    auto code = module.lookupSymbol<LLVM::LLVMFuncOp>(
        (codePrefix + "_" + function.name).str());
    auto getAttr = [&](StringRef name) {
      auto value = code->getAttrOfType<IntegerAttr>(name);
      return value ? value.getInt() : 0;
    };
    function.workspaceBytes = getAttr(workspaceBytesAttrName);
    function.liveBytes = getAttr(liveBytesAttrName);
  }
}

/// Write the header of a file of weights.
static void writeHeader(std::vector<char> &file) {
  WeightsHeader header = {};
  llvm::copy(StringRef("RLWEIGHT"), header.magic);
  header.version = RELAYLITE_COMPILED_VERSION;
  header.size = file.size();
  ArrayRef<char> rest = ArrayRef<char>(file).drop_front(sizeof header);
  header.hash = llvm::xxh3_64bits({rest.data(), rest.size()});
  std::memcpy(file.data(), &header, sizeof header);
}

/// Lets code take memory from the runtime, which can fail.
static void useRuntimeMemory(llvm::Module &code) {
  for (auto [name, replacement] : {std::pair("malloc", "relay_rt_allocate"),
                                   std::pair("free", "relay_rt_release")})
    if (llvm::Function *function = code.getFunction(name))
      function->setName(replacement);
}

/// Adds the runtime to `code`, and makes local what the interface has not.
static llvm::Error linkRuntime(llvm::Module &code,
                               const llvm::TargetMachine &machine) {
  StringRef bitcode = getRuntimeBitcode(machine.getTargetTriple().getArch());
  llvm::Expected<std::unique_ptr<llvm::Module>> runtime =
      llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, "runtime"),
                             code.getContext());
  if (!runtime)
    return runtime.takeError();
  (*runtime)->setTargetTriple(code.getTargetTriple());
  (*runtime)->setDataLayout(code.getDataLayout());
  llvm::SmallVector<llvm::GlobalValue *> functions;
  llvm::StringSet<> names;
  for (llvm::Function &function : **runtime) {
    // It is for the CPU of the rest.
    for (StringRef name : {"target-cpu", "target-features", "tune-cpu"})
      function.removeFnAttr(name);
    if (!function.isDeclaration() && !function.hasLocalLinkage())
      names.insert(function.getName());
  }
  if (llvm::Linker::linkModules(code, std::move(*runtime)))
    return llvm::createStringError("cannot link the runtime");
  for (const auto &name : names) {
    llvm::Function *function = code.getFunction(name.getKey());
    function->setLinkage(llvm::GlobalValue::InternalLinkage);
    // Code generation may call it by its name.
    if (!name.getKey().starts_with("relay_rt_"))
      functions.push_back(function);
  }
  llvm::appendToCompilerUsed(code, functions);
  return llvm::Error::success();
}

llvm::Expected<int64_t> relay::getChannelBlock(const CodeTarget &target) {
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      createTargetMachine(target);
  if (!machine)
    return machine.takeError();
  const llvm::MCSubtargetInfo &info = *(*machine)->getMCSubtargetInfo();
  const llvm::Triple &triple = (*machine)->getTargetTriple();
  if (triple.isX86())
    return info.checkFeatures("+avx512f")     ? 16
           : info.checkFeatures("+avx2,+fma") ? 8
                                              : 0;
  return triple.isAArch64() ? 4 : 0;
}

/// A part of the time of `timing`, if there is any.
static TimingScope nestTiming(TimingScope *timing, const char *name) {
  return timing ? timing->nest(name) : TimingScope();
}

static LogicalResult checkOptions(ModuleOp module,
                                  const CompileOptions &options) {
  StringRef name = options.name;
  if (name.empty() || llvm::isDigit(name.front()) ||
      !llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; }))
    return emitError(module.getLoc(), "expected a C identifier as name of the "
                                      "module, but got '")
           << name << "'";
  if (options.threads < 1 || options.threads > maxThreads)
    return emitError(module.getLoc(), "expected threads from 1 to ")
           << maxThreads << ", but got " << options.threads;
  return success();
}

LogicalResult CompiledModule::generate(ModuleOp module,
                                       const CompileOptions &options) {
  if (failed(outlineExternalFunctions(module)))
    return failure();
  FailureOr<std::vector<FunctionSignature>> externals =
      callExternalSymbols(module, options.externals);
  if (failed(externals) || failed(separateCallees(module)))
    return failure();
  libraries = getExternalLibraries(module);
  FailureOr<ModuleInterface> interface =
      describeInterface(module, options.name);
  if (failed(interface) || failed(nameFunctions(module, codePrefix)) ||
      failed(lowerToLLVMDialect(module, *machine,
                                {/*planMemory=*/true, options.weightsInFile,
                                 options.threads, options.requireExternals,
                                 options.timing})))
    return failure();
  readMemoryPlan(module, *interface);
  interface->maxThreads = options.threads;
  TimingScope timing = nestTiming(options.timing, "Translate to LLVM IR");
  if (failed(finishLLVMDialect(module)))
    return failure();
  if (options.weightsInFile) {
    weights = ConstantPool::takeFile(module, sizeof(WeightsHeader));
    writeHeader(weights);
    interface->weightsHeader =
        ArrayRef(weights).take_front(sizeof(WeightsHeader));
    interface->weightsBytes = weights.size();
  }
  if (machine->getTargetTriple().isOSBinFormatELF())
    constants->take(module);
  code = translateToLLVMIR(module, *context, *machine);
  if (!code)
    return failure();
  for (llvm::Function &function : *code)
    if (!function.isDeclaration())
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
  constants->define(*code);
  useRuntimeMemory(*code);
  addExternalCalls(*externals, *code);
  description = getJson(*interface, *machine);
  header = getHeaderText(*interface);
  addInterface(*interface, description, (codePrefix + "_").str(), *code);
  if (llvm::Error error = linkRuntime(*code, *machine))
    return emitError(module.getLoc(), llvm::toString(std::move(error)));
  return success();
}

FailureOr<std::unique_ptr<CompiledModule>>
relay::compileModule(ModuleOp module, const CompileOptions &options) {
  if (failed(checkOptions(module, options)))
    return failure();
  std::unique_ptr<CompiledModule> compiled(new CompiledModule());
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      createTargetMachine(options.target);
  if (!machine)
    return emitError(module.getLoc(), llvm::toString(machine.takeError()));
  const llvm::Triple &triple = (*machine)->getTargetTriple();
  if (getRuntimeBitcode(triple.getArch()).empty())
    return emitError(module.getLoc(), "no runtime for the architecture ")
           << triple.getArchName() << "; there are x86_64, aarch64 and riscv64";
  compiled->target = options.target;
  compiled->isMultithreaded = module.getContext()->isMultithreadingEnabled();
  compiled->machine = std::move(*machine);
  compiled->context = std::make_unique<llvm::LLVMContext>();
  compiled->constants = std::make_unique<ConstantPool>();
  if (failed(compiled->generate(module, options)))
    return failure();
  return compiled;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// Write `module`, which has been optimized, to `os`.
static llvm::Error writeCode(llvm::Module &module, llvm::TargetMachine &machine,
                             CompiledModule::Form form,
                             llvm::raw_pwrite_stream &os) {
  if (form == CompiledModule::Form::LLVMIR) {
    module.print(os, nullptr);
    return llvm::Error::success();
  }
  // Without a handler, LLVM prints errors and ends the process.
  std::string errors;
  module.getContext().setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo *info, void *errors) {
        if (info->getSeverity() != llvm::DS_Error)
          return;
        llvm::raw_string_ostream os(*static_cast<std::string *>(errors));
        llvm::DiagnosticPrinterRawOStream printer(os);
        info->print(printer);
      },
      &errors);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr,
                                  form == CompiledModule::Form::Object
                                      ? llvm::CodeGenFileType::ObjectFile
                                      : llvm::CodeGenFileType::AssemblyFile))
    return llvm::createStringError("LLVM cannot write such files for " +
                                   machine.getTargetTriple().str());
  passes.run(module);
  return errors.empty() ? llvm::Error::success()
                        : llvm::createStringError(errors);
}

llvm::Expected<std::unique_ptr<llvm::Module>> CompiledModule::takeCode() {
  if (!code)
    return llvm::createStringError("the code has been asked for before");
  return std::move(code);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
CompiledModule::emitObject(llvm::Module &module,
                           llvm::TargetMachine &machine) const {
  SmallVector<char, 0> text;
  llvm::raw_svector_ostream os(text);
  if (llvm::Error error = writeCode(module, machine, Form::Object, os))
    return std::move(error);
  if (llvm::Error error = constants->write(text))
    return std::move(error);
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(
      std::move(text), "code", /*RequiresNullTerminator=*/false);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
CompiledModule::emit(Form form, TimingScope *timing) {
  llvm::Expected<std::unique_ptr<llvm::Module>> module = takeCode();
  if (!module)
    return module.takeError();
  if (form != Form::Object)
    constants->fill(**module);
  TimingScope optimizeTiming = nestTiming(timing, "Optimize LLVM IR");
  optimizeCode(**module, *machine, OptimizationKind::Module);
  optimizeTiming.stop();
  TimingScope emitTiming = nestTiming(timing, "Select instructions");
  if (form == Form::Object)
    return emitObject(**module, *machine);
  SmallVector<char, 0> text;
  llvm::raw_svector_ostream os(text);
  if (llvm::Error error = writeCode(**module, *machine, form, os))
    return std::move(error);
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(
      std::move(text), "code", /*RequiresNullTerminator=*/false);
}

llvm::Expected<std::vector<std::unique_ptr<llvm::MemoryBuffer>>>
CompiledModule::emitObjects(TimingScope *timing) {
  llvm::Expected<std::unique_ptr<llvm::Module>> module = takeCode();
  if (!module)
    return module.takeError();
  TimingScope divideTiming = nestTiming(timing, "Divide code");
  eraseUnusedCode(**module, *machine);
  CodeParts parts(**module);
  module->reset();
  divideTiming.stop();
  TimingScope codeTiming = nestTiming(timing, "Compile parts");
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects(parts.size());
  std::vector<std::string> errors(parts.size());
  auto compile = [&](unsigned index) -> llvm::Error {
    llvm::LLVMContext partContext;
    llvm::Expected<std::unique_ptr<llvm::TargetMachine>> partMachine =
        createTargetMachine(target);
    if (!partMachine)
      return partMachine.takeError();
    llvm::Expected<std::unique_ptr<llvm::Module>> part =
        parts.load(index, partContext);
    if (!part)
      return part.takeError();
    optimizeCode(**part, **partMachine, OptimizationKind::Module);
    return emitObject(**part, **partMachine).moveInto(objects[index]);
  };
  // 0: as many as there are cores.
  llvm::DefaultThreadPool pool(
      llvm::hardware_concurrency(isMultithreaded ? 0 : 1));
  for (unsigned index = 0; index < parts.size(); ++index)
    pool.async([&, index] { errors[index] = toString(compile(index)); });
  pool.wait();
  for (const std::string &error : errors)
    if (!error.empty())
      return llvm::createStringError(error);
  return std::move(objects);
}
