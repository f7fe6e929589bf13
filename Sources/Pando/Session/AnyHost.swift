package import PandoHosting
import PandoWire

/// The worker side of one hosted incarnation, whatever its types.
///
/// Guarded by the lock of its session.
package class AnyHost {
  package let lane: LaneID

  /// The time that one action may be reduced before it hangs.
  let timeoutMilliseconds: Int

  /// Guarded by the lock of the session's outlet.
  let effects: HostEffects

  init(_ request: OpenRequest, of session: HostSession) {
    lane = request.lane
    timeoutMilliseconds = request.timeoutMilliseconds
    effects = HostEffects(
      lane: request.lane, of: session.identity, feature: request.feature, limits: .standard)
  }

  /// The client dispatched an action, encoded in bytes that are lent for the time of the call. `session` is that of
  /// the host, which so need not be looked up.
  func reduce(
    _ heading: ActionHeading, _ origin: Origin, _ bytes: UnsafeRawBufferPointer,
    in session: HostSession
  ) {
    fatalError("a host overrides 'reduce'")
  }

  /// The same, and reduces what follows as the lane's next actions, as long as the session may go on. Leaves the heading
  /// of the last that it has read.
  func reduceRun(
    _ heading: inout ActionHeading, _ origin: Origin, _ bytes: UnsafeRawBufferPointer,
    _ reader: inout WireReader, in session: HostSession
  ) throws(WireError) {
    fatalError("a host overrides 'reduceRun'")
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

  /// Lets happen what commits up to here ask for, once they are heard of, and ends what the client's changes up to an epoch
  /// end; nothing else any longer before the next call.
  func release(_ epoch: Epoch, through sequence: SequenceNumber) {
    fatalError("a host overrides 'release'")
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
