"""Exported programs of PyTorch, from files that are kept: PyTorch is not needed. The files are made
by utils/dev/make_exported_programs.py."""

import json
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from relay_lite import relay
from relay_lite.error import ArgumentError, OpNotImplemented
from relay_lite.relay.frontend import from_exported_program
from relay_lite.relay.frontend.node import ConversionError

FOLDER = Path(__file__).parent / "exported"
LAYOUTS = ["net", "torch26_net", "torch28_net"]
NAMES = [*LAYOUTS, "net_decomposed", "counter", "counter_decomposed", "cond", "loop", "scan",
         "recurrent"]


def load(name):
    """The inputs and the results of a program."""
    with np.load(FOLDER / f"{name}.npz") as arrays:
        return [[arrays[f"{kind}{i}"] for i in range(20) if f"{kind}{i}" in arrays]
                for kind in ("input", "result")]


def run(mod, params, *inputs):
    """The results of main as a list of arrays."""
    result = relay.create_executor("graph", mod=mod, params=params).evaluate()(*inputs)
    return [value.numpy() for value in (result if isinstance(result, list) else [result])]


def compare(results, expected):
    for found, wanted in zip(results, expected):
        assert found.shape == wanted.shape and found.dtype == wanted.dtype
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-5)


# Files that are right


@pytest.mark.parametrize("freeze", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_results(name, freeze):
    inputs, expected = load(name)
    mod, params = from_exported_program(FOLDER / f"{name}.pt2", freeze)
    results = run(mod, params, *inputs)
    assert len(results) >= len(expected)
    compare(results, expected)


@pytest.mark.parametrize("name", LAYOUTS)
def test_names_and_sizes(name):
    mod, params = from_exported_program(str(FOLDER / f"{name}.pt2"))
    main = mod["main"]
    assert main.params[0].type_annotation == relay.TensorType((relay.Any(), 2, 4, 4), "float32")
    assert {"conv.weight", "conv.bias", "norm.weight", "norm.running_mean", "linear.weight", "factor",
            "mask"} <= set(params)
    assert {param.name_hint for param in main.params[1:]} == set(params)
    assert main.ret_type.fields[0] == relay.TensorType((relay.Any(), 4), "float32")
    sizes, = main.attrs["symbolic_sizes"]
    assert str(sizes).startswith("x[0] = s") and str(sizes).endswith(": 2..50")


def test_other_sizes_than_the_exported_ones():
    mod, params = from_exported_program(FOLDER / "net.pt2")
    x = load("net")[0][0]
    whole, parts = run(mod, params, x)[0], [run(mod, params, x[i:i + 2])[0] for i in range(2)]
    np.testing.assert_allclose(whole[:2], parts[0], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", ["counter", "counter_decomposed"])
@pytest.mark.parametrize("freeze", [False, True])
def test_changed_buffers_are_further_results(name, freeze):
    mod, params = from_exported_program(FOLDER / f"{name}.pt2", freeze)
    assert [str(target) for target in mod["main"].attrs["mutated"]] == ["count"]
    x = load(name)[0][0]
    results = run(mod, {**params, "count": np.full(3, 4, "float32")}, x)
    np.testing.assert_array_equal(results[-1], np.full(3, 5))


def test_spans():
    mod, _ = from_exported_program(FOLDER / "net.pt2")
    names = set()
    relay.analysis.post_order_visit(mod["main"], lambda expr: names.add(
        expr.span.source_name.name if expr.span else None))
    assert {"conv2d", "batch_norm", "relu", "linear"} <= names


def test_weights_stay_in_the_file():
    mod, params = from_exported_program(FOLDER / "net.pt2")
    data = (FOLDER / "net.pt2").read_bytes()
    weight = np.asarray(params["conv.weight"])
    assert data.find(weight.tobytes()) > 0
    assert not weight.flags.owndata and not weight.flags.writeable


def test_parsed_text_is_the_same():
    mod, _ = from_exported_program(FOLDER / "net.pt2", True)
    again = relay.transform.InferType()(relay.parse(mod.astext()))
    inputs, expected = load("net")
    compare(run(again, {}, *inputs), expected)


def test_torch_is_not_imported():
    script = ("import sys; sys.modules['torch'] = None; sys.modules['onnx'] = None\n"
              "from relay_lite.relay.frontend import from_exported_program\n"
              f"from_exported_program({str(FOLDER / 'net.pt2')!r})")
    subprocess.run([sys.executable, "-c", script], check=True, env={"PYTHONPATH": ":".join(sys.path)})


# Programs of many calls


def make_archive(path, document, members=(), compression=zipfile.ZIP_STORED):
    """Write an archive with a program and other members."""
    with zipfile.ZipFile(path, "w", compression) as archive:
        archive.writestr("p/models/model.json", document if isinstance(document, (str, bytes))
                         else json.dumps(document))
        archive.writestr("p/data/weights/model_weights_config.json", json.dumps({"config": {}}))
        archive.writestr("p/data/constants/model_constants_config.json", json.dumps({"config": {}}))
        for name, data in members:
            archive.writestr(name, data)
    return path


def make_document(nodes, outputs=("y",), major=8, sizes=(2,)):
    """A program of one input x, of 2 elements unless other sizes are given."""
    meta = {"dtype": 7, "sizes": [{"as_int": size} for size in sizes], "strides": [{"as_int": 1}] * len(sizes),
            "storage_offset": {"as_int": 0}}
    graph = {"inputs": [{"as_tensor": {"name": "x"}}], "nodes": nodes, "tensor_values": {"x": meta},
             "outputs": [{"as_tensor": {"name": name}} for name in outputs]}
    signature = {"input_specs": [{"user_input": {"arg": {"as_tensor": {"name": "x"}}}}],
                 "output_specs": [{"user_output": {"arg": {"as_tensor": {"name": name}}}}
                                  for name in outputs]}
    return {"graph_module": {"graph": graph, "signature": signature}, "range_constraints": {},
            "schema_version": {"major": major, "minor": 1}}


def node(target, result, *names, **constants):
    """A call of an operator."""
    inputs = [{"name": key, "arg": {"as_tensor": {"name": name}}}
              for key, name in zip(("self", "other"), names)]
    inputs += [{"name": key, "arg": value} for key, value in constants.items()]
    return {"target": f"torch.ops.aten.{target}", "inputs": inputs,
            "outputs": [{"as_tensor": {"name": result}}]}


def test_programs_of_many_calls(tmp_path):
    count = 10000
    nodes = [node("add.Tensor", f"y{i}", f"y{i - 1}" if i else "x", f"y{i - 1}" if i else "x")
             if i % 2 else node("view.default", f"y{i}", f"y{i - 1}" if i else "x",
                                size={"as_ints": [2]}) for i in range(count)]
    path = make_archive(tmp_path / "long.pt2", make_document(nodes, (f"y{count - 1}",)))
    mod, _ = from_exported_program(path)
    assert mod["main"].ret_type == relay.TensorType((2,), "float32")


def test_reshapes_of_reshapes(tmp_path):
    nodes = [node("view.default", "a", "x", size={"as_ints": [1, 2]}),
             node("unsqueeze.default", "b", "a", dim={"as_int": 1}),
             node("view.default", "c", "b", size={"as_ints": [2, -1]}),
             node("relu.default", "y", "c"), node("view.default", "z", "c", size={"as_ints": [2]})]
    mod, _ = from_exported_program(make_archive(tmp_path / "r.pt2", make_document(nodes, ("y", "z"))))
    x, = mod["main"].params
    y, z = mod["main"].body.fields
    assert y.args[0].op.name == "reshape" and y.args[0].args[0] == x and z == x
    assert [int(size) for size in y.args[0].attrs.newshape] == [2, -1]


def list_operators(mod):
    """The operators that main calls."""
    found = []
    relay.analysis.post_order_visit(mod["main"], lambda expr: found.append(
        expr.op.name) if isinstance(expr, relay.Call) else None)
    return found


def select(result, data, axis, index):
    return node("select.int", result, data, dim={"as_int": axis}, index={"as_int": index})


SPLIT = [node("view.default", "v", "x", size={"as_ints": [4, 1, 2, 3]}),
         node("permute.default", "p", "v", dims={"as_ints": [2, 0, 1, 3]})]


@pytest.mark.parametrize("calls, operators", [
    # All slices are taken: one split of x, whose rows the permutation keeps in order.
    ([*SPLIT, select("a", "p", 0, 0), select("b", "p", 0, -1), node("sub.Tensor", "y", "a", "b")],
     ["split", "reshape", "reshape", "subtract"]),
    # A slice is missing.
    ([*SPLIT, select("a", "p", 0, 0), select("b", "p", 0, 0), node("sub.Tensor", "y", "a", "b")],
     ["reshape", "transpose", "take", "take", "subtract"]),
    # The slices are of two dimensions.
    ([*SPLIT, select("a", "p", 0, 0), select("c", "p", 1, 1), select("b", "p", 0, 1),
      node("sub.Tensor", "d", "a", "b"), node("sum.default", "e", "c"), node("mul.Tensor", "y", "d", "e")],
     ["split", "reshape", "reshape", "subtract", "reshape", "transpose", "take", "sum", "multiply"]),
    # The permutation changes the order of others.
    ([node("view.default", "v", "x", size={"as_ints": [4, 3, 2]}),
      node("permute.default", "p", "v", dims={"as_ints": [2, 1, 0]}),
      select("a", "p", 0, 0), select("b", "p", 0, 1), node("sub.Tensor", "y", "a", "b")],
     ["reshape", "transpose", "split", "reshape", "reshape", "subtract"]),
    # A call writes into a slice.
    ([*SPLIT, select("a", "p", 0, 0), node("relu_.default", "r", "a"), select("b", "p", 0, 1),
      node("sub.Tensor", "y", "r", "b")], None),
])
def test_slices(tmp_path, calls, operators):
    x = np.arange(-12, 12).reshape(4, 6).astype("float32")
    mod, _ = from_exported_program(make_archive(tmp_path / "s.pt2", make_document(calls, sizes=(4, 6))))
    found = list_operators(mod)
    assert sorted(found) == sorted(operators) if operators else "split" not in found
    # The results are those of the calls one by one.
    values = {"x": x}
    for call in calls:
        name, *rest = [next(iter(entry["arg"].values())) for entry in call["inputs"]]
        first, op = values[name["name"]], call["target"].split(".")[3]
        values[call["outputs"][0]["as_tensor"]["name"]] = {
            "view": lambda: first.reshape(rest[0]), "permute": lambda: first.transpose(rest[0]),
            "select": lambda: first.take(rest[1], rest[0]), "relu_": lambda: np.maximum(first, 0),
            "sub": lambda: first - values[rest[0]["name"]], "mul": lambda: first * values[rest[0]["name"]],
            "sum": lambda: first.sum()}[op]()
    np.testing.assert_allclose(run(mod, {}, x)[0], values["y"], rtol=1e-6)


@pytest.mark.parametrize("count", [64, 65, 1000])
def test_many_slices(tmp_path, count):
    nodes = [select(f"s{i}", "x", 0, i) for i in range(count)]
    nodes += [node("add.Tensor", f"y{i}", f"s{i}", f"y{i - 1}" if i else "s0") for i in range(count)]
    path = make_archive(tmp_path / "s.pt2", make_document(nodes, (f"y{count - 1}",), sizes=(count, 2)))
    mod, _ = from_exported_program(path)
    assert ("split" in list_operators(mod)) == (count <= 64)


def test_permutations_of_permutations(tmp_path):
    nodes = [node("permute.default", "a", "x", dims={"as_ints": [1, 2, 0]}),
             node("permute.default", "y", "a", dims={"as_ints": [1, 0, 2]}),
             node("permute.default", "z", "a", dims={"as_ints": [2, 0, 1]})]
    mod, _ = from_exported_program(make_archive(tmp_path / "p.pt2", make_document(nodes, ("y", "z"),
                                                                                 sizes=(2, 3, 4))))
    x, = mod["main"].params
    y, z = mod["main"].body.fields
    assert y.args[0] == x and [int(axis) for axis in y.attrs.axes] == [2, 1, 0] and z == x


def test_linear_layers_between_reshapes(tmp_path):
    nodes = [node("full.default", "w", size={"as_ints": [5, 6]}, fill_value={"as_float": 0.5}),
             node("view.default", "a", "x", size={"as_ints": [4, 1, 6]}),
             {"target": "torch.ops.aten.linear.default", "outputs": [{"as_tensor": {"name": "b"}}], "inputs": [
                 {"name": key, "arg": {"as_tensor": {"name": name}}} for key, name in (("input", "a"),
                                                                                      ("weight", "w"))]},
             node("view.default", "y", "b", size={"as_ints": [2, 2, 5]})]
    mod, _ = from_exported_program(make_archive(tmp_path / "l.pt2", make_document(nodes, sizes=(4, 6))))
    assert list_operators(mod) == ["nn.dense", "reshape"]
    x = np.arange(24).reshape(4, 6).astype("float32")
    np.testing.assert_allclose(run(mod, {}, x)[0], (x @ np.full((6, 5), 0.5)).reshape(2, 2, 5), rtol=1e-6)


def test_several_programs_in_a_file(tmp_path):
    document = make_document([node("relu.default", "y", "x")])
    path = make_archive(tmp_path / "two.pt2", document, [("p/models/other.json", json.dumps(document))])
    with pytest.raises(ConversionError, match="holds the programs model, other: the argument model "):
        from_exported_program(path)
    with pytest.raises(ConversionError, match="holds the programs model, other, but no third"):
        from_exported_program(path, model="third")
    assert from_exported_program(path, model="other")[0]["main"].body.op.name == "nn.relu"


# Files that are wrong


def test_cut_files(tmp_path):
    path = tmp_path / "net.pt2"
    for name in LAYOUTS:
        data = (FOLDER / f"{name}.pt2").read_bytes()
        for size in [*range(0, len(data), 1499), len(data) - 1]:
            path.write_bytes(data[:size])
            with pytest.raises(ConversionError, match="is not an archive of PyTorch|no exported program"):
                from_exported_program(path)


def test_garbled_files(tmp_path):
    path = tmp_path / "net.pt2"
    random = np.random.default_rng(0)
    for name in LAYOUTS:
        data = np.frombuffer((FOLDER / f"{name}.pt2").read_bytes(), "uint8")
        for _ in range(60):
            garbled = data.copy()
            places = random.integers(0, len(data), 6)
            garbled[places] = random.integers(0, 256, 6)
            path.write_bytes(garbled.tobytes())
            try:
                from_exported_program(path)
            except (ConversionError, OpNotImplemented):
                pass


def test_compressed_and_encrypted_members(tmp_path):
    document = make_document([node("relu.default", "y", "x")])
    path = make_archive(tmp_path / "small.pt2", document, compression=zipfile.ZIP_DEFLATED)
    with pytest.raises(ConversionError, match="member 'models/model.json': compressed members are not"):
        from_exported_program(path)
    bomb = make_archive(tmp_path / "bomb.pt2", b"0" * 10**7, compression=zipfile.ZIP_DEFLATED)
    with pytest.raises(ConversionError, match="compressed members are not supported"):
        from_exported_program(bomb)
    path = make_archive(tmp_path / "locked.pt2", document)
    data = bytearray(path.read_bytes())
    place = data.find(b"PK\x01\x02")
    data[place + 8] |= 1
    path.write_bytes(data)
    with pytest.raises(ConversionError, match="encrypted members are not supported"):
        from_exported_program(path)


def test_members_that_lead_outside(tmp_path):
    path = make_archive(tmp_path / "far.pt2", make_document([node("relu.default", "y", "x")]))
    data = bytearray(path.read_bytes())
    place = data.find(b"PK\x01\x02")
    data[place + 20:place + 28] = struct.pack("<II", 2**30, 2**30)
    path.write_bytes(data)
    with pytest.raises(ConversionError, match="bytes lead outside of the file"):
        from_exported_program(path)


def test_checksums(tmp_path):
    path = make_archive(tmp_path / "y.pt2", make_document([node("relu.default", "y", "x")]))
    path.write_bytes(path.read_bytes().replace(b"aten.relu", b"aten.selu"))
    with pytest.raises(ConversionError, match="member 'models/model.json': the checksum is wrong"):
        from_exported_program(path)
    path = tmp_path / "weights.pt2"
    data = (FOLDER / "torch28_net.pt2").read_bytes()
    assert data.count(b"conv.weight") == 2
    path.write_bytes(data[:data.rindex(b"conv.weight")] +
                     data[data.rindex(b"conv.weight"):].replace(b"conv.weight", b"conv.height"))
    with pytest.raises(ConversionError, match="checksum is wrong"):
        from_exported_program(path)


@pytest.mark.parametrize("change, message", [
    (lambda entry: entry.update(use_pickle=True), "is a pickle, which is not loaded"),
    (lambda entry: entry["tensor_meta"].update(dtype=10), "has the element type complex64, which Relay"),
    (lambda entry: entry["tensor_meta"].update(dtype=99), "has the element type 99, which Relay has not"),
    (lambda entry: entry["tensor_meta"]["sizes"].__setitem__(0, {"as_int": 3000}), "needs [0-9]+ bytes"),
    (lambda entry: entry["tensor_meta"]["strides"].__setitem__(0, {"as_int": -1}), "invalid sizes"),
    (lambda entry: entry["tensor_meta"].update(sizes=[{"as_int": 2**20}] * 4,
                                               strides=[{"as_int": 0}] * 4), "may be repeated up to"),
    (lambda entry: entry["tensor_meta"].update(sizes=[{"as_int": 2**62}, {"as_int": 0}],
                                               strides=[{"as_int": 1}] * 2), "may be repeated up to"),
    (lambda entry: entry["tensor_meta"]["sizes"].__setitem__(0, {"as_int": True}), "invalid sizes"),
    (lambda entry: entry.update(path_name=7), "has an invalid description"),
    (lambda entry: entry.update(path_name="../../etc/passwd"), "the archive has no such member"),
    (lambda entry: entry.pop("tensor_meta"), "has an invalid description"),
])
def test_invalid_weights(tmp_path, change, message):
    with zipfile.ZipFile(FOLDER / "net.pt2") as old, zipfile.ZipFile(tmp_path / "n.pt2", "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name.endswith("model_weights_config.json"):
                document = json.loads(data)
                change(document["config"]["conv.weight"])
                data = json.dumps(document)
            new.writestr(name, data)
    with pytest.raises(ConversionError, match=message):
        from_exported_program(tmp_path / "n.pt2")


def replace_weights(path, data):
    """Write a program of torch 2.8, whose weights are a file of torch.save, with other weights."""
    with zipfile.ZipFile(FOLDER / "torch28_net.pt2") as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            new.writestr(name, data if name.endswith("weights/model.pt") else old.read(name))
    return path


def test_pickles_are_not_loaded(tmp_path):
    import pickle

    class Evil:
        def __reduce__(self):
            return (Path.touch, (tmp_path / "touched",))

    inner = tmp_path / "inner.zip"
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("model/data.pkl", pickle.dumps({"w": Evil()}))
    path = replace_weights(tmp_path / "n.pt2", inner.read_bytes())
    with pytest.raises(ConversionError, match="the pickle refers to .* it is not loaded"):
        from_exported_program(path)
    assert not (tmp_path / "touched").exists()


@pytest.mark.parametrize("data, message", [
    (b"", "the pickle is invalid"), (b"\x80\x02}q\x00(.", "expected a dictionary of tensors"),
    (b"\x80\x02]" + b"\x85" * 100000 + b".", "expected a dictionary of tensors"),
    (b"\x80\x02\x8b\xff\xff\xff\x7f.", "the pickle is invalid"),
    (b"\x80\x02X\xff\xff\xff\x7fabc.", "the pickle is invalid"),
    (b"\x80\x02}}R.", "the pickle is invalid"), (b"\x80\x02}q\x00h\x00h\x00s.", "the pickle is invalid"),
    (b"\x80\x02cos\nsystem\n.", "the pickle refers to 'os system': it is not loaded"),
    (b"\x80\x02N)\x81.", "the pickle has the operation NEWOBJ: it is not loaded"),
])
def test_invalid_pickles(tmp_path, data, message):
    inner = tmp_path / "inner.zip"
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("model/data.pkl", data)
    with pytest.raises(ConversionError, match=message):
        from_exported_program(replace_weights(tmp_path / "n.pt2", inner.read_bytes()))


def change(document, *path, value):
    """A program with another value at a place."""
    changed = inner = json.loads(json.dumps(document))
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


RELU = make_document([node("relu.default", "y", "x")])
GRAPH = ("graph_module", "graph")
SIGNATURE = ("graph_module", "signature")


@pytest.mark.parametrize("path, value, message", [
    ((*GRAPH, "nodes", 0, "name"), [1], r"expected a text, but got \[1\]"),
    ((*GRAPH, "nodes", 0, "name"), "\ud800", "UnicodeEncodeError"),
    ((*GRAPH, "nodes", 0, "target"), 7, "the program is invalid: AttributeError"),
    ((*GRAPH, "nodes", 0, "inputs", 0, "name"), {}, "expected a text, but got {}"),
    ((*GRAPH, "nodes", 0, "inputs", 0, "arg"), {"as_tensor": {"name": ["x"]}}, r"expected a text, but got \['x'\]"),
    ((*GRAPH, "nodes", 0, "inputs"), [], "aten::relu 'y': "),
    ((*GRAPH, "nodes", 0, "outputs", 0), {"as_tensor": {"name": 2}}, "expected a text, but got 2"),
    ((*GRAPH, "nodes", 0, "outputs", 0), {"as_none": True}, "the value 'y' is not defined before it is used"),
    ((*GRAPH, "outputs", 0), {"as_tensor": {"name": {}}}, "expected a text, but got {}"),
    ((*GRAPH, "tensor_values"), 1.5, "the program is invalid: AttributeError"),
    ((*GRAPH, "tensor_values", "z"), {"as_none": True}, "the program is invalid: KeyError"),
    ((*GRAPH, "tensor_values", "x", "sizes"), [{"as_int": -1}], "expected a size, but got -1"),
    ((*GRAPH, "tensor_values", "x", "sizes"), [{"as_int": 2**63}], "expected a size, but got 9223372036854775808"),
    ((*GRAPH, "tensor_values", "x", "sizes"), [{"as_int": True}], "expected a size, but got True"),
    ((*GRAPH, "tensor_values", "x", "sizes"), [{"as_int": "9" * 1000}], "expected a size, but got '9{59}\""),
    ((*GRAPH, "tensor_values", "x", "sizes"), [7], "the program is invalid: TypeError"),
    ((*SIGNATURE, "input_specs", 0), {"parameter": {"arg": {"name": "x"}, "parameter_name": []}},
     r"expected a text, but got \[\]"),
    ((*SIGNATURE, "input_specs", 0), {"parameter": {"arg": {"name": "x"}, "parameter_name": "w"}},
     "there are no data of the tensor 'w'"),
    ((*SIGNATURE, "input_specs", 0), {"token": {"arg": {"name": "x"}}}, "an input of kind token is not supported"),
    ((*SIGNATURE, "output_specs", 0), {"user_output": {"arg": {"as_tensor": {"name": [1]}}}},
     r"expected a text, but got \[1\]"),
    ((*SIGNATURE, "output_specs", 0), {"token": {}}, "an output of kind token is not supported"),
    (("range_constraints",), [], "the program is invalid: AttributeError"),
])
def test_invalid_entries(tmp_path, path, value, message):
    document = change(RELU, *path, value=value)
    with pytest.raises(ConversionError, match=message):
        from_exported_program(make_archive(tmp_path / "p.pt2", document))


def test_operators_on_graphs_with_wrong_arguments(tmp_path):
    cond = {"target": "torch.ops.higher_order.cond", "outputs": [{"as_tensors": [{"name": "y"}]}], "inputs": [
        {"name": "", "arg": {"as_bool": True}}, {"name": "", "arg": {"as_int": 3}}]}
    cond["name"] = "branch"
    with pytest.raises(ConversionError, match="higher_order::cond 'branch': not enough values to unpack"):
        from_exported_program(make_archive(tmp_path / "c.pt2", make_document([cond])))


@pytest.mark.parametrize("seed", range(2))
def test_random_changes(tmp_path, seed):
    """Programs with wrong entries are errors of the importer, whatever the entries are."""
    random = np.random.default_rng(seed)
    values = [None, True, -1, 0, 2**63, 1.5, "", "a\0b", [], {}, [1], {"as_int": -1}, {"as_tensor": {"name": "x"}},
              {"as_ints": [1, "a", None]}, {"as_expr": {"expr_str": "s"}}, {"as_graph": {}}]

    def list_places(value, place=()):
        items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, item in items:
            yield (*place, key)
            yield from list_places(item, (*place, key))

    for name in NAMES:
        with zipfile.ZipFile(FOLDER / f"{name}.pt2") as archive:
            members = {member: archive.read(member) for member in archive.namelist()}
        texts = [member for member in members if member.endswith(".json") and members[member][:1] == b"{"]
        for _ in range(8):
            text = texts[random.integers(len(texts))]
            document = json.loads(members[text])
            places = list(list_places(document))
            place = places[random.integers(len(places))]
            changed = change(document, *place, value=values[random.integers(len(values))])
            with zipfile.ZipFile(tmp_path / "n.pt2", "w") as archive:
                for member, data in members.items():
                    archive.writestr(member, json.dumps(changed) if member == text else data)
            try:
                from_exported_program(tmp_path / "n.pt2")
            except (ConversionError, OpNotImplemented):
                pass


@pytest.mark.parametrize("document, message", [
    ("{", "expected a JSON text"), ("[" * 100000, "expected a JSON text"),
    ("[]", "the program is invalid"), ("{}", "the program is invalid"),
    (make_document([node("relu.default", "y", "x")], major=9),
     "expected version 8 of the schema, but got 9"),
    (make_document([node("relu.default", "y", "z")]), "the value 'z' is not defined before it is used"),
    (make_document([node("relu.default", "y", "y")]), "the value 'y' is not defined before it is used"),
    (make_document([node("relu.default", "z", "x")]), "the value 'y' is not defined before it is used"),
    (make_document([node("sum.default", "y", "x", speed={"as_int": 3})]),
     "aten::sum 'y': the argument speed is not supported"),
    (make_document([node("view.default", "y", "x", size={"as_ints": [5]})]), "aten::view 'y': "),
    (make_document([node("view.default", "z", "x", size={"as_ints": [5]}),
                    node("view.default", "y", "z", size={"as_ints": [2]})]), "aten::view 'z': "),
    (make_document([node("view.default", "y", "x", size={"as_rocket": 5})]),
     "an argument of kind as_rocket is not supported"),
    (make_document([node("conv2d.default", "y", "x")]), "aten::conv2d 'y': "),
    (make_document([node("constant_pad_nd.default", "y", "x", pad={"as_ints": [2**40, 1]})]),
     "aten::constant_pad_nd 'y': .*expected pad_width of 32 bits"),
    (make_document([node("arange.default", "y", end={"as_int": 2**60})]), "aten::arange 'y': "),
    (make_document([node("arange.start_step", "y", end={"as_int": 2}, step={"as_int": 0})]),
     "aten::arange.start_step 'y': there are too many numbers from 0 to 2 by 0"),
    (make_document([node("range.step", "y", end={"as_int": 2}, step={"as_int": 0})]),
     "aten::range.step 'y': division by zero"),
    (make_document([node("linspace.default", "y", start={"as_int": 0}, end={"as_int": 2},
                         steps={"as_int": 2**40})]),
     "aten::linspace 'y': expected a tensor of at most 16777216 elements, but got one of 1099511627776"),
    (make_document([node("triu_indices.default", "y", row={"as_int": 2**20}, col={"as_int": 2**20})]),
     "expected a tensor of at most 16777216 elements"),
    (make_document([node("histc.default", "y", "x", bins={"as_int": 2**40}, max={"as_int": 1})]),
     "expected a tensor of at most 16777216 elements"),
    (make_document([node("relu.default", "y", "x")], major=7), "expected version 8 of the schema, but got 7"),
    (make_document([node("relu.default", "y", "x")], major="8"), "expected version 8 of the schema, but got '8'"),
])
def test_invalid_programs(tmp_path, document, message):
    with pytest.raises(ConversionError, match=message):
        from_exported_program(make_archive(tmp_path / "p.pt2", document))


@pytest.mark.parametrize("call, name, shape", [
    (node("arange.default", "y", end={"as_int": 2**25}), "arange", (2**25,)),
    (node("range.step", "y", end={"as_int": 2**26}, step={"as_int": 2}), "arange", (2**25 + 1,)),
    (node("arange.default", "y", end={"as_float": 2.0**26}), "arange", (2**26,)),
    (node("eye.m", "y", n={"as_int": 2**15}, m={"as_int": 2**14}), "one_hot", (2**15, 2**14)),
])
def test_large_tensors_are_computed_by_operators(tmp_path, call, name, shape):
    mod, _ = from_exported_program(make_archive(tmp_path / "p.pt2", make_document([call])))
    main = mod["main"]
    assert main.body.op.name == name and tuple(main.ret_type.shape) == shape


def test_large_ranges(tmp_path):
    call = node("arange.start_step", "y", start={"as_int": 5}, end={"as_int": 5 - 2**25}, step={"as_int": -1})
    result, = run(*from_exported_program(make_archive(tmp_path / "p.pt2", make_document([call]))),
                  np.zeros(2, "float32"))
    assert result.dtype == "int64" and result.shape == (2**25,)
    assert (result[:2].tolist(), result[-1]) == ([5, 4], 6 - 2**25)


def test_unsupported_operators_are_listed(tmp_path):
    path = make_archive(tmp_path / "p.pt2", make_document([
        node("whirl.default", "a", "x"), node("whirl.default", "b", "a"), node("twirl.out", "y", "b")]))
    with pytest.raises(OpNotImplemented, match=r"for frontend PyTorch: aten::twirl \(y\), aten::whirl "
                                               r"\(a, b\)"):
        from_exported_program(path)


@pytest.mark.parametrize("program, error, message", [
    ("none.pt2", ConversionError, "cannot read none.pt2: No such file"),
    (7, ArgumentError, "expected a torch.export.ExportedProgram or a path, but got int")])
def test_what_is_no_program(program, error, message):
    with pytest.raises(error, match=message):
        from_exported_program(program)


def test_archives_of_other_kinds(tmp_path):
    with zipfile.ZipFile(tmp_path / "other.pt2", "w") as archive:
        archive.writestr("other/code/__torch__.py", "")
    with pytest.raises(ConversionError, match="holds no exported program: files of torch.jit.save"):
        from_exported_program(tmp_path / "other.pt2")
    with zipfile.ZipFile(tmp_path / "other.pt2", "w"):
        pass
    with pytest.raises(ConversionError, match="is not an archive of PyTorch: it is empty"):
        from_exported_program(tmp_path / "other.pt2")
