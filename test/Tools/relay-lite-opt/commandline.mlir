// The tool's texts about itself.

// RUN: relay-lite-opt --help | FileCheck %s --check-prefix=HELP
// HELP: OVERVIEW: RelayLite modular optimizer driver
// HELP: Available Dialects:
// HELP-SAME: relay,
// HELP: --convert-relay-to-linalg
// HELP: EXAMPLES:
// HELP: relay-lite-opt in.mlir --relay-fold-constant --emit-bytecode -o out.mlirbc

// RUN: relay-lite-opt --show-dialects | FileCheck %s --check-prefix=DIALECTS
// DIALECTS: Available Dialects:
// DIALECTS-SAME: linalg,
// DIALECTS-SAME: relay,
// DIALECTS-SAME: transform

// RUN: relay-lite-opt --version | FileCheck %s --check-prefix=VERSION
// VERSION: RelayLite {{[0-9]+\.[0-9]+\.[0-9]+}} (LLVM and MLIR 22.1.

// A file may take the place of itself, and stays if a pass fails.
// RUN: %python -c "print('module { func.func @f() -> tensor<4096xi32> { %%0 = relay.constant dense<\"0x' + '01000000' * 4096 + '\"> : tensor<4096xi32> return %%0 : tensor<4096xi32> } }')" > %t.same
// RUN: relay-lite-opt %t.same -o %t.same && relay-lite-opt %t.same --relay-opt-level=3 -o %t.same
// RUN: FileCheck %s --check-prefix=SAME < %t.same
// RUN: cp %t.same %t.copy && not relay-lite-opt %t.same --relay-fold-constant=no-fold-ops=nope -o %t.same && diff %t.same %t.copy
// SAME: relay.constant dense<1> : tensor<4096xi32>

// An unknown pass and a missing file are errors on stderr.
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-no-such-pass)' 2>&1 >/dev/null | FileCheck %s --check-prefix=PASS
// PASS: 'relay-no-such-pass' does not refer to a registered pass
// RUN: not relay-lite-opt %t.no-such-file.mlir 2>&1 >/dev/null | FileCheck %s --check-prefix=FILE
// FILE: cannot open input file
