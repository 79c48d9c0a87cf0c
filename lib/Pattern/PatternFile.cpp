//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser of files of patterns, by recursive descent:
//
//   file    := { NAME '=' pattern
//              | 'composite' STRING [ 'where' STRING ] '=' pattern }
//   pattern := sum { '|' sum }
//   sum     := product { ('+' | '-') product }
//   product := postfix { ('*' | '/') postfix }
//   postfix := primary { '(' arguments ')' | '.' NAME '(' ... ')' }
//   primary := NAME | function '(' ... ')' | '(' pattern ')'
//
// A missing pattern stands for an error that has been reported.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Pattern/PatternFile.h"
#include "../Frontend/Text/Lexer.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "RelayLite/Frontend/OperatorTable.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Dialect.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::pattern;

namespace {
class PatternParser {
public:
  PatternParser(MLIRContext *context, StringRef text, StringRef fileName)
      : context(context), operators(context), fileName(fileName),
        lexer(text, ast::Lexer::Language::Patterns) {
    advance();
  }

  FailureOr<std::vector<PatternDefinition>> parse();

private:
  using Function = PatternRef (PatternParser::*)();

  // Tokens.
  void advance() { token = lexer.next(); }
  Location getLoc() const {
    return FileLineColLoc::get(context, fileName, token.line, token.column);
  }
  /// Returns whether the word or the punctuation `spelling` is here.
  bool at(StringRef spelling) const { return token.spelling == spelling; }
  bool atFloat() const {
    return token.is(ast::Token::Number) &&
           token.spelling.find_first_of(".eE") != StringRef::npos;
  }
  /// Reports that something else was expected here.
  std::nullptr_t fail(const Twine &expectation);
  bool consume(StringRef spelling);
  /// The same; reports an error if it is not there.
  bool expect(StringRef spelling);
  std::optional<std::string> parseString(StringRef what);
  std::optional<int64_t> parseInteger();

  // Statements.
  LogicalResult parseComposite();
  LogicalResult parseBinding();

  // Patterns.
  PatternRef parsePattern();
  PatternRef parseSum();
  PatternRef parseProduct();
  PatternRef parsePostfix();
  PatternRef parsePrimary();
  PatternRef parseFunction(StringRef name);
  PatternRef parseMethod(const PatternRef &self);
  PatternRef parseOptional(const PatternRef &self);
  PatternRef parseCondition(const PatternRef &self, StringRef name);
  std::optional<PatternList> parseList(StringRef end);
  std::optional<PatternList> parseListOrNone();
  bool parseAll(std::initializer_list<PatternRef *> patterns);
  PatternRef parseOperator();
  PatternRef parseConstant();
  std::optional<ast::AttrValue> parseValue();
  std::optional<ast::Attrs> parseAttrs();
  std::optional<std::vector<ast::Dim>> parseShape();
  PatternRef makeCall(StringRef op, PatternRef lhs, PatternRef rhs) {
    auto callee =
        ast::make<ExprPattern>(ast::ExprRef(ast::make<ast::Op>(op.str())));
    return ast::make<CallPattern>(
        callee, PatternList({std::move(lhs), std::move(rhs)}));
  }

  MLIRContext *context;
  OperatorTable operators;
  StringRef fileName;
  ast::Lexer lexer;
  ast::Token token;
  unsigned nesting = 0;
  llvm::StringMap<PatternRef> names;
  std::vector<PatternDefinition> definitions;
};
} // namespace

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

std::nullptr_t PatternParser::fail(const Twine &expectation) {
  if (token.is(ast::Token::Error)) {
    emitError(getLoc()) << lexer.getError();
    return nullptr;
  }
  InFlightDiagnostic diag = emitError(getLoc(), "expected ") << expectation;
  if (token.is(ast::Token::Eof))
    diag << ", but the file ends";
  else
    diag << ", but found '" << token.spelling.trim('"') << "'";
  return nullptr;
}

bool PatternParser::consume(StringRef spelling) {
  if (!at(spelling))
    return false;
  advance();
  return true;
}

bool PatternParser::expect(StringRef spelling) {
  if (consume(spelling))
    return true;
  fail("'" + spelling + "'");
  return false;
}

std::optional<std::string> PatternParser::parseString(StringRef what) {
  if (!token.is(ast::Token::String)) {
    fail(what + " in quotes");
    return std::nullopt;
  }
  std::string text = token.spelling.drop_front().drop_back().str();
  advance();
  return text;
}

std::optional<int64_t> PatternParser::parseInteger() {
  int64_t value;
  if (!token.is(ast::Token::Number) || token.spelling.getAsInteger(10, value)) {
    fail("an integer of 64 bits");
    return std::nullopt;
  }
  advance();
  return value;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

FailureOr<std::vector<PatternDefinition>> PatternParser::parse() {
  while (!token.is(ast::Token::Eof))
    if (failed(at("composite") ? parseComposite() : parseBinding()))
      return failure();
  return std::move(definitions);
}

LogicalResult PatternParser::parseComposite() {
  Location loc = getLoc();
  advance();
  auto name = parseString("the name of a composite function");
  if (!name)
    return failure();
  std::optional<std::string> check = "";
  if (consume("where"))
    check = parseString("the name of a check");
  if (!check || !expect("="))
    return failure();
  PatternRef pattern = parsePattern();
  if (!pattern)
    return failure();
  definitions.push_back({*name, *check, std::move(pattern), loc});
  return success();
}

LogicalResult PatternParser::parseBinding() {
  if (!token.is(ast::Token::Identifier)) {
    fail("'composite' or the name of a pattern");
    return failure();
  }
  StringRef name = token.spelling;
  Location loc = getLoc();
  advance();
  if (!expect("="))
    return failure();
  PatternRef pattern = parsePattern();
  if (!pattern)
    return failure();
  if (!names.try_emplace(name, std::move(pattern)).second)
    return emitError(loc, "pattern '") << name << "' is defined twice";
  return success();
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

PatternRef PatternParser::parsePattern() {
  if (nesting == kMaxPatternNesting) {
    emitError(getLoc(), "patterns nest more than ")
        << kMaxPatternNesting << " deep";
    return nullptr;
  }
  ++nesting;
  PatternRef pattern = parseSum();
  while (pattern && consume("|")) {
    PatternRef right = parseSum();
    pattern = right ? ast::make<AltPattern>(pattern, right) : nullptr;
  }
  --nesting;
  return pattern;
}

PatternRef PatternParser::parseSum() {
  PatternRef pattern = parseProduct();
  while (pattern && (at("+") || at("-"))) {
    StringRef op = at("+") ? "add" : "subtract";
    advance();
    PatternRef right = parseProduct();
    pattern = right ? makeCall(op, pattern, right) : nullptr;
  }
  return pattern;
}

PatternRef PatternParser::parseProduct() {
  PatternRef pattern = parsePostfix();
  while (pattern && (at("*") || at("/"))) {
    StringRef op = at("*") ? "multiply" : "divide";
    advance();
    PatternRef right = parsePostfix();
    pattern = right ? makeCall(op, pattern, right) : nullptr;
  }
  return pattern;
}

PatternRef PatternParser::parsePostfix() {
  PatternRef pattern = parsePrimary();
  while (pattern) {
    if (consume(".")) {
      pattern = parseMethod(pattern);
    } else if (consume("(")) {
      std::optional<PatternList> args;
      if (consume("None")) {
        if (expect(")"))
          args.emplace();
      } else {
        args = parseList(")");
      }
      pattern =
          args ? ast::make<CallPattern>(pattern, std::move(*args)) : nullptr;
    } else {
      break;
    }
  }
  return pattern;
}

PatternRef PatternParser::parsePrimary() {
  if (consume("(")) {
    PatternRef pattern = parsePattern();
    return pattern && expect(")") ? pattern : nullptr;
  }
  if (!token.is(ast::Token::Identifier))
    return fail("a pattern");
  auto known = names.find(token.spelling);
  if (known != names.end()) {
    advance();
    return known->second;
  }
  return parseFunction(token.spelling);
}

std::optional<PatternList> PatternParser::parseList(StringRef end) {
  std::vector<PatternRef> list;
  while (!consume(end)) {
    if (!list.empty() && !expect(","))
      return std::nullopt;
    PatternRef pattern = parsePattern();
    if (!pattern)
      return std::nullopt;
    list.push_back(std::move(pattern));
  }
  return PatternList(std::move(list));
}

std::optional<PatternList> PatternParser::parseListOrNone() {
  if (consume("None"))
    return std::optional<PatternList>(PatternList());
  return expect("[") ? parseList("]") : std::nullopt;
}

bool PatternParser::parseAll(std::initializer_list<PatternRef *> patterns) {
  for (PatternRef *pattern : patterns) {
    if (pattern != *patterns.begin() && !expect(","))
      return false;
    *pattern = parsePattern();
    if (!*pattern)
      return false;
  }
  return true;
}

// Behind the name of a function of TVM's.
PatternRef PatternParser::parseFunction(StringRef name) {
  enum Function {
    IsOp,
    Wildcard,
    IsConstant,
    IsExpr,
    IsVar,
    IsTuple,
    IsTupleGetItem,
    IsIf,
    IsLet,
    IsFunction,
    Dominates,
    Unknown
  };
  auto function = llvm::StringSwitch<Function>(name)
                      .Case("is_op", IsOp)
                      .Case("wildcard", Wildcard)
                      .Case("is_constant", IsConstant)
                      .Case("is_expr", IsExpr)
                      .Case("is_var", IsVar)
                      .Case("is_tuple", IsTuple)
                      .Case("is_tuple_get_item", IsTupleGetItem)
                      .Case("is_if", IsIf)
                      .Case("is_let", IsLet)
                      .Case("is_function", IsFunction)
                      .Case("dominates", Dominates)
                      .Default(Unknown);
  if (function == Unknown)
    return fail("a pattern that is defined before, or a function of patterns");
  advance();
  if (!expect("("))
    return nullptr;
  PatternRef result, a, b, c;
  switch (function) {
  case IsOp:
    result = parseOperator();
    break;
  case Wildcard:
    result = ast::make<WildcardPattern>();
    break;
  case IsConstant:
    result = ast::make<ConstantPattern>();
    break;
  case IsExpr:
    result = parseConstant();
    break;
  case IsVar: {
    std::string variable;
    if (token.is(ast::Token::String))
      variable = *parseString("");
    result = ast::make<VarPattern>(std::move(variable));
    break;
  }
  case IsTuple:
    if (auto fields = parseListOrNone())
      result = ast::make<TuplePattern>(std::move(*fields));
    break;
  case IsTupleGetItem: {
    std::optional<int64_t> index = TupleGetItemPattern::kAnyIndex;
    a = parsePattern();
    if (a && consume(","))
      index = parseInteger();
    if (a && index)
      result = ast::make<TupleGetItemPattern>(a, *index);
    break;
  }
  case IsIf:
    if (parseAll({&a, &b, &c}))
      result = ast::make<IfPattern>(a, b, c);
    break;
  case IsLet:
    if (parseAll({&a, &b, &c}))
      result = ast::make<LetPattern>(a, b, c);
    break;
  case IsFunction:
    if (auto params = parseListOrNone(); params && expect(","))
      if ((a = parsePattern()))
        result = ast::make<FunctionPattern>(std::move(*params), a);
    break;
  case Dominates:
    if (parseAll({&a, &b, &c}))
      result = ast::make<DominatorPattern>(a, b, c);
    break;
  case Unknown:
    break;
  }
  return result && expect(")") ? result : nullptr;
}

PatternRef PatternParser::parseOperator() {
  Location loc = getLoc();
  auto name = parseString("the name of an operator");
  if (!name)
    return nullptr;
  auto [dialect, rest] = StringRef(*name).split('.');
  if (!operators.lookup(*name) && !OperatorTable::isOnlyInTVM(*name) &&
      (rest.empty() || !context->getLoadedDialect(dialect))) {
    StringRef nearest = operators.getNearestForPattern(*name);
    InFlightDiagnostic diag = emitError(loc, "unknown operator '")
                              << *name << "'";
    if (!nearest.empty())
      diag << "; did you mean '" << nearest << "'?";
    return nullptr;
  }
  return ast::make<ExprPattern>(ast::ExprRef(ast::make<ast::Op>(*name)));
}

// const(VALUE [, DTYPE])
PatternRef PatternParser::parseConstant() {
  if (!consume("const"))
    return fail("const(...)");
  if (!expect("("))
    return nullptr;
  Location loc = getLoc();
  bool isFloat = atFloat();
  // This type holds every integer of 64 bits.
  APFloat value(APFloat::IEEEquad());
  if (!token.is(ast::Token::Number) ||
      errorToBool(
          value.convertFromString(token.spelling, APFloat::rmNearestTiesToEven)
              .takeError()))
    return fail("a number");
  advance();
  std::optional<std::string> dtype = isFloat ? "float32" : "int32";
  if (consume(","))
    dtype = parseString("an element type");
  if (!dtype || !expect(")"))
    return nullptr;
  Type type = parseDTypeName(context, *dtype);
  if (!type) {
    emitError(loc, "unknown element type '") << *dtype << "'";
    return nullptr;
  }
  FailureOr<NDArray> array =
      getConstantArray(loc, makeScalarConstant(type, value));
  if (failed(array))
    return nullptr;
  return ast::make<ExprPattern>(
      ast::ExprRef(ast::make<ast::Constant>(std::move(*array))));
}

//===----------------------------------------------------------------------===//
// Methods
//===----------------------------------------------------------------------===//

PatternRef PatternParser::parseMethod(const PatternRef &self) {
  if (!token.is(ast::Token::Identifier))
    return fail("the name of a method");
  StringRef name = token.spelling;
  bool isKnown = llvm::StringSwitch<bool>(name)
                     .Cases({"has_attr", "has_dtype", "has_shape", "optional",
                             "dominates"},
                            true)
                     .Default(false);
  if (!isKnown)
    return fail("'has_attr', 'has_dtype', 'has_shape', 'optional' or "
                "'dominates'");
  advance();
  if (!expect("("))
    return nullptr;
  PatternRef result = parseCondition(self, name);
  return result && expect(")") ? result : nullptr;
}

PatternRef PatternParser::parseCondition(const PatternRef &self,
                                         StringRef name) {
  if (name == "optional")
    return parseOptional(self);
  if (name == "dominates") {
    PatternRef parent = parsePattern();
    PatternRef path = ast::make<WildcardPattern>();
    if (parent && consume(","))
      path = parsePattern();
    return parent && path ? ast::make<DominatorPattern>(parent, path, self)
                          : nullptr;
  }
  if (name == "has_attr") {
    auto attrs = parseAttrs();
    return attrs ? ast::make<AttrPattern>(self, std::move(*attrs)) : nullptr;
  }
  if (name == "has_shape") {
    auto shape = parseShape();
    return shape ? ast::make<ShapePattern>(self, std::move(*shape)) : nullptr;
  }
  Location loc = getLoc();
  auto text = parseString("an element type");
  if (!text)
    return nullptr;
  std::optional<DType> dtype = DType::parse(*text);
  if (!dtype) {
    emitError(loc, "unknown element type '") << *text << "'";
    return nullptr;
  }
  return ast::make<DataTypePattern>(self, *dtype);
}

// self.optional(f) is self | f(self), where f is a pattern of what is called,
// or `lambda NAME: pattern`.
PatternRef PatternParser::parseOptional(const PatternRef &self) {
  if (!consume("lambda")) {
    PatternRef callee = parsePattern();
    return callee
               ? ast::make<AltPattern>(
                     self, ast::make<CallPattern>(callee, PatternList({self})))
               : nullptr;
  }
  if (!token.is(ast::Token::Identifier))
    return fail("the name of a parameter");
  StringRef param = token.spelling;
  advance();
  if (!expect(":"))
    return nullptr;
  PatternRef outer = names.lookup(param);
  names[param] = self;
  PatternRef pattern = parsePattern();
  if (outer)
    names[param] = outer;
  else
    names.erase(param);
  return pattern ? ast::make<AltPattern>(self, pattern) : nullptr;
}

std::optional<ast::Attrs> PatternParser::parseAttrs() {
  ast::Attrs attrs;
  if (!expect("{"))
    return std::nullopt;
  while (!consume("}")) {
    if (!attrs.empty() && !expect(","))
      return std::nullopt;
    auto name = parseString("the name of an attribute");
    if (!name || !expect(":"))
      return std::nullopt;
    auto value = parseValue();
    if (!value)
      return std::nullopt;
    attrs.push_back({*name, std::move(*value)});
  }
  return attrs;
}

std::optional<ast::AttrValue> PatternParser::parseValue() {
  if (token.is(ast::Token::String))
    return ast::AttrValue(*parseString(""));
  if (token.is(ast::Token::Number) && !atFloat()) {
    auto integer = parseInteger();
    return integer ? std::optional<ast::AttrValue>(*integer) : std::nullopt;
  }
  double number;
  if (atFloat() && !token.spelling.getAsDouble(number)) {
    advance();
    return ast::AttrValue(number);
  }
  if (at("True") || at("False")) {
    bool isTrue = at("True");
    advance();
    return ast::AttrValue(isTrue);
  }
  if (!consume("[")) {
    fail("a string, a number, True, False or a list");
    return std::nullopt;
  }
  if (nesting == kMaxPatternNesting) {
    emitError(getLoc(), "patterns nest more than ")
        << kMaxPatternNesting << " deep";
    return std::nullopt;
  }
  ++nesting;
  ast::AttrValue::List list;
  while (!consume("]")) {
    if (!list.empty() && !expect(","))
      return std::nullopt;
    auto element = parseValue();
    if (!element)
      return std::nullopt;
    list.push_back(std::move(*element));
  }
  --nesting;
  return ast::AttrValue(std::move(list));
}

std::optional<std::vector<ast::Dim>> PatternParser::parseShape() {
  std::vector<ast::Dim> shape;
  if (!expect("["))
    return std::nullopt;
  while (!consume("]")) {
    if (!shape.empty() && !expect(","))
      return std::nullopt;
    auto size = parseInteger();
    if (!size)
      return std::nullopt;
    shape.push_back(*size);
  }
  return shape;
}

FailureOr<std::vector<PatternDefinition>>
pattern::parsePatterns(MLIRContext *context, StringRef text,
                       StringRef fileName) {
  return PatternParser(context, text, fileName).parse();
}
