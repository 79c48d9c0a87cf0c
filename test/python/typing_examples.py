"""Typical scripts with the types that checkers find in them. test_stubs.py checks and runs it."""

from typing import TYPE_CHECKING, Any

import numpy as np
import relay_lite as tvm
from relay_lite import relay
from relay_lite.contrib import graph_executor
from relay_lite.ir.container import Array
from relay_lite.relay.dataflow_pattern import DFPatternCallback, is_constant, is_op, rewrite, wildcard

if TYPE_CHECKING:
    from typing_extensions import assert_type
else:
    def assert_type(value, _):
        return value

x = relay.var("x", shape=(1, 3))
w = relay.var("w", shape=(4, 3))
mod = tvm.IRModule.from_expr(relay.Function([x, w], relay.nn.relu(relay.nn.dense(x, w) + relay.const(1.0))))
mod = assert_type(relay.transform.InferType()(mod), tvm.IRModule)

# Expressions and types have the members of their kinds, whether a checker knows the kind or not.
main = assert_type(mod["main"], relay.Function)
assert main.body.args[0].args[1].data.numpy() == 1.0
assert main.body.checked_type.shape == (1, 4)
assert [param.checked_type.dtype for param in main.params] == ["float32"] * 2
assert_type(main.params, Array[relay.Var])
assert_type(main.params[:1], list[relay.Var])
assert_type(relay.const(1).data.shape, tuple[Any, ...])
for var, function in mod.functions.items():
    assert_type(var, relay.GlobalVar)
    assert_type(function, relay.Function)
assert_type(mod.functions["main"], relay.Function)
body = main.body
if isinstance(body, relay.Call):
    assert_type(body.args, Array[relay.Expr])


class Doubler(relay.ExprMutator):
    """Parameters may have any name."""

    def visit_constant(self, c):
        return relay.const(c.data.numpy() * 2)

    def visit_call(self, node: relay.Call) -> relay.Expr:
        return super().visit_call(node)


class Counter(relay.ExprVisitor):
    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def visit(self, e):
        super().visit(e)

    def visit_call(self, c):
        self.calls += 1
        super().visit_call(c)


class Names(relay.ExprFunctor):
    def visit_var(self, v: relay.Var) -> str:
        return v.name_hint


counter = Counter()
counter.visit(Doubler().visit(main))
assert counter.calls == 3 and Names().visit(x) == "x"

# Passes.


@relay.transform.function_pass(opt_level=1)
def add_one(func, mod, ctx):
    return relay.Function(func.params, func.body + relay.const(1.0))


@tvm.transform.module_pass(opt_level=1)
class Rename:
    def __init__(self, name: str) -> None:
        self.name = name

    def transform_module(self, mod: tvm.IRModule, ctx: tvm.transform.PassContext) -> tvm.IRModule:
        mod[self.name] = mod["main"]
        return mod


class Recorder(tvm.instrument.PassInstrument):
    def __init__(self) -> None:
        self.names: list[str] = []

    def run_before_pass(self, module, pass_info):
        self.names.append(pass_info.name)


recorder = Recorder()
with tvm.transform.PassContext(opt_level=3, instruments=[recorder]) as context:
    assert_type(context, tvm.transform.PassContext)
    result = assert_type(add_one(mod), tvm.IRModule)
    result = tvm.transform.Sequential([relay.transform.FoldConstant(), Rename("copy")])(result)
assert "copy" in [v.name_hint for v in result.get_global_vars()] and "FoldConstant" in recorder.names

# Patterns.
bias = is_op("add")(wildcard(), is_constant())


class DropBias(DFPatternCallback):
    def __init__(self) -> None:
        super().__init__(require_type=True)
        self.operand = wildcard()
        self.pattern = is_op("add")(self.operand, is_constant()) | is_op("subtract")(self.operand, is_constant())

    def callback(self, pre: relay.Expr, post: relay.Expr, matched):
        return matched[self.operand][0]


assert bias.match(body.args[0]) and bias.args[1].match(relay.const(1))
assert_type(rewrite(DropBias(), main), relay.Expr)

# Values.
run = relay.create_executor("graph", mod, tvm.cpu(), tvm.target.Target("llvm")).evaluate()
arguments = [np.ones((1, 3), "float32"), np.ones((4, 3), "float32")]
array: tvm.nd.NDArray = run(*arguments)
np.testing.assert_array_equal(run(*arguments).numpy(), [[4.0] * 4])
pair = relay.create_executor(mod=mod).evaluate(relay.Function([x], relay.Tuple([x, x + x])))
first, second = pair(arguments[0])
np.testing.assert_array_equal(pair(arguments[0])[1].numpy(), second.numpy())
assert relay.create_executor().evaluate(relay.const(1) + relay.const(2)).numpy() == 3
machine = tvm.runtime.vm.VirtualMachine(relay.vm.compile(mod, "llvm"), tvm.cpu())
assert len(pair(arguments[0])) == 2 and machine.run(*arguments).shape == (1, 4)

# Operators with several results, and with a result of one of several kinds.
left, right = relay.split(relay.var("y", shape=(2, 3)), 2)
assert_type(left, relay.TupleGetItem)
assert list(left.tuple_value.args) and len(relay.Function([], relay.split(x, 3, axis=1)).body.args) == 1
values, indices = relay.topk(x, k=2)
assert_type(relay.topk(x, ret_type="values"), relay.Call)

# Libraries.
params: dict[str, tvm.nd.NDArray] = relay.load_param_dict(relay.save_param_dict({"w": arguments[1]}))
with tvm.transform.PassContext(opt_level=3):
    library = relay.build(mod, target=tvm.target.Target("llvm"), params=params)
    ahead = relay.build(mod, "llvm", executor=relay.backend.Executor("aot", {"link-params": True}))
assert library.get_graph_json() and ahead.lowered_ir_mods and library.lib.imported_modules == []
module = graph_executor.GraphModule(library["default"](tvm.cpu(0)))
module.set_input("x", arguments[0])
module.run()
assert_type(module.get_output(0), tvm.nd.NDArray)
assert module.benchmark(tvm.cpu(), repeat=1, number=1).mean > 0
assert bytes(module.get_output(0)) and tvm.__version__

# Dimensions and attributes.
n = tvm.tir.Var("n", "int32")
assert n.name == "n" and relay.TensorType((n, tvm.tir.IntImm("int32", 3))).shape[1].value == 3
convolution = relay.nn.conv2d(relay.var("image"), relay.var("kernel"), padding=(1, 1))
if isinstance(convolution.attrs, relay.op.op_attrs.Conv2DAttrs):
    assert convolution.attrs.padding == (1, 1, 1, 1)
assert is_op("add")(wildcard(), wildcard()).optional(lambda p: is_op("nn.relu")(p)).left
