// RUN: relay-lite-opt %s --relay-lower-copies --verify-diagnostics

func.func @unranked(%x: memref<*xf32>, %y: memref<*xf32>) {
  // expected-error @+1 {{'memref.copy' op expected buffers of known rank, but got 'memref<*xf32>' and 'memref<*xf32>'}}
  memref.copy %x, %y : memref<*xf32> to memref<*xf32>
  return
}
