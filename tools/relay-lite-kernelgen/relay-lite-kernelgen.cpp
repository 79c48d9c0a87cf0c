//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the kernels of a list to object files, one for each level of the
// CPU. Part of the build of RelayLite; not installed.
//
//===----------------------------------------------------------------------===//

#include "Evaluation/Kernels/KernelLibrary.h"
#include "Evaluation/Kernels/KernelModule.h"
#include "KernelList.h"
#include "RelayLite/Codegen/LLVM/CodeGeneration.h"
#include "RelayLite/Support/OutputFile.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::relay;
namespace cl = llvm::cl;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;

// No kernels are built into the tool that builds them.
const llvm::ArrayRef<BuiltKernelTable> mlir::relay::builtKernelTables;

static cl::opt<std::string> listFile(cl::Positional, cl::Required,
                                     cl::desc("<list of kernels>"));
static cl::list<std::string> cpus("cpu", cl::CommaSeparated,
                                  cl::desc("Levels of the CPU"));
static cl::opt<unsigned> shard("shard", cl::init(0),
                               cl::desc("Which part of the list to compile"));
static cl::opt<unsigned> numShards("shards", cl::init(1),
                                   cl::desc("How many parts there are"));
static cl::opt<std::string>
    outputStem("o", cl::desc("The objects are <stem>-<cpu>-<shard>.o"));
static cl::opt<bool> printKeys("print-keys",
                               cl::desc("Print the keys of the kernels"));

namespace {
/// One kernel in the module of all.
struct Entry {
  std::pair<uint64_t, uint64_t> hash;
  std::string name;
  size_t scratchSize;
};
} // namespace

/// Adds the kernel of `key` for `machine` to `target` as a function `name`.
static Expected<Entry> addKernel(MLIRContext *context, StringRef key,
                                 const llvm::TargetMachine &machine,
                                 std::string name, llvm::Module &target) {
  FailureOr<KernelModule> kernel = buildKernelModule(context, key, machine);
  if (failed(kernel))
    return createStringError("the kernel cannot be compiled:\n" + key);
  std::unique_ptr<llvm::Module> module =
      translateModuleToLLVMIR(*kernel->module, target.getContext());
  if (!module)
    return createStringError("the kernel cannot be compiled:\n" + key);
  module->setDataLayout(target.getDataLayout());
  module->setTargetTriple(target.getTargetTriple());
  module->getFunction(kernelEntryName)->setName(name);
  if (llvm::Linker::linkModules(target, std::move(module)))
    return createStringError("the kernel cannot be compiled:\n" + key);
  target.getFunction(name)->setLinkage(llvm::GlobalValue::InternalLinkage);
  return Entry{hashKernelKey(key), std::move(name), kernel->scratchSize};
}

/// Adds the global `name`, an array of BuiltKernel, and its size.
static void addTable(llvm::Module &module, ArrayRef<Entry> entries,
                     const Twine &name) {
  llvm::LLVMContext &context = module.getContext();
  auto *i64 = llvm::Type::getInt64Ty(context);
  auto *pointer = llvm::PointerType::getUnqual(context);
  auto *rowType = llvm::StructType::get(context, {i64, i64, pointer, i64});
  SmallVector<llvm::Constant *> rows;
  auto getInt = [&](uint64_t value) {
    return llvm::ConstantInt::get(i64, value);
  };
  for (const Entry &entry : entries)
    rows.push_back(llvm::ConstantStruct::get(
        rowType, {getInt(entry.hash.first), getInt(entry.hash.second),
                  module.getFunction(entry.name), getInt(entry.scratchSize)}));
  auto add = [&](llvm::Constant *value, const Twine &name) {
    auto *global = new llvm::GlobalVariable(
        module, value->getType(), /*isConstant=*/true,
        llvm::GlobalValue::ExternalLinkage, value, name);
    global->setVisibility(llvm::GlobalValue::HiddenVisibility);
  };
  add(llvm::ConstantArray::get(llvm::ArrayType::get(rowType, rows.size()),
                               rows),
      name);
  add(getInt(rows.size()), name + "_size");
}

/// Fails if `object` needs anything that kernels may not call.
static Error checkSymbols(const llvm::MemoryBuffer &object) {
  Expected<std::unique_ptr<llvm::object::ObjectFile>> file =
      llvm::object::ObjectFile::createObjectFile(object.getMemBufferRef());
  if (!file)
    return file.takeError();
  for (const llvm::object::SymbolRef &symbol : (*file)->symbols()) {
    Expected<uint32_t> flags = symbol.getFlags();
    if (!flags)
      return flags.takeError();
    if (!(*flags & llvm::object::SymbolRef::SF_Undefined))
      continue;
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    if (!llvm::is_contained({"", "memcpy", "memmove", "memset"}, *name))
      return createStringError("kernels must not call '" + *name + "'");
  }
  return Error::success();
}

/// Compiles `module` for `machine` and writes the object to `path`.
static Error writeObject(llvm::Module &module, llvm::TargetMachine &machine,
                         StringRef path) {
  Expected<std::unique_ptr<llvm::MemoryBuffer>> object =
      compileToObject(module, machine);
  if (!object)
    return object.takeError();
  if (Error error = checkSymbols(**object))
    return error;
  return writeFile(path, (*object)->getBuffer());
}

static Error run() {
  auto buffer = llvm::MemoryBuffer::getFile(listFile, /*IsText=*/true);
  if (!buffer)
    return createStringError(buffer.getError(),
                             "cannot read '" + listFile + "'");
  std::unique_ptr<MLIRContext> context = createKernelContext();
  Expected<std::vector<std::string>> keys =
      readKernelList(context.get(), (*buffer)->getBuffer());
  if (!keys)
    return createStringError(listFile + ": " +
                             llvm::toString(keys.takeError()));
  if (printKeys)
    for (const std::string &key : *keys)
      llvm::outs() << key << "\n";

  for (const std::string &cpu : cpus) {
    CodeTarget target;
    target.cpu = cpu;
    Expected<std::unique_ptr<llvm::TargetMachine>> machine =
        createTargetMachine(target);
    if (!machine)
      return machine.takeError();
    llvm::LLVMContext llvmContext;
    llvm::Module module("kernels", llvmContext);
    setTarget(module, **machine);
    std::vector<Entry> entries;
    for (size_t i = shard; i < keys->size(); i += numShards) {
      Expected<Entry> entry =
          addKernel(context.get(), (*keys)[i], **machine,
                    ("relay_kernel_" + Twine(i)).str(), module);
      if (!entry)
        return entry.takeError();
      entries.push_back(std::move(*entry));
    }
    llvm::sort(entries,
               [](const Entry &a, const Entry &b) { return a.hash < b.hash; });
    std::string suffix = cpu;
    llvm::replace(suffix, '-', '_');
    addTable(module, entries, "relay_kernels_" + suffix + "_" + Twine(shard));
    if (Error error = writeObject(
            module, **machine,
            (outputStem + "-" + cpu + "-" + Twine(shard) + ".o").str()))
      return error;
  }
  return Error::success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "RelayLite kernel compiler\n");
  if (Error error = run()) {
    llvm::errs() << "relay-lite-kernelgen: error: "
                 << llvm::toString(std::move(error)) << "\n";
    return 1;
  }
  return 0;
}
