//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs of one operator whose sizes are known at run time only.
//
//===----------------------------------------------------------------------===//

#ifndef TEST_DYNAMICSIZES_OPERATORPROGRAM_H
#define TEST_DYNAMICSIZES_OPERATORPROGRAM_H

#include "OperatorExamples.h"
#include "RelayLite/CompiledModule/LoadedModule.h"
#include "RelayLite/Evaluation/Evaluator.h"

namespace mlir::relay::test {

/// The shapes of all tensors that a program takes.
using Shapes = SmallVector<SmallVector<int64_t>>;

/// A dimension of a tensor that a program takes.
struct Dimension {
  size_t tensor, dim;
};

/// The results of a call, or why it has none.
struct Answer {
  SmallVector<Tensor> results;
  std::string error;
};

/// A module of one operator, evaluated and compiled.
class OperatorProgram {
public:
  /// Make as many dimensions dynamic as type inference and lowering take. Null
  /// if the operator has no lowering, or takes what are no tensors.
  static std::unique_ptr<OperatorProgram>
  create(MLIRContext *context, const OperatorExample &example);

  /// The shapes of the operator's example.
  const Shapes &getShapes() const { return shapes; }
  ArrayRef<Dimension> getDynamicDims() const { return dynamicDims; }

  /// Compile the program. Fail with a reason.
  llvm::Error compile();

  /// Infer the types of the results from the shapes of arguments. Empty if the
  /// shapes do not fit, or if the results depend on values.
  SmallVector<RankedTensorType> inferResults(const Shapes &given) const;

  /// Make arguments of the given shapes.
  SmallVector<Tensor> makeArguments(const Shapes &shapes, uint64_t seed) const;
  /// Call the evaluator.
  Answer evaluate(ArrayRef<Tensor> arguments);
  /// Call the compiled code.
  Answer run(ArrayRef<Tensor> arguments);

private:
  OwningOpRef<ModuleOp> build(ArrayRef<Type> operandTypes) const;
  Shapes makeDynamic(ArrayRef<Dimension> dims) const;
  SmallVector<Type> makeOperandTypes(const Shapes &given) const;
  bool hasLowering(ArrayRef<Dimension> dims) const;

  MLIRContext *context;
  const OperatorExample *example;
  /// The types of the tensors in the operands.
  SmallVector<RankedTensorType> types;
  Shapes shapes;
  SmallVector<Dimension> dynamicDims;
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<Evaluator> evaluator;
  std::unique_ptr<LoadedModule> code;
};

/// The first difference of two answers; empty if there is none.
std::string compareAnswers(const Answer &evaluated, const Answer &compiled);

} // namespace mlir::relay::test

#endif // TEST_DYNAMICSIZES_OPERATORPROGRAM_H
