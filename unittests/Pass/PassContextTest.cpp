//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contexts: construction, config, the stack of each thread, hooks on entering
// and leaving.
//
//===----------------------------------------------------------------------===//

#include "PassTesting.h"
#include "llvm/Support/raw_ostream.h"
#include <thread>

namespace mlir::relay::pass {
namespace {

class PassContextTest : public PassTest {};

TEST_F(PassContextTest, Defaults) {
  std::shared_ptr<PassContext> current = PassContext::current();
  EXPECT_EQ(current->getOptLevel(), 2);
  EXPECT_TRUE(current->getRequiredPasses().empty());
  EXPECT_TRUE(current->getInstruments()->empty());
  // The default of a thread stays the same object.
  EXPECT_EQ(current, PassContext::current());
}

TEST_F(PassContextTest, PrintsAsTVM) {
  PassContextOptions options;
  options.optLevel = 3;
  options.requiredPasses = {"FoldConstant", "A"};
  options.disabledPasses = {"B"};
  options.config = {{"relay.FuseOps.max_depth", 5}};
  std::string text;
  llvm::raw_string_ostream os(text);
  makeContext(options, {"R"})->print(os);
  EXPECT_EQ(text, "Pass context information: \n"
                  "\topt_level: 3\n"
                  "\trequired passes: [\"FoldConstant\", \"A\"]\n"
                  "\tdisabled passes: [\"B\"]\n"
                  "\tinstruments: [R]\n"
                  "\tconfig: {\"relay.FuseOps.max_depth\": 5}\n"
                  "\ttrace stack: []");
}

//===----------------------------------------------------------------------===//
// Config
//===----------------------------------------------------------------------===//

static std::string getError(ConfigMap config) {
  PassContextOptions options;
  options.config = std::move(config);
  llvm::Expected<std::shared_ptr<PassContext>> result =
      PassContext::create(std::move(options));
  return result ? "" : llvm::toString(result.takeError());
}

TEST_F(PassContextTest, ConfigByKey) {
  PassContextOptions options;
  std::string key = "relay.backend.tir_converter", value = "te";
  options.config["relay.FuseOps.max_depth"] = 5;
  options.config["relay.FoldConstant.fold_qnn"] = false;
  options.config["relay.remove_standalone_reshapes.enable"] = 1;
  options.config[key] = value;
  options.config["tir.disable_vectorize"] = true;
  options.config["tir.UnrollLoop"] = llvm::json::Object{{"auto_max_step", 4}};
  options.config["tir.UnrollLoop"].getAsObject()->insert({"auto_max_depth", 2});
  EXPECT_EQ(options.config["relay.FuseOps.max_depth"], ConfigValue(5));
  ConfigMap copy = options.config;
  EXPECT_EQ(copy.size(), 6u);
  // A key that is looked up and not assigned has no value.
  copy["relay.FuseOps.max_depth"] = nullptr;
  EXPECT_EQ(getError(copy), "relay.FuseOps.max_depth is None");
}

TEST_F(PassContextTest, ConfigErrors) {
  std::string unknown = getError({{"relay.x", 1}});
  EXPECT_EQ(unknown.find("invalid config option 'relay.x' candidates are: "),
            0u);
  EXPECT_NE(unknown.find(" ,relay.FuseOps.max_depth ,"), std::string::npos);
  EXPECT_EQ(getError({{"relay.FuseOps.max_dept", 1}}),
            "invalid config option 'relay.FuseOps.max_dept'; did you mean "
            "'relay.FuseOps.max_depth'?");
  EXPECT_EQ(getError({{"relay.FuseOps.max_depth", nullptr}}),
            "relay.FuseOps.max_depth is None");
  EXPECT_EQ(getError({{"relay.FuseOps.max_depth", "5"}}),
            "expect config relay.FuseOps.max_depth to have type IntImm, but "
            "got runtime.String");
  EXPECT_EQ(getError({{"relay.FuseOps.max_depth", 0.5}}),
            "expect config relay.FuseOps.max_depth to have type IntImm, but "
            "got FloatImm");
  EXPECT_EQ(getError({{"relay.FuseOps.max_depth", -1}}),
            "expect config relay.FuseOps.max_depth to be at least 0, but got "
            "-1");
  EXPECT_EQ(getError({{"tir.UnrollLoop", llvm::json::Object{{"x", 1}}}}),
            "config tir.UnrollLoop has no field 'x', its fields are: "
            "auto_max_step, auto_max_depth, auto_max_extent, explicit_unroll");
}

TEST_F(PassContextTest, ConfigValuesAreLegalized) {
  PassContextOptions options;
  // Booleans and integers stand for each other.
  options.config = {
      {"relay.FuseOps.link_params", 1},
      {"relay.FuseOps.max_depth", true},
      {"tir.UnrollLoop", llvm::json::Object{{"auto_max_step", 4}}}};
  std::shared_ptr<PassContext> made = makeContext(options);
  EXPECT_EQ(*made->lookupConfig("relay.FuseOps.link_params"),
            ConfigValue(true));
  EXPECT_EQ(*made->lookupConfig("relay.FuseOps.max_depth"), ConfigValue(1));
  // Fields that are not given have their defaults.
  EXPECT_EQ(*made->lookupConfig("tir.UnrollLoop"),
            ConfigValue(llvm::json::Object{{"auto_max_step", 4},
                                           {"auto_max_depth", 8},
                                           {"auto_max_extent", 0},
                                           {"explicit_unroll", true}}));
  EXPECT_EQ(made->lookupConfig("relay.backend.use_auto_scheduler"), nullptr);
}

TEST_F(PassContextTest, ConfigRegistry) {
  std::vector<std::string> relayKeys;
  std::map<std::string, std::string> types;
  for (const ConfigOption &option : listConfigOptions()) {
    if (StringRef(option.key).starts_with("relay.") &&
        !StringRef(option.key).starts_with("relay.FoldConstant."))
      relayKeys.push_back(option.key);
    types[option.key] = option.getTypeName().str();
  }
  EXPECT_EQ(relayKeys.size(), 32u);
  EXPECT_EQ(types["relay.backend.use_auto_scheduler"], "IntImm");
  EXPECT_EQ(types["relay.backend.tir_converter"], "runtime.String");
  EXPECT_EQ(types["relay.collage.byoc_fusion_style"], "Array");
  EXPECT_EQ(types["tir.UnrollLoop"], "tir.transform.UnrollLoopConfig");
  EXPECT_EQ(types["tir.Simplify"], "tir.transform.SimplifyConfig");
  EXPECT_EQ(types["testing.immutable_module"], "IntImm");

  EXPECT_EQ(toString(registerConfigOption(
                {"test.option", ConfigType::String, "for a test"})),
            "");
  EXPECT_EQ(getError({{"test.option", "value"}}), "");
  EXPECT_EQ(toString(registerConfigOption(
                {"test.option", ConfigType::String, "again"})),
            "the config option 'test.option' is registered twice");
}

TEST_F(PassContextTest, ConfigSettings) {
  ConfigMap config;
  for (StringRef setting :
       {"relay.FuseOps.max_depth=7", "relay.FuseOps.link_params=True",
        "relay.backend.tir_converter=default",
        "relay.collage.byoc_fusion_style=[\"a\",\"b\"]",
        "tir.UnrollLoop.auto_max_step=4", "tir.UnrollLoop.auto_max_depth=2"})
    EXPECT_EQ(toString(parseConfigSetting(setting, config)), "");
  EXPECT_EQ(config.at("relay.FuseOps.max_depth"), ConfigValue(7));
  EXPECT_EQ(config.at("relay.FuseOps.link_params"), ConfigValue(true));
  EXPECT_EQ(config.at("relay.backend.tir_converter"), ConfigValue("default"));
  EXPECT_EQ(config.at("relay.collage.byoc_fusion_style"),
            ConfigValue(llvm::json::Array{"a", "b"}));
  EXPECT_EQ(config.at("tir.UnrollLoop"),
            ConfigValue(llvm::json::Object{{"auto_max_step", 4},
                                           {"auto_max_depth", 2}}));
}

//===----------------------------------------------------------------------===//
// Stack
//===----------------------------------------------------------------------===//

TEST_F(PassContextTest, NestingReplaces) {
  PassContextOptions options;
  options.optLevel = 4;
  options.disabledPasses = {"A"};
  options.config = {{"relay.FuseOps.max_depth", 5}};
  std::shared_ptr<PassContext> outer = makeContext(options, {"R"});
  std::shared_ptr<PassContext> inner = llvm::cantFail(PassContext::create());
  std::shared_ptr<PassContext> fallback = PassContext::current();
  {
    auto outerScope = llvm::cantFail(PassContextScope::enter(outer));
    EXPECT_EQ(PassContext::current(), outer);
    EXPECT_EQ(takeLog(), Log{"enter R"});
    {
      auto innerScope = llvm::cantFail(PassContextScope::enter(inner));
      EXPECT_EQ(PassContext::current(), inner);
      // Nothing of the outer one is left, not even its instruments.
      EXPECT_EQ(PassContext::current()->getOptLevel(), 2);
      EXPECT_TRUE(PassContext::current()->getDisabledPasses().empty());
      EXPECT_EQ(PassContext::current()->lookupConfig("relay.FuseOps.max_depth"),
                nullptr);
      EXPECT_TRUE(succeeded(makePass("A")(*module)));
      EXPECT_EQ(takeLog(), Log{"run A"});
    }
    EXPECT_EQ(PassContext::current(), outer);
  }
  EXPECT_EQ(takeLog(), Log{"exit R"});
  EXPECT_EQ(PassContext::current(), fallback);
}

/// Writes down which context is the current one in its hooks.
class Witness : public PassInstrument {
public:
  Witness() : PassInstrument("Witness") {}
  LogicalResult enterPassContext() override {
    atEnter = PassContext::current();
    return success();
  }
  LogicalResult exitPassContext() override {
    atExit = PassContext::current();
    return success();
  }
  std::shared_ptr<PassContext> atEnter, atExit;
};

TEST_F(PassContextTest, HooksRunBeforeThePushAndAfterThePop) {
  auto witness = std::make_shared<Witness>();
  PassContextOptions options;
  options.instruments = {witness};
  std::shared_ptr<PassContext> made = makeContext(options);
  std::shared_ptr<PassContext> fallback = PassContext::current();
  EXPECT_EQ(toString(made->enter()), "");
  EXPECT_EQ(toString(made->exit()), "");
  EXPECT_EQ(witness->atEnter, fallback);
  EXPECT_EQ(witness->atExit, fallback);
}

TEST_F(PassContextTest, OnlyTheTopCanBeLeft) {
  static const char message[] =
      "the pass context to exit is not the current one of this thread";
  std::shared_ptr<PassContext> outer = makeContext({}, {"R"});
  std::shared_ptr<PassContext> inner = llvm::cantFail(PassContext::create());
  EXPECT_EQ(toString(outer->exit()), message);
  EXPECT_EQ(toString(outer->enter()), "");
  EXPECT_EQ(toString(inner->enter()), "");
  takeLog();
  EXPECT_EQ(toString(outer->exit()), message);
  // It is still there, and no hook has run.
  EXPECT_EQ(takeLog(), Log{});
  EXPECT_EQ(PassContext::current(), inner);
  // Nor can another thread leave it.
  std::string elsewhere;
  std::thread([&] { elsewhere = toString(inner->exit()); }).join();
  EXPECT_EQ(elsewhere, message);
  EXPECT_EQ(toString(inner->exit()), "");
  EXPECT_EQ(toString(outer->exit()), "");
}

TEST_F(PassContextTest, TheSameContextTwice) {
  std::shared_ptr<PassContext> made = makeContext({}, {"R"});
  EXPECT_EQ(toString(made->enter()), "");
  EXPECT_EQ(toString(made->enter()), "");
  EXPECT_EQ(toString(made->exit()), "");
  EXPECT_EQ(PassContext::current(), made);
  EXPECT_EQ(toString(made->exit()), "");
  EXPECT_EQ(takeLog(), (Log{"enter R", "enter R", "exit R", "exit R"}));
}

TEST_F(PassContextTest, EachThreadHasItsStack) {
  std::shared_ptr<PassContext> made = makeContext({}, {"R"});
  std::shared_ptr<PassContext> fallback = PassContext::current();
  auto scope = llvm::cantFail(PassContextScope::enter(made));
  std::shared_ptr<PassContext> elsewhere;
  std::thread([&] { elsewhere = PassContext::current(); }).join();
  EXPECT_NE(elsewhere, made);
  EXPECT_NE(elsewhere, fallback);
  EXPECT_EQ(elsewhere->getOptLevel(), 2);
}

TEST_F(PassContextTest, AScopeIsLeftOnce) {
  auto scope = llvm::cantFail(PassContextScope::enter(makeContext({}, {"R"})));
  EXPECT_EQ(toString(scope.exit()), "");
  EXPECT_EQ(toString(scope.exit()), "the pass context has been exited already");
  EXPECT_EQ(takeLog(), (Log{"enter R", "exit R"}));
  EXPECT_EQ(toString(PassContextScope::enter(nullptr).takeError()),
            "expected a pass context, but got a null pointer");
}

//===----------------------------------------------------------------------===//
// Hooks that fail
//===----------------------------------------------------------------------===//

TEST_F(PassContextTest, EnterFails) {
  std::shared_ptr<PassContext> fallback = PassContext::current();
  std::shared_ptr<PassContext> made = makeContext({}, {"A", "B", "C", "D"});
  recorders[2]->failIn("enter", Recorder::Failure::Fail);
  EXPECT_EQ(toString(made->enter()),
            "the instrument 'C' failed to enter the pass context");
  // Those entered are left from the last to the first; the rest never entered.
  EXPECT_EQ(takeLog(),
            (Log{"enter A", "enter B", "enter C", "exit B", "exit A"}));
  EXPECT_TRUE(made->getInstruments()->empty());
  EXPECT_EQ(PassContext::current(), fallback);
}

TEST_F(PassContextTest, EnterThrows) {
  std::shared_ptr<PassContext> fallback = PassContext::current();
  std::shared_ptr<PassContext> made = makeContext({}, {"A", "B", "C"});
  recorders[1]->failIn("enter", Recorder::Failure::Throw);
  // Another failure while leaving does not matter.
  recorders[0]->failIn("exit", Recorder::Failure::Throw);
  EXPECT_THROW(llvm::cantFail(made->enter()), std::runtime_error);
  EXPECT_EQ(takeLog(), (Log{"enter A", "enter B", "exit A"}));
  EXPECT_TRUE(made->getInstruments()->empty());
  EXPECT_EQ(PassContext::current(), fallback);
}

TEST_F(PassContextTest, ExitFails) {
  for (auto how : {Recorder::Failure::Fail, Recorder::Failure::Throw}) {
    std::shared_ptr<PassContext> fallback = PassContext::current();
    std::shared_ptr<PassContext> made = makeContext({}, {"A", "B", "C"});
    recorders[1]->failIn("exit", how);
    llvm::cantFail(made->enter());
    takeLog();
    if (how == Recorder::Failure::Fail) {
      EXPECT_EQ(toString(made->exit()),
                "the instrument 'B' failed to exit the pass context");
    } else {
      EXPECT_THROW(llvm::cantFail(made->exit()), std::runtime_error);
    }
    EXPECT_EQ(takeLog(), (Log{"exit A", "exit B"}));
    EXPECT_TRUE(made->getInstruments()->empty());
    EXPECT_EQ(PassContext::current(), fallback);
  }
}

TEST_F(PassContextTest, ADestructorDoesNotThrow) {
  std::shared_ptr<PassContext> fallback = PassContext::current();
  std::shared_ptr<PassContext> made = makeContext({}, {"A"});
  recorders[0]->failIn("exit", Recorder::Failure::Throw);
  testing::internal::CaptureStderr();
  {
    auto scope = llvm::cantFail(PassContextScope::enter(made));
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "warning: an instrument threw: exit of A\n");
  EXPECT_EQ(PassContext::current(), fallback);
}

//===----------------------------------------------------------------------===//
// overrideInstruments
//===----------------------------------------------------------------------===//

TEST_F(PassContextTest, OverrideInstruments) {
  std::shared_ptr<PassContext> made = makeContext({}, {"A", "B"});
  auto scope = llvm::cantFail(PassContextScope::enter(made));
  takeLog();
  auto other = std::make_shared<Recorder>("C", log);
  EXPECT_EQ(toString(made->overrideInstruments({other})), "");
  EXPECT_EQ(takeLog(), (Log{"exit A", "exit B", "enter C"}));
  EXPECT_TRUE(succeeded(makePass("P")(*module)));
  EXPECT_EQ(takeLog(), (Log{"should C P", "before C P", "run P", "after C P"}));
  EXPECT_EQ(toString(made->overrideInstruments({})), "");
  EXPECT_EQ(takeLog(), Log{"exit C"});
  EXPECT_EQ(toString(made->overrideInstruments({nullptr})),
            "expected instruments, but got a null pointer");
}

TEST_F(PassContextTest, OverrideAContextThatIsNotEntered) {
  std::shared_ptr<PassContext> made = makeContext({}, {"A"});
  auto other = std::make_shared<Recorder>("B", log);
  EXPECT_EQ(toString(made->overrideInstruments({other})), "");
  EXPECT_EQ(takeLog(), (Log{"exit A", "enter B"}));
}

TEST_F(PassContextTest, OverrideWhereExitFails) {
  std::shared_ptr<PassContext> made = makeContext({}, {"A", "B"});
  recorders[0]->failIn("exit", Recorder::Failure::Throw);
  auto other = std::make_shared<Recorder>("C", log);
  EXPECT_THROW(llvm::cantFail(made->overrideInstruments({other})),
               std::runtime_error);
  // The new ones are not installed.
  EXPECT_EQ(takeLog(), Log{"exit A"});
  EXPECT_TRUE(made->getInstruments()->empty());
}

TEST_F(PassContextTest, OverrideWhereEnterFails) {
  std::shared_ptr<PassContext> made = makeContext({}, {"A"});
  auto first = std::make_shared<Recorder>("B", log);
  auto second = std::make_shared<Recorder>("C", log);
  second->failIn("enter", Recorder::Failure::Fail);
  EXPECT_EQ(toString(made->overrideInstruments({first, second})),
            "the instrument 'C' failed to enter the pass context");
  EXPECT_EQ(takeLog(), (Log{"exit A", "enter B", "enter C", "exit B"}));
  EXPECT_TRUE(made->getInstruments()->empty());
}

} // namespace
} // namespace mlir::relay::pass
