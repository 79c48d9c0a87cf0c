// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-eliminate-tail-recursion))' -o %t.after
// RUN: relay-lite-opt %s | diff - %t.after
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-eliminate-tail-recursion)' 2>&1 | FileCheck %s
// CHECK: error: Can't add pass 'EliminateTailRecursionPass' restricted to 'func.func'

// The pass has no errors of its own. It leaves all of these functions alone.

// The result of the call is an operand.
func.func @sum(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %done = arith.cmpi eq, %n, %c0 : i32
  %r = scf.if %done -> i32 {
    scf.yield %c0 : i32
  } else {
    %m = arith.subi %n, %c1 : i32
    %0 = func.call @sum(%m) : (i32) -> i32
    %1 = arith.addi %0, %n : i32
    scf.yield %1 : i32
  }
  return %r : i32
}

// The results change their places.
func.func @turned(%n: i32, %c: i1) -> (i32, i32) {
  %r:2 = scf.if %c -> (i32, i32) {
    scf.yield %n, %n : i32, i32
  } else {
    %0:2 = func.call @turned(%n, %c) : (i32, i1) -> (i32, i32)
    scf.yield %0#1, %0#0 : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// The branch has another value besides.
func.func @used_twice(%n: i32, %c: i1) -> (i32, i32) {
  %r = scf.if %c -> i32 {
    scf.yield %n : i32
  } else {
    %0:2 = func.call @used_twice(%n, %c) : (i32, i1) -> (i32, i32)
    scf.yield %0#0 : i32
  }
  return %r, %r : i32, i32
}

// An effect follows the call.
func.func @effect(%x: memref<i32>, %y: memref<i32>, %c: i1) -> i32 {
  %r = scf.if %c -> i32 {
    %0 = memref.load %x[] : memref<i32>
    scf.yield %0 : i32
  } else {
    %0 = func.call @effect(%y, %x, %c) : (memref<i32>, memref<i32>, i1) -> i32
    memref.copy %y, %x : memref<i32> to memref<i32>
    scf.yield %0 : i32
  }
  return %r : i32
}

// Each function calls the other one.
func.func @even(%n: i32, %c: i1) -> i32 {
  %r = scf.if %c -> i32 {
    scf.yield %n : i32
  } else {
    %0 = func.call @odd(%n, %c) : (i32, i1) -> i32
    scf.yield %0 : i32
  }
  return %r : i32
}
func.func @odd(%n: i32, %c: i1) -> i32 {
  %0 = call @even(%n, %c) : (i32, i1) -> i32
  return %0 : i32
}

// No path returns.
func.func @forever(%n: i32) -> i32 {
  %0 = call @forever(%n) : (i32) -> i32
  return %0 : i32
}
func.func @forever_branches(%n: i32, %c: i1) -> i32 {
  %r = scf.if %c -> i32 {
    %0 = func.call @forever_branches(%n, %c) : (i32, i1) -> i32
    scf.yield %0 : i32
  } else {
    %true = arith.constant true
    %0 = func.call @forever_branches(%n, %true) : (i32, i1) -> i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// On paths that go on, there would be no value for the result.
func.func @no_zero(%x: vector<[4]xf32>, %c: i1, %d: i1) -> vector<[4]xf32> {
  %r = scf.if %c -> vector<[4]xf32> {
    scf.yield %x : vector<[4]xf32>
  } else {
    %0 = scf.if %d -> vector<[4]xf32> {
      scf.yield %x : vector<[4]xf32>
    } else {
      %1 = func.call @no_zero(%x, %d, %c) : (vector<[4]xf32>, i1, i1) -> vector<[4]xf32>
      scf.yield %1 : vector<[4]xf32>
    }
    scf.yield %0 : vector<[4]xf32>
  }
  return %r : vector<[4]xf32>
}

// Blocks instead of regions.
func.func @blocks(%n: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^leave, ^repeat
^leave:
  return %n : i32
^repeat:
  %0 = call @blocks(%n, %c) : (i32, i1) -> i32
  return %0 : i32
}
func.func private @declaration(i32) -> i32
