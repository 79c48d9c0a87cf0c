//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list of the kernels that are compiled when RelayLite is built.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_RELAYLITEKERNELGEN_KERNELLIST_H
#define TOOLS_RELAYLITEKERNELGEN_KERNELLIST_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlir::relay {

/// The keys (KernelCompiler::compile) of the kernels that `text` lists. Each
/// line of it that is neither empty nor a comment (`//`) has four fields,
/// separated by semicolons:
///
/// * `pointwise N` for kernels of up to N dimensions, one for each way in which
///   operands repeat along them; or `shapes` for one kernel of the types given,
/// * names of operators, and the attributes that they get in braces,
/// * types of operands and of the result, `T, T -> T` or `?x?xT -> ?xT`,
/// * the element types that letters in the fields before stand for, all
///   combinations of them: `T = f32 f64, U = i32`.
///
/// Fails with the number of the line that is wrong.
llvm::Expected<std::vector<std::string>> readKernelList(MLIRContext *context,
                                                        StringRef text);

} // namespace mlir::relay

#endif // TOOLS_RELAYLITEKERNELGEN_KERNELLIST_H
