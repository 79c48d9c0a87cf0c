"""Partitioning of graphs for other compilers."""

import itertools

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay import transform
from relay_lite.relay.op.annotation import compiler_begin, compiler_end

_NUMBERS = itertools.count()
SHAPE = (2, 3)


def make_compiler(*ops, check=lambda call: True):
    """The name of a compiler that supports operators."""
    name = f"compiler{next(_NUMBERS)}"
    for op in ops:
        tvm.ir.register_op_attr(op, "target." + name, check)
    return name


def make_module(make):
    x = relay.var("x", shape=SHAPE)
    return tvm.IRModule.from_expr(relay.Function([x], make(x)))


def partition(mod, *targets, **options):
    passes = [transform.AnnotateTarget(list(targets)), transform.MergeCompilerRegions(),
              transform.PartitionGraph(**options)]
    return tvm.transform.Sequential(passes)(mod)


def names(mod):
    return sorted(var.name_hint for var in mod.get_global_vars())


def run(mod):
    data = np.linspace(-1, 1, 6, dtype="float32").reshape(SHAPE)
    result = relay.create_executor("debug", mod=mod).evaluate()(data)
    return [part.numpy() for part in result] if hasattr(result, "__len__") else result.numpy()


def test_checks_see_calls_with_types():
    seen = []

    def check(call):
        seen.append((call.op.name, call.args[0].checked_type))
        return len(seen) == 2

    name = make_compiler("nn.relu", check=check)
    mod = make_module(lambda x: relay.nn.relu(relay.exp(relay.nn.relu(x))))
    marked = transform.AnnotateTarget(name)(mod)
    assert seen == [("nn.relu", relay.TensorType(SHAPE))] * 2
    assert marked["main"].body.attrs.compiler == name
    assert marked["main"].body.args[0].args[0].attrs.compiler == name
    assert marked["main"].body.args[0].args[0].args[0].attrs.compiler == "default"


def test_checks_are_not_asked_about_functions_of_other_compilers():
    name = make_compiler("nn.relu", check=lambda call: 1 / 0)
    x = relay.var("x", shape=SHAPE)
    mod = tvm.IRModule()
    mod["part"] = relay.Function([x], relay.nn.relu(x)).with_attr("Compiler", "other")
    mod = transform.InferType()(mod)
    assert tvm.ir.structural_equal(transform.AnnotateTarget(name)(mod), mod)
    mod["main"] = relay.Function([x], relay.nn.relu(x))
    with pytest.raises(ZeroDivisionError):
        transform.AnnotateTarget(name)(mod)


def test_the_first_target_counts():
    first, second = make_compiler("exp"), make_compiler("exp", "nn.relu")
    mod = partition(make_module(lambda x: relay.nn.relu(relay.exp(x))), first, second)
    assert names(mod) == ["main", f"tvmgen_default_{first}_main_0",
                          f"tvmgen_default_{second}_main_1"]


def test_functions_have_the_attributes_of_tvm():
    name = make_compiler("nn.relu")
    mod = make_module(lambda x: relay.exp(relay.nn.relu(x)))
    parts = partition(mod, name, mod_name="net")
    symbol = f"tvmgen_net_{name}_main_0"
    attrs = parts[symbol].attrs
    assert {key: attrs[key] for key in attrs.keys()} == {
        "Compiler": name, "Primitive": 1, "Inline": 1, "global_symbol": symbol}
    assert [param.name_hint for param in parts[symbol].params] == [f"{name}_0_i0"]
    np.testing.assert_array_equal(run(parts), run(mod))
    assert names(partition(mod, name, mod_name=None)) == ["main", f"tvmgen_{name}_main_0"]


def test_a_part_never_depends_on_itself():
    name = make_compiler("nn.relu", "add")
    mod = make_module(lambda x: (lambda y: relay.add(y, relay.exp(y)))(relay.nn.relu(x)))
    parts = partition(mod, name)
    assert names(parts) == ["main", f"tvmgen_default_{name}_main_0", f"tvmgen_default_{name}_main_1"]
    np.testing.assert_array_equal(run(parts), run(mod))


@pytest.mark.parametrize("bind_constants", [True, False])
def test_constants_become_part_of_functions_or_arguments(bind_constants):
    name = make_compiler("add")
    mod = make_module(lambda x: relay.add(x, relay.const(np.ones(SHAPE, "float32"))))
    parts = partition(mod, name, bind_constants=bind_constants)
    assert len(parts["main"].body.args) == (1 if bind_constants else 2)
    np.testing.assert_array_equal(run(parts), run(mod))


def test_compilers_optimize_their_parts():
    name = make_compiler("add", "exp")
    seen = []

    def optimize(mod):
        seen.append((names(mod), mod["main"].attrs))
        return transform.FoldConstant()(mod)

    tvm.register_func(f"relay.ext.{name}.optimize", optimize)
    one = relay.const(np.ones(SHAPE, "float32"))
    mod = make_module(lambda x: relay.nn.relu(x + relay.exp(one)))
    parts = partition(mod, name)
    part = parts[f"tvmgen_default_{name}_main_0"]
    assert len(seen) == 1 and seen[0][0] == ["main"] and not seen[0][1]
    assert isinstance(part.body.args[1], relay.Constant)
    assert part.attrs["Compiler"] == name
    np.testing.assert_allclose(run(parts), run(mod), rtol=1e-6)

    def fail(mod):
        raise KeyError("optimize")

    tvm.register_func(f"relay.ext.{name}.optimize", fail, override=True)
    with pytest.raises(KeyError):
        partition(mod, name)


def test_several_results():
    name = make_compiler("nn.relu", "exp")
    mod = make_module(lambda x: (lambda y: relay.Tuple([relay.tanh(y), relay.exp(y)]))(
        relay.nn.relu(x)))
    parts = partition(mod, name)
    assert names(parts) == ["main", f"tvmgen_default_{name}_main_0"]
    for got, expected in zip(run(parts), run(mod)):
        np.testing.assert_array_equal(got, expected)


def test_passes_have_the_names_of_tvm():
    seen = []

    @tvm.instrument.pass_instrument
    class Watch:
        def run_before_pass(self, mod, info):
            seen.append(info.name)

    with tvm.transform.PassContext(instruments=[Watch()]):
        partition(make_module(relay.nn.relu), make_compiler("nn.relu"))
    assert [name for name in seen if name != "InferType"] == [
        "sequential", "AnnotateTarget", "AnnotateTargetFunc", "sequential", "MergeCompilerRegions",
        "sequential", "FlattenNestedTuples", "RemoveDefaultAnnotations", "PartitionGraph",
        "NameMangleExtFuncs"]


def test_inverse_passes():
    name = make_compiler("nn.relu", "exp")
    mod = transform.InferType()(make_module(lambda x: relay.tanh(relay.exp(relay.nn.relu(x)))))
    parts = partition(mod, name)
    var = parts.get_global_var(f"tvmgen_default_{name}_main_0")
    back = transform.InlineCompilerFunctionsBoundTo([var])(parts)
    assert tvm.ir.structural_equal(back, mod)
    literals = transform.Inline()(parts)
    assert names(literals) == ["main"]
    outlined = transform.OutlineCompilerFunctionsWithExistingGlobalSymbols(name)(literals)
    assert tvm.ir.structural_equal(transform.InferType()(outlined), parts)
    extern = transform.MarkCompilerFunctionsAsExtern(name)(parts)
    assert list(extern[var.name_hint].attrs.keys()) == ["Extern"]
    assert tvm.ir.structural_equal(transform.MarkCompilerFunctionsAsExtern("other")(parts), parts)


def test_inline_composites():
    x, y = relay.var("x", shape=SHAPE), relay.var("y", shape=SHAPE)
    composite = relay.Function([y], relay.nn.relu(y)).with_attr("Composite", "test.relu")
    mod = tvm.IRModule()
    mod["part"] = relay.Function([x], composite(x)).with_attr("Compiler", "test")
    inlined = transform.InlineComposites("test")(mod)["part"]
    assert inlined.body.op.name == "nn.relu"


def test_annotated_regions():
    x = relay.var("x", shape=SHAPE)
    begin = compiler_begin(x, "a")
    relu = relay.nn.relu(begin)
    ends = [compiler_end(relu, "a"), compiler_end(relu, "a")]
    other = compiler_begin(ends[0], "b")
    last = compiler_end(other, "b")
    function = relay.Function([x], relay.Tuple([last, ends[1]]))
    marks = [relay.op.get("annotation.compiler_begin"), relay.op.get("annotation.compiler_end")]
    regions = relay.analysis.AnnotatedRegionSet(function, *marks)
    assert len(regions) == 2
    assert [region.target for region in regions] == ["a", "b"]
    first = regions.get_region(relu)
    assert list(first.args) == [begin] and list(first.rets) == ends
    assert list(first.nodes) == [begin, relu, *ends]
    assert regions.get_region(last).id == 1
    assert regions.get_region(x) is None


def test_annotated_regions_of_wrong_marks():
    x = relay.var("x", shape=SHAPE)
    marks = [relay.op.get("annotation.compiler_begin"), relay.op.get("annotation.compiler_end")]
    begin = compiler_begin(x, "a")
    for body, message in [(compiler_end(x, "a"), "found none"),
                          (compiler_end(begin, "b"), "begins for the compiler 'a'"),
                          (relay.add(begin, x), "others in none")]:
        with pytest.raises(tvm.TVMError, match=message):
            relay.analysis.AnnotatedRegionSet(relay.Function([x], body), *marks)


def test_long_chains():
    """Neither recursion nor quadratic work."""
    name = make_compiler("nn.relu")

    def chain(x):
        for _ in range(5000):
            x = relay.tanh(relay.nn.relu(relay.nn.relu(x)))
        return x

    assert len(names(partition(make_module(chain), name))) == 5001


@pytest.mark.parametrize("make, error, message", [
    (lambda: transform.AnnotateTarget(3), TypeError, "list of strings as targets"),
    (lambda: transform.AnnotateTarget("a", "b"), TypeError, "boolean as include_non_call_ops"),
    (lambda: transform.PartitionGraph("a-b"), ValueError, "a-b contains invalid characters"),
    (lambda: transform.PartitionGraph(3), TypeError, "a string as mod_name"),
    (lambda: transform.PartitionGraph("a", None), TypeError, "boolean as bind_constants"),
    (lambda: transform.InlineCompilerFunctionsBoundTo(["a"]), TypeError, "global variables"),
    (lambda: transform.InlineComposites(None), TypeError, "a string as target"),
    (lambda: transform.OutlineCompilerFunctionsWithExistingGlobalSymbols(1), TypeError,
     "a string as compiler_filter"),
    (lambda: transform.MarkCompilerFunctionsAsExtern(1), TypeError, "a string as compiler_filter"),
])
def test_wrong_arguments(make, error, message):
    with pytest.raises(error, match=message):
        make()
