/// The choice of a worker for a lane, in a pool and in a registry alike.
///
/// Pure, and without a memory: what was placed before shows in the load of the candidates, and in the turn.
package enum PlacementPolicy {
  /// Returns the worker for a lane, of the candidates that have room, the labels, and the build where no other
  /// will do; nil where there is none.
  ///
  /// A worker with a share takes that share of all turns, of whatever build it is, unless it is under strain and
  /// another is not. Every other turn goes to the best of the rest, and only where there are none but workers with shares does the best of those take every
  /// turn. A worker under strain is worse than any other, one of another build worse than one of the wish's. Of
  /// those that are left the least loaded is best, and of equals the first by id.
  ///
  /// What a group wishes comes before strain and load, as long as there is room. A lane to be spread goes to the host
  /// and then the worker with the fewest of its group. A lane with an affinity goes to the worker that has most of its
  /// group, or else to the one that rendezvous hashing gives the key.
  ///
  /// Complexity: O(candidates), and O(n log n) in those with a share.
  ///
  /// - Parameter turn: The number of lanes that were placed before, by whoever places this one.
  package static func choose<ID>(
    _ wish: PlacementWish, among candidates: some Sequence<PlacementCandidate<ID>>, turn: Int = 0
  ) -> ID? {
    var best: PlacementCandidate<ID>?
    var sharing: [PlacementCandidate<ID>] = []
    for candidate in candidates where candidate.hasRoom && candidate.traits.fits(wish) {
      if candidate.traits.share != nil {
        sharing.append(candidate)
      } else if best.map({ isBetter(candidate, $0, for: wish) }) ?? true {
        best = candidate
      }
    }
    if sharing.isEmpty { return best?.id }
    guard let best else { return sharing.min { isBetter($0, $1, for: wish) }?.id }
    // Its lanes are to be found again, by whoever looks.
    if wish.group?.kind == .affinity { return best.id }
    guard let taking = taking(turn, among: sharing) else { return best.id }
    // A share is no reason to burden what is under strain, but where all are, it is as good as any.
    return taking.isStrained && !best.isStrained ? best.id : taking.id
  }

  /// The places of the circle, and the step of a turn: coprime to them, so that each place is reached.
  private static let places = 1_000_000
  private static let step = 618_033

  private static func isBetter<ID>(
    _ left: PlacementCandidate<ID>, _ right: PlacementCandidate<ID>, for wish: PlacementWish
  ) -> Bool {
    let builds = (
      left.traits.isOtherBuild(than: wish) ? 1 : 0, right.traits.isOtherBuild(than: wish) ? 1 : 0
    )
    switch wish.group?.kind {
    case .affinity:
      let weights = (wish.weight(of: left.seed), wish.weight(of: right.seed))
      return (builds.0, right.neighbours, weights.1, left.id)
        < (builds.1, left.neighbours, weights.0, right.id)
    case .spread:
      return (
        builds.0, left.neighboursOnHost, left.neighbours, left.isStrained ? 1 : 0, left.load,
        left.id
      ) < (
        builds.1, right.neighboursOnHost, right.neighbours, right.isStrained ? 1 : 0, right.load,
        right.id
      )
    case nil:
      return (left.isStrained ? 1 : 0, builds.0, left.load, left.id)
        < (right.isStrained ? 1 : 0, builds.1, right.load, right.id)
    }
  }

  /// Returns the worker whose share has this turn; nil where it is nobody's.
  ///
  /// Each has its part of a circle of places, on which turns go round in steps of the golden section: that spreads
  /// them evenly from the first on. Of a hundred turns a share has two more or less at most.
  private static func taking<ID>(
    _ turn: Int, among sharing: [PlacementCandidate<ID>]
  ) -> PlacementCandidate<ID>? {
    let place = (turn % places * step + places / 2) % places
    var end = 0
    for candidate in sharing.sorted(by: { $0.id < $1.id }) {
      end += (candidate.traits.share?.thousandths ?? 0) * (places / 1_000)
      if place < end { return candidate }
    }
    return nil
  }
}
