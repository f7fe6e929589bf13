/// The choice of a worker for a lane, in a pool and in a registry alike.
///
/// Pure, and without a memory: what was placed before shows in the load of the candidates.
package enum PlacementPolicy {
  /// Returns the candidate with the fewest lanes that has the labels and room; of equals the first by id. Nil
  /// where there is none.
  ///
  /// Complexity: O(candidates).
  package static func choose<ID>(
    _ wish: PlacementWish, among candidates: some Sequence<PlacementCandidate<ID>>
  ) -> ID? {
    var best: PlacementCandidate<ID>?
    for candidate in candidates where candidate.hasRoom && candidate.traits.has(wish.labels) {
      if let best, (best.load, best.id) < (candidate.load, candidate.id) { continue }
      best = candidate
    }
    return best?.id
  }
}
