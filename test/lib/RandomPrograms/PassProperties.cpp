//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The exceptions of passes from the rules for all passes.
//
//===----------------------------------------------------------------------===//

#include "PassCheck.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::test;

namespace {
struct Row {
  StringLiteral name;
  PassProperties properties;
  StringLiteral reason;
};
} // namespace

// Tolerances: sums and products are taken in another order.
static constexpr double kReassociated = 1e-3;
// Functions are approximated.
static constexpr double kApproximated = 0.02;
// Values are rounded to f16.
static constexpr double kHalf = 0.2;

static const Row kRows[] = {
    {"AlterOpLayout", {kReassociated}, "adds channels in another order"},
    {"BackwardFoldScaleAxis", {kReassociated}, "scales weights"},
    {"ForwardFoldScaleAxis", {kReassociated}, "scales weights"},
    {"FoldScaleAxis", {kReassociated}, "scales weights"},
    {"ConvertLayout", {kReassociated}, "adds channels in another order"},
    {"DivToMul", {kReassociated}, "multiplies by reciprocals"},
    {"FastMath", {kApproximated}, "approximates"},
    {"FlattenAtrousConv", {kReassociated}, "adds in another order"},
    {"LabelOps",
     {0, false, false, false, true, false, true},
     "writes hashes of types, which are inferred afterwards"},
    {"Optimize",
     {kApproximated, false, true, false, true, true},
     "a pipeline; names values before it fuses"},
    {"PlanDevices",
     {0, true, false, false, true, false, true},
     "says of all functions where they are"},
    {"SimplifyExpr", {kReassociated}, "combines constants"},
    {"SimplifyInference", {kReassociated}, "spells norms out"},
    {"ToMixedPrecision", {kHalf, true, false, true}, "rounds to f16"},
    {"ToANormalForm", {0, false}, "names results of blocks once more"},
    {"RemoveUnusedFunctions",
     {0, true, true, false, true, true},
     "removes functions"},
};

namespace {
/// Options to test a pass with besides its defaults.
struct Options {
  StringLiteral pass, text;
  bool isIdempotent = true;
};
} // namespace

static const Options kOptions[] = {
    {"AnnotateTargetFunc",
     "targets=a,b supported-ops=a:add:nn.relu:exp,b:multiply:nn.dense:tanh"},
    {"CollagePartition", "costs=llvm:1"},
    {"DeadCodeElimination", "inline-once=true"},
    {"ConvertLayout", "desired-layouts=nn.conv2d:NHWC:default"},
    {"CombineParallelConv2d", "min-num-branches=2"},
    {"CombineParallelDense", "min-num-branches=2"},
    {"CombineParallelDense", "min-num-branches=2 to-batch=false"},
    {"CombineParallelBatchMatmul", "min-num-branches=2"},
    {"EtaExpand", "expand-global-var=true"},
    {"FoldConstant", "max-growth=1"},
    {"FoldConstant", "max-growth=20"},
    // These are limits of one run: the next one may fold more.
    {"FoldConstant", "max-growth=24 max-cost=400", false},
    {"FoldConstant", "max-temporary=64", false},
    {"FoldConstant", "max-growth=64 max-temporary=96", false},
    {"FuseOps", "fuse-opt-level=0"},
    {"FuseOps", "fuse-opt-level=1"},
    {"FuseOps", "link-params=true"},
    {"FuseOps", "max-depth=3"},
    {"FuseOps", "max-function-args=4"},
    {"Legalize", "legalize-map-attr-name=test.Rules"},
    {"PlanDevices", "default-device=cuda"},
    {"SplitArgs", "max-function-args=4"},
    {"ToMixedPrecision", "keep-orig-output-dtype=true"},
};

// Passes that do nothing without an option; two read files, another works on
// loops, and some on what others have marked for other compilers, or fused.
static constexpr StringLiteral kOnlyWithOptions[] = {
    "AnnotateTargetFunc",
    "AnnotateUsedMemory",
    "BindParams",
    "CollagePartition",
    "ConvertLayout",
    "EtaExpand",
    "FlattenNestedTuples",
    "InlineCompilerFunctionsBoundTo",
    "InlineComposites",
    "MarkCompilerFunctionsAsExtern",
    "MergeCompilerRegions",
    "MergeComposite",
    "NameMangleExtFuncs",
    "OutlineCompilerFunctions",
    "PartitionGraph",
    "RemoveDefaultAnnotations",
    "SplitArgs",
    "tir.UnrollLoop"};

// Marks parts for other compilers and moves them into functions.
static constexpr StringLiteral kPartitioning =
    "func.func(relay-annotate-target{targets=a,b "
    "supported-ops=a:add:nn.relu:exp,b:multiply:nn.dense:tanh},"
    "relay-merge-compiler-regions),relay-flatten-nested-tuples,"
    "relay-remove-default-annotations,relay-partition-graph";

static TestedPass makeTestedPass(const pass::PassEntry &entry,
                                 StringRef options) {
  TestedPass result;
  result.name = StringRef(entry.info.name).trim().str();
  for (const Row &row : kRows)
    if (row.name == result.name)
      result.properties = row.properties;
  if (!options.empty())
    result.name += ("{" + options + "}").str();
  // MLIR drops all analyses of a module on which a dynamic pipeline has run.
  if (entry.kind == pass::PassKind::Sequential)
    result.properties.keepsAnalyses = false;
  result.isFunctionPass = entry.kind == pass::PassKind::Function;
  std::string text = entry.argument;
  if (!options.empty())
    text += ("{" + options + "}").str();
  // With all elements enabled.
  if (entry.kind == pass::PassKind::Sequential)
    text = ("relay-sequential{passes=" + entry.info.name + " opt-level=4}");
  result.isOnFunctions = entry.kind != pass::PassKind::Module &&
                         entry.kind != pass::PassKind::Sequential &&
                         !entry.onModule;
  result.add = [text](OpPassManager &manager) {
    if (failed(parsePassPipeline(text, manager)))
      llvm::report_fatal_error("cannot make the pass " + Twine(text));
  };
  return result;
}

static TestedPass makePartitioning() {
  TestedPass result;
  result.name = "PartitionGraph after AnnotateTarget";
  result.properties.keepsAnalyses = false;
  result.add = [](OpPassManager &manager) {
    if (failed(parsePassPipeline(kPartitioning, manager)))
      llvm::report_fatal_error("cannot make the pipeline " +
                               Twine(kPartitioning));
  };
  return result;
}

std::vector<TestedPass> test::getTestedPasses() {
  std::vector<TestedPass> result;
  llvm::StringSet<> names;
  for (const pass::PassEntry &entry : pass::listPasses()) {
    StringRef name = StringRef(entry.info.name).trim();
    names.insert(name);
    if (!llvm::is_contained(kOnlyWithOptions, name))
      result.push_back(makeTestedPass(entry, ""));
    for (const Options &options : kOptions)
      if (options.pass == name) {
        result.push_back(makeTestedPass(entry, options.text));
        result.back().properties.isIdempotent &= options.isIdempotent;
      }
  }
  result.push_back(makePartitioning());
  for (const Row &row : kRows)
    if (!names.contains(row.name))
      llvm::report_fatal_error("no pass is called " + Twine(row.name));
  for (const Options &options : kOptions)
    if (!names.contains(options.pass))
      llvm::report_fatal_error("no pass is called " + Twine(options.pass));
  return result;
}
