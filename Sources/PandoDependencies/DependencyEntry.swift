import Synchronization

/// The value of a key in a context, once somebody has read it.
final class DependencyEntry<Value: Sendable>: Sendable {
  private let kept = Mutex<Value?>(nil)

  func value(_ make: () -> (value: Value, isKept: Bool)) -> Value {
    kept.withLock { kept in
      if let kept { return kept }
      let made = make()
      if made.isKept { kept = made.value }
      return made.value
    }
  }
}
