//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands and attributes that fit an operator: those of its documentation.
//
//===----------------------------------------------------------------------===//

#ifndef TEST_RANDOMPROGRAMS_OPERATOREXAMPLES_H
#define TEST_RANDOMPROGRAMS_OPERATOREXAMPLES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::relay::test {

struct OperatorExample {
  OperationName name;
  /// The types of the operands; their sizes are static.
  SmallVector<Type> operands;
  DictionaryAttr attributes;
};

/// The examples of all operators of the dialect, by their names.
SmallVector<OperatorExample> readOperatorExamples(MLIRContext *context);

/// Reports operators that programs have not had, but for those that are listed
/// with a reason. False if there are any.
bool checkOperators(llvm::raw_ostream &os, ArrayRef<OperatorExample> examples,
                    const llvm::StringSet<> &used);

} // namespace mlir::relay::test

#endif // TEST_RANDOMPROGRAMS_OPERATOREXAMPLES_H
