//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CODEGEN_PASSES_TD
#define RELAYLITE_CODEGEN_PASSES_TD

include "RelayLite/Codegen/LLVMPasses.td"
include "RelayLite/Codegen/LoopPasses.td"
include "RelayLite/Codegen/MemoryPasses.td"
include "RelayLite/Codegen/RecursionPasses.td"
include "RelayLite/Codegen/SizePasses.td"
include "RelayLite/Codegen/TensorPasses.td"

#endif // RELAYLITE_CODEGEN_PASSES_TD
