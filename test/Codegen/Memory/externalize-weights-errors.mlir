// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-externalize-weights{min-bytes=many})' 2>&1 | FileCheck %s
// CHECK: 'many' value invalid for long argument
// CHECK: error:
