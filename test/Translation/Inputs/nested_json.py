"""Writes functions in TVM's JSON that nest: nested_json.py KIND SIZE, of tuple types or of function literals."""

import json
import sys

kind, size = sys.argv[1], int(sys.argv[2])
NODES = [{"type_key": ""}, {"type_key": "Array"},
         {"type_key": "relay.TensorType", "attrs": {"dtype": "float32", "shape": "1", "span": "0"}},
         {"type_key": "relay.Id", "attrs": {"name_hint": "4"}}, {"type_key": "runtime.String", "repr_str": "x"}]


def add(key, data=(), **attrs):
    NODES.append({"type_key": key, "data": list(data), "attrs": {name: str(value) for name, value in attrs.items()}})
    return len(NODES) - 1


def make_function(params, body):
    return add("relay.Function", params=add("Array", params), body=body, ret_type=0, type_params=1, attrs=0, span=0)


param_type = 2
if kind == "type":
    for _ in range(size):
        param_type = add("TupleType", fields=add("Array", [param_type]), span=0)
param = body = add("relay.Var", vid=3, type_annotation=param_type, span=0)
if kind == "fn":
    for _ in range(size):
        body = make_function([], body)
json.dump({"root": make_function([param], body), "nodes": NODES, "b64ndarrays": []}, sys.stdout)
