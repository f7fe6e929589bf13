/// A thing that happened to a pool of workers.
package enum PoolEvent: Equatable, Sendable {
  /// The store has begun.
  case start
  /// A worker said welcome.
  case welcomed(MemberID, [FeatureDescriptor], WorkerTraits = .none)
  /// The process of a worker has ended.
  case exited(MemberID, ProcessEnd)
  /// The link to a worker has ended; nothing more comes from it.
  case linkEnded(MemberID, LinkEnd, reason: String)
  /// A worker says that it drains, and how long effects may take to end.
  case draining(MemberID, withinMilliseconds: Int)
  /// A worker says that it drains no longer.
  case undrained(MemberID)
  /// A lane is over, or needs no worker any more.
  case ended(LaneID)
  /// The coordinator named a worker for a lane.
  case found(LaneID, Placement)
  /// The coordinator knows no worker for a lane.
  case notFound(LaneID, reason: String)
  /// No coordinator has answered a question for a lane.
  case unanswered(LaneID, reason: String)
  /// Time has passed.
  case tick
  /// The store has ended.
  case stop
}
