/// The code that ended a worker's process, by the last words of that process. A worker can only accuse itself: a client
/// believes what names a lane of its own that this worker has.
package enum Culprit: Hashable, Sendable {
  /// The reducer, or the coding, of an action of a lane; no number where the lane was being opened.
  case action(LaneID, Epoch, SequenceNumber?)

  /// An effect of a lane, with its name or its place in the source.
  case effect(LaneID, name: String)

  /// The lane of it.
  package var lane: LaneID {
    switch self {
    case .action(let lane, _, _), .effect(let lane, _): lane
    }
  }

  /// Returns the same code, by what a pool that stores share calls the lane of one of them.
  package func of(_ store: SessionNumber) -> Culprit { with(store.shared(lane)) }

  /// Returns the same code, by what the store itself calls the lane.
  package var ofItsStore: Culprit { with(SessionNumber.local(lane)) }

  private func with(_ lane: LaneID) -> Culprit {
    switch self {
    case .action(_, let epoch, let sequence): .action(lane, epoch, sequence)
    case .effect(_, let name): .effect(lane, name: name)
    }
  }
}
