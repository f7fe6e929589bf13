package import PandoWire

/// A thing that happens to a host.
package enum HostEvent: Equatable {
  /// The client dispatched an action.
  case reduce(Epoch, SequenceNumber, HostedAction)

  /// The reducer ran for the action just dispatched and left this state, encoded.
  case reduced([UInt8])

  /// The action just dispatched came from an incarnation that has gone.
  case dropped

  /// Everything up to here has committed.
  case commit(through: SequenceNumber)

  /// Go on from `patch` applied to the state before `from`. A patch that changes something comes
  /// with the commit of everything before it.
  case rebase(Epoch, from: SequenceNumber, Patch)
}
