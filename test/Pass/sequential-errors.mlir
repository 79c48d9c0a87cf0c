// Faults of the options of relay-sequential and of the flags of the pass
// context are found before anything runs.

// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConst})' 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: relay-sequential: unknown pass 'FoldConst'; did you mean 'FoldConstant'?

// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant{max-grow=1}})' 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: relay-sequential: cannot make the pass 'FoldConstant': {{.*}}no such option max-grow; did you mean 'max-growth'?

// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=canonicalize{maximum-iteration=1}})' 2>&1 | FileCheck %s --check-prefix=STOCK
// STOCK: error: relay-sequential: cannot make the pass 'canonicalize': {{.*}}no such option maximum-iteration
// STOCK-SAME: ; did you mean 'max-iterations'?

// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=relay-lower-to-llvm{x=1}})' 2>&1 | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: error: relay-sequential: cannot make the pipeline 'relay-lower-to-llvm': invalid options 'x=1'

// RUN: not relay-lite-opt %s --relay-sequential='passes=FoldConstant{max-cost=1 max-growth=x}' 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: error: relay-sequential: cannot make the pass 'FoldConstant': invalid options 'max-growth=x'

// RUN: not relay-lite-opt %s --relay-sequential='passes=canonicalize{max-iterations=x}' 2>&1 | FileCheck %s --check-prefix=STOCK-VALUE
// RUN: not relay-lite-opt %s --relay-sequential='passes=func.func(canonicalize{max-iterations=x})' 2>&1 | FileCheck %s --check-prefix=STOCK-VALUE
// STOCK-VALUE: error: relay-sequential: cannot make the pass 'canonicalize': invalid options 'max-iterations=x'

// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant,})' 2>&1 | FileCheck %s --check-prefix=COMMA
// COMMA: error: relay-sequential: expected the name of a pass at ''

// RUN: not relay-lite-opt %s --relay-sequential='passes=FoldConstant)' 2>&1 | FileCheck %s --check-prefix=BETWEEN
// BETWEEN: error: relay-sequential: expected ',' between passes, but got ')'

// RUN: not relay-lite-opt %s --relay-sequential='passes="func.func(cse"' 2>&1 | FileCheck %s --check-prefix=CLOSE
// CLOSE: error: relay-sequential: expected ')' at the end of the passes

// RUN: not relay-lite-opt %s --relay-sequential='passes="cse{a="' 2>&1 | FileCheck %s --check-prefix=BRACE
// BRACE: error: relay-sequential: expected '}' to close the options '{a='

// MLIR prints options without quotes, so that they would not be read back.
// RUN: not relay-lite-opt %s --relay-sequential='passes=FoldConstant name="a}b"' 2>&1 | FileCheck %s --check-prefix=QUOTES
// QUOTES: error: relay-sequential: expected options whose quotes and brackets match, but they are printed as 'relay-sequential{{[{]}}{{.*}}name=a}b {{.*}}'

// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant disabled=Fold})' 2>&1 | FileCheck %s --check-prefix=DISABLED
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant required=Fold})' 2>&1 | FileCheck %s --check-prefix=DISABLED
// RUN: not relay-lite-opt %s --relay-disable-pass=Fold 2>&1 | FileCheck %s --check-prefix=DISABLED
// RUN: not relay-lite-opt %s --relay-require-pass=Fold 2>&1 | FileCheck %s --check-prefix=DISABLED
// DISABLED: error: {{.*}}unknown pass 'Fold'

// RUN: not relay-lite-opt %s --relay-sequential='passes=FoldConstant opt-level=high' 2>&1 | FileCheck %s --check-prefix=LEVEL
// LEVEL: error: relay-sequential: expected an integer as opt-level, but got 'high'

// RUN: not relay-lite-opt %s --relay-sequential='passes=FoldConstant config=relay.x=1' 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: not relay-lite-opt %s --relay-config=relay.x=1 2>&1 | FileCheck %s --check-prefix=KEY
// KEY: error: {{.*}}invalid config option 'relay.x' candidates are: cuda.kernels_output_dir ,{{.*}} ,relay.FoldConstant.fold_qnn ,relay.

// RUN: not relay-lite-opt %s --relay-config=relay.FuseOps.max_depth=deep 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: error: expect config relay.FuseOps.max_depth to have type IntImm, but got runtime.String

// RUN: not relay-lite-opt %s --relay-config=relay.FuseOps.max_depth=-1 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: error: expect config relay.FuseOps.max_depth to be at least 0, but got -1

// RUN: not relay-lite-opt %s --relay-config=relay.collage.byoc_fusion_style=[1] 2>&1 | FileCheck %s --check-prefix=ARRAY
// ARRAY: error: expect config relay.collage.byoc_fusion_style to have type Array of strings, but got one with other elements

// RUN: not relay-lite-opt %s --relay-config=relay.FuseOps.max_depth=null 2>&1 | FileCheck %s --check-prefix=NULL
// NULL: error: relay.FuseOps.max_depth is None

// RUN: not relay-lite-opt %s --relay-config=tir.UnrollLoop.auto=1 2>&1 | FileCheck %s --check-prefix=FIELD
// FIELD: error: config tir.UnrollLoop has no field 'auto', its fields are: auto_max_step, auto_max_depth, auto_max_extent, explicit_unroll

// RUN: not relay-lite-opt %s --relay-config=tir.UnrollLoop.auto_max_step=x 2>&1 | FileCheck %s --check-prefix=FIELDTYPE
// FIELDTYPE: error: expect config tir.UnrollLoop.auto_max_step to have type IntImm, but got runtime.String

// RUN: not relay-lite-opt %s --relay-config=relay.FuseOps.max_depth 2>&1 | FileCheck %s --check-prefix=SETTING
// SETTING: error: expected key=value, but got 'relay.FuseOps.max_depth'

// RUN: not relay-lite-opt %s --relay-sequential='passes=FoldConstant instrument=clock' 2>&1 | FileCheck %s --check-prefix=INSTRUMENT
// RUN: not relay-lite-opt %s --relay-instrument=clock 2>&1 | FileCheck %s --check-prefix=INSTRUMENT
// INSTRUMENT: error: {{.*}}unknown instrument 'clock'

// RUN: not relay-lite-opt %s --relay-sequential='passes=FoldConstant resolve=none' 2>&1 | FileCheck %s --check-prefix=RESOLVE
// RESOLVE: Cannot find option named 'none'

// RUN: not relay-lite-opt %s --relay-sequential='passes=FoldConstant{zz=1}' 2>&1 | FileCheck %s --check-prefix=OPTIONS
// OPTIONS: no such option zz; its options are 'fold-qnn', 'max-cost'

// RUN: not relay-lite-opt %s --relay-opt-levl=1 2>&1 | FileCheck %s --check-prefix=FLAG
// FLAG: Did you mean '--relay-opt-level=1'?

// Lists inside of options nest too.
// RUN: %python -c "print('--pass-pipeline=builtin.module(' + 'relay-sequential{passes=' * 66 + 'FoldConstant' + '}' * 66 + ')')" > %t
// RUN: not relay-lite-opt %s @%t 2>&1 | FileCheck %s --check-prefix=DEEP
// DEEP: error: relay-sequential: passes nest more than 64 deep
