import Pando
import PandoEnvironment

/// A store of an environment-style reducer.
func makeStore<State: Sendable, Action: Sendable, Environment>(
  _ state: State, _ reducer: Reducer<State, Action, Environment>, _ environment: Environment
) -> Store<State, Action> {
  Store(initialState: state) { EnvironmentBridge(reducer, environment: environment) }
}
