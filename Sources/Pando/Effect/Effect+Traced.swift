package import Tracing

/// Makes the spans of what one action does.
package struct ActionSpans: Sendable {
  private let tracer: any Tracer
  private let name: String

  /// - Parameters:
  ///   - prefix: Begins the name of every span.
  ///   - tracer: Makes them; by default the one that the program bootstrapped.
  package init(_ prefix: String, of action: Any, tracer: (any Tracer)?) {
    self.tracer = tracer ?? InstrumentationSystem.tracer
    name = (prefix.isEmpty ? "" : "\(prefix): ") + caseLabels(of: action)
  }

  /// A run of the reducer, and the effect that it returns.
  package func trace<Action>(_ reduce: () -> Effect<Action>) -> Effect<Action> {
    let span = tracer.startAnySpan(name, ofKind: .internal)
    defer { span.end() }
    return traced(reduce())
  }

  private func traced<Action>(_ effect: Effect<Action>) -> Effect<Action> {
    effect.replacingRuns(traced)
  }

  private func traced<Action>(_ run: EffectRun<Action>) -> EffectRun<Action> {
    EffectRun<Action>(
      name: run.name, priority: run.priority, location: run.location, dismiss: run.dismiss
    ) { [self] send in
      await tracer.withAnySpan("\(name) effect", ofKind: .internal) { span in
        await run.operation(
          Send { action in
            span.addEvent(SpanEvent(name: "sent \(caseLabels(of: action))"))
            await send(action)
          })
        if Task.isCancelled { span.attributes["cancelled"] = true }
      }
    }
  }
}
