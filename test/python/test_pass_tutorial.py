"""The classic tutorial of the pass infrastructure, with only its import changed."""

import numpy as np

import relay_lite as tvm
from relay_lite import relay


def example():
    shape = (1, 64, 54, 54)
    c_data = np.empty(shape).astype("float32")
    c_data[:] = np.arange(54)
    c = relay.const(c_data)
    weight = relay.var("weight", shape=(64, 64, 3, 3))
    x = relay.var("x", relay.TensorType((1, 64, 56, 56), "float32"))
    conv = relay.nn.conv2d(x, weight)
    y = relay.add(c, c)
    y = relay.multiply(y, relay.const(2, "float32"))
    y = relay.add(conv, y)
    z = relay.add(y, c)
    z1 = relay.add(y, c)
    z2 = relay.add(z, z1)
    return relay.Function([x, weight], z2)


def count(mod, name):
    calls = []

    def visit(node):
        if isinstance(node, relay.Call) and node.op == relay.op.get(name):
            calls.append(node)

    relay.analysis.post_order_visit(mod["main"], visit)
    return len(calls)


def count_fused(mod):
    found = []

    def visit(node):
        if isinstance(node, relay.Function) and node.attrs is not None \
                and "Primitive" in node.attrs:
            found.append(node)

    relay.analysis.post_order_visit(mod["main"], visit)
    return len(found)


def test_by_hand():
    mod = tvm.IRModule.from_expr(example())
    assert (count(mod, "add"), count(mod, "multiply")) == (5, 1)

    mod = relay.transform.FoldConstant()(mod)
    assert (count(mod, "add"), count(mod, "multiply")) == (4, 0)

    mod = relay.transform.EliminateCommonSubexpr()(mod)
    assert count(mod, "add") == 3

    mod = relay.transform.FuseOps(fuse_opt_level=0)(mod)
    assert count_fused(mod) == 4
    # Printed, each operator is a function of its own.
    text = str(mod)
    assert text.startswith("def @main(%x: Tensor[(1, 64, 56, 56), float32]")
    assert [line.strip().split("(")[0] for line in text.splitlines() if "(%p" in line
            and "fn" not in line] == ["nn.conv2d", "add", "add", "add"]
    # The folded constant has the value 2 * (c + c).
    constants = []
    relay.analysis.post_order_visit(
        mod["main"], lambda e: isinstance(e, relay.Constant) and constants.append(e))
    values = sorted(float(c.data.numpy().max()) for c in constants)
    assert values == [53.0, 212.0]


def test_sequential():
    mod = tvm.IRModule.from_expr(example())
    seq = tvm.transform.Sequential([
        relay.transform.FoldConstant(),
        relay.transform.EliminateCommonSubexpr(),
        relay.transform.FuseOps(fuse_opt_level=2),
    ])
    mod1 = seq(mod)
    # EliminateCommonSubexpr has level 3, the default context 2.
    assert count(mod1, "add") == 4
    assert count_fused(mod1) == 1

    with tvm.transform.PassContext(opt_level=3):
        mod2 = seq(mod)
    assert count(mod2, "add") == 3

    with tvm.transform.PassContext(opt_level=3, disabled_pass=["EliminateCommonSubexpr"]):
        mod3 = seq(mod)
    assert count(mod3, "add") == 4
    # The module that was given is as it was.
    assert (count(mod, "add"), count(mod, "multiply")) == (5, 1)


@relay.transform.function_pass(opt_level=1)
class CustomPipeline:
    """Replaces the constants by products of them."""

    def __init__(self, multiplier):
        self.multiplier = multiplier

    def transform_function(self, func, mod, ctx):
        obj = self

        class ReplaceConstant(tvm.relay.ExprMutator):
            def visit_constant(self, c):
                return relay.multiply(obj.multiplier, c)

        return ReplaceConstant().visit(func)


def test_custom_pipeline():
    mod = tvm.IRModule.from_expr(example())
    custom_pass = CustomPipeline(multiplier=relay.const(3, "float32"))
    assert custom_pass.info.name == "CustomPipeline"
    assert isinstance(custom_pass, relay.transform.FunctionPass)
    mod3 = custom_pass(mod)
    # c and 2.
    assert count(mod3, "multiply") == 1 + 2
    assert mod3["main"].body.checked_type == relay.TensorType((1, 64, 54, 54), "float32")
    assert "multiply(3f /* ty=float32 */" in mod3.astext(show_meta_data=False)


def test_print_ir(capfd):
    mod = tvm.IRModule.from_expr(example())
    seq = tvm.transform.Sequential([
        relay.transform.FoldConstant(),
        tvm.transform.PrintIR(),
        relay.transform.EliminateCommonSubexpr(),
        relay.transform.FuseOps(),
        relay.transform.InferType(),
    ])
    with tvm.transform.PassContext(opt_level=3):
        mod = seq(mod)
    err = capfd.readouterr().err
    assert err.count("PrintIR(") == 1 and err.count("\ndef @main(") == 1
    # After FoldConstant, before the others.
    assert err.count("add(") == 4 and "multiply" not in err and "Primitive" not in err


@tvm.instrument.pass_instrument
class PrintIR:
    """Print the name of the pass, the IR, only before passes execute."""

    def run_before_pass(self, mod, info):
        print("Running pass: {}", info)
        print(mod)


def test_pass_instrument(capsys):
    mod = tvm.IRModule.from_expr(example())
    seq = tvm.transform.Sequential([
        relay.transform.FoldConstant(), relay.transform.EliminateCommonSubexpr()])
    with tvm.transform.PassContext(opt_level=3, instruments=[PrintIR()]):
        seq(mod)
    before, *parts = capsys.readouterr().out.split("Running pass: {} ")
    assert before == ""
    names = [part.split("pass name: ")[1].split(",")[0] for part in parts]
    assert names == ["sequential", "FoldConstant", "InferType", "InferType",
                     "EliminateCommonSubexpr", "InferType"]
    assert parts[1].startswith(
        "The meta data of the pass - pass name: FoldConstant, opt_level: 2, required passes: []\n")
    # The module follows as it is before each pass: one function, sums and products.
    assert [(part.count("\ndef @main("), part.count("add("), part.count("multiply("))
            for part in parts] == [(1, 5, 1)] * 2 + [(1, 4, 0)] * 3 + [(1, 3, 0)]


if __name__ == "__main__":
    tvm.testing.main()
