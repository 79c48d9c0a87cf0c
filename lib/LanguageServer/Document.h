//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A text that a client has opened, with all that is known of it.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_LANGUAGESERVER_DOCUMENT_H
#define LIB_LANGUAGESERVER_DOCUMENT_H

#include "Positions.h"
#include "RelayLite/Frontend/OperatorTable.h"
#include "RelayLite/Frontend/Parser.h"
#include "RelayLite/Frontend/ParserState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::relay {

/// One version of a text. It is parsed and its types are inferred once, when
/// the object is made; requests only look things up.
class Document {
public:
  Document(llvm::lsp::URIForFile uri, std::string text, int64_t version,
           const DialectRegistry &registry);

  StringRef getText() const { return text; }
  int64_t getVersion() const { return version; }
  const std::vector<llvm::lsp::Diagnostic> &getDiagnostics() const {
    return diagnostics;
  }

  /// The type or the documentation of the name at the position.
  std::optional<llvm::lsp::Hover> getHover(llvm::lsp::Position position) const;
  /// Return the definitions of the name at the position.
  std::vector<llvm::lsp::Location>
  getDefinition(llvm::lsp::Position position) const;
  /// Return the uses of the name at the position.
  std::vector<llvm::lsp::Location> getReferences(llvm::lsp::Position position,
                                                 bool includeDefinition) const;
  /// The functions with their variables.
  std::vector<llvm::lsp::DocumentSymbol> getSymbols() const;
  /// Return the completions at the position (Completion.cpp).
  llvm::lsp::CompletionList getCompletions(llvm::lsp::Position position) const;

private:
  using Symbol = ast::ParserState::Symbol;
  using Name = ast::ParserState::Name;

  void analyze();
  /// The text as a module. None after an error.
  std::optional<ast::Module> parse();
  void lower(const ast::Module &module);
  void report(Diagnostic &diagnostic);
  llvm::lsp::Range getRange(Location loc) const;

  const Name *findName(llvm::lsp::Position position) const;
  /// The type in Relay text; empty if it is not known.
  std::string getType(const ast::Expr *node) const;
  std::string describe(const Name &name) const;
  std::string describeOperator(const Name &name) const;

  llvm::lsp::URIForFile uri;
  std::string text;
  int64_t version;
  Positions positions;
  // A context cannot free what it has uniqued, so each version has its own.
  MLIRContext context;
  std::optional<OperatorTable> operators;
  ast::ParserState state;
  std::optional<ast::Module> module;
  llvm::DenseMap<const ast::Expr *, Type> types;
  std::vector<llvm::lsp::Diagnostic> diagnostics;
};

} // namespace mlir::relay

#endif // LIB_LANGUAGESERVER_DOCUMENT_H
