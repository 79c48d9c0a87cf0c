//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser of Relay text: literals, attributes and the metadata section.
//
//===----------------------------------------------------------------------===//

#include "../Json/AttrsObjects.h"
#include "../Literals/LiteralText.h"
#include "ParserImpl.h"
#include "RelayLite/Support/Rounding.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;
using namespace mlir::relay;
using namespace mlir::relay::ast;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

namespace {
struct NumberLiteral {
  // The error in the number, if any.
  std::string error;
  bool isFloat = false;
  bool hasSuffix = false;
  unsigned width = 32;
  int64_t integer = 0;
  double number = 0;
};
} // namespace

static APFloat roundToWidth(double value, unsigned width) {
  return roundToNearest(APFloat(value), width == 16   ? APFloat::IEEEhalf()
                                        : width == 32 ? APFloat::IEEEsingle()
                                                      : APFloat::IEEEdouble());
}

static NumberLiteral readNumber(StringRef text) {
  NumberLiteral result;
  StringRef digits = text.ltrim('-');
  bool isNegative = (text.size() - digits.size()) % 2;
  StringRef original = digits;
  bool isSpecial = digits.starts_with("inf") || digits.starts_with("nan");
  size_t suffixStart = isSpecial ? 3 : digits.find_first_of("fi");
  StringRef suffix =
      suffixStart == StringRef::npos ? "" : digits.substr(suffixStart);
  digits = digits.take_front(suffixStart);
  result.hasSuffix = !suffix.empty();
  result.isFloat =
      suffix.starts_with("f") ||
      (suffix.empty() && digits.find_first_of(".eE") != StringRef::npos);
  if (suffix.size() > 1 &&
      (suffix.drop_front().getAsInteger(10, result.width) ||
       !is_contained({16u, 32u, 64u}, result.width))) {
    result.error = ("invalid suffix '" + suffix + "' of a number").str();
    return result;
  }
  if (result.isFloat) {
    if (digits == "inf")
      result.number = HUGE_VAL;
    else if (digits == "nan")
      result.number = NAN;
    else if (std::optional<double> number = parseFloat(digits))
      result.number = *number;
    else
      result.error = ("invalid floating-point number '" + original + "'").str();
    if (isNegative)
      result.number = -result.number;
    if (!isSpecial && roundToWidth(result.number, result.width).isInfinity())
      result.error = ("floating-point number '" +
                      text.take_front(text.size() - suffix.size()) +
                      "' does not fit " + Twine(result.width) + " bits")
                         .str();
    return result;
  }
  SmallString<32> signedDigits(isNegative ? "-" : "");
  signedDigits += digits;
  if (StringRef(signedDigits).getAsInteger(10, result.integer)) {
    bool isNumber = !digits.empty() && all_of(digits, isDigit);
    result.error =
        isNumber ? ("integer '" + signedDigits + "' does not fit 64 bits").str()
                 : ("invalid number '" + original + "'").str();
    return result;
  }
  if (!isIntN(result.width, result.integer)) {
    // Without a suffix the width grows.
    if (result.hasSuffix && suffix.size() > 1)
      result.error = ("integer '" + signedDigits + "' does not fit " +
                      Twine(result.width) + " bits")
                         .str();
    else
      result.width = 64;
  }
  return result;
}

template <typename T>
static NDArray makeScalar(DType dtype, T value) {
  return NDArray::copy(dtype, {},
                       {reinterpret_cast<const char *>(&value), sizeof(value)});
}

static NDArray makeFloatScalar(double value, unsigned width) {
  DType dtype = DType::floating(width);
  uint64_t bits = roundToWidth(value, width).bitcastToAPInt().getZExtValue();
  if (width == 64)
    return makeScalar(dtype, bits);
  if (width == 32)
    return makeScalar(dtype, static_cast<uint32_t>(bits));
  return makeScalar(dtype, static_cast<uint16_t>(bits));
}

ExprRef Parser::parseNumber() {
  Token token = consume();
  NumberLiteral literal = readNumber(token.spelling);
  if (literal.error.empty() && literal.isFloat && !literal.hasSuffix)
    literal.error =
        ("expected the suffix 'f' after the floating-point number '" +
         token.spelling + "'")
            .str();
  if (!literal.error.empty()) {
    failAt(spanOf(token), literal.error);
    return nullptr;
  }
  NDArray value;
  if (literal.isFloat)
    value = makeFloatScalar(literal.number, literal.width);
  else if (literal.width == 64)
    value = makeScalar(DType::integer(64), literal.integer);
  else if (literal.width == 32)
    value =
        makeScalar(DType::integer(32), static_cast<int32_t>(literal.integer));
  else
    value =
        makeScalar(DType::integer(16), static_cast<int16_t>(literal.integer));
  return make<Constant>(std::move(value), spanOf(token));
}

bool Parser::parseInteger(int64_t &value, const Twine &what) {
  if (!at(Token::Number))
    return failExpected(what);
  NumberLiteral literal = readNumber(peek().spelling);
  if (!literal.error.empty())
    return fail(literal.error);
  if (literal.isFloat)
    return failExpected(what);
  consume();
  value = literal.integer;
  return true;
}

bool Parser::parseNumberAttr(AttrValue &value) {
  Token token = consume();
  NumberLiteral literal = readNumber(token.spelling);
  if (!literal.error.empty())
    return failAt(spanOf(token), literal.error);
  value =
      literal.isFloat ? AttrValue(literal.number) : AttrValue(literal.integer);
  return true;
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

StringRef Parser::getName(const Token &token) {
  StringRef name = token.spelling;
  if (token.is(Token::Global))
    name = name.drop_front();
  return name.starts_with("\"") ? strings.save(unquote(name)) : name;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

bool Parser::parseAttrs(Attrs &attrs) {
  while (atAttr()) {
    Span span = here();
    StringRef name = getName(consume());
    consume();
    AttrValue value;
    if (findAttr(attrs, name))
      return failAt(span, "attribute '" + name + "' is given more than once");
    if (!parseAttrValue(value))
      return false;
    attrs.push_back({name.str(), std::move(value), span});
    if (!consumeIf(Token::Comma))
      break;
  }
  return true;
}

bool Parser::parseListAttr(AttrValue &value) {
  consume();
  AttrValue::List list;
  while (!consumeIf(Token::RSquare)) {
    AttrValue element;
    if (!parseAttrValue(element) ||
        (!at(Token::RSquare) && !expect(Token::Comma, "',' or ']'")))
      return false;
    list.push_back(std::move(element));
  }
  value = AttrValue(std::move(list));
  return true;
}

bool Parser::parseMapAttr(AttrValue &value) {
  consume();
  AttrValue::Map map;
  while (!consumeIf(Token::RCurly)) {
    AttrValue element;
    if (!at(Token::String))
      return failExpected("the name of an entry, in quotes");
    std::string key = unquote(consume().spelling);
    if (!expect(Token::Equal, "'='") || !parseAttrValue(element) ||
        (!at(Token::RCurly) && !expect(Token::Comma, "',' or '}'")))
      return false;
    map.emplace_back(std::move(key), std::move(element));
  }
  value = AttrValue(std::move(map));
  return true;
}

bool Parser::parseMetaAttr(AttrValue &value) {
  if (atMetaConstant()) {
    ExprRef constant = parseMetaConstant();
    value = AttrValue(constant);
    return constant != nullptr;
  }
  Span span = here();
  Ref<MetaObject> object = parseMetaObject();
  if (!object)
    return false;
  // A plain value is preferred to the object that contains it.
  auto getConstant = [&](unsigned node) -> std::optional<AttrValue> {
    // Objects of the table of metadata have graphs of their own.
    if (object->getGraphRef() != metadata ||
        metadata->getNode(node).typeKey != "relay.Constant")
      return std::nullopt;
    ExprRef constant = getMetaConstant(node, span);
    if (!constant)
      return std::nullopt;
    return AttrValue(std::move(constant));
  };
  std::optional<AttrValue> plain =
      toAttrValue(object->getGraph(), object->getIndex(), getConstant);
  if (failed)
    return false;
  value = plain ? std::move(*plain) : AttrValue(std::move(object));
  return true;
}

bool Parser::parseAttrValue(AttrValue &value) {
  Nesting level(*this);
  if (!level.check())
    return false;
  switch (peek().kind) {
  case Token::Number:
    return parseNumberAttr(value);
  case Token::True:
  case Token::False:
    value = AttrValue(consume().is(Token::True));
    return true;
  case Token::String:
    value = AttrValue(unquote(consume().spelling));
    return true;
  case Token::LSquare:
    return parseListAttr(value);
  case Token::LCurly:
    return parseMapAttr(value);
  case Token::LParen:
    consume();
    return parseAttrValue(value) && expect(Token::RParen, "')'");
  case Token::Meta:
    return parseMetaAttr(value);
  case Token::Identifier:
    if (peek().spelling == "None" || peek().spelling == "nullptr") {
      consume();
      value = AttrValue();
      return true;
    }
    [[fallthrough]];
  default:
    return failExpected("the value of an attribute");
  }
}

//===----------------------------------------------------------------------===//
// References to the metadata section
//===----------------------------------------------------------------------===//

bool Parser::atMetaConstant() const {
  return peek().spelling.starts_with("meta[relay.Constant]");
}

std::optional<Parser::MetaReference> Parser::parseMetaReference() {
  Token token = consume();
  auto [typeKey, indexText] =
      token.spelling.drop_front(5).drop_back().split("][");
  uint64_t index;
  if (indexText.getAsInteger(10, index)) {
    failAt(spanOf(token), "the index of '" + token.spelling + "' is too large");
    return std::nullopt;
  }
  // The objects of the context are counted after those of the text.
  size_t own = metadata ? metadata->count(typeKey) : 0;
  auto others = context.metadata.find(typeKey);
  if (others != context.metadata.end() && index >= own &&
      index - own < others->second.size())
    return MetaReference{0, &others->second[index - own]};
  if (!metadata) {
    failAt(spanOf(token),
           "'" + token.spelling +
               "' refers to a metadata section, but there is none");
    return std::nullopt;
  }
  Expected<unsigned> node = metadata->lookup(typeKey, index);
  if (!node) {
    failAt(spanOf(token), toString(node.takeError()));
    return std::nullopt;
  }
  return MetaReference{*node, nullptr};
}

ExprRef Parser::parseMetaConstant() {
  Span span = here();
  std::optional<MetaReference> reference = parseMetaReference();
  if (!reference)
    return nullptr;
  if (reference->value) {
    auto *expr = reference->value->getIf<ExprRef>();
    if (!expr || !isa<Constant>(**expr))
      failAt(span, "expected a relay.Constant in the table of metadata, but "
                   "got " +
                       reference->value->describe());
    return failed ? nullptr : *expr;
  }
  unsigned node = reference->node;
  const MetaGraph::MetaNode &metaNode = metadata->getNode(node);
  if (metaNode.typeKey != "relay.Constant") {
    failAt(span, "expected a relay.Constant, but got an object of type '" +
                     metaNode.typeKey + "'");
    return nullptr;
  }
  return getMetaConstant(node, span);
}

ExprRef Parser::getMetaConstant(unsigned node, Span span) {
  ExprRef &constant = metaConstants[node];
  if (!constant) {
    unsigned index;
    if (metadata->getAttr(node, "data").value_or("").getAsInteger(10, index) ||
        index >= metadata->getArrays().size()) {
      failAt(span, "the constant refers to no array of the metadata section");
      return nullptr;
    }
    constant = make<Constant>(metadata->getArrays()[index], span);
  }
  return constant;
}

// The attributes of a call as one object, by name if the operator is known.
bool Parser::parseAttrsObject(const Expr &callee, Attrs &attrs) {
  Span span = here();
  Ref<MetaObject> object = parseMetaObject();
  if (!object)
    return false;
  auto *op = dyn_cast<Op>(&callee);
  const OperatorTable::Entry *entry =
      op && context.operators ? context.operators->lookup(op->getName())
                              : nullptr;
  if (!entry) {
    attrs.push_back({"", AttrValue(std::move(object)), span});
    return true;
  }
  Expected<Attrs> read = readAttrs(object->getGraphRef(), object->getIndex(),
                                   *context.operators, *entry);
  if (!read)
    return failAt(span, toString(read.takeError()));
  for (NamedAttr &attr : *read)
    attrs.push_back({std::move(attr.name), std::move(attr.value), span});
  return true;
}

Ref<MetaObject> Parser::parseMetaObject() {
  Span span = here();
  std::optional<MetaReference> reference = parseMetaReference();
  if (!reference)
    return nullptr;
  if (reference->value) {
    auto *object = reference->value->getIf<Ref<MetaObject>>();
    if (!object)
      failAt(span, "expected an object in the table of metadata, but got " +
                       reference->value->describe());
    return object ? *object : nullptr;
  }
  Ref<MetaObject> &object = metaObjects[reference->node];
  if (!object)
    object = MetaObject::create(metadata, reference->node);
  return object;
}

// {virtual_device=meta[VirtualDevice][0]}
bool Parser::parseVirtualDevice(Ref<VirtualDevice> &device) {
  consume();
  Span span = here();
  Attrs attrs;
  if (!parseAttrs(attrs) || !expect(Token::RCurly, "'}'"))
    return false;
  auto *object = attrs.size() == 1 && attrs.front().name == "virtual_device"
                     ? attrs.front().value.getIf<Ref<MetaObject>>()
                     : nullptr;
  if (!object || !isa<VirtualDevice>(**object))
    return failAt(span,
                  "expected 'virtual_device=meta[VirtualDevice][<index>]'");
  device = cast<VirtualDevice>(object->get());
  return true;
}
