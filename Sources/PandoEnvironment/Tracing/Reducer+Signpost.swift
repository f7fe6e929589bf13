import Pando
public import Tracing

extension Reducer {
  /// Measures every run of the reducer, and every effect from its start to its end, with a span each.
  ///
  /// An effect's span has an event for every action that it sends, and the attribute `cancelled` when
  /// it was. An effect that was forgotten shows as a span that does not end.
  ///
  /// - Parameters:
  ///   - prefix: Begins the name of every span.
  ///   - tracer: Makes the spans; by default the one that the program bootstrapped.
  public func signpost(_ prefix: String = "", tracer: (any Tracer)? = nil) -> Reducer {
    let prefix = prefix.isEmpty ? "" : "\(prefix): "
    return Reducer(logic: { state, action, environment, pass in
      let tracer = tracer ?? InstrumentationSystem.tracer
      let name = prefix + caseLabels(of: action)
      let span = tracer.startAnySpan(name, ofKind: .internal)
      defer { span.end() }
      return logic(&state, action, environment, pass)
        .traced(SpanMaker(tracer: tracer, name: "\(name) effect"))
    })
  }
}

private struct SpanMaker: Sendable {
  let tracer: any Tracer
  let name: String
}

extension Effect {
  fileprivate func traced(_ spans: SpanMaker) -> Effect {
    switch operation {
    case .run(let run):
      .run(priority: run.priority, name: run.name) { send in
        await spans.tracer.withAnySpan(spans.name, ofKind: .internal) { span in
          await run.operation(
            Send { action in
              span.addEvent(SpanEvent(name: "sent \(caseLabels(of: action))"))
              await send(action)
            })
          if Task.isCancelled { span.attributes["cancelled"] = true }
        }
      }
    case .merge(let effects):
      .merge(effects.map { $0.traced(spans) })
    case .cancellable(let effect, let id, let cancelInFlight):
      Effect(.cancellable(effect.traced(spans), id: id, cancelInFlight: cancelInFlight))
    case .owned(let effect, let step):
      Effect(.owned(effect.traced(spans), step))
    case .none, .send, .cancel, .cancelEncoded, .hosted:
      self
    }
  }
}
