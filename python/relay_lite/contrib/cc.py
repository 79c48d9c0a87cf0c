"""Calls C compilers."""

import os
import shutil

from .. import _missing
from .._ext import write_file
from . import tar, utils


def get_cc():
    """The path of the C++ or C compiler: what the environment variables CXX and CC say, or the first
    that is found; None if there is none."""
    given = os.environ.get("CXX") or os.environ.get("CC")
    if given:
        return given
    found = (shutil.which(name) for name in ("g++", "gcc", "clang++", "clang", "c++", "cc"))
    return next(filter(None, found), None)


def _run(command, what, cwd=None, env=None):
    """Return the output of a command; a RuntimeError with the output if it fails."""
    import subprocess

    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=cwd, env=env,
                              text=True, errors="replace", check=False)
    except OSError as error:
        raise RuntimeError(f"{what} error:\n{error}\nCommand line: {' '.join(command)}") from None
    if done.returncode != 0:
        raise RuntimeError(f"{what} error:\n{done.stdout}\nCommand line: {' '.join(command)}")
    return done.stdout


def _copy(source, target, executable=False):
    with open(source, "rb") as file:
        write_file(target, file.read(), executable)


def _compile(output, objects, options, cc, cwd, ccache_env, is_shared):
    cc = cc or get_cc()
    if cc is None:
        raise RuntimeError("there is no C compiler: the environment variable CC can name one")
    output = os.fsdecode(output)
    objects = [objects] if isinstance(objects, (str, bytes, os.PathLike)) else objects
    command = [cc]
    if is_shared or output.endswith((".so", ".dylib")):
        command += ["-shared", "-fPIC"]
    elif output.endswith(".obj"):
        command += ["-c"]
    # Linkers replace links and devices.
    folder = utils.tempdir()
    path = folder.relpath(os.path.basename(output) or "output")
    command += ["-o", path, *map(os.fsdecode, objects), *(options or [])]
    env = None
    if ccache_env is not None:
        if shutil.which("ccache") is None:
            raise ValueError("ccache not found")
        command.insert(0, "ccache")
        env = {**os.environ, **ccache_env}
    _run(command, "Compilation", cwd, env)
    _copy(path, os.path.join(cwd or "", output), executable="-c" not in command)


def create_shared(output, objects, options=None, cc=None, cwd=None, ccache_env=None) -> None:
    """Links a shared library.

    Parameters
    ----------
    output : str
    objects : str or list of str
    options : list of str, optional
        For the compiler.
    cc : str, optional
        The compiler; by default get_cc().
    cwd : str, optional
        The folder in which it runs.
    ccache_env : dict of str to str, optional
        Environment variables for ccache, which is called if this is given.
    """
    _compile(output, objects, options, cc, cwd, ccache_env, is_shared=True)


def create_executable(output, objects, options=None, cc=None, cwd=None, ccache_env=None) -> None:
    """Links a program; for the parameters see create_shared."""
    _compile(output, objects, options, cc, cwd, ccache_env, is_shared=False)


def create_staticlib(output, inputs, ar=None) -> None:
    """Makes a static library.

    Parameters
    ----------
    output : str
    inputs : list of str
        Objects, and archives of objects (`.tar`).
    ar : str, optional
        The command; by default `ar`.
    """
    output = os.fsdecode(output)
    folder = utils.tempdir()
    objects = tar.normalize_file_list_by_unpacking_tars(folder, inputs)
    path = folder.relpath("library.a")
    _run([ar or "ar", "-crs", path, *objects], "AR")
    _copy(path, output)


def get_global_symbol_section_map(path, *, nm=None) -> dict:
    """The sections of the symbols that a library defines, by name.

    Parameters
    ----------
    path : str
    nm : str, optional
        The command; by default `nm`.
    """
    path = os.fsdecode(path)
    if not os.path.isfile(path):
        raise FileNotFoundError(f"{path} does not exist")
    lines = _run([nm or "nm", "-g", "--defined-only", path], "Runtime").splitlines()
    words = [line.split() for line in lines]
    return {parts[2]: parts[1] for parts in words if len(parts) == 3}


def get_target_by_dump_machine(compiler):
    """A function that gives the triple of a compiler's target, or None if there is no compiler."""
    def get_target_triple():
        return _run([compiler, "-dumpmachine"], "dumpmachine").strip() if compiler else None

    return get_target_triple


create_shared.output_format = "so"
create_shared.get_target_triple = lambda: get_target_by_dump_machine(get_cc())()


def cross_compiler(compile_func, options=None, output_format=None, get_target_triple=None,
                   add_files=None):
    """Return a linker for another machine: a function of (file, objects, options), for export_library.

    Parameters
    ----------
    compile_func : str or function
        The name of a compiler, or what create_shared is.
    options : list of str, optional
        Further options.
    output_format : str, optional
        What names of files end with.
    get_target_triple : function without parameters, optional
    add_files : list of str, optional
        Further files to link.
    """
    kwargs = {"cc": compile_func} if isinstance(compile_func, str) else {}
    function = create_shared if kwargs else compile_func
    own_options = list(options or [])

    def compile_and_link(outputs, objects, options=None):
        function(outputs, [*objects, *(add_files or [])], options=own_options + list(options or []),
                 **kwargs)

    compile_and_link.output_format = output_format or getattr(function, "output_format", "so")
    compile_and_link.get_target_triple = get_target_triple or (
        get_target_by_dump_machine(compile_func) if kwargs
        else getattr(function, "get_target_triple", None))
    return compile_and_link


__getattr__ = _missing.make_getattr("tvm.contrib.cc")
