"""Too deep nesting is an error, not a crash."""

import os
import subprocess
import sys
import threading
import time

import pytest

import relay_lite as tvm
from relay_lite import relay

x = relay.var("x", shape=(1,))


def nest(make, start, depth):
    for _ in range(depth):
        start = make(start)
    return start


@pytest.mark.parametrize("make", [
    lambda t: relay.TupleType([t]), relay.RefType, lambda t: relay.FuncType([t], t),
    lambda t: relay.FuncType([], t), lambda t: relay.TupleType([t, t])])
def test_types(make):
    with pytest.raises(tvm.TVMError, match="types nest more than 256 deep"):
        nest(make, relay.TensorType((1,)), 1000)


def test_types_up_to_the_limit():
    first, second = (nest(lambda t: relay.TupleType([t]), relay.TensorType((1,)), 256)
                     for _ in range(2))
    assert first == second and hash(first) == hash(second)
    assert str(first) == "(" * 256 + "Tensor[(1), float32]" + ",)" * 256


def test_lists_in_attributes():
    function = relay.Function([x], x)
    assert function.with_attr("a", nest(lambda value: [value], 1, 8)).attrs["a"]
    endless = []
    endless.append(endless)
    for value in (endless, nest(lambda value: [value], 1, 100000)):
        with pytest.raises(tvm.TVMError, match="lists in attributes nest more than 8 deep"):
            function.with_attr("a", value)


@pytest.mark.parametrize("make", [
    lambda e: relay.Function([], e), lambda e: relay.If(relay.const(True), e, x),
    lambda e: relay.Let(relay.var("v"), e, x)], ids=["functions", "branches", "bindings"])
def test_text_of_nested_scopes(make):
    expr = nest(make, x, 100000)
    message = "branches, functions and values of bindings nest more than 1024 deep: too deep for text"
    with pytest.raises(tvm.TVMError, match=message):
        expr.astext()
    assert "..." in str(expr)
    other = nest(make, x, 99999)
    assert not tvm.ir.structural_equal(expr, other)
    assert tvm.ir.structural_hash(expr) != tvm.ir.structural_hash(other)


@pytest.mark.parametrize("make", [
    lambda e: relay.Function([], e), lambda e: relay.If(relay.const(True), e, x)],
    ids=["functions", "branches"])
def test_passes_on_nested_scopes(make):
    mod = tvm.IRModule.from_expr(relay.Function([x], nest(make, x, 20000)))
    with pytest.raises(tvm.error.DiagnosticError, match="nests branches and functions more than"):
        relay.transform.InferType()(mod)


@pytest.mark.parametrize("make", [
    relay.RefCreate, relay.RefRead, lambda e: relay.RefWrite(e, x), lambda e: relay.RefWrite(x, e),
    lambda e: relay.If(e, x, x)], ids=["create", "read", "write", "value", "condition"])
def test_text_of_operands(make):
    expr = nest(make, x, 200000)
    text = str(expr)
    assert text.count("ref") == 200000 or text.count("if (") == 200000
    assert "%199998 = " in text


def test_scopes_that_share():
    condition = relay.const(True)
    shared = relay.nn.relu(x)
    expr = nest(lambda e: relay.If(condition, e, shared), x, 300000)
    with pytest.raises(tvm.error.DiagnosticError, match="nests branches and functions more than"):
        tvm.IRModule.from_expr(expr).mlir()


@pytest.mark.parametrize("make, depth", [
    (lambda e: relay.Tuple([e]), 300), (lambda e: relay.Tuple([e]), 100000),
    (lambda e: relay.Tuple([e, e]), 30), (lambda e: relay.Tuple([e, e]), 100),
    (relay.RefCreate, 300)])
def test_inferred_types(make, depth):
    mod = tvm.IRModule.from_expr(relay.Function([x], nest(make, x, depth)))
    with pytest.raises(tvm.error.DiagnosticError, match="the type nests more than 256 deep or has "
                                                        "more than 1048576 parts"):
        relay.transform.InferType()(mod)


def test_inferred_types_up_to_the_limit():
    mod = tvm.IRModule.from_expr(relay.Function([x], nest(lambda e: relay.Tuple([e]), x, 255)))
    assert str(relay.transform.InferType()(mod)["main"].checked_type).count(",)") == 255


def test_sequentials():
    deep = nest(lambda p: tvm.transform.Sequential([p]), relay.transform.InferType(), 256)
    mod = tvm.IRModule.from_expr(x)
    assert deep(mod)["main"].checked_type
    with pytest.raises(tvm.TVMError, match="Sequentials nest more than 256 deep"):
        tvm.transform.Sequential([deep])


def test_many_projections():
    """A name ends where a variable does, however many projections follow."""
    expr = relay.parse_expr("free_var %x: int32; %x" + ".0" * 200000)
    assert isinstance(expr, relay.TupleGetItem)
    named = relay.parse_expr("free_var %x.0: (int32,); free_var %x: int32; (%x.0.0, %x.1)")
    assert named.fields[0].tuple_value.name_hint == "x.0"
    assert named.fields[1].tuple_value.name_hint == "x" and named.fields[1].index == 1


def test_constants_larger_than_memory():
    x = relay.var("x", shape=(3,))
    # Folding keeps one element.
    filled = relay.broadcast_to(relay.const(1.0), (1 << 50,))
    mod = relay.transform.FoldConstant()(tvm.IRModule.from_expr(relay.Function([x], relay.Tuple([x, filled]))))
    for look in (lambda: mod["main"], mod.astext, lambda: mod.astext(show_meta_data=False),
                 lambda: tvm.ir.save_json(mod), lambda: tvm.ir.structural_hash(mod)):
        with pytest.raises(tvm.error.DiagnosticError) as caught:
            look()
        message = "error: not enough memory for a constant of type Tensor[(1125899906842624), float32]"
        assert str(caught.value).splitlines()[0] == message
    # The module stays valid.
    assert "dense<1.000000e+00> : tensor<1125899906842624xf32>" in mod.mlir()
    assert "tensor<1125899906842624xf32>" in relay.transform.InferType()(mod).mlir()


NAME = "x" * 10_000_000


@pytest.mark.parametrize("read, message", [
    (lambda: relay.parse_expr(f"%{NAME}"), "variable '%xxx"),
    (lambda: relay.parse_expr(f"({' ' * len(NAME)}%b, 1)"), "variable '%b' is not defined"),
    (lambda: relay.parse(f'#[version = "0.0.5"]\ndef @main() {{ @{NAME}() }}'), "function '@xxx"),
    (lambda: relay.parse(f'#[version = "0.0.5"]\ndef @main() {{ {NAME}(1) }}'), "unknown operator 'xxx"),
    (lambda: tvm.parser.parse(f'#[version = "0.0.5"]\ndef @main() {{ "{NAME}" }}', NAME),
     "expected an expression, but got '\"xxx"),
    (lambda: tvm.ir.load_json('{"root": 1, "nodes": [{"type_key": ""}, {"type_key": "' + NAME + '"}]}'),
     "node 1 \\(xxx"),
    (lambda: tvm.ir.load_json('{"root": "' + NAME), "the string does not end"),
    (lambda: relay.TensorType((1,), NAME), "xxx"),
    (lambda: relay.load_param_dict(bytes.fromhex("b79c04054f8de5f7") + bytes(8) + b"\2" + bytes(7) + 2 * (
        len(NAME).to_bytes(8, "little") + NAME.encode())), "parameter 'xxx"),
    (lambda: tvm.transform.PassContext(config={NAME: 1}), "xxx"),
], ids=["variable", "line", "function", "operator", "file", "json", "text of json", "dtype", "parameters",
        "config"])
def test_long_names_and_lines(read, message):
    """Messages quote the ends of a long name, and what of a line is around the place."""
    start = time.process_time()
    with pytest.raises((tvm.TVMError, AttributeError), match=message) as caught:
        read()
    assert len(str(caught.value).encode()) < 2048
    assert time.process_time() - start < 3


def run_with_stack(size, function):
    """The result or the exception of the function on a thread with so many KiB of stack."""
    results = []

    def call():
        try:
            results.append(function())
        except Exception as error:
            results.append(error)

    before = threading.stack_size(size * 1024)
    try:
        thread = threading.Thread(target=call)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    return results[0]


def make_branches(depth):
    condition = relay.var("c", shape=(), dtype="bool")
    return relay.Function([condition, x], nest(lambda e: relay.If(condition, relay.exp(e), x), x, depth))


@pytest.mark.parametrize("work", [
    lambda mod: mod.astext(), lambda mod: mod.mlir(), tvm.ir.save_json, relay.optimize,
    relay.transform.InferType(), relay.transform.FoldConstant(), relay.transform.ToANormalForm(),
    lambda mod: relay.create_executor(mod=mod).evaluate(), tvm.ir.structural_hash,
    lambda mod: tvm.ir.structural_equal(mod, tvm.IRModule.from_expr(make_branches(200))),
], ids=["text", "mlir", "json", "optimize", "infer", "fold", "normal form", "run", "hash", "equal"])
def test_little_stack(work):
    """On a thread with little stack there is a result or a clear error, whoever has made the module."""
    made = tvm.IRModule.from_expr(make_branches(500))
    lowered = relay.transform.InferType()(tvm.IRModule.from_expr(make_branches(500)))
    for get in (lambda: tvm.IRModule.from_expr(make_branches(200)), lambda: made, lambda: lowered):
        for size in (128, 256):
            result = run_with_stack(size, lambda: work(get()))
            assert not isinstance(result, Exception) or ", as the thread has little stack" in str(result)
    # The refused depth is larger than the depth for which the stack must be enough.
    result = run_with_stack(256, lambda: work(relay.transform.InferType()(tvm.IRModule.from_expr(make_branches(60)))))
    assert not isinstance(result, Exception)
    # With the stack that threads have, it works.
    result = run_with_stack(0, lambda: work(tvm.IRModule.from_expr(make_branches(200))))
    assert not isinstance(result, Exception)


def test_text_on_little_stack():
    text = tvm.IRModule.from_expr(make_branches(200)).astext()
    nested = '#[version = "0.0.5"]\n' + "(" * 200 + "1" + ")" * 200
    for size in (128, 256):
        for read in (lambda: relay.fromtext(text), lambda: relay.parse_expr(nested)):
            error = run_with_stack(size, read)
            assert isinstance(error, tvm.error.DiagnosticError)
            assert "deep, as the thread has little stack" in str(error)
    assert relay.fromtext(text)


SCRIPT = """
import resource, sys
import relay_lite as tvm
from relay_lite import relay

def use():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()

lines = "".join(f"  %{i} = add(%{i - 1}, %x);\\n" for i in range(1, 60000))
text = f'#[version = "0.0.5"]\\ndef @main(%x: float32) {{\\n  %0 = exp(%x);\\n{lines}  %59999\\n}}\\n'
resource.setrlimit(resource.RLIMIT_AS, (use() + (int(sys.argv[1]) << 20), resource.RLIM_INFINITY))
try:
    relay.parse(text)
    print("read")
except MemoryError:
    print("MemoryError")
del text, lines
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
# What was under way is over.
try:
    relay.parse('#[version = "0.0.5"]\\ndef @main(%x: float32) { exp(%x, %x) }')
except tvm.error.DiagnosticError as error:
    print(str(error).splitlines()[0])
print(relay.parse('#[version = "0.0.5"]\\ndef @main(%x: float32) { exp(%x) }')["main"].ret_type)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Linux")
@pytest.mark.parametrize("megabytes", [6, 10, 15, 20, 24, 1000])
def test_memory_that_runs_out(megabytes):
    """A MemoryError, after which all goes on, with any amount of memory that is too little."""
    done = subprocess.run([sys.executable, "-c", SCRIPT, str(megabytes)], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": ":".join(filter(None, sys.path)), "RELAYLITE_CACHE": "off"})
    assert done.returncode == 0, done.stderr
    first, *rest = done.stdout.splitlines()
    assert first == ("read" if megabytes == 1000 else "MemoryError")
    assert rest == ["error: operator 'exp' takes 1 argument, but got 2", "float32"]
