// A plugin of another version does not start, in mlir-opt and in our own tools.
// The library that is loaded first decides; here it is a library with the one
// function that is asked.

// REQUIRES: c-compiler
// RUN: %c99 -shared -fPIC %S/Inputs/other_version.c -o %t.so
// RUN: not env LD_PRELOAD=%t.so mlir-opt --load-dialect-plugin=%plugin %s 2>&1 | FileCheck %s
// RUN: not env LD_PRELOAD=%t.so mlir-opt --load-pass-plugin=%plugin %s 2>&1 | FileCheck %s
// RUN: not env LD_PRELOAD=%t.so relay-lite-opt --load-dialect-plugin=%plugin %s 2>&1 | FileCheck %s
// CHECK: the plugin of RelayLite {{[0-9.]+}} cannot be loaded beside RelayLite 9.8.7

// The plugin of this version may be loaded twice, and where all is registered.
// RUN: mlir-opt --load-dialect-plugin=%plugin --load-dialect-plugin=%plugin --load-pass-plugin=%plugin %s
// RUN: relay-lite-opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin %s

// A file that is no plugin is reported, and the program stays as it is without.
// RUN: not mlir-opt --load-dialect-plugin=%s %s 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: Failed to load dialect plugin from '{{.*}}plugin-errors.mlir'. Request ignored.
// NONE: error: Dialect `relay' not found for custom op 'relay.abs'

func.func @unknown_dialect(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.abs %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
