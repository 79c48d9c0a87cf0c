// Convolutions are computed in blocks of as many channels as a vector has lanes.

// RUN: relay-lite-compile %s --target-triple=x86_64-linux-gnu --cpu=x86-64-v4 --emit=llvm --name=net -o - | FileCheck %s -DLANES=16
// RUN: relay-lite-compile %s --target-triple=x86_64-linux-gnu --cpu=x86-64-v3 --emit=llvm --name=net -o - | FileCheck %s -DLANES=8
// RUN: relay-lite-compile %s --target-triple=aarch64-linux-gnu --emit=llvm --name=net -o - | FileCheck %s -DLANES=4

// Without vectors of fused multiply-add, if a user says so, and below the level
// of AlterOpLayout, there are none.
// RUN: relay-lite-compile %s --target-triple=x86_64-linux-gnu --cpu=x86-64 --emit=llvm --name=net -o - | FileCheck %s --check-prefix=NONE
// RUN: relay-lite-compile %s --target-triple=x86_64-linux-gnu --cpu=x86-64-v4 --disabled=AlterOpLayout --emit=llvm --name=net -o - | FileCheck %s --check-prefix=NONE
// RUN: relay-lite-compile %s --target-triple=x86_64-linux-gnu --cpu=x86-64-v4 --opt-level=2 --emit=llvm --name=net -o - | FileCheck %s --check-prefix=NONE
// RUN: not relay-lite-compile %s --disabled=AlterLayout --emit=llvm -o - 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// The function of a tile has a load of weights and no other vectors.
// CHECK: define internal {{.*}}void @relay.contraction(
// CHECK: call void @llvm.prefetch
// CHECK: call <[[LANES]] x float> @llvm.fma.v[[LANES]]f32(

// NONE-NOT: @llvm.prefetch

// UNKNOWN: error: {{.*}}AlterLayout
func.func @main(%x: tensor<1x1x32x32xf32>) -> tensor<1x16x32x31xf32> {
  %w = relay.constant dense<"0x000040C0000000C0000080BF000000000000803F0000004000004040000040C0000000C0000080BF000000000000803F0000004000004040000040C0000000C0000080BF000000000000803F0000004000004040000040C0000000C0000080BF000000000000803F0000004000004040000040C0000000C0000080BF00000000"> : tensor<16x1x1x2xf32>
  %0 = relay.nn.conv2d %x, %w : (tensor<1x1x32x32xf32>, tensor<16x1x1x2xf32>) -> tensor<1x16x32x31xf32>
  %1 = relay.nn.relu %0 : (tensor<1x16x32x31xf32>) -> tensor<1x16x32x31xf32>
  return %1 : tensor<1x16x32x31xf32>
}
