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
    let number = effects.register(owner: owner, ids: ids, tag: sequence)
    let send = Send<Action> { [lane, session] action in
      do {
        let bytes = try WireEncoder.encode(action)
        await session.emit(bytes, effect: number, lane: lane)
      } catch {
        session.report("an effect sent an action that cannot be encoded: \(error)")
      }
    }
    let task = DependencyValues.$current.withValue(session.dependencies) {
      Task(
        name: run.name, executorPreference: session.executor, priority: run.priority
      ) { [lane, session] in
        await run.operation(send)
        session.finish(effect: number, lane: lane)
      }
    }
    effects.attach(task, to: number)
  }
}
