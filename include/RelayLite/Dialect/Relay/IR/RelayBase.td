//===- Base classes of relay operations -------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_RELAYBASE_TD
#define RELAYLITE_DIALECT_RELAY_IR_RELAYBASE_TD

include "RelayLite/Dialect/Relay/IR/RelayAttributes.td"
include "RelayLite/Dialect/Relay/IR/RelayDialect.td"
include "RelayLite/Dialect/Relay/IR/RelayInterfaces.td"
include "RelayLite/Dialect/Relay/IR/RelayTypes.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Type constraints
//===----------------------------------------------------------------------===//

// The types that a Relay expression can have.
def Relay_Value : Type<
    CPred<"::mlir::relay::isRelayType($_self)">, "relay value type">;

// A ranked tensor of a Relay element type, or unknown.
def Relay_Tensor : Type<
    CPred<"::mlir::relay::isTensorOrUnknown($_self)">, "ranked tensor">;

// A tuple, or unknown.
def Relay_Tuple : Type<
    CPred<"::llvm::isa<::mlir::TupleType, ::mlir::relay::UnknownType>($_self)">,
    "tuple">;

// A function, or unknown.
def Relay_Function : Type<
    CPred<"::llvm::isa<::mlir::FunctionType, ::mlir::relay::UnknownType>($_self)">,
    "function">;

// A reference, or unknown.
def Relay_Ref : Type<
    CPred<"::llvm::isa<::mlir::relay::RefType, ::mlir::relay::UnknownType>($_self)">,
    "reference">;

// Memory, or unknown.
def Relay_Storage : Type<
    CPred<"::llvm::isa<::mlir::relay::StorageType, ::mlir::relay::UnknownType>($_self)">,
    "storage">;

// tensor<i1>, or unknown.
def Relay_Condition : Type<
    CPred<"::mlir::relay::isConditionOrUnknown($_self)">, "tensor<i1>">;

//===----------------------------------------------------------------------===//
// Attributes of operators
//===----------------------------------------------------------------------===//

// The form that Relay text gives an attribute of an operator. The names are
// those of mlir::relay::AttributeKind.
class Relay_AttrKind<string k> { string kind = k; }

// An attribute that must be given.
class Relay_Attr<Attr attribute, string k>
    : ConfinedAttr<attribute, []>, Relay_AttrKind<k>;

// An attribute with TVM's default; `value` is a C++ expression as for
// DefaultValuedAttr.
class Relay_DefaultAttr<Attr attribute, string k, string value>
    : DefaultValuedAttr<attribute, value>, Relay_AttrKind<k>;

// An attribute whose absence is TVM's None (or, for a type, the empty dtype).
class Relay_OptionalAttr<Attr attribute, string k>
    : OptionalAttr<attribute>, Relay_AttrKind<k>;

def Relay_Int : Relay_Attr<I64Attr, "Int">;
def Relay_Float : Relay_Attr<F64Attr, "Float">;
def Relay_Bool : Relay_Attr<BoolAttr, "Bool">;
def Relay_Str : Relay_Attr<StrAttr, "Str">;
def Relay_DType : Relay_Attr<TypeAttr, "DType">;
def Relay_Ints : Relay_Attr<DenseI64ArrayAttr, "Ints">;
def Relay_Floats : Relay_Attr<DenseF64ArrayAttr, "Floats">;
// One integer or a list of them.
def Relay_IntOrInts
    : Relay_Attr<AnyAttrOf<[I64Attr, DenseI64ArrayAttr]>, "IntOrInts">;
// A list of lists of integers.
def Relay_IntLists
    : Relay_Attr<TypedArrayAttrBase<DenseI64ArrayAttr, "list of integer lists">,
                 "IntLists">;

// How elements move to other indices.
def Relay_IndexMap : Relay_Attr<AffineMapAttr, "IndexMap">;

// A virtual device; one that constrains nothing if it is not given.
def Relay_VirtualDevice
    : Relay_DefaultAttr<Relay_VirtualDeviceAttr, "VirtualDevice",
                        "::mlir::relay::VirtualDeviceAttr::get($_builder.getContext())"> {
  let constBuilderCall = "$0";
}

// Accessors return the attribute: a type cannot be a default argument in C++.
class Relay_DTypeOr<string value>
    : Relay_DefaultAttr<TypeAttr, "DType", "::mlir::TypeAttr::get(" # value # ")"> {
  let returnType = "::mlir::TypeAttr";
  let convertFromStorage = "$_self";
  let constBuilderCall = "$0";
}
class Relay_IntOr<string value> : Relay_DefaultAttr<I64Attr, "Int", value>;
class Relay_FloatOr<string value> : Relay_DefaultAttr<F64Attr, "Float", value>;
class Relay_BoolOr<string value> : Relay_DefaultAttr<BoolAttr, "Bool", value>;
class Relay_StrOr<string value> : Relay_DefaultAttr<StrAttr, "Str", "\"" # value # "\"">;
class Relay_IntsOr<string value> : Relay_DefaultAttr<DenseI64ArrayAttr, "Ints", value>;

def Relay_OptionalInt : Relay_OptionalAttr<I64Attr, "Int">;
def Relay_OptionalFloat : Relay_OptionalAttr<F64Attr, "Float">;
def Relay_OptionalDType : Relay_OptionalAttr<TypeAttr, "DType">;
def Relay_OptionalInts : Relay_OptionalAttr<DenseI64ArrayAttr, "Ints">;
def Relay_OptionalFloats : Relay_OptionalAttr<DenseF64ArrayAttr, "Floats">;
def Relay_OptionalIntLists
    : Relay_OptionalAttr<
          TypedArrayAttrBase<DenseI64ArrayAttr, "list of integer lists">,
          "IntLists">;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

class Relay_Op<string mnemonic, list<Trait> traits = []>
    : Op<Relay_Dialect, mnemonic, traits>;

// An operation that is not an operator and infers its result; one that is less
// or more refined is accepted.
class Relay_InferringOp<string mnemonic, list<Trait> traits>
    : Relay_Op<mnemonic, !listconcat(traits, [InferTypeOpInterface])> {
  let extraClassDeclaration = [{
    static ::llvm::LogicalResult inferReturnTypes(
        ::mlir::MLIRContext *context, ::std::optional<::mlir::Location> loc,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &inferred);
    static bool isCompatibleReturnTypes(::mlir::TypeRange l,
                                        ::mlir::TypeRange r) {
      return ::mlir::relay::areTypesCompatible(l, r);
    }
  }];
}

// How fusion treats an operator: the cases of mlir::relay::OpPatternKind.
class Relay_Pattern<string case> { string name = case; }
def Relay_ElemWise : Relay_Pattern<"ElemWise">;
def Relay_Broadcast : Relay_Pattern<"Broadcast">;
def Relay_Injective : Relay_Pattern<"Injective">;
def Relay_CommReduce : Relay_Pattern<"CommReduce">;
def Relay_OutEWiseFusable : Relay_Pattern<"OutEWiseFusable">;
def Relay_Opaque : Relay_Pattern<"Opaque">;

// One row of a table of mlir::relay::AttributeSpec.
class Relay_AttributeRow<string name, Attr attribute, Relay_AttrKind form> {
  string default = !if(
      !initialized(attribute.defaultValue),
      "[](::mlir::Builder &b) -> ::mlir::Attribute { return "
        # !subst("$_builder", "b",
                 !subst("$0", attribute.defaultValue, attribute.constBuilderCall))
        # "; }",
      "nullptr");
  string row = "{\"" # name # "\", AttributeKind::" # form.kind # ", "
      # !if(attribute.isOptional, "true", "false") # ", " # default # "}";
}

// TVM's facts about an operator:
//   level      The level of support; the lower, the more basic.
//   attrs      The type of the attributes, after `relay.attrs.`.
//   required   Attributes that have a default here, but none in TVM.
//   objects    Numbers and strings that are objects of their own in TVM.
//   unused     Fields of TVM's object that refer to nothing: an operand has
//              taken their place.
//   declared   Whether TVM's operator names the type of its attributes. If not,
//              TVM's text holds them as an object.
//   mixed      The case of mlir::relay::MixedPrecisionKind. ToMixedPrecision
//              warns of operators that have none.
//   mixedType  The attribute that holds the element type of the result, if
//              mixed precision may change it.
class Relay_TVM<int level = 10, string attrs = "", list<string> required = [],
                list<string> objects = [], bit declared = true,
                string mixed = "", string mixedType = "",
                list<string> unused = []> {
  int supportLevel = level;
  string attrsType = attrs;
  string requiredAttributes = !interleave(required, " ");
  string objectAttributes = !interleave(objects, " ");
  string unusedFields = !interleave(unused, " ");
  bit declaresAttrsType = declared;
  string mixedPrecision = mixed;
  string mixedPrecisionType = mixedType;
}

// Phrases that `returns` and `raises` share.
defvar Relay_SameType = "A tensor of the type of `data`.";
defvar Relay_AxisTwice = "an axis is out of range or occurs twice";
defvar Relay_AxisRange = "`axis` is out of range";
defvar Relay_ShapesFit =
    "the shapes do not broadcast, or the element types differ";
defvar Relay_LayoutFits = "an operand has another rank than its layout, a "
    "layout is none, or has not the dimensions of the operator";

// The description of an operator: what it does, and an example.
class Relay_Description<string semantics, string example> {
  // A block of lines ends in a line break of its own.
  string text = !if(!eq(!find(semantics, "\n"), 0),
                    !substr(semantics, 0, !sub(!size(semantics), 3)),
                    "\n    " # semantics);
  string result = text # "\n\n    Example:\n\n    ```mlir\n    " # example
                       # "\n    ```\n  ";
}

// A Relay operator: an operation with one result whose type follows from the
// types of the operands and the attributes. The class provides
// OperatorInterface, type inference through the function
//
//   static FailureOr<Type> inferResultType(std::optional<Location>, Adaptor)
//
// which each operation defines (it is not called while an operand is unknown;
// the result is unknown then), and one assembly format. Operators whose
// evaluation has effects pass other `effects` than Pure. An operator of another
// dialect sets `opDialect`, `cppNamespace` and `relayName` (as in
// examples/standalone).
class Relay_OperatorBase<string mnemonic, Relay_Pattern opPattern,
                     list<Trait> otherTraits = [],
                     list<Trait> effects = [Pure]>
    : Relay_Op<mnemonic, !listconcat(
          effects,
          [InferTypeOpInterface, Relay_OperatorInterface],
          otherTraits)> {
  Relay_Pattern pattern = opPattern;
  // TVM's TNonComputational and TReshapeOp.
  bit nonComputational = false;
  bit reshapeOnly = false;
  // The last operands, as attributes that Relay text has before the others. An
  // attribute of `repeatedConstants` is there for a constant only.
  list<string> repeatedOperands = [];
  list<string> repeatedConstants = [];
  // Added to extraClassDeclaration, which this class defines.
  code extraOperatorDeclaration = "";
  // Set by mnemonic: the name TVM uses.
  string relayName = mnemonic;
  // For documentation: what the operator does, and how it is written.
  string semantics = "";
  string example = "";
  let description = Relay_Description<semantics, example>.result;

  // Passes and tools read what follows (OperatorTables.td and
  // python/generate_operators.py). The class of the operation does not have it.
  Relay_TVM tvm = Relay_TVM<>;
  // The method of ScalarBuilder that computes an element of the result from one
  // element of each operand. Empty if the lowering is more than that.
  string scalarFunction = "";
  // For Python: what the function returns, what InferType refuses, and TVM's
  // parameters where they are not the operands and attributes in order.
  string returns = "";
  string raises = "";
  string pythonParameters = "";

  let results = (outs Relay_Value:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";

  // The attributes as rows of a table of AttributeSpec.
  list<string> attributeRows = !foldl(
      !listconcat(
          !foreach(operand, repeatedOperands,
                   "{\"" # operand # "\", AttributeKind::Operand, false, nullptr}"),
          !foreach(operand, repeatedConstants,
                   "{\"" # operand # "\", AttributeKind::Operand, true, nullptr}")),
      !range(!size(arguments)), rows, i,
      !listconcat(rows,
        !if(!initialized(!getdagarg<Attr>(arguments, i)),
            [Relay_AttributeRow<!getdagname(arguments, i),
                                !getdagarg<Attr>(arguments, i),
                                !getdagarg<Relay_AttrKind>(arguments, i)>.row],
            []<string>)));

  let extraClassDeclaration = extraOperatorDeclaration # [{
    /// The result type that the operand types and attributes determine; an
    /// error at `loc`, if given, when there is none. No operand is unknown.
    static ::llvm::FailureOr<::mlir::Type>
    inferResultType(::std::optional<::mlir::Location> loc, Adaptor adaptor);

    static ::llvm::LogicalResult inferReturnTypes(
        ::mlir::MLIRContext *context, ::std::optional<::mlir::Location> loc,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &inferred) {
      return ::mlir::relay::detail::inferOperatorType(
          context, operands, inferred, [&] {
            return inferResultType(
                loc, Adaptor(operands, attributes, properties, regions));
          });
    }
    static bool isCompatibleReturnTypes(::mlir::TypeRange l,
                                        ::mlir::TypeRange r) {
      return ::mlir::relay::areTypesCompatible(l, r);
    }

    static ::llvm::StringRef getRelayName() { return "}] # relayName # [{"; }
    static ::llvm::ArrayRef<::mlir::relay::AttributeSpec> getAttributeSpecs() {
      using ::mlir::relay::AttributeKind;
      using ::mlir::relay::AttributeSpec;
      }] # !if(!empty(attributeRows), [{return {};}], [{
      static const AttributeSpec specs[] = }]
        # "{" # !interleave(attributeRows, ", ") # "}" # [{;
      return specs;}]) # [{
    }
    static ::mlir::relay::OpPatternKind getOpPattern() {
      return ::mlir::relay::OpPatternKind::}] # pattern.name # [{;
    }
    static bool isNonComputational() { return }] # !if(nonComputational, "true", "false") # [{; }
    static bool isReshapeOnly() { return }] # !if(reshapeOnly, "true", "false") # [{; }
  }];
}

// The state of the random number generator: what TVM's stateful operators
// read and advance.
def Relay_RandomState : Resource<"::mlir::relay::RandomState">;

// A stateful operator (TVM's TOpIsStateful): it draws random numbers, so that
// calls of it are neither merged, removed nor folded.
class Relay_StatefulOperator<string mnemonic, Relay_Pattern pattern,
                             list<Trait> traits = []>
    : Relay_OperatorBase<mnemonic, pattern, traits,
                         [MemoryEffects<[MemRead<Relay_RandomState>,
                                         MemWrite<Relay_RandomState>]>]>;

// A stateless operator.
class Relay_Operator<string mnemonic, Relay_Pattern pattern,
                     list<Trait> traits = []>
    : Relay_OperatorBase<mnemonic, pattern, traits, [Pure]>;

// An operator whose `scalarFunction` computes each element of the result from
// one element of each operand. The example follows from element types, which
// have to be ones that the function is defined on.
class Relay_ElementwiseOperator<string mnemonic, Relay_Pattern pattern,
                                string function, list<Trait> traits>
    : Relay_Operator<mnemonic, pattern,
                     !listconcat([Relay_Pointwise], traits)> {
  let scalarFunction = function;
  string exampleElement = "f32";
  string exampleResult = exampleElement;
  string exampleOperands;
  string exampleTypes;
  let example = "%0 = relay." # mnemonic # " " # exampleOperands # " : ("
      # exampleTypes # ") -> tensor<2x3x" # exampleResult # ">";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_RELAYBASE_TD
