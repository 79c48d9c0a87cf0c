"""Rules in Python that passes ask about operators."""

import threading

import numpy as np
import pytest
from threads import run_threads

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay import transform
from relay_lite.relay.op import op as registry
from relay_lite.relay.testing.temp_op_attr import TempOpAttr
from relay_lite.relay.transform.infer_layout_utils import InferCorrectLayoutOutput

LEGALIZE = "FTVMLegalize"
VECTOR = relay.TensorType((4,), "float32")


def infer(body):
    function = relay.Function(relay.analysis.free_vars(body), body)
    return transform.InferType()(tvm.IRModule.from_expr(function))


def run(opt_pass, body):
    """The body of main after a pass."""
    with tvm.transform.PassContext(opt_level=3):
        return opt_pass(infer(body))["main"].body


def legalize(op_name, rule, body):
    with TempOpAttr(op_name, LEGALIZE, rule):
        return run(transform.Legalize(), body)


def check(actual, expected):
    tvm.ir.assert_structural_equal(actual, infer(expected)["main"].body, map_free_vars=True)


#===----------------------------------------------------------------------===#
# Legalize
#===----------------------------------------------------------------------===#


def test_a_rule_replaces_calls():
    x, w = relay.var("x", shape=(1, 4, 8, 8)), relay.var("w", shape=(4, 4, 3, 3))
    seen = []

    def double_weight(attrs, inputs, types):
        seen.append((attrs.channels, [str(type_) for type_ in types], [i.checked_type for i in inputs]))
        data, weight = inputs
        return relay.nn.conv2d(data, relay.multiply(weight, relay.const(2.0)), **attrs)

    def make(w):
        return relay.nn.relu(relay.nn.conv2d(x, w, channels=4, kernel_size=3))

    result = legalize("nn.conv2d", double_weight, make(w))
    check(result, make(relay.multiply(w, relay.const(2.0))))
    assert result.args[0].args[0] is x
    (channels, types, inputs), = seen
    assert channels == 4 and types[0] == "Tensor[(1, 4, 8, 8), float32]"
    assert types[2] == "Tensor[(1, 4, 6, 6), float32]" and [str(type_) for type_ in inputs] == types[:2]
    # Without the attribute the pass changes nothing.
    check(run(transform.Legalize(), make(w)), make(w))


def test_rules_that_keep_calls():
    x, calls = relay.var("x", VECTOR), []
    body = relay.sqrt(relay.sqrt(x))
    check(legalize("sqrt", lambda *args: calls.append(args), body), body)
    assert len(calls) == 2


def test_inputs_that_rules_look_at():
    """Constants are constants, tuples are tuples, and all else is a variable."""
    x = relay.var("x", VECTOR)

    def rule(attrs, inputs, types):
        (fields,) = inputs
        assert isinstance(fields, relay.Tuple) and isinstance(types[0], relay.TupleType)
        first, second, third = fields
        assert isinstance(first, relay.Constant) and first.data.numpy().tolist() == [1, 2, 3, 4]
        assert isinstance(second, relay.Var) and second is third
        return relay.concatenate([second, first, third], attrs.axis)

    constant = relay.const(np.arange(1, 5, dtype="float32"))
    root = relay.sqrt(x)
    check(legalize("concatenate", rule, relay.concatenate([constant, root, root], 0)),
          relay.concatenate([root, constant, root], 0))


def test_rules_see_what_rules_have_made():
    x = relay.var("x", VECTOR)
    with TempOpAttr("exp", LEGALIZE, lambda attrs, inputs, types: relay.exp(relay.exp(inputs[0]))), \
            TempOpAttr("sqrt", LEGALIZE, lambda attrs, inputs, types: relay.add(inputs[0], inputs[0])):
        result = run(transform.Legalize(), relay.sqrt(relay.exp(x)))
    two = relay.exp(relay.exp(x))
    check(result, relay.add(two, two))


def test_results_of_other_kinds():
    x = relay.var("x", VECTOR)
    # An input alone.
    assert legalize("sqrt", lambda attrs, inputs, types: inputs[0], relay.sqrt(x)) is x

    def with_scopes(attrs, inputs, types):
        bound, param = relay.var("bound"), relay.var("p", VECTOR)
        square = relay.Function([param], relay.multiply(param, param))
        branch = relay.If(relay.const(True), relay.Call(square, [bound]), relay.exp(bound))
        return relay.Let(bound, relay.abs(inputs[0]), branch)

    result = legalize("sqrt", with_scopes, relay.sqrt(x))
    function = relay.Function([x], result)
    value = relay.create_executor(mod=tvm.IRModule.from_expr(function)).evaluate()(
        np.array([-1, 2, -3, 4], "float32"))
    assert value.numpy().tolist() == [1, 4, 9, 16]


def test_names_of_rules():
    """Legalize takes the attribute of any name, registered before or after."""
    x, rule = relay.var("x", VECTOR), lambda attrs, inputs, types: relay.exp(inputs[0])
    with TempOpAttr("sqrt", "test.rules.before", rule):
        by_name = transform.Legalize("test.rules.before")
        check(run(by_name, relay.sqrt(x)), relay.exp(x))
        check(run(transform.Legalize(), relay.sqrt(x)), relay.sqrt(x))
    with TempOpAttr("tanh", "test.rules.before", rule):
        check(run(by_name, relay.tanh(relay.sqrt(x))), relay.exp(relay.sqrt(x)))
    with pytest.raises(tvm.TVMError, match="expected a string as legalize_map_attr_name"):
        transform.Legalize(3)


def test_levels_of_rules():
    x, erf = relay.var("x", VECTOR), relay.op.get("erf")
    try:
        relay.op.register_legalize("erf", lambda attrs, inputs, types: relay.exp(inputs[0]))

        @relay.op.register_legalize("erf", level=11)
        def stronger(attrs, inputs, types):
            return relay.tanh(inputs[0])

        relay.op.register_legalize("erf", lambda *args: None, 9)
        assert erf.get_attr(LEGALIZE) is stronger
        check(run(transform.Legalize(), relay.erf(x)), relay.tanh(x))
    finally:
        erf.reset_attr(LEGALIZE)
    assert erf.has_attr(LEGALIZE) and erf.get_attr(LEGALIZE) is None
    check(run(transform.Legalize(), relay.erf(x)), relay.erf(x))


def test_rules_of_quantized_operators():
    x = relay.var("x", VECTOR)
    call = relay.qnn.quantize(x, relay.const(0.5), relay.const(0))
    legalized = lambda attrs, inputs, types: relay.qnn.quantize(relay.abs(inputs[0]), *inputs[1:], **attrs)
    canonical = lambda attrs, inputs, types: relay.cast(inputs[0], attrs.out_dtype)
    quantize = relay.op.get("qnn.quantize")
    try:
        relay.qnn.op.op.register_qnn_legalize("qnn.quantize", legalized)
        relay.qnn.op.op.register_qnn_canonicalize("qnn.quantize", canonical)
        check(run(transform.Legalize(), call), call)
        check(run(relay.qnn.transform.Legalize(), call),
              relay.qnn.quantize(relay.abs(x), relay.const(0.5), relay.const(0)))
        check(run(relay.qnn.transform.CanonicalizeOps(), call), relay.cast(x, "int8"))
    finally:
        quantize.reset_attr("FTVMQnnLegalize")
        quantize.reset_attr("FTVMQnnCanonicalize")
    # RelayLite's own form is there again.
    assert "round" in str(run(relay.qnn.transform.CanonicalizeOps(), call))


def test_rules_give_operators_of_scripts_a_meaning():
    registry.register("test.rules.square", "A square.")
    op = registry.get("test.rules.square")
    op.set_num_inputs(1)
    op.add_type_rel("Identity")
    x = relay.var("x", VECTOR)
    body = relay.exp(relay.Call(op, [x], tvm.ir.make_node("DictAttrs", times=2)))

    def rule(attrs, inputs, types):
        return relay.multiply(inputs[0], relay.multiply(inputs[0], relay.const(float(attrs["times"]))))

    check(legalize(op.name, rule, body), relay.exp(relay.multiply(x, relay.multiply(x, relay.const(2.0)))))


#===----------------------------------------------------------------------===#
# AlterOpLayout
#===----------------------------------------------------------------------===#


def test_layouts_follow_a_rule():
    x, w = relay.var("x", shape=(1, 8, 4, 4)), relay.var("w", shape=(8, 8, 1, 1))
    seen = []

    def pack(attrs, inputs, tinfos, out_type):
        seen.append(([tuple(tinfo.shape) for tinfo in tinfos], tuple(out_type.shape)))
        return relay.nn.conv2d(*inputs, **{**attrs, "data_layout": "NCHW4c"})

    conv = relay.nn.conv2d(x, w, channels=8, kernel_size=1)
    with TempOpAttr("nn.conv2d", "FTVMAlterOpLayout", pack):
        result = run(transform.AlterOpLayout(), relay.nn.relu(conv))
    packed = relay.nn.conv2d(relay.layout_transform(x, "NCHW", "NCHW4c"), w, channels=8, kernel_size=1,
                             data_layout="NCHW4c")
    check(result, relay.layout_transform(relay.nn.relu(packed), "NCHW4c", "NCHW"))
    assert seen == [([(1, 8, 4, 4), (8, 8, 1, 1)], (1, 8, 4, 4))]


def test_operands_of_rules_for_layouts():
    """Tuples count field by field; constants can be read and stay what they are."""
    x, w = relay.var("x", shape=(1, 8, 4, 4)), relay.const(np.ones((8, 8, 1, 1), "float32"))
    seen = []

    def pack(attrs, inputs, tinfos, out_type):
        assert isinstance(inputs[1], relay.Constant) and inputs[1].data.shape == (8, 8, 1, 1)
        return relay.nn.conv2d(*inputs, **{**attrs, "data_layout": "NCHW4c"})

    def swap(attrs, inputs, tinfos, out_type):
        seen.append([tuple(tinfo.shape) for tinfo in tinfos])
        (fields,) = inputs
        assert [field.checked_type.shape[1] for field in fields] == [8, 8]
        return relay.concatenate(fields, attrs.axis)

    conv = relay.nn.conv2d(x, w, channels=8, kernel_size=1)
    with TempOpAttr("nn.conv2d", "FTVMAlterOpLayout", pack), \
            TempOpAttr("concatenate", "FTVMAlterOpLayout", swap):
        result = run(transform.AlterOpLayout(), relay.concatenate([conv, relay.nn.relu(conv)], 1))
    assert seen == [[(1, 8, 4, 4), (1, 8, 4, 4)]]
    packed = relay.nn.conv2d(relay.layout_transform(x, "NCHW", "NCHW4c"), w, channels=8, kernel_size=1,
                             data_layout="NCHW4c")
    check(result, relay.layout_transform(relay.concatenate([packed, relay.nn.relu(packed)], 1),
                                         "NCHW4c", "NCHW"))


#===----------------------------------------------------------------------===#
# ConvertLayout, FuseOps and ToMixedPrecision
#===----------------------------------------------------------------------===#


def test_rules_convert_layouts():
    x, w = relay.var("x", shape=(1, 8, 4, 4)), relay.var("w", shape=(8, 8, 1, 1))
    seen = []

    def convert(attrs, inputs, tinfos, layouts):
        seen.append(([tuple(tinfo.shape) for tinfo in tinfos], list(layouts)))
        return relay.nn.conv2d(*inputs, **{**attrs, "data_layout": layouts[0]})

    conv = relay.nn.conv2d(x, w, channels=8, kernel_size=1)
    to_blocks = transform.ConvertLayout({"nn.conv2d": ["NCHW4c", "default"]})
    with TempOpAttr("nn.conv2d", "FTVMConvertOpLayout", convert):
        result = run(to_blocks, conv)
    packed = relay.nn.conv2d(relay.layout_transform(x, "NCHW", "NCHW4c"), w, channels=8, kernel_size=1,
                             data_layout="NCHW4c")
    check(result, relay.layout_transform(packed, "NCHW4c", "NCHW"))
    assert seen == [([(1, 8, 4, 4), (8, 8, 1, 1)], ["NCHW4c", "default"])]
    # None keeps the operator, whose own rule is not asked.
    with TempOpAttr("nn.conv2d", "FTVMConvertOpLayout", lambda *args: None):
        check(run(transform.ConvertLayout({"nn.conv2d": ["NHWC", "default"]}), conv), conv)


def test_patterns_of_operators():
    x, tanh = relay.var("x", VECTOR), relay.op.get("tanh")

    def count_functions():
        module = transform.FuseOps(2)(infer(relay.exp(relay.tanh(relay.sqrt(x)))))
        return str(module).count("Primitive=1")

    assert count_functions() == 1
    with TempOpAttr("tanh", "TOpPattern", relay.op.OpPattern.OPAQUE):
        assert tanh.get_attr("TOpPattern") == relay.op.OpPattern.OPAQUE
        assert count_functions() == 3
    assert tanh.get_attr("TOpPattern") == relay.op.OpPattern.ELEMWISE and count_functions() == 1
    with pytest.raises(tvm.TVMError, match="expected a pattern of OpPattern as the attribute TOpPattern of operator tanh"):
        registry.register_pattern("tanh", 5)


@pytest.mark.parametrize("choice, expected", [
    ([0, "float16", "float16"], lambda x, w: relay.nn.dense(
        relay.cast(x, "float16"), relay.cast(w, "float16"), out_dtype="float16")),
    ([0, "float32", "float16"], lambda x, w: relay.cast(relay.nn.dense(
        relay.cast(x, "float16"), relay.cast(w, "float16"), out_dtype="float32"), "float16")),
    ([0, "float32", "float32"], lambda x, w: relay.nn.dense(
        relay.cast(x, "float16"), relay.cast(w, "float16"), out_dtype="float32")),
    ([2, "float32", "float32"], relay.nn.dense)])
def test_rules_for_mixed_precision(choice, expected):
    x, w = relay.var("x", shape=(2, 4)), relay.var("w", shape=(3, 4))
    seen = []

    def rule(call, mixed_precision_type):
        seen.append((call.op.name, call.args[0].checked_type.dtype, mixed_precision_type))
        return choice

    with TempOpAttr("nn.dense", "FTVMMixedPrecisionConversionType", rule):
        result = run(transform.ToMixedPrecision("float16"), relay.nn.dense(x, w))
    check(result, expected(x, w))
    assert seen == [("nn.dense", "float32", "float16")]


#===----------------------------------------------------------------------===#
# Operators of scripts
#===----------------------------------------------------------------------===#


def make_op(name, num_inputs=1, relation="Identity", function=None):
    registry.register(name)
    op = registry.get(name)
    op.set_num_inputs(num_inputs)
    op.add_type_rel(name if function else relation, function)
    return op


def follow(attrs, new, old, types):
    """The layout of the first input, for inputs of one layout."""
    layout = new[0] if new else next((one for one in old if one), None)
    return InferCorrectLayoutOutput([layout] * len(types), [layout], attrs)


def test_layouts_go_through_operators_of_scripts():
    op, seen = make_op("test.layout.gate", num_inputs=2), []
    x, w = relay.var("x", shape=(1, 8, 4, 4)), relay.var("w", shape=(8, 8, 1, 1))
    conv = relay.nn.conv2d(x, w, channels=8, kernel_size=1)

    def gate(*args):
        return relay.Call(op, args, tvm.ir.make_node("DictAttrs", slope=2))

    def infer_layouts(attrs, new, old, types):
        seen.append((attrs["slope"], new and [str(one) for one in new], [one and one.name for one in old],
                     [tuple(type_.shape) for type_ in types]))
        return follow(attrs, new, old, types)

    to_blocks = transform.ConvertLayout({"nn.conv2d": ["NHWC", "default"]})
    before = infer(gate(conv, relay.nn.relu(conv)))
    # Without a rule the operator gets its operands as they were.
    assert str(to_blocks(before)).count("layout_transform(") == 4
    with TempOpAttr(op.name, "FInferCorrectLayout", infer_layouts):
        result = run(to_blocks, gate(conv, relay.nn.relu(conv)))
    converted = relay.nn.conv2d(
        relay.layout_transform(x, "NCHW", "NHWC"), relay.layout_transform(w, "OIHW", "HWIO"), channels=8,
        kernel_size=1, data_layout="NHWC", kernel_layout="HWIO")
    check(result, relay.layout_transform(gate(converted, relay.nn.relu(converted)), "NHWC", "NCHW"))
    assert seen == [(2, None, ["NCHW", "NCHW"], [(1, 8, 4, 4)] * 2),
                    (2, ["NHWC", "NHWC"], ["NCHW", "NCHW"], [(1, 8, 4, 4)] * 2)]


def test_rules_infer_layouts_and_attributes():
    """A rule takes the place of the operator's own, and may change attributes."""
    x, w = relay.var("x", shape=(1, 8, 4, 4)), relay.var("w", shape=(8, 8, 1, 1))
    conv = relay.nn.conv2d(x, w, channels=8, kernel_size=1)
    to_nhwc = transform.ConvertLayout({"nn.conv2d": ["NHWC", "default"]})

    def infer_layouts(attrs, new, old, types):
        if new is None:
            return InferCorrectLayoutOutput(old, old, attrs)
        axis = new[0].index_of(old[0][attrs.axis])
        return InferCorrectLayoutOutput(new, new, tvm.ir.make_node("relay.attrs.SoftmaxAttrs", axis=axis))

    with TempOpAttr("nn.softmax", "FInferCorrectLayout", infer_layouts):
        result = run(to_nhwc, relay.nn.softmax(conv, axis=1))
    assert result.op.name == "layout_transform" and result.args[0].attrs.axis == 3
    # None for a layout: the operator gets its operand as it was.
    unknown = lambda attrs, new, old, types: InferCorrectLayoutOutput([None], [None], attrs)
    with TempOpAttr("nn.relu", "FInferCorrectLayout", unknown):
        result = run(to_nhwc, relay.nn.relu(conv))
    assert result.op.name == "nn.relu" and result.args[0].op.name == "layout_transform"


def test_rules_replace_operators_of_scripts():
    x = relay.var("x", shape=(1, 8, 4, 4))
    op, calls = make_op("test.layout.twice"), []
    body = relay.exp(relay.Call(op, [x]))

    def twice(attrs, inputs, *rest):
        calls.append(rest[-1])
        return relay.add(inputs[0], inputs[0])

    expected = relay.exp(relay.add(x, x))
    with TempOpAttr(op.name, "FTVMAlterOpLayout", twice):
        check(run(transform.AlterOpLayout(), body), expected)
    with TempOpAttr(op.name, "FTVMConvertOpLayout", twice):
        check(run(transform.ConvertLayout({op.name: ["NHWC"]}), body), expected)
        check(run(transform.ConvertLayout({"nn.conv2d": ["NHWC"]}), body), body)
    assert calls[0] == relay.TensorType((1, 8, 4, 4)) and list(calls[1]) == ["NHWC"]
    with TempOpAttr(op.name, "FTVMAlterOpLayout", lambda *args: None):
        check(run(transform.AlterOpLayout(), body), body)
    with TempOpAttr(op.name, "FTVMAlterOpLayout", lambda attrs, inputs, *rest: relay.sum(inputs[0])), \
            pytest.raises(tvm.error.DiagnosticError, match="to return a value of type .*4, 4.*, but got one of type"):
        run(transform.AlterOpLayout(), body)


def test_patterns_of_operators_of_scripts():
    x, op = relay.var("x", VECTOR), make_op("test.fuse.cube")
    module = infer(relay.exp(relay.Call(op, [relay.sqrt(x)])))

    def count_functions(level=2):
        return str(transform.FuseOps(level)(module)).count("Primitive=1")

    # Without a pattern the operator stays outside.
    assert count_functions() == 2
    with TempOpAttr(op.name, "TOpPattern", relay.op.OpPattern.ELEMWISE):
        assert count_functions() == 1 and count_functions(0) == 3
        assert "reshape_only" not in str(transform.FuseOps(2)(infer(relay.Call(op, [relay.reshape(x, (2, 2))]))))
    with TempOpAttr(op.name, "TOpPattern", relay.op.OpPattern.OPAQUE):
        assert count_functions() == 3
    with TempOpAttr(op.name, "TOpPattern", relay.op.OpPattern.ELEMWISE), \
            TempOpAttr(op.name, "TOpIsStateful", True):
        stateful = infer(relay.exp(relay.Call(op, [relay.sqrt(x)])))
        assert str(transform.FuseOps(2)(stateful)).count("Primitive=1") == 2


def test_mixed_precision_of_operators_of_scripts():
    op, x = make_op("test.mixed.root"), relay.var("x", VECTOR)
    body, seen = relay.sqrt(relay.Call(op, [x])), []
    half, single = lambda e: relay.cast(e, "float16"), lambda e: relay.cast(e, "float32")

    def rule(category):
        def choose(call, mixed):
            seen.append((call.op.name, mixed))
            return [category, mixed, mixed]
        return choose

    def convert(category):
        with TempOpAttr(op.name, "FTVMMixedPrecisionConversionType", rule(category)):
            return run(transform.ToMixedPrecision("float16"), body)

    check(convert(0), relay.sqrt(relay.Call(op, [half(x)])))
    check(convert(2), relay.sqrt(relay.Call(op, [x])))
    assert seen == [(op.name, "float16")] * 2
    # Without a rule it follows its operands, as in TVM.
    check(run(transform.ToMixedPrecision("float16", 2), relay.Call(op, [relay.nn.relu(half(x))])),
          relay.Call(op, [relay.nn.relu(half(x))]))
    with pytest.raises(tvm.error.DiagnosticError, match="operator 'test.mixed.root' has no rule for mixed precision"):
        run(transform.ToMixedPrecision("float16", 0), body)


def test_relations_that_refuse_the_smaller_type():
    def relate(types, attrs):
        return types[0] if types[0].dtype == "float32" else None

    op, x = make_op("test.mixed.single", function=relate), relay.var("x", VECTOR)
    with TempOpAttr(op.name, "FTVMMixedPrecisionConversionType", lambda call, mixed: [0, mixed, mixed]), \
            pytest.raises(tvm.error.DiagnosticError, match="the type relation of operator .* gives no type"):
        run(transform.ToMixedPrecision("float16"), relay.Call(op, [x]))


def test_layouts_of_the_package():
    layout = tvm.tir.layout("NCHW4c")
    assert len(layout) == 5 and layout[1] == "C" and layout[4] == "c" and "W" in layout and "D" not in layout
    assert (layout.index_of("H"), layout.index_of("D")) == (2, -1)
    assert (layout.factor_of("c"), layout.factor_of("N")) == (4, -1)
    assert layout == tvm.tir.layout("NCHW4c") != tvm.tir.layout("NCHW") and str(layout) == layout.name == "NCHW4c"
    assert isinstance(layout, tvm.tir.Layout) and not tvm.tir.layout("")
    with pytest.raises(tvm.TVMError, match="layout 'NCHWN': "):
        tvm.tir.layout("NCHWN")
    with pytest.raises(tvm.TVMError, match="expected the name of a layout, but got 3"):
        tvm.tir.layout(3)


def test_conversions_between_layouts():
    n, any_ = tvm.te.size_var("n"), relay.Any()
    both = tvm.tir.bijective_layout("NCHW", "NHWC4c")
    assert list(both.forward_shape((n, 10, 7, 5))) == [n, 7, 5, 3, 4]
    assert list(both.backward_shape((n, 7, 5, 3, 4))) == [n, 12, 7, 5]
    assert isinstance(both.forward_shape((1, any_, 7, 5))[3], relay.Any)
    assert list(both.forward_index((0, 9, 2, 3))) == [0, 2, 3, 2, 1]
    assert list(both.backward_index((0, 2, 3, 2, 1))) == [0, 9, 2, 3]
    blocks = tvm.tir.bijective_layout("OI", tvm.tir.layout("OI2i4o3i"))
    assert list(blocks.forward_shape((8, 6))) == [2, 1, 2, 4, 3]
    for index in ((7, 5), (4, 3), (0, 2)):
        assert tuple(blocks.backward_index(blocks.forward_index(index))) == index
    assert list(blocks.forward_index((7, 5))) == [1, 0, 1, 3, 2]
    assert isinstance(both, tvm.tir.BijectiveLayout)
    with pytest.raises(tvm.TVMError, match="layout NCHW cannot be converted to layout NCDHW"):
        tvm.tir.bijective_layout("NCHW", "NCDHW")
    with pytest.raises(tvm.TVMError, match="expected 4 values for the layout NCHW, but got 2"):
        both.forward_shape((1, 2))


def test_rules_by_the_current_target():
    @tvm.target.generic_func
    def legalize_sqrt(attrs, inputs, types):
        return None

    @legalize_sqrt.register("cuda")
    def legalize_sqrt_cuda(attrs, inputs, types):
        return relay.exp(inputs[0])

    @legalize_sqrt.register(["arm_cpu", "hexagon"])
    def legalize_sqrt_others(attrs, inputs, types):
        return relay.tanh(inputs[0])

    x = relay.var("x", VECTOR)
    with TempOpAttr("sqrt", LEGALIZE, legalize_sqrt):
        check(run(transform.Legalize(), relay.sqrt(x)), relay.sqrt(x))
        for target, expected in (("llvm", relay.sqrt), ("cuda", relay.exp), ("llvm -device=arm_cpu", relay.tanh)):
            with tvm.target.Target(target):
                check(run(transform.Legalize(), relay.sqrt(x)), expected(x))
    assert legalize_sqrt.fdefault(None, None, None) is None and set(legalize_sqrt.dispatch_dict) == {
        "cuda", "arm_cpu", "hexagon"}
    with pytest.raises(ValueError, match="key cuda is already registered for legalize_sqrt"):
        legalize_sqrt.register("cuda", lambda *args: None)
    with tvm.target.Target("cuda"):
        assert legalize_sqrt.get_packed_func() is legalize_sqrt_cuda


def test_generic_functions_with_names():
    @tvm.target.override_native_generic_func("test.rules.generic")
    def double(x):
        return 2 * x

    @double.register("cuda")
    def triple(x):
        return 3 * x

    generic = tvm.target.get_native_generic_func("test.rules.generic")
    assert isinstance(generic, tvm.target.GenericFunc) and double(2) == generic(2) == 4
    with tvm.target.Target("cuda"):
        assert double(2) == generic(2) == 6
    double.register("cuda", lambda x: 4 * x)
    with tvm.target.Target("cuda"):
        assert double(x=2) == 8
    with pytest.raises(tvm.TVMError, match="generic function test.rules.generic already has a default"):
        generic.set_default(double)
    with pytest.raises(tvm.TVMError, match="generic function test.rules.none has no function for the target None"):
        tvm.target.get_native_generic_func("test.rules.none")(1)


#===----------------------------------------------------------------------===#
# Bad rules
#===----------------------------------------------------------------------===#

TEXT = """#[version = "0.0.5"]
def @main(%x: Tensor[(4), float32]) {
  sqrt(%x)
}"""


def fail(rule, match, op_name="sqrt", attribute=LEGALIZE, opt_pass=None, text=TEXT):
    """The error of a pass with a bad rule, which names the place in the text."""
    module = relay.parse(text)
    with TempOpAttr(op_name, attribute, rule), pytest.raises(tvm.error.DiagnosticError, match=match) as error:
        (opt_pass or transform.Legalize())(module)
    assert ":3:" in str(error.value)
    # The module is what it was.
    tvm.ir.assert_structural_equal(module, relay.parse(text))
    return error.value


def test_rules_that_raise():
    def rule(attrs, inputs, types):
        raise LookupError("no such instruction")

    error = fail(rule, "the rule FTVMLegalize of operator 'sqrt' has failed: LookupError: no such instruction")
    assert isinstance(error.__cause__, LookupError) and error.__cause__.__traceback__ is not None
    fail(lambda one: None, "has failed: TypeError: .*takes 1 positional argument but 3 were given")
    # The next error has no cause.
    assert fail(lambda *args: 3, "but got int").__cause__ is None


@pytest.mark.parametrize("choice", [None, 3, [0, "float16"], [3, "float16", "float16"], [0, "int8", "float16"],
                                    [0, "float16", 5], "abc"])
def test_choices_that_are_none(choice):
    fail(lambda call, type_: choice,
         "of operator 'sqrt' has failed|of operator 'sqrt' to return a category from 0 to 2 and two "
         "floating-point types, but got ",
         attribute="FTVMMixedPrecisionConversionType", opt_pass=transform.ToMixedPrecision("float16"))
    error = fail(lambda call: None, "the rule FTVMMixedPrecisionConversionType of operator 'sqrt' has failed: TypeError",
                 attribute="FTVMMixedPrecisionConversionType", opt_pass=transform.ToMixedPrecision("float16"))
    assert isinstance(error.__cause__, TypeError)


@pytest.mark.parametrize("answer, match", [
    (lambda old: None, "expected an InferCorrectLayoutOutput, but got None"),
    (lambda old: InferCorrectLayoutOutput([], old, None), "expected 1 input layouts of type tir.Layout or None"),
    (lambda old: InferCorrectLayoutOutput(old, old * 2, None), "expected 1 output layouts of type tir.Layout"),
    (lambda old: InferCorrectLayoutOutput(["NCHW"], old, None), "expected 1 input layouts of type tir.Layout"),
    (lambda old: InferCorrectLayoutOutput(3, old, None), "has failed: TypeError"),
    (lambda old: InferCorrectLayoutOutput(old, old, 3), "has failed"),
    (lambda old: 1 / 0, "ZeroDivisionError: division by zero")])
def test_layouts_that_do_not_fit(answer, match):
    x, w = relay.var("x", shape=(1, 8, 4, 4)), relay.var("w", shape=(8, 8, 1, 1))
    body = relay.nn.relu(relay.nn.conv2d(x, w, channels=8, kernel_size=1))
    with TempOpAttr("nn.relu", "FInferCorrectLayout", lambda attrs, new, old, types: answer(list(old))), \
            pytest.raises(tvm.error.DiagnosticError, match=match):
        run(transform.ConvertLayout({"nn.conv2d": ["NHWC", "default"]}), body)


def test_interrupts_pass_through_rules():
    def interrupt(*args):
        raise KeyboardInterrupt

    with TempOpAttr("sqrt", LEGALIZE, interrupt), pytest.raises(KeyboardInterrupt):
        transform.Legalize()(relay.parse(TEXT))


@pytest.mark.parametrize("result, match", [
    (lambda x: [x], "of operator 'sqrt' to return an expression or None, but got list"),
    (lambda x: False, "to return an expression or None, but got bool"),
    (lambda x: relay.reshape(x, (2, 2)), "to return a value of type .*4.*, but got one of type .*2, 2"),
    (lambda x: relay.cast(x, "int8"), "to return a value of type"),
    (lambda x: relay.Tuple([x, x]), "to return a value of type"),
    (lambda x: relay.var("y", VECTOR), "variable '%y' is used outside of its scope"),
    (lambda x: relay.add(x, relay.const([1.0, 2.0, 3.0])), "add"),
    (lambda x: relay.Call(relay.GlobalVar("f"), [x]), "function '@f' is not defined"),
    (lambda x: relay.Call(relay.op.get("sqrt"), [x, x]), "'sqrt' takes 1 argument, but got 2")])
def test_results_that_do_not_fit(result, match):
    fail(lambda attrs, inputs, types: result(inputs[0]), match)


@pytest.mark.parametrize("result, match", [
    (lambda x: x, "to return the result of a new operator that has layouts"),
    (lambda x: relay.add(x, x), "to return an operator on 1 tensors, but got")])
def test_results_that_do_not_fit_layouts(result, match):
    text = TEXT.replace("sqrt", "nn.global_max_pool2d").replace("(4)", "(1, 4, 2, 2)")
    fail(lambda attrs, inputs, tinfos, out_type: result(inputs[0]), match, "nn.global_max_pool2d",
         "FTVMAlterOpLayout", transform.AlterOpLayout(), text)


def test_rules_are_functions():
    with pytest.raises(tvm.TVMError, match="expected a function as the attribute FTVMLegalize of operator sqrt"):
        relay.op.register_legalize("sqrt", 3)


#===----------------------------------------------------------------------===#
# Threads
#===----------------------------------------------------------------------===#


def test_rules_run_on_the_thread_of_the_pass():
    """Also for functions that other passes would take to threads of their own."""
    x, module = relay.var("x", VECTOR), tvm.IRModule()
    for name in ("f", "g", "main"):
        body = x
        for _ in range(2000):
            body = relay.sqrt(body)
        module[name] = relay.Function([x], body)
    seen = set()

    def rule(attrs, inputs, types):
        seen.add((threading.get_ident(), str(tvm.target.Target.current().kind)))
        return relay.exp(inputs[0])

    with TempOpAttr("sqrt", LEGALIZE, rule), tvm.target.Target("cuda"):
        result = transform.Legalize()(module)
    assert seen == {(threading.get_ident(), "cuda")}
    assert relay.analysis.list_op_freqs(result) == {"exp": 6000}


def test_rules_that_run_passes():
    """A rule may run passes and change rules; one that asks for itself is an error."""
    x, sqrt = relay.var("x", VECTOR), relay.op.get("sqrt")

    def replace_rule(attrs, inputs, types):
        run(transform.SimplifyExpr(), relay.exp(x))
        sqrt.reset_attr(LEGALIZE)
        sqrt.set_attr(LEGALIZE, lambda attrs, inputs, types: relay.exp(inputs[0]))

    check(legalize("sqrt", replace_rule, relay.sqrt(relay.sqrt(x))), relay.exp(relay.sqrt(x)))

    def recur(attrs, inputs, types):
        return run(transform.Legalize(), relay.sqrt(x))

    with pytest.raises(tvm.error.DiagnosticError, match="of operator 'sqrt' has failed: .*RecursionError"):
        legalize("sqrt", recur, relay.sqrt(x))


def test_layouts_on_several_threads():
    x, w = relay.var("x", shape=(1, 8, 4, 4)), relay.var("w", shape=(8, 8, 1, 1))
    module = infer(relay.nn.relu(relay.nn.conv2d(x, w, channels=8, kernel_size=1)))

    def work(number):
        for _ in range(20):
            result = transform.ConvertLayout({"nn.conv2d": ["NHWC", "default"]})(module)["main"].body
            assert result.op.name == "layout_transform" and result.args[0].op.name == "nn.relu"

    with TempOpAttr("nn.relu", "FInferCorrectLayout", follow):
        run_threads(work, 4)


def test_rules_change_while_passes_run():
    x = relay.var("x", VECTOR)
    body = x
    for _ in range(20):
        body = relay.sqrt(body)
    module = infer(body)

    def work(number):
        for _ in range(20):
            if number % 2:
                with TempOpAttr("tanh", LEGALIZE, lambda *args: None):
                    pass
            else:
                assert "exp" in str(transform.Legalize()(module))

    with TempOpAttr("sqrt", LEGALIZE, lambda attrs, inputs, types: relay.exp(inputs[0])):
        run_threads(work, 4)
