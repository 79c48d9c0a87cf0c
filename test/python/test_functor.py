"""Visitors and mutators, and the analyses of expressions."""

import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay import (ExprFunctor, ExprMutator, ExprVisitor, TypeFunctor, TypeMutator,
                              TypeVisitor)


def make_all():
    """An expression with every kind of node."""
    x, y = relay.var("x", "float32"), relay.var("y", "float32")
    f = relay.var("f")
    body = relay.Let(
        y, relay.const(1.0),
        relay.If(relay.less(x, y), relay.Tuple([x, y])[0],
                 relay.TupleGetItem(relay.Tuple([y, x]), 1)))
    ref = relay.RefCreate(relay.GlobalVar("g")(x))
    write = relay.RefWrite(ref, relay.RefRead(ref))
    return relay.Function([x], relay.Let(f, relay.Function([], write), body))


def test_visits_each_node_once():
    seen = []

    class Visitor(ExprVisitor):
        def visit(self, expr):
            seen.append(type(expr).__name__)
            return super().visit(expr)

    Visitor().visit(make_all())
    assert {"Function", "Let", "If", "Tuple", "TupleGetItem", "RefCreate", "RefWrite", "RefRead",
            "GlobalVar", "Op", "Constant", "Var", "Call"} == set(seen)

    counts = []

    class Count(ExprVisitor):
        def visit_call(self, call):
            counts.append(call)
            super().visit_call(call)

    x = relay.var("x")
    shared = relay.exp(x)
    Count().visit(relay.Tuple([shared, shared, shared]))
    assert len(counts) == 1


def test_mutator_keeps_what_is_the_same():
    function = make_all()
    assert ExprMutator().visit(function) is function

    class Replace(ExprMutator):
        def visit_constant(self, const):
            return relay.const(2.0)

    changed = Replace().visit(function)
    assert not tvm.ir.structural_equal(changed, function)
    # Only what is above the constant is made again.
    assert changed.body.value is function.body.value


def test_memo():
    class Square(ExprMutator):
        def visit_call(self, call):
            call = super().visit_call(call)
            return relay.Call(relay.op.get("multiply"), [call, call])

    x = relay.var("x")
    call = relay.exp(x)
    result = Square().visit(relay.Tuple([call, call]))
    assert result.fields[0] is result.fields[1]


def test_unhandled():
    with pytest.raises(NotImplementedError):
        ExprFunctor().visit(relay.const(1))
    with pytest.raises(Exception, match="unhandled case"):
        ExprFunctor().visit(3)


def make_chain(x, depth):
    expr = x
    for _ in range(depth):
        expr = relay.exp(expr)
    return expr


@pytest.mark.parametrize("depth", [150, 3000])
def test_order_is_from_the_outside_in(depth):
    """As deep as in TVM 0.16, whose mutators reach 3300 levels."""
    x = relay.var("x", shape=(1,))
    function = relay.Function([x], make_chain(x, depth))

    class InKeep(ExprMutator):
        keeps = False

        def visit_function(self, fn):
            before, self.keeps = self.keeps, bool(fn.attrs and "Keep" in fn.attrs.keys())
            try:
                return super().visit_function(fn)
            finally:
                self.keeps = before

        def visit_op(self, op):
            return relay.op.get("tanh") if self.keeps else op

    kept = InKeep().visit(relay.Function([], function.with_attr("Keep", 1)))
    assert relay.analysis.list_op_freqs(tvm.IRModule.from_expr(kept)) == {"tanh": depth}
    assert InKeep().visit(function) is function

    calls = []

    class Count(ExprVisitor):
        def visit_function(self, fn):
            if not (fn.attrs and "Primitive" in fn.attrs.keys()):
                super().visit_function(fn)

        def visit_call(self, call):
            calls.append(call)
            super().visit_call(call)

    Count().visit(function.with_attr("Primitive", 1)(x))
    assert len(calls) == 1

    class Rename(ExprMutator):
        def visit_function(self, fn):
            self.names = {p: relay.var("new", p.type_annotation) for p in fn.params}
            return super().visit_function(fn)

        def visit_var(self, var):
            return self.names[var]

    assert not relay.analysis.free_vars(Rename().visit(function))


def test_levels_that_use_much_of_the_stack():
    """A level is several calls, and visits run through the interpreter's own functions."""
    x = relay.var("x", shape=(1,))

    class Rebuild(ExprMutator):
        def visit(self, expr):
            return super().visit(expr)

        def visit_call(self, call):
            return self.rebuild(call)

        def rebuild(self, call):
            return relay.Call(self.visit(call.op), list(map(self.visit, call.args)), call.attrs)

    result = Rebuild().visit(make_chain(x, 20000))
    assert relay.analysis.list_op_freqs(
        tvm.IRModule.from_expr(relay.Function([x], result))) == {"exp": 20000}


@pytest.mark.parametrize("depth", [10, 5000, 100000])
def test_deep(depth):
    """Deeper than Python recurses."""
    x = relay.var("x", shape=(1,))
    expr = make_chain(x, depth)

    class Replace(ExprMutator):
        def visit_op(self, op):
            return relay.op.get("log")

    result = Replace().visit(relay.Function([x], expr))
    names = []
    relay.analysis.post_order_visit(
        result, lambda e: isinstance(e, relay.Call) and names.append(e.op.name))
    assert names == ["log"] * depth


def test_deep_lets():
    expr = relay.const(0)
    for i in range(20000):
        expr = relay.Let(relay.var(f"v{i}", "int32"), relay.const(i), expr)
    visited = []

    class Visitor(ExprVisitor):
        def visit_let(self, let):
            visited.append(let)
            super().visit_let(let)

    Visitor().visit(expr)
    assert len(visited) == 20000


@pytest.mark.parametrize("is_function", [False, True])
def test_chain_of_lets(is_function):
    """Each binds the value that the one before it binds."""
    x, p = relay.var("x", shape=(2,)), relay.var("p", shape=(2,))
    value = relay.Function([p], p) if is_function else x
    variables = [relay.var(f"v{i}") for i in range(100000)]
    body = variables[-1](x) if is_function else variables[-1]
    for var, bound in reversed(list(zip(variables, [value, *variables]))):
        body = relay.Let(var, bound, body)
    let = relay.transform.InferType()(
        tvm.IRModule.from_expr(relay.Function([x], body)))["main"].body
    names, annotation = [], let.var.type_annotation
    while isinstance(let, relay.Let):
        names.append(let.var.name_hint)
        assert let.var.type_annotation == annotation is not None
        let = let.body
    assert names == [var.name_hint for var in variables]


def test_post_order():
    x, y = relay.var("x"), relay.var("y")
    order = []
    relay.analysis.post_order_visit(relay.add(x, relay.exp(y)), order.append)
    assert [getattr(e, "name_hint", None) or getattr(getattr(e, "op", e), "name", "")
            for e in order] == ["add", "x", "exp", "y", "exp", "add"]


def test_variables():
    x, y, z = relay.var("x"), relay.var("y"), relay.var("z")
    expr = relay.Function([x], relay.Let(y, x + z, y))
    assert list(relay.analysis.free_vars(expr)) == [z]
    assert list(relay.analysis.bound_vars(expr)) == [x, y]
    assert list(relay.analysis.all_vars(expr)) == [x, y, z]
    a, b = relay.TypeVar("a"), relay.TypeVar("b")
    function = relay.Function([relay.Var("p", a)], relay.Var("q", b), b, [a])
    assert list(relay.analysis.free_type_vars(function)) == [b]
    assert list(relay.analysis.bound_type_vars(function)) == [a]
    assert set(relay.analysis.all_type_vars(function)) == {a, b}
    assert list(relay.analysis.free_type_vars(relay.FuncType([a], b, [a]))) == [b]


def test_well_formed():
    """Answers of TVM 0.16, but for the last, of which it says True."""
    x, y, z = (relay.var(name, shape=(2,)) for name in "xyz")
    cond = relay.var("cond", "bool")
    let, function, call = relay.Let(y, x, y), relay.Function([y], y), relay.exp(y)
    around = relay.Let(y, x, call)
    for expr in (x + y, relay.Function([x], x + y), relay.Tuple([let, let]),
                 relay.Tuple([function, function]), relay.If(cond, let, let),
                 relay.Let(z, relay.Function([x], z(x)), z), relay.Let(y, relay.exp(y), y),
                 relay.Tuple([relay.Function([x], let), relay.Function([z], let)]),
                 relay.Tuple([around, call])):
        assert relay.analysis.well_formed(expr)
    for expr in (relay.Tuple([let, y]), relay.Tuple([y, let]), relay.Tuple([function, y]),
                 relay.Tuple([y, function]), relay.Function([x, x], x), function(y),
                 relay.If(cond, let, y), relay.If(relay.Let(cond, z, cond), x, cond),
                 relay.Let(z, let, y), relay.Tuple([call, around]),
                 relay.Tuple([around, relay.Let(y, z, call)]),
                 relay.Tuple([around, relay.exp(y)])):
        assert not relay.analysis.well_formed(expr)
        assert not relay.analysis.well_formed(tvm.IRModule.from_expr(expr))


def test_other_analyses():
    x = relay.var("x", shape=(2,))
    assert relay.analysis.well_formed(relay.Function([x], x))
    assert not relay.analysis.well_formed(relay.Let(x, relay.const(1), relay.Let(
        x, relay.const(2), x)))
    assert relay.analysis.check_constant(relay.Tuple([relay.const(1), relay.Tuple([])]))
    assert not relay.analysis.check_constant(x)
    mod = relay.transform.InferType()(
        tvm.IRModule.from_expr(relay.exp(relay.exp(relay.cast(x, "float16")))))
    assert relay.analysis.list_op_freqs(mod) == {"exp": 2, "cast": 1}
    assert relay.analysis.all_dtypes(mod["main"].body) == {"float32", "float16"}
    assert relay.analysis.count_layers(mod["main"].body, ["exp"]) == 2


if __name__ == "__main__":
    tvm.testing.main()


def make_function_type():
    """A function type with every kind of type in it."""
    a = relay.TypeVar("a")
    tensor = relay.TensorType((2,), "float32")
    broadcast = tvm.ir.EnvFunc.get("tvm.relay.type_relation.Broadcast")
    relation = relay.TypeRelation(broadcast, [a, tensor, relay.IncompleteType()], 2, None)
    parts = [relay.RefType(a), relay.TypeCall(relay.GlobalTypeVar("List"), [tensor])]
    return relay.FuncType([relay.TupleType(parts)], tensor, [a], [relation])


def test_type_functors():
    function = make_function_type()
    data = relay.TypeData(relay.GlobalTypeVar("List"), [relay.TypeVar("b")], [])
    seen = []

    class Visitor(TypeVisitor):
        def visit(self, typ):
            seen.append(type(typ).__name__)
            super().visit(typ)

    for each in (function, data):
        Visitor().visit(each)
        assert TypeMutator().visit(each) is each
        with pytest.raises(NotImplementedError):
            TypeFunctor().visit(each)
    assert {"FuncType", "TupleType", "RefType", "TypeVar", "TypeCall", "GlobalTypeVar", "TensorType",
            "TypeRelation", "IncompleteType", "TypeData"} == set(seen)
    with pytest.raises(TypeError, match="expected a type of Relay, but got 3"):
        TypeVisitor().visit(3)


def test_type_mutator_rebuilds():
    class Replace(TypeMutator):
        def visit_tensor_type(self, tt):
            return relay.TensorType(tt.shape, "int8")

        def visit_type_var(self, tv):
            return renamed.setdefault(tv, relay.TypeVar("c"))

        def visit_incomplete_type(self, it):
            return relay.TupleType([])

        def visit_global_type_var(self, gtv):
            return relay.GlobalTypeVar("Other")

    renamed = {}
    result = Replace().visit(make_function_type())
    text = str(relay.var("f", result).type_annotation)
    assert text == "fn [c]((ref(c), Other[Tensor[(2), int8]])) -> Tensor[(2), int8]", text
    relation, = result.type_constraints
    assert [str(arg) for arg in relation.args] == ["c", "Tensor[(2), int8]", "()"]
    data = Replace().visit(relay.TypeData(relay.GlobalTypeVar("List"), [relay.TypeVar("b")], []))
    assert data.header.name_hint == "Other" and data.type_vars[0].name_hint == "c"
