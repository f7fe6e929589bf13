extension Effect {
  /// Runs effects one after the other: each begins when the one before it has ended.
  ///
  /// What is cancelled while one of them runs does not reach those behind it. A cancellation behind the first
  /// that takes time is carried out by a running effect: in a hosted feature it ends effects on the worker
  /// alone.
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
    let run = EffectRun<Action>(location: chain[0].location) { send in
      for effect in chain where !Task.isCancelled { await effect.perform(send) }
    }
    return .merge(immediate + [Effect(.run(run))])
  }

  /// Runs this effect, then the other.
  public func concatenate(with other: Effect) -> Effect {
    .concatenate(self, other)
  }

  /// Where a user wrote the first of its work, if that is known.
  private var location: OperatorLocation? {
    switch operation {
    case .run(let run): run.location
    case .merge(let effects): effects.lazy.compactMap(\.location).first
    case .cancellable(let effect, _, _), .owned(let effect, _): effect.location
    case .none, .send, .sendFromHost, .cancel, .cancelEncoded, .hosted: nil
    }
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
        for effect in effects {
          nonisolated(unsafe) let effect = effect
          group.addTask { await effect.perform(send) }
        }
      }
    case .cancellable(let effect, let id, let inFlight):
      nonisolated(unsafe) let effect = effect
      await withTaskCancellation(under: id, inFlight) { await effect.perform(send) }
    case .cancel(let id):
      EffectContext.current?.cancel(id)
    case .owned(let effect, _):
      await effect.perform(send)
    case .cancelEncoded, .hosted:
      preconditionFailure("only a hosted feature's node makes these, which concatenates nothing")
    }
  }
}
