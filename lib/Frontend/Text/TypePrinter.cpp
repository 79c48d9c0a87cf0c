//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The printer of types in Relay text.
//
//===----------------------------------------------------------------------===//

#include "TypePrinter.h"
#include "../Literals/LiteralText.h"
#include "RelayLite/Frontend/DimExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::relay;
using namespace mlir::relay::ast;

void TypePrinter::printParams(ArrayRef<Ref<TypeVar>> params, std::string &out) {
  for (auto [i, param] : enumerate(params))
    out += (i ? ", " : "[") + formatName(param->getName());
  if (!params.empty())
    out += ']';
}

void TypePrinter::printList(ArrayRef<TypeRef> types, std::string &out) {
  interleave(
      types, [&](const TypeRef &type) { print(*type, out); },
      [&] { out += ", "; });
}

void TypePrinter::print(const Type &type, std::string &out) {
  auto known = texts.find(&type);
  if (known == texts.end()) {
    std::string text;
    format(type, text);
    known = texts.try_emplace(&type, std::move(text)).first;
  }
  out += known->second;
}

// TVM, too, gives a type without constructors an empty line.
void TypePrinter::printDefinition(const TypeData &data, std::string &out) {
  out += "type " + formatName(data.getName());
  printParams(data.getTypeVars(), out);
  out += " {\n";
  for (const Ref<Constructor> &constructor : data.getConstructors()) {
    out += "  " + formatName(constructor->getName());
    if (!constructor->getInputs().empty()) {
      out += '(';
      printList(constructor->getInputs(), out);
      out += ')';
    }
    out += ",\n";
  }
  out += data.getConstructors().empty() ? "  \n}" : "}";
}

void TypePrinter::format(const Type &type, std::string &out) {
  TypeSwitch<const Type *>(&type)
      .Case([&](const TensorType *tensor) {
        if (tensor->getShape().empty()) {
          out += tensor->getDType().getName();
          return;
        }
        out += "Tensor[(";
        interleave(
            tensor->getShape(),
            [&](const Dim &dim) {
              std::optional<DimExpr> expr;
              if (dim.symbol && options.symbols)
                out += meta.add(*dim.symbol);
              else if (dim.symbol && (expr = DimExpr::read(*dim.symbol)))
                out += expr->getText();
              else
                out += dim.isStatic() ? itostr(dim.size) : "?";
            },
            [&] { out += ", "; });
        out += "), " + tensor->getDType().getName() + "]";
      })
      .Case([&](const TupleType *tuple) {
        out += '(';
        printList(tuple->getFields(), out);
        out += tuple->getFields().size() == 1 ? ",)" : ")";
      })
      .Case([&](const FuncType *function) {
        out += "fn ";
        printParams(function->getTypeParams(), out);
        out += '(';
        printList(function->getParams(), out);
        out += ") -> ";
        print(*function->getResult(), out);
      })
      .Case([&](const RefType *ref) {
        out += "ref(";
        print(*ref->getValue(), out);
        out += ')';
      })
      .Case([&](const TypeVar *typeVar) {
        out += formatName(typeVar->getName());
      })
      .Case([&](const IncompleteType *) { out += '_'; })
      .Case(
          [&](const GlobalTypeVar *var) { out += formatName(var->getName()); })
      .Case([&](const TypeCall *call) {
        print(*call->getCallee(), out);
        out += '[';
        printList(call->getArgs(), out);
        out += ']';
      })
      .Case([&](const TypeData *data) { printDefinition(*data, out); })
      .Case([&](const TypeRelation *relation) {
        if (relation->getFunction())
          out += relation->getFunction()->getName();
        out += '(';
        printList(relation->getArgs(), out);
        out += ')';
      });
}

void mlir::relay::ast::print(const Type &type, raw_ostream &os) {
  PrintOptions options;
  options.symbols = false;
  std::string text;
  MetaWriter meta;
  TypePrinter(options, meta).print(type, text);
  os << text;
}
