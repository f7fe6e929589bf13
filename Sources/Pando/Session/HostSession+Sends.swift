import PandoHosting
import PandoWire
import Synchronization
import Tracing

// What running effects send. Called on any thread, without a lock.
extension HostSession {
  private typealias Waiter = UnsafeContinuation<Void, Never>

  /// Sends an action of an effect; returns when the client has committed or dropped it. Without bytes it asks
  /// the client to dismiss the feature.
  ///
  /// If no other thread reduces, the action is reduced here and goes out with its result, so that the client
  /// need not send it back. An effect never waits for a reducer of another action.
  ///
  /// - Returns: True if it was dropped because the effect had ended.
  func send(_ bytes: [UInt8], fromEffect effect: UInt64, of effects: HostEffects) async -> Bool {
    var isLate = false
    // Asked for before any lock is taken.
    let context = contextOfSend
    let carrier = context.flatMap(carrier)
    await withUnsafeContinuation { (waiter: Waiter) in
      if !bytes.isEmpty, sendReduced(bytes, effect, effects, context, carrier, waiter) { return }
      outlet.perform(effects) {
        isLate = !effects.isEnded && effects.running.effect(effect) == nil
        effects.emit(bytes, effect: effect, carrier, waiter: waiter, $0)
      }
    }
    return isLate
  }

  /// Reduces an action of an effect and sends it with its result. Returns false, and has done nothing, where
  /// that is left to the client.
  private func sendReduced(
    _ bytes: [UInt8], _ effect: UInt64, _ effects: HostEffects, _ context: ServiceContext?,
    _ carrier: TraceCarrier?, _ waiter: Waiter
  ) -> Bool {
    var isSent = false
    var hasNewOutput = false
    unlessBusy {
      guard let host = hosts[effects.lane], host.effects === effects,
        let origin = outlet.locked({ _ in
          effects.origin(ofSendBy: effect, byteCount: bytes.count)
        })
      else { return }
      countStep()
      enter(host.lane, timeoutMilliseconds: host.timeoutMilliseconds)
      onSelfDispatch?(true)
      let reduced = bytes.withUnsafeBytes { bytes in
        guard let context else { return host.selfDispatch(origin, bytes) }
        return inTrace(context, of: host) { host.selfDispatch(origin, bytes) }
      }
      onSelfDispatch?(false)
      guard let own = reduced else { return }
      countReduced()
      let action = HostedAction(origin: origin, bytes: ByteString(bytes))
      let number = outlet.locked { output in
        outlet.notingOutput(&hasNewOutput, output) {
          effects.emit(action, own, effect: effect, carrier, waiter: waiter, $0)
        }
      }
      if let number {
        host.handle(.selfDispatched(number: number))
        isSent = true
      } else {
        // The effect was cancelled meanwhile, or others have filled the window.
        host.handle(.takenBack(from: own.sequence))
      }
    }
    if hasNewOutput { outlet.onOutput() }
    return isSent
  }

  /// Runs `operation` with the lock held, and then what it brought about, unless another thread has the lock or
  /// the session is over. Never waits.
  ///
  /// The thread that handles messages may be at what follows a batch meanwhile, without the lock: that has the time that
  /// it had before, and not that of the lane whose effect has sent.
  func unlessBusy(_ operation: () -> Void) {
    guard mutex._unsafeTryLock() else { return }
    if refusal == nil, !hasEnded.load(ordering: .relaxed) { scope.commit(operation) }
    leaveLane()
    let work = takeDeferred()
    mutex._unsafeUnlock()
    if let work { run(work) }
  }
}
