//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Version, bug report message and help text of the tools, and their end if
// memory runs out.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/Tool.h"
#include "RelayLite/Config.h"
#include "RelayLite/Support/DebugLog.h"
#include "RelayLite/Support/Excerpt.h"
#include "RelayLite/Support/FileContents.h"
#include "RelayLite/Support/OutputFile.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <cstdlib>
#include <unistd.h>

// Says that an allocation has failed, and exits. Streams would allocate, which
// would call this function again.
static void reportBadAlloc(void *, const char *, bool) {
  static constexpr llvm::StringLiteral message("error: not enough memory\n");
  static std::atomic<bool> isReporting{false};
  if (isReporting.exchange(true))
    std::_Exit(EXIT_FAILURE);
  (void)!::write(STDERR_FILENO, message.data(), message.size());
  // Removes incomplete output.
  llvm::sys::RunInterruptHandlers();
  // Other threads may use what `exit` would destroy.
  std::_Exit(EXIT_FAILURE);
}

/// Adds --debug-only, which LLVM has only where it is built with assertions.
static void addDebugOption() {
  if (llvm::cl::getRegisteredOptions().contains("debug-only"))
    return;
  static llvm::cl::opt<std::string> option(
      "debug-only", llvm::cl::Hidden, llvm::cl::value_desc("debug types"),
      llvm::cl::desc("Print what is logged under these debug types, separated "
                     "by commas"),
      llvm::cl::callback([](const std::string &text) {
        llvm::SmallVector<std::string> types;
        for (llvm::StringRef type : llvm::split(text, ','))
          types.push_back(type.str());
        auto names = llvm::map_to_vector(
            types, [](const std::string &type) { return type.c_str(); });
        llvm::DebugFlag = true;
        llvm::setCurrentDebugTypes(names.data(), names.size());
      }));
}

void mlir::relay::initTool(const char *examples,
                           const llvm::cl::OptionCategory *category) {
  llvm::setBugReportMsg(
      "This is a bug in RelayLite " RELAYLITE_VERSION_STRING
      ". Please report it with the input, the command line and the stack dump "
      "below.\n");
  addDebugOption();
  removeUnfinishedFilesOnSignals();
  // LLVM's own allocations, and those of `new`.
  llvm::install_bad_alloc_error_handler(reportBadAlloc);
  llvm::install_out_of_memory_new_handler();
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "RelayLite " RELAYLITE_VERSION_STRING
          " (LLVM and MLIR " RELAYLITE_LLVM_VERSION_STRING ")\n";
  });
  // MLIR registers its options later.
  for (auto &[name, option] : llvm::cl::getRegisteredOptions()) {
    bool isShown =
        llvm::any_of(option->Categories, [&](llvm::cl::OptionCategory *other) {
          return other == category || other == &llvm::getColorCategory() ||
                 other->getName() == "Generic Options";
        });
    if (!isShown && option->getOptionHiddenFlag() == llvm::cl::NotHidden)
      option->setHiddenFlag(llvm::cl::Hidden);
  }
  static llvm::cl::extrahelp heading("\nEXAMPLES:\n\n");
  static llvm::cl::extrahelp help(examples);
}

bool mlir::relay::isSameFile(StringRef path, StringRef otherPath) {
  return llvm::sys::fs::is_regular_file(path) &&
         llvm::sys::fs::equivalent(path, otherPath);
}

std::unique_ptr<llvm::MemoryBuffer>
mlir::relay::openModuleFile(llvm::StringRef path, std::string *message) {
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      openInputFile(path, resourceAlignment, message);
  if (!buffer)
    return nullptr;
  if (StringRef kind = describeIfNoModule(buffer->getBuffer()); !kind.empty()) {
    *message = ("'" + path +
                "': expected a module as text or bytecode, but got " + kind)
                   .str();
    return nullptr;
  }
  // Standard input may be read to any address.
  if (!isBytecode(buffer->getMemBufferRef()) ||
      llvm::isAddrAligned(resourceAlignment, buffer->getBufferStart()))
    return buffer;
  std::unique_ptr<llvm::WritableMemoryBuffer> aligned =
      llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
          buffer->getBufferSize(), buffer->getBufferIdentifier(),
          resourceAlignment);
  if (!aligned) {
    *message = "not enough memory for " + path.str();
    return nullptr;
  }
  llvm::copy(buffer->getBuffer(), aligned->getBufferStart());
  return aligned;
}

llvm::LogicalResult mlir::relay::reportError(const llvm::Twine &message) {
  llvm::WithColor::error() << shorten(message.str()) << "\n";
  return llvm::failure();
}

/// Returns a pointer to the value of the option `-o` in `arguments`, or null.
/// `prefix` is set to what stands in front of the value.
static char **findOutputFile(llvm::MutableArrayRef<char *> arguments,
                             llvm::StringRef &prefix) {
  for (size_t i = 1; i < arguments.size(); ++i) {
    llvm::StringRef argument = arguments[i], rest = argument;
    if (argument == "--")
      break;
    if (!rest.consume_front("-"))
      continue;
    rest.consume_front("-");
    if (rest == "o" && i + 1 < arguments.size()) {
      prefix = "";
      return &arguments[i + 1];
    }
    if (rest.starts_with("o=")) {
      prefix = argument.take_front(argument.find('=') + 1);
      return &arguments[i];
    }
  }
  return nullptr;
}

llvm::LogicalResult mlir::relay::runDriver(
    int argc, char **argv,
    llvm::function_ref<LogicalResult(int argc, char **argv)> main) {
  llvm::StringRef prefix;
  char **argument = findOutputFile({argv, static_cast<size_t>(argc)}, prefix);
  llvm::StringRef path = argument ? *argument : "-";
  path.consume_front(prefix);
  if (path == "-")
    return main(argc, argv);

  // The driver ends the process if it cannot write.
  removeUnfinishedFilesOnSignals();
  llvm::Expected<std::unique_ptr<OutputFile>> output = OutputFile::open(path);
  if (!output)
    return reportError(llvm::toString(output.takeError()));
  llvm::SmallString<128> temporary;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("relay-lite", "out", temporary))
    return reportError("cannot make a temporary file: " + error.message());
  llvm::FileRemover remover(temporary);
  std::string replacement = (prefix + temporary).str();
  *argument = replacement.data();
  if (failed(main(argc, argv)))
    return failure();
  if (llvm::Error error = (*output)->copyFrom(temporary))
    return reportError(llvm::toString(std::move(error)));
  if (llvm::Error error = (*output)->keep())
    return reportError(llvm::toString(std::move(error)));
  return success();
}

mlir::LogicalResult mlir::relay::loadDialectPlugins(ArrayRef<std::string> paths,
                                                    DialectRegistry &registry) {
  for (const std::string &path : paths) {
    llvm::Expected<DialectPlugin> plugin = DialectPlugin::load(path);
    if (!plugin)
      return reportError(llvm::toString(plugin.takeError()));
    plugin->registerDialectRegistryCallbacks(registry);
  }
  return success();
}
