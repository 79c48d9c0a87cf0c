//===- Losses --------------------------------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_NNLOSSOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_NNLOSSOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

// A loss of two matrices (batch, class).
class Relay_CrossEntropyOp<string mnemonic>
    : Relay_Operator<mnemonic, Relay_Opaque, [Relay_FloatFunction]> {
  let arguments = (ins Relay_Tensor:$predictions, Relay_Tensor:$targets);
  let tvm = Relay_TVM<mixed = "Never">;
  let returns = "A scalar of the element type of `predictions`.";
  let raises = "the operands are no matrices of one type";
  let extraClassDefinition = [{
    ::llvm::FailureOr<::mlir::Type> $cppClass::inferResultType(
        ::std::optional<::mlir::Location> loc, Adaptor adaptor) {
      return ::mlir::relay::inferCrossEntropy(
          loc, getRelayName(), adaptor.getPredictions().getType(),
          adaptor.getTargets().getType());
    }
  }];
}

def Relay_NNCrossEntropyOp : Relay_CrossEntropyOp<"nn.cross_entropy"> {
  let summary = "cross entropy of probabilities";
  let semantics = [{
    `-sum(log(predictions) * targets) / n`, where n is the number of rows. Each
    step is that of the operator of its name.
  }];
  let example = "%0 = relay.nn.cross_entropy %p, %t : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<f32>";
}

def Relay_NNCrossEntropyWithLogitsOp
    : Relay_CrossEntropyOp<"nn.cross_entropy_with_logits"> {
  let summary = "cross entropy of logarithms of probabilities";
  let semantics = [{
    `-sum(predictions * targets) / n`, where n is the number of rows. Each step
    is that of the operator of its name.
  }];
  let example = "%0 = relay.nn.cross_entropy_with_logits %p, %t : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<f32>";
}

def Relay_NNNLLLossOp : Relay_Operator<"nn.nll_loss", Relay_OutEWiseFusable> {
  let summary = "negative log likelihood";
  let semantics = [{
    For each class c in `targets`, the loss `-predictions[n, c, ...] *
    weights[c]`, where n and the rest are the position of c; 0 for the class
    `ignore_index`. `reduction` is `none` for these, `sum` for their sum, or
    `mean` for that divided by the sum of the weights that they were multiplied
    by. `predictions` may be a vector of classes for a single target. A class out
    of range is limited to the range. Sums are those of `sum`.
  }];
  let example = [{%0 = relay.nn.nll_loss %p, %t, %w {reduction = "mean", ignore_index = -100 : i64} : (tensor<2x5x3xf32>, tensor<2x3xi32>, tensor<5xf32>) -> tensor<f32>}];
  let arguments = (ins Relay_Tensor:$predictions, Relay_Tensor:$targets,
      Relay_Tensor:$weights, Relay_StrOr<"mean">:$reduction,
      Relay_Int:$ignore_index);
  let tvm = Relay_TVM<attrs = "NLLLossAttrs">;
  let returns = "A tensor of the shape of `targets` for `none`, otherwise a "
      "scalar, of the element type of `predictions`.";
  let raises = "the shapes do not fit, `predictions` and `weights` are not of one "
      "float type, `targets` are no integers, or `reduction` is none";
  let pythonParameters = "predictions, targets, weights, reduction='mean', "
      "ignore_index=-100";
}

#endif // RELAYLITE_DIALECT_RELAY_IR_NNLOSSOPS_TD
