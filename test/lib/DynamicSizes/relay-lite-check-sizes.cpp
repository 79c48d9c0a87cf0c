//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls the example of every operator with sizes that types do not know and
// that do not fit, evaluated and compiled. Both have to give the same answer:
// an error, or the same values.
//
//===----------------------------------------------------------------------===//

#include "OperatorProgram.h"
#include "RelayLite/InitAll.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Regex.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::test;

namespace cl = llvm::cl;

static cl::opt<std::string> filter("only", cl::desc("the operators to check"),
                                   cl::value_desc("regex"));
static cl::opt<bool>
    all("all", cl::desc("also try sizes that are far off, and compare "
                        "the values of all that fit"));
static cl::opt<bool> verbose("verbose", cl::desc("print what is left out"));

/// The shapes to call `program` with.
static SmallVector<Shapes> getVariants(const OperatorProgram &program) {
  const Shapes &shapes = program.getShapes();
  SmallVector<Shapes> variants = {shapes};
  llvm::SmallSetVector<int64_t, 4> sizes;
  for (Dimension at : program.getDynamicDims()) {
    int64_t size = shapes[at.tensor][at.dim];
    sizes.insert(size);
    SmallVector<int64_t> others = {size + 1};
    if (size > 0)
      others.push_back(size - 1);
    if (all)
      others.append({0, 1, 2 * size, size + 2});
    for (int64_t other :
         llvm::SmallSetVector<int64_t, 4>(others.begin(), others.end())) {
      if (other == size)
        continue;
      variants.push_back(shapes);
      variants.back()[at.tensor][at.dim] = other;
    }
  }
  // Equal sizes often have to be equal.
  if (all)
    for (int64_t size : sizes) {
      variants.push_back(shapes);
      for (Dimension at : program.getDynamicDims())
        if (shapes[at.tensor][at.dim] == size)
          ++variants.back()[at.tensor][at.dim];
    }
  return variants;
}

static void print(llvm::raw_ostream &os, const Shapes &shapes) {
  llvm::interleaveComma(shapes, os, [&](ArrayRef<int64_t> shape) {
    os << "(";
    llvm::interleaveComma(shape, os);
    os << ")";
  });
}

namespace {
struct Totals {
  size_t operators = 0, leftOut = 0, calls = 0, errors = 0, differences = 0;
};
} // namespace

/// Whether the compiled answer has the shapes that type inference gives.
static bool hasInferredShapes(const OperatorProgram &program,
                              const Shapes &shapes, const Answer &compiled) {
  SmallVector<RankedTensorType> types = program.inferResults(shapes);
  return !types.empty() &&
         llvm::equal(types, compiled.results,
                     [](RankedTensorType type, const Tensor &tensor) {
                       return type == tensor.getType();
                     });
}

/// Call `program` in both ways. Return the first difference, or nothing.
static std::string check(OperatorProgram &program, const Shapes &shapes,
                         bool comparesValues, uint64_t seed, Totals &totals) {
  SmallVector<Tensor> arguments = program.makeArguments(shapes, seed);
  Answer compiled = program.run(arguments);
  // The same numbers again.
  for (auto [i, tensors] : llvm::enumerate(
           llvm::zip_equal(arguments, program.makeArguments(shapes, seed)))) {
    auto &[now, before] = tensors;
    if (now.getBytes() != before.getBytes())
      return "compiled code wrote to argument " + std::to_string(i);
  }
  // Kernels of all shapes would take most of the time.
  if (!comparesValues && hasInferredShapes(program, shapes, compiled))
    return "";
  Answer evaluated = program.evaluate(arguments);
  totals.errors += !evaluated.error.empty();
  return compareAnswers(evaluated, compiled);
}

static void check(StringRef name, OperatorProgram &program, Totals &totals) {
  for (auto [i, shapes] : llvm::enumerate(getVariants(program))) {
    ++totals.calls;
    std::string difference =
        check(program, shapes, all || i == 0, /*seed=*/i, totals);
    if (difference.empty())
      continue;
    ++totals.differences;
    llvm::outs() << name << " on ";
    print(llvm::outs(), shapes);
    llvm::outs() << ": " << difference << "\n";
  }
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::CrashRecoveryContext::Enable();
  cl::ParseCommandLineOptions(argc, argv,
                              "Check operators on sizes that do not fit\n");
  DialectRegistry registry;
  relay::registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  llvm::Regex only(filter);
  Totals totals;
  for (const OperatorExample &example : readOperatorExamples(&context)) {
    StringRef name = example.name.getStringRef();
    if (!filter.empty() && !only.match(name))
      continue;
    llvm::PrettyStackTraceFormat where("%s", name.str().c_str());
    std::unique_ptr<OperatorProgram> program =
        OperatorProgram::create(&context, example);
    if (!program || program->getDynamicDims().empty()) {
      ++totals.leftOut;
      if (verbose)
        llvm::outs() << name << " is left out\n";
      continue;
    }
    ++totals.operators;
    if (llvm::Error error = program->compile()) {
      ++totals.differences;
      llvm::outs() << name << " cannot be compiled: "
                   << llvm::toString(std::move(error)) << "\n";
      continue;
    }
    check(name, *program, totals);
  }
  llvm::outs() << totals.operators << " operators, " << totals.leftOut
               << " left out, " << totals.calls << " calls, " << totals.errors
               << " errors, " << totals.differences << " differences\n";
  return totals.differences || !totals.operators ? EXIT_FAILURE : EXIT_SUCCESS;
}
