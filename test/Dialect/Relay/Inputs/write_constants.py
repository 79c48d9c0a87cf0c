"""Writes modules with many constants.

    write_constants.py sum COUNT FILE        the sum of COUNT constants
    write_constants.py functions COUNT FILE  COUNT functions of larger ones, in
                                             part the same
    write_constants.py chain COUNT FILE      COUNT operators, each on the last
    write_constants.py users COUNT FILE      COUNT users of one expression
    write_constants.py choices COUNT FILE    COUNT choices, the condition of each
                                             computed from that of the last
    write_constants.py conditions COUNT FILE the same, with conditions on a chain
                                             of COUNT operators
"""

import sys


def write_sum(count, out):
    out.write("func.func @f(%x: tensor<i32>) -> tensor<i32> {\n")
    out.write("  %s0 = relay.constant dense<0> : tensor<i32>\n")
    for i in range(1, count):
        out.write(f"  %c{i} = relay.constant dense<{i}> : tensor<i32>\n"
                  f"  %s{i} = relay.add %s{i - 1}, %c{i} : (tensor<i32>, tensor<i32>) -> tensor<i32>\n")
    out.write(f"  %y = relay.add %x, %s{count - 1} : (tensor<i32>, tensor<i32>) -> tensor<i32>\n"
              "  return %y : tensor<i32>\n}\n")


def write_functions(count, out):
    row, column, matrix = "tensor<1x32xf32>", "tensor<32x1xf32>", "tensor<32x32xf32>"
    for i in range(count):
        first = i % 7
        elements = ", ".join(f"{first + j}.0" for j in range(32))
        out.write(f"""func.func @f{i}() -> ({matrix}, {row}) {{
  %0 = relay.constant dense<[[{elements}]]> : {row}
  %1 = relay.transpose %0 : ({row}) -> {column}
  %2 = relay.multiply %0, %1 : ({row}, {column}) -> {matrix}
  %3 = relay.sum %2 {{axis = array<i64: 0>, keepdims = true}} : ({matrix}) -> {row}
  return %2, %3 : {matrix}, {row}
}}
""")


def write_chain(count, out):
    out.write("func.func @f() -> tensor<i32> {\n  %0 = relay.constant dense<1> : tensor<i32>\n")
    for i in range(count):
        out.write(f"  %{i + 1} = relay.negative %{i} : (tensor<i32>) -> tensor<i32>\n")
    out.write(f"  return %{count} : tensor<i32>\n}}\n")


def write_users(count, out):
    out.write("func.func @f(%x0: tensor<i32>) -> (tensor<i32>, tensor<i32>) {\n"
              "  %0 = relay.constant dense<7> : tensor<i32>\n"
              "  %c = relay.negative %0 : (tensor<i32>) -> tensor<i32>\n")
    for i in range(count):
        out.write(f"  %x{i + 1} = relay.maximum %x{i}, %c : (tensor<i32>, tensor<i32>) -> tensor<i32>\n")
    out.write(f"  return %c, %x{count} : tensor<i32>, tensor<i32>\n}}\n")


def write_choices(count, out):
    out.write("func.func @f(%x0: tensor<i32>) -> tensor<i32> {\n"
              "  %c0 = relay.constant dense<true> : tensor<i1>\n"
              "  %y = relay.constant dense<7> : tensor<i32>\n")
    for i in range(count):
        out.write(f"  %c{i + 1} = relay.logical_not %c{i} : (tensor<i1>) -> tensor<i1>\n"
                  f"  %x{i + 1} = relay.if %c{i + 1} -> tensor<i32> {{\n    relay.yield %y : tensor<i32>\n"
                  f"  }} else {{\n    relay.yield %x{i} : tensor<i32>\n  }}\n")
    out.write(f"  return %x{count} : tensor<i32>\n}}\n")


def write_conditions(count, out):
    out.write("func.func @f(%x: tensor<f32>) -> tensor<f32> {\n"
              "  %a0 = relay.constant dense<1.0> : tensor<f32>\n"
              "  %h = relay.constant dense<0.5> : tensor<f32>\n")
    for i in range(count):
        last = f"%y{i}" if i else "%x"
        out.write(f"  %a{i + 1} = relay.multiply %a{i}, %h : (tensor<f32>, tensor<f32>) -> tensor<f32>\n"
                  f"  %c{i + 1} = relay.less %a{i + 1}, %h : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
                  f"  %y{i + 1} = relay.if %c{i + 1} -> tensor<f32> {{\n    relay.yield %x : tensor<f32>\n"
                  f"  }} else {{\n    relay.yield {last} : tensor<f32>\n  }}\n")
    out.write(f"  return %y{count} : tensor<f32>\n}}\n")


kind, number, path = sys.argv[1:]
with open(path, "w") as file:
    {"sum": write_sum, "functions": write_functions, "chain": write_chain, "users": write_users,
     "choices": write_choices, "conditions": write_conditions}[kind](int(number), file)
