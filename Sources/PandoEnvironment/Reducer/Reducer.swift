public import Pando

/// A function from a state and an action to the changed state and the effects that follow, given an
/// environment.
///
/// This is the older style, in which a reducer is a value made of a closure and everything it depends
/// on comes in as an environment. It shares its effects with the protocol `Pando.Reducer`, and each
/// can be made of the other: ``bridged(environment:)`` leads there, an initializer back.
///
/// A file that imports Pando too says which of the two it means: `PandoEnvironment.Reducer`, or
/// ``EnvironmentReducer``. A module that uses this one throughout declares
/// `typealias Reducer = PandoEnvironment.Reducer` once, which wins over both imports; the protocol is
/// then `Pando.Reducer`, and the macro `@Pando.Reducer`.
public struct Reducer<State, Action, Environment>: Sendable {
  /// The pass takes the warnings, so that those of a hosted reducer wait for the commit.
  let logic: @Sendable (inout State, Action, Environment, Pass) -> Effect<Action>

  init(logic: @escaping @Sendable (inout State, Action, Environment, Pass) -> Effect<Action>) {
    self.logic = logic
  }

  /// Reduces with a closure, which changes the state in place and returns what must be done outside.
  public init(
    _ reducer:
      @escaping @Sendable (
        _ state: inout State, _ action: Action, _ environment: Environment
      ) -> Effect<Action>
  ) {
    logic = { state, action, environment, _ in reducer(&state, action, environment) }
  }

  /// A reducer that leaves the state alone.
  public static var empty: Reducer {
    Reducer { _, _, _ in .none }
  }

  /// Changes the state for an action, and returns the effects without starting them.
  ///
  /// Issues are reported at once. A store does not come through here.
  public func run(
    _ state: inout State, _ action: Action, _ environment: Environment
  ) -> Effect<Action> {
    logic(&state, action, environment, Pass())
  }

  /// The same as ``run(_:_:_:)``.
  public func callAsFunction(
    _ state: inout State, _ action: Action, _ environment: Environment
  ) -> Effect<Action> {
    run(&state, action, environment)
  }
}

/// The environment-style reducer, by a name that the protocol does not have.
public typealias EnvironmentReducer = Reducer

/// A case path, by the name that code of this style uses.
public typealias CasePath = AnyCasePath
