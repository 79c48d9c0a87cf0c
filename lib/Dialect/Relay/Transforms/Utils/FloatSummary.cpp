//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatSummary.h"
#include "llvm/Support/Endian.h"

using namespace mlir;
using namespace mlir::relay;

/// The magnitudes of IEEE formats are ordered as the integers that have their
/// bits.
template <typename WordT>
static FloatSummary summarizeWords(ArrayRef<char> bytes, FloatType type) {
  unsigned mantissaBits = type.getFPMantissaWidth() - 1;
  WordT mantissa = (WordT(1) << mantissaBits) - 1;
  WordT magnitude = WordT(~WordT(0)) >> 1;
  WordT infinity = magnitude & ~mantissa;
  FloatSummary summary;
  summary.size = bytes.size() / sizeof(WordT);
  WordT smallest = infinity, largest = 0;
  for (int64_t i = 0; i < summary.size; ++i) {
    WordT word = llvm::support::endian::read<WordT, llvm::endianness::little>(
        bytes.data() + i * sizeof(WordT));
    word &= magnitude;
    bool isFinite = word < infinity;
    summary.zeros += word == 0;
    summary.denormals += word != 0 && word <= mantissa;
    summary.notFinite += !isFinite;
    smallest = std::min(smallest, word == 0 ? infinity : word);
    largest = std::max(largest, isFinite ? word : WordT(0));
  }
  auto toDouble = [&](WordT word) {
    return APFloat(type.getFloatSemantics(), APInt(type.getWidth(), word))
        .convertToDouble();
  };
  summary.smallest = toDouble(smallest);
  summary.largest = toDouble(largest);
  return summary;
}

FloatSummary relay::summarizeFloats(ArrayRef<char> bytes, FloatType type) {
  // Relay's other types of floats have formats of their own.
  switch (type.getWidth()) {
  case 16:
    return summarizeWords<uint16_t>(bytes, type);
  case 32:
    return summarizeWords<uint32_t>(bytes, type);
  default:
    assert(type.getWidth() == 64 && "not a type of Relay");
    return summarizeWords<uint64_t>(bytes, type);
  }
}

ConstantOp relay::getMovedConstant(Value value) {
  Operation *op = value.getDefiningOp();
  while (isa_and_nonnull<ExpandDimsOp, RepeatOp, ReshapeOp, SqueezeOp,
                         TransposeOp>(op))
    op = op->getOperand(0).getDefiningOp();
  return dyn_cast_or_null<ConstantOp>(op);
}
