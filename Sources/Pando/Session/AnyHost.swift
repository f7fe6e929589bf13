package import PandoHosting

/// The worker side of one hosted incarnation, whatever its types.
///
/// Guarded by the lock of its session.
package class AnyHost {
  package let lane: LaneID

  /// The time that one action may be reduced before it hangs.
  let timeoutMilliseconds: Int

  /// Guarded by the lock of the session's outlet.
  let effects: HostEffects

  init(_ request: OpenRequest) {
    lane = request.lane
    timeoutMilliseconds = request.timeoutMilliseconds
    effects = HostEffects(lane: request.lane, feature: request.feature)
  }

  /// The client dispatched an action, encoded in bytes that are lent for the time of the call.
  func reduce(
    _ epoch: Epoch, _ sequence: SequenceNumber, _ origin: Origin, _ bytes: UnsafeRawBufferPointer
  ) {
    fatalError("a host overrides 'reduce'")
  }

  /// Reduces an action that an effect here sends, as the next one, before the client dispatches it. Returns nil
  /// where that is left to the client.
  func selfDispatch(_ origin: Origin, _ bytes: UnsafeRawBufferPointer) -> SelfDispatch? {
    fatalError("a host overrides 'selfDispatch'")
  }

  /// Another event for the host's machine.
  func handle(_ event: HostEvent) {
    fatalError("a host overrides 'handle'")
  }

  /// Cancels the effects of one action, or those under an encoded identity.
  func cancel(_ target: CancelTarget) {
    fatalError("a host overrides 'cancel'")
  }

  /// The actions that were reduced and have not committed, and the bytes that states and patches take.
  var figures: HostFigures {
    fatalError("a host overrides 'figures'")
  }

  /// Cancels every effect and forgets everything; returns how many effects ran.
  func end() -> Int {
    fatalError("a host overrides 'end'")
  }
}
