// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-check-shapes)' 2>&1 | FileCheck %s
// CHECK: error: Can't add pass 'CheckShapesPass' restricted to 'func.func'
