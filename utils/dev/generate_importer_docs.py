#!/usr/bin/env python3
"""Writes the tables of operators into docs/TFLite.md and of layers into docs/Keras.md, below their last
headings.

  PYTHONPATH=build/python build/venv/bin/python3 utils/dev/generate_importer_docs.py
"""

from pathlib import Path

from relay_lite.relay.frontend.keras import registry as keras
from relay_lite.relay.frontend.tflite import registry as tflite

DOCS = Path(__file__).resolve().parents[2] / "docs"


def describe(function):
    """Return the first sentence of a converter's docstring, without its first word."""
    text = " ".join((function.__doc__ or "").split())
    sentence = text.partition(". ")[0].rstrip(".")
    first, _, rest = sentence.partition(" ")
    return rest if first == "Return" else sentence[:1].lower() + sentence[1:]


def make_tflite_table():
    """Return the table of TFLite's operators."""
    rows = [f"| {name} | {describe(entry.convert)} | {entry.quantized} |"
            for name, entry in tflite.list_converters()]
    return "\n".join(["| Operator | Result | Quantized tensors |", "|---|---|---|", *rows]) + "\n"


def make_keras_table():
    """Return the table of Keras's layers."""
    rows = [f"| {name} | {describe(keras.find_converter(name))} |" for name in keras.list_converters()]
    return "\n".join(["| Layer | Result |", "|---|---|", *rows]) + "\n"


def write(text, heading, table):
    """Return the text of a document with a new table below a heading, its last one."""
    head, separator, _ = text.rpartition(f"\n## {heading}\n")
    assert separator, f"no heading {heading}"
    return f"{head}{separator}\n{table}"


DOCUMENTS = {"TFLite.md": ("Operators", make_tflite_table), "Keras.md": ("Layers", make_keras_table)}

if __name__ == "__main__":
    for name, (heading, make_table) in DOCUMENTS.items():
        path = DOCS / name
        path.write_text(write(path.read_text(), heading, make_table()))
