package import PandoWire

/// A thing that happens to a host.
package enum HostEvent: Equatable {
  /// Everything up to here has committed.
  case commit(through: SequenceNumber)

  /// Go on from `patch` applied to the state before `from`. A patch that changes something comes
  /// with the commit of everything before it.
  case rebase(Epoch, from: SequenceNumber, Patch)

  /// The action just reduced was sent by an effect here, and has gone to the client under this number.
  case selfDispatched(number: UInt64)

  /// The client dispatches an action, while it is not known to have taken some that were dispatched here:
  /// it took those before, and none from it on. To be handed in before the action is reduced.
  case dispatched(Epoch, SequenceNumber)

  /// The actions from here on cannot go to the client after all.
  case takenBack(from: SequenceNumber)
}
