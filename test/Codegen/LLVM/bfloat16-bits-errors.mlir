// The pass has no options and no errors of its own; what it is run on is
// checked.
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-bfloat16-bits)' 2>&1 | FileCheck %s

// CHECK: error: Can't add pass 'BFloat16BitsPass' restricted to 'llvm.func'
llvm.func @anchored_on_module() {
  llvm.return
}
