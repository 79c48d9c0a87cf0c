//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Diagnostics in Relay's terms.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/Diagnostics.h"
#include "Literals/LiteralText.h"
#include "RelayLite/Dialect/Relay/IR/CheckedOperation.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Frontend/Printer.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

// Whether Relay has such a type, apart from unknown parts.
static bool hasCounterpart(Type type) {
  return !type.walk<WalkOrder::PreOrder>([](Type part) {
                if (auto tensor = dyn_cast<RankedTensorType>(part))
                  return getDType(tensor.getElementType())
                             ? WalkResult::skip()
                             : WalkResult::interrupt();
                auto function = dyn_cast<FunctionType>(part);
                bool isKnown = function ? function.getNumResults() == 1
                                        : isa<TupleType, RefType, StorageType,
                                              TypeVarType, DataType>(part);
                return isKnown ? WalkResult::advance()
                               : WalkResult::interrupt();
              })
              .wasInterrupted();
}

static void printType(Type type, raw_ostream &os) {
  if (!type || isa<UnknownType>(type)) {
    os << "an unknown type";
  } else if (getDType(type)) {
    os << getDTypeName(type);
  } else if (ast::TypeRef converted =
                 hasCounterpart(type) ? convertType(type, {}) : nullptr) {
    ast::print(*converted, os);
  } else {
    os << '\'' << type << '\'';
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

// The name of the callee of an operation. Empty if it is not a call.
static std::string getCallee(Operation *op) {
  if (auto call = dyn_cast<CallOp>(op))
    return ast::formatGlobal(call.getCallee());
  return getOperatorName(op).str();
}

static std::string getName(BlockArgument argument) {
  StringRef name;
  if (auto function =
          dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()))
    if (auto attr = function.getArgAttrOfType<StringAttr>(
            argument.getArgNumber(), fnattr::paramName))
      name = attr.getValue();
  if (auto loc = dyn_cast<NameLoc>(argument.getLoc()); loc && name.empty())
    name = loc.getName();
  if (name.empty())
    return ("%arg" + Twine(argument.getArgNumber())).str();
  return "%" + ast::makeValidName(name);
}

static std::string describe(ValueRange values, bool inTuple = false);

// An operand in the form of Relay text. Its own operands are left out, except
// for those of an outermost tuple.
static std::string describe(Value value, bool inTuple = false) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return getName(argument);
  Operation *op = value.getDefiningOp();
  if (std::string callee = getCallee(op); !callee.empty())
    return callee + "(...)";
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case([](LetOp let) { return "%" + ast::makeValidName(let.getName()); })
      .Case([](TypeCastOp typeCast) { return describe(typeCast.getValue()); })
      .Case([](ConstantOp constant) -> std::string {
        if (constant.getValue().getShapedType().getRank() == 0) {
          FailureOr<NDArray> array =
              getConstantArray(constant.getLoc(), constant.getValue());
          if (succeeded(array))
            if (std::optional<std::string> text = ast::formatScalar(*array))
              return *text;
        }
        return "meta[relay.Constant]";
      })
      .Case(
          [](GlobalOp global) { return ast::formatGlobal(global.getCallee()); })
      .Case([](TupleGetOp get) {
        return describe(get.getTuple()) + "." + std::to_string(get.getIndex());
      })
      .Case([](IfOp) { return "if (...)"; })
      .Case<FnOp, FusedFnOp>([](auto) { return "fn (...)"; })
      .Case([&](TupleOp tuple) -> std::string {
        return inTuple ? "(...)" : describe(tuple->getOperands(), true);
      })
      .Default([](Operation *) { return "(...)"; });
}

static std::string describe(ValueRange values, bool inTuple) {
  constexpr size_t maxValues = 8;
  SmallVector<std::string> texts;
  for (Value value : values.take_front(maxValues))
    texts.push_back(describe(value, inTuple));
  if (values.size() > maxValues)
    texts.push_back("...");
  return "(" + llvm::join(texts, ", ") + ")";
}

// The name of an operation in Relay. Empty if the name would not help.
static std::string describe(Operation *op) {
  if (auto call = dyn_cast<CallOp>(op))
    return getCallee(op) + describe(call.getArguments());
  if (std::string callee = getCallee(op); !callee.empty())
    return callee + describe(op->getOperands());
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case([](ApplyOp apply) {
        return describe(apply.getCallee()) + describe(apply.getArguments());
      })
      .Case([](IfOp branch) {
        return "if (" + describe(branch.getCondition()) + ")";
      })
      .Case([](TupleOp tuple) { return describe(tuple->getOperands()); })
      .Case([](TupleGetOp get) { return describe(get.getResult()); })
      .Case([](LetOp let) { return "let " + describe(let.getResult()); })
      .Case([](func::FuncOp function) {
        return ast::formatGlobal(function.getName());
      })
      .Default([](Operation *) { return ""; });
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

// The operation in `root` with the name and the location. Null if there is none
// or more than one.
static Operation *find(Operation *root, StringRef name, Location loc) {
  Operation *result = nullptr;
  WalkResult walked = root->walk([&](Operation *op) {
    if (op->getName().getStringRef() != name || op->getLoc() != loc)
      return WalkResult::advance();
    if (result)
      return WalkResult::interrupt();
    result = op;
    return WalkResult::advance();
  });
  return walked.wasInterrupted() ? nullptr : result;
}

// Replaces the name of the operation or operator by the call.
static std::string replaceName(StringRef message, Location loc,
                               Operation *checked) {
  // The beginning of emitOpError's messages.
  auto [name, body] = message.split("' op ");
  if (!body.empty() && name.consume_front("'") && !name.contains('\'')) {
    Operation *op = checked;
    if (op && op->getName().getStringRef() != name)
      op = find(op, name, loc);
    std::string call = op ? describe(op) : "";
    if (call.empty() && name.consume_front("relay."))
      call = name.str();
    return call.empty() ? message.str() : call + ": " + body.str();
  }
  // The beginning of type inference's messages.
  std::string callee = checked ? getCallee(checked) : "";
  StringRef rest = message;
  if (!callee.empty() && rest.consume_front(callee) && rest.consume_front(": "))
    return describe(checked) + ": " + rest.str();
  return message.str();
}

static std::string describe(const Diagnostic &diagnostic, Operation *checked) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const DiagnosticArgument &argument : diagnostic.getArguments()) {
    if (argument.getKind() == DiagnosticArgument::DiagnosticArgumentKind::Type)
      printType(argument.getAsType(), os);
    else
      argument.print(os);
  }
  return replaceName(text, diagnostic.getLocation(), checked);
}

std::string relay::describeInRelay(const Diagnostic &diagnostic) {
  return describe(diagnostic, CheckedOperation::getCurrent());
}

RelayDiagnostics::RelayDiagnostics(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) {
        rewrite(diagnostic);
        for (Diagnostic &note : diagnostic.getNotes())
          rewrite(note);
        // Other handlers show it.
        return failure();
      }) {}

void RelayDiagnostics::rewrite(Diagnostic &diagnostic) {
  MutableArrayRef<DiagnosticArgument> arguments = diagnostic.getArguments();
  if (arguments.empty())
    return;
  StringRef text = strings.save(describeInRelay(diagnostic));
  for (DiagnosticArgument &argument : arguments)
    argument = DiagnosticArgument(std::exchange(text, ""));
}
