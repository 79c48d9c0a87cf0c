"""Instruments: which hooks are called when, and what happens when they raise."""

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.ir.instrument import PassInstrument, PassTimingInstrument, pass_instrument


def get_mod():
    x = relay.var("x", shape=(1, 3))
    return tvm.IRModule.from_expr(relay.Function([x], relay.nn.relu(x + relay.const(0.0))))


def make(calls, name, **behaviour):
    """An instrument that records its calls; `behaviour` has what hooks do."""

    def hook(which, result=None):
        def run(self, *arguments):
            info = arguments[1].name if len(arguments) == 2 else ""
            calls.append(f"{name}::{which}" + (f"({info})" if info else ""))
            if which in behaviour:
                return behaviour[which]()
            return result

        return run

    methods = {which: hook(which, True if which == "should_run" else None)
               for which in ("enter_pass_ctx", "exit_pass_ctx", "should_run", "run_before_pass",
                             "run_after_pass")}
    return pass_instrument(type(name, (), methods))()


def fail():
    raise RuntimeError("some error")


def test_call_sequence():
    calls = []
    with tvm.transform.PassContext(instruments=[make(calls, "PI1"), make(calls, "PI2")]):
        relay.transform.InferType()(get_mod())
        relay.transform.RemoveUnusedFunctions()(get_mod())
    expected = ["PI1::enter_pass_ctx", "PI2::enter_pass_ctx"]
    for name in ("InferType", "RemoveUnusedFunctions"):
        for which in ("should_run", "run_before_pass", "run_after_pass"):
            expected += [f"PI1::{which}({name})", f"PI2::{which}({name})"]
    expected += ["PI1::exit_pass_ctx", "PI2::exit_pass_ctx"]
    assert calls == expected


def test_nested():
    seen = []

    @pass_instrument
    class Names:
        def run_before_pass(self, mod, info):
            seen.append(info.name)

    with tvm.transform.PassContext(opt_level=3, instruments=[Names()]):
        tvm.transform.Sequential([
            relay.transform.InferType(), relay.transform.FoldConstant(),
            relay.transform.DeadCodeElimination()])(get_mod())
    assert seen == ["sequential", "InferType", "FoldConstant", "InferType", "InferType",
                    "DeadCodeElimination"]


def test_should_run_vetoes():
    calls = []
    instruments = [make(calls, "No", should_run=lambda: False), make(calls, "Yes")]
    mod = get_mod()
    with tvm.transform.PassContext(instruments=instruments):
        result = relay.transform.InferType()(mod)
    assert result.same_as(mod)
    # All are asked; nothing else is called.
    assert [c for c in calls if "ctx" not in c] == [
        "No::should_run(InferType)", "Yes::should_run(InferType)"]
    # Required passes run anyway.
    calls.clear()
    with tvm.transform.PassContext(instruments=instruments, required_pass=["InferType"]):
        relay.transform.InferType()(mod)
    assert "No::run_before_pass(InferType)" in calls and "should_run" not in str(calls)


@pytest.mark.parametrize("answer", [None, "no", [], 2.5])
def test_should_run_decides(answer):
    mod = tvm.IRModule.from_expr(relay.const(1.0))
    with tvm.transform.PassContext(instruments=[make([], "No", should_run=lambda: answer)]):
        with pytest.raises(tvm.TVMError, match="expected a boolean from should_run, but got "):
            relay.transform.InferType()(mod)
    for answer in (False, 0, np.bool_(False), 1, np.True_):
        calls = []
        with tvm.transform.PassContext(instruments=[make(calls, "I", should_run=lambda: answer)]):
            relay.transform.InferType()(mod)
        assert ("I::run_before_pass(InferType)" in calls) == bool(answer)


def test_enter_fails():
    calls = []
    before = tvm.transform.PassContext.current()
    instruments = [make(calls, "PI1"), make(calls, "PI2", enter_pass_ctx=fail),
                   make(calls, "PI3")]
    context = tvm.transform.PassContext(instruments=instruments)
    with pytest.raises(RuntimeError, match="some error"):
        with context:
            assert False
    assert calls == ["PI1::enter_pass_ctx", "PI2::enter_pass_ctx", "PI1::exit_pass_ctx"]
    assert len(context.instruments) == 0
    assert tvm.transform.PassContext.current() is before


def test_exit_fails():
    calls = []
    before = tvm.transform.PassContext.current()
    instruments = [make(calls, "PI1"), make(calls, "PI2", exit_pass_ctx=fail), make(calls, "PI3")]
    context = tvm.transform.PassContext(instruments=instruments)
    with pytest.raises(RuntimeError, match="some error"):
        with context:
            pass
    assert calls[3:] == ["PI1::exit_pass_ctx", "PI2::exit_pass_ctx"]
    assert len(context.instruments) == 0
    assert tvm.transform.PassContext.current() is before


@pytest.mark.parametrize("hook,expected", [
    ("should_run", ["PI1::should_run(InferType)", "PI2::should_run(InferType)"]),
    ("run_before_pass", ["PI1::run_before_pass(InferType)", "PI2::run_before_pass(InferType)"]),
    ("run_after_pass", ["PI1::run_after_pass(InferType)", "PI2::run_after_pass(InferType)"]),
])
def test_pass_hook_fails(hook, expected):
    calls = []
    instruments = [make(calls, "PI1"), make(calls, "PI2", **{hook: fail}), make(calls, "PI3")]
    with pytest.raises(RuntimeError, match="some error") as caught:
        with tvm.transform.PassContext(instruments=instruments):
            relay.transform.InferType()(get_mod())
    # The traceback leads to where it was raised.
    assert caught.traceback[-1].name == "fail"
    assert [c for c in calls if hook in c] == expected
    later = {"should_run": "run_before_pass", "run_before_pass": "run_after_pass"}.get(hook)
    assert later is None or later not in str(calls)
    # The context is left in order.
    assert calls[-3:] == [f"PI{i}::exit_pass_ctx" for i in (1, 2, 3)]


def test_pass_fails():
    calls = []

    class MyError(Exception):
        pass

    @tvm.transform.module_pass(opt_level=0)
    def bad(mod, ctx):
        raise MyError("inside")

    with pytest.raises(MyError, match="inside") as caught:
        with tvm.transform.PassContext(instruments=[make(calls, "PI")]):
            tvm.transform.Sequential([relay.transform.InferType(), bad])(get_mod())
    assert caught.traceback[-1].name == "bad"
    assert "PI::run_after_pass(bad)" not in calls and "PI::run_before_pass(bad)" in calls
    assert calls[-1] == "PI::exit_pass_ctx"


def test_override_instruments():
    calls = []
    context = tvm.transform.PassContext.current()
    assert len(context.instruments) == 0
    context.override_instruments([make(calls, "PI1")])
    relay.transform.InferType()(get_mod())
    context.override_instruments([make(calls, "PI2")])
    context.override_instruments(None)
    assert calls == ["PI1::enter_pass_ctx", "PI1::should_run(InferType)",
                     "PI1::run_before_pass(InferType)", "PI1::run_after_pass(InferType)",
                     "PI1::exit_pass_ctx", "PI2::enter_pass_ctx", "PI2::exit_pass_ctx"]
    assert not context.instruments


def test_override_fails():
    calls = []
    context = tvm.transform.PassContext.current()
    context.override_instruments([make(calls, "PI1", exit_pass_ctx=fail)])
    with pytest.raises(RuntimeError):
        context.override_instruments([make(calls, "PI2")])
    assert calls == ["PI1::enter_pass_ctx", "PI1::exit_pass_ctx"] and not context.instruments
    calls.clear()
    with pytest.raises(RuntimeError):
        context.override_instruments([make(calls, "PI1"),
                                      make(calls, "PI2", enter_pass_ctx=fail)])
    assert calls[-1] == "PI1::exit_pass_ctx" and not context.instruments


def test_subclass_and_order():
    class Mine(PassInstrument):
        def __init__(self):
            PassInstrument.__init__(self)
            self.before = 0

        def run_before_pass(self, mod, info):
            self.before += 1

    mine = Mine()
    with tvm.transform.PassContext(instruments=[mine]) as context:
        assert context.instruments[0] is mine
        assert tvm.transform.PassContext.current() is context
        relay.transform.InferType()(get_mod())
    assert mine.before == 1
    with pytest.raises(TypeError, match="pi_cls must be a class"):
        pass_instrument(3)
    with pytest.raises(TypeError, match="expected instruments"):
        tvm.transform.PassContext(instruments=[3])


def test_timing():
    timing = PassTimingInstrument()
    with tvm.transform.PassContext(opt_level=3, instruments=[timing]):
        tvm.transform.Sequential([relay.transform.InferType(),
                                  relay.transform.FoldConstant()])(get_mod())
        text = timing.render()
    lines = text.splitlines()
    assert [line.split(":")[0] for line in lines] == [
        "sequential", "\tInferType", "\tFoldConstant", "\t\tInferType"]
    assert timing.render() == ""


def test_printing(capsys):
    with tvm.transform.PassContext(instruments=[
            tvm.instrument.PassPrintingInstrument(["InferType"], ["InferType"])]):
        relay.transform.InferType()(get_mod())
    out = capsys.readouterr().out
    assert out.count("Print IR before: InferType") == 1
    assert out.count("Print IR after: InferType") == 1
    assert "/* ty=" not in out.split("Print IR after")[0]
    assert "/* ty=" in out.split("Print IR after")[1]


def test_kept_module_stays():
    """A module that an instrument keeps is what it was, whatever passes do later."""
    kept = []

    @pass_instrument
    class Keep:
        def run_after_pass(self, mod, info):
            kept.append((info.name, mod))

    x = relay.var("x", shape=(2,))
    one = relay.const(1.0)
    mod = tvm.IRModule.from_expr(relay.Function([x], x + (one + one)))
    with tvm.transform.PassContext(opt_level=3, instruments=[Keep()]):
        result = tvm.transform.Sequential([relay.transform.InferType(),
                                           relay.transform.FoldConstant()])(mod)
    name, first = kept[0]
    assert name == "InferType"
    assert str(first).count("add(") == 2
    assert str(result).count("add(") == 1


if __name__ == "__main__":
    tvm.testing.main()
