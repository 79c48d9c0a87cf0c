"""JSON of earlier versions of TVM: single nodes, and modules."""

import json
import re

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay


def load(*nodes, root=1, version="0.6.0"):
    graph = {"root": root, "nodes": [{"type_key": ""}, *nodes], "b64ndarrays": [],
             "attrs": {"tvm_version": version}}
    return tvm.ir.load_json(json.dumps(graph))


def node(type_key, **attrs):
    return {"type_key": type_key, "attrs": {"span": "0", **attrs}}


@pytest.mark.parametrize("name, kind", [("TypeVar", relay.TypeVar), ("GlobalTypeVar", relay.GlobalTypeVar)])
def test_type_variables(name, kind):
    variable = node("Variable", dtype="int32", name="in0")
    var = node(f"relay.{name}", kind="0", var="2")
    loaded = load(var, variable)
    assert isinstance(loaded, kind) and loaded.name_hint == "in0"
    # Wherever the variable is.
    assert load(variable, {**var, "attrs": {"kind": "0", "var": "1"}}, root=2).name_hint == "in0"
    assert load(node(name, kind="0", name_hint="in1")).name_hint == "in1"


def test_types():
    assert isinstance(load(node("relay.IncompleteType", kind="0")), relay.IncompleteType)
    array = {"type_key": "Array"}
    loaded = load(node("relay.FuncType", arg_types="2", ret_type="3", type_constraints="2", type_params="2"),
                  array, node("relay.TupleType", fields="2"))
    assert loaded == relay.FuncType([], relay.TupleType([]))


def test_variables():
    var = node("relay.Var", vid="2", type_annotation="3", _checked_type_="0")
    loaded = load(var, node("relay.Id", name_hint="a3"), node("relay.TensorType", dtype="float32", shape="4"),
                  {"type_key": "Array", "data": [5, 6]}, node("IntImm", dtype="int32", value="16"),
                  node("IntImm", dtype="int32", value="8"))
    assert loaded.name_hint == "a3" and loaded.type_annotation == relay.TensorType((16, 8), "float32")
    for type_key in "GlobalVar", "relay.GlobalVar":
        loaded = load(node(type_key, name_hint="x", _checked_type_="0"))
        assert isinstance(loaded, relay.GlobalVar) and loaded.name_hint == "x"
    assert load({"type_key": "relay.Op", "global_key": "nn.conv2d"}) is relay.op.get("nn.conv2d")


def test_numbers():
    x, y = node("Variable", dtype="int32", name="x"), node("SizeVar", dtype="int32", name="y")
    for root, kind, name in ((1, tvm.tir.Var, "x"), (2, tvm.tir.SizeVar, "y")):
        loaded = load(x, y, root=root)
        assert isinstance(loaded, kind) and (loaded.name, loaded.dtype) == (name, "int32")
        again = tvm.ir.load_json(tvm.ir.save_json(loaded))
        assert isinstance(again, kind) and again.name == name


def test_maps():
    loaded = load({"type_key": "StrMap", "keys": ["z", "x"], "data": [2, 3]},
                  node("IntImm", dtype="int32", value="2"), node("Max", dtype="int32", a="4", b="2"),
                  node("Add", dtype="int32", a="5", b="2"), node("Variable", dtype="int32", name="n"))
    assert isinstance(loaded, tvm.ir.container.Map) and set(loaded) == {"x", "z"}
    assert loaded["z"] == 2 and loaded["x"].type_key == "tir.Max"


# TVM 0.6's type keys.
FORMER = {"IRModule": "relay.Module", "tir.Var": "Variable", "tir.SizeVar": "SizeVar",
          **{name: f"relay.{name}" for name in (
              "Op", "SourceName", "Span", "GlobalVar", "TupleType", "FuncType", "TypeVar", "IncompleteType")}}
TEXTS = {"relay.GlobalVar": "name_hint", "relay.TypeVar": "name_hint", "relay.Id": "name_hint",
         "Variable": "name", "SizeVar": "name"}
SPAN = {"source_name": "source", "line": "lineno", "column": "col_offset", "end_line": None,
        "end_column": None}


def make_former(entry, nodes):
    """A node as TVM 0.6 writes it."""
    entry = {**entry, "type_key": FORMER.get(entry["type_key"], entry["type_key"])}
    attrs = dict(entry.get("attrs", {}))
    if entry["type_key"] in ("relay.Op", "relay.SourceName"):
        entry["global_key"] = entry.pop("repr_str")
    if entry["type_key"] == "relay.Span":
        attrs = {SPAN[key]: value for key, value in attrs.items() if SPAN[key]}
    text = TEXTS.get(entry["type_key"])
    if text:
        attrs[text] = nodes[int(attrs[text])]["repr_str"]
    if entry["type_key"] in ("Variable", "SizeVar"):
        del attrs["type_annotation"]
    if entry["type_key"] == "relay.TypeVar":
        # The name is that of a variable.
        nodes.append({"type_key": "Variable", "attrs": {"dtype": "int32", "name": attrs.pop("name_hint")}})
        attrs["var"] = str(len(nodes) - 1)
    return {**entry, "attrs": attrs} if attrs else entry


def downgrade(text, minor):
    """A JSON text of this version as TVM 0.`minor` writes it."""
    graph = json.loads(text)
    graph["attrs"]["tvm_version"] = f"0.{minor}.0"
    nodes = graph["nodes"]
    for entry in nodes:
        if minor < 9:
            entry.get("attrs", {}).pop("virtual_device_", None)
        if minor < 8 and entry["type_key"] == "IRModule":
            del entry["attrs"]["attrs"]
    if minor == 6:
        for index in range(len(nodes)):
            nodes[index] = make_former(nodes[index], nodes)
    return json.dumps(graph)


def make_module():
    text = """#[version = "0.0.5"]
def @main(%x: Tensor[(?, 3), float32], %w: Tensor[(4, 3), float32]) {
  let %y = nn.dense(%x, %w, units=4);
  let %f = fn (%t: (Tensor[(?, 4), float32], int64)) { %t.0 };
  if (True) { @other(%y) } else { %f((%y, 1i64)) }
}
def @other(%a: Tensor[(?, 4), float32]) -> Tensor[(?, 4), float32] { nn.relu(%a) }
def @same[A](%a: A) -> A { %a }
"""
    mod = relay.parse(text)
    n = tvm.te.size_var("n")
    x = relay.var("x", shape=(n, 2))
    mod["sized"] = relay.Function([x], x + relay.const(np.ones(2, "float32")))
    return mod


@pytest.mark.parametrize("minor", range(6, 17))
def test_modules(minor):
    mod = make_module()
    text = downgrade(tvm.ir.save_json(mod), minor)
    assert ("relay.Module" in text) == (minor == 6)
    loaded = tvm.ir.load_json(text)
    tvm.ir.assert_structural_equal(loaded, mod)
    span, expected = loaded["main"].body.value.span, mod["main"].body.value.span
    assert (span.source_name.name, span.line, span.column) == (
        expected.source_name.name, expected.line, expected.column)


# The second and the third attributes are missing in versions that have them.
@pytest.mark.parametrize("version", ["0.8.0", "0.16.0", "1.6.0", "0.", "6", "", "0.99999999999.0"])
def test_other_versions_stay(version):
    for wrong in (node("relay.GlobalVar", name_hint="x"), node("GlobalVar", name_hint="x"),
                  node("IRModule", functions="0", type_definitions="0")):
        with pytest.raises(tvm.error.DiagnosticError, match="not supported|index of a node|'attrs' is missing"):
            load(wrong, version=version)


@pytest.mark.parametrize("wrong, message", [
    (node("relay.TypeVar", kind="0"), "attribute 'name_hint' is missing"),
    (node("relay.TypeVar", kind="0", var="7"), "attribute 'name_hint' is missing"),
    (node("relay.TypeVar", kind="0", var="x"), "attribute 'name_hint' is missing"),
    (node("relay.TypeVar", kind="x", var="1"), "attribute 'kind' is no kind of a type parameter"),
    (node("relay.GlobalVar"), "attribute 'name_hint' is missing"),
    (node("relay.Var", vid="1", type_annotation="0"), "attribute 'name_hint' is missing"),
    (node("relay.FuncType", arg_types="0"), "attribute 'ret_type' is missing"),
    (node("relay.Op"), "the operator has no name"),
    (node("Variable", dtype="int32", name="x", span="9"), "to be the index of a node, but got '9'"),
    (node("Max", a="1", b="5"), "expected attribute 'b' to be the index of a node, but got '5'"),
    (node("relay.Function", params="0", body="0", ret_type="0", type_params="0", attrs="0"),
     "expected attribute 'body' to refer to an expression"),
    (node("tir.BufferStore", buffer="0"), "objects of type 'tir.BufferStore' are not supported"),
])
def test_wrong_nodes(wrong, message):
    with pytest.raises(tvm.error.DiagnosticError) as caught:
        load(wrong)
    text = str(caught.value)
    assert re.search(message, text) and text.count("error:") == 1 and "node 1" in text
