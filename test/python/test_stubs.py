"""The type stubs: they say what is there at run time, and programs type-check against them."""

import ast
import importlib
import inspect
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import relay_lite

PACKAGE = Path(relay_lite.__file__).parent
ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = Path(__file__).with_name("typing_examples.py")
STUBS = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.pyi"))


def get_module(stub):
    parts = [p for p in stub.with_suffix("").parts if p != "__init__"]
    return importlib.import_module(".".join(["relay_lite", *parts]))


def get_names(body):
    """The names that statements of a stub define."""
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            yield statement.name
        elif isinstance(statement, ast.AnnAssign):
            yield statement.target.id
        elif isinstance(statement, ast.Assign):
            yield statement.targets[0].id
        elif isinstance(statement, ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in statement.names)


def test_there_are_stubs():
    assert (PACKAGE / "py.typed").exists()
    assert {"_ext.pyi", "__init__.pyi", "tir/__init__.pyi"} <= {str(stub) for stub in STUBS}


@pytest.mark.parametrize("stub", STUBS, ids=str)
def test_names(stub):
    """Each public name is in both."""
    module = get_module(stub)
    tree = ast.parse((PACKAGE / stub).read_text())
    written = set(get_names(tree.body))
    missing = [name for name, value in vars(module).items()
               if not name.startswith("_") and name not in written and not inspect.ismodule(value)
               and getattr(value, "__module__", "relay_lite").split(".")[0] == "relay_lite"]
    assert not missing
    for name in written & set(vars(module)):
        assert hasattr(module, name)
    for statement in tree.body:
        # Classes with an underscore may be names for checkers alone.
        if isinstance(statement, ast.ClassDef) and hasattr(module, statement.name):
            cls = getattr(module, statement.name)
            methods = {s.name for s in statement.body if isinstance(s, ast.FunctionDef)}
            for name in set(get_names(statement.body)) - {"__getattr__", "__buffer__"}:
                assert hasattr(cls, name) or name not in methods and f"self.{name}" in inspect.getsource(cls), \
                    f"{statement.name}.{name}"


@pytest.mark.parametrize("stub", STUBS, ids=str)
def test_parameters(stub):
    """Functions in Python have the parameters that the stub tells."""
    module = get_module(stub)
    for statement in ast.parse((PACKAGE / stub).read_text()).body:
        if not isinstance(statement, ast.FunctionDef):
            continue
        function = getattr(module, statement.name)
        if inspect.isfunction(function):
            arguments = statement.args
            written = [a.arg for a in arguments.posonlyargs + arguments.args +
                       arguments.kwonlyargs]
            real = [p.name for p in inspect.signature(function).parameters.values()
                    if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
            assert written == real, statement.name


def get_functions(body):
    """The functions and methods that statements of a stub define."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef):
            yield statement
        elif isinstance(statement, ast.ClassDef):
            yield from get_functions(statement.body)


@pytest.mark.parametrize("stub", [s for s in STUBS if s.name != "_ext.pyi"], ids=str)
def test_all_have_types(stub):
    """A checker takes the type of a default value for a parameter without a type."""
    for function in get_functions(ast.parse((PACKAGE / stub).read_text()).body):
        arguments = function.args
        every = arguments.posonlyargs + arguments.args + arguments.kwonlyargs
        untyped = [a.arg for a in every if a.annotation is None and a.arg not in ("self", "cls")]
        assert not untyped and function.returns is not None, function.name


def get_classes(path):
    """The definitions of the classes of a file."""
    return [s for s in ast.parse(path.read_text()).body if isinstance(s, ast.ClassDef)]


def test_members():
    """The stubs have the attributes that classes give their objects."""
    written = {(get_module(stub).__name__, s.name): set(get_names(s.body))
               for stub in STUBS for s in get_classes(PACKAGE / stub)}
    count = 0
    for stub in STUBS:
        module, source = get_module(stub), (PACKAGE / stub).with_suffix(".py")
        for statement in get_classes(source) if source.exists() else ():
            cls = getattr(module, statement.name)
            known = set(dir(cls)).union(*(written.get((base.__module__, base.__name__), ())
                                          for base in cls.__mro__))
            given = {node.attr for node in ast.walk(statement)
                     if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and
                     isinstance(node.value, ast.Name) and node.value.id == "self"}
            assert given <= known, f"{stub}: {statement.name}"
            count += len(given)
    assert count > 100


# The findings of mypy's stubtest for every class of the compiled module, of names that are in a
# module to say that they are missing, of members that operators of scripts alone have, and of
# classes that stubs.pat describes: scripts override methods with parameters of other names.
KNOWN = re.compile(
    r"should be positional or keyword \(remove|__getattr__ is not present|__buffer__ is not present|"
    r"__all__|is not a function|metaclass differs|disjoint base|is not present in stub|"
    r"stub is a staticmethod but runtime is not|does not have \*args parameter|(IntImm|FloatImm|StringImm|DataType|ADT|ShapeTuple).__new__|"
    r"PassTimingInstrument.render variable differs|"
    r"Op.(add_argument|add_type_rel|set_\w+) variable differs|Op.arguments is read-only")


def test_stubs_against_the_modules():
    pytest.importorskip("mypy")
    result = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "relay_lite", "--concise"],
        env={**os.environ, "MYPYPATH": str(PACKAGE.parent)}, capture_output=True, text=True)
    lines = result.stdout.splitlines()
    assert any("__all__" in line for line in lines), result.stdout + result.stderr
    assert [line for line in lines if not KNOWN.search(line)] == []


PROGRAM = """\
import numpy as np
import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay.op.tensor import exp

x = relay.var("x", shape=(1, 3))
w = relay.var("w", shape=(4, 3))
y = relay.nn.relu(relay.nn.dense(x, w) + relay.const(1.0))
mod = tvm.IRModule.from_expr(relay.Function([x, w], y))
mod = relay.transform.InferType()(mod)
seq = tvm.transform.Sequential([relay.transform.FoldConstant(),
                                relay.transform.FuseOps(fuse_opt_level=2)])
with tvm.transform.PassContext(opt_level=3):
    mod = seq(mod)


@relay.transform.function_pass(opt_level=1)
def add_one(func: relay.Function, mod: tvm.IRModule, ctx: tvm.transform.PassContext) -> relay.Function:
    return relay.Function(func.params, func.body + relay.const(1.0))


class Double(relay.ExprMutator):
    def visit_constant(self, c: relay.Constant) -> relay.Expr:
        return relay.const(c.data.numpy() * 2)


Double().visit(add_one(mod)["main"])
again = tvm.ir.load_json(tvm.ir.save_json(mod))
text: str = mod.astext(show_meta_data=False)
result = relay.create_executor("graph", mod, tvm.cpu(), "llvm").evaluate()
n = tvm.te.var("n")
z = exp(relay.var("z", shape=(n, tvm.tir.Any())))
names: list[str] = [param.name_hint for param in mod["main"].params]
"""


def check_types(tmp_path, program):
    """Return the messages of mypy on a program."""
    pytest.importorskip("mypy")
    script = tmp_path / "program.py"
    script.write_text(program)
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", tmp_path.parent / "mypy", script],
        env={**os.environ, "MYPYPATH": str(PACKAGE.parent)}, cwd=tmp_path, capture_output=True,
        text=True)
    return result.stdout + result.stderr


# Types that mypy reveals, of expressions in PROGRAM.
TYPES = [
    ("x + y", "relay_lite._ext.Call"), ("-x", "relay_lite._ext.Call"),
    ("relay.nn.conv2d(x, w)", "relay_lite._ext.Call"),
    ("relay.nn.dense(x, w)", "relay_lite._ext.Call"),
    ("relay.nn.max_pool2d(x)", "relay_lite._ext.Call"),
    ("relay.nn.batch_norm(x, x, x, x, x)", "relay_lite.relay.expr.TupleWrapper"),
    ("relay.nn.batch_norm(x, x, x, x, x)[0]", "relay_lite._ext.TupleGetItem"),
    ("relay.reshape(x, newshape=(3,))", "relay_lite._ext.Call"),
    ("relay.sum(x, axis=1)", "relay_lite._ext.Call"), ("relay.exp(x)", "relay_lite._ext.Call"),
    ("relay.topk(x)", "relay_lite.relay.expr.TupleWrapper"),
    ('relay.topk(x, ret_type="values")', "relay_lite._ext.Call"),
    ("relay.create_executor().evaluate()", "def (*Any, **Any) -> relay_lite.relay.backend._executor._Result"),
    ("relay.create_executor().evaluate(x + y)", "Any"), ("y.data", "Any"),
    ('mod["main"].body.args[0].checked_type.shape', "Any"),
    ("relay.split(x, 2)", "relay_lite.relay.expr.TupleWrapper"),
    ("relay.image.resize2d(x, (2, 2))", "relay_lite._ext.Call"),
    ("relay.const(1)", "relay_lite._ext.Constant"),
    ('relay.op.get("add")', "relay_lite._ext.Op"), ("y.attrs", "Any"),
    ("relay.transform.InferType()(mod)", "relay_lite._ext.IRModule"), ("seq(mod)", "relay_lite._ext.IRModule"),
    ("relay.transform.InferType()(x + y)", "relay_lite._ext.RelayExpr"),
    ('mod["main"]', "relay_lite._ext.Function"), ("mod.functions", "relay_lite.ir.module._Functions"),
    ("mod.functions.items()", "list[tuple[relay_lite._ext.GlobalVar, relay_lite._ext.Function]]"),
    ("relay.load_param_dict(b\"\")", "dict[str, relay_lite._ext.NDArray]"),
    ('mod["main"].params', "relay_lite.ir.container.Array[relay_lite._ext.Var]"),
    ('mod["main"].with_attr("a", 1)', "relay_lite._ext.Function"),
    ("relay.analysis.free_vars(y)", "relay_lite.ir.container.Array[relay_lite._ext.Var]"),
    ("relay.dataflow_pattern.wildcard()", "relay_lite._ext.WildcardPattern"), ("add_one", "relay_lite.ir.transform.FunctionPass"),
    ("relay.ScopeBuilder().get()", "relay_lite._ext.RelayExpr"),
    ("tvm.nd.array([1])", "relay_lite._ext.NDArray"), ("tvm.cpu()", "relay_lite.runtime.ndarray.Device"),
    ("tvm.target.cuda()", "relay_lite.target.target.Target"),
    ("relay.transform.FoldConstant()", "relay_lite.ir.transform.Pass"),
]


def test_types_of_results(tmp_path):
    program = PROGRAM + "".join(f"reveal_type({expr})\n" for expr, _ in TYPES)
    found = re.findall(r'Revealed type is "(.*)"', check_types(tmp_path, program))
    assert len(found) == len(TYPES)
    assert {expr: type_ for (expr, type_), name in zip(TYPES, found) if name != type_} == {}


@pytest.mark.parametrize("module", ["relay/op/_composites", "relay/op/nn/__init__", "relay/op/image",
                                    "relay/op/annotation", "relay/op/_generated",
                                    "relay/analysis/__init__", "relay/transform/__init__"])
def test_functions_say_what_they_return(module):
    tree = ast.parse((PACKAGE / f"{module}.pyi").read_text())
    functions = [s for s in tree.body if isinstance(s, ast.FunctionDef) and not s.name.startswith("_")]
    untyped = [f.name for f in functions if f.returns is None]
    assert functions and not untyped


def test_program(tmp_path):
    assert check_types(tmp_path, PROGRAM) == "Success: no issues found in 1 source file\n"


@pytest.mark.parametrize("line, message", [
    ("relay.nn.rellu(x)", 'Module has no attribute "rellu"'),
    ("relay.var(3)", 'Argument 1 to "var" has incompatible type "int"; expected "str"'),
    ("relay.Function([1], x)", "List item 0 has incompatible type"),
    ('mod["main"].boddy', '"Function" has no attribute "boddy"'),
    ('mod["main"].ret_type, relay.const(1).dta', '"Constant" has no attribute "dta"'),
    ("relay.TensorType((1,)).shpe", '"TensorType" has no attribute "shpe"'),
    ("mod.astext(show=True)", 'Unexpected keyword argument "show"'),
    ("tvm.transform.Sequentiall([])", 'Module has no attribute "Sequentiall"'),
])
def test_mistakes(tmp_path, line, message):
    program = "\n".join(PROGRAM.splitlines()[:9]) + "\n" + line + "\n"
    assert message in check_types(tmp_path, program)


def test_examples(tmp_path):
    """Typical scripts run and have the types that they name."""
    runpy.run_path(str(EXAMPLES))
    assert check_types(tmp_path, EXAMPLES.read_text()) == "Success: no issues found in 1 source file\n"


def read_blocks(document):
    """The examples of a document, as one program."""
    return "\n".join(re.findall(r"^```python\n(.*?)^```", (ROOT / document).read_text(), re.M | re.S))


MISTAKES = PROGRAM + """
class Tripler(relay.ExprMutator):
    def visit_constant(self, c: relay.Constant):
        return c.dta

run = relay.create_executor().evaluate()
reveal_type(run)
run(1).nmpy()
run(1).numpy()
"""


def test_pyright(tmp_path):
    """Pyright accepts typical scripts and the examples of the documents, and finds mistakes."""
    # Its wheel has all but Node.js.
    pytest.importorskip("pyright")
    if not shutil.which("node"):
        pytest.skip("pyright needs Node.js")
    programs = {"mistakes": MISTAKES, "program": PROGRAM, "examples": EXAMPLES.read_text()}
    for document in ("README", "docs/Python", "docs/ExternalCompilers", "docs/Patterns", "docs/FromTVM"):
        programs[Path(document).name] = read_blocks(f"{document}.md")
    for name, program in programs.items():
        (tmp_path / f"{name}.py").write_text(program)
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(PACKAGE.parent)]}))
    result = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable], cwd=tmp_path,
        capture_output=True, text=True, env={**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"})
    assert result.stdout, result.stderr
    report = json.loads(result.stdout)
    assert report["summary"]["filesAnalyzed"] == len(programs)
    messages = {(Path(line["file"]).stem, line["message"].partition("\n")[0])
                for line in report["generalDiagnostics"] if line["severity"] != "warning"}
    assert messages == {
        ("mistakes", 'Cannot access attribute "dta" for class "Constant"'),
        ("mistakes", 'Type of "run" is "(...) -> _Result"'),
        ("mistakes", 'Cannot access attribute "nmpy" for class "_Result"'),
        # It begins with TVM's own imports.
        ("FromTVM", 'Import "tvm" could not be resolved')}
