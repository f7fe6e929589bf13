import Pando

/// Makes the engine of a test's store: at first, and at each restart.
struct LifeMaker<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // A test's reducer need not be Sendable, and its builder is called by one at a time: whoever makes or restarts the store.
  let body: (() -> State, HostingFaults) -> StoreEngine<State, Action>
}
