//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules that make candidates, and those that join them.
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "RelayLite/Pattern/Groups.h"
#include "RelayLite/Pattern/OperationGraph.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include <deque>

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::collage;
using pattern::OperationGraph;

// More candidates of a block are an error.
static constexpr size_t kMaxCandidates = 50000;

//===----------------------------------------------------------------------===//
// Matches
//===----------------------------------------------------------------------===//

/// Return the operations of a match; none if they are in different blocks or
/// have effects or regions.
static std::optional<Match> makeMatch(const OperationGraph &graph,
                                      const pattern::Group &group) {
  Operation *root = graph.getOperation(group.root);
  if (!root || root->hasTrait<OpTrait::IsTerminator>())
    return std::nullopt;
  Match match;
  for (OperationGraph::Node node : group.body) {
    OperationGraph::Kind kind = graph.getKind(node);
    if (kind == OperationGraph::Kind::Op)
      continue;
    Operation *op = graph.getOperation(node);
    if (op && isa<ConstantOp>(op)) {
      match.constants.push_back(op);
      continue;
    }
    if (!op || op->getBlock() != root->getBlock() || op->getNumRegions() != 0 ||
        op->getNumResults() != 1 || !isMemoryEffectFree(op))
      return std::nullopt;
    match.ops.push_back(op);
  }
  return match;
}

FailureOr<Matches> collage::findMatches(func::FuncOp function,
                                        ArrayRef<CollageTarget> targets) {
  Matches matches;
  OperationGraph graph(function.getBody().front());
  for (auto [number, target] : llvm::enumerate(targets))
    for (const CompositePattern &composite : target.patterns) {
      auto groups = pattern::findGroups(graph, *composite.pattern,
                                        /*mayOverlap=*/true);
      if (!groups)
        return function.emitError("pattern '")
               << composite.name << "': " << llvm::toString(groups.takeError());
      for (const pattern::Group &group : llvm::reverse(*groups)) {
        std::optional<Match> match = makeMatch(graph, group);
        if (!match || match->ops.empty() ||
            (composite.check && !composite.check(match->ops.back())))
          continue;
        match->target = number;
        match->name = composite.name;
        matches[match->ops.back()->getBlock()].push_back(std::move(*match));
      }
    }
  return matches;
}

//===----------------------------------------------------------------------===//
// Joining candidates
//===----------------------------------------------------------------------===//

Candidate collage::joinCandidates(const CollageGraph &graph,
                                  const Candidate &left,
                                  const Candidate &right) {
  Candidate result{left.target, SubGraph(graph, unite(left.graph.getNodes(),
                                                      right.graph.getNodes()))};
  llvm::append_range(result.matches, left.matches);
  llvm::append_range(result.matches, right.matches);
  llvm::sort(result.matches, [&](const Match *one, const Match *other) {
    return *graph.lookup(one->ops.back()) < *graph.lookup(other->ops.back());
  });
  return result;
}

/// Whether operators of the kind `user` are fused behind those of the kind
/// `kind`.
static bool mayFuse(Fusion fusion, OpPatternKind kind, OpPatternKind user) {
  using Kind = OpPatternKind;
  switch (fusion) {
  case Fusion::None:
    return false;
  case Fusion::Operators:
    return (kind <= Kind::OutEWiseFusable && user <= Kind::Broadcast) ||
           (kind <= Kind::Broadcast && user <= Kind::CommReduce) ||
           (kind <= Kind::Injective && user <= Kind::Injective);
  case Fusion::Any:
    return kind <= Kind::OutEWiseFusable && user <= Kind::OutEWiseFusable;
  }
  llvm_unreachable("all styles are handled");
}

namespace {
/// Joins the candidates of a target as long as there are new ones.
class Combiner {
public:
  Combiner(const CollageGraph &graph, unsigned target, bool isExternal,
           JoinRules rules)
      : graph(graph), target(target), isExternal(isExternal), rules(rules),
        entering(graph.size()), leaving(graph.size()) {}

  void add(Candidate candidate);
  /// Returns false if there are too many candidates.
  bool run();
  /// The candidates that are valid.
  std::vector<Candidate> take();

private:
  void combine(const Candidate &producer, const Candidate &user);
  void addTupleArguments(const Candidate &user);
  void addProjections(const Candidate &producer);
  bool isTooMany() const { return candidates.size() > kMaxCandidates; }

  const CollageGraph &graph;
  unsigned target;
  bool isExternal;
  JoinRules rules;
  /// In the order in which they were found. References stay valid.
  std::deque<Candidate> candidates;
  /// The nodes of the candidates. The first candidate with the same nodes
  /// counts: matches come before candidates that have been joined.
  DenseSet<ArrayRef<unsigned>> known;
  /// The candidates that have each node as an entry, and as an exit.
  std::vector<SmallVector<unsigned, 2>> entering, leaving;
};
} // namespace

void Combiner::add(Candidate candidate) {
  if (candidate.graph.getDepth() > rules.maxDepth ||
      known.contains(candidate.graph.getNodes()))
    return;
  unsigned index = candidates.size();
  for (unsigned node : candidate.graph.getEntries())
    entering[node].push_back(index);
  for (unsigned node : candidate.graph.getExits())
    leaving[node].push_back(index);
  candidates.push_back(std::move(candidate));
  known.insert(candidates.back().graph.getNodes());
}

void Combiner::combine(const Candidate &producer, const Candidate &user) {
  const SubGraph &left = producer.graph, &right = user.graph;
  if (!mayFuse(rules.fusion, left.getKind(), right.getKind()) ||
      left.getDepth() + right.getDepth() > rules.maxDepth ||
      !areDisjoint(left.getNodes(), right.getNodes()) ||
      known.contains(unite(left.getNodes(), right.getNodes())))
    return;
  Candidate joined = joinCandidates(graph, producer, user);
  if (joined.graph.isConvex(graph))
    add(std::move(joined));
}

/// Adds `user` with a tuple that it takes and what makes the fields: by the
/// smallest candidates, and by the largest. All combinations would be too many.
void Combiner::addTupleArguments(const Candidate &user) {
  if (user.graph.getKind() > OpPatternKind::Injective)
    return;
  llvm::SmallSetVector<unsigned, 2> tuples;
  for (unsigned node : user.graph.getEntries())
    for (unsigned input : graph[node].inputs)
      if (isa<TupleOp>(graph[input].op) &&
          graph[input].kind == OpPatternKind::Injective &&
          !llvm::binary_search(user.graph.getNodes(), input))
        tuples.insert(input);
  for (unsigned tuple : tuples)
    for (bool isLargest : {false, true}) {
      Candidate joined = joinCandidates(
          graph, user, {target, SubGraph(graph, NodeSet{tuple})});
      bool isComplete = !graph[tuple].hasOutsideInput;
      for (unsigned field : graph[tuple].inputs) {
        const Candidate *best = nullptr;
        for (unsigned i : leaving[field]) {
          const Candidate &maker = candidates[i];
          auto size = [](const Candidate &one) {
            return one.graph.getNodes().size();
          };
          if (maker.graph.getKind() <= OpPatternKind::Injective &&
              maker.graph.getExits().size() == 1 &&
              areDisjoint(maker.graph.getNodes(), joined.graph.getNodes()) &&
              (!best || (isLargest ? size(maker) > size(*best)
                                   : size(maker) < size(*best))))
            best = &maker;
        }
        isComplete &= best != nullptr;
        if (!isComplete)
          break;
        joined = joinCandidates(graph, joined, *best);
      }
      if (isComplete && joined.graph.isConvex(graph))
        add(std::move(joined));
    }
}

/// Adds `producer` with each field that is taken of its result.
void Combiner::addProjections(const Candidate &producer) {
  for (unsigned output : producer.graph.getOutputs())
    if (isa<TupleGetOp>(graph[output].op))
      add(joinCandidates(graph, producer,
                         {target, SubGraph(graph, NodeSet{output})}));
}

bool Combiner::run() {
  for (unsigned i = 0; i < candidates.size(); ++i) {
    if (isTooMany())
      return false;
    // Pairs with later candidates come when it is their turn.
    const Candidate &candidate = candidates[i];
    for (unsigned node : candidate.graph.getOutputs())
      for (unsigned k = 0; k < entering[node].size() && entering[node][k] < i;
           ++k)
        combine(candidate, candidates[entering[node][k]]);
    for (unsigned node : candidate.graph.getEntries())
      for (unsigned input : graph[node].inputs)
        for (unsigned k = 0; k < leaving[input].size() && leaving[input][k] < i;
             ++k)
          combine(candidates[leaving[input][k]], candidate);
    if (isExternal)
      continue;
    addTupleArguments(candidate);
    addProjections(candidate);
  }
  return !isTooMany();
}

std::vector<Candidate> Combiner::take() {
  std::vector<Candidate> result;
  for (Candidate &candidate : candidates)
    if (candidate.graph.isValid(graph))
      result.push_back(std::move(candidate));
  return result;
}

//===----------------------------------------------------------------------===//
// Collection
//===----------------------------------------------------------------------===//

/// Adds the candidates that are no union of others.
static void addSingles(Combiner &combiner, const CollageGraph &graph,
                       const CollageTarget &target, unsigned number,
                       ArrayRef<Match> matches) {
  if (!target.isExternal) {
    for (unsigned node = 0; node < graph.size(); ++node)
      if (graph[node].isComputed)
        combiner.add({number, SubGraph(graph, NodeSet{node})});
    return;
  }
  for (const Match &match : matches) {
    if (match.target != number)
      continue;
    NodeSet nodes;
    for (Operation *op : match.ops)
      nodes.push_back(*graph.lookup(op));
    llvm::sort(nodes);
    SubGraph inside(graph, std::move(nodes));
    if (inside.isValid(graph))
      combiner.add({number, std::move(inside), {&match}});
  }
}

/// Returns the numbers of the candidates that have each node.
static std::vector<SmallVector<unsigned, 2>>
indexByNode(const CollageGraph &graph, ArrayRef<Candidate> candidates,
            ArrayRef<unsigned> subset) {
  std::vector<SmallVector<unsigned, 2>> index(graph.size());
  for (unsigned i : subset)
    for (unsigned node : candidates[i].graph.getNodes())
      index[node].push_back(i);
  return index;
}

/// Returns the candidates of `subset` that no other one of their target
/// contains.
static SmallVector<unsigned> findLargest(const CollageGraph &graph,
                                         ArrayRef<Candidate> candidates,
                                         SmallVector<unsigned> subset) {
  auto getNodes = [&](unsigned i) -> ArrayRef<unsigned> {
    return candidates[i].graph.getNodes();
  };
  llvm::sort(subset, [&](unsigned left, unsigned right) {
    size_t leftSize = getNodes(left).size(), rightSize = getNodes(right).size();
    return leftSize != rightSize ? leftSize > rightSize : left < right;
  });
  // Larger candidates come first, so that only those found can contain one.
  SmallVector<unsigned> found;
  std::vector<SmallVector<unsigned, 2>> index(graph.size());
  for (unsigned i : subset) {
    bool isInside =
        llvm::any_of(index[getNodes(i).front()], [&](unsigned other) {
          return candidates[other].target == candidates[i].target &&
                 isSubset(getNodes(i), getNodes(other));
        });
    if (isInside)
      continue;
    found.push_back(i);
    for (unsigned node : getNodes(i))
      index[node].push_back(i);
  }
  return found;
}

/// Keeps the largest candidates, and smaller ones where these overlap: the
/// search needs them to fill the gaps.
static void prune(const CollageGraph &graph,
                  std::vector<Candidate> &candidates) {
  llvm::BitVector kept(candidates.size());
  auto available = llvm::to_vector(llvm::seq<unsigned>(candidates.size()));
  while (true) {
    unsigned before = kept.count();
    for (unsigned i : findLargest(graph, candidates, available))
      kept.set(i);
    if (kept.count() == before)
      break;
    auto subset = llvm::to_vector_of<unsigned>(kept.set_bits());
    auto index = indexByNode(graph, candidates, subset);
    auto overlaps = [&](unsigned i) {
      const NodeSet &nodes = candidates[i].graph.getNodes();
      return llvm::any_of(nodes, [&](unsigned node) {
        return llvm::any_of(index[node], [&](unsigned other) {
          return candidates[other].graph.getNodes() != nodes;
        });
      });
    };
    llvm::erase_if(available,
                   [&](unsigned i) { return kept.test(i) && overlaps(i); });
  }
  unsigned index = 0;
  llvm::erase_if(candidates,
                 [&](const Candidate &) { return !kept.test(index++); });
}

FailureOr<std::vector<Candidate>>
collage::collectCandidates(const CollageGraph &graph,
                           ArrayRef<CollageTarget> targets,
                           ArrayRef<JoinRules> rules, ArrayRef<Match> matches) {
  std::vector<Candidate> result;
  for (auto [number, target] : llvm::enumerate(targets)) {
    Combiner combiner(graph, number, target.isExternal, rules[number]);
    addSingles(combiner, graph, target, number, matches);
    if (!combiner.run())
      return emitError(graph[0].op->getLoc(), "more than ")
             << kMaxCandidates << " candidates for the target '" << target.name
             << "' in the block that begins here; a depth below "
             << rules[number].maxDepth << " gives fewer";
    llvm::move(combiner.take(), std::back_inserter(result));
  }
  for (unsigned node = 0; node < graph.size(); ++node)
    if (!graph[node].isComputed)
      result.push_back({Candidate::kHost, SubGraph(graph, NodeSet{node})});
  prune(graph, result);
  return result;
}
