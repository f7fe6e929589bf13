import PandoWire

/// A call that a peer made here, and the routing id that its answer goes to.
struct IncomingCall: Sendable {
  let peer: [UInt8]
  let caller: Caller
  let frame: CallFrame

  var unknownTarget: ControlError {
    .unknownTarget(
      frame.target.shortened(toBytes: 256), actor: frame.actor.shortened(toBytes: 256))
  }
}
