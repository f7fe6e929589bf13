import Pando

/// Makes the engine of a test's store anew, at each restart.
struct LifeMaker<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // A test's reducer need not be Sendable, and is used by one store at a time.
  let body: (State, HostingFaults) -> StoreEngine<State, Action>
}
