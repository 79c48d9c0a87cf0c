//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packing of constant factors at compile time.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_PACKCONSTANTS_H
#define LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_PACKCONSTANTS_H

#include "PackedContraction.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::relay {

/// The order of elements in all panels of a factor: by the steps of the batch,
/// blocks of the depth, panels, steps of the depth, and lanes.
struct PanelOrder {
  /// Those loops of the batch that address the factor.
  ArrayRef<unsigned> batch;
  ArrayRef<unsigned> laneLoops, depthLoops;
  /// The size of each loop.
  ArrayRef<int64_t> sizes;
  /// The lanes of a panel, and the steps of a block of the depth.
  int64_t lanes, blockDepth;
};

/// Makes packed copies of the constants of a module.
class ConstantPacker {
public:
  explicit ConstantPacker(ModuleOp module) : symbols(module) {}

  /// The panels of `access` as a buffer of one dimension; null if it does not
  /// read a constant whose elements are known.
  Value pack(ImplicitLocOpBuilder &b, const Access &access,
             const PanelOrder &order);

private:
  SymbolTable symbols;
  /// The buffers with equal elements.
  llvm::DenseMap<Attribute, memref::GlobalOp> globals;
};

} // namespace mlir::relay

#endif // LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_PACKCONSTANTS_H
