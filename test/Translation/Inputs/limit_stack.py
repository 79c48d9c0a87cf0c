"""Runs a command with a stack of so many KiB: limit_stack.py KIB COMMAND ARGUMENT..."""

import os
import resource
import sys

size = int(sys.argv[1]) << 10
resource.setrlimit(resource.RLIMIT_STACK, (size, resource.getrlimit(resource.RLIMIT_STACK)[1]))
os.execvp(sys.argv[2], sys.argv[2:])
