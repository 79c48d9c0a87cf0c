//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of operators, and the conversion of their attributes.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/OperatorTable.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Frontend/Metadata.h"
#include "RelayLite/Support/NearestName.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// OperatorTable
//===----------------------------------------------------------------------===//

template <int... N>
static bool findOperandCount(OperationName name, int &min, int &max,
                             std::integer_sequence<int, N...>) {
  auto exact = [&](auto count, bool has) {
    if (has)
      min = max = count;
    return has;
  };
  auto atLeast = [&](auto count, bool has) {
    if (has)
      min = count;
    return has;
  };
  return (exact(N + 2,
                name.hasTrait<OpTrait::NOperands<N + 2>::template Impl>()) ||
          ...) ||
         (atLeast(N + 1,
                  name.hasTrait<
                      OpTrait::AtLeastNOperands<N + 1>::template Impl>()) ||
          ...);
}

// The numbers of operands that the traits of an operation allow.
static std::pair<int, int> getOperandCounts(OperationName name) {
  int min = 0, max = -1;
  if (name.hasTrait<OpTrait::ZeroOperands>())
    max = 0;
  else if (name.hasTrait<OpTrait::OneOperand>())
    min = max = 1;
  else
    findOperandCount(name, min, max, std::make_integer_sequence<int, 12>());
  return {min, max};
}

OperatorTable::OperatorTable(MLIRContext *context) : context(context) {
  for (RegisteredOperationName name : context->getRegisteredOperations()) {
    auto *interface = name.getInterface<OperatorInterface>();
    if (!interface)
      continue;
    auto [min, max] = getOperandCounts(name);
    StringRef relayName = interface->getRelayName();
    entries.try_emplace(
        relayName,
        Entry{name, relayName, interface->getAttributeSpecs(), min, max});
  }
}

const OperatorTable::Entry *OperatorTable::lookup(StringRef relayName) const {
  auto it = entries.find(relayName);
  return it == entries.end() ? nullptr : &it->second;
}

static constexpr StringLiteral tvmOperators[] = {
#define TVM_OPERATOR(NAME) NAME,
#include "TVMOperators.def"
};

bool OperatorTable::isOnlyInTVM(StringRef relayName) {
  return llvm::is_contained(tvmOperators, relayName);
}

SmallVector<StringRef> OperatorTable::getNames() const {
  SmallVector<StringRef> names;
  for (const auto &entry : entries)
    names.push_back(entry.second.relayName);
  return names;
}

static StringRef findNearest(StringRef relayName,
                             SmallVector<StringRef> names) {
  llvm::sort(names);
  // A name that lacks only its prefix is near.
  for (StringRef name : names) {
    StringRef prefix = name;
    if (prefix.consume_back(relayName) && prefix.ends_with("."))
      return name;
  }
  return getNearestName(relayName, names);
}

StringRef OperatorTable::getNearest(StringRef relayName) const {
  return findNearest(relayName, getNames());
}

StringRef OperatorTable::getNearestForPattern(StringRef relayName) const {
  SmallVector<StringRef> names = getNames();
  llvm::append_range(names, tvmOperators);
  return findNearest(relayName, std::move(names));
}

// Whether the value is None, an element type without a name, or, for a factor
// that may be None, 0: TVM has no None for numbers.
static bool isNone(const AttributeSpec &spec, const ast::AttrValue &value) {
  auto *text = value.getIf<std::string>();
  auto *number = value.getIf<double>();
  return value.isNone() ||
         (spec.kind == AttributeKind::DType && text && text->empty()) ||
         (spec.kind == AttributeKind::Float && spec.isOptional && number &&
          *number == 0);
}

ast::Attrs OperatorTable::normalizeAttrs(const ast::Call &call) const {
  auto *op = dyn_cast<ast::Op>(call.getCallee().get());
  const Entry *entry = op ? lookup(op->getName()) : nullptr;
  if (!entry)
    return call.getAttrs();
  ast::Attrs result;
  Builder builder(context);
  for (const AttributeSpec &spec : entry->attributes) {
    // It repeats an argument.
    if (spec.kind == AttributeKind::Operand)
      continue;
    if (const ast::AttrValue *value =
            ast::findAttr(call.getAttrs(), spec.name)) {
      if (!isNone(spec, *value))
        result.push_back({spec.name.str(), *value});
    } else if (spec.getDefault) {
      result.push_back(
          {spec.name.str(), convertAttr(spec.kind, spec.getDefault(builder))});
    }
  }
  // Attributes that the operator does not have stay.
  for (const ast::NamedAttr &attr : call.getAttrs())
    if (llvm::none_of(entry->attributes, [&](const AttributeSpec &spec) {
          return spec.name == attr.name;
        }))
      result.push_back(attr);
  return result;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

StringRef relay::describe(AttributeKind kind) {
  switch (kind) {
  case AttributeKind::Int:
    return "an integer";
  case AttributeKind::Float:
    return "a float";
  case AttributeKind::Bool:
    return "a boolean";
  case AttributeKind::Str:
    return "a string";
  case AttributeKind::DType:
    return "the name of an element type";
  case AttributeKind::Ints:
    return "a list of integers";
  case AttributeKind::Floats:
    return "a list of floats";
  case AttributeKind::IntLists:
    return "a list of lists of integers";
  case AttributeKind::IntOrInts:
    return "an integer or a list of integers";
  case AttributeKind::VirtualDevice:
    return "a virtual device";
  case AttributeKind::IndexMap:
    return "a map of indices";
  case AttributeKind::Operand:
    return "an argument";
  }
  return "";
}

static std::optional<SmallVector<int64_t>>
getIntegers(const ast::AttrValue &value) {
  auto *list = value.getIf<ast::AttrValue::List>();
  if (!list)
    return std::nullopt;
  SmallVector<int64_t> result;
  for (const ast::AttrValue &element : *list) {
    auto *integer = element.getIf<int64_t>();
    if (!integer)
      return std::nullopt;
    result.push_back(*integer);
  }
  return result;
}

static std::optional<double> getFloat(const ast::AttrValue &value) {
  if (auto *number = value.getIf<double>())
    return *number;
  if (auto *integer = value.getIf<int64_t>())
    return *integer;
  return std::nullopt;
}

// The attribute, or null if the value is of another kind.
static Attribute convert(Builder &b, AttributeKind kind,
                         const ast::AttrValue &value) {
  auto *integer = value.getIf<int64_t>();
  switch (kind) {
  case AttributeKind::Int:
    return integer ? b.getI64IntegerAttr(*integer) : Attribute();
  case AttributeKind::Float:
    if (auto number = getFloat(value))
      return b.getF64FloatAttr(*number);
    return {};
  case AttributeKind::Bool:
    if (auto *boolean = value.getIf<bool>())
      return b.getBoolAttr(*boolean);
    return integer ? b.getBoolAttr(*integer != 0) : Attribute();
  case AttributeKind::Str:
    if (auto *text = value.getIf<std::string>())
      return b.getStringAttr(*text);
    return {};
  case AttributeKind::DType:
    if (auto *text = value.getIf<std::string>())
      if (Type type = parseDTypeName(b.getContext(), *text))
        return TypeAttr::get(type);
    return {};
  case AttributeKind::Ints:
    if (auto integers = getIntegers(value))
      return b.getDenseI64ArrayAttr(*integers);
    return {};
  case AttributeKind::Floats: {
    auto *list = value.getIf<ast::AttrValue::List>();
    if (!list)
      return {};
    SmallVector<double> numbers;
    for (const ast::AttrValue &element : *list) {
      auto number = getFloat(element);
      if (!number)
        return {};
      numbers.push_back(*number);
    }
    return b.getDenseF64ArrayAttr(numbers);
  }
  case AttributeKind::IntLists: {
    auto *list = value.getIf<ast::AttrValue::List>();
    if (!list)
      return {};
    SmallVector<Attribute> lists;
    for (const ast::AttrValue &element : *list) {
      auto integers = getIntegers(element);
      if (!integers)
        return {};
      lists.push_back(b.getDenseI64ArrayAttr(*integers));
    }
    return b.getArrayAttr(lists);
  }
  case AttributeKind::IntOrInts:
    if (integer)
      return b.getI64IntegerAttr(*integer);
    if (auto integers = getIntegers(value))
      return b.getDenseI64ArrayAttr(*integers);
    return {};
  case AttributeKind::IndexMap:
    if (auto *object = value.getIf<ast::Ref<ast::MetaObject>>())
      if (AffineMap map = convertIndexMap(b.getContext(), **object))
        return AffineMapAttr::get(map);
    return {};
  case AttributeKind::VirtualDevice:
  case AttributeKind::Operand:
    return {};
  }
  return {};
}

// The same without a message, for all kinds.
static Attribute convertQuietly(MLIRContext *context, AttributeKind kind,
                                const ast::AttrValue &value) {
  if (kind == AttributeKind::VirtualDevice) {
    ScopedDiagnosticHandler handler(context,
                                    [](Diagnostic &) { return success(); });
    auto *object = value.getIf<ast::Ref<ast::MetaObject>>();
    auto *device =
        object ? dyn_cast<ast::VirtualDevice>(object->get()) : nullptr;
    if (!device)
      return {};
    FailureOr<VirtualDeviceAttr> attribute =
        convertVirtualDevice(UnknownLoc::get(context), *device);
    return succeeded(attribute) ? Attribute(*attribute) : Attribute();
  }
  Builder builder(context);
  return convert(builder, kind, value);
}

std::optional<ast::AttrValue>
OperatorTable::normalizeAttr(const AttributeSpec &spec,
                             const ast::AttrValue &value) const {
  if (isNone(spec, value))
    return spec.isOptional ? std::optional(ast::AttrValue()) : std::nullopt;
  Attribute attribute = convertQuietly(context, spec.kind, value);
  if (!attribute)
    return std::nullopt;
  return relay::convertAttr(spec.kind, attribute);
}

std::optional<ast::AttrValue>
OperatorTable::getDefault(const AttributeSpec &spec) const {
  Builder builder(context);
  if (spec.getDefault)
    return relay::convertAttr(spec.kind, spec.getDefault(builder));
  return spec.isOptional ? std::optional(ast::AttrValue()) : std::nullopt;
}

bool OperatorTable::isDefault(const AttributeSpec &spec,
                              const ast::AttrValue &value) const {
  Builder builder(context);
  if (isNone(spec, value))
    return !spec.getDefault;
  return spec.getDefault &&
         convertQuietly(context, spec.kind, value) == spec.getDefault(builder);
}

FailureOr<Attribute> relay::convertAttr(Location loc, const AttributeSpec &spec,
                                        const ast::AttrValue &value) {
  Builder b(loc.getContext());
  if (isNone(spec, value) && spec.isOptional)
    return Attribute();
  if (spec.kind == AttributeKind::VirtualDevice)
    if (auto *object = value.getIf<ast::Ref<ast::MetaObject>>())
      if (auto *device = dyn_cast<ast::VirtualDevice>(object->get()))
        return convertVirtualDevice(loc, *device);
  if (Attribute attribute = convert(b, spec.kind, value))
    return attribute;
  auto *text = value.getIf<std::string>();
  InFlightDiagnostic diag = emitError(loc)
                            << "expected " << describe(spec.kind)
                            << " as attribute '" << spec.name << "', but got ";
  if (text)
    return diag << '\'' << *text << '\'';
  return diag << value.describe();
}

ast::AttrValue relay::convertAttr(AttributeKind kind, Attribute attribute) {
  if (!attribute)
    return {};
  auto makeList = [](ArrayRef<int64_t> integers) {
    return ast::AttrValue(
        ast::AttrValue::List(integers.begin(), integers.end()));
  };
  if (auto boolean = dyn_cast<BoolAttr>(attribute))
    return boolean.getValue();
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    return integer.getValue().getSExtValue();
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return number.getValueAsDouble();
  if (auto text = dyn_cast<StringAttr>(attribute))
    return text.str();
  if (auto device = dyn_cast<VirtualDeviceAttr>(attribute))
    return ast::AttrValue(
        ast::Ref<ast::MetaObject>(convertVirtualDevice(device)));
  if (auto map = dyn_cast<AffineMapAttr>(attribute))
    return ast::AttrValue(convertIndexMap(map.getValue()));
  if (auto type = dyn_cast<TypeAttr>(attribute))
    return isElementType(type.getValue()) ? getDTypeName(type.getValue())
                                          : std::string();
  if (auto integers = dyn_cast<DenseI64ArrayAttr>(attribute))
    return makeList(integers.asArrayRef());
  if (auto numbers = dyn_cast<DenseF64ArrayAttr>(attribute))
    return ast::AttrValue::List(numbers.asArrayRef().begin(),
                                numbers.asArrayRef().end());
  if (auto array = dyn_cast<ArrayAttr>(attribute)) {
    ast::AttrValue::List list;
    for (Attribute element : array)
      list.push_back(convertAttr(kind, element));
    return list;
  }
  if (auto dictionary = dyn_cast<DictionaryAttr>(attribute)) {
    ast::AttrValue::Map map;
    for (NamedAttribute entry : dictionary)
      map.emplace_back(entry.getName().str(),
                       convertAttr(kind, entry.getValue()));
    return map;
  }
  return {};
}
