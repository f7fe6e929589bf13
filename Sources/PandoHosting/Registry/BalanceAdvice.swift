/// The advice of a coordinator to a store: lanes of it may move from one worker to another.
package struct BalanceAdvice: Hashable, Codable, Sendable {
  package let from: WorkerID
  package let destination: Placement
  /// The number of lanes that may move, at most.
  package let lanes: Int

  package init(from: WorkerID, destination: Placement, lanes: Int) {
    (self.from, self.destination, self.lanes) = (from, destination, lanes)
  }
}

/// Moves that a store was told to make. They count as made until they show in the loads of the workers, or the time
/// for them is over.
struct BalanceGrant: Equatable {
  let from: WorkerID
  let destination: WorkerID
  let lanes: Int
  let untilMilliseconds: Int
}
