//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line tools, for the scripts that an installed package has.
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "RelayLite/Tools/MainFunctions.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;

using MainFunction = int (*)(int, char **, DialectRegistry &);

static int translate(int argc, char **argv, DialectRegistry &) {
  return RelayTranslateMain(argc, argv);
}

static MainFunction findMainFunction(StringRef name) {
  return llvm::StringSwitch<MainFunction>(name)
      .Case("compare", RelayCompareMain)
      .Case("compile", RelayCompileMain)
      .Case("lsp-server", RelayLspServerMain)
      .Case("opt", RelayOptMain)
      .Case("reduce", RelayReduceMain)
      .Case("run", RelayRunMain)
      .Case("translate", translate)
      .Default(nullptr);
}

void python::bindTools(nb::module_ &m) {
  m.def(
      "run_tool",
      [](const std::string &name, std::vector<std::string> arguments) {
        MainFunction function = findMainFunction(name);
        if (!function)
          throw nb::value_error(("no tool is named '" + name + "'").c_str());
        auto argv = llvm::map_to_vector(
            arguments, [](std::string &argument) { return argument.data(); });
        argv.push_back(nullptr);
        // The tool installs handlers of its own.
        llvm::remove_bad_alloc_error_handler();
        nb::gil_scoped_release release;
        DialectRegistry registry;
        return function(int(arguments.size()), argv.data(), registry);
      },
      nb::arg("name"), nb::arg("arguments"),
      "Run the tool relay-lite-`name` with the arguments of a command line, "
      "the program's name first, and return its exit code. A process runs one "
      "tool.");
}
