import Observation
import Synchronization
import Testing

/// Counts how often one reading is made stale, and reads again each time.
final class Watch: Sendable {
  private let changes = Mutex(0)
  private let read: @Sendable () -> Void

  init<Value>(_ read: @escaping @Sendable () -> Value) {
    self.read = { _ = read() }
    begin()
  }

  private func begin() {
    withObservationTracking {
      read()
    } onChange: { [weak self] in
      guard let self else { return }
      changes.withLock { $0 += 1 }
      begin()
    }
  }

  /// The changes since the last call.
  func takeCount() -> Int {
    changes.withLock { count in
      defer { count = 0 }
      return count
    }
  }
}

/// Waits until a condition holds; gives up after a minute.
func eventually(
  _ condition: @Sendable () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async {
  for _ in 0..<6_000 {
    if condition() { return }
    try? await Task.sleep(for: .milliseconds(10))
  }
  Issue.record("the condition never held", sourceLocation: sourceLocation)
}
