import PandoHosting

// The times that effects may take, for whoever sees to it that they end. Any thread; waits for no reducer.
extension HostSession {
  /// Has effects take no longer than they may: whoever calls this looks when something is due. To be called before
  /// anything is received; without it effects take as long as they like.
  ///
  /// - Parameters:
  ///   - now: The time, in milliseconds of a clock that never goes back.
  ///   - onDue: Called on any thread, with locks held, when something is due earlier than was said before.
  package func limitEffects(
    now: @escaping @Sendable () -> Int, onDue: @escaping @Sendable (_ atMilliseconds: Int) -> Void
  ) {
    outlet.locked { $0.times = EffectTimes(now: now, onDue: onDue) }
  }

  /// Tells which effects take longer than they may. What it returns is to be carried out without a lock.
  package func lookAtEffects(now: Int) -> EffectLook {
    outlet.locked { output in
      var look = EffectLook()
      for directive in output.times?.look(now: now) ?? [] {
        switch directive {
        case .cancel(let key):
          let running = key.effects.running
          running.cancel(key.number)
          // It is noted already.
          _ = running.takeCancelled()
          look.cancellations.append(contentsOf: running.takeCancellations())
        case .end(let key, let hang):
          // How long its client takes is none of its fault.
          if key.effects.isSending(key.number) {
            output.times?.note(.waits(key))
            continue
          }
          if !key.effects.isEnded { output.times?.hangingLanes.insert(key.effects.lane) }
          look.hangs.append(HangingEffect(key, hang))
        }
      }
      look.due = output.times?.machine.due
      return look
    }
  }

  /// Has all times begin anew: the process was stopped, or is held by a debugger.
  package func forgiveEffects(now: Int) { outlet.locked { $0.times?.forgive(now: now) } }

  /// Has the time of an effect that was said to hang begin anew: it was held by a debugger.
  package func excuse(_ hang: HangingEffect) {
    outlet.locked { output in
      output.times?.note(.waits(hang.key))
      output.times?.hangingLanes.remove(hang.lane)
    }
  }

  /// Counts an effect as ended that nothing can end: its client waits for it no longer, and nobody hears what it sends.
  package func abandon(_ hang: HangingEffect) {
    outlet.perform(hang.key.effects) { hang.key.effects.finish(effect: hang.key.number, $0) }
  }

  /// The number of lanes without an effect that hangs.
  package var neighbourCount: Int {
    outlet.locked { laneCount - ($0.times?.hangingLanes.count ?? 0) }
  }

  /// True if no effect runs but those that hang.
  package var runsHangsAlone: Bool {
    outlet.locked { $0.effectCount <= $0.times?.machine.hangingCount ?? 0 }
  }

  /// Returns how many effects were cancelled with the end of the lane of one that hangs.
  package func cancelledCount(with hang: HangingEffect) -> Int {
    outlet.locked { _ in hang.key.effects.cancelledCount }
  }
}

extension SessionOutlet.Output {
  /// Notes that an effect begins.
  func note(started effect: EffectTimes.Key) {
    guard let limits = effect.effects.limits, limits.effectMilliseconds != nil else { return }
    times?.note(.started(effect, limits))
  }

  /// Notes that an effect was cancelled that has not ended.
  func note(cancelled effect: EffectTimes.Key, _ limits: EffectLimits?) {
    if let limits { times?.note(.cancelled(effect, limits)) }
  }

  /// Notes that an effect has ended.
  func note(ended effect: EffectTimes.Key) { times?.note(.ended(effect)) }
}
