import PandoHosting

/// The running effects of one host, and the actions that they send.
///
/// Effects hold this object and not their host: those of a host that has ended are heard by nobody,
/// whoever has its lane by then.
final class HostEffects: @unchecked Sendable {
  // Everything is touched only with the lock of the session's outlet held.

  /// An action that an effect sends.
  struct Emit {
    let sequence: SequenceNumber
    let action: HostedAction
    var selfDispatch: SelfDispatch?
    /// The context of the effect, where the client follows it.
    var carrier: TraceCarrier?
  }

  let lane: LaneID
  /// The name of the feature, for messages to people.
  let feature: String
  let running = EffectRegistry<EffectOwner, SequenceNumber>()
  private(set) var isEnded = false
  /// The number of effects that ran when the client closed the lane, until it is told that they
  /// have ended.
  private var closedCount: Int?

  private var endedCount = 0

  private var emits = EmitQueue<Emit>(window: 256, windowBytes: 4 << 20)
  private var directives: [EmitQueue<Emit>.Directive] = []
  private var freed: [UnsafeContinuation<Void, Never>] = []

  init(lane: LaneID, feature: String) {
    self.lane = lane
    self.feature = feature
  }

  /// An effect sends an action; `waiter` is resumed once the client has committed or dropped it.
  func emit(
    _ bytes: [UInt8], effect: UInt64, _ carrier: TraceCarrier?,
    waiter: UnsafeContinuation<Void, Never>, _ output: SessionOutlet.Output
  ) {
    // Asked even after the end: it sees to it that a cancelled effect knows before it goes on.
    let sender = running.sender(effect)
    guard !isEnded, let (owner, sequence) = sender, !owner.isGone else {
      freed.append(waiter)
      return
    }
    let action = HostedAction(
      origin: Origin(rawValue: owner.token), bytes: ByteString(bytes))
    emits.add(
      Emit(sequence: sequence, action: action, carrier: carrier), byteCount: bytes.count,
      waiter: waiter, &directives)
    write(to: output)
  }

  /// Returns the incarnation of which an effect is, where an action that it sends goes out at once.
  func origin(ofSendBy effect: UInt64, byteCount: Int) -> Origin? {
    guard !isEnded, emits.goesOutAtOnce(byteCount), let (owner, _) = running.sender(effect),
      !owner.isGone
    else { return nil }
    return Origin(rawValue: owner.token)
  }

  /// An effect sends an action that its host has reduced. Returns the number of the send; nil where it does not
  /// go out as it is, and was not taken.
  func emit(
    _ action: HostedAction, _ selfDispatch: SelfDispatch, effect: UInt64, _ carrier: TraceCarrier?,
    waiter: UnsafeContinuation<Void, Never>, _ output: SessionOutlet.Output
  ) -> UInt64? {
    guard origin(ofSendBy: effect, byteCount: action.bytes.count) == action.origin,
      let sender = running.sender(effect)
    else { return nil }
    emits.add(
      Emit(sequence: sender.1, action: action, selfDispatch: selfDispatch, carrier: carrier),
      byteCount: action.bytes.count, waiter: waiter, &directives)
    write(to: output)
    return emits.lastNumber
  }

  /// An effect has ended.
  func finish(effect: UInt64, _ output: SessionOutlet.Output) {
    guard let sequence = running.finish(effect) else { return }
    output.effectCount -= 1
    finish(sequence, output)
    acknowledgeClose(output)
  }

  /// An effect of this action is over.
  func finish(_ sequence: SequenceNumber, _ output: SessionOutlet.Output) {
    if isEnded { return }
    emits.finish(sequence, &directives)
    write(to: output)
  }

  /// The client has committed, or dropped, everything that effects sent up to here. Returns false when
  /// it names what was never sent.
  func settle(through number: UInt64, _ output: SessionOutlet.Output) -> Bool {
    guard number <= emits.lastNumber else { return false }
    freed += emits.settle(through: number, &directives)
    write(to: output)
    return true
  }

  /// Cancels every effect, and frees everybody who waits; returns how many effects ran.
  func end() -> Int {
    isEnded = true
    freed += emits.end()
    endedCount = running.cancelEverything()
    return endedCount
  }

  /// Has the client told that the lane is closed, once every effect has come to its end.
  func close(_ output: SessionOutlet.Output) {
    closedCount = endedCount
    acknowledgeClose(output)
  }

  private func acknowledgeClose(_ output: SessionOutlet.Output) {
    guard let count = closedCount, running.count == 0 else { return }
    closedCount = nil
    output.write(.closed(lane, cancelledCount: count))
  }

  /// Takes what is to be done once the lock is free; nil when there is nothing.
  func takeWork() -> DeferredWork? {
    if freed.isEmpty, !running.hasCancellations { return nil }
    var work = DeferredWork()
    work.add(running.takeCancellations())
    work.add(resuming: freed)
    freed.removeAll()
    return work
  }

  private func write(to output: SessionOutlet.Output) {
    for directive in directives {
      switch directive {
      case .submit(let number, let emit):
        if let carrier = emit.carrier {
          output.write(.trace(lane, number: number, carrier))
        }
        output.write(.emit(lane, emit.sequence, number: number, emit.action, emit.selfDispatch))
      case .finish(let sequence):
        output.write(.finished(lane, sequence, count: 1))
      }
    }
    directives.removeAll(keepingCapacity: true)
  }
}
