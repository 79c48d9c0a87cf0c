"""The command line of RelayLite: folds, optimizes, shows and runs Relay models.

A model is a file of Relay text, as IRModule.astext() writes it, of TVM's JSON, as
tvm.ir.save_json() does, or of ONNX, PyTorch, TFLite or Keras. Parameters are a file of
relay.save_param_dict().

  relay-lite import model.onnx -o model.relay
  relay-lite show model.relay
  relay-lite fold model.relay --params model.params -o folded.relay
  relay-lite optimize model.relay --params model.params -o optimized.relay
  relay-lite run folded.relay --input data=image.npy -o out.npz
  relay-lite export folded.relay -o folded.onnx

`relay-lite COMMAND --help` tells about a command.
"""

import argparse
import io
import math
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
            print(f"\r\x1b[K{self.what}: {seconds:.1f} s" if type_ is None else "", file=sys.stderr)


def _read(path):
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise _Failure(f"cannot read {path}: {error.strerror or error}")


def _refuse(path, expected, content):
    """The error for a file of another kind."""
    from . import _ext

    return _Failure(f"{path}: expected {expected}, but got {_ext.describe_contents(content)}")


def _read_params(path):
    from . import TVMError, relay

    try:
        return relay.load_param_dict(_read(path))
    except TVMError as error:
        raise _Failure(f"{path}: {error}")


def _read_model(path, shapes=()):
    from . import _ext, relay
    from .relay.frontend.files import find_importer

    if find_importer(path) is not None:
        return _import_file(path, shapes)[0]
    if shapes:
        raise _Failure(f"--shape is for models that are imported, but {path} is none")
    content = _read(path)
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise _refuse(path, "a module as Relay text or TVM's JSON", content)
    if not text.lstrip().startswith("{"):
        return relay.parse(text, path)
    mod = _ext.load_json(text, path)
    if not isinstance(mod, _ext.IRModule):
        raise _Failure(f"{path}: expected a module, but it holds {type(mod).__name__}")
    return relay.transform.InferType()(mod)


def _parse_shapes(texts):
    """The shapes of --shape by name: x=1x3x?."""
    shapes = {}
    for text in texts:
        name, separator, sizes = text.rpartition("=")
        parts = sizes.split("x") if sizes else []
        if not separator or not all(part == "?" or part.isdecimal() for part in parts):
            raise _Failure(f"--shape {text}: expected a shape as x=1x3x224x? or, of a scalar, x=")
        shapes[name] = [None if part == "?" else int(part) for part in parts]
    return shapes


def _import_file(path, shapes, **options):
    """The module and the parameters of a model of another framework."""
    from .error import DiagnosticError, TVMError
    from .relay.frontend.files import Options, find_importer

    try:
        return find_importer(path)(path, Options(_parse_shapes(shapes), **options))
    except DiagnosticError:
        raise
    except (ImportError, TVMError) as error:
        raise _Failure(str(error))


def _load(arguments):
    """The module of a file, with the parameters of another."""
    from . import relay

    with _Progress(f"Reading {arguments.model}"):
        mod = _read_model(arguments.model, arguments.shape)
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


def _count_bytes(array):
    """How many bytes the elements of an NDArray take. The array stays where it is."""
    import numpy as np

    # NumPy has no bfloat16.
    return math.prod(array.shape) * (2 if array.dtype == "bfloat16" else np.dtype(array.dtype).itemsize)


class _Contents:
    """The contents of a module: operators by name, and constants."""

    def __init__(self, mod):
        from . import _ext

        self.operators, self.num_constants, self.bytes = {}, 0, 0
        for _, function in mod._definitions():
            for node in _ext.post_order(function):
                if isinstance(node, _ext.Call) and isinstance(node.op, _ext.Op):
                    self.operators[node.op.name] = self.operators.get(node.op.name, 0) + 1
                elif isinstance(node, _ext.Constant):
                    self.num_constants += 1
                    self.bytes += _count_bytes(node.data)

    def list_operators(self):
        """The operators with their numbers, the most frequent first."""
        return "".join(f"\n  {number:6} {name}" for name, number in sorted(
            self.operators.items(), key=lambda item: (-item[1], item[0])))

    def __str__(self):
        return (f"{_count(sum(self.operators.values()), 'operator')}, "
                f"{_count(self.num_constants, 'constant')} of {_format_bytes(self.bytes)}")


def _tell(text):
    print(text, file=sys.stderr)


def _compare(before, after):
    """Tells on the standard error what a command has changed."""
    _tell(f"before: {before}\nafter:  {after}")
    for name in sorted({**before.operators, **after.operators}):
        old, new = (contents.operators.get(name, 0) for contents in (before, after))
        if old != new:
            _tell(f"  {name}: {old} -> {new}")


def _list_counts(names):
    """The names, the most frequent first, with how often they occur."""
    from collections import Counter

    counts = sorted(Counter(names).items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{name} ({number})" for name, number in counts[:5]) + \
        (", ..." if len(counts) > 5 else "")


def _explain_unfolded(mod, has_params, only_constants):
    """Why folding has left a module as it was."""
    from . import _ext, relay, transform
    from .relay._children import get_children

    constant, foldable, mixed = set(), [], []
    for _, function in mod._definitions():
        for node in _ext.post_order(function):
            is_call = isinstance(node, _ext.Call) and isinstance(node.op, _ext.Op)
            operands = node.args if is_call else get_children(node)
            flags = [operand in constant for operand in operands]
            if isinstance(node, _ext.Constant) or all(flags) and (
                    is_call or isinstance(node, (_ext.Tuple, _ext.TupleGetItem))):
                constant.add(node)
            if is_call and any(flags):
                (foldable if all(flags) else mixed).append(node.op.name)
    if foldable:
        return (f"operators on constants stay: {_list_counts(foldable)}; the remarks of "
                "relay-lite-opt's relay-fold-constant say why")
    text = "no operator is on constants only" if constant else "there are no constants"
    if mixed:
        text += f"; these are on constants and on other values: {_list_counts(mixed)}"
    if only_constants:
        with transform.PassContext(opt_level=3):
            simplified = relay.transform.SimplifyInference()(mod)
        if _Contents(simplified).operators != _Contents(mod).operators:
            text += "; without --only-constants, normalisations are taken apart first"
    if not has_params:
        text += "; --params gives the values of parameters"
    return text


def _write_bytes(data, path):
    """Writes bytes to a file, or to the standard output."""
    from . import _ext

    try:
        if path == "-":
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        else:
            _ext.write_file(path, data)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _Failure(f"cannot write {path}: {error.strerror}")


def _write(mod, path):
    """Writes the text of a module to a file, or to the standard output."""
    with _Progress(f"Writing {path}"):
        _write_bytes(mod.astext().encode(), path)


# How a module is written to a file, by the end of the file's name.
_FORMATS = {".relay": lambda mod: mod.astext().encode(),
            ".json": lambda mod: _save_json(mod).encode(),
            ".mlir": lambda mod: mod.mlir().encode(),
            ".mlirbc": lambda mod: mod.mlir_bytecode()}


def _save_json(mod):
    from . import ir

    return ir.save_json(mod)


def _import(arguments):
    from . import relay
    from .relay.frontend.files import describe_importers, find_importer

    end = next((end for end in _FORMATS if arguments.output.endswith(end)), None)
    if end is None and arguments.output != "-":
        raise _Failure(f"-o {arguments.output}: expected a file " + ", ".join(_FORMATS))
    if find_importer(arguments.model) is None:
        raise _Failure(f"{arguments.model}: expected {describe_importers()}")
    start = time.perf_counter()
    with _Progress(f"Importing {arguments.model}"):
        mod, params = _import_file(arguments.model, arguments.shape, custom=arguments.custom,
                                   freeze_params=arguments.params is None, unroll=arguments.unroll)
    seconds = time.perf_counter() - start
    contents = _Contents(mod)
    weights = "" if arguments.params is None else \
        f", {_count(len(params), 'parameter')} of " \
        f"{_format_bytes(sum(map(_count_bytes, params.values())))}"
    _tell(f"{contents}{weights}, imported in {seconds:.2f} s{contents.list_operators()}")
    if arguments.params is not None:
        _write_bytes(relay.save_param_dict(params), arguments.params)
    with _Progress(f"Writing {arguments.output}"):
        _write_bytes(_FORMATS[end or ".relay"](mod), arguments.output)


def _export(arguments):
    from . import relay
    from .error import TVMError

    mod = _load(arguments)
    with _Progress(f"Writing {arguments.output}"):
        try:
            proto = relay.frontend.to_onnx(mod, None, arguments.name, arguments.output, arguments.opset)
        except ImportError as error:
            raise _Failure(str(error))
        except TVMError as error:
            raise _Failure(f"{arguments.model}: {error}")
    _tell(f"{_count(len(proto.graph.node), 'node')}, "
          f"{_count(len(proto.graph.initializer), 'initializer')}, "
          f"opset {proto.opset_import[0].version}")
    for name, number in _count_nodes(proto).items():
        _tell(f"  {number:6} {name}")


def _count_nodes(proto):
    """The operators of the nodes of a model, the most frequent first, with their numbers."""
    from collections import Counter

    names = Counter()
    pending = [proto.graph]
    while pending:
        for node in pending.pop().node:
            names[f"{node.domain}.{node.op_type}" if node.domain else node.op_type] += 1
            pending.extend(attribute.g for attribute in node.attribute if attribute.HasField("g"))
    return dict(sorted(names.items(), key=lambda item: (-item[1], item[0])))


def _fold_onnx(arguments):
    """Folds a model of ONNX into another."""
    from . import onnx
    from .error import DiagnosticError, TVMError

    if not arguments.model.endswith(".onnx"):
        raise _Failure(f"{arguments.model}: a model of ONNX is made of one only; export makes it of a module")
    if arguments.params or arguments.only_constants or arguments.function:
        raise _Failure("--params, --function and --only-constants are for modules")
    report = onnx.Report()
    with _Progress(f"Folding {arguments.model}"):
        try:
            onnx.simplify(arguments.model, arguments.output, shape=_parse_shapes(arguments.shape),
                          optimize=arguments.optimize, grow=arguments.grow, check=arguments.check,
                          report=report)
        except DiagnosticError:
            raise
        except (ImportError, TVMError) as error:
            raise _Failure(str(error))
    _tell(report)


def _fold(arguments):
    from . import relay, transform

    if arguments.output.endswith(".onnx"):
        _fold_onnx(arguments)
        return
    if arguments.optimize or arguments.grow or arguments.check:
        raise _Failure("--optimize, --grow and --check are for models of ONNX: -o FILE.onnx")
    mod = _load(arguments)
    with _Progress("Folding"), transform.PassContext(opt_level=3):
        simplified = relay.transform.InferType()(mod)
        if not arguments.only_constants:
            simplified = relay.transform.SimplifyInference()(simplified)
        folded = relay.transform.FoldConstant()(simplified)
        result = folded if arguments.only_constants else relay.transform.FoldScaleAxis()(folded)
    _compare(_Contents(mod), _Contents(result))
    if vars(_Contents(simplified)) == vars(_Contents(folded)):
        _tell("nothing was folded: " +
              _explain_unfolded(folded, arguments.params, arguments.only_constants))
    _write(result, arguments.output)


def _optimize(arguments):
    from . import relay, transform

    mod = _load(arguments)
    with _Progress("Optimizing"):
        with transform.PassContext(opt_level=arguments.opt_level):
            optimized, _ = relay.optimize(mod)
    _compare(_Contents(mod), _Contents(optimized))
    _write(optimized, arguments.output)


def _show(arguments):
    from . import _ext

    mod = _load(arguments)
    for var, function in sorted(mod._definitions(), key=lambda d: d[0].name_hint):
        if arguments.function not in (None, var.name_hint):
            continue
        print(f"@{var.name_hint}{_describe_params(function)} -> {_shorten(str(function.ret_type))}")
        counts, sizes = {}, []
        for node in _ext.post_order(function):
            if isinstance(node, _ext.Call) and isinstance(node.op, _ext.Op):
                counts[node.op.name] = counts.get(node.op.name, 0) + 1
            elif isinstance(node, _ext.Constant):
                sizes.append((_count_bytes(node.data), node.data))
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
        _draw(mod[name], f"@{name}", arguments.svg)


def _describe_params(function):
    """The first parameters of a function, and how many more there are."""
    from .error import _list_names

    return "(" + _list_names([_shorten(f"%{param.name_hint}: {param.checked_type}")
                              for param in function.params]) + ")"


def _shorten(text):
    """A text of a line, or its beginning."""
    most = 200
    return text if len(text) <= most else f"{text[:most]}..."


def _draw(function, name, path):
    """Writes a drawing of a function, by Graphviz's dot."""
    import shutil
    import subprocess

    from ._drawing import make_drawing, name_parts

    dot = shutil.which("dot")
    if not dot:
        raise _Failure("drawing needs Graphviz's program dot, which is not in PATH")
    with _Progress(f"Drawing {path}"):
        result = subprocess.run([dot, "-Tsvg"], input=make_drawing(function), capture_output=True,
                                encoding="utf-8")
        if result.returncode:
            raise _Failure(f"cannot draw {path}: {result.stderr.strip()}")
        _write_bytes(name_parts(result.stdout, name).encode(), path)


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
        raise _refuse(path, "an array of NumPy's, .npy or .npz", _read(path))


def _write_profile(profile, path):
    """Tells the times of operators, or writes them in the form that a file's name asks for."""
    if not path:
        _tell(profile.table().rstrip())
        return
    text = profile.chart() if path.endswith(".svg") else profile.trace()
    _write_bytes(text.encode(), path)


def _check_inputs(function, inputs, arguments):
    """Refuses to run a function without values for all of its parameters."""
    from .error import _list_names

    missing = [param.name_hint for param in function.params if param.name_hint not in inputs]
    if not missing:
        return
    ways = "--input NAME=FILE.npy and --inputs FILE.npz give arrays of NumPy's"
    if not arguments.params:
        ways = f"--params FILE gives the parameters of a network, {ways}"
    raise _Failure(f"no values for {_list_names(missing)}: {ways}")


def _run(arguments):
    import numpy as np

    from . import _ext, relay

    if arguments.profile and not arguments.profile.endswith((".json", ".svg")):
        raise _Failure(f"--profile={arguments.profile}: expected a file .json or .svg")

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
    _check_inputs(mod[arguments.function], inputs, arguments)
    executor = relay.create_executor(mod=mod)
    try:
        with _Progress("Preparing"):
            call = executor.evaluate(mod.get_global_var(arguments.function))
            if arguments.profile is not None:
                # Kernels are compiled when they are first needed.
                call(**inputs)
                executor.profile = _ext.Profile()
        with _Progress("Running"):
            result = call(**inputs)
    except (TypeError, ValueError) as error:
        raise _Failure(str(error))
    if executor.profile:
        _write_profile(executor.profile, arguments.profile)
    outputs = list(result) if isinstance(result, tuple) else [result]
    arrays = {f"output{i}": array.numpy() for i, array in enumerate(outputs)}
    if arguments.output:
        data = io.BytesIO()
        np.savez(data, **arrays)
        _write_bytes(data.getbuffer(), arguments.output)
        return
    for name, array in arrays.items():
        print(f"{name} = {array.dtype.name} {array.shape}")
        print(array)


_IMPORT = """The format is that of the output's name: Relay text (.relay), TVM's JSON (.json), or
the relay dialect as text (.mlir) or bytecode (.mlirbc). Weights become constants; with --params they
are parameters of main instead, whose values that file gets. What was imported is told on the
standard error. docs/ONNX.md, docs/PyTorch.md, docs/TFLite.md and docs/Keras.md tell which operators
there are."""

_IMPORT_EXAMPLE = """examples:
  relay-lite import resnet.onnx -o resnet.relay --shape data=1x3x224x224
  relay-lite import resnet.onnx -o resnet.json --params resnet.params
  relay-lite import resnet.pt2 -o resnet.relay"""

_EXPORT = """The version of the standard's operators is that of the model that was imported, or 22;
a newer one if operators need it. A model of more than 2 GB has its weights in a second file,
FILE.data. Operators that ONNX has not are an error that names all of them; nothing is written then."""

_EXPORT_EXAMPLE = """examples:
  relay-lite export resnet.relay -o resnet.onnx
  relay-lite export resnet.json --params resnet.params --opset 17 -o resnet.onnx"""

_FOLD = """With --params, the parameters of the function that the file names become constants
first. Types are inferred, normalisations become arithmetic and dropout goes
(SimplifyInference), FoldConstant runs, and what scales channels goes into weights
(FoldScaleAxis). `meta[relay.Constant]` at the end of the text has the arrays. What there
was before and is after that is told on the standard error.

A model of ONNX becomes one again if the output is a file .onnx: constant expressions are evaluated
whose values are no larger than what they replace, and nodes that do nothing are left out."""

_FOLD_EXAMPLE = """examples:
  relay-lite fold resnet.relay --params resnet.params -o folded.relay
  relay-lite fold resnet.onnx -o folded.onnx --optimize --check 3"""

_OPTIMIZE = """With --params, the parameters of main that the file names become constants first. Then
the passes run that TVM's relay.build runs, up to FuseOps; docs/Pipelines.md lists them.
What there was before and is after that is told on the standard error."""

_OPTIMIZE_EXAMPLE = """example:
  relay-lite optimize resnet.relay --params resnet.params -o optimized.relay"""

_RUN = """Arguments are given by the names of the parameters. Kernels are compiled when they are
first needed, and kept for later runs. Results are called output0, output1, ...: those
of a tuple are its fields. --profile runs the function twice, and tells the times of the
second run, by operator: GFLOP/s count a multiplication with an addition as two."""

_RUN_EXAMPLE = """examples:
  relay-lite run net.relay --params net.params --input data=image.npy
  relay-lite run net.relay --inputs arrays.npz -o out.npz
  relay-lite run net.relay --inputs arrays.npz --profile=trace.json"""

_SHOW = """Of each function: parameters and result, operators by how often they are called,
constants by size. --svg draws one: a box for each call, with its type, and an arrow to where it is
used. Constants and weights are in the box of what uses them. Blue are convolutions and
products, orange normalisations, green pooling and reductions, yellow what goes element by
element, grey what moves elements, red other operators, and violet what is no operator."""

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

    def add(name, function, summary, text, example, default=None, meaning=None):
        command = commands.add_parser(
            name, help=summary, description=f"{summary}\n\n{text}", epilog=example,
            formatter_class=argparse.RawDescriptionHelpFormatter)
        command.set_defaults(run=function)
        command.add_argument("model", help="a module as Relay text or TVM's JSON, or a model of ONNX, "
                                           "PyTorch (.pt2, .pt), TFLite or Keras")
        command.add_argument("--shape", action="append", default=[], metavar="NAME=SIZES",
                             help="the shape of an input of a model, as x=1x3x224x?; may be "
                                  "given several times")
        if meaning:
            command.add_argument("--function", default=default, metavar="NAME", help=meaning)
        else:
            command.set_defaults(function=None)
        return command

    import_ = add("import", _import, "Read a model of ONNX, PyTorch, TFLite or Keras, and write it as a "
                  "module.", _IMPORT, _IMPORT_EXAMPLE)
    import_.add_argument("-o", "--output", default="-", metavar="FILE",
                         help="where to write the module (the standard output, as Relay text)")
    import_.add_argument("--params", metavar="FILE",
                         help="where to write the weights, which are parameters then")
    import_.add_argument("--custom", choices=("error", "keep"), default="error",
                         help="what unknown operators are: an error, or custom operators")
    import_.add_argument("--unroll", type=int, default=0, metavar="ROUNDS",
                         help="unroll loops of a known number of rounds up to so many (0)")
    export = add("export", _export, "Write a module as an ONNX model.", _EXPORT, _EXPORT_EXAMPLE)
    export.add_argument("-o", "--output", required=True, metavar="FILE", help="the model")
    export.add_argument("--opset", type=int, metavar="VERSION",
                        help="the version of the standard's operators")
    export.add_argument("--name", default="main", help="the name of the graph (main)")
    fold = add("fold", _fold, "Evaluate what is constant, and write the module.", _FOLD,
               _FOLD_EXAMPLE, None,
               "the function whose parameters --params gives (main); all are folded")
    optimize = add("optimize", _optimize, "Run the default pipeline, and write the module.",
                   _OPTIMIZE, _OPTIMIZE_EXAMPLE)
    run = add("run", _run, "Evaluate a function on arrays from files.", _RUN, _RUN_EXAMPLE,
              "main", "the function to evaluate (main)")
    show = add("show", _show, "Summarise functions, operators and constants; draw a function.",
               _SHOW, _SHOW_EXAMPLE, None, "the function to show (all) and to draw (main)")
    for command in (export, fold, optimize, run):
        command.add_argument("--params", metavar="FILE",
                             help="a parameter file whose arrays become constants")
    for command in (fold, optimize):
        command.add_argument("-o", "--output", default="-", metavar="FILE",
                             help="where to write the module (the standard output)")
    fold.add_argument("--optimize", action="store_true", help="of an ONNX model: put nodes together, too")
    fold.add_argument("--grow", type=int, default=0, metavar="BYTES",
                      help="of an ONNX model: what a value may take more than what it replaces (0)")
    fold.add_argument("--check", type=int, default=0, metavar="N",
                      help="of an ONNX model: compare the outputs on so many random inputs (0)")
    fold.add_argument("--only-constants", action="store_true",
                      help="run FoldConstant without the passes around it")
    optimize.add_argument("--opt-level", type=int, default=3, choices=range(5), metavar="LEVEL",
                          help="the level of the passes, from 0 to 4 (3)")
    run.add_argument("--inputs", metavar="FILE", help="a file .npz with arrays by name")
    run.add_argument("--input", action="append", default=[], metavar="NAME=FILE",
                     help="a file .npy for an argument; may be given several times")
    run.add_argument("--profile", nargs="?", const="", metavar="FILE",
                     help="tell the time of each operator, or write it: to a .json file as "
                          "chrome://tracing reads it, or to a .svg file as a chart")
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
