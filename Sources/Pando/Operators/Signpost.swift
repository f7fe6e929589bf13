public import Tracing

extension Reducer {
  /// Measures every run of the reducer, and every effect from its start to its end, with a span each.
  ///
  /// An effect's span has an event for every action that it sends, and the attribute `cancelled` when
  /// it was. An effect that was forgotten shows as a span that does not end.
  ///
  /// In the body of a hosted feature the spans are made by the worker, also for what it reduces ahead
  /// and then throws away. Outside, as in `Child().hosted().signpost()`, they are made by the store, for
  /// commits alone, and the effects that run on the worker have none.
  ///
  /// - Parameters:
  ///   - prefix: Begins the name of every span.
  ///   - tracer: Makes the spans; by default the one that the program bootstrapped.
  public func signpost(
    _ prefix: String = "", tracer: (any Tracer)? = nil
  ) -> some Reducer<State, Action> {
    Signpost(base: self, prefix: prefix, tracer: tracer)
  }
}

struct Signpost<Base: Reducer>: Reducer {
  let base: Base
  let prefix: String
  let tracer: (any Tracer)?

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    ActionSpans(prefix, of: action, tracer: tracer).trace {
      base.reduce(into: &state, action: action)
    }
  }
}

extension Signpost: NodeProvider {
  func makeNode(_ tree: inout TreeBuilder) -> Node<Base.State, Base.Action> {
    AroundNode(tree.node(for: base)) { [prefix, tracer] _, action, _, base in
      ActionSpans(prefix, of: action, tracer: tracer).trace(base)
    }
  }
}
