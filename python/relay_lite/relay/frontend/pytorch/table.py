"""The table of operators in docs/PyTorch.md: `python -m relay_lite.relay.frontend.pytorch.table`."""

from __future__ import annotations

from . import converters
from .registry import _CONVERTERS, list_converters

# The families by the files of their converters.
_FAMILIES = {
    "elements": "Functions of elements", "types": "Element types and copies", "shapes": "Shapes",
    "joins": "Joining and splitting", "index": "Elements at indices",
    "reduce": "Reductions and sorting", "layers": "Layers", "activations":
    "Activations, attention, losses", "recurrent": "Recurrent layers", "create": "New tensors",
    "image": "Images and boxes", "quantized": "Quantized tensors of scripts",
    "quantized_layers": "Quantized layers of scripts",
    "decomposed": "Quantization in exported programs", "scalars": "Numbers and lists"}


def make_table() -> str:
    """Return the table of operators by family, in Markdown."""
    rows: dict[str, list[str]] = {title: [] for title in _FAMILIES.values()}
    for name in list_converters():
        module = _CONVERTERS[name][0].__module__.rpartition(".")[2]
        if module in _FAMILIES:
            rows[_FAMILIES[module]].append(f"`{name.removeprefix('aten::')}`")
    lines = ["| Operators | Names; those without `::` are ATen's |", "|---|---|"]
    lines += [f"| {title} | {', '.join(names)} |" for title, names in rows.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    assert converters
    print(make_table(), end="")
