//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes that an instrument has seen, as a tree for each thread.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_PASS_INSTRUMENTS_PASSFOREST_H
#define LIB_PASS_INSTRUMENTS_PASSFOREST_H

#include "RelayLite/Pass/PassInfo.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <map>
#include <mutex>
#include <thread>

namespace mlir::relay::pass::detail {

/// A tree for each thread, whose nodes carry a `Record`. To be used with
/// `mutex` held.
template <typename Record>
class PassForest {
public:
  struct Node {
    /// Belongs to the forest.
    StringRef name;
    unsigned depth;
    bool failed = false;
    Record record = Record();
  };

  struct Tree {
    unsigned thread;
    /// In the order in which the passes began: children follow their parent.
    std::vector<Node> nodes = {};
    /// Indices of the nodes of running passes, the innermost last.
    SmallVector<unsigned> open = {};
    /// How many contexts of this thread have been entered and not left.
    unsigned numEntered = 0;
    /// Whether the last was left while a pass was running.
    bool wasLeft = false;
  };

  std::mutex mutex;

  /// The tree of this thread.
  Tree &getTree() {
    std::thread::id id = std::this_thread::get_id();
    if (!lastTree || lastId != id) {
      lastTree =
          &trees.try_emplace(id, Tree{unsigned(trees.size())}).first->second;
      lastId = id;
    }
    return *lastTree;
  }

  /// A node for a pass that begins.
  Node &begin(Tree &tree, StringRef name) {
    unsigned depth = tree.open.size();
    tree.open.push_back(tree.nodes.size());
    tree.nodes.push_back(Node{names.insert(name).first->getKey(), depth});
    return tree.nodes.back();
  }

  /// The node of the innermost running pass of that name, which ends (and with
  /// it those inside it). Null if there is none: runAfterPassFailed can follow
  /// runAfterPass, when the hook of another instrument has failed.
  Node *end(Tree &tree, StringRef name) {
    for (unsigned i = tree.open.size(); i-- != 0;) {
      Node &node = tree.nodes[tree.open[i]];
      if (node.name != name)
        continue;
      tree.open.truncate(i);
      return &node;
    }
    return nullptr;
  }

  /// The node of the innermost running pass, or null.
  Node *getInnermost(Tree &tree) {
    return tree.open.empty() ? nullptr : &tree.nodes[tree.open.back()];
  }

  /// Forgets `node`, whose pass has ended, and what came after it.
  void forget(Tree &tree, Node *node) {
    tree.nodes.resize(node - tree.nodes.data());
  }

  void enterContext() {
    ++getTree().numEntered;
    ++numEntered;
  }

  /// Takes out what has been seen to its end now that a context is left.
  std::vector<Tree> leaveContext() {
    Tree &tree = getTree();
    if (tree.numEntered != 0) {
      --tree.numEntered;
      --numEntered;
    }
    if (!tree.open.empty()) {
      tree.wasLeft = tree.numEntered == 0;
      return {};
    }
    return takeEnded(tree);
  }

  /// The same now that a pass has ended: something if the context was left
  /// inside it.
  std::vector<Tree> leavePass(Tree &tree) {
    if (LLVM_LIKELY(!tree.wasLeft || !tree.open.empty()))
      return {};
    tree.wasLeft = false;
    return takeEnded(tree);
  }

  /// All trees with nodes, in the order in which their threads came.
  std::vector<Tree> getTrees() const {
    auto all = llvm::make_second_range(trees);
    return sortNonempty({all.begin(), all.end()});
  }

  /// The text that `printTree` makes of the trees, each below the number of its
  /// thread if there are several.
  static std::string
  print(ArrayRef<Tree> trees,
        function_ref<void(const Tree &, raw_ostream &)> printTree) {
    std::string text;
    llvm::raw_string_ostream os(text);
    for (const Tree &tree : trees) {
      if (trees.size() != 1)
        os << "thread " << tree.thread << ":\n";
      printTree(tree, os);
    }
    return text;
  }

  /// An error that says which pass of `tree` is running, if one is.
  static llvm::Error checkEnded(const Tree &tree) {
    if (tree.open.empty())
      return llvm::Error::success();
    return llvm::createStringError("cannot render while the pass '" +
                                   tree.nodes[tree.open.back()].name +
                                   "' is running");
  }

private:
  static Tree take(Tree &tree) {
    Tree taken{tree.thread};
    std::swap(taken.nodes, tree.nodes);
    return taken;
  }

  std::vector<Tree> takeEnded(Tree &tree) {
    std::vector<Tree> result;
    result.push_back(take(tree));
    if (numEntered == 0)
      for (auto &entry : trees)
        if (entry.second.open.empty() && !entry.second.nodes.empty())
          result.push_back(take(entry.second));
    return sortNonempty(std::move(result));
  }

  static std::vector<Tree> sortNonempty(std::vector<Tree> trees) {
    llvm::erase_if(trees, [](const Tree &tree) { return tree.nodes.empty(); });
    llvm::sort(trees, [](const Tree &a, const Tree &b) {
      return a.thread < b.thread;
    });
    return trees;
  }

  std::map<std::thread::id, Tree> trees;
  llvm::StringSet<> names;
  Tree *lastTree = nullptr;
  std::thread::id lastId;
  unsigned numEntered = 0;
};

} // namespace mlir::relay::pass::detail

#endif // LIB_PASS_INSTRUMENTS_PASSFOREST_H
