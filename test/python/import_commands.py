"""The commands of the command line that take models, checked on one."""

import numpy as np

# The file that a command writes, and the stream whose text shows that the model was read.
COMMANDS = {"import": ("out.relay", "stderr", "{}"), "show": (None, "stdout", "{}"),
            "fold": ("out.relay", "stderr", "before: "), "run": ("out.npz", "stderr", "")}


def check_command(run, folder, command, arguments, operator, inputs):
    """Run a command on a model: it names an operator, or writes it; `run` writes numbers."""
    output, stream, text = COMMANDS[command]
    more = ["--input", f"x={inputs}"] if command == "run" else []
    result = run(folder, command, *arguments, *more, *(["-o", output] if output else []))
    assert result.returncode == 0, result.stderr
    assert text.format(f"1 {operator}") in getattr(result, stream)
    if command == "run":
        assert np.isfinite(np.load(folder / output)["output0"]).all()
    elif output:
        assert operator in (folder / output).read_text()
