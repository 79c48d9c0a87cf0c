"""Runs a command with a stack of 8 MB: limit_stack.py COMMAND ARGUMENT..."""

import os
import resource
import sys

resource.setrlimit(resource.RLIMIT_STACK, (8 << 20, resource.getrlimit(resource.RLIMIT_STACK)[1]))
os.execvp(sys.argv[1], sys.argv[1:])
