package import PandoWire

/// A message of a client to a worker.
package enum ClientMessage: Equatable, Sendable {
  /// Opens a session.
  case hello(Hello)

  /// Host this incarnation; the next action is the one numbered here. The client knows whether the
  /// feature is presented, how long one of its actions may be reduced before it hangs, and whether the host
  /// may dispatch what its effects send by itself (`SelfDispatch`).
  case open(
    LaneID, FeatureDescriptor, Epoch, SequenceNumber, snapshot: [UInt8], isPresented: Bool = false,
    timeoutMilliseconds: Int = 60_000, selfDispatches: Bool = false)

  case reduce(LaneID, Epoch, SequenceNumber, HostedAction)

  case commit(LaneID, through: SequenceNumber)

  case rebase(LaneID, Epoch, from: SequenceNumber, Patch)

  case cancel(LaneID, CancelTarget)

  /// Everything that effects of the lane sent, up to this number, has committed or was dropped.
  case settle(LaneID, through: UInt64)

  /// Free the incarnation. Answered by `closed`: once its effects have come to their ends, or at once where
  /// the lane may be opened again.
  case close(LaneID, waitsForEffects: Bool = true)

  /// Asks whether the worker is there. Answered at once, whatever it is reducing.
  case ping(UInt64)

  /// Asks the session to say when it has come this far: what was sent before it is done first.
  case checkpoint(UInt64)

  /// Ends a session.
  case goodbye

  /// The `reduce` with this number, which follows, is of an action that is traced: here is the context. From
  /// version 6 of the protocol on.
  case trace(LaneID, SequenceNumber, TraceCarrier)

  /// The effects of the lane, which was just opened, may take other times than the standard ones. From version 8 of the
  /// protocol on.
  case limit(LaneID, EffectLimits)

  /// Let happen what commits before this one ask for, and end what the client's changes of the state up to an epoch end.
  /// A lane that was told so once goes no further before it is told again: what its client has committed may not be
  /// durable yet. From version 12 of the protocol on.
  case release(LaneID, Epoch, before: SequenceNumber)
}
