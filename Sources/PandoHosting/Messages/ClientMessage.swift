package import PandoWire

/// What a client says to a worker.
package enum ClientMessage: Equatable, Sendable {
  /// Opens a session.
  case hello(Hello)

  /// Host this incarnation; the next action is the one numbered here. The client knows whether the
  /// feature is presented.
  case open(
    LaneID, FeatureDescriptor, Epoch, SequenceNumber, snapshot: [UInt8], isPresented: Bool = false)

  case reduce(LaneID, Epoch, SequenceNumber, HostedAction)

  case commit(LaneID, through: SequenceNumber)

  case rebase(LaneID, Epoch, from: SequenceNumber, Patch)

  case cancel(LaneID, CancelTarget)

  /// What effects of the lane sent, up to this number, has committed or was dropped.
  case settle(LaneID, through: UInt64)

  case close(LaneID)

  case ping(UInt64)

  /// Ends a session.
  case goodbye
}
