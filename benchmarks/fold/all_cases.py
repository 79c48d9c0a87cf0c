"""All cases of the benchmark of FoldConstant, by name."""

import cases
import operator_cases

CASES = {**cases.CASES, **operator_cases.CASES}
