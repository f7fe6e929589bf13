import Pando
import Synchronization
import Tracing

/// A span that is exported once it has ended, if its trace is sampled.
final class OTLPSpan: Span {
  /// The number of events, and of links, that a span has; more are counted.
  private static let eventsAtMost = 128

  let context: ServiceContext
  private let state: Mutex<State>
  private let onEnd: @Sendable (SpanRecord) -> Void

  private struct State {
    var record: SpanRecord
    var isRecording: Bool
  }

  init(
    _ record: SpanRecord, _ context: ServiceContext, onEnd: @escaping @Sendable (SpanRecord) -> Void
  ) {
    self.context = context
    self.onEnd = onEnd
    state = Mutex(State(record: record, isRecording: record.context.isSampled))
  }

  /// Changes what is recorded; nothing of a span that is not, or has ended.
  private func change(_ body: (inout SpanRecord) -> Void) {
    state.withLock { if $0.isRecording { body(&$0.record) } }
  }

  var isRecording: Bool { state.withLock { $0.isRecording } }

  var operationName: String {
    get { state.withLock { $0.record.name } }
    set { change { $0.name = newValue } }
  }

  var attributes: SpanAttributes {
    get { state.withLock { $0.record.attributes } }
    set { change { $0.attributes = newValue } }
  }

  func setStatus(_ status: SpanStatus) {
    change { $0.status = status }
  }

  func addEvent(_ event: SpanEvent) {
    change { record in
      if record.events.count < Self.eventsAtMost {
        record.events.append(event)
      } else {
        record.droppedEventCount += 1
      }
    }
  }

  func recordError<Instant: TracerInstant>(
    _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
  ) {
    var attributes = attributes
    attributes["exception.type"] = "\(type(of: error))"
    attributes["exception.message"] = "\(ValueWords.text(of: error))"
    addEvent(SpanEvent(name: "exception", at: instant(), attributes: attributes))
  }

  func addLink(_ link: SpanLink) {
    change { record in
      if record.links.count < Self.eventsAtMost {
        record.links.append(link)
      } else {
        record.droppedLinkCount += 1
      }
    }
  }

  /// Ends the span. A second time nothing happens.
  func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
    let end = instant().nanosecondsSinceEpoch
    let record = state.withLock { state -> SpanRecord? in
      guard state.isRecording else { return nil }
      state.isRecording = false
      state.record.end = end
      return state.record
    }
    if let record { onEnd(record) }
  }
}
