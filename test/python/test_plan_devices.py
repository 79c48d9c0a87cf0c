"""Plans for several devices, and what a script tells about targets."""

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay

HOST = tvm.target.Target("llvm")
TARGETS = [tvm.target.Target(kind).with_host(HOST) for kind in ("llvm", "cuda")]
CPU, GPU = (tvm.target.VirtualDevice(tvm.device(name), target)
            for name, target in zip(("cpu", "cuda"), TARGETS))


def make_config(fallback=2, targets=TARGETS):
    context = tvm.transform.PassContext(config={"relay.fallback_device_type": fallback})
    return tvm.target.make_compilation_config(context, targets)


def plan(module, config=None):
    return relay.transform.PlanDevices(config or make_config())(module)


def parse(text, devices=(CPU, GPU)):
    return relay.transform.InferType()(
        relay.parse('#[version = "0.0.5"]\n' + text, "", None, {"VirtualDevice": list(devices)}))


ANNOTATED = """
def @main(%a: Tensor[(2), float32], %b: Tensor[(2), float32]) {
  %0 = exp(%a);
  %1 = on_device(%0, virtual_device=meta[VirtualDevice][0]);
  subtract(%1, %b)
}"""
PLANNED = """
def @main(%a {virtual_device=meta[VirtualDevice][0]}: Tensor[(2), float32],
          %b {virtual_device=meta[VirtualDevice][1]}: Tensor[(2), float32],
          virtual_device=meta[VirtualDevice][1]) {
  %0 = exp(%a);
  %1 = on_device(%0, virtual_device=meta[VirtualDevice][0], constrain_result=True);
  %2 = device_copy(%1, src_virtual_device=meta[VirtualDevice][0], dst_virtual_device=meta[VirtualDevice][1]);
  subtract(%2, %b)
}"""


def test_plan_is_that_of_tvm_and_stays():
    planned = plan(parse(ANNOTATED))
    tvm.ir.assert_structural_equal(planned, parse(PLANNED), map_free_vars=True)
    tvm.ir.assert_structural_equal(plan(planned), planned, map_free_vars=True)


def test_types_need_not_be_inferred():
    tvm.ir.assert_structural_equal(
        plan(relay.parse('#[version = "0.0.5"]\n' + ANNOTATED, "", None,
                         {"VirtualDevice": [CPU, GPU]})), parse(PLANNED), map_free_vars=True)


def test_planned_programs_run_on_the_cpu():
    planned = plan(parse(ANNOTATED))
    a, b = np.array([0, 1], "float32"), np.array([3, 4], "float32")
    for kind in ("debug", "graph", "vm"):
        result = relay.create_executor(kind, planned).evaluate()(a, b)
        np.testing.assert_allclose(result.numpy(), np.exp(a) - b, rtol=1e-6)
    library = relay.build(planned, "llvm")
    runner = tvm.contrib.graph_executor.GraphModule(library["default"](tvm.cpu()))
    runner.set_input("a", a)
    runner.set_input("b", b)
    runner.run()
    np.testing.assert_allclose(runner.get_output(0).numpy(), np.exp(a) - b, rtol=1e-6)


def test_effects_keep_their_annotations():
    text = """
def @main(%x: Tensor[(2), float32]) {
  let %r = ref(%x);
  let %u = ref_write(%r, negative(%x));
  ref_read(%r)
}"""
    planned = plan(parse(text))
    text = planned.astext(show_meta_data=False)
    assert text.count("on_device(") == 2 and text.count("let ") == 2
    tvm.ir.assert_structural_equal(plan(planned), planned, map_free_vars=True)
    x = np.array([1, 2], "float32")
    result = relay.create_executor("debug", planned).evaluate()(x)
    np.testing.assert_array_equal(result.numpy(), -x)


def test_conflict_is_an_error_at_its_line():
    module = parse("""
def @main(%a {virtual_device=meta[VirtualDevice][0]}: Tensor[(2), float32],
          %b {virtual_device=meta[VirtualDevice][1]}: Tensor[(2), float32]) {
  subtract(%a, %b)
}""")
    with pytest.raises(tvm.TVMError, match="(?s)expected operand 1 on .*device = cpu.*but it is on "
                                           ".*device = cuda"):
        plan(module)


def test_a_device_needs_a_target():
    module = parse(ANNOTATED, [tvm.target.VirtualDevice(tvm.device("opencl")), GPU])
    with pytest.raises(tvm.TVMError, match="expected one of the devices of the plan"):
        plan(module)


def test_a_device_without_target_gets_that_of_its_kind():
    module = parse(ANNOTATED, [tvm.target.VirtualDevice(tvm.device("cpu")), GPU])
    main = plan(module)["main"]
    assert main.params[0].virtual_device_.target == CPU.target
    assert main.params[1].virtual_device_.target == GPU.target


def test_pass_takes_a_config():
    with pytest.raises(tvm.error.ArgumentError, match="a CompilationConfig as config"):
        relay.transform.PlanDevices({})
    assert relay.transform.PlanDevices(make_config()).info.name == "PlanDevices"


def test_config():
    config = make_config()
    assert [str(target.kind) for target in config.primitive_targets] == ["llvm", "cuda"]
    assert all(target.host == HOST for target in config.primitive_targets)
    assert config.host_target == HOST and config.host_target.host is None
    assert config.host_virtual_device.device_type == 1
    assert config.default_primitive_virtual_device.device_type == 2
    assert config.default_primitive_virtual_device.target == GPU.target
    assert config.optional_homogeneous_target is None
    assert "2 |-> cuda" in repr(config)


def test_config_of_the_context():
    empty = tvm.transform.PassContext()
    for targets, fallback in (("cuda", 2), (TARGETS, 1), ("llvm", 1), (["opencl"], 4)):
        config = tvm.target.make_compilation_config(empty, targets)
        assert config.default_primitive_virtual_device.device_type == fallback
        assert config.host_target == HOST
    assert config.optional_homogeneous_target is config.primitive_targets[0]
    config = tvm.target.make_compilation_config(empty, "cuda", "llvm -mcpu=skylake")
    assert config.host_target.mcpu == "skylake"


@pytest.mark.parametrize("fallback, targets, message", [
    (2, "llvm", "No target is specified for device type 2"),
    (-1, "llvm", "invalid device type -1"),
    (1, ["llvm", "llvm -mcpu=skylake"], "Multiple targets have been given for the same device kind"),
    (1, [], "Require at least one target")])
def test_bad_config(fallback, targets, message):
    with pytest.raises(tvm.TVMError, match=message):
        make_config(fallback, targets)


def test_recovered_devices():
    get_devices = tvm.get_global_func("relay.transform.RecoverVirtualDeviceMap")
    planned = relay.transform.CapturePostDfsIndexInSpans()(plan(parse(ANNOTATED)))
    main = planned["main"]
    devices = get_devices(planned, main)
    by_number = {expr.span.line: device.device_type for expr, device in devices.items()}
    # Operators have numbers, too, but are on no device.
    assert by_number == {0: 1, 1: 2, 6: 1, 7: 1, 8: 2, 9: 2, 10: 2}
    assert main.body.span.column == main.span.line == 10 and main.span.column == 0
    nothing = get_devices(None, relay.var("x"))
    assert [device.device_type for device in nothing.values()] == [-1]


def test_deep_programs():
    x = relay.var("x", shape=(2,))
    body = x
    for _ in range(20000):
        body = relay.negative(body)
    module = tvm.IRModule.from_expr(relay.annotation.on_device(body, CPU))
    main = plan(module)["main"]
    assert main.params[0].virtual_device_.device_type == 1


def test_import_of_core():
    module = tvm.IRModule()
    assert module.import_from_std("core.rly") is module.import_from_std("core.rly") is module
    storage = relay.Var("s", relay.TypeCall(module.get_global_type_var("Storage"), []))
    body = relay.op.memory.alloc_tensor(storage, relay.const(0, "int64"), relay.const([1, 2], "int64"))
    module["main"] = relay.Function([storage], body)
    main = relay.transform.InferType()(module)["main"]
    assert main.ret_type == relay.TensorType((1, 2), "float32")
    with pytest.raises(NotImplementedError, match="algebraic data types"):
        module.import_from_std("prelude.rly")


def test_names_of_scripts():
    from relay_lite.script import tir as T

    with pytest.raises(AttributeError, match="tvm.script.tir.prim_func is not part of RelayLite"):
        T.prim_func


def test_virtual_device_of_a_result_is_not_compared():
    x = relay.var("x", shape=(2,))
    plain, placed = relay.Function([x], x), relay.Function([x], x)
    placed.virtual_device_ = CPU
    assert tvm.ir.structural_equal(plain, placed)
    assert tvm.ir.structural_hash(plain) == tvm.ir.structural_hash(placed)
