import Pando

/// An action that a test sent, and what became of it.
struct TrackedAction: @unchecked Sendable {
  // The engine reads and writes the tracker with its lock held, and so does whoever gets it from here.
  let tracker: ActionTracker
}
