// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(llvm.func(relay-bfloat16-bits))' | FileCheck %s

// CHECK-LABEL: llvm.func @scalars
llvm.func @scalars(%x: !llvm.ptr, %i: i64, %c: i1) {
  // CHECK-NEXT: %[[P:.*]] = llvm.getelementptr %arg0[%arg1] : (!llvm.ptr, i64) -> !llvm.ptr, i16
  // CHECK-NEXT: %[[X:.*]] = llvm.load %[[P]] : !llvm.ptr -> i16
  // CHECK-NEXT: %[[ONE:.*]] = llvm.mlir.constant(16256 : i16) : i16
  // CHECK-NEXT: %[[S:.*]] = llvm.select %arg2, %[[X]], %[[ONE]] : i1, i16
  // CHECK-NEXT: %[[B:.*]] = llvm.bitcast %[[S]] : i16 to i16
  // CHECK-NEXT: llvm.br ^bb1(%[[S]] : i16)
  // CHECK-NEXT: ^bb1(%[[Y:.*]]: i16):
  // CHECK-NEXT: llvm.store %[[Y]], %[[P]] : i16, !llvm.ptr
  %0 = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
  %1 = llvm.load %0 : !llvm.ptr -> bf16
  %2 = llvm.mlir.constant(1.0 : bf16) : bf16
  %3 = llvm.select %c, %1, %2 : i1, bf16
  %4 = llvm.bitcast %3 : bf16 to i16
  llvm.br ^bb1(%3 : bf16)
^bb1(%5: bf16):
  llvm.store %5, %0 : bf16, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @vectors
llvm.func @vectors(%x: !llvm.ptr, %m: vector<2xi1>) {
  // CHECK-NEXT: llvm.mlir.constant(dense<[16256, -32767]> : vector<2xi16>) : vector<2xi16>
  // CHECK-NEXT: llvm.mlir.constant(dense<16384> : vector<2xi16>) : vector<2xi16>
  // CHECK-NEXT: llvm.intr.masked.load {{.*}} -> vector<2xi16>
  // CHECK-NEXT: llvm.shufflevector {{.*}} : vector<2xi16>
  // CHECK-NEXT: llvm.store {{.*}} : vector<2xi16>, !llvm.ptr
  %0 = llvm.mlir.constant(dense<[1.0, 0x8001]> : vector<2xbf16>) : vector<2xbf16>
  %1 = llvm.mlir.constant(dense<2.0> : vector<2xbf16>) : vector<2xbf16>
  %2 = llvm.intr.masked.load %x, %m, %0 {alignment = 2 : i32} : (!llvm.ptr, vector<2xi1>, vector<2xbf16>) -> vector<2xbf16>
  %3 = llvm.shufflevector %2, %1 [0, 3] : vector<2xbf16>
  llvm.store %3, %x : vector<2xbf16>, !llvm.ptr
  llvm.return
}

// Operations that compute on bf16, take it or return it stay.
// CHECK-LABEL: llvm.func @computes
llvm.func @computes(%x: !llvm.ptr) {
  // CHECK-NEXT: llvm.load %arg0 : !llvm.ptr -> bf16
  // CHECK-NEXT: llvm.fadd {{.*}} : bf16
  %0 = llvm.load %x : !llvm.ptr -> bf16
  %1 = llvm.fadd %0, %0 : bf16
  llvm.store %1, %x : bf16, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @takes(%arg0: bf16
llvm.func @takes(%x: bf16, %y: !llvm.ptr) {
  // CHECK-NEXT: llvm.store %arg0, %arg1 : bf16, !llvm.ptr
  llvm.store %x, %y : bf16, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @declared() -> bf16
llvm.func @declared() -> bf16

// CHECK-LABEL: llvm.func @calls
llvm.func @calls(%x: !llvm.ptr) {
  // CHECK-NEXT: llvm.call @declared() : () -> bf16
  %0 = llvm.call @declared() : () -> bf16
  llvm.store %0, %x : bf16, !llvm.ptr
  llvm.return
}
