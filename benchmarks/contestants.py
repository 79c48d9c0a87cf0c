"""Contestants of benchmarks: each is a process of its own, which is stopped while others have
their turn, because threads that wait for work take time from those that have it."""

import argparse
import importlib.util
import math
import os
import signal
import subprocess
import sys
import time

import numpy as np

PEERS = {"onnxruntime": "onnxruntime", "OpenVINO": "openvino"}


class Contestant:
    """A process that writes a line of one measurement for each line it reads.

    Parameters
    ----------
    command : list
    """

    def __init__(self, command):
        self._process = subprocess.Popen(list(map(str, command)), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         text=True)
        self._command = command
        self.ask()  # the first call, in which memory is touched

    @property
    def pid(self):
        """The number of the process."""
        return self._process.pid

    def ask(self, request=""):
        """The line that answers a request."""
        self._process.send_signal(signal.SIGCONT)
        try:
            self._process.stdin.write(request + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise SystemExit(f"{' '.join(map(str, self._command))} failed")
        self._process.send_signal(signal.SIGSTOP)
        # Until then, it may still run.
        os.waitpid(self.pid, os.WUNTRACED)
        return line.strip()

    def __call__(self):
        return float(self.ask())

    def close(self):
        self._process.send_signal(signal.SIGCONT)
        self._process.stdin.close()
        self._process.wait()


def start_peers(path, shape, threads):
    """The peers that are installed, with the ONNX graph of a file and an input of a shape."""
    return {name: Contestant([sys.executable, __file__, name, path, threads, *shape])
            for name, module in PEERS.items() if importlib.util.find_spec(module)}


def make_run(name, path, threads, image):
    """A function that runs a graph in a peer once."""
    if name == "onnxruntime":
        import onnxruntime
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        return lambda: session.run(None, {"data": image})
    import openvino
    # It takes bf16 where the processor has it.
    settings = {"INFERENCE_NUM_THREADS": threads, "INFERENCE_PRECISION_HINT": "f32"}
    request = openvino.Core().compile_model(path, "CPU", settings).create_infer_request()
    return lambda: request.infer({"data": image}, share_inputs=True)


def main():
    parser = argparse.ArgumentParser(description="Runs a peer for each line of the standard input.")
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("graph")
    parser.add_argument("threads", type=int)
    parser.add_argument("shape", type=int, nargs="+")
    arguments = parser.parse_args()
    image = ((np.arange(math.prod(arguments.shape)) * 7919 % 1000) / 500 - 1).astype(np.float32)
    run = make_run(arguments.peer, arguments.graph, arguments.threads, image.reshape(arguments.shape))
    # Others may use a single core at the same time.
    clock = time.process_time if arguments.threads == 1 else time.perf_counter
    for _ in sys.stdin:
        start = clock()
        run()
        print((clock() - start) * 1e3, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
