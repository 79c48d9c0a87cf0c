//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments of the function to run, from files or made at random.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TOOLS_INPUTS_H
#define LIB_TOOLS_INPUTS_H

#include "RelayLite/Evaluation/EvalValue.h"
#include "RelayLite/Support/NDArray.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::relay {

/// Arrays by the name of the argument that they are for.
class Inputs {
public:
  /// Adds an array from the file `source`; an error if there is one of that
  /// name. Parameters may be left over when it comes to `bind`, others not.
  llvm::Error add(StringRef name, NDArray array, StringRef source,
                  bool isParameter = false);

  /// The arguments of `function`. Arguments that are not given are made at
  /// random if there is a `seed`. Reports all that is missing, left over or of
  /// another type.
  FailureOr<SmallVector<EvalValue>> bind(func::FuncOp function,
                                         std::optional<uint64_t> seed);

private:
  struct Input {
    NDArray array;
    std::string source;
    bool isParameter;
    bool isUsed = false;
  };
  FailureOr<EvalValue> bindValue(Location loc, const std::string &name,
                                 Type type, std::optional<uint64_t> seed);

  llvm::MapVector<std::string, Input, llvm::StringMap<unsigned>> inputs;
  /// The arguments without a value, with their types.
  SmallVector<std::string> missing;
};

} // namespace mlir::relay

#endif // LIB_TOOLS_INPUTS_H
