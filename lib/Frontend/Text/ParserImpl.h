//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state and the rules of the parser. A rule returns null (or false) after
// it has reported an error.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FRONTEND_TEXT_PARSERIMPL_H
#define LIB_FRONTEND_TEXT_PARSERIMPL_H

#include "Lexer.h"
#include "RelayLite/Frontend/Metadata.h"
#include "RelayLite/Frontend/Parser.h"
#include "RelayLite/Frontend/ParserState.h"
#include "RelayLite/Support/Stack.h"
#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/ScopedHashTable.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/StringSaver.h"

namespace mlir::relay::ast {

/// The local variables that are in scope, by name. Keys have their hashes,
/// because names are spread over the whole text.
class LocalTable {
public:
  class Scope {
  public:
    explicit Scope(LocalTable &table)
        : table(table), start(table.hidden.size()) {}
    ~Scope() { table.restore(start); }

  private:
    LocalTable &table;
    size_t start;
  };

  void insert(StringRef name, VarRef var) {
    Key key(name);
    VarRef &entry = visible[key];
    hidden.emplace_back(key, std::exchange(entry, std::move(var)));
  }
  VarRef lookup(StringRef name) const { return visible.lookup(Key(name)); }

private:
  using Key = llvm::CachedHashStringRef;

  void restore(size_t start) {
    for (; hidden.size() > start; hidden.pop_back()) {
      auto &[key, var] = hidden.back();
      if (var)
        visible[key] = std::move(var);
      else
        visible.erase(key);
    }
  }

  llvm::DenseMap<Key, VarRef> visible;
  // The entries that insertions have replaced.
  std::vector<std::pair<Key, VarRef>> hidden;
};

class Parser {
public:
  Parser(StringRef text, StringRef fileName, ErrorHandler onError,
         const ParseContext &context = {});

  std::optional<Module> parseModule();
  ExprRef parseWholeExpr();

private:
  using TypeVarTable = llvm::ScopedHashTable<StringRef, Ref<TypeVar>>;

  // Limits the depth of recursion of a rule.
  class Nesting {
  public:
    explicit Nesting(Parser &parser) : parser(parser) { ++parser.nesting; }
    ~Nesting() { --parser.nesting; }
    /// False, after an error, if the limit is exceeded.
    bool check() {
      return parser.nesting <= parser.limit.depth ||
             parser.fail("the text nests more than " +
                         llvm::Twine(parser.limit.depth) + " deep" +
                         parser.limit.reason);
    }

  private:
    Parser &parser;
  };

  //===--- Tokens (Parser.cpp) --------------------------------------------===//

  const Token &peek() const { return current; }
  bool at(Token::Kind kind) const { return current.is(kind); }
  bool atAttr() const {
    return (at(Token::Identifier) || at(Token::String)) &&
           ahead.is(Token::Equal);
  }
  Token consume();
  bool consumeIf(Token::Kind kind);
  /// Consumes a token of the kind, or reports that `what` was expected.
  bool expect(Token::Kind kind, const llvm::Twine &what);
  /// Consumes a name, which may be in quotes, or reports that `what` was
  /// expected.
  std::optional<StringRef> expectName(const llvm::Twine &what);
  Span spanOf(const Token &token) const {
    Span span{file, token.line, token.column};
    span.setEnd(token.endLine, token.endColumn);
    return span;
  }
  /// The next token.
  Span here() const { return spanOf(current); }
  /// From the beginning of `first` to the end of the last token.
  Span since(Span first) const {
    first.setEnd(lastEndLine, lastEndColumn);
    return first;
  }
  /// Report an error; return false.
  bool fail(const llvm::Twine &message) { return failAt(here(), message); }
  bool failAt(Span span, const llvm::Twine &message);
  bool failExpected(const llvm::Twine &what);

  //===--- Modules (Parser.cpp) -------------------------------------------===//

  bool parseMetadata();
  bool parseVersion(bool isRequired);
  bool parseTypeDefinition(Module &module);
  bool parseConstructor(const Ref<GlobalTypeVar> &header,
                        std::vector<Ref<Constructor>> &constructors);
  bool parseFunctionDefinition(Module &module);
  bool parseDefinition(Module &module);
  bool checkGlobals(const Module &module);
  bool checkTypes(const TypeTable &types);

  //===--- Types (ParserTypes.cpp) ----------------------------------------===//

  TypeRef parseType();
  bool parseAnnotation(TypeRef &type);
  TypeRef parseTensorType();
  TypeRef parseFuncType();
  TypeRef parseTupleType();
  /// The rest of a type that begins with the name of an algebraic data type.
  TypeRef parseDataType(StringRef name, Span start);
  /// The node of the name of an algebraic data type, which may be defined
  /// later.
  const Ref<GlobalTypeVar> &getTypeName(StringRef name);
  bool parseTypeParams(std::vector<Ref<TypeVar>> &params);
  bool parseDim(std::vector<Dim> &shape);

  //===--- Expressions (ParserExprs.cpp) ----------------------------------===//

  /// Bindings and a result, between braces.
  ExprRef parseSequence();
  ExprRef parseBlock();
  ExprRef parseOperators();
  ExprRef parseCall();
  ExprRef parseAtom();
  ExprRef parseProjections(ExprRef expr, Span start);
  ExprRef parseLocal();
  /// To be called with each variable that is declared.
  void declare(const Var &var, bool isFree = false);
  ExprRef parseIf();
  ExprRef parseParentheses();
  ExprRef parseRefOperation();
  /// The rest of a function that begins with `fn` or `def @f` at `start`.
  Ref<Function> parseFunction(Span start);
  bool parseParam(std::vector<VarRef> &params);
  ExprRef parseArguments(ExprRef callee, Span start);
  bool parseFreeVar();
  bool parseLet(VarRef &var, ExprRef &value);
  bool parseGraphBinding();

  //===--- Literals and attributes (ParserLiterals.cpp) -------------------===//

  ExprRef parseNumber();
  bool parseInteger(int64_t &value, const llvm::Twine &what);
  /// The name in a token, without sigil and quotes.
  StringRef getName(const Token &token);
  bool parseAttrs(Attrs &attrs);
  bool parseAttrsObject(const Expr &callee, Attrs &attrs);
  bool parseAttrValue(AttrValue &value);
  bool parseListAttr(AttrValue &value);
  bool parseMapAttr(AttrValue &value);
  bool parseMetaAttr(AttrValue &value);
  bool parseNumberAttr(AttrValue &value);
  /// Whether the next token is `meta[relay.Constant][i]`.
  bool atMetaConstant() const;
  /// The object that `meta[key][index]` refers to: a node of the metadata
  /// section, or a value of the context.
  struct MetaReference {
    unsigned node = 0;
    const AttrValue *value = nullptr;
  };
  std::optional<MetaReference> parseMetaReference();
  ExprRef parseMetaConstant();
  /// The constant that is a node of the metadata section.
  ExprRef getMetaConstant(unsigned node, Span span);
  Ref<MetaObject> parseMetaObject();
  bool parseVirtualDevice(Ref<VirtualDevice> &device);

  StringRef text;
  StringRef metadataText;
  const std::string *file;
  ErrorHandler onError;
  ParseContext context;
  Lexer lexer;
  Token current;
  Token ahead;
  // The end of the token before the current one.
  uint32_t lastEndLine = 1;
  uint32_t lastEndColumn = 1;
  bool failed = false;
  unsigned nesting = 0;
  const NestingLimit limit = getNestingLimit(kMaxNesting);

  Ref<MetaGraph> metadata;
  llvm::DenseMap<unsigned, ExprRef> metaConstants;
  llvm::DenseMap<unsigned, Ref<MetaObject>> metaObjects;
  LocalTable locals;
  // The length of the longest variable whose name ends like a projection.
  size_t longestIndexedName = 0;
  TypeVarTable typeVars;
  llvm::StringMap<VarRef> freeVars;
  // Graph bindings are visible to the end of the text, as in TVM.
  llvm::StringMap<ExprRef> graphBindings;
  // The first reference to each function.
  llvm::StringMap<Ref<GlobalVar>> globals;
  llvm::StringMap<Ref<Op>> operators;
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver strings{allocator};
  llvm::StringMap<TypeRef> scalarTypes;
  llvm::StringMap<Ref<GlobalTypeVar>> typeNames;
  // The uses of algebraic data types, which are checked at the end.
  std::vector<std::pair<TypeRef, Span>> typeUses;
  // The definitions so far. Null if there are none.
  const TypeTable *types = nullptr;
  TypeRef incompleteType;
};

} // namespace mlir::relay::ast

#endif // LIB_FRONTEND_TEXT_PARSERIMPL_H
