import PandoHosting
import Synchronization
import Tracing

// Actions that are traced: the client says which. Nothing here is called for others.
extension HostSession {
  private var tracer: any Tracer {
    dependencies.tracing.tracer ?? InstrumentationSystem.tracer
  }

  // MARK: - With the lock held

  /// Notes that the client traces an action that it is about to dispatch.
  func hear(_ trace: RemoteTrace) {
    traceToCome = trace
    hearsTraces.store(true, ordering: .relaxed)
  }

  /// Takes the context of an action that was dispatched; nil when it is not traced.
  @inline(never)
  func takeTrace(of lane: LaneID, _ sequence: SequenceNumber) -> ServiceContext? {
    guard let trace = traceToCome.take(), trace.lane == lane, trace.sequence == sequence else {
      return nil
    }
    return ServiceContext(trace.carrier, by: tracer)
  }

  /// Has a host reduce an action inside its trace: a span for the reducer, and below it one for each effect.
  @inline(never)
  func inTrace<Result>(
    _ context: ServiceContext, of host: AnyHost, _ reduce: () -> Result
  ) -> Result {
    // No value of the task, which may be an effect's: those are not bound under a lock.
    let tracer = tracer
    let span = tracer.startAnySpan(
      "reduce \(host.effects.feature)", context: context, ofKind: .consumer)
    defer { span.end() }
    guard span.isRecording else { return reduce() }
    span.attributes["pando.feature"] = host.effects.feature
    span.attributes["pando.lane"] = Int64(clamping: host.lane.rawValue)
    currentTrace = EffectTrace(context: span.context, tracer: tracer)
    defer { currentTrace = nil }
    return reduce()
  }

  // MARK: - For effects, on any thread

  /// Does the work of an effect outside of the context of the thread that has started it. Where the effect is
  /// traced, it has its own.
  func outsideOfTraces(_ work: () async -> Void) async {
    guard hearsTraces.load(ordering: .relaxed) else { return await work() }
    await ServiceContext.withValue(nil) { await work() }
  }

  /// The context in which an effect sends; nil where its client follows none.
  var contextOfSend: ServiceContext? {
    hearsTraces.load(ordering: .relaxed) ? ServiceContext.current : nil
  }

  /// The same, for the client.
  func carrier(of context: ServiceContext) -> TraceCarrier? {
    TraceCarrier(context, by: tracer)
  }
}
