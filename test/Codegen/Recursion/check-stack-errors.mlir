// Without recursion, nothing changes.
// RUN: relay-lite-opt %s --relay-check-stack -o %t.after
// RUN: relay-lite-opt %s | diff - %t.after
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-check-stack))' 2>&1 | FileCheck %s
// CHECK: error: Can't add pass 'CheckStackPass' restricted to 'builtin.module'
func.func private @declaration(%c: i1)
func.func private @calls_declaration(%c: i1) {
  call @declaration(%c) : (i1) -> ()
  return
}
func.func @main(%c: i1) {
  scf.if %c {
    func.call @calls_declaration(%c) : (i1) -> ()
  }
  call @calls_declaration(%c) : (i1) -> ()
  return
}
