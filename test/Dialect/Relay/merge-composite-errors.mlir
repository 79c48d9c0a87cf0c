// RUN: split-file %s %t
// RUN: not relay-lite-opt %t/input.mlir --pass-pipeline='builtin.module(func.func(relay-merge-composite{patterns=%t/missing}))' 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: %python %S/Inputs/check_patterns.py relay-lite-opt %t/input.mlir %t/errors.txt
// RUN: not relay-lite-opt %t/deep.mlir --pass-pipeline='builtin.module(func.func(relay-merge-composite{patterns=%t/deep.patterns}))' 2>&1 | FileCheck %s --check-prefix=STEPS

// MISSING: error: cannot open input file '{{.*}}missing': No such file or directory
// STEPS: error: pattern 'sums': the search for a match takes more than {{50[0-9]*}} steps: the pattern has too many nested products or sums

//--- input.mlir
func.func @unchanged(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

//--- errors.txt
p = wildcard()
5
2:1: expected 'composite' or the name of a pattern, but found '5'
----
p = wildcard() p = wildcard()
1:16: pattern 'p' is defined twice
----
composite p = wildcard()
1:11: expected the name of a composite function in quotes, but found 'p'
----
composite "p" where check = wildcard()
1:21: expected the name of a check in quotes, but found 'check'
----
composite "p" wildcard()
1:15: expected '=', but found 'wildcard'
----
composite "p" where "no_such" = wildcard()
1:1: no check 'no_such' is registered
----
p = is_op(nn)
1:11: expected the name of an operator in quotes, but found 'nn'
----
p = is_op("nn.cov2d")(wildcard())
1:11: unknown operator 'nn.cov2d'; did you mean 'nn.conv2d'?
----
p = is_op("qnn.dequantise")
1:11: unknown operator 'qnn.dequantise'; did you mean 'qnn.dequantize'?
----
p = is_op("no_such_dialect.op")
1:11: unknown operator 'no_such_dialect.op'
----
p = q
1:5: expected a pattern that is defined before, or a function of patterns, but found 'q'
----
p = wildcard() |
1:17: expected a pattern, but the file ends
----
p = (wildcard() wildcard())
1:17: expected ')', but found 'wildcard'
----
p = wildcard().has_type("int8")
1:16: expected 'has_attr', 'has_dtype', 'has_shape', 'optional' or 'dominates', but found 'has_type'
----
p = wildcard().5
1:16: expected the name of a method, but found '5'
----
p = wildcard().has_dtype("floot")
1:26: unknown element type 'floot'
----
p = wildcard().has_dtype(float32)
1:26: expected an element type in quotes, but found 'float32'
----
p = wildcard().has_shape([2, "x"])
1:30: expected an integer of 64 bits, but found 'x'
----
p = wildcard().has_attr({"axis": x})
1:34: expected a string, a number, True, False or a list, but found 'x'
----
p = wildcard().has_attr({axis: 1})
1:26: expected the name of an attribute in quotes, but found 'axis'
----
p = wildcard().optional(lambda 5: wildcard())
1:32: expected the name of a parameter, but found '5'
----
p = is_expr(5)
1:13: expected const(...), but found '5'
----
p = is_expr(const("x"))
1:19: expected a number, but found 'x'
----
p = is_expr(const(1, "floot"))
1:19: unknown element type 'floot'
----
p = is_tuple_get_item(wildcard(), 99999999999999999999)
1:35: expected an integer of 64 bits, but found '99999999999999999999'
----
p = is_op("add
1:11: expected '"' at the end of the string
----
p = wildcard() & wildcard()
1:16: unexpected character
----
p = wildcard() ? wildcard()
1:16: expected 'composite' or the name of a pattern, but found '?'
----
p = ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((wildcard()
1:133: patterns nest more than 128 deep
----
p = wildcard().has_attr({"a": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]
1:159: patterns nest more than 128 deep

//--- deep.patterns
a = is_constant() + wildcard()
b = a + wildcard() + wildcard() + wildcard() + wildcard() + wildcard() + wildcard() + wildcard() + wildcard()
c = b + wildcard() + wildcard() + wildcard() + wildcard() + wildcard() + wildcard() + wildcard() + wildcard()
d = c + wildcard() + wildcard() + wildcard() + wildcard() + wildcard() + wildcard() + wildcard() + wildcard()
composite "sums" = d + wildcard() + wildcard() + wildcard() + wildcard() + wildcard()

//--- deep.mlir
func.func @too_many_sums(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.add %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.add %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.add %1, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.add %2, %2 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.add %3, %3 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %5 = relay.add %4, %4 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %6 = relay.add %5, %5 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %7 = relay.add %6, %6 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %8 = relay.add %7, %7 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %9 = relay.add %8, %8 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %10 = relay.add %9, %9 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %11 = relay.add %10, %10 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %12 = relay.add %11, %11 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %13 = relay.add %12, %12 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %14 = relay.add %13, %13 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %15 = relay.add %14, %14 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %16 = relay.add %15, %15 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %17 = relay.add %16, %16 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %18 = relay.add %17, %17 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %19 = relay.add %18, %18 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %20 = relay.add %19, %19 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %21 = relay.add %20, %20 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %22 = relay.add %21, %21 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %23 = relay.add %22, %22 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %24 = relay.add %23, %23 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %25 = relay.add %24, %24 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %26 = relay.add %25, %25 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %27 = relay.add %26, %26 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %28 = relay.add %27, %27 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %29 = relay.add %28, %28 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %29 : tensor<2xf32>
}
