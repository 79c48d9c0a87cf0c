//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A best-first search over the sets of nodes that chosen candidates cover.
//
//===----------------------------------------------------------------------===//

#include "Search.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/PriorityQueue.h"
#include <cmath>

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::collage;

// More states of a block are an error.
static constexpr size_t kMaxStates = 200000;

namespace {
/// A set of covered nodes, and the cheapest way to it.
struct State {
  llvm::BitVector covered;
  double cost = 0;
  /// The state before, and the candidate chosen there.
  unsigned previous = 0, candidate = 0;
  bool isDone = false;
};

/// A state that waits, at a cost that it had.
struct Entry {
  double cost;
  unsigned state;
};

class CoverSearch {
public:
  CoverSearch(const CollageGraph &graph, ArrayRef<Candidate> candidates);

  FailureOr<SmallVector<unsigned>> run();

private:
  unsigned getState(llvm::BitVector covered);
  void relax(unsigned from, unsigned candidate);
  SmallVector<unsigned> getPath(unsigned state) const;
  LogicalResult emitUncovered() const;

  const CollageGraph &graph;
  ArrayRef<Candidate> candidates;
  /// The candidates whose first node is each node.
  std::vector<SmallVector<unsigned, 2>> beginning;
  std::vector<State> states;
  DenseMap<llvm::BitVector, unsigned> numbers;
  struct Later {
    const std::vector<State> *states;
    bool operator()(const Entry &left, const Entry &right) const;
  };
  llvm::PriorityQueue<Entry, std::vector<Entry>, Later> queue;
  /// The last node that no candidate covered in some state.
  unsigned lastGap = 0;
};
} // namespace

/// A state with equal cost comes first if it covers the first node at which the
/// two differ.
bool CoverSearch::Later::operator()(const Entry &left,
                                    const Entry &right) const {
  if (left.cost != right.cost)
    return left.cost > right.cost;
  if (left.state == right.state)
    return false;
  llvm::BitVector difference = (*states)[left.state].covered;
  difference ^= (*states)[right.state].covered;
  int first = difference.find_first();
  return first >= 0 && (*states)[right.state].covered.test(first);
}

CoverSearch::CoverSearch(const CollageGraph &graph,
                         ArrayRef<Candidate> candidates)
    : graph(graph), candidates(candidates), beginning(graph.size()),
      queue(Later{&states}) {
  for (auto [i, candidate] : llvm::enumerate(candidates))
    if (!std::isinf(candidate.cost))
      beginning[candidate.graph.getNodes().front()].push_back(i);
}

unsigned CoverSearch::getState(llvm::BitVector covered) {
  auto [it, isNew] = numbers.try_emplace(covered, states.size());
  if (isNew) {
    states.emplace_back();
    states.back().covered = std::move(covered);
    states.back().cost = std::numeric_limits<double>::infinity();
  }
  return it->second;
}

void CoverSearch::relax(unsigned from, unsigned candidate) {
  llvm::BitVector covered = states[from].covered;
  for (unsigned node : candidates[candidate].graph.getNodes()) {
    if (covered.test(node))
      return;
    covered.set(node);
  }
  unsigned next = getState(std::move(covered));
  double cost = states[from].cost + candidates[candidate].cost;
  State &state = states[next];
  if (state.isDone || cost >= state.cost)
    return;
  state.cost = cost;
  state.previous = from;
  state.candidate = candidate;
  queue.push({cost, next});
}

SmallVector<unsigned> CoverSearch::getPath(unsigned state) const {
  SmallVector<unsigned> path;
  for (; state != 0; state = states[state].previous)
    path.push_back(states[state].candidate);
  std::reverse(path.begin(), path.end());
  return path;
}

LogicalResult CoverSearch::emitUncovered() const {
  return graph[lastGap].op->emitError("no target supports this operator here");
}

FailureOr<SmallVector<unsigned>> CoverSearch::run() {
  unsigned start = getState(llvm::BitVector(graph.size()));
  states[start].cost = 0;
  queue.push({0, start});
  while (!queue.empty()) {
    unsigned current = queue.top().state;
    queue.pop();
    if (states[current].isDone)
      continue;
    states[current].isDone = true;
    int next = states[current].covered.find_first_unset();
    if (next < 0)
      return getPath(current);
    lastGap = std::max<unsigned>(lastGap, next);
    for (unsigned candidate : beginning[next])
      relax(current, candidate);
    if (states.size() > kMaxStates)
      return emitError(graph[0].op->getLoc(), "the search for the cheapest "
                                              "candidates takes more than ")
             << kMaxStates
             << " states in the block that begins here; lower depths give "
                "fewer";
  }
  return emitUncovered();
}

FailureOr<SmallVector<unsigned>>
collage::findCover(const CollageGraph &graph, ArrayRef<Candidate> candidates) {
  return CoverSearch(graph, candidates).run();
}

//===----------------------------------------------------------------------===//
// Joining
//===----------------------------------------------------------------------===//

namespace {
/// Chosen candidates, each contracted to one node.
class Groups {
public:
  Groups(const CollageGraph &graph, std::vector<Candidate> candidates)
      : graph(graph), candidates(std::move(candidates)), groups(graph.size()) {
    for (auto [i, candidate] : llvm::enumerate(this->candidates))
      for (unsigned node : candidate.graph.getNodes())
        groups[node] = i;
  }

  /// Joins the candidate `group` with one that uses its results. Returns
  /// whether there was one.
  bool join(unsigned group);
  std::vector<Candidate> take() { return std::move(candidates); }

private:
  bool isAcyclic(const SubGraph &joined) const;

  const CollageGraph &graph;
  std::vector<Candidate> candidates;
  std::vector<std::optional<unsigned>> groups;
};
} // namespace

/// Whether no path over other candidates leaves `joined` and comes back.
bool Groups::isAcyclic(const SubGraph &joined) const {
  llvm::DenseSet<unsigned> seen;
  SmallVector<unsigned> worklist(joined.getOutputs().begin(),
                                 joined.getOutputs().end());
  while (!worklist.empty()) {
    unsigned node = worklist.pop_back_val();
    if (!seen.insert(node).second)
      continue;
    if (llvm::binary_search(joined.getNodes(), node))
      return false;
    llvm::append_range(worklist, graph[node].users);
    if (groups[node])
      llvm::append_range(worklist,
                         candidates[*groups[node]].graph.getOutputs());
  }
  return true;
}

bool Groups::join(unsigned group) {
  Candidate &candidate = candidates[group];
  for (unsigned output : candidate.graph.getOutputs()) {
    std::optional<unsigned> other = groups[output];
    if (!other || candidates[*other].target != candidate.target)
      continue;
    Candidate joined = joinCandidates(graph, candidate, candidates[*other]);
    if (!isAcyclic(joined.graph))
      continue;
    for (unsigned node : candidates[*other].graph.getNodes())
      groups[node] = group;
    // The other one has no nodes any more.
    candidates[*other].graph = SubGraph(graph, {});
    candidate = std::move(joined);
    candidate.isJoined = true;
    return true;
  }
  return false;
}

std::vector<Candidate> collage::joinTouching(const CollageGraph &graph,
                                             ArrayRef<CollageTarget> targets,
                                             std::vector<Candidate> cover) {
  llvm::erase_if(cover, [&](const Candidate &candidate) {
    return candidate.target == Candidate::kHost ||
           !targets[candidate.target].isExternal;
  });
  unsigned size = cover.size();
  Groups groups(graph, std::move(cover));
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (unsigned group = 0; group < size; ++group)
      while (groups.join(group))
        hasChanged = true;
  }
  std::vector<Candidate> result = groups.take();
  llvm::erase_if(result, [](const Candidate &candidate) {
    return candidate.graph.getNodes().empty();
  });
  return result;
}
