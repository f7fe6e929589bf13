extension Effect {
  /// Runs effects one after the other: each begins when the one before it has ended.
  ///
  /// A send at the front takes no time: its action is reduced directly behind the one that is being reduced, and
  /// what stands behind the send begins beside it. So where the sent action cancels it, it ends at once; put
  /// an effect that runs in front of the send where it must not.
  ///
  /// What is cancelled while one of them runs does not reach those behind it. A cancellation behind the first
  /// that takes time is carried out by a running effect: in a hosted feature it ends effects on the worker
  /// alone. The task that runs them has the priority of the first, and the name of the first that has one.
  public static func concatenate(_ effects: Effect...) -> Effect {
    concatenate(effects)
  }

  /// Runs effects one after the other: each begins when the one before it has ended.
  public static func concatenate(_ effects: some Collection<Effect>) -> Effect {
    let effects = effects.filter { !$0.isNone }
    // What takes no time is done at the commit, in its order; only the rest needs a task.
    let immediate = effects.prefix { $0.isImmediate }
    let rest = effects.dropFirst(immediate.count)
    if rest.isEmpty { return .merge(immediate) }
    if rest.count == 1, let last = rest.first { return .merge(immediate + [last]) }
    // The closures inside are `@Sendable`, and each action is handed on once.
    nonisolated(unsafe) let chain = Array(rest)
    let run = EffectRun(as: chain.flatMap(\.runs)) { send in
      for effect in chain where !Task.isCancelled { await effect.perform(send) }
    }
    return .merge(immediate + [Effect(.run(run))])
  }

  /// Runs this effect, then the other.
  public func concatenate(with other: Effect) -> Effect {
    .concatenate(self, other)
  }

  private var isImmediate: Bool {
    switch operation {
    case .none, .send, .sendFromHost, .cancel, .cancelEncoded: true
    case .merge(let effects): effects.allSatisfy(\.isImmediate)
    case .owned(let effect, _): effect.isImmediate
    case .run, .cancellable, .hosted: false
    }
  }

  /// Does it inside a running effect; returns when it has ended.
  func perform(_ send: Send<Action>) async {
    switch operation {
    case .none:
      break
    case .send(let action), .sendFromHost(let action, _):
      await send(action)
    case .run(let run):
      await run.operation(send)
    case .merge(let effects):
      await withTaskGroup(of: Void.self) { group in
        for effect in effects where !Task.isCancelled { await effect.start(in: &group, send) }
      }
    case .cancellable(let effect, let id, let inFlight):
      nonisolated(unsafe) let effect = effect
      await withTaskCancellation(under: id, inFlight) { await effect.perform(send) }
    case .cancel(let id):
      // A part that cancels others and has nothing to do: like any, it cancels nobody if it was cancelled before.
      let context = EffectContext.current
      if let section = context?.begin(id, .cancelled, cancel: {}) { context?.end(section) }
    case .owned(let effect, _):
      await effect.perform(send)
    case .cancelEncoded, .hosted:
      preconditionFailure("only a hosted feature's node makes these, which concatenates nothing")
    }
  }

  /// Starts it as a part of a `merge` inside a running effect. What takes no time is done before the next part
  /// starts, and what can be cancelled is known under its identity by then, so that all begin in order. A part that
  /// cancels the effect keeps those behind it from starting.
  private func start(in group: inout TaskGroup<Void>, _ send: Send<Action>) async {
    switch operation {
    case .run(let run):
      group.addTask { await run.operation(send) }
    case .cancellable(let effect, let id, let inFlight):
      nonisolated(unsafe) let effect = effect
      let work = RegisteredWork(under: id, inFlight)
      group.addTask { await work.run { await effect.perform(send) } }
    case .merge(let effects):
      for effect in effects where !Task.isCancelled { await effect.start(in: &group, send) }
    case .owned(let effect, _):
      await effect.start(in: &group, send)
    case .none, .send, .sendFromHost, .cancel, .cancelEncoded, .hosted:
      await perform(send)
    }
  }
}
