#!/usr/bin/env python3
"""Writes tvm_names.py: the names that TVM has in the modules and classes of
which relay_lite has counterparts. To be run with the Python of an environment that has TVM:

    python test/python/list_tvm_names.py test/python/tvm_names.py

Names that the file has already stay: versions of TVM differ.
"""

import importlib
import pkgutil
import sys
import textwrap
import types
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "python/relay_lite"
# Modules of TVM that are another module here.
OTHERS = ["tvm.relay.op.tensor", "tvm.relay.op.transform", "tvm.relay.op.reduce",
          "tvm.relay.op.nn.nn", "tvm.relay.op.annotation.annotation", "tvm.relay.op.image.image",
          "tvm.relay.transform.transform", "tvm.relay.analysis.analysis", "tvm.tir.expr"]
# Classes that count though they come from another module.
CLASSES = ["tvm.runtime.DataType", "tvm.runtime.ndarray.Device", "tvm.target.Target"]
# Modules whose classes have no members that count.
NAMES_ONLY = ["tvm.relay.op.op_attrs", "tvm.tir.expr"]
# Names that are not found by looking: fields of nodes, which TVM's classes do not have themselves.
FIELDS = {
    "tvm.ir.module.IRModule": "functions global_infos source_map type_definitions",
    # A module of early versions.
    "tvm.relay.ir_pass":
        "all_type_vars all_vars alpha_equal alter_op_layout backward_fold_scale_axis "
        "bound_type_vars bound_vars canonicalize_ops check_kind collect_device_annotation_ops "
        "collect_device_info combine_parallel_conv2d dead_code_elimination "
        "eliminate_common_subexpr fold_constant forward_fold_scale_axis free_type_vars free_vars "
        "fuse_ops get_total_mac_number gradient graph_equal infer_type partial_evaluate "
        "post_order_visit rewrite_annotated_ops simplify_inference structural_hash "
        "to_a_normal_form to_graph_normal_form unmatched_cases well_formed",
    "tvm.ir.op.Op": "arguments attrs_type_index attrs_type_key description num_inputs support_level",
}
# The members of every object of TVM.
NOISE = {"handle", "legacy_repr", "same_as", "struct_info"}


class _Anything:
    """Stands for packages that TVM's helpers for tests import."""

    def __getattr__(self, name):
        return _Anything()

    def __call__(self, *args, **kwargs):
        return args[0] if args and callable(args[0]) else _Anything()


def import_tvm():
    """The modules of TVM that count, by name."""
    try:
        import pytest
    except ImportError:
        sys.modules["pytest"] = _Anything()
    files = [file.relative_to(PACKAGE).with_suffix("") for file in sorted(PACKAGE.rglob("*.py"))]
    names = [".".join(("tvm",) + file.parts).removesuffix(".__init__") for file in files
             if file.name == "__init__" or not file.name.startswith("_")]
    modules = {}
    for name in names + OTHERS:
        try:
            modules[name] = importlib.import_module(name)
        except ImportError:
            # A module that is known by another name, such as tvm.relay.nn.
            parent, _, last = name.rpartition(".")
            if isinstance(getattr(modules.get(parent), last, None), types.ModuleType):
                modules[name] = getattr(modules[parent], last)
    return modules


def get_names(module):
    """The names of a module that are TVM's own, and its submodules."""
    names = set()
    for name, value in vars(module).items():
        origin = getattr(value, "__module__", None) or ""
        if isinstance(value, types.ModuleType):
            origin = value.__name__
        # Marks of tests are pytest's.
        if not name.startswith("_") and (origin.startswith(("tvm", "_pytest")) or not origin):
            names.add(name)
    for found in pkgutil.iter_modules(getattr(module, "__path__", [])):
        if not found.name.startswith("_"):
            names.add(found.name)
    return names - {"tvm", "relay"}


def add_members(table, name, cls):
    """Adds what a class and its bases in TVM have."""
    members = {member for base in cls.__mro__ if base.__module__.startswith("tvm")
               for member in vars(base) if not member.startswith("_")} - NOISE
    if members:
        table.setdefault(name, set()).update(members)


def main():
    path = Path(sys.argv[1])
    table = {}
    if path.exists():
        exec(path.read_text(), old := {})
        table = {name: set(text.split()) for name, text in old["NAMES"].items()}
    for name, module in import_tvm().items():
        table.setdefault(name, set()).update(get_names(module))
        for cls in vars(module).values():
            if isinstance(cls, type) and cls.__module__ == module.__name__ and \
                    name not in NAMES_ONLY:
                add_members(table, f"{name}.{cls.__name__}", cls)
    for name in CLASSES:
        module, _, last = name.rpartition(".")
        add_members(table, name, getattr(importlib.import_module(module), last))
    for name, fields in FIELDS.items():
        table.setdefault(name, set()).update(fields.split())
    lines = []
    for name, names in sorted(table.items()):
        body = textwrap.wrap(" ".join(sorted(names)), 90, break_on_hyphens=False)
        lines.append(f'    "{name}":')
        lines += [f'        "{line} "' for line in body[:-1]] + [f'        "{body[-1]}",']
    text = "\n".join(lines)
    path.write_text('"""The names of TVM\'s modules and classes, each of which is there or said to be '
                    'missing.\nMade by list_tvm_names.py."""\n\nNAMES = {\n' + text + "\n}\n")


if __name__ == "__main__":
    main()
