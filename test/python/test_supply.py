"""Names and global variables that are given once."""

import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.ir.supply import GlobalVarSupply, NameSupply


def test_names():
    names = NameSupply("net")
    assert names.reserve_name("a") == "net_a" and names.contains_name("a")
    assert names.fresh_name("a") == "net_a_1" and names.contains_name("a_1")
    assert not names.contains_name("a_1", False) and not names.contains_name("a_2")
    assert names.fresh_name("a") == "net_a_2" and names.fresh_name("a", add_underscore=False) == "net_a3"
    assert names.fresh_name("b.c", add_prefix=False) == "b_c"
    assert NameSupply().fresh_name("a") == "a"


def test_global_variables():
    variables, a = GlobalVarSupply(), relay.GlobalVar("a")
    variables.reserve_global(a)
    assert variables.unique_global_for("a") is a and variables.fresh_global("a").name_hint == "a_1"
    assert variables.unique_global_for("b") is variables.unique_global_for("b")
    with pytest.raises(tvm.TVMError, match="conflicts by name in this supply"):
        variables.reserve_global(relay.GlobalVar("a"))
    other = relay.GlobalVar("a")
    variables.reserve_global(other, allow_conflict=True)
    assert variables.unique_global_for("a") is other


def test_global_variables_with_a_prefix():
    variables, a = GlobalVarSupply(NameSupply("net")), relay.GlobalVar("a")
    variables.reserve_global(a)
    assert variables.unique_global_for("a", False) is a
    assert variables.unique_global_for("a").name_hint == "net_a"


def test_global_variables_of_modules():
    x = relay.var("x", shape=(2,))
    mod = tvm.IRModule({relay.GlobalVar("a"): relay.Function([x], x)})
    for value in (mod, [mod]):
        variables = GlobalVarSupply(value)
        assert variables.fresh_global("a", False).name_hint == "a_1"
        assert variables.unique_global_for("a", False) == mod.get_global_var("a")
        assert variables.fresh_global("a").name_hint == "tvmgen_default_a"
    variables = GlobalVarSupply(mod.with_attr("mod_name", "net"))
    assert variables.fresh_global("a").name_hint == "net_a"
