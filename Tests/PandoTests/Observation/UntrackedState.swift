@testable import Pando

/// State as it was made before anything in the process was observed.
let untracked: Counter.State = {
  let wasNeeded = StateTracker.isNeeded
  StateTracker.isNeeded = false
  defer { StateTracker.isNeeded = wasNeeded }
  return Counter.State(id: 77)
}()
