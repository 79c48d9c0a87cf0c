//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flags of tools that make the pass context.
//
//===----------------------------------------------------------------------===//

#include "PassContextFlags.h"
#include "RelayLite/Pass/Instruments.h"
#include "RelayLite/Pass/PassConfig.h"
#include "RelayLite/Pass/PassContextSettings.h"
#include "RelayLite/Pass/PassRegistry.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/ManagedStatic.h"

namespace mlir::relay::pass {
using llvm::Error;
using llvm::Expected;
namespace cl = llvm::cl;

/// The help of the flag that takes names of passes first.
static std::string describeDisabled() {
  std::string text = "Passes that relay-sequential does not run: ";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(listPasses(), os,
                        [&](const PassEntry &entry) { os << entry.info.name; });
  os << ", or an argument of a pass";
  return text;
}

namespace {
struct Flags {
  cl::OptionCategory category{"Relay pass context"};
  std::string disabledHelp = describeDisabled();
  cl::opt<int> optLevel{
      "relay-opt-level",
      cl::desc(
          "Level of the pass context (default 2): relay-sequential runs no "
          "passes of higher levels"),
      cl::value_desc("level"), cl::init(2), cl::cat(category)};
  cl::list<std::string> disabled{"relay-disable-pass", cl::CommaSeparated,
                                 cl::desc(disabledHelp), cl::value_desc("name"),
                                 cl::cat(category)};
  cl::list<std::string> required{
      "relay-require-pass", cl::CommaSeparated,
      cl::desc(
          "Passes that relay-sequential runs whatever their level, and that "
          "no instrument can veto"),
      cl::value_desc("name"), cl::cat(category)};
  cl::list<std::string> config{"relay-config",
                               cl::desc("Option of the pass context"),
                               cl::value_desc("key=value"), cl::cat(category)};
  std::string help =
      "Instruments around passes: " + llvm::join(getInstrumentNames(), ", ");
  cl::list<std::string> instruments{"relay-instrument", cl::desc(help),
                                    cl::value_desc("name"), cl::cat(category)};
  cl::opt<std::string> bisectLimit{
      "relay-bisect-limit",
      cl::desc("How many of the passes that may be left out run"),
      cl::value_desc("number"), cl::cat(category)};
  cl::opt<bool> listPasses{"relay-list-passes",
                           cl::desc("List the passes of RelayLite"),
                           cl::cat(category)};
  cl::opt<bool> listConfigs{"relay-list-configs",
                            cl::desc("List the options of the pass context"),
                            cl::cat(category)};

  bool areGiven() const {
    return optLevel.getNumOccurrences() || !disabled.empty() ||
           !required.empty() || !config.empty() || !instruments.empty() ||
           bisectLimit.getNumOccurrences();
  }
};
} // namespace

static llvm::ManagedStatic<Flags> flags;

void registerPassContextFlags() { *flags; }

static void printPasses(raw_ostream &os) {
  os << llvm::formatv("{0,-24} {1,-32} {2,5} {3,-10} {4,-16} {5}\n", "Name",
                      "Argument", "Level", "Kind", "Required", "Summary");
  static constexpr StringLiteral kinds[] = {"module", "function", "lowered",
                                            "sequential"};
  for (const PassEntry &entry : listPasses())
    os << llvm::formatv(
        "{0,-24} {1,-32} {2,5} {3,-10} {4,-16} {5}\n", entry.info.name,
        entry.argument.empty() ? "-" : entry.argument, entry.info.optLevel,
        kinds[unsigned(entry.kind)],
        entry.info.required.empty() ? "-"
                                    : llvm::join(entry.info.required, ","),
        entry.summary);
}

static void printConfigs(raw_ostream &os) {
  os << llvm::formatv("{0,-48} {1,-16} {2}\n", "Key", "Type", "Help");
  for (const ConfigOption &option : listConfigOptions()) {
    os << llvm::formatv("{0,-48} {1,-16} {2}\n", option.key,
                        option.getTypeName(), option.help);
    for (const ConfigField &field : option.fields) {
      std::string help;
      llvm::raw_string_ostream(help)
          << field.help << " (default " << field.defaultValue << ")";
      ConfigOption type{field.name, field.type, ""};
      os << llvm::formatv("{0,-48} {1,-16} {2}\n",
                          option.key + "." + field.name, type.getTypeName(),
                          help);
    }
  }
}

bool printPassLists(raw_ostream &os) {
  if (flags->listPasses)
    printPasses(os);
  if (flags->listConfigs)
    printConfigs(os);
  return flags->listPasses || flags->listConfigs;
}

Expected<std::shared_ptr<PassContext>>
createPassContextFromFlags(raw_ostream &os) {
  if (!flags->areGiven())
    return nullptr;
  PassContextSettings settings{flags->disabled, flags->required, flags->config,
                               flags->instruments};
  if (flags->bisectLimit.getNumOccurrences())
    settings.instruments.push_back("bisect=" + flags->bisectLimit);
  PassContextOptions options;
  options.optLevel = flags->optLevel;
  if (Error error = applySettings(settings, options, os))
    return std::move(error);
  return PassContext::create(std::move(options));
}

LogicalResult applyPassContextFlags(OpPassManager &pm,
                                    const PassContext &context,
                                    raw_ostream &os) {
  bool isLevelGiven = flags->optLevel.getNumOccurrences();
  if (!isLevelGiven && context.getConfig().empty())
    return success();
  bool isConfigured = false;
  auto configure = [&](const ConfigurableOption &option) {
    if (isLevelGiven || option.key != contextLevelKey)
      isConfigured |= context.configure(option);
  };
  ConfigScope scope(configure);
  // Options of what is nested can only be reached when it is made.
  std::string text;
  llvm::raw_string_ostream stream(text);
  pm.printAsTextualPipeline(stream);
  FailureOr<OpPassManager> configured = parsePassPipeline(text, os);
  if (failed(configured))
    return failure();
  if (isConfigured)
    pm = std::move(*configured);
  return success();
}

} // namespace mlir::relay::pass
