import PandoHosting
import PandoWire

extension FeatureHost {
  func start(
    _ run: EffectRun<Action>, _ owner: Incarnation, _ ids: [ScopedCancelID],
    _ sequence: SequenceNumber
  ) {
    guard !owner.isGone else {
      session.write(.finished(lane, sequence, count: 1))
      return
    }
    session.trace(.started(lane: lane, name: run.name))
    let number = effects.register(owner: owner, ids: ids, tag: sequence, name: run.name)
    let send = Send<Action> { [lane, session] action in
      do {
        let bytes = try WireEncoder.encode(action)
        await session.emit(bytes, effect: number, lane: lane)
      } catch {
        session.report("an effect sent an action that cannot be encoded: \(error)")
      }
    }
    let dependencies = run.dismiss == nil ? dependencies : presentedDependencies
    let task = Task(
      name: run.name, executorPreference: session.executor, priority: run.priority
    ) { [lane, session] in
      let runner = HostEffectRunner(session: session, lane: lane)
      let context = EffectContext(
        effect: number, executor: session.executor, runner: runner,
        // Nothing in the feature presents it: perhaps its client does, which an empty action asks.
        dismiss: run.dismissal(send) ?? { await session.emit([], effect: number, lane: lane) })
      await DependencyScope.effect(dependencies) {
        await EffectContext.$current.withValue(context) { await run.operation(send) }
      }
      session.finish(effect: number, lane: lane)
    }
    effects.attach(task, to: number)
  }
}

/// Brings what running effects ask for to their host, under the lock of its session.
final class HostEffectRunner: EffectRunner {
  private let session: HostSession
  private let lane: LaneID

  init(session: HostSession, lane: LaneID) {
    self.session = session
    self.lane = lane
  }

  func beginSection(
    of effect: UInt64, under id: CancelID, cancelInFlight: Bool,
    cancel: @escaping @Sendable () -> Void
  ) -> UInt64? {
    session.withEffects(of: lane) { effects in
      effects.beginSection(of: effect, under: id, cancelInFlight: cancelInFlight, cancel: cancel)
    } ?? nil
  }

  func endSection(_ section: UInt64) {
    session.withEffects(of: lane) { $0.endSection(section) }
  }

  func throttle(
    _ id: CancelID, of effect: UInt64, make: () -> any Throttling
  ) -> (any Throttling)? {
    session.withEffects(of: lane) { $0.throttle(id, of: effect, make: make) } ?? nil
  }

  func cancel(_ id: CancelID, of effect: UInt64) {
    session.withEffects(of: lane) { effects in
      guard let owner = effects.effect(effect)?.owner else { return }
      effects.cancel(ScopedCancelID(id: id, scope: owner))
    }
  }
}
