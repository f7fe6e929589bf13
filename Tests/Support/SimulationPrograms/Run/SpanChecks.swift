import InMemoryTracing
import Tracing

/// The spans of one client, or of all workers, and what must hold of them once everything has ended.
struct SpanChecks {
  let tracer = InMemoryTracer(
    idGenerator: Self.ids, recordInjections: false, recordExtractions: false)
  private let workers: InMemoryTracer?

  /// No two tracers give the same names, as a span of one may be the parent of another's.
  private static let ids = InMemoryTracer.IDGenerator.incrementing

  init(workers: SpanChecks? = nil) {
    self.workers = workers?.tracer
  }

  /// Returns what is wrong: a span that never ended, or whose parent nobody knows, or an action that was traced and of
  /// whose end nothing was told.
  ///
  /// - Parameters:
  ///   - past: The number of actions that had committed and failed before the client began.
  ///   - tracesAll: True if every action has its trace.
  func violation(
    of recorder: Recorder, past: (commits: Int, failures: Int), tracesAll: Bool
  ) -> String? {
    if let span = tracer.activeSpans.first {
      return "the span \"\(span.operationName)\" of a client never ended"
    }
    let spans = tracer.finishedSpans
    var outcomes: [String: Int] = [:]
    for span in spans {
      guard case .string(let outcome) = span.attributes["pando.outcome"]?.toSpanAttribute() else {
        continue
      }
      outcomes[outcome, default: 0] += 1
    }
    let known = Set((spans + (workers?.finishedSpans ?? [])).map(\.spanID))
    if let orphan = spans.first(where: { $0.parentSpanID.map { !known.contains($0) } ?? false }) {
      return "nobody knows the parent of the span \"\(orphan.operationName)\""
    }
    let (committed, failed) = (outcomes["committed"] ?? 0, outcomes["failed"] ?? 0)
    let commits = recorder.commits.count - past.commits
    let failures = recorder.failures.count - past.failures
    let isRight =
      tracesAll
      ? committed == commits && failed == failures : committed <= commits && failed <= failures
    return isRight
      ? nil
      : """
      \(commits) actions committed and \(failures) failed; of those that were traced, \(committed) and \(failed)
      """
  }
}
