package import PandoWire

/// A thing that the driver of a lane must do.
package enum LaneDirective: Equatable {
  /// Find a worker, and answer with `placed`.
  case place(LanePlace)

  /// Let go of the worker, which is to forget the lane.
  case leave

  /// Let go of the worker, which is to forget the lane, for another that is there: answer with `placed`
  /// at once.
  case move

  /// Tell the worker to build the child from `snapshot`; the next action is `sequence`.
  case open(Epoch, SequenceNumber, snapshot: [UInt8])

  /// Dispatch an action.
  case reduce(Epoch, SequenceNumber, HostedAction)

  /// Make the worker go on from `patch` applied to the state it had before `sequence`.
  case rebase(Epoch, from: SequenceNumber, Patch)

  /// Everything up to here has committed.
  case commit(through: SequenceNumber)

  /// Tell the worker, ahead of the commit of an action, that none of its effects start.
  case cancel(SequenceNumber)

  /// Tell the worker to free the child.
  case close

  /// The lane is over: nothing of it lives on a worker.
  case ended

  /// The worker broke the protocol: drop it, and answer with `lost`.
  case refuse(reason: String)
}
