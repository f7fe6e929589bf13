import Tracing

extension EffectTrace {
  /// The same effect, with a span for each piece of work from its start to its end. What the work sends
  /// belongs to the trace.
  func traced<Action>(_ effect: Effect<Action>) -> Effect<Action> {
    effect.replacingRuns { run in
      EffectRun<Action>(
        name: run.name, priority: run.priority, location: run.location, dismiss: run.dismiss
      ) { [self] send in
        let name = run.name.map { "effect \($0)" } ?? "effect"
        await tracer.withAnySpan(name, context: context, ofKind: .internal) { span in
          await run.operation(send)
          if Task.isCancelled { span.attributes["pando.cancelled"] = true }
        }
      }
    }
  }
}

extension Effect {
  /// The same effect with other pieces of work.
  func replacingRuns(_ replacement: (EffectRun<Action>) -> EffectRun<Action>) -> Effect {
    switch operation {
    case .run(let run):
      Effect(.run(replacement(run)))
    case .merge(let effects):
      .merge(effects.map { $0.replacingRuns(replacement) })
    case .cancellable(let effect, let id, let inFlight):
      Effect(
        .cancellable(
          effect.replacingRuns(replacement), id: id, inFlight: inFlight))
    case .owned(let effect, let step):
      Effect(.owned(effect.replacingRuns(replacement), step))
    case .none, .send, .sendFromHost, .cancel, .cancelEncoded, .hosted:
      self
    }
  }
}
