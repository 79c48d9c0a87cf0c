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
#include "llvm/Support/Format.h"
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

/// Return a number with three digits or more, but none behind the third decimal
/// place.
static std::string formatNumber(double number) {
  int numDecimals = number < 1 ? 3 : number < 10 ? 2 : number < 100 ? 1 : 0;
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.*f", numDecimals, number);
  return text;
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
    os << llvm::formatv(
        "{0,-28}{1,7}{2,11:f3}{3,9:P1}{4,10}{5,8}\n", total.name,
        total.numCalls, total.seconds * 1e3, sum > 0 ? total.seconds / sum : 0,
        formatNumber(getRate(total.numOperations, total.seconds)),
        formatNumber(getRate(total.numBytes, total.seconds)));
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

/// Return the text next to a bar: the time, the calls, and the rates that are
/// not too small to tell.
static std::string describeBar(const Profile::Total &total) {
  std::string text =
      llvm::formatv("{0:f3} ms, {1} call{2}", total.seconds * 1e3,
                    total.numCalls, total.numCalls == 1 ? "" : "s");
  for (auto [amount, unit] : {std::pair(total.numOperations, "FLOP/s"),
                              std::pair(total.numBytes, "B/s")})
    if (double rate = getRate(amount, total.seconds); rate >= 0.001)
      text += llvm::formatv(", {0} G{1}", formatNumber(rate), unit);
  return text;
}

/// Write text between tags of XML.
static std::string escape(StringRef text) {
  std::string result;
  llvm::raw_string_ostream os(result);
  llvm::printHTMLEscaped(text, os);
  return result;
}

void Profile::writeChart(raw_ostream &os) const {
  // In a font of fixed width, the lengths of texts tell how wide they are.
  constexpr int charWidth = 8, gap = 8, rowHeight = 24, barWidth = 480;
  std::vector<Total> totals = getTotals();
  auto getSeconds = [](const Total &total) { return total.seconds; };
  double sum = sumSeconds(llvm::map_to_vector(totals, getSeconds));
  std::vector<std::string> labels(totals.size());
  llvm::transform(totals, labels.begin(), describeBar);
  std::string title =
      llvm::formatv("Time by operator: {0:f3} ms in {1} call{2}", sum * 1e3,
                    events.size(), events.size() == 1 ? "" : "s");
  auto findWidth = [](auto &&texts) {
    size_t length = 0;
    for (StringRef text : texts)
      length = std::max(length, text.size());
    return int(length) * charWidth;
  };
  auto getName = [](const Total &total) { return StringRef(total.name); };
  int barX = gap + findWidth(llvm::map_range(totals, getName)) + gap;
  int width = std::max(barX + barWidth + gap + findWidth(labels),
                       gap + int(title.size()) * charWidth) +
              gap;
  int height = rowHeight * (int(totals.size()) + 1) + gap;

  os << llvm::formatv(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" font-family=\"monospace\" font-size=\"13\" "
      "style=\"background: white\">\n<title>{2}</title>\n"
      "<text x=\"{3}\" y=\"17\" font-weight=\"bold\">{2}</text>\n",
      width, height, title, gap);
  double longest = totals.empty() ? 0 : totals.front().seconds;
  for (auto [i, total] : llvm::enumerate(totals)) {
    int y = rowHeight * (int(i) + 1) + rowHeight / 2;
    double length = longest > 0 ? barWidth * total.seconds / longest : 0;
    double share = sum > 0 ? total.seconds / sum : 0;
    os << llvm::formatv(
        "<g>\n<title>{0}: {1:P1} of the time</title>\n"
        "<text x=\"{2}\" y=\"{3}\" text-anchor=\"end\">{0}</text>\n"
        "<rect x=\"{4}\" y=\"{5}\" width=\"{6:f1}\" height=\"16\" "
        "fill=\"#4878a8\"/>\n"
        "<text x=\"{7:f1}\" y=\"{3}\">{8}</text>\n</g>\n",
        escape(total.name), share, barX - gap, y + 5, barX, y - 8, length,
        barX + length + gap, labels[i]);
  }
  os << "</svg>\n";
}
