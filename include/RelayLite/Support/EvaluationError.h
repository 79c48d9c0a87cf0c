//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How evaluation fails where the operation is not at fault.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_EVALUATIONERROR_H
#define RELAYLITE_SUPPORT_EVALUATIONERROR_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlir::relay {

class EvaluationError : public llvm::ErrorInfo<EvaluationError> {
public:
  enum class Kind {
    /// A Cancellation has ended the work.
    Cancelled,
    OutOfMemory,
    /// The operator has no value on its operands: see TrapMode.
    NoValue
  };

  EvaluationError(Kind kind, const llvm::Twine &text)
      : kind(kind), text(text.str()) {}

  Kind getKind() const { return kind; }
  void log(llvm::raw_ostream &os) const override { os << text; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

  static char ID;

private:
  Kind kind;
  std::string text;
};

/// An OutOfMemory error: "not enough memory for <what>".
llvm::Error makeMemoryError(const llvm::Twine &what);

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_EVALUATIONERROR_H
