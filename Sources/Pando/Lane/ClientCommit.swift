package import PandoHosting

/// An action of a hosted feature that the client had to reduce itself, because a reducer that ran
/// before the feature had changed its state in the same action.
///
/// The worker reduces it once more, on the state that the feature saw, and starts its effects.
package struct ClientCommit {
  let action: HostedAction
  /// The feature's state before the action, encoded.
  let base: [UInt8]
  /// The feature's state after it, encoded.
  let outcome: [UInt8]
  /// The lane that had the action in flight, if any had. It is not the lane of the child that was there
  /// when the feature reduced, if an earlier reducer put another child in its place.
  let dispatchedOn: LaneID?
}

/// The outcome of a hosted action, for the code that starts effects.
package enum HostedTicket {
  /// A worker answered; it holds this many effects.
  case answered(LaneID, SequenceNumber, effectCount: Int)

  /// The client reduced it; the node knows the lane.
  case byClient(ClientCommit, any ClientCommitting)
}

/// The part of a hosted node that brings a client's commit to its lane.
package protocol ClientCommitting: AnyObject {
  func lane(for commit: ClientCommit, of incarnation: Incarnation, _ driver: any LaneDriver)
    -> AnyLane
  func deliver(_ commit: ClientCommit, to lane: AnyLane, isCancelled: Bool)
}
