/// A feature's logic: how an action changes the state, and which effects follow.
///
/// Implement `body` to compose reducers, or `reduce(into:action:)` for logic of one piece; not both.
/// A store evaluates `body` once, when it is made, and runs what it returned for every action.
public protocol Reducer<State, Action>: SendableMetatype {
  /// The data that the feature works on.
  associatedtype State

  /// The events and requests that the feature handles.
  associatedtype Action

  /// The type of `body`; `Never` when the feature implements `reduce(into:action:)`.
  associatedtype Body

  /// Changes the state for an action and returns what must be done outside.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that this one is made of, run in order.
  @ReducerBuilder<State, Action>
  var body: Body { get }
}

extension Reducer where Body == Never {
  /// Not there: this reducer implements `reduce(into:action:)`.
  public var body: Body {
    fatalError("'\(Self.self)' has no body: it implements 'reduce(into:action:)'")
  }
}

extension Reducer where Body: Reducer<State, Action> {
  /// Runs `body`. Builds it anew: a store does not come through here.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }
}
