// The pass has no options and no errors of its own; what it is run on is
// checked.
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-outline-regions))' 2>&1 | FileCheck %s

// CHECK: error: Can't add pass 'OutlineRegionsPass' restricted to 'builtin.module'
func.func @nested_in_function() {
  return
}
