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
    Reducer(logic: { state, action, environment, pass in
      ActionSpans(prefix, of: action, tracer: tracer).trace {
        logic(&state, action, environment, pass)
      }
    })
  }
}
