//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formulas of sizes. Each unknown gets a prime number as its size: whether the
// number divides a size of the result tells whether the unknown is a factor.
// Sizes of one other number tell the slopes.
//
//===----------------------------------------------------------------------===//

#include "DimFormulas.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::relay;
using ast::DimExpr;

namespace {
/// A product that a number divides, a sum and a quotient of unknowns, added up.
struct Formula {
  int64_t coefficient = 0;
  SmallVector<unsigned> factors;
  int64_t productDivisor = 1;
  SmallVector<std::pair<unsigned, int64_t>> slopes;
  int64_t offset = 0;
  /// floor((numerator * unknown + shift) / divisor); no quotient if the divisor
  /// is 0.
  struct {
    unsigned unknown = 0;
    int64_t numerator = 0, shift = 0, divisor = 0;
  } quotient;

  std::optional<int64_t> evaluate(ArrayRef<int64_t> sizes) const;
  std::optional<DimExpr> getExpr(ArrayRef<DimExpr> unknowns) const;
};

/// The search for the formulas of all results that depend on some unknowns.
class FormulaSearch {
public:
  FormulaSearch(unsigned numUnknowns, ArrayRef<unsigned> active,
                SizeFunction infer)
      : numUnknowns(numUnknowns), active(active), infer(infer) {}

  /// Whether `infer` accepts distinct sizes.
  bool begin();
  std::vector<std::optional<Formula>> run();

private:
  struct Sample {
    Sizes sizes, results;
  };

  Sizes getSizes(unsigned firstPrime) const;
  std::optional<Sample> take(Sizes sizes) const;
  std::optional<Sample> takeWith(unsigned unknown, int64_t size) const;
  void takeSamples();
  std::optional<Formula> findProduct(unsigned result) const;
  std::optional<Formula> findDividedProduct(unsigned result) const;
  std::optional<Formula> findSum(unsigned result) const;
  std::optional<Formula> findQuotient(unsigned result) const;
  bool holds(const Formula &formula, unsigned result) const;

  unsigned numUnknowns;
  ArrayRef<unsigned> active;
  SizeFunction infer;
  /// All sizes are multiples of it.
  int64_t scale = 1;
  Sample base;
  /// For each active unknown, a sample in which only its size differs.
  std::vector<std::optional<Sample>> others;
  /// For each active unknown, samples of all remainders.
  std::vector<std::vector<Sample>> neighbors;
  std::vector<Sample> checks;
};
} // namespace

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

std::optional<int64_t> Formula::evaluate(ArrayRef<int64_t> sizes) const {
  int64_t result = coefficient;
  for (unsigned factor : factors)
    if (llvm::MulOverflow(result, sizes[factor], result))
      return std::nullopt;
  if (result % productDivisor != 0)
    return std::nullopt;
  result /= productDivisor;
  auto add = [&](int64_t size, int64_t slope) {
    int64_t product;
    return !llvm::MulOverflow(size, slope, product) &&
           !llvm::AddOverflow(result, product, result);
  };
  for (auto [unknown, slope] : slopes)
    if (!add(sizes[unknown], slope))
      return std::nullopt;
  if (quotient.divisor) {
    int64_t dividend;
    if (llvm::MulOverflow(sizes[quotient.unknown], quotient.numerator,
                          dividend) ||
        llvm::AddOverflow(dividend, quotient.shift, dividend) ||
        !add(llvm::divideFloorSigned(dividend, quotient.divisor), 1))
      return std::nullopt;
  }
  if (!add(offset, 1))
    return std::nullopt;
  return result;
}

std::optional<DimExpr> Formula::getExpr(ArrayRef<DimExpr> unknowns) const {
  using Operator = DimExpr::Operator;
  auto combine = [](Operator op, std::optional<DimExpr> lhs,
                    const DimExpr &rhs) -> std::optional<DimExpr> {
    return lhs ? DimExpr::combine(op, *lhs, rhs) : std::nullopt;
  };
  std::optional<DimExpr> result(coefficient);
  for (unsigned factor : factors)
    result = combine(Operator::Mul, std::move(result), unknowns[factor]);
  if (productDivisor != 1)
    result =
        combine(Operator::FloorDiv, std::move(result), DimExpr(productDivisor));
  auto add = [&](const std::optional<DimExpr> &term) {
    result =
        term ? combine(Operator::Add, std::move(result), *term) : std::nullopt;
  };
  for (auto [unknown, slope] : slopes)
    add(DimExpr::combine(Operator::Mul, unknowns[unknown], DimExpr(slope)));
  if (quotient.divisor) {
    auto dividend = DimExpr::combine(Operator::Mul, unknowns[quotient.unknown],
                                     DimExpr(quotient.numerator));
    dividend =
        combine(Operator::Add, std::move(dividend), DimExpr(quotient.shift));
    add(combine(Operator::FloorDiv, std::move(dividend),
                DimExpr(quotient.divisor)));
  }
  add(DimExpr(offset));
  return result;
}

//===----------------------------------------------------------------------===//
// Samples
//===----------------------------------------------------------------------===//

// No number that occurs in programs is a multiple of one of them. The product
// of four fits into 63 bits with the smaller scale, and that of two with all.
static constexpr int64_t kPrimes[] = {
    1009, 1013, 1019, 1021, 1031, 1033, 1039, 1049, 1051, 1061, 1063, 1069,
    1087, 1091, 1093, 1097, 1103, 1109, 1117, 1123, 1129, 1151, 1153, 1163};
static constexpr int64_t kSmallScale = 48, kScale = 720;
static constexpr unsigned kMaxDivisor = 16;
// The largest number by which a product is divided.
static constexpr int64_t kMaxProductDivisor = 1024;

Sizes FormulaSearch::getSizes(unsigned firstPrime) const {
  Sizes sizes(numUnknowns, ShapedType::kDynamic);
  for (auto [i, unknown] : llvm::enumerate(active))
    sizes[unknown] = kPrimes[firstPrime + i] * scale;
  return sizes;
}

std::optional<FormulaSearch::Sample> FormulaSearch::take(Sizes sizes) const {
  std::optional<Sizes> results = infer(sizes);
  if (!results ||
      (!base.results.empty() && results->size() != base.results.size()))
    return std::nullopt;
  return Sample{std::move(sizes), std::move(*results)};
}

std::optional<FormulaSearch::Sample>
FormulaSearch::takeWith(unsigned unknown, int64_t size) const {
  Sizes sizes = base.sizes;
  sizes[unknown] = size;
  return take(std::move(sizes));
}

bool FormulaSearch::begin() {
  if (active.size() > std::size(kPrimes) / 2)
    return false;
  // Blocks are squares of numbers: the last scale is a multiple of 25 and 100.
  for (int64_t candidate : {int64_t(1), kSmallScale, kScale, 5 * kScale}) {
    scale = candidate;
    if (std::optional<Sample> sample = take(getSizes(0))) {
      base = std::move(*sample);
      return true;
    }
  }
  return false;
}

void FormulaSearch::takeSamples() {
  static constexpr int64_t kSmallSizes[] = {1, 2, 3, 5, 8, 16};
  static constexpr int64_t kLargeSizes[] = {65537, 1000003, 2147483659};
  auto add = [](std::optional<Sample> sample, std::vector<Sample> &samples) {
    if (sample)
      samples.push_back(std::move(*sample));
  };
  add(take(getSizes(std::size(kPrimes) / 2)), checks);
  for (unsigned unknown : active) {
    int64_t size = base.sizes[unknown];
    others.push_back(
        takeWith(unknown, kPrimes[std::size(kPrimes) - 1] * scale));
    neighbors.emplace_back();
    for (unsigned i = 0; i < kMaxDivisor; ++i)
      add(takeWith(unknown, size + i), neighbors.back());
    llvm::append_range(checks, neighbors.back());
    for (int64_t other : kSmallSizes)
      add(takeWith(unknown, other), checks);
    for (int64_t other : kLargeSizes)
      add(takeWith(unknown, other * scale), checks);
  }
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

std::optional<Formula> FormulaSearch::findProduct(unsigned result) const {
  Formula formula;
  int64_t rest = base.results[result];
  if (rest <= 0)
    return std::nullopt;
  for (unsigned unknown : active) {
    while (rest % base.sizes[unknown] == 0) {
      formula.factors.push_back(unknown);
      rest /= base.sizes[unknown];
    }
  }
  formula.coefficient = rest;
  if (formula.factors.empty())
    return std::nullopt;
  return formula;
}

/// Finds a product of several unknowns that is divided, as by a reshape.
std::optional<Formula>
FormulaSearch::findDividedProduct(unsigned result) const {
  if (scale == 1 || active.size() < 2)
    return std::nullopt;
  for (int64_t divisor = 2; divisor <= kMaxProductDivisor; ++divisor) {
    // Only then do samples of this scale tell.
    if ((scale * scale) % divisor != 0)
      continue;
    Formula formula;
    formula.productDivisor = divisor;
    int64_t rest;
    if (llvm::MulOverflow(base.results[result], divisor, rest) || rest <= 0)
      return std::nullopt;
    for (unsigned unknown : active)
      while (rest % base.sizes[unknown] == 0) {
        formula.factors.push_back(unknown);
        rest /= base.sizes[unknown];
      }
    formula.coefficient = rest;
    if (formula.factors.size() > 1 && std::gcd(rest, divisor) == 1 &&
        holds(formula, result))
      return formula;
  }
  return std::nullopt;
}

std::optional<Formula> FormulaSearch::findSum(unsigned result) const {
  Formula formula;
  formula.offset = base.results[result];
  for (auto [unknown, other] : llvm::zip_equal(active, others)) {
    if (!other || ShapedType::isDynamic(other->results[result]))
      return std::nullopt;
    int64_t change = other->results[result] - base.results[result];
    int64_t step = other->sizes[unknown] - base.sizes[unknown];
    if (change % step != 0)
      return std::nullopt;
    if (change == 0)
      continue;
    formula.slopes.emplace_back(unknown, change / step);
    formula.offset -= change / step * base.sizes[unknown];
  }
  if (formula.slopes.empty())
    return std::nullopt;
  return formula;
}

std::optional<Formula> FormulaSearch::findQuotient(unsigned result) const {
  for (auto [i, unknown] : llvm::enumerate(active)) {
    int64_t size = base.sizes[unknown];
    for (int64_t divisor = 2; divisor <= kMaxDivisor; ++divisor) {
      // A step of the divisor changes the quotient by the numerator.
      std::optional<Sample> next =
          takeWith(unknown, size + divisor * kScale * scale);
      if (!next || ShapedType::isDynamic(next->results[result]))
        continue;
      int64_t change = next->results[result] - base.results[result];
      int64_t numerator = change / (kScale * scale);
      if (change == 0 || change % (kScale * scale) != 0 || numerator >= 1000 ||
          std::gcd(numerator, divisor) != 1)
        continue;
      // Each sample bounds the shift, of which the offset is a part.
      int64_t least = INT64_MIN, most = INT64_MAX;
      for (const Sample &sample : neighbors[i]) {
        if (ShapedType::isDynamic(sample.results[result]))
          return std::nullopt;
        int64_t shift = divisor * sample.results[result] -
                        numerator * sample.sizes[unknown];
        least = std::max(least, shift);
        most = std::min(most, shift + divisor - 1);
      }
      if (least > most)
        continue;
      Formula formula;
      bool isExact = least <= 0 && most >= 0;
      formula.quotient = {unknown, numerator, isExact ? 0 : least, divisor};
      return formula;
    }
  }
  return std::nullopt;
}

bool FormulaSearch::holds(const Formula &formula, unsigned result) const {
  return llvm::all_of(checks, [&](const Sample &sample) {
    std::optional<int64_t> size = formula.evaluate(sample.sizes);
    return size && *size == sample.results[result];
  });
}

std::vector<std::optional<Formula>> FormulaSearch::run() {
  takeSamples();
  std::vector<std::optional<Formula>> formulas(base.results.size());
  for (auto [i, formula] : llvm::enumerate(formulas)) {
    if (ShapedType::isDynamic(base.results[i]))
      continue;
    for (auto find :
         {&FormulaSearch::findProduct, &FormulaSearch::findSum,
          &FormulaSearch::findQuotient, &FormulaSearch::findDividedProduct}) {
      formula = (this->*find)(i);
      if (formula && holds(*formula, i))
        break;
      formula.reset();
    }
  }
  return formulas;
}

//===----------------------------------------------------------------------===//
// Unknowns that do not fit together
//===----------------------------------------------------------------------===//

static void addFormulas(ArrayRef<DimExpr> unknowns, FormulaSearch &search,
                        DimList &found, std::vector<bool> &isAmbiguous) {
  std::vector<std::optional<Formula>> formulas = search.run();
  if (found.empty()) {
    found.resize(formulas.size());
    isAmbiguous.resize(formulas.size());
  }
  if (found.size() != formulas.size())
    return;
  for (auto [i, formula] : llvm::enumerate(formulas)) {
    std::optional<DimExpr> expr =
        formula ? formula->getExpr(unknowns) : std::nullopt;
    if (!expr)
      continue;
    isAmbiguous[i] = isAmbiguous[i] || (found[i] && *found[i] != *expr);
    found[i] = std::move(expr);
  }
}

DimList relay::findFormulas(ArrayRef<DimExpr> unknowns, SizeFunction infer) {
  DimList found;
  std::vector<bool> isAmbiguous;
  auto active = llvm::to_vector(llvm::seq<unsigned>(0, unknowns.size()));
  FormulaSearch all(unknowns.size(), active, infer);
  if (all.begin()) {
    addFormulas(unknowns, all, found, isAmbiguous);
    return found;
  }
  // An unknown may have to be a certain number, and others may have to be
  // equal. The first are left out, and the others are looked at alone.
  llvm::erase_if(active, [&](unsigned unknown) {
    return !FormulaSearch(unknowns.size(), unknown, infer).begin();
  });
  FormulaSearch most(unknowns.size(), active, infer);
  if (active.size() < unknowns.size() && most.begin()) {
    addFormulas(unknowns, most, found, isAmbiguous);
    return found;
  }
  for (unsigned unknown : active) {
    FormulaSearch one(unknowns.size(), unknown, infer);
    if (one.begin())
      addFormulas(unknowns, one, found, isAmbiguous);
  }
  for (auto [i, dim] : llvm::enumerate(found))
    if (isAmbiguous[i])
      dim.reset();
  return found;
}
