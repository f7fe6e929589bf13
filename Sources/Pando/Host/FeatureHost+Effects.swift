import CBlackBox
import PandoHosting
import PandoWire

extension FeatureHost {
  /// Starts an effect, with the lock of the session's outlet held: its end waits for `attach`.
  func start(
    _ run: EffectRun<Action>, _ owner: Incarnation, _ ids: [ScopedCancelID],
    _ sequence: SequenceNumber, _ output: SessionOutlet.Output
  ) {
    guard !owner.isGone else { return effects.finish(sequence, output) }
    let number = effects.running.register(
      owner: owner, ids: ids, tag: sequence, name: run.name, location: run.location)
    output.effectCount += 1
    let key = EffectTimes.Key(effects: effects, number: number)
    output.note(started: key)
    let send = Send<Action> {
      [effects, session, location = run.location] action in
      // It may be a thread of an actor's own executor.
      BlackBox.guardThread()
      do {
        let bytes = try WireEncoder.encode(action)
        let isLate = await session.send(bytes, fromEffect: number, of: effects)
        if isLate { LateSend.report(action, location) }
      } catch {
        session.report("an effect sent an action that cannot be encoded: \(error)")
      }
    }
    let dependencies = run.dismiss == nil ? dependencies : presentedDependencies
    let job = pando_effect(run, key)
    let task = Task(
      name: run.name, executorPreference: session.executor, priority: run.priority
    ) { [effects, session, executor = session.executor, outlet = session.outlet] in
      let runner = HostEffectRunner(effects, outlet)
      let context = EffectContext(
        effect: number, executor: executor, runner: runner,
        // Nothing in the feature presents it: perhaps its client does, which an empty action asks.
        dismiss: run.dismissal(send) ?? {
          _ = await session.send([], fromEffect: number, of: effects)
        }, job: job)
      await session.outsideOfTraces {
        await DependencyScope.effect(dependencies) {
          await EffectContext.$current.withValue(context) { await run.operation(send) }
        }
      }
      outlet.perform(effects) { effects.finish(effect: number, $0) }
    }
    effects.running.attach(task, to: number)
  }
}

/// Brings what running effects ask for to the effects of their host.
final class HostEffectRunner: EffectRunner {
  private let effects: HostEffects
  private let outlet: SessionOutlet

  init(_ effects: HostEffects, _ outlet: SessionOutlet) {
    self.effects = effects
    self.outlet = outlet
  }

  func beginSection(
    of effect: UInt64, in outer: UInt64?, under id: CancelID, _ inFlight: InFlight,
    cancel: @escaping @Sendable () -> Void
  ) -> UInt64? {
    outlet.perform(effects) { _ in
      effects.running.beginSection(of: effect, in: outer, under: id, inFlight, cancel: cancel)
    }
  }

  func endSection(_ section: UInt64) {
    outlet.perform(effects) { _ in effects.running.endSection(section) }
  }

  func throttle(
    _ id: CancelID, of effect: UInt64, _ section: UInt64?,
    next: ((any Throttling)?) -> any Throttling
  ) -> ThrottleShare? {
    outlet.perform(effects) { _ in
      effects.running.throttle(id, of: effect, section, next: next)
    }
  }

  func cancel(_ id: CancelID, of effect: UInt64) {
    outlet.perform(effects) { _ in
      guard let owner = effects.running.effect(effect)?.owner else { return }
      effects.running.cancel(ScopedCancelID(id: id, scope: owner))
    }
  }
}
