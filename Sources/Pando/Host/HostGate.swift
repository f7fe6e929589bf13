import PandoHosting

/// The things that a host may let happen, where those that a commit asks for wait until the client has made it durable.
struct HostGate {
  /// The last action that has committed.
  var committed: SequenceNumber
  /// The last epoch whose change of the state by the client may end what it takes away.
  var epoch: Epoch
  /// The last action whose effects may start once it has committed.
  var released: SequenceNumber
}
