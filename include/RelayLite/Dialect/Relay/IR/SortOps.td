//===- Sorting, searching and scanning --------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_SORTOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_SORTOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

def Relay_SortOp : Relay_Operator<"sort", Relay_Opaque> {
  let summary = "sorted elements along a dimension";
  let semantics = [{
    The elements of `data` sorted along dimension `axis`, the smallest first, or
    the largest first without `is_ascend`. Equal elements keep their order, and
    NaN comes after numbers. `dtype` has no effect.
  }];
  let example = "%0 = relay.sort %x {axis = 1 : i64} : (tensor<3x5xf32>) -> tensor<3x5xf32>";
  let arguments = (ins Relay_Tensor:$data, Relay_IntOr<"-1">:$axis,
      Relay_BoolOr<"true">:$is_ascend, Relay_OptionalDType:$dtype);
  let tvm = Relay_TVM<level = 6, attrs = "ArgsortAttrs">;
  let returns = Relay_SameType;
  let raises = Relay_AxisRange;
  let pythonParameters = "data, axis=-1, is_ascend=True";
}

def Relay_ArgsortOp : Relay_Operator<"argsort", Relay_Opaque> {
  let summary = "positions that sort a dimension";
  let semantics = [{
    The positions along dimension `axis` in the order in which `relay.sort` has
    the elements, of element type `dtype`.
  }];
  let example = "%0 = relay.argsort %x {axis = 1 : i64, dtype = i32} : (tensor<3x5xf32>) -> tensor<3x5xi32>";
  let arguments = (ins Relay_Tensor:$data, Relay_IntOr<"-1">:$axis,
      Relay_BoolOr<"true">:$is_ascend, Relay_DType:$dtype);
  let tvm = Relay_TVM<level = 6, attrs = "ArgsortAttrs">;
  let returns = "A tensor of element type `dtype` and of the shape of `data`.";
  let raises = Relay_AxisRange;
  let pythonParameters = "data, axis=-1, is_ascend=True, dtype='int32'";
}

def Relay_SearchsortedOp : Relay_Operator<"searchsorted", Relay_Opaque> {
  let summary = "places at which elements keep a sequence sorted";
  let semantics = [{
    For each element of `values`, the number of elements of `sorted_sequence` that
    are below it, or with `right` not above it, of element type `dtype` (i32 if
    it is not given). The sequence ascends along its last dimension. If it has
    others, they run along with those of `values`. The number is what bisection
    finds: comparisons with NaN are false.
  }];
  let example = "%0 = relay.searchsorted %s, %v {dtype = i32} : (tensor<2x5xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>";
  let arguments = (ins Relay_Tensor:$sorted_sequence, Relay_Tensor:$values,
      Relay_BoolOr<"false">:$right,
      Relay_OptionalDType:$dtype);
  let tvm = Relay_TVM<level = 6, attrs = "SearchSortedAttrs">;
  let returns = "A tensor of element type `dtype` and of the shape of `values`.";
  let raises = "the element types differ, an operand is a scalar, or "
      "`sorted_sequence` is no vector and has not the dimensions of `values` "
      "before the last";
  let pythonParameters = "sorted_sequence, values, right=False, dtype='int32'";
}

def Relay_UniqueOp : Relay_Operator<"unique", Relay_Opaque> {
  let summary = "different elements of a vector";
  let semantics = [{
    A tuple of vectors as long as `data`, and of one number:
    - the different elements, in ascending order, or with `sorted` not set in the
      order in which they occur first, and zeros behind them;
    - where each of them occurs first, and the length of `data` behind them;
    - for each element of `data`, its position among the different ones;
    - the number of different elements, as a vector with one element;
    - with `return_counts`, how often each occurs, and zeros behind them.

    All but the first are of i32. Each NaN is different, and the two zeros are
    equal.
  }];
  let example = "%0 = relay.unique %x {sorted = true, return_counts = false} : (tensor<5xf32>) -> tuple<tensor<5xf32>, tensor<5xi32>, tensor<5xi32>, tensor<1xi32>>";
  let arguments = (ins Relay_Tensor:$data, Relay_Bool:$sorted,
      Relay_BoolOr<"false">:$return_counts);
  let tvm = Relay_TVM<level = 3, attrs = "UniqueAttrs", declared = false>;
  let returns = "A TupleWrapper of the vectors.";
  let raises = "`data` is no vector";
}

// The results of a scan after or before each element.
class Relay_ScanOp<string mnemonic> : Relay_Operator<mnemonic, Relay_Opaque> {
  let arguments = (ins Relay_Tensor:$data, Relay_OptionalInt:$axis,
      Relay_OptionalDType:$dtype, Relay_BoolOr<"false">:$exclusive);
  let tvm = Relay_TVM<level = 3, attrs = "ScanopAttrs",
                      required = ["axis", "dtype"],
                      objects = ["axis", "exclusive"], declared = false>;
  let returns = "A tensor of element type `dtype`, or that of `data`, and of the "
      "shape of `data`, or a vector of all its elements without `axis`.";
  let raises = Relay_AxisRange;
  let pythonParameters = "data, axis=None, dtype='', exclusive=False";
  let extraClassDefinition = [{
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return ::mlir::relay::inferScan(loc, getRelayName(),
                                      adaptor.getData().getType(),
                                      adaptor.getAxisAttr(),
                                      adaptor.getDtype());
    }
  }];
}

def Relay_CumsumOp : Relay_ScanOp<"cumsum"> {
  let summary = "sums up to each element";
  let semantics = [{
    The sum of the elements up to each one along dimension `axis`, or in
    row-major order if no axis is given; without the element itself if
    `exclusive` is set. Elements are converted to `dtype`, if it is given, and
    added one after the other. Each sum is rounded.
  }];
  let example = "%0 = relay.cumsum %x {axis = 1 : i64} : (tensor<2x5xf32>) -> tensor<2x5xf32>";
}

def Relay_CumprodOp : Relay_ScanOp<"cumprod"> {
  let summary = "products up to each element";
  let semantics = [{
    The product of the elements up to each one, as `relay.cumsum` adds them.
  }];
  let example = "%0 = relay.cumprod %x {axis = 1 : i64} : (tensor<2x5xf32>) -> tensor<2x5xf32>";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_SORTOPS_TD
