// Without recursion, nothing changes.
// RUN: relay-lite-opt %s --relay-check-stack -o %t.after
// RUN: relay-lite-opt %s | diff - %t.after
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-check-stack))' 2>&1 | FileCheck %s
// CHECK: error: Can't add pass 'CheckStackPass' restricted to 'builtin.module'
func.func private @g(%c: i1)
func.func private @f(%c: i1) {
  call @g(%c) : (i1) -> ()
  return
}
func.func @main(%c: i1) {
  scf.if %c {
    func.call @f(%c) : (i1) -> ()
  }
  call @f(%c) : (i1) -> ()
  return
}
