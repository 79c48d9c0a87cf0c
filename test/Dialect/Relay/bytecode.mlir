// RUN: relay-lite-opt %s -o %t.mlir
// RUN: relay-lite-opt %s --emit-bytecode -o %t.mlirbc
// RUN: relay-lite-opt %t.mlirbc | diff %t.mlir -
// RUN: FileCheck %s --input-file=%t.mlir

// Every operation of the suite's main files, too.
// RUN: relay-lite-opt %S/ops.mlir --verify-roundtrip -o /dev/null
// RUN: relay-lite-opt %S/core.mlir --verify-roundtrip -o /dev/null

// Bytecode of another version of the dialect is refused. The number follows the
// section of dialect versions (7) and its length (1), both as variable-length
// integers.
// RUN: %python -c "import sys; d = open(sys.argv[1], 'rb').read(); a = bytes([7, 3, 3]); assert d.count(a) == 1; open(sys.argv[2], 'wb').write(d.replace(a, bytes([7, 3, 5])))" %t.mlirbc %t.newer.mlirbc
// RUN: not relay-lite-opt %t.newer.mlirbc 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NEWER
// NEWER: error: expected version 1 of the relay dialect, but got 2
// NEWER-NOT: error

// CHECK: func private @types(!relay.unknown, !relay.ref<tensor<?xui8>>, !relay.type_var<"A">, tuple<tensor<bf16>, tuple<>>)
func.func private @types(!relay.unknown, !relay.ref<tensor<?xui8>>, !relay.type_var<"A">, tuple<tensor<bf16>, tuple<>>)

// CHECK: func @regions
func.func @regions(%c: tensor<i1>, %x: tensor<2xf32> {relay.name = "x"}) -> tensor<2xf32> attributes {relay.pure} {
  %f = relay.fn (%p: tensor<2xf32>) -> tensor<2xf32> {
    // CHECK: relay.constant dense_resource<weights> : tensor<2xf32>
    %w = relay.constant dense_resource<weights> : tensor<2xf32>
    %0 = relay.add %p, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    relay.yield %0 : tensor<2xf32>
  }
  %1 = relay.if %c -> tensor<2xf32> {
    %2 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  } else {
    relay.yield %x : tensor<2xf32>
  }
  return %1 : tensor<2xf32>
}

// CHECK: dialect_resources
// CHECK: weights: "0x040000000000803F00000040"
{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F00000040"
    }
  }
#-}
