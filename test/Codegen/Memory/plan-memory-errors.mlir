// RUN: relay-lite-opt %s --relay-plan-memory --verify-diagnostics

// expected-error @+1 {{the workspace would have more than 2^63 bytes}}
func.func @large() {
  %a = memref.alloc() : memref<6000000000000000000xi8>
  %b = memref.alloc() : memref<6000000000000000000xi8>
  memref.dealloc %a : memref<6000000000000000000xi8>
  memref.dealloc %b : memref<6000000000000000000xi8>
  return
}
