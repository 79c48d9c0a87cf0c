//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Making instruments from their names on command lines.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Pass/Instruments.h"
#include "RelayLite/Pass/PassRegistry.h"
#include "RelayLite/Support/NearestName.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::pass;
using llvm::createStringError;
using llvm::Expected;

using Instrument = std::shared_ptr<PassInstrument>;

static constexpr StringLiteral forms[] = {"timing",
                                          "timing=json",
                                          "print-before[=<name>,...]",
                                          "print-after[=<name>,...]",
                                          "print-changed",
                                          "print-diff",
                                          "verify",
                                          "op-count",
                                          "bisect=<limit>"};

ArrayRef<StringLiteral> mlir::relay::pass::getInstrumentNames() {
  return forms;
}

/// The text behind `=`, if there is one.
using Argument = std::optional<StringRef>;

static llvm::Error expectArgument(StringRef name, StringRef expected,
                                  Argument argument) {
  std::string given =
      argument ? "'" + argument->str() + "'" : std::string("none");
  return createStringError("expected " + expected +
                           " as the argument of the "
                           "instrument '" +
                           name + "', but got " + given);
}

static Expected<Instrument> createTiming(Argument argument, raw_ostream &os) {
  TimingOptions options;
  options.output = &os;
  if (argument && *argument != "json")
    return expectArgument("timing", "'json' or nothing", argument);
  options.json = argument.has_value();
  return std::make_shared<TimingInstrument>(options);
}

/// The passes of a list of names; all without one.
static Expected<PassFilter> parseFilter(StringRef name, Argument argument) {
  PassFilter filter;
  filter.all = !argument;
  if (!argument)
    return filter;
  SmallVector<StringRef> names;
  argument->split(names, ',');
  for (StringRef pass : names) {
    pass = pass.trim();
    if (pass.empty())
      return expectArgument(name, "names of passes", argument);
    // The default name of Sequentials is in no table.
    if (pass == "sequential") {
      filter.names.push_back(pass.str());
      continue;
    }
    Expected<std::string> known = getPassName(pass);
    if (!known)
      return known.takeError();
    filter.names.push_back(std::move(*known));
  }
  return filter;
}

static Expected<Instrument> createBisect(Argument argument, raw_ostream &os) {
  int64_t limit;
  if (!argument || argument->trim().getAsInteger(10, limit) || limit < -1)
    return expectArgument("bisect", "a number of passes (-1: no limit)",
                          argument);
  return std::make_shared<BisectInstrument>(limit, &os);
}

Expected<Instrument> mlir::relay::pass::createInstrument(StringRef spec,
                                                         raw_ostream &os) {
  auto [name, rest] = spec.split('=');
  name = name.trim();
  Argument argument;
  if (spec.contains('='))
    argument = rest.trim();

  if (name == "timing")
    return createTiming(argument, os);
  if (name == "bisect")
    return createBisect(argument, os);
  PrintIROptions print;
  print.output = &os;
  if (name == "print-before" || name == "print-after") {
    Expected<PassFilter> filter = parseFilter(name, argument);
    if (!filter)
      return filter.takeError();
    (name == "print-before" ? print.before : print.after) = std::move(*filter);
    return std::make_shared<PrintIRInstrument>(std::move(print));
  }

  std::function<Instrument()> make;
  if (name == "print-changed" || name == "print-diff") {
    print.after.all = true;
    print.onlyIfChanged = true;
    print.diff = name == "print-diff";
    make = [&] { return std::make_shared<PrintIRInstrument>(print); };
  } else if (name == "verify") {
    make = [] { return std::make_shared<VerifierInstrument>(); };
  } else if (name == "op-count") {
    make = [&] { return std::make_shared<OpCountInstrument>(&os); };
  }
  if (make) {
    if (argument)
      return expectArgument(name, "nothing", argument);
    return make();
  }

  auto names = llvm::map_to_vector(forms, [](StringRef form) {
    return form.take_until([](char c) { return c == '=' || c == '['; });
  });
  StringRef nearest = getNearestName(name, names);
  return createStringError(
      "unknown instrument '" + name + "'; there are " +
      llvm::join(getInstrumentNames(), ", ") +
      (nearest.empty() ? "" : "; did you mean '" + nearest.str() + "'?"));
}
