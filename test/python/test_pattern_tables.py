"""Programs that are partitioned by a table as vendors have compute what they did before."""

import os
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay import transform
from vendor_patterns import NAMES, Programs, make_table

MODELS = Path(os.environ.get("RELAYLITE_CORPUS") or "/nonexistent") / "models"


def partition(mod, table):
    return tvm.transform.Sequential([
        transform.InferType(), transform.MergeComposite(table), transform.AnnotateTarget("vendor"),
        transform.MergeCompilerRegions(), transform.PartitionGraph()])(mod)


def count_composites(mod):
    """How often each entry of the table was found; all are in functions for the compiler."""
    counts = {}

    def look(node, symbol):
        if isinstance(node, relay.Function) and node.attrs and "Composite" in node.attrs.keys():
            assert mod[symbol].attrs["Compiler"] == "vendor"
            name = str(node.attrs["Composite"])
            counts[name] = counts.get(name, 0) + 1

    for var, function in mod.functions.items():
        relay.analysis.post_order_visit(function, lambda node: look(node, var.name_hint))
    return counts


def evaluate(mod, *arguments):
    with warnings.catch_warnings():
        # There is no such compiler.
        warnings.simplefilter("ignore")
        return relay.create_executor("vm", mod).evaluate()(*arguments).numpy()


def test_size_of_the_table():
    names = [entry[0] for entry in make_table()]
    assert len(names) == len(set(names)) == 40


@pytest.mark.parametrize("name", NAMES)
def test_entry(name):
    """A program for one entry, by that entry alone and by all."""
    mod = tvm.IRModule.from_expr(Programs().make(name))
    symbol = "vendor." + name.replace(" ", "_")
    table = make_table()
    value = np.random.default_rng(1).standard_normal(
        [int(extent) for extent in mod["main"].params[0].type_annotation.shape]).astype("float32")
    expected = evaluate(mod, value)
    for entries in ([entry for entry in table if entry[0] == symbol], table):
        parts = partition(mod, entries)
        assert count_composites(parts) == {symbol: 1}
        np.testing.assert_allclose(evaluate(parts, value), expected, rtol=1e-5, atol=1e-6)


def test_network():
    mod = tvm.IRModule.from_expr(Programs().make_network())
    parts = partition(mod, make_table())
    counts = count_composites(parts)
    assert len(counts) >= 30, counts
    value = np.random.default_rng(1).standard_normal((1, 4, 8, 8)).astype("float32")
    expected = evaluate(mod, value)
    np.testing.assert_allclose(evaluate(parts, value), expected, rtol=1e-5, atol=1e-6)
    tvm.ir.assert_structural_equal(relay.parse(parts.astext()), parts)


@pytest.mark.skipif(not MODELS.is_dir(), reason="no recorded models (RELAYLITE_CORPUS)")
@pytest.mark.parametrize("name, least, least_simplified", [
    ("mlp", 4, 4), ("dqn", 5, 5), ("dcgan", 6, 5), ("mobilenet", 30, 30), ("resnet-18", 20, 20)])
def test_models(name, least, least_simplified, tmp_path):
    """Recorded networks with constant weights, as they are and after normalizations became arithmetic."""
    subprocess.run([sys.executable, MODELS / "make_params.py", MODELS / name, "-o", tmp_path],
                   check=True, capture_output=True)
    values = dict(np.load(tmp_path / f"{name}.npz"))
    inputs = dict(np.load(tmp_path / f"{name}.inputs.npz"))
    mod = relay.parse((MODELS / name / f"{name}.relay").read_text())
    mod["main"] = relay.build_module.bind_params_by_name(mod["main"], values)
    (argument,) = inputs.values()
    recorded = np.load(MODELS / name / "expected.npz")["output0"]
    simplify = tvm.transform.Sequential([
        transform.InferType(), transform.SimplifyInference(), transform.FoldConstant()])
    for program, count in ((mod, least), (simplify(mod), least_simplified)):
        parts = partition(program, make_table())
        assert sum(count_composites(parts).values()) >= count, count_composites(parts)
        result = evaluate(parts, argument)
        np.testing.assert_allclose(result, evaluate(program, argument), rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(result, recorded, rtol=1e-3, atol=1e-5)
