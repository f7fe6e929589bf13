import PandoHosting
import Tracing

/// The trace of one action between its acceptance and its commit.
///
/// Guarded by the lock of its store until it has ended. The spans below the action's own are noted here, and
/// handed to the tracer once the lock is free.
final class ActionTrace {
  /// The outcome of an action.
  enum Outcome {
    case committed
    /// It committed without effect, as no worker could reduce it.
    case failed(HostedFailureReason)
    /// Its sender has gone, or the store has ended.
    case dropped
    /// The store had no room for it.
    case refused
  }

  typealias Instant = DefaultTracerClock.Timestamp

  private struct Stage {
    let name: String
    let kind: SpanKind
    let start: Instant
    var end: Instant?
    var attributes: SpanAttributes
    /// Named when it is told, beyond the lock: the user describes the identities in the name.
    var child: LaneCard?
    var problem: String?
  }

  /// The context of everything that comes of the action.
  let context: ServiceContext
  private let span: any Span
  private let tracing: StoreTracing
  private let start: Instant
  private var stages: [Stage] = []
  private var squashes: [(reason: String, at: Instant)] = []
  private var squashCount = 0
  private var hasWaited = false
  private var commitStart: Instant?
  private var attributes: SpanAttributes = [:]
  var outcome = Outcome.dropped

  /// The number of stages, and of squashes, that are told of one action, however often it is dispatched again.
  private static let stagesAtMost = 64

  init(_ span: any Span, _ tracing: StoreTracing) {
    self.span = span
    self.tracing = tracing
    context = span.context
    start = DefaultTracerClock.now
  }

  /// The context, for another process; nil where the tracer has nothing to say to one.
  private(set) lazy var carrier = TraceCarrier(context, by: tracing.tracer)

  /// The same, for effects.
  var effects: EffectTrace { EffectTrace(context: context, tracer: tracing.tracer) }

  // MARK: - Stages

  /// Notes that the action goes to a child's worker. Returns the number of the stage; nil when there are too many.
  func dispatch(_ child: LaneCard, _ attributes: SpanAttributes) -> Int? {
    let now = DefaultTracerClock.now
    endWait(at: now)
    guard stages.count < Self.stagesAtMost else { return nil }
    self.attributes.merge(attributes)
    stages.append(
      Stage(name: "dispatch", kind: .client, start: now, attributes: attributes, child: child))
    return stages.count - 1
  }

  /// Notes that the worker has answered.
  func endDispatch(_ stage: Int) {
    if stages[stage].end == nil { stages[stage].end = DefaultTracerClock.now }
  }

  /// Notes that what a worker made of the action, or was making of it, is thrown away.
  func squash(_ stage: Int?, reason: String) {
    let now = DefaultTracerClock.now
    squashCount += 1
    if squashes.count < Self.stagesAtMost { squashes.append((reason, now)) }
    guard let stage, stages[stage].end == nil else { return }
    stages[stage].end = now
    stages[stage].problem = reason
  }

  /// Notes that the action is the next to commit.
  func beginCommit() {
    let now = DefaultTracerClock.now
    endWait(at: now)
    commitStart = now
    outcome = .committed
  }

  private func endWait(at now: Instant) {
    if hasWaited { return }
    hasWaited = true
    stages.append(Stage(name: "wait", kind: .internal, start: start, end: now, attributes: [:]))
  }

  // MARK: - The end

  /// Ends the trace. Returns what hands it to the tracer, to be called without the store's lock.
  func end() -> () -> Void {
    let end = DefaultTracerClock.now
    if let commitStart {
      stages.append(
        Stage(name: "commit", kind: .internal, start: commitStart, end: end, attributes: [:]))
    }
    return { self.tell(end) }
  }

  private func tell(_ end: Instant) {
    for stage in stages {
      let child = tracing.tracer.beginSpan(stage.name, stage.kind, in: context, at: stage.start)
      child.attributes.merge(stage.attributes)
      if let name = stage.child?.name {
        child.attributes["pando.child"] = "\(name)"
        span.attributes["pando.child"] = "\(name)"
      }
      if let problem = stage.problem {
        child.addEvent(SpanEvent(name: "pando.squashed", at: stage.end ?? end))
        child.setStatus(SpanStatus(code: .error, message: problem))
      }
      child.end(at: stage.end ?? end)
    }
    span.attributes.merge(attributes)
    for squash in squashes {
      span.addEvent(
        SpanEvent(
          name: "pando.squashed", at: squash.at,
          attributes: ["pando.reason": .string(squash.reason)])
      )
    }
    if squashCount > 0 { span.attributes["pando.squashes"] = squashCount }
    switch outcome {
    case .committed:
      span.attributes["pando.outcome"] = "committed"
    case .failed(let reason):
      span.attributes["pando.outcome"] = "failed"
      span.setStatus(SpanStatus(code: .error, message: "\(reason)"))
    case .dropped:
      span.attributes["pando.outcome"] = "dropped"
    case .refused:
      span.attributes["pando.outcome"] = "refused"
      span.setStatus(SpanStatus(code: .error, message: "the store has no room"))
    }
    span.end(at: end)
  }
}

extension Tracer {
  /// Returns a span that began earlier.
  fileprivate func beginSpan(
    _ name: String, _ kind: SpanKind, in context: ServiceContext, at start: ActionTrace.Instant
  ) -> any Tracing.Span {
    startSpan(name, context: context, ofKind: kind, at: start)
  }
}
