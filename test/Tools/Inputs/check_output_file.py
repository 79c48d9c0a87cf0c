"""Checks how a tool writes its output file: check_output_file.py FOLDER NAME TOOL ARGUMENT...

{} in the arguments stands for the path of the output file, which is NAME in folders of FOLDER. In
each folder something else stands at that path before the tool runs.
"""

import os
import shutil
import signal
import stat
import subprocess
import sys
from pathlib import Path

OLD = b"old content"


def run(arguments, path, **options):
    """The output on standard error of the tool that writes to `path`, or None if it succeeds."""
    command = [argument.replace("{}", str(path)) for argument in arguments]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          check=False, timeout=100, **options)
    assert done.returncode in (0, 1), (path, done.returncode, done.stderr)
    return done.stderr if done.returncode else None


def check_error(message, path, reason):
    """One error that names the path."""
    assert message is not None, f"{path}: expected an error"
    assert message.count("error:") == 1, message
    assert f"cannot write '{path}': {reason}" in message, message


def check_new(path):
    content = path.read_bytes()
    assert content and content != OLD, path


def limit_size():
    """Lets files grow to ten bytes, as if the disk were full."""
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, resource.RLIM_INFINITY))


def check_regular(folder, name, arguments):
    path = folder / name
    path.write_bytes(OLD)
    path.chmod(0o640)
    # Some tools write temporary files, whose errors do not name the output.
    message = run(arguments, path, preexec_fn=limit_size)
    assert message and "error" in message.lower(), message
    assert path.read_bytes() == OLD
    assert os.listdir(folder) == [name], os.listdir(folder)
    assert run(arguments, path) is None
    check_new(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(folder) == [name], os.listdir(folder)


def check_link(folder, name, arguments):
    path, target = folder / name, folder / "target"
    path.symlink_to("target")
    for _ in range(2):
        # First the link dangles.
        assert run(arguments, path) is None
        assert path.is_symlink() and not target.is_symlink()
        check_new(target)
        target.write_bytes(OLD)
    assert sorted(os.listdir(folder)) == sorted([name, "target"]), os.listdir(folder)


def check_pipe(folder, name, arguments):
    path = folder / name
    os.mkfifo(path)
    with open(folder / "read", "wb") as output, \
            subprocess.Popen(["cat", path], stdout=output) as reader:
        assert run(arguments, path) is None
        assert reader.wait(100) == 0
    assert path.is_fifo()
    check_new(folder / "read")


def check_device(folder, name, arguments):
    """A device that takes everything, and one that is full."""
    path = folder / name
    for minor in (3, 7):
        try:
            os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, minor))
            with open(path, "wb"):
                pass
        except PermissionError:
            return
        message = run(arguments, path)
        assert path.is_char_device()
        if minor == 7:
            check_error(message, path, "No space left on device")
        else:
            assert message is None, message
        path.unlink()
    assert not os.listdir(folder)


def check_no_folder(folder, name, arguments):
    path = folder / "none" / name
    check_error(run(arguments, path), path, "No such file or directory")
    path = folder / name
    path.mkdir()
    check_error(run(arguments, path), path, "Is a directory")
    assert os.listdir(folder) == [name] and not os.listdir(path)


def main():
    root, name, *arguments = sys.argv[1:]
    shutil.rmtree(root, ignore_errors=True)
    for check in (check_regular, check_link, check_pipe, check_device, check_no_folder):
        folder = Path(root, check.__name__)
        folder.mkdir(parents=True)
        check(folder, name, arguments)


main()
