"""The example of module passes in TVM's early documents, with a trace callback."""

import gc
import re
import weakref

import pytest
from threads import run_threads

import relay_lite as tvm
from relay_lite import relay

SHAPE = (10, 20)


def make_module():
    tp = relay.TensorType(SHAPE, "float32")
    x = relay.var("x", tp)
    my_add = relay.GlobalVar("myAdd")
    add = relay.Function([x], x + x)
    y = relay.var("y", tp)
    my_log = relay.GlobalVar("myAddLog")
    log = relay.Function([y], relay.log(y + y))
    return relay.Module({my_add: add, my_log: log})


def test_trace(capsys):
    mod = make_module()

    @relay.transform.module_pass(opt_level=2)
    def transform(expr, ctx):
        tp = relay.TensorType(SHAPE, "float32")
        x = relay.var("x", tp)
        gv = relay.GlobalVar("abs")
        func = relay.Function([x], relay.abs(x))
        new_mod = relay.Module({gv: func})
        new_mod.update(expr)
        return new_mod

    @relay.transform.module_pass(opt_level=1)
    class TestReplaceFunc:
        """Replaces every function by a given one."""

        def __init__(self, new_func):
            self.new_func = new_func

        def transform_module(self, mod, ctx):
            for gv in mod.get_global_vars():
                mod[gv] = self.new_func
            return mod

    x = relay.var("x", shape=SHAPE)
    f1 = relay.Function([x], x)
    fpass = TestReplaceFunc(f1)
    assert fpass.new_func.same_as(f1)
    assert isinstance(fpass, relay.transform.ModulePass)

    def print_ir(mod, info, is_before):
        if is_before:
            print("Running pass: {}", info)
            print(mod)

    seq = relay.transform.Sequential(opt_level=1, passes=[transform, fpass])
    with pytest.deprecated_call():
        config = relay.build_config(opt_level=2, trace=print_ir)
    with config:
        result = seq(mod)
    print(result)

    out = capsys.readouterr().out
    assert out.count("Running pass: ") == 2
    # Before each pass and at the end; the last two are not separated by a banner.
    banner, first, rest = out.split("Running pass: ")
    assert banner == ""
    defined = re.findall(r"^def (@\w+)", first, re.M)
    assert defined == ["@myAdd", "@myAddLog"]
    defined = re.findall(r"^def (@\w+)", rest, re.M)
    assert defined == ["@abs", "@myAdd", "@myAddLog"] * 2
    assert len(re.findall(r"^def @\w+\((%x\d*): Tensor\[\(10, 20\), float32\]\) \{\n  \1\n\}",
                          rest, re.M)) == 3
    identity = relay.Function([x], x)
    assert sorted(var.name_hint for var in result.get_global_vars()) == \
        ["abs", "myAdd", "myAddLog"]
    for var in result.get_global_vars():
        assert tvm.ir.structural_equal(result[var], identity)


def test_returned_module_is_the_same():
    mod = make_module()

    @tvm.transform.module_pass(opt_level=0, name="nothing")
    def nothing(mod, ctx):
        return mod

    assert nothing(mod).same_as(mod)
    assert tvm.transform.Sequential([nothing, nothing])(mod).same_as(mod)


def test_rfc_style():
    """A pass function handed to function_pass; with two parameters as in the first proposal."""

    def double(func, mod, ctx):
        assert isinstance(mod, tvm.IRModule)
        return relay.Function(func.params, func.body + func.body)

    three = relay.transform.function_pass(double, opt_level=2, name="double", required=[])
    assert three.info.name == "double" and three.info.opt_level == 2

    levels = []

    def mypass(func, ctx):
        levels.append(ctx.opt_level)
        return relay.Function(func.params, func.body * func.body)

    two = relay.transform.function_pass(mypass, opt_level=1, name="mypass",
                                        required=["InferType"])
    assert list(two.info.required) == ["InferType"]

    mod = three(make_module())
    for name in ("myAdd", "myAddLog"):
        assert mod[name].body.op.name == "add"
        assert mod[name].checked_type.ret_type == relay.TensorType(SHAPE, "float32")

    x = relay.var("x", shape=(3,))
    result = two(relay.Function([x], relay.exp(x)))
    expected = relay.exp(x)
    expected = relay.transform.InferType()(relay.Function([x], expected * expected))
    tvm.ir.assert_structural_equal(result, expected)
    assert levels == [2]
    # An expression that is no function.
    call = two(relay.exp(relay.const(1.0)))
    assert call.op.name == "multiply"


def test_required_python_pass():
    ran = []

    def prepare(mod, ctx):
        ran.append("prepare")
        return mod

    tvm.register_func("relay._transform.TestPrepare", lambda: tvm.transform.module_pass(
        prepare, opt_level=0, name="TestPrepare"), override=True)

    @tvm.transform.module_pass(opt_level=0, required=["TestPrepare"])
    def work(mod, ctx):
        ran.append("work")
        return mod

    tvm.transform.Sequential([work])(make_module())
    assert ran == ["prepare", "work"]
    assert tvm.get_global_func("relay._transform.TestPrepare")().info.name == "TestPrepare"


def make_requiring(body, name):
    """A Sequential with a pass that requires another, which is registered as `name`."""
    tvm.register_func("relay._transform." + name, lambda: tvm.transform.module_pass(
        body, opt_level=0, name=name), override=True)
    work = tvm.transform.module_pass(lambda mod, ctx: mod, opt_level=0, name="work", required=[name])
    return tvm.transform.Sequential([work])


def test_required_python_pass_inside_itself():
    depth = []

    def body(mod, ctx):
        depth.append(len(depth))
        return seq(mod) if len(depth) < 3 else mod

    seq = make_requiring(body, "TestInside")
    assert len(seq(make_module()).functions) == 2
    assert depth == [0, 1, 2]


def test_required_python_pass_on_threads():
    seq = make_requiring(lambda mod, ctx: mod, "TestThreads")

    def work(_):
        for _ in range(50):
            seq(make_module())

    run_threads(work, 3)


def test_required_python_pass_is_released():
    """Also one whose callback refers to it, and one inside a Sequential."""
    made = []

    def make():
        inner = tvm.transform.module_pass(lambda mod, ctx: (mod, inner)[0], opt_level=0, name="inner")
        made.extend([weakref.ref(inner), weakref.ref(seq := tvm.transform.Sequential([inner]))])
        return seq

    tvm.register_func("relay._transform.TestReleased", make, override=True)
    work = tvm.transform.module_pass(lambda mod, ctx: mod, opt_level=0, name="work",
                                     required=["TestReleased"])
    tvm.transform.Sequential([work])(make_module())
    assert len(made) == 2
    gc.collect()
    assert [reference() for reference in made] == [None, None]


@pytest.mark.parametrize("inner", [
    # A pass of too high a level, none, and one that an instrument does not let run.
    [relay.transform.EliminateCommonSubexpr()], [], [relay.transform.FastMath()]])
def test_pipeline_that_does_nothing_in_a_pass(inner):
    @tvm.instrument.pass_instrument
    class NoFastMath:
        def should_run(self, mod, info):
            return info.name != "FastMath"

    @tvm.transform.module_pass(opt_level=0)
    def run(mod, ctx):
        return tvm.transform.Sequential(inner)(mod)

    main = make_module()
    with tvm.transform.PassContext(opt_level=1 if len(inner) else 4, instruments=[NoFastMath()]):
        result = tvm.transform.Sequential([relay.transform.InferType(), run])(main)
    tvm.ir.assert_structural_equal(result, relay.transform.InferType()(main))


def test_pipeline_in_an_instrument():
    seen = []

    @tvm.instrument.pass_instrument
    class Runs:
        def run_after_pass(self, mod, info):
            if info.name == "InferType" and not seen:
                seen.append(mod)
                seen.append(tvm.transform.Sequential([])(mod))

    main = make_module()
    with tvm.transform.PassContext(opt_level=3, instruments=[Runs()]):
        result = tvm.transform.Sequential([relay.transform.InferType(), relay.transform.FoldConstant()])(main)
    for module in (result, *seen):
        tvm.ir.assert_structural_equal(module, relay.transform.InferType()(main))


def test_pipeline_on_another_module_in_a_pass():
    """Whose last pass returns the module of the pass outside."""
    x = relay.var("x", shape=(7,))
    other = tvm.IRModule.from_expr(relay.Function([x], relay.exp(x)))

    @tvm.transform.module_pass(opt_level=0)
    def run(mod, ctx):
        give = tvm.transform.module_pass(lambda _, ctx: mod, opt_level=0, name="give")
        return tvm.transform.Sequential([relay.transform.InferType(), give])(other)

    main = make_module()
    expected = relay.transform.InferType()(main)
    for after in ([], [relay.transform.FoldConstant()]):
        passes = [relay.transform.InferType(), run, *after]
        tvm.ir.assert_structural_equal(tvm.transform.Sequential(passes)(main), expected)
    tvm.ir.assert_structural_equal(run(main), main)


def test_wrong_results():
    mod = make_module()
    for wrong, kind in ((None, "None"), (1, "int"), (relay.var("x"), "Var")):
        bad = tvm.transform.module_pass(lambda mod, ctx: wrong, opt_level=0, name="bad")
        with pytest.raises(tvm.TVMError, match=f"the module pass 'bad' must return an IRModule, but it returned {kind}"):
            bad(mod)
        bad = relay.transform.function_pass(lambda func, mod, ctx: wrong, opt_level=0, name="bad")
        with pytest.raises(tvm.TVMError, match=f"the function pass 'bad' must return a Function, but it returned {kind}"):
            bad(mod)


def test_decorator_errors():
    with pytest.raises(ValueError, match="provide opt_level for the module pass"):
        tvm.transform.module_pass(lambda m, c: m)
    with pytest.raises(ValueError, match="provide opt_level for the function pass"):
        relay.transform.function_pass(lambda f, m, c: f)
    with pytest.raises(TypeError, match="Required is expected"):
        tvm.transform.module_pass(lambda m, c: m, opt_level=1, required="InferType")
    with pytest.raises(TypeError, match="must be a callable"):
        tvm.transform.module_pass(3, opt_level=1)
    with pytest.raises(TypeError, match="must be a list of Pass"):
        tvm.transform.Sequential([3])


if __name__ == "__main__":
    tvm.testing.main()
