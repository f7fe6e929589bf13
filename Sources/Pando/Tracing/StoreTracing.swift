import PandoHosting
import Synchronization
import Tracing

/// Begins the traces of a store's actions.
final class StoreTracing: Sendable {
  /// The part of the actions that begin a trace, of 2 to the 64th.
  private let step: UInt64
  private let givenTracer: (any Tracer)?
  /// Grows by the step with each action that is sent outside of any trace: whose turn it overflows at begins one.
  private let sum = Atomic<UInt64>(.max)

  /// Returns nil where nothing is traced.
  init?(_ tracing: ActionTracing) {
    guard let part = tracing.part else { return nil }
    step = part < 1 ? UInt64(part * 0x1p64) : .max
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

  /// The context of the next action that is sent outside of any trace, if it begins one.
  private var contextOutside: ServiceContext? {
    let (old, new) = sum.wrappingAdd(step, ordering: .relaxed)
    return new < old ? .topLevel : nil
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
