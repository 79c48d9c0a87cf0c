// What the tool says of itself.

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

// An unknown pass and a missing file are errors on stderr.
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-no-such-pass)' 2>&1 >/dev/null | FileCheck %s --check-prefix=PASS
// PASS: 'relay-no-such-pass' does not refer to a registered pass
// RUN: not relay-lite-opt %t.no-such-file.mlir 2>&1 >/dev/null | FileCheck %s --check-prefix=FILE
// FILE: cannot open input file
