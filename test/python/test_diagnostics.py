"""The errors of a program as objects."""

import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.ir import diagnostics

MIXED = '#[version = "0.0.5"]\ndef @main(%x: Tensor[(2), int32], %y: Tensor[(3), int32]) {\n  add(%x, %y)\n}\n'


@pytest.fixture
def seen():
    found = []
    diagnostics.override_renderer(lambda ctx: found.extend(ctx.diagnostics))
    yield found
    diagnostics.override_renderer(None)


def test_a_renderer_sees_errors(seen):
    with pytest.raises(tvm.error.DiagnosticError):
        relay.parse(MIXED, "net.relay")
    (one,) = seen
    assert one.level == diagnostics.DiagnosticLevel.ERROR
    assert one.message.endswith("dimension 0 of the result is 2 by lhs and 3 by rhs")
    assert (one.span.source_name.name, one.span.line, one.span.column) == ("net.relay", 3, 3)


def test_a_renderer_sees_errors_in_texts(seen):
    with pytest.raises(tvm.error.DiagnosticError, match="unknown operator"):
        relay.parse('#[version = "0.0.5"]\ndef @main() { nothing(1) }')
    assert [one.message for one in seen] == ["unknown operator 'nothing'"]


def test_errors_of_renderers():
    def fail(ctx):
        raise KeyError("renderer")

    diagnostics.override_renderer(fail)
    try:
        with pytest.raises(KeyError, match="renderer"):
            relay.parse(MIXED)
    finally:
        diagnostics.override_renderer(None)
    with pytest.raises(tvm.error.DiagnosticError):
        relay.parse(MIXED)


def test_errors_of_scripts(seen):
    """An exception that has another text, or none, has no diagnostics."""
    for arguments in ((), ("text",), ("text", 1)):
        assert tvm.error.DiagnosticError(*arguments).args == arguments
    assert not seen


def test_the_default_renderer(capsys):
    renderer = diagnostics.get_renderer()
    context = diagnostics.DiagnosticContext(tvm.IRModule(), renderer)
    span = relay.Span(relay.SourceName("a.relay"), 1, 1, 2, 3)
    context.emit(diagnostics.Diagnostic(diagnostics.DiagnosticLevel.ERROR, span, "wrong"))
    context.emit(diagnostics.Diagnostic(diagnostics.DiagnosticLevel.HELP, None, "try again"))
    context.render()
    assert capsys.readouterr().err == "a.relay:1:2: error: wrong\nhelp: try again\n"
    diagnostics.override_renderer(print)
    assert diagnostics.get_renderer() is not renderer
    diagnostics.override_renderer(None)
    assert diagnostics.get_renderer() is renderer
