"""TVM's levels of operators."""

# Operators that are not there have 10.
LEVELS = {
    1:
        "add concatenate divide erf exp expand_dims fast_erf fast_exp fast_tanh "
        "floor_divide floor_mod log mod multiply nn.batch_norm nn.bias_add nn.dense "
        "nn.dropout nn.fast_softmax nn.group_norm nn.instance_norm nn.layer_norm "
        "nn.log_softmax nn.matmul nn.relu nn.softmax rsqrt sigmoid sqrt subtract tanh",
    2:
        "dyn.nn.pad dyn.nn.upsampling dyn.nn.upsampling3d nn.avg_pool1d nn.avg_pool2d "
        "nn.avg_pool3d nn.batch_flatten nn.conv1d nn.conv2d nn.conv2d_transpose nn.conv3d "
        "nn.global_avg_pool2d nn.global_max_pool2d nn.l2_normalize nn.lrn nn.max_pool1d "
        "nn.max_pool2d nn.max_pool3d nn.pad nn.upsampling nn.upsampling3d",
    3:
        "abs arange cast cast_like ceil clip copy dyn.full dyn.ones dyn.reshape "
        "dyn.sparse_to_dense dyn.squeeze dyn.tile dyn.zeros floor full full_like gather_nd "
        "isnan negative nn.leaky_relu nn.prelu ones repeat reshape reshape_like reverse "
        "round sign sparse_to_dense split squeeze stack take tile transpose trunc zeros",
    4:
        "all any argmax argmin bitwise_and bitwise_not bitwise_or bitwise_xor broadcast_to "
        "collapse_sum_to dyn.broadcast_to dyn.strided_slice equal greater greater_equal "
        "left_shift less less_equal logical_and logical_not logical_or max maximum mean min "
        "minimum not_equal ones_like power prod right_shift strided_slice sum variance "
        "where zeros_like",
    5:
        "dyn.image.resize2d image.resize2d layout_transform nn.batch_to_space_nd "
        "nn.space_to_batch_nd",
    6:
        "dyn.topk topk",
}
