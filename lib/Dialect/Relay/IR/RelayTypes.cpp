//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types of the relay dialect.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/RWMutex.h"

using namespace mlir;
using namespace mlir::relay;

#define GET_TYPEDEF_CLASSES
#include "RelayLite/Dialect/Relay/IR/RelayTypes.cpp.inc"

bool relay::isElementType(Type type) {
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type))
    return true;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return false;
  unsigned width = integer.getWidth();
  if (integer.isSignless() && width == 1)
    return true;
  return !integer.isSigned() &&
         (width == 8 || width == 16 || width == 32 || width == 64);
}

namespace {
/// Remembers which wide tuples have Relay's types. Each operator that takes a
/// tuple apart has it verified again.
class WideTuples : public DialectInterface::Base<WideTuples> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WideTuples)
  explicit WideTuples(Dialect *dialect) : Base(dialect) {}

  static constexpr size_t minWidth = 16;

  bool isRelayType(TupleType tuple) const {
    {
      llvm::sys::SmartScopedReader<true> lock(mutex);
      if (auto it = known.find(tuple); it != known.end())
        return it->second;
    }
    bool result = llvm::all_of(tuple.getTypes(), relay::isRelayType);
    llvm::sys::SmartScopedWriter<true> lock(mutex);
    known.try_emplace(tuple, result);
    return result;
  }

private:
  // Types live as long as their context, and so does this.
  mutable llvm::sys::SmartRWMutex<true> mutex;
  mutable DenseMap<Type, bool> known;
};
} // namespace

static bool areFieldsRelayTypes(TupleType tuple) {
  if (tuple.size() >= WideTuples::minWidth)
    if (auto *dialect = tuple.getContext()->getLoadedDialect<RelayDialect>())
      return dialect->getRegisteredInterface<WideTuples>()->isRelayType(tuple);
  return llvm::all_of(tuple.getTypes(), isRelayType);
}

void RelayDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "RelayLite/Dialect/Relay/IR/RelayTypes.cpp.inc"
      >();
  addInterfaces<WideTuples>();
}

bool relay::isRelayType(Type type) {
  if (isa<FunctionType, RefType, StorageType, TypeVarType, OpaqueValueType,
          UnknownType>(type))
    return true;
  if (auto tuple = dyn_cast<TupleType>(type))
    return areFieldsRelayTypes(tuple);
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.getEncoding() &&
         isElementType(tensor.getElementType());
}

bool relay::isTensorOrUnknown(Type type) {
  return isa<RankedTensorType, UnknownType>(type) && isRelayType(type);
}

bool relay::isConditionOrUnknown(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return isa<UnknownType>(type) || (tensor && tensor.getRank() == 0 &&
                                    tensor.getElementType().isInteger(1));
}

bool relay::containsUnknown(Type type) {
  return TypeSwitch<Type, bool>(type)
      .Case([](UnknownType) { return true; })
      .Case([](TupleType tuple) {
        return llvm::any_of(tuple.getTypes(), containsUnknown);
      })
      .Case([](RefType ref) { return containsUnknown(ref.getPointee()); })
      .Case([](FunctionType function) {
        return llvm::any_of(function.getInputs(), containsUnknown) ||
               llvm::any_of(function.getResults(), containsUnknown);
      })
      .Default([](Type) { return false; });
}

bool relay::containsOpaque(Type type) {
  auto tuple = dyn_cast<TupleType>(type);
  return tuple ? llvm::any_of(tuple.getTypes(), containsOpaque)
               : isa<OpaqueValueType>(type);
}

bool relay::hasKnownTypes(Operation *op) {
  return llvm::none_of(op->getOperandTypes(), containsUnknown) &&
         llvm::none_of(op->getResultTypes(), containsUnknown);
}

bool relay::areTypesCompatible(Type a, Type b) {
  if (a == b || isa<UnknownType>(a) || isa<UnknownType>(b))
    return true;
  return TypeSwitch<Type, bool>(a)
      .Case([&](RankedTensorType tensor) {
        auto other = dyn_cast<RankedTensorType>(b);
        return other && tensor.getElementType() == other.getElementType() &&
               succeeded(
                   verifyCompatibleShape(tensor.getShape(), other.getShape()));
      })
      .Case([&](TupleType tuple) {
        auto other = dyn_cast<TupleType>(b);
        return other && areTypesCompatible(TypeRange(tuple.getTypes()),
                                           TypeRange(other.getTypes()));
      })
      .Case([&](RefType ref) {
        auto other = dyn_cast<RefType>(b);
        return other &&
               areTypesCompatible(ref.getPointee(), other.getPointee());
      })
      .Case([&](FunctionType function) {
        auto other = dyn_cast<FunctionType>(b);
        return other &&
               areTypesCompatible(TypeRange(function.getInputs()),
                                  TypeRange(other.getInputs())) &&
               areTypesCompatible(TypeRange(function.getResults()),
                                  TypeRange(other.getResults()));
      })
      .Default([](Type) { return false; });
}

bool relay::areTypesCompatible(TypeRange a, TypeRange b) {
  return a.size() == b.size() &&
         llvm::all_of(llvm::zip_equal(a, b), [](auto pair) {
           return areTypesCompatible(std::get<0>(pair), std::get<1>(pair));
         });
}

Type relay::substituteTypeVars(Type type, ArrayAttr parameters,
                               ArrayAttr arguments) {
  if (!parameters || !arguments)
    return type;
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](TypeVarType var) -> Type {
    for (auto [name, argument] : llvm::zip(parameters, arguments))
      if (cast<StringAttr>(name).getValue() == var.getName())
        return cast<TypeAttr>(argument).getValue();
    return var;
  });
  return replacer.replace(type);
}

std::optional<DType> relay::getDType(Type elementType) {
  if (!isa<FloatType, IntegerType>(elementType))
    return std::nullopt;
  unsigned width = elementType.getIntOrFloatBitWidth();
  if (width > std::numeric_limits<uint8_t>::max())
    return std::nullopt;
  return TypeSwitch<Type, DType>(elementType)
      .Case([](BFloat16Type) { return DType{DType::BFloat, 16, 1}; })
      .Case([&](FloatType) { return DType::floating(width); })
      .Case([&](IntegerType type) {
        bool isUnsigned = type.isUnsigned() || width == 1;
        return DType{isUnsigned ? DType::UInt : DType::Int, uint8_t(width), 1};
      });
}

Type relay::getElementType(MLIRContext *context, DType dtype) {
  Builder b(context);
  Type type;
  switch (dtype.code) {
  case DType::Float:
    type = dtype.bits == 16   ? b.getF16Type()
           : dtype.bits == 32 ? b.getF32Type()
           : dtype.bits == 64 ? b.getF64Type()
                              : Type();
    break;
  case DType::BFloat:
    type = dtype.bits == 16 ? b.getBF16Type() : Type();
    break;
  case DType::Int:
    type = dtype.bits == 1 ? Type() : b.getIntegerType(dtype.bits);
    break;
  case DType::UInt:
    type = dtype.isBool() ? b.getI1Type()
                          : b.getIntegerType(dtype.bits, /*isSigned=*/false);
    break;
  }
  return type && dtype.lanes == 1 && isElementType(type) ? type : Type();
}

FailureOr<Type> relay::getElementType(Location loc, DType dtype) {
  if (Type type = getElementType(loc.getContext(), dtype))
    return type;
  return emitError(loc, "element type '")
         << dtype.getName() << "' is not supported";
}

std::string relay::getDTypeName(Type elementType) {
  return getDType(elementType)->getName();
}

Type relay::parseDTypeName(MLIRContext *context, StringRef name) {
  std::optional<DType> dtype = DType::parse(name);
  return dtype ? getElementType(context, *dtype) : Type();
}
