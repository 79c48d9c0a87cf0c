"""An executable of the virtual machine as bytes and as text."""

from .. import _ext
from ..error import TVMError
from ..target import Target
from ._library import Library

# The prefix of the bytes of a program.
_MAGIC = b"RelayLite program"
_VERSION = 1


def serialize(library, late) -> bytes:
    """A library as bytes: a magic text, the version, a checksum, and the program, its target and
    the names of the constants that it has not, as JSON."""
    import json
    import struct
    import zlib

    target = str(library.target) if library.target is not None else ""
    text = json.dumps({"module": _ext.save_json(library.module), "target": target,
                       "late": late, "externals": list(library.externals)}).encode()
    return _MAGIC + struct.pack("<II", _VERSION, zlib.crc32(text)) + text


def deserialize(data, compiled=None) -> tuple:
    """The library and the names of the constants of bytes that serialize() has made.

    Parameters
    ----------
    data : bytes
    compiled : Library or LoadedLibrary, optional
        The library of the program, which a program with functions of other compilers needs.
    """
    import json
    import struct
    import zlib

    begin = len(_MAGIC) + 8
    if not data.startswith(_MAGIC) or len(data) < begin:
        raise TVMError("these bytes are no program that RelayLite has saved")
    version, checksum = struct.unpack("<II", data[len(_MAGIC):begin])
    if version != _VERSION:
        raise TVMError(f"the program was saved in version {version} of the format, but this is "
                       f"version {_VERSION}")
    if zlib.crc32(data[begin:]) != checksum:
        raise TVMError("the saved program is damaged: its checksum is another")
    content = json.loads(data[begin:])
    if content.get("externals"):
        if compiled is None:
            raise TVMError("the program calls functions of other compilers "
                           f"({', '.join(content['externals'])}): load it with its library")
        return compiled, content["late"]
    library = Library(_ext.load_json(content["module"]),
                      Target(content["target"]) if content["target"] else None)
    return library, content["late"]


def _list_nodes(library, cls):
    """The nodes of a class in the functions of a library."""
    return [node for function in library.module.functions.values()
            for node in _ext.post_order(function) if isinstance(node, cls)]


def list_primitives(library) -> list:
    """TVM's names of the functions of operators."""
    names = []
    for function in _list_nodes(library, _ext.Function):
        if function.attrs and "Primitive" in function.attrs.keys():
            operators = [node.op.name for node in _ext.post_order(function.body)
                         if isinstance(node, _ext.Call) and isinstance(node.op, _ext.Op)]
            names.append("_".join(["vm_mod_fused", *operators]).replace(".", "_"))
    return names


def describe_functions(library) -> str:
    """The functions as text for people."""
    heads = {var: ", ".join(param.name_hint for param in function.params)
             for var, function in library.module.functions.items()}
    return "\n".join(f"{var.name_hint}({params}):\n{library.module[var].astext(False)}"
                     for var, params in heads.items())


def describe_constants(library) -> str:
    """The constants, one a line."""
    return "".join(f"VM Const[{index}]: NDArray[{tuple(node.data.shape)},{node.data.dtype}]\n"
                   for index, node in enumerate(_list_nodes(library, _ext.Constant)))


def describe_size(library) -> str:
    """How much there is in a library."""
    names = ", ".join(f'"{name}"' for name in library.list_functions())
    return (f"Relay VM executable statistics:\n"
            f"  Constants: {len(_list_nodes(library, _ext.Constant))}\n"
            f"  Globals (#{len(library.list_functions())}): [{names}]\n"
            f"  Primitive ops (#{len(list_primitives(library))})\n")
