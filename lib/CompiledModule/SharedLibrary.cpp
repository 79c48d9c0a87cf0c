//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Object files -> shared libraries, by the C compiler of the system.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/CompiledModule/CompiledModule.h"
#include "RelayLite/Support/OutputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;

/// Add the arguments that link with `library`, of external compilers.
static void addLibrary(const std::string &library,
                       std::vector<std::string> &arguments) {
  SmallString<128> path(library);
  (void)sys::fs::make_absolute(path);
  arguments.push_back(path.str().str());
  StringRef extension = sys::path::extension(path);
  if (extension != ".o" && extension != ".a")
    arguments.push_back("-Wl,-rpath,$ORIGIN:" +
                        sys::path::parent_path(path).str());
}

static Error makeTemporary(StringRef suffix, SmallVectorImpl<char> &path) {
  if (std::error_code error =
          sys::fs::createTemporaryFile("relay-lite", suffix, path))
    return createStringError("cannot make a temporary file: " +
                             error.message());
  return Error::success();
}

/// Links `object` and `libraries` to a shared library.
static Error link(StringRef object, StringRef output, const Triple &triple,
                  StringRef linker, ArrayRef<std::string> libraries) {
  std::string name = linker.str();
  if (name.empty())
    name = triple.getArch() == Triple(sys::getDefaultTargetTriple()).getArch()
               ? "cc"
               : (Triple::getArchTypeName(triple.getArch()) + "-linux-gnu-gcc")
                     .str();
  ErrorOr<std::string> program = sys::findProgramByName(name);
  if (!program)
    return createStringError("no C compiler '" + name + "' to link with");
  SmallString<128> log;
  if (Error error = makeTemporary("log", log))
    return error;
  FileRemover remover(log);
  std::vector<std::string> linked;
  for (const std::string &library : libraries)
    addLibrary(library, linked);
  // Objects of others may need the functions of libm.
  if (!libraries.empty())
    append_values(linked, "-Wl,--as-needed", "-lm");
  SmallVector<StringRef> arguments = {name, "-shared", "-nostdlib", object};
  append_range(arguments, linked);
  // Nothing but libc may be needed besides.
  append_values(arguments, "-lc", "-o", output, "-Wl,-z,defs", "-Wl,-z,now",
                "-Wl,-z,noexecstack", "-Wl,--build-id");
  std::optional<StringRef> redirects[] = {std::nullopt, StringRef(log),
                                          StringRef(log)};
  std::string message;
  if (sys::ExecuteAndWait(*program, arguments, std::nullopt, redirects, 0, 0,
                          &message) == 0)
    return Error::success();
  if (ErrorOr<std::unique_ptr<MemoryBuffer>> text = MemoryBuffer::getFile(log))
    message += (*text)->getBuffer().trim();
  return createStringError("'" + name +
                           "' cannot link the library: " + message);
}

Error mlir::relay::writeSharedLibrary(CompiledModule &compiled, StringRef path,
                                      StringRef linker,
                                      ArrayRef<std::string> libraries) {
  Expected<std::unique_ptr<OutputFile>> output =
      OutputFile::open(path, /*isExecutable=*/true);
  if (!output)
    return output.takeError();
  Expected<std::unique_ptr<MemoryBuffer>> object =
      compiled.emit(CompiledModule::Form::Object);
  if (!object)
    return object.takeError();
  // Linkers replace links and devices, too.
  SmallString<128> objectPath, libraryPath;
  if (Error error = makeTemporary("o", objectPath))
    return error;
  FileRemover objectRemover(objectPath);
  if (Error error = writeFile(objectPath, (*object)->getBuffer()))
    return error;
  if (Error error = makeTemporary("so", libraryPath))
    return error;
  FileRemover libraryRemover(libraryPath);
  std::vector<std::string> all(libraries);
  append_range(all, compiled.getLibraries());
  if (Error error =
          link(objectPath, libraryPath,
               compiled.getTargetMachine().getTargetTriple(), linker, all))
    return error;
  if (Error error = (*output)->copyFrom(libraryPath))
    return error;
  return (*output)->keep();
}
