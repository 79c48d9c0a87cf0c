//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instrument that counts operations and the bytes of constants.
//
//===----------------------------------------------------------------------===//

#include "PassForest.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Pass/Instruments.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::pass;
using namespace mlir::relay::pass::detail;

namespace {
/// Numbers of a module.
struct Counts {
  llvm::DenseMap<OperationName, int64_t> operations;
  int64_t bytes = 0;
};

struct Change {
  /// Until the pass ends.
  Counts before;
  /// By names of operations, in their order.
  std::vector<std::pair<std::string, int64_t>> operations;
  int64_t bytes = 0;

  int64_t getNumOperations() const {
    int64_t sum = 0;
    for (const auto &entry : operations)
      sum += entry.second;
    return sum;
  }
};
using Forest = PassForest<Change>;
} // namespace

struct OpCountInstrument::Impl {
  void end(ModuleOp module, const PassInfo &info, bool failed);
  void print(ArrayRef<Forest::Tree> trees);

  raw_ostream *output;
  Forest forest;
};

static Counts count(ModuleOp module) {
  Counts counts;
  module->walk([&](Operation *op) {
    ++counts.operations[op->getName()];
    auto constant = dyn_cast<ConstantOp>(op);
    if (!constant)
      return;
    // One that cannot be read is for the verifier.
    auto noError = [] { return InFlightDiagnostic(); };
    FailureOr<ConstantData> data = readConstant(constant.getValue(), noError);
    if (succeeded(data))
      counts.bytes += data->bytes.size();
  });
  return counts;
}

//===----------------------------------------------------------------------===//
// Hooks
//===----------------------------------------------------------------------===//

OpCountInstrument::OpCountInstrument(raw_ostream *output)
    : PassInstrument("op-count"), impl(std::make_unique<Impl>()) {
  impl->output = output;
}

OpCountInstrument::~OpCountInstrument() = default;

LogicalResult OpCountInstrument::enterPassContext() {
  std::lock_guard<std::mutex> lock(impl->forest.mutex);
  impl->forest.enterContext();
  return success();
}

LogicalResult OpCountInstrument::exitPassContext() {
  std::lock_guard<std::mutex> lock(impl->forest.mutex);
  impl->print(impl->forest.leaveContext());
  return success();
}

LogicalResult OpCountInstrument::runBeforePass(ModuleOp module,
                                               const PassInfo &info) {
  Counts before = count(module);
  std::lock_guard<std::mutex> lock(impl->forest.mutex);
  impl->forest.begin(impl->forest.getTree(), info.name).record.before =
      std::move(before);
  return success();
}

void OpCountInstrument::Impl::end(ModuleOp module, const PassInfo &info,
                                  bool failed) {
  Counts after = count(module);
  std::lock_guard<std::mutex> lock(forest.mutex);
  Forest::Tree &tree = forest.getTree();
  Forest::Node *node = forest.end(tree, info.name);
  if (!node)
    return;
  node->failed = failed;
  Change &change = node->record;
  change.bytes = after.bytes - change.before.bytes;
  for (auto [name, number] : change.before.operations)
    after.operations[name] -= number;
  change.before = Counts();
  for (auto [name, number] : after.operations)
    if (number != 0)
      change.operations.emplace_back(name.getStringRef(), number);
  llvm::sort(change.operations);
  print(forest.leavePass(tree));
}

LogicalResult OpCountInstrument::runAfterPass(ModuleOp module,
                                              const PassInfo &info) {
  impl->end(module, info, /*failed=*/false);
  return success();
}

void OpCountInstrument::runAfterPassFailed(ModuleOp module,
                                           const PassInfo &info) {
  impl->end(module, info, /*failed=*/true);
}

//===----------------------------------------------------------------------===//
// Rendering
//===----------------------------------------------------------------------===//

namespace {
struct Row {
  std::string name, operations, bytes;
};
} // namespace

static std::string toSigned(int64_t number) {
  return (number > 0 ? "+" : "") + std::to_string(number);
}

static void printTree(const Forest::Tree &tree, raw_ostream &os) {
  std::vector<Row> rows;
  for (const Forest::Node &node : tree.nodes) {
    const Change &change = node.record;
    if (change.operations.empty() && change.bytes == 0)
      continue;
    std::string indent(2 * node.depth, ' ');
    rows.push_back({indent + node.name.str() + (node.failed ? " (failed)" : ""),
                    toSigned(change.getNumOperations()),
                    toSigned(change.bytes)});
    for (const auto &[name, number] : change.operations)
      rows.push_back({indent + ". " + name, toSigned(number), ""});
  }
  if (rows.empty())
    return;
  rows.insert(rows.begin(), {"Pass", "Operations", "Bytes of constants"});
  size_t width = 0;
  for (const Row &row : rows)
    width = std::max(width, row.name.size());
  for (Row &row : rows) {
    row.name.resize(width, ' ');
    std::string line =
        llvm::formatv("{0} {1,12} {2,20}", row.name, row.operations, row.bytes);
    os << StringRef(line).rtrim() << "\n";
  }
}

void OpCountInstrument::Impl::print(ArrayRef<Forest::Tree> trees) {
  if (!output)
    return;
  *output << Forest::print(trees, printTree);
  output->flush();
}

llvm::Expected<std::string> OpCountInstrument::render() {
  std::lock_guard<std::mutex> lock(impl->forest.mutex);
  const Forest::Tree &tree = impl->forest.getTree();
  if (llvm::Error error = Forest::checkEnded(tree))
    return std::move(error);
  return Forest::print(tree, printTree);
}
