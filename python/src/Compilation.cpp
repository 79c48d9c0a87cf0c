//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Native code of modules, and libraries of it that are loaded.
//
//===----------------------------------------------------------------------===//

#include "BuildProgress.h"
#include "IRModule.h"
#include "RelayLite/Codegen/LLVM/CodeGeneration.h"
#include "RelayLite/Codegen/Pipelines.h"
#include "RelayLite/CompiledModule/CompiledModule.h"
#include "RelayLite/CompiledModule/LoadedModule.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Evaluation/BufferPool.h"
#include "RelayLite/Support/FileContents.h"
#include "RelayLite/Support/OutputFile.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Threading.h"
#include "llvm/Target/TargetMachine.h"
#include <dlfcn.h>
#include <mutex>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

// Return whether the user of a value is outside function literals.
static bool isOutsideLiterals(OpOperand &use) {
  return !use.getOwner()->getParentOfType<FnOp>() &&
         !use.getOwner()->getParentOfType<FusedFnOp>();
}

// Return the constants outside function literals of `function`, in the order in
// which a visitor of its expression meets them.
static SmallVector<ConstantOp> listConstants(func::FuncOp function) {
  SmallVector<ConstantOp> constants;
  llvm::DenseSet<Operation *> seen;
  // Operations with the numbers of the operands to visit next.
  SmallVector<std::pair<Operation *, unsigned>> stack;
  auto push = [&](Operation *op) {
    if (op && seen.insert(op).second)
      stack.emplace_back(op, 0);
  };
  auto visit = [&](Operation *root) {
    push(root);
    while (!stack.empty()) {
      auto &[op, next] = stack.back();
      if (next < op->getNumOperands()) {
        push(op->getOperand(next++).getDefiningOp());
        continue;
      }
      if (auto constant = dyn_cast<ConstantOp>(op))
        constants.push_back(constant);
      stack.pop_back();
    }
  };
  visit(function.front().getTerminator());
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<FnOp, FusedFnOp>(op))
      return WalkResult::skip();
    visit(op);
    return WalkResult::advance();
  });
  return constants;
}

// Replace the constants of `main` outside function literals that have at least
// `byteLimit` bytes by parameters after the others, called `prefix` with a
// number. Return the module and the constants by name.
static nb::tuple liftConstants(IRModule &module, const std::string &prefix,
                               uint64_t byteLimit) {
  OwningOpRef<ModuleOp> op =
      ModuleOp::create(UnknownLoc::get(python::getContext()));
  DiagnosticCollector diagnostics(module.getSource());
  auto raise = [&] { diagnostics.raise("the constants cannot be moved"); };
  FailureOr<OriginsRef> origins = module.getProgram()->lowerInto(*op);
  if (failed(origins))
    raise();
  nb::dict values;
  // Without `main` there is nothing to move.
  auto main = op->lookupSymbol<func::FuncOp>("main");
  if (!main)
    return nb::make_tuple(module.clone(), values);
  llvm::StringSet<> taken;
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (auto name = main.getArgAttrOfType<StringAttr>(i, fnattr::paramName))
      taken.insert(name);
  Builder b(main.getContext());
  unsigned number = 0;
  for (ConstantOp constant : listConstants(main)) {
    if (llvm::none_of(constant->getUses(), isOutsideLiterals))
      continue;
    FailureOr<NDArray> array =
        getConstantArray(constant.getLoc(), constant.getValue());
    if (failed(array))
      raise();
    if (array->getBytes().size() < byteLimit)
      continue;
    std::string name;
    do
      name = prefix + std::to_string(number++);
    while (!taken.insert(name).second);
    if (failed(
            main.insertArgument(main.getNumArguments(), constant.getType(),
                                b.getDictionaryAttr(b.getNamedAttr(
                                    fnattr::paramName, b.getStringAttr(name))),
                                constant.getLoc())))
      raise();
    constant.getResult().replaceUsesWithIf(
        main.getArguments().back(),
        [](OpOperand &use) { return isOutsideLiterals(use); });
    if (constant->use_empty())
      constant.erase();
    values[nb::str(name.c_str())] = NDArrayObject{std::move(*array)};
  }
  auto program = std::make_shared<ProgramForms>(
      std::move(op), module.getProgram()->isTyped(), std::move(*origins),
      module.getProgram().get());
  return nb::make_tuple(std::make_shared<IRModule>(std::move(program), &module),
                        values);
}

// Add a function called `name` that returns a tuple of `arrays`.
static LogicalResult addConstants(ModuleOp module, StringRef name,
                                  nb::list arrays) {
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  Location loc = module.getLoc();
  auto function = func::FuncOp::create(b, loc, name, b.getFunctionType({}, {}));
  b.setInsertionPointToStart(function.addEntryBlock());
  SmallVector<Value> fields;
  for (nb::handle array : arrays) {
    FailureOr<ElementsAttr> value = makeConstant(loc, getNDArray(array));
    if (failed(value))
      return failure();
    fields.push_back(ConstantOp::create(b, loc, *value));
  }
  Value tuple =
      TupleOp::create(b, loc, b.getTupleType(ValueRange(fields)), fields);
  func::ReturnOp::create(b, loc, tuple);
  function.setFunctionType(b.getFunctionType({}, tuple.getType()));
  return success();
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static constexpr char codeGenerationText[] =
    "compiling 2 of 2: generating machine code";

static std::unique_ptr<CompiledModule>
compile(IRModule &module, const std::string &name, const std::string &triple,
        const std::string &cpu, const std::string &features,
        const std::vector<std::string> &internal,
        const std::map<std::string, std::string> &externals, int64_t threads,
        const std::map<std::string, nb::list> &data) {
  [[maybe_unused]] static const bool registered = [] {
    DialectRegistry registry;
    registerLoweringDialects(registry);
    python::getContext()->appendDialectRegistry(registry);
    return true;
  }();
  OwningOpRef<ModuleOp> op =
      ModuleOp::create(UnknownLoc::get(python::getContext()));
  DiagnosticCollector diagnostics(module.getSource());
  FailureOr<std::unique_ptr<CompiledModule>> compiled = failure();
  if (succeeded(module.getProgram()->lowerInto(*op)) &&
      llvm::all_of(data,
                   [&](auto &entry) {
                     return succeeded(
                         addConstants(*op, entry.first, entry.second));
                   }) &&
      succeeded(inferTypes(*op))) {
    for (const std::string &function : internal)
      if (auto func = op->lookupSymbol<func::FuncOp>(function))
        func.setPrivate();
    ScopedWork::call([&](Cancellation &) {
      BuildProgress progress("compiling 1 of 2: lowering");
      CompileOptions options;
      options.target = {triple, cpu, features};
      options.name = name;
      options.threads = threads;
      for (auto &[symbol, function] : externals)
        options.externals[symbol] = function;
      compiled = compileModule(*op, options);
    });
  }
  if (failed(compiled))
    diagnostics.raise("the module cannot be compiled");
  return std::move(*compiled);
}

static nb::bytes emit(CompiledModule &compiled, const std::string &form) {
  auto kind = llvm::StringSwitch<std::optional<CompiledModule::Form>>(form)
                  .Case("object", CompiledModule::Form::Object)
                  .Case("assembly", CompiledModule::Form::Assembly)
                  .Case("llvm", CompiledModule::Form::LLVMIR)
                  .Default(std::nullopt);
  if (!kind)
    raise(PyExc_ValueError,
          "expected the form object, assembly or llvm, but got " + form);
  BuildProgress progress(codeGenerationText);
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> code =
      compiled.emit(*kind);
  if (!code)
    raiseTVMError(llvm::toString(code.takeError()));
  return nb::bytes((*code)->getBufferStart(), (*code)->getBufferSize());
}

static void writeLibrary(CompiledModule &compiled, const std::string &path,
                         const std::string &linker,
                         const std::vector<std::string> &libraries) {
  BuildProgress progress(codeGenerationText);
  if (llvm::Error error =
          writeSharedLibrary(compiled, getOutputPath(path), linker, libraries))
    raiseTVMError(llvm::toString(std::move(error)));
}

//===----------------------------------------------------------------------===//
// Loaded libraries
//===----------------------------------------------------------------------===//

namespace {
// A library that is loaded, or code that is linked in memory. Its functions may
// be called by several threads, and share their work with others, one for each
// core.
class NativeLibrary {
public:
  explicit NativeLibrary(const std::string &path);
  explicit NativeLibrary(CompiledModule &compiled);

  /// Empty for a library that RelayLite has not compiled.
  nb::str getDescription() const {
    return nb::str(module ? module->description : "");
  }
  nb::list call(const std::string &name, nb::list arguments) const;

  /// Return whether a library from a file has a symbol.
  bool hasSymbol(const std::string &symbol) const {
    return dlsym(handle.get(), symbol.c_str()) != nullptr;
  }
  /// Calls a C function that is a RelayLiteFunctionPointer; its results have
  /// the shapes and element types of `types`.
  nb::list
  callSymbol(const std::string &symbol, nb::list arguments,
             const std::vector<std::pair<std::vector<int64_t>, std::string>>
                 &types) const;

private:
  const RelayLiteFunctionInfo &getFunction(const std::string &name) const;
  // The threads, which are started by the first call of a process; null if the
  // library has work for one only, or if there are no more.
  std::shared_ptr<RelayLiteThreads> getThreads() const;

  // The owner of the code; for a library from a file, the handle of dlopen.
  std::shared_ptr<void> handle;
  const RelayLiteModule *module = nullptr;
  mutable std::mutex threadsMutex;
  mutable std::shared_ptr<RelayLiteThreads> threads;
  // The process that has started them: a fork has none of them.
  mutable pid_t threadsProcess = 0;
};
} // namespace

// Refuses a file whose end is missing: who reads its memory would die.
static llvm::Error checkSize(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return llvm::errorCodeToError(buffer.getError());
  llvm::StringRef bytes = (*buffer)->getBuffer();
  if (!bytes.starts_with(llvm::ELF::ElfMagic))
    return llvm::createStringError("expected a shared library, but got " +
                                   describeContents(bytes));
  auto file = llvm::object::ELF64LEFile::create(bytes);
  if (!file)
    return file.takeError();
  auto segments = file->program_headers();
  if (!segments)
    return segments.takeError();
  for (const auto &segment : *segments)
    if (segment.p_offset + segment.p_filesz > (*buffer)->getBufferSize())
      return llvm::createStringError("the file is truncated");
  return llvm::Error::success();
}

// Loads a library under a name of its own: of two files that one path has had,
// the dynamic linker would give the first again.
static void *openLibrary(const std::string &path) {
  llvm::SmallString<128> target(path), link;
  std::error_code error = llvm::sys::fs::make_absolute(target);
  llvm::sys::fs::createUniquePath("relay-lite-%%%%%%%%%%%%.so", link,
                                  /*MakeAbsolute=*/true);
  if (!error)
    error = llvm::sys::fs::create_link(target, link);
  if (error)
    raiseTVMError("cannot load " + path + ": " + error.message());
  llvm::FileRemover remover(link);
  if (void *opened = dlopen(link.c_str(), RTLD_NOW | RTLD_LOCAL))
    return opened;
  // The message shall name the file, not the link.
  llvm::StringRef reason = dlerror();
  reason.consume_front(link.str());
  reason.consume_front(": ");
  raiseTVMError("cannot load " + path + ": " + reason.str());
}

NativeLibrary::NativeLibrary(const std::string &path) {
  if (llvm::Error error = checkSize(path))
    raiseTVMError("cannot load " + path + ": " +
                  llvm::toString(std::move(error)));
  void *opened = openLibrary(path);
  handle.reset(opened, dlclose);
  module =
      static_cast<const RelayLiteModule *>(dlsym(opened, "relay_lite_module"));
  if (module && module->version != RELAYLITE_COMPILED_VERSION)
    raiseTVMError("cannot load " + path + ": its interface has the version " +
                  std::to_string(module->version) + ", but this is version " +
                  std::to_string(RELAYLITE_COMPILED_VERSION));
}

NativeLibrary::NativeLibrary(CompiledModule &compiled) {
  auto loaded = [&] {
    ScopedWork work;
    BuildProgress progress(codeGenerationText);
    return LoadedModule::load(compiled);
  }();
  if (!loaded)
    raiseTVMError("cannot load the code: " +
                  llvm::toString(loaded.takeError()));
  module = &(*loaded)->getInterface();
  handle = std::move(*loaded);
}

const RelayLiteFunctionInfo &
NativeLibrary::getFunction(const std::string &name) const {
  llvm::ArrayRef<RelayLiteFunctionInfo> functions(module->functions,
                                                  module->num_functions);
  auto *found = llvm::find_if(functions, [&](const RelayLiteFunctionInfo &f) {
    return f.name == name;
  });
  if (found == functions.end())
    raise(PyExc_ValueError, "no function " + name);
  return *found;
}

std::shared_ptr<RelayLiteThreads> NativeLibrary::getThreads() const {
  int32_t count = std::min<int32_t>(
      module->max_threads, llvm::hardware_concurrency().compute_thread_count());
  if (count < 2)
    return nullptr;
  std::lock_guard<std::mutex> lock(threadsMutex);
  if (threadsProcess == getpid())
    return threads;
  threadsProcess = getpid();
  // Those of a parent process cannot be ended.
  threads.reset(module->create_threads(count),
                [destroy = module->destroy_threads, process = threadsProcess,
                 library = handle](RelayLiteThreads *ended) {
                  if (process == getpid())
                    destroy(ended);
                });
  return threads;
}

static DLDataType toDLPack(DType dtype) {
  if (dtype.isBool())
    return {kDLBool, 8, 1};
  return {dtype.code, dtype.bits, dtype.lanes};
}

static DType fromDLPack(DLDataType dtype) {
  if (dtype.code == kDLBool)
    return DType::boolean();
  return {dtype.code, dtype.bits, dtype.lanes};
}

// A tensor of the bytes; the shape has to live as long.
static DLTensor makeTensor(const NDArray &array) {
  return {const_cast<char *>(array.getBytes().data()),
          {kDLCPU, 0},
          int32_t(array.getShape().size()),
          toDLPack(array.getDType()),
          const_cast<int64_t *>(array.getShape().data()),
          /*strides=*/nullptr,
          /*byte_offset=*/0};
}

// The array, or a copy whose elements are aligned.
static NDArray align(const NDArray &array) {
  auto address = reinterpret_cast<uintptr_t>(array.getBytes().data());
  if (address % array.getDType().getByteSize() == 0)
    return array;
  return NDArray::copy(array.getDType(), array.getShape(), array.getBytes());
}

static NDArray allocateOutput(DType dtype, llvm::ArrayRef<int64_t> shape) {
  std::optional<uint64_t> size = NDArray::computeByteSize(dtype, shape);
  std::shared_ptr<void> buffer = size ? allocateBuffer(*size) : nullptr;
  if (!buffer)
    throw std::bad_alloc();
  auto *data = static_cast<const char *>(buffer.get());
  return NDArray::share(dtype, shape, {data, size_t(*size)}, buffer);
}

// Raises what a function has said. Foreign ones may say nothing.
static void raiseStatus(int32_t status, RelayLiteContext &context,
                        const std::string &name) {
  if (status == RELAYLITE_OK)
    return;
  if (status == RELAYLITE_OUT_OF_MEMORY)
    throw std::bad_alloc();
  context.message[sizeof context.message - 1] = 0;
  std::string message = context.message;
  if (message.empty())
    message = name + " has failed with the status " + std::to_string(status);
  if (status == RELAYLITE_INVALID_ARGUMENT)
    raise(getPythonTypes().argumentError, message);
  raiseTVMError(message);
}

static nb::list toList(std::vector<NDArray> &arrays) {
  nb::list results;
  for (NDArray &array : arrays)
    results.append(nb::cast(NDArrayObject{std::move(array)}));
  return results;
}

nb::list NativeLibrary::callSymbol(
    const std::string &symbol, nb::list arguments,
    const std::vector<std::pair<std::vector<int64_t>, std::string>> &types)
    const {
  auto function = reinterpret_cast<RelayLiteFunctionPointer>(
      dlsym(handle.get(), symbol.c_str()));
  if (!function)
    raise(PyExc_ValueError, "no function " + symbol);
  std::vector<NDArray> inputs, outputs;
  std::vector<DLTensor> inputTensors, outputTensors;
  for (nb::handle argument : arguments)
    inputs.push_back(align(getNDArray(argument)));
  for (const auto &[shape, name] : types) {
    std::optional<DType> dtype = DType::parse(name);
    if (!dtype)
      raise(PyExc_ValueError, "unknown element type " + name);
    outputs.push_back(allocateOutput(*dtype, shape));
  }
  for (const NDArray &input : inputs)
    inputTensors.push_back(makeTensor(input));
  for (const NDArray &output : outputs)
    outputTensors.push_back(makeTensor(output));
  RelayLiteContext context = {};
  int32_t status = RELAYLITE_OK;
  {
    ScopedWork work;
    status = function(&context, inputTensors.data(), outputTensors.data());
  }
  raiseStatus(status, context, symbol);
  return toList(outputs);
}

nb::list NativeLibrary::call(const std::string &name,
                             nb::list arguments) const {
  const RelayLiteFunctionInfo &function = getFunction(name);
  if (arguments.size() != size_t(function.num_inputs))
    raise(getPythonTypes().argumentError,
          "the function takes " + std::to_string(function.num_inputs) +
              " arrays, but got " + std::to_string(arguments.size()));
  std::vector<NDArray> inputs, outputs;
  std::vector<DLTensor> inputTensors, outputTensors(function.num_outputs);
  for (nb::handle argument : arguments)
    inputs.push_back(align(getNDArray(argument)));
  for (const NDArray &input : inputs)
    inputTensors.push_back(makeTensor(input));
  if (!function.allocates_outputs) {
    for (int32_t i = 0; i < function.num_outputs; ++i)
      outputs.push_back(allocateOutput(
          fromDLPack(function.outputs[i].dtype),
          {function.outputs[i].shape, size_t(function.outputs[i].ndim)}));
    llvm::transform(outputs, outputTensors.begin(), makeTensor);
  }
  RelayLiteContext context = {};
  std::shared_ptr<RelayLiteThreads> shared = getThreads();
  context.threads = shared.get();
  int32_t status = RELAYLITE_OK;
  std::shared_ptr<void> workspace;
  if (function.workspace_size) {
    workspace = allocateBuffer(function.workspace_size);
    if (!workspace)
      throw std::bad_alloc();
    context.workspace = workspace.get();
    context.workspace_size = function.workspace_size;
  }
  {
    ScopedWork work;
    status = function.call(&context, inputTensors.data(), outputTensors.data());
  }
  raiseStatus(status, context, name);
  if (function.allocates_outputs)
    for (DLTensor &tensor : outputTensors) {
      // The library that frees it has to stay.
      std::shared_ptr<const void> owner(
          tensor.data, [free = module->free_output, library = handle,
                        tensor](const void *) mutable { free(&tensor); });
      DType dtype = fromDLPack(tensor.dtype);
      llvm::ArrayRef<int64_t> shape(tensor.shape, tensor.ndim);
      const char *data =
          static_cast<const char *>(tensor.data) + tensor.byte_offset;
      size_t size = *NDArray::computeByteSize(dtype, shape);
      outputs.push_back(NDArray::share(dtype, shape, {data, size}, owner));
    }
  return toList(outputs);
}

void python::bindCompilation(nb::module_ &m) {
  m.def(
      "check_target",
      [](const std::string &triple, const std::string &cpu,
         const std::string &features) {
        auto machine = createTargetMachine({triple, cpu, features});
        if (!machine)
          raiseTVMError(llvm::toString(machine.takeError()));
      },
      nb::arg("triple"), nb::arg("cpu"), nb::arg("features"),
      "A TVMError if LLVM has no such triple, CPU or feature.");
  m.def(
      "get_channel_block",
      [](const std::string &triple, const std::string &cpu,
         const std::string &features) {
        auto block = getChannelBlock({triple, cpu, features});
        if (!block)
          raiseTVMError(llvm::toString(block.takeError()));
        return *block;
      },
      nb::arg("triple"), nb::arg("cpu"), nb::arg("features"),
      "The size of the blocks of channels that suit a machine; 0 for none.");
  nb::class_<CompiledModule>(m, "CompiledModule", "The code of a module.")
      .def("emit", emit, nb::arg("form"),
           "The code as bytes: an object file, assembly or LLVM IR. Can be "
           "asked for once, like write_library.")
      .def("write_library", writeLibrary, nb::arg("path"),
           nb::arg("linker") = "",
           nb::arg("libraries") = std::vector<std::string>(),
           "Writes a shared library, which is linked with others.")
      .def_prop_ro(
          "header",
          [](const CompiledModule &self) { return self.getHeader().str(); })
      .def_prop_ro("description", [](const CompiledModule &self) {
        return self.getDescription().str();
      });
  m.def("compile_module", compile, nb::arg("mod"), nb::arg("name"),
        nb::arg("triple") = "", nb::arg("cpu") = "", nb::arg("features") = "",
        nb::arg("internal") = std::vector<std::string>(),
        nb::arg("externals") = std::map<std::string, std::string>(),
        nb::arg("threads") = 1,
        nb::arg("data") = std::map<std::string, nb::list>(),
        "The code of a module; functions that are internal are not to be "
        "called from outside. `externals` are the names of the C functions of "
        "external functions, by global_symbol. At most `threads` share the "
        "work of a call. For each of `data` there is a function that returns "
        "its arrays.");
  m.def("lift_constants", liftConstants, nb::arg("mod"), nb::arg("prefix"),
        nb::arg("byte_limit") = 0,
        "The module whose `main` has its constants outside function literals "
        "as further parameters, and these constants by name.",
        nb::sig("def lift_constants(mod: IRModule, prefix: str, byte_limit: "
                "int = 0) -> tuple[IRModule, dict[str, NDArray]]"));
  m.def(
      "set_progress_delay",
      [](int64_t milliseconds) {
        BuildProgress::delay = std::chrono::milliseconds(milliseconds);
      },
      nb::arg("milliseconds"),
      "Sets after how long native builds show on a terminal how far they are.");
  nb::class_<NativeLibrary>(m, "NativeLibrary", "A library that is loaded.")
      .def(nb::init<const std::string &>(), nb::arg("path"))
      .def(nb::init<CompiledModule &>(), nb::arg("code"),
           "Links the code of a module for this machine, which cannot be asked "
           "for afterwards.")
      .def_prop_ro("description", &NativeLibrary::getDescription)
      .def("call", &NativeLibrary::call, nb::arg("name"), nb::arg("arguments"))
      .def("has_symbol", &NativeLibrary::hasSymbol, nb::arg("symbol"),
           "Whether there is a C function or a variable.")
      .def("call_symbol", &NativeLibrary::callSymbol, nb::arg("symbol"),
           nb::arg("arguments"), nb::arg("types"),
           "Calls a C function with the type RelayLiteFunctionPointer; `types` "
           "are the shapes and element types of its results.");
}
