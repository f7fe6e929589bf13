package import PandoHosting

/// The worker side of one hosted incarnation, whatever its types.
///
/// Guarded by the lock of its session.
package class AnyHost {
  package let lane: LaneID

  let effects = EffectRegistry<SequenceNumber>()

  init(_ lane: LaneID) {
    self.lane = lane
  }

  /// The client dispatched an action, encoded in bytes that are lent for the time of the call.
  func reduce(
    _ epoch: Epoch, _ sequence: SequenceNumber, _ origin: Origin, _ bytes: UnsafeRawBufferPointer
  ) {
    fatalError("a host overrides 'reduce'")
  }

  /// Another event for the host's machine.
  func handle(_ event: HostEvent) {
    fatalError("a host overrides 'handle'")
  }

  /// Cancels the effects of one action, or those under an encoded identity.
  func cancel(_ target: CancelTarget) {
    fatalError("a host overrides 'cancel'")
  }

  /// The client has committed, or dropped, what effects sent up to here.
  func settle(through number: UInt64) {
    fatalError("a host overrides 'settle'")
  }

  /// An effect sends an action; `settled` is called once the client has committed it.
  func emit(_ bytes: [UInt8], effect: UInt64, settled: @escaping @Sendable () -> Void) {
    fatalError("a host overrides 'emit'")
  }

  /// An effect has ended.
  func finish(effect: UInt64) {
    fatalError("a host overrides 'finish'")
  }

  /// Cancels every effect and forgets everything; returns how many effects ran.
  func end() -> Int {
    fatalError("a host overrides 'end'")
  }
}
