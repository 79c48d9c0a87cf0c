# The front door of RelayLite: `make help` lists what there is. Everything sets
# itself up: packages and the Python environment (utils/setup.sh), the
# configuration, the build.

SHELL := /bin/bash
.DEFAULT_GOAL := build
.PHONY: help setup configure build python wheel demo test test-full bench bench-peers bench-fold bench-compile bench-graph bench-patterns bench-onnx bench-python deb docs check-commits format tidy install clean

# Where `make install` installs to.
PREFIX ?= /usr/local
# A folder with models and recorded TVM runs; its tests run where it exists.
export RELAYLITE_CORPUS ?= $(wildcard ../shared)
# On CI, warnings are errors.
CONFIGURE_ARGS ?= $(if $(CI),-DRELAYLITE_ENABLE_WERROR=ON)
# ccache must not be defeated by the precompiled header.
export CCACHE_SLOPPINESS := pch_defines,time_macros,include_file_mtime,include_file_ctime

# Options of a benchmark.
BENCH_ARGS ?=

PYTHON3 := build/venv/bin/python3

help: ## list the targets, with time on two cores and disk of a first run
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

setup: ## install the packages and Python modules that the rest needs (2 min, 2.2 GB)
	@utils/setup.sh

configure: setup
	@test -f build/build.ninja -a -z "$(CONFIGURE_ARGS)" || cmake --preset release $(CONFIGURE_ARGS)

build: configure ## build the library, the tools and the plugin into build/ (8 min, 0.9 GB)
	@cmake --build build

python: configure ## build the Python package into build/python (2 min more, 0.1 GB)
	@cmake -DRELAYLITE_ENABLE_PYTHON=ON -DPython_EXECUTABLE=$(CURDIR)/$(PYTHON3) build >/dev/null
	@cmake --build build --target RelayLitePython RelayLitePythonOperators RelayLitePythonStubs

wheel: ## build a wheel that needs no LLVM into build/wheel (9 min, 0.6 GB)
	@utils/build_wheel.sh

demo: configure ## fold ResNet-18 and run it before and after (8 min, 0.9 GB)
	@cmake --build build --target relay-lite-opt relay-lite-run relay-lite-translate
	@$(PYTHON3) examples/demo/demo.py --build build

test: configure ## build and run all tests (35 min, 2 GB)
	@$(PYTHON3) utils/run_tests.py

test-full: configure ## the same, and with gcc, ThreadSanitizer and round trips (hours, 6 GB)
	@$(PYTHON3) utils/run_tests.py --full

bench: build ## run the benchmarks
	@cmake --build build --target relay-lite-pass-benchmark
	@$(PYTHON3) benchmarks/bench.py --build build $(BENCH_ARGS)

bench-peers: setup ## install the peers of bench-fold into build/peers
	@python3 -m venv build/peers
	@build/peers/bin/python3 -m pip install -q --disable-pip-version-check -r benchmarks/fold/requirements.txt

bench-fold: build ## fold beside numpy, onnxruntime, OpenVINO, MLIR, TVM and the machine's limits
	@cmake --build build --target relay-lite-fold-limits
	@$(firstword $(wildcard build/peers/bin/python3) $(PYTHON3)) benchmarks/fold/fold_bench.py --build build $(BENCH_ARGS)

bench-compile: build python ## run compiled networks beside onnxruntime and OpenVINO
	@$(firstword $(wildcard build/peers/bin/python3) $(PYTHON3)) benchmarks/compile_bench.py --build build $(BENCH_ARGS)

bench-graph: build ## run every pass and the default pipeline on networks and long chains
	@cmake --build build --target relay-lite-graph-benchmark
	@$(PYTHON3) benchmarks/graph_bench.py --build build $(BENCH_ARGS)

bench-patterns: build python ## match patterns on long chains in Python and in MLIR
	@$(PYTHON3) benchmarks/pattern_bench.py --build build $(BENCH_ARGS)

bench-python: python ## run programs in Python with relay_lite and with TVM
	@$(PYTHON3) benchmarks/python_bench.py --build build $(BENCH_ARGS)

bench-onnx: python ## import models of ONNX
	@$(PYTHON3) benchmarks/onnx_bench.py --build build $(BENCH_ARGS)

docs: build ## generate the references and pictures of the documents
	@$(PYTHON3) utils/dev/generate_docs.py
	@$(PYTHON3) utils/dev/draw_pictures.py

check-commits: ## check the commits that upstream does not have, or COMMITS=a..b
	@python3 utils/checks/check_commits.py $(COMMITS)

format: setup ## format the sources
	@git ls-files '*.cpp' '*.h' | xargs clang-format-22 -i

tidy: build ## check the sources with clang-tidy
	@utils/setup.sh clang-tidy-22
	@cmake -DRELAYLITE_ENABLE_PYTHON=ON build >/dev/null
	@cmake --build build --target RelayLitePython
	@git ls-files 'lib/*.cpp' 'tools/*.cpp' 'python/*.cpp' | \
	  xargs -P "$$(nproc)" -n 4 clang-tidy-22 -p build --quiet --warnings-as-errors='*'

install: build ## install to PREFIX (/usr/local)
	@cmake --install build --prefix "$(PREFIX)"

deb: build ## make a Debian package in build/deb
	@cpack --config build/CPackConfig.cmake -B build/deb

clean: ## remove what was built, but not the Python environment
	@test ! -d build || find build -mindepth 1 -maxdepth 1 ! -name venv -exec rm -rf {} +
