public import PandoDependencies
public import Tracing

/// The actions of a store that are traced: accepted, dispatched, reduced, committed, and what their effects do.
///
/// ```swift
/// let store = Store(initialState: App.State()) { App() } withDependencies: {
///   $0.tracing = .sampled(0.01)
/// }
/// ```
///
/// A traced action has a span from its acceptance to its commit, named by its cases and never by its values.
/// Below it are spans for its stages, for each time that a worker reduced it, and for each effect. An action
/// that a traced action or its effect sends belongs to the same trace, in whichever process. An action that is
/// not traced costs a look at a counter and at the task's context; where tracing is off, it costs nothing.
public struct ActionTracing: Sendable {
  /// The part of the actions that begin a trace; nil where nothing is traced.
  let part: Double?
  let tracer: (any Tracer)?

  /// Traces nothing.
  public static let off = ActionTracing(part: nil, tracer: nil)

  /// Traces a part of the actions that are sent outside of any trace, evenly, and every action that is sent
  /// inside of one: by a task with a current `ServiceContext` whose span the tracer records.
  ///
  /// - Parameters:
  ///   - fraction: The part, from 0, for those inside of traces alone, to 1.
  ///   - tracer: Makes the spans of this process; by default the one that the program bootstrapped.
  public static func sampled(_ fraction: Double, by tracer: (any Tracer)? = nil) -> ActionTracing {
    precondition((0...1).contains(fraction), "a part of the actions is between 0 and 1")
    return ActionTracing(part: fraction, tracer: tracer)
  }
}

extension ActionTracing: DependencyKey, ReadByStoresAlone {
  /// Nothing is traced unless a store asks for it.
  public static var liveValue: ActionTracing { .off }

  /// Nothing is traced in tests unless they ask for it.
  public static var testValue: ActionTracing { .off }
}

extension DependencyValues {
  /// The actions of a store that are traced.
  public var tracing: ActionTracing {
    get { self[ActionTracing.self] }
    set { self[ActionTracing.self] = newValue }
  }
}
