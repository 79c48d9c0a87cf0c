"""Definitions of algebraic data types: built, read, kept by passes, written and compared."""

import copy
import json
import os
import pickle
import re
from pathlib import Path

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay

GOLDEN = Path(os.environ.get("RELAYLITE_CORPUS") or "/nonexistent") / "golden"

TEXT = """#[version = "0.0.5"]
type External[A] {
  
}

type List[A] {
  Cons(A, List[A]),
  Nil,
}

type Tree[A] {
  Rose(A, List[Tree[A]]),
}

def @main(%x: Tensor[(1, 3), float32] /* ty=Tensor[(1, 3), float32] */) -> Tensor[(1, 3), float32] {
  nn.relu(%x) /* ty=Tensor[(1, 3), float32] */
}
"""
# The tags that TVM gives the constructors of a type List.
CONS, NIL = (0x88 << 24) - 2**32, (0x88 << 24 | 1) - 2**32


def get_text(module):
    """The text of a module without positions."""
    return re.sub(r" span=\S+", "", module.astext())


def make_list(name="List", constructors=("Cons", "Nil")):
    """The definition of a type of lists."""
    header, param = relay.GlobalTypeVar(name), relay.TypeVar("A")
    cons = relay.Constructor(constructors[0], [param, header(param)], header)
    return relay.TypeData(header, [param], [cons, relay.Constructor(constructors[1], [], header)])


def test_nodes():
    definition = make_list()
    cons, nil = definition.constructors
    assert isinstance(definition, tvm.ir.Type) and isinstance(cons, tvm.ir.RelayExpr)
    assert tvm.ir.TypeData is tvm.ir.adt.TypeData is relay.adt.TypeData is relay.TypeData
    assert cons.name_hint == "Cons" and nil.name_hint == "Nil"
    assert cons.belong_to is definition.header and list(nil.inputs) == []
    assert cons.inputs[0] is definition.type_vars[0]
    assert str(definition) == "type List[A] {\n  Cons(A, List[A]),\n  Nil,\n}"
    assert relay.Constructor("Lonely", [], definition.header).tag == -1
    call = cons(relay.const(1.0), nil())
    assert isinstance(call, relay.Call) and call.op is cons and call.args[1].op is nil


@pytest.mark.parametrize("make, message", [
    (lambda: relay.Constructor(1, [], relay.GlobalTypeVar("T")), "expected a string, but got 1"),
    (lambda: relay.Constructor("C", [1], relay.GlobalTypeVar("T")), "expected a list of types"),
    (lambda: relay.Constructor("C", [], "T"), "expected a GlobalTypeVar, but got 'T'"),
    (lambda: relay.TypeData("T", [], []), "expected a GlobalTypeVar, but got 'T'"),
    (lambda: relay.TypeData(relay.GlobalTypeVar("T"), ["A"], []), "expected a list of TypeVars"),
    (lambda: relay.TypeData(relay.GlobalTypeVar("T"), [], ["C"]), "expected a list of Constructors"),
])
def test_wrong_arguments(make, message):
    with pytest.raises(tvm.TVMError, match=message):
        make()


def test_module():
    definition = make_list()
    module = tvm.IRModule(type_definitions={definition.header: definition})
    module["Queue"] = make_list("Queue", ("Push", "Empty"))
    header = definition.header
    assert module.get_global_type_var("List") is header and module[header] is definition
    assert module["List"] is definition
    assert module.type_definitions[header] is definition
    assert [var.name_hint for var in module.get_global_type_vars()] == ["List", "Queue"]
    assert module.global_type_var_map_["List"] is header
    assert module.contain_global_type_var("Queue") and not module.contain_global_type_var("Tree")
    assert module.get_type("List") == (header, *definition.constructors)
    assert [c.tag for c in definition.constructors] == [CONS, NIL]
    assert module.get_constructor(NIL) is definition.constructors[1]
    other = tvm.IRModule.from_expr(relay.const(1.0), type_defs=module.type_definitions)
    assert other["List"] is definition and list(other.functions)[0].name_hint == "main"
    merged = tvm.IRModule()
    merged.update(other)
    assert merged.get_type("Queue") == other.get_type("Queue")
    replacement = make_list()
    merged._add("List", replacement, update=True)
    assert merged["List"] is replacement and other["List"] is definition
    assert copy.deepcopy(other)["List"] is definition


@pytest.mark.parametrize("use, message", [
    (lambda m: m.get_global_type_var("Tree"), "Cannot find global type var Tree in the Module; the "
                                              "candidates are: .List."),
    (lambda m: m.get_type("Tree"), "Cannot find global type var Tree"),
    (lambda m: m[relay.GlobalTypeVar("Tree")], "Cannot find global type var Tree"),
    (lambda m: m.get_constructor(7), "There is no constructor with the tag 7"),
    (lambda m: m.__setitem__("List", make_list()), "type 'List' is defined more than once"),
    (lambda m: m.__setitem__("T", make_list("T")), "constructor 'Cons' is defined more than once"),
    (lambda m: m.__setitem__("T", make_list("U")), "expected the definition of type T, but got that "
                                                   "of U"),
    (lambda m: m.__setitem__(1, make_list("T")), "expected a GlobalTypeVar or a name"),
    (lambda m: m.__setitem__("Storage", make_list("Storage")), "has neither parameters nor"),
    (lambda m: tvm.IRModule(type_definitions=[1]), "expected a dictionary of types"),
])
def test_wrong_uses(use, message):
    module = tvm.IRModule({}, {"List": make_list()})
    with pytest.raises((ValueError, tvm.TVMError), match=message):
        use(module)
    assert list(module.type_definitions) == [module.get_global_type_var("List")]


@pytest.mark.parametrize("inputs, message", [
    (lambda t, a: [relay.GlobalTypeVar("Tree")(a)], "type 'Tree' is not defined"),
    (lambda t, a: [t], "type 'T' takes 1 type arguments, but got 0"),
    (lambda t, a: [relay.TupleType([t(a, a)])], "type 'T' takes 1 type arguments, but got 2"),
    (lambda t, a: [relay.TypeVar("B")], "type parameter 'B' is not declared"),
    (lambda t, a: [relay.IncompleteType()], "constructor 'C' cannot have a field of type"),
    (lambda t, a: [relay.TypeCall(a, [])], "a type call has a callee that is not the name of a type"),
    (lambda t, a: [make_list()], "the definition of a type is not the type of a value"),
])
def test_wrong_fields(inputs, message):
    header, param = relay.GlobalTypeVar("T"), relay.TypeVar("A")
    constructor = relay.Constructor("C", inputs(header, param), header)
    module = tvm.IRModule({}, {header: relay.TypeData(header, [param], [constructor])})
    with pytest.raises(tvm.error.DiagnosticError, match=message):
        relay.transform.InferType()(module)


def test_text_and_json():
    module = relay.parse(TEXT)
    assert get_text(module) == TEXT
    assert get_text(relay.fromtext(TEXT)) == TEXT
    for other in (tvm.ir.load_json(tvm.ir.save_json(module)), pickle.loads(pickle.dumps(module))):
        assert get_text(other) == TEXT
        tvm.ir.assert_structural_equal(other, module)
        assert other.get_constructor(CONS).name_hint == "Cons"
    definition = module["List"]
    other = tvm.ir.load_json(tvm.ir.save_json(definition))
    assert str(other) == str(definition) and other.constructors[1].tag == NIL
    nodes = json.loads(tvm.ir.save_json(module))["nodes"]
    tags = [node["attrs"]["tag"] for node in nodes if node["type_key"] == "relay.Constructor"]
    assert tags[:2] == [str(CONS), str(NIL)]
    text = '#[version = "0.0.5"]\ntype Pair { Pair(List[int8], Tree[int8]) }'
    extended = relay.parse(text, init_module=module)
    assert list(extended.global_type_var_map_) == ["External", "List", "Tree", "Pair"]


@pytest.mark.parametrize("name", [
    "InferType", "FoldConstant", "SimplifyInference", "EliminateCommonSubexpr", "DeadCodeElimination",
    "SimplifyExpr", "CanonicalizeOps", "FoldScaleAxis", "FuseOps", "DefuseOps", "Legalize", "FastMath",
    "DynamicToStatic", "ToANormalForm", "ToGraphNormalForm", "ToBasicBlockNormalForm", "Inline",
    "LambdaLift", "RemoveUnusedFunctions", "PartitionGraph", "ToMixedPrecision", "AnnotateSpans"])
def test_passes_keep_definitions(name):
    module = relay.parse(TEXT)
    headers = module.get_global_type_vars()
    with tvm.transform.PassContext(opt_level=4):
        result = getattr(relay.transform, name)()(module)
    assert [str(result[var]) for var in headers] == [str(module[var]) for var in headers]
    if name != "AnnotateSpans":
        assert all(result[var] is module[var] for var in headers)


def test_programs_run():
    module = relay.parse(TEXT)
    x = np.float32([[-1, 0, 2]])
    executor = relay.create_executor("graph", module)
    np.testing.assert_array_equal(executor.evaluate()(x).numpy(), [[0, 0, 2]])
    library = relay.build(module, target="llvm")
    machine = tvm.contrib.graph_executor.GraphModule(library["default"](tvm.cpu()))
    machine.run(x=x)
    np.testing.assert_array_equal(machine.get_output(0).numpy(), [[0, 0, 2]])
    assert "relay.type_data @List" in module.mlir()


def test_comparison():
    module = relay.parse(TEXT)
    assert tvm.ir.structural_equal(module, relay.parse(TEXT))
    for old, new, message in (
            ("Nil,", "Nill,", "types of different definitions"),
            ("Cons(A, List[A])", "Cons(List[A], A)", "types of different definitions"),
            ("  Nil,\n", "", "types of different definitions"),
            ("type Tree[A] {\n  Rose(A, List[Tree[A]]),\n}\n", "", "type Tree against none")):
        other = relay.parse(TEXT.replace(old, new))
        assert not tvm.ir.structural_equal(module, other)
        with pytest.raises(ValueError, match=message):
            tvm.ir.assert_structural_equal(module, other)
    with pytest.raises(ValueError, match="no type External against one"):
        tvm.ir.assert_structural_equal(tvm.IRModule(module.functions), module)
    definition = make_list()
    assert tvm.ir.structural_equal(definition, make_list())
    assert tvm.ir.structural_hash(definition) == tvm.ir.structural_hash(make_list())
    assert tvm.ir.structural_hash(definition) != tvm.ir.structural_hash(
        make_list(constructors=("Cons", "End")))
    # Types are nominal.
    assert not tvm.ir.structural_equal(definition, make_list("Queue"))
    cons, nil = definition.constructors
    assert tvm.ir.structural_equal(nil, make_list().constructors[1])
    assert not tvm.ir.structural_equal(cons, nil)
    assert tvm.ir.structural_hash(nil) == tvm.ir.structural_hash(make_list().constructors[1])
    with pytest.raises(ValueError, match="constructor Cons against Nil"):
        tvm.ir.assert_structural_equal(cons, nil)


def test_constructors_in_functions():
    definition = make_list()
    cons, nil = definition.constructors
    call = relay.Call(cons, [relay.const(1.0), relay.Call(nil, [])])
    assert str(call) == "%0 = Nil();\nCons(1f, %0)"
    module = tvm.IRModule.from_expr(call, type_defs={definition.header: definition})
    text = tvm.ir.save_json(module)
    for use in (relay.transform.InferType(), lambda _: tvm.ir.load_json(text)):
        with pytest.raises(tvm.error.DiagnosticError,
                           match="constructors of algebraic data types are not supported yet"):
            use(module)

    class Names(relay.ExprVisitor):
        def visit_constructor(self, constructor):
            names.append(constructor.name_hint)

    names = []
    Names().visit(call)
    assert names == ["Cons", "Nil"]
    relay.ExprVisitor().visit(call)
    assert relay.ExprMutator().visit(call) is call


@pytest.mark.skipif(not GOLDEN.is_dir(), reason="no recorded programs (RELAYLITE_CORPUS)")
def test_module_of_tvm():
    text = (GOLDEN / "torchlike.relay").read_text()
    saved = (GOLDEN / "torchlike.json").read_text()
    module, loaded = relay.parse(text), tvm.ir.load_json(saved)
    assert get_text(module) == text and get_text(loaded) == text
    assert len(loaded.type_definitions) == 12
    tvm.ir.assert_structural_equal(loaded, module)
    nodes = json.loads(saved)["nodes"]
    tags = {nodes[int(node["attrs"]["name_hint"])]["repr_str"]: int(node["attrs"]["tag"])
            for node in nodes if node["type_key"] == "relay.Constructor"}
    assert len(tags) == 77
    for result in (loaded, relay.transform.RemoveUnusedFunctions()(module)):
        constructors = [c for data in result.type_definitions.values() for c in data.constructors]
        assert {c.name_hint: c.tag for c in constructors} == tags
    again = json.loads(tvm.ir.save_json(loaded))["nodes"]
    for key in ("relay.TypeData", "relay.Constructor", "GlobalTypeVar", "TypeVar", "TypeCall"):
        fields = [[sorted(node["attrs"]) for node in some if node["type_key"] == key]
                  for some in (nodes, again)]
        assert fields[0] == fields[1]


def test_pairs_of_maps_have_places():
    mod = tvm.IRModule()
    mod["List"] = make_list()
    header, definition = mod.type_definitions.items()[0]
    assert header.name_hint == "List" and definition.header == header
    assert tvm.ir.Map({"a": 1, "b": 2}).items() == [("a", 1), ("b", 2)]
