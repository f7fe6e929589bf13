import InMemoryTracing
import Pando
import Tracing

/// The spans of a run's store.
struct Spans: Sendable {
  private let tracer = InMemoryTracer(recordInjections: false, recordExtractions: false)
  let tracing: ActionTracing

  /// Returns nil where nothing is traced.
  init?(_ plan: Plan) {
    guard let oneOf = plan.tracesOneOf else { return nil }
    tracing = .sampled(1 / Double(oneOf), by: tracer)
  }

  /// The spans that have not ended, by their names: none, once the store has.
  var open: [String] { tracer.activeSpans.map(\.operationName) }

  /// The same, which is not to be told of the end of effects that may come after the store's.
  func openInTheEnd() async -> [String] {
    for _ in 0..<1_000 where !open.isEmpty { try? await Task.sleep(for: .milliseconds(10)) }
    return open
  }
}
