public import Pando

/// An environment-style reducer, with its environment, as a reducer of the protocol.
///
/// It goes wherever a child goes: under `ifLet`, `forEach` and `Scope`, and with `hosted()` into a
/// worker. What it returns ends with the child that it is; what its own `optional`, `pullback` and
/// `forEach` run is no child of its own to the store.
///
/// A worker finds a feature by the name of its type. Two bridges with the same state, action and
/// environment have the same: give each a struct of its own, with the bridge as its `body`.
public struct EnvironmentBridge<State, Action, Environment>: Pando.Reducer {
  private let reducer: Reducer<State, Action, Environment>
  private let environment: () -> Environment

  /// Gives a reducer its environment.
  ///
  /// - Parameters:
  ///   - reducer: The reducer.
  ///   - environment: What it depends on; evaluated for every action.
  public init(
    _ reducer: Reducer<State, Action, Environment>,
    environment: @escaping @autoclosure () -> Environment
  ) {
    self.reducer = reducer
    self.environment = environment
  }

  /// Runs the reducer with its environment.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducer.run(&state, action, environment())
  }
}

extension EnvironmentBridge: NodeProvider {
  package func makeNode(_ tree: inout TreeBuilder) -> Node<State, Action> {
    WarningNode { [reducer, environment] state, action, pass in
      reducer.logic(&state, action, environment(), pass)
    }
  }
}

extension Reducer {
  /// This reducer with its environment, as a reducer of the protocol.
  ///
  /// - Parameters:
  ///   - environment: What it depends on; evaluated for every action.
  public func bridged(
    environment: @escaping @autoclosure () -> Environment
  ) -> EnvironmentBridge<State, Action, Environment> {
    EnvironmentBridge(self, environment: environment())
  }
}
