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

#ifndef LIB_FRONTEND_TEXT_TYPEPRINTER_H
#define LIB_FRONTEND_TEXT_TYPEPRINTER_H

#include "RelayLite/Frontend/Metadata.h"
#include "RelayLite/Frontend/Printer.h"

namespace mlir::relay::ast {

/// Prints types; many nodes share one type. Symbolic dimensions go to `meta` if
/// the options say so.
class TypePrinter {
public:
  TypePrinter(const PrintOptions &options, MetaWriter &meta)
      : options(options), meta(meta) {}

  /// Appends the text of `type` to `out`.
  void print(const Type &type, std::string &out);

  /// Appends the type parameters of a function, in brackets, if it has any.
  static void printParams(llvm::ArrayRef<Ref<TypeVar>> params,
                          std::string &out);

private:
  void format(const Type &type, std::string &out);
  void printDefinition(const TypeData &data, std::string &out);
  void printList(llvm::ArrayRef<TypeRef> types, std::string &out);

  const PrintOptions &options;
  MetaWriter &meta;
  llvm::DenseMap<const Type *, std::string> texts;
};

} // namespace mlir::relay::ast

#endif // LIB_FRONTEND_TEXT_TYPEPRINTER_H
