"""Programs that are wrong, with names and lines of SIZE bytes: long_input.py DIRECTORY SIZE COMMAND...

Runs the command on each, with `{}` for its file, and checks that the errors are short and come soon. With
`json` as the last word of the command, they are programs as JSON. Prints the beginnings of the errors.
"""

import json
import resource
import subprocess
import sys

HEAD = '#[version = "0.0.5"]\n'
MAX_BYTES = 2048
# Processor time: others may use the processor, too.
MAX_SECONDS = 3


def make_texts(size):
    name = "x" * size
    definition = HEAD + "def @main(%a: float32) {{ {} }}\n"
    bodies = {
        "variable": f"%{name}",
        "projections": f"%a{'.x' * (size // 2)}",
        "function": f"@{name}(%a)",
        "operator": f"{name}(%a)",
        "graph binding": f"%{'1' * size}",
        "number": f"add(%a, {'1' * size})",
        "suffix": f"add(%a, 1{name})",
        "string": f'"{name}"',
        "open string": f'"{name}',
        "attribute": f"reshape(%a, {name}=1)",
        "attribute's value": f'nn.relu(%a, x="{name}")',
        "annotation": f"let %b: {name} = %a; %b",
        "meta": f"meta[{name}][0]",
        "no meta": f"meta[{name}",
        "line in front": f"(%a, {'%a, ' * (size // 4)}%b)",
        "line behind": f"(%b, {'%a, ' * (size // 4)}%a)",
        "blanks": f"{' ' * size}%b",
        "tabs": "\t" * size + "%b",
        "characters": '"' + "\u20ac" * (size // 3) + '"',
        "type": f"add(%a, let %{name}: Tensor[(2), int8] = ref(1); %{name})",
    }
    texts = {what: definition.format(body) for what, body in bodies.items()}
    texts["version"] = f'#[version = "{name}"]\n'
    texts["definition"] = HEAD + name
    texts["twice"] = HEAD + f"def @{name}() {{ 1 }}\n" * 2
    texts["metadata"] = HEAD + f'#[metadata]\n{{"{name}" 1}}'
    return texts


def make_jsons(size):
    name = "x" * size

    def make(node, *others, **fields):
        return json.dumps({"root": 1, "nodes": [{"type_key": ""}, node, *others], "b64ndarrays": [], "attrs": {}, **fields})

    def var(**attrs):
        return {"type_key": "relay.Var", "attrs": {"_checked_type_": "0", "span": "0", **attrs}}

    return {
        "type key": make({"type_key": name}),
        "reference": make(var(vid=name, type_annotation="0")),
        "number": make(var(vid="9" * size, type_annotation="0")),
        "operator": make({"type_key": "relay.Function", "attrs": {
            "params": "0", "body": "2", "ret_type": "0", "type_params": "0", "attrs": "0", "span": "0"}},
            {"type_key": "relay.Call", "attrs": {
                "op": "3", "args": "0", "attrs": "0", "type_args": "0", "span": "0"}},
            {"type_key": "Op", "repr_str": name}),
        "attributes": make({"type_key": "relay.Function", "attrs": {
            "params": "0", "body": "0", "ret_type": "0", "type_params": "0", "attrs": "2", "span": "0"}},
            {"type_key": "relay.attrs." + name}),
        "element type": make({"type_key": "relay.TensorType", "attrs": {
            "dtype": name, "shape": "2", "span": "0"}}, {"type_key": "Array"}),
        "line in front": make(var(), padding=name),
        "line behind": make(var(), {"type_key": "", "repr_str": name}),
        "trailing": make(var()) + name,
        "open string": '{"root": "' + name,
        "key": '{"' + name + '" 1}',
        "value": '{"root": ' + name + "}",
        "number at the root": '{"root": 1' + "0" * size + "}",
    }


def main(directory, size, *command):
    is_json = command[-1] == "json"
    command = command[:-1] if is_json else command
    path = f"{directory}/long{'.json' if is_json else '.relay'}"
    for what, text in (make_jsons if is_json else make_texts)(int(size)).items():
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        result = subprocess.run([word.replace("{}", path) for word in command], stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        error = result.stderr.decode()
        print(f"{what}: {error[error.find('error:'):][:120]!r}", flush=True)
        if result.returncode != 1 or "error:" not in error or len(result.stderr) > MAX_BYTES or seconds > MAX_SECONDS:
            sys.exit(f"{what}: exit code {result.returncode}, {len(result.stderr)} bytes in {seconds:.1f} s")


main(*sys.argv[1:])
