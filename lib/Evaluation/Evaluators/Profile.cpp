//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The time of an evaluation by operators.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Evaluation/Profile.h"
#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::relay;

/// The bytes of the tensors in `value`.
static uint64_t countBytes(const EvalValue &value) {
  SmallVector<Tensor> tensors;
  uint64_t numBytes = 0;
  if (succeeded(value.flatten(tensors)))
    for (const Tensor &tensor : tensors)
      numBytes += tensor.getBytes().size();
  return numBytes;
}

/// An estimate, in which a multiplication with an addition is two: those are
/// the operations of what has two factors. Pooling has one operand.
static uint64_t countOperations(Operation *op) {
  bool isContraction = isa<CostInterface>(op) && op->getNumOperands() >= 2;
  return estimateWork(op) * (isContraction ? 2 : 1);
}

void Profile::add(Operation *op, ArrayRef<EvalValue> operands,
                  const EvalValue &result, Clock::time_point begin,
                  Clock::time_point end) {
  Event event;
  event.name = op->getName().stripDialect().str();
  llvm::raw_string_ostream(event.type) << op->getResult(0).getType();
  if (auto loc = op->getLoc()->findInstanceOf<FileLineColLoc>())
    event.location = llvm::formatv("{0}:{1}:{2}", loc.getFilename().getValue(),
                                   loc.getLine(), loc.getColumn());
  event.begin = begin - start;
  event.duration = end - begin;
  event.numOperations = countOperations(op);
  event.numBytes = countBytes(result);
  for (const EvalValue &operand : operands)
    event.numBytes += countBytes(operand);
  events.push_back(std::move(event));
}

template <typename Period>
static double count(Profile::Clock::duration duration) {
  return std::chrono::duration<double, Period>(duration).count();
}

/// Thousands of millions for each second.
static double getRate(double amount, double seconds) {
  return seconds > 0 ? amount / seconds * 1e-9 : 0;
}

std::vector<Profile::Total> Profile::getTotals() const {
  llvm::MapVector<StringRef, Total> byName;
  for (const Event &event : events) {
    Total &total = byName[event.name];
    total.name = event.name;
    ++total.numCalls;
    total.seconds += count<std::ratio<1>>(event.duration);
    total.numOperations += double(event.numOperations);
    total.numBytes += double(event.numBytes);
  }
  std::vector<Total> totals;
  for (auto &entry : byName)
    totals.push_back(std::move(entry.second));
  llvm::sort(totals, [](const Total &x, const Total &y) {
    return std::tie(y.seconds, x.name) < std::tie(x.seconds, y.name);
  });
  return totals;
}

static double sumSeconds(ArrayRef<double> seconds) {
  double sum = 0;
  for (double each : seconds)
    sum += each;
  return sum;
}

void Profile::printTable(raw_ostream &os) const {
  std::vector<Total> totals = getTotals();
  double sum = sumSeconds(llvm::map_to_vector(
      totals, [](const Total &total) { return total.seconds; }));
  os << llvm::formatv("{0,-28}{1,7}{2,11}{3,9}{4,10}{5,8}\n", "operator",
                      "calls", "ms", "share", "GFLOP/s", "GB/s");
  for (const Total &total : totals)
    os << llvm::formatv("{0,-28}{1,7}{2,11:f3}{3,9:P1}{4,10:f1}{5,8:f1}\n",
                        total.name, total.numCalls, total.seconds * 1e3,
                        sum > 0 ? total.seconds / sum : 0,
                        getRate(total.numOperations, total.seconds),
                        getRate(total.numBytes, total.seconds));
  os << llvm::formatv("{0,-28}{1,7}{2,11:f3}\n", "all", events.size(),
                      sum * 1e3);
}

void Profile::writeTrace(raw_ostream &os) const {
  llvm::json::OStream json(os);
  json.object([&] {
    json.attribute("displayTimeUnit", "ms");
    json.attributeArray("traceEvents", [&] {
      for (const Event &event : events)
        json.object([&] {
          json.attribute("name", event.name);
          json.attribute("cat", "operator");
          json.attribute("ph", "X");
          json.attribute("pid", 1);
          json.attribute("tid", 1);
          json.attribute("ts", count<std::micro>(event.begin));
          json.attribute("dur", count<std::micro>(event.duration));
          json.attributeObject("args", [&] {
            double seconds = count<std::ratio<1>>(event.duration);
            json.attribute("type", event.type);
            json.attribute("location", llvm::json::fixUTF8(event.location));
            json.attribute("GFLOP/s",
                           getRate(double(event.numOperations), seconds));
            json.attribute("GB/s", getRate(double(event.numBytes), seconds));
          });
        });
    });
  });
  os << "\n";
}

void Profile::writeChart(raw_ostream &os) const {
  std::vector<Total> totals = getTotals();
  constexpr int rowHeight = 24, nameWidth = 220, barWidth = 480;
  int height = rowHeight * (int(totals.size()) + 1);
  double longest = totals.empty() ? 0 : totals.front().seconds;
  os << llvm::formatv(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" font-size=\"13\">\n",
      nameWidth + barWidth + 260, height);
  for (auto [i, total] : llvm::enumerate(totals)) {
    int y = rowHeight * int(i) + rowHeight / 2;
    double width = longest > 0 ? barWidth * total.seconds / longest : 0;
    os << llvm::formatv(
        "<text x=\"{0}\" y=\"{1}\" text-anchor=\"end\">{2}</text>\n"
        "<rect x=\"{3}\" y=\"{4}\" width=\"{5:f1}\" height=\"{6}\" "
        "fill=\"#4878a8\"/>\n"
        "<text x=\"{7:f1}\" y=\"{1}\">{8:f3} ms, {9} calls, {10:f1} GFLOP/s, "
        "{11:f1} GB/s</text>\n",
        nameWidth - 8, y + 5, total.name, nameWidth, y - 8, width, 16,
        nameWidth + width + 8, total.seconds * 1e3, total.numCalls,
        getRate(total.numOperations, total.seconds),
        getRate(total.numBytes, total.seconds));
  }
  os << "</svg>\n";
}
