//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of passes: lookup, registration, lists.
//
//===----------------------------------------------------------------------===//

#include "PassTesting.h"

namespace mlir::relay::pass {
namespace {

class PassRegistryTest : public PassTest {
protected:
  static std::string getError(StringRef name, StringRef options = "") {
    llvm::Expected<Pass> pass = getPass(name, options);
    return pass ? "" : llvm::toString(pass.takeError());
  }
  static std::string getListError(StringRef list) {
    llvm::Expected<std::vector<Pass>> passes = parsePassList(list);
    return passes ? "" : llvm::toString(passes.takeError());
  }
};

TEST_F(PassRegistryTest, Names) {
  for (StringRef name : {"FoldConstant", "transform.FoldConstant",
                         "relay._transform.FoldConstant", " FoldConstant ",
                         "relay-fold-constant"}) {
    llvm::Expected<Pass> pass = getPass(name);
    ASSERT_TRUE(bool(pass)) << llvm::toString(pass.takeError());
    EXPECT_EQ(pass->getInfo().name, "FoldConstant");
    EXPECT_EQ(pass->getInfo().optLevel, 2);
    EXPECT_EQ(pass->getKind(), PassKind::Function);
  }
  EXPECT_EQ(llvm::cantFail(getPass("tir.transform.UnrollLoop")).getInfo().name,
            "tir.UnrollLoop");
  std::optional<PassEntry> entry = lookupPass("SimplifyInference");
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->argument, "relay-simplify-inference");
  EXPECT_EQ(entry->info.required, std::vector<std::string>{"InferType"});
}

TEST_F(PassRegistryTest, EveryEntryCanBeMade) {
  for (const PassEntry &entry : listPasses()) {
    EXPECT_EQ(getError(entry.info.name), "") << entry.info.name;
    if (!entry.argument.empty()) {
      EXPECT_EQ(lookupPass(entry.argument)->info.name, entry.info.name);
      EXPECT_FALSE(entry.summary.empty()) << entry.info.name;
    }
  }
}

TEST_F(PassRegistryTest, OptionsAsValues) {
  auto make = [](ConfigMap options) {
    llvm::Expected<Pass> pass = getPass("FuseOps", std::move(options));
    return pass ? "" : llvm::toString(pass.takeError());
  };
  EXPECT_EQ(make({{"max-depth", 1}, {"link-params", true}}), "");
  EXPECT_EQ(make({{"max-deep", 1}}),
            "the pass 'FuseOps' has no option 'max-deep' that takes a value");
  EXPECT_EQ(make({{"max-depth", "1"}}),
            "expect config option max-depth to have type IntImm, but got "
            "runtime.String");
  EXPECT_EQ(make({{"max-depth", -1}}),
            "expect config option max-depth to be at least 0, but got -1");
}

TEST_F(PassRegistryTest, StockPasses) {
  llvm::Expected<Pass> pass = getPass("canonicalize", "max-iterations=2");
  ASSERT_TRUE(bool(pass)) << llvm::toString(pass.takeError());
  EXPECT_EQ(pass->getInfo().name, "canonicalize");
  EXPECT_EQ(pass->getInfo().optLevel, 0);
  EXPECT_TRUE(pass->getInfo().required.empty());
  EXPECT_EQ(pass->getKind(), PassKind::Module);
  EXPECT_FALSE(lookupPass("canonicalize"));
}

// Its pipeline is made when the pass is, but the context is that of the call.
TEST_F(PassRegistryTest, SequentialInPipelineReadsCurrentContext) {
  Pass pass =
      llvm::cantFail(getPass("relay-sequential", "passes=FoldConstant"));
  for (int level : {2, 1}) {
    Log log;
    PassContextOptions options;
    options.optLevel = level;
    options.instruments = {std::make_shared<Recorder>("r", log)};
    auto scope = llvm::cantFail(PassContextScope::enter(
        llvm::cantFail(PassContext::create(std::move(options)))));
    EXPECT_TRUE(succeeded(pass(*module)));
    EXPECT_EQ(llvm::is_contained(log, "before r FoldConstant"), level == 2);
  }
}

TEST_F(PassRegistryTest, UnknownNames) {
  EXPECT_EQ(getError("FoldConst"),
            "unknown pass 'FoldConst'; did you mean 'FoldConstant'?");
  EXPECT_EQ(getError("foldconstant"),
            "unknown pass 'foldconstant'; did you mean 'FoldConstant'?");
  EXPECT_EQ(getError("zzz"), "unknown pass 'zzz'");
  EXPECT_EQ(getError(""), "unknown pass ''");
}

TEST_F(PassRegistryTest, Enabled) {
  PassContextOptions options;
  options.optLevel = 1;
  options.disabledPasses = {"InferType"};
  std::vector<std::string> names = getEnabledPasses(*makeContext(options));
  EXPECT_TRUE(llvm::is_contained(names, "SimplifyInference"));
  EXPECT_FALSE(llvm::is_contained(names, "FoldConstant"));
  EXPECT_FALSE(llvm::is_contained(names, "InferType"));
}

TEST_F(PassRegistryTest, EmbeddersRegisterPasses) {
  PassEntry entry{PassInfo(1, "Mine"), PassKind::Module, "", "for a test"};
  entry.construct = [this] { return makePass("Mine", 1); };
  EXPECT_EQ(toString(registerPass(entry)), "");
  EXPECT_EQ(toString(registerPass(entry)),
            "the pass 'Mine' is registered twice");
  EXPECT_TRUE(succeeded(llvm::cantFail(getPass("Mine"))(*module)));
  EXPECT_EQ(takeLog(), Log{"run Mine"});
  EXPECT_EQ(getError(""), "unknown pass ''");
  EXPECT_EQ(getError("Mine", "x=1"),
            "the pass 'Mine' has no options, but got 'x=1'");

  entry.info.name = "Other";
  entry.argument = "relay-fold-constant";
  EXPECT_EQ(toString(registerPass(entry)),
            "the argument 'relay-fold-constant' is registered twice");
  entry.argument = "";
  entry.construct = nullptr;
  EXPECT_EQ(toString(registerPass(entry)),
            "the pass 'Other' has neither an argument nor a constructor");
  entry.argument = "no-such-pass";
  EXPECT_EQ(toString(registerPass(entry)), "MLIR has no pass 'no-such-pass'");
  entry.info.name = "Empty";
  entry.argument = "";
  entry.construct = [] { return Pass(); };
  EXPECT_EQ(toString(registerPass(entry)), "");
  EXPECT_EQ(getError("Empty"),
            "the constructor of the pass 'Empty' made no pass");
  // A pass of MLIR can get a name, a level and dependencies.
  entry.info = PassInfo(3, "StripDebugInfo", {"InferType"});
  entry.argument = "strip-debuginfo";
  entry.construct = nullptr;
  EXPECT_EQ(toString(registerPass(entry)), "");
  EXPECT_EQ(llvm::cantFail(getPass("strip-debuginfo")).getInfo().name,
            "StripDebugInfo");
}

TEST_F(PassRegistryTest, Lists) {
  std::vector<Pass> passes = llvm::cantFail(
      parsePassList("FoldConstant{max-growth=1}, func.func( sccp , "
                    "relay-simplify-inference ),canonicalize{max-iterations=1 "
                    "region-simplify=disabled}"));
  ASSERT_EQ(passes.size(), 4u);
  EXPECT_EQ(passes[0].getInfo().name, "FoldConstant");
  EXPECT_EQ(passes[1].getInfo().name, "sccp");
  EXPECT_EQ(passes[2].getInfo().name, "SimplifyInference");
  EXPECT_EQ(passes[3].getInfo().name, "canonicalize");
  EXPECT_TRUE(llvm::cantFail(parsePassList(" ")).empty());

  EXPECT_EQ(getListError("sccp,"), "expected the name of a pass at ''");
  EXPECT_EQ(getListError("sccp)"), "expected ',' between passes, but got ')'");
  EXPECT_EQ(getListError("func.func(sccp"),
            "expected ')' at the end of the passes");
  EXPECT_EQ(getListError("sccp{a"), "expected '}' to close the options '{a'");
  EXPECT_EQ(getListError("canonicalize{a=\"}"),
            "expected '}' to close the options '{a=\"}'");
  std::string deep;
  for (unsigned i = 0; i != 65; ++i)
    deep += "func.func(";
  EXPECT_EQ(getListError(deep + "sccp"), "passes nest more than 64 deep");
  EXPECT_NE(getListError("canonicalize{max=1}").find("no such option max"),
            std::string::npos);
}

} // namespace
} // namespace mlir::relay::pass
