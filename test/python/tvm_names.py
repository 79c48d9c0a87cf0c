"""The names of TVM's modules and classes, each of which is there or said to be missing.
Made by list_tvm_names.py."""

NAMES = {
    "tvm":
        "ConstantMemoryPools ConstantPoolInfo DataType DataTypeCode IRModule Object PoolInfo "
        "PoolInfoProperties TVMError WorkspaceMemoryPools WorkspacePoolInfo arith auto_scheduler "
        "autotvm build cl container contrib cpu cuda device dlight driver error exec ext_dev "
        "generic get_global_func gpu hexagon instrument ir libtvm libtvm_runtime lower "
        "meta_schedule metal micro mtl nd opencl parser register_extension register_func "
        "register_object relax relay rocm rpc runtime script support target te testing tir topi "
        "transform tvm_wrap_excepthook utils vpi vulkan",
    "tvm._ffi":
        "base get_global_func get_object_type_index libinfo register_error register_extension "
        "register_func register_object registry runtime_ctypes",
    "tvm._ffi.base":
        "ERROR_TYPE TVMError c2pyerror c_array c_str check_call decorate get_last_ffi_error "
        "integer_types libinfo numeric_types py2cerror py_str raise_last_ffi_error register_error "
        "string_types",
    "tvm.contrib":
        "cblas cc clang coreml_runtime cublas cublaslt cuda_graph cudnn cutlass debugger dlpack "
        "dnnl download emcc ethosu graph_executor graph_runtime hexagon micro miopen mkl mps mrvl "
        "msc mxnet ndk nnpack nvcc peak pickle_memoize pipeline_executor pipeline_executor_build "
        "popen_pool random relay_viz rocblas rocm rpc sdaccel sparse spirv stackvm tar target tedd "
        "tf_op tflite_runtime thrust torch tvmjs utils xcode",
    "tvm.contrib.cc":
        "create_executable create_shared create_staticlib cross_compiler get_cc "
        "get_global_symbol_section_map get_target_by_dump_machine",
    "tvm.contrib.debugger.debug_executor":
        "GraphModuleDebug create",
    "tvm.contrib.debugger.debug_executor.GraphModuleDebug":
        "debug_get_output exit profile run run_individual run_individual_node",
    "tvm.contrib.debugger.debug_result":
        "DebugResult save_tensors",
    "tvm.contrib.debugger.debug_result.DebugResult":
        "display_debug_result dump_chrome_trace dump_output_tensor get_debug_result "
        "get_graph_node_dtypes get_graph_node_output_num get_graph_node_shapes get_graph_nodes "
        "get_output_tensors update_output_tensors",
    "tvm.contrib.download":
        "LOG TEST_DATA_ROOT_PATH download download_testdata",
    "tvm.contrib.graph_executor":
        "GraphModule create get_device",
    "tvm.contrib.graph_executor.GraphModule":
        "benchmark debug_get_output get_input get_input_index get_input_info get_num_inputs "
        "get_num_outputs get_output load_params run set_input set_input_zero_copy "
        "set_output_zero_copy share_params",
    "tvm.contrib.graph_runtime":
        "create",
    "tvm.contrib.nvcc":
        "callback_libdevice_path compile_cuda find_cuda_path find_libdevice_path get_cuda_version "
        "get_target_compute_version have_bf16 have_cudagraph have_fp16 have_fp8 have_int8 "
        "have_tensorcore parse_compute_version tvm_callback_cuda_compile",
    "tvm.contrib.tar":
        "normalize_file_list_by_unpacking_tars tar untar",
    "tvm.contrib.utils":
        "DirectoryCreatedPastAtExit FileLock TempDirectory filelock is_source_path tempdir",
    "tvm.contrib.utils.TempDirectory":
        "listdir path relpath remove set_keep_for_debug",
    "tvm.error":
        "DiagnosticError InternalError OpAttributeInvalid OpAttributeRequired "
        "OpAttributeUnImplemented OpError OpNotImplemented RPCError RPCSessionTimeoutError TVMError "
        "register_error",
    "tvm.instrument":
        "PassInstrument PassPrintingInstrument PassTimingInstrument pass_instrument",
    "tvm.instrument.PassInstrument":
        "enter_pass_ctx exit_pass_ctx run_after_pass run_before_pass should_run",
    "tvm.instrument.PassPrintingInstrument":
        "enter_pass_ctx exit_pass_ctx run_after_pass run_before_pass should_run",
    "tvm.instrument.PassTimingInstrument":
        "render",
    "tvm.ir":
        "Array Attrs BaseExpr BaseFunc CallingConv ConstantMemoryPools ConstantPoolInfo Constructor "
        "DictAttrs DummyGlobalInfo EnvFunc FuncType GlobalInfo GlobalTypeVar GlobalVar IRModule "
        "IncompleteType Map Node Op PointerType PoolInfo PoolInfoProperties PrimExpr PrimType Range "
        "RelayExpr RelayRefType SequentialSpan SourceName Span TensorAffineType TensorType "
        "TupleAffineType TupleType Type TypeCall TypeConstraint TypeData TypeKind TypeRelation "
        "TypeVar VDevice WorkspaceMemoryPools WorkspacePoolInfo adt affine_type "
        "assert_structural_equal attrs base container diagnostics expr function global_info "
        "instrument json_compact load_json make_node memory_pools module op "
        "register_intrin_lowering register_op_attr save_json structural_equal structural_hash "
        "supply tensor_type transform type type_relation",
    "tvm.ir.attrs":
        "Attrs DictAttrs Object make_node",
    "tvm.ir.attrs.Attrs":
        "get_int get_int_tuple get_str keys list_field_info",
    "tvm.ir.attrs.DictAttrs":
        "get_int get_int_tuple get_str items keys list_field_info",
    "tvm.ir.base":
        "EnvFunc Node Object SequentialSpan SourceMap SourceName Span assert_structural_equal "
        "deprecated get_first_structural_mismatch get_global_func json_compact load_json "
        "register_object save_json structural_equal structural_hash",
    "tvm.ir.base.EnvFunc":
        "func get",
    "tvm.ir.base.SourceMap":
        "add",
    "tvm.ir.container":
        "Array Map Object getitem_helper",
    "tvm.ir.container.Map":
        "get items keys values",
    "tvm.ir.diagnostics":
        "Diagnostic DiagnosticContext DiagnosticLevel DiagnosticRenderer Object get_global_func "
        "get_renderer override_renderer register_func",
    "tvm.ir.expr":
        "BaseExpr GlobalVar Node Object PrimExpr Range RelayExpr Scriptable Span Type const convert "
        "is_relax_expr",
    "tvm.ir.expr.GlobalVar":
        "astext checked_type",
    "tvm.ir.expr.Range":
        "from_min_extent script show",
    "tvm.ir.expr.RelayExpr":
        "checked_type",
    "tvm.ir.function":
        "BaseFunc CallingConv DictAttrs Object RelayExpr",
    "tvm.ir.function.BaseFunc":
        "attrs checked_type with_attr with_attrs without_attr",
    "tvm.ir.function.CallingConv":
        "C_PACKED_FUNC DEFAULT DEVICE_KERNEL_LAUNCH",
    "tvm.ir.instrument":
        "PassInstrument PassPrintingInstrument PassTimingInstrument pass_instrument",
    "tvm.ir.instrument.PassInstrument":
        "enter_pass_ctx exit_pass_ctx run_after_pass run_before_pass should_run",
    "tvm.ir.instrument.PassPrintingInstrument":
        "enter_pass_ctx exit_pass_ctx run_after_pass run_before_pass should_run",
    "tvm.ir.instrument.PassTimingInstrument":
        "render",
    "tvm.ir.module":
        "DictAttrs IRModule Node Object Scriptable string_types",
    "tvm.ir.module.IRModule":
        "astext from_expr functions functions_items get_attr get_constructor get_global_type_var "
        "get_global_type_vars get_global_var get_global_vars get_type global_infos import_from_std "
        "script show source_map type_definitions update update_func update_global_info with_attr "
        "with_attrs without_attr",
    "tvm.ir.op":
        "Op RelayExpr register_intrin_lowering register_op_attr",
    "tvm.ir.op.Op":
        "add_argument add_type_rel arguments astext attrs_type_index attrs_type_key checked_type "
        "description get get_attr has_attr list_op_names num_inputs reset_attr set_attr "
        "set_attrs_type_key set_num_inputs set_support_level support_level",
    "tvm.ir.supply":
        "GlobalVarSupply NameSupply",
    "tvm.ir.supply.GlobalVarSupply":
        "fresh_global reserve_global unique_global_for",
    "tvm.ir.supply.NameSupply":
        "contains_name fresh_name reserve_name",
    "tvm.ir.transform":
        "ModulePass Pass PassContext PassInfo PrintIR Sequential module_pass",
    "tvm.ir.transform.ModulePass":
        "info",
    "tvm.ir.transform.Pass":
        "info",
    "tvm.ir.transform.PassContext":
        "current get_current_trace get_trace_stack get_trace_stack_size get_tuning_api_database "
        "inc_num_evals list_configs override_instruments pop_trace push_trace set_num_evals",
    "tvm.ir.transform.Sequential":
        "info",
    "tvm.ir.type":
        "FuncType GlobalTypeVar IncompleteType Node PointerType PrimType RelayRefType Scriptable "
        "TupleType Type TypeConstraint TypeKind TypeVar",
    "tvm.ir.type.FuncType":
        "script show",
    "tvm.ir.type.GlobalTypeVar":
        "script show",
    "tvm.ir.type.IncompleteType":
        "script show",
    "tvm.ir.type.PointerType":
        "script show",
    "tvm.ir.type.PrimType":
        "script show",
    "tvm.ir.type.RelayRefType":
        "script show",
    "tvm.ir.type.TupleType":
        "script show",
    "tvm.ir.type.Type":
        "script show",
    "tvm.ir.type.TypeConstraint":
        "script show",
    "tvm.ir.type.TypeKind":
        "AdtHandle BaseType Constraint ShapeVar Type TypeData",
    "tvm.ir.type.TypeVar":
        "script show",
    "tvm.nd":
        "DataType DataTypeCode Device NDArray NDArrayBase TVMArray TVMArrayHandle array c_array "
        "check_call cl cpu cuda device empty ext_dev from_dlpack gpu hexagon metal mtl numpyasarray "
        "opencl rocm string_types vpi vulkan webgpu",
    "tvm.nd.NDArray":
        "asnumpy copyfrom copyto device dtype is_view numpy shape to_dlpack",
    "tvm.relay":
        "Any Call Clause Constant Constructor Expr ExprFunctor ExprMutator ExprVisitor FuncType "
        "Function GlobalTypeVar GlobalVar If IncompleteType Let Match Pattern PatternConstructor "
        "PatternTuple PatternVar PatternWildcard Prelude RefCreate RefRead RefType RefWrite "
        "ScopeBuilder SequentialSpan ShapeVar SourceName Span SpanCheck TensorType Tuple "
        "TupleGetItem TupleType TupleWrapper Type TypeCall TypeConstraint TypeData TypeFunctor "
        "TypeKind TypeMutator TypeRelation TypeVar TypeVisitor Var abs acos acosh add adt adv_index "
        "all analysis annotation any arange argmax argmin argsort argwhere asin asinh astext atan "
        "atanh backend base bind bitwise_and bitwise_not bitwise_or bitwise_xor broadcast_to "
        "broadcast_to_like build build_config build_module cast cast_like ceil celu clip collage "
        "collapse_sum_like collapse_sum_to concatenate const contrib copy copy_shape_func cos cosh "
        "create_executor cumprod cumsum data_dep_optimization dataflow_pattern debug device_copy "
        "dft divide dyn einsum equal erf exp expand_dims expr expr_functor fixed_point_multiply "
        "floor floor_divide floor_mod fromtext frontend full full_like function gather gather_nd "
        "greater greater_equal hardmax image invert_permutation isfinite isinf isnan "
        "layout_transform left_shift less less_equal load_param_dict log log10 log2 logical_and "
        "logical_not logical_or logical_xor logsumexp loops matrix_set_diag max maximum mean "
        "mean_std mean_variance memory_plan meshgrid min minimum mod multiply ndarray_size negative "
        "nn not_equal one_hot ones ones_like op optimize param_dict parse parse_expr parser power "
        "prelude pretty_print prod qnn quantize random reg reinterpret repeat reshape reshape_like "
        "reverse reverse_reshape reverse_sequence right_shift round rsqrt save_param_dict "
        "scalar_type scatter_elements scatter_nd scope_builder script searchsorted segment_max "
        "segment_mean segment_min segment_prod segment_sum sequence_mask shape_of sigmoid sign sin "
        "sinh slice_like sliding_window sort sparse_fill_empty_rows sparse_reshape sparse_to_dense "
        "split sqrt squeeze stack std stft strided_set strided_slice subtract sum take tan tanh "
        "target testing tile topk transform transpose trilu trunc trunc_divide trunc_mod ty "
        "type_functor unique unravel_index var variance vision vm where zeros zeros_like",
    "tvm.relay.analysis":
        "AnnotatedRegionSet CallGraph Feature IRModule Target all_dtypes all_type_vars all_vars "
        "analysis annotated_regions bound_type_vars bound_vars build_module call_graph "
        "check_basic_block_normal_form check_constant check_kind count_layers cpu detect_feature "
        "extract_fused_functions extract_intermdeiate_expr feature free_type_vars free_vars "
        "get_calibration_data get_total_mac_number list_fake_quantized_op_freqs list_op_freqs "
        "post_order_visit search_fc_transpose sparse_conv2d sparse_dense transform unmatched_cases "
        "well_formed",
    "tvm.relay.analysis.analysis":
        "Feature IRModule Target all_dtypes all_type_vars all_vars bound_type_vars bound_vars "
        "build_module check_basic_block_normal_form check_constant check_kind cpu detect_feature "
        "extract_fused_functions extract_intermdeiate_expr free_type_vars free_vars "
        "get_calibration_data get_total_mac_number list_fake_quantized_op_freqs list_op_freqs "
        "post_order_visit search_fc_transpose transform unmatched_cases well_formed",
    "tvm.relay.backend":
        "Executor Runtime aot contrib executor executor_factory graph_executor_codegen interpreter "
        "name_transforms runtime te_compiler utils vm",
    "tvm.relay.backend.executor_factory":
        "AOTExecutorFactoryModule ExecutorFactoryModule GraphExecutorFactoryModule",
    "tvm.relay.backend.executor_factory.AOTExecutorFactoryModule":
        "export_library get_devices get_executor_config get_lib get_params",
    "tvm.relay.backend.executor_factory.ExecutorFactoryModule":
        "get_executor_config get_lib get_params",
    "tvm.relay.backend.executor_factory.GraphExecutorFactoryModule":
        "export_library get_devices get_executor_config get_graph_json get_lib get_params",
    "tvm.relay.backend.graph_executor_codegen":
        "GraphExecutorCodegen",
    "tvm.relay.backend.graph_executor_codegen.GraphExecutorCodegen":
        "codegen",
    "tvm.relay.backend.interpreter":
        "ConstructorValue Executor Interpreter RefValue",
    "tvm.relay.backend.interpreter.Executor":
        "evaluate",
    "tvm.relay.backend.name_transforms":
        "prefix_generated_name prefix_name to_c_constant_style to_c_function_style "
        "to_c_variable_style",
    "tvm.relay.backend.utils":
        "CallType mangle_module_name",
    "tvm.relay.backend.utils.CallType":
        "CPacked Packed Unpacked",
    "tvm.relay.backend.vm":
        "VMCompiler VMExecutor compile",
    "tvm.relay.backend.vm.VMCompiler":
        "codegen get_exec get_params lower optimize set_params",
    "tvm.relay.base":
        "Id Object RelayNode SequentialSpan SourceName Span astext pretty_print",
    "tvm.relay.build_module":
        "AotExecutor BuildModule Executor GraphExecutor IRModule InferType Runtime Target "
        "VMExecutor autotvm bind_params_by_name build contrib_utils create_executor load_module "
        "mangle_module_name optimize register_func",
    "tvm.relay.build_module.AotExecutor":
        "evaluate",
    "tvm.relay.build_module.BuildModule":
        "build get_devices get_executor_codegen_metadata get_function_metadata get_graph_json "
        "get_irmodule get_module get_params optimize",
    "tvm.relay.build_module.GraphExecutor":
        "evaluate",
    "tvm.relay.dataflow_pattern":
        "AltPattern AttrPattern CallPattern ConstantPattern DFPattern DFPatternCallback "
        "DataTypePattern DominatorPattern Expr ExprPattern FunctionPattern IfPattern LetPattern "
        "Node Object ShapePattern TupleGetItemPattern TuplePattern TypePattern VarPattern "
        "WildcardPattern astext dominates get has_attr has_dtype has_shape has_type is_constant "
        "is_expr is_if is_let is_op is_tuple is_tuple_get_item is_var make_node match partition "
        "pretty_print register_df_node rewrite wildcard",
    "tvm.relay.dataflow_pattern.DFPattern":
        "astext dominates has_attr has_dtype has_shape has_type match optional partition",
    "tvm.relay.dataflow_pattern.DFPatternCallback":
        "callback rewrite",
    "tvm.relay.expr":
        "Call CallWithFields Constant ConstantWithFields Expr ExprWithOp GlobalVar If IfWithFields "
        "Let LetWithFields NDArray Node RefCreate RefCreateWithFields RefRead RefReadWithFields "
        "RefWrite RefWriteWithFields RelayExpr RelayNode StaticMemoryPlan StorageInfo TempExpr "
        "Tuple TupleGetItem TupleGetItemWithFields TupleWithFields TupleWrapper Var VarWithFields "
        "astext bind const pretty_print var",
    "tvm.relay.expr.Call":
        "astext astype checked_type",
    "tvm.relay.expr.Constant":
        "astext astype checked_type",
    "tvm.relay.expr.ExprWithOp":
        "astext astype checked_type",
    "tvm.relay.expr.If":
        "astext astype checked_type",
    "tvm.relay.expr.Let":
        "astext astype checked_type",
    "tvm.relay.expr.RefCreate":
        "astext astype checked_type",
    "tvm.relay.expr.RefRead":
        "astext astype checked_type",
    "tvm.relay.expr.RefWrite":
        "astext astype checked_type",
    "tvm.relay.expr.StorageInfo":
        "device_types storage_ids storage_sizes virtual_devices",
    "tvm.relay.expr.TempExpr":
        "astext astype checked_type realize",
    "tvm.relay.expr.Tuple":
        "astext astype checked_type",
    "tvm.relay.expr.TupleGetItem":
        "astext astype checked_type",
    "tvm.relay.expr.TupleWrapper":
        "astext astuple astype",
    "tvm.relay.expr.Var":
        "astext astype checked_type name_hint",
    "tvm.relay.expr_functor":
        "Call Clause Constant Constructor ExprFunctor ExprMutator ExprVisitor Function "
        "FunctionWithFields GlobalVar If Let Match Op RefCreate RefRead RefWrite Tuple TupleGetItem "
        "Var",
    "tvm.relay.expr_functor.ExprFunctor":
        "visit visit_call visit_constant visit_constructor visit_function visit_global_var visit_if "
        "visit_let visit_match visit_op visit_ref_create visit_ref_read visit_ref_write visit_tuple "
        "visit_tuple_getitem visit_type visit_var",
    "tvm.relay.expr_functor.ExprMutator":
        "visit visit_call visit_constant visit_constructor visit_function visit_global_id "
        "visit_global_var visit_if visit_let visit_match visit_op visit_ref_create visit_ref_read "
        "visit_ref_write visit_tuple visit_tuple_getitem visit_type visit_var",
    "tvm.relay.expr_functor.ExprVisitor":
        "visit visit_call visit_constant visit_constructor visit_function visit_global_var visit_if "
        "visit_let visit_match visit_op visit_ref_create visit_ref_read visit_ref_write visit_tuple "
        "visit_tuple_getitem visit_type visit_var",
    "tvm.relay.function":
        "BaseFunc Call Function FunctionWithFields astext convert pretty_print",
    "tvm.relay.function.Function":
        "astext attrs checked_type with_attr with_attrs without_attr",
    "tvm.relay.ir_pass":
        "all_type_vars all_vars alpha_equal alter_op_layout backward_fold_scale_axis "
        "bound_type_vars bound_vars canonicalize_ops check_kind collect_device_annotation_ops "
        "collect_device_info combine_parallel_conv2d dead_code_elimination eliminate_common_subexpr "
        "fold_constant forward_fold_scale_axis free_type_vars free_vars fuse_ops "
        "get_total_mac_number gradient graph_equal infer_type partial_evaluate post_order_visit "
        "rewrite_annotated_ops simplify_inference structural_hash to_a_normal_form "
        "to_graph_normal_form unmatched_cases well_formed",
    "tvm.relay.loops":
        "while_loop",
    "tvm.relay.op":
        "Call Constant Expr OpPattern OpStrategy Tuple TupleWrapper abs acos acosh add adv_index "
        "algorithm all annotation any arange argmax argmin argsort argwhere asin asinh atan atanh "
        "bitwise_and bitwise_not bitwise_or bitwise_xor broadcast_to broadcast_to_like cast "
        "cast_like ceil celu clip collapse_sum_like collapse_sum_to concatenate const contrib copy "
        "copy_shape_func cos cosh cumprod cumsum custom_op debug device_copy dft divide dyn einsum "
        "equal erf exp expand_dims fixed_point_multiply floor floor_divide floor_mod full full_like "
        "gather gather_nd get greater greater_equal hardmax image invert_permutation isfinite isinf "
        "isnan layout_transform left_shift less less_equal log log10 log2 logical_and logical_not "
        "logical_or logical_xor logsumexp matrix_set_diag max maximum mean mean_std mean_variance "
        "memory meshgrid min minimum mod multiply ndarray_size negative nn not_equal one_hot ones "
        "ones_like op op_attrs power prod random reduce reg register_alter_op_layout "
        "register_compute register_external_compiler register_fake_quantization_to_integer "
        "register_gradient register_legalize register_mixed_precision_conversion "
        "register_optional_fake_quantization_to_integer register_pattern reinterpret repeat reshape "
        "reshape_like reverse reverse_reshape reverse_sequence right_shift round rsqrt "
        "scatter_elements scatter_nd script searchsorted segment_max segment_mean segment_min "
        "segment_prod segment_sum sequence_mask shape_of sigmoid sign sin sinh slice_like "
        "sliding_window sort sparse_fill_empty_rows sparse_reshape sparse_to_dense split sqrt "
        "squeeze stack std stft strategy strided_set strided_slice subtract sum take tan tanh "
        "target tensor tile topk transform transpose trilu trunc trunc_divide trunc_mod unique "
        "unravel_index variance vision vm where zeros zeros_like",
    "tvm.relay.op.annotation":
        "annotation checkpoint compiler_begin compiler_end function_on_device on_device reg "
        "stop_fusion target",
    "tvm.relay.op.annotation.annotation":
        "checkpoint compiler_begin compiler_end function_on_device on_device reg stop_fusion target",
    "tvm.relay.op.contrib.dnnl":
        "Call DFPatternCallback DenseReshapeBiasGeluRewrite ExprMutator ExprVisitor GlobalVar "
        "IsComputeIntensiveGraph LayerNormRewrite LegalizeQnnOpForDnnl Op ResNetV1Rewrite "
        "TupleGetItem add_checker alter_conv alter_conv_transpose append_eltwise_ops const get_args "
        "get_attrs get_dtype get_op_name get_optimal_layout_for_conv "
        "get_optimal_layout_for_conv_transpose get_shape is_constant is_expr is_op "
        "is_valid_subgraph legalize_group_conv legalize_pad_avg_pool legalize_qnn_for_dnnl "
        "make_bias_add_pattren_predicate make_conv_bias_sum_relu_pattern make_conv_pattern "
        "make_dense_bias_sum_pattern make_dense_pattern make_dnnl_pattern make_qnn_conv2d_pattern "
        "make_qnn_dense_pattern make_sum_pattren_predicate pattern_table prune_dnnl_subgraphs "
        "register_pattern_table rewrite rewrite_dense_bias_gelu_reshape_last rewrite_layer_norm "
        "rewrite_resnetv1 supported_post_elts tag2layout transform wildcard",
    "tvm.relay.op.contrib.register":
        "get_pattern_table register_pattern_table",
    "tvm.relay.op.image":
        "Constant Expr affine_grid const crop_and_resize dilation2d grid_sample image resize1d "
        "resize2d resize3d",
    "tvm.relay.op.image.image":
        "Constant Expr affine_grid const crop_and_resize dilation2d grid_sample resize1d resize2d "
        "resize3d",
    "tvm.relay.op.nn":
        "Constant Expr adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d "
        "adaptive_max_pool1d adaptive_max_pool2d adaptive_max_pool3d avg_pool1d avg_pool2d "
        "avg_pool2d_grad avg_pool3d batch_flatten batch_matmul batch_norm batch_to_space_nd "
        "bias_add bitpack bitserial_conv2d bitserial_dense const "
        "contrib_conv2d_gemm_weight_transform contrib_conv2d_gemm_without_weight_transform "
        "contrib_conv2d_nchwc contrib_conv2d_winograd_nnpack_weight_transform "
        "contrib_conv2d_winograd_weight_transform contrib_conv2d_winograd_without_weight_transform "
        "contrib_conv3d_winograd_weight_transform contrib_conv3d_winograd_without_weight_transform "
        "contrib_dense_pack contrib_depthwise_conv2d_nchwc conv1d conv1d_transpose conv2d "
        "conv2d_backward_weight conv2d_transpose conv3d conv3d_transpose correlation cross_entropy "
        "cross_entropy_with_logits deformable_conv2d dense depth_to_space dilate dropout "
        "dropout_raw expr fast_softmax fifo_buffer get_pad_tuple1d get_pad_tuple2d get_pad_tuple3d "
        "global_avg_pool1d global_avg_pool2d global_avg_pool3d global_max_pool1d global_max_pool2d "
        "global_max_pool3d group_norm instance_norm l2_normalize layer_norm leaky_relu log_softmax "
        "lrn matmul max_pool1d max_pool2d max_pool2d_grad max_pool2d_with_argmax max_pool3d "
        "mirror_pad nll_loss nn pad prelu relu softmax space_to_batch_nd space_to_depth sparse_add "
        "sparse_dense sparse_transpose swish upsampling upsampling3d utils",
    "tvm.relay.op.nn.nn":
        "Constant Expr adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d "
        "adaptive_max_pool1d adaptive_max_pool2d adaptive_max_pool3d avg_pool1d avg_pool2d "
        "avg_pool2d_grad avg_pool3d batch_flatten batch_matmul batch_norm batch_to_space_nd "
        "bias_add bitpack bitserial_conv2d bitserial_dense const "
        "contrib_conv2d_gemm_weight_transform contrib_conv2d_gemm_without_weight_transform "
        "contrib_conv2d_nchwc contrib_conv2d_winograd_nnpack_weight_transform "
        "contrib_conv2d_winograd_weight_transform contrib_conv2d_winograd_without_weight_transform "
        "contrib_conv3d_winograd_weight_transform contrib_conv3d_winograd_without_weight_transform "
        "contrib_dense_pack contrib_depthwise_conv2d_nchwc conv1d conv1d_transpose conv2d "
        "conv2d_backward_weight conv2d_transpose conv3d conv3d_transpose correlation cross_entropy "
        "cross_entropy_with_logits deformable_conv2d dense depth_to_space dilate dropout "
        "dropout_raw expr fast_softmax fifo_buffer get_pad_tuple1d get_pad_tuple2d get_pad_tuple3d "
        "global_avg_pool1d global_avg_pool2d global_avg_pool3d global_max_pool1d global_max_pool2d "
        "global_max_pool3d group_norm instance_norm l2_normalize layer_norm leaky_relu log_softmax "
        "lrn matmul max_pool1d max_pool2d max_pool2d_grad max_pool2d_with_argmax max_pool3d "
        "mirror_pad nll_loss pad prelu relu softmax space_to_batch_nd space_to_depth sparse_add "
        "sparse_dense sparse_transpose swish upsampling upsampling3d",
    "tvm.relay.op.op":
        "GenericFunc Object OpImplementation OpPattern OpSpecialization OpStrategy build "
        "call_lowered debug get get_native_generic_func lower register register_alter_op_layout "
        "register_broadcast_schedule register_compute register_convert_op_layout "
        "register_external_compiler register_fake_quantization_to_integer register_gradient "
        "register_infer_correct_layout register_injective_schedule register_legalize "
        "register_mixed_precision_conversion register_optional_fake_quantization_to_integer "
        "register_pattern register_reduce_schedule register_schedule register_shape_func "
        "register_stateful register_strategy",
    "tvm.relay.op.op.OpImplementation":
        "compute schedule",
    "tvm.relay.op.op.OpPattern":
        "BROADCAST COMM_REDUCE ELEMWISE INJECTIVE OPAQUE OUT_ELEMWISE_FUSABLE TUPLE",
    "tvm.relay.op.op.OpStrategy":
        "add_implementation",
    "tvm.relay.op.op_attrs":
        "AdaptivePool2DAttrs AdaptivePool3DAttrs AffineGridAttrs AllClassNonMaximumSuppressionAttrs "
        "ArangeAttrs ArgReduceAttrs ArgsortAttrs Attrs AutoSchedulerLayoutTransformAttrs "
        "AvgPool1DAttrs AvgPool2DAttrs AvgPool3DAttrs BatchMatmulAttrs BatchNormAttrs "
        "BatchToSpaceNDAttrs BiasAddAttrs BinaryConv2DAttrs BinaryDenseAttrs BitPackAttrs "
        "BroadcastAttrs CastAttrs CastHintAttrs ClipAttrs CompilerAttrs ConcatenateAttrs "
        "Conv1DAttrs Conv1DTransposeAttrs Conv2DAttrs Conv2DTransposeAttrs Conv2DWinogradAttrs "
        "Conv2DWinogradNNPACKWeightTransformAttrs Conv3DAttrs Conv3DTransposeAttrs "
        "Conv3DWinogradAttrs ConvWinogradWeightTransformAttrs CorrelationAttrs CropAndResizeAttrs "
        "DebugAttrs DeformableConv2DAttrs DenseAttrs DensePackAttrs DequantizeAttrs DeviceCopyAttrs "
        "DilateAttrs Dilation2DAttrs DropoutAttrs DynExpandDimsAttrs EinsumAttrs ExpandDimsAttrs "
        "FIFOBufferAttrs FixedPointMultiplyAttrs GatherAttrs GatherNDAttrs GetValidCountsAttrs "
        "GlobalPool2DAttrs GridSampleAttrs GroupNormAttrs InitOpAttrs InstanceNormAttrs "
        "L2NormalizeAttrs LRNAttrs LayerNormAttrs LayoutTransformAttrs LeakyReluAttrs MatmulAttrs "
        "MatrixSetDiagAttrs MaxPool1DAttrs MaxPool2DAttrs MaxPool3DAttrs MeshgridAttrs "
        "MetaScheduleLayoutTransformAttrs MirrorPadAttrs MultiBoxPriorAttrs "
        "MultiBoxTransformLocAttrs NLLLossAttrs NdarraySizeAttrs NonMaximumSuppressionAttrs "
        "OnDeviceAttrs OneHotAttrs PReluAttrs PSRoIPoolingAttrs PadAttrs ProposalAttrs "
        "QuantizeAttrs ROIAlignAttrs ROIPoolAttrs ReduceAttrs RepeatAttrs RequantizeAttrs "
        "ReshapeAttrs ReshapeLikeAttrs Resize1DAttrs Resize2DAttrs Resize3DAttrs ReverseAttrs "
        "ReverseSequenceAttrs ScanopAttrs ScatterElementsAttrs ScatterNDAttrs SearchSortedAttrs "
        "SegmentAttrs SequenceMaskAttrs ShapeFuncAttrs ShapeOfAttrs SimulatedQuantizeAttrs "
        "SliceLikeAttrs SlidingWindowAttrs SoftmaxAttrs SpaceToBatchNDAttrs SparseConv2DAttrs "
        "SparseDenseAttrs SparseToDenseAttrs SparseTransposeAttrs SplitAttrs SqueezeAttrs "
        "StackAttrs StftAttrs StridedSliceAttrs SubPixelAttrs TakeAttrs ThreefryGenerateAttrs "
        "TileAttrs TopkAttrs TransposeAttrs TriluAttrs TupleGetItemAttrs UniformAttrs UniqueAttrs "
        "UnpoolingAttrs UpSampling3DAttrs UpSamplingAttrs VarianceAttrs WithFuncIdAttrs "
        "YoloReorgAttrs",
    "tvm.relay.op.reduce":
        "Tuple TupleWrapper all any argmax argmin exp log logsumexp max mean mean_std mean_variance "
        "min prod sqrt squeeze std sum variance",
    "tvm.relay.op.tensor":
        "Call Constant Expr Tuple abs acos acosh add asin asinh atan atanh bitwise_and bitwise_not "
        "bitwise_or bitwise_xor ceil celu clip concatenate copy copy_shape_func cos cosh cumprod "
        "cumsum device_copy divide einsum equal erf exp fixed_point_multiply floor floor_divide "
        "floor_mod greater greater_equal hardmax isfinite isinf isnan left_shift less less_equal "
        "log log10 log2 logical_and logical_not logical_or logical_xor maximum minimum mod multiply "
        "ndarray_size negative not_equal ones ones_like power reg right_shift round rsqrt script "
        "segment_max segment_mean segment_min segment_prod segment_sum shape_of sigmoid sign sin "
        "sinh sqrt stack subtract tan tanh target trunc trunc_divide trunc_mod zeros zeros_like",
    "tvm.relay.op.transform":
        "Constant Expr Tuple TupleWrapper adv_index arange argwhere broadcast_to broadcast_to_like "
        "cast cast_like collapse_sum_like collapse_sum_to const cumprod cumsum dft expand_dims full "
        "full_like gather gather_nd invert_permutation layout_transform matrix_set_diag meshgrid "
        "one_hot reinterpret repeat reshape reshape_like reverse reverse_reshape reverse_sequence "
        "scatter_elements scatter_nd segment_sum sequence_mask shape_of slice_like sliding_window "
        "sparse_fill_empty_rows sparse_reshape sparse_to_dense split squeeze stft strided_set "
        "strided_slice take tile transpose trilu unique unravel_index where",
    "tvm.relay.param_dict":
        "load_param_dict save_param_dict",
    "tvm.relay.parser":
        "SpanCheck fromtext parse parse_expr",
    "tvm.relay.scope_builder":
        "ScopeBuilder WithScope",
    "tvm.relay.scope_builder.ScopeBuilder":
        "else_scope get if_scope let ret type_of",
    "tvm.relay.testing":
        "Prelude byoc caffe_single_op check_grad count count_ops create_workload darknet dcgan "
        "deconvlution densenet dqn enabled_targets gradient im2col inception_v3 init layers lstm "
        "make_nat_expr make_nat_value maxpool2d_location mlp mobilenet nat op prelu py_converter "
        "rand resnet resnet_3d run_as_python run_infer_type run_opt_pass squeezenet synthetic te "
        "temp_op_attr tf tflite to_python unpooling vgg yolo_detection",
    "tvm.relay.testing.byoc":
        "CcompilerAnnotator ExprMutator compiler_begin compiler_end",
    "tvm.relay.testing.dcgan":
        "create_workload deconv2d deconv2d_bn_relu get_net get_workload layers",
    "tvm.relay.testing.densenet":
        "create_workload get_workload layers",
    "tvm.relay.testing.dqn":
        "create_workload get_net get_workload layers",
    "tvm.relay.testing.inception_v3":
        "Conv Inception7A Inception7B Inception7C Inception7D Inception7E Pooling "
        "create_workload get_net get_workload layers",
    "tvm.relay.testing.init":
        "Constant Initializer Xavier create_workload",
    "tvm.relay.testing.layers":
        "batch_norm_infer conv2d conv2d_transpose conv3d conv_kernel_layout dense_add_bias",
    "tvm.relay.testing.lstm":
        "create_workload get_net get_workload layers lstm_cell",
    "tvm.relay.testing.mlp":
        "create_workload get_net get_workload",
    "tvm.relay.testing.mobilenet":
        "conv_block create_workload get_workload layers mobile_net separable_conv_block",
    "tvm.relay.testing.resnet":
        "create_workload get_net get_workload layers residual_unit resnet",
    "tvm.relay.testing.resnet_3d":
        "create_workload get_net get_workload layers residual_unit resnet",
    "tvm.relay.testing.squeezenet":
        "create_workload get_net get_workload layers",
    "tvm.relay.testing.synthetic":
        "Constant create_workload get_net get_workload init layers",
    "tvm.relay.testing.vgg":
        "create_workload get_classifier get_feature get_net get_workload wrapper",
    "tvm.relay.testing.yolo_detection":
        "Box cmp_to_key do_nms_sort draw_detections fill_network_boxes get_detections "
        "namedtuple nms_comparator show_detections",
    "tvm.relay.transform":
        "AddPreprocessNode AlterOpLayout AnnotateSpans AnnotateTarget BackwardFoldScaleAxis "
        "BatchingOps CanonicalizeCast CanonicalizeOps CapturePostDfsIndexInSpans ChangeBatch "
        "CollagePartition CombineParallelBatchMatmul CombineParallelConv2D CombineParallelDense "
        "Conv2dToSparse Conv2dToSparse2 ConvertLayout DeadCodeElimination Defunctionalization "
        "DefuseOps DenseToSparse DivToMul DynamicToStatic EliminateCommonSubexpr EtaExpand ExprOp "
        "FakeQuantizationToInteger FastMath FirstOrderGradient FlattenAtrousConv "
        "FlexibleShapeDispatch FoldConstant FoldConstantExpr FoldExplicitPadding FoldScaleAxis "
        "ForwardFoldScaleAxis FunctionPass FuseOps InferType InferTypeLocal Inline "
        "InlineCompilerFunctionsBoundTo LambdaLift LayoutConfig LazyGradientInit Legalize "
        "ManifestLifetimes MarkCompilerFunctionsAsExtern MergeCompilerRegions MergeComposite "
        "OutlineCompilerFunctionsWithExistingGlobalSymbols PartialEvaluate PartitionGraph "
        "PlanDevices RemoveUnusedFunctions SimplifyExpr SimplifyFCTranspose SimplifyInference "
        "SpaceToBatch2AtrousConv SplitArgs ToANormalForm ToANormalFormExpr ToBasicBlockNormalForm "
        "ToCPS ToGraphNormalForm ToMixedPrecision build_config fake_quantization_to_integer "
        "flexible_shape function_pass gradient infer_layout_utils mangle_module_name memory_plan "
        "mixed_precision recast suffixes te to_cps transform un_cps",
    "tvm.relay.transform.transform":
        "AddPreprocessNode AlterOpLayout AnnotateSpans AnnotateTarget BackwardFoldScaleAxis "
        "BatchingOps CanonicalizeCast CanonicalizeOps CapturePostDfsIndexInSpans ChangeBatch "
        "CollagePartition CombineParallelBatchMatmul CombineParallelConv2D CombineParallelDense "
        "Conv2dToSparse Conv2dToSparse2 ConvertLayout DeadCodeElimination Defunctionalization "
        "DefuseOps DenseToSparse DivToMul DynamicToStatic EliminateCommonSubexpr EtaExpand ExprOp "
        "FakeQuantizationToInteger FastMath FirstOrderGradient FlattenAtrousConv FoldConstant "
        "FoldConstantExpr FoldExplicitPadding FoldScaleAxis ForwardFoldScaleAxis FunctionPass "
        "FuseOps InferType InferTypeLocal Inline InlineCompilerFunctionsBoundTo LambdaLift "
        "LayoutConfig LazyGradientInit Legalize ManifestLifetimes MarkCompilerFunctionsAsExtern "
        "MergeCompilerRegions MergeComposite OutlineCompilerFunctionsWithExistingGlobalSymbols "
        "PartialEvaluate PartitionGraph PlanDevices RemoveUnusedFunctions SimplifyExpr "
        "SimplifyFCTranspose SimplifyInference SpaceToBatch2AtrousConv SplitArgs ToANormalForm "
        "ToANormalFormExpr ToBasicBlockNormalForm ToCPS ToGraphNormalForm ToMixedPrecision "
        "build_config function_pass gradient mangle_module_name te to_cps un_cps",
    "tvm.relay.transform.transform.AddPreprocessNode":
        "info",
    "tvm.relay.transform.transform.ChangeBatch":
        "info",
    "tvm.relay.transform.transform.FunctionPass":
        "info",
    "tvm.relay.transform.transform.LayoutConfig":
        "check_skip current reset",
    "tvm.relay.transform.transform.SpaceToBatch2AtrousConv":
        "info",
    "tvm.relay.ty":
        "Any FuncType GlobalTypeVar IncompleteType RefType RelayNode ShapeVar TensorType TupleType "
        "Type TypeCall TypeConstraint TypeKind TypeRelation TypeVar is_dynamic scalar_type",
    "tvm.runtime":
        "DataType DataTypeCode Device Module NDArray Object ObjectGeneric ObjectPath ObjectPathPair "
        "ObjectTypes PackedFunc Report Scriptable ShapeTuple String cl const container convert "
        "convert_to_object cpu cuda device disco enabled executor ext_dev gpu load_module "
        "load_param_dict load_param_dict_from_file load_static_library metal module mtl "
        "name_transforms ndarray num_threads object object_generic object_path opencl packed_func "
        "params profiler_vm profiling relax_vm rocm save_param_dict save_param_dict_to_file "
        "script_printer system_lib vm vpi vulkan",
    "tvm.runtime.DataType":
        "CODE2STR NUMPY2STR STR2DTYPE bits lanes type_code",
    "tvm.runtime.container":
        "ADT Object ObjectTypes PyNativeObject ShapeTuple String getitem_helper tuple_object",
    "tvm.runtime.container.ADT":
        "tag",
    "tvm.runtime.executor.aot_executor":
        "AotModule",
    "tvm.runtime.executor.aot_executor.AotModule":
        "get_input get_input_index get_input_info get_input_name get_num_inputs get_num_outputs "
        "get_output run set_input",
    "tvm.runtime.module":
        "BenchmarkResult Module ModulePropertyMask enabled load_module load_static_library "
        "num_threads system_lib",
    "tvm.runtime.module.Module":
        "clear_imports entry_func export_library format get_function get_property_mask get_source "
        "implements_function import_module imported_modules is_binary_serializable "
        "is_dso_exportable is_runnable save time_evaluator type_key",
    "tvm.runtime.module.ModulePropertyMask":
        "BINARY_SERIALIZABLE DSO_EXPORTABLE RUNNABLE",
    "tvm.runtime.name_transforms":
        "sanitize_name",
    "tvm.runtime.ndarray":
        "DataType DataTypeCode Device NDArray NDArrayBase TVMArray TVMArrayHandle array c_array "
        "check_call cl cpu cuda device empty ext_dev from_dlpack gpu hexagon metal mtl numpyasarray "
        "opencl rocm string_types vpi vulkan webgpu",
    "tvm.runtime.ndarray.Device":
        "MASK2STR STR2MASK api_version compute_version create_raw_stream device_id device_name "
        "device_type driver_version exist free_raw_stream kDLAOCL kDLCPU kDLCUDA kDLCUDAHost "
        "kDLCUDAManaged kDLExtDev kDLHexagon kDLMetal kDLMicroDev kDLOneAPI kDLOpenCL kDLROCM "
        "kDLROCMHost kDLSDAccel kDLVPI kDLVulkan kDLWebGPU kOpenGL l2_cache_size_bytes "
        "max_clock_rate max_shared_memory_per_block max_thread_dimensions max_threads_per_block "
        "multi_processor_count set_raw_stream sync texture_spatial_limit total_global_memory "
        "warp_size",
    "tvm.runtime.ndarray.NDArray":
        "asnumpy copyfrom copyto device dtype is_view numpy shape to_dlpack",
    "tvm.runtime.packed_func":
        "PackedFunc",
    "tvm.runtime.params":
        "load_param_dict load_param_dict_from_file save_param_dict save_param_dict_to_file",
    "tvm.runtime.profiling":
        "Count DeviceWrapper Duration MetricCollector Percent Ratio Report profile_function",
    "tvm.runtime.profiling.Report":
        "csv from_json json table",
    "tvm.runtime.vm":
        "Executable VirtualMachine convert",
    "tvm.runtime.vm.Executable":
        "bytecode constants get_function_params get_late_bound_consts globals lib load_exec "
        "load_late_bound_consts load_late_bound_consts_from_map module move_late_bound_consts "
        "primitive_ops primitives save stats virtual_devices",
    "tvm.runtime.vm.VirtualMachine":
        "NAIVE_ALLOCATOR POOLED_ALLOCATOR benchmark get_input_index get_outputs invoke "
        "invoke_stateful invoke_with_outputs run set_input set_one_input",
    "tvm.target":
        "GenericFunc Target TargetKind VirtualDevice arm_cpu bifrost codegen compilation_config "
        "create cuda datatype detect_target generic_func get_native_generic_func hexagon "
        "intel_graphics intrin list_tags make_compilation_config mali override_native_generic_func "
        "rasp riscv_cpu rocm stm32 tag target virtual_device vta x86",
    "tvm.target.Target":
        "arch canon_multi_target canon_multi_target_and_host canon_target canon_target_and_host "
        "canon_target_map_and_host current device_name export features from_device get_kind_attr "
        "get_target_device_type l2_cache_size_bytes libs list_kinds mattr max_block_size_x "
        "max_block_size_y max_function_args max_num_threads max_shared_memory_per_block mcpu model "
        "rlen supports_cooperative_matrix supports_integer_dot_product target_or_current "
        "thread_warp_size vlen vtcm_capacity with_host",
    "tvm.target.tag":
        "Target list_tags register_tag",
    "tvm.te":
        "AXIS_SEPARATOR ComputeOp ExternOp HybridOp PlaceholderOp ScanOp Schedule "
        "SpecializedCondition Stage Tensor TensorComputeOp TensorSlice abs acos acosh add all any "
        "asin asinh atan atanh autodiff ceil comm_reducer compute const cos cosh create_prim_func "
        "create_schedule decl_tensor_intrin div erf exp extern extern_primfunc floor floordiv "
        "floormod fmod gradient hybrid if_then_else indexdiv indexmod isfinite isinf isnan log "
        "log10 log2 max max_value min min_value multiply nearbyint operation placeholder popcount "
        "power reduce_axis round rsqrt scan schedule sigmoid sin sinh size_var sqrt subtract sum "
        "tag tag_scope tan tanh tensor tensor_intrin thread_axis trace trunc truncdiv truncmod var",
    "tvm.testing":
        "CompareBeforeAfter DEFAULT_TEST_TARGETS ErrorTest Feature FrontendTestModule IS_IN_CI "
        "SKIP_SLOW_TESTS TVMError after_initializer aot assert_allclose assert_prim_expr_equal "
        "auto_scheduler autotvm call_cpp_ffi call_cpp_py_ffi call_py_ffi check_bool_expr_is_true "
        "check_int_constraints_trans_consistency check_numerical_grads codegen cudnn device_enabled "
        "device_test disable_span_filling echo enable_span_filling enabled_targets exclude_targets "
        "fast_summation fetch_model_from_url fixture has_cpu_feat hexagon identity_after "
        "identity_cpp initializer install_request_hook is_ampere_or_newer known_failing_targets "
        "load_model local_run main nop nvcc object_use_count parameter parameters "
        "parametrize_targets plugin popen_pool register_ffi requires_aarch64_sve requires_arm_dot "
        "requires_cmsisnn requires_corstone300 requires_cublas requires_cuda "
        "requires_cuda_compute_version requires_cudagraph requires_cudnn requires_cutlass "
        "requires_ethosn requires_ethosu requires_gpu requires_hexagon requires_libtorch "
        "requires_llvm requires_matrixcore requires_metal requires_micro requires_multi_gpu "
        "requires_nvcc_version requires_nvptx requires_opencl requires_openclml requires_package "
        "requires_rocm requires_rpc requires_tensorcore requires_vitis_ai requires_vulkan "
        "requires_x86 requires_x86_amx requires_x86_avx512 requires_x86_vnni rocm rpc_run "
        "run_check_signal runner skip_if_32bit skip_if_wheel_test skip_parameterizations slow "
        "slow_summation terminate_self test_check_eq_callback test_raise_error_callback "
        "test_wrap_callback timeout_job tir uses_gpu uses_multi_gpu usmp utils "
        "xfail_parameterizations",
    "tvm.tir":
        "Add Allocate AllocateConst And Any AssertStmt AttrStmt BijectiveLayout Block "
        "BlockDependenceInfo BlockRealize BlockScope Broadcast Buffer BufferLoad BufferRealize "
        "BufferRegion BufferStore Call CallEffectKind Cast CommReducer DataProducer DeclBuffer Div "
        "EQ Evaluate FloatImm FloorDiv FloorMod For ForKind GE GT IfThenElse IndexMap IntImm "
        "IterVar LE LT Layout Let LetStmt MatchBufferRegion Max Min Mod Mul NE Not Or Prefetch "
        "PrimExpr PrimFunc ProducerLoad ProducerRealize ProducerStore Ramp Reduce Schedule "
        "ScheduleError ScheduleState Select SeqStmt Shuffle SizeVar Stmt StmtSRef StringImm Sub "
        "TVMBackendAllocWorkspace TVMBackendFreeWorkspace TensorIntrin Var While abs acos acosh add "
        "address_of all analysis any asin asinh assume atan atan2 atanh bijective_layout "
        "bitwise_and bitwise_not bitwise_or bitwise_xor block_dependence_info block_scope buffer "
        "call_cpacked call_cpacked_lowered call_extern call_intrin call_llvm_intrin "
        "call_llvm_pure_intrin call_packed call_packed_lowered call_pure_extern call_tir ceil "
        "ceildiv clz comm_reducer const copysign cos cosh create_barriers data_layout decl_buffer "
        "div end_profile_intrinsic erf exp exp10 exp2 expr floor floordiv floormod fmod function "
        "generic get_active_lane_mask get_vector_length hypot if_then_else indexdiv indexmod "
        "infinity ir_builder isfinite isinf isnan isnullptr layout ldexp likely log log10 log1p "
        "log2 lookup_param max max_value min min_value mma_fill mma_store multiply nearbyint "
        "nextafter op popcount pow power ptx_arrive_barrier ptx_arrive_barrier_expect_tx "
        "ptx_commit_group ptx_cp_async ptx_cp_async_barrier ptx_cp_async_bulk "
        "ptx_init_barrier_thread_count ptx_ldmatrix ptx_mma ptx_mma_sp ptx_wait_barrier "
        "ptx_wait_group q_multiply_shift q_multiply_shift_per_axis reinterpret ret riscv_mma round "
        "rsqrt schedule shift_left shift_right sigmoid sin sinh sqrt start_profile_intrinsic stmt "
        "stmt_functor stmt_list stmt_seq subtract sum tan tanh tensor_intrin trace transform trunc "
        "truncdiv truncmod tvm_access_ptr tvm_bmma_sync tvm_check_return tvm_fill_fragment "
        "tvm_load_matrix_sync tvm_mma_sync tvm_stack_alloca tvm_stack_make_array "
        "tvm_stack_make_shape tvm_store_matrix_sync tvm_struct_get tvm_struct_set "
        "tvm_thread_allreduce tvm_throw_last_error tvm_tuple type_annotation undef usmp "
        "vectorcombine vectorhigh vectorlow vscale",
    "tvm.tir.expr":
        "Add And Any BinaryOpExpr Broadcast Buffer BufferLoad Call CallEffectKind Cast CmpExpr "
        "CommReducer ConstExpr DataProducer DataType DataTypeCode Div EQ EqualOp ExprOp FloatImm "
        "FloorDiv FloorMod GE GT IntImm IntImmEnum IterVar LE LT Let LogicalExpr Max Min Mod Mul NE "
        "Not NotEqualOp Object ObjectGeneric Op Or PrimExpr PrimExprWithOp ProducerLoad Ramp Reduce "
        "Scriptable Select Shuffle SizeVar Span StringImm Sub Var const div_ambiguity_error ir",
    "tvm.transform":
        "ModulePass Pass PassContext PassInfo PrintIR Sequential module_pass",
    "tvm.transform.ModulePass":
        "info",
    "tvm.transform.Pass":
        "info",
    "tvm.transform.PassContext":
        "current get_current_trace get_trace_stack get_trace_stack_size get_tuning_api_database "
        "inc_num_evals list_configs override_instruments pop_trace push_trace set_num_evals",
    "tvm.transform.Sequential":
        "info",
}
