//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Object files -> shared libraries, by a C compiler or a linker of the system.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/CompiledModule/CompiledModule.h"
#include "RelayLite/Support/OutputFile.h"
#include "mlir/Support/Timing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;
using mlir::TimingScope;

static Error makeTemporary(StringRef suffix, SmallVectorImpl<char> &path) {
  if (std::error_code error =
          sys::fs::createTemporaryFile("relay-lite", suffix, path))
    return createStringError("cannot make a temporary file: " +
                             error.message());
  return Error::success();
}

namespace {
/// A program that links, which is a C compiler or a linker itself.
class Linker {
public:
  /// Return the program `name`, or the first in PATH that links for `triple`
  /// if `name` is empty.
  static Expected<Linker> find(StringRef name, const Triple &triple);

  /// Add an option of the linker, whose words are separated by commas.
  void addOption(StringRef option) {
    if (isCompiler)
      arguments.push_back(("-Wl," + option).str());
    else
      for (StringRef word : split(option, ','))
        arguments.push_back(word.str());
  }
  /// Add a library or an object of an external compiler. A shared library is
  /// found beside the output, too.
  void addLibrary(StringRef library);
  void addObject(StringRef path) { arguments.push_back(path.str()); }
  /// Add the library `name` of the system.
  void addSystemLibrary(StringRef name);
  Error run(StringRef output);

private:
  Linker(std::string program, StringRef name)
      : program(std::move(program)), arguments({name.str(), "-shared"}),
        isCompiler(!sys::path::filename(name).starts_with("ld")) {
    if (isCompiler)
      arguments.push_back("-nostdlib");
  }

  std::string program;
  std::vector<std::string> arguments;
  bool isCompiler;
};
} // namespace

Expected<Linker> Linker::find(StringRef name, const Triple &triple) {
  SmallVector<std::string> names = {name.str()};
  if (name.empty() &&
      triple.getArch() == Triple(sys::getDefaultTargetTriple()).getArch())
    names = {"cc", "gcc", "ld.lld", "clang"};
  else if (name.empty())
    names = {
        (Triple::getArchTypeName(triple.getArch()) + "-linux-gnu-gcc").str()};
  for (const std::string &candidate : names)
    if (ErrorOr<std::string> program = sys::findProgramByName(candidate))
      return Linker(std::move(*program), candidate);
  return createStringError("no C compiler '" + join(names, "' or '") +
                           "' to link with");
}

void Linker::addLibrary(StringRef library) {
  SmallString<128> path(library);
  (void)sys::fs::make_absolute(path);
  addObject(path);
  StringRef extension = sys::path::extension(path);
  if (extension != ".o" && extension != ".a")
    addOption(("-rpath,$ORIGIN:" + sys::path::parent_path(path)).str());
}

void Linker::addSystemLibrary(StringRef name) {
  if (isCompiler) {
    arguments.push_back(("-l" + name).str());
    return;
  }
  // A linker knows no folders. Without a compiler, there may be nothing but the
  // libraries that programs load.
  for (StringRef folder : {"/lib64", "/usr/lib64", "/lib", "/usr/lib"})
    arguments.push_back(("-L" + folder).str());
  std::string multiarch =
      (Triple::getArchTypeName(
           Triple(sys::getDefaultTargetTriple()).getArch()) +
       "-linux-gnu")
          .str();
  arguments.push_back("-L/lib/" + multiarch);
  arguments.push_back("-L/usr/lib/" + multiarch);
  arguments.push_back(("-l:lib" + name + ".so.6").str());
}

Error Linker::run(StringRef output) {
  append_values(arguments, "-o", output.str());
  SmallString<128> log;
  if (Error error = makeTemporary("log", log))
    return error;
  FileRemover remover(log);
  std::optional<StringRef> redirects[] = {std::nullopt, StringRef(log),
                                          StringRef(log)};
  std::string message;
  if (sys::ExecuteAndWait(
          program, SmallVector<StringRef>(arguments.begin(), arguments.end()),
          std::nullopt, redirects, 0, 0, &message) == 0)
    return Error::success();
  if (ErrorOr<std::unique_ptr<MemoryBuffer>> text = MemoryBuffer::getFile(log))
    message += (*text)->getBuffer().trim();
  return createStringError("'" + arguments.front() +
                           "' cannot link the library: " + message);
}

namespace {
/// Objects to link, in temporary files that are removed at the end.
struct ObjectFiles {
  ~ObjectFiles() {
    for (const std::string &path : paths)
      (void)sys::fs::remove(path);
  }

  /// Write `content` to a new file.
  Error write(StringRef content) {
    SmallString<128> path;
    if (Error error = makeTemporary("o", path))
      return error;
    paths.push_back(path.str().str());
    XXH128_hash_t hash = xxh3_128bits(arrayRefFromStringRef(content));
    id += utohexstr(hash.high64, /*LowerCase=*/true, /*Width=*/16);
    id += utohexstr(hash.low64, /*LowerCase=*/true, /*Width=*/16);
    return mlir::relay::writeFile(path, content);
  }

  std::vector<std::string> paths;
  /// The hashes of the objects.
  std::string id;
};
} // namespace

/// Return a build ID in hexadecimal digits. Linkers take as long for a
/// cryptographic hash of large weights as for everything else.
static std::string getBuildId(const ObjectFiles &objects) {
  XXH128_hash_t hash = xxh3_128bits(arrayRefFromStringRef(objects.id));
  return "0x" + utohexstr(hash.high64, /*LowerCase=*/true, /*Width=*/16) +
         utohexstr(hash.low64, /*LowerCase=*/true, /*Width=*/16);
}

/// Links `objects` and `libraries` to a shared library.
static Error link(const ObjectFiles &objects, StringRef output,
                  const Triple &triple, StringRef name,
                  ArrayRef<std::string> libraries) {
  Expected<Linker> linker = Linker::find(name, triple);
  if (!linker)
    return linker.takeError();
  for (const std::string &object : objects.paths)
    linker->addObject(object);
  for (const std::string &library : libraries)
    linker->addLibrary(library);
  // Objects of others may need the functions of libm.
  if (!libraries.empty()) {
    linker->addOption("--as-needed");
    linker->addSystemLibrary("m");
  }
  // Nothing but libc may be needed besides.
  linker->addSystemLibrary("c");
  for (StringRef option : {"-z,defs", "-z,now", "-z,noexecstack"})
    linker->addOption(option);
  linker->addOption("--build-id=" + getBuildId(objects));
  return linker->run(output);
}

Error mlir::relay::writeSharedLibrary(CompiledModule &compiled, StringRef path,
                                      StringRef linker,
                                      ArrayRef<std::string> libraries,
                                      TimingScope *timing) {
  Expected<std::unique_ptr<OutputFile>> output =
      OutputFile::open(path, /*isExecutable=*/true);
  if (!output)
    return output.takeError();
  Expected<std::vector<std::unique_ptr<MemoryBuffer>>> objects =
      compiled.emitObjects(timing);
  if (!objects)
    return objects.takeError();
  TimingScope linkTiming = timing ? timing->nest("Link") : TimingScope();
  ObjectFiles files;
  for (std::unique_ptr<MemoryBuffer> &object : *objects) {
    if (Error error = files.write(object->getBuffer()))
      return error;
    // Weights take most of the memory.
    object.reset();
  }
  // Linkers replace links and devices, too.
  SmallString<128> libraryPath;
  if (Error error = makeTemporary("so", libraryPath))
    return error;
  FileRemover libraryRemover(libraryPath);
  std::vector<std::string> all(libraries);
  append_range(all, compiled.getLibraries());
  if (Error error =
          link(files, libraryPath,
               compiled.getTargetMachine().getTargetTriple(), linker, all))
    return error;
  if (Error error = (*output)->copyFrom(libraryPath))
    return error;
  return (*output)->keep();
}
