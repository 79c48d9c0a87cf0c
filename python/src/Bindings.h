//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of the extension module and what they share.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PYTHON_BINDINGS_H
#define RELAYLITE_PYTHON_BINDINGS_H

#include "InterpreterLock.h"
#include "Nodes.h"
#include <exception>

namespace mlir {
class MLIRContext;
namespace relay {
class LocalTypes;
class OperatorTable;
} // namespace relay
} // namespace mlir

namespace mlir::relay::python {

/// Keeps what Python has raised where MLIR is between it and who is to know:
/// the error that is reported next on this thread raises it instead.
void setPendingException(std::exception_ptr exception);
/// Makes `exception` the cause of the error that is reported next on this
/// thread.
void setPendingCause(nb::object exception);

/// The context of the process; never destroyed.
MLIRContext *getContext();
/// The operators of that context.
const OperatorTable &getOperators();

/// The types of expressions that stand in no module.
LocalTypes &getLocalTypes();

/// An array as Python sees it; its buffer is replaced when it is written to.
struct NDArrayObject {
  NDArray array;
};
/// From an NDArray or anything that NumPy makes an array of.
NDArray getNDArray(nb::handle value);

/// Attributes for a call of `callee`, without those that have their defaults.
ast::Attrs getCallAttrs(const ast::ExprRef &callee, nb::handle value);
/// The attributes of a call with defaults, or None if its operator has none.
nb::object getAttrsOfCall(const ast::Call &call);

/// The variables of an expression that nothing in it binds, in the order in
/// which they are met.
std::vector<const ast::Var *> findFreeVars(const ast::Expr &root);

void bindAnalysis(nb::module_ &m);
void bindArrays(nb::module_ &m);
void bindAttributes(nb::module_ &m);
void bindCompilation(nb::module_ &m);
void bindDLPack(nb::module_ &m);
void bindEvaluation(nb::module_ &m);
void bindExpressions(nb::module_ &m);
void bindHostedPasses(nb::module_ &m);
void bindInstruments(nb::module_ &m);
void bindIRModule(nb::module_ &m);
void bindJson(nb::module_ &m);
void bindLocalTypes(nb::module_ &m);
void bindFakeQuantizationRules(nb::module_ &m);
void bindOperatorRules(nb::module_ &m);
void bindOperators(nb::module_ &m);
void bindOutputFiles(nb::module_ &m);
void bindPassContexts(nb::module_ &m);
void bindPasses(nb::module_ &m);
void bindPatterns(nb::module_ &m);
void bindText(nb::module_ &m);
void bindTools(nb::module_ &m);
void bindTypes(nb::module_ &m);
void bindTypeDefinitions(nb::module_ &m);
void bindVirtualDevices(nb::module_ &m);

} // namespace mlir::relay::python

#endif // RELAYLITE_PYTHON_BINDINGS_H
