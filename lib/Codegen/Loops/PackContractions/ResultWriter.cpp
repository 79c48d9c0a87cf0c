//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the result of a contraction: loops and vectors.
//
//===----------------------------------------------------------------------===//

#include "ResultWriter.h"
#include "../VectorElements.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::relay;

ResultWriter::ResultWriter(LoopEmitter &b, const Contraction &c,
                           ArrayRef<Value> sizes, VectorType vectorType,
                           int64_t tileRows, int64_t tileVectors)
    : b(b), c(c), vectorType(vectorType), tileVectors(tileVectors),
      result(b, c.result), rows(b, result, c.rows, sizes, tileRows),
      columns(b, result, c.columns, sizes,
              tileVectors * vectorType.getNumElements()) {
  int64_t tileColumns = tileVectors * vectorType.getNumElements();
  for (const Access &access : c.epilogueOperands) {
    Operand operand{FlatBuffer(b, access), {}, {}, /*isSplat=*/false, {}};
    if (access.map != c.result.map ||
        access.getType().getShape() != c.result.getType().getShape() ||
        access.getType().getLayout() != c.result.getType().getLayout()) {
      operand.rows.emplace(b, operand.buffer, c.rows, sizes, tileRows);
      operand.columns.emplace(b, operand.buffer, c.columns, sizes, tileColumns);
      operand.isSplat = llvm::none_of(c.columns, [&](unsigned loop) {
        return access.map.isFunctionOfDim(loop);
      });
    }
    operands.push_back(std::move(operand));
  }
  tile = b.allocate(tileRows * tileColumns, c.accumulator);
}

void ResultWriter::setBatch(ArrayRef<Value> steps) {
  auto getOrigin = [&](const FlatBuffer &buffer) {
    Value origin = buffer.origin;
    for (auto [loop, step] : llvm::zip_equal(c.batch, steps))
      origin = b.add(origin, b.mul(step, buffer.getStride(b, loop)));
    return origin;
  };
  origin = getOrigin(result);
  for (Operand &operand : operands)
    operand.origin = getOrigin(operand.buffer);
}

void ResultWriter::setColumns(Value first, Value count) {
  columns.set(b, first, count, /*range=*/true);
  for (Operand &operand : operands)
    if (operand.columns)
      operand.columns->set(b, first, count, /*range=*/true);
}

void ResultWriter::setRows(Value first, Value count) {
  rows.set(b, first, count);
  for (Operand &operand : operands)
    if (operand.rows)
      operand.rows->set(b, first, count);
}

Value ResultWriter::emitEpilogue(Value sums, Value row, Value column) const {
  if (c.epilogue.arguments.empty())
    return sums;
  auto type = dyn_cast<VectorType>(sums.getType());
  SmallVector<Value> values{sums};
  for (const Operand &operand : operands) {
    const Line &operandColumns = operand.columns ? *operand.columns : columns;
    const FlatBuffer &buffer = operand.buffer;
    Value place =
        b.add(operand.origin,
              (operand.rows ? *operand.rows : rows).getOffset(b, row));
    // Vectors are read where columns are neighbours.
    bool isVector = type && !operand.isSplat;
    if (!operand.isSplat)
      place = isVector
                  ? b.add(b.add(place, operandColumns.getOffset(b, b.index(0))),
                          column)
                  : b.add(place, operandColumns.getOffset(b, column));
    Type element = buffer.access.getType().getElementType();
    Value value =
        isVector
            ? vector::LoadOp::create(b, type.clone(element), buffer.elements,
                                     place)
                  .getResult()
            : memref::LoadOp::create(b, buffer.elements, place).getResult();
    if (type && operand.isSplat)
      value = vector::BroadcastOp::create(b, type.clone(element), value);
    values.push_back(value);
  }
  return c.epilogue.emit(b, values);
}

std::optional<Value> ResultWriter::canUseVectors(Value numColumns) const {
  auto isVector = [&](const Access &access) {
    return access.isContiguous(c.columns.back()) &&
           getVectorElementSize(access.getType().getElementType()) != 0;
  };
  if (c.columns.empty() || !isVector(c.result) || !c.epilogue.isVectorizable())
    return std::nullopt;
  Value condition =
      b.isEqual(numColumns, b.index(tileVectors * vectorType.getNumElements()));
  auto require = [&](const Line &line) {
    if (Value contiguous = line.isContiguous())
      condition = b.both(condition, contiguous);
  };
  require(columns);
  for (const Operand &operand : operands) {
    if (operand.isSplat)
      continue;
    if (!isVector(operand.buffer.access))
      return std::nullopt;
    if (operand.columns)
      require(*operand.columns);
  }
  return condition;
}

void ResultWriter::write(ValueRange sums, Value numRows, Value numColumns) {
  auto writeOneByOne = [&] { writeElements(sums, numRows, numColumns); };
  std::optional<Value> condition = canUseVectors(numColumns);
  if (!condition)
    return writeOneByOne();
  auto writeVectors = [&] {
    Value start = b.add(origin, columns.getOffset(b, b.index(0)));
    int64_t maxRows = sums.size() / tileVectors;
    for (int64_t n = 0; n < maxRows; ++n) {
      Value row = b.index(n);
      b.branch(b.isLess(row, numRows), [&] {
        Value to = b.add(start, rows.getOffset(b, row));
        for (auto [vector, sum] :
             llvm::enumerate(sums.slice(n * tileVectors, tileVectors))) {
          Value column = b.index(vector * vectorType.getNumElements());
          vector::StoreOp::create(b, emitEpilogue(sum, row, column),
                                  result.elements, b.add(to, column));
        }
      });
    }
  };
  b.branch(*condition, writeVectors, writeOneByOne);
}

void ResultWriter::writeElements(ValueRange sums, Value numRows,
                                 Value numColumns) {
  int64_t lanes = vectorType.getNumElements();
  for (auto [n, sum] : llvm::enumerate(sums))
    vector::StoreOp::create(b, sum, tile, b.index(n * lanes));
  b.loop(numRows, [&](Value row) {
    Value from = b.mul(row, tileVectors * lanes);
    Value to = b.add(origin, rows.getOffset(b, row));
    b.loop(numColumns, [&](Value column) {
      Value sum = memref::LoadOp::create(b, tile, b.add(from, column));
      memref::StoreOp::create(b, emitEpilogue(sum, row, column),
                              result.elements,
                              b.add(to, columns.getOffset(b, column)));
    });
  });
}
