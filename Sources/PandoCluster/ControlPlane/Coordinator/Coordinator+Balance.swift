import Distributed
package import PandoHosting

// Lanes that may move because one worker has many and another few.
extension Coordinator {
  /// Returns the moves that a store may make, which has lanes with this wish on workers; nil where they are to
  /// stay.
  package distributed func advise(
    _ wish: PlacementWish, holding held: [WorkerLanes]
  ) throws -> BalanceAdvice? {
    try require(.place)
    try registry.requireKnowledge()
    expire()
    try CoordinatorLimits.check(wish)
    guard held.count <= CoordinatorLimits.workers else {
      throw ControlError.refused(
        "A store has lanes on \(CoordinatorLimits.workers) workers at most, and this one on \(held.count)."
      )
    }
    return registry.advise(wish, holding: held)
  }
}
