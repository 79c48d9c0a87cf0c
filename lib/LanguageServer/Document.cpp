//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A text that a client has opened: analysis and look-ups.
//
//===----------------------------------------------------------------------===//

#include "Document.h"
#include "../Frontend/Text/Lexer.h"
#include "Operators.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Frontend/Diagnostics.h"
#include "RelayLite/Frontend/Lowering.h"
#include "RelayLite/Frontend/Printer.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::relay;

namespace lsp = llvm::lsp;

Document::Document(lsp::URIForFile uri, std::string contents, int64_t version,
                   const DialectRegistry &registry)
    : uri(std::move(uri)), text(std::move(contents)), version(version),
      positions(text), context(registry, MLIRContext::Threading::DISABLED) {
  // Users of Relay text do not know operations of MLIR.
  context.printOpOnDiagnostic(false);
  context.loadDialect<RelayDialect, func::FuncDialect>();
  operators.emplace(&context);
  analyze();
}

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

void Document::analyze() {
  ScopedDiagnosticHandler handler(
      &context, [this](Diagnostic &diagnostic) { report(diagnostic); });
  RelayDiagnostics inRelay(&context);
  module = parse();
  if (module)
    lower(*module);
}

std::optional<ast::Module> Document::parse() {
  auto onError = [&](ast::Span span, const Twine &message) {
    emitError(getLoc(&context, span), message);
  };
  ast::ParseContext parseContext;
  parseContext.operators = &*operators;
  parseContext.state = &state;
  if (ast::isModuleText(text))
    return ast::parseModule(text, uri.file(), onError, parseContext);
  // As in Python, an expression is the body of `main`, and its free variables
  // are the parameters.
  ast::ExprRef expr = ast::parseExpr(text, uri.file(), onError, parseContext);
  if (!expr)
    return std::nullopt;
  ast::Ref<ast::Function> function = dyn_cast<ast::Function>(expr.get());
  if (!function) {
    std::vector<ast::VarRef> params;
    for (const Symbol &symbol : state.getSymbols())
      if (symbol.kind == Symbol::FreeVariable)
        params.push_back(cast<ast::Var>(symbol.node.get()));
    ast::Span span = expr->getSpan();
    function = ast::make<ast::Function>(
        std::move(params), std::move(expr), nullptr,
        std::vector<ast::Ref<ast::TypeVar>>(), ast::Attrs(), span);
  }
  ast::Module result;
  result.add("main", std::move(function));
  return result;
}

void Document::lower(const ast::Module &parsed) {
  Origins origins;
  OwningOpRef<ModuleOp> lowered = lowerModule(&context, parsed, &origins);
  if (!lowered || failed(verifyLowered(*lowered)))
    return;
  // After an error, some types are inferred.
  (void)inferTypes(*lowered);
  auto record = [&](Location loc, Type type) {
    const ast::Expr *node = origins.lookup(loc);
    if (auto *let = dyn_cast_if_present<ast::Let>(node))
      node = let->getVar().get();
    if (node)
      types.try_emplace(node, type);
  };
  lowered->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto function = dyn_cast<func::FuncOp>(op))
      record(op->getLoc(), function.getFunctionType());
    else if (op->getNumResults() == 1)
      record(op->getLoc(), op->getResult(0).getType());
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        record(argument.getLoc(), argument.getType());
  });
}

static lsp::DiagnosticSeverity convertSeverity(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return lsp::DiagnosticSeverity::Error;
  case DiagnosticSeverity::Warning:
    return lsp::DiagnosticSeverity::Warning;
  case DiagnosticSeverity::Note:
  case DiagnosticSeverity::Remark:
    return lsp::DiagnosticSeverity::Information;
  }
  llvm_unreachable("unknown severity");
}

void Document::report(Diagnostic &diagnostic) {
  lsp::Diagnostic result;
  result.range = getRange(diagnostic.getLocation());
  result.severity = convertSeverity(diagnostic.getSeverity());
  result.source = "relay";
  result.message = llvm::json::fixUTF8(diagnostic.str());
  std::vector<lsp::DiagnosticRelatedInformation> notes;
  for (Diagnostic &note : diagnostic.getNotes())
    notes.emplace_back(lsp::Location(uri, getRange(note.getLocation())),
                       llvm::json::fixUTF8(note.str()));
  if (!notes.empty())
    result.relatedInformation = std::move(notes);
  diagnostics.push_back(std::move(result));
}

// A location without a position means the beginning of the text.
lsp::Range Document::getRange(Location loc) const {
  auto range = getUnmarkedLoc(loc)->findInstanceOf<FileLineColRange>();
  if (!range)
    return {};
  size_t begin =
      positions.getOffset(range.getStartLine(), range.getStartColumn());
  size_t end = positions.getOffset(range.getEndLine(), range.getEndColumn());
  // A point stands for the token that begins there, or for the character if
  // that is no token.
  if (end <= begin) {
    StringRef rest = StringRef(text).drop_front(begin);
    ast::Token token = ast::Lexer(rest).next();
    end = token.is(ast::Token::Error) ? positions.getNextOffset(begin)
                                      : begin + token.spelling.size();
  }
  return {positions.getPosition(begin), positions.getPosition(end)};
}

//===----------------------------------------------------------------------===//
// Look-ups
//===----------------------------------------------------------------------===//

const Document::Name *Document::findName(lsp::Position position) const {
  size_t offset = positions.getOffset(position);
  ArrayRef<Name> names = state.getNames();
  // The last name that begins at or before the position. A cursor behind a name
  // means it, too.
  const Name *name =
      llvm::upper_bound(names, offset, [&](size_t offset, const Name &name) {
        return offset < positions.getOffset(name.span.line, name.span.column);
      });
  if (name == names.begin())
    return nullptr;
  --name;
  size_t end =
      positions.getOffset(name->span.getEndLine(), name->span.getEndColumn());
  return offset <= end ? name : nullptr;
}

std::string Document::getType(const ast::Expr *node) const {
  if (!node)
    return "";
  ast::TypeRef type;
  if (Type inferred = types.lookup(node))
    type = convertType(inferred, {});
  if (auto *var = dyn_cast<ast::Var>(node); !type && var)
    type = var->getAnnotation();
  if (!type)
    return "";
  std::string result;
  llvm::raw_string_ostream os(result);
  ast::print(*type, os);
  return result;
}

// A block of code in Markdown.
static std::string formatCode(const Twine &code) {
  return ("```relay\n" + code + "\n```").str();
}

std::string Document::describeOperator(const Name &name) const {
  const OperatorTable::Entry *entry = operators->lookup(name.op);
  if (!entry)
    return "";
  if (name.kind == Name::Attribute) {
    ast::Span span = name.span;
    StringRef written = StringRef(text).slice(
        positions.getOffset(span.line, span.column),
        positions.getOffset(span.getEndLine(), span.getEndColumn()));
    for (const AttributeSpec &spec : entry->attributes)
      if (spec.name == written.trim('"'))
        return formatCode(name.op + ": " + spec.name) + "\n" +
               describeAttribute(*operators, spec);
    return "";
  }
  std::string type = getType(name.node.get());
  std::string result = formatCode(getSignature(*operators, *entry) +
                                  (type.empty() ? "" : " -> " + type));
  for (const std::string &part :
       {getSummary(*entry).str(), getSemantics(*entry)})
    if (!part.empty())
      result += "\n" + part + "\n";
  return result;
}

std::string Document::describe(const Name &name) const {
  switch (name.kind) {
  case Name::Operator:
  case Name::Attribute:
    return describeOperator(name);
  case Name::Constant: {
    std::string type = getType(name.node.get());
    return type.empty() ? "" : formatCode(type);
  }
  case Name::Reference: {
    const Symbol &symbol = *name.symbol;
    if (symbol.kind == Symbol::TypeParameter)
      return formatCode(symbol.name + ": type parameter");
    std::string type = getType(symbol.node.get());
    return formatCode(symbol.name + (type.empty() ? "" : ": " + type));
  }
  }
  llvm_unreachable("unknown kind of name");
}

std::optional<lsp::Hover> Document::getHover(lsp::Position position) const {
  const Name *name = findName(position);
  if (!name)
    return std::nullopt;
  lsp::Hover hover(positions.getRange(name->span));
  hover.contents.value = llvm::json::fixUTF8(describe(*name));
  if (hover.contents.value.empty())
    return std::nullopt;
  return hover;
}

std::vector<lsp::Location>
Document::getDefinition(lsp::Position position) const {
  const Name *name = findName(position);
  if (!name || !name->symbol || !name->symbol->definition)
    return {};
  return {lsp::Location(uri, positions.getRange(name->symbol->definition))};
}

std::vector<lsp::Location>
Document::getReferences(lsp::Position position, bool includeDefinition) const {
  const Name *found = findName(position);
  std::vector<lsp::Location> result;
  if (!found || !found->symbol)
    return result;
  ast::Span definition = found->symbol->definition;
  for (const Name &name : state.getNames()) {
    bool isDefinition = name.span.line == definition.line &&
                        name.span.column == definition.column;
    if (name.symbol == found->symbol && (includeDefinition || !isDefinition))
      result.emplace_back(uri, positions.getRange(name.span));
  }
  return result;
}

std::vector<lsp::DocumentSymbol> Document::getSymbols() const {
  std::vector<lsp::DocumentSymbol> result;
  // Definitions in the order of the text: a function, then its variables.
  std::vector<const Symbol *> symbols;
  for (const Name &name : state.getNames())
    if (name.symbol && name.span.line == name.symbol->definition.line &&
        name.span.column == name.symbol->definition.column)
      symbols.push_back(name.symbol);
  for (const Symbol *symbol : symbols) {
    bool isFunction = symbol->kind == Symbol::Function;
    if (!isFunction && symbol->kind != Symbol::Variable &&
        symbol->kind != Symbol::FreeVariable)
      continue;
    lsp::Range name = positions.getRange(symbol->definition);
    lsp::Range range = name;
    if (isFunction && symbol->node)
      range = positions.getRange(symbol->node->getSpan());
    lsp::DocumentSymbol entry(llvm::json::fixUTF8(symbol->name),
                              isFunction ? lsp::SymbolKind::Function
                                         : lsp::SymbolKind::Variable,
                              range, name);
    entry.detail = llvm::json::fixUTF8(getType(symbol->node.get()));
    bool isNested = !isFunction && !result.empty() &&
                    result.back().kind == lsp::SymbolKind::Function;
    (isNested ? result.back().children : result).push_back(std::move(entry));
  }
  return result;
}
