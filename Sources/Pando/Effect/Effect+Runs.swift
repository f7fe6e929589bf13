extension Effect {
  /// The asynchronous work in it, in order; not what runs on a worker.
  var runs: [EffectRun<Action>] {
    switch operation {
    case .run(let run): [run]
    case .merge(let effects): effects.flatMap(\.runs)
    case .cancellable(let effect, _, _), .owned(let effect, _): effect.runs
    case .none, .send, .sendFromHost, .cancel, .cancelEncoded, .hosted: []
    }
  }
}

extension EffectRun {
  /// Work that does others, in the task of the first: it has the priority of that, and the name and the place of the
  /// first of them that has one.
  convenience init(
    as runs: [EffectRun], operation: @escaping @Sendable (Send<Action>) async -> Void
  ) {
    self.init(
      name: runs.lazy.compactMap(\.name).first, priority: runs.first?.priority,
      location: runs.lazy.compactMap(\.location).first, operation: operation)
  }
}
