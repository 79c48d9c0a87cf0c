"""ONNX's conformance tests of operators, imported and exported: onnxruntime gives the same outputs, and
no more nodes come out than went in.

By default a part of the tests runs. RELAYLITE_ONNX_EXPORTS=all runs all of them, another value those
whose names have it.
"""

import functools
import os
import re
import sys

import pytest
from onnx_models import onnx
from test_docs import ROOT

pytest.importorskip("onnxruntime")
sys.path.insert(0, str(ROOT / "utils/dev"))

import onnx_cases  # noqa: E402
from run_onnx_conformance import attempt, export_case  # noqa: E402

SELECTED = os.environ.get("RELAYLITE_ONNX_EXPORTS", "")

# Other tests run by default if their numbers are multiples of this.
ONE_IN = 40
ALWAYS = re.compile("test_(lstm|gru_defaults|gelu|matmul|gemm|if|softmax_axis|qlinear|loop|layer_normalization_4d).*")
# Nodes that become more: sequences, batches of Scan, and nodes whose attributes are graphs or that
# have results which are inputs or constants.
GROWING = re.compile("test_(sequence|split_to_sequence|identity_|optional_|if_seq|loop1._seq|scan_sum|"
                     "linear_attention|flexattention|dropout_default_mask|cum(sum|prod)_1d_reverse).*")
# Tests that need the node: Relay's operators alone cannot be exported, or onnxruntime has no kernel for
# the types of what they become.
PLAIN = re.compile(".*_expanded|test_(dft|stft|nonmax|unique|roialign|onehot_out|onehot_without|"
                   "averagepool_2d_ceil_last).*")


@functools.lru_cache
def select():
    """The tests that run."""
    cases = onnx_cases.generate_cases()
    if SELECTED:
        return [case for case in cases if SELECTED == "all" or SELECTED in case.name]
    return [case for i, case in enumerate(cases)
            if i % ONE_IN == 0 or ALWAYS.match(case.name) and not case.name.endswith("expanded")]


def test_operators():
    if onnx.__version__ != "1.23.2":
        pytest.skip("the exceptions are those of onnx 1.23.2")
    found = {case.name: attempt(export_case, case, False)[0] for case in select()}
    passed = [name for name, reason in found.items() if not reason]
    wrong = [f"{name}: {reason}" for name, reason in found.items()
             if reason not in ("", "not imported") and
             not ("nodes went in" in reason and GROWING.match(name))]
    assert not wrong, "\n".join(wrong)
    assert SELECTED or len(passed) > 50


def test_operators_without_nodes():
    """The exporters of Relay's operators alone give the same outputs, too."""
    cases = [case for case in select() if not PLAIN.match(case.name)][::4]
    found = {case.name: attempt(export_case, case, True)[0] for case in cases}
    assert [name for name, reason in found.items() if reason not in ("", "not imported")] == []
