"""Random numbers. ONNX's generators have a state of their own: the numbers are others."""

from __future__ import annotations

from typing import Any

import numpy as np

from .call import CallView, get_number
from .registry import exporter


@exporter("random.normal", "random.uniform", makes="RandomNormal RandomUniform")
def export_random(call: CallView) -> list[str]:
    """Return the state and random numbers; the new state is not used."""
    bounds = [call.value(i) for i in (1, 2)]
    if bounds[0] is None or bounds[1] is None:
        call.fail("parameters known only at run time")
    first, second = (float(np.asarray(bound).reshape(-1)[0]) for bound in bounds)
    is_normal = call.op == "random.normal"
    type_ = call.type().fields[1]
    names = ("mean", "scale") if is_normal else ("low", "high")
    bounds_by_name: dict[str, Any] = dict(zip(names, (first, second)))
    numbers = call.emit("RandomNormal" if is_normal else "RandomUniform", [],
                        dtype=get_number(str(type_.dtype)), shape=call.attribute("out_shape"),
                        **bounds_by_name)
    return [call.input(0), numbers]
