"""TVM's JSON: what is written is read back, what TVM wrote is read, and wrong text is refused."""

import base64
import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import _ext, relay

TVM_MODULE = Path(__file__).parents[1] / "Translation" / "Inputs" / "tvm-0.16.json"


def round_trip(node):
    return tvm.ir.load_json(tvm.ir.save_json(node))


def check(node):
    again = round_trip(node)
    tvm.ir.assert_structural_equal(again, node, map_free_vars=True)
    # Writing is a fixed point.
    assert tvm.ir.save_json(round_trip(again)) == tvm.ir.save_json(again)
    return again


# Values that are not the default of any attribute, by the kind of the attribute.
SAMPLES = {
    "int": [7, -2], "float": [0.625, -1e30], "bool": [True, False], "str": ["NHWC4c", ""],
    "dtype": ["float16", "bool"], "list[int]": [[5, -6, 7], []], "list[float]": [[0.5, 2.0]],
    "VirtualDevice": [tvm.target.VirtualDevice(tvm.cpu(3), memory_scope="global")],
    "list[list[int]]": [[[1, 2], [3, 4]]], "int | list[int]": [9, [1, 3]],
}


# Fields of TVM's objects whose place operands have taken.
UNUSED = {"vision.get_valid_counts": ["score_threshold"]}


def make_calls(name):
    """Calls of an operator: with as few attributes as it takes, and with each attribute set."""
    known = _ext.describe_op(name)
    args = [relay.var(f"x{i}") for i in range(known["min_operands"])]
    attrs = [entry for entry in known["attrs"] if entry[1] != "operand"]
    needed = {key: SAMPLES[kind][0] for key, kind, optional, has_default, _ in attrs
              if not optional and not has_default}
    yield relay.Call(relay.op.get(name), args, needed)
    for key, kind, *_ in attrs:
        for value in SAMPLES[kind]:
            yield relay.Call(relay.op.get(name), args, {**needed, key: value})


# Only metadata makes an index map: test_packed_operators.py has one.
@pytest.mark.parametrize("name", [name for name in _ext.list_op_names()
                                  if name != "meta_schedule_layout_transform"])
def test_operators(name):
    for call in make_calls(name):
        again = check(call)
        assert again.op is call.op and again.attrs == call.attrs
        nodes = json.loads(tvm.ir.save_json(call))["nodes"]
        objects = [n for n in nodes if n["type_key"].startswith("relay.attrs.")]
        # Every attribute is written, defaults included; TVM needs all fields.
        written = [key for key, *_ in _ext.describe_op(name)["attrs"]] + UNUSED.get(name, [])
        has_type = _ext.get_attrs_type_key(name) is not None
        assert [sorted(n.get("attrs", {})) for n in objects] == [sorted(written)] * has_type


def test_expressions():
    x, y = relay.var("x", shape=(2, 3)), relay.var("y")
    check(x)
    check(relay.GlobalVar("f"))
    check(relay.op.get("add"))
    check(relay.Tuple([]))
    check(relay.Tuple([x, y, x]))
    check(relay.TupleGetItem(y, 3))
    check(relay.If(relay.const(True), x, y))
    check(relay.Let(x, relay.const(1.0), x + x))
    ref = relay.RefCreate(x)
    check(relay.RefWrite(ref, relay.RefRead(ref)))
    kind = relay.TypeVar("t")
    function = relay.Function([relay.var("a", kind)], y, kind, [kind])
    check(function)
    # One that nothing declares.
    check(relay.Function([relay.var("a", kind), relay.var("b", kind)], y))
    check(relay.Call(function, [x], type_args=[relay.TensorType((2, 3))]))
    check(relay.Call(y, [x], {"key": 1}))


def test_types():
    tensor = relay.TensorType((1, relay.Any(), 2**40), "int8")
    kind = relay.TypeVar("t")
    for node in (tensor, relay.scalar_type("bool"), relay.TupleType([tensor, tensor]),
                 relay.FuncType([tensor, kind], kind, [kind]), relay.RefType(tensor),
                 relay.TensorType((tvm.te.var("n"), 3))):
        assert round_trip(node) == node
    assert isinstance(round_trip(relay.IncompleteType()), relay.IncompleteType)
    assert round_trip(relay.TensorType((tvm.tir.SizeVar("n", "int32"),))).shape[0].name == "n"


@pytest.mark.parametrize("dtype", ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16",
                                   "uint32", "uint64", "float16", "float32", "float64"])
def test_constants(dtype):
    for shape in ((), (0,), (3,), (2, 1, 2)):
        value = (np.arange(np.prod(shape)) * 3 + 1).reshape(shape).astype(dtype)
        again = check(relay.const(value, dtype))
        assert again.data.dtype == dtype
        np.testing.assert_array_equal(again.data.numpy(), value)


def test_numbers_are_exact():
    values = np.array([np.nan, np.inf, -np.inf, -0.0, 1e-45, 3.4e38], "float32")
    assert bytes(round_trip(relay.const(values)).data) == bytes(relay.const(values).data)
    x = relay.var("x")
    for number in (0.1, 1 / 3, 5e-324, 1.7976931348623157e308, float("inf"), float("-inf")):
        assert round_trip(relay.clip(x, number, 2.0)).attrs.a_min == number
    assert np.isnan(round_trip(relay.clip(x, float("nan"), 2.0)).attrs.a_min)


def test_sharing():
    x = relay.var("x", shape=(2,))
    shared = relay.tanh(x)
    again = round_trip(shared + shared)
    assert again.args[0] is again.args[1]
    again = round_trip(relay.tanh(x) + relay.tanh(x))
    assert again.args[0] is not again.args[1] and again.args[0].args[0] is again.args[1].args[0]
    assert not tvm.ir.structural_equal(again, shared + shared, map_free_vars=True)


def test_module():
    x = relay.var("x", shape=(2, 3))
    mod = tvm.IRModule.from_expr(relay.Function([x], relay.GlobalVar("f")(x)))
    y = relay.var("y", shape=(2, 3))
    function = relay.Function([y], relay.nn.relu(y)).with_attr(
        {"Inline": 1, "Composite": "relu", "list": [1, [2, "a"]], "float": 1.5, "flag": True,
         "constant": relay.const(np.ones((2, 2), "float32"))})
    mod["f"] = function
    mod = mod.with_attr("mod_name", "example").with_attr("level", 3)
    again = check(mod)
    assert again.attrs == {"mod_name": "example", "level": 3}
    assert again["main"].body.op is again.get_global_var("f")
    attrs = again["f"].attrs
    assert attrs["list"] == (1, (2, "a")) and attrs["flag"] is True and attrs["float"] == 1.5
    np.testing.assert_array_equal(attrs["constant"].data.numpy(), np.ones((2, 2)))


def test_types_and_spans_are_kept():
    text = '#[version = "0.0.5"]\ndef @main(%x: Tensor[(2, 3), float32]) {\n  tanh(%x)\n}\n'
    mod = relay.parse(text, "net.relay")
    again = check(mod)
    assert again["main"].body.checked_type == relay.TensorType((2, 3))
    assert again["main"].body.span == mod["main"].body.span
    assert again["main"].checked_type == mod["main"].checked_type
    assert again.astext() == mod.astext()


def test_virtual_device():
    text = TVM_MODULE.read_text()
    mod = tvm.ir.load_json(text)
    assert "virtual_device=meta[VirtualDevice][0]" in mod["placed"].astext()
    assert "virtual_device=meta[VirtualDevice][0]" in round_trip(mod)["placed"].astext()


def test_written_by_tvm():
    mod = tvm.ir.load_json(TVM_MODULE.read_text())
    assert sorted(v.name_hint for v in mod.get_global_vars()) == ["main", "placed", "pool"]
    conv = mod["main"].body.args[0].args[0].args[0]
    assert conv.op.name == "nn.conv2d" and mod["main"].body.op is mod.get_global_var("pool")
    assert conv.attrs.channels == 4 and list(conv.attrs.padding) == [1, 1, 1, 1]
    typed = relay.transform.InferType()(mod)
    tvm.ir.assert_structural_equal(typed["pool"], relay.parse(mod.astext())["pool"])
    # Defaults are not kept, as in text.
    assert "dilation" not in mod.astext()
    assert mod.attrs == {"mod_name": "net"}
    check(mod)


def test_values():
    for value in (None, 1, -2**40, 2.5, "text", "", True, (1, "a", None, (2.5,))):
        assert round_trip(value) == value
    attrs = tvm.ir.make_node("DictAttrs", x=1, y="b", z=(0, 1))
    assert round_trip(attrs) == attrs
    span = relay.Span(relay.SourceName("file"), 1, 1, 2, 2)
    assert round_trip(span) == span
    x = relay.var("x")
    again = round_trip([x, x, 3])
    assert again[0] is again[1] and again[2] == 3


def test_what_cannot_be_written():
    with pytest.raises(tvm.TVMError, match="expected a value of an attribute"):
        tvm.ir.save_json(object())
    with pytest.raises(tvm.TVMError, match="saved with a call of it, not alone"):
        tvm.ir.save_json(relay.nn.softmax(relay.var("x")).attrs)
    x = relay.var("x")
    with pytest.raises(tvm.TVMError, match="operator 'nn.softmax' has no attribute 'wrong'"):
        tvm.ir.save_json(relay.Call(relay.op.get("nn.softmax"), [x], {"wrong": 1}))
    with pytest.raises(tvm.TVMError, match="operator 'nn.softmax': attribute 'axis' cannot be a string"):
        tvm.ir.save_json(relay.Call(relay.op.get("nn.softmax"), [x], {"axis": "a"}))
    with pytest.raises(tvm.TVMError, match="attribute 'dtype' cannot be absent"):
        tvm.ir.save_json(relay.Call(relay.op.get("cast"), [x]))
    with pytest.raises(tvm.TVMError, match="the expressions in attributes can be constants, variables and "
                       "operators only"):
        tvm.ir.save_json(relay.Function([x], x).with_attr("a", x + x))


def test_depth():
    x = expr = relay.var("x", shape=(1,))
    for _ in range(100_000):
        expr = relay.tanh(expr)
    text = tvm.ir.save_json(expr)
    again = tvm.ir.load_json(text)
    assert tvm.ir.structural_equal(again, expr, map_free_vars=True)
    for _ in range(100_000):
        expr = relay.Let(relay.var("v"), x, expr)
    assert tvm.ir.structural_equal(round_trip(expr), expr, map_free_vars=True)


def nodes_of(*nodes, root=1, arrays=()):
    return json.dumps({"root": root, "nodes": [{"type_key": ""}, *nodes],
                       "b64ndarrays": list(arrays)})


def node(type_key, *data, **attrs):
    result = {"type_key": type_key, "attrs": {k: str(v) for k, v in attrs.items()}}
    return {**result, "data": list(data)} if data else result


STRING = {"type_key": "runtime.String", "repr_str": "x"}
# At index 2.
VAR = [node("relay.Var", vid=3, type_annotation=0), node("relay.Id", name_hint=4), STRING]


@pytest.mark.parametrize("text, message", [
    ("", "invalid JSON"),
    ("[1", "invalid JSON"),
    ('{"root": 0', "invalid JSON: expected ',' or '}' after a member\n --> from_json:1:11"),
    ('{"root" 0}', "invalid JSON: expected ':' after a name"),
    ('{root: 0}', "invalid JSON: expected a name in quotes"),
    ('{"nodes": [{"type_key": ""} 1]}', "expected ',' or ']' after an element"),
    ('{"nodes": [{"type_key": "\\q"}]}', "invalid JSON: invalid escape sequence"),
    ('{"nodes": [{"type_key": "\n"}]}', "invalid JSON: unexpected control character in a string"),
    ('{"nodes": [{"type_key": "', "invalid JSON: the string does not end"),
    ('{"nodes": [{"type_key": "", "x": [1, }]}', "invalid JSON: "),
    ('{"nodes": [{"type_key": ""}], "root": 0} 1', "invalid JSON: unexpected text after the value"),
    (nodes_of({"type_key": 1}), "node 1: expected a string 'type_key'"),
    (nodes_of(3), "node 1: expected an object"),
    (nodes_of({"type_key": "A", "attrs": {"b": 1}}), "node 1: expected attribute 'b' to be a string"),
    (nodes_of({"type_key": "A", "keys": [1]}), "node 1: expected the keys to be strings"),
    (nodes_of({"type_key": "A", "data": [1.5]}), "node 1: expected the data to be indices below 2"),
    (nodes_of({"type_key": "A", "data": [2 ** 40]}), "node 1: expected the data to be indices"),
    (nodes_of(root=0, arrays=[1]), "array 0: expected a string"),
    ("[" * 100, "nests more than 64 deep"),
    ("3", "expected an object with an array 'nodes'"),
    ('{"nodes": [{"type_key": ""}]}', "expected 'root' to be the index of a node"),
    (nodes_of(root=5), "expected 'root' to be the index of a node"),
    (nodes_of({}), "node 1: expected a string 'type_key'"),
    (nodes_of(node("Array", 7)), "node 1: expected the data to be indices below 2"),
    (nodes_of(node("relay.Tuple")), r"node 1 \(relay.Tuple\): attribute 'fields' is missing"),
    (nodes_of(node("relay.Tuple", fields="x")),
     "expected attribute 'fields' to be the index of a node, but got 'x'"),
    (nodes_of(node("relay.Tuple", fields=9)),
     "expected attribute 'fields' to be the index of a node, but got '9'"),
    (nodes_of(node("relay.Tuple", fields=2), STRING),
     "expected attribute 'fields' to refer to an array, but node 2 is a 'runtime.String'"),
    (nodes_of(node("relay.Tuple", fields=2), node("Array", 3), STRING),
     "element 0 of attribute 'fields' cannot be node 3, a 'runtime.String'"),
    (nodes_of(node("relay.Tuple", fields=2), node("Array", 1)),
     r"node 1 \(relay.Tuple\): the node contains itself"),
    (nodes_of(node("Array", 1)), r"node 1 \(Array\): the node contains itself"),
    (nodes_of(node("relay.Match")), "objects of type 'relay.Match' are not supported"),
    (nodes_of(node("relay.RefRead", ref=2), node("relay.Clause")),
     "expected attribute 'ref' to refer to an expression, but node 2 is a 'relay.Clause'"),
    (nodes_of(node("relay.TupleGetItem", tuple_value=2, index="a"), *VAR),
     "expected attribute 'index' to be an integer, but got 'a'"),
    (nodes_of(node("relay.Constant", data="a")), "expected attribute 'data' to be an integer"),
    (nodes_of(node("relay.Constant", data=1)), "the constant refers to array 1, but there are 0"),
    (nodes_of(root=0, arrays=["A"]), "array 0: "),
    (nodes_of(root=0, arrays=["!AAA"]), "array 0: Invalid Base64 character"),
    (nodes_of(root=0, arrays=["P6G0lvBAXt0AAAAA"]), "array 0: "),
    (nodes_of(node("Op")), "the operator has no name"),
    (nodes_of(node("relay.TensorType", shape=2, dtype="floaty"), node("Array")),
     "unknown element type 'floaty'"),
    (nodes_of(node("relay.TensorType", shape=2, dtype="float32"), node("Array", 3), STRING),
     "a dimension cannot be node 3, a 'runtime.String'"),
    (nodes_of(node("relay.TensorType", shape=2, dtype="float32"), node("Array", 3),
              node("IntImm", value=-1)), "expected a size of at least 0, but got -1"),
    (nodes_of(node("relay.RefType", value=0)), "attribute 'value' is null"),
    (nodes_of(node("relay.Var", vid=2, type_annotation=0), node("relay.Id", name_hint=1)),
     "expected attribute 'name_hint' to refer to a string, but node 1 is a 'relay.Var'"),
    (nodes_of(node("relay.Var", vid=2, type_annotation=0, virtual_device_=3),
              node("relay.Id", name_hint=3), STRING),
     "expected attribute 'virtual_device_' to refer to a device, but node 3 is a "),
    (nodes_of(node("relay.TensorType", shape=2, dtype="int8"), node("Array", 3),
              node("tir.Var", name=9)), "expected attribute 'name' to be the index of a node"),
    (nodes_of(node("relay.RefType", value=2), STRING),
     "expected attribute 'value' to refer to a type, but node 2 is a 'runtime.String'"),
    (nodes_of(node("relay.TensorType", shape=2, dtype="int8"), STRING),
     "expected attribute 'shape' to refer to an array, but node 2 is a 'runtime.String'"),
    (nodes_of(node("relay.Let", var=2, value=2, body=2), {"type_key": "Op", "repr_str": "add"}),
     "expected attribute 'var' to refer to a variable"),
    (nodes_of(node("IRModule", functions=2, type_definitions=3, attrs=0), node("Map"),
              node("Map", 2, 2)), "expected a map from names of types to definitions"),
    (nodes_of(node("IRModule", functions=0, type_definitions=2, attrs=0), STRING),
     "expected a map from names of types to definitions"),
    (nodes_of(node("IRModule", functions=2, type_definitions=0, attrs=0), node("Map", 3),
              STRING), "expected a map from global variables to functions"),
    (nodes_of(node("IRModule", functions=2, type_definitions=0, attrs=0), node("Map", 3, 3),
              STRING), "expected node 3 to be a global variable, but it is a 'runtime.String'"),
    (nodes_of(node("IRModule", functions=2, type_definitions=0, attrs=0), node("Map", 3, 5),
              node("GlobalVar", name_hint=4), STRING, node("tir.PrimFunc")),
     "expected function '@x' to be one of Relay, but node 5 is a 'tir.PrimFunc'"),
    (nodes_of(node("relay.Function", params=2, body=3, ret_type=0, type_params=2, attrs=3),
              node("Array"), {"type_key": "Op", "repr_str": "add"}),
     "expected DictAttrs as attributes, but got 'Op'"),
    (nodes_of(node("DictAttrs", __dict__=2), STRING), "expected a map from strings"),
    (nodes_of(node("Span", line=2**40, column=1, source_name=0)), "line and column are out of range"),
])
def test_wrong_text(text, message):
    with pytest.raises(tvm.error.DiagnosticError, match=message) as error:
        tvm.ir.load_json(text)
    assert " --> from_json:" in str(error.value)


# A type T with a constructor x: nodes 3 to 8, below a module and its types.
TYPE = [node("GlobalTypeVar", name_hint=8, kind=5),
        node("relay.TypeData", header=3, type_vars=7, constructors=5),
        node("Array", 6), node("relay.Constructor", name_hint=8, inputs=7, belong_to=3),
        node("Array"), STRING]


def make_types(*pairs, more=(), **changed):
    """A module with the type whose nodes are changed, and with more nodes from 9 on."""
    nodes = [{**entry, "attrs": {**entry["attrs"], **changed}} if entry["type_key"] == "relay.Constructor"
             else entry for entry in TYPE]
    return nodes_of(node("IRModule", functions=0, type_definitions=2, attrs=0),
                    node("Map", *pairs), *nodes, *more)


@pytest.mark.parametrize("text, message", [
    (make_types(3, 4, 3, 4), "node 4 [(]relay.TypeData[)]: type 'x' is defined more than once"),
    (make_types(3, 4, 9, 10, more=[
        node("GlobalTypeVar", name_hint=11, kind=5),
        node("relay.TypeData", header=9, type_vars=7, constructors=5),
        {"type_key": "runtime.String", "repr_str": "y"}]),
     "node 10 [(]relay.TypeData[)]: constructor 'x' is defined more than once"),
    (make_types(9, 4, more=[node("GlobalTypeVar", name_hint=10, kind=5),
                            {"type_key": "runtime.String", "repr_str": "y"}]),
     "the name of the type is 'x', but the module calls it 'y'"),
    (make_types(3, 4, belong_to="8"), "expected attribute 'belong_to' to refer to a type"),
    (make_types(3, 4, belong_to="9", more=[node("IncompleteType", kind=0)]),
     "expected attribute 'belong_to' to refer to the name of an algebraic data type"),
    (make_types(3, 4, inputs="9", more=[node("Array", 10), node("TypeCall", func=3, args=11),
                                        node("Array", 12), node("IncompleteType", kind=0)]),
     "type 'x' takes 0 type arguments, but got 1"),
    (make_types(3, 4, inputs="9", more=[
        node("Array", 10), node("TypeCall", func=11, args=7), node("GlobalTypeVar", name_hint=12, kind=5),
        {"type_key": "runtime.String", "repr_str": "y"}]), "type 'y' is not defined"),
    (make_types(3, 4, inputs="9", more=[node("Array", 10), node("TypeVar", name_hint=8, kind=0)]),
     "type parameter 'x' is not declared"),
    (make_types(3, 4, inputs="9", more=[node("Array", 10), node("IncompleteType", kind=0)]),
     "a field of constructor 'x' has no complete type"),
    (make_types(3, 4, inputs="9", more=[node("Array", 10), node("TypeCall", func=11, args=7),
                                        node("TypeVar", name_hint=8, kind=0)]),
     "a type call has a callee that is not the name of a type"),
    (nodes_of(node("relay.RefRead", ref=2), node("relay.Match")), "'match' is not supported yet"),
])
def test_wrong_types(text, message):
    assert tvm.ir.load_json(make_types(3, 4))["x"].constructors[0].name_hint == "x"
    with pytest.raises(tvm.error.DiagnosticError, match=message) as error:
        tvm.ir.load_json(text)
    assert " --> from_json:" in str(error.value)


def make_softmax(type_key="relay.attrs.SoftmaxAttrs", **attrs):
    return nodes_of(node("relay.Call", op=2, args=3, attrs=4, type_args=3),
                    {"type_key": "Op", "repr_str": "nn.softmax"}, node("Array"),
                    node(type_key, **attrs))


@pytest.mark.parametrize("text, message", [
    (make_softmax("relay.attrs.DenseAttrs"),
     "expected relay.attrs.SoftmaxAttrs as attributes of operator 'nn.softmax', but got "
     "'relay.attrs.DenseAttrs'"),
    (make_softmax(axis="one"), r"node 4 \(relay.attrs.SoftmaxAttrs\): attribute 'axis' cannot be "
                               "'one'"),
    (make_softmax(axis=1, other=2), "operator 'nn.softmax' has no attribute 'other'"),
])
def test_wrong_attributes(text, message):
    with pytest.raises(tvm.error.DiagnosticError, match=message):
        tvm.ir.load_json(text)


def test_unknown_operator():
    """Its attributes are kept as they are."""
    text = make_softmax(axis=1).replace("nn.softmax", "nn.unknown")
    call = tvm.ir.load_json(text)
    assert call.op.name == "nn.unknown"
    again = tvm.ir.load_json(tvm.ir.save_json(call))
    tvm.ir.assert_structural_equal(again, call)
    other = tvm.ir.load_json(text.replace('"axis": "1"', '"axis": "2"'))
    assert not tvm.ir.structural_equal(other, call)


def test_attributes_may_be_absent():
    assert tvm.ir.load_json(make_softmax()).attrs.axis == -1


def test_position():
    text = nodes_of(node("relay.Tuple", fields=2), node("Array", 3), STRING)
    text = text.replace('{"type_key": "relay.Tuple"', '\n   {"type_key": "relay.Tuple"')
    with pytest.raises(tvm.error.DiagnosticError, match="from_json:2:4"):
        tvm.ir.load_json(text)


def test_large_types_are_refused():
    # Each tuple holds the one before twice: 2**40 parts.
    nodes = [node("TupleType", fields=2), node("Array", 3, 3)]
    for i in range(40):
        nodes += [node("TupleType", fields=2 * i + 4), node("Array", 2 * i + 5, 2 * i + 5)]
    nodes[-1] = node("Array")
    with pytest.raises(tvm.error.DiagnosticError, match="a type of more than 1048576 parts"):
        tvm.ir.load_json(nodes_of(*nodes))
    nodes = []
    for i in range(600):
        nodes.append(node("relay.RefType", value=i + 2))
    nodes.append(node("IncompleteType"))
    with pytest.raises(tvm.error.DiagnosticError, match="types nest more than 512 deep"):
        tvm.ir.load_json(nodes_of(*nodes))


def test_large_lists_are_refused():
    nodes = [node("DictAttrs", __dict__=2), {**node("Map", 3), "keys": ["a"]}]
    nodes += [node("Array", i + 4) for i in range(20)] + [STRING]
    with pytest.raises(tvm.error.DiagnosticError, match="1048576 values or 8 levels, or of objects that are no values"):
        tvm.ir.load_json(nodes_of(*nodes))


@pytest.mark.skipif("RELAYLITE_TVM_PYTHON" not in os.environ,
                    reason="RELAYLITE_TVM_PYTHON does not name a Python with TVM 0.16")
def test_with_tvm(tmp_path):
    """TVM reads what is written here, and writes what is read here."""
    x = relay.var("x", shape=(1, 3, 8, 8))
    functions = {}
    # Builds of 0.16 differ in the attributes of nn.lrn.
    for name in set(_ext.list_op_names()) - {"nn.lrn"}:
        for call in make_calls(name):
            functions[f"f{len(functions)}"] = relay.Function(list(call.args), call)
    functions["main"] = relay.Function([x], relay.nn.relu(x + relay.const(1.5)))
    mod = tvm.IRModule({relay.GlobalVar(name): f for name, f in functions.items()})
    (tmp_path / "in.json").write_text(tvm.ir.save_json(mod))
    script = ("import sys, tvm\n"
              "mod = tvm.ir.load_json(open(sys.argv[1]).read())\n"
              "open(sys.argv[2], 'w').write(tvm.ir.save_json(mod))\n")
    subprocess.run([os.environ["RELAYLITE_TVM_PYTHON"], "-c", script, tmp_path / "in.json",
                    tmp_path / "out.json"], check=True)
    again = tvm.ir.load_json((tmp_path / "out.json").read_text())
    for name, function in functions.items():
        tvm.ir.assert_structural_equal(again[name], function)


def test_members_in_any_order_and_text_with_escapes():
    text = """ {"more": [{"a": [null, true, 1e5, "]\\""]}], "b64ndarrays": [ ], "nodes" : [
      { "type_key":""},{"repr_str":"\\u00e9 \\"q\\" ü\\n", "type_key" :"runtime.String"} ]
      , "root":1}"""
    assert tvm.ir.load_json(text) == 'é "q" ü\n'


@pytest.mark.parametrize("size", [0, 1, 2, *range(12220, 12295), 3 * 12288 - 56])
def test_arrays_of_any_size(size):
    """Their base64, which is written in parts, is that of the whole."""
    array = np.arange(size).astype("uint8")
    text, = json.loads(tvm.ir.save_json(relay.const(array)))["b64ndarrays"]
    data = base64.b64decode(text, validate=True)
    assert base64.b64encode(data).decode() == text
    assert data[len(data) - size:] == array.tobytes() and len(data) == size + 48
