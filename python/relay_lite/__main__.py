"""The command line of RelayLite: folds, shows and runs Relay models.

  relay-lite show model.relay
  relay-lite fold model.relay --params model.params -o folded.relay
  relay-lite run model.relay --params model.params --input data=image.npy -o out.npz
"""

import argparse
import sys
import time
from pathlib import Path


class _Failure(Exception):
    """A message for whoever has called."""


class _Progress:
    """Tells on a terminal what is being done, and how long it took."""

    def __init__(self, what):
        self.what = what

    def __enter__(self):
        self.start = time.perf_counter()
        if sys.stderr.isatty():
            print(f"{self.what} ...", end="", file=sys.stderr, flush=True)

    def __exit__(self, type_, value, trace):
        if sys.stderr.isatty():
            seconds = time.perf_counter() - self.start
            print(f"\r{self.what}: {seconds:.1f} s" if type_ is None else "", file=sys.stderr)


def _read(path, binary=False):
    try:
        return Path(path).read_bytes() if binary else Path(path).read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise _Failure(f"cannot read {path}: {getattr(error, 'strerror', None) or error}")


def _read_params(path):
    from . import relay

    try:
        return relay.load_param_dict(_read(path, binary=True))
    except ValueError as error:
        raise _Failure(f"{path}: {error}")


def _load(arguments):
    """The module of a file, with the parameters of another."""
    from . import relay

    with _Progress(f"Reading {arguments.model}"):
        mod = relay.parse(_read(arguments.model), arguments.model)
        if getattr(arguments, "params", None):
            if arguments.function not in mod:
                raise _Failure(f"{arguments.model} has no function {arguments.function}")
            mod[arguments.function] = relay.build_module.bind_params_by_name(
                mod[arguments.function], _read_params(arguments.params))
    return mod


def _format_bytes(count):
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if count < 1024 or unit == "GiB":
            return f"{count:.0f} {unit}" if unit == "bytes" else f"{count:.1f} {unit}"
        count /= 1024


def _fold(arguments):
    from . import relay, transform

    mod = _load(arguments)
    with _Progress("Folding"):
        with transform.PassContext(opt_level=3):
            mod = relay.transform.FoldConstant()(relay.transform.InferType()(mod))
    with _Progress(f"Writing {arguments.output}"):
        text = mod.astext()
        if arguments.output == "-":
            sys.stdout.write(text)
        else:
            try:
                Path(arguments.output).write_text(text)
            except OSError as error:
                raise _Failure(f"cannot write {arguments.output}: {error.strerror}")


def _show(arguments):
    from . import _ext

    mod = _load(arguments)
    for var, function in sorted(mod._definitions(), key=lambda d: d[0].name_hint):
        print(f"@{var.name_hint}{_describe_params(function)} -> {function.ret_type}")
        counts, sizes = {}, []
        for node in _ext.post_order(function):
            if isinstance(node, _ext.Call) and isinstance(node.op, _ext.Op):
                counts[node.op.name] = counts.get(node.op.name, 0) + 1
            elif isinstance(node, _ext.Constant):
                sizes.append((len(bytes(node.data)), node.data))
        for name, number in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            print(f"  {number:6} {name}")
        if sizes:
            total = sum(size for size, _ in sizes)
            print(f"  {len(sizes)} constants, {_format_bytes(total)}; the largest:")
            for size, data in sorted(sizes, key=lambda item: -item[0])[:5]:
                print(f"  {_format_bytes(size):>12} {data.dtype} {data.shape}")
    if arguments.dot:
        _draw(mod, arguments)


def _describe_params(function):
    return "(" + ", ".join(f"%{param.name_hint}: {param.checked_type}"
                           for param in function.params) + ")"


def _draw(mod, arguments):
    """Writes a drawing of a function, by Graphviz's dot."""
    import shutil
    import subprocess

    from . import _ext

    lines = ["digraph {", "  node [shape=box, fontname=sans];"]
    names = {}
    for node in _ext.post_order(mod[arguments.function].body):
        if isinstance(node, (_ext.Op, _ext.GlobalVar)):
            continue
        label = type(node).__name__
        operands = []
        if isinstance(node, _ext.Call):
            label = str(getattr(node.op, "name", getattr(node.op, "name_hint", "call")))
            operands = node.args
        elif isinstance(node, _ext.Tuple):
            operands = node.fields
        elif isinstance(node, _ext.TupleGetItem):
            label, operands = f".{node.index}", [node.tuple_value]
        elif isinstance(node, _ext.Var):
            label = "%" + node.name_hint
        elif isinstance(node, _ext.Let):
            operands = [node.value, node.body]
        elif isinstance(node, _ext.If):
            operands = [node.cond, node.true_branch, node.false_branch]
        names[node] = f"n{len(names)}"
        type_ = node._checked_type_
        text = label + (f"\\n{type_}" if type_ is not None else "")
        lines.append(f'  {names[node]} [label="{text}"];')
        lines += [f"  {names[operand]} -> {names[node]};" for operand in operands
                  if operand in names]
    lines.append("}")
    dot = shutil.which("dot")
    if not dot:
        raise _Failure("drawing needs Graphviz's program dot, which is not in PATH")
    result = subprocess.run([dot, "-Tsvg", "-o", arguments.dot], input="\n".join(lines),
                            capture_output=True, text=True)
    if result.returncode:
        raise _Failure(f"dot failed: {result.stderr.strip()}")


def _run(arguments):
    import numpy as np

    from . import relay

    mod = _load(arguments)
    if arguments.function not in mod:
        raise _Failure(f"{arguments.model} has no function {arguments.function}")
    inputs = {}
    try:
        if arguments.inputs:
            inputs.update(np.load(arguments.inputs))
        for text in arguments.input:
            name, separator, path = text.partition("=")
            if not separator:
                raise _Failure(f"--input {text}: expected name=file.npy")
            inputs[name] = np.load(path)
    except (OSError, ValueError) as error:
        raise _Failure(f"cannot read inputs: {error}")
    try:
        with _Progress("Preparing"):
            call = relay.create_executor(mod=mod).evaluate(mod.get_global_var(arguments.function))
        with _Progress("Running"):
            result = call(**inputs)
    except (TypeError, ValueError) as error:
        raise _Failure(str(error))
    outputs = list(result) if isinstance(result, tuple) else [result]
    arrays = {f"output{i}": array.numpy() for i, array in enumerate(outputs)}
    if arguments.output:
        with open(arguments.output, "wb") as file:
            np.savez(file, **arrays)
        return
    for name, array in arrays.items():
        print(f"{name} = {array.dtype.name} {array.shape}")
        print(array)


def _make_parser():
    parser = argparse.ArgumentParser(
        prog="relay-lite", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name, function, text):
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(run=function)
        command.add_argument("model", help="a module as Relay text")
        command.add_argument("--function", default="main", metavar="NAME",
                             help="the function that is meant (main)")
        return command

    fold = add("fold", _fold, "Evaluate what is constant, and write the module.")
    run = add("run", _run, "Evaluate a function on arrays from files.")
    show = add("show", _show, "Summarise functions, operators and constants.")
    for command in (fold, run):
        command.add_argument("--params", metavar="FILE",
                             help="a parameter file whose arrays become constants")
    fold.add_argument("-o", "--output", default="-", metavar="FILE",
                      help="where to write the module (the standard output)")
    run.add_argument("--inputs", metavar="FILE", help="a file .npz with arrays by name")
    run.add_argument("--input", action="append", default=[], metavar="NAME=FILE",
                     help="a file .npy for an argument; may be given several times")
    run.add_argument("-o", "--output", metavar="FILE",
                     help="a file .npz for the results (otherwise they are printed)")
    show.add_argument("--dot", metavar="FILE",
                      help="draw the function to this file, as SVG, by Graphviz")
    return parser


def main(arguments=None):
    """Runs the command line; returns the exit code."""
    arguments = _make_parser().parse_args(arguments)
    from .error import TVMError

    try:
        arguments.run(arguments)
    except _Failure as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 1
    except TVMError as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
