import PandoHosting
import Synchronization
import Tracing

/// Begins the traces of a store's actions.
final class StoreTracing: Sendable {
  private let period: UInt64
  private let givenTracer: (any Tracer)?
  /// Counts the actions that were sent outside of any trace.
  private let count = Atomic<UInt64>(0)

  /// Returns nil where nothing is traced.
  init?(_ tracing: ActionTracing) {
    guard let period = tracing.period else { return nil }
    self.period = period
    givenTracer = tracing.tracer
  }

  var tracer: any Tracer { givenTracer ?? InstrumentationSystem.tracer }

  /// Returns the trace of an action that is sent here and now; nil when it is not traced.
  func begin(_ action: some Sendable) -> ActionTrace? {
    // Nearly all end here, before anything is made of the action.
    guard let context = ServiceContext.current ?? contextOutside else { return nil }
    return begin(action, in: context)
  }

  /// Returns the trace of an action that is sent outside of any trace, as those are which the store sends of its
  /// own accord; nil when it is not traced.
  func beginOutside(_ action: some Sendable) -> ActionTrace? {
    contextOutside.flatMap { begin(action, in: $0) }
  }

  /// The context of the next action that is sent outside of any trace, if it begins one: one of `period` does.
  private var contextOutside: ServiceContext? {
    guard period > 0, count.add(1, ordering: .relaxed).oldValue % period == 0 else { return nil }
    return .topLevel
  }

  /// Returns the trace of an action that came about in a context; nil when that is not recorded.
  func begin(_ action: Any, in context: ServiceContext) -> ActionTrace? {
    let span = tracer.startAnySpan("action", context: context, ofKind: .producer)
    guard span.isRecording else {
      span.end()
      return nil
    }
    span.operationName = caseLabels(of: action)
    return ActionTrace(span, self)
  }

  /// Returns the trace of an action that an effect on a worker sent, with this context.
  func begin(_ action: Any, from carrier: TraceCarrier) -> ActionTrace? {
    begin(action, in: ServiceContext(carrier, by: tracer))
  }
}
