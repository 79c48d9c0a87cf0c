"""The tables of operators in docs/ONNX.md: `python -m relay_lite.relay.frontend.onnx.table`."""

from __future__ import annotations

from . import converters, exporters
from .exporters.registry import list_exporters
from .importer import import_onnx
from .registry import list_converters

# Operators without a converter, by domain, and why.
_STRINGS, _MAPS = "Relay has no strings", "Relay has no maps"
MISSING = {
    ("", "ImageDecoder"): "Relay has no operator that decodes images",
    ("", "RegexFullMatch"): _STRINGS, ("", "StringConcat"): _STRINGS,
    ("", "StringNormalizer"): _STRINGS, ("", "StringSplit"): _STRINGS,
    ("ai.onnx.ml", "CategoryMapper"): _STRINGS, ("ai.onnx.ml", "CastMap"): _MAPS,
    ("ai.onnx.ml", "DictVectorizer"): _MAPS, ("ai.onnx.ml", "ZipMap"): _MAPS,
    ("ai.onnx.preview.training", "Gradient"): "Relay has no gradients of functions",
}
_HEADERS = ("Operator", "Versions of ONNX", "Versions here", "Made of")


def make_table() -> str:
    """Return the table of the standard's operators and of those of other domains, in Markdown."""
    onnx = import_onnx()
    versions: dict[str, set[int]] = {}
    defined = set()
    for schema in onnx.defs.get_all_schemas_with_history():
        if schema.domain or schema.support_level == onnx.defs.OpSchema.SupportType.EXPERIMENTAL:
            continue
        versions.setdefault(schema.name, set()).add(schema.since_version)
        if schema.has_function or schema.has_context_dependent_function:
            defined.add(schema.name)
    made: dict[str, list[str]] = {}
    for relay_name, name in list_exporters():
        made.setdefault(name, []).append(f"`{relay_name}`")
    ours = {(domain, name): since for domain, name, since in list_converters()}
    rows = [(name, _list(versions[name]), _describe(name, ours.get(("", name)), name in defined),
             ", ".join(made.get(name, ())) or "its own form")
            for name in sorted(versions)]
    others = [f"{domain}.{name}" for domain, name in ours if domain]
    return _write(rows) + (f"\nOperators of other domains: {', '.join(sorted(others))}.\n" if others else "")


def _list(numbers: set[int] | list[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))


def _describe(name: str, since: list[int] | None, is_defined: bool) -> str:
    """Return what is here for an operator."""
    if since is not None:
        return _list(since)
    if is_defined:
        return "as ONNX defines it"
    reason = MISSING.get(("", name))
    return f"none: {reason}" if reason else "none"


def _write(rows: list[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(_HEADERS) + " |", "|---" * len(_HEADERS) + "|"]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    assert converters and exporters
    print(make_table(), end="")
