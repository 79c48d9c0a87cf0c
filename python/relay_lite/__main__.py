"""The command line of RelayLite: folds, shows and runs Relay models.

A model is a file of Relay text, as IRModule.astext() writes it, or of TVM's JSON, as
tvm.ir.save_json() does. Parameters are a file of relay.save_param_dict().

  relay-lite show model.relay
  relay-lite fold model.relay --params model.params -o folded.relay
  relay-lite run folded.relay --input data=image.npy -o out.npz

`relay-lite COMMAND --help` tells about a command.
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
    from . import TVMError, relay

    try:
        return relay.load_param_dict(_read(path, binary=True))
    except TVMError as error:
        raise _Failure(f"{path}: {error}")


def _read_model(path):
    from . import _ext, relay

    text = _read(path)
    if not text.lstrip().startswith("{"):
        return relay.parse(text, path)
    mod = _ext.load_json(text, path)
    if not isinstance(mod, _ext.IRModule):
        raise _Failure(f"{path}: expected a module, but it holds {type(mod).__name__}")
    return relay.transform.InferType()(mod)


def _load(arguments):
    """The module of a file, with the parameters of another."""
    from . import relay

    with _Progress(f"Reading {arguments.model}"):
        mod = _read_model(arguments.model)
        params = getattr(arguments, "params", None)
        name = arguments.function or ("main" if params else None)
        if name is not None and name not in mod:
            raise _Failure(f"{arguments.model} has no function {name}")
        if params:
            mod[name] = relay.build_module.bind_params_by_name(mod[name], _read_params(params))
    return mod


def _count(number, noun):
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _format_bytes(count):
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if count < 1024 or unit == "GiB":
            return _count(count, "byte") if unit == "bytes" else f"{count:.1f} {unit}"
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
        if arguments.function not in (None, var.name_hint):
            continue
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
            print(f"  {_count(len(sizes), 'constant')}, {_format_bytes(total)}; the largest:")
            for size, data in sorted(sizes, key=lambda item: -item[0])[:5]:
                print(f"  {_format_bytes(size):>12} {data.dtype} {data.shape}")
    if arguments.svg:
        name = arguments.function or "main"
        if name not in mod:
            raise _Failure(f"{arguments.model} has no function {name}: --function says which to "
                           "draw")
        _draw(mod[name], arguments.svg)


def _describe_params(function):
    return "(" + ", ".join(f"%{param.name_hint}: {param.checked_type}"
                           for param in function.params) + ")"


def _describe(node):
    """The label of a node in a drawing."""
    from . import _ext

    if isinstance(node, _ext.Call):
        if isinstance(node.op, _ext.Op):
            return node.op.name
        return f"@{node.op.name_hint}" if isinstance(node.op, _ext.GlobalVar) else "call"
    if isinstance(node, _ext.TupleGetItem):
        return f".{node.index}"
    if isinstance(node, _ext.Var):
        return "%" + node.name_hint
    return {_ext.RefCreate: "ref", _ext.RefRead: "ref_read", _ext.RefWrite: "ref_write"}.get(
        type(node), type(node).__name__.lower())


def _draw(function, path):
    """Writes a drawing of a function, by Graphviz's dot."""
    import shutil
    import subprocess

    from . import _ext
    from .relay.analysis import _children

    dot = shutil.which("dot")
    if not dot:
        raise _Failure("drawing needs Graphviz's program dot, which is not in PATH")
    lines = ["digraph {", "  node [shape=box, fontname=sans];"]
    names = {}
    for node in _ext.post_order(function.body):
        if isinstance(node, (_ext.Op, _ext.GlobalVar)):
            continue
        names[node] = f"n{len(names)}"
        text = _describe(node)
        if node._checked_type_ is not None:
            text += f"\n{node._checked_type_}"
        text = text.replace("\\", r"\\").replace('"', r'\"').replace("\n", r"\n")
        lines.append(f'  {names[node]} [label="{text}"];')
        lines += [f"  {names[operand]} -> {names[node]};" for operand in _children(node)
                  if operand in names]
    lines.append("}")
    with _Progress(f"Drawing {path}"):
        result = subprocess.run([dot, "-Tsvg", "-o", path], input="\n".join(lines),
                                capture_output=True, text=True)
    if result.returncode:
        raise _Failure(f"cannot draw {path}: {result.stderr.strip()}")


def _load_arrays(path):
    """The array of a file .npy, or those of a file .npz."""
    import zipfile

    import numpy as np

    try:
        return np.load(path)
    except OSError as error:
        raise _Failure(f"cannot read {path}: {error.strerror or error}")
    # NumPy takes what it does not know for pickles, and refuses them.
    except (EOFError, ValueError, zipfile.BadZipFile):
        raise _Failure(f"cannot read {path}: expected an array of NumPy's, .npy or .npz")


def _run(arguments):
    import numpy as np

    from . import relay

    mod = _load(arguments)
    inputs = {}
    if arguments.inputs:
        found = _load_arrays(arguments.inputs)
        if not isinstance(found, np.lib.npyio.NpzFile):
            raise _Failure(f"{arguments.inputs} holds one array: expected a file .npz with arrays "
                           "by name; --input NAME=FILE gives one")
        inputs.update(found)
    for text in arguments.input:
        name, separator, path = text.partition("=")
        if not separator:
            raise _Failure(f"--input {text}: expected name=file.npy")
        if name in inputs:
            raise _Failure(f"--input {text}: {name} is given twice")
        inputs[name] = _load_arrays(path)
        if not isinstance(inputs[name], np.ndarray):
            raise _Failure(f"{path} holds several arrays: --inputs reads them by name")
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
        try:
            with open(arguments.output, "wb") as file:
                np.savez(file, **arrays)
        except OSError as error:
            raise _Failure(f"cannot write {arguments.output}: {error.strerror}")
        return
    for name, array in arrays.items():
        print(f"{name} = {array.dtype.name} {array.shape}")
        print(array)


_FOLD = """With --params, the parameters of the function that the file names become constants
first. Types are inferred, and FoldConstant runs; `meta[relay.Constant]` at the end of the
text has the arrays."""

_FOLD_EXAMPLE = """example:
  relay-lite fold resnet.relay --params resnet.params -o folded.relay"""

_RUN = """Arguments are given by the names of the parameters. Kernels are compiled when they are
first needed, and kept for later runs. Results are called output0, output1, ...: those
of a tuple are its fields."""

_RUN_EXAMPLE = """examples:
  relay-lite run net.relay --params net.params --input data=image.npy
  relay-lite run net.relay --inputs arrays.npz -o out.npz"""

_SHOW = """Of each function: parameters and result, operators by how often they are called, constants
by size. --svg draws one: a box for each expression, with its type, and an arrow to where it
is used."""

_SHOW_EXAMPLE = """examples:
  relay-lite show net.relay
  relay-lite show net.relay --function main --svg main.svg"""


def _make_parser():
    from . import __version__

    parser = argparse.ArgumentParser(
        prog="relay-lite", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"RelayLite {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name, function, summary, text, example, default, meaning):
        command = commands.add_parser(
            name, help=summary, description=f"{summary}\n\n{text}", epilog=example,
            formatter_class=argparse.RawDescriptionHelpFormatter)
        command.set_defaults(run=function)
        command.add_argument("model", help="a module as Relay text or TVM's JSON")
        command.add_argument("--function", default=default, metavar="NAME", help=meaning)
        return command

    fold = add("fold", _fold, "Evaluate what is constant, and write the module.", _FOLD,
               _FOLD_EXAMPLE, None,
               "the function whose parameters --params gives (main); all are folded")
    run = add("run", _run, "Evaluate a function on arrays from files.", _RUN, _RUN_EXAMPLE,
              "main", "the function to evaluate (main)")
    show = add("show", _show, "Summarise functions, operators and constants; draw a function.",
               _SHOW, _SHOW_EXAMPLE, None, "the function to show (all) and to draw (main)")
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
    show.add_argument("--svg", metavar="FILE",
                      help="draw the function to this file; needs Graphviz's dot")
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
    except MemoryError:
        print("error: not enough memory", file=sys.stderr)
        return 1
    except BrokenPipeError:
        return 1
    except KeyboardInterrupt:
        # As shells say of what is ended by SIGINT.
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
