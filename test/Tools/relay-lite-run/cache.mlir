// The cache of compiled kernels: shown, filled by a run, used, cleared.

// Nothing is made before there is something to keep.
// RUN: rm -rf %t && mkdir %t
// RUN: env RELAYLITE_CACHE=on RELAYLITE_CACHE_DIR=%t/a/b relay-lite-run --cache-info \
// RUN:   | FileCheck %s --check-prefix=EMPTY -DDIR=%t/a/b
// RUN: not ls %t/a
// EMPTY: directory: [[DIR]]{{$}}
// EMPTY-NEXT: kernels: 0{{$}}
// EMPTY-NEXT: bytes: 0 of at most 268435456{{$}}
// EMPTY-NOT: {{.}}

// RUN: env RELAYLITE_CACHE=on RELAYLITE_CACHE_DIR=%t/a/b relay-lite-run %s --function=f | FileCheck %s
// RUN: ls -ld %t/a/b | FileCheck %s --check-prefix=MODE
// RUN: ls %t/a/b > %t/before
// RUN: env RELAYLITE_CACHE=on RELAYLITE_CACHE_DIR=%t/a/b relay-lite-run %s --function=f | FileCheck %s
// RUN: ls -A %t/a/b | diff - %t/before
// RUN: env RELAYLITE_CACHE=on RELAYLITE_CACHE_DIR=%t/a/b RELAYLITE_CACHE_SIZE=1g relay-lite-run --cache-info \
// RUN:   | FileCheck %s --check-prefix=FILLED -DDIR=%t/a/b
// MODE: drwx------
// FILLED: directory: [[DIR]]{{$}}
// FILLED-NEXT: kernels: 1{{$}}
// FILLED-NEXT: bytes: {{[1-9][0-9]*}} of at most 1073741824{{$}}

// RUN: env RELAYLITE_CACHE=on RELAYLITE_CACHE_DIR=%t/a/b relay-lite-run --cache-clear --cache-info \
// RUN:   | FileCheck %s --check-prefix=CLEARED
// RUN: env RELAYLITE_CACHE=on RELAYLITE_CACHE_DIR=%t/a/b relay-lite-run --cache-clear \
// RUN:   | FileCheck %s --check-prefix=AGAIN
// CLEARED: removed 1 kernel{{$}}
// CLEARED: kernels: 0{{$}}
// AGAIN: removed 0 kernels{{$}}
// AGAIN-NOT: {{.}}

// The default place of the cache.
// RUN: env RELAYLITE_CACHE=on XDG_CACHE_HOME=%t/x relay-lite-run --cache-info \
// RUN:   | FileCheck %s --check-prefix=EMPTY -DDIR=%t/x/relay-lite
// RUN: env XDG_CACHE_HOME=x RELAYLITE_CACHE=on HOME=%t/h relay-lite-run --cache-info \
// RUN:   | FileCheck %s --check-prefix=EMPTY -DDIR=%t/h/.cache/relay-lite
// RUN: env -u XDG_CACHE_HOME HOME=%t/h RELAYLITE_CACHE= RELAYLITE_CACHE_DIR= relay-lite-run --cache-info \
// RUN:   | FileCheck %s --check-prefix=EMPTY -DDIR=%t/h/.cache/relay-lite

// Kernels that were built with the library.
// RUN: %if built-kernels %{ relay-lite-run --cache-info | FileCheck %s --check-prefix=KERNELS %}
// RUN: %if built-kernels %{ env RELAYLITE_KERNELS=x86-64-v3 relay-lite-run --cache-info | FileCheck %s --check-prefix=LEVEL %}
// RUN: %if built-kernels %{ env RELAYLITE_KERNELS=off relay-lite-run --cache-info | FileCheck %s --check-prefix=KERNELS-OFF %}
// RUN: %if built-kernels %{ env RELAYLITE_KERNELS=x86-64-v9 relay-lite-run --cache-info | FileCheck %s --check-prefix=KERNELS-ERROR %}
// RUN: %if !built-kernels %{ relay-lite-run --cache-info | FileCheck %s --check-prefix=NO-KERNELS %}
// KERNELS: built kernels: x86-64-v{{[34]$}}
// LEVEL: built kernels: x86-64-v3{{$}}
// KERNELS-OFF: built kernels: none: RELAYLITE_KERNELS is off{{$}}
// KERNELS-ERROR: built kernels: none: expected RELAYLITE_KERNELS to be off or one of x86-64-v3, x86-64-v4, but got 'x86-64-v9'{{$}}
// NO-KERNELS: built kernels: none: {{(RelayLite was built without|this CPU is below x86-64-v3)$}}

// Programs run without it, and nothing tells but the option.
// RUN: relay-lite-run --cache-info | FileCheck %s --check-prefix=OFF
// RUN: env RELAYLITE_CACHE=perhaps relay-lite-run --cache-info | FileCheck %s --check-prefix=STATE
// RUN: env RELAYLITE_CACHE=on RELAYLITE_CACHE_SIZE=12.5M relay-lite-run --cache-info | FileCheck %s --check-prefix=SIZE
// RUN: env RELAYLITE_CACHE=on HOME= XDG_CACHE_HOME= relay-lite-run --cache-info | FileCheck %s --check-prefix=HOME
// RUN: env RELAYLITE_CACHE=on HOME= XDG_CACHE_HOME= relay-lite-run %s --function=f 2>&1 | FileCheck %s
// RUN: mkdir %t/open && chmod 755 %t/open
// RUN: env RELAYLITE_CACHE=on RELAYLITE_CACHE_DIR=%t/open relay-lite-run --cache-info | FileCheck %s --check-prefix=OPEN
// RUN: env RELAYLITE_CACHE=on RELAYLITE_CACHE_DIR=%t/open relay-lite-run %s --function=f 2>&1 | FileCheck %s
// RUN: ls -A %t/open | count 0
// RUN: not env RELAYLITE_CACHE=on RELAYLITE_CACHE_DIR=%t/open relay-lite-run --cache-clear 2>&1 | FileCheck %s --check-prefix=CLEAR
// OFF: not used: RELAYLITE_CACHE is off{{$}}
// STATE: not used: expected RELAYLITE_CACHE to be 'on' or 'off', but got 'perhaps'{{$}}
// SIZE: not used: expected RELAYLITE_CACHE_SIZE to be a number of bytes such as 64M, but got '12.5M'{{$}}
// HOME: not used: there is no home directory{{$}}
// OPEN: not used: '{{.*}}open' has permissions for other users; expected mode 700{{$}}
// CLEAR: error: cannot clear the cache: '{{.*}}open' has permissions for other users; expected mode 700{{$}}

// An operator whose kernels are compiled for one shape.
// CHECK-NOT: {{error|warning}}
// CHECK: output0 = dense<6.000000e+00> : tensor<1x1x1x1xf32>
func.func @f() -> tensor<1x1x1x1xf32> {
  %0 = relay.constant dense<[[[[3.5, 8.5]]]]> : tensor<1x1x1x2xf32>
  %1 = relay.nn.adaptive_avg_pool2d %0 {output_size = array<i64: 1, 1>} : (tensor<1x1x1x2xf32>) -> tensor<1x1x1x1xf32>
  return %1 : tensor<1x1x1x1xf32>
}
