import Tracing

/// Has the effects of a traced action run inside its trace.
struct EffectTrace: Sendable {
  /// The context of the action.
  let context: ServiceContext
  let tracer: any Tracer
}
