// The pass has no options and no errors of its own; what it is run on is
// checked.
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-fill-borders)' 2>&1 | FileCheck %s

// CHECK: error: Can't add pass 'FillBordersPass' restricted to 'func.func'
func.func @anchored_on_module() {
  return
}
