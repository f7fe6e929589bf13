extension Effect {
  /// The same work, with every action passed through `transform`, which keeps the dependencies that are
  /// overridden where this is called.
  public func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> Effect<Other> {
    switch operation {
    case .none:
      .none
    case .send(let action):
      Effect<Other>(.send(transform(action)))
    case .sendFromHost(let action, let origin):
      Effect<Other>(.sendFromHost(transform(action), origin))
    case .run(let run):
      if let layer = DependencyLayer.kept {
        Effect<Other>(
          .run(run.map { action in layer.onTop { transform(action) } }.under(layer)))
      } else {
        Effect<Other>(.run(run.map(transform)))
      }
    case .merge(let effects):
      Effect<Other>(.merge(effects.map { $0.map(transform) }))
    case .cancellable(let effect, let id, let inFlight):
      Effect<Other>(.cancellable(effect.map(transform), id: id, inFlight: inFlight))
    case .cancel(let id):
      Effect<Other>(.cancel(id))
    case .cancelEncoded(let id, let site):
      Effect<Other>(.cancelEncoded(id, from: site))
    case .owned(let effect, let step):
      Effect<Other>(.owned(effect.map(transform), step))
    case .hosted(let effects):
      Effect<Other>(.hosted(effects.map(transform)))
    }
  }

  /// The same work, belonging to a child; `.none` stays `.none`.
  package func owned(by step: @autoclosure () -> IncarnationStep) -> Effect {
    isNone ? self : Effect(.owned(self, step()))
  }
}

extension Effect {
  /// The same work, which can dismiss the feature that it belongs to; what is presented further in
  /// comes first.
  func dismissed(by dismissal: @escaping @Sendable () -> Action) -> Effect {
    switch operation {
    case .run(let run):
      if run.dismiss != nil { return self }
      return Effect(
        .run(
          EffectRun(
            name: run.name, priority: run.priority, location: run.location,
            dismiss: { send in await send(dismissal()) }, operation: run.operation)))
    case .hosted(var effects):
      effects.dismissal = effects.dismissal ?? dismissal
      return Effect(.hosted(effects))
    case .merge(let effects):
      return Effect(.merge(effects.map { $0.dismissed(by: dismissal) }))
    case .cancellable(let effect, let id, let inFlight):
      return Effect(
        .cancellable(
          effect.dismissed(by: dismissal), id: id, inFlight: inFlight))
    case .owned(let effect, let step):
      return Effect(.owned(effect.dismissed(by: dismissal), step))
    case .none, .send, .sendFromHost, .cancel, .cancelEncoded:
      return self
    }
  }
}

extension Effect {
  /// The same work with some dependencies overridden; what is overridden further in counts.
  func under(_ layer: DependencyLayer) -> Effect {
    switch operation {
    case .run(let run):
      return Effect(.run(run.under(layer)))
    case .merge(let effects):
      return Effect(.merge(effects.map { $0.under(layer) }))
    case .cancellable(let effect, let id, let inFlight):
      return Effect(.cancellable(effect.under(layer), id: id, inFlight: inFlight))
    case .owned(let effect, let step):
      return Effect(.owned(effect.under(layer), step))
    case .none, .send, .sendFromHost, .cancel, .cancelEncoded, .hosted:
      return self
    }
  }
}

extension EffectRun {
  func under(_ layer: DependencyLayer) -> EffectRun {
    EffectRun(name: name, priority: priority, location: location, dismiss: dismiss) {
      [operation] send in
      await layer.onTop { await operation(send) }
    }
  }

  func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> EffectRun<Other> {
    var mapped: (@Sendable (Send<Other>) async -> Void)?
    if let dismiss {
      mapped = { send in await dismiss(Send { action in await send(transform(action)) }) }
    }
    return EffectRun<Other>(name: name, priority: priority, location: location, dismiss: mapped) {
      [operation] send in
      await operation(Send { action in await send(transform(action)) })
    }
  }
}
