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
  /// The identity of the session.
  let client: UInt64
  /// The name of the feature, for messages to people.
  let feature: String
  private(set) var isEnded = false
  /// The times that its effects may take; nil where nobody looks after them.
  var limits: EffectLimits?
  private var activity: Activity?

  /// The effects, and what they sent: most hosts never have any.
  private final class Activity {
    let running: EffectRegistry<EffectOwner, SequenceNumber>
    /// The number of effects that ran when the client closed the lane, until it is told that they
    /// have ended.
    var closedCount: Int?
    var endedCount = 0
    var emits = EmitQueue<Emit>(window: 256, windowBytes: 4 << 20)
    var directives: [EmitQueue<Emit>.Directive] = []
    var freed: [UnsafeContinuation<Void, Never>] = []

    init(_ place: BlackBox.Place) { running = EffectRegistry(of: place) }
  }

  /// The effects and what they sent, which the host has from now on.
  private var begun: Activity {
    if let activity { return activity }
    let made = Activity(BlackBox.Place(client: client, lane: lane.rawValue))
    made.running.notesCancelled = limits != nil
    activity = made
    return made
  }

  /// The effects that run.
  var running: EffectRegistry<EffectOwner, SequenceNumber> { begun.running }

  /// The same; nil where there never were any.
  var runningIfAny: EffectRegistry<EffectOwner, SequenceNumber>? { activity?.running }

  /// The number of effects that run.
  var runningCount: Int { activity?.running.count ?? 0 }

  init(lane: LaneID, of client: UInt64, feature: String, limits: EffectLimits?) {
    self.limits = limits
    self.lane = lane
    self.client = client
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
      begun.freed.append(waiter)
      return
    }
    let action = HostedAction(
      origin: Origin(rawValue: owner.token), bytes: ByteString(bytes))
    let activity = begun
    activity.emits.add(
      Emit(sequence: sequence, action: action, carrier: carrier), byteCount: bytes.count,
      effect: effect, waiter: waiter, &activity.directives)
    write(to: output)
  }

  /// Returns the incarnation of which an effect is, where an action that it sends goes out at once.
  func origin(ofSendBy effect: UInt64, byteCount: Int) -> Origin? {
    guard !isEnded, begun.emits.goesOutAtOnce(byteCount),
      let (owner, _) = running.sender(effect),
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
    let activity = begun
    activity.emits.add(
      Emit(sequence: sender.1, action: action, selfDispatch: selfDispatch, carrier: carrier),
      byteCount: action.bytes.count, effect: effect, waiter: waiter, &activity.directives)
    write(to: output)
    return activity.emits.lastNumber
  }

  /// An effect has ended.
  func finish(effect: UInt64, _ output: SessionOutlet.Output) {
    guard let sequence = running.finish(effect) else { return }
    output.effectCount -= 1
    output.note(ended: EffectTimes.Key(effects: self, number: effect))
    finish(sequence, output)
    acknowledgeClose(output)
  }

  /// An effect of this action is over.
  func finish(_ sequence: SequenceNumber, _ output: SessionOutlet.Output) {
    if isEnded { return }
    let activity = begun
    activity.emits.finish(sequence, &activity.directives)
    write(to: output)
  }

  /// The client has committed, or dropped, everything that effects sent up to here. Returns false when
  /// it names what was never sent.
  func settle(through number: UInt64, _ output: SessionOutlet.Output) -> Bool {
    guard number <= activity?.emits.lastNumber ?? 0 else { return false }
    guard let activity else { return true }
    activity.freed += activity.emits.settle(through: number, &activity.directives)
    write(to: output)
    return true
  }

  /// Cancels every effect, and frees everybody who waits; returns how many effects ran.
  func end() -> Int {
    isEnded = true
    guard let activity else { return 0 }
    activity.freed += activity.emits.end()
    activity.endedCount = activity.running.cancelEverything()
    return activity.endedCount
  }

  /// Has the client told that the lane is closed, once every effect has come to its end.
  func close(_ output: SessionOutlet.Output) {
    guard let activity else { return output.write(.closed(lane, cancelledCount: 0)) }
    activity.closedCount = activity.endedCount
    acknowledgeClose(output)
  }

  private func acknowledgeClose(_ output: SessionOutlet.Output) {
    guard let activity, let count = activity.closedCount, activity.running.count == 0 else {
      return
    }
    activity.closedCount = nil
    output.write(.closed(lane, cancelledCount: count))
  }

  /// The number of effects that were cancelled as the client closed the lane.
  var cancelledCount: Int { activity?.endedCount ?? 0 }

  /// Returns whether an effect waits for its client to take something that it sent.
  func isSending(_ effect: UInt64) -> Bool { activity?.emits.hasWaiter(effect) == true }

  /// Takes what is to be done once the lock is free; nil when there is nothing.
  func takeWork(_ output: SessionOutlet.Output) -> DeferredWork? {
    guard let activity else { return nil }
    for number in activity.running.takeCancelled() where running.effect(number) != nil {
      output.note(cancelled: EffectTimes.Key(effects: self, number: number), limits)
    }
    if activity.freed.isEmpty, !activity.running.hasCancellations { return nil }
    var work = DeferredWork()
    work.add(activity.running.takeCancellations())
    work.add(resuming: activity.freed)
    activity.freed.removeAll()
    return work
  }

  private func write(to output: SessionOutlet.Output) {
    guard let activity else { return }
    for directive in activity.directives {
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
    activity.directives.removeAll(keepingCapacity: true)
  }
}
